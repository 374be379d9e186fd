#include "bot/commands/permission.h"

#include <string.h>
#include <strings.h>

#include "bot/core/networks.h"

static bool is_owner(const struct settings *settings, const char *network, const char *identity)
{
    const struct config_list *owners = &settings->config->owners;
    size_t length = strlen(network);
    for (size_t i = 0; i < owners->count; i++) {
        const char *owner = owners->items[i];
        if (strncmp(owner, network, length) == 0 && owner[length] == ' ' &&
            networks_means(settings->networks, network, owner + length + 1, identity))
            return true;
    }
    return false;
}

/* Strips what surrounds a name in an entry as people write it: "Referees", "@Referees" or
 * "<@&123>". */
static void strip(const char **entry, size_t *length)
{
    for (; *length > 0 && strchr(" <@&", **entry) != NULL; (*length)--)
        ++*entry;
    while (*length > 0 && strchr(" >", (*entry)[*length - 1]) != NULL)
        (*length)--;
}

static bool names_role(const char *entry, size_t length, const char *roles)
{
    strip(&entry, &length);
    while (*roles != '\0' && length > 0) {
        size_t role = strcspn(roles, "\n");
        if (role == length && strncasecmp(roles, entry, length) == 0)
            return true;
        roles += role + (roles[role] == '\n');
    }
    return false;
}

static bool has_role(struct settings *settings, enum setting setting, const struct inbound *inbound)
{
    const struct setting_scope scope = setting_in_place(inbound->network, inbound->place);
    if (inbound->roles == NULL)
        return false;
    const char *rest = setting_text(settings, setting, &scope);
    while (*rest != '\0') {
        size_t length = strcspn(rest, ",");
        if (names_role(rest, length, inbound->roles))
            return true;
        rest += length + (rest[length] == ',');
    }
    return false;
}

enum person_rank permission_rank(struct settings *settings, const struct inbound *inbound)
{
    enum person_rank rank = inbound->person.rank;
    if (is_owner(settings, inbound->network, inbound->person.identity))
        return RANK_OWNER;
    if (rank < RANK_ADMIN && has_role(settings, SETTING_ADMIN_ROLES, inbound))
        return RANK_ADMIN;
    if (rank < RANK_HOST && has_role(settings, SETTING_HOST_ROLES, inbound))
        return RANK_HOST;
    if (rank < RANK_MEMBER && has_role(settings, SETTING_MEMBER_ROLES, inbound))
        return RANK_MEMBER;
    return rank;
}

enum person_rank permission_to_set(enum setting setting, enum setting_where where)
{
    if (where == SETTING_AT_PERSON)
        return RANK_PLAYER;
    return setting_table[setting].needs_admin || where == SETTING_AT_SERVER ? RANK_ADMIN
                                                                            : RANK_HOST;
}

bool permission_to_open(struct settings *settings, const struct setting_scope *scope,
                        enum person_rank rank)
{
    static const enum person_rank least[] = {[PEOPLE_EVERYONE] = RANK_PLAYER,
                                             [PEOPLE_MEMBERS] = RANK_MEMBER,
                                             [PEOPLE_HOSTS] = RANK_HOST,
                                             [PEOPLE_ADMINS] = RANK_ADMIN};
    return rank >= least[setting_number(settings, SETTING_OPEN, scope)];
}

bool permission_to_abort(struct settings *settings, const struct setting_scope *scope,
                         enum person_rank rank, bool is_opener)
{
    enum setting_abort who = (enum setting_abort)setting_number(settings, SETTING_ABORT, scope);
    return rank >= RANK_ADMIN || (who == ABORT_OPENER && is_opener) ||
           (who == ABORT_HOSTS && rank >= RANK_HOST);
}
