#include "adapters/discord/session/session_private.h"

#include <sodium.h>
#include <string.h>

#include "bot/base/log.h"

void discord_send(struct discord_session *session, const struct rest_call *call)
{
    session->courier.send(session->courier.context, call);
}

void discord_wake(struct discord_session *session)
{
    session->courier.wake(session->courier.context);
}

/* -- Discord's time ---------------------------------------------------------------------------- */

enum {
    WINDOW_MS = 15000,
    SLEW_PART = 10, /* of the time: the fastest correction */
    SLEW_MOST_MS = 2000,
    FIRST_MOST_MS = 60000,
    LATE_ENOUGH = 3,
    LATE_APART_MS = 2000, /* old ids after an outage come all at once */
    LATE_ALIKE_MS = 1000
};

static int64_t least_delay(const struct discord_clock *clock)
{
    return clock->before < clock->least ? clock->before : clock->least;
}

/* The least delay that an id made now may have: the clock may have been corrected since the last.
 */
static int64_t most_ahead(const struct discord_clock *clock, int64_t now)
{
    int64_t slewed = (now - clock->heard) / SLEW_PART;
    return least_delay(clock) + (slewed < SLEW_MOST_MS ? slewed : SLEW_MOST_MS);
}

int64_t discord_time(const struct discord_session *session)
{
    const struct discord_clock *clock = &session->clock;
    return session->now - (clock->known ? most_ahead(clock, session->now) : 0);
}

static void begin_count(struct discord_clock *clock, int64_t delay, int64_t now)
{
    *clock = (struct discord_clock){
        .known = true, .least = delay, .before = INT64_MAX, .began = now, .heard = now};
}

/* Forgets what was heard before the last window. */
static void turn_window(struct discord_clock *clock, int64_t now)
{
    if (now - clock->began < WINDOW_MS || clock->least == INT64_MAX)
        return;
    clock->before = clock->least;
    clock->least = INT64_MAX;
    clock->began = now;
}

static void count_fresh(struct discord_clock *clock, int64_t delay, int64_t now)
{
    if (!clock->known || now - clock->heard >= WINDOW_MS) {
        begin_count(clock, delay, now);
        return;
    }
    clock->least = delay < clock->least ? delay : clock->least;
    clock->heard = now;
    clock->late_count = 0;
}

/* Counts a late id. Returns whether our clock was corrected. */
static bool count_late(struct discord_clock *clock, int64_t delay, int64_t now)
{
    int64_t apart = delay - clock->late_delay;
    int64_t most = LATE_ALIKE_MS + (now - clock->late_at) / SLEW_PART;
    if (clock->late_count == 0 || apart > most || -apart > most) {
        clock->late_count = 0;
        clock->late_since = now;
    }
    clock->late_count++;
    clock->late_at = now;
    clock->late_delay = delay;
    return clock->late_count >= LATE_ENOUGH && now - clock->late_since >= LATE_APART_MS;
}

static int64_t age_of(const struct discord_clock *clock, int64_t delay, int64_t now)
{
    if (!clock->known)
        return delay > FIRST_MOST_MS ? delay : 0;
    int64_t age = delay - most_ahead(clock, now);
    return age > 0 ? age : 0;
}

int64_t discord_age(struct discord_session *session, const char *id)
{
    struct discord_clock *clock = &session->clock;
    int64_t now = session->now, delay = now - discord_snowflake_time(id);
    turn_window(clock, now);
    int64_t age = age_of(clock, delay, now);
    if (age < DISCORD_ANSWER_MS) {
        count_fresh(clock, delay, now);
        return age;
    }
    if (!count_late(clock, delay, now))
        return age;
    log_warning("discord.clock_corrected", "network", session->network, "ms",
                LOG_NUMBER(clock->known ? delay - least_delay(clock) : delay));
    begin_count(clock, delay, now);
    return 0;
}

void discord_phrase(struct discord_session *session, const char *locale, const char *key,
                    struct text *out)
{
    session->listener.phrase(session->listener.context, locale, key, out);
}

json_t *discord_phrase_body(struct discord_session *session, const char *locale, const char *key)
{
    char said_buffer[512], buffer[DISCORD_CONTENT_BYTES];
    struct text said = TEXT_IN(said_buffer), content = TEXT_IN(buffer);
    discord_phrase(session, locale, key, &said);
    discord_content_add_plain(&content, said.bytes, said.length);
    return discord_message_body(
        &(struct discord_message){.content = content.bytes, .flags = DISCORD_FLAG_EPHEMERAL});
}

void discord_attach(const struct talk_file *file, struct request_file *attached,
                    struct rest_call *call)
{
    if (file == NULL)
        return;
    *attached = (struct request_file){.name = file->name,
                                      .type = "application/octet-stream",
                                      .bytes = file->bytes,
                                      .size = file->length};
    call->file = attached;
}

const char *discord_user_of(const char *identity)
{
    static const char prefix[] = "user:";
    return strncmp(identity, prefix, sizeof prefix - 1) == 0 ? identity + sizeof prefix - 1 : "";
}

void discord_nonce(char nonce[REST_NONCE_MAX + 1])
{
    unsigned char random[REST_NONCE_MAX / 2];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(nonce, REST_NONCE_MAX + 1, random, sizeof random);
}

const char *discord_string(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string != NULL ? string : "";
}
