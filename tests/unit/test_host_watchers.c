/* People who watch, beside whatever else a table may have: deals of the day, plans, hints, reviews,
 * seats that were left, packed records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "bot/turn/retention.h"
#include "tests/unit/host_pair.h"
#include "tests/unit/store_fixture.h"

enum { PAUSE = 8 * SECOND, TOLD_BYTES = 256 * 1024 };

/* Appends everything that NAME was told in private since the last clearing. */
static char *told_to(const struct fixture *fixture, const char *name)
{
    char *told = memory_new(TOLD_BYTES);
    struct text text = text_in(told, TOLD_BYTES);
    for (size_t i = 0; i < fixture->said_count; i++)
        if (strcmp(fixture->said[i].identity, line_of("account:%s", name)) == 0)
            text_add_format(&text, "%s\n", fixture->said[i].text);
    assert_false(text.truncated);
    return told;
}

static void types(struct fixture *fixture, const char *name, const char *place, const char *text)
{
    fixture_clear(fixture);
    fixture_type(fixture, name, place, text);
}

/* -- Deals of the day -------------------------------------------------------------------------- */

static void assert_unwatched(const struct fixture *fixture)
{
    const struct table *table = session_by_id(&fixture->host.sessions, 1);
    assert_non_null(table->daily);
    assert_null(table->watch);
}

/* Others still have to play it. Who does not play it is not told that it is there. */
static void nobody_watches_a_deal_of_the_day(void **state)
{
    static const char *const tries[] = {"watch 1", "watch #1", "watch alice", "watch 1 deal",
                                        "watch =account:alice"};
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "daily goats");
    fixture_think(fixture);
    fixture_end_turn(fixture);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        types(fixture, "zoe", "", tries[i]);
        fixture_private(fixture, "zoe", "There is no such table where you can see it.");
        types(fixture, "zoe", "#a", tries[i]);
        fixture_private(fixture, "zoe", "There is no such table where you can see it.");
        assert_unwatched(fixture);
    }
    types(fixture, "alice", "", "watch");
    fixture_private(fixture, "alice", "The deal of the day can’t be watched");
    types(fixture, "alice", "", "watch 1");
    fixture_private(fixture, "alice", "The deal of the day can’t be watched");
    assert_unwatched(fixture);
}

/* -- Plans ------------------------------------------------------------------------------------- */

/* Returns what zoe is told of some moves of bruno and alice, and of the plans around them: none, or
 * one that is dropped, or one that makes bruno's first move. */
static char *told_around(const char *plan, bool plays)
{
    struct fixture *fixture = fixture_open("");
    struct table *table = fixture_start(fixture, "#a", "watch-delay=1");
    types(fixture, "zoe", "#a", "watch");
    if (plan != NULL)
        fixture_type(fixture, "bruno", "", plan);
    if (plan != NULL && !plays)
        fixture_type(fixture, "bruno", "", "plan drop 1");
    fixture_wait(fixture, PAUSE);
    fixture_type(fixture, "alice", "#a", "play advance 2");
    fixture_wait(fixture, PAUSE);
    if (!plays)
        fixture_type(fixture, "bruno", "#a", "play advance 4");
    fixture_wait(fixture, PAUSE);
    fixture_type(fixture, "alice", "#a", line_of("play %s", legal_move(table, 0, 0)));
    fixture_wait(fixture, PAUSE);
    char *told = told_to(fixture, "zoe");
    fixture_close(fixture);
    return told;
}

static void plans_are_never_shown(void **state)
{
    char *without = told_around(NULL, false);
    char *dropped = told_around("plan if alice attack then parry", false);
    char *played = told_around("plan turn then advance 4", true);
    (void)state;
    assert_non_null(strstr(without, "bruno advances 4"));
    assert_string_equal(dropped, without);
    assert_string_equal(played, without);
    free(without);
    free(dropped);
    free(played);
}

static void who_watches_makes_no_plans(void **state)
{
    static const char *const typed[] = {"plan turn then advance 1", "plans", "plan drop 1"};
    struct fixture *fixture = *state;
    const struct table *table = fixture_start(fixture, "#a", "");
    fixture_type(fixture, "bruno", "", "plan turn then advance 4");
    fixture_type(fixture, "zoe", "#a", "watch");
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++)
        for (int private = 0; private < 2; private ++) {
            types(fixture, "zoe", private ? "" : "#a", typed[i]);
            char *told = told_to(fixture, "zoe");
            assert_null(strstr(told, "advance 4"));
            free(told);
        }
    assert_non_null(table->plans);
    assert_null(table->plans->next);
}

/* -- Hints and reviews ------------------------------------------------------------------------- */

/* Returns what zoe is told of a game in which alice asked for that. */
static char *told_with(const char *asked)
{
    struct fixture *fixture = fixture_open("");
    struct table *table = fixture_start(fixture, "#a", "watch-delay=1 hints=always");
    types(fixture, "zoe", "#a", "watch");
    for (int moves = 0; moves < 3; moves++) {
        if (asked != NULL && on_turn(table) == people[0]) {
            fixture_type(fixture, "alice", "#a", asked);
            fixture_coach(fixture);
            assert_true(fixture_count_private(fixture, "alice", "%") > 0);
        }
        fixture_wait(fixture, PAUSE);
        fixture_type(fixture, on_turn(table), "#a",
                     line_of("play %s", legal_move(table, seat_on_turn(table), 0)));
        fixture_wait(fixture, PAUSE);
    }
    char *told = told_to(fixture, "zoe");
    fixture_close(fixture);
    return told;
}

static void a_hint_is_for_who_plays(void **state)
{
    struct fixture *fixture = *state;
    char *told = told_with(NULL), *with_hint = told_with("hint");
    assert_non_null(strstr(told, "as it was after line"));
    assert_string_equal(with_hint, told);
    free(told);
    free(with_hint);
    fixture_start(fixture, "#a", "hints=always");
    fixture_type(fixture, "zoe", "#a", "watch");
    types(fixture, "zoe", "#a", "hint");
    fixture_private(fixture, "zoe", "You have no seat at this table.");
    types(fixture, "zoe", "", "#a hint");
    fixture_coach(fixture);
    assert_int_equal(fixture_count_private(fixture, "zoe", "%"), 0);
}

static void a_review_is_for_who_played(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    fixture_type(fixture, "zoe", "#a", "watch");
    types(fixture, "zoe", "#a", "review 1");
    fixture_private(fixture, "zoe", "Table 1 is not over yet.");
    while (fixture_move(fixture, table))
        ;
    types(fixture, "zoe", "#a", "review 1");
    fixture_coach(fixture);
    fixture_private(fixture, "zoe", "You did not sit at table 1");
}

/* -- Seats that were left ---------------------------------------------------------------------- */

static struct table *start(struct fixture *fixture)
{
    fixture_command(fixture, "config set turn-time 1h");
    fixture_command(fixture, "config set absent vote");
    return fixture_start_game(fixture, "one", "#a", "njet", 3);
}

/* Lets the person whose turn it is run out of time, and the others replace them. */
static unsigned replace_somebody(struct fixture *fixture, const struct table *table)
{
    unsigned late = seat_on_turn(table);
    fixture_wait(fixture, 2 * HOUR);
    for (unsigned i = 1; i < 3; i++)
        fixture_type(fixture, people[(late + i) % 3], "#a", "replace");
    assert_null(table->seats[late].identity);
    return late;
}

static void who_has_watched_never_takes_a_seat(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    const struct table *table = start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_type(fixture, "zoe", "#a", "watch stop");
    unsigned late = replace_somebody(fixture, table);
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", "join");
    fixture_type(fixture, "zoe", "#a", "claim abcdefgh");
    assert_int_equal(fixture_count_private(fixture, "zoe", "You have watched this table"), 2);
    assert_null(pair_table(fixture)->seats[late].identity);
    fixture_clear(fixture);
    fixture_type(fixture, people[late], "#a", "watch");
    fixture_private(fixture, people[late], "A seat at this table is kept for you");
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_type(fixture, "zoe", "#a", "join");
    fixture_private(fixture, "zoe", "You have watched this table");
    fixture_type(fixture, "yara", "#a", "join");
    assert_string_equal(pair_table(fixture)->seats[late].name, "yara");
    fixture_close(fixture);
}

/* Whoever gave up a seat may watch when somebody else has it, and then never comes back to it. */
static void who_left_may_watch_when_the_seat_is_taken(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    const struct table *table = start(fixture);
    unsigned late = replace_somebody(fixture, table);
    types(fixture, people[late], "#a", "watch");
    fixture_private(fixture, people[late], "A seat at this table is kept for you");
    fixture_type(fixture, "yara", "#a", "join");
    assert_string_equal(table->seats[late].name, "yara");
    types(fixture, people[late], "#a", "watch");
    fixture_private(fixture, people[late], "You watch Njet! here in private");
    assert_int_equal(replace_somebody(fixture, table), late);
    types(fixture, people[late], "#a", "join");
    fixture_private(fixture, people[late], "You have watched this table");
    assert_null(table->seats[late].identity);
}

/* A seat that somebody else takes brings no ban on watching with it. */
static void the_next_one_decides_anew(void **state)
{
    struct fixture *fixture = *state;
    const struct table *table = start(fixture);
    fixture_type(fixture, on_turn(table), "#a", "watch off");
    replace_somebody(fixture, table);
    types(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "Somebody at this table wants nobody to watch.");
    fixture_type(fixture, "yara", "#a", "join");
    types(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "You watch Njet! here in private");
}

/* -- Packed records ---------------------------------------------------------------------------- */

static void the_end_is_shown_once_whatever_becomes_of_the_record(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct retention retention;
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    fixture_type(fixture, "zoe", "#a", "watch");
    while (fixture_move(fixture, table))
        ;
    fixture_private(fixture, "zoe", "En Garde in #a, which is over");
    fixture_clear(fixture);
    retention_open(&retention, &fixture->host);
    for (int step = 0; step < 1000 && retention.rounds == 0; step++) {
        retention_step(&retention);
        fixture_end_turn(fixture);
    }
    assert_int_equal(retention.rounds, 1);
    retention_close(&retention);
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_wait(fixture, HOUR);
    assert_int_equal(fixture_count_private(fixture, "zoe", ""), 0);
    fixture_close(fixture);
}

/* -- Several processes ------------------------------------------------------------------------- */

static size_t shown_by(const struct fixture *fixture)
{
    return fixture_count_private(fixture, "zoe", "as it was ");
}

/* The second process knew of the watcher while the first one showed more. */
static void who_takes_over_goes_on_where_the_other_was(void **state)
{
    if (!on_server())
        skip();
    struct pair *pair = pair_open(state);
    fixture_start(pair->one, "#a", "watch-delay=1min");
    fixture_type(pair->one, "zoe", "#a", "watch");
    pair->other = fixture_open(pair->address);
    fixture_type(pair->one, "alice", "#a", "play advance 2");
    pair_hear(pair->other, pair->one);
    fixture_wait(pair->one, 2 * MINUTE);
    fixture_wait(pair->other, 2 * MINUTE);
    fixture_settle(pair->one);
    assert_int_equal(shown_by(pair->one), 1);
    pair->one->host.listener.place_closed(&pair->one->host, "one", "#a");
    fixture_open_place(pair->other, "one", "#a");
    fixture_wait(pair->other, MINUTE);
    fixture_settle(pair->other);
    fixture_wait(pair->other, MINUTE);
    fixture_settle(pair->other);
    assert_int_equal(shown_by(pair->other), 0);
    fixture_type(pair->other, "bruno", "#a", "play advance 4");
    fixture_settle(pair->other);
    fixture_wait(pair->other, 2 * MINUTE);
    fixture_settle(pair->other);
    fixture_private(pair->other, "zoe", "as it was after line 2:");
    pair_settle(pair);
    pair_close(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(nobody_watches_a_deal_of_the_day),
        cmocka_unit_test(plans_are_never_shown),
        WITH_HOST(who_watches_makes_no_plans),
        WITH_HOST(a_hint_is_for_who_plays),
        WITH_HOST(a_review_is_for_who_played),
        IN_FOLDER(who_has_watched_never_takes_a_seat),
        WITH_HOST(who_left_may_watch_when_the_seat_is_taken),
        WITH_HOST(the_next_one_decides_anew),
        IN_FOLDER(the_end_is_shown_once_whatever_becomes_of_the_record),
        IN_FOLDER(who_takes_over_goes_on_where_the_other_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
