/* Whether the players believe what is true: what others hold after a move that shows something.
 *
 *     bench_beliefs GAME PLAYERS GAMES SEED WHO             WHO: see tests/bench/contest.h
 *
 * GAME is en-garde or njet. In games of WHO against itself, each such move is looked at by the seat
 * whose turn it is next: how many cards the other one truly holds, how many in the worlds that a
 * search draws, and how many in worlds that are all drawn alike. Beliefs are right where the first
 * two agree. */
#include <stdio.h>

#include "bot/players/determinization.h"
#include "games/en_garde/en_garde.h"
#include "games/njet/njet.h"
#include "tests/bench/contest.h"

enum { WORLDS = 256 }; /* as many as a short search draws */

enum kind { NO_ATTACK, NO_TO_TRUMP, NO_TO_SUPER, KINDS };

static const char *const kind_names[KINDS] = {
    [NO_ATTACK] = "no attack at a distance: cards of it",
    [NO_TO_TRUMP] = "no to a trump: cards of it",
    [NO_TO_SUPER] = "no to a super colour: ones of it",
};

/* What a move shows; the cards are of this distance or colour. */
struct sign {
    enum kind kind;
    uint8_t what;
};

struct count {
    unsigned long seen;
    double truth, believed, uniform;
};

/* -- Signs ------------------------------------------------------------------------------------- */

static bool en_garde_shows(const struct game_state *before, game_move packed, struct sign *sign)
{
    const struct en_garde_board *board = &OWN(en_garde, before)->board;
    struct en_garde_move move;
    unsigned distance = en_garde_distance(board);
    *sign = (struct sign){NO_ATTACK, (uint8_t)distance};
    return board->step == EN_GARDE_TURN && distance <= EN_GARDE_VALUES &&
           en_garde_move_unpack(packed, &move) && move.cards == 0;
}

static bool njet_shows(game_move packed, struct sign *sign)
{
    struct njet_move move;
    if (!njet_move_unpack(packed, &move) || move.action != NJET_NJET)
        return false;
    uint8_t row = njet_row_of(move.what);
    if (row != NJET_ROW_TRUMP && row != NJET_ROW_SUPER)
        return false;
    *sign = (struct sign){row == NJET_ROW_TRUMP ? NO_TO_TRUMP : NO_TO_SUPER,
                          njet_cell_colour(move.what)};
    return sign->what != NJET_NO_COLOUR;
}

static bool shows(const struct game *game, const struct game_state *before, game_move move,
                  struct sign *sign)
{
    return game == &en_garde_game ? en_garde_shows(before, move, sign) : njet_shows(move, sign);
}

static unsigned held(const struct game_state *state, uint8_t seat, const struct sign *sign)
{
    if (sign->kind == NO_ATTACK)
        return OWN(en_garde, state)->hands[seat][sign->what];
    card_set hand = OWN(njet, state)->hands[seat] & njet_suit(sign->what);
    return card_set_count(sign->kind == NO_TO_SUPER ? hand & njet_ones(sign->what) : hand);
}

/* -- Games ------------------------------------------------------------------------------------- */

static double held_in_worlds(struct determinization *world, uint8_t viewer, bool believed,
                             uint8_t seat, const struct sign *sign)
{
    double sum = 0;
    for (unsigned i = 0; i < WORLDS; i++) {
        if (believed)
            determinization_believe(world, viewer);
        else
            determinization_sample(world);
        sum += held(GAME_STATE(&world->state), seat, sign);
    }
    return sum / WORLDS;
}

static void look(const struct player_question *question, const struct game_state *state,
                 uint8_t seat, const struct sign *sign, struct count *counts)
{
    static struct determinization world;
    struct count *count = &counts[sign->kind];
    determinization_open(&world, question->game, question->view, question->players, question->key);
    count->seen++;
    count->truth += held(state, seat, sign);
    count->believed += held_in_worlds(&world, question->seat, true, seat, sign);
    count->uniform += held_in_worlds(&world, question->seat, false, seat, sign);
}

static void play(struct contest *contest, uint32_t number, struct count *counts)
{
    const struct game_rules *rules = contest->watched->rules;
    const struct rng rng = rng_for_index(contest->seed, number);
    struct rng keys;
    union game_state_block block;
    union game_view_block view;
    struct game_state *state = GAME_STATE(&block);
    struct sign sign;
    bool shown = false;
    uint8_t last = GAME_SPECTATOR;
    contest_begin(contest, &rng, state, &keys);
    while (rules->phase(state) == GAME_MOVES) {
        struct player_question question = contest_question(contest, state, &keys, &view);
        if (shown && question.seat != last)
            look(&question, state, last, &sign, counts);
        game_move move = contest_choose(contest, 0, &question);
        shown = shows(contest->game, state, move, &sign);
        last = question.seat;
        rules->apply(state, question.seat, move, NULL);
        shown = shown && rules->phase(state) == GAME_MOVES;
        game_settle_chance(contest->game, state, NULL);
    }
}

int main(int argc, char **argv)
{
    struct contest contest;
    struct count counts[KINDS] = {0};
    contest_open(&contest, argc, argv, 1);
    if (contest.game != &en_garde_game && contest.game != &njet_game) {
        fprintf(stderr, "no signs are known in this game\n");
        return 2;
    }
    for (uint32_t number = 0; number < contest.count; number++)
        play(&contest, number, counts);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const struct count *count = &counts[kind];
        if (count->seen > 0)
            printf("%-38s seen %6lu  true %.3f  believed %.3f (%+.0f %%)  drawn alike %.3f\n",
                   kind_names[kind], count->seen, count->truth / count->seen,
                   count->believed / count->seen, 100 * (count->believed / count->truth - 1),
                   count->uniform / count->seen);
    }
    contest_close(&contest);
    return 0;
}
