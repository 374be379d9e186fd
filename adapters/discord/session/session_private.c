#include "adapters/discord/session/session_private.h"

#include <sodium.h>
#include <string.h>

void discord_send(struct discord_session *session, const struct rest_call *call)
{
    session->courier.send(session->courier.context, call);
}

void discord_wake(struct discord_session *session)
{
    session->courier.wake(session->courier.context);
}

/* How far our clock may be ahead of Discord's now. The least delay that was seen grows with time,
 * since clocks drift apart, by less than one ms in five seconds. */
static int64_t least_delay(const struct discord_session *session)
{
    enum { DRIFT_MS = 5000 };
    return session->least_delay + (session->now - session->least_delay_at) / DRIFT_MS;
}

int64_t discord_time(const struct discord_session *session)
{
    bool known = session->least_delay != INT64_MAX;
    return session->now - (known ? least_delay(session) : 0);
}

int64_t discord_age(struct discord_session *session, const char *id)
{
    int64_t delay = session->now - discord_snowflake_time(id);
    if (session->least_delay == INT64_MAX || delay < least_delay(session)) {
        session->least_delay = delay;
        session->least_delay_at = session->now;
    }
    return delay - least_delay(session);
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
