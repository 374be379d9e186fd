/* The system's clocks, in milliseconds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "bot/core/clock.h"

/* Less by a millisecond at most than what the system says. */
static int64_t told_by_system(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void the_steady_clock_is_the_systems(void **state)
{
    (void)state;
    const struct clock clock = {0};
    int64_t before = told_by_system(CLOCK_BOOTTIME);
    int64_t now = clock_steady(&clock), without = clock_steady(NULL);
    int64_t after = told_by_system(CLOCK_BOOTTIME);
    assert_true(before <= now && now <= without && without <= after);
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

static void milliseconds_pass_as_the_system_counts_them(void **state)
{
    (void)state;
    const struct timespec pause = {.tv_nsec = 30 * 1000 * 1000};
    int64_t began = clock_steady(NULL), system = told_by_system(CLOCK_BOOTTIME);
    nanosleep(&pause, NULL);
    int64_t passed = clock_steady(NULL) - began;
    assert_true(passed >= 30 && passed <= told_by_system(CLOCK_BOOTTIME) - system + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steady_clock_is_the_systems),
        cmocka_unit_test(the_calendar_is_the_systems),
        cmocka_unit_test(milliseconds_pass_as_the_system_counts_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
