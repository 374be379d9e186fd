/* The log: one line an entry, key=value, on standard error.
 *
 *     time=2026-01-31T12:00:00.123Z level=info event=irc.registered network=libera nick=belfry
 *
 * Never give it anything private: hands, seeds, texts of private messages, passwords, claim codes.
 * Values with blanks, quotes or controls are quoted and escaped, so a line stays a line; a value
 * above 1 KiB is cut (its end is then an ellipsis), and a line above 4 KiB too.
 */
#ifndef BELFRY_BOT_BASE_LOG_H
#define BELFRY_BOT_BASE_LOG_H

#include <stdbool.h>
#include <stdio.h>

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARNING, LOG_LEVEL_INFO, LOG_LEVEL_DEBUG };

/* "error", "warning", "info", "debug", NULL; the index is enum log_level. */
extern const char *const log_level_names[];

/* The one piece of process-wide state: where lines go and from which level. Set at start and by a
 * reload, by main alone. NULL is standard error. Before the first call: standard error, from info.
 */
void log_to(FILE *stream, enum log_level least);

/* `event` is a dotted name without blanks; then pairs of key and value (both const char *), ended
 * by NULL. A NULL value leaves its key out. */
__attribute__((sentinel)) void log_line(enum log_level level, const char *event, ...);

#define log_error(...)   log_line(LOG_LEVEL_ERROR, __VA_ARGS__, (const char *)NULL)
#define log_warning(...) log_line(LOG_LEVEL_WARNING, __VA_ARGS__, (const char *)NULL)
#define log_info(...)    log_line(LOG_LEVEL_INFO, __VA_ARGS__, (const char *)NULL)
#define log_debug(...)   log_line(LOG_LEVEL_DEBUG, __VA_ARGS__, (const char *)NULL)

/* A number as text for one log_line call: log_info("x", "n", LOG_NUMBER(n)). */
#define LOG_NUMBER(number) log_number((char[24]){0}, (long long)(number))
const char *log_number(char buffer[24], long long number);

#endif
