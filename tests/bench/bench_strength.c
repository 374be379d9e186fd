/* Plays whole games among levels, for tests/bench/strength: who wins, and what it costs.
 *
 *     bench_strength GAME PLAYERS GAMES SEED WHO,WHO,…      one entry per seat; they rotate
 *
 * WHO: see tests/bench/contest.h. Prints one line of JSON: of the games that have a winner, those
 * that the first entry wins. */
#include <math.h>
#include <string.h>

#include "bot/program/simulation.h"
#include "tests/bench/contest.h"

static game_move choose(void *context, unsigned number, const struct player_question *asked)
{
    return contest_choose(context, number, asked);
}

int main(int argc, char **argv)
{
    struct contest contest;
    struct simulation simulation = {.rotate = true, .choose = choose, .context = &contest};
    struct simulation_sums sums;
    contest_open(&contest, argc, argv, 0);
    simulation.game = contest.watched;
    simulation.players = contest.players;
    simulation.games = contest.count;
    memcpy(simulation.options, contest.options, sizeof simulation.options);
    memcpy(simulation.seed, contest.seed, sizeof simulation.seed);
    for (unsigned i = 0; i < contest.players; i++)
        simulation.levels[i] = contest.contenders[i].level;
    double won = 0;
    simulation_run(&simulation, &sums);
    for (unsigned i = 0; i < contest.players; i++)
        won += sums.wins[i];
    const struct tally tally = {.trials = (uint64_t)llround(won), .hits = sums.wins[0]};
    tally_print(&tally, &contest);
    contest_close(&contest);
    return 0;
}
