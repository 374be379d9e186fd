/* How long the line of a move waits at libera's pace while other people keep asking: each of them
 * asks once in two seconds, which is inside the flood limit; a move is made every two to eight
 * seconds. Virtual time; nothing is sent.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bot/base/duration.h"
#include "bot/core/sender.h"
#include "games/shared/text.h"

enum {
    MOVES = 1000,
    MOVE_MIN = 2 * SECOND,
    MOVE_SPREAD = 6 * SECOND,
    ASK_EVERY = 2 * SECOND,
    STEP = 100, /* milliseconds */
    PEOPLE_MAX = 20
};

static void put(struct sender *sender, enum sender_priority priority, const char *kind,
                unsigned number)
{
    char target_buffer[32], line_buffer[128];
    struct text target = TEXT_IN(target_buffer), line = TEXT_IN(line_buffer);
    text_add_format(&target, "%s%u", kind, number);
    text_add_format(&line, "PRIVMSG %s :a line of a usual length, as most of them are", kind);
    const char *lines[] = {line_buffer};
    sender_put(sender, priority, target_buffer, 0, lines, 1);
}

static int compare(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

/* A move is a line in the channel and the next hand of the person who made it. */
static void measure(const char *who, enum sender_priority priority, unsigned people)
{
    static const struct sender_pace libera = {
        .burst = 5, .refill_ms = 2000, .bytes_per_token = 180};
    static int64_t made[MOVES], delays[MOVES];
    struct sender *sender = sender_new(&libera, 0);
    unsigned moves = 0, told = 0, random = 1;
    int64_t next = 0;
    for (int64_t now = 0; told < MOVES; now += STEP) {
        if (now >= next && moves < MOVES) {
            put(sender, SENDER_EVENT, "#table", 0);
            put(sender, SENDER_ANSWER, "player", 0);
            made[moves++] = now;
            random = random * 1103515245u + 12345u;
            next = now + MOVE_MIN + (int64_t)(random >> 8) % MOVE_SPREAD;
        }
        for (unsigned i = 0; i < people; i++)
            if ((now + i * STEP) % ASK_EVERY == 0)
                put(sender, priority, who, i);
        for (const char *line; (line = sender_next(sender, now, NULL)) != NULL;)
            if (line[8] == '#' && told < MOVES) {
                delays[told] = now - made[told];
                told++;
            }
    }
    sender_free(sender);
    qsort(delays, MOVES, sizeof delays[0], compare);
    printf("%3u %-7s  p50 %5.1f s, p99 %5.1f s, longest %5.1f s\n", people, who,
           (double)delays[MOVES / 2] / SECOND, (double)delays[MOVES * 99 / 100] / SECOND,
           (double)delays[MOVES - 1] / SECOND);
}

int main(void)
{
    static const unsigned people[] = {1, 3, PEOPLE_MAX};
    measure("guests", SENDER_GUEST, 0);
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++)
        measure("guests", SENDER_GUEST, people[i]);
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++)
        measure("players", SENDER_ANSWER, people[i]);
    return 0;
}
