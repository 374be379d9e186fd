#include "tests/unit/endgame.h"

#include <string.h>

/* -- Positions ------------------------------------------------------------------------------- */

enum { FARTHEST = 8 };

static struct game_state *opaque_of(struct en_garde_state *state)
{
    return (struct game_state *)(void *)state;
}

void endgame_deal(struct en_garde_state *state, struct rng *rng)
{
    uint8_t options[GAME_OPTIONS_MAX];
    const struct rng own = rng_fork(rng);
    struct en_garde_board *board = &state->board;
    game_options_default(&en_garde_game, options);
    do {
        en_garde_rules.begin(opaque_of(state), 2, options, &own);
        game_settle_chance(&en_garde_game, opaque_of(state), NULL);
        board->touches[0] = board->touches[1] = (uint8_t)(board->touches_to_win - 1);
        board->mover = (uint8_t)rng_below(rng, 2);
        board->pile_left = (uint8_t)(1 + rng_below(rng, ENDGAME_PILE_MAX));
        for (int i = 0; i < EN_GARDE_PILE - board->pile_left; i++)
            state->played[state->pile[i]]++;
        unsigned distance = 1 + rng_below(rng, FARTHEST);
        board->space[0] = (uint8_t)(1 + rng_below(rng, EN_GARDE_LAST_SPACE - distance));
        board->space[1] = (uint8_t)(board->space[0] + distance);
    } while (!en_garde_can_move(board, state->hands[board->mover]));
}

/* -- Solving --------------------------------------------------------------------------------- */

/* All deals that the mover can't tell apart, one after the other. */
struct worlds {
    struct en_garde_state world;
    uint8_t unseen[EN_GARDE_VALUES + 1]; /* cards not dealt yet in this world */
    unsigned left;                       /* how many these are */
    struct endgame *endgame;
};

static bool is_over(const struct en_garde_board *board)
{
    return board->step == EN_GARDE_DEAL || board->step == EN_GARDE_END;
}

/* The part of a finished round that the seat has won. */
static double part_of(const struct en_garde_board *board, uint8_t seat)
{
    if (board->ending_winner == GAME_SPECTATOR)
        return 0.5;
    return board->ending_winner == seat;
}

static game_move best_move(const struct en_garde_state *state)
{
    struct endgame endgame;
    size_t best = 0;
    endgame_solve(state, &endgame);
    for (size_t i = 1; i < endgame.count; i++)
        if (endgame.values[i] > endgame.values[best])
            best = i;
    return endgame.moves[best];
}

/* What the move brings to the mover in this world. */
static double value_after(const struct en_garde_state *world, game_move move)
{
    struct en_garde_state after = *world;
    uint8_t seat = world->board.mover;
    en_garde_rules.apply(opaque_of(&after), seat, move, NULL);
    while (!is_over(&after.board))
        en_garde_rules.apply(opaque_of(&after), after.board.mover, best_move(&after), NULL);
    return part_of(&after.board, seat);
}

/* Deals the pile from this place on in every way, each as often as it comes; then the rest is the
 * other hand. */
static void deal_pile(struct worlds *worlds, unsigned place, double chance)
{
    struct endgame *endgame = worlds->endgame;
    if (place == EN_GARDE_PILE) {
        uint8_t other = (uint8_t)(1 - worlds->world.board.mover);
        memcpy(worlds->world.hands[other], worlds->unseen, sizeof worlds->unseen);
        for (size_t i = 0; i < endgame->count; i++)
            endgame->values[i] += chance * value_after(&worlds->world, endgame->moves[i]);
        return;
    }
    for (uint8_t card = 1; card <= EN_GARDE_VALUES; card++) {
        unsigned copies = worlds->unseen[card];
        if (copies == 0)
            continue;
        double part = chance * copies / worlds->left;
        worlds->world.pile[place] = card;
        worlds->unseen[card]--;
        worlds->left--;
        deal_pile(worlds, place + 1, part);
        worlds->unseen[card]++;
        worlds->left++;
    }
}

void endgame_solve(const struct en_garde_state *state, struct endgame *endgame)
{
    uint8_t mover = state->board.mover;
    struct worlds worlds = {.world = *state, .endgame = endgame};
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++) {
        worlds.unseen[value] = (uint8_t)(EN_GARDE_CARDS / EN_GARDE_VALUES - state->played[value] -
                                         state->hands[mover][value]);
        worlds.left += worlds.unseen[value];
    }
    *endgame = (struct endgame){0};
    endgame->count = en_garde_legal(&state->board, state->hands[mover], endgame->moves);
    deal_pile(&worlds, EN_GARDE_PILE - state->board.pile_left, 1);
}

/* -- What was found -------------------------------------------------------------------------- */

double endgame_best(const struct endgame *endgame)
{
    double best = endgame->values[0];
    for (size_t i = 1; i < endgame->count; i++)
        best = endgame->values[i] > best ? endgame->values[i] : best;
    return best;
}

double endgame_worst(const struct endgame *endgame)
{
    double worst = endgame->values[0];
    for (size_t i = 1; i < endgame->count; i++)
        worst = endgame->values[i] < worst ? endgame->values[i] : worst;
    return worst;
}

double endgame_value(const struct endgame *endgame, game_move move)
{
    size_t i = 0;
    while (endgame->moves[i] != move)
        i++;
    return endgame->values[i];
}
