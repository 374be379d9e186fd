/* Games and their options as one-line texts, the form in which settings hold them. */
#ifndef BELFRY_BOT_CONFIGURATION_GAME_OPTIONS_H
#define BELFRY_BOT_CONFIGURATION_GAME_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

/* "all", or ids separated by blanks or commas. */
bool game_list_is_valid(const char *list);
bool game_list_holds(const char *list, const struct game *game);

/* "GAME OPTION=VALUE …; GAME OPTION=VALUE …", or "". */
bool game_options_are_valid(const char *text);
/* Sets in `options` what a valid text says about the game. */
void game_options_choose(const char *text, const struct game *game,
                         uint8_t options[GAME_OPTIONS_MAX]);

#endif
