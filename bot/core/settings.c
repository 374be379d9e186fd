/* Looking settings up, layer by layer. */
#include "bot/core/settings.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/hash.h"
#include "bot/base/memory.h"
#include "bot/configuration/game_options.h"
#include "bot/configuration/quiet_hours.h"
#include "bot/core/home.h"
#include "bot/core/networks.h"
#include "bot/core/settings_private.h"
#include "bot/store/store.h"

/* The prefix of every scope's name in the store. */
#define SCOPES "settings "

/* -- Scopes ------------------------------------------------------------------------------------ */

struct setting_scope setting_in_place(const char *network, const char *place)
{
    const char *only = home_identity(place);
    return (struct setting_scope){
        .network = network, .place = only != NULL ? "" : place, .identity = only};
}

struct setting_scope setting_for_person(const char *network, const char *place,
                                        const char *identity)
{
    return (struct setting_scope){.network = network,
                                  .place = home_identity(place) != NULL ? "" : place,
                                  .identity = identity};
}

const char *setting_scope_name(struct settings *settings, enum setting_where where,
                               const struct setting_scope *scope, char name[SETTING_SCOPE_BYTES])
{
    struct text text = text_in(name, SETTING_SCOPE_BYTES);
    bool has_place = scope->place != NULL && scope->place[0] != '\0';
    switch (where) {
    case SETTING_AT_SERVER:
        text_add(&text, SCOPES "server ");
        networks_server_name(settings->networks, scope->network, scope->place, &text);
        return name;
    case SETTING_AT_CHANNEL:
        text_add_format(&text, SCOPES "channel %s %s", scope->network,
                        has_place ? scope->place : "");
        return has_place ? name : NULL;
    case SETTING_AT_TABLE:
        text_add_format(&text, SCOPES "table %lld", (long long)scope->table);
        return scope->table != 0 ? name : NULL;
    default:
        text_add_format(&text, SCOPES "person %s %s", scope->network,
                        scope->identity != NULL ? scope->identity : "");
        return scope->identity != NULL ? name : NULL;
    }
}

/* -- Layers ------------------------------------------------------------------------------------ */

/* A value that is set. */
struct set_value {
    struct set_value *next; /* of the same layer */
    enum setting setting;
    int64_t number;
    char text[];
};

/* What the store has set in one place; only places where something was set have a layer. */
struct setting_layer {
    struct set_value *values;
    UT_hash_handle hh;
    char name[]; /* in the store */
};

/* Returns NULL when it is not set there; `layer` may be NULL. */
static const struct set_value *layer_value(const struct setting_layer *layer, enum setting setting)
{
    const struct set_value *value = layer != NULL ? layer->values : NULL;
    while (value != NULL && value->setting != setting)
        value = value->next;
    return value;
}

static void remove_value(struct setting_layer *layer, enum setting setting)
{
    struct set_value **place = &layer->values, *value;
    while (*place != NULL && (*place)->setting != setting)
        place = &(*place)->next;
    value = *place;
    if (value == NULL)
        return;
    *place = value->next;
    free(value);
}

static void add_value(struct setting_layer *layer, enum setting setting, const char *text,
                      int64_t number)
{
    size_t size = strlen(text) + 1;
    struct set_value *value = memory_new(sizeof *value + size);
    value->next = layer->values;
    value->setting = setting;
    value->number = number;
    memcpy(value->text, text, size);
    layer->values = value;
}

static struct setting_layer *layer_add(struct settings *settings, const char *name)
{
    size_t size = strlen(name) + 1;
    struct setting_layer *layer = memory_new(sizeof *layer + size);
    memcpy(layer->name, name, size);
    HASH_ADD_STR(settings->layers, name, layer);
    return layer;
}

static void layer_free(struct setting_layer *layer)
{
    while (layer->values != NULL)
        remove_value(layer, layer->values->setting);
    free(layer);
}

void settings_put(struct settings *settings, const char *name, enum setting setting,
                  const char *text, int64_t number)
{
    struct setting_layer *layer;
    HASH_FIND_STR(settings->layers, name, layer);
    if (layer == NULL)
        layer = layer_add(settings, name);
    remove_value(layer, setting);
    if (text != NULL)
        add_value(layer, setting, text, number);
    if (layer->values == NULL) {
        HASH_DEL(settings->layers, layer);
        layer_free(layer);
    }
}

/* Returns NULL when nothing is set there, or when the scope has no such place. */
static struct setting_layer *layer_at(struct settings *settings, enum setting_where where,
                                      const struct setting_scope *scope)
{
    char name[SETTING_SCOPE_BYTES];
    struct setting_layer *layer = NULL;
    if (settings->layers != NULL && setting_scope_name(settings, where, scope, name) != NULL)
        HASH_FIND_STR(settings->layers, name, layer);
    return layer;
}

void settings_clear(struct settings *settings)
{
    settings_keep(settings, settings_seal(settings));
    rolls_clear(settings);
    struct setting_layer *layer = settings->layers;
    HASH_CLEAR(hh, settings->layers);
    while (layer != NULL) {
        struct setting_layer *next = layer->hh.next;
        layer_free(layer);
        layer = next;
    }
}

/* A stored value that means nothing to this program counts as not set. */
static bool take_value(void *context, const char *scope, const char *key, const char *text)
{
    struct settings *settings = context;
    struct setting_value value;
    enum setting setting = setting_find(key);
    if (setting < SETTING_COUNT && setting_read(setting, text, &value))
        settings_put(settings, scope, setting, text, setting_value_number(setting, &value));
    return true;
}

bool settings_load(struct settings *settings, struct store_inquiry *inquiry)
{
    settings_clear(settings);
    return store_read_all_values(inquiry, SCOPES, settings, take_value) &&
           rolls_load(settings, inquiry);
}

static bool is_set_to(struct settings *settings, const char *scope, enum setting setting,
                      const char *text)
{
    struct setting_layer *layer;
    HASH_FIND_STR(settings->layers, scope, layer);
    const struct set_value *value = layer_value(layer, setting);
    return value == NULL || text == NULL ? value == NULL && text == NULL
                                         : strcmp(value->text, text) == 0;
}

bool settings_follow(struct settings *settings, const char *scope, const char *key,
                     const char *text)
{
    struct setting_value value = {0};
    enum setting setting = setting_find(key);
    if (settings->changes != NULL || settings->in_flight > 0)
        return false;
    if (rolls_have(scope))
        return rolls_follow(settings, scope, key, text);
    if (strncmp(scope, SCOPES, strlen(SCOPES)) != 0 || setting == SETTING_COUNT ||
        is_set_to(settings, scope, setting, text) ||
        (text != NULL && !setting_read(setting, text, &value)))
        return false;
    settings_put(settings, scope, setting, text, setting_value_number(setting, &value));
    return true;
}

/* -- The configuration file -------------------------------------------------------------------- */

static const struct setting_value *given(const struct setting_defaults *defaults,
                                         enum setting setting)
{
    return defaults != NULL && defaults->given[setting] ? &defaults->values[setting] : NULL;
}

/* The prefix is among the other keys of a network, because its adapter reads it. */
static const char *prefix_of(const struct config_network *network)
{
    const struct config_section *section = network != NULL ? network->class->settings : NULL;
    for (size_t i = 0; section != NULL && i < section->key_count; i++)
        if (strcmp(section->keys[i].name, "prefix") == 0)
            return (const char *)network->settings + section->keys[i].offset;
    return "";
}

/* Returns the text of a key outside `defaults:`, or "". `given`: it is in the file and not a
 * default. */
static const char *text_of_key(const struct settings *settings,
                               const struct config_network *network, enum setting setting,
                               bool *given)
{
    const struct config *config = settings->config;
    const char *prefix = prefix_of(network);
    *given = false;
    if (setting == SETTING_LANGUAGE) {
        *given = config->language_given;
        return config->language;
    }
    if (setting != SETTING_PREFIX)
        return "";
    *given = config->prefix_given || (network != NULL && network->prefix_given);
    return prefix[0] != '\0' ? prefix : config->prefix;
}

/* -- One value --------------------------------------------------------------------------------- */

struct found {
    enum setting_source source;
    const struct set_value *set; /* NULL: the value is in `value` */
    struct setting_value value;
};

static void find_in_configuration(const struct settings *settings, enum setting setting,
                                  const char *network_name, struct found *found)
{
    const struct config_network *network = config_find_network(settings->config, network_name);
    const struct setting_value *value = given(network != NULL ? network->defaults : NULL, setting);
    bool in_file;
    if (value == NULL)
        value = given(settings->config->defaults, setting);
    if (value != NULL) {
        found->source = SETTING_FROM_FILE;
        found->value = *value;
        return;
    }
    const char *text = text_of_key(settings, network, setting, &in_file);
    found->source = in_file ? SETTING_FROM_FILE : SETTING_FROM_BUILT_IN;
    if (text[0] == '\0' || !setting_read(setting, text, &found->value))
        setting_read(setting, setting_table[setting].default_value, &found->value);
}

/* Returns what is set in the channel itself or, for a thread, in its channel. */
static const struct set_value *set_in_channel(struct settings *settings, enum setting setting,
                                              const struct setting_scope *scope)
{
    char parent[PLACE_MAX];
    const struct set_value *own =
        layer_value(layer_at(settings, SETTING_AT_CHANNEL, scope), setting);
    if (own != NULL || scope->place == NULL || settings->layers == NULL)
        return own;
    const char *channel =
        networks_channel(settings->networks, scope->network, scope->place, parent);
    const struct setting_scope outer = {.network = scope->network, .place = channel};
    return channel != scope->place
               ? layer_value(layer_at(settings, SETTING_AT_CHANNEL, &outer), setting)
               : NULL;
}

static void find(struct settings *settings, enum setting setting, const struct setting_scope *scope,
                 struct found *found)
{
    static const struct {
        enum setting_where where;
        enum setting_source source;
    } order[] = {{SETTING_AT_PERSON, SETTING_FROM_PERSON},
                 {SETTING_AT_TABLE, SETTING_FROM_TABLE},
                 {SETTING_AT_CHANNEL, SETTING_FROM_CHANNEL},
                 {SETTING_AT_SERVER, SETTING_FROM_SERVER}};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (!setting_may_be_set(setting, order[i].where))
            continue;
        found->set = order[i].where == SETTING_AT_CHANNEL
                         ? set_in_channel(settings, setting, scope)
                         : layer_value(layer_at(settings, order[i].where, scope), setting);
        found->source = order[i].source;
        if (found->set != NULL)
            return;
    }
    found->set = NULL;
    find_in_configuration(settings, setting, scope->network, found);
}

int64_t setting_number(struct settings *settings, enum setting setting,
                       const struct setting_scope *scope)
{
    struct found found;
    find(settings, setting, scope, &found);
    return found.set != NULL ? found.set->number : setting_value_number(setting, &found.value);
}

bool setting_is_on(struct settings *settings, enum setting setting,
                   const struct setting_scope *scope)
{
    return setting_number(settings, setting, scope) != 0;
}

const char *setting_text(struct settings *settings, enum setting setting,
                         const struct setting_scope *scope)
{
    struct found found;
    find(settings, setting, scope, &found);
    if (found.set != NULL)
        return found.set->text;
    struct text text = TEXT_IN(settings->text);
    setting_value_print(setting, &found.value, &text);
    return text.bytes;
}

enum setting_source setting_source(struct settings *settings, enum setting setting,
                                   const struct setting_scope *scope)
{
    struct found found;
    find(settings, setting, scope, &found);
    return found.source;
}

const char *setting_own_text(struct settings *settings, enum setting setting,
                             enum setting_where where, const struct setting_scope *scope)
{
    const struct set_value *set = layer_value(layer_at(settings, where, scope), setting);
    return set != NULL ? set->text : NULL;
}

/* -- The meaning of values --------------------------------------------------------------------- */

bool setting_allows_game(struct settings *settings, const struct setting_scope *scope,
                         const struct game *game)
{
    return game_list_holds(setting_text(settings, SETTING_GAMES, scope), game);
}

int64_t setting_quiet_until(struct settings *settings, const struct setting_scope *scope,
                            int64_t now)
{
    char hours[SETTING_TEXT_MAX];
    struct text text = TEXT_IN(hours);
    text_add(&text, setting_text(settings, SETTING_QUIET_HOURS, scope));
    return quiet_hours_end(hours, setting_text(settings, SETTING_TIME_ZONE, scope), now);
}
