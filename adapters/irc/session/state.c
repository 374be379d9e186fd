/* Basic questions about a session, and its end. */

#include "adapters/irc/session/session_private.h"

void irc_session_end(struct irc_session *session, enum irc_course course, const char *reason)
{
    if (session->verdict.course != IRC_COURSE_STAY)
        return;
    session->verdict.course = course;
    struct text text = TEXT_IN(session->verdict.reason);
    irc_markup_clean(reason, &text);
}

bool irc_session_is_self(const struct irc_session *session, const char *nick)
{
    return irc_casemap_same(session->support.casemap, nick, session->nick);
}

bool irc_session_sent(const struct irc_session *session, const struct irc_line *line)
{
    struct irc_source source;
    return irc_source_parse(line->source, &source) && irc_session_is_self(session, source.nick);
}

int64_t irc_session_wall(const struct irc_session *session)
{
    return session->now + session->wall_offset;
}

bool irc_session_capable(const struct irc_session *session, enum irc_capability which)
{
    return irc_capability_on(&session->registration.capabilities, which);
}

bool irc_password_allowed(const struct irc_session *session)
{
    return *session->settings->password && !session->registration.login.distrusted &&
           (session->secure || session->settings->login_without_tls);
}

struct irc_channel *irc_channel_find(const struct irc_session *session, const char *name)
{
    struct irc_channel *channel = NULL;
    char key[PLACE_MAX];
    if (irc_casemap_fold(session->support.casemap, name, key, sizeof key))
        HASH_FIND_STR(session->channels, key, channel);
    return channel;
}
