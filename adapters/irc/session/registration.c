/* From the connection to being ready: CAP, SASL, the welcome, the login at services. */
#include <limits.h>
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"

static void send_user(struct irc_session *session)
{
    const struct irc_settings *settings = session->settings;
    bool described = *settings->realname != '\0';
    /* Servers ignore the second and third parameters. */
    irc_send(session, SENDER_URGENT, "", "USER %s unknown unknown :%s%s", settings->user,
             described ? "" : "belfry game bot, run by ",
             described ? settings->realname : settings->operator);
}

void irc_registration_begin(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    registration->stage = IRC_STAGE_NEGOTIATING;
    registration->deadline = session->now + session->settings->registration_timeout;
    registration->login.deadline = registration->nick_at = IRC_NEVER;
    if (*session->settings->server_password)
        irc_send(session, SENDER_URGENT, "", "PASS :%s", session->settings->server_password);
    irc_send(session, SENDER_URGENT, "", "CAP LS 302");
    irc_send(session, SENDER_URGENT, "", "NICK %s", session->settings->nick);
    send_user(session);
}

/* Capabilities */

static void end_negotiation(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    if (registration->stage != IRC_STAGE_NEGOTIATING || registration->requests > 0 ||
        registration->login.mechanism != IRC_SASL_IDLE ||
        session->verdict.course != IRC_COURSE_STAY)
        return;
    registration->stage = IRC_STAGE_WELCOMING;
    irc_send(session, SENDER_URGENT, "", "CAP END");
}

static void request_capabilities(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    char buffer[IRC_LINE_MAX];
    struct text list = TEXT_IN(buffer);
    if (!irc_capabilities_request(&registration->capabilities, &list))
        return;
    registration->requests++;
    irc_send(session, SENDER_URGENT, "", "CAP REQ :%s", buffer);
}

/* The server refused a list because of one of them, so each is requested alone. */
static void request_one_by_one(struct irc_session *session, const char *list)
{
    session->registration.one_by_one = true;
    while (*list) {
        list += strspn(list, " ");
        size_t length = strcspn(list, " ");
        if (length == 0)
            return;
        session->registration.requests++;
        irc_send(session, SENDER_URGENT, "", "CAP REQ :%.*s", (int)length, list);
        list += length;
    }
}

/* SASL */

static void fail_sasl(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    if (!session->settings->sasl_required || registration->logged_in ||
        registration->stage == IRC_STAGE_READY)
        return;
    log_error("irc.sasl_required", "network", session->network, "reason",
              "the login by SASL failed and sasl-required is on");
    irc_session_end(session, IRC_COURSE_RECONNECT, "the login by SASL failed");
}

static void login_or_end(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    if (registration->requests > 0 || registration->login.mechanism != IRC_SASL_IDLE)
        return;
    if (!irc_sasl_begin(session)) {
        if (registration->stage == IRC_STAGE_NEGOTIATING)
            fail_sasl(session);
        end_negotiation(session);
    }
}

static void on_capability_list(struct irc_session *session, const struct irc_line *line)
{
    struct irc_registration *registration = &session->registration;
    bool more = line->count > 3 && strcmp(line->parameters[2], "*") == 0;
    irc_capabilities_offer(&registration->capabilities, irc_line_last(line));
    if (more || registration->stage != IRC_STAGE_NEGOTIATING)
        return;
    if (!session->secure && registration->capabilities.tls_port != 0) {
        session->verdict.port = registration->capabilities.tls_port;
        irc_session_end(session, IRC_COURSE_UPGRADE, "the server wants TLS (STS)");
        return;
    }
    request_capabilities(session);
    login_or_end(session);
}

static void on_acknowledged(struct irc_session *session, const char *list)
{
    struct irc_registration *registration = &session->registration;
    irc_capabilities_acknowledge(&registration->capabilities, list);
    if (registration->requests > 0)
        registration->requests--;
    login_or_end(session);
}

static void on_refused(struct irc_session *session, const char *list)
{
    struct irc_registration *registration = &session->registration;
    if (registration->requests > 0)
        registration->requests--;
    if (!registration->one_by_one && strchr(list, ' '))
        request_one_by_one(session, list);
    login_or_end(session);
}

void irc_on_cap(struct irc_session *session, const struct irc_line *line)
{
    struct irc_registration *registration = &session->registration;
    const char *what = line->parameters[1], *list = irc_line_last(line);
    if (strcasecmp(what, "LS") == 0) {
        on_capability_list(session, line);
    } else if (strcasecmp(what, "ACK") == 0) {
        on_acknowledged(session, list);
    } else if (strcasecmp(what, "NAK") == 0) {
        on_refused(session, list);
    } else if (strcasecmp(what, "NEW") == 0) {
        irc_capabilities_offer(&registration->capabilities, list);
        registration->login.failed = 0;
        request_capabilities(session);
    } else if (strcasecmp(what, "DEL") == 0) {
        irc_capabilities_withdraw(&registration->capabilities, list);
    }
}

static void give_up_sasl(struct irc_session *session)
{
    fail_sasl(session);
    end_negotiation(session);
}

/* A server that does not know the password must not learn it from us in another way. */
static void distrust(struct irc_session *session, const char *reason)
{
    struct irc_registration *registration = &session->registration;
    log_error("irc.sasl_distrusted", "network", session->network, "mechanism",
              irc_sasl_name(registration->login.mechanism), "reason", reason, "effect",
              "the server gets no password, and the bot is not logged in");
    irc_sasl_stop(session);
    registration->login.distrusted = true;
    registration->logged_in = false;
    give_up_sasl(session);
}

void irc_on_authenticate(struct irc_session *session, const struct irc_line *line)
{
    const char *complaint = irc_sasl_hear(session, line->parameters[0]);
    if (!complaint)
        return;
    irc_send(session, SENDER_URGENT, "", "AUTHENTICATE *");
    distrust(session, complaint);
}

void irc_on_logged_in(struct irc_session *session, const struct irc_line *line)
{
    (void)line;
    if (irc_sasl_unproven(session))
        return;
    session->registration.logged_in = true;
    irc_registration_identified(session);
}

static void sasl_done(struct irc_session *session)
{
    irc_sasl_stop(session);
    session->registration.logged_in = true;
    log_info("irc.logged_in", "network", session->network, "account", irc_sasl_account(session));
    irc_registration_identified(session);
    end_negotiation(session);
}

void irc_on_sasl_done(struct irc_session *session, const struct irc_line *line)
{
    (void)line;
    if (session->registration.login.mechanism == IRC_SASL_IDLE)
        return;
    if (irc_sasl_unproven(session))
        distrust(session, "it gave no proof");
    else
        sasl_done(session);
}

void irc_on_sasl_already(struct irc_session *session, const struct irc_line *line)
{
    (void)line;
    if (session->registration.login.mechanism != IRC_SASL_IDLE)
        sasl_done(session);
}

static void try_next_mechanism(struct irc_session *session, const char *reason)
{
    struct irc_login *login = &session->registration.login;
    log_warning("irc.sasl_failed", "network", session->network, "mechanism",
                irc_sasl_name(login->mechanism), "reason", reason);
    login->failed |= 1u << login->mechanism;
    if (!irc_sasl_begin(session))
        give_up_sasl(session);
}

void irc_on_sasl_failed(struct irc_session *session, const struct irc_line *line)
{
    if (session->registration.login.mechanism != IRC_SASL_IDLE)
        try_next_mechanism(session, irc_line_last(line));
}

void irc_on_mechanisms(struct irc_session *session, const struct irc_line *line)
{
    struct text list = TEXT_IN(session->registration.capabilities.mechanisms);
    text_add(&list, line->parameters[1]);
}

/* The welcome and what follows */

static void set_user_modes(struct irc_session *session)
{
    const char *modes = session->settings->umodes;
    char bot[2] = {session->support.bot_mode, '\0'};
    if (*modes)
        irc_send(session, SENDER_EVENT, "", "MODE %s %s", session->nick, modes);
    if (*bot && !strchr(modes, *bot))
        irc_send(session, SENDER_EVENT, "", "MODE %s +%s", session->nick, bot);
}

static void become_ready(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    registration->stage = IRC_STAGE_READY;
    registration->deadline = IRC_NEVER;
    registration->ready_at = session->now;
    log_info("irc.ready", "network", session->network, "name",
             *session->support.network ? session->support.network : NULL, "nick", session->nick,
             "login", registration->logged_in ? "yes" : "no");
    irc_send_templates(session, &session->settings->perform, "", "{nick}", session->nick);
    irc_nick_recover(session);
    irc_channels_join(session);
}

static void log_in_by_services(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    set_user_modes(session);
    if (registration->logged_in || !irc_password_allowed(session)) {
        become_ready(session);
        return;
    }
    if (!irc_send_whole(session, SENDER_URGENT, "", "PRIVMSG %s :IDENTIFY %s %s",
                        session->settings->services, irc_sasl_account(session),
                        session->settings->password)) {
        log_warning("irc.identify_failed", "network", session->network, "reason",
                    "the password is too long for a line; only SASL can send it");
        become_ready(session);
        return;
    }
    registration->stage = IRC_STAGE_IDENTIFYING;
    registration->deadline = session->now + session->settings->identify_wait;
}

void irc_on_welcome(struct irc_session *session, const struct irc_line *line)
{
    struct irc_registration *registration = &session->registration;
    if (registration->stage > IRC_STAGE_WELCOMING)
        return;
    if (!irc_nick_fits(line->parameters[0])) {
        irc_session_end(session, IRC_COURSE_RECONNECT, "the server gave us an impossible nick");
        return;
    }
    struct text nick = TEXT_IN(session->nick);
    text_add(&nick, line->parameters[0]);
    int64_t theirs = irc_line_time(line);
    registration->clock_ahead = theirs != 0 ? theirs - irc_session_wall(session) : 0;
    irc_sasl_stop(session);
    fail_sasl(session);
    registration->stage = IRC_STAGE_GREETING;
    registration->deadline = session->now + IRC_GREETING_MS;
}

void irc_on_greeted(struct irc_session *session, const struct irc_line *line)
{
    (void)line;
    if (session->registration.stage == IRC_STAGE_GREETING)
        log_in_by_services(session);
}

void irc_registration_identified(struct irc_session *session)
{
    if (session->registration.stage == IRC_STAGE_IDENTIFYING)
        become_ready(session);
}

void irc_registration_own_mode(struct irc_session *session, const char *modes)
{
    /* +r: services have recognized us. */
    const char *letter = strchr(modes, 'r'), *minus = strchr(modes, '-');
    if (letter && (!minus || letter < minus))
        irc_registration_identified(session);
}

void irc_registration_service_notice(struct irc_session *session, const char *text)
{
    /* English texts of common services. For any others we wait as long as identify-wait says. */
    static const char *const done[] = {"now identified", "now logged in", "password accepted",
                                       "are already", "you are successfully identified"};
    static const char *const refused[] = {"invalid password",   "password incorrect",
                                          "incorrect password", "not registered",
                                          "isn't registered",   "authentication failed"};
    if (session->registration.stage != IRC_STAGE_IDENTIFYING)
        return;
    for (size_t i = 0; i < sizeof done / sizeof *done; i++) {
        if (strcasestr(text, done[i])) {
            session->registration.logged_in = true;
            irc_registration_identified(session);
            return;
        }
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (strcasestr(text, refused[i])) {
            log_warning("irc.identify_failed", "network", session->network, "reason", text);
            irc_registration_identified(session);
            return;
        }
    }
}

static void stage_over(struct irc_session *session)
{
    switch (session->registration.stage) {
    case IRC_STAGE_NEGOTIATING:
    case IRC_STAGE_WELCOMING:
        irc_session_end(session, IRC_COURSE_RECONNECT, "no welcome from the server in time");
        break;
    case IRC_STAGE_GREETING:
        log_in_by_services(session);
        break;
    case IRC_STAGE_IDENTIFYING:
        log_warning("irc.identify_unanswered", "network", session->network);
        become_ready(session);
        break;
    default:
        break;
    }
}

void irc_registration_tick(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    if (session->now >= registration->login.deadline) {
        /* 906 will answer the abort; a mechanism begun meanwhile would take that for its own
         * failure. */
        irc_send(session, SENDER_URGENT, "", "AUTHENTICATE *");
        registration->login.failed = UINT_MAX;
        try_next_mechanism(session, "no answer in time");
    }
    if (session->now >= registration->deadline)
        stage_over(session);
}

int64_t irc_registration_deadline(const struct irc_session *session)
{
    const struct irc_registration *registration = &session->registration;
    int64_t next = registration->deadline;
    if (registration->login.deadline < next)
        next = registration->login.deadline;
    return registration->nick_at < next ? registration->nick_at : next;
}
