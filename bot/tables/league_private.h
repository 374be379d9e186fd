/* Shared by the files about leagues; nobody else includes this. */
#ifndef BELFRY_BOT_TABLES_LEAGUE_PRIVATE_H
#define BELFRY_BOT_TABLES_LEAGUE_PRIVATE_H

#include "bot/base/duration.h"
#include "bot/tables/leagues.h"

enum { LEAGUE_HURRY = MINUTE }; /* for a move when the round's time is over */

/* league_tables.c */
/* Whether the bot is in the place and may speak there. */
bool league_is_open(const struct sessions *sessions, const char *network, const char *place);
/* Opens a table for the match, seats everybody and deals; false: no place is free. */
bool league_open_table(struct sessions *sessions, const struct league *league,
                       struct league_match *match);
/* Returns the live table of the match, or NULL. */
struct table *league_table(const struct sessions *sessions, const struct league_match *match);
/* The round's time is over: everybody at the table has little time for a move. */
void league_hurry(struct sessions *sessions, const struct league *league, struct table *table);

/* league_tell.c: messages for the league's first place, where its people look. */
void league_tell(const struct sessions *sessions, const struct league *league, const char *key,
                 const struct word_argument *arguments, size_t count);
void league_tell_round(const struct sessions *sessions, const struct league *league);
void league_tell_result(const struct sessions *sessions, const struct league *league,
                        const struct league_match *match);
/* Those of a round whose results were not told one by one. */
void league_tell_results(const struct sessions *sessions, const struct league *league);
void league_tell_standings(const struct sessions *sessions, const struct league *league);
/* The time for the round ends soon: names the matches that are not done. */
void league_warn(const struct sessions *sessions, const struct league *league);
/* The bot is back: the round, its time and the matches that are not done. */
void league_tell_back(const struct sessions *sessions, const struct league *league);

/* league_back.c: notes with the turn that the end is not told yet, and that a message in the outbox
 * tells it. The other is for a league that is removed. */
void league_note_end(struct sessions *sessions, const char *roll, const struct league *league);
void league_forget_end(struct sessions *sessions, const char *roll, const struct league *league);

#endif
