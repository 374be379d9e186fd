#include "adapters/irc/session/people.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/irc/protocol/markup.h"
#include "bot/base/memory.h"

/* An identity and who has it. */
struct irc_identity {
    char name[IDENTITY_MAX];
    struct irc_person *holders;
    UT_hash_handle hh;
};

static void copy(char *target, size_t size, const char *source)
{
    size_t length = strlen(source);
    if (length >= size)
        length = size - 1;
    memcpy(target, source, length);
    target[length] = '\0';
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

static void write_identity(const struct irc_people *people, const struct irc_person *person,
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
        return;
    }
    char cleaned[IDENTITY_MAX];
    struct text clean = TEXT_IN(cleaned);
    irc_markup_clean(folded, &clean);
    text_add(&text, cleaned);
    if (text.truncated || clean.truncated)
        text_clear(&text);
}

static struct irc_identity *find_identity(const struct irc_people *people, const char *name)
{
    struct irc_identity *identity;
    HASH_FIND_STR(people->identities, name, identity);
    return identity;
}

static void leave_identity(struct irc_people *people, struct irc_person *person)
{
    struct irc_identity *identity = find_identity(people, person->identity);
    if (!identity)
        return;
    DL_DELETE(identity->holders, person);
    if (!identity->holders) {
        HASH_DELETE(hh, people->identities, identity);
        free(identity);
    }
}

/* To be called whenever something that the identity is made of has changed. */
static void take_identity(struct irc_people *people, struct irc_person *person)
{
    char now[IDENTITY_MAX];
    write_identity(people, person, now);
    if (strcmp(person->identity, now) == 0)
        return;
    leave_identity(people, person);
    copy(person->identity, sizeof person->identity, now);
    if (*now == '\0')
        return;
    struct irc_identity *identity = find_identity(people, now);
    if (!identity) {
        identity = memory_new(sizeof *identity);
        copy(identity->name, sizeof identity->name, now);
        HASH_ADD_STR(people->identities, name, identity);
    }
    DL_APPEND(identity->holders, person);
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

struct irc_person *irc_people_numbered(const struct irc_people *people, uint64_t number)
{
    struct irc_person *person;
    HASH_FIND(hh_number, people->numbers, &number, sizeof number, person);
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
    person->number = ++people->last_number;
    HASH_ADD_STR(people->persons, key, person);
    HASH_ADD(hh_number, people->numbers, number, sizeof person->number, person);
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
    take_identity(people, person);
    return person;
}

void irc_people_rename(struct irc_people *people, struct irc_person *person, const char *nick)
{
    HASH_DELETE(hh, people->persons, person);
    copy(person->nick, sizeof person->nick, nick);
    irc_casemap_fold(people->casemap, nick, person->key, sizeof person->key);
    HASH_ADD_STR(people->persons, key, person);
    take_identity(people, person);
}

void irc_people_forget(struct irc_people *people, struct irc_person *person)
{
    leave_identity(people, person);
    HASH_DELETE(hh, people->persons, person);
    HASH_DELETE(hh_number, people->numbers, person);
    free(person);
}

void irc_people_clear(struct irc_people *people)
{
    struct irc_person *person = people->persons;
    struct irc_identity *identity = people->identities;
    HASH_CLEAR(hh, people->persons);
    HASH_CLEAR(hh_number, people->numbers);
    HASH_CLEAR(hh, people->identities);
    people->watched = 0;
    while (identity) {
        struct irc_identity *next = identity->hh.next;
        free(identity);
        identity = next;
    }
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

void irc_people_log_in(struct irc_people *people, struct irc_person *person, const char *account,
                       int64_t now)
{
    bool known = account && *account && strlen(account) < sizeof person->account;
    person->account_state = known ? IRC_ACCOUNT_KNOWN : IRC_ACCOUNT_NONE;
    copy(person->account, sizeof person->account, known ? account : "");
    person->account_at = now;
    take_identity(people, person);
}

void irc_person_name(const struct irc_person *person, char name[NAME_MAX_BYTES])
{
    struct text text = text_in(name, NAME_MAX_BYTES);
    irc_markup_clean(person->nick, &text);
}

struct irc_person *irc_people_holder(const struct irc_people *people, const char *identity)
{
    const struct irc_identity *found = find_identity(people, identity);
    struct irc_person *holder = NULL;
    for (struct irc_person *person = found ? found->holders : NULL; person; person = person->next)
        if (!holder || person->acted > holder->acted)
            holder = person;
    return holder;
}

struct irc_member *irc_members_find(struct irc_member *members, const struct irc_person *person)
{
    struct irc_member *member;
    HASH_FIND_PTR(members, &person, member);
    return member;
}

struct irc_member *irc_members_add(struct irc_member **members, struct irc_channel *channel,
                                   struct irc_person *person)
{
    struct irc_member *member = irc_members_find(*members, person);
    if (member)
        return member;
    member = memory_new(sizeof *member);
    member->person = person;
    member->channel = channel;
    HASH_ADD_PTR(*members, person, member);
    DL_APPEND(person->memberships, member);
    return member;
}

static void remove_member(struct irc_member **members, struct irc_member *member)
{
    DL_DELETE(member->person->memberships, member);
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
        DL_DELETE(member->person->memberships, member);
        free(member);
        member = next;
    }
}

bool irc_members_identity(const struct irc_people *people, struct irc_member *members,
                          const char *identity, const struct irc_person *except)
{
    const struct irc_identity *found = find_identity(people, identity);
    for (struct irc_person *person = found ? found->holders : NULL; person; person = person->next)
        if (person != except && irc_members_find(members, person))
            return true;
    return false;
}
