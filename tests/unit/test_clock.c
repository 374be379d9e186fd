/* The system's clocks, in milliseconds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "bot/core/clock.h"

static int64_t told_by_system(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* All around a second, since what is wrong by little shows in its last part alone. */
static void the_steady_clock_is_the_systems(void **state)
{
    (void)state;
    const struct clock clock = {0};
    const struct timespec pause = {.tv_nsec = 25 * 1000 * 1000};
    for (int i = 0; i < 40; i++) {
        int64_t before = told_by_system(CLOCK_BOOTTIME);
        int64_t now = clock_steady(&clock), without = clock_steady(NULL);
        int64_t after = told_by_system(CLOCK_BOOTTIME);
        assert_true(before <= now && now <= without && without <= after);
        nanosleep(&pause, NULL);
    }
}

/* Within a second: that much may the two clocks part before anybody follows. */
static void the_calendar_is_the_systems(void **state)
{
    (void)state;
    struct clock clock = {0};
    clock_follow(&clock);
    int64_t off = clock_now(&clock) - told_by_system(CLOCK_REALTIME);
    assert_in_range(off + 1000, 0, 2000);
    assert_int_equal(clock_follow(&clock), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steady_clock_is_the_systems),
        cmocka_unit_test(the_calendar_is_the_systems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
