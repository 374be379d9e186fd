/* From bytes to handlers: framing, the table of what the bot listens to, the library in between. */
#include <string.h>

#include "adapters/irc/reconnect.h"
#include "adapters/irc/session_private.h"
#include "bot/base/log.h"

static void on_ping(struct irc_session *session, const struct irc_line *line)
{
    irc_send(session, SENDER_URGENT, "", "PONG :%s", irc_line_last(line));
}

static void on_support(struct irc_session *session, const struct irc_line *line)
{
    for (size_t i = 1; i < line->count; i++)
        if (!strchr(line->parameters[i], ' '))
            irc_support_take(&session->support, line->parameters[i]);
    if (session->people.casemap == session->support.casemap)
        return;
    if (session->people.persons) {
        /* Too late: people are known by the other folding already. */
        session->support.casemap = session->people.casemap;
        return;
    }
    session->people.casemap = session->support.casemap;
    irc_channels_configure(session);
}

static enum irc_course course_of(const char *reason)
{
    switch (backoff_read_error(reason)) {
    case BACKOFF_BANNED:
        return IRC_COURSE_STOP;
    case BACKOFF_THROTTLED:
        return IRC_COURSE_THROTTLED;
    default:
        return IRC_COURSE_RECONNECT;
    }
}

static void on_error(struct irc_session *session, const struct irc_line *line)
{
    const char *reason = irc_line_last(line);
    enum irc_course course = course_of(reason);
    /* The server repeats our farewell, whatever words are in it. */
    if (session->quitting)
        course = IRC_COURSE_RECONNECT;
    irc_session_end(session, course, reason);
}

static void on_banned(struct irc_session *session, const struct irc_line *line)
{
    irc_session_end(session, IRC_COURSE_STOP, irc_line_last(line));
}

static void on_bad_password(struct irc_session *session, const struct irc_line *line)
{
    (void)line;
    irc_session_end(session, IRC_COURSE_RECONNECT, "the server refuses server-password");
}

static void on_kill(struct irc_session *session, const struct irc_line *line)
{
    if (irc_session_is_self(session, line->parameters[0]))
        log_warning("irc.killed", "network", session->network, "reason", irc_line_last(line));
}

/* Everything the bot listens to; what does not stand here is dropped. */
static const struct command {
    const char *name;
    irc_handler *handle;
    size_t least; /* parameters */
    bool direct;  /* not through the library: it would lose a part, or answer by itself */
    bool sourced; /* needs a source */
} commands[] = {
    {"PING", on_ping, 1, true, false},
    {"ERROR", on_error, 1, true, false},
    {"KILL", on_kill, 1, true, false},
    {"CAP", irc_on_cap, 3, true, false},
    {"AUTHENTICATE", irc_on_authenticate, 1, true, false},
    {"BATCH", irc_on_batch, 1, true, false},
    {"MODE", irc_on_mode, 2, true, false},
    {"005", on_support, 2, true, false},
    {"324", irc_on_channel_modes, 3, true, false},
    {"352", irc_on_who, 7, true, false},
    {"353", irc_on_names, 4, true, false},
    {"354", irc_on_whox, 8, true, false},
    {"900", irc_on_logged_in, 1, true, false},
    {"902", irc_on_sasl_failed, 1, true, false},
    {"903", irc_on_sasl_done, 1, true, false},
    {"904", irc_on_sasl_failed, 1, true, false},
    {"905", irc_on_sasl_failed, 1, true, false},
    {"906", irc_on_sasl_failed, 1, true, false},
    {"907", irc_on_sasl_done, 1, true, false},
    {"908", irc_on_mechanisms, 2, true, false},
    {"JOIN", irc_on_join, 1, false, true},
    {"PART", irc_on_part, 1, false, true},
    {"KICK", irc_on_kick, 2, false, true},
    {"QUIT", irc_on_quit, 0, false, true},
    {"NICK", irc_on_nick, 1, false, true},
    {"ACCOUNT", irc_on_account, 1, false, true},
    {"CHGHOST", irc_on_host_change, 2, false, true},
    {"INVITE", irc_on_invite, 2, false, true},
    {"PRIVMSG", irc_on_message, 2, false, true},
    {"NOTICE", irc_on_notice, 2, false, true},
    {"001", irc_on_welcome, 1, false, false},
    {"376", irc_on_greeted, 1, false, false},
    {"422", irc_on_greeted, 1, false, false},
    {"311", irc_on_whois_user, 4, false, false},
    {"315", irc_on_end_of_who, 2, false, false},
    {"318", irc_on_end_of_whois, 2, false, false},
    {"330", irc_on_whois_account, 3, false, false},
    {"335", irc_on_whois_bot, 2, false, false},
    {"366", irc_on_end_of_names, 2, false, false},
    {"396", irc_on_displayed_host, 2, false, false},
    {"401", irc_on_undelivered, 2, false, false},
    {"403", irc_on_join_refused, 2, false, false},
    {"404", irc_on_channel_refused, 2, false, false},
    {"405", irc_on_join_refused, 2, false, false},
    {"407", irc_on_undelivered, 2, false, false},
    {"432", irc_on_nick_refused, 2, false, false},
    {"433", irc_on_nick_refused, 2, false, false},
    {"436", irc_on_nick_refused, 2, false, false},
    {"437", irc_on_join_refused, 2, false, false},
    {"439", irc_on_undelivered, 2, false, false},
    {"464", on_bad_password, 1, false, false},
    {"465", on_banned, 1, false, false},
    {"470", irc_on_forwarded, 3, false, false},
    {"471", irc_on_join_refused, 2, false, false},
    {"473", irc_on_join_refused, 2, false, false},
    {"474", irc_on_join_refused, 2, false, false},
    {"475", irc_on_join_refused, 2, false, false},
    {"476", irc_on_join_refused, 2, false, false},
    {"477", irc_on_join_refused, 2, false, false},
    {"480", irc_on_join_refused, 2, false, false},
    {"531", irc_on_undelivered, 2, false, false},
    {"707", irc_on_undelivered, 2, false, false},
    {"716", irc_on_undelivered, 2, false, false},
    {"731", irc_on_offline, 2, false, false},
};

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcasecmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* CTCP goes its own way: the library cuts it and loses to whom it was said. True when taken. */
static bool take_ctcp(struct irc_session *session, const struct command *command,
                      const struct irc_line *line)
{
    if (line->count < 2 || !strchr(irc_line_last(line), '\x01'))
        return false;
    if (command->handle == irc_on_message)
        irc_on_ctcp(session, line);
    return command->handle == irc_on_message || command->handle == irc_on_notice;
}

static void take_line(struct irc_session *session, char *text)
{
    struct irc_line line, event;
    const char *body = text[0] == '@' ? strchr(text, ' ') : text;
    if (!body || strlen(body + strspn(body, " ")) > IRC_LINE_MAX || !irc_line_parse(text, &line))
        return;
    const struct command *command = find_command(line.command);
    if (!command || line.count < command->least || (command->sourced && !*line.source))
        return;
    line.command = command->name;
    if (take_ctcp(session, command, &line))
        return;
    if (command->direct)
        command->handle(session, &line);
    else if (irc_pump_parse(session->pump, &line, &event) && event.count >= command->least)
        command->handle(session, &event);
}

void irc_session_bytes(struct irc_session *session, const char *bytes, size_t length, int64_t now)
{
    session->now = now;
    if (!session->sender || length == 0)
        return;
    session->heard_at = now;
    session->pinged_at = 0;
    while (session->sender && session->verdict.course == IRC_COURSE_STAY) {
        char *text = irc_frame_next(&session->frame, &bytes, &length);
        if (!text)
            return;
        take_line(session, text);
    }
}
