/* Who may not sit down where: bans of a table, a channel, a server or a whole network.
 *
 * A ban is an entry of a roll (bot/core/rolls.h) for its place. Whom it means is an identity, a
 * pattern of their network, or a role (adapter_class.find_person).
 */
#ifndef BELFRY_BOT_CORE_BANS_H
#define BELFRY_BOT_CORE_BANS_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"
#include "bot/core/settings.h"

enum ban_where { BAN_AT_TABLE, BAN_AT_CHANNEL, BAN_AT_SERVER, BAN_AT_NETWORK, BAN_WHERE_COUNT };
enum { BAN_REASON_COLUMNS = 120, BAN_REASON_BYTES = 4 * BAN_REASON_COLUMNS };

struct ban {
    enum ban_where where;
    char network[NETWORK_NAME_MAX]; /* of whom it means */
    char who[IDENTITY_MAX];
    char name[NAME_MAX_BYTES]; /* what they were called */
    int64_t until;             /* milliseconds since 1970; 0: until it is lifted */
    char reason[BAN_REASON_BYTES];
    /* Who gave it; "" when they are forgotten. */
    char by_network[NETWORK_NAME_MAX], by_identity[IDENTITY_MAX], by_name[NAME_MAX_BYTES];
};

/* Somebody who may be barred. */
struct suspect {
    const char *network, *identity;
    const char *roles; /* as in struct inbound; NULL: not known */
};

/* Whether the ban means that person. */
bool ban_means(const struct settings *settings, const struct ban *ban,
               const struct suspect *suspect);
/* Finds the widest ban that means the person at the scope's table, channel or server and still
 * holds. */
bool ban_find(struct settings *settings, const struct setting_scope *scope,
              const struct suspect *suspect, struct ban *found);
/* Adds a ban or replaces the one that means the same there; those that have ended are removed.
 * Returns false when too many hold there. */
bool ban_add(struct settings *settings, const struct setting_scope *scope, const struct ban *ban);
void ban_lift(struct settings *settings, const struct setting_scope *scope, const struct ban *ban);
/* Visits all bans that hold at the scope, from table to network; `visit` returns false to stop. */
void ban_visit(struct settings *settings, const struct setting_scope *scope, void *context,
               bool (*visit)(void *context, const struct ban *ban));
/* The bans that a person gave no longer say who gave them. */
void ban_forget_giver(struct settings *settings, const char *network, const char *identity);

#endif
