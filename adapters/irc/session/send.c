/* Puts lines into the sender, and sets its pace. */
#include <stdio.h>
#include <string.h>

#include "adapters/irc/session/session_private.h"
#include "bot/base/log.h"

struct sender_pace irc_session_pace(const struct irc_settings *settings)
{
    /* Libera asks for one message every two seconds. InspIRCd's default accepts ten, then one a
     * second. */
    static const struct sender_pace paces[] = {
        [IRC_PACE_LIBERA] = {.burst = 5, .refill_ms = 2000},
        [IRC_PACE_INSPIRCD] = {.burst = 8, .refill_ms = 1000},
        [IRC_PACE_OWN] = {.burst = 1, .refill_ms = 1, .unlimited = true},
    };
    struct sender_pace pace = paces[settings->pace];
    pace.bytes_per_token = settings->bytes_per_line;
    if (settings->burst > 0)
        pace.burst = settings->burst;
    if (settings->refill > 0)
        pace.refill_ms = settings->refill;
    return pace;
}

/* The key by which the sender groups lines. */
static void fold_target(const struct irc_session *session, const char *target,
                        char key[SENDER_TARGET_MAX])
{
    irc_casemap_fold(session->support.casemap, target, key, SENDER_TARGET_MAX);
}

static void note_result(const struct irc_session *session, enum sender_priority priority,
                        const char *target, enum sender_result result)
{
    if (result == SENDER_QUEUED || result == SENDER_REPLACED)
        return;
    /* Dropping a picture for lack of room is intended: say less rather than later. */
    bool planned = result == SENDER_DROPPED && priority == SENDER_PICTURE;
    log_line(planned ? LOG_LEVEL_DEBUG : LOG_LEVEL_WARNING, "irc.not_sent", "network",
             session->network, "target", target, "reason",
             result == SENDER_DROPPED ? "too much is waiting" : "not a line", (const char *)NULL);
}

void irc_send_lines(struct irc_session *session, enum sender_priority priority, const char *target,
                    uint64_t replaces, const char *const *lines, size_t count)
{
    char key[SENDER_TARGET_MAX];
    fold_target(session, target, key);
    note_result(session, priority, target,
                sender_put(session->sender, priority, key, replaces, lines, count));
}

void irc_send_sentences(struct irc_session *session, const char *target,
                        const struct sender_joint *joint, const char *line)
{
    char key[SENDER_TARGET_MAX];
    fold_target(session, target, key);
    note_result(session, SENDER_EVENT, target,
                sender_put_joined(session->sender, SENDER_EVENT, key, joint, line));
}

/* Formats a line as long as the server takes it; false when it was cut. */
__attribute__((format(printf, 3, 0))) static bool format_line(const struct irc_session *session,
                                                              char line[SENDER_LINE_MAX + 1],
                                                              const char *format, va_list arguments)
{
    size_t most = session->support.line_length;
    int length = vsnprintf(line, most + 1, format, arguments);
    return length >= 0 && (size_t)length <= most;
}

static void send_line(struct irc_session *session, enum sender_priority priority,
                      const char *target, const char *line)
{
    if (session->sender)
        irc_send_lines(session, priority, target, 0, &line, 1);
}

void irc_send(struct irc_session *session, enum sender_priority priority, const char *target,
              const char *format, ...)
{
    char line[SENDER_LINE_MAX + 1];
    va_list arguments;
    va_start(arguments, format);
    if (!format_line(session, line, format, arguments))
        irc_utf8_trim(line);
    va_end(arguments);
    send_line(session, priority, target, line);
}

bool irc_send_whole(struct irc_session *session, enum sender_priority priority, const char *target,
                    const char *format, ...)
{
    char line[SENDER_LINE_MAX + 1];
    va_list arguments;
    va_start(arguments, format);
    bool whole = format_line(session, line, format, arguments);
    va_end(arguments);
    if (whole)
        send_line(session, priority, target, line);
    return whole;
}

void irc_send_templates(struct irc_session *session, const struct config_list *templates,
                        const char *target, const char *mark, const char *value)
{
    for (size_t i = 0; i < templates->count; i++) {
        char buffer[SENDER_LINE_MAX + 1];
        struct text line = TEXT_IN(buffer);
        const char *rest = templates->items[i], *found;
        while ((found = strstr(rest, mark))) {
            text_add_bytes(&line, rest, (size_t)(found - rest));
            text_add(&line, value);
            rest = found + strlen(mark);
        }
        text_add(&line, rest);
        irc_send(session, SENDER_EVENT, target, "%s", buffer);
    }
}
