/* The game on a command line: which one, its players, options, seed and levels. Every complaint
 * goes through argp, which ends the program with the status of wrong usage. */
#ifndef BELFRY_BOT_PROGRAM_GAME_ARGUMENTS_H
#define BELFRY_BOT_PROGRAM_GAME_ARGUMENTS_H

#include <argp.h>

#include "bot/players/player.h"
#include "games/game.h"

enum { OPTION_ARGUMENTS_MAX = 32 };

/* What `[GAME] [--players N] [--seed HEX] [--option KEY=VALUE]…` says. */
struct game_arguments {
    const struct game *game;           /* NULL: none was named */
    unsigned long players;             /* possible for the game; default: the fewest */
    uint8_t options[GAME_OPTIONS_MAX]; /* indices of values */
    bool has_seed;
    uint8_t seed[RNG_KEY_BYTES];
    const char *written[OPTION_ARGUMENTS_MAX]; /* KEY=VALUE, while they are read */
    unsigned written_count;
};

/* The children of an argp that takes them; its parser gives argp a struct game_arguments, zeroed,
 * as child_inputs[0] at ARGP_KEY_INIT. They are complete at the parser's own ARGP_KEY_END. */
extern const struct argp_child game_arguments_children[];

/* A whole number between least and most, both included. */
unsigned long number_argument(struct argp_state *state, const char *what, const char *written,
                              unsigned long least, unsigned long most);
/* One of the levels at which the bot plays. */
enum player_level level_argument(struct argp_state *state, const char *what, const char *name,
                                 size_t length);

#endif
