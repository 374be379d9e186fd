#include "tests/unit/host_pair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct table *pair_table(const struct fixture *fixture)
{
    return session_at(&fixture->host.sessions, "one", "#a");
}

void pair_start_other(struct pair *pair)
{
    pair->other = fixture_open(pair->address);
    fixture_open_place(pair->other, "one", "#a");
}

struct pair *pair_open(void *const *state)
{
    struct pair *pair = calloc(1, sizeof *pair);
    address_of(pair->address, *state);
    pair->one = fixture_open(pair->address);
    return pair;
}

void pair_close(struct pair *pair)
{
    fixture_close(pair->one);
    fixture_close(pair->other);
    free(pair);
}

void pair_settle(const struct pair *pair)
{
    host_end_turn(&pair->one->host);
    host_end_turn(&pair->other->host);
    fixture_settle(pair->one);
    fixture_settle(pair->other);
}

size_t pair_count_said(const struct pair *pair, const char *part)
{
    const struct fixture *const both[] = {pair->one, pair->other};
    size_t count = 0;
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < both[i]->said_count; j++)
            count += strstr(both[i]->said[j].text, part) != NULL;
    return count;
}

void pair_assert_same(const struct pair *pair)
{
    const struct table *one = pair_table(pair->one), *other = pair_table(pair->other);
    assert_int_equal(one->version, other->version);
    assert_int_equal(one->lines, other->lines);
    assert_int_equal(one->seat_count, other->seat_count);
    if (one->state != NULL)
        assert_memory_equal(one->state, other->state, one->game->state_size);
}

void pair_catch_up(struct pair *pair)
{
    pair->one = fixture_restart(pair->one, 0);
    pair->other = fixture_restart(pair->other, 0);
    fixture_open_place(pair->one, "one", "#a");
    fixture_open_place(pair->other, "one", "#a");
}

/* Whether a process knows the table in #a as the other one does. */
static bool has_heard(const struct fixture *fixture, const struct fixture *from)
{
    const struct table *there = pair_table(from);
    const struct table *here = session_by_id(&fixture->host.sessions, there->id);
    return here != NULL && !session_is_in_flight(here) && here->version >= there->version;
}

static void note_caught_up(void *context, bool caught_up)
{
    assert_true(caught_up);
    *(bool *)context = true;
}

void pair_hear_all(struct fixture *fixture)
{
    bool caught_up = false;
    feed_catch_up(&fixture->host.feed, note_caught_up, &caught_up);
    while (!caught_up)
        uv_run(&fixture->loop, UV_RUN_ONCE);
    fixture_settle(fixture);
}

void pair_hear(struct fixture *fixture, const struct fixture *from)
{
    enum { TRIES = 200 };
    pair_hear_all(fixture);
    for (int i = 0; i < TRIES && !has_heard(fixture, from); i++)
        uv_run(&fixture->loop, UV_RUN_ONCE);
    fixture_settle(fixture);
    assert_true(has_heard(fixture, from));
    assert_int_equal(pair_table(fixture)->version, pair_table(from)->version);
}
