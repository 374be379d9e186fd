#include "bot/program/game_arguments.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct game *game_argument(struct argp_state *state, const char *id)
{
    const struct game *game = game_find(id);
    if (game == NULL)
        argp_error(state, "no such game: %s (belfry games lists them)", id);
    return game;
}

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

bool players_possible(const struct game *game, unsigned long players, struct text *problem)
{
    if (players >= game->players_min && players <= game->players_max)
        return true;
    text_add_format(problem, "%s is for ", game->id);
    game_players_print(game, problem);
    text_add(problem, " players");
    return false;
}

static void list_values(const struct game_option *option, struct text *out)
{
    for (unsigned i = 0; i < option->value_count; i++)
        text_add_format(out, "%s%s", i > 0 ? ", " : "", option->values[i]);
}

void option_argument(struct argp_state *state, const struct game *game, const char *written,
                     uint8_t options[GAME_OPTIONS_MAX])
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
    options[option] = (uint8_t)value;
}
