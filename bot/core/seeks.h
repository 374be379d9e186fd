/* Who looks for a table: one entry for each person and game, in a roll (bot/core/rolls.h) of the
 * game. All processes that share a store know all of them. bot/tables/seeking.h brings people
 * together.
 *
 * Nobody is shown an entry of somebody else: of the others, people learn only how many there are.
 */
#ifndef BELFRY_BOT_CORE_SEEKS_H
#define BELFRY_BOT_CORE_SEEKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/core/home.h"
#include "bot/core/settings.h"
#include "games/game.h"

enum { SEEK_ID_TEXT = 17, SEEK_PACE_BYTES = 24, SEEK_PLACE_BYTES = HOME_BYTES };

/* The paces that are words. Any other is the time for a turn, as in SETTING_TURN_TIME. */
#define SEEK_LIVE "live"
#define SEEK_SLOW "slow"

struct seek {
    char id[SEEK_ID_TEXT]; /* random; tells one from a later one of the same person */
    const struct game *game;
    char network[NETWORK_NAME_MAX], identity[IDENTITY_MAX], name[NAME_MAX_BYTES];
    char place[SEEK_PLACE_BYTES]; /* where they asked, or that of their private conversation */
    bool in_private;              /* nobody else is in that place */
    unsigned least, most;         /* people at the table, they included */
    char pace[SEEK_PACE_BYTES];
    int64_t since, until; /* milliseconds since 1970; until 0: for ever */
    const char *roles;    /* as in struct inbound; of a list: valid until the roll changes */
};

/* Whether nobody has to be there all the time: a turn may take an hour or more. */
bool seek_is_slow(const struct seek *seek);
/* Adds or replaces the person's entry for the game. Returns false when too many look for it. */
bool seek_put(struct settings *settings, const struct seek *seek);
void seek_withdraw(struct settings *settings, const struct seek *seek);
/* Lists who looks for a table of the game, the oldest first; the caller frees the list. NULL:
 * nobody. */
struct seek *seek_list(const struct settings *settings, const struct game *game, size_t *count);
bool seek_find(const struct settings *settings, const struct game *game, const char *network,
               const char *identity, struct seek *found);
/* Writes where the store keeps the entry, and what it should say; for a store that may know more
 * than this process. */
const char *seek_scope(const struct seek *seek, char scope[64]);
const char *seek_key(const struct seek *seek, char key[NETWORK_NAME_MAX + IDENTITY_MAX]);
/* Returns what the entry says; NULL: there is none. */
const char *seek_value(const struct settings *settings, const struct seek *seek);

/* The person has another identity or name. */
void seek_rename(struct settings *settings, const char *network, const char *old_identity,
                 const struct person *now);
/* Withdraws everything that the person looks for. */
void seek_forget(struct settings *settings, const char *network, const char *identity);

#endif
