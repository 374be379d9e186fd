/* People as the server lists them: NAMES, WHO, WHOIS. */
#include <string.h>

#include "adapters/irc/session/session_private.h"

static void take_name(struct irc_session *session, struct irc_channel *channel, const char *entry,
                      size_t length)
{
    char name[IDENTITY_MAX];
    uint32_t ranks = 0, rank;
    while (length > 0 && (rank = irc_support_rank_of_letter(&session->support, *entry))) {
        ranks |= rank;
        entry++;
        length--;
    }
    struct text text = TEXT_IN(name);
    text_add_bytes(&text, entry, length);
    struct irc_source source;
    if (text.truncated || !irc_source_parse(name, &source))
        return;
    struct irc_person *person = irc_person_take(session, &source);
    if (person)
        irc_members_add(&channel->members, channel, person)->ranks = ranks;
}

void irc_on_names(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[2]);
    if (!channel || !channel->joined)
        return;
    const char *list = irc_line_last(line);
    while (*list) {
        size_t length = strcspn(list, " ");
        if (length > 0)
            take_name(session, channel, list, length);
        list += length;
        list += *list == ' ';
    }
}

/* Of WHO's flags: "H@". */
static uint32_t ranks_of(const struct irc_session *session, const char *flags)
{
    uint32_t ranks = 0;
    for (; *flags; flags++)
        ranks |= irc_support_rank_of_letter(&session->support, *flags);
    return ranks;
}

/* Takes what a line of WHO says about somebody in one of our channels. */
static struct irc_person *take_listed(struct irc_session *session, const char *channel_name,
                                      const char *nick, const char *user, const char *host,
                                      const char *flags)
{
    struct irc_channel *channel = irc_channel_find(session, channel_name);
    struct irc_person *person = irc_people_find(&session->people, nick);
    struct irc_source source;
    char mask[IDENTITY_MAX];
    if (!channel || !person || !irc_members_find(channel->members, person))
        return NULL;
    struct text text = TEXT_IN(mask);
    text_add_format(&text, "%s!%s@%s", nick, user, host);
    if (!text.truncated && irc_source_parse(mask, &source))
        person = irc_person_take(session, &source);
    if (!person)
        return NULL;
    if (!irc_members_find(channel->members, person))
        irc_members_add(&channel->members, channel, person)->ranks = ranks_of(session, flags);
    person->bot = session->support.bot_mode && strchr(flags, session->support.bot_mode);
    if (irc_session_is_self(session, nick)) {
        memcpy(session->user, person->user, sizeof session->user);
        memcpy(session->host, person->host, sizeof session->host);
    }
    return person;
}

/* 352: us, channel, user, host, server, nick, flags, hops and real name */
void irc_on_who(struct irc_session *session, const struct irc_line *line)
{
    const char *const *at = line->parameters;
    take_listed(session, at[1], at[5], at[2], at[3], at[6]);
}

/* 354, as we ask for it: us, 152, channel, user, host, nick, flags, account */
void irc_on_whox(struct irc_session *session, const struct irc_line *line)
{
    const char *const *at = line->parameters;
    if (strcmp(at[1], "152") != 0)
        return;
    struct irc_person *person = take_listed(session, at[2], at[5], at[3], at[4], at[6]);
    if (person)
        irc_person_account(session, person, strcmp(at[7], "0") == 0 ? NULL : at[7]);
}

/* Now everybody in the channel is known, and seats can find their people. */
void irc_on_end_of_who(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[1]);
    if (!channel || !channel->opened)
        return;
    for (struct irc_member *member = channel->members; member; member = member->hh.next) {
        struct irc_told told;
        struct irc_person *person = member->person;
        if (person->bot || irc_session_is_self(session, person->nick) ||
            !irc_person_tell(session, channel, person, &told))
            continue;
        person->told = true;
        session->listener.joined(session->listener.context, session->network, channel->key,
                                 &told.person, true);
    }
}

static struct irc_person *person_named(struct irc_session *session, const struct irc_line *line)
{
    return irc_people_find(&session->people, line->parameters[1]);
}

/* 311: us, nick, user, host, *, real name */
void irc_on_whois_user(struct irc_session *session, const struct irc_line *line)
{
    struct irc_person *person = person_named(session, line);
    struct irc_source source;
    char mask[IDENTITY_MAX];
    struct text text = TEXT_IN(mask);
    text_add_format(&text, "%s!%s@%s", line->parameters[1], line->parameters[2],
                    line->parameters[3]);
    if (!person || text.truncated || !irc_source_parse(mask, &source))
        return;
    if (!irc_person_in_sight(person))
        person = irc_person_take(session, &source);
    else if (*person->host == '\0')
        irc_people_take(&session->people, &source);
    if (person)
        person->seen_at = session->now;
}

/* 330: us, nick, account, "is logged in as" */
void irc_on_whois_account(struct irc_session *session, const struct irc_line *line)
{
    struct irc_person *person = person_named(session, line);
    if (!person)
        return;
    person->asked_and_found = true;
    irc_person_account(session, person, line->parameters[2]);
}

void irc_on_whois_bot(struct irc_session *session, const struct irc_line *line)
{
    struct irc_person *person = person_named(session, line);
    if (person)
        person->bot = true;
}

void irc_on_end_of_whois(struct irc_session *session, const struct irc_line *line)
{
    struct irc_person *person = person_named(session, line);
    if (!person || person->asked_at == 0)
        return;
    person->asked_at = 0;
    if (!person->asked_and_found)
        irc_person_accountless(session, person);
    irc_held_release(session, person);
    irc_person_settle(session, person);
}
