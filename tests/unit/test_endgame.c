/* En Garde's endings are solved right, and hard plays them well. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/players/player.h"
#include "tests/unit/certain_win.h"
#include "tests/unit/endgame.h"

enum { PROOFS = 20, ENDINGS = 60, ITERATIONS = 1000 };

static const double exact = 1e-9;
/* What a move may lose in the mean, as a part of the round. A move at random loses 0.4. */
static const double usual_loss = 0.02;

static struct game_state *opaque(struct en_garde_state *state)
{
    return (struct game_state *)(void *)state;
}

/* -- The solution ------------------------------------------------------------------------------ */

/* It is seat 1's turn, with one card in the pile. */
static void set_ending(struct en_garde_state *state, uint8_t first, uint8_t second,
                       const uint8_t *hand, const uint8_t *played)
{
    const uint8_t key[RNG_KEY_BYTES] = {1};
    struct rng rng = rng_from_key(key);
    endgame_deal(state, &rng);
    state->board.mover = 0;
    state->board.pile_left = 1;
    state->board.space[0] = first;
    state->board.space[1] = second;
    memcpy(state->hands[0], hand, sizeof state->hands[0]);
    memcpy(state->played, played, sizeof state->played);
}

static double value_of(const struct en_garde_state *state, struct en_garde_move move)
{
    struct endgame endgame;
    endgame_solve(state, &endgame);
    return endgame_value(&endgame, en_garde_move_pack(move));
}

/* Too far away to attack: who has walked further wins. */
static void walking_decides_at_a_distance(void **unused)
{
    (void)unused;
    struct en_garde_state state;
    set_ending(&state, 2, 16, (uint8_t[]){0, 1, 1, 1, 1, 1}, (uint8_t[]){0, 2, 3, 3, 3, 3});
    assert_true(value_of(&state, (struct en_garde_move){EN_GARDE_ADVANCE, 5, 0, 0}) <= exact);
    assert_true(value_of(&state, (struct en_garde_move){EN_GARDE_RETREAT, 1, 0, 0}) <= exact);
    set_ending(&state, 8, 20, (uint8_t[]){0, 1, 1, 1, 1, 1}, (uint8_t[]){0, 2, 3, 3, 3, 3});
    assert_true(value_of(&state, (struct en_garde_move){EN_GARDE_ADVANCE, 3, 0, 0}) >= 1 - exact);
}

/* Six cards are not seen: 1 4 4 4 5 5. Half of the time the pile has a 4. Then the parry leaves no
 * more 4s than the attacker has, else it leaves one more. */
static void the_last_card_decides_between_equals(void **unused)
{
    (void)unused;
    struct en_garde_state state;
    set_ending(&state, 10, 14, (uint8_t[]){0, 1, 1, 1, 2, 0}, (uint8_t[]){0, 3, 4, 4, 0, 3});
    for (uint8_t cards = 1; cards <= 2; cards++)
        assert_float_equal(value_of(&state, (struct en_garde_move){EN_GARDE_ATTACK, 0, 4, cards}),
                           0.5, exact);
}

/* With the last card everything is known, so what is worth a whole round wins for certain. */
static void proofs_agree(void **unused)
{
    (void)unused;
    const uint8_t key[RNG_KEY_BYTES] = {2};
    struct certain_search *search = certain_search_new(&en_garde_game, 2, key);
    for (unsigned agreed = 0; agreed < PROOFS;) {
        const struct certain_win *win = certain_search_next(search, UINT32_MAX);
        const struct en_garde_state *state = OWN(en_garde, win->state);
        struct endgame endgame;
        if (state->board.pile_left != 1 || state->board.step != EN_GARDE_TURN)
            continue;
        endgame_solve(state, &endgame);
        assert_int_equal(endgame.count, win->count);
        for (size_t i = 0; i < endgame.count; i++)
            assert_int_equal(endgame.values[i] >= 1 - exact, win->certain[i]);
        agreed++;
    }
    certain_search_free(search);
}

/* -- hard -------------------------------------------------------------------------------------- */

static game_move ask(struct player *player, struct en_garde_state *state)
{
    union game_view_block view;
    const struct player_question question = {.game = &en_garde_game,
                                             .view = GAME_VIEW(&view),
                                             .players = 2,
                                             .seat = state->board.mover,
                                             .level = PLAYER_HARD,
                                             .key = {1, 2, 3},
                                             .iterations = ITERATIONS};
    en_garde_rules.view(opaque(state), question.seat, GAME_VIEW(&view));
    return player_choose(player, &question);
}

static void hard_loses_little(void **unused)
{
    (void)unused;
    const uint8_t key[RNG_KEY_BYTES] = {3};
    struct rng rng = rng_from_key(key);
    struct player *player = malloc(player_size());
    double lost = 0;
    for (unsigned i = 0; i < ENDINGS; i++) {
        struct en_garde_state state;
        struct endgame endgame;
        endgame_deal(&state, &rng);
        endgame_solve(&state, &endgame);
        lost += endgame_best(&endgame) - endgame_value(&endgame, ask(player, &state));
    }
    free(player);
    assert_true(lost / ENDINGS < usual_loss);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walking_decides_at_a_distance),
        cmocka_unit_test(the_last_card_decides_between_equals),
        cmocka_unit_test(proofs_agree),
        cmocka_unit_test(hard_loses_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
