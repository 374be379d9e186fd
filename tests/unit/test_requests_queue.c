/* Which request goes next, and which waits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/net/requests/queue.h"
#include "tests/unit/request_kit.h"

enum { START = 1000000, LATER = START + 60000, ITEMS_MAX = 8, BYTES_MAX = 1000 };

struct bench {
    struct request_limits *limits;
    struct request_queue *queue;
    int64_t again;
};

static int set_up(void **state)
{
    static struct bench bench;
    bench.limits = request_limits_new(&kit_service, 50, 100, 1000);
    bench.queue = request_queue_new(&kit_service, bench.limits, ITEMS_MAX, BYTES_MAX);
    *state = &bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    request_queue_free(bench->queue);
    request_limits_free(bench->limits);
    return 0;
}

static struct request_item post(enum request_priority priority)
{
    return (struct request_item){
        .route = KIT_THING_POST, .priority = (int)priority, .deadline = LATER, .bytes = 10};
}

static void add(struct bench *bench, struct request_item *item, const char *key)
{
    assert_true(request_queue_add(bench->queue, item, key));
}

static void next_is(struct bench *bench, int64_t now, struct request_item *expected)
{
    assert_ptr_equal(request_queue_next(bench->queue, now, &bench->again), expected);
}

static void answered(struct bench *bench, struct request_item *item, int64_t now)
{
    request_limits_end(bench->limits, item->bucket, NULL, now);
    request_queue_done(bench->queue, item);
}

static void one_of_a_lane_is_out_at_a_time_in_order(void **state)
{
    struct bench *bench = *state;
    struct request_item one = post(REQUEST_NORMAL), two = post(REQUEST_NORMAL),
                        other = post(REQUEST_NORMAL);
    add(bench, &one, "1");
    add(bench, &two, "1");
    add(bench, &other, "2");
    next_is(bench, START, &one);
    next_is(bench, START, &other);
    next_is(bench, START, NULL);
    assert_string_equal(request_item_key(&one), "1");
    answered(bench, &one, START);
    next_is(bench, START, &two);
    answered(bench, &other, START);
    answered(bench, &two, START);
    next_is(bench, START, NULL);
    assert_true(bench->again == REQUEST_NOT_YET);
}

static void the_urgent_go_first_within_and_between_lanes(void **state)
{
    struct bench *bench = *state;
    struct request_item low = post(REQUEST_LOW), normal = post(REQUEST_NORMAL),
                        urgent = post(REQUEST_URGENT), elsewhere = post(REQUEST_URGENT);
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
    struct request_item one = post(REQUEST_NORMAL), two = post(REQUEST_NORMAL);
    add(bench, &one, "1");
    next_is(bench, START, &one);
    add(bench, &two, "1");
    request_limits_end(bench->limits, one.bucket, NULL, START);
    one.not_before = START + 300;
    request_queue_repeat(bench->queue, &one);
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
    struct request_item one = post(REQUEST_NORMAL), two = post(REQUEST_NORMAL);
    struct request_facts facts;
    request_facts_clear(&facts);
    facts.status = 200;
    facts.remaining = 0;
    facts.reset_after = 750;
    add(bench, &one, "1");
    add(bench, &two, "1");
    next_is(bench, START, &one);
    request_limits_end(bench->limits, one.bucket, &facts, START);
    request_queue_done(bench->queue, &one);
    next_is(bench, START, NULL);
    assert_int_equal(bench->again, START + 750);
    next_is(bench, START + 750, &two);
    answered(bench, &two, START + 750);
}

static void a_full_queue_refuses(void **state)
{
    struct bench *bench = *state;
    struct request_item items[ITEMS_MAX], more = post(REQUEST_NORMAL), heavy = post(REQUEST_NORMAL);
    heavy.bytes = BYTES_MAX + 1;
    assert_false(request_queue_add(bench->queue, &heavy, "1"));
    for (int i = 0; i < ITEMS_MAX; i++) {
        items[i] = post(REQUEST_NORMAL);
        add(bench, &items[i], "1");
    }
    assert_false(request_queue_add(bench->queue, &more, "2"));
    assert_int_equal(request_queue_length(bench->queue), ITEMS_MAX);
    for (int i = 0; i < ITEMS_MAX; i++)
        assert_non_null(request_queue_drop(bench->queue, REQUEST_URGENT));
    assert_null(request_queue_drop(bench->queue, REQUEST_URGENT));
}

static void what_waits_too_long_comes_out(void **state)
{
    struct bench *bench = *state;
    struct request_item one = post(REQUEST_NORMAL), two = post(REQUEST_NORMAL),
                        three = post(REQUEST_NORMAL);
    one.deadline = three.deadline = START + 10;
    add(bench, &one, "1");
    add(bench, &two, "1");
    add(bench, &three, "2");
    request_limits_pause(bench->limits, LATER);
    assert_null(request_queue_expired(bench->queue, START));
    next_is(bench, START, NULL);
    assert_int_equal(bench->again, START + 10);
    next_is(bench, START + 10, NULL);
    assert_true(bench->again <= START + 10);
    assert_ptr_equal(request_queue_expired(bench->queue, START + 10), &one);
    assert_ptr_equal(request_queue_expired(bench->queue, START + 10), &three);
    assert_null(request_queue_expired(bench->queue, START + 10));
    next_is(bench, START + 10, NULL);
    assert_int_equal(bench->again, LATER);
    assert_ptr_equal(request_queue_drop(bench->queue, REQUEST_NORMAL), &two);
}

static void nothing_goes_past_its_deadline(void **state)
{
    struct bench *bench = *state;
    struct request_item late = post(REQUEST_NORMAL), other = post(REQUEST_NORMAL);
    late.deadline = START;
    add(bench, &late, "1");
    add(bench, &other, "1");
    next_is(bench, START, NULL);
    assert_ptr_equal(request_queue_expired(bench->queue, START), &late);
    next_is(bench, START, &other);
    answered(bench, &other, START);
}

static void the_urgent_stay_when_others_are_dropped(void **state)
{
    struct bench *bench = *state;
    struct request_item urgent = post(REQUEST_URGENT), low = post(REQUEST_LOW);
    add(bench, &urgent, "1");
    add(bench, &low, "1");
    assert_ptr_equal(request_queue_drop(bench->queue, REQUEST_NORMAL), &low);
    assert_null(request_queue_drop(bench->queue, REQUEST_NORMAL));
    next_is(bench, START, &urgent);
    answered(bench, &urgent, START);
}

static void what_waits_is_bounded_in_bytes_too(void **state)
{
    struct bench *bench = *state;
    struct request_item one = post(REQUEST_NORMAL), two = post(REQUEST_NORMAL),
                        more = post(REQUEST_NORMAL);
    one.bytes = BYTES_MAX - 1;
    two.bytes = more.bytes = 1;
    add(bench, &one, "1");
    add(bench, &two, "1");
    assert_false(request_queue_add(bench->queue, &more, "2"));
    next_is(bench, START, &one);
    assert_int_equal(request_queue_length(bench->queue), 1);
    more.bytes = BYTES_MAX - 1;
    add(bench, &more, "2"); /* what is under way does not wait */
    answered(bench, &one, START);
    next_is(bench, START, &two);
    next_is(bench, START, &more);
    answered(bench, &two, START);
    answered(bench, &more, START);
}

static void what_carries_a_token_does_not_wait_for_the_others(void **state)
{
    struct bench *bench = *state;
    struct request_item held = post(REQUEST_NORMAL), reply = post(REQUEST_NORMAL);
    reply.route = KIT_REPLY_POST;
    add(bench, &held, "1");
    add(bench, &reply, "1");
    request_limits_pause(bench->limits, START + 400);
    next_is(bench, START, &reply);
    next_is(bench, START, NULL);
    assert_int_equal(bench->again, START + 400);
    answered(bench, &reply, START);
    next_is(bench, START + 400, &held);
    answered(bench, &held, START + 400);
}

static void it_says_when_the_first_of_all_may_go(void **state)
{
    static const int64_t waits[][2] = {{300, 500}, {500, 300}};
    struct bench *bench = *state;
    for (size_t i = 0; i < 2; i++) {
        struct request_item one = post(REQUEST_NORMAL), two = post(REQUEST_LOW);
        one.not_before = START + waits[i][0];
        two.not_before = START + waits[i][1];
        add(bench, &one, "1");
        add(bench, &two, "2");
        next_is(bench, START, NULL);
        assert_int_equal(bench->again, START + 300);
        assert_non_null(request_queue_drop(bench->queue, REQUEST_URGENT));
        assert_non_null(request_queue_drop(bench->queue, REQUEST_URGENT));
    }
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
        CASE(what_waits_is_bounded_in_bytes_too),
        CASE(what_carries_a_token_does_not_wait_for_the_others),
        CASE(it_says_when_the_first_of_all_may_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
