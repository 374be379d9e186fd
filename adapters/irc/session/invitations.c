/* Channels that people invite the bot to. */
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"

static bool may_invite(struct irc_session *session, const struct irc_line *line)
{
    struct irc_told told;
    if (session->settings->invites == IRC_INVITES_ANYONE)
        return true;
    struct irc_person *person = irc_person_of(session, line);
    bool admin = person && session->settings->invites == IRC_INVITES_ADMINS &&
                 irc_person_tell(session, NULL, person, &told) && told.person.rank == RANK_ADMIN;
    if (person)
        irc_person_out_of_sight(session, person);
    return admin;
}

static bool is_guest_of(const struct irc_channel *channel)
{
    return channel->invited && !channel->configured;
}

/* `host`: of the person who invited the bot; "": of anybody. */
static int64_t count_invited(const struct irc_session *session, const char *host)
{
    int64_t count = 0;
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next)
        count += is_guest_of(channel) && (!*host || strcmp(channel->invited_by, host) == 0);
    return count;
}

/* Whether there is room for one more channel. Nobody takes all of it. */
static bool has_room(const struct irc_session *session, const char *host)
{
    const struct irc_settings *settings = session->settings;
    return count_invited(session, "") < settings->invited_most &&
           (!*host || count_invited(session, host) < settings->invited_each);
}

void irc_on_invite(struct irc_session *session, const struct irc_line *line)
{
    const char *name = line->parameters[1];
    struct irc_source source = {.host = ""};
    irc_source_parse(line->source, &source);
    if (!irc_session_is_self(session, line->parameters[0]) ||
        session->registration.stage != IRC_STAGE_READY ||
        irc_support_channel(&session->support, name) != name)
        return;
    struct irc_channel *channel = irc_channel_find(session, name);
    bool known = channel && (channel->configured || channel->invited);
    if (channel &&
        (channel->joined || (channel->barred && channel->setting.rejoin == IRC_REJOIN_NEVER)))
        return;
    if (!known && (!may_invite(session, line) || !has_room(session, source.host))) {
        log_info("irc.invitation_declined", "network", session->network, "channel", name);
        return;
    }
    channel = irc_channel_take(session, name);
    if (!channel)
        return;
    log_info("irc.invited", "network", session->network, "channel", channel->key, "by",
             line->source);
    struct text invited_by = TEXT_IN(channel->invited_by);
    text_add(&invited_by, source.host);
    channel->invited = true;
    channel->barred = false;
    channel->join_at = session->now;
    session->listener.place_invited(session->listener.context, session->network, channel->key,
                                    true);
}

/* -- Leaving ----------------------------------------------------------------------------------- */

static bool is_alone(const struct irc_session *session, const struct irc_channel *channel)
{
    for (const struct irc_member *member = channel->members; member; member = member->hh.next)
        if (!member->person->bot && !irc_session_is_self(session, member->person->nick))
            return false;
    return true;
}

static void leave(struct irc_session *session, struct irc_channel *channel)
{
    log_info("irc.left", "network", session->network, "channel", channel->key, "reason",
             "alone for too long");
    channel->invited = false;
    channel->alone_at = IRC_NEVER;
    irc_send(session, SENDER_EVENT, channel->setting.name, "PART %s", channel->setting.name);
    session->listener.place_invited(session->listener.context, session->network, channel->key,
                                    false);
}

void irc_invitations_tick(struct irc_session *session)
{
    int64_t patience = session->settings->alone_after;
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        if (patience == 0 || !channel->opened || !is_guest_of(channel) ||
            !is_alone(session, channel))
            channel->alone_at = IRC_NEVER;
        else if (channel->alone_at == IRC_NEVER)
            channel->alone_at = session->now;
        else if (session->now - channel->alone_at >= patience)
            leave(session, channel);
    }
}

int64_t irc_invitations_deadline(const struct irc_session *session)
{
    int64_t soonest = IRC_NEVER;
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next)
        if (channel->alone_at != IRC_NEVER &&
            channel->alone_at + session->settings->alone_after < soonest)
            soonest = channel->alone_at + session->settings->alone_after;
    return soonest;
}
