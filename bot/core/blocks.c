#include "bot/core/blocks.h"

#include <string.h>

#include "bot/core/networks.h"
#include "bot/core/rolls.h"

enum { KEY_BYTES = NETWORK_NAME_MAX + IDENTITY_MAX };

static const char *roll_of(const struct somebody *one, char name[ROLL_NAME_BYTES])
{
    struct text text = text_in(name, ROLL_NAME_BYTES);
    text_add_format(&text, ROLL_BLOCKS "%s %s", one->network, one->identity);
    return name;
}

static const char *key_of(const struct somebody *other, char key[KEY_BYTES])
{
    struct text text = text_in(key, KEY_BYTES);
    text_add_format(&text, "%s %s", other->network, other->identity);
    return key;
}

void block_visit(const struct settings *settings, const struct somebody *one, void *context,
                 bool (*visit)(void *context, const struct somebody *other, const char *name))
{
    char name[ROLL_NAME_BYTES], network[NETWORK_NAME_MAX];
    const struct roll_entry *entry = roll_first(settings, roll_of(one, name));
    for (; entry != NULL; entry = entry->next) {
        struct text text = TEXT_IN(network);
        size_t length = strcspn(entry->key, " ");
        text_add_bytes(&text, entry->key, length);
        const struct somebody other = {network, entry->key + length + (entry->key[length] == ' ')};
        if (!visit(context, &other, entry->value))
            return;
    }
}

struct search {
    const struct settings *settings;
    const struct somebody *other;
    bool found;
};

static bool compare(void *context, const struct somebody *blocked, const char *name)
{
    struct search *search = context;
    (void)name;
    search->found = strcmp(blocked->network, search->other->network) == 0 &&
                    networks_is_meant(search->settings->networks, blocked->network,
                                      blocked->identity, search->other->identity);
    return !search->found;
}

bool block_holds(const struct settings *settings, const struct somebody *one,
                 const struct somebody *other)
{
    struct search search = {settings, other, false};
    block_visit(settings, one, &search, compare);
    return search.found;
}

bool block_add(struct settings *settings, const struct somebody *one, const struct somebody *other,
               const char *name)
{
    char roll[ROLL_NAME_BYTES], key[KEY_BYTES];
    return roll_set(settings, roll_of(one, roll), key_of(other, key), name);
}

void block_remove(struct settings *settings, const struct somebody *one,
                  const struct somebody *other)
{
    char roll[ROLL_NAME_BYTES], key[KEY_BYTES];
    roll_set(settings, roll_of(one, roll), key_of(other, key), NULL);
}

void block_forget(struct settings *settings, const struct somebody *one)
{
    char roll[ROLL_NAME_BYTES];
    roll_empty(settings, roll_of(one, roll));
}
