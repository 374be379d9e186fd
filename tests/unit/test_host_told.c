/* What a place is told of its tables beside the moves: scorings, news of other places, deals that
 * were given up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static void finish(struct fixture *fixture, struct table *table)
{
    for (int moves = 0; fixture_move(fixture, table); moves++)
        assert_true(moves < 3000);
}

static void a_scoring_is_shown_once(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "one", "#a", "patrician", 3);
    fixture_clear(fixture);
    finish(fixture, table);
    const char *scoring = fixture_public(fixture, "#a", "alice: cities ");
    assert_non_null(strstr(scoring, " · bruno: cities "));
    assert_non_null(strstr(scoring, " · carol: cities "));
}

static void news_name_the_scores_and_the_winner(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set announcements #b");
    fixture_clear(fixture);
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    fixture_public(fixture, "#b", "alice has opened a table of En Garde in #a.");
    fixture_clear(fixture);
    finish(fixture, table);
    struct game_result result;
    table->game->rules->result(table->state, &result);
    const char *ended = fixture_public(fixture, "#b", "En Garde");
    assert_non_null(
        strstr(ended, line_of("alice %d, bruno %d", result.scores[0], result.scores[1])));
}

/* As many people are named as there is room for. */
static void many_aborted_tables_are_all_counted(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 1; i <= 20; i++) {
        char person[8];
        snprintf(person, sizeof person, "p%d", i % 100);
        fixture_type(fixture, person, "#a", "new en-garde");
        fixture_type(fixture, "zoe", "#a", "join");
        fixture_type(fixture, person, "#a", "start");
        fixture_type_as(fixture, "one", person, RANK_ADMIN, "#a", "abort");
    }
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", "new goats");
    fixture_public(fixture, "#a",
                   "This is the 21st table here within a day; 20 were aborted: p20 1, p19 1, p18 1,"
                   " p17 1, p16 1, p15 1, p14 1, p13 1, p12 1, p11 1, p10 1, p9 1, p8 1, p7 1,"
                   " p6 1, p5 1.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_scoring_is_shown_once),
        WITH_HOST(news_name_the_scores_and_the_winner),
        WITH_HOST(many_aborted_tables_are_all_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
