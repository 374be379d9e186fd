#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "bot/base/error.h"
#include "bot/program/command_line.h"
#include "bot/words/catalog.h"
#include "games/game.h"

enum key { JSON = 256 };

static const struct argp_option options[] = {{"json", JSON, NULL, 0, "as a JSON array", 0}, {0}};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    bool *json = state->input;
    switch (key) {
    case JSON:
        *json = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "no argument expected: %s", argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void add_name(struct catalog *catalog, const struct game *game, struct text *out)
{
    char key_buffer[64];
    struct text key = TEXT_IN(key_buffer);
    text_add_format(&key, "%s.name", game->id);
    catalog_say(catalog, "en", key.bytes, NULL, 0, out);
}

/* -- For programs ------------------------------------------------------------------------------ */

static json_t *option_json(const struct game_option *option)
{
    json_t *values = json_array();
    for (unsigned i = 0; i < option->value_count; i++)
        json_array_append_new(values, json_string(option->values[i]));
    return json_pack("{s:s, s:o, s:s}", "name", option->name, "values", values, "default",
                     option->values[option->default_index]);
}

static json_t *game_json(struct catalog *catalog, const struct game *game)
{
    char buffer[256];
    struct text name = TEXT_IN(buffer);
    add_name(catalog, game, &name);
    json_t *list = json_array();
    for (unsigned i = 0; i < game->option_count; i++)
        json_array_append_new(list, option_json(&game->options[i]));
    return json_pack("{s:s, s:s, s:{s:i, s:i}, s:o}", "id", game->id, "name", name.bytes, "players",
                     "min", game->players_min, "max", game->players_max, "options", list);
}

static void print_json(struct catalog *catalog)
{
    json_t *list = json_array();
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        json_array_append_new(list, game_json(catalog, *game));
    json_dumpf(list, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(list);
}

/* -- For people -------------------------------------------------------------------------------- */

static void print_options(const struct game *game)
{
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct game_option *option = &game->options[i];
        printf("    %s=", option->name);
        for (unsigned value = 0; value < option->value_count; value++)
            printf("%s%s", value > 0 ? "|" : "", option->values[value]);
        printf(" (default: %s)\n", option->values[option->default_index]);
    }
}

static void print_list(struct catalog *catalog)
{
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        char buffer[256], players[16];
        struct text name = TEXT_IN(buffer), range = TEXT_IN(players);
        add_name(catalog, *game, &name);
        text_add_format(&range, "%u", (*game)->players_min);
        if ((*game)->players_max > (*game)->players_min)
            text_add_format(&range, "-%u", (*game)->players_max);
        printf("%-22s %-4s players  %s\n", (*game)->id, players, buffer);
        print_options(*game);
    }
}

int games_main(int argc, char **argv)
{
    static const struct argp arguments = {
        options, parse_option, NULL, "Lists the games, their players and options.",
        NULL,    NULL,         NULL};
    bool json = false;
    char error[ERROR_BYTES];
    command_line_parse(&arguments, argc, argv, &json);
    struct catalog *catalog = catalog_open(error, sizeof error);
    if (catalog == NULL) {
        fprintf(stderr, "belfry games: %s\n", error);
        return EXIT_WORK_FAILED;
    }
    if (json)
        print_json(catalog);
    else
        print_list(catalog);
    catalog_free(catalog);
    return EXIT_DONE;
}
