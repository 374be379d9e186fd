/* One timer of the loop that fires at a time of another clock (bot/core/clock.h).
 *
 * That clock goes on while the machine sleeps; the loop's does not. So the timer fires at least
 * once a minute, and it may fire early: the code it calls checks the clock itself.
 */
#ifndef BELFRY_BOT_TURN_ALARM_H
#define BELFRY_BOT_TURN_ALARM_H

#include <stdint.h>
#include <uv.h>

#define ALARM_NEVER INT64_MAX

struct alarm {
    uv_timer_t timer;
    int64_t due; /* milliseconds since 1970; ALARM_NEVER: not set */
    void (*rings)(void *context);
    void *context;
};

void alarm_open(struct alarm *alarm, uv_loop_t *loop, void (*rings)(void *context), void *context);
/* Sets the alarm, replacing an earlier time; `now` is by the same clock. It fires once. */
void alarm_set(struct alarm *alarm, int64_t due, int64_t now);
/* Closes the timer; the loop releases it after that. */
void alarm_close(struct alarm *alarm);

#endif
