#include <argp.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/console/console.h"
#include "bot/base/log.h"
#include "bot/program/game_arguments.h"
#include "bot/program/run.h"
#include "bot/record/seed.h"
#include "bot/turn/host.h"

enum { ERROR_BYTES = 512 };

struct play {
    const struct game *game; /* NULL: the person opens a table himself */
    struct table_choice choice;
    unsigned players; /* 0: the fewest that the game allows */
    unsigned seat;    /* from 1 */
    enum player_level level;
    bool has_seed;
    uint8_t seed[STORE_SEED_BYTES];
    const char *language;
    bool no_colour;
};

/* -- Arguments -----------------------------------------------------------------------------------
 */

enum { KEY_PLAYERS = 256, KEY_SEAT, KEY_SEED, KEY_OPTION, KEY_LANGUAGE, KEY_NO_COLOUR, KEY_LEVEL };

static const struct argp_option options[] = {
    {"players", KEY_PLAYERS, "N", 0, "seats at the table; default: the fewest of the game", 0},
    {"seat", KEY_SEAT, "N", 0, "your seat, from 1; default: 1", 0},
    {"seed", KEY_SEED, "HEX", 0, "1 to 64 hex digits for the shuffle; default: a fresh one", 0},
    {"option", KEY_OPTION, "KEY=VALUE", 0, "an option of the game; may be repeated", 0},
    {"lang", KEY_LANGUAGE, "en|fr|it", 0, "language; default: en", 0},
    {"no-color", KEY_NO_COLOUR, NULL, 0, "no colours", 0},
    {"level", KEY_LEVEL, "LEVEL", 0,
     "how the other seats play: random, easy, normal or hard; default: easy", 0},
    {0}};

static unsigned parse_count(struct argp_state *state, const char *argument)
{
    char *end;
    unsigned long number = strtoul(argument, &end, 10);
    if (*argument < '0' || *argument > '9' || *end != '\0' || number < 1 || number > GAME_SEATS_MAX)
        argp_error(state, "a number from 1 to %d is expected, not: %s", GAME_SEATS_MAX, argument);
    return (unsigned)number;
}

static void parse_option_value(struct argp_state *state, struct play *play, char *argument)
{
    char *equals = strchr(argument, '=');
    if (play->game == NULL) {
        argp_error(state, "the game stands before its options");
        return;
    }
    if (equals == NULL) {
        argp_error(state, "KEY=VALUE is expected, not: %s", argument);
        return;
    }
    *equals = '\0';
    int option = game_option_find(play->game, argument);
    if (option < 0) {
        argp_error(state, "%s has no option %s", play->game->id, argument);
        return;
    }
    int value = game_option_value(&play->game->options[option], equals + 1);
    if (value < 0) {
        argp_error(state, "option %s has no value %s; see: belfry games", argument, equals + 1);
        return;
    }
    play->choice.options[option] = (uint8_t)value;
}

static error_t parse_argument(int key, char *argument, struct argp_state *state)
{
    struct play *play = state->input;
    switch (key) {
    case KEY_PLAYERS:
        play->players = parse_count(state, argument);
        return 0;
    case KEY_SEAT:
        play->seat = parse_count(state, argument);
        return 0;
    case KEY_SEED:
        play->has_seed = seed_parse(argument, play->seed);
        if (!play->has_seed)
            argp_error(state, "1 to 64 hex digits are expected, not: %s", argument);
        return 0;
    case KEY_OPTION:
        parse_option_value(state, play, argument);
        return 0;
    case KEY_LANGUAGE:
        play->language = catalog_language_find(argument);
        if (play->language == NULL)
            argp_error(state, "en, fr or it is expected, not: %s", argument);
        return 0;
    case KEY_NO_COLOUR:
        play->no_colour = true;
        return 0;
    case KEY_LEVEL:
        if (!player_level_find(argument, strlen(argument), &play->level))
            argp_error(state, "there is no level %s; there are: random, easy, normal, hard",
                       argument);
        return 0;
    case ARGP_KEY_ARG:
        if (play->game != NULL)
            argp_error(state, "one game at a time");
        play->game = game_find(argument);
        if (play->game == NULL) {
            argp_error(state, "there is no game %s; see: belfry games", argument);
            return EINVAL;
        }
        game_options_standard(play->game, play->choice.options);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp arguments = {
    options,
    parse_argument,
    "[GAME]",
    "A table in this terminal; seats without a person are played by the bot.\v"
    "Type moves as they are printed, `help` for all commands, `quit` to leave.",
    NULL,
    NULL,
    NULL};

static bool check_seats(struct play *play)
{
    if (play->game == NULL)
        return true;
    if (play->players == 0)
        play->players = play->game->players_min;
    char buffer[128];
    struct text problem = TEXT_IN(buffer);
    if (!players_possible(play->game, play->players, &problem)) {
        fprintf(stderr, "belfry play: %s\n", problem.bytes);
        return false;
    }
    if (play->seat > play->players) {
        fprintf(stderr, "belfry play: there is no seat %u among %u players\n", play->seat,
                play->players);
        return false;
    }
    return true;
}

/* -- The table ------------------------------------------------------------------------------------
 */

static void open_table(struct host *host, const struct play *play,
                       const struct console_settings *settings)
{
    char buffer[NAME_MAX_BYTES];
    struct text name = TEXT_IN(buffer);
    console_person_name(settings, &host->listener, &name);
    const struct person person = {CONSOLE_IDENTITY, name.bytes, RANK_ADMIN};
    struct table *table;
    if (session_open_table(host, play->game, &play->choice, "console", CONSOLE_PLACE, &person,
                           &table) != NULL)
        return;
    while (table->seat_count < play->players)
        session_add_bot(host, table, play->level);
    table_seats_swap(table, 0, play->seat - 1);
    if (play->has_seed)
        memcpy(table->seed, play->seed, sizeof table->seed);
    session_start(host, table);
}

static int play_at(struct host *host, const struct play *play)
{
    if (!host_start_networks(host)) {
        host_stop(host);
        uv_run(host->loop, UV_RUN_DEFAULT);
        return EXIT_FAILURE;
    }
    if (play->game != NULL)
        open_table(host, play, host->config->networks[0].settings);
    uv_run(host->loop, UV_RUN_DEFAULT);
    return EXIT_SUCCESS;
}

static int play_with(const struct play *play, struct catalog *catalog, struct config *config)
{
    char error[ERROR_BYTES] = "";
    struct store *store = store_open(":memory:", error, sizeof error);
    if (store == NULL) {
        log_error("store.not-opened", "reason", error);
        return EXIT_FAILURE;
    }
    struct console_settings *settings = config->networks[0].settings;
    if (play->no_colour)
        settings->colour = CONSOLE_COLOUR_OFF;
    struct text language = TEXT_IN(config->language);
    text_add(&language, play->language);
    uv_loop_t loop;
    struct host host;
    uv_loop_init(&loop);
    host_open(&host, &loop, catalog, store, config);
    host.farewell = "farewell.play"; /* this store ends with the process */
    int status = play_at(&host, play);
    host_close(&host);
    uv_loop_close(&loop);
    store_close(store);
    return status;
}

int play_main(int argc, char **argv)
{
    struct play play = {.seat = 1, .level = PLAYER_EASY, .language = "en"};
    argp_parse(&arguments, argc, argv, ARGP_IN_ORDER, NULL, &play);
    if (!check_seats(&play))
        return 2;
    signal(SIGPIPE, SIG_IGN);
    log_to(stderr, LOG_LEVEL_WARNING);
    struct config config;
    char error[ERROR_BYTES] = "";
    struct catalog *catalog = catalog_open(error, sizeof error);
    if (catalog == NULL || !config_standard(run_adapters, &config)) {
        log_error("catalog.unreadable", "reason", error);
        catalog_free(catalog);
        return EXIT_FAILURE;
    }
    int status = play_with(&play, catalog, &config);
    config_free(&config);
    catalog_free(catalog);
    return status;
}
