#include "bot/players/determinization.h"

#include <math.h>
#include <string.h>

enum {
    PLAYOUT_MAX = 1000,    /* moves; no round of a game lasts longer */
    DEFAULT_SCALE = 8,     /* points */
    GREEDY_UNIT = 1 << 20, /* values after one ply as whole numbers */
};

/* The part of a value that the win decides; the lead decides the rest. */
static const double win_part = 0.75;

void determinization_open(struct determinization *world, const struct game *game,
                          const struct game_view *view, uint8_t players, const uint8_t *key)
{
    world->game = game;
    world->rules = game->rules;
    world->advice = game->advice;
    world->view = view;
    world->players = players;
    world->rng = rng_for_index(key, 0);
    world->stream = rng_stream_from(rng_for_index(key, 1));
    world->count = 0;
    world->believes = false;
}

void determinization_sample(struct determinization *world)
{
    world->rules->redeal(world->view, &world->rng, GAME_STATE(&world->state));
}

/* A step of the chain: goes on to the position just drawn, or stays. */
static void step_to_drawn(struct determinization *world, uint8_t viewer)
{
    uint32_t drawn = world->advice->explain(GAME_STATE(&world->state), viewer), last = 0;
    if (world->believes)
        last = world->advice->explain(GAME_STATE(&world->believed), viewer);
    if (drawn >= last || rng_stream_below(&world->stream, last) < drawn)
        world->believed = world->state;
    world->believes = true;
}

void determinization_believe(struct determinization *world, uint8_t viewer)
{
    determinization_sample(world);
    if (world->advice == NULL || world->advice->explain == NULL)
        return;
    unsigned steps = world->believes ? DETERMINIZATION_STEPS : DETERMINIZATION_FIRST_STEPS;
    step_to_drawn(world, viewer);
    for (; steps > 1; steps--) {
        determinization_sample(world);
        step_to_drawn(world, viewer);
    }
    world->state = world->believed;
}

bool determinization_in_play(const struct determinization *world)
{
    return world->rules->phase(GAME_STATE(&world->state)) == GAME_MOVES;
}

uint8_t determinization_mover(const struct determinization *world)
{
    return (uint8_t)__builtin_ctz(world->rules->actors(GAME_STATE(&world->state)));
}

void determinization_list(struct determinization *world, uint8_t seat)
{
    world->count = world->rules->legal(GAME_STATE(&world->state), seat, world->moves);
}

void determinization_weigh(struct determinization *world, uint8_t seat)
{
    if (world->advice != NULL && world->advice->weigh != NULL) {
        world->advice->weigh(GAME_STATE(&world->state), seat, world->moves, world->count,
                             world->weights);
        return;
    }
    for (size_t i = 0; i < world->count; i++)
        world->weights[i] = 1;
}

size_t determinization_draw(struct determinization *world)
{
    uint32_t sum = 0;
    if (world->count == 1)
        return 0;
    for (size_t i = 0; i < world->count; i++)
        sum += world->weights[i];
    uint32_t place = rng_stream_below(&world->stream, sum);
    size_t drawn = 0;
    while (place >= world->weights[drawn])
        place -= world->weights[drawn++];
    return drawn;
}

void determinization_apply(struct determinization *world, uint8_t seat, game_move move)
{
    world->rules->apply(GAME_STATE(&world->state), seat, move, NULL);
}

void determinization_playout(struct determinization *world)
{
    unsigned horizon = world->advice != NULL ? world->advice->horizon : 0;
    unsigned moves = horizon > 0 ? horizon : PLAYOUT_MAX;
    for (; moves > 0 && determinization_in_play(world); moves--) {
        uint8_t seat = determinization_mover(world);
        determinization_list(world, seat);
        if (world->count > 1)
            determinization_weigh(world, seat);
        determinization_apply(world, seat, world->moves[determinization_draw(world)]);
    }
}

/* FNV-1a, eight bytes at a time. */
static uint64_t hash_of(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 0xCBF29CE484222325;
    for (size_t i = 0; i < size; i += sizeof hash) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        hash = (hash ^ word) * 0x100000001B3;
        hash ^= hash >> 32;
    }
    return hash;
}

uint64_t determinization_look(const struct determinization *world, uint8_t seat)
{
    union game_view_block view;
    world->rules->view(GAME_STATE(&world->state), seat, GAME_VIEW(&view));
    return hash_of(view.bytes, world->game->view_size);
}

uint64_t determinization_mark(const struct determinization *world)
{
    return hash_of(world->state.bytes + sizeof(struct rng),
                   world->game->state_size - sizeof(struct rng));
}

/* -- Evaluation ------------------------------------------------------------------------------ */

/* How far a seat is ahead: of the mean of the others and of the best of them, half each. So
 * partners who score together gain, and so does a seat that holds back the leader. */
static double lead_of(const int32_t *points, uint8_t players, uint8_t seat)
{
    double sum = 0, most = 0;
    bool any = false;
    for (uint8_t other = 0; other < players; other++) {
        if (other == seat)
            continue;
        sum += points[other];
        if (!any || points[other] > most)
            most = points[other];
        any = true;
    }
    return points[seat] - (sum / (players - 1) + most) / 2;
}

/* A lead as a chance to win: 0.5 without a lead, 0.75 for a lead of `scale`. */
static double chance_of(double lead, double scale)
{
    return 0.5 + 0.5 * lead / ((lead < 0 ? -lead : lead) + scale);
}

/* The seats' chances together are more than one win where there are more than two. So each has its
 * part of their odds, by the square root, which leaves the chances of two seats as they are. */
static void share_by_chance(const double *chances, uint8_t players, double *shares)
{
    double sum = 0;
    for (uint8_t seat = 0; seat < players; seat++) {
        shares[seat] = sqrt(chances[seat] / (1 - chances[seat]));
        sum += shares[seat];
    }
    for (uint8_t seat = 0; seat < players; seat++)
        shares[seat] = players == 2 ? chances[seat] : shares[seat] / sum;
}

struct outcome {
    bool over;
    double chances[GAME_SEATS_MAX]; /* by the lead */
    double wins[GAME_SEATS_MAX];    /* the part of a win; of a game that goes on, by the chances */
};

static struct outcome outcome_of(const struct determinization *world)
{
    const struct game_state *state = GAME_STATE(&world->state);
    const struct game_advice *advice = world->advice;
    struct outcome outcome = {.over = world->rules->phase(state) == GAME_OVER};
    struct game_result result;
    world->rules->result(state, &result);
    if (advice != NULL && advice->estimate != NULL)
        advice->estimate(state, result.scores);
    double scale = advice != NULL ? advice->scale : DEFAULT_SCALE;
    for (uint8_t seat = 0; seat < world->players; seat++) {
        outcome.chances[seat] = chance_of(lead_of(result.scores, world->players, seat), scale);
        if (outcome.over && (result.winners & SEAT_BIT(seat)))
            outcome.wins[seat] = 1.0 / __builtin_popcount(result.winners);
    }
    if (!outcome.over)
        share_by_chance(outcome.chances, world->players, outcome.wins);
    return outcome;
}

void determinization_count_points(const struct determinization *world,
                                  double points[GAME_SEATS_MAX])
{
    const struct game_advice *advice = world->advice;
    bool expects = advice != NULL && advice->point > 0;
    struct game_result result;
    world->rules->result(GAME_STATE(&world->state), &result);
    if (expects)
        advice->estimate(GAME_STATE(&world->state), result.scores);
    for (uint8_t seat = 0; seat < world->players; seat++)
        points[seat] = (double)result.scores[seat] / (expects ? advice->point : 1);
}

/* Where a playout may stop before the end, some of them end the game and others do not: then both
 * are valued alike, so that no seat prefers a game that goes on. */
void determinization_evaluate(const struct determinization *world, double values[GAME_SEATS_MAX])
{
    const struct outcome outcome = outcome_of(world);
    bool counts_win = outcome.over || (world->advice != NULL && world->advice->horizon > 0);
    for (uint8_t seat = 0; seat < world->players; seat++)
        values[seat] = counts_win
                           ? (1 - win_part) * outcome.chances[seat] + win_part * outcome.wins[seat]
                           : outcome.chances[seat];
}

/* The seats in one team with `seat`, or the seat alone. */
static seat_set team_of(const struct determinization *world, uint8_t seat)
{
    struct game_contest contest;
    seat_set team = SEAT_BIT(seat);
    if (world->rules->contest == NULL)
        return team;
    world->rules->contest(GAME_STATE(&world->state), &contest);
    for (uint8_t other = 0; other < world->players; other++)
        if (contest.teams[other] == contest.teams[seat])
            team |= SEAT_BIT(other);
    return team;
}

bool determinization_is_won(const struct determinization *world, uint8_t seat)
{
    struct game_result result;
    world->rules->result(GAME_STATE(&world->state), &result);
    return result.winners & SEAT_BIT(seat) && (result.winners & ~team_of(world, seat)) == 0;
}

double determinization_value_at_end(const struct determinization *world, uint8_t seat)
{
    double values[GAME_SEATS_MAX];
    determinization_evaluate(world, values);
    return values[seat] + determinization_is_won(world, seat);
}

void determinization_share_win(const struct determinization *world, double shares[GAME_SEATS_MAX])
{
    const struct outcome outcome = outcome_of(world);
    for (uint8_t seat = 0; seat < world->players; seat++)
        shares[seat] = outcome.wins[seat];
}

/* -- The greedy move ------------------------------------------------------------------------- */

static uint32_t value_after(struct determinization *world, uint8_t seat, game_move move)
{
    union game_state_block before = world->state;
    double values[GAME_SEATS_MAX];
    determinization_apply(world, seat, move);
    determinization_evaluate(world, values);
    world->state = before;
    return (uint32_t)(values[seat] * GREEDY_UNIT);
}

static void weigh_by_thumb(struct determinization *world, uint8_t seat)
{
    if (world->advice->weigh_by_thumb != NULL)
        world->advice->weigh_by_thumb(GAME_STATE(&world->state), seat, world->moves, world->count,
                                      world->weights);
    else
        determinization_weigh(world, seat);
}

game_move determinization_greedy(struct determinization *world, uint8_t seat)
{
    bool has_weights = world->advice != NULL && world->advice->weigh != NULL;
    uint32_t best = 0, equal = 0;
    size_t chosen = 0;
    determinization_list(world, seat);
    if (has_weights)
        weigh_by_thumb(world, seat);
    for (size_t i = 0; i < world->count; i++) {
        uint32_t value =
            has_weights ? world->weights[i] : value_after(world, seat, world->moves[i]);
        if (equal > 0 && value < best)
            continue;
        equal = equal > 0 && value == best ? equal + 1 : 1;
        if (equal == 1 || rng_stream_below(&world->stream, equal) == 0)
            chosen = i;
        best = value;
    }
    return world->moves[chosen];
}
