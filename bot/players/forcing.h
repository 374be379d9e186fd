/* Forcing: moves that win although the seat has to choose again later on.
 *
 * After a move of the seat the others answer with everything that they could do in any of the
 * worlds. Where the seat must move again, the positions are parted by what it sees: within a part
 * it has to make the same move, since it can't tell the positions apart. A move forces a win if it
 * does so in all parts. A win is the game, or the end of a round at which the seat stands better
 * than now.
 *
 * As in bot/players/certainty.h the proof is as good as the sample of worlds.
 */
#ifndef BELFRY_BOT_PLAYERS_FORCING_H
#define BELFRY_BOT_PLAYERS_FORCING_H

#include "bot/players/determinization.h"
#include "bot/players/player.h"

enum { FORCING_WORLDS = 512, FORCING_BYTES = 1 << 22 };

/* The game's state follows. */
struct forcing_position {
    uint64_t look; /* to the seat */
    unsigned char state[];
};

struct forcing {
    struct determinization *world;
    const struct player_question *question;
    uint32_t steps;            /* left; none once the time is over */
    double now;                /* the value of the position that is asked about */
    double least;              /* value of the wins that the proof came to */
    size_t drawn;              /* worlds so far */
    size_t stride, room, used; /* of positions; the first FORCING_WORLDS are for the worlds */
    union {
        max_align_t align;
        unsigned char bytes[FORCING_BYTES];
    } positions;
};

/* Where no floor is a win yet, raises the floors of moves that force one, with at most `choices`
 * choices later on, to the least value of that win. */
void forcing_find(struct forcing *forcing, struct determinization *world,
                  const struct player_question *question, unsigned choices, const game_move *moves,
                  double *floors, size_t count);

#endif
