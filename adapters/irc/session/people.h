/* The people that the bot sees on one connection, and the members of channels.
 *
 * People are found by nick, folded as the network folds, by number, and by identity, by which seats
 * know them (struct person in bot/adapter.h). A number belongs to one person alone: who takes the
 * nick of somebody who is gone has another. No look-up costs more where more people are known.
 * Pure.
 */
#ifndef BELFRY_ADAPTERS_IRC_SESSION_PEOPLE_H
#define BELFRY_ADAPTERS_IRC_SESSION_PEOPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/irc/protocol/casemap.h"
#include "adapters/irc/protocol/line.h"
#include "bot/adapter.h"
#include "bot/base/hash.h"

enum { IRC_PEOPLE_MAX = 20000 };

enum irc_account_state {
    IRC_ACCOUNT_UNKNOWN, /* not told yet */
    IRC_ACCOUNT_NONE,    /* not logged in */
    IRC_ACCOUNT_KNOWN
};

struct irc_channel;

/* Somebody's presence in a channel. */
struct irc_member {
    struct irc_person *person;
    struct irc_channel *channel;
    uint32_t ranks;                 /* bits of irc_support_rank_of_mode */
    struct irc_member *prev, *next; /* of the same person */
    UT_hash_handle hh;              /* of the same channel */
};

struct irc_person {
    uint64_t number; /* never given twice */
    char key[64];    /* the nick, folded */
    char nick[64];
    char user[32], host[96]; /* "" until known */
    char account[64];        /* with IRC_ACCOUNT_KNOWN */
    enum irc_account_state account_state;
    int64_t account_at;   /* ms when the account was learned */
    int64_t asked_at;     /* when WHOIS was sent that has no answer yet; 0: none */
    bool asked_and_found; /* its answer named an account */
    bool bot;
    bool told;          /* the listener knows the identity and must be told when it changes */
    bool watched;       /* by MONITOR */
    bool online;        /* MONITOR said that the nick is still theirs */
    int64_t seen_at;    /* when the server last showed that the nick is theirs; 0: never */
    uint64_t acted;     /* greater for those who acted later; 0: never */
    int64_t private_at; /* when they last wrote in private; 0: never */
    struct irc_member *memberships; /* of channels that we share */
    char identity[IDENTITY_MAX];    /* the stable key; "" while it is unknown or too long */
    struct irc_person *prev, *next; /* with the same identity */
    UT_hash_handle hh, hh_number;
};

struct irc_people {
    struct irc_person *persons;      /* owned; by nick */
    struct irc_person *numbers;      /* the same, by number */
    struct irc_identity *identities; /* owned; who has an identity */
    uint64_t last_number;            /* goes on over connections */
    enum irc_casemap casemap;
    uint64_t acts;
    size_t watched;
};

struct irc_person *irc_people_find(const struct irc_people *people, const char *nick);
/* NULL when that person is gone. */
struct irc_person *irc_people_numbered(const struct irc_people *people, uint64_t number);
/* Finds or adds, and updates user and host if `source` has them. NULL when the nick is too long or
 * there are too many people. */
struct irc_person *irc_people_take(struct irc_people *people, const struct irc_source *source);
/* Changes the nick to one of less than 64 bytes, which nobody else may have. */
void irc_people_rename(struct irc_people *people, struct irc_person *person, const char *nick);
void irc_people_forget(struct irc_people *people, struct irc_person *person);
void irc_people_clear(struct irc_people *people);
void irc_people_acted(struct irc_people *people, struct irc_person *person);
/* Sets the account; NULL or "": not logged in. */
void irc_people_log_in(struct irc_people *people, struct irc_person *person, const char *account,
                       int64_t now);
/* The person with that identity; of several the one who acted last. NULL when nobody has it. */
struct irc_person *irc_people_holder(const struct irc_people *people, const char *identity);

/* The nick as it is shown. */
void irc_person_name(const struct irc_person *person, char name[NAME_MAX_BYTES]);
/* "nick!user@host", not folded. */
void irc_person_mask(const struct irc_person *person, char mask[IDENTITY_MAX]);

/* `members` are those of one channel, by person. */
struct irc_member *irc_members_find(struct irc_member *members, const struct irc_person *person);
/* Finds or adds. */
struct irc_member *irc_members_add(struct irc_member **members, struct irc_channel *channel,
                                   struct irc_person *person);
void irc_members_remove(struct irc_member **members, struct irc_person *person);
void irc_members_clear(struct irc_member **members);
/* Whether anybody except `except` has that identity. */
bool irc_members_identity(const struct irc_people *people, struct irc_member *members,
                          const char *identity, const struct irc_person *except);

#endif
