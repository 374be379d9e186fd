#include "bot/players/imagined.h"

enum {
    PLAYOUT_MAX = 1000,    /* moves; no round of a game lasts longer */
    STANDARD_SCALE = 8,    /* points */
    GREEDY_UNIT = 1 << 20, /* worths of a one-ply look as whole numbers */
};

/* Of the worth of a finished game, the rest is how clear it was. */
static const double win_part = 0.75;

void imagined_open(struct imagined *imagined, const struct game *game, const struct game_view *view,
                   uint8_t players, const uint8_t *key)
{
    imagined->game = game;
    imagined->rules = game->rules;
    imagined->advice = game->advice;
    imagined->view = view;
    imagined->players = players;
    imagined->rng = rng_for_index(key, 0);
    imagined->stream = rng_stream_from(rng_for_index(key, 1));
    imagined->count = 0;
}

void imagined_deal(struct imagined *imagined)
{
    imagined->rules->redeal(imagined->view, &imagined->rng, GAME_STATE(&imagined->state));
}

bool imagined_goes_on(const struct imagined *imagined)
{
    return imagined->rules->phase(GAME_STATE(&imagined->state)) == GAME_MOVES;
}

uint8_t imagined_mover(const struct imagined *imagined)
{
    return (uint8_t)__builtin_ctz(imagined->rules->actors(GAME_STATE(&imagined->state)));
}

void imagined_list(struct imagined *imagined, uint8_t seat)
{
    imagined->count = imagined->rules->legal(GAME_STATE(&imagined->state), seat, imagined->moves);
}

void imagined_weigh(struct imagined *imagined, uint8_t seat)
{
    if (imagined->advice != NULL && imagined->advice->weigh != NULL) {
        imagined->advice->weigh(GAME_STATE(&imagined->state), seat, imagined->moves,
                                imagined->count, imagined->weights);
        return;
    }
    for (size_t i = 0; i < imagined->count; i++)
        imagined->weights[i] = 1;
}

size_t imagined_draw(struct imagined *imagined)
{
    uint32_t sum = 0;
    if (imagined->count == 1)
        return 0;
    for (size_t i = 0; i < imagined->count; i++)
        sum += imagined->weights[i];
    uint32_t place = rng_stream_below(&imagined->stream, sum);
    size_t drawn = 0;
    while (place >= imagined->weights[drawn])
        place -= imagined->weights[drawn++];
    return drawn;
}

void imagined_apply(struct imagined *imagined, uint8_t seat, game_move move)
{
    imagined->rules->apply(GAME_STATE(&imagined->state), seat, move, NULL);
}

void imagined_play_out(struct imagined *imagined)
{
    unsigned horizon = imagined->advice != NULL ? imagined->advice->horizon : 0;
    unsigned moves = horizon > 0 ? horizon : PLAYOUT_MAX;
    for (; moves > 0 && imagined_goes_on(imagined); moves--) {
        uint8_t seat = imagined_mover(imagined);
        imagined_list(imagined, seat);
        if (imagined->count > 1)
            imagined_weigh(imagined, seat);
        imagined_apply(imagined, seat, imagined->moves[imagined_draw(imagined)]);
    }
}

/* -- What a position is worth ---------------------------------------------------------------- */

/* How far a seat is ahead of the others, of their mean as well as of the best of them: partners who
 * score together gain, and so does whoever holds back the first. */
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

/* A lead as a chance: 0.5 for none, 0.75 for `scale`. */
static double chance_of(double lead, double scale)
{
    return 0.5 + 0.5 * lead / ((lead < 0 ? -lead : lead) + scale);
}

void imagined_judge(const struct imagined *imagined, double worth[GAME_SEATS_MAX])
{
    const struct game_state *state = GAME_STATE(&imagined->state);
    const struct game_advice *advice = imagined->advice;
    struct game_result result;
    bool over = imagined->rules->phase(state) == GAME_OVER;
    bool estimated = advice != NULL && advice->estimate != NULL;
    imagined->rules->result(state, &result);
    if (estimated)
        advice->estimate(state, result.scores);
    double scale = advice != NULL ? advice->scale : STANDARD_SCALE;
    unsigned winners = over ? (unsigned)__builtin_popcount(result.winners) : 0;
    for (uint8_t seat = 0; seat < imagined->players; seat++) {
        worth[seat] = chance_of(lead_of(result.scores, imagined->players, seat), scale);
        if (over)
            worth[seat] *= 1 - win_part;
        if (winners > 0 && (result.winners & SEAT_BIT(seat)))
            worth[seat] += win_part / winners;
    }
}

/* -- At first sight -------------------------------------------------------------------------- */

static uint32_t worth_after(struct imagined *imagined, uint8_t seat, game_move move)
{
    union game_state_block before = imagined->state;
    double worth[GAME_SEATS_MAX];
    imagined_apply(imagined, seat, move);
    imagined_judge(imagined, worth);
    imagined->state = before;
    return (uint32_t)(worth[seat] * GREEDY_UNIT);
}

game_move imagined_best_at_sight(struct imagined *imagined, uint8_t seat)
{
    bool weighs = imagined->advice != NULL && imagined->advice->weigh != NULL;
    uint32_t best = 0, equal = 0;
    size_t chosen = 0;
    imagined_list(imagined, seat);
    if (weighs)
        imagined_weigh(imagined, seat);
    for (size_t i = 0; i < imagined->count; i++) {
        uint32_t worth =
            weighs ? imagined->weights[i] : worth_after(imagined, seat, imagined->moves[i]);
        if (equal > 0 && worth < best)
            continue;
        equal = equal > 0 && worth == best ? equal + 1 : 1;
        if (equal == 1 || rng_stream_below(&imagined->stream, equal) == 0)
            chosen = i;
        best = worth;
    }
    return imagined->moves[chosen];
}
