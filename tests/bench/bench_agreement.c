/* Whether a level agrees with itself, for tests/bench/strength: every position of its own games is
 * asked about twice, with two keys.
 *
 *     bench_agreement GAME PLAYERS POSITIONS SEED WHO       WHO: see tests/bench/contest.h
 *
 * A hit is a position with the same move both times. The amount is what the disagreement is about:
 * how far the two moves lie apart in the opinion of a search with ten times the budget. It is 0
 * for the same move. Positions with a single legal move don't count. Prints one line of JSON. */
#include <math.h>

#include "tests/bench/contest.h"

enum { JUDGE_FACTOR = 10 };

static struct player_budget judge_budget(const struct contest *contest)
{
    struct player_budget budget = contest->contenders[0].budget;
    if (budget.iterations == 0) /* no search, but somebody has to judge */
        budget.iterations = player_level_budget(PLAYER_NORMAL, contest->game).iterations;
    if (budget.iterations < UINT32_MAX / JUDGE_FACTOR)
        budget.iterations *= JUDGE_FACTOR;
    budget.milliseconds *= JUDGE_FACTOR;
    return budget;
}

static double share_of(const struct player_prospect *prospects, game_move move)
{
    while (prospects->move != move)
        prospects++;
    return prospects->share;
}

/* Returns the move of the first key. */
static game_move ask_twice(struct contest *contest, const struct player_question *question,
                           struct rng *keys, struct tally *tally)
{
    static struct player_prospect prospects[GAME_LEGAL_MAX];
    const struct player_question again = contest_rekey(question, keys),
                                 judged = contest_rekey(question, keys);
    game_move one = contest_choose(contest, 0, question);
    game_move other = contest_choose(contest, 0, &again);
    double apart = 0;
    if (one != other) {
        const struct player_question limited =
            contest_limit(contest, judge_budget(contest), &judged);
        player_rate(contest->player, &limited, prospects);
        apart = fabs(share_of(prospects, one) - share_of(prospects, other));
    }
    tally_add(tally, one == other, apart);
    return one;
}

static void play(struct contest *contest, uint32_t number, struct tally *tally)
{
    static game_move legal[GAME_LEGAL_MAX];
    const struct game_rules *rules = contest->watched->rules;
    const struct rng rng = rng_for_index(contest->seed, number);
    struct rng keys;
    union game_state_block block;
    union game_view_block view;
    struct game_state *state = GAME_STATE(&block);
    contest_begin(contest, &rng, state, &keys);
    while (rules->phase(state) == GAME_MOVES && tally->trials < contest->count) {
        struct player_question question = contest_question(contest, state, &keys, &view);
        bool is_choice = rules->legal(state, question.seat, legal) > 1;
        game_move move = is_choice ? ask_twice(contest, &question, &keys, tally) : legal[0];
        rules->apply(state, question.seat, move, NULL);
        game_settle_chance(contest->game, state, NULL);
    }
}

int main(int argc, char **argv)
{
    struct contest contest;
    struct tally tally = {0};
    contest_open(&contest, argc, argv, 1);
    for (uint32_t number = 0; tally.trials < contest.count; number++)
        play(&contest, number, &tally);
    tally_print(&tally, &contest);
    contest_close(&contest);
    return 0;
}
