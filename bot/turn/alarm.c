#include "bot/turn/alarm.h"
#include "bot/base/duration.h"

static void went_off(uv_timer_t *timer)
{
    struct alarm *alarm = timer->data;
    alarm->due = ALARM_NEVER;
    alarm->rings(alarm->context);
}

void alarm_open(struct alarm *alarm, uv_loop_t *loop, void (*rings)(void *context), void *context)
{
    *alarm = (struct alarm){.due = ALARM_NEVER, .rings = rings, .context = context};
    uv_timer_init(loop, &alarm->timer);
    alarm->timer.data = alarm;
}

void alarm_set(struct alarm *alarm, int64_t due, int64_t now)
{
    if (due == alarm->due)
        return;
    alarm->due = due;
    int64_t wait = due == ALARM_NEVER ? 0 : due - now;
    if (due == ALARM_NEVER)
        uv_timer_stop(&alarm->timer);
    else
        uv_timer_start(&alarm->timer, went_off,
                       (uint64_t)(wait < 0        ? 0
                                  : wait > MINUTE ? MINUTE
                                                  : wait),
                       0);
}

void alarm_close(struct alarm *alarm)
{
    uv_close((uv_handle_t *)&alarm->timer, NULL);
}
