/* Every game is played by plans, in every form of a condition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/plan_kit.h"

/* A move of one seat and the next one, of another, that is possible after it. */
struct pair_of_moves {
    unsigned first, second;
    char move[GAME_MOVE_TEXT_MAX], answer[GAME_MOVE_TEXT_MAX];
    bool hidden;
};

static bool find_pair(const struct table *table, size_t choice, struct pair_of_moves *pair)
{
    const struct game *game = table->game;
    game_move legal[GAME_LEGAL_MAX];
    union game_state_block copy;
    struct game_events events = {0};
    struct text move = TEXT_IN(pair->move), answer = TEXT_IN(pair->answer);
    pair->first = seat_on_turn(table);
    size_t count = game->rules->legal(table->state, (uint8_t)pair->first, legal);
    game_move made = legal[choice % count];
    memcpy(copy.bytes, table->state, game->state_size);
    assert_int_equal(game->rules->apply(GAME_STATE(&copy), (uint8_t)pair->first, made, NULL), 0);
    game_settle_chance(game, GAME_STATE(&copy), &events);
    pair->hidden = game->text->is_private != NULL && game->text->is_private(made);
    game->text->print(made, &move);
    seat_set before = game->rules->actors(table->state);
    seat_set actors = game->rules->actors(GAME_STATE(&copy)) & (seat_set)~before;
    if (actors == 0)
        return false;
    pair->second = (unsigned)__builtin_ctz(actors);
    count = game->rules->legal(GAME_STATE(&copy), (uint8_t)pair->second, legal);
    game->text->print(legal[choice % count], &answer);
    return true;
}

/* Nobody sees a hidden move, so no condition can hold because of it. */
static const char *plan_for(const struct pair_of_moves *pair, unsigned form)
{
    switch (pair->hidden ? 3 : form % 4) {
    case 0:
        return line_of("if %s %s then %s", people[pair->first], pair->move, pair->answer);
    case 1:
        return line_of("if any * then %s", pair->answer);
    case 2:
        return line_of("if nobody %s then %s; else %s", pair->move, pair->move, pair->answer);
    default:
        return line_of("turn then %s", pair->answer);
    }
}

static void play_a_game_by_plans(struct fixture *fixture, struct table *table)
{
    enum { MOVES = 60 };
    unsigned planned = 0;
    for (unsigned i = 0; i < MOVES && table->status == TABLE_PLAYING; i++) {
        struct pair_of_moves pair;
        char text[256];
        bool answered = find_pair(table, 7 * i, &pair);
        if (answered) {
            snprintf(text, sizeof text, "%s", plan_for(&pair, i));
            plan(fixture, people[pair.second], text);
            if (table->plans == NULL)
                fail_msg("%s: %s", text, fixture->said[0].text);
        }
        fixture_type(fixture, people[pair.first], "", line_of("play %s", pair.move));
        if (!answered)
            continue;
        uint32_t lines = table->lines;
        fixture_clear(fixture);
        fixture_wait(fixture, PAUSE);
        if (table->plans != NULL || table->lines == lines ||
            strcmp(last_move(table), pair.answer) != 0)
            fail_msg("%s, %s: %s", text, pair.move, last_move(table));
        assert_int_equal(table->recent[0].seat, pair.second);
        planned++;
    }
    assert_in_range(planned, 3, MOVES);
}

static void every_game_is_played_by_plans(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        struct fixture *fixture = fixture_open("");
        struct table *table =
            fixture_start_game(fixture, "one", "#a", (*game)->id, (*game)->players_min);
        play_a_game_by_plans(fixture, table);
        fixture_close(fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_played_by_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
