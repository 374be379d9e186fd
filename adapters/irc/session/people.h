/* The people that the bot sees on one connection, and the members of channels.
 *
 * People are found by nick, folded as the network folds. Seats know them by identity (struct person
 * in bot/adapter.h). Pure.
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

struct irc_person {
    char key[64]; /* the nick, folded */
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
    uint64_t acted;     /* greater for those who acted later; 0: never */
    int64_t private_at; /* when they last wrote in private; 0: never */
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
/* Finds or adds, and updates user and host if `source` has them. NULL when the nick is too long or
 * there are too many people. */
struct irc_person *irc_people_take(struct irc_people *people, const struct irc_source *source);
/* Changes the nick to one of less than 64 bytes, which nobody else may have. */
void irc_people_rename(struct irc_people *people, struct irc_person *person, const char *nick);
void irc_people_forget(struct irc_people *people, struct irc_person *person);
void irc_people_clear(struct irc_people *people);
void irc_people_acted(struct irc_people *people, struct irc_person *person);
/* Sets the account; NULL or "": not logged in. */
void irc_person_log_in(struct irc_person *person, const char *account, int64_t now);

/* The stable key. False, with "", while it is unknown or when it is too long. */
bool irc_person_identity(const struct irc_people *people, const struct irc_person *person,
                         char identity[IDENTITY_MAX]);
/* The nick as it is shown. */
void irc_person_name(const struct irc_person *person, char name[NAME_MAX_BYTES]);
/* "nick!user@host", not folded. */
void irc_person_mask(const struct irc_person *person, char mask[IDENTITY_MAX]);
/* The person with that identity; of several the one who acted last. NULL when nobody has it. */
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
/* Whether anybody except `except` has that identity. */
bool irc_members_identity(const struct irc_people *people, struct irc_member *members,
                          const char *identity, const struct irc_person *except);

#endif
