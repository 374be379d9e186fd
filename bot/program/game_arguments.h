/* The arguments of a command line that describe a game: its id, players, options, seed and levels.
 * Every complaint goes through argp, which exits with the status of wrong usage. */
#ifndef BELFRY_BOT_PROGRAM_GAME_ARGUMENTS_H
#define BELFRY_BOT_PROGRAM_GAME_ARGUMENTS_H

#include <argp.h>

#include "bot/players/player.h"
#include "games/game.h"

enum { OPTION_ARGUMENTS_MAX = 32 };

/* What `[GAME] [--players N] [--seed HEX] [--option KEY=VALUE]…` says. */
struct game_arguments {
    const struct game *game;           /* NULL: no game was named */
    unsigned long players;             /* valid for the game; default: the fewest */
    uint8_t options[GAME_OPTIONS_MAX]; /* indices into the values of each option */
    bool has_seed;
    uint8_t seed[RNG_KEY_BYTES];
    const char *written[OPTION_ARGUMENTS_MAX]; /* the KEY=VALUE arguments as written */
    unsigned written_count;
};

/* Children for an argp that takes these arguments. Its parser sets child_inputs[0] to a zeroed
 * struct game_arguments at ARGP_KEY_INIT. The structure is complete at the parser's own
 * ARGP_KEY_END. */
extern const struct argp_child game_arguments_children[];

/* Reads a whole number from least to most. */
unsigned long number_argument(struct argp_state *state, const char *what, const char *written,
                              unsigned long least, unsigned long most);
/* Reads a language that the catalog has. */
const char *language_argument(struct argp_state *state, const char *code);
/* Reads the name of a level at which the bot plays. */
enum player_level level_argument(struct argp_state *state, const char *what, const char *name,
                                 size_t length);

#endif
