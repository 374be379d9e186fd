/* Ratings: what a search thinks of every legal move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/players/search.h"
#include "games/en_garde/en_garde.h"
#include "tests/unit/last_touch.h"

enum { ITERATIONS = 400 };

struct rating {
    const struct game *game;
    union game_state_block position;
    union game_view_block view;
    struct player_question question;
    size_t count;
    struct player_prospect prospects[GAME_LEGAL_MAX];
};

static void begin(struct rating *rating, const struct game *game, uint8_t players)
{
    const uint8_t key[RNG_KEY_BYTES] = {5};
    const struct rng rng = rng_from_key(key);
    uint8_t options[GAME_OPTIONS_MAX];
    rating->game = game;
    rating->question = (struct player_question){.game = game,
                                                .view = GAME_VIEW(&rating->view),
                                                .players = players,
                                                .level = PLAYER_EASY,
                                                .key = {1, 2, 3},
                                                .iterations = ITERATIONS};
    game_options_default(game, options);
    game->rules->begin(GAME_STATE(&rating->position), players, options, &rng);
    game_settle_chance(game, GAME_STATE(&rating->position), NULL);
}

static void rate(struct rating *rating)
{
    const struct game_rules *rules = rating->game->rules;
    const struct game_state *state = GAME_STATE(&rating->position);
    struct player *player = malloc(player_size());
    rating->question.seat = (uint8_t)__builtin_ctz(rules->actors(state));
    rules->view(state, rating->question.seat, GAME_VIEW(&rating->view));
    rating->count = player_rate(player, &rating->question, rating->prospects);
    free(player);
}

static bool is_rated(const struct rating *rating, game_move move)
{
    for (size_t i = 0; i < rating->count; i++)
        if (rating->prospects[i].move == move)
            return true;
    return false;
}

static void every_move_is_rated(void **state)
{
    struct rating *rating = *state;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        game_move legal[GAME_LEGAL_MAX];
        begin(rating, *game, (*game)->players_max);
        rate(rating);
        size_t count =
            (*game)->rules->legal(GAME_STATE(&rating->position), rating->question.seat, legal);
        uint32_t visits = 0, least = ITERATIONS / 2 / (uint32_t)count;
        assert_int_equal(rating->count, count);
        for (size_t i = 0; i < count; i++) {
            assert_true(is_rated(rating, legal[i]));
            assert_true(rating->prospects[i].share >= 0 && rating->prospects[i].share <= 1);
            assert_true(rating->prospects[i].visits >=
                        (least < SEARCH_RATED_LEAST ? least : SEARCH_RATED_LEAST));
            assert_true(i == 0 || rating->prospects[i].bound <= rating->prospects[i - 1].bound);
            visits += rating->prospects[i].visits;
        }
        assert_int_equal(visits, ITERATIONS);
    }
}

/* What others hold plays no part: the position is dealt again around the same view. */
static void the_same_view_has_the_same_rating(void **state)
{
    struct rating *rating = *state;
    const uint8_t key[RNG_KEY_BYTES] = {9};
    struct rng rng = rng_from_key(key);
    struct rating *again = calloc(1, sizeof *again);
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        begin(rating, *game, (*game)->players_max);
        rate(rating);
        begin(again, *game, (*game)->players_max);
        (*game)->rules->redeal(GAME_VIEW(&rating->view), &rng, GAME_STATE(&again->position));
        rate(again);
        assert_int_equal(again->count, rating->count);
        for (size_t i = 0; i < rating->count; i++) {
            const struct player_prospect *one = &rating->prospects[i],
                                         *other = &again->prospects[i];
            assert_true(one->move == other->move && one->visits == other->visits);
            assert_memory_equal(&one->share, &other->share, sizeof one->share);
        }
    }
    free(again);
}

static void begin_last_touch(struct rating *rating)
{
    begin(rating, game_find("en-garde"), 2);
    set_last_touch(OWN(en_garde, GAME_STATE(&rating->position)));
}

static void a_certain_win_is_first_and_whole(void **state)
{
    struct rating *rating = *state;
    struct en_garde_move move;
    begin_last_touch(rating);
    rate(rating);
    assert_true(en_garde_move_unpack(rating->prospects[0].move, &move));
    assert_int_equal(move.action, EN_GARDE_ATTACK);
    assert_int_equal(move.cards, 2);
    assert_true(rating->prospects[0].share > 0.999);
    assert_true(rating->prospects[rating->count - 1].share < 0.999);
}

static bool is_late(void *context)
{
    (void)context;
    return true;
}

/* Without time nothing is known, and all moves are there. */
static void without_time_nothing_is_known(void **state)
{
    struct rating *rating = *state;
    begin(rating, game_find("goats"), 4);
    rating->question.expired = is_late;
    rate(rating);
    assert_true(rating->count > 1);
    for (size_t i = 0; i < rating->count; i++)
        assert_int_equal(rating->prospects[i].visits, 0);
}

static int open_rating(void **state)
{
    *state = calloc(1, sizeof(struct rating));
    return 0;
}

static int close_rating(void **state)
{
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_move_is_rated, open_rating, close_rating),
        cmocka_unit_test_setup_teardown(the_same_view_has_the_same_rating, open_rating,
                                        close_rating),
        cmocka_unit_test_setup_teardown(a_certain_win_is_first_and_whole, open_rating,
                                        close_rating),
        cmocka_unit_test_setup_teardown(without_time_nothing_is_known, open_rating, close_rating),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
