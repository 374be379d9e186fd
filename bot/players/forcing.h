/* Forcing: moves that win although the seat has to choose again later on.
 *
 * After a move of the seat the others answer with everything that they could do in any of the
 * worlds. Where the seat must move again, the positions are parted by what it sees: within a part
 * it has to make the same move, since it can't tell the positions apart. A move forces a win if it
 * does so in all parts. A win is the game, or the end of a round at which the seat stands better
 * than now.
 *
 * The proof goes through all worlds, or through a sample of them (bot/players/worlds.h). A move
 * that fails in a few worlds although the seat sees everything there is not looked at any further.
 */
#ifndef BELFRY_BOT_PLAYERS_FORCING_H
#define BELFRY_BOT_PLAYERS_FORCING_H

#include "bot/players/certainty.h"
#include "bot/players/player.h"
#include "bot/players/worlds.h"

enum {
    FORCING_WORLDS = 512,     /* of a sample; where these are not all, a win in them will do */
    FORCING_CHOICES = 2,      /* of the seat that a forced win may need; */
    FORCING_CHOICES_MAX = 16, /* where few worlds and a short end make it cheap to try everything */
    FORCING_BYTES = 1 << 22
};

/* The game's state follows. */
struct forcing_position {
    uint64_t look; /* to the seat */
    unsigned char state[];
};

struct forcing {
    struct worlds *worlds;
    struct determinization *world;
    const struct player_question *question;
    uint32_t steps;            /* left; none once the time is over */
    bool is_cut;               /* a line was left where the seat would choose once more */
    double bar;                /* a win brings more than that */
    double least;              /* value of the wins that the proof came to */
    size_t stride, room, used; /* of positions */
    union {
        max_align_t align;
        unsigned char bytes[FORCING_BYTES];
    } positions;
};

/* Raises the floors of moves that force a win to the least value of that win. First it looks for
 * wins with the fewest choices later on, then for better ones with more, up to a win of the
 * game. */
void forcing_find(struct forcing *forcing, struct worlds *worlds,
                  const struct player_question *question, struct certainty *certainty);

#endif
