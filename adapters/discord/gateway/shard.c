#include "adapters/discord/gateway/shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/gateway/shard_private.h"
#include "adapters/net/backoff.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

/* What a close code of Discord means for us. */
enum consequence {
    RESUME,
    RESUME_BLAMED, /* the same; the fault was ours */
    IDENTIFY,      /* the session is over */
    LAST_RESUME,   /* one try; then the session is over */
    CROWDED,       /* there must be more shards */
    STOP
};

static const struct close_code {
    uint16_t code;
    enum consequence consequence;
    const char *meaning;
} close_codes[] = {
    {1000, LAST_RESUME, "closed normally"},
    {1001, LAST_RESUME, "the server goes away"},
    {4000, RESUME, "unknown error"},
    {4001, RESUME_BLAMED, "unknown opcode"},
    {4002, RESUME_BLAMED, "payload not understood"},
    {4003, RESUME, "not authenticated"},
    {4004, STOP, "Discord refuses the token: check the bot's token"},
    {4005, RESUME_BLAMED, "identified twice"},
    {4007, IDENTIFY, "wrong sequence"},
    {4008, RESUME_BLAMED, "sent too fast"},
    {4009, IDENTIFY, "session timed out"},
    {4010, STOP, "Discord refuses the shard: check the shard settings"},
    {4011, CROWDED, "the bot is in so many servers that Discord wants more shards"},
    {4012, STOP, "Discord does not speak version 10 of the gateway any more"},
    {4013, STOP, "Discord does not know the intents that are asked for"},
    {4014, STOP,
     "Discord does not allow the intents: enable them in the developer portal (Bot, Privileged "
     "Gateway Intents)"},
};

struct gateway_shard *gateway_shard_new(const struct gateway_settings *settings, unsigned number,
                                        unsigned count, const struct gateway_port *port)
{
    struct gateway_shard *shard = memory_new(sizeof(*shard));

    shard->settings = settings;
    shard->port = port;
    shard->number = number;
    shard->count = count;
    shard->measured = true; /* there is no session yet */
    shard->stage = GATEWAY_STAGE_WAITING;
    shard->deadline = INT64_MIN;
    shard->session.sequence = -1;
    return shard;
}

void gateway_shard_free(struct gateway_shard *shard)
{
    if (!shard)
        return;
    gateway_inbox_clear(&shard->inbox);
    free(shard);
}

/* -- Sessions that outlive the process --------------------------------------------------------- */

void gateway_shard_print_session(const struct gateway_shard *shard,
                                 char text[GATEWAY_SESSION_BYTES])
{
    const struct gateway_session *session = &shard->session;
    int length = 0;

    if (session->id[0] != '\0' && session->sequence >= 0)
        length = snprintf(text, GATEWAY_SESSION_BYTES, "%u %u %s %" JSON_INTEGER_FORMAT " %s",
                          shard->count, (unsigned)shard->settings->intents, session->id,
                          session->sequence, session->resume_url);
    if (length <= 0 || length >= GATEWAY_SESSION_BYTES)
        text[0] = '\0';
}

/* Reads a number from 0 and the blank behind it. */
static bool take_number(const char **at, long long *number)
{
    char *end;

    *number = strtoll(*at, &end, 10);
    if (end == *at || *end != ' ' || *number < 0)
        return false;
    *at = end + 1;
    return true;
}

/* Reads a word and the blank behind it. */
static bool take_word(const char **at, char *word, size_t size)
{
    size_t length = strcspn(*at, " ");

    if (length == 0 || length >= size || (*at)[length] != ' ')
        return false;
    snprintf(word, size, "%.*s", (int)length, *at);
    *at += length + 1;
    return true;
}

void gateway_shard_restore(struct gateway_shard *shard, const char *text, const char *url)
{
    struct gateway_session session;
    long long count, intents, sequence;
    const char *at = text;

    if (!take_number(&at, &count) || count != (long long)shard->count ||
        !take_number(&at, &intents) || intents != (long long)shard->settings->intents ||
        !take_word(&at, session.id, sizeof(session.id)) || !take_number(&at, &sequence) ||
        strlen(at) >= sizeof(session.resume_url))
        return;
    snprintf(session.resume_url, sizeof(session.resume_url), "%s", at);
    session.sequence = sequence;
    shard->session = session;
    snprintf(shard->url, sizeof(shard->url), "%s", url);
}

void gateway_shard_deafen(struct gateway_shard *shard)
{
    shard->deaf = true;
}

static bool is_connected(const struct gateway_shard *shard)
{
    return shard->stage >= GATEWAY_STAGE_GREETING && shard->stage <= GATEWAY_STAGE_READY;
}

bool gateway_shard_is_ready(const struct gateway_shard *shard)
{
    return shard->stage == GATEWAY_STAGE_READY;
}

int64_t gateway_shard_delay(const struct gateway_shard *shard)
{
    return shard->delay;
}

/* -- Connecting -------------------------------------------------------------------------------- */

/* Where the session can be resumed. The address in READY must not send the token without TLS. */
static const char *resume_url(const struct gateway_shard *shard)
{
    struct gateway_url main_url, url;

    if (gateway_url_parse(shard->session.resume_url, true, &url) &&
        gateway_url_parse(shard->url, true, &main_url) && (url.secure || !main_url.secure))
        return shard->session.resume_url;
    return shard->url;
}

static void connect_to(struct gateway_shard *shard, const char *url, bool resuming)
{
    shard->stage = GATEWAY_STAGE_CONNECTING;
    shard->resuming = resuming;
    shard->entered = !resuming;
    shard->was_ready = false;
    shard->refused = false;
    shard->dropped = NULL;
    shard->port->connect(shard->port->context, shard->number, url);
}

static void set_out(struct gateway_shard *shard, int64_t now)
{
    int64_t wait = 0;
    const char *url;

    if (shard->session.id[0] != '\0') {
        connect_to(shard, resume_url(shard), true);
        return;
    }
    shard->stage = GATEWAY_STAGE_WAITING;
    url = shard->port->enter(shard->port->context, shard->number, &wait);
    if (url) {
        snprintf(shard->url, sizeof(shard->url), "%s", url);
        connect_to(shard, shard->url, false);
    } else {
        shard->deadline = wait > GATEWAY_NEVER - now ? GATEWAY_NEVER : now + wait;
    }
}

void gateway_shard_wake(struct gateway_shard *shard, int64_t now)
{
    if (shard->stage == GATEWAY_STAGE_WAITING)
        shard->deadline = now;
}

void gateway_shard_opened(struct gateway_shard *shard, int64_t now)
{
    if (shard->stage != GATEWAY_STAGE_CONNECTING)
        return;
    shard->stage = GATEWAY_STAGE_GREETING;
    shard->deadline = now + shard->settings->timers.hello;
    shard->pace = (struct gateway_pace){0};
    gateway_inbox_clear(&shard->inbox);
}

/* -- The end of a connection ------------------------------------------------------------------- */

static const struct close_code *find_code(uint16_t code)
{
    for (size_t i = 0; i < sizeof(close_codes) / sizeof(close_codes[0]); i++) {
        if (close_codes[i].code == code)
            return &close_codes[i];
    }
    return NULL;
}

/* A session may end long after its last connection, when a resume is refused. */
static void measure_session(struct gateway_shard *shard)
{
    int64_t length = shard->session_end - shard->session_at;

    if (shard->measured || shard->session.id[0] != '\0')
        return;
    shard->measured = true;
    shard->short_sessions = length < shard->settings->timers.stable ? shard->short_sessions + 1 : 0;
}

/* Counts what the end of the connection means for the session and for our failures. */
static void judge(struct gateway_shard *shard, enum consequence consequence, int64_t now)
{
    bool in_session = shard->was_ready;

    shard->failures = in_session ? 0 : shard->failures + 1;
    if (consequence == IDENTIFY || shard->refused)
        gateway_shard_forget_session(shard);
    else if (shard->resuming && !in_session)
        shard->resume_failures++;
    if (consequence == LAST_RESUME && shard->resume_failures < GATEWAY_RESUMES_MAX - 1)
        shard->resume_failures = GATEWAY_RESUMES_MAX - 1;
    if (shard->resume_failures >= GATEWAY_RESUMES_MAX)
        gateway_shard_forget_session(shard);
    if (in_session)
        shard->session_end = now;
    measure_session(shard);
}

/* After a stable session the first try comes soon. After short sessions it comes later each time,
 * since each costs an Identify. */
static int64_t pause_of(const struct gateway_shard *shard)
{
    const struct gateway_timers *timers = &shard->settings->timers;
    uint32_t random = shard->port->random(shard->port->context);
    unsigned failures = shard->failures;
    int64_t pause, invalid = 0;

    if (shard->session.id[0] == '\0' && shard->short_sessions > failures)
        failures = shard->short_sessions;
    pause = failures == 0
                ? backoff_spread(random, timers->backoff_least)
                : backoff_pause(failures, timers->backoff_least, timers->backoff_most, random);
    if (shard->refused)
        invalid = timers->invalid_least +
                  backoff_spread(random, timers->invalid_most - timers->invalid_least);
    return pause > invalid ? pause : invalid;
}

static void log_end(const struct gateway_shard *shard, enum log_level level, uint16_t code,
                    const char *reason, int64_t pause)
{
    log_line(level, "gateway.lost", "network", shard->settings->network, "shard",
             LOG_NUMBER(shard->number), "code", code ? LOG_NUMBER(code) : NULL, "reason", reason,
             "next", shard->session.id[0] ? "resume" : "identify", "pause_ms", LOG_NUMBER(pause),
             (const char *)NULL);
}

void gateway_shard_closed(struct gateway_shard *shard, uint16_t code, const char *reason,
                          int64_t now)
{
    const struct close_code *known = shard->dropped ? NULL : find_code(code);
    enum consequence consequence = known ? known->consequence : RESUME;
    int64_t pause;

    if (shard->stage == GATEWAY_STAGE_STOPPED || shard->stage == GATEWAY_STAGE_PAUSING ||
        shard->stage == GATEWAY_STAGE_WAITING)
        return;
    gateway_shard_leave_gate(shard);
    if (shard->dropped)
        reason = shard->dropped;
    else if (known)
        reason = known->meaning;
    if (consequence == STOP || consequence == CROWDED) {
        shard->stage = GATEWAY_STAGE_STOPPED;
        (consequence == STOP ? shard->port->failed : shard->port->crowded)(shard->port->context,
                                                                           shard->number, reason);
        return;
    }
    judge(shard, consequence, now);
    pause = pause_of(shard);
    shard->stage = GATEWAY_STAGE_PAUSING;
    shard->deadline = now + pause;
    log_end(shard, consequence == RESUME_BLAMED ? LOG_LEVEL_ERROR : LOG_LEVEL_WARNING,
            shard->dropped ? 0 : code, reason, pause);
}

/* -- Frames and time --------------------------------------------------------------------------- */

void gateway_shard_received(struct gateway_shard *shard, const char *bytes, size_t length,
                            bool binary, bool last, int64_t now)
{
    if (!is_connected(shard))
        return;
    switch (gateway_inbox_add(&shard->inbox, bytes, length, binary, last)) {
    case GATEWAY_INBOX_MORE:
        return;
    case GATEWAY_INBOX_MESSAGE:
        gateway_shard_read(shard, shard->inbox.bytes, shard->inbox.length, now);
        gateway_inbox_next(&shard->inbox);
        return;
    case GATEWAY_INBOX_TOO_LONG:
        gateway_shard_drop(shard, "a message is too long");
        return;
    case GATEWAY_INBOX_DAMAGED:
        gateway_shard_drop(shard, "the compressed stream is damaged");
        return;
    }
}

static const char *what_is_late(const struct gateway_shard *shard)
{
    switch (shard->stage) {
    case GATEWAY_STAGE_GREETING:
        return "no Hello in time";
    case GATEWAY_STAGE_IDENTIFYING:
        return "no READY in time";
    case GATEWAY_STAGE_RESUMING:
        return "no RESUMED in time";
    default:
        return NULL;
    }
}

/* Hello brings the interval. */
static bool beats(const struct gateway_shard *shard)
{
    return is_connected(shard) && shard->stage != GATEWAY_STAGE_GREETING;
}

static int64_t deadline_of(const struct gateway_shard *shard)
{
    int64_t beat = beats(shard) ? shard->beat_at : GATEWAY_NEVER;

    switch (shard->stage) {
    case GATEWAY_STAGE_CONNECTING:
    case GATEWAY_STAGE_CLOSING:
    case GATEWAY_STAGE_STOPPED:
        return GATEWAY_NEVER;
    case GATEWAY_STAGE_READY:
        return beat;
    default:
        return shard->deadline < beat ? shard->deadline : beat;
    }
}

int64_t gateway_shard_tick(struct gateway_shard *shard, int64_t now)
{
    const char *late = what_is_late(shard);

    if (late && now >= shard->deadline)
        gateway_shard_drop(shard, late);
    else if (beats(shard) && now >= shard->beat_at)
        gateway_shard_beat(shard, now);
    else if ((shard->stage == GATEWAY_STAGE_PAUSING || shard->stage == GATEWAY_STAGE_WAITING) &&
             now >= shard->deadline)
        set_out(shard, now);
    return deadline_of(shard);
}
