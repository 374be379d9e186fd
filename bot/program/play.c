#include <argp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/console/console.h"
#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/game_arguments.h"
#include "bot/program/process.h"
#include "bot/program/run.h"
#include "bot/turn/host.h"

struct play {
    struct game_arguments table; /* without a game, the person opens a table by command */
    unsigned long seat;          /* from 1 */
    enum player_level level;
    const char *language;
    const char *name; /* NULL: as the console finds it */
    bool no_colour;
};

/* -- Arguments --------------------------------------------------------------------------------- */

enum { SEAT = 256, LANGUAGE, NAME, NO_COLOUR, LEVEL };

static const struct argp_option options[] = {
    {"seat", SEAT, "N", 0, "your seat, from 1; default: 1", 0},
    {"lang", LANGUAGE, "en|fr|it|de|es", 0, "language; default: en", 0},
    {"name", NAME, "NAME", 0, "what you are called; default: your login name", 0},
    {"no-color", NO_COLOUR, NULL, 0, "no colours", 0},
    {"level", LEVEL, "LEVEL", 0,
     "how the other seats play: random, easy, normal or hard; default: easy", 0},
    {0}};

static error_t parse_argument(int key, char *argument, struct argp_state *state)
{
    struct play *play = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &play->table;
        return 0;
    case SEAT:
        play->seat = number_argument(state, "--seat", argument, 1, GAME_SEATS_MAX);
        return 0;
    case LANGUAGE:
        play->language = catalog_language_find(argument);
        if (play->language == NULL)
            argp_error(state, "--lang: expected en, fr, it, de or es, found: %s", argument);
        return 0;
    case NAME:
        if (argument[0] == '\0' || strlen(argument) >= NAME_MAX_BYTES)
            argp_error(state, "--name: expected a name of 1 to %d bytes", NAME_MAX_BYTES - 1);
        play->name = argument;
        return 0;
    case NO_COLOUR:
        play->no_colour = true;
        return 0;
    case LEVEL:
        play->level = level_argument(state, "--level", argument, strlen(argument));
        return 0;
    case ARGP_KEY_END:
        if (play->table.game != NULL && play->seat > play->table.players)
            argp_error(state, "--seat: expected a number from 1 to %lu, found: %lu",
                       play->table.players, play->seat);
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
    game_arguments_children,
    NULL,
    NULL};

/* -- The table --------------------------------------------------------------------------------- */

static void open_table(struct host *host, const struct play *play,
                       const struct console_settings *settings)
{
    char buffer[NAME_MAX_BYTES];
    struct text name = TEXT_IN(buffer);
    console_person_name(settings, &host->listener, &name);
    const struct person person = {CONSOLE_IDENTITY, name.bytes, RANK_ADMIN};
    struct table_choice choice = {0};
    struct table *table;
    memcpy(choice.options, play->table.options, sizeof choice.options);
    if (session_open_table(&host->sessions, play->table.game, &choice, "console", CONSOLE_PLACE,
                           &person, &table) != NULL)
        return;
    while (table->seat_count < play->table.players)
        session_add_bot(&host->sessions, table, play->level);
    session_swap_seats(&host->sessions, table, 0, (unsigned)play->seat - 1);
    if (play->table.has_seed)
        session_set_seed(&host->sessions, table, play->table.seed);
    session_start(&host->sessions, table);
}

static int play_at(struct host *host, const struct play *play)
{
    if (!host_start_networks(host)) {
        host_stop(host);
        uv_run(host->loop, UV_RUN_DEFAULT);
        return EXIT_FAILURE;
    }
    if (play->table.game != NULL)
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
    struct text person = TEXT_IN(settings->person);
    if (play->name != NULL)
        text_add_printable(&person, play->name, strlen(play->name));
    struct text language = TEXT_IN(config->language);
    text_add(&language, play->language);
    uv_loop_t loop;
    struct host host;
    uv_loop_init(&loop);
    host_open(&host, &loop, catalog, store, config);
    host.farewell = "farewell.play"; /* the store is in memory */
    int status = play_at(&host, play);
    host_close(&host);
    uv_loop_close(&loop);
    store_close(store);
    return status;
}

int play_main(int argc, char **argv)
{
    struct play play = {.seat = 1, .level = PLAYER_EASY, .language = "en"};
    command_line_parse(&arguments, argc, argv, &play);
    signal(SIGPIPE, SIG_IGN);
    log_to(stderr, LOG_LEVEL_WARNING);
    struct config config;
    char error[ERROR_BYTES] = "";
    if (!process_prepare(error, sizeof error)) {
        log_error("bot.not-started", "reason", error);
        return EXIT_FAILURE;
    }
    struct catalog *catalog = catalog_open(error, sizeof error);
    if (catalog == NULL || !config_file_read(NULL, &config)) {
        log_error("catalog.unreadable", "reason", error);
        catalog_free(catalog);
        return EXIT_FAILURE;
    }
    int status = play_with(&play, catalog, &config);
    config_free(&config);
    catalog_free(catalog);
    return status;
}
