/* `belfry play --protocol`: one seat of a game is played by a program on standard input and output,
 * the bot plays the others. One line in, one line out; config/PROTOCOL.md describes them.
 *
 * Without store, clock or network: a game is over when its program ends. */
#ifndef BELFRY_BOT_PROGRAM_PROTOCOL_H
#define BELFRY_BOT_PROGRAM_PROTOCOL_H

#include <stdio.h>

#include "bot/players/player.h"
#include "games/game.h"

struct protocol_game {
    const struct game *game;
    uint8_t players;
    uint8_t options[GAME_OPTIONS_MAX];
    uint8_t seed[RNG_KEY_BYTES];
    uint8_t seat; /* of the program, from 0 */
    const char *name;
    enum player_level level; /* of the other seats */
    const struct words *words;
};

enum protocol_end {
    PROTOCOL_FINISHED,
    PROTOCOL_NO_MORE_INPUT,   /* the game was not over */
    PROTOCOL_UNREADABLE,      /* errno says why */
    PROTOCOL_OUTPUT_IS_CLOSED /* nobody reads it, or it can't be written */
};

enum protocol_end protocol_play(const struct protocol_game *game, FILE *in, FILE *out);

#endif
