/* The time, for everything that people wait for. Networks use the loop's clock instead.
 *
 * clock_now() is the calendar: the only time that still means something after a restart, so it is
 * what tables keep and the store holds. But it runs on the steady clock, which goes on while the
 * machine sleeps and which nobody can set. When somebody sets the system's clock, clock_now() goes
 * on undisturbed until clock_follow() is called. Whoever keeps times of clock_now() moves them by
 * what clock_follow() returns; then everybody waits exactly as long as before.
 */
#ifndef BELFRY_BOT_CORE_CLOCK_H
#define BELFRY_BOT_CORE_CLOCK_H

#include <stdint.h>

struct clock {
    int64_t ahead; /* of the calendar before the steady clock, when it was last followed */
    /* For tests: a steady clock, and how far the calendar was set ahead of it; NULL: the system's
     * clocks. */
    const int64_t *simulated_now;
    int64_t simulated_ahead;
};

/* Returns milliseconds since 1970. It never jumps, except in clock_follow(). */
int64_t clock_now(const struct clock *clock);
/* Reads the system's calendar. Returns by how many milliseconds clock_now() has jumped; 0 unless it
 * was wrong by a second or more. The first call begins clock_now(), and its result means nothing.
 */
int64_t clock_follow(struct clock *clock);
/* Returns milliseconds of the steady clock; NULL: the system's. */
int64_t clock_steady(const struct clock *clock);

#endif
