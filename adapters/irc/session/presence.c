/* People coming, going and changing their names. */
#include <string.h>

#include "adapters/irc/session/session_private.h"

struct irc_person *irc_person_of(struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source;
    char account[64], old_identity[IDENTITY_MAX] = "", identity[IDENTITY_MAX];
    if (!irc_source_parse(line->source, &source) || !*source.user || !*source.host)
        return NULL;
    struct irc_person *person = irc_people_find(&session->people, source.nick);
    if (person)
        irc_person_identity(&session->people, person, old_identity);
    bool other = person && *person->host &&
                 (strcmp(person->host, source.host) != 0 || strcmp(person->user, source.user) != 0);
    if (other && person->channels == 0) {
        /* While out of sight they left the nick to somebody else. */
        irc_person_drop(session, person);
        old_identity[0] = '\0';
    }
    person = irc_people_take(&session->people, &source);
    if (!person)
        return NULL;
    irc_person_identity(&session->people, person, identity);
    if (*old_identity && strcmp(old_identity, identity) != 0)
        irc_person_tell_renamed(session, old_identity, person);
    if (irc_line_tag(line, "account", account, sizeof account))
        irc_person_account(session, person, account);
    else if (irc_session_capable(session, IRC_CAP_ACCOUNT_TAG))
        irc_person_account(session, person, NULL);
    return person;
}

void irc_person_drop(struct irc_session *session, struct irc_person *person)
{
    if (person->watched)
        irc_send(session, SENDER_PICTURE, person->nick, "MONITOR - %s", person->nick);
    irc_held_forget(session, person);
    irc_people_forget(&session->people, person);
}

void irc_person_out_of_sight(struct irc_session *session, struct irc_person *person)
{
    if (person->channels > 0 || irc_session_is_self(session, person->nick))
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
    if (session->now - session->people_checked_at < IRC_PEOPLE_CHECK_MS)
        return;
    session->people_checked_at = session->now;
    for (person = session->people.persons; person; person = next) {
        next = person->hh.next;
        if (person->channels == 0 && !person->watched && person->private_at != 0 &&
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
        person->account_state == IRC_ACCOUNT_UNKNOWN &&
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
    bool known = irc_person_identity(&session->people, person, identity);
    irc_members_remove(&channel->members, person);
    irc_person_out_of_sight(session, person);
    /* Another client of the same account may still be there. */
    if (was_there && known && channel->opened &&
        !irc_members_identity(&session->people, channel->members, identity, NULL))
        tell_left(session, channel, identity, LEFT_PLACE);
}

/* Forgets somebody who is gone and tells the listener: that they left the network, or, if another
 * client of theirs remains, that they left the channels where none does. */
static void lose(struct irc_session *session, struct irc_person *person, enum leave_reason reason)
{
    char identity[IDENTITY_MAX];
    bool known = irc_person_identity(&session->people, person, identity);
    bool affected[IRC_CHANNELS_MAX] = {false};
    size_t index = 0;
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        affected[index++] = channel->opened && irc_members_find(channel->members, person);
        irc_members_remove(&channel->members, person);
    }
    irc_person_drop(session, person);
    if (!known)
        return;
    if (!irc_people_holder(&session->people, identity)) {
        tell_left(session, NULL, identity, reason);
        return;
    }
    index = 0;
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        if (affected[index++] &&
            !irc_members_identity(&session->people, channel->members, identity, NULL))
            tell_left(session, channel, identity, LEFT_PLACE);
    }
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
    char identity[IDENTITY_MAX];
    if (split && irc_person_identity(&session->people, person, identity))
        irc_missing_add(&session->missing, identity,
                        session->now + session->settings->split_patience);
    lose(session, person, split ? LEFT_IN_SPLIT : LEFT_NETWORK);
    irc_nick_freed(session, source.nick);
}

static void change_nick(struct irc_session *session, struct irc_person *person, const char *nick)
{
    char old_identity[IDENTITY_MAX];
    irc_person_identity(&session->people, person, old_identity);
    struct irc_person *other = irc_people_find(&session->people, nick);
    if (other && other != person)
        lose(session, other, LEFT_NETWORK);
    irc_held_rename(session, person->nick, nick);
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
    struct irc_person *person = irc_people_find(&session->people, source.nick);
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
    if (person && fits)
        change_nick(session, person, nick);
    else if (person)
        lose(session, person, LEFT_NETWORK);
    irc_nick_freed(session, source.nick);
}

void irc_on_account(struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source;
    const char *account = line->parameters[0];
    if (!irc_source_parse(line->source, &source))
        return;
    struct irc_person *person = irc_people_find(&session->people, source.nick);
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
    struct irc_person *person = irc_people_find(&session->people, source.nick);
    if (!person)
        return;
    irc_person_identity(&session->people, person, old_identity);
    irc_people_take(&session->people, &shown);
    char identity[IDENTITY_MAX];
    irc_person_identity(&session->people, person, identity);
    if (strcmp(identity, old_identity) != 0 && !irc_session_is_self(session, source.nick))
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

/* 731: a list of nicks that are not online. */
void irc_on_offline(struct irc_session *session, const struct irc_line *line)
{
    const char *list = irc_line_last(line);
    while (*list) {
        struct irc_source source;
        char entry[IDENTITY_MAX];
        size_t length = strcspn(list, ",");
        struct text text = TEXT_IN(entry);
        text_add_bytes(&text, list, length);
        list += length;
        list += *list == ',';
        if (!irc_source_parse(entry, &source))
            continue;
        irc_nick_freed(session, source.nick);
        struct irc_person *person = irc_people_find(&session->people, source.nick);
        if (person && person->channels == 0)
            irc_person_drop(session, person);
    }
}
