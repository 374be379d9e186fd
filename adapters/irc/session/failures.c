/* Messages that did not arrive, and whom we tell. */
#include <string.h>

#include "adapters/irc/protocol/numerics.h"
#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"

/* Catalog keys: how the person can get messages that did not reach them. */
#define HOW_ACCEPT  "irc.undelivered.accept"  /* by accepting the bot's messages first */
#define HOW_MESSAGE "irc.undelivered.message" /* by writing to the bot */

/* What was asked for in a channel is answered there. */
static void tell_recipient(struct irc_session *session, const struct irc_recipient *recipient,
                           bool accept)
{
    const struct adapter_listener *listener = &session->listener;
    if (*recipient->asked)
        listener->unanswered(listener->context, session->network, recipient->asked, recipient->name,
                             accept ? "irc.unanswered.accept" : "irc.unanswered.message");
    else if (accept)
        listener->undelivered(listener->context, session->network, recipient->identity, HOW_ACCEPT);
    else
        irc_unreachable_add(session, recipient->identity);
}

void irc_on_undelivered(struct irc_session *session, const struct irc_line *line)
{
    const char *nick = line->parameters[1];
    bool nobody = line->numeric == LIBIRC_RFC_ERR_NOSUCHNICK;
    struct irc_recipient *recipient = irc_recipient_named(session, nick);
    if (nobody) {
        struct irc_person *person = irc_people_find(&session->people, nick);
        if (person && !person->memberships)
            irc_person_drop(session, person);
        irc_nick_freed(session, nick);
    }
    if (!recipient || recipient->told)
        return;
    recipient->told = true;
    tell_recipient(session, recipient, line->numeric == IRC_ERR_TARGETUMODEG);
}

static void tell_unreachable(struct irc_session *session)
{
    /* The listener may add to the list meanwhile. */
    size_t count = session->unreachable_count;
    char identity[IDENTITY_MAX];
    for (size_t i = 0; i < count; i++) {
        memcpy(identity, session->unreachable[i], sizeof identity);
        session->listener.undelivered(session->listener.context, session->network, identity,
                                      HOW_MESSAGE);
    }
    session->unreachable_count -= count;
    memmove(session->unreachable, session->unreachable + count,
            session->unreachable_count * sizeof *session->unreachable);
}

static void tell_owed(struct irc_session *session)
{
    for (size_t i = 0; i < IRC_PRIVATE_MAX; i++) {
        char *identity = session->owed[i];
        const struct irc_person *person =
            *identity ? irc_people_holder(&session->people, identity) : NULL;
        struct irc_told told;
        if (!person || session->registration.stage != IRC_STAGE_READY ||
            !irc_person_tell(session, NULL, person, &told))
            continue;
        *identity = '\0';
        session->listener.missed(session->listener.context, session->network, &told.person);
    }
}

void irc_failures_tick(struct irc_session *session)
{
    tell_unreachable(session);
    tell_owed(session);
}

void irc_coloured_remember(struct irc_session *session, struct irc_channel *channel,
                           const char *line)
{
    if (channel->coloured_count == IRC_COLOURED_MAX) {
        channel->coloured_count--;
        memmove(channel->coloured, channel->coloured + 1,
                channel->coloured_count * sizeof *channel->coloured);
    }
    channel->coloured[channel->coloured_count].at = session->now;
    struct text text = TEXT_IN(channel->coloured[channel->coloured_count].line);
    text_add(&text, line);
    channel->coloured_count++;
}

/* Takes the oldest line that the refusal may be about. */
static bool take_coloured(struct irc_session *session, struct irc_channel *channel,
                          char line[SENDER_LINE_MAX + 1])
{
    size_t old = 0;
    while (old < channel->coloured_count &&
           session->now - channel->coloured[old].at > IRC_REFUSAL_MS)
        old++;
    bool found = old < channel->coloured_count;
    if (found)
        memcpy(line, channel->coloured[old++].line, SENDER_LINE_MAX + 1);
    channel->coloured_count -= old;
    memmove(channel->coloured, channel->coloured + old,
            channel->coloured_count * sizeof *channel->coloured);
    return found;
}

/* 404: the channel accepts no colours, or nothing from us; or the target is a person. */
void irc_on_channel_refused(struct irc_session *session, const struct irc_line *line)
{
    const char *target = line->parameters[1];
    if (!irc_support_channel(&session->support, target)) {
        irc_on_undelivered(session, line);
        return;
    }
    struct irc_channel *channel = irc_channel_find(session, target);
    if (!channel || !channel->joined)
        return;
    char coloured[SENDER_LINE_MAX + 1], plain_bytes[SENDER_LINE_MAX + 1];
    if (!take_coloured(session, channel, coloured)) {
        log_warning("irc.channel_refuses", "network", session->network, "channel", channel->key,
                    "reason", irc_line_last(line));
        return;
    }
    channel->colourless = true;
    struct text plain = TEXT_IN(plain_bytes);
    irc_markup_plain(coloured, &plain);
    irc_send(session, SENDER_ANSWER, channel->setting.name, "%s", plain_bytes);
}
