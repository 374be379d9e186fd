/* The log: one line per entry, key=value, on standard error.
 *
 *     time=2026-01-31T12:00:00.123Z level=info event=irc.registered network=libera nick=belfry
 *
 * or, by choice, as an object of JSON, whose values are all texts:
 *
 *     {"time":"2026-01-31T12:00:00.123Z","level":"info","event":"irc.registered", …}
 *
 * or as an entry of systemd's journal, with MESSAGE (the line from the level on), PRIORITY and a
 * field for each pair, which journalctl finds:
 *
 *     journalctl BELFRY_EVENT=irc.registered BELFRY_NETWORK=libera
 *
 * Never log anything private: hands, seeds, private messages, passwords, claim codes. Values with
 * blanks, quotes or control characters are quoted and escaped, so an entry stays one line. A value
 * above 1 KiB is cut and ends with an ellipsis; a line above 4 KiB is cut too.
 *
 * Equal lines are counted: within a minute an error is written once and any other line twenty
 * times. How often it came beyond that follows at the end of the minute, as the same line with a
 * further pair:
 *
 *     time=… level=warning event=monitor.crowded connections=16 repeated=4312
 */
#ifndef BELFRY_BOT_BASE_LOG_H
#define BELFRY_BOT_BASE_LOG_H

#include <stdbool.h>
#include <stdio.h>

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARNING, LOG_LEVEL_INFO, LOG_LEVEL_DEBUG };

/* "error", "warning", "info", "debug", NULL; the index is enum log_level. */
extern const char *const log_level_names[];

enum log_format { LOG_FORMAT_TEXT, LOG_FORMAT_JSON, LOG_FORMAT_JOURNALD };

/* "text", "json", "journald", NULL; the index is enum log_format. */
extern const char *const log_format_names[];

/* The one piece of process-wide state: the destination of lines and the least important level that
 * is written. Only main sets it, at the start and on a reload. NULL is standard error. Default:
 * standard error, from info. */
void log_to(FILE *stream, enum log_level least);

/* The same for the form of the lines. Default: text. LOG_FORMAT_JOURNALD needs the journal, below.
 */
void log_as(enum log_format format);

/* Sets where the journal listens, as datagrams of its native protocol; what it does not take goes
 * to the stream as text. False: nobody listens there. */
#define LOG_JOURNAL "/run/systemd/journal/socket"
bool log_find_journal(const char *socket_path);

/* Writes the counts of lines whose minute is over, or of all. Somebody has to call it now and then:
 * a line that repeats is otherwise told with the next line. */
void log_tell_repeated(bool all);

/* `event` is a dotted name without blanks; pairs of key and value (both const char *) follow, ended
 * by NULL. A pair whose value is NULL is left out. */
__attribute__((sentinel)) void log_line(enum log_level level, const char *event, ...);

#define log_error(...)   log_line(LOG_LEVEL_ERROR, __VA_ARGS__, (const char *)NULL)
#define log_warning(...) log_line(LOG_LEVEL_WARNING, __VA_ARGS__, (const char *)NULL)
#define log_info(...)    log_line(LOG_LEVEL_INFO, __VA_ARGS__, (const char *)NULL)
#define log_debug(...)   log_line(LOG_LEVEL_DEBUG, __VA_ARGS__, (const char *)NULL)

/* A number as text for one log_line call: log_info("x", "n", LOG_NUMBER(n)). */
#define LOG_NUMBER(number) log_number((char[24]){0}, (long long)(number))
const char *log_number(char buffer[24], long long number);

#endif
