/* Who is there, who he is, and who comes and goes. */
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/session_private.h"
#include "bot/base/log.h"

static bool capability(const struct irc_session *session, enum irc_capability which)
{
    return irc_capability_on(&session->registration.capabilities, which);
}

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

/* Tells what changed about somebody, where anybody knew him. */
static void tell_renamed(struct irc_session *session, const char *old_identity,
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
    if (capability(session, IRC_CAP_ACCOUNT_TAG) ||
        (capability(session, IRC_CAP_ACCOUNT_NOTIFY) && person->channels > 0))
        return true;
    /* Whoever had none may have logged in since; he is asked about again before long. */
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
        tell_renamed(session, old_identity, person);
}

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
        /* Out of sight, the nick went to somebody else. */
        irc_person_drop(session, person);
        old_identity[0] = '\0';
    }
    person = irc_people_take(&session->people, &source);
    if (!person)
        return NULL;
    irc_person_identity(&session->people, person, identity);
    if (*old_identity && strcmp(old_identity, identity) != 0)
        tell_renamed(session, old_identity, person);
    if (irc_line_tag(line, "account", account, sizeof account))
        irc_person_account(session, person, account);
    else if (capability(session, IRC_CAP_ACCOUNT_TAG))
        irc_person_account(session, person, NULL);
    return person;
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

/* People who only wrote in private are forgotten when their nick may be somebody else's by now. */
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
    if (!capability(session, IRC_CAP_EXTENDED_JOIN) &&
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

/* Takes somebody who is gone out of everything and tells it: from the network, or, when another
 * client of the same account stays, from the channels where none is left. */
static void lose(struct irc_session *session, struct irc_person *person, enum leave_reason reason)
{
    char identity[IDENTITY_MAX], key[64];
    bool known = irc_person_identity(&session->people, person, identity);
    struct irc_channel *channel, *next;
    bool affected[IRC_CHANNELS_MAX] = {false};
    size_t index = 0;
    memcpy(key, person->key, sizeof key);
    for (channel = session->channels; channel; channel = next) {
        next = channel->hh.next;
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
    for (channel = session->channels; channel; channel = next) {
        next = channel->hh.next;
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
        tell_renamed(session, old_identity, person);
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
    if (irc_session_is_self(session, source.nick) && strcmp(account, "*") != 0)
        irc_registration_identified(session);
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
        tell_renamed(session, old_identity, person);
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

/* Lists */

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
    struct irc_person *person = irc_people_take(&session->people, &source);
    if (person)
        irc_members_add(&channel->members, person)->ranks = ranks;
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

/* What a line of WHO says of somebody in a channel of ours. */
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
        irc_people_take(&session->people, &source);
    person->bot = session->support.bot_mode && strchr(flags, session->support.bot_mode);
    if (irc_session_is_self(session, nick)) {
        memcpy(session->user, person->user, sizeof session->user);
        memcpy(session->host, person->host, sizeof session->host);
    }
    return person;
}

/* 352: me, channel, user, host, server, nick, flags, hops and real name */
void irc_on_who(struct irc_session *session, const struct irc_line *line)
{
    const char *const *at = line->parameters;
    take_listed(session, at[1], at[5], at[2], at[3], at[6]);
}

/* 354 as asked for: me, 152, channel, user, host, nick, flags, account */
void irc_on_whox(struct irc_session *session, const struct irc_line *line)
{
    const char *const *at = line->parameters;
    if (strcmp(at[1], "152") != 0)
        return;
    struct irc_person *person = take_listed(session, at[2], at[5], at[3], at[4], at[6]);
    if (person)
        irc_person_account(session, person, strcmp(at[7], "0") == 0 ? NULL : at[7]);
}

/* Everybody in the channel is known now; seats find their people. */
void irc_on_end_of_who(struct irc_session *session, const struct irc_line *line)
{
    struct irc_channel *channel = irc_channel_find(session, line->parameters[1]);
    if (!channel || !channel->opened)
        return;
    struct irc_member *member, *next;
    for (member = channel->members; member; member = next) {
        next = member->hh.next;
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

/* 311: me, nick, user, host, *, real name */
void irc_on_whois_user(struct irc_session *session, const struct irc_line *line)
{
    struct irc_person *person = person_named(session, line);
    struct irc_source source;
    char mask[IDENTITY_MAX];
    struct text text = TEXT_IN(mask);
    text_add_format(&text, "%s!%s@%s", line->parameters[1], line->parameters[2],
                    line->parameters[3]);
    if (person && *person->host == '\0' && !text.truncated && irc_source_parse(mask, &source))
        irc_people_take(&session->people, &source);
}

/* 330: me, nick, account, "is logged in as" */
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
        irc_person_account(session, person, NULL);
    irc_held_release(session, person);
}

/* Batches */

static enum irc_batch_kind kind_of(const char *type)
{
    if (strcmp(type, "netsplit") == 0)
        return IRC_BATCH_SPLIT;
    if (strcmp(type, "netjoin") == 0)
        return IRC_BATCH_JOIN;
    if (strcmp(type, "chathistory") == 0 || strstr(type, "playback") ||
        strcmp(type, "draft/chathistory-targets") == 0)
        return IRC_BATCH_PLAYBACK;
    return IRC_BATCH_OTHER;
}

static size_t find_batch(const struct irc_session *session, const char *reference)
{
    size_t i = 0;
    while (i < IRC_BATCHES_MAX && strcmp(session->batches[i].reference, reference) != 0)
        i++;
    return i;
}

enum irc_batch_kind irc_batch_of(const struct irc_session *session, const struct irc_line *line)
{
    char reference[64];
    if (!irc_line_tag(line, "batch", reference, sizeof reference) || !*reference)
        return IRC_BATCH_OTHER;
    size_t i = find_batch(session, reference);
    return i < IRC_BATCHES_MAX ? session->batches[i].kind : IRC_BATCH_OTHER;
}

void irc_on_batch(struct irc_session *session, const struct irc_line *line)
{
    const char *reference = line->parameters[0] + 1;
    bool begins = line->parameters[0][0] == '+';
    size_t i = find_batch(session, begins ? "" : reference);
    if (*line->parameters[0] == '\0' || *reference == '\0' || i == IRC_BATCHES_MAX ||
        strlen(reference) >= sizeof session->batches[i].reference)
        return;
    if (!begins) {
        session->batches[i].reference[0] = '\0';
        return;
    }
    /* A batch inside another one is of its kind, unless it has one of its own. */
    enum irc_batch_kind outer = irc_batch_of(session, line);
    enum irc_batch_kind kind = kind_of(irc_line_parameter(line, 1));
    session->batches[i].kind =
        kind == IRC_BATCH_OTHER || outer == IRC_BATCH_PLAYBACK ? outer : kind;
    memcpy(session->batches[i].reference, reference, strlen(reference) + 1);
}
