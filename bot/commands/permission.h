/* Who may do what: every network's own notion of rank mapped to three levels and the owner's.
 *
 * An adapter says what its network knows (a channel operator in IRC is a host, a services account
 * or host mask of the configuration an admin; who may manage a server in Discord is its admin).
 * Roles named in the settings of the server raise that, and the owners of the configuration stand
 * above all.
 */
#ifndef BELFRY_BOT_COMMANDS_PERMISSION_H
#define BELFRY_BOT_COMMANDS_PERMISSION_H

#include "bot/core/settings.h"

/* The rank of who typed, where he typed it. */
enum person_rank permission_rank(struct settings *settings, const struct inbound *inbound);
/* The least rank that changes a setting there by `config`. */
enum person_rank permission_to_set(enum setting setting, enum setting_where where);
bool permission_to_open(struct settings *settings, const struct setting_scope *scope,
                        enum person_rank rank);
/* To end a table without asking the others. */
bool permission_to_abort(struct settings *settings, const struct setting_scope *scope,
                         enum person_rank rank, bool is_opener);

#endif
