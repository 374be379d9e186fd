/* Leagues (bot/league) on a server: kept, played at tables and told.
 *
 * A league is one entry of a roll (bot/core/rolls.h) of its server, so it is saved with the turn
 * that changed it: the same commit holds the end of a table and the result, the results and the
 * next round, and the match and the table that was opened for it. Nobody is told before that. Where
 * several processes share the store, each version of a league can be saved once; of two processes
 * that change the same one, the second begins again with what the first has made.
 *
 * Tables open by themselves: in a thread of the league's channel where the network has threads, or
 * in the first of its channels without a live table. Those that find none wait for one. They have
 * the league's time for a move (SETTING_TURN_TIME), after which a seat of the bot stands in. When
 * the time for a round is over, everybody has a minute for a move. A table that is aborted without
 * a result opens again.
 *
 * In a duplicate league all tables of a round have the same seed. Each has a thread or a channel of
 * its own, so that nobody sees a game before they play the same deal. Until all have played, seed,
 * records and results are not told, and a table that is aborted counts as it stands.
 */
#ifndef BELFRY_BOT_TABLES_LEAGUES_H
#define BELFRY_BOT_TABLES_LEAGUES_H

#include "bot/core/rolls.h"
#include "bot/league/league.h"
#include "bot/tables/session.h"

enum { LEAGUES_MAX = 20 /* on a server */ };

/* -- Kept -------------------------------------------------------------------------------------- */

/* Writes the name of the roll of a place's server. */
void leagues_roll(const struct sessions *sessions, const char *network, const char *place,
                  char roll[ROLL_NAME_BYTES]);
/* Returns the league of that name in any case, for leagues_close(); NULL: there is none, or one of
 * another program's version. */
struct league *leagues_open(const struct sessions *sessions, const char *roll, const char *name);
void leagues_close(struct league *league);
/* Saves the league as its next version. Returns false when the server has too many. */
bool leagues_save(struct sessions *sessions, const char *roll, struct league *league);
void leagues_remove(struct sessions *sessions, const char *roll, const struct league *league);
/* Calls `visit` for every league of the roll in the order of their names; it may save and remove
 * the one it is called for, and returns false to stop. */
typedef bool leagues_visitor(void *context, const char *roll, struct league *league);
void leagues_visit(struct sessions *sessions, const char *roll, void *context,
                   leagues_visitor *visit);
/* Does the same for the leagues of all servers. */
void leagues_visit_all(struct sessions *sessions, void *context, leagues_visitor *visit);
/* Replaces the person's name and removes their identity from every league; those that they are
 * playing in go on without them. */
void leagues_forget(struct sessions *sessions, const char *network, const char *identity,
                    const char *name);
/* The person has another identity. */
void leagues_rename(struct sessions *sessions, const char *network, const char *old_identity,
                    const struct person *now);

/* -- Played ------------------------------------------------------------------------------------ */

/* Why somebody may not enter a league in the place; NULL: they may. */
session_refusal leagues_refuse(struct sessions *sessions, const char *network, const char *place,
                               const struct person *person);
/* Begins the league, which has enough people. */
void leagues_start(struct sessions *sessions, const char *roll, struct league *league);
/* The entrant is paired no longer; the bot plays on for them at once. */
void leagues_withdraw(struct sessions *sessions, const char *roll, struct league *league,
                      unsigned entrant);
/* Gives the match this result; its table, if it is still played, is closed. */
void leagues_correct(struct sessions *sessions, const char *roll, struct league *league,
                     struct league_match *match, const int32_t *scores);
/* The league is over as it stands; its tables are closed. */
void leagues_end(struct sessions *sessions, const char *roll, struct league *league);

/* Does what is due, in the turn from which it follows: notes results, pairs rounds, opens tables.
 */
void leagues_run(struct sessions *sessions);
/* Whether the table has a deal that others still have to play: its seed and its record are not
 * told.
 */
bool leagues_hide(struct sessions *sessions, int64_t table);
/* Returns how many channels the league needs; 0: one is enough. */
unsigned leagues_places_needed(const struct sessions *sessions, const struct league *league);
/* A turn was not saved: what leagues did in it is done again a little later. */
void leagues_unsaved(struct sessions *sessions);

/* Prints the choice for the league's tables, and reads it again. */
void leagues_print_choice(const struct game *game, const struct table_choice *choice,
                          struct text *out);
bool leagues_read_choice(const struct game *game, const char *text, struct table_choice *choice);

/* -- Left and entered again -------------------------------------------------------------------- */

/* Whoever left the seat is out of the league that plays at the table; its channel is told. Writes
 * the league's name; "" when there is none, or they had left it before. */
void leagues_take_out(struct sessions *sessions, const struct table *table, unsigned seat,
                      char name[LEAGUE_NAME_BYTES]);
/* The person is in the leagues of the roll again that took them out: in the one that plays at the
 * table, or with 0 in each. Their channels are told. */
void leagues_take_back(struct sessions *sessions, const char *roll, int64_t table,
                       const char *network, const char *identity);

/* -- Told -------------------------------------------------------------------------------------- */

enum { LEAGUE_WIDE = 80, LEAGUE_NARROW = 40, LEAGUE_TEXT_BYTES = 16 * 1024 };

/* Whether there are leagues whose channel it is, and the bot is back there: a line for each stands
 * for what was not told. */
bool leagues_meet(struct sessions *sessions, const char *network, const char *place);
void leagues_tell_back(struct sessions *sessions, const char *network, const char *place);
/* Appends the standings as a table of at most so many columns, the first `rows` people. */
void leagues_say_standings(const struct league *league, const struct words *words, unsigned columns,
                           unsigned rows, struct text *out);
/* Appends the matches of a round, a line each. `reader` is the network whose people read it. */
void leagues_say_round(const struct sessions *sessions, const struct league *league, unsigned round,
                       const struct words *words, struct text *out);
/* Appends a match's people: "alice – bruno". */
void leagues_say_match(const struct league *league, const struct league_match *match,
                       const struct words *words, struct text *out);
/* Returns how many columns the style has room for. */
unsigned leagues_columns(const struct style *style);

#endif
