/* What a game's advice (games/advice.h) is worth: one `hard` seat that has it among `hard` seats
 * that lack it or a part of it, all with the same number of iterations.
 *
 *     bench_advice GAME PLAYERS GAMES ITERATIONS [WHAT]
 *
 * WHAT the others lack: `all` of it (as without WHAT), `weigh`, `estimate` or `explain`. With
 * `thumb` they weigh by the rules of thumb, with `reference` they have the advice of
 * tests/bench/reference/.
 *
 * With 0 iterations all seats are `easy`: that compares the weights alone.
 *
 * Every deal is played once from each seat. A win shared by m counts 1/m; the interval is for 95 %.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/base/memory.h"
#include "bot/players/player.h"
#include "games/advice.h"
#include "tests/bench/reference/reference.h"

struct match {
    const struct game *game; /* with its advice */
    struct game lacking;
    struct game_advice rest; /* of the advice, where the others lack a part */
    uint8_t players;
    uint32_t iterations;
    struct player *player;
    struct rng keys; /* of the players' random numbers */
    union game_state_block state;
    unsigned long moves[2]; /* made without it and with it */
    double seconds[2];
};

static bool open_lacking(struct match *match, const char *what)
{
    match->lacking = *match->game;
    if (match->game->advice == NULL)
        return false;
    match->rest = *match->game->advice;
    match->lacking.advice = &match->rest;
    if (strcmp(what, "weigh") == 0)
        match->rest.weigh = NULL;
    else if (strcmp(what, "estimate") == 0)
        match->rest.estimate = NULL;
    else if (strcmp(what, "explain") == 0)
        match->rest.explain = NULL;
    else if (strcmp(what, "thumb") == 0 && match->rest.weigh_by_thumb != NULL)
        match->rest.weigh = match->rest.weigh_by_thumb;
    else if (strcmp(what, "reference") == 0)
        match->lacking.advice = reference_advice(match->game);
    else if (strcmp(what, "all") == 0)
        match->lacking.advice = NULL;
    else
        return false;
    return true;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void make_move(struct match *match, uint8_t advised)
{
    struct game_state *state = GAME_STATE(&match->state);
    uint8_t seat = (uint8_t)__builtin_ctz(match->game->rules->actors(state));
    bool has_advice = seat == advised;
    union game_view_block view;
    struct player_question question = {.game = has_advice ? match->game : &match->lacking,
                                       .view = GAME_VIEW(&view),
                                       .players = match->players,
                                       .seat = seat,
                                       .level = match->iterations > 0 ? PLAYER_HARD : PLAYER_EASY,
                                       .iterations = match->iterations};
    match->game->rules->view(state, seat, GAME_VIEW(&view));
    memcpy(question.key, rng_fork(&match->keys).key, sizeof question.key);
    double start = now();
    game_move move = player_choose(match->player, &question);
    match->seconds[has_advice] += now() - start;
    match->moves[has_advice]++;
    match->game->rules->apply(state, seat, move, NULL);
    game_settle_chance(match->game, state, NULL);
}

/* Plays a deal; returns what the advised seat won. */
static double play(struct match *match, const struct rng *deal, uint8_t advised)
{
    const struct game_rules *rules = match->game->rules;
    struct game_state *state = GAME_STATE(&match->state);
    uint8_t options[GAME_OPTIONS_MAX];
    struct game_result result;
    game_options_default(match->game, options);
    rules->begin(state, match->players, options, deal);
    game_settle_chance(match->game, state, NULL);
    while (rules->phase(state) != GAME_OVER)
        make_move(match, advised);
    rules->result(state, &result);
    if (result.winners == 0)
        return 1.0 / match->players;
    return (result.winners & SEAT_BIT(advised)) ? 1.0 / __builtin_popcount(result.winners) : 0;
}

static double milliseconds(const struct match *match, int has_advice)
{
    return 1000 * match->seconds[has_advice] / (double)match->moves[has_advice];
}

static void print(const struct match *match, double won, double squares, unsigned long games)
{
    double share = won / (double)games, spread = squares / (double)games - share * share;
    printf("%s %u: %.3f +- %.3f of %lu games (fair: %.3f), %.2f ms a move, without %.2f ms\n",
           match->game->id, match->players, share,
           1.96 * sqrt((spread > 0 ? spread : 0) / (double)games), games, 1.0 / match->players,
           milliseconds(match, 1), milliseconds(match, 0));
}

int main(int count, char **arguments)
{
    static const uint8_t key[RNG_KEY_BYTES] = {17};
    static struct match match;
    match.game = count > 4 ? game_find(arguments[1]) : NULL;
    if (match.game == NULL || !open_lacking(&match, count > 5 ? arguments[5] : "all")) {
        fputs("bench_advice GAME PLAYERS GAMES ITERATIONS "
              "[all|weigh|estimate|explain|thumb|reference]; a game that has advice\n",
              stderr);
        return EXIT_FAILURE;
    }
    match.players = (uint8_t)strtoul(arguments[2], NULL, 10);
    match.iterations = (uint32_t)strtoul(arguments[4], NULL, 10);
    match.player = memory_new(player_size());
    match.keys = rng_for_index(key, UINT32_MAX);
    unsigned long games = strtoul(arguments[3], NULL, 10);
    double won = 0, squares = 0;
    for (unsigned long i = 0; i < games; i++) {
        struct rng deal = rng_for_index(key, i / match.players);
        double share = play(&match, &deal, (uint8_t)(i % match.players));
        won += share;
        squares += share * share;
    }
    print(&match, won, squares, games);
    free(match.player);
    return EXIT_SUCCESS;
}
