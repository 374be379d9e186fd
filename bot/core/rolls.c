#include "bot/core/rolls.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/hash.h"
#include "bot/base/memory.h"
#include "bot/core/settings_private.h"
#include "bot/store/store.h"

struct roll {
    struct roll_entry *entries;
    UT_hash_handle hh;
    char name[]; /* in the store */
};

static const char *const beginnings[] = {ROLL_BANS, ROLL_BLOCKS, ROLL_LEAVINGS, ROLL_SEEKS,
                                         ROLL_LEAGUES};

static struct roll *find(const struct settings *settings, const char *name)
{
    struct roll *roll = NULL;
    if (settings->rolls != NULL)
        HASH_FIND_STR(settings->rolls, name, roll);
    return roll;
}

static struct roll *find_or_add(struct settings *settings, const char *name)
{
    struct roll *roll = find(settings, name);
    if (roll != NULL)
        return roll;
    size_t size = strlen(name) + 1;
    roll = memory_new(sizeof *roll + size);
    memcpy(roll->name, name, size);
    HASH_ADD_STR(settings->rolls, name, roll);
    return roll;
}

static void remove_entry(struct roll *roll, const char *key)
{
    struct roll_entry **place = &roll->entries, *entry;
    while (*place != NULL && strcmp((*place)->key, key) != 0)
        place = &(*place)->next;
    entry = *place;
    if (entry == NULL)
        return;
    *place = entry->next;
    free(entry->value);
    free(entry);
}

static void add_entry(struct roll *roll, const char *key, const char *value)
{
    size_t size = strlen(key) + 1;
    struct roll_entry *entry = memory_new(sizeof *entry + size);
    entry->next = roll->entries;
    entry->value = memory_copy(value);
    memcpy(entry->key, key, size);
    roll->entries = entry;
}

void rolls_put(struct settings *settings, const char *name, const char *key, const char *value)
{
    struct roll *roll = find_or_add(settings, name);
    remove_entry(roll, key);
    if (value != NULL)
        add_entry(roll, key, value);
    if (roll->entries != NULL)
        return;
    HASH_DEL(settings->rolls, roll);
    free(roll);
}

static bool take_value(void *context, const char *scope, const char *key, const char *value)
{
    rolls_put(context, scope, key, value);
    return true;
}

bool rolls_have(const char *scope)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (strncmp(scope, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

bool rolls_follow(struct settings *settings, const char *name, const char *key, const char *value)
{
    const char *held = roll_value(settings, name, key);
    if (held == NULL || value == NULL ? held == value : strcmp(held, value) == 0)
        return false;
    rolls_put(settings, name, key, value);
    return true;
}

bool rolls_load(struct settings *settings, struct store_inquiry *inquiry)
{
    bool read = true;
    rolls_clear(settings);
    for (size_t i = 0; read && i < sizeof beginnings / sizeof beginnings[0]; i++)
        read = store_read_all_values(inquiry, beginnings[i], settings, take_value);
    return read;
}

void rolls_clear(struct settings *settings)
{
    struct roll *roll = settings->rolls;
    HASH_CLEAR(hh, settings->rolls);
    while (roll != NULL) {
        struct roll *next = roll->hh.next;
        while (roll->entries != NULL)
            remove_entry(roll, roll->entries->key);
        free(roll);
        roll = next;
    }
}

const struct roll_entry *roll_first(const struct settings *settings, const char *name)
{
    const struct roll *roll = find(settings, name);
    return roll != NULL ? roll->entries : NULL;
}

const char *roll_value(const struct settings *settings, const char *name, const char *key)
{
    const struct roll_entry *entry = roll_first(settings, name);
    while (entry != NULL && strcmp(entry->key, key) != 0)
        entry = entry->next;
    return entry != NULL ? entry->value : NULL;
}

static bool is_full(const struct settings *settings, const char *name)
{
    size_t count = 0;
    for (const struct roll_entry *entry = roll_first(settings, name); entry != NULL;
         entry = entry->next)
        count++;
    return count >= ROLL_ENTRIES_MAX;
}

bool roll_set(struct settings *settings, const char *name, const char *key, const char *value)
{
    const char *before = roll_value(settings, name, key);
    if (before == NULL && value != NULL && is_full(settings, name))
        return false;
    if (before == NULL && value == NULL)
        return true;
    store_value_set(settings->store, name, key, value);
    store_value_publish(settings->store, name, key);
    settings_note_roll(settings, name, key, before);
    rolls_put(settings, name, key, value);
    return true;
}

void roll_empty(struct settings *settings, const char *name)
{
    for (const struct roll_entry *entry; (entry = roll_first(settings, name)) != NULL;) {
        char key[ROLL_NAME_BYTES];
        struct text copy = TEXT_IN(key);
        text_add(&copy, entry->key);
        roll_set(settings, name, key, NULL);
    }
}

void roll_visit(struct settings *settings, const char *beginning, void *context,
                void (*visit)(void *context, const char *name))
{
    struct roll *roll = settings->rolls;
    while (roll != NULL) {
        struct roll *next = roll->hh.next; /* the visit may end this one */
        char name[ROLL_NAME_BYTES];
        struct text copy = TEXT_IN(name);
        text_add(&copy, roll->name);
        if (strncmp(name, beginning, strlen(beginning)) == 0)
            visit(context, name);
        roll = next;
    }
}
