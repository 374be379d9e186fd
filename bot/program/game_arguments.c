#include "bot/program/game_arguments.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/record/seed.h"
#include "bot/words/catalog.h"

enum key { PLAYERS = 512, SEED, OPTION };

static const struct argp_option options[] = {
    {"players", PLAYERS, "N", 0, "seats at the table; default: the fewest of the game", 0},
    {"seed", SEED, "HEX", 0,
     "1 to 64 hex digits, padded with zeros on the left; default: a fresh one", 0},
    {"option", OPTION, "KEY=VALUE", 0, "an option of the game; may be repeated", 0},
    {0}};

unsigned long number_argument(struct argp_state *state, const char *what, const char *written,
                              unsigned long least, unsigned long most)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(written, &end, 10);
    if (!isdigit((unsigned char)*written) || *end != '\0' || errno != 0 || number < least ||
        number > most)
        argp_error(state, "%s: expected a number from %lu to %lu, found: %s", what, least, most,
                   written);
    return number;
}

enum player_level level_argument(struct argp_state *state, const char *what, const char *name,
                                 size_t length)
{
    enum player_level level;
    if (!player_level_find(name, length, &level))
        argp_error(state, "%s: expected random, easy, normal or hard, found: %.*s", what,
                   (int)length, name);
    return level;
}

const char *language_argument(struct argp_state *state, const char *code)
{
    const char *language = catalog_language_find(code);
    if (language == NULL)
        argp_error(state, "--lang: expected en, fr, it, de or es, found: %s", code);
    return language;
}

static void check_players(struct argp_state *state, struct game_arguments *arguments)
{
    const struct game *game = arguments->game;
    char buffer[128];
    struct text players = TEXT_IN(buffer);
    if (arguments->players == 0)
        arguments->players = game->players_min;
    game_players_print(game, &players);
    if (arguments->players < game->players_min || arguments->players > game->players_max)
        argp_error(state, "--players: %s is for %s players", game->id, players.bytes);
}

static void list_values(const struct game_option *option, struct text *out)
{
    for (unsigned i = 0; i < option->value_count; i++)
        text_add_format(out, "%s%s", i > 0 ? ", " : "", option->values[i]);
}

static void read_option(struct argp_state *state, const struct game *game, const char *written,
                        uint8_t chosen[GAME_OPTIONS_MAX])
{
    char key[64], values_buffer[512];
    struct text values = TEXT_IN(values_buffer);
    const char *equals = strchr(written, '=');
    if (equals == NULL || (size_t)(equals - written) >= sizeof key) {
        argp_error(state, "--option: expected KEY=VALUE, found: %s", written);
        return;
    }
    snprintf(key, sizeof key, "%.*s", (int)(equals - written), written);
    int option = game_option_find(game, key);
    if (option < 0) {
        argp_error(state, "--option: %s has no option %s", game->id, key);
        return;
    }
    int value = game_option_value(&game->options[option], equals + 1);
    list_values(&game->options[option], &values);
    if (value < 0)
        argp_error(state, "--option %s: expected one of %s, found: %s", key, values.bytes,
                   equals + 1);
    chosen[option] = (uint8_t)value;
}

/* Runs when the whole command line is known, since options may precede the game. */
static void check_together(struct argp_state *state, struct game_arguments *arguments)
{
    if (arguments->game == NULL) {
        if (arguments->written_count > 0)
            argp_error(state, "--option: expected a game (belfry games lists them)");
        return;
    }
    check_players(state, arguments);
    game_options_default(arguments->game, arguments->options);
    for (unsigned i = 0; i < arguments->written_count; i++)
        read_option(state, arguments->game, arguments->written[i], arguments->options);
}

static void read_game(struct argp_state *state, const char *id, struct game_arguments *arguments)
{
    if (arguments->game != NULL)
        argp_error(state, "one game is enough: %s", id);
    arguments->game = game_find(id);
    if (arguments->game == NULL)
        argp_error(state, "no such game: %s (belfry games lists them)", id);
}

static error_t parse_argument(int key, char *argument, struct argp_state *state)
{
    struct game_arguments *arguments = state->input;
    switch (key) {
    case PLAYERS:
        arguments->players = number_argument(state, "--players", argument, 1, GAME_SEATS_MAX);
        return 0;
    case SEED:
        arguments->has_seed = seed_parse(argument, arguments->seed);
        if (!arguments->has_seed)
            argp_error(state, "--seed: expected 1 to 64 hex digits, found: %s", argument);
        return 0;
    case OPTION:
        if (arguments->written_count == OPTION_ARGUMENTS_MAX)
            argp_error(state, "--option: at most %d", OPTION_ARGUMENTS_MAX);
        arguments->written[arguments->written_count++] = argument;
        return 0;
    case ARGP_KEY_ARG:
        read_game(state, argument, arguments);
        return 0;
    case ARGP_KEY_END:
        check_together(state, arguments);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp parser = {options, parse_argument, NULL, NULL, NULL, NULL, NULL};
const struct argp_child game_arguments_children[] = {{&parser, 0, NULL, 0}, {0}};
