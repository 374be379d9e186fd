/* What people type. */
#include <string.h>
#include <time.h>

#include "adapters/irc/session/session_private.h"

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

/* Whether a bouncer repeats what was said before we joined. */
static bool is_repeated(const struct irc_session *session, const struct irc_channel *channel,
                        const struct irc_line *line)
{
    if (irc_batch_of(session, line) == IRC_BATCH_PLAYBACK)
        return true;
    int64_t said = irc_line_time(line);
    const struct irc_registration *registration = &session->registration;
    int64_t since = channel ? channel->joined_wall
                            : registration->ready_at + session->wall_offset +
                                  registration->clock_ahead - IRC_CLOCK_SKEW_MS;
    return said != 0 && said < since;
}

/* What follows our nick and a colon or comma; NULL when the text does not begin so. */
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

/* A prefix set by command takes precedence over the configuration. */
static const char *prefix_at(const struct irc_session *session, const struct irc_channel *channel)
{
    const char *chosen = session->listener.prefix(session->listener.context, session->network,
                                                  channel ? channel->key : "");
    if (chosen)
        return chosen;
    return channel ? channel->setting.prefix : session->settings->prefix;
}

const char *irc_session_prefix(const struct irc_session *session, const char *place)
{
    return *place ? prefix_at(session, irc_channel_find(session, place)) : "";
}

/* The command in a text; NULL when the text is talk. */
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
    bool known = true;
    if (!irc_account_is_fresh(session, person) && !irc_accounts_expected(session)) {
        irc_person_account(session, person, NULL);
    } else if (!irc_account_is_fresh(session, person)) {
        irc_person_ask(session, person, SENDER_ANSWER);
        known = irc_account_is_usable(person);
    }
    bool waits = !known || irc_held_earlier(session, person, place);
    if (waits && irc_hold(session, person, place, command, addressed, known))
        return;
    irc_deliver(session, person, place, command, addressed);
}

void irc_on_message(struct irc_session *session, const struct irc_line *line)
{
    const char *name = irc_support_channel(&session->support, line->parameters[0]);
    struct irc_channel *channel = name ? irc_channel_find(session, name) : NULL;
    if (session->registration.stage != IRC_STAGE_READY || (name && (!channel || !channel->opened)))
        return;
    /* Neither to a channel of ours nor to us: to everybody on the server, for example. */
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

/* Whether the limit allows one more answer, which it counts. */
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

/* Notices are never commands and never answered. Those of services are read. */
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
