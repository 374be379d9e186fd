/* Arguments of command lines that are about a game. Each complains through argp, which ends the
 * program with the status of wrong usage. */
#ifndef BELFRY_BOT_PROGRAM_GAME_ARGUMENTS_H
#define BELFRY_BOT_PROGRAM_GAME_ARGUMENTS_H

#include <argp.h>

#include "games/game.h"

const struct game *game_argument(struct argp_state *state, const char *id);
/* A whole number between least and most. */
unsigned long number_argument(struct argp_state *state, const char *what, const char *written,
                              unsigned long least, unsigned long most);
/* False with one line in `problem` when the game is for another number of players. */
bool players_possible(const struct game *game, unsigned long players, struct text *problem);
/* KEY=VALUE. */
void option_argument(struct argp_state *state, const struct game *game, const char *written,
                     uint8_t options[GAME_OPTIONS_MAX]);

#endif
