/* The store that answers late, by itself: the tests of sessions rely on what it promises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/store/late/late.h"
#include "games/shared/text.h"
#include "tests/unit/store_fixture.h"

enum { SEEDS = 50 };

static struct store *opened(const char *folder, const struct late_plan *plan)
{
    return late_open(store_opened(folder), plan);
}

static void answer_all(struct store *store)
{
    while (late_answer(store))
        ;
}

static void count_saved(void *context, bool saved, const char *error)
{
    int *counts = context;
    assert_true(saved || strstr(error, "cannot save: ") == error);
    counts[saved]++;
}

static void count_call(void *context)
{
    ++*(int *)context;
}

static void a_read_waits_until_it_is_answered(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1});
    char value[8];
    int ready = 0, counts[2] = {0};
    store_value_set(store, "irc", "colour", "red");
    store_commit(store, count_saved, counts);
    answer_all(store);
    struct store_inquiry *inquiry = store_inquire(store, count_call, NULL, &ready);
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    assert_false(store_read_value(inquiry, "irc", "size", value, sizeof value));
    assert_true(store_inquiry_waits(inquiry));
    assert_true(late_answer(store));
    assert_int_equal(ready, 0);
    answer_all(store);
    assert_int_equal(ready, 1);
    assert_false(store_inquiry_waits(inquiry));
    assert_true(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    assert_string_equal(value, "red");
    assert_false(store_read_value(inquiry, "irc", "size", value, sizeof value));
    assert_false(store_inquiry_waits(inquiry));
    store_inquiry_free(inquiry);
    store_close(store);
}

/* Other commits change places, but the value that was written last stays. */
static void values_are_in_the_order_of_their_commits(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){0});
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        char value[8];
        int counts[2] = {0};
        late_follow(store, &(struct late_plan){.seed = seed});
        for (char digit = '1'; digit <= '4'; digit++) {
            store_value_set(store, "irc", "last", (char[]){digit, '\0'});
            store_commit(store, count_saved, counts);
        }
        answer_all(store);
        assert_int_equal(counts[true], 4);
        assert_true(value_of(late_behind(store), "irc", "last", value, sizeof value));
        assert_string_equal(value, "4");
    }
    store_close(store);
}

static void a_commit_that_fails_leaves_nothing(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1, .failing_commits = 1000});
    char value[8];
    int counts[2] = {0};
    store_value_set(store, "irc", "colour", "red");
    assert_true(store_is_dirty(store));
    store_commit(store, count_saved, counts);
    assert_false(store_is_dirty(store));
    answer_all(store);
    assert_int_equal(counts[false], 1);
    assert_false(value_of(late_behind(store), "irc", "colour", value, sizeof value));
    store_close(store);
}

static void a_read_that_failed_may_be_asked_again(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1, .failing_reads = 1000});
    struct store_inquiry *inquiry = store_inquire(store, NULL, NULL, NULL);
    char value[8];
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    answer_all(store);
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    assert_non_null(strstr(store_inquiry_error(inquiry), "cannot read"));
    assert_false(store_inquiry_waits(inquiry));
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    assert_true(store_inquiry_waits(inquiry));
    store_inquiry_free(inquiry);
    store_close(store);
}

static void closing_tells_whoever_still_waits(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1});
    int dropped = 0, counts[2] = {0};
    char value[8];
    struct store_inquiry *inquiry = store_inquire(store, count_call, count_call, &dropped);
    store_read_value(inquiry, "irc", "colour", value, sizeof value);
    store_value_set(store, "irc", "colour", "red");
    store_commit(store, count_saved, counts);
    store_close(store);
    assert_int_equal(dropped, 1);
    assert_int_equal(counts[false] + counts[true], 0);
    store_inquiry_free(inquiry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_read_waits_until_it_is_answered),
        IN_FOLDER(values_are_in_the_order_of_their_commits),
        IN_FOLDER(a_commit_that_fails_leaves_nothing),
        IN_FOLDER(a_read_that_failed_may_be_asked_again),
        IN_FOLDER(closing_tells_whoever_still_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
