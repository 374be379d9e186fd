#include "bot/tables/revealing.h"

#include <string.h>

enum { WORLDS_ENOUGH = 64, WORLDS_TRIED = 2048 };

static bool is_revealed_to(const struct made_in_state *made, uint8_t viewer)
{
    const struct game_rules *rules = made->game->rules;
    union game_view_block before, after, imagined_view;
    union game_state_block imagined;
    struct rng rng = rng_from_key((const uint8_t[RNG_KEY_BYTES]){0});
    unsigned worlds = 0;
    rules->view(made->before, viewer, GAME_VIEW(&before));
    rules->view(made->after, viewer, GAME_VIEW(&after));
    for (unsigned tried = 0; tried < WORLDS_TRIED && worlds < WORLDS_ENOUGH; tried++) {
        rules->redeal(GAME_VIEW(&before), &rng, GAME_STATE(&imagined));
        if (rules->apply(GAME_STATE(&imagined), made->seat, made->move, NULL) != 0)
            continue;
        worlds++;
        rules->view(GAME_STATE(&imagined), viewer, GAME_VIEW(&imagined_view));
        if (memcmp(imagined_view.bytes, after.bytes, made->game->view_size) != 0)
            return true;
    }
    return worlds == 0;
}

static bool gives_cards(const struct made_in_state *made)
{
    union game_state_block state;
    struct game_events events = {0};
    memcpy(state.bytes, made->before, made->game->state_size);
    made->game->rules->apply(GAME_STATE(&state), made->seat, made->move, &events);
    return events.new_cards != 0;
}

bool revealing(const struct made_in_state *made)
{
    bool revealed = gives_cards(made);
    for (uint8_t viewer = 0; viewer < made->players && !revealed; viewer++)
        revealed = is_revealed_to(made, viewer);
    return revealed || is_revealed_to(made, GAME_SPECTATOR);
}

bool revealing_hand(const struct made_in_state *made, uint8_t viewer)
{
    const struct game_rules *rules = made->game->rules;
    union game_view_block before;
    union game_state_block imagined;
    struct rng rng = rng_from_key((const uint8_t[RNG_KEY_BYTES]){0});
    rules->view(made->before, viewer, GAME_VIEW(&before));
    for (unsigned world = 0; world < WORLDS_ENOUGH; world++) {
        rules->redeal(GAME_VIEW(&before), &rng, GAME_STATE(&imagined));
        if (rules->apply(GAME_STATE(&imagined), made->seat, made->move, NULL) != 0)
            return true;
    }
    return false;
}
