/* What people decide about absent people, and tables that nobody touches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define MINUTE INT64_C(60000)
#define DAY    (24 * 60 * MINUTE)

static struct table *table_in(struct fixture *fixture, const char *place)
{
    return session_at(&fixture->host.sessions, "one", place);
}

/* Seats the first `count` people at a game with ten minutes for a turn; the bots are random. */
static struct table *start(struct fixture *fixture, unsigned count)
{
    fixture_command(fixture, "config set channel turn-time 10min");
    fixture_command(fixture, "config set channel level random");
    struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", count);
    fixture_clear(fixture);
    return table;
}

/* Lets the time of the person whose turn it is run out; returns their seat. */
static unsigned run_out(struct fixture *fixture, const struct table *table)
{
    unsigned seat = seat_on_turn(table);
    fixture_wait(fixture, 10 * MINUTE);
    assert_true(session_is_missing(table, seat));
    fixture_clear(fixture);
    return seat;
}

static void type_about(struct fixture *fixture, const char *who, const char *command,
                       const char *whom)
{
    fixture_type(fixture, who, "#a", line_of("%s %s", command, whom));
}

static struct fixture *restart(struct fixture *fixture)
{
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_clear(fixture);
    return fixture;
}

/* -- Votes ------------------------------------------------------------------------------------- */

/* Everybody decides who is there and is not the subject; people who are away or out of time are not
 * waited for. */
static void who_is_there_decides(void **state)
{
    static const struct {
        const char *command;
        unsigned players, away, agree; /* not counting the person who is out of time */
        bool decided;
    } cases[] = {
        {"kick", 2, 0, 1, true},     {"kick", 3, 0, 1, false},    {"kick", 3, 0, 2, true},
        {"kick", 3, 1, 1, true},     {"kick", 4, 1, 1, false},    {"kick", 4, 1, 2, true},
        {"replace", 2, 0, 1, true},  {"replace", 3, 0, 1, false}, {"replace", 3, 0, 2, true},
        {"replace", 4, 0, 2, false}, {"replace", 4, 0, 3, true},  {"replace", 4, 2, 1, true},
        {"pause", 2, 0, 1, true},    {"pause", 3, 0, 1, false},   {"pause", 3, 1, 1, true},
        {"abort", 3, 0, 1, false},   {"abort", 3, 0, 2, true},    {"abort", 4, 1, 2, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        fixture_command(fixture, "config set channel abort admins");
        struct table *table = start(fixture, cases[i].players);
        unsigned late = run_out(fixture, table), away = cases[i].away, agree = cases[i].agree;
        for (unsigned seat = 0; seat < cases[i].players; seat++) {
            if (seat == late)
                continue;
            if (away > 0) {
                fixture->host.listener.left(&fixture->host, "one", "#a",
                                            line_of("account:%s", people[seat]), LEFT_PLACE);
                away--;
            } else if (agree > 0) {
                bool names = cases[i].command[0] == 'k' || cases[i].command[0] == 'r';
                type_about(fixture, people[seat], cases[i].command, names ? people[late] : "");
                agree--;
            }
        }
        bool decided = table->seats[late].identity == NULL || table->clock.paused != 0 ||
                       table->status == TABLE_ABORTED;
        assert_int_equal(decided, cases[i].decided);
        fixture_close(fixture);
    }
}

static void only_the_absent_can_be_voted_out(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 3);
    type_about(fixture, "alice", "kick", "bruno");
    fixture_private(fixture, "alice",
                    "kick is for somebody who is out of time or away. Nobody is.");
    fixture_type(fixture, "alice", "", "lang fr");
    type_about(fixture, "alice", "kick", "bruno");
    fixture_private(fixture, "alice", "exclure est pour quelqu’un dont le temps est écoulé");
    fixture_type(fixture, "alice", "", "lang reset");
    type_about(fixture, "dora", "kick", "bruno");
    fixture_private(fixture, "dora", "You have no seat at this table.");
    unsigned late = run_out(fixture, table);
    unsigned next = (late + 1) % 3, third = (late + 2) % 3;
    type_about(fixture, people[next], "kick", people[third]);
    fixture_private(fixture, people[next], "That is ");
    assert_int_equal(table->votes[MATTER_KICK].agreed, 0);
    fixture_type(fixture, people[next], "#a", "kick");
    fixture_public(fixture, "#a", "It does when one more person types kick");
    assert_non_null(table->seats[late].identity);
}

/* A host does not ask. */
static void a_host_decides_alone(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 3);
    fixture_command(fixture, "kick");
    assert_int_equal(table_people(table), 7);
    unsigned late = run_out(fixture, table);
    fixture_command(fixture, "kick");
    assert_null(table->seats[late].identity);
}

/* Bots are passed over, wherever they sit. */
static void the_absent_are_found_behind_a_bot(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 3);
    unsigned first = run_out(fixture, table);
    fixture_command(fixture, "kick");
    unsigned second = run_out(fixture, table);
    assert_true(first < second);
    fixture_command(fixture, "kick");
    assert_null(table->seats[second].identity);
}

/* A move at the last moment ends the vote about oneself. */
static void who_moves_is_back(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 3);
    unsigned late = run_out(fixture, table);
    fixture_type(fixture, people[(late + 1) % 3], "#a", "kick");
    fixture_type(fixture, people[late], "#a", line_of("play %s", legal_move(table, late, 0)));
    assert_int_equal(table->votes[MATTER_KICK].agreed, 0);
    assert_false(session_is_missing(table, late));
}

/* -- Kicked, replaced -------------------------------------------------------------------------- */

static void who_is_kicked_has_lost_the_seat(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 2);
    unsigned late = run_out(fixture, table);
    fixture_type(fixture, people[1 - late], "#a", "kick");
    fixture_public(fixture, "#a", "has lost the seat: Bot");
    assert_int_equal(table_seat_of(table, "one", line_of("account:%s", people[late])), -1);
    assert_int_not_equal(seat_on_turn(table), late); /* the bot has moved */
    fixture_clear(fixture);
    fixture_type(fixture, people[late], "#a", "claim");
    fixture_private(fixture, people[late], "Expected: claim CODE");
    fixture_type(fixture, people[late], "#a", "join");
    fixture_private(fixture, people[late], "The game has begun already.");
    assert_null(table->seats[late].identity);
}

static void who_is_replaced_can_claim_the_seat(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 2);
    unsigned late = run_out(fixture, table);
    fixture_type(fixture, people[1 - late], "#a", "replace");
    fixture_public(fixture, "#a", "until somebody types join");
    assert_int_not_equal(seat_on_turn(table), late);
    fixture_clear(fixture);
    fixture_type(fixture, people[late], "#a", "claim");
    fixture_public(fixture, "#a", "takes the seat of Bot");
    assert_string_equal(table->seats[late].name, people[late]);
    assert_null(table->seats[late].former);
    assert_int_equal(fixture_count_private(fixture, people[1 - late], ""), 0);
}

static void somebody_else_can_take_a_seat_that_was_freed(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 2);
    fixture_type(fixture, "dora", "#a", "join");
    fixture_private(fixture, "dora", "The game has begun already.");
    unsigned late = run_out(fixture, table);
    fixture_type(fixture, people[1 - late], "#a", "replace");
    fixture_type(fixture, "dora", "#a", "join");
    assert_string_equal(table->seats[late].name, "dora");
    fixture_clear(fixture);
    fixture_type(fixture, people[late], "#a", "claim");
    fixture_private(fixture, people[late], "Expected: claim CODE");
}

/* A person who takes the seat has agreed to nothing yet. */
static void what_one_agreed_to_goes_with_them(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 3);
    fixture_type(fixture, on_turn(table), "#a", "pause");
    unsigned late = run_out(fixture, table);
    for (unsigned i = 1; i < 3; i++)
        fixture_type(fixture, people[(late + i) % 3], "#a", "replace");
    fixture_type(fixture, "diego", "#a", "join");
    assert_string_equal(table->seats[late].name, "diego");
    for (unsigned i = 1; i < 3; i++)
        fixture_type(fixture, people[(late + i) % 3], "#a", "pause");
    assert_true(table->clock.paused == 0);
    fixture_type(fixture, "diego", "#a", "pause");
    assert_true(table->clock.paused != 0);
}

static void who_is_forgotten_claims_nothing(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 2);
    unsigned late = run_out(fixture, table);
    fixture_type(fixture, people[1 - late], "#a", "replace");
    for (int i = 0; i < 2; i++) /* they are asked whether they are sure */
        fixture_type(fixture, people[late], "#a", "forget me");
    assert_null(table->seats[late].former);
    fixture_clear(fixture);
    fixture_type(fixture, people[late], "#a", "claim");
    fixture_private(fixture, people[late], "Expected: claim CODE");
    assert_null(strstr(table->stored_waiting, people[late]));
}

/* -- Stopping the clock ------------------------------------------------------------------------ */

static void a_pause_keeps_the_time_that_is_left(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start(fixture, 2);
    fixture_wait(fixture, 6 * MINUTE);
    fixture_type(fixture, "alice", "#a", "pause");
    fixture_type(fixture, "bruno", "#a", "pause");
    fixture_public(fixture, "#a", "The clock stands still");
    fixture_wait(fixture, DAY);
    fixture = restart(fixture);
    fixture_wait(fixture, DAY);
    assert_int_equal(fixture->said_count, 0);
    fixture_type(fixture, "bruno", "#a", "status");
    fixture_public(fixture, "#a", "has 4 min left.\nThe clock stands still");
    fixture_type(fixture, "bruno", "#a", "resume");
    fixture_public(fixture, "#a", "The clock goes on.");
    fixture_clear(fixture);
    fixture_wait(fixture, 4 * MINUTE - 1);
    assert_int_equal(fixture_count_public(fixture, "#a", "out of time"), 0);
    fixture_wait(fixture, 1);
    fixture_public(fixture, "#a", "out of time");
    fixture_close(fixture);
}

/* A person who moves all the same does so without a clock; the next one has their full time. */
static void people_can_play_while_the_clock_stands(void **state)
{
    struct fixture *fixture = *state;
    const struct table *table = start(fixture, 2);
    fixture_wait(fixture, 6 * MINUTE);
    fixture_command(fixture, "pause");
    fixture_wait(fixture, 60 * MINUTE);
    unsigned seat = seat_on_turn(table);
    fixture_type(fixture, people[seat], "#a", line_of("play %s", legal_move(table, seat, 0)));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "status");
    fixture_public(fixture, "#a", "has 10 min left.");
    fixture_wait(fixture, 60 * MINUTE);
    fixture_command(fixture, "resume");
    fixture_clear(fixture);
    fixture_wait(fixture, 10 * MINUTE - 1);
    assert_int_equal(fixture_count_public(fixture, "#a", "out of time"), 0);
    fixture_wait(fixture, 1);
    fixture_public(fixture, "#a", "out of time");
}

/* -- Restarts ---------------------------------------------------------------------------------- */

static void votes_and_freed_seats_wait_over_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    unsigned late = run_out(fixture, start(fixture, 3));
    unsigned next = (late + 1) % 3, third = (late + 2) % 3;
    fixture_type(fixture, people[next], "#a", "replace");
    fixture = restart(fixture);
    fixture_type(fixture, people[third], "#a", "replace");
    struct table *table = table_in(fixture, "#a");
    assert_null(table->seats[late].identity);
    fixture = restart(fixture);
    table = table_in(fixture, "#a");
    assert_non_null(table->seats[late].former);
    fixture_type(fixture, people[late], "#a", "claim");
    assert_string_equal(table->seats[late].name, people[late]);
    fixture_close(fixture);
}

/* -- Archiving --------------------------------------------------------------------------------- */

static void a_table_that_nobody_touches_is_put_away(void **state)
{
    static const bool restarts[] = {false, true};
    const char *folder = *state;
    for (size_t i = 0; i < 2; i++) {
        struct fixture *fixture = fixture_open(folder);
        struct table *table = start(fixture, 2);
        int64_t id = table->id;
        char line[32];
        struct text text = TEXT_IN(line);
        text_add_format(&text, "resume %lld", (long long)id);
        fixture_command(fixture, "config set channel reminders 0");
        fixture_command(fixture, "config set channel absent wait");
        fixture_wait(fixture, 20 * DAY);
        fixture_type(fixture, "bruno", "#a", "hand"); /* somebody looks */
        fixture_wait(fixture, 29 * DAY);
        assert_int_equal(table->status, TABLE_PLAYING);
        union game_state_block before;
        memcpy(before.bytes, table->state, table->game->state_size);
        fixture_clear(fixture);
        fixture_wait(fixture, DAY);
        fixture_public(fixture, "#a", "Nobody has touched this table of Castellers for 30 days");
        if (restarts[i])
            fixture = restart(fixture);
        fixture_type(fixture, "dora", "#a", "new en-garde"); /* the place is free */
        assert_int_equal(table_in(fixture, "#a")->status, TABLE_LOBBY);
        fixture_type(fixture, "alice", "#a", line);
        fixture_private(fixture, "alice", "There is a table here already");
        fixture_type(fixture, "dora", "#a", "abort");
        fixture_type(fixture, "carol", "#a", "resume");
        fixture_private(fixture, "carol", " Castellers. resume TABLE brings one back.");
        fixture_type(fixture, "carol", "#a", line);
        fixture_private(fixture, "carol", "Only somebody who sits at table");
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "#a", line);
        fixture_public(fixture, "#a", "alice brings this table of Castellers back.");
        table = table_in(fixture, "#a");
        assert_int_equal(table->id, id);
        assert_int_equal(table->status, TABLE_PLAYING);
        assert_memory_equal(before.bytes, table->state, table->game->state_size);
        assert_true(fixture_last(fixture, OUTBOUND_HAND, "one", NULL, "alice") != NULL);
        fixture_type(fixture, "bruno", "#a", "status");
        fixture_public(fixture, "#a", "has 10 min left.");
        fixture = restart(fixture);
        assert_int_equal(table_in(fixture, "#a")->id, id);
        fixture_type(fixture, "alice", "#a", "abort");
        fixture_close(fixture);
    }
}

static void one_s_own_table_comes_back_elsewhere(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_wait(fixture, 30 * DAY);
    fixture_public(fixture, "#a", "it is put away");
    fixture_type(fixture, "bruno", "#b", "resume");
    fixture_private(fixture, "bruno", "No table was put away here");
    fixture_type(fixture, "bruno", "#b", "resume 1");
    fixture_private(fixture, "bruno", "No table 1 was put away here");
    fixture_type(fixture, "alice", "", "resume");
    fixture_private(fixture, "alice", "Put away: 1 Castellers");
    fixture_type(fixture, "dora", "#a", "new en-garde");
    fixture_type(fixture, "alice", "#b", "resume 1");
    fixture_public(fixture, "#b", "Type join to sit down, start to begin.");
    assert_int_equal(table_in(fixture, "#b")->id, 1);
    assert_int_equal(table_in(fixture, "#a")->id, 2);
    fixture_type(fixture, "bruno", "#b", "join");
    fixture_type(fixture, "alice", "#b", "start");
    assert_int_equal(table_in(fixture, "#b")->status, TABLE_PLAYING);
}

/* Bringing a table to another place counts as opening a table there. */
static void a_table_comes_back_where_one_may_open_it(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_wait(fixture, 30 * DAY);
    fixture_type_as(fixture, "one", "root", RANK_ADMIN, "#b", "config set open hosts");
    fixture_type_as(fixture, "one", "root", RANK_ADMIN, "#c", "config set games en-garde");
    fixture_type(fixture, "alice", "#b", "resume 1");
    assert_null(table_in(fixture, "#b"));
    fixture_type(fixture, "alice", "#c", "resume 1");
    fixture_private(fixture, "alice", "not played here");
    assert_null(table_in(fixture, "#c"));
    fixture_type(fixture, "alice", "#a", "resume 1");
    assert_int_equal(table_in(fixture, "#a")->status, TABLE_LOBBY);
}

static void a_table_can_wait_for_ever(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel archive 0");
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_wait(fixture, 4000 * DAY);
    assert_int_equal(table_in(fixture, "#a")->status, TABLE_LOBBY);
}

/* Nobody was told, so nothing was archived. */
static void a_disk_that_fails_puts_nothing_away(void **state)
{
    struct fixture *fixture = *state;
    if (fixture->disk != fixture->store)
        skip(); /* the command asks the store first, and the write is gone before it goes on */
    start(fixture, 2);
    int64_t id = table_in(fixture, "#a")->id;
    fixture->now += 30 * DAY;
    store_line_add(fixture->host.store, &(struct stored_line){.table = id, .n = 7, .move = "x"});
    session_ring(&fixture->host.sessions);
    fixture_end_turn(fixture);
    assert_int_equal(fixture->said_count, 0);
    assert_int_equal(table_in(fixture, "#a")->status, TABLE_PLAYING);
    fixture_wait(fixture, 0);
    fixture_public(fixture, "#a", "it is put away");
    fixture_clear(fixture);
    char line[32];
    struct text text = TEXT_IN(line);
    text_add_format(&text, "resume %lld", (long long)id);
    store_line_add(fixture->host.store, &(struct stored_line){.table = id, .n = 7, .move = "x"});
    fixture_type(fixture, "alice", "#a", line);
    fixture_private(fixture, "alice", "could not be saved");
    assert_null(session_by_id(&fixture->host.sessions, id));
    fixture_type(fixture, "alice", "#a", line);
    assert_int_equal(table_in(fixture, "#a")->id, id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_there_decides),
        WITH_HOST(only_the_absent_can_be_voted_out),
        WITH_HOST(a_host_decides_alone),
        WITH_HOST(the_absent_are_found_behind_a_bot),
        WITH_HOST(who_moves_is_back),
        WITH_HOST(who_is_kicked_has_lost_the_seat),
        WITH_HOST(who_is_replaced_can_claim_the_seat),
        WITH_HOST(somebody_else_can_take_a_seat_that_was_freed),
        WITH_HOST(what_one_agreed_to_goes_with_them),
        WITH_HOST(who_is_forgotten_claims_nothing),
        IN_FOLDER(a_pause_keeps_the_time_that_is_left),
        WITH_HOST(people_can_play_while_the_clock_stands),
        IN_FOLDER(votes_and_freed_seats_wait_over_a_restart),
        IN_FOLDER(a_table_that_nobody_touches_is_put_away),
        WITH_HOST(one_s_own_table_comes_back_elsewhere),
        WITH_HOST(a_table_comes_back_where_one_may_open_it),
        WITH_HOST(a_table_can_wait_for_ever),
        WITH_HOST(a_disk_that_fails_puts_nothing_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
