#include "bot/players/worlds.h"

#include <string.h>

void worlds_open(struct worlds *worlds, struct determinization *world,
                 const uint8_t key[RNG_KEY_BYTES])
{
    worlds->world = world;
    worlds->rng = rng_for_index(key, 2);
    worlds->count = 0;
    worlds->are_all = false;
}

static bool is_known(const struct worlds *worlds, uint64_t mark)
{
    for (size_t i = 0; i < worlds->count; i++)
        if (worlds->marks[i] == mark)
            return true;
    return false;
}

static void add(struct worlds *worlds, uint64_t mark)
{
    memcpy(worlds->states[worlds->count].bytes, worlds->world->state.bytes,
           worlds->world->game->state_size);
    worlds->marks[worlds->count++] = mark;
}

/* Draws a world that is not known yet; returns false if none comes any more. */
static bool draw_another(struct worlds *worlds)
{
    size_t patience = WORLDS_PATIENCE * worlds->count + WORLDS_PATIENCE_LEAST;
    if (worlds->world->game->perfect_information && worlds->count > 0)
        return false;
    for (; patience > 0; patience--) {
        determinization_sample(worlds->world);
        uint64_t mark = determinization_mark(worlds->world);
        if (!is_known(worlds, mark)) {
            add(worlds, mark);
            return true;
        }
    }
    return false;
}

bool worlds_know(struct worlds *worlds, size_t index)
{
    struct rng rng = worlds->world->rng;
    worlds->world->rng = worlds->rng;
    while (worlds->count <= index && worlds->count < WORLDS_MAX && !worlds->are_all)
        worlds->are_all = !draw_another(worlds);
    worlds->rng = worlds->world->rng;
    worlds->world->rng = rng;
    return index < worlds->count;
}

void worlds_enter(const struct worlds *worlds, size_t index)
{
    memcpy(worlds->world->state.bytes, worlds->states[index].bytes,
           worlds->world->game->state_size);
}
