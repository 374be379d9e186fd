/* Our own nick: in use, lost, regained. */
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"

static void wish_for(struct irc_session *session, const char *nick)
{
    irc_send(session, SENDER_URGENT, "", "NICK %s", nick);
}

/* The configured alternatives in turn, then `nick_`, `nick__`, …; underscores replace the end of a
 * nick that would become too long. */
static bool next_nick(struct irc_session *session, char *nick, size_t size)
{
    const struct irc_settings *settings = session->settings;
    size_t tries = session->registration.nick_tries++;
    struct text text = text_in(nick, size);
    if (tries < settings->alternative_nicks.count) {
        text_add(&text, settings->alternative_nicks.items[tries]);
        return !text.truncated;
    }
    size_t underscores = tries - settings->alternative_nicks.count + 1;
    size_t base = strlen(settings->nick);
    /* Until 005 says how many, count on 16 letters, which most networks allow. */
    size_t most = session->registration.stage >= IRC_STAGE_GREETING
                      ? (size_t)session->support.nick_length
                      : (base > 15 ? base : 15);
    if (underscores > 8 || underscores >= most)
        return false;
    if (base + underscores > most)
        base = most - underscores;
    text_add_bytes(&text, settings->nick, base);
    for (size_t i = 0; i < underscores; i++)
        text_add(&text, "_");
    return !text.truncated;
}

static void wait_for_nick(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    registration->nick_at = session->now + session->settings->nick_retry;
    if (session->support.monitor == 0)
        return;
    if (!registration->nick_watched)
        irc_send(session, SENDER_EVENT, "", "MONITOR + %s", session->settings->nick);
    registration->nick_watched = true;
}

/* We are registered with another nick, and ours is still in use. Services need a moment to free it.
 */
static void refuse_own_nick(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    if (registration->stage != IRC_STAGE_READY)
        return;
    wait_for_nick(session);
    if (registration->nick_asked && registration->nick_refusals++ < 3)
        registration->nick_at = session->now + IRC_NICK_RELEASE_MS;
}

void irc_on_nick_refused(struct irc_session *session, const struct irc_line *line)
{
    char nick[NAME_MAX_BYTES];
    (void)line;
    if (session->registration.stage >= IRC_STAGE_GREETING) {
        refuse_own_nick(session);
        return;
    }
    if (!next_nick(session, nick, sizeof nick)) {
        irc_session_end(session, IRC_COURSE_RECONNECT, "every nick is in use or refused");
        return;
    }
    wish_for(session, nick);
}

static bool has_own_nick(const struct irc_session *session)
{
    const char *wanted = session->settings->nick;
    size_t length = strlen(session->nick);
    char cut[NAME_MAX_BYTES];
    struct text text = TEXT_IN(cut);
    /* The server may have cut it. */
    if ((int64_t)length >= session->support.nick_length && length < strlen(wanted)) {
        text_add_bytes(&text, wanted, length);
        wanted = cut;
    }
    return irc_session_is_self(session, wanted);
}

void irc_nick_recover(struct irc_session *session)
{
    static const char *const words[] = {[IRC_RECOVERY_GHOST] = "GHOST",
                                        [IRC_RECOVERY_REGAIN] = "REGAIN",
                                        [IRC_RECOVERY_RECOVER] = "RECOVER"};
    const struct irc_settings *settings = session->settings;
    struct irc_registration *registration = &session->registration;
    if (has_own_nick(session))
        return;
    bool allowed = irc_password_allowed(session);
    if (settings->nick_recovery == IRC_RECOVERY_NONE || registration->nick_asked ||
        (!allowed && !registration->logged_in)) {
        wait_for_nick(session);
        return;
    }
    registration->nick_asked = true;
    registration->nick_at = session->now + IRC_NICK_RELEASE_MS;
    if (!irc_send_whole(session, SENDER_URGENT, "", "PRIVMSG %s :%s %s%s%s", settings->services,
                        words[settings->nick_recovery], settings->nick, allowed ? " " : "",
                        allowed ? settings->password : ""))
        wait_for_nick(session);
}

void irc_nick_tick(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    if (registration->stage != IRC_STAGE_READY || session->now < registration->nick_at)
        return;
    registration->nick_at = IRC_NEVER;
    if (has_own_nick(session))
        return;
    /* MONITOR says when it is free. Without MONITOR, and after services were asked, we just try. */
    wish_for(session, session->settings->nick);
    registration->nick_at = session->now + session->settings->nick_retry;
}

void irc_nick_service_notice(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    bool waiting = registration->nick_asked && !has_own_nick(session) &&
                   registration->nick_at != IRC_NEVER &&
                   registration->nick_at - session->now <= IRC_NICK_RELEASE_MS;
    if (waiting)
        registration->nick_at = session->now;
}

void irc_nick_freed(struct irc_session *session, const char *nick)
{
    if (session->registration.stage == IRC_STAGE_READY && !has_own_nick(session) &&
        irc_casemap_same(session->support.casemap, nick, session->settings->nick))
        wish_for(session, session->settings->nick);
}

void irc_nick_changed(struct irc_session *session)
{
    struct irc_registration *registration = &session->registration;
    log_info("irc.nick", "network", session->network, "nick", session->nick);
    if (!has_own_nick(session)) {
        if (registration->stage == IRC_STAGE_READY)
            wait_for_nick(session);
        return;
    }
    registration->nick_at = IRC_NEVER;
    registration->nick_asked = false;
    if (registration->nick_watched)
        irc_send(session, SENDER_EVENT, "", "MONITOR - %s", session->settings->nick);
    registration->nick_watched = false;
}
