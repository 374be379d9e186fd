/* Changing settings, with a record of who did it. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/core/clock.h"
#include "bot/core/settings_private.h"
#include "bot/store/store.h"

static void record(struct settings *settings, const char *scope_name, const char *what,
                   const struct setting_scope *scope, const char *before, const char *after,
                   const struct person *by)
{
    store_change_add(settings->store,
                     &(struct stored_change){.at = clock_now(settings->clock) / 1000,
                                             .scope = scope_name,
                                             .setting = what,
                                             .before = before,
                                             .after = after,
                                             .network = scope->network,
                                             .identity = by->identity,
                                             .name = by->name});
}

void setting_record(struct settings *settings, enum setting_where where,
                    const struct setting_scope *scope, const char *what, const char *about,
                    const struct person *by)
{
    char name[SETTING_SCOPE_BYTES];
    if (setting_scope_name(settings, where, scope, name) != NULL)
        record(settings, name, what, scope, NULL, about, by);
}

/* -- Undoing ----------------------------------------------------------------------------------- */

struct setting_change {
    struct setting_change *next; /* what was changed before */
    enum setting setting;
    char *layer;  /* its name in the store */
    char *key;    /* of an entry of the roll of that name; NULL: it is a setting */
    char *before; /* NULL: it was not set there */
};

static struct setting_change *note_change(struct settings *settings, const char *layer,
                                          const char *before)
{
    struct setting_change *change = memory_new(sizeof *change);
    *change = (struct setting_change){
        .next = settings->changes, .layer = memory_copy(layer), .before = memory_copy(before)};
    settings->changes = change;
    return change;
}

void settings_note_roll(struct settings *settings, const char *name, const char *key,
                        const char *before)
{
    note_change(settings, name, before)->key = memory_copy(key);
}

struct setting_change *settings_seal(struct settings *settings)
{
    struct setting_change *changes = settings->changes;
    settings->changes = NULL;
    settings->in_flight += changes != NULL;
    return changes;
}

static struct setting_change *drop_first(struct setting_change *changes)
{
    struct setting_change *next = changes->next;
    free(changes->layer);
    free(changes->key);
    free(changes->before);
    free(changes);
    return next;
}

void settings_keep(struct settings *settings, struct setting_change *changes)
{
    settings->in_flight -= changes != NULL;
    while (changes != NULL)
        changes = drop_first(changes);
}

static void undo(struct settings *settings, const struct setting_change *change)
{
    struct setting_value value = {0};
    if (change->key != NULL) {
        rolls_put(settings, change->layer, change->key, change->before);
        return;
    }
    if (change->before != NULL)
        setting_read(change->setting, change->before, &value);
    settings_put(settings, change->layer, change->setting, change->before,
                 setting_value_number(change->setting, &value));
}

void settings_undo(struct settings *settings, struct setting_change *changes)
{
    settings->in_flight -= changes != NULL;
    while (changes != NULL) {
        undo(settings, changes);
        changes = drop_first(changes);
    }
}

/* -- Changing ---------------------------------------------------------------------------------- */

static bool is_same(const char *one, const char *other)
{
    return one == NULL || other == NULL ? one == other : strcmp(one, other) == 0;
}

bool setting_set(struct settings *settings, enum setting setting, enum setting_where where,
                 const struct setting_scope *scope, const char *text, const struct person *by)
{
    struct setting_value value = {0};
    char buffer[SETTING_TEXT_MAX], name[SETTING_SCOPE_BYTES];
    struct text canonical = TEXT_IN(buffer);
    if (!setting_may_be_set(setting, where) ||
        setting_scope_name(settings, where, scope, name) == NULL ||
        (text != NULL && !setting_read(setting, text, &value)))
        return false;
    if (text != NULL) {
        setting_value_print(setting, &value, &canonical);
        text = canonical.bytes;
    }
    const char *before = setting_own_text(settings, setting, where, scope);
    if (is_same(before, text))
        return true;
    if (by != NULL)
        record(settings, name, setting_table[setting].name, scope, before, text, by);
    store_value_set(settings->store, name, setting_table[setting].name, text);
    store_value_publish(settings->store, name, setting_table[setting].name);
    note_change(settings, name, before)->setting = setting;
    settings_put(settings, name, setting, text, setting_value_number(setting, &value));
    return true;
}

void setting_forget(struct settings *settings, enum setting_where where,
                    const struct setting_scope *scope)
{
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++)
        if (setting_may_be_set(setting, where))
            setting_set(settings, setting, where, scope, NULL, NULL);
}
