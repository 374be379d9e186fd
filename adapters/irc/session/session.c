#include "adapters/irc/session/session.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/duration.h"
#include "bot/base/memory.h"

struct irc_session *irc_session_new(const char *network, const struct irc_settings *settings,
                                    const struct adapter_listener *listener, const char *version)
{
    struct irc_session *session = memory_new(sizeof *session);
    struct text name = TEXT_IN(session->network);
    text_add(&name, network);
    session->settings = settings;
    session->listener = *listener;
    session->version = version;
    irc_support_init(&session->support);
    irc_channels_configure(session);
    return session;
}

static struct sender_counts count_lines(const struct irc_session *session)
{
    struct sender_counts counts = session->past;
    if (session->sender) {
        struct sender_counts now = sender_counts(session->sender);
        counts.sent += now.sent;
        counts.replaced += now.replaced;
        counts.dropped += now.dropped;
        counts.waiting = now.waiting;
    }
    return counts;
}

void irc_session_count(const struct irc_session *session, struct adapter_counters *counters)
{
    struct sender_counts lines = count_lines(session);
    counters->connected = session->registration.stage == IRC_STAGE_READY;
    counters->sent = lines.sent;
    counters->superseded = lines.replaced;
    counters->dropped = lines.dropped;
    counters->waiting = lines.waiting;
    counters->delay = (uint64_t)session->delay;
}

static void forget_connection(struct irc_session *session)
{
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        irc_members_clear(&channel->members);
        channel->joined = channel->opened = false;
        channel->coloured_count = 0;
    }
    irc_people_clear(&session->people);
    irc_held_clear(session);
    session->past = count_lines(session);
    session->past.dropped += session->past.waiting;
    session->past.waiting = 0;
    sender_free(session->sender);
    session->sender = NULL;
    irc_frame_clear(&session->frame);
    session->registration = (struct irc_registration){.stage = IRC_STAGE_OFFLINE};
    memset(session->batches, 0, sizeof session->batches);
    irc_address_clear(session);
    memset(session->former, 0, sizeof session->former);
    session->user[0] = session->host[0] = '\0';
}

void irc_session_free(struct irc_session *session)
{
    if (!session)
        return;
    forget_connection(session);
    irc_flood_clear(&session->flood);
    struct irc_channel *channel = session->channels;
    HASH_CLEAR(hh, session->channels);
    while (channel) {
        struct irc_channel *next = channel->hh.next;
        free(channel);
        channel = next;
    }
    free(session);
}

void irc_session_connected(struct irc_session *session, bool secure, int64_t now, int64_t wall,
                           const uint8_t seed[IRC_SEED_BYTES])
{
    forget_connection(session);
    struct sender_pace pace = irc_session_pace(session->settings);
    session->sender = sender_new(&pace, now);
    session->now = session->heard_at = session->people_checked_at = now;
    session->wall_offset = wall - now;
    session->secure = secure;
    memcpy(session->seed, seed, sizeof session->seed);
    session->quitting = false;
    session->pinged_at = 0;
    session->verdict = (struct irc_verdict){.course = IRC_COURSE_STAY};
    /* The host holds folded keys, so the folding stays until this server announces another. */
    enum irc_casemap casemap = session->support.casemap;
    irc_support_init(&session->support);
    session->support.casemap = session->people.casemap = casemap;
    struct text nick = TEXT_IN(session->nick);
    text_add(&nick, session->settings->nick);
    irc_registration_begin(session);
}

void irc_session_disconnected(struct irc_session *session, int64_t now)
{
    session->now = now;
    for (struct irc_channel *channel = session->channels; channel; channel = channel->hh.next) {
        if (channel->opened)
            session->listener.place_closed(session->listener.context, session->network,
                                           channel->key);
        channel->opened = false;
    }
    forget_connection(session);
}

struct irc_verdict irc_session_verdict(const struct irc_session *session)
{
    return session->verdict;
}

bool irc_session_sts(const struct irc_session *session, int64_t *lasting)
{
    const struct irc_capabilities *capabilities = &session->registration.capabilities;
    *lasting = capabilities->sts_lasting;
    return session->secure && capabilities->sts_lasts;
}

/* Pings a silent server and gives up one that does not answer. Returns when to look again. */
static int64_t watch_server(struct irc_session *session)
{
    const struct irc_settings *settings = session->settings;
    if (session->pinged_at == 0) {
        int64_t due = session->heard_at + settings->ping_after;
        if (session->now < due)
            return due;
        session->pinged_at = session->now;
        irc_send(session, SENDER_URGENT, "", "PING :belfry");
    }
    int64_t due = session->pinged_at + settings->ping_timeout;
    if (session->now >= due)
        irc_session_end(session, IRC_COURSE_RECONNECT, "the server does not answer");
    return due;
}

int64_t irc_session_tick(struct irc_session *session, int64_t now)
{
    session->now = now;
    if (!session->sender || session->verdict.course != IRC_COURSE_STAY)
        return IRC_NEVER;
    irc_failures_tick(session);
    irc_held_tick(session);
    irc_people_tick(session);
    irc_registration_tick(session);
    irc_nick_tick(session);
    irc_channels_tick(session);
    irc_invitations_tick(session);
    int64_t next = watch_server(session);
    next = earlier_of(next, irc_registration_deadline(session));
    next = earlier_of(next, irc_channels_deadline(session));
    next = earlier_of(next, irc_invitations_deadline(session));
    next = earlier_of(next, irc_address_deadline(session));
    return earlier_of(next, irc_held_deadline(session));
}

bool irc_session_ready(const struct irc_session *session, int64_t *since)
{
    *since = session->registration.ready_at;
    return session->registration.stage == IRC_STAGE_READY;
}

const char *irc_session_nick(const struct irc_session *session)
{
    return session->nick;
}

void irc_session_join(struct irc_session *session, const char *place)
{
    irc_channels_return(session, place);
}

void irc_session_forgive(struct irc_session *session, const char *identity)
{
    irc_flood_forgive(&session->flood, identity);
}

bool irc_session_shows_colours(const struct irc_session *session, const char *place, bool asked)
{
    const struct irc_channel *channel = *place ? irc_channel_find(session, place) : NULL;
    bool wanted = asked || (channel ? channel->setting.colours : session->settings->colours);
    return wanted && !(channel && channel->colourless);
}

bool irc_session_find_place(const struct irc_session *session, const char *typed, char *place)
{
    return *typed && strchr(session->support.channel_types, *typed) &&
           irc_casemap_fold(session->support.casemap, typed, place, PLACE_MAX);
}

bool irc_session_has_place(const struct irc_session *session, const char *place)
{
    const struct irc_channel *channel = irc_channel_find(session, place);
    return channel && channel->opened;
}

bool irc_session_sees(const struct irc_session *session, const char *place, const char *identity)
{
    const struct irc_channel *channel = irc_channel_find(session, place);
    return channel && irc_members_identity(&session->people, channel->members, identity, NULL);
}

bool irc_session_means(const struct irc_session *session, const char *written, const char *identity)
{
    return irc_casemap_same(session->support.casemap, written, identity);
}

void irc_session_quit(struct irc_session *session, const char *farewell, int64_t now)
{
    session->now = now;
    if (!session->sender || session->quitting)
        return;
    session->quitting = true;
    sender_clear(session->sender);
    char buffer[300];
    struct text text = TEXT_IN(buffer);
    irc_markup_sendable(farewell, strlen(farewell), &text);
    irc_send(session, SENDER_URGENT, "", "QUIT :%s", buffer);
}

void irc_session_reload(struct irc_session *session, const struct irc_settings *settings,
                        int64_t now)
{
    bool other_nick = strcmp(settings->nick, session->settings->nick) != 0;
    session->now = now;
    session->settings = settings;
    irc_channels_configure(session);
    if (!session->sender)
        return;
    struct sender_pace pace = irc_session_pace(settings);
    sender_set_pace(session->sender, &pace, now);
    if (session->registration.stage != IRC_STAGE_READY)
        return;
    if (other_nick)
        irc_send(session, SENDER_EVENT, "", "NICK %s", settings->nick);
    irc_channels_join(session);
}
