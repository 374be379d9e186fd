/* From bytes to handlers: the table of everything that the bot listens to. */
#include <string.h>

#include "adapters/irc/protocol/numerics.h"
#include "adapters/irc/reconnect.h"
#include "adapters/irc/session/session_private.h"
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
        /* Too late: people are already known by the other folding. */
        session->support.casemap = session->people.casemap;
        return;
    }
    session->people.casemap = session->support.casemap;
    irc_channels_configure(session);
}

static enum irc_course course_of(enum irc_reconnect_reason why)
{
    switch (why) {
    case IRC_RECONNECT_BARRED:
        return IRC_COURSE_BARRED;
    case IRC_RECONNECT_BANNED:
        return IRC_COURSE_STOP;
    case IRC_RECONNECT_THROTTLED:
        return IRC_COURSE_THROTTLED;
    default:
        return IRC_COURSE_RECONNECT;
    }
}

static void on_error(struct irc_session *session, const struct irc_line *line)
{
    const char *reason = irc_line_last(line);
    enum irc_course course = course_of(irc_reconnect_read_error(reason));
    /* After QUIT the server repeats our farewell, whose words mean nothing. */
    if (session->quitting)
        course = IRC_COURSE_RECONNECT;
    irc_session_end(session, course, reason);
}

static void on_banned(struct irc_session *session, const struct irc_line *line)
{
    const char *reason = irc_line_last(line);
    irc_session_end(session, course_of(irc_reconnect_read_ban(reason)), reason);
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

/* Lines that concern several parts of the session */

static void on_mode(struct irc_session *session, const struct irc_line *line)
{
    irc_on_channel_mode(session, line);
    if (irc_session_is_self(session, line->parameters[0]))
        irc_registration_own_mode(session, line->parameters[1]);
}

static void on_account(struct irc_session *session, const struct irc_line *line)
{
    if (irc_session_sent(session, line) && strcmp(line->parameters[0], "*") != 0)
        irc_registration_identified(session);
    irc_on_account(session, line);
}

static void on_no_such_nick(struct irc_session *session, const struct irc_line *line)
{
    irc_on_undelivered(session, line);
    if (irc_casemap_same(session->support.casemap, line->parameters[1],
                         session->settings->services))
        irc_registration_identified(session);
}

/* 437, about our nick or a channel. */
static void on_unavailable(struct irc_session *session, const struct irc_line *line)
{
    if (irc_support_channel(&session->support, line->parameters[1]))
        irc_on_join_refused(session, line);
    else
        irc_on_nick_refused(session, line);
}

/* 477, about a person or a channel. */
static void on_login_needed(struct irc_session *session, const struct irc_line *line)
{
    if (irc_support_channel(&session->support, line->parameters[1]))
        irc_on_join_refused(session, line);
    else
        irc_on_undelivered(session, line);
}

/* What the bot does about a command. Lines with fewer than `least` parameters are dropped. */
struct reaction {
    irc_handler *handle;
    size_t least;
    bool sourced; /* only with a source */
};

/* Everything that the bot listens to; other commands are dropped. */
static const struct {
    const char *word;
    struct reaction reaction;
} words[] = {
    {"PING", {on_ping, 1, false}},
    {"ERROR", {on_error, 1, false}},
    {"KILL", {on_kill, 1, false}},
    {"CAP", {irc_on_cap, 3, false}},
    {"AUTHENTICATE", {irc_on_authenticate, 1, false}},
    {"BATCH", {irc_on_batch, 1, false}},
    {"MODE", {on_mode, 2, false}},
    {"JOIN", {irc_on_join, 1, true}},
    {"PART", {irc_on_part, 1, true}},
    {"KICK", {irc_on_kick, 2, true}},
    {"QUIT", {irc_on_quit, 0, true}},
    {"NICK", {irc_on_nick, 1, true}},
    {"ACCOUNT", {on_account, 1, true}},
    {"CHGHOST", {irc_on_host_change, 2, true}},
    {"INVITE", {irc_on_invite, 2, true}},
    {"PRIVMSG", {irc_on_message, 2, true}},
    {"NOTICE", {irc_on_notice, 2, true}},
};

static const struct {
    unsigned numeric;
    struct reaction reaction;
} numerics[] = {
    {LIBIRC_RFC_RPL_WELCOME, {irc_on_welcome, 1, false}},
    {IRC_RPL_ISUPPORT, {on_support, 2, false}},
    {LIBIRC_RFC_RPL_WHOISUSER, {irc_on_whois_user, 4, false}},
    {LIBIRC_RFC_RPL_ENDOFWHO, {irc_on_end_of_who, 2, false}},
    {LIBIRC_RFC_RPL_ENDOFWHOIS, {irc_on_end_of_whois, 2, false}},
    {LIBIRC_RFC_RPL_CHANNELMODEIS, {irc_on_channel_modes, 3, false}},
    {IRC_RPL_WHOISACCOUNT, {irc_on_whois_account, 3, false}},
    {IRC_RPL_WHOISBOT, {irc_on_whois_bot, 2, false}},
    {LIBIRC_RFC_RPL_WHOREPLY, {irc_on_who, 7, false}},
    {LIBIRC_RFC_RPL_NAMREPLY, {irc_on_names, 4, false}},
    {IRC_RPL_WHOSPCRPL, {irc_on_whox, 8, false}},
    {LIBIRC_RFC_RPL_ENDOFNAMES, {irc_on_end_of_names, 2, false}},
    {LIBIRC_RFC_RPL_ENDOFMOTD, {irc_on_greeted, 1, false}},
    {IRC_RPL_VISIBLEHOST, {irc_on_displayed_host, 2, false}},
    {LIBIRC_RFC_ERR_NOSUCHNICK, {on_no_such_nick, 2, false}},
    {LIBIRC_RFC_ERR_NOSUCHCHANNEL, {irc_on_join_refused, 2, false}},
    {LIBIRC_RFC_ERR_CANNOTSENDTOCHAN, {irc_on_channel_refused, 2, false}},
    {LIBIRC_RFC_ERR_TOOMANYCHANNELS, {irc_on_join_refused, 2, false}},
    {LIBIRC_RFC_ERR_TOOMANYTARGETS, {irc_on_undelivered, 2, false}},
    {LIBIRC_RFC_ERR_NOMOTD, {irc_on_greeted, 1, false}},
    {LIBIRC_RFC_ERR_ERRONEUSNICKNAME, {irc_on_nick_refused, 2, false}},
    {LIBIRC_RFC_ERR_NICKNAMEINUSE, {irc_on_nick_refused, 2, false}},
    {LIBIRC_RFC_ERR_NICKCOLLISION, {irc_on_nick_refused, 2, false}},
    {LIBIRC_RFC_ERR_UNAVAILRESOURCE, {on_unavailable, 2, false}},
    {IRC_ERR_TOOMANYMESSAGES, {irc_on_undelivered, 2, false}},
    {LIBIRC_RFC_ERR_PASSWDMISMATCH, {on_bad_password, 1, false}},
    {LIBIRC_RFC_ERR_YOUREBANNEDCREEP, {on_banned, 1, false}},
    {IRC_ERR_LINKCHANNEL, {irc_on_forwarded, 3, false}},
    {LIBIRC_RFC_ERR_CHANNELISFULL, {irc_on_join_refused, 2, false}},
    {LIBIRC_RFC_ERR_INVITEONLYCHAN, {irc_on_join_refused, 2, false}},
    {LIBIRC_RFC_ERR_BANNEDFROMCHAN, {irc_on_join_refused, 2, false}},
    {LIBIRC_RFC_ERR_BADCHANNELKEY, {irc_on_join_refused, 2, false}},
    {LIBIRC_RFC_ERR_BADCHANMASK, {irc_on_join_refused, 2, false}},
    {IRC_ERR_NEEDREGGEDNICK, {on_login_needed, 2, false}},
    {IRC_ERR_THROTTLE, {irc_on_join_refused, 2, false}},
    {IRC_ERR_CANNOTSENDTOUSER, {irc_on_undelivered, 2, false}},
    {IRC_ERR_TARGETCHANGE, {irc_on_undelivered, 2, false}},
    {IRC_ERR_TARGETUMODEG, {irc_on_undelivered, 2, false}},
    {IRC_RPL_MONONLINE, {irc_on_online, 2, false}},
    {IRC_RPL_MONOFFLINE, {irc_on_offline, 2, false}},
    {IRC_RPL_LOGGEDIN, {irc_on_logged_in, 1, false}},
    {IRC_ERR_NICKLOCKED, {irc_on_sasl_failed, 1, false}},
    {IRC_RPL_SASLSUCCESS, {irc_on_sasl_done, 1, false}},
    {IRC_ERR_SASLFAIL, {irc_on_sasl_failed, 1, false}},
    {IRC_ERR_SASLTOOLONG, {irc_on_sasl_failed, 1, false}},
    {IRC_ERR_SASLABORTED, {irc_on_sasl_failed, 1, false}},
    {IRC_ERR_SASLALREADY, {irc_on_sasl_already, 1, false}},
    {IRC_RPL_SASLMECHS, {irc_on_mechanisms, 2, false}},
};

static const struct reaction *find_reaction(const struct irc_line *line)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(words[i].word, line->command) == 0)
            return &words[i].reaction;
    for (size_t i = 0; i < sizeof numerics / sizeof *numerics; i++)
        if (numerics[i].numeric == line->numeric)
            return &numerics[i].reaction;
    return NULL;
}

/* Handles CTCP, which is neither a command nor talk: answers requests and drops replies. True when
 * the line was CTCP. */
static bool take_ctcp(struct irc_session *session, const struct reaction *reaction,
                      const struct irc_line *line)
{
    bool request = reaction->handle == irc_on_message;
    if ((!request && reaction->handle != irc_on_notice) || !strchr(irc_line_last(line), '\x01'))
        return false;
    if (request)
        irc_on_ctcp(session, line);
    return true;
}

static void take_line(struct irc_session *session, char *text)
{
    struct irc_line line;
    const char *body = text[0] == '@' ? strchr(text, ' ') : text;
    if (!body || strlen(body + strspn(body, " ")) > session->support.line_length ||
        !irc_line_parse(text, &line))
        return;
    const struct reaction *reaction = find_reaction(&line);
    if (!reaction || line.count < reaction->least || (reaction->sourced && !*line.source))
        return;
    if (!take_ctcp(session, reaction, &line))
        reaction->handle(session, &line);
}

void irc_session_bytes(struct irc_session *session, const char *bytes, size_t length, int64_t now)
{
    session->now = now;
    if (!session->sender || length == 0)
        return;
    while (session->sender && session->verdict.course == IRC_COURSE_STAY) {
        char *text = irc_frame_next(&session->frame, &bytes, &length);
        if (!text)
            return;
        /* Bytes that never become a line are no sign of life. */
        session->heard_at = now;
        if (session->pinged_at != 0)
            session->delay = now - session->pinged_at;
        session->pinged_at = 0;
        take_line(session, text);
    }
}
