/* One timer of the loop that goes off at a time of the wall clock.
 *
 * That clock may be set, and the machine may sleep: so the alarm is looked at once an hour at
 * least, and may go off early; whoever it wakes looks at the clock.
 */
#ifndef BELFRY_BOT_TURN_ALARM_H
#define BELFRY_BOT_TURN_ALARM_H

#include <stdint.h>
#include <uv.h>

#define ALARM_NEVER INT64_MAX

struct alarm {
    uv_timer_t timer;
    int64_t due; /* milliseconds since 1970; ALARM_NEVER: it is not set */
    void (*rings)(void *context);
    void *context;
};

void alarm_open(struct alarm *alarm, uv_loop_t *loop, void (*rings)(void *context), void *context);
/* Replaces what it was set to before; `now` by the same clock. It rings once. */
void alarm_set(struct alarm *alarm, int64_t due, int64_t now);
/* The loop lets it go after that. */
void alarm_close(struct alarm *alarm);

#endif
