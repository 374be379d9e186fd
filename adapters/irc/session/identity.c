/* Who somebody is: identity, rank and account. */
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
    return operates && session->settings->operators_host ? RANK_HOST : RANK_PLAYER;
}

bool irc_person_tell(const struct irc_session *session, const struct irc_channel *channel,
                     const struct irc_person *person, struct irc_told *told)
{
    if (!irc_person_identity(&session->people, person, told->identity))
        return false;
    irc_person_name(person, told->name);
    told->person = (struct person){
        .identity = told->identity, .name = told->name, .rank = rank_of(session, channel, person)};
    return true;
}

void irc_person_tell_renamed(struct irc_session *session, const char *old_identity,
                             const struct irc_person *person)
{
    struct irc_told told;
    if (*old_identity && person->told && irc_person_tell(session, NULL, person, &told))
        session->listener.renamed(session->listener.context, session->network, old_identity,
                                  &told.person);
}

bool irc_account_is_fresh(const struct irc_session *session, const struct irc_person *person)
{
    if (person->account_state == IRC_ACCOUNT_UNKNOWN)
        return false;
    if (irc_session_capable(session, IRC_CAP_ACCOUNT_TAG) ||
        (irc_session_capable(session, IRC_CAP_ACCOUNT_NOTIFY) && person->channels > 0))
        return true;
    /* People without an account may have logged in since, so that is checked more often. */
    int64_t recheck = session->settings->account_recheck;
    if (person->account_state == IRC_ACCOUNT_NONE)
        recheck /= 20;
    return session->now - person->account_at < recheck;
}

void irc_person_account(struct irc_session *session, struct irc_person *person, const char *account)
{
    char old_identity[IDENTITY_MAX], new_identity[IDENTITY_MAX];
    irc_person_identity(&session->people, person, old_identity);
    irc_person_log_in(person, account, session->now);
    irc_person_identity(&session->people, person, new_identity);
    if (strcmp(old_identity, new_identity) != 0 && !irc_session_is_self(session, person->nick))
        irc_person_tell_renamed(session, old_identity, person);
}

void irc_person_ask(struct irc_session *session, struct irc_person *person,
                    enum sender_priority priority)
{
    if (person->asked_at != 0 && session->now - person->asked_at < IRC_HOLD_MS)
        return;
    person->asked_at = session->now != 0 ? session->now : 1;
    person->asked_and_found = false;
    irc_send(session, priority, person->nick, "WHOIS %s", person->nick);
}
