/* What people who come and go on IRC cost, by how many are known: everybody joins
 * and changes nick, a netsplit takes half of them, they return, and the other half parts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/base/log.h"
#include "tests/wire/irc_kit.h"

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

__attribute__((format(printf, 2, 3))) static void receive(struct irc_kit *kit, const char *format,
                                                          ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 2, format, arguments);
    va_end(arguments);
    memcpy(line + length, "\r\n", 3);
    irc_session_bytes(kit->session, line, (size_t)length + 2, kit->now);
}

/* Returns microseconds per line since `start`, for so many lines. */
static double each(double start, unsigned lines)
{
    return (seconds_now() - start) * 1e6 / lines;
}

static void settle(struct irc_kit *kit)
{
    irc_kit_wait(kit, 1);
    irc_kit_forget(kit);
}

/* Forgets the events as it goes: the kit holds few. */
#define FOR_PEOPLE(kit, from, to) for (unsigned i = (from); i < (to); irc_kit_forget(kit), i++)

static void measure(unsigned people)
{
    struct irc_kit kit;
    irc_kit_init(&kit);
    irc_kit_set(&kit, "channels", "#c");
    irc_kit_set(&kit, "ping-after", "1h");
    irc_kit_welcome(&kit, "account-notify extended-join", "");
    irc_kit_enter(&kit, "#c", "belfry");
    double start = seconds_now();
    FOR_PEOPLE(&kit, 0, people)
    receive(&kit, ":p%u!u%u@h%u.example JOIN #c a%u :x", i, i, i, i);
    double join = each(start, people);
    settle(&kit);
    start = seconds_now();
    FOR_PEOPLE(&kit, 0, people)
    receive(&kit, ":p%u!u%u@h%u.example NICK q%u", i, i, i, i);
    double nick = each(start, people);
    start = seconds_now();
    FOR_PEOPLE(&kit, 0, people / 2)
    receive(&kit, ":q%u!u%u@h%u.example QUIT :a.example b.example", i, i, i);
    double quit = each(start, people / 2);
    start = seconds_now();
    FOR_PEOPLE(&kit, 0, people / 2)
    receive(&kit, ":q%u!u%u@h%u.example JOIN #c a%u :x", i, i, i, i);
    double back = each(start, people / 2);
    settle(&kit);
    start = seconds_now();
    FOR_PEOPLE(&kit, people / 2, people)
    receive(&kit, ":q%u!u%u@h%u.example PART #c", i, i, i);
    double part = each(start, people / 2);
    printf("people=%u microseconds: join=%.2f nick=%.2f quit=%.2f back=%.2f part=%.2f\n", people,
           join, nick, quit, back, part);
    irc_kit_free(&kit);
}

int main(void)
{
    log_to(stderr, LOG_LEVEL_ERROR);
    measure(1000);
    measure(4000);
    measure(16000);
    return 0;
}
