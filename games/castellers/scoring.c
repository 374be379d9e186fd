#include "games/castellers/castellers.h"

#include <string.h>

static unsigned castle_points(const struct castellers_castle *castle)
{
    unsigned points = 0;
    for (unsigned i = 0; i < castle->width; i++)
        for (unsigned bit = 0; bit < CASTELLERS_VALUES; bit++)
            if (castle->columns[i].values >> bit & 1)
                points += castellers_points[bit];
    return points;
}

/* The owner of the best valid castle by `measure`; more pawns break a tie. GAME_SPECTATOR if there
 * is none, or if the best castles of several players are equal. */
static uint8_t bonus_owner(const struct castellers_board *board,
                           unsigned (*measure)(const struct castellers_castle *))
{
    uint8_t owner = GAME_SPECTATOR;
    unsigned best = 0;
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        if (!castellers_is_valid(castle))
            continue;
        unsigned worth = measure(castle) * (CASTELLERS_PAWNS + 1) + castellers_castle_pawns(castle);
        if (worth > best) {
            best = worth;
            owner = castle->owner;
        } else if (worth == best && castle->owner != owner) {
            owner = GAME_SPECTATOR;
        }
    }
    return owner;
}

/* No level is wider than the first. */
static unsigned width_of(const struct castellers_castle *castle)
{
    return castle->width;
}

void castellers_scores(const struct castellers_board *board,
                       struct castellers_score scores[CASTELLERS_SEATS])
{
    memset(scores, 0, CASTELLERS_SEATS * sizeof scores[0]);
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        struct castellers_score *score = &scores[castle->owner];
        unsigned levels = castellers_levels(castle);
        score->bases++;
        if (castellers_is_valid(castle)) {
            score->valid++;
            score->pawn_points = (uint8_t)(score->pawn_points + castle_points(castle));
        }
        if (castle->colour == CASTELLERS_WHITE && levels > score->white_levels)
            score->white_levels = (uint8_t)levels;
    }
    uint8_t tall = bonus_owner(board, castellers_levels), wide = bonus_owner(board, width_of);
    if (tall != GAME_SPECTATOR)
        scores[tall].tall = true;
    if (wide != GAME_SPECTATOR)
        scores[wide].wide = true;
}

int castellers_total(const struct castellers_score *score)
{
    return score->pawn_points - score->bases + (score->tall + score->wide) * castellers_bonus;
}

void castellers_standing(const struct castellers_board *board, struct game_result *result)
{
    enum { LEVELS_END = CASTELLERS_VALUES + 1 };
    struct castellers_score scores[CASTELLERS_SEATS];
    int32_t ranks[CASTELLERS_SEATS];
    castellers_scores(board, scores);
    memset(result, 0, sizeof *result);
    for (unsigned seat = 0; seat < board->players; seat++) {
        result->scores[seat] = castellers_total(&scores[seat]);
        ranks[seat] = result->scores[seat] * LEVELS_END + scores[seat].white_levels;
    }
    result->winners = game_best_seats(ranks, board->players);
}

unsigned castellers_castles_to_end(unsigned players)
{
    static const uint8_t needed[CASTELLERS_SEATS + 1] = {0, 0, 4, 3, 2};
    return needed[players];
}

bool castellers_is_over(const struct castellers_board *board)
{
    uint8_t valid[CASTELLERS_SEATS] = {0};
    bool large[CASTELLERS_SEATS] = {false};
    for (unsigned i = 0; i < board->castle_count; i++) {
        const struct castellers_castle *castle = &board->castles[i];
        if (!castellers_is_valid(castle))
            continue;
        valid[castle->owner]++;
        if (castellers_castle_pawns(castle) >= CASTELLERS_LARGE_PAWNS)
            large[castle->owner] = true;
    }
    for (unsigned seat = 0; seat < board->players; seat++)
        if (large[seat] && valid[seat] >= castellers_castles_to_end(board->players))
            return true;
    return false;
}
