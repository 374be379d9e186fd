/* Who may do what: every network's own ranks, mapped to four levels and the owner.
 *
 * An adapter says what its network knows: in IRC a channel operator is a host, somebody with voice
 * a member, and a services account or host mask from the configuration is an admin; in Discord a
 * person who may manage a server is its admin. Roles named in the server's settings raise that
 * rank, and the owners from the configuration stand above all.
 */
#ifndef BELFRY_BOT_COMMANDS_PERMISSION_H
#define BELFRY_BOT_COMMANDS_PERMISSION_H

#include "bot/core/settings.h"

/* Returns the rank of the person who typed, in the place where they typed. */
enum person_rank permission_rank(struct settings *settings, const struct inbound *inbound);
/* Returns the lowest rank that may change the setting there with `config`. */
enum person_rank permission_to_set(enum setting setting, enum setting_where where);
bool permission_to_open(struct settings *settings, const struct setting_scope *scope,
                        enum person_rank rank);
/* Whether the rank may end a table without asking the others. */
bool permission_to_abort(struct settings *settings, const struct setting_scope *scope,
                         enum person_rank rank, bool is_opener);

#endif
