#include "games/patrician/patrician.h"

#include <string.h>

enum { NOBLES_OF_A_SET = 3, POINTS_OF_A_SET = 6 };

unsigned patrician_floors(const struct patrician_city *city)
{
    return (unsigned)(city->heights[0] + city->heights[1]);
}

bool patrician_is_scored(const struct patrician_city *city)
{
    return city->tiles[0] != GAME_SPECTATOR;
}

struct patrician_majority patrician_majority_in(const uint8_t *floors, unsigned height)
{
    uint8_t counts[PATRICIAN_SEATS] = {0}, most = 0;
    for (unsigned i = 0; i < height; i++)
        if (++counts[floors[i]] > most)
            most = counts[floors[i]];
    struct patrician_majority majority = {.floors = most};
    unsigned owners = 0;
    for (unsigned seat = 0; seat < PATRICIAN_SEATS; seat++)
        owners += counts[seat] == most;
    majority.tied = owners > 1;
    /* The highest floor breaks a tie, so the last one found on the way up wins. */
    for (unsigned i = 0; i < height; i++)
        if (counts[floors[i]] == most)
            majority.winner = floors[i];
    return majority;
}

unsigned patrician_higher_site(const struct patrician_city *city)
{
    return city->heights[0] > city->heights[1] ? 0 : 1;
}

unsigned patrician_noble_points(unsigned count)
{
    return count / NOBLES_OF_A_SET * POINTS_OF_A_SET;
}

static void count_cities(const struct patrician_board *board, unsigned seat,
                         struct patrician_score *score)
{
    unsigned cities = patrician_cities_in_play(board->players);
    for (unsigned i = 0; i < cities; i++) {
        const struct patrician_city *city = &board->cities[i];
        for (unsigned tile = 0; tile < 2; tile++)
            if (city->tiles[tile] == seat)
                score->tile_points = (uint8_t)(score->tile_points + patrician_tile(i, tile));
        for (unsigned site = 0; site < PATRICIAN_SITES; site++)
            for (unsigned floor = 0; floor < city->heights[site]; floor++)
                score->floors = (uint8_t)(score->floors + (city->floors[site][floor] == seat));
    }
}

struct patrician_score patrician_score_of(const struct patrician_board *board, unsigned seat)
{
    struct patrician_score score = {0};
    count_cities(board, seat, &score);
    for (unsigned noble = 0; noble < PATRICIAN_NOBLES; noble++) {
        unsigned count = 0;
        for (unsigned i = 0; i < board->played_counts[seat]; i++)
            count += patrician_nobles(board->played[seat][i], (enum patrician_noble)noble);
        score.nobles[noble] = (uint8_t)count;
        score.noble_points = (uint8_t)(score.noble_points + patrician_noble_points(count));
    }
    return score;
}

void patrician_standing(const struct patrician_board *board, struct game_result *result)
{
    enum { FLOORS_END = 256 };
    int32_t ranks[PATRICIAN_SEATS];
    memset(result, 0, sizeof *result);
    for (unsigned seat = 0; seat < board->players; seat++) {
        struct patrician_score score = patrician_score_of(board, seat);
        result->scores[seat] = score.tile_points + score.noble_points;
        ranks[seat] = result->scores[seat] * FLOORS_END - score.floors;
    }
    result->winners = game_best_seats(ranks, board->players);
}
