/* Commands on their way to the listener: the flood limit, and commands held until an account is
 * known. */
#include <stdlib.h>

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

bool irc_hold(struct irc_session *session, const struct irc_person *person, const char *place,
              const char *text, bool addressed)
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
        held->until = session->now + IRC_HOLD_MS;
        return true;
    }
    return false;
}

static bool held_before(const struct irc_held *one, const struct irc_held *other)
{
    return !other || one->until < other->until;
}

/* The oldest command that is held for a person, or for NULL the oldest that was held too long. */
static struct irc_held *next_held(struct irc_session *session, const struct irc_person *person)
{
    struct irc_held *next = NULL;
    for (size_t i = 0; i < IRC_HELD_MAX; i++) {
        struct irc_held *held = &session->held[i];
        bool meant =
            held->text && (person ? held->person == person->number : held->until <= session->now);
        if (meant && held_before(held, next))
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

void irc_held_release(struct irc_session *session, const struct irc_person *person)
{
    struct irc_held *held;
    while ((held = next_held(session, person)))
        release(session, held);
}

void irc_held_tick(struct irc_session *session)
{
    struct irc_held *held;
    while ((held = next_held(session, NULL))) {
        struct irc_person *person = irc_people_numbered(&session->people, held->person);
        if (person && !irc_account_is_usable(person)) {
            person->asked_at = 0;
            irc_person_account(session, person, NULL);
        }
        release(session, held);
    }
}

int64_t irc_held_deadline(const struct irc_session *session)
{
    int64_t next = session->unreachable_count > 0 ? session->now : IRC_NEVER;
    for (size_t i = 0; i < IRC_HELD_MAX; i++)
        if (session->held[i].text && session->held[i].until < next)
            next = session->held[i].until;
    return next;
}

void irc_held_forget(struct irc_session *session, const struct irc_person *person)
{
    struct irc_held *held;
    while ((held = next_held(session, person))) {
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
