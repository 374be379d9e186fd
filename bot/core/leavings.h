/* Who left running games, and what follows from that on a server for a while.
 *
 * What follows is a setting (SETTING_LEAVING), and lasts twice as long with each further leaving;
 * one leaving less counts with each SETTING_LEAVING_DECAY that passes without one. Whoever is out
 * of a league waits here as others do; the league itself (bot/league/league.h) knows the rest. A
 * person's leavings are one entry of a roll (bot/core/rolls.h) of their server. What counts as
 * leaving is decided by the session manager.
 */
#ifndef BELFRY_BOT_CORE_LEAVINGS_H
#define BELFRY_BOT_CORE_LEAVINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"
#include "bot/core/settings.h"

/* What follows for a person, and until when. Times are milliseconds since 1970. */
struct leaving {
    char network[NETWORK_NAME_MAX], identity[IDENTITY_MAX];
    char name[NAME_MAX_BYTES]; /* what they were called when they left last */
    enum setting_leaving what; /* LEAVING_WAIT or LEAVING_UNRANKED */
    unsigned count;            /* how often they left, as far as that still counts */
    int64_t at, until;
    int64_t table; /* that they left last */
    /* The same before that; 0: it was the first time. */
    int64_t at_before, until_before;
};

/* Notes that a person left the table; the scope says where it belongs and what is set there.
 * Returns false when nothing follows. */
bool leaving_add(struct settings *settings, const struct setting_scope *scope, const char *network,
                 const struct person *person, struct leaving *left);
/* The person has taken up the seat that they left at the scope's table: it counts no longer.
 * Returns false when it did not count. */
bool leaving_take_back(struct settings *settings, const struct setting_scope *scope,
                       const char *network, const char *identity);
/* Nothing follows any longer from anything the person left. */
void leaving_pardon(struct settings *settings, const struct setting_scope *scope,
                    const struct leaving *leaving);
/* Finds what follows for the person in the scope's place now; false: nothing. */
bool leaving_find(struct settings *settings, const struct setting_scope *scope, const char *network,
                  const char *identity, struct leaving *found);
/* Visits everybody for whom something follows in the scope's place now; `visit` returns false to
 * stop. */
void leaving_visit(struct settings *settings, const struct setting_scope *scope, void *context,
                   bool (*visit)(void *context, const struct leaving *leaving));

#endif
