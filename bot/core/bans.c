#include "bot/core/bans.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot/core/clock.h"
#include "bot/core/networks.h"
#include "bot/core/rolls.h"

enum { KEY_BYTES = NETWORK_NAME_MAX + IDENTITY_MAX, VALUE_BYTES = 1024 };

#define ROLE "role:"

/* -- Where they are kept ----------------------------------------------------------------------- */

static const char *const beginning_of_settings = "settings ";

/* Returns NULL when the scope has no such place. */
static const char *roll_name(struct settings *settings, enum ban_where where,
                             const struct setting_scope *scope, char name[ROLL_NAME_BYTES])
{
    static const enum setting_where places[] = {[BAN_AT_TABLE] = SETTING_AT_TABLE,
                                                [BAN_AT_CHANNEL] = SETTING_AT_CHANNEL,
                                                [BAN_AT_SERVER] = SETTING_AT_SERVER};
    char buffer[SETTING_SCOPE_BYTES];
    struct text text = text_in(name, ROLL_NAME_BYTES);
    text_add(&text, ROLL_BANS);
    if (where == BAN_AT_NETWORK)
        text_add_format(&text, "network %s", scope->network);
    else if (setting_scope_name(settings, places[where], scope, buffer) != NULL)
        text_add(&text, buffer + strlen(beginning_of_settings));
    else
        return NULL;
    return text.truncated ? NULL : name;
}

static const char *key_of(const struct ban *ban, char key[KEY_BYTES])
{
    struct text text = text_in(key, KEY_BYTES);
    text_add_format(&text, "%s %s", ban->network, ban->who);
    return key;
}

/* -- One ban as text: fields with a tab after each; no name or reason has one ------------------ */

static void print(const struct ban *ban, struct text *out)
{
    text_add_format(out, "%" PRId64 "\t%s\t%s\t%s\t%s\t%s\t", ban->until, ban->name,
                    ban->by_network, ban->by_identity, ban->by_name, ban->reason);
}

static void take(const char **rest, char *field, size_t size)
{
    struct text text = text_in(field, size);
    size_t length = strcspn(*rest, "\t");
    text_add_bytes(&text, *rest, length);
    *rest += length + ((*rest)[length] == '\t');
}

static struct ban read(enum ban_where where, const struct roll_entry *entry)
{
    struct ban ban = {.where = where};
    const char *rest = entry->value, *space = strchr(entry->key, ' ');
    struct text network = TEXT_IN(ban.network), who = TEXT_IN(ban.who);
    char until[24];
    text_add_bytes(&network, entry->key, strcspn(entry->key, " "));
    text_add(&who, space != NULL ? space + 1 : "");
    take(&rest, until, sizeof until);
    ban.until = strtoll(until, NULL, 10);
    take(&rest, ban.name, sizeof ban.name);
    take(&rest, ban.by_network, sizeof ban.by_network);
    take(&rest, ban.by_identity, sizeof ban.by_identity);
    take(&rest, ban.by_name, sizeof ban.by_name);
    take(&rest, ban.reason, sizeof ban.reason);
    return ban;
}

/* -- Looking ----------------------------------------------------------------------------------- */

static bool holds(const struct settings *settings, const struct ban *ban)
{
    return ban->until == 0 || ban->until > clock_now(settings->clock);
}

static bool has_role(const char *roles, const char *role)
{
    size_t length = strlen(role);
    while (roles != NULL && *roles != '\0') {
        size_t line = strcspn(roles, "\n");
        if (line == length && memcmp(roles, role, length) == 0)
            return true;
        roles += line + (roles[line] == '\n');
    }
    return false;
}

bool ban_means(const struct settings *settings, const struct ban *ban,
               const struct suspect *suspect)
{
    if (strcmp(ban->network, suspect->network) != 0)
        return false;
    if (strncmp(ban->who, ROLE, strlen(ROLE)) == 0)
        return has_role(suspect->roles, ban->who + strlen(ROLE));
    return networks_is_meant(settings->networks, suspect->network, ban->who, suspect->identity);
}

/* Returns false when the visit was stopped. */
static bool visit_roll(struct settings *settings, enum ban_where where,
                       const struct setting_scope *scope, void *context,
                       bool (*visit)(void *context, const struct ban *ban))
{
    char name[ROLL_NAME_BYTES];
    const struct roll_entry *entry = NULL;
    if (settings->rolls != NULL && roll_name(settings, where, scope, name) != NULL)
        entry = roll_first(settings, name);
    for (; entry != NULL; entry = entry->next) {
        const struct ban ban = read(where, entry);
        if (holds(settings, &ban) && !visit(context, &ban))
            return false;
    }
    return true;
}

void ban_visit(struct settings *settings, const struct setting_scope *scope, void *context,
               bool (*visit)(void *context, const struct ban *ban))
{
    char parent[PLACE_MAX];
    bool goes_on = true;
    for (enum ban_where where = 0; goes_on && where < BAN_WHERE_COUNT; where++) {
        goes_on = visit_roll(settings, where, scope, context, visit);
        if (where != BAN_AT_CHANNEL || scope->place == NULL)
            continue;
        /* A thread belongs to its channel. */
        const struct setting_scope outer = {
            .network = scope->network,
            .place = networks_channel(settings->networks, scope->network, scope->place, parent)};
        if (goes_on && outer.place != scope->place)
            goes_on = visit_roll(settings, where, &outer, context, visit);
    }
}

struct search {
    const struct settings *settings;
    const struct suspect *suspect;
    struct ban *found;
    bool any;
};

static bool consider(void *context, const struct ban *ban)
{
    struct search *search = context;
    if (ban_means(search->settings, ban, search->suspect)) {
        *search->found = *ban;
        search->any = true;
    }
    return true;
}

bool ban_find(struct settings *settings, const struct setting_scope *scope,
              const struct suspect *suspect, struct ban *found)
{
    struct search search = {.settings = settings, .suspect = suspect, .found = found};
    ban_visit(settings, scope, &search, consider);
    return search.any;
}

/* -- Changing ---------------------------------------------------------------------------------- */

static void drop_ended(struct settings *settings, const char *name)
{
    const struct roll_entry *entry = roll_first(settings, name), *next;
    for (; entry != NULL; entry = next) {
        const struct ban ban = read(BAN_AT_NETWORK, entry);
        char key[KEY_BYTES];
        next = entry->next;
        if (!holds(settings, &ban))
            roll_set(settings, name, key_of(&ban, key), NULL);
    }
}

bool ban_add(struct settings *settings, const struct setting_scope *scope, const struct ban *ban)
{
    char name[ROLL_NAME_BYTES], key[KEY_BYTES], buffer[VALUE_BYTES];
    struct text value = TEXT_IN(buffer);
    if (roll_name(settings, ban->where, scope, name) == NULL)
        return false;
    drop_ended(settings, name);
    print(ban, &value);
    return roll_set(settings, name, key_of(ban, key), value.bytes);
}

void ban_lift(struct settings *settings, const struct setting_scope *scope, const struct ban *ban)
{
    char name[ROLL_NAME_BYTES], key[KEY_BYTES];
    if (roll_name(settings, ban->where, scope, name) != NULL)
        roll_set(settings, name, key_of(ban, key), NULL);
}

struct giver {
    struct settings *settings;
    const char *network, *identity;
};

static void forget_in_roll(void *context, const char *name)
{
    const struct giver *giver = context;
    const struct roll_entry *entry = roll_first(giver->settings, name), *next;
    for (; entry != NULL; entry = next) {
        struct ban ban = read(BAN_AT_NETWORK, entry);
        char key[KEY_BYTES], buffer[VALUE_BYTES];
        struct text value = TEXT_IN(buffer);
        next = entry->next;
        if (strcmp(ban.by_network, giver->network) != 0 ||
            strcmp(ban.by_identity, giver->identity) != 0)
            continue;
        ban.by_network[0] = ban.by_identity[0] = ban.by_name[0] = '\0';
        print(&ban, &value);
        roll_set(giver->settings, name, key_of(&ban, key), value.bytes);
    }
}

void ban_forget_giver(struct settings *settings, const char *network, const char *identity)
{
    struct giver giver = {settings, network, identity};
    roll_visit(settings, ROLL_BANS, &giver, forget_in_roll);
}
