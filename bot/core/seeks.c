#include "bot/core/seeks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "bot/core/rolls.h"

enum { KEY_BYTES = NETWORK_NAME_MAX + IDENTITY_MAX, VALUE_BYTES = 8192 };

const char *seek_scope(const struct seek *seek, char scope[64])
{
    struct text text = text_in(scope, 64);
    text_add_format(&text, ROLL_SEEKS "%s", seek->game->id);
    return scope;
}

const char *seek_key(const struct seek *seek, char key[NETWORK_NAME_MAX + IDENTITY_MAX])
{
    struct text text = text_in(key, KEY_BYTES);
    text_add_format(&text, "%s %s", seek->network, seek->identity);
    return key;
}

/* -- One entry as text: fields with a tab after each, and the roles behind them ---------------- */

static void print(const struct seek *seek, struct text *out)
{
    text_add_format(out, "%s\t%" PRId64 "\t%" PRId64 "\t%u\t%u\t%s\t%d\t%s\t%s\t", seek->id,
                    seek->since, seek->until, seek->least, seek->most, seek->pace,
                    seek->in_private ? 1 : 0, seek->place, seek->name);
    size_t length = seek->roles != NULL ? strlen(seek->roles) : 0;
    if (length > 0 && length < VALUE_BYTES - out->length)
        text_add_bytes(out, seek->roles, length);
}

static void take(const char **rest, char *field, size_t size)
{
    struct text text = text_in(field, size);
    size_t length = strcspn(*rest, "\t");
    text_add_bytes(&text, *rest, length);
    *rest += length + ((*rest)[length] == '\t');
}

static int64_t take_number(const char **rest)
{
    char number[24];
    take(rest, number, sizeof number);
    return strtoll(number, NULL, 10);
}

static struct seek read(const struct game *game, const struct roll_entry *entry)
{
    struct seek seek = {.game = game};
    const char *rest = entry->value, *space = strchr(entry->key, ' ');
    struct text network = TEXT_IN(seek.network), identity = TEXT_IN(seek.identity);
    text_add_bytes(&network, entry->key, strcspn(entry->key, " "));
    text_add(&identity, space != NULL ? space + 1 : "");
    take(&rest, seek.id, sizeof seek.id);
    seek.since = take_number(&rest);
    seek.until = take_number(&rest);
    seek.least = (unsigned)take_number(&rest);
    seek.most = (unsigned)take_number(&rest);
    take(&rest, seek.pace, sizeof seek.pace);
    seek.in_private = take_number(&rest) != 0;
    take(&rest, seek.place, sizeof seek.place);
    take(&rest, seek.name, sizeof seek.name);
    seek.roles = rest;
    return seek;
}

bool seek_is_slow(const struct seek *seek)
{
    struct setting_value time;
    if (strcmp(seek->pace, SEEK_LIVE) == 0 || strcmp(seek->pace, SEEK_SLOW) == 0)
        return strcmp(seek->pace, SEEK_SLOW) == 0;
    return setting_read(SETTING_TURN_TIME, seek->pace, &time) && time.number >= HOUR;
}

/* -- Looking ----------------------------------------------------------------------------------- */

static const struct roll_entry *first_of(const struct settings *settings, const struct game *game)
{
    char scope[64];
    const struct seek any = {.game = game};
    return settings->rolls != NULL ? roll_first(settings, seek_scope(&any, scope)) : NULL;
}

static int compare(const void *one, const void *other)
{
    const struct seek *first = one, *second = other;
    if (first->since != second->since)
        return first->since < second->since ? -1 : 1;
    return strcmp(first->identity, second->identity);
}

struct seek *seek_list(const struct settings *settings, const struct game *game, size_t *count)
{
    const struct roll_entry *first = first_of(settings, game);
    *count = 0;
    for (const struct roll_entry *entry = first; entry != NULL; entry = entry->next)
        ++*count;
    if (*count == 0)
        return NULL;
    struct seek *list = memory_new(*count * sizeof *list), *next = list;
    for (const struct roll_entry *entry = first; entry != NULL; entry = entry->next)
        *next++ = read(game, entry);
    qsort(list, *count, sizeof *list, compare);
    return list;
}

bool seek_find(const struct settings *settings, const struct game *game, const char *network,
               const char *identity, struct seek *found)
{
    char key[KEY_BYTES];
    struct text text = TEXT_IN(key);
    const struct roll_entry *entry = first_of(settings, game);
    text_add_format(&text, "%s %s", network, identity);
    while (entry != NULL && strcmp(entry->key, key) != 0)
        entry = entry->next;
    if (entry != NULL)
        *found = read(game, entry);
    return entry != NULL;
}

const char *seek_value(const struct settings *settings, const struct seek *seek)
{
    char scope[64], key[KEY_BYTES];
    if (settings->rolls == NULL)
        return NULL;
    return roll_value(settings, seek_scope(seek, scope), seek_key(seek, key));
}

/* -- Changing ---------------------------------------------------------------------------------- */

bool seek_put(struct settings *settings, const struct seek *seek)
{
    char scope[64], key[KEY_BYTES], buffer[VALUE_BYTES];
    struct text value = TEXT_IN(buffer);
    print(seek, &value);
    return roll_set(settings, seek_scope(seek, scope), seek_key(seek, key), value.bytes);
}

void seek_withdraw(struct settings *settings, const struct seek *seek)
{
    char scope[64], key[KEY_BYTES];
    roll_set(settings, seek_scope(seek, scope), seek_key(seek, key), NULL);
}

static void set_text(char *target, size_t size, const char *source)
{
    struct text text = text_in(target, size);
    text_add(&text, source);
}

/* A private conversation moves with the person. */
static void rename_one(struct settings *settings, struct seek *seek, const struct person *now)
{
    char *roles = memory_copy(seek->roles);
    seek->roles = roles;
    seek_withdraw(settings, seek);
    set_text(seek->identity, sizeof seek->identity, now->identity);
    set_text(seek->name, sizeof seek->name, now->name);
    if (home_identity(seek->place) != NULL)
        home_of(now->identity, seek->place);
    seek_put(settings, seek);
    free(roles);
}

void seek_rename(struct settings *settings, const char *network, const char *old_identity,
                 const struct person *now)
{
    struct seek seek;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (seek_find(settings, *game, network, old_identity, &seek))
            rename_one(settings, &seek, now);
}

void seek_forget(struct settings *settings, const char *network, const char *identity)
{
    struct seek seek;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (seek_find(settings, *game, network, identity, &seek))
            seek_withdraw(settings, &seek);
}
