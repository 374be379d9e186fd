/* Two processes share a network by parts, and each holds the tables of its places. #a and what is
 * private is served by `one`, #b by `other`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "tests/unit/host_pair.h"
#include "tests/unit/store_fixture.h"

static struct pair *share(void *const *state)
{
    struct pair *pair = pair_open(state);
    pair->other = fixture_open(pair->address);
    fixture_serve_part(pair->one, 0);
    fixture_serve_part(pair->other, 1);
    return pair;
}

static struct table *known(const struct fixture *fixture, int64_t table)
{
    return session_by_id(&fixture->host.sessions, table);
}

/* Alice and bruno play in #b; returns the number of their table. */
static int64_t start_in_b(const struct pair *pair)
{
    int64_t id = fixture_start(pair->other, "#b", "touches=9")->id;
    pair_hear_all(pair->one);
    fixture_clear(pair->one);
    fixture_clear(pair->other);
    return id;
}

/* Lets the time of guests pass. */
static void pass_a_minute(struct fixture *fixture)
{
    fixture->now += 2 * MINUTE;
    session_dismiss_guests(&fixture->host.sessions);
}

static void each_holds_the_tables_of_its_places(void **state)
{
    struct pair *pair = share(state);
    int64_t there = start_in_b(pair), here = fixture_start(pair->one, "#a", "")->id;
    pair_hear_all(pair->other);
    assert_null(known(pair->one, there));
    assert_null(known(pair->other, here));
    assert_non_null(known(pair->one, here));
    assert_non_null(known(pair->other, there));
    /* Nor later. */
    fixture_move(pair->other, known(pair->other, there));
    pair_hear_all(pair->one);
    assert_null(known(pair->one, there));
    pair_close(pair);
}

/* What somebody asks for in private is read, and forgotten after a while. */
static void a_person_finds_their_table_in_private(void **state)
{
    struct pair *pair = share(state);
    struct sessions *sessions = &pair->one->host.sessions;
    int64_t id = start_in_b(pair);
    fixture_type(pair->one, "alice", "", "hand");
    assert_int_equal(fixture_count_private(pair->one, "alice", "Your hand"), 1);
    assert_non_null(known(pair->one, id));
    assert_false(session_holds(sessions, known(pair->one, id)));
    pair->one->now += 30 * SECOND;
    session_dismiss_guests(sessions);
    assert_non_null(known(pair->one, id));
    pass_a_minute(pair->one);
    assert_null(known(pair->one, id));
    assert_null(session_place(sessions, "one", "#b"));
    /* And read again. */
    fixture_clear(pair->one);
    fixture_type(pair->one, "alice", "", "hand");
    assert_int_equal(fixture_count_private(pair->one, "alice", "Your hand"), 1);
    pair_close(pair);
}

/* Nobody hears of a table by asking in private who does not sit there. */
static void others_find_nothing(void **state)
{
    struct pair *pair = share(state);
    int64_t id = start_in_b(pair);
    fixture_type(pair->one, "carla", "", "hand");
    assert_int_equal(fixture_count_private(pair->one, "carla", "Your hand"), 0);
    assert_null(known(pair->one, id));
    pair_close(pair);
}

static void a_move_in_private_is_told_where_the_table_is(void **state)
{
    struct pair *pair = share(state);
    int64_t id = start_in_b(pair);
    for (unsigned i = 0; i < 4; i++) {
        struct table *table = known(pair->other, id);
        unsigned seat = seat_on_turn(table);
        fixture_clear(pair->other);
        fixture_type(pair->one, people[seat], "", line_of("play %s", legal_move(table, seat, 0)));
        assert_int_equal(known(pair->one, id)->lines, i + 1);
        for (unsigned tries = 0; tries < 20 && known(pair->other, id)->lines <= i; tries++)
            pair_hear_all(pair->other);
        assert_int_equal(known(pair->other, id)->lines, i + 1);
        assert_int_equal(fixture_count_public(pair->other, "#b", line_of("%s ", people[seat])), 1);
        if (i % 2 == 1)
            pass_a_minute(pair->one);
    }
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    pair_close(pair);
}

/* A guest goes on with the table while it is there. */
static void a_guest_follows(void **state)
{
    struct pair *pair = share(state);
    int64_t id = start_in_b(pair);
    fixture_type(pair->one, "alice", "", "hand");
    fixture_clear(pair->one);
    fixture_move(pair->other, known(pair->other, id));
    for (unsigned tries = 0; tries < 20 && known(pair->one, id)->lines == 0; tries++)
        pair_hear_all(pair->one);
    assert_int_equal(known(pair->one, id)->lines, 1);
    assert_int_equal(pair->one->said_count, 0);
    /* That others play there does not keep it. */
    pass_a_minute(pair->one);
    assert_null(known(pair->one, id));
    pair_close(pair);
}

/* In a part of a network a person may have more tables than are known there. */
static void a_hand_names_its_place(void **state)
{
    struct pair *pair = share(state);
    start_in_b(pair);
    fixture_type(pair->one, "alice", "", "hand");
    assert_int_equal(fixture_count_private(pair->one, "alice", "#b"), 1);
    pair_close(pair);
}

static void which_table_is_meant_is_asked(void **state)
{
    struct pair *pair = share(state);
    start_in_b(pair);
    fixture_start(pair->one, "#a", "");
    fixture_clear(pair->one);
    fixture_type(pair->one, "alice", "", "hand");
    assert_int_equal(fixture_count_private(pair->one, "alice", "Your hand"), 0);
    fixture_type(pair->one, "alice", "", "#b hand");
    assert_int_equal(fixture_count_private(pair->one, "alice", "Your hand"), 1);
    pair_close(pair);
}

/* -- Networks that come and go ----------------------------------------------------------------- */

static void note_loaded(void *context, bool loaded)
{
    assert_true(loaded);
    *(bool *)context = true;
}

static void load(struct fixture *fixture, unsigned part)
{
    bool loaded = false;
    session_load(&fixture->host.sessions, fixture->host.networks.adapters[0]->class, "one",
                 (struct network_part){part, 2}, note_loaded, &loaded);
    while (!loaded)
        uv_run(&fixture->loop, UV_RUN_ONCE);
    fixture_settle(fixture);
}

static void what_a_part_brings_is_read_before(void **state)
{
    struct pair *pair = share(state);
    int64_t there = start_in_b(pair), further = fixture_start(pair->other, "#d", "")->id;
    fixture_move(pair->other, known(pair->other, there));
    load(pair->one, 0);
    assert_null(known(pair->one, there));
    load(pair->one, 1);
    assert_int_equal(known(pair->one, there)->lines, 1);
    assert_non_null(known(pair->one, further));
    pair->one->host.networks.adapters[0]->part.number = 1;
    pass_a_minute(pair->one);
    assert_non_null(known(pair->one, there));
    assert_true(session_holds(&pair->one->host.sessions, known(pair->one, there)));
    fixture_clear(pair->one);
    fixture_open_place(pair->one, "one", "#b");
    assert_int_equal(fixture_count_public(pair->one, "#b", "I am back"), 1);
    pair_close(pair);
}

static void what_was_lost_is_forgotten(void **state)
{
    struct pair *pair = share(state);
    int64_t there = start_in_b(pair);
    pair->other->host.networks.adapters[0]->part.number = 0;
    session_network_closed(&pair->other->host.sessions, "one");
    assert_non_null(known(pair->other, there));
    pass_a_minute(pair->other);
    assert_null(known(pair->other, there));
    pair_close(pair);
}

/* A table that was judged to be of others is looked at again once its part is served. */
static void a_stranger_may_become_known(void **state)
{
    struct pair *pair = share(state);
    int64_t there = start_in_b(pair);
    assert_null(known(pair->one, there));
    pair->one->host.networks.adapters[0]->part.number = 1;
    feed_look_again(&pair->one->host.feed, uv_hrtime());
    pair_hear_all(pair->one);
    assert_non_null(known(pair->one, there));
    pair_close(pair);
}

/* -- Places of others -------------------------------------------------------------------------- */

static void link_a_and_b(const struct pair *pair)
{
    const char *link = fixture_offer_link(pair->one, "one", "root", "#a");
    pair_hear_all(pair->other);
    fixture_type_as(pair->other, "one", "root", RANK_ADMIN, "#b", link);
    pair_hear_all(pair->one);
    fixture_clear(pair->one);
    fixture_clear(pair->other);
}

static size_t count_places(const struct table *table)
{
    size_t count = 0;
    for (const struct table_place *at = table->places; at != NULL; at = at->next)
        count++;
    return count;
}

static void a_new_table_leaves_a_taken_place_alone(void **state)
{
    struct pair *pair = share(state);
    start_in_b(pair);
    fixture_type(pair->one, "carla", "#a", "new en-garde");
    link_a_and_b(pair);
    fixture_type(pair->one, "carla", "#a", "abort");
    pass_a_minute(pair->one);
    fixture_type(pair->one, "carla", "#a", "new patrician");
    assert_int_equal(count_places(session_at(&pair->one->host.sessions, "one", "#a")), 1);
    pair_close(pair);
}

static void a_new_table_takes_a_free_place_too(void **state)
{
    struct pair *pair = share(state);
    link_a_and_b(pair);
    fixture_type(pair->one, "carla", "#a", "new patrician");
    pair_hear_all(pair->other);
    const struct table *there = session_at(&pair->other->host.sessions, "one", "#b");
    assert_non_null(there);
    assert_int_equal(count_places(there), 2);
    pair_close(pair);
}

static void a_taken_place_is_not_linked_over(void **state)
{
    struct pair *pair = share(state);
    int64_t there = start_in_b(pair);
    link_a_and_b(pair); /* shares the table */
    for (unsigned tries = 0; tries < 20 && known(pair->one, there) == NULL; tries++)
        pair_hear_all(pair->one);
    assert_non_null(known(pair->one, there));
    assert_ptr_equal(session_at(&pair->one->host.sessions, "one", "#a"), known(pair->one, there));
    pair_close(pair);
}

static void a_table_that_comes_back_leaves_a_taken_place_alone(void **state)
{
    struct pair *pair = share(state);
    struct sessions *sessions = &pair->one->host.sessions;
    link_a_and_b(pair);
    fixture_type(pair->one, "carla", "#a", "new en-garde");
    fixture_type(pair->one, "carla", "#a", "join");
    struct table *table = session_at(sessions, "one", "#a");
    assert_int_equal(count_places(table), 2);
    char *resume = memory_copy(line_of("resume %lld", (long long)table->id));
    session_archive(sessions, table);
    fixture_settle(pair->one);
    for (unsigned tries = 0; tries < 20; tries++)
        pair_hear_all(pair->other);
    fixture_type_as(pair->other, "one", "root", RANK_ADMIN, "#b", "unlink #a");
    int64_t there = start_in_b(pair);
    pass_a_minute(pair->one);
    assert_null(known(pair->one, there));
    fixture_type(pair->one, "carla", "#a", resume);
    free(resume);
    assert_int_equal(count_places(session_at(sessions, "one", "#a")), 1);
    pair_close(pair);
}

static void who_opened_a_table_is_forgotten_everywhere(void **state)
{
    struct pair *pair = share(state);
    fixture_type(pair->other, "carla", "#b", "new en-garde");
    fixture_type(pair->other, "alice", "#b", "join");
    fixture_type(pair->other, "carla", "#b", "leave");
    int64_t id = session_at(&pair->other->host.sessions, "one", "#b")->id;
    fixture_type(pair->one, "carla", "#a", "forget me");
    fixture_type(pair->one, "carla", "#a", "forget me");
    for (unsigned tries = 0; tries < 20; tries++)
        pair_hear_all(pair->other);
    assert_string_equal(known(pair->other, id)->opener_identity, "");
    pair_close(pair);
}

/* Somebody whose seat the bot has is known by what the store keeps of them. */
static void whose_seat_was_taken_is_forgotten_everywhere(void **state)
{
    struct pair *pair = share(state);
    int64_t id = start_in_b(pair);
    struct host *host = &pair->other->host;
    host->listener.left(host, "one", "", "account:bruno", LEFT_NETWORK);
    fixture_type(pair->other, "alice", "#b", "replace bruno");
    int seat = session_former_seat(known(pair->other, id), "one", "account:bruno");
    assert_true(seat >= 0);
    fixture_type(pair->one, "bruno", "#a", "forget me");
    fixture_type(pair->one, "bruno", "#a", "forget me");
    for (unsigned tries = 0; tries < 20; tries++)
        pair_hear_all(pair->other);
    assert_int_equal(session_former_seat(known(pair->other, id), "one", "account:bruno"), -1);
    pair_close(pair);
}

static size_t complete(struct fixture *fixture)
{
    struct outbound_choice choices[CHOICES_MAX];
    const struct inbound inbound = {.network = "one",
                                    .person = {"account:alice", "alice", RANK_PLAYER},
                                    .place = "",
                                    .text = "play "};
    return fixture->host.listener.complete(&fixture->host, &inbound, choices);
}

/* Completions can't wait for the store: the next letter finds the table. */
static void moves_are_completed_in_private(void **state)
{
    struct pair *pair = share(state);
    int64_t id = start_in_b(pair);
    while (strcmp(on_turn(known(pair->other, id)), "alice") != 0)
        fixture_move(pair->other, known(pair->other, id));
    assert_int_equal(complete(pair->one), 0);
    fixture_settle(pair->one);
    assert_true(complete(pair->one) > 0);
    pair_close(pair);
}

/* A person is not brought together with others where another table is. */
static void a_seek_does_not_take_a_place_of_others(void **state)
{
    struct pair *pair = share(state);
    int64_t id = start_in_b(pair);
    fixture_type(pair->other, "carla", "#b", "seek patrician 2");
    fixture_type(pair->one, "dora", "#a", "seek patrician 2");
    for (unsigned tries = 0; tries < 5; tries++) {
        pair_hear_all(pair->one);
        fixture_wait(pair->one, MINUTE);
        pair_hear_all(pair->other);
    }
    const struct table *there = session_at(&pair->other->host.sessions, "one", "#b");
    assert_int_equal(there->id, id);
    pair_close(pair);
}

/* The number of a table in a button that somebody presses. */
static void a_pressed_table_is_read(void **state)
{
    struct pair *pair = share(state);
    int64_t id = start_in_b(pair);
    const struct inbound inbound = {.network = "one",
                                    .person = {"account:alice", "alice", RANK_PLAYER},
                                    .place = "",
                                    .text = "hand",
                                    .addressed = true,
                                    .table = (uint64_t)id};
    fixture_receive(pair->one, &inbound);
    assert_int_equal(fixture_count_private(pair->one, "alice", "Your hand"), 1);
    pair_close(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(each_holds_the_tables_of_its_places),
        IN_FOLDER(a_person_finds_their_table_in_private),
        IN_FOLDER(others_find_nothing),
        IN_FOLDER(a_move_in_private_is_told_where_the_table_is),
        IN_FOLDER(a_guest_follows),
        IN_FOLDER(a_hand_names_its_place),
        IN_FOLDER(which_table_is_meant_is_asked),
        IN_FOLDER(what_a_part_brings_is_read_before),
        IN_FOLDER(what_was_lost_is_forgotten),
        IN_FOLDER(a_stranger_may_become_known),
        IN_FOLDER(a_new_table_leaves_a_taken_place_alone),
        IN_FOLDER(a_new_table_takes_a_free_place_too),
        IN_FOLDER(a_taken_place_is_not_linked_over),
        IN_FOLDER(a_table_that_comes_back_leaves_a_taken_place_alone),
        IN_FOLDER(who_opened_a_table_is_forgotten_everywhere),
        IN_FOLDER(whose_seat_was_taken_is_forgotten_everywhere),
        IN_FOLDER(moves_are_completed_in_private),
        IN_FOLDER(a_seek_does_not_take_a_place_of_others),
        IN_FOLDER(a_pressed_table_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
