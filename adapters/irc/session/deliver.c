/* Commands on their way to the listener: the flood limit, and commands held until an account is
 * known. */
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

void irc_deliver(struct irc_session *session, struct irc_person *person, const char *place,
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
                              .addressed = addressed,
                              .request = ++session->requests};
    struct text asked = TEXT_IN(session->asked[inbound.request % IRC_PRIVATE_MAX]);
    text_add(&asked, place);
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

static bool follows(const struct irc_held *held, uint64_t person, const char *place)
{
    return held->text && (held->person == person || (*place && strcmp(held->place, place) == 0));
}

bool irc_held_earlier(const struct irc_session *session, const struct irc_person *person,
                      const char *place)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++)
        if (follows(&session->held[i], person->number, place))
            return true;
    return false;
}

bool irc_hold(struct irc_session *session, const struct irc_person *person, const char *place,
              const char *text, bool addressed, bool ready)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        struct irc_held *held = &session->held[i];
        if (held->text)
            continue;
        held->text = memory_copy(text);
        held->person = person->number;
        struct text where = TEXT_IN(held->place);
        text_add(&where, place);
        held->addressed = addressed;
        held->order = ++session->held_order;
        held->ready = ready;
        held->until = session->now + IRC_HOLD_MS;
        return true;
    }
    return false;
}

static bool is_blocked(const struct irc_session *session, const struct irc_held *held)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++)
        if (session->held[i].order < held->order &&
            follows(&session->held[i], held->person, held->place))
            return true;
    return false;
}

/* The oldest command that may be delivered. */
static struct irc_held *next_held(struct irc_session *session)
{
    struct irc_held *next = NULL;
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        struct irc_held *held = &session->held[i];
        if (held->text && held->ready && (!next || held->order < next->order) &&
            !is_blocked(session, held))
            next = held;
    }
    return next;
}

static void release(struct irc_session *session, struct irc_held *held)
{
    struct irc_held taken = *held;
    held->text = NULL;
    struct irc_person *person = irc_people_numbered(&session->people, taken.person);
    if (person)
        irc_deliver(session, person, taken.place, taken.text, taken.addressed);
    free(taken.text);
}

static void release_ready(struct irc_session *session)
{
    struct irc_held *held;
    while ((held = next_held(session)))
        release(session, held);
}

void irc_held_release(struct irc_session *session, const struct irc_person *person)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++)
        if (session->held[i].person == person->number)
            session->held[i].ready = true;
    release_ready(session);
}

static void stop_waiting(struct irc_session *session, struct irc_held *held)
{
    struct irc_person *person = irc_people_numbered(&session->people, held->person);
    held->ready = true;
    if (person && !irc_account_is_usable(person)) {
        person->asked_at = 0;
        irc_person_account(session, person, NULL);
    }
}

static bool waits(const struct irc_held *held)
{
    return held->text && !held->ready;
}

void irc_held_tick(struct irc_session *session)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++)
        if (waits(&session->held[i]) && session->held[i].until <= session->now)
            stop_waiting(session, &session->held[i]);
    release_ready(session);
}

/* A person who is gone took away what others waited for. */
static bool any_is_due(const struct irc_session *session)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        const struct irc_held *held = &session->held[i];
        if (held->text && held->ready && !is_blocked(session, held))
            return true;
    }
    return false;
}

int64_t irc_held_deadline(const struct irc_session *session)
{
    bool due = session->unreachable_count > 0 || any_is_due(session);
    int64_t next = due ? session->now : IRC_NEVER;
    for (size_t i = 0; i < IRC_HELD_MAX; i++)
        if (waits(&session->held[i]) && session->held[i].until < next)
            next = session->held[i].until;
    return next;
}

void irc_held_forget(struct irc_session *session, const struct irc_person *person)
{
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        struct irc_held *held = &session->held[i];
        if (!held->text || held->person != person->number)
            continue;
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
