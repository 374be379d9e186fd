#include <string.h>

#include "games/shared/towers_scene.h"

static bool is_ahead(const struct towers_standing *standing, unsigned seat, unsigned other)
{
    return standing->total[seat] > standing->total[other];
}

static void order_seats(unsigned players, struct towers_standing *standing)
{
    for (unsigned seat = 0; seat < players; seat++) {
        unsigned place = seat;
        for (; place > 0 && is_ahead(standing, seat, standing->order[place - 1]); place--)
            standing->order[place] = standing->order[place - 1];
        standing->order[place] = (uint8_t)seat;
    }
}

void towers_stand(const struct towers_scene *scene, struct towers_standing *standing)
{
    memset(standing, 0, sizeof *standing);
    towers_rank(scene->heights, TOWERS, standing->ranked);
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        unsigned tower = standing->ranked[rank];
        towers_award(&scene->majorities[tower], &scene->flags[rank], standing->brings[tower]);
        for (unsigned seat = 0; seat < scene->players; seat++)
            standing->to_come[seat] =
                (uint8_t)(standing->to_come[seat] + standing->brings[tower][seat]);
    }
    for (unsigned seat = 0; seat < scene->players; seat++)
        standing->total[seat] =
            (uint8_t)(standing->to_come[seat] + (scene->points != NULL ? scene->points[seat] : 0));
    order_seats(scene->players, standing);
}

unsigned towers_place(const uint8_t *heights, unsigned tower)
{
    uint8_t ranked[TOWERS];
    unsigned place = 0;
    towers_rank(heights, TOWERS, ranked);
    while (ranked[place] != tower)
        place++;
    return place;
}

void tower_flag_print(const struct tower_flag *flag, struct text *out)
{
    for (unsigned place = 0; place < flag->places; place++)
        text_add_format(out, place > 0 ? "+%u" : "%u", flag->points[place]);
}
