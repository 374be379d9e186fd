/* Reviews of finished tables: whose they are, that they look with the eyes of that moment, and that
 * they say the same again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/commands/held.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define TITLE "Review of table"

enum { DECISIONS_MAX = 64 };

/* What alice saw whenever she had a choice. */
struct seen {
    size_t count;
    union game_view_block views[DECISIONS_MAX];
};

/* Seats alice with two bots at goats. */
static struct table *start_alone(struct fixture *fixture)
{
    fixture_type(fixture, "alice", "#a", "new goats");
    fixture_type(fixture, "alice", "#a", "bots add random");
    fixture_type(fixture, "alice", "#a", "bots add random");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    fixture_set_seed(fixture, table, 7);
    fixture_type(fixture, "alice", "#a", "start");
    return table;
}

/* Plays to the end; alice always makes her first legal move. */
static void play_out(struct fixture *fixture, struct table *table, struct seen *seen)
{
    const struct game_rules *rules = table->game->rules;
    *seen = (struct seen){.count = 0};
    while (table->status == TABLE_PLAYING) {
        uint8_t seat = (uint8_t)seat_on_turn(table);
        game_move legal[GAME_LEGAL_MAX];
        if (rules->legal(table->state, seat, legal) > 1) {
            assert_in_range(seen->count, 0, DECISIONS_MAX - 1);
            rules->view(table->state, seat, GAME_VIEW(&seen->views[seen->count++]));
        }
        fixture_type(fixture, "alice", "#a", line_of("play %s", legal_move(table, seat, 0)));
    }
    assert_int_equal(table->status, TABLE_FINISHED);
    fixture_clear(fixture);
}

static const char *review(struct fixture *fixture, const char *place, const char *typed)
{
    fixture_clear(fixture);
    fixture_type(fixture, "alice", place, typed);
    fixture_coach(fixture);
    return fixture_private(fixture, "alice", TITLE);
}

/* Every decision of alice's, and no other, is looked at as she saw it. */
static void it_knows_what_she_knew(void **state)
{
    struct fixture *fixture = *state;
    struct seen seen;
    struct table *table = start_alone(fixture);
    const struct game *game = table->game;
    play_out(fixture, table, &seen);
    fixture_type(fixture, "alice", "#a", "review");
    const struct coach_task *task = fixture->host.commands.held->task;
    assert_true(seen.count > 0);
    assert_int_equal(task->count, seen.count);
    for (size_t i = 0; i < seen.count; i++) {
        assert_memory_equal(task->looks[i].view.bytes, seen.views[i].bytes, game->view_size);
        assert_true(task->looks[i].made);
    }
    fixture_private(fixture, "alice", "The coach looks at");
    fixture_coach(fixture);
    fixture_private(fixture, "alice", TITLE);
    assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
}

/* Returns the next number behind `part` at or after `*from`, and moves `*from` behind it. */
static long number_behind(const char **from, const char *part)
{
    const char *found = strstr(*from, part);
    assert_non_null(found);
    char *end;
    long number = strtol(found + strlen(part), &end, 10);
    *from = end;
    return number;
}

/* Whoever always makes the first legal move gives something away. */
static void the_costliest_moves_come_first(void **state)
{
    struct fixture *fixture = *state;
    struct seen seen;
    play_out(fixture, start_alone(fixture), &seen);
    const char *told = review(fixture, "#a", "review");
    long before = 100;
    unsigned moves = 0;
    for (const char *line = strstr(told, "\nLine "); line != NULL; line = strstr(line, "\nLine ")) {
        number_behind(&line, "\nLine ");
        long made = number_behind(&line, " wins about "), best = number_behind(&line, " won ");
        long cost = number_behind(&line, "%, ");
        assert_int_equal(best - made, cost);
        assert_true(cost > 0 && cost <= before + 1); /* each is rounded */
        before = cost;
        moves++;
    }
    assert_in_range(moves, 1, 3);
    assert_non_null(strstr(told, "\xe2\x96")); /* how each of ▁ to █ begins */
    assert_non_null(strstr(told, "; the result: "));
}

/* Also in another process, and after one that was killed at work. */
static void it_says_the_same_again(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct seen seen;
    play_out(fixture, start_alone(fixture), &seen);
    char *first = strdup(review(fixture, "#a", "review"));
    assert_string_equal(review(fixture, "#a", "review 1"), first);
    fixture_type(fixture, "alice", "#a", "review");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    assert_string_equal(review(fixture, "#a", "review"), first);
    assert_string_equal(review(fixture, "", "review #1"), first);
    fixture_close(fixture);
    free(first);
}

static void who_asks_again_hears_how_far_it_is(void **state)
{
    struct fixture *fixture = *state;
    struct seen seen;
    play_out(fixture, start_alone(fixture), &seen);
    fixture_type(fixture, "alice", "#a", "review");
    fixture_type(fixture, "alice", "#a", "review");
    fixture_private(fixture, "alice", line_of("has looked at 0 of %zu decisions", seen.count));
    assert_int_equal(fixture->host.coaching.tasks, 1);
    fixture_coach(fixture);
    fixture_private(fixture, "alice", TITLE);
}

/* It says how far it is without being asked, too. */
static void long_reviews_tell_their_progress(void **state)
{
    struct fixture *fixture = *state;
    struct seen seen;
    play_out(fixture, start_alone(fixture), &seen);
    fixture_type(fixture, "alice", "#a", "review");
    fixture->host.commands.held->task->has_news = true; /* as after a while */
    fixture_end_turn(fixture);
    fixture_private(fixture, "alice", "has looked at");
    fixture_coach(fixture);
    fixture_private(fixture, "alice", TITLE);
}

static void only_players_of_finished_tables_have_one(void **state)
{
    struct fixture *fixture = *state;
    struct seen seen;
    fixture_type(fixture, "alice", "#a", "review");
    fixture_private(fixture, "alice", "No game has ended here yet.");
    struct table *table = start_alone(fixture);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "review 1");
    fixture_private(fixture, "alice", "Table 1 is not over yet.");
    play_out(fixture, table, &seen);
    fixture_type(fixture, "bruno", "#a", "review");
    fixture_private(fixture, "bruno", "You did not sit at table 1");
    fixture_type(fixture, "bruno", "#b", "review 1");
    assert_int_equal(fixture_count_private(fixture, "bruno", TITLE), 0);
    fixture_type(fixture, "alice", "#a", "review x");
    fixture_coach(fixture);
    assert_int_equal(fixture_count_private(fixture, "alice", TITLE), 0);
}

/* Where letters are plain, the chart has digits. */
static void the_chart_has_digits_in_ascii(void **state)
{
    struct fixture *fixture = *state;
    struct seen seen;
    play_out(fixture, start_alone(fixture), &seen);
    fixture_type(fixture, "alice", "", "style alphabet=ascii");
    const char *told = review(fixture, "#a", "review");
    assert_null(strstr(told, "▁"));
    const char *chart = strstr(told, " at last: ");
    assert_non_null(chart);
    assert_int_equal(strspn(chart + strlen(" at last: "), "0123456789"), seen.count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(it_knows_what_she_knew),
        WITH_HOST(the_costliest_moves_come_first),
        IN_FOLDER(it_says_the_same_again),
        WITH_HOST(who_asks_again_hears_how_far_it_is),
        WITH_HOST(long_reviews_tell_their_progress),
        WITH_HOST(only_players_of_finished_tables_have_one),
        WITH_HOST(the_chart_has_digits_in_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
