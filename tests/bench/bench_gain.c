/* What the choices of one level gain over another's, for tests/bench/strength: from single
 * positions, where whole games would take hundreds of times as long to show a small difference.
 *
 *     bench_gain GAME PLAYERS GAMES SEED STRONG,WEAK        WHO: see tests/bench/contest.h
 *
 * The games are self-play of the weak level with a tenth of its budget. Every STRIDE-th position
 * with a choice is put to both levels. Where they choose otherwise, a search with the strong
 * level's budget and a key of its own judges: for half of the time it rates the moves, then it
 * plays deals through with either of the two first, the same deals for both; a solved position has
 * only one. The amount of a game is STRIDE times what the strong level's choices gain by that, for
 * one seat in the mean: by how much its part of the wins would be larger. A hit is a game with a
 * gain. Prints one line of JSON.
 *
 * The judge thinks as the levels do: where all searches err alike, it errs with them. So it was
 * checked against whole games where many could be played. What the strong level won beyond its fair
 * share, and its gain by this, with ten times the iterations of the weak one:
 *
 *     Campanile, 100         .333 +- .030    .343 +- .050
 *     Campanile, 1,000       .133 +- .086    .140 +- .041
 *     Intermezzo, 100        .105 +- .048    .135 +- .036
 *     Patrician, 100         .312 +- .038    .384 +- .075
 *     goats of three, 100    .103 +- .040    .103 +- .020
 *     goats of three, 1,000  .072 +- .072    .040 +- .017
 *     Pillars of three, 100  .215 +- .056    .192 +- .032
 *     En Garde, 100          .267 +- .034    .179 +- .024
 *     En Garde, 1,000        .180 +- .053    .096 +- .015
 *     Castellers, 1,000      .153 +- .077    .446 +- .140
 *
 * At En Garde it finds half to two thirds of the gain; at Castellers, where a game has many choices
 * and none decides much, three times as much as there is, and no better where the judge plays to
 * the end of the game instead of asking the estimate. A small gain adds up; one that would be more
 * than the whole game can't, so large figures only say that there is much to gain. */
#include "bot/players/search.h"
#include "tests/bench/contest.h"

enum { STRIDE = 16, SELF_PLAY_PART = 10 };

static struct player_budget part_of(struct player_budget budget, uint32_t divisor)
{
    if (budget.iterations < UINT32_MAX)
        budget.iterations = (budget.iterations + divisor - 1) / divisor;
    budget.milliseconds = (budget.milliseconds + divisor - 1) / divisor;
    return budget;
}

static bool is_over(const struct player_question *question, uint32_t playouts)
{
    return playouts >= question->iterations ||
           (question->expired != NULL && question->expired(question->context));
}

/* What the seat wins of a deal after the move. */
static double share_after(struct search *search, const union game_state_block *deal, game_move move)
{
    double shares[GAME_SEATS_MAX];
    search_follow(search, deal, move);
    determinization_share_win(&search->world, shares);
    return shares[search->seat];
}

/* How much larger the part of the wins is after the strong level's move. */
static double judge(struct contest *contest, const struct player_question *asked, game_move strong,
                    game_move weak)
{
    static struct player_prospect prospects[GAME_LEGAL_MAX];
    const struct player_budget half = part_of(contest->contenders[0].budget, 2);
    struct search *search = player_search(contest->player);
    struct player_question question = contest_limit(contest, half, asked);
    union game_state_block deal;
    double gained = 0;
    uint32_t deals = 0;
    player_rate(contest->player, &question, prospects);
    question = contest_limit(contest, half, asked);
    do {
        search_deal(search, &deal);
        gained += share_after(search, &deal, strong) - share_after(search, &deal, weak);
        deals++;
    } while (!search_is_solved(search) && !is_over(&question, 2 * deals));
    return gained / deals;
}

static double gain_at(struct contest *contest, const struct player_question *question,
                      struct rng *keys)
{
    const struct player_question judged = contest_rekey(question, keys);
    game_move strong = contest_choose(contest, 0, question);
    game_move weak = contest_choose(contest, 1, question);
    return strong == weak ? 0 : judge(contest, &judged, strong, weak);
}

/* The choice of the game's own moves. */
static game_move play_on(struct contest *contest, const struct player_question *asked)
{
    struct player_question question =
        contest_limit(contest, part_of(contest->contenders[1].budget, SELF_PLAY_PART), asked);
    question.level = contest->contenders[1].level;
    return player_choose(contest->player, &question);
}

static double gain_of_game(struct contest *contest, uint32_t number)
{
    static game_move legal[GAME_LEGAL_MAX];
    const struct game_rules *rules = contest->watched->rules;
    const struct rng rng = rng_for_index(contest->seed, number);
    struct rng keys;
    union game_state_block block;
    union game_view_block view;
    struct game_state *state = GAME_STATE(&block);
    double gained = 0;
    contest_begin(contest, &rng, state, &keys);
    for (uint32_t choices = number; rules->phase(state) == GAME_MOVES;) {
        struct player_question question = contest_question(contest, state, &keys, &view);
        if (rules->legal(state, question.seat, legal) > 1 && ++choices % STRIDE == 0)
            gained += gain_at(contest, &question, &keys);
        rules->apply(state, question.seat, play_on(contest, &question), NULL);
        game_settle_chance(contest->game, state, NULL);
    }
    return STRIDE * gained / contest->players;
}

int main(int argc, char **argv)
{
    struct contest contest;
    struct tally tally = {0};
    contest_open(&contest, argc, argv, 2);
    for (uint32_t number = 0; number < contest.count; number++) {
        double gained = gain_of_game(&contest, number);
        tally_add(&tally, gained > 0, gained);
    }
    tally_print(&tally, &contest);
    contest_close(&contest);
    return 0;
}
