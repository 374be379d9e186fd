/* Tables with the deal of the day (bot/record/daily.h): one person against seats of the bot.
 *
 * What the store keeps beside the tables, as values:
 *
 *     "daily series"    "key"               the series key, if the configuration has none
 *     "daily tries"     ACCOUNT             "DAY TABLE": this account has begun the deal. The
 * account is a hash; it outlives `forget me`, so that nobody begins twice, and goes when the deal
 * is closed. "daily DAY GAME"  NETWORK IDENTITY    the result, as JSON "daily at SERVER" NETWORK
 * IDENTITY    this person is ranked on that server too
 *
 * The try is written together with the table, before the person sees a card. A result counts if the
 * account that began the deal finishes it before the day's deals are closed. It never counts for
 * ratings. Until then nobody else is shown anything of the table, and its seed is not told.
 */
#ifndef BELFRY_BOT_TABLES_DAILY_H
#define BELFRY_BOT_TABLES_DAILY_H

#include "bot/record/daily.h"
#include "bot/tables/session.h"

enum {
    DAILY_COURSE_MARKS = 6,
    DAILY_COURSE_MAX = 64,
    DAILY_SERVER_BYTES = NETWORK_NAME_MAX + PLACE_MAX
};

/* What a table with the deal of the day has beside the others. */
struct table_daily {
    uint32_t day;
    char account[DAILY_ACCOUNT_BYTES]; /* who began it */
    /* How the first seat stood against the others, every `stride` lines. */
    int32_t leads[DAILY_COURSE_MAX];
    unsigned count, stride, skipped;
};

struct table_daily *daily_new(uint32_t day, const char *account);
/* Notes how the first seat stands after the last line. */
void daily_note_line(struct table *table);

/* -- Keys -------------------------------------------------------------------------------------- */

/* Reads the key of the series; makes one that the store keeps if there is none. False: the inquiry
 * waits. */
bool daily_series(struct sessions *sessions, struct store_inquiry *inquiry,
                  char series[DAILY_SERIES_MAX]);
/* Fills in what makes the bot's answer to the question the same everywhere. */
void daily_fix_question(const struct table *table, struct thought *thought);

/* -- Trying ------------------------------------------------------------------------------------ */

/* Whether the account has begun the deal; `*table` is where. Means nothing while the inquiry waits.
 */
bool daily_tried(struct store_inquiry *inquiry, const struct daily_deal *deal, const char *network,
                 const char *identity, int64_t *table);
/* Removes the tries of deals that are closed. Does nothing while the inquiry waits. */
void daily_drop_tries(struct sessions *sessions, struct store_inquiry *inquiry);
/* Notes the try at this table. */
void daily_save_try(struct sessions *sessions, const struct table *table);

/* -- Results ----------------------------------------------------------------------------------- */

struct daily_result {
    int64_t table;
    bool won;
    int32_t lead; /* over the mean of the others, times the number of seats */
    uint8_t seats;
    int32_t scores[GAME_SEATS_MAX];      /* the person's first */
    char course[DAILY_COURSE_MARKS + 1]; /* digits from 0, far behind, to 7, far ahead */
    char name[NAME_MAX_BYTES];
    char server[DAILY_SERVER_BYTES];
};

/* Saves the result of a table that was just finished, if it counts. */
void daily_save_result(struct sessions *sessions, const struct table *table);
/* Tells the person the result as soon as the store has told the others'. */
void daily_tell_result(struct sessions *sessions, const struct table *table);

typedef void daily_take_result(void *context, const char *network, const char *identity,
                               const struct daily_result *result);
/* Reads the results of a deal in no particular order. */
void daily_read_results(struct store_inquiry *inquiry, uint32_t day, const struct game *game,
                        void *context, daily_take_result *take);
/* Whether the first result is better. */
bool daily_is_better(const struct daily_result *one, const struct daily_result *other);

/* A result among the others of its deal. */
struct daily_standing {
    struct daily_result result;
    bool found;
    unsigned place, count; /* from 1; of how many */
};
struct daily_standing daily_standing_of(struct store_inquiry *inquiry, uint32_t day,
                                        const struct game *game, const char *network,
                                        const char *identity);
/* Returns on how many days in a row up to `day`, or the one before it, the person has finished a
 * deal of the day. */
unsigned daily_streak(struct store_inquiry *inquiry, uint32_t day, const char *network,
                      const char *identity);
/* Finds the best result of those who may be ranked; false: there is none, or the inquiry waits. */
bool daily_best(struct sessions *sessions, struct store_inquiry *inquiry, uint32_t day,
                const struct game *game, struct daily_result *best);
/* Whether the person may be named in rankings. */
bool daily_is_ranked(struct sessions *sessions, const char *network, const char *identity);

/* Appends the scores: "12:7". */
void daily_add_scores(const struct daily_result *result, struct text *out);
/* Appends the line that people paste: nothing in it helps somebody who has not played. */
void daily_say_line(uint32_t day, const struct game *game, const struct daily_standing *standing,
                    const struct style *style, struct text *out);

/* -- People ------------------------------------------------------------------------------------ */

/* Notes that the person is ranked on a server. */
void daily_join_server(struct sessions *sessions, const char *server, const char *network,
                       const char *identity);
/* Visits everybody who is; those whose results name the server may be missing. */
void daily_read_server(struct store_inquiry *inquiry, const char *server, void *context,
                       store_take_value *take);
/* Writes how the store names the person. */
void daily_person(const char *network, const char *identity, char key[STORE_WORD_MAX]);
/* Visits a person's results: the scope names day and game, the value is the JSON. */
void daily_read_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                   void *context, store_take_value *take);
void daily_forget(struct sessions *sessions, const char *network, const char *identity);

#endif
