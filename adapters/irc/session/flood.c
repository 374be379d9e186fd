#include "adapters/irc/session/flood.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bot/adapter.h"
#include "bot/base/hash.h"
#include "bot/base/memory.h"

struct irc_flood_person {
    char key[IDENTITY_MAX];
    int64_t times[IRC_FLOOD_COMMANDS_MAX]; /* oldest first */
    size_t count;
    int64_t silent_until;
    int64_t last;
    UT_hash_handle hh;
};

static const char *key_of(const char *identity)
{
    const char *host = strncmp(identity, "mask:", 5) == 0 ? strchr(identity, '!') : NULL;
    return host ? host + 1 : identity;
}

static void forget_before(struct irc_flood *flood, int64_t oldest, int64_t now)
{
    struct irc_flood_person *person = flood->people, *next;
    HASH_CLEAR(hh, flood->people);
    for (; person; person = next) {
        next = person->hh.next;
        if (person->last >= oldest || person->silent_until > now)
            HASH_ADD_STR(flood->people, key, person);
        else
            free(person);
    }
}

static struct irc_flood_person *find(struct irc_flood *flood, const char *identity)
{
    struct irc_flood_person *person;
    HASH_FIND_STR(flood->people, key_of(identity), person);
    return person;
}

static struct irc_flood_person *find_or_add(struct irc_flood *flood, const char *identity,
                                            const struct irc_flood_limits *limits, int64_t now)
{
    struct irc_flood_person *person = find(flood, identity);
    if (person)
        return person;
    if (HASH_COUNT(flood->people) >= IRC_FLOOD_PEOPLE_MAX / 4)
        forget_before(flood, now - limits->window, now);
    if (HASH_COUNT(flood->people) >= IRC_FLOOD_PEOPLE_MAX)
        return NULL;
    const char *key = key_of(identity);
    if (strlen(key) >= sizeof person->key)
        return NULL;
    person = memory_new(sizeof *person);
    memcpy(person->key, key, strlen(key) + 1);
    person->silent_until = INT64_MIN;
    HASH_ADD_STR(flood->people, key, person);
    return person;
}

static void drop_older(struct irc_flood_person *person, int64_t oldest)
{
    size_t gone = 0;
    while (gone < person->count && person->times[gone] <= oldest)
        gone++;
    person->count -= gone;
    memmove(person->times, person->times + gone, person->count * sizeof *person->times);
}

enum irc_flood_result irc_flood_count(struct irc_flood *flood, const char *identity,
                                      const struct irc_flood_limits *limits, int64_t now)
{
    if (limits->commands == 0)
        return IRC_FLOOD_PASS;
    struct irc_flood_person *person = find_or_add(flood, identity, limits, now);
    if (!person)
        return IRC_FLOOD_PASS;
    person->last = now;
    if (now < person->silent_until)
        return IRC_FLOOD_SILENT;
    drop_older(person, now - limits->window);
    if ((int64_t)person->count >= limits->commands || person->count == IRC_FLOOD_COMMANDS_MAX) {
        person->count = 0;
        person->silent_until = now + limits->silence;
        return IRC_FLOOD_WARN;
    }
    person->times[person->count++] = now;
    return IRC_FLOOD_PASS;
}

void irc_flood_forgive(struct irc_flood *flood, const char *identity)
{
    struct irc_flood_person *person = find(flood, identity);
    if (person && person->count > 0)
        person->count--;
}

void irc_flood_clear(struct irc_flood *flood)
{
    struct irc_flood_person *person = flood->people;
    HASH_CLEAR(hh, flood->people);
    while (person) {
        struct irc_flood_person *next = person->hh.next;
        free(person);
        person = next;
    }
}
