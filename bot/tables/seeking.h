/* Finding a table: people who look for one (bot/core/seeks.h) are brought together.
 *
 * People meet if they want the same game, pace and number of people, if nobody of them has blocked
 * another, if all of them may sit down in every place where one of them asked, and if all of those
 * places allow it: where `seek` is off, people only meet who asked in that very place. People who
 * can't be reached now go on waiting.
 *
 * The table that they get is opened by nobody, and is shown where they asked: in the place itself,
 * or in private if they asked there or if the place has a table already. It is written together
 * with the end of their seeks. Of the processes that share a store, one writes it.
 */
#ifndef BELFRY_BOT_TABLES_SEEKING_H
#define BELFRY_BOT_TABLES_SEEKING_H

#include "bot/core/seeks.h"
#include "bot/tables/session.h"

/* Whether the two may sit at one table. */
bool seeking_may_meet(struct sessions *sessions, const struct seek *one, const struct seek *other);
/* Whether people who asked elsewhere may be brought together with the person. */
bool seeking_is_open(struct sessions *sessions, const struct seek *seek);
/* Why nobody could be seated with the person where they ask; NULL: nothing stands in the way. */
session_refusal seeking_refuses(struct sessions *sessions, const struct seek *seek);
/* Ends what somebody looks for; of several processes one does. */
void session_end_seek(struct sessions *sessions, const struct seek *seek);
/* Something has changed because of which people may be brought together. */
void seeking_look_again(struct sessions *sessions);
/* Ends the live seeks that the person made in private on the network: they have left it. */
void seeking_left(struct sessions *sessions, const char *network, const char *identity);

/* Called at the end of a turn, when the open turn is empty: seats the people who can be brought
 * together, and tells those who have waited long enough. Returns whether the open turn has anything
 * to save now. */
bool session_seat_seekers(struct sessions *sessions);
/* Returns when it is to be called although nothing happens; DEADLINE_NEVER: then it need not be. */
int64_t session_seekers_due(const struct sessions *sessions);
/* That time has come. */
void session_ring_seekers(struct sessions *sessions);

/* People who are brought together. */
struct company {
    unsigned count;
    struct seek people[GAME_SEATS_MAX];            /* without their roles */
    char places[GAME_SEATS_MAX][SEEK_PLACE_BYTES]; /* where each of them is shown the table */
};

/* found.c: opens the table, and deals if nothing stands in the way. */
void session_open_found(struct sessions *sessions, const struct company *company);
/* found.c: another process has opened the table: tells its places. */
void session_tell_found(struct sessions *sessions, struct table *table);

#endif
