/* Lists: values, tables that are over, changes, ratings and statistics. */
#include <string.h>

#include "bot/base/log.h"
#include "bot/store/postgres/postgres_private.h"

/* What is asked for, and who takes each row. */
struct list {
    struct store_inquiry *inquiry;
    /* Takes one row; returns false to stop. */
    bool (*take)(const PGresult *rows, int row, void *context);
    void *context;
};

/* Asks the question, which is the inquiry's from now on. */
static bool read_rows(const struct list *list, struct pg_question *question)
{
    struct store_inquiry *inquiry = list->inquiry;
    if (!pg_begin_reading(inquiry)) {
        pg_question_free(question);
        return false;
    }
    const struct pg_question *answer = pg_ask(question);
    const PGresult *rows = answer != NULL ? answer->rows[0] : NULL;
    bool more = answer != NULL;
    for (int row = 0; more && row < PQntuples(rows); row++)
        more = list->take(rows, row, list->context);
    pg_end_reading(inquiry);
    return answer != NULL;
}

/* Asks with so many words. */
static bool read_list(const struct list *list, enum pg_statement statement,
                      const char *const *words, size_t count)
{
    struct pg_question *question = pg_question_new(list->inquiry);
    pg_call(&question->exchange, statement, 0, 0);
    for (size_t i = 0; i < count; i++)
        pg_give_string(&question->exchange, words[i]);
    return read_rows(list, question);
}

#define READ_LIST(list, statement, ...)                                                            \
    read_list(list, statement, (const char *const[]){__VA_ARGS__},                                 \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* -- Values ------------------------------------------------------------------------------------ */

struct value_row {
    const char *scope, *key, *value;
};

/* Returns false when the row is damaged: the value is left out, the inquiry counts it and the log
 * names it. */
static bool take_value_row(struct store_inquiry *inquiry, const PGresult *rows, int row,
                           struct value_row *value)
{
    *value = (struct value_row){.scope = pg_text_of(rows, row, 0, STORE_WORD_MAX),
                                .key = pg_text_of(rows, row, 1, STORE_WORD_MAX),
                                .value = pg_text_of(rows, row, 2, STORE_RECORD_MAX)};
    bool sound =
        value->scope && value->key && value->value &&
        pg_number_of(rows, row, 3) == store_check_value(value->scope, value->key, value->value);
    if (!sound) {
        inquiry->damaged_values++;
        log_error("store.damaged_value", "scope", value->scope, "key", value->key, "reason",
                  value->value ? "its checksum differs" : "it is no text", "kept",
                  "as it is, not used");
    }
    return sound;
}

struct value_reader {
    struct store_inquiry *inquiry;
    void *context;
    /* One of them is called for each row. */
    store_take_value *by_key, *by_scope;
    store_take_scoped_value *all;
};

static bool take_value(const PGresult *rows, int row, void *context)
{
    const struct value_reader *reader = context;
    struct value_row value;
    if (!take_value_row(reader->inquiry, rows, row, &value))
        return true;
    if (reader->all != NULL)
        return reader->all(reader->context, value.scope, value.key, value.value);
    return reader->by_key != NULL ? reader->by_key(reader->context, value.key, value.value)
                                  : reader->by_scope(reader->context, value.scope, value.value);
}

/* A value that was removed has no row of its own any more. */
static bool take_published(const PGresult *rows, int row, void *context)
{
    const struct value_reader *reader = context;
    const char *scope = pg_text_of(rows, row, 0, STORE_WORD_MAX);
    const char *key = pg_text_of(rows, row, 1, STORE_WORD_MAX);
    if (scope == NULL || key == NULL || !PQgetisnull(rows, row, 2))
        return take_value(rows, row, context);
    return reader->all(reader->context, scope, key, NULL);
}

bool pg_read_published(struct store_inquiry *inquiry, unsigned seconds, void *context,
                       store_take_scoped_value *value)
{
    struct value_reader reader = {.inquiry = inquiry, .context = context, .all = value};
    struct list list = {inquiry, take_published, &reader};
    char digits[24];
    struct text text = TEXT_IN(digits);
    text_add_number(&text, seconds);
    return READ_LIST(&list, PG_PUBLISHED, digits);
}

struct value_copy {
    char *value;
    size_t size;
    bool found;
};

static bool copy_value(void *context, const char *name, const char *value)
{
    struct value_copy *copy = context;
    (void)name;
    copy->found = strlen(value) < copy->size;
    if (copy->found)
        memcpy(copy->value, value, strlen(value) + 1);
    return false;
}

bool pg_read_value(struct store_inquiry *inquiry, const char *scope, const char *key, char *value,
                   size_t value_size)
{
    struct value_copy copy = {value, value_size, false};
    struct value_reader reader = {.inquiry = inquiry, .context = &copy, .by_key = copy_value};
    struct list list = {inquiry, take_value, &reader};
    value[0] = '\0';
    return READ_LIST(&list, PG_VALUE_GET, scope, key) && copy.found;
}

bool pg_read_values(struct store_inquiry *inquiry, const char *scope, void *context,
                    store_take_value *value)
{
    struct value_reader reader = {.inquiry = inquiry, .context = context, .by_key = value};
    struct list list = {inquiry, take_value, &reader};
    return READ_LIST(&list, PG_VALUES, scope);
}

bool pg_read_all_values(struct store_inquiry *inquiry, const char *beginning, void *context,
                        store_take_scoped_value *value)
{
    struct value_reader reader = {.inquiry = inquiry, .context = context, .all = value};
    struct list list = {inquiry, take_value, &reader};
    return READ_LIST(&list, PG_ALL_VALUES, beginning);
}

bool pg_read_scopes(struct store_inquiry *inquiry, const char *beginning, const char *key,
                    void *context, store_take_value *value)
{
    struct value_reader reader = {.inquiry = inquiry, .context = context, .by_scope = value};
    struct list list = {inquiry, take_value, &reader};
    return READ_LIST(&list, PG_SCOPES, beginning, key);
}

/* -- Tables that are over ---------------------------------------------------------------------- */

struct ended_reader {
    void *context;
    store_take_ended *table;
};

static bool take_ended(const PGresult *rows, int row, void *context)
{
    const struct ended_reader *reader = context;
    const struct stored_ended table = {.id = pg_number_of(rows, row, 0),
                                       .game = pg_text_of(rows, row, 1, STORE_WORD_MAX),
                                       .status = (enum table_status)pg_number_of(rows, row, 2),
                                       .opened = pg_number_of(rows, row, 3)};
    return table.game == NULL || reader->table(reader->context, &table);
}

bool pg_read_ended(struct store_inquiry *inquiry, const char *network, const char *place,
                   void *context, store_take_ended *table)
{
    struct ended_reader reader = {context, table};
    struct list list = {inquiry, take_ended, &reader};
    return READ_LIST(&list, PG_ENDED, network, place);
}

bool pg_read_archived(struct store_inquiry *inquiry, const char *network, const char *place,
                      const char *identity, void *context, store_take_ended *table)
{
    struct ended_reader reader = {context, table};
    struct list list = {inquiry, take_ended, &reader};
    return READ_LIST(&list, PG_ARCHIVED, network, place, identity);
}

struct id_reader {
    void *context;
    store_take_table *table;
};

static bool take_id(const PGresult *rows, int row, void *context)
{
    const struct id_reader *reader = context;
    return reader->table(reader->context, pg_number_of(rows, row, 0));
}

bool pg_read_tables_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                       void *context, store_take_table *table)
{
    struct id_reader reader = {context, table};
    struct list list = {inquiry, take_id, &reader};
    return READ_LIST(&list, PG_TABLES_OF, network, identity);
}

struct version_reader {
    void *context;
    store_take_version *changed;
};

static bool take_version(const PGresult *rows, int row, void *context)
{
    const struct version_reader *reader = context;
    const struct stored_version changed = {.table = pg_number_of(rows, row, 0),
                                           .version = pg_number_of(rows, row, 1),
                                           .status = (enum table_status)pg_number_of(rows, row, 2)};
    return reader->changed(reader->context, &changed);
}

bool pg_read_changed(struct store_inquiry *inquiry, unsigned seconds, void *context,
                     store_take_version *changed)
{
    struct version_reader reader = {context, changed};
    struct list list = {inquiry, take_version, &reader};
    char digits[24];
    struct text text = TEXT_IN(digits);
    text_add_number(&text, seconds);
    return READ_LIST(&list, PG_CHANGED, digits);
}

/* -- Live tables by where they are ------------------------------------------------------------- */

bool pg_read_live_at(struct store_inquiry *inquiry, const char *network, const char *place,
                     const char *identity, void *context, store_take_table *table)
{
    struct id_reader reader = {context, table};
    struct list list = {inquiry, take_id, &reader};
    return READ_LIST(&list, PG_LIVE_AT, network, place, identity);
}

struct site_reader {
    void *context;
    store_take_site *site;
};

static bool take_site(const PGresult *rows, int row, void *context)
{
    const struct site_reader *reader = context;
    const struct stored_site site = {.table = pg_number_of(rows, row, 0),
                                     .network = pg_text_of(rows, row, 1, STORE_WORD_MAX),
                                     .place = pg_text_of(rows, row, 2, STORE_WORD_MAX)};
    return site.network == NULL || site.place == NULL || reader->site(reader->context, &site);
}

bool pg_read_sites_on(struct store_inquiry *inquiry, const char *network, void *context,
                      store_take_site *site)
{
    struct site_reader reader = {context, site};
    struct list list = {inquiry, take_site, &reader};
    return READ_LIST(&list, PG_SITES_ON, network);
}

bool pg_read_sites_of(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                      void *context, store_take_site *site)
{
    struct site_reader reader = {context, site};
    struct list list = {inquiry, take_site, &reader};
    struct pg_question *question = pg_question_new(inquiry);
    pg_call(&question->exchange, PG_SITES_OF, 0, 0);
    pg_give_numbers(&question->exchange, tables, count);
    return read_rows(&list, question);
}

/* -- How the server is ------------------------------------------------------------------------- */

/* Asks without a word. */
static bool read_all(const struct list *list, enum pg_statement statement)
{
    return read_list(list, statement, NULL, 0);
}

struct standby_reader {
    void *context;
    store_take_standby *standby;
};

static bool take_standby(const PGresult *rows, int row, void *context)
{
    const struct standby_reader *reader = context;
    const struct stored_standby standby = {.name = pg_text_of(rows, row, 0, STORE_WORD_MAX),
                                           .state = pg_text_of(rows, row, 1, STORE_WORD_MAX),
                                           .sync = pg_text_of(rows, row, 2, STORE_WORD_MAX),
                                           .behind_ms = pg_number_of(rows, row, 3)};
    return standby.name == NULL || standby.state == NULL || standby.sync == NULL ||
           reader->standby(reader->context, &standby);
}

bool pg_read_standbys(struct store_inquiry *inquiry, void *context, store_take_standby *standby)
{
    struct standby_reader reader = {context, standby};
    return read_all(&(struct list){inquiry, take_standby, &reader}, PG_STANDBYS);
}

struct count_reader {
    void *context;
    store_take_count *count;
};

static bool take_count(const PGresult *rows, int row, void *context)
{
    const struct count_reader *reader = context;
    return reader->count(reader->context, (enum table_status)pg_number_of(rows, row, 0),
                         pg_number_of(rows, row, 1));
}

bool pg_count_tables(struct store_inquiry *inquiry, void *context, store_take_count *count)
{
    struct count_reader reader = {context, count};
    return read_all(&(struct list){inquiry, take_count, &reader}, PG_COUNTS);
}

/* -- The record of changes --------------------------------------------------------------------- */

struct change_reader {
    void *context;
    store_take_change *change;
};

static bool take_change(const PGresult *rows, int row, void *context)
{
    const struct change_reader *reader = context;
    struct stored_change change = {.at = pg_number_of(rows, row, 0),
                                   .scope = pg_text_of(rows, row, 1, STORE_WORD_MAX),
                                   .setting = pg_text_of(rows, row, 2, STORE_WORD_MAX),
                                   .network = pg_text_of(rows, row, 5, STORE_WORD_MAX),
                                   .identity = pg_text_of(rows, row, 6, STORE_WORD_MAX),
                                   .name = pg_text_of(rows, row, 7, STORE_WORD_MAX)};
    bool sound = change.scope && change.setting && change.network && change.identity &&
                 change.name &&
                 pg_optional_text_of(rows, row, 3, STORE_RECORD_MAX, &change.before) &&
                 pg_optional_text_of(rows, row, 4, STORE_RECORD_MAX, &change.after);
    if (!sound)
        log_warning("store.damaged_value", "reason", "a change of a setting is none");
    return !sound || reader->change(reader->context, &change);
}

bool pg_read_changes(struct store_inquiry *inquiry, const char *const *scopes, size_t scope_count,
                     void *context, store_take_change *change)
{
    struct change_reader reader = {context, change};
    struct list list = {inquiry, take_change, &reader};
    const char *words[STORE_CHANGE_SCOPES] = {NULL};
    if (scope_count > STORE_CHANGE_SCOPES) {
        struct text text = TEXT_IN(inquiry->error);
        text_add(&text, "cannot read: too many scopes are asked for");
        return false;
    }
    for (size_t i = 0; i < scope_count; i++)
        words[i] = scopes[i];
    return read_list(&list, PG_CHANGES, words, STORE_CHANGE_SCOPES);
}

bool pg_read_changes_by(struct store_inquiry *inquiry, const char *network, const char *identity,
                        void *context, store_take_change *change)
{
    struct change_reader reader = {context, change};
    struct list list = {inquiry, take_change, &reader};
    return READ_LIST(&list, PG_CHANGES_BY, network, identity);
}

/* -- Ratings ----------------------------------------------------------------------------------- */

bool pg_take_rating(const PGresult *rows, int row, struct stored_rating *rating,
                    struct stored_ranking *ranking)
{
    *rating = (struct stored_rating){.network = pg_text_of(rows, row, 0, STORE_WORD_MAX),
                                     .identity = pg_text_of(rows, row, 1, STORE_WORD_MAX),
                                     .name = pg_text_of(rows, row, 2, STORE_WORD_MAX),
                                     .now = {.games = pg_number_of(rows, row, 3),
                                             .mean = pg_real_of(rows, row, 4),
                                             .deviation = pg_real_of(rows, row, 5),
                                             .last = pg_number_of(rows, row, 6)},
                                     .week = pg_number_of(rows, row, 7),
                                     .before = {.games = pg_number_of(rows, row, 8),
                                                .mean = pg_real_of(rows, row, 9),
                                                .deviation = pg_real_of(rows, row, 10),
                                                .last = pg_number_of(rows, row, 11)}};
    *ranking = (struct stored_ranking){.server = pg_text_of(rows, row, 12, STORE_WORD_MAX),
                                       .season = pg_text_of(rows, row, 13, STORE_WORD_MAX),
                                       .game = pg_text_of(rows, row, 14, STORE_WORD_MAX)};
    bool good = rating->network != NULL && rating->identity != NULL && rating->name != NULL &&
                ranking->server != NULL && ranking->season != NULL && ranking->game != NULL;
    if (!good)
        log_warning("store.damaged_value", "reason", "a rating is none");
    return good;
}

struct rating_reader {
    void *context;
    store_take_rating *rating;
    store_take_own_rating *own;
};

static bool hand_out_rating(const PGresult *rows, int row, void *context)
{
    const struct rating_reader *reader = context;
    struct stored_rating rating;
    struct stored_ranking ranking;
    if (!pg_take_rating(rows, row, &rating, &ranking))
        return true;
    return reader->own != NULL ? reader->own(reader->context, &ranking, &rating)
                               : reader->rating(reader->context, &rating);
}

bool pg_read_top(struct store_inquiry *inquiry, const char *server, const char *season,
                 const char *game, void *context, store_take_rating *rating)
{
    char limit[16];
    struct text text = TEXT_IN(limit);
    struct rating_reader reader = {.context = context, .rating = rating};
    struct list list = {inquiry, hand_out_rating, &reader};
    text_add_format(&text, "%d", STORE_TOP_MAX);
    return READ_LIST(&list, PG_TOP, server, season, game, limit);
}

bool pg_read_ratings_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                        void *context, store_take_own_rating *rating)
{
    struct rating_reader reader = {.context = context, .own = rating};
    struct list list = {inquiry, hand_out_rating, &reader};
    return READ_LIST(&list, PG_RATINGS_OF, network, identity);
}

/* -- Statistics -------------------------------------------------------------------------------- */

struct stats_reader {
    void *context;
    store_take_stats *stats;
};

static bool take_stats(const PGresult *rows, int row, void *context)
{
    const struct stats_reader *reader = context;
    const struct stored_stats stats = {.game = pg_text_of(rows, row, 0, STORE_WORD_MAX),
                                       .games = pg_number_of(rows, row, 1),
                                       .wins = pg_real_of(rows, row, 2),
                                       .mean_score = pg_real_of(rows, row, 3),
                                       .best_score = pg_number_of(rows, row, 4),
                                       .last = pg_number_of(rows, row, 5),
                                       .rating = {.games = pg_number_of(rows, row, 6),
                                                  .mean = pg_real_of(rows, row, 7),
                                                  .deviation = pg_real_of(rows, row, 8),
                                                  .last = pg_number_of(rows, row, 9)}};
    return stats.game == NULL || reader->stats(reader->context, &stats);
}

bool pg_read_stats(struct store_inquiry *inquiry, const char *server, const char *season,
                   const char *network, const char *identity, void *context,
                   store_take_stats *stats)
{
    struct stats_reader reader = {context, stats};
    struct list list = {inquiry, take_stats, &reader};
    return READ_LIST(&list, PG_STATS, network, identity, server, season);
}

struct player_copy {
    char *network, *identity;
    bool found;
};

static bool copy_player(const PGresult *rows, int row, void *context)
{
    struct player_copy *copy = context;
    const char *network = pg_text_of(rows, row, 0, STORE_WORD_MAX);
    const char *identity = pg_text_of(rows, row, 1, STORE_WORD_MAX);
    if (network != NULL && identity != NULL) {
        memcpy(copy->network, network, strlen(network) + 1);
        memcpy(copy->identity, identity, strlen(identity) + 1);
        copy->found = true;
    }
    return false;
}

bool pg_find_player(struct store_inquiry *inquiry, const char *server, const char *name,
                    char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX])
{
    struct player_copy copy = {network, identity, false};
    struct list list = {inquiry, copy_player, &copy};
    return READ_LIST(&list, PG_PLAYER_FIND, server, name) && copy.found;
}
