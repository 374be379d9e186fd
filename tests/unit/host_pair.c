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

void pair_hear(struct fixture *fixture, const struct fixture *from)
{
    enum { TRIES = 200 };
    const struct sessions *there = &from->host.sessions, *here = &fixture->host.sessions;
    int64_t id = session_at(there, "one", "#a")->id;
    const struct table *table = session_by_id(here, id);
    for (int i = 0; i < TRIES && (table == NULL || session_is_in_flight(table) ||
                                  table->version < session_by_id(there, id)->version);
         i++) {
        uv_run(&fixture->loop, UV_RUN_ONCE);
        table = session_by_id(here, id);
    }
    fixture_settle(fixture);
    assert_non_null(table);
    assert_int_equal(session_by_id(here, id)->version, session_by_id(there, id)->version);
}
