/* Who somebody is: identity, rank and account; and whom somebody else means. */
#include <string.h>

#include "adapters/irc/session/session_private.h"

static bool is_admin(const struct irc_session *session, const struct irc_person *person)
{
    const struct irc_settings *settings = session->settings;
    enum irc_casemap casemap = session->support.casemap;
    char mask[IDENTITY_MAX];
    if (person->account_state == IRC_ACCOUNT_KNOWN)
        for (size_t i = 0; i < settings->admins.count; i++)
            if (irc_casemap_same(casemap, settings->admins.items[i], person->account))
                return true;
    irc_person_mask(person, mask);
    for (size_t i = 0; i < settings->admin_masks.count; i++)
        if (*person->host && irc_casemap_matches(casemap, settings->admin_masks.items[i], mask))
            return true;
    return false;
}

static enum person_rank rank_of(const struct irc_session *session,
                                const struct irc_channel *channel, const struct irc_person *person)
{
    if (is_admin(session, person))
        return RANK_ADMIN;
    struct irc_member *member = channel ? irc_members_find(channel->members, person) : NULL;
    bool operates = member && (member->ranks & irc_support_operator_ranks(&session->support));
    bool voiced = member && (member->ranks & irc_support_voice_ranks(&session->support));
    if (operates && session->settings->operators_host)
        return RANK_HOST;
    return voiced ? RANK_MEMBER : RANK_PLAYER;
}

bool irc_person_tell(const struct irc_session *session, const struct irc_channel *channel,
                     const struct irc_person *person, struct irc_told *told)
{
    if (*person->identity == '\0')
        return false;
    memcpy(told->identity, person->identity, sizeof told->identity);
    irc_person_name(person, told->name);
    told->person = (struct person){
        .identity = told->identity, .name = told->name, .rank = rank_of(session, channel, person)};
    return true;
}

static void note_former(struct irc_session *session, const char *identity, uint64_t person)
{
    struct text text = TEXT_IN(session->former[session->next_former].identity);
    text_add(&text, identity);
    session->former[session->next_former].person = person;
    session->next_former = (session->next_former + 1) % IRC_PRIVATE_MAX;
}

struct irc_person *irc_person_meant(const struct irc_session *session, const char *identity)
{
    struct irc_person *person = irc_people_holder(&session->people, identity);
    /* The newest entry comes first: an identity can have had several people. */
    for (size_t i = 1; !person && i <= IRC_PRIVATE_MAX; i++) {
        size_t at = (session->next_former + IRC_PRIVATE_MAX - i) % IRC_PRIVATE_MAX;
        if (strcmp(session->former[at].identity, identity) == 0)
            return irc_people_numbered(&session->people, session->former[at].person);
    }
    return person;
}

void irc_person_tell_renamed(struct irc_session *session, const char *old_identity,
                             const struct irc_person *person)
{
    struct irc_told told;
    if (*old_identity)
        note_former(session, old_identity, person->number);
    if (*old_identity && person->told && irc_person_tell(session, NULL, person, &told))
        session->listener.renamed(session->listener.context, session->network, old_identity,
                                  &told.person);
}

bool irc_account_is_fresh(const struct irc_session *session, const struct irc_person *person)
{
    if (person->account_state == IRC_ACCOUNT_UNKNOWN)
        return false;
    if (irc_session_capable(session, IRC_CAP_ACCOUNT_TAG) ||
        (irc_session_capable(session, IRC_CAP_ACCOUNT_NOTIFY) && person->memberships))
        return true;
    /* Out of sight, somebody else may have come with the same nick, user and host. */
    if (person->account_state == IRC_ACCOUNT_KNOWN && !irc_person_in_sight(person))
        return session->now - person->account_at < IRC_PROOF_MS;
    return session->now - person->account_at < session->settings->account_recheck;
}

bool irc_accounts_expected(const struct irc_session *session)
{
    const struct irc_settings *settings = session->settings;
    return session->accountless < IRC_ACCOUNTLESS_MAX || *settings->account ||
           settings->admins.count > 0 ||
           session->now - session->accountless_at >= settings->account_recheck;
}

void irc_person_accountless(struct irc_session *session, struct irc_person *person)
{
    session->accountless += session->accountless < IRC_ACCOUNTLESS_MAX;
    session->accountless_at = session->now;
    irc_person_account(session, person, NULL);
}

bool irc_account_is_usable(const struct irc_person *person)
{
    return person->account_state == IRC_ACCOUNT_NONE ||
           (person->account_state == IRC_ACCOUNT_KNOWN && irc_person_in_sight(person));
}

/* Out of sight, another account means another person, who gets nothing of the one before. */
static void take_other(struct irc_session *session, struct irc_person *person, const char *account)
{
    irc_address_drop(session, person);
    person->told = false;
    irc_people_log_in(&session->people, person, account, session->now);
}

void irc_person_account(struct irc_session *session, struct irc_person *person, const char *account)
{
    char old_identity[IDENTITY_MAX];
    bool had = person->account_state == IRC_ACCOUNT_KNOWN;
    if (account)
        session->accountless = 0;
    memcpy(old_identity, person->identity, sizeof old_identity);
    if (had && !irc_person_in_sight(person) &&
        !irc_casemap_same(session->support.casemap, person->account, account ? account : "")) {
        take_other(session, person, account);
        return;
    }
    irc_people_log_in(&session->people, person, account, session->now);
    if (strcmp(old_identity, person->identity) != 0 && !irc_session_is_self(session, person->nick))
        irc_person_tell_renamed(session, old_identity, person);
}

void irc_person_ask(struct irc_session *session, struct irc_person *person,
                    enum sender_priority priority)
{
    if (person->asked_at != 0 && session->now - person->asked_at < IRC_HOLD_MS)
        return;
    irc_person_note_asked(session, person);
    irc_address_ask(session, person, priority);
}

/* -- Whom somebody means ----------------------------------------------------------------------- */

#define ACCOUNT "account:"
#define MASK    "mask:"

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool write_who(const struct irc_session *session, const char *kind, const char *rest,
                      char who[IDENTITY_MAX])
{
    char folded[IDENTITY_MAX];
    struct text text = text_in(who, IDENTITY_MAX);
    bool fits = irc_casemap_fold(session->support.casemap, rest, folded, sizeof folded);
    text_add(&text, kind);
    text_add(&text, folded);
    return fits && !text.truncated && folded[0] != '\0';
}

/* "host" parts alone are completed: *!*@host, *!user@host. */
static bool write_mask(const struct irc_session *session, const char *typed, char who[IDENTITY_MAX])
{
    char buffer[IDENTITY_MAX];
    struct text mask = TEXT_IN(buffer);
    const char *host = strchr(typed, '@');
    if (strchr(typed, '!') == NULL)
        text_add(&mask, host == typed ? "*!*" : "*!");
    text_add(&mask, typed);
    if (host == NULL)
        text_add(&mask, "@*");
    return !mask.truncated && write_who(session, MASK, mask.bytes, who);
}

/* Nick and user are easily changed. */
static bool write_person(const struct irc_session *session, const struct irc_person *person,
                         char who[IDENTITY_MAX])
{
    char buffer[IDENTITY_MAX];
    struct text host = TEXT_IN(buffer), text = text_in(who, IDENTITY_MAX);
    if (begins_with(person->identity, MASK)) {
        text_add_format(&host, "@%s", person->host);
        return write_mask(session, host.bytes, who);
    }
    text_add(&text, person->identity);
    return text.length > 0;
}

bool irc_session_find_person(const struct irc_session *session, const char *typed,
                             char who[IDENTITY_MAX], char name[NAME_MAX_BYTES])
{
    struct text called = text_in(name, NAME_MAX_BYTES);
    const struct irc_person *person = irc_people_find(&session->people, typed);
    text_add(&called, typed);
    if (begins_with(typed, ACCOUNT))
        return write_who(session, ACCOUNT, typed + strlen(ACCOUNT), who);
    if (strpbrk(typed, "!@*?") != NULL)
        return write_mask(session, typed, who);
    if (person == NULL || irc_session_is_self(session, person->nick))
        return false;
    irc_person_name(person, name);
    return write_person(session, person, who);
}

bool irc_session_fits(const struct irc_session *session, const char *pattern, const char *identity)
{
    char mask[IDENTITY_MAX];
    const struct irc_person *person = irc_people_holder(&session->people, identity);
    struct text text = TEXT_IN(mask);
    if (!begins_with(pattern, MASK))
        return false;
    if (begins_with(identity, MASK))
        text_add(&text, identity + strlen(MASK));
    else if (person != NULL)
        irc_person_mask(person, mask);
    else
        return false;
    return irc_casemap_matches(session->support.casemap, pattern + strlen(MASK), mask);
}
