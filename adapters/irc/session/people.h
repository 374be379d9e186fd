/* The people that the bot sees on one connection, and who of them is in which channel.
 *
 * People are found by nick, folded as the network folds; a seat knows them by identity (see struct
 * person in bot/adapter.h). Pure.
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
    IRC_ACCOUNT_UNKNOWN, /* nobody told us */
    IRC_ACCOUNT_NONE,    /* not logged in */
    IRC_ACCOUNT_KNOWN
};

struct irc_person {
    char key[64]; /* the nick, folded */
    char nick[64];
    char user[32], host[96]; /* "" until known */
    char account[64];        /* with IRC_ACCOUNT_KNOWN */
    enum irc_account_state account_state;
    int64_t account_at;   /* ms when the account was learned */
    int64_t asked_at;     /* WHOIS on its way since; 0: none */
    bool asked_and_found; /* the WHOIS on its way named an account */
    bool bot;
    bool told;          /* the listener knows his identity, and must hear when it changes */
    bool watched;       /* by MONITOR */
    uint64_t acted;     /* greater for whom acted later; 0: never */
    int64_t private_at; /* when he last wrote in private; 0: never */
    size_t channels;    /* that we share */
    UT_hash_handle hh;
};

struct irc_people {
    struct irc_person *persons; /* owned */
    enum irc_casemap casemap;
    uint64_t acts;
    size_t watched;
};

struct irc_person *irc_people_find(const struct irc_people *people, const char *nick);
/* Finds or adds; takes user and host where `source` has them. NULL when the nick is too long or
 * there are too many people. */
struct irc_person *irc_people_take(struct irc_people *people, const struct irc_source *source);
/* A new nick of less than 64 bytes; whoever was known by it before must have been forgotten. */
void irc_people_rename(struct irc_people *people, struct irc_person *person, const char *nick);
void irc_people_forget(struct irc_people *people, struct irc_person *person);
void irc_people_clear(struct irc_people *people);
void irc_people_acted(struct irc_people *people, struct irc_person *person);
/* `account`: NULL or "" for not logged in. */
void irc_person_log_in(struct irc_person *person, const char *account, int64_t now);

/* The stable key. False, and "", while it is not known or when it is too long. */
bool irc_person_identity(const struct irc_people *people, const struct irc_person *person,
                         char identity[IDENTITY_MAX]);
/* The nick as it may be shown. */
void irc_person_name(const struct irc_person *person, char name[NAME_MAX_BYTES]);
/* "nick!user@host", not folded. */
void irc_person_mask(const struct irc_person *person, char mask[IDENTITY_MAX]);
/* Whose identity it is; of several the one who acted last. NULL when nobody of it is in sight. */
struct irc_person *irc_people_holder(const struct irc_people *people, const char *identity);

struct irc_member {
    struct irc_person *person;
    uint32_t ranks; /* bits of irc_support_rank_of_mode */
    UT_hash_handle hh;
};

struct irc_member *irc_members_find(struct irc_member *members, const struct irc_person *person);
/* Finds or adds. */
struct irc_member *irc_members_add(struct irc_member **members, struct irc_person *person);
void irc_members_remove(struct irc_member **members, struct irc_person *person);
void irc_members_clear(struct irc_member **members);
/* Whether somebody but `except` with that identity is among them. */
bool irc_members_identity(const struct irc_people *people, struct irc_member *members,
                          const char *identity, const struct irc_person *except);

#endif
