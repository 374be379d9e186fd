/* What people type. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapters/irc/session_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

int64_t irc_time_tag(const struct irc_line *line)
{
    char value[64];
    struct tm parts = {0};
    if (!irc_line_tag(line, "time", value, sizeof value))
        return 0;
    const char *rest = strptime(value, "%Y-%m-%dT%H:%M:%S", &parts);
    if (!rest)
        return 0;
    int64_t milliseconds = *rest == '.' ? (int64_t)strtol(rest + 1, NULL, 10) : 0;
    if (milliseconds < 0 || milliseconds > 999)
        milliseconds = 0;
    return (int64_t)timegm(&parts) * 1000 + milliseconds;
}

static bool is_ignored(const struct irc_session *session, const struct irc_person *person)
{
    const struct config_list *masks = &session->settings->ignore;
    char mask[IDENTITY_MAX];
    irc_person_mask(person, mask);
    for (size_t i = 0; i < masks->count; i++)
        if (irc_casemap_matches(session->support.casemap, masks->items[i], mask))
            return true;
    return false;
}

/* A bouncer repeats what was said before we were there. */
static bool is_repeated(const struct irc_session *session, const struct irc_channel *channel,
                        const struct irc_line *line)
{
    if (irc_batch_of(session, line) == IRC_BATCH_PLAYBACK)
        return true;
    int64_t said = irc_time_tag(line);
    const struct irc_registration *registration = &session->registration;
    int64_t since = channel ? channel->joined_wall
                            : registration->ready_at + session->wall_offset +
                                  registration->clock_ahead - IRC_CLOCK_SKEW_MS;
    return said != 0 && said < since;
}

/* What follows "nick:" or "nick,", or NULL when the text does not begin with our nick. */
static const char *after_own_nick(const struct irc_session *session, const char *text)
{
    size_t length = strlen(session->nick);
    for (size_t i = 0; i < length; i++)
        if (irc_casemap_fold_char(session->support.casemap, text[i]) !=
            irc_casemap_fold_char(session->support.casemap, session->nick[i]))
            return NULL;
    if (text[length] != ':' && text[length] != ',')
        return NULL;
    text += length + 1;
    return text + strspn(text, " ");
}

/* What people set by command goes before the configuration. */
static const char *prefix_at(const struct irc_session *session, const struct irc_channel *channel)
{
    const char *chosen = session->listener.prefix(session->listener.context, session->network,
                                                  channel ? channel->key : "");
    if (chosen)
        return chosen;
    return channel ? channel->setting.prefix : session->settings->prefix;
}

/* The command in a text, or NULL when the text is talk. */
static const char *command_in(const struct irc_session *session, const struct irc_channel *channel,
                              const char *text, bool *addressed)
{
    const char *prefix = prefix_at(session, channel);
    size_t prefix_length = strlen(prefix);
    const char *after_nick = after_own_nick(session, text);
    *addressed = !channel || after_nick;
    if (after_nick)
        text = after_nick;
    bool prefixed = strncmp(text, prefix, prefix_length) == 0;
    if (!prefixed && !*addressed)
        return NULL;
    if (prefixed)
        text += prefix_length;
    /* "!!" and "! well" are talk. */
    if (*text == '\0' || (prefixed && !*addressed && strchr(" !?.", *text)))
        return NULL;
    return text + strspn(text, " ");
}

static void deliver(struct irc_session *session, struct irc_person *person, const char *place,
                    const char *text, bool addressed)
{
    struct irc_told told;
    struct irc_channel *channel = *place ? irc_channel_find(session, place) : NULL;
    if (!irc_person_tell(session, channel, person, &told))
        return;
    const struct irc_flood_limits limits = {.commands = session->settings->flood_commands,
                                            .window = session->settings->flood_window,
                                            .silence = session->settings->flood_silence};
    struct inbound inbound = {.network = session->network,
                              .person = told.person,
                              .place = place,
                              .text = text,
                              .addressed = addressed};
    irc_people_acted(&session->people, person);
    person->told = true;
    switch (irc_flood_count(&session->flood, told.identity, &limits, session->now)) {
    case IRC_FLOOD_PASS:
        session->listener.received(session->listener.context, &inbound);
        break;
    case IRC_FLOOD_WARN:
        log_info("irc.flooding", "network", session->network, "person", told.identity);
        session->listener.flooding(session->listener.context, &inbound);
        break;
    case IRC_FLOOD_SILENT:
        break;
    }
}

/* Keeps a command until the person's account is known; false when there is no room. */
static bool hold(struct irc_session *session, const struct irc_person *person, const char *place,
                 const char *text, bool addressed)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        struct irc_held *held = &session->held[i];
        if (held->text)
            continue;
        held->text = memory_copy(text);
        struct text nick = TEXT_IN(held->nick), where = TEXT_IN(held->place);
        text_add(&nick, person->nick);
        text_add(&where, place);
        held->addressed = addressed;
        held->until = session->now + IRC_HOLD_MS;
        return true;
    }
    return false;
}

static bool held_before(const struct irc_held *one, const struct irc_held *other)
{
    return !other || one->until < other->until;
}

/* The oldest held line of a person, or of anybody whose time is over. */
static struct irc_held *next_held(struct irc_session *session, const struct irc_person *person)
{
    struct irc_held *next = NULL;
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        struct irc_held *held = &session->held[i];
        bool meant = held->text &&
                     (person ? irc_casemap_same(session->support.casemap, held->nick, person->nick)
                             : held->until <= session->now);
        if (meant && held_before(held, next))
            next = held;
    }
    return next;
}

static void release(struct irc_session *session, struct irc_held *held)
{
    struct irc_held taken = *held;
    held->text = NULL;
    struct irc_person *person = irc_people_find(&session->people, taken.nick);
    if (person)
        deliver(session, person, taken.place, taken.text, taken.addressed);
    free(taken.text);
}

void irc_held_release(struct irc_session *session, const struct irc_person *person)
{
    struct irc_held *held;
    while ((held = next_held(session, person)))
        release(session, held);
}

void irc_held_tick(struct irc_session *session)
{
    struct irc_held *held;
    while ((held = next_held(session, NULL))) {
        struct irc_person *person = irc_people_find(&session->people, held->nick);
        if (person && person->account_state == IRC_ACCOUNT_UNKNOWN) {
            person->asked_at = 0;
            irc_person_log_in(person, NULL, session->now);
        }
        release(session, held);
    }
}

int64_t irc_held_deadline(const struct irc_session *session)
{
    int64_t next = session->unreachable_count > 0 ? session->now : IRC_NEVER;
    for (size_t i = 0; i < IRC_HELD_MAX; i++)
        if (session->held[i].text && session->held[i].until < next)
            next = session->held[i].until;
    return next;
}

void irc_held_rename(struct irc_session *session, const char *nick, const char *other)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        if (!irc_casemap_same(session->support.casemap, session->held[i].nick, nick))
            continue;
        struct text text = TEXT_IN(session->held[i].nick);
        text_add(&text, other);
    }
}

void irc_held_forget(struct irc_session *session, const struct irc_person *person)
{
    struct irc_held *held;
    while ((held = next_held(session, person))) {
        free(held->text);
        held->text = NULL;
    }
}

void irc_held_clear(struct irc_session *session)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        free(session->held[i].text);
        session->held[i].text = NULL;
    }
}

static void answer_botlist(struct irc_session *session, struct irc_channel *channel,
                           const char *command)
{
    const char *answer = session->settings->botlist;
    if (channel && *answer &&
        (strcasecmp(command, "botlist") == 0 || strcasecmp(command, "rollcall") == 0))
        irc_send(session, SENDER_EVENT, channel->setting.name, "PRIVMSG %s :%s",
                 channel->setting.name, answer);
}

static void take_text(struct irc_session *session, struct irc_channel *channel,
                      struct irc_person *person, const char *raw)
{
    char cleaned[INBOUND_TEXT_MAX];
    struct text text = TEXT_IN(cleaned);
    bool addressed;
    irc_markup_clean(raw, &text);
    const char *command = command_in(session, channel, cleaned, &addressed);
    if (!command || *command == '\0')
        return;
    answer_botlist(session, channel, command);
    const char *place = channel ? channel->key : "";
    if (!irc_account_is_fresh(session, person)) {
        irc_person_ask(session, person, SENDER_ANSWER);
        /* He is known by what was known; only where nothing was it is worth waiting. */
        if (person->account_state == IRC_ACCOUNT_UNKNOWN &&
            hold(session, person, place, command, addressed))
            return;
    }
    deliver(session, person, place, command, addressed);
}

void irc_on_message(struct irc_session *session, const struct irc_line *line)
{
    const char *name = irc_support_channel(&session->support, line->parameters[0]);
    struct irc_channel *channel = name ? irc_channel_find(session, name) : NULL;
    if (session->registration.stage != IRC_STAGE_READY || (name && (!channel || !channel->opened)))
        return;
    /* Neither here nor to us: a notice to all, for example. */
    if (!name && !irc_session_is_self(session, line->parameters[0]))
        return;
    if (irc_line_tag(line, "bot", NULL, 0) || irc_line_tag(line, "draft/bot", NULL, 0) ||
        is_repeated(session, channel, line))
        return;
    struct irc_person *person = irc_person_of(session, line);
    if (!person || irc_session_is_self(session, person->nick) || !*person->host)
        return;
    if (!channel)
        person->private_at = session->now;
    if (person->bot || is_ignored(session, person)) {
        irc_person_out_of_sight(session, person);
        return;
    }
    take_text(session, channel, person, line->parameters[1]);
}

/* Whether one more answer is within the limit; counts it. */
static bool may_answer_ctcp(struct irc_session *session)
{
    int64_t *oldest = &session->ctcp_at[session->ctcp_next];
    if (*oldest != 0 && session->now - *oldest < IRC_CTCP_WINDOW_MS)
        return false;
    *oldest = session->now != 0 ? session->now : 1;
    session->ctcp_next = (session->ctcp_next + 1) % IRC_CTCP_ANSWERS;
    return true;
}

static bool ctcp_answer(const struct irc_session *session, const char *request, size_t length,
                        struct text *answer)
{
    const char *argument = request + length;
    if (length == 7 && strncasecmp(request, "VERSION", 7) == 0) {
        text_add(answer, session->version);
    } else if (length == 4 && strncasecmp(request, "PING", 4) == 0) {
        irc_markup_clean(argument, answer);
    } else if (length == 6 && strncasecmp(request, "SOURCE", 6) == 0) {
        text_add(answer, *session->settings->source ? session->settings->source : session->version);
    } else if (length == 10 && strncasecmp(request, "CLIENTINFO", 10) == 0) {
        text_add(answer, "ACTION CLIENTINFO PING SOURCE TIME VERSION");
    } else if (length == 4 && strncasecmp(request, "TIME", 4) == 0) {
        time_t seconds = (time_t)(irc_session_wall(session) / 1000);
        struct tm parts;
        char buffer[64];
        gmtime_r(&seconds, &parts);
        strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%SZ", &parts);
        text_add(answer, buffer);
    } else {
        return false;
    }
    return true;
}

void irc_on_ctcp(struct irc_session *session, const struct irc_line *line)
{
    const char *request = line->parameters[1];
    struct irc_source source;
    if (session->registration.stage != IRC_STAGE_READY || request[0] != '\x01' ||
        !irc_session_is_self(session, line->parameters[0]) ||
        !irc_source_parse(line->source, &source) || !*source.host ||
        irc_session_is_self(session, source.nick))
        return;
    request++;
    char body[256], answer_bytes[300];
    struct text text = TEXT_IN(body), answer = TEXT_IN(answer_bytes);
    text_add_bytes(&text, request, strcspn(request, "\x01"));
    size_t length = strcspn(body, " ");
    if (!ctcp_answer(session, body, length, &answer) || !may_answer_ctcp(session))
        return;
    irc_send(session, SENDER_ANSWER, source.nick, "NOTICE %s :\x01%.*s%s%s\x01", source.nick,
             (int)length, body, answer.length > 0 ? " " : "", answer_bytes);
}

/* Notices are never commands and never answered; only services are listened to. */
void irc_on_notice(struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source;
    char services[128];
    struct text text = TEXT_IN(services);
    text_add_bytes(&text, session->settings->services, strcspn(session->settings->services, "@"));
    if (!irc_source_parse(line->source, &source) ||
        !irc_casemap_same(session->support.casemap, source.nick, services))
        return;
    char cleaned[INBOUND_TEXT_MAX];
    struct text notice = TEXT_IN(cleaned);
    irc_markup_clean(line->parameters[1], &notice);
    irc_registration_service_notice(session, cleaned);
    irc_nick_service_notice(session);
}
