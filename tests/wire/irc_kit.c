#include "tests/wire/irc_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "games/shared/text.h"
#include "tests/unit/settings_kit.h"

enum { EVENT_MAX = 4096 };

static void add(struct irc_kit_texts *texts, const char *text)
{
    if (texts->count == IRC_KIT_TEXTS_MAX) {
        fprintf(stderr, "more than %d lines or events\n", IRC_KIT_TEXTS_MAX);
        abort();
    }
    texts->texts[texts->count++] = memory_copy(text);
}

__attribute__((format(printf, 2, 3))) static void note(struct irc_kit *kit, const char *format, ...)
{
    char text[EVENT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add(&kit->events, text);
}

static const char *shown(const char *place)
{
    return *place ? place : "-";
}

static void received(void *context, const struct inbound *inbound)
{
    static const char *const ranks[] = {"player", "member", "host", "admin"};
    struct irc_kit *kit = context;
    note(kit, "received %s %s %s %s%s: %s", shown(inbound->place), inbound->person.identity,
         inbound->person.name, ranks[inbound->person.rank], inbound->addressed ? " addressed" : "",
         inbound->text);
    if (!kit->reply)
        return;
    const struct outbound outbound = {.kind = OUTBOUND_ANSWER,
                                      .network = inbound->network,
                                      .place = inbound->place,
                                      .identity = inbound->person.identity,
                                      .text = kit->reply,
                                      .request = inbound->request};
    irc_session_say(kit->session, &outbound, kit->now);
}

static void flooding(void *context, const struct inbound *inbound)
{
    note(context, "flooding %s %s", shown(inbound->place), inbound->person.identity);
}

static void renamed(void *context, const char *network, const char *old_identity,
                    const struct person *now)
{
    (void)network;
    note(context, "renamed %s %s %s", old_identity, now->identity, now->name);
}

static void left(void *context, const char *network, const char *place, const char *identity,
                 enum leave_reason reason)
{
    (void)network;
    if (reason == LEFT_PLACE)
        note(context, "left %s %s", place, identity);
    else
        note(context, "left-%s %s", reason == LEFT_NETWORK ? "network" : "split", identity);
}

static void joined(void *context, const char *network, const char *place,
                   const struct person *person, bool quietly)
{
    (void)network;
    note(context, "joined %s %s %s%s", place, person->identity, person->name,
         quietly ? " quietly" : "");
}

static void place_opened(void *context, const char *network, const char *place)
{
    (void)network;
    note(context, "opened %s", place);
}

static void place_closed(void *context, const char *network, const char *place)
{
    (void)network;
    note(context, "closed %s", place);
}

static void place_invited(void *context, const char *network, const char *place, bool invited)
{
    (void)network;
    note(context, "%s %s", invited ? "invited" : "uninvited", place);
}

static const char *no_prefix(void *context, const char *network, const char *place)
{
    (void)context;
    (void)network;
    (void)place;
    return NULL;
}

static void undelivered(void *context, const char *network, const char *identity, const char *how)
{
    struct irc_kit *kit = context;
    const struct outbound outbound = {
        .kind = OUTBOUND_HAND, .network = network, .place = "", .identity = kit->next, .text = "1"};
    note(kit, "undelivered %s %s", identity, how);
    kit->next = NULL;
    if (outbound.identity != NULL)
        irc_session_say(kit->session, &outbound, kit->now);
}

static void unanswered(void *context, const char *network, const char *place, const char *name,
                       const char *how)
{
    (void)network;
    note(context, "unanswered %s %s %s", place, name, how);
}

static void missed(void *context, const char *network, const struct person *person)
{
    (void)network;
    note(context, "missed %s", person->identity);
}

void irc_kit_init(struct irc_kit *kit)
{
    *kit = (struct irc_kit){.now = 1000000};
    kit->settings = memory_new(sizeof *kit->settings);
    if (!config_fill_defaults(&irc_settings_section, kit->settings))
        abort();
    irc_kit_set(kit, "host", "irc.test.example");
    irc_kit_set(kit, "operator", "the tests");
    irc_kit_set(kit, "pace", "own");
    irc_kit_set(kit, "prefix", "!");
    irc_kit_set(kit, "flood-commands", "0");
}

void irc_kit_init_channel(struct irc_kit *kit)
{
    irc_kit_init(kit);
    log_to(stderr, LOG_LEVEL_ERROR);
    irc_kit_set(kit, "channels", "#c");
    irc_kit_set(kit, "ping-after", "1h");
}

static void free_texts(struct irc_kit_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->texts[i]);
    texts->count = texts->next = 0;
}

void irc_kit_free(struct irc_kit *kit)
{
    irc_session_free(kit->session);
    free(kit->settings);
    free(kit->active);
    free_texts(&kit->lines);
    free_texts(&kit->events);
}

bool irc_kit_set(struct irc_kit *kit, const char *key, const char *value)
{
    return settings_kit_set(&irc_settings_section, kit->settings, key, value);
}

static struct irc_settings *copy_settings(const struct irc_kit *kit)
{
    struct irc_settings *copy = memory_new(sizeof *copy);
    *copy = *kit->settings;
    return copy;
}

/* Sends what may be sent now and lets the session do what is due, until nothing more happens. */
static void settle(struct irc_kit *kit)
{
    static const char *const courses[] = {"",       "reconnect", "throttled",
                                          "barred", "upgrade",   "stop"};
    const char *line;
    int64_t wait;
    if (!kit->online)
        return;
    do {
        irc_session_tick(kit->session, kit->now);
        size_t before = kit->lines.count;
        while ((line = irc_session_next_line(kit->session, kit->now, &wait)))
            add(&kit->lines, line);
        if (before == kit->lines.count)
            break;
    } while (true);
    struct irc_verdict verdict = irc_session_verdict(kit->session);
    if (verdict.course == IRC_COURSE_STAY || kit->judged)
        return;
    kit->judged = true;
    if (verdict.course == IRC_COURSE_UPGRADE)
        note(kit, "verdict upgrade %d", verdict.port);
    else
        note(kit, "verdict %s", courses[verdict.course]);
}

void irc_kit_reload(struct irc_kit *kit)
{
    struct irc_settings *old = kit->active;
    kit->active = copy_settings(kit);
    irc_session_reload(kit->session, kit->active, kit->now);
    free(old);
    settle(kit);
}

void irc_kit_connect(struct irc_kit *kit, bool secure)
{
    const struct adapter_listener listener = {
        .context = kit,
        .received = received,
        .flooding = flooding,
        .renamed = renamed,
        .left = left,
        .joined = joined,
        .place_opened = place_opened,
        .prefix = no_prefix,
        .place_closed = place_closed,
        .place_invited = place_invited,
        .undelivered = undelivered,
        .unanswered = unanswered,
        .missed = missed,
    };
    if (!kit->session) {
        kit->active = copy_settings(kit);
        kit->session = irc_session_new("test", kit->active, &listener, "belfry test");
    }
    kit->judged = false;
    /* Always the same, so that dialogues can be written down. */
    static const uint8_t seed[IRC_SEED_BYTES] = {0};
    /* 2026-01-01T00:00:00Z at 1000000 of our clock. */
    irc_session_connected(kit->session, secure, kit->now,
                          INT64_C(1767225600000) - 1000000 + kit->now, seed);
    kit->online = true;
    settle(kit);
}

void irc_kit_disconnect(struct irc_kit *kit)
{
    kit->online = false;
    irc_session_disconnected(kit->session, kit->now);
}

void irc_kit_bytes(struct irc_kit *kit, const char *bytes, size_t length)
{
    irc_session_bytes(kit->session, bytes, length, kit->now);
    settle(kit);
}

void irc_kit_receive(struct irc_kit *kit, const char *line)
{
    size_t length = strlen(line);
    char *bytes = memory_new(length + 2);
    memcpy(bytes, line, length);
    memcpy(bytes + length, "\r\n", 2);
    irc_kit_bytes(kit, bytes, length + 2);
    free(bytes);
}

void irc_kit_wait(struct irc_kit *kit, int64_t milliseconds)
{
    int64_t end = kit->now + milliseconds;
    while (kit->now < end) {
        int64_t wait = -1, next = irc_session_tick(kit->session, kit->now);
        const char *line = irc_session_next_line(kit->session, kit->now, &wait);
        if (line) {
            add(&kit->lines, line);
            continue;
        }
        if (wait >= 0 && kit->now + wait < next)
            next = kit->now + wait;
        kit->now = next <= kit->now ? kit->now + 1 : next < end ? next : end;
        settle(kit);
    }
}

bool irc_kit_say(struct irc_kit *kit, const char *kind, const char *place, const char *identity,
                 const char *text)
{
    static const char *const kinds[] = {"answer", "hand", "event", "picture", "help"};
    static const char guests[] = "guest-";
    struct outbound outbound = {.network = "test", .text = text, .table = 1};
    outbound.guest = strncmp(kind, guests, strlen(guests)) == 0;
    kind += outbound.guest ? strlen(guests) : 0;
    outbound.place = strcmp(place, "-") == 0 ? "" : place;
    outbound.identity = strcmp(identity, "-") == 0 ? NULL : identity;
    for (int i = 0; i < 5; i++) {
        if (strcmp(kinds[i], kind) != 0)
            continue;
        outbound.kind = (enum outbound_kind)i;
        if (outbound.kind == OUTBOUND_PICTURE && outbound.identity) {
            outbound.calls = &outbound.identity;
            outbound.call_count = 1;
        }
        irc_session_say(kit->session, &outbound, kit->now);
        settle(kit);
        return true;
    }
    return false;
}

static const char *take(struct irc_kit_texts *texts)
{
    return texts->next < texts->count ? texts->texts[texts->next++] : NULL;
}

const char *irc_kit_line(struct irc_kit *kit)
{
    return take(&kit->lines);
}

const char *irc_kit_event(struct irc_kit *kit)
{
    return take(&kit->events);
}

void irc_kit_forget(struct irc_kit *kit)
{
    free_texts(&kit->lines);
    free_texts(&kit->events);
}

__attribute__((format(printf, 2, 3))) static void receive(struct irc_kit *kit, const char *format,
                                                          ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    irc_kit_receive(kit, line);
}

void irc_kit_welcome(struct irc_kit *kit, const char *capabilities, const char *tokens)
{
    irc_kit_connect(kit, false);
    if (*capabilities) {
        receive(kit, ":irc.test.example CAP * LS :%s", capabilities);
        receive(kit, ":irc.test.example CAP * ACK :%s", capabilities);
    }
    receive(kit, ":irc.test.example 001 %s :Welcome", kit->settings->nick);
    if (*tokens)
        receive(kit, ":irc.test.example 005 %s %s :are supported by this server",
                kit->settings->nick, tokens);
    receive(kit, ":irc.test.example 422 %s :No message of the day", kit->settings->nick);
    irc_kit_forget(kit);
}

void irc_kit_enter(struct irc_kit *kit, const char *channel, const char *names)
{
    const char *nick = irc_session_nick(kit->session);
    receive(kit, ":%s!belfry@bot.example JOIN %s", nick, channel);
    receive(kit, ":irc.test.example 353 %s = %s :%s", nick, channel, names);
    receive(kit, ":irc.test.example 366 %s %s :End of /NAMES list", nick, channel);
    receive(kit, ":irc.test.example 315 %s %s :End of /WHO list", nick, channel);
    irc_kit_forget(kit);
}

void irc_kit_enter_channel(struct irc_kit *kit)
{
    irc_kit_welcome(kit, "account-tag message-tags", "");
    irc_kit_enter(kit, "#c", "belfry alice!al@alice.example");
}
