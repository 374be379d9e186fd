/* What is certain is chosen: En Garde's attacks that nobody can parry, the last cards of a hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/players/search.h"
#include "games/en_garde/en_garde.h"
#include "games/goats/goats.h"
#include "tests/unit/certain_win.h"
#include "tests/unit/last_touch.h"

enum { POSITIONS = 1000, ITERATIONS = 200, SEARCHED = 1000, WORLDS = 100, DEPTH = 8 };

struct asking {
    const struct game *game;
    union game_state_block position;
    struct search *search;
    struct rng_stream stream; /* of random moves */
};

static int open_asking(void **state)
{
    struct asking *asking = calloc(1, sizeof *asking);
    const uint8_t key[RNG_KEY_BYTES] = {11};
    asking->search = malloc(sizeof *asking->search);
    asking->stream = rng_stream_from(rng_from_key(key));
    *state = asking;
    return 0;
}

static int close_asking(void **state)
{
    struct asking *asking = *state;
    free(asking->search);
    free(asking);
    return 0;
}

static struct en_garde_state *duel_of(struct asking *asking)
{
    return OWN(en_garde, GAME_STATE(&asking->position));
}

static uint8_t mover_of(struct asking *asking)
{
    return (uint8_t)__builtin_ctz(asking->game->rules->actors(GAME_STATE(&asking->position)));
}

static void begin(struct asking *asking, const char *game, uint8_t players, uint8_t number)
{
    const uint8_t key[RNG_KEY_BYTES] = {number};
    const struct rng rng = rng_from_key(key);
    uint8_t options[GAME_OPTIONS_MAX];
    asking->game = game_find(game);
    game_options_default(asking->game, options);
    asking->game->rules->begin(GAME_STATE(&asking->position), players, options, &rng);
    game_settle_chance(asking->game, GAME_STATE(&asking->position), NULL);
}

static void make_random_move(struct asking *asking)
{
    const struct game_rules *rules = asking->game->rules;
    struct game_state *state = GAME_STATE(&asking->position);
    game_move legal[GAME_LEGAL_MAX];
    uint8_t seat = mover_of(asking);
    size_t count = rules->legal(state, seat, legal);
    rules->apply(state, seat, legal[rng_stream_below(&asking->stream, (uint32_t)count)], NULL);
    game_settle_chance(asking->game, state, NULL);
}

static game_move ask(struct asking *asking, uint8_t players, uint32_t iterations)
{
    union game_view_block view;
    uint8_t seat = mover_of(asking);
    asking->game->rules->view(GAME_STATE(&asking->position), seat, GAME_VIEW(&view));
    const struct player_question question = {.game = asking->game,
                                             .view = GAME_VIEW(&view),
                                             .players = players,
                                             .seat = seat,
                                             .level = PLAYER_HARD,
                                             .key = {1, 2, 3},
                                             .iterations = iterations};
    determinization_open(&asking->search->world, question.game, question.view, players,
                         question.key);
    return search_choose(asking->search, &question);
}

/* -- En Garde -------------------------------------------------------------------------------- */

/* Whether more cards attack than the others of that value are that the seat has not seen. */
static bool is_beyond_parry(const struct en_garde_state *duel, const struct en_garde_move *attack)
{
    unsigned seen = duel->hands[duel->board.mover][attack->value] + duel->played[attack->value];
    return attack->cards > EN_GARDE_CARDS / EN_GARDE_VALUES - seen;
}

static bool is_certain(const struct en_garde_state *duel, game_move packed)
{
    struct en_garde_move move;
    en_garde_move_unpack(packed, &move);
    return move.action == EN_GARDE_ATTACK && is_beyond_parry(duel, &move);
}

/* Whether the seat wins the round that `state` is in, whatever the other fencer does. */
static bool wins_the_round(const union game_state_block *state, uint8_t seat, unsigned touches,
                           unsigned depth)
{
    const struct en_garde_state *duel =
        OWN(en_garde, (const struct game_state *)(const void *)state->bytes);
    if (duel->board.step == EN_GARDE_DEAL || duel->board.step == EN_GARDE_END)
        return duel->board.touches[seat] > touches;
    game_move legal[GAME_LEGAL_MAX];
    uint8_t mover = duel->board.mover;
    size_t count = en_garde_legal(&duel->board, duel->hands[mover], legal);
    if (depth == DEPTH || (mover == seat && count > 1))
        return false;
    for (size_t i = 0; i < count; i++) {
        union game_state_block after = *state;
        en_garde_rules.apply(GAME_STATE(&after), mover, legal[i], NULL);
        if (!wins_the_round(&after, seat, touches, depth + 1))
            return false;
    }
    return true;
}

/* Deals what the mover does not know again and again, and tries the move. */
static bool wins_everywhere(struct asking *asking, game_move move)
{
    union game_view_block view;
    uint8_t mover = mover_of(asking);
    const uint8_t key[RNG_KEY_BYTES] = {77};
    struct rng rng = rng_from_key(key);
    en_garde_rules.view(GAME_STATE(&asking->position), mover, GAME_VIEW(&view));
    for (unsigned i = 0; i < WORLDS; i++) {
        union game_state_block block;
        en_garde_rules.redeal(GAME_VIEW(&view), &rng, GAME_STATE(&block));
        en_garde_rules.apply(GAME_STATE(&block), mover, move, NULL);
        if (!wins_the_round(&block, mover, duel_of(asking)->board.touches[mover], 0))
            return false;
    }
    return true;
}

static bool has_a_certain_attack(struct asking *asking)
{
    game_move legal[GAME_LEGAL_MAX];
    struct en_garde_state *duel = duel_of(asking);
    size_t count = en_garde_legal(&duel->board, duel->hands[duel->board.mover], legal);
    for (size_t i = 0; i < count; i++)
        if (is_certain(duel, legal[i]))
            return true;
    return false;
}

static void no_certain_touch_is_missed(void **state)
{
    struct asking *asking = *state;
    unsigned found = 0;
    for (unsigned number = 0; found < POSITIONS; number++) {
        begin(asking, "en-garde", 2, (uint8_t)number);
        while (found < POSITIONS && duel_of(asking)->board.step != EN_GARDE_END) {
            if (has_a_certain_attack(asking)) {
                found++;
                assert_true(wins_everywhere(asking, ask(asking, 2, ITERATIONS)));
            }
            make_random_move(asking);
        }
    }
}

static void the_last_touch_is_not_missed(void **state)
{
    struct asking *asking = *state;
    begin(asking, "en-garde", 2, 1);
    set_last_touch(duel_of(asking));
    for (uint32_t iterations = 100; iterations <= 6400; iterations *= 4) {
        struct en_garde_move move;
        assert_true(en_garde_move_unpack(ask(asking, 2, iterations), &move));
        assert_int_equal(move.action, EN_GARDE_ATTACK);
        assert_int_equal(move.value, 5);
        assert_int_equal(move.cards, 2);
    }
}

/* -- The last cards -------------------------------------------------------------------------- */

/* Two cards in every hand: once the seat has played one, it has no choice any more, so every move
 * is looked through to the end. */
static void last_cards_are_solved(void **state)
{
    struct asking *asking = *state;
    for (uint8_t number = 0; number < 8; number++) {
        begin(asking, "goats", 3, number);
        const struct goats_state *goats = OWN(goats, GAME_STATE(&asking->position));
        while (__builtin_popcountll(goats->hands[mover_of(asking)]) > 2)
            make_random_move(asking);
        ask(asking, 3, 10000);
        const struct certainty *certainty = &asking->search->certainty;
        assert_int_equal(certainty->count, 2);
        for (size_t i = 0; i < certainty->count; i++)
            assert_true(certainty->floors[i] >= 0);
    }
}

/* -- Every game ------------------------------------------------------------------------------ */

/* Positions of random games, proven by trying everything. tests/bench/strength asks about many
 * more, in all games. */
static void no_proven_win_is_missed(void **state)
{
    static const struct {
        const char *game;
        uint8_t players;
        unsigned positions;
    } kinds[] = {{"en-garde", 2, 60}, {"campanile", 2, 20}, {"campanile-intermezzo", 2, 5},
                 {"patrician", 2, 5}, {"goats", 3, 5},      {"njet", 3, 10},
                 {"njet", 4, 5},      {"castellers", 2, 2}, {"pillars", 3, 10}};
    struct asking *asking = *state;
    const uint8_t key[RNG_KEY_BYTES] = {5};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        asking->game = game_find(kinds[i].game);
        struct certain_search *search = certain_search_new(asking->game, kinds[i].players, key);
        for (unsigned found = 0; found < kinds[i].positions; found++) {
            const struct certain_win *win = certain_search_next(search, UINT32_MAX);
            memcpy(&asking->position, win->state, asking->game->state_size);
            assert_true(certain_win_has(win, ask(asking, kinds[i].players, SEARCHED)));
        }
        certain_search_free(search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_certain_touch_is_missed, open_asking, close_asking),
        cmocka_unit_test_setup_teardown(the_last_touch_is_not_missed, open_asking, close_asking),
        cmocka_unit_test_setup_teardown(last_cards_are_solved, open_asking, close_asking),
        cmocka_unit_test_setup_teardown(no_proven_win_is_missed, open_asking, close_asking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
