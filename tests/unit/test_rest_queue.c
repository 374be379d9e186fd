#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/rest/queue.h"
#include "adapters/discord/rest/rest.h"

enum { START = 1000000, LATER = START + 60000, ITEMS_MAX = 8, BYTES_MAX = 1000 };

struct bench {
    struct rest_limits *limits;
    struct rest_queue *queue;
    int64_t again;
};

static int set_up(void **state)
{
    static struct bench bench;
    bench.limits = rest_limits_new(50, 100, 1000);
    bench.queue = rest_queue_new(bench.limits, ITEMS_MAX, BYTES_MAX);
    *state = &bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    rest_queue_free(bench->queue);
    rest_limits_free(bench->limits);
    return 0;
}

static struct rest_item post(enum rest_priority priority)
{
    return (struct rest_item){
        .route = REST_MESSAGE_CREATE, .priority = (int)priority, .deadline = LATER, .bytes = 10};
}

static void add(struct bench *bench, struct rest_item *item, const char *major)
{
    assert_true(rest_queue_add(bench->queue, item, major));
}

static void next_is(struct bench *bench, int64_t now, struct rest_item *expected)
{
    assert_ptr_equal(rest_queue_next(bench->queue, now, &bench->again), expected);
}

static void answered(struct bench *bench, struct rest_item *item, int64_t now)
{
    rest_limits_end(bench->limits, item->bucket, NULL, now);
    rest_queue_done(bench->queue, item);
}

static void one_of_a_lane_is_out_at_a_time_in_order(void **state)
{
    struct bench *bench = *state;
    struct rest_item one = post(REST_NORMAL), two = post(REST_NORMAL), other = post(REST_NORMAL);
    add(bench, &one, "1");
    add(bench, &two, "1");
    add(bench, &other, "2");
    next_is(bench, START, &one);
    next_is(bench, START, &other);
    next_is(bench, START, NULL);
    assert_string_equal(rest_item_major(&one), "1");
    answered(bench, &one, START);
    next_is(bench, START, &two);
    answered(bench, &other, START);
    answered(bench, &two, START);
    next_is(bench, START, NULL);
    assert_true(bench->again == REST_NOT_YET);
}

static void the_urgent_go_first_within_and_between_lanes(void **state)
{
    struct bench *bench = *state;
    struct rest_item low = post(REST_LOW), normal = post(REST_NORMAL), urgent = post(REST_URGENT),
                     elsewhere = post(REST_URGENT);
    add(bench, &low, "1");
    add(bench, &normal, "1");
    add(bench, &urgent, "1");
    add(bench, &elsewhere, "2");
    next_is(bench, START, &urgent);
    next_is(bench, START, &elsewhere);
    answered(bench, &urgent, START);
    next_is(bench, START, &normal);
    answered(bench, &normal, START);
    next_is(bench, START, &low);
    answered(bench, &low, START);
    answered(bench, &elsewhere, START);
}

static void a_repeated_one_keeps_its_place_and_waits(void **state)
{
    struct bench *bench = *state;
    struct rest_item one = post(REST_NORMAL), two = post(REST_NORMAL);
    add(bench, &one, "1");
    next_is(bench, START, &one);
    add(bench, &two, "1");
    rest_limits_end(bench->limits, one.bucket, NULL, START);
    one.not_before = START + 300;
    rest_queue_repeat(bench->queue, &one);
    next_is(bench, START, NULL);
    assert_int_equal(bench->again, START + 300);
    next_is(bench, START + 300, &one);
    answered(bench, &one, START + 300);
    next_is(bench, START + 300, &two);
    answered(bench, &two, START + 300);
}

static void it_says_when_an_exhausted_bucket_is_free(void **state)
{
    struct bench *bench = *state;
    struct rest_item one = post(REST_NORMAL), two = post(REST_NORMAL);
    struct rest_facts facts;
    rest_facts_clear(&facts);
    facts.status = 200;
    facts.remaining = 0;
    facts.reset_after = 750;
    add(bench, &one, "1");
    add(bench, &two, "1");
    next_is(bench, START, &one);
    rest_limits_end(bench->limits, one.bucket, &facts, START);
    rest_queue_done(bench->queue, &one);
    next_is(bench, START, NULL);
    assert_int_equal(bench->again, START + 750);
    next_is(bench, START + 750, &two);
    answered(bench, &two, START + 750);
}

static void a_full_queue_refuses(void **state)
{
    struct bench *bench = *state;
    struct rest_item items[ITEMS_MAX], more = post(REST_NORMAL), heavy = post(REST_NORMAL);
    heavy.bytes = BYTES_MAX + 1;
    assert_false(rest_queue_add(bench->queue, &heavy, "1"));
    for (int i = 0; i < ITEMS_MAX; i++) {
        items[i] = post(REST_NORMAL);
        add(bench, &items[i], "1");
    }
    assert_false(rest_queue_add(bench->queue, &more, "2"));
    assert_int_equal(rest_queue_length(bench->queue), ITEMS_MAX);
    for (int i = 0; i < ITEMS_MAX; i++)
        assert_non_null(rest_queue_drop(bench->queue, REST_URGENT));
    assert_null(rest_queue_drop(bench->queue, REST_URGENT));
}

static void what_waits_too_long_comes_out(void **state)
{
    struct bench *bench = *state;
    struct rest_item one = post(REST_NORMAL), two = post(REST_NORMAL), three = post(REST_NORMAL);
    one.deadline = three.deadline = START + 10;
    add(bench, &one, "1");
    add(bench, &two, "1");
    add(bench, &three, "2");
    rest_limits_pause(bench->limits, LATER);
    assert_null(rest_queue_expired(bench->queue, START));
    next_is(bench, START, NULL);
    assert_int_equal(bench->again, START + 10);
    next_is(bench, START + 10, NULL);
    assert_true(bench->again <= START + 10);
    assert_ptr_equal(rest_queue_expired(bench->queue, START + 10), &one);
    assert_ptr_equal(rest_queue_expired(bench->queue, START + 10), &three);
    assert_null(rest_queue_expired(bench->queue, START + 10));
    next_is(bench, START + 10, NULL);
    assert_int_equal(bench->again, LATER);
    assert_ptr_equal(rest_queue_drop(bench->queue, REST_NORMAL), &two);
}

static void nothing_goes_past_its_deadline(void **state)
{
    struct bench *bench = *state;
    struct rest_item late = post(REST_NORMAL), other = post(REST_NORMAL);
    late.deadline = START;
    add(bench, &late, "1");
    add(bench, &other, "1");
    next_is(bench, START, NULL);
    assert_ptr_equal(rest_queue_expired(bench->queue, START), &late);
    next_is(bench, START, &other);
    answered(bench, &other, START);
}

static void the_urgent_stay_when_others_are_dropped(void **state)
{
    struct bench *bench = *state;
    struct rest_item urgent = post(REST_URGENT), low = post(REST_LOW);
    add(bench, &urgent, "1");
    add(bench, &low, "1");
    assert_ptr_equal(rest_queue_drop(bench->queue, REST_NORMAL), &low);
    assert_null(rest_queue_drop(bench->queue, REST_NORMAL));
    next_is(bench, START, &urgent);
    answered(bench, &urgent, START);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(one_of_a_lane_is_out_at_a_time_in_order),
        CASE(the_urgent_go_first_within_and_between_lanes),
        CASE(a_repeated_one_keeps_its_place_and_waits),
        CASE(it_says_when_an_exhausted_bucket_is_free),
        CASE(a_full_queue_refuses),
        CASE(what_waits_too_long_comes_out),
        CASE(nothing_goes_past_its_deadline),
        CASE(the_urgent_stay_when_others_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
