/* People coming, going and changing their names. */
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"

/* Whether the person's user or host is known to be another. */
static bool is_other(const struct irc_session *session, const struct irc_person *person,
                     const struct irc_source *source)
{
    enum irc_casemap casemap = session->support.casemap;
    return *person->host && *source->user && *source->host &&
           !irc_session_is_self(session, person->nick) &&
           (!irc_casemap_same(casemap, person->user, source->user) ||
            !irc_casemap_same(casemap, person->host, source->host));
}

/* The known person that a line comes from. The server need not have told us that a person is gone,
 * so whoever has their nick with another user or host is somebody else. */
static struct irc_person *find_source(struct irc_session *session, const struct irc_source *source)
{
    struct irc_person *person = irc_people_find(&session->people, source->nick);
    if (!person || !is_other(session, person, source))
        return person;
    irc_person_lose(session, person);
    return NULL;
}

struct irc_person *irc_person_take(struct irc_session *session, const struct irc_source *source)
{
    find_source(session, source);
    return irc_people_take(&session->people, source);
}

/* Somebody whose names are longer than any server's that we know can't be told apart, so they are
 * not heard; the operator reads of the first one. */
static void refuse_source(struct irc_session *session, const char *source)
{
    if (session->source_refused || !strchr(source, '!'))
        return;
    session->source_refused = true;
    log_warning("irc.person_refused", "network", session->network, "reason",
                "a nick, user or host is too long", "from", source);
}

struct irc_person *irc_person_of(struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source;
    char account[64];
    if (!irc_source_parse(line->source, &source)) {
        refuse_source(session, line->source);
        return NULL;
    }
    if (!*source.user || !*source.host)
        return NULL;
    struct irc_person *person = irc_person_take(session, &source);
    if (!person)
        return NULL;
    person->seen_at = session->now;
    if (irc_line_tag(line, "account", account, sizeof account))
        irc_person_account(session, person, account);
    else if (irc_session_capable(session, IRC_CAP_ACCOUNT_TAG))
        irc_person_account(session, person, NULL);
    return person;
}

static void unwatch(struct irc_session *session, struct irc_person *person)
{
    if (!person->watched)
        return;
    irc_send(session, SENDER_EVENT, person->nick, "MONITOR - %s", person->nick);
    person->watched = person->online = false;
    session->people.watched--;
}

void irc_person_drop(struct irc_session *session, struct irc_person *person)
{
    unwatch(session, person);
    irc_address_drop(session, person);
    irc_held_forget(session, person);
    irc_people_forget(&session->people, person);
}

void irc_person_settle(struct irc_session *session, struct irc_person *person)
{
    if (!irc_address_settle(session, person))
        irc_person_drop(session, person);
}

void irc_person_out_of_sight(struct irc_session *session, struct irc_person *person)
{
    if (person->memberships || irc_session_is_self(session, person->nick))
        return;
    int64_t most = session->support.monitor;
    bool room = most == -1 || (int64_t)session->people.watched + 1 < most;
    if (person->watched)
        return;
    if (person->acted > 0 && most != 0 && room) {
        person->watched = true;
        session->people.watched++;
        irc_send(session, SENDER_EVENT, person->nick, "MONITOR + %s", person->nick);
    } else if (person->private_at == 0) {
        irc_person_drop(session, person);
    }
}

/* Forgets people who only wrote in private, once their nick may belong to somebody else. */
void irc_people_tick(struct irc_session *session)
{
    struct irc_person *person, *next;
    while ((person = irc_address_overdue(session)))
        irc_person_settle(session, person);
    if (session->now - session->people_checked_at < IRC_PEOPLE_CHECK_MS)
        return;
    session->people_checked_at = session->now;
    for (person = session->people.persons; person; person = next) {
        next = person->hh.next;
        if (!person->memberships && !person->watched && person->private_at != 0 &&
            session->now - person->private_at > IRC_OUT_OF_SIGHT_MS)
            irc_person_drop(session, person);
    }
}

/* Coming and going */

void irc_person_joined(struct irc_session *session, struct irc_channel *channel,
                       struct irc_person *person, bool quietly)
{
    struct irc_told told;
    if (!channel->opened || !irc_person_tell(session, channel, person, &told))
        return;
    if (irc_members_identity(&session->people, channel->members, told.identity, person))
        return;
    quietly = quietly || irc_missing_has(&session->missing, told.identity, session->now);
    if (!irc_session_capable(session, IRC_CAP_EXTENDED_JOIN) &&
        person->account_state == IRC_ACCOUNT_UNKNOWN && irc_accounts_expected(session) &&
        sender_counts(session->sender).waiting < IRC_WHOIS_WAITING_MAX)
        irc_person_ask(session, person, SENDER_EVENT);
    person->told = true;
    session->listener.joined(session->listener.context, session->network, channel->key,
                             &told.person, quietly);
}

static void tell_left(struct irc_session *session, const struct irc_channel *channel,
                      const char *identity, enum leave_reason reason)
{
    session->listener.left(session->listener.context, session->network, channel ? channel->key : "",
                           identity, reason);
}

void irc_person_left(struct irc_session *session, struct irc_channel *channel,
                     struct irc_person *person)
{
    char identity[IDENTITY_MAX];
    bool was_there = irc_members_find(channel->members, person) != NULL;
    memcpy(identity, person->identity, sizeof identity);
    irc_members_remove(&channel->members, person);
    irc_person_out_of_sight(session, person);
    /* Another client of the same account may still be there. */
    if (was_there && *identity && channel->opened &&
        !irc_members_identity(&session->people, channel->members, identity, NULL))
        tell_left(session, channel, identity, LEFT_PLACE);
}

/* Forgets somebody who is gone and tells the listener: that they left the network, or, if another
 * client of theirs remains, that they left the channels where none does. */
static void lose(struct irc_session *session, struct irc_person *person, enum leave_reason reason)
{
    char identity[IDENTITY_MAX];
    struct irc_channel *affected[IRC_CHANNELS_MAX];
    size_t count = 0;
    memcpy(identity, person->identity, sizeof identity);
    while (person->memberships) {
        struct irc_channel *channel = person->memberships->channel;
        if (channel->opened)
            affected[count++] = channel;
        irc_members_remove(&channel->members, person);
    }
    irc_person_drop(session, person);
    if (*identity == '\0')
        return;
    if (!irc_people_holder(&session->people, identity)) {
        tell_left(session, NULL, identity, reason);
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (!irc_members_identity(&session->people, affected[i]->members, identity, NULL))
            tell_left(session, affected[i], identity, LEFT_PLACE);
}

void irc_person_lose(struct irc_session *session, struct irc_person *person)
{
    if (person->memberships)
        lose(session, person, LEFT_NETWORK);
    else
        irc_person_drop(session, person);
}

void irc_on_quit(struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source;
    struct irc_person *person = irc_source_parse(line->source, &source)
                                    ? irc_people_find(&session->people, source.nick)
                                    : NULL;
    if (!person || irc_session_is_self(session, person->nick))
        return;
    bool split =
        irc_batch_of(session, line) == IRC_BATCH_SPLIT || irc_netsplit_reason(irc_line_last(line));
    if (split && *person->identity)
        irc_missing_add(&session->missing, person->identity,
                        session->now + session->settings->split_patience);
    lose(session, person, split ? LEFT_IN_SPLIT : LEFT_NETWORK);
    irc_nick_freed(session, source.nick);
}

static void change_nick(struct irc_session *session, struct irc_person *person, const char *nick)
{
    char old_identity[IDENTITY_MAX];
    memcpy(old_identity, person->identity, sizeof old_identity);
    struct irc_person *other = irc_people_find(&session->people, nick);
    if (other && other != person)
        lose(session, other, LEFT_NETWORK);
    unwatch(session, person);
    irc_people_rename(&session->people, person, nick);
    if (!irc_session_is_self(session, nick))
        irc_person_tell_renamed(session, old_identity, person);
}

void irc_on_nick(struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source;
    const char *nick = line->parameters[0];
    if (!irc_source_parse(line->source, &source))
        return;
    struct irc_person *person = find_source(session, &source);
    bool fits = irc_nick_fits(nick);
    if (irc_session_is_self(session, source.nick)) {
        if (!fits) {
            irc_session_end(session, IRC_COURSE_RECONNECT, "the server gave us an impossible nick");
            return;
        }
        struct text own = TEXT_IN(session->nick);
        text_add(&own, nick);
        if (person)
            change_nick(session, person, nick);
        irc_nick_changed(session);
        return;
    }
    if (person && fits) {
        change_nick(session, person, nick);
        /* Services may log somebody in or out who takes another nick: it is asked at need. */
        person->account_at = session->now - session->settings->account_recheck;
    } else if (person) {
        lose(session, person, LEFT_NETWORK);
    }
    irc_nick_freed(session, source.nick);
}

void irc_on_account(struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source;
    const char *account = line->parameters[0];
    if (!irc_source_parse(line->source, &source))
        return;
    struct irc_person *person = find_source(session, &source);
    if (person)
        irc_person_account(session, person, strcmp(account, "*") == 0 ? NULL : account);
}

void irc_on_host_change(struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source, shown = {{0}, {0}, {0}};
    char mask[IDENTITY_MAX], old_identity[IDENTITY_MAX];
    if (!irc_source_parse(line->source, &source))
        return;
    struct text text = TEXT_IN(mask);
    text_add_format(&text, "%s!%s@%s", source.nick, line->parameters[0], line->parameters[1]);
    if (text.truncated || !irc_source_parse(mask, &shown))
        return;
    if (irc_session_is_self(session, source.nick)) {
        memcpy(session->user, shown.user, sizeof session->user);
        memcpy(session->host, shown.host, sizeof session->host);
    }
    struct irc_person *person = find_source(session, &source);
    if (!person)
        return;
    memcpy(old_identity, person->identity, sizeof old_identity);
    irc_people_take(&session->people, &shown);
    if (strcmp(person->identity, old_identity) != 0 && !irc_session_is_self(session, source.nick))
        irc_person_tell_renamed(session, old_identity, person);
}

void irc_on_displayed_host(struct irc_session *session, const struct irc_line *line)
{
    /* "host" or "user@host". */
    const char *shown = line->parameters[1], *at = strchr(shown, '@');
    struct text host = TEXT_IN(session->host);
    text_add(&host, at ? at + 1 : shown);
    if (!at)
        return;
    struct text user = TEXT_IN(session->user);
    text_add_bytes(&user, shown, (size_t)(at - shown));
}

/* Calls `take` for each "nick" or "nick!user@host" of a list. */
static void each_listed(struct irc_session *session, const char *list,
                        void (*take)(struct irc_session *session, const struct irc_source *source))
{
    while (*list) {
        struct irc_source source;
        char entry[IDENTITY_MAX];
        size_t length = strcspn(list, ",");
        struct text text = TEXT_IN(entry);
        text_add_bytes(&text, list, length);
        list += length;
        list += *list == ',';
        if (irc_source_parse(entry, &source))
            take(session, &source);
    }
}

static void take_online(struct irc_session *session, const struct irc_source *source)
{
    struct irc_person *person = find_source(session, source);
    if (!person || !person->watched || !*person->host || !*source->host)
        return;
    person->online = true;
    person->seen_at = session->now;
}

/* 730: people who are online. */
void irc_on_online(struct irc_session *session, const struct irc_line *line)
{
    each_listed(session, irc_line_last(line), take_online);
}

static void take_offline(struct irc_session *session, const struct irc_source *source)
{
    irc_nick_freed(session, source->nick);
    struct irc_person *person = irc_people_find(&session->people, source->nick);
    if (person && !person->memberships)
        irc_person_drop(session, person);
}

/* 731: nicks that are not online. */
void irc_on_offline(struct irc_session *session, const struct irc_line *line)
{
    each_listed(session, irc_line_last(line), take_offline);
}
