#include "adapters/irc/session/people.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/irc/protocol/markup.h"
#include "bot/base/memory.h"

static void copy(char *target, size_t size, const char *source)
{
    size_t length = strlen(source);
    if (length >= size)
        length = size - 1;
    memcpy(target, source, length);
    target[length] = '\0';
}

struct irc_person *irc_people_find(const struct irc_people *people, const char *nick)
{
    struct irc_person *person = NULL;
    char key[sizeof person->key];
    if (!irc_casemap_fold(people->casemap, nick, key, sizeof key))
        return NULL;
    HASH_FIND_STR(people->persons, key, person);
    return person;
}

static struct irc_person *add_person(struct irc_people *people, const char *nick)
{
    if (HASH_COUNT(people->persons) >= IRC_PEOPLE_MAX)
        return NULL;
    struct irc_person *person = memory_new(sizeof *person);
    if (!irc_casemap_fold(people->casemap, nick, person->key, sizeof person->key)) {
        free(person);
        return NULL;
    }
    HASH_ADD_STR(people->persons, key, person);
    return person;
}

struct irc_person *irc_people_take(struct irc_people *people, const struct irc_source *source)
{
    struct irc_person *person = irc_people_find(people, source->nick);
    if (!person && *source->nick)
        person = add_person(people, source->nick);
    if (!person)
        return NULL;
    copy(person->nick, sizeof person->nick, source->nick);
    if (*source->user && *source->host) {
        copy(person->user, sizeof person->user, source->user);
        copy(person->host, sizeof person->host, source->host);
    }
    return person;
}

void irc_people_rename(struct irc_people *people, struct irc_person *person, const char *nick)
{
    HASH_DELETE(hh, people->persons, person);
    copy(person->nick, sizeof person->nick, nick);
    irc_casemap_fold(people->casemap, nick, person->key, sizeof person->key);
    HASH_ADD_STR(people->persons, key, person);
}

void irc_people_forget(struct irc_people *people, struct irc_person *person)
{
    if (person->watched)
        people->watched--;
    HASH_DELETE(hh, people->persons, person);
    free(person);
}

void irc_people_clear(struct irc_people *people)
{
    struct irc_person *person = people->persons;
    HASH_CLEAR(hh, people->persons);
    people->watched = 0;
    while (person) {
        struct irc_person *next = person->hh.next;
        free(person);
        person = next;
    }
}

void irc_people_acted(struct irc_people *people, struct irc_person *person)
{
    person->acted = ++people->acts;
}

void irc_person_log_in(struct irc_person *person, const char *account, int64_t now)
{
    bool known = account && *account && strlen(account) < sizeof person->account;
    person->account_state = known ? IRC_ACCOUNT_KNOWN : IRC_ACCOUNT_NONE;
    copy(person->account, sizeof person->account, known ? account : "");
    person->account_at = now;
}

void irc_person_mask(const struct irc_person *person, char mask[IDENTITY_MAX])
{
    struct text text = text_in(mask, IDENTITY_MAX);
    text_add(&text, person->nick);
    text_add(&text, "!");
    text_add(&text, person->user);
    text_add(&text, "@");
    text_add(&text, person->host);
}

bool irc_person_identity(const struct irc_people *people, const struct irc_person *person,
                         char identity[IDENTITY_MAX])
{
    char raw[IDENTITY_MAX], folded[IDENTITY_MAX];
    struct text text = text_in(identity, IDENTITY_MAX);
    if (person->account_state == IRC_ACCOUNT_KNOWN) {
        text_add(&text, "account:");
        irc_casemap_fold(people->casemap, person->account, folded, sizeof folded);
    } else if (*person->user && *person->host) {
        text_add(&text, "mask:");
        irc_person_mask(person, raw);
        irc_casemap_fold(people->casemap, raw, folded, sizeof folded);
        text.truncated = strlen(raw) + 1 == sizeof raw;
    } else {
        return false;
    }
    char cleaned[IDENTITY_MAX];
    struct text clean = TEXT_IN(cleaned);
    irc_markup_clean(folded, &clean);
    text_add(&text, cleaned);
    if (text.truncated || clean.truncated)
        text_clear(&text);
    return text.length > 0;
}

void irc_person_name(const struct irc_person *person, char name[NAME_MAX_BYTES])
{
    struct text text = text_in(name, NAME_MAX_BYTES);
    irc_markup_clean(person->nick, &text);
}

struct irc_person *irc_people_holder(const struct irc_people *people, const char *identity)
{
    struct irc_person *holder = NULL;
    char found[IDENTITY_MAX];
    for (struct irc_person *person = people->persons; person; person = person->hh.next) {
        if (irc_person_identity(people, person, found) && strcmp(found, identity) == 0 &&
            (!holder || person->acted > holder->acted))
            holder = person;
    }
    return holder;
}

struct irc_member *irc_members_find(struct irc_member *members, const struct irc_person *person)
{
    struct irc_member *member;
    HASH_FIND_PTR(members, &person, member);
    return member;
}

struct irc_member *irc_members_add(struct irc_member **members, struct irc_person *person)
{
    struct irc_member *member = irc_members_find(*members, person);
    if (member)
        return member;
    member = memory_new(sizeof *member);
    member->person = person;
    HASH_ADD_PTR(*members, person, member);
    person->channels++;
    return member;
}

static void remove_member(struct irc_member **members, struct irc_member *member)
{
    member->person->channels--;
    HASH_DELETE(hh, *members, member);
    free(member);
}

void irc_members_remove(struct irc_member **members, struct irc_person *person)
{
    struct irc_member *member = irc_members_find(*members, person);
    if (member)
        remove_member(members, member);
}

void irc_members_clear(struct irc_member **members)
{
    struct irc_member *member = *members;
    HASH_CLEAR(hh, *members);
    while (member) {
        struct irc_member *next = member->hh.next;
        member->person->channels--;
        free(member);
        member = next;
    }
}

bool irc_members_identity(const struct irc_people *people, struct irc_member *members,
                          const char *identity, const struct irc_person *except)
{
    char found[IDENTITY_MAX];
    for (struct irc_member *member = members; member; member = member->hh.next) {
        if (member->person != except && irc_person_identity(people, member->person, found) &&
            strcmp(found, identity) == 0)
            return true;
    }
    return false;
}
