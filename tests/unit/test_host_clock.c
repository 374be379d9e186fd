/* The clocks of tables: turns, reminders, quiet hours, what happens when time is up, and all of it
 * across a restart. The host's clock is the fixture's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

static void set(struct fixture *fixture, const char *setting, const char *value)
{
    fixture_command(fixture, line_of("config set channel %s %s", setting, value));
}

/* Seats alice and bruno with this time for a turn in #a, and clears the messages. */
static struct table *start(struct fixture *fixture, const char *turn_time, const char *absent)
{
    set(fixture, "turn-time", turn_time);
    set(fixture, "absent", absent);
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    return table;
}

/* Ends the process and starts it again after this much time. */
static struct fixture *restart(struct fixture *fixture, int64_t later)
{
    fixture = fixture_restart(fixture, later);
    fixture_open_place(fixture, "one", "#a");
    return fixture;
}

/* -- Time -------------------------------------------------------------------------------------- */

static void nothing_happens_without_an_end_to_turns(void **state)
{
    struct fixture *fixture = *state;
    set(fixture, "reminders", "0");
    set(fixture, "patience", "0");
    struct table *table = start(fixture, "0", "default-move");
    fixture_wait(fixture, 20 * DAY);
    assert_int_equal(fixture->said_count, 0);
    assert_int_equal(table->lines, 0);
}

static void a_default_move_is_made_for_who_is_out_of_time(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "10min", "default-move");
    unsigned seat = seat_on_turn(table);
    game_move expected = game_default_move(table->game, table->state, (uint8_t)seat);
    const char *late = on_turn(table);
    fixture_wait(fixture, 10 * MINUTE - 1);
    assert_int_equal(table->lines, 0);
    fixture_wait(fixture, 1);
    assert_int_equal(table->lines, 1);
    assert_int_equal(table->recent[0].seat, seat);
    assert_int_equal(table->recent[0].move, expected);
    fixture_public(fixture, "#a", "is out of time: I make a move.");
    assert_int_equal(fixture_count_public(fixture, "#a", late) > 0, true);
    assert_non_null(table->seats[seat].identity);
}

/* Every move begins a turn of its own. */
static void a_move_in_time_begins_the_next_turn(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "10min", "default-move");
    for (int i = 0; i < 4; i++) {
        uint32_t lines = table->lines;
        fixture_wait(fixture, 9 * MINUTE);
        assert_int_equal(table->lines, lines);
        fixture_move(fixture, table);
    }
    assert_int_equal(fixture_count_public(fixture, "#a", "out of time"), 0);
}

static void who_waits_is_not_asked(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "10min", "wait");
    fixture_wait(fixture, HOUR);
    assert_int_equal(fixture->said_count, 1); /* one reminder, to the person who is asked */
    fixture_private(fixture, on_turn(table), "It is your turn");
    assert_int_equal(table->lines, 0);
    fixture_type(fixture, waiting(table), "#a", "status");
    fixture_public(fixture, "#a", "is out of time.");
}

static void status_says_how_much_time_is_left(void **state)
{
    static const struct {
        const char *turn_time;
        int64_t waited;
        const char *said;
    } cases[] = {
        {"90s", 30 * SECOND, "has 1 min left."},        {"90s", 45 * SECOND, "has 45 s left."},
        {"10min", 90 * SECOND, "has 8 min 30 s left."}, {"2h", MINUTE, "has 1 h 59 min left."},
        {"3d", 5 * HOUR, "has 2 days 19 h left."},      {"26h", HOUR, "has 1 day 1 h left."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        struct table *table = start(fixture, cases[i].turn_time, "wait");
        fixture_wait(fixture, cases[i].waited);
        fixture_type(fixture, waiting(table), "#a", "status");
        fixture_public(fixture, "#a", cases[i].said);
        fixture_close(fixture);
    }
    (void)state;
}

static void another_time_for_turns_leaves_time_to_notice(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "1d", "default-move");
    fixture_wait(fixture, 20 * HOUR);
    set(fixture, "turn-time", "8min");
    fixture_wait(fixture, MINUTE - 1);
    assert_int_equal(table->lines, 0);
    fixture_wait(fixture, 1);
    assert_int_equal(table->lines, 1);
    set(fixture, "turn-time", "0");
    fixture_wait(fixture, DAY);
    assert_int_equal(table->lines, 1);
}

/* -- Reminders --------------------------------------------------------------------------------- */

static void reminders_are_private_first_and_not_too_many(void **state)
{
    static const struct {
        const char *turn_time, *reminders;
        int64_t waited;
        size_t private, public;
    } cases[] = {
        {"2d", "12h", 12 * HOUR - 1, 0, 0},  {"2d", "12h", 12 * HOUR, 1, 0},
        {"2d", "12h", 24 * HOUR, 1, 1},      {"2d", "12h", 47 * HOUR, 1, 2},
        {"10min", "12h", 5 * MINUTE, 1, 0},  {"10min", "12h", 9 * MINUTE, 1, 0},
        {"10min", "2min", 9 * MINUTE, 1, 3}, {"0", "12h", 12 * HOUR, 1, 0},
        {"0", "12h", 20 * DAY, 1, 1},        {"2d", "0", 47 * HOUR, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        set(fixture, "reminders", cases[i].reminders);
        struct table *table = start(fixture, cases[i].turn_time, "vote");
        fixture_wait(fixture, cases[i].waited);
        assert_int_equal(fixture_count_private(fixture, on_turn(table), "your turn"),
                         cases[i].private);
        assert_int_equal(fixture_count_public(fixture, "#a", "your turn"), cases[i].public);
        assert_int_equal(fixture_count_private(fixture, waiting(table), ""), 0);
        fixture_close(fixture);
    }
}

/* The text and time of a reminder are the same whatever the hand is. */
static void a_reminder_tells_nothing_of_a_hand(void **state)
{
    char *said = NULL;
    (void)state;
    for (uint8_t seed = 0; seed < 8; seed++) {
        struct fixture *fixture = fixture_open("");
        set(fixture, "turn-time", "10min");
        fixture_type(fixture, "alice", "#a", "new en-garde");
        fixture_type(fixture, "bruno", "#a", "join");
        struct table *table = session_at(&fixture->host.sessions, "one", "#a");
        fixture_set_seed(fixture, table, seed);
        fixture_type(fixture, "alice", "#a", "start");
        fixture_clear(fixture);
        fixture_wait(fixture, 5 * MINUTE);
        assert_int_equal(fixture->said_count, 1);
        const char *reminder = fixture_private(fixture, on_turn(table), "It is your turn");
        if (said != NULL && strcmp(on_turn(table), "alice") == 0)
            assert_string_equal(reminder, said);
        else if (strcmp(on_turn(table), "alice") == 0)
            said = strdup(reminder);
        fixture_close(fixture);
    }
    assert_non_null(said);
    free(said);
}

/* -- Quiet hours ------------------------------------------------------------------------------- */

static void nothing_runs_out_in_quiet_hours(void **state)
{
    struct fixture *fixture = *state;
    set(fixture, "quiet-hours", "22:00-07:00");
    struct table *table = start(fixture, "12h", "default-move"); /* from noon to midnight */
    fixture_wait(fixture, 18 * HOUR + 59 * MINUTE);
    assert_int_equal(table->lines, 0);
    assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
    assert_int_equal(fixture_count_private(fixture, on_turn(table), "your turn"), 1);
    fixture_wait(fixture, MINUTE + 90 * MINUTE - 1); /* an eighth of the time is left then */
    assert_int_equal(table->lines, 0);
    fixture_wait(fixture, 1);
    assert_int_equal(table->lines, 1);
}

/* They may be set after the turn has begun. */
static void quiet_hours_put_off_what_was_set_before(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "12h", "default-move");
    set(fixture, "quiet-hours", "22:00-07:00");
    fixture_wait(fixture, 19 * HOUR);
    assert_int_equal(table->lines, 0);
    fixture_wait(fixture, 90 * MINUTE);
    assert_int_equal(table->lines, 1);
}

static void people_have_quiet_hours_of_their_own(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "6h", "wait");
    fixture_type(fixture, on_turn(table), "", "style quiet-hours=14:00-17:00");
    fixture_clear(fixture);
    fixture_wait(fixture, 5 * HOUR - 1);
    assert_int_equal(fixture->said_count, 0);
    fixture_wait(fixture, 1);
    fixture_private(fixture, on_turn(table), "It is your turn");
}

/* -- Stand-ins --------------------------------------------------------------------------------- */

static void somebody_stands_in_until_a_command_comes(void **state)
{
    struct fixture *fixture = *state;
    set(fixture, "level", "random");
    struct table *table = start(fixture, "10min", "stand-in");
    unsigned seat = seat_on_turn(table);
    const char *late = on_turn(table);
    fixture_wait(fixture, 10 * MINUTE);
    fixture_public(fixture, "#a", "is out of time: I play until");
    assert_true(table->lines >= 1);
    assert_true(table->seats[seat].stood_in);
    assert_non_null(table->seats[seat].identity);
    fixture_move(fixture, table); /* the other person's move; the bot answers at once */
    assert_int_not_equal(seat_on_turn(table), seat);
    fixture_type(fixture, late, "#a", "claim");
    fixture_public(fixture, "#a", "is back at the table.");
    fixture_private(fixture, late, "You sit at this table already.");
    assert_false(table->seats[seat].stood_in);
    uint32_t lines = table->lines;
    while (seat_on_turn(table) != seat && fixture_move(fixture, table))
        lines = table->lines;
    assert_int_equal(table->lines, lines);
}

/* The bot that plays for somebody plays as well after a restart. */
static void a_stand_in_stays_over_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    set(fixture, "level", "easy");
    struct table *table = start(fixture, "10min", "stand-in");
    unsigned seat = seat_on_turn(table);
    fixture_wait(fixture, 10 * MINUTE);
    assert_true(table->seats[seat].stood_in);
    assert_int_equal(table->seats[seat].level, PLAYER_EASY);
    fixture = fixture_restart(fixture, 0);
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_true(table->seats[seat].stood_in);
    assert_int_equal(table->seats[seat].level, PLAYER_EASY);
    assert_false(table->seats[1 - seat].stood_in);
    fixture_close(fixture);
}

/* -- Restarts ---------------------------------------------------------------------------------- */

/* Every state of waiting: what is set for absent people, how long the process ran before, how long
 * it was away, and how many moves there are then, and a given time later. */
static void clocks_go_on_after_a_restart(void **state)
{
    static const struct {
        const char *absent;
        int64_t before, away, after;
        const char *said_at_once, *said_later;
        bool moves;
    } cases[] = {
        /* time is left */
        {"default-move", 10 * MINUTE, MINUTE, 68 * MINUTE, NULL, NULL, false},
        {"default-move", 10 * MINUTE, MINUTE, 69 * MINUTE, NULL, "is out of time: I make", true},
        {"stand-in", 10 * MINUTE, MINUTE, 69 * MINUTE, NULL, "is out of time: I play", true},
        {"vote", 10 * MINUTE, MINUTE, 69 * MINUTE, NULL, "The others can type replace", false},
        {"wait", 10 * MINUTE, MINUTE, 69 * MINUTE, NULL, NULL, false},
        /* it ran out in the meantime: there are ten minutes of grace */
        {"default-move", 10 * MINUTE, DAY, 9 * MINUTE, "you have 10 min left", NULL, false},
        {"default-move", 10 * MINUTE, DAY, 10 * MINUTE, "you have 10 min left", "I make", true},
        /* it had run out before */
        {"vote", 2 * HOUR, DAY, HOUR, NULL, NULL, false},
        /* it had run out, the bot has moved, and the other person was asked in the meantime */
        {"stand-in", 2 * HOUR, DAY, 0, "you have 10 min left", NULL, true},
    };
    const char *folder = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open(folder);
        set(fixture, "level", "random");
        set(fixture, "reminders", "0");
        start(fixture, "80min", cases[i].absent);
        fixture_wait(fixture, cases[i].before);
        fixture = restart(fixture, cases[i].away);
        const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
        assert_int_equal(fixture_count_public(fixture, "#a", "while I was away"),
                         cases[i].said_at_once != NULL);
        if (cases[i].said_at_once != NULL)
            fixture_public(fixture, "#a", cases[i].said_at_once);
        fixture_clear(fixture);
        fixture_wait(fixture, cases[i].after);
        assert_int_equal(fixture_count_public(fixture, "#a", "out of time"),
                         cases[i].said_later != NULL);
        if (cases[i].said_later != NULL)
            fixture_public(fixture, "#a", cases[i].said_later);
        assert_int_equal(table->lines > 0, cases[i].moves);
        fixture_type(fixture, "alice", "#a", "abort");
        fixture_close(fixture);
    }
}

static void reminders_are_not_repeated_after_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    set(fixture, "reminders", "1h");
    struct table *table = start(fixture, "10h", "wait");
    fixture_wait(fixture, HOUR);
    assert_int_equal(fixture_count_private(fixture, on_turn(table), "your turn"), 1);
    fixture = restart(fixture, 10 * MINUTE);
    fixture_clear(fixture);
    fixture_wait(fixture, 49 * MINUTE);
    assert_int_equal(fixture->said_count, 0);
    fixture_wait(fixture, MINUTE);
    assert_int_equal(fixture->said_count, 1);
    fixture_public(fixture, "#a", "it is your turn. You have 8 h left.");
    fixture_close(fixture);
}

/* Where the bot is away nobody can move, and nothing is said. */
static void a_table_rests_where_the_bot_is_not(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, "80min", "default-move");
    fixture->host.listener.place_closed(&fixture->host, "one", "#a");
    fixture_wait(fixture, 2 * DAY);
    assert_int_equal(fixture->said_count, 0);
    assert_int_equal(table->lines, 0);
    fixture_open_place(fixture, "one", "#a");
    fixture_wait(fixture, 9 * MINUTE);
    fixture_public(fixture, "#a", "you have 10 min left");
    assert_int_equal(table->lines, 0);
    fixture_wait(fixture, MINUTE);
    assert_int_equal(table->lines, 1);
}

/* Tables wait in a heap: whatever is added and removed, the first one is the one due first. */
static void the_first_deadline_comes_first(void **state)
{
    enum { TABLES = 50, STEPS = 5000 };
    static struct table tables[TABLES];
    struct deadlines deadlines = {0};
    (void)state;
    for (size_t i = 0; i < TABLES; i++)
        tables[i].due = DEADLINE_NEVER;
    srand(7);
    for (int step = 0; step < STEPS; step++) {
        struct table *table = &tables[rand() % TABLES];
        deadlines_set(&deadlines, table, rand() % 3 == 0 ? DEADLINE_NEVER : rand() % 1000);
        int64_t first = DEADLINE_NEVER;
        for (size_t i = 0; i < TABLES; i++)
            first = tables[i].due < first ? tables[i].due : first;
        const struct table *found = deadlines_first(&deadlines);
        assert_int_equal(found != NULL ? found->due : DEADLINE_NEVER, first);
    }
    deadlines_free(&deadlines);
}

/* A turn without an end lets the others decide after days, and only then. */
static void nobody_is_waited_for_for_ever(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_wait(fixture, 4 * DAY);
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#a");
    fixture_wait(fixture, 2 * DAY);
    assert_int_equal(fixture_count_public(fixture, "#a", "has not moved"), 0);
    fixture_type(fixture, "bruno", "#a", "replace alice");
    fixture_private(fixture, "bruno", "Nobody");
    fixture_wait(fixture, DAY);
    fixture_public(fixture, "#a",
                   "alice has not moved for a long time. The others can type replace");
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#a");
    fixture_type(fixture, "bruno", "#a", "replace alice");
    fixture_public(fixture, "#a", "Bot 1 plays for alice");
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_null(table->seats[0].identity);
    fixture_close(fixture);
}

/* What ended while the bot was away does not count at once, nor does a pause. */
static void patience_does_not_end_unseen(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_start(fixture, "#a", "");
    fixture_wait(fixture, DAY);
    fixture = fixture_restart(fixture, 8 * DAY);
    fixture_open_place(fixture, "one", "#a");
    fixture_wait(fixture, 20 * HOUR);
    assert_int_equal(fixture_count_public(fixture, "#a", "has not moved"), 0);
    fixture_type(fixture, "alice", "#a", "pause");
    fixture_type(fixture, "bruno", "#a", "pause");
    fixture_wait(fixture, 2 * DAY);
    fixture_type(fixture, "alice", "#a", "resume");
    assert_int_equal(fixture_count_public(fixture, "#a", "has not moved"), 0);
    fixture_wait(fixture, 2 * HOUR);
    fixture_public(fixture, "#a", "alice has not moved");
    fixture_close(fixture);
}

static void patience_can_be_endless(void **state)
{
    struct fixture *fixture = *state;
    set(fixture, "patience", "0");
    fixture_start(fixture, "#a", "");
    fixture_wait(fixture, 29 * DAY);
    assert_int_equal(fixture_count_public(fixture, "#a", "has not moved"), 0);
}

/* Nor is it after a restart, which reads what was written. */
static void what_waits_is_not_written_again_unchanged(void **state)
{
    char value[1024];
    struct fixture *fixture = fixture_open(*state);
    fixture_start(fixture, "#a", "");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    assert_true(value_of(fixture->disk, "waiting", "1", value, sizeof value));
    fixture->spoiled = true;
    store_value_set(fixture->disk, "waiting", "1", NULL);
    must_commit(fixture->disk);
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    uint32_t lines = table->lines;
    assert_true(fixture_move(fixture, table));
    assert_true(table->lines > lines);
    assert_false(value_of(fixture->disk, "waiting", "1", value, sizeof value));
    fixture_type(fixture, "alice", "#a", "pause");
    fixture_type(fixture, "bruno", "#a", "pause");
    assert_true(value_of(fixture->disk, "waiting", "1", value, sizeof value));
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(nothing_happens_without_an_end_to_turns),
        WITH_HOST(a_default_move_is_made_for_who_is_out_of_time),
        WITH_HOST(a_move_in_time_begins_the_next_turn),
        WITH_HOST(who_waits_is_not_asked),
        cmocka_unit_test(status_says_how_much_time_is_left),
        WITH_HOST(another_time_for_turns_leaves_time_to_notice),
        cmocka_unit_test(reminders_are_private_first_and_not_too_many),
        cmocka_unit_test(a_reminder_tells_nothing_of_a_hand),
        WITH_HOST(nothing_runs_out_in_quiet_hours),
        WITH_HOST(quiet_hours_put_off_what_was_set_before),
        WITH_HOST(people_have_quiet_hours_of_their_own),
        WITH_HOST(somebody_stands_in_until_a_command_comes),
        IN_FOLDER(a_stand_in_stays_over_a_restart),
        IN_FOLDER(clocks_go_on_after_a_restart),
        IN_FOLDER(reminders_are_not_repeated_after_a_restart),
        WITH_HOST(a_table_rests_where_the_bot_is_not),
        cmocka_unit_test(the_first_deadline_comes_first),
        IN_FOLDER(nobody_is_waited_for_for_ever),
        IN_FOLDER(patience_does_not_end_unseen),
        WITH_HOST(patience_can_be_endless),
        IN_FOLDER(what_waits_is_not_written_again_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
