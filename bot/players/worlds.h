/* The worlds that a seat can't tell apart, each once.
 *
 * They are drawn alike until no new one comes, never by how well they explain. So where little is
 * hidden they are all the worlds there are, and what holds in each of them is certain. Where more
 * is hidden they are a sample, and a proof is as good as that: a world that is rarer than one in
 * WORLDS_MAX may be missed.
 */
#ifndef BELFRY_BOT_PLAYERS_WORLDS_H
#define BELFRY_BOT_PLAYERS_WORLDS_H

#include "bot/players/determinization.h"

enum {
    WORLDS_MAX = 1024,
    WORLDS_PATIENCE = 8,       /* draws in vain for each world known: then these are all, */
    WORLDS_PATIENCE_LEAST = 64 /* if there were so many at least */
};

struct worlds {
    struct determinization *world; /* draws and plays; open */
    struct rng rng;
    size_t count; /* known so far */
    bool are_all;
    uint64_t marks[WORLDS_MAX];
    union game_state_block states[WORLDS_MAX];
};

/* Knows no world yet. `world` is where the drawing is done; its generators do not move on. */
void worlds_open(struct worlds *worlds, struct determinization *world,
                 const uint8_t key[RNG_KEY_BYTES]);
/* Draws until world number `index` is known; returns false if there are fewer. */
bool worlds_know(struct worlds *worlds, size_t index);
/* Makes a known world the position of worlds->world. */
void worlds_enter(const struct worlds *worlds, size_t index);

#endif
