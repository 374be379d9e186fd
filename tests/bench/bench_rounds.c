/* Plays single rounds with deals repeated and seats rotated, for tests/bench/strength.
 *
 *     bench_rounds GAME PLAYERS DEALS SEED STRONG,WEAK      WHO: see tests/bench/contest.h
 *
 * The same deal is played once from each seat with the strong level there and the weak one
 * everywhere else. Counted is how many points more than the mean of the others the strong seat
 * has after the round, in the mean of all seats: what a hand is worth cancels out, and two levels
 * that play alike have a difference of just 0. So it takes far fewer deals than whole games to tell
 * two levels apart. Of a game that is over after one round (Ziegen Kriegen) the amount is the part
 * of the win beyond the fair share instead, 0 if nobody wins. Prints one line of JSON; a hit is a
 * deal with an amount above 0. */
#include "tests/bench/contest.h"

/* Plays the first round of a game; the strong contender has the seat. */
static void play_round(struct contest *contest, const struct rng *rng, uint8_t strong,
                       struct game_state *state)
{
    const struct game_rules *rules = contest->watched->rules;
    struct rng keys;
    union game_view_block view;
    contest_begin(contest, rng, state, &keys);
    while (rules->phase(state) == GAME_MOVES) {
        struct player_question question = contest_question(contest, state, &keys, &view);
        unsigned contender = question.seat == strong ? 0 : 1;
        rules->apply(state, question.seat, contest_choose(contest, contender, &question), NULL);
    }
}

static double lead_of(const struct contest *contest, const struct game_result *result, uint8_t seat)
{
    double others = 0;
    for (uint8_t other = 0; other < contest->players; other++)
        if (other != seat)
            others += result->scores[other];
    return result->scores[seat] - others / (contest->players - 1);
}

/* What the seat has of the win beyond the fair share. */
static double gain_of(const struct contest *contest, const struct game_result *result, uint8_t seat)
{
    if (result->winners == 0)
        return 0;
    double part = result->winners & SEAT_BIT(seat) ? 1.0 / __builtin_popcount(result->winners) : 0;
    return part - 1.0 / contest->players;
}

static double amount_of(const struct contest *contest, const struct game_state *state, uint8_t seat)
{
    struct game_result result;
    contest->game->rules->result(state, &result);
    return contest->watched->rules->phase(state) == GAME_OVER ? gain_of(contest, &result, seat)
                                                              : lead_of(contest, &result, seat);
}

int main(int argc, char **argv)
{
    struct contest contest;
    struct tally tally = {0};
    union game_state_block state;
    contest_open(&contest, argc, argv, 2);
    for (uint32_t deal = 0; deal < contest.count; deal++) {
        const struct rng dealt = rng_for_index(contest.seed, deal);
        double amount = 0;
        for (uint8_t seat = 0; seat < contest.players; seat++) {
            play_round(&contest, &dealt, seat, GAME_STATE(&state));
            amount += amount_of(&contest, GAME_STATE(&state), seat) / contest.players;
        }
        tally_add(&tally, amount > 0 ? 1 : amount < 0 ? 0 : 0.5, amount);
    }
    tally_print(&tally, &contest);
    contest_close(&contest);
    return 0;
}
