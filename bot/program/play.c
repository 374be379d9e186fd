#include <argp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/console/console.h"
#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/data_folder.h"
#include "bot/program/game_arguments.h"
#include "bot/program/game_menu.h"
#include "bot/program/process.h"
#include "bot/program/protocol.h"
#include "bot/program/run.h"
#include "bot/record/seed.h"
#include "bot/turn/host.h"

enum { PATH_BYTES = 1024, MENU_BYTES = 4096 };

/* What the store keeps beside the tables: the person's name. */
#define PLAY_SCOPE "play"
#define NAME_KEY   "name"

struct play {
    struct game_arguments table; /* without a game, the person chooses one */
    unsigned long seat;          /* from 1 */
    enum player_level level;
    const char *language; /* NULL: English, or what the person chose before */
    const char *name;     /* NULL: as it is kept, or as the console finds it */
    const char *data;     /* NULL: the default folder, and only for a person at a terminal */
    bool no_colour;
    bool protocol; /* standard input and output are a program's */

    struct catalog *catalog;
    struct config config;
    struct host host;
    bool kept;             /* the store is on disk */
    struct game_menu menu; /* what may be chosen now; empty: nothing */
    char way_back[PATH_BYTES];
    bool failed;
};

/* -- Arguments --------------------------------------------------------------------------------- */

enum { SEAT = 256, LANGUAGE, NAME, NO_COLOUR, LEVEL, DATA, PROTOCOL };

static const struct argp_option options[] = {
    {"seat", SEAT, "N", 0, "your seat, from 1; default: 1", 0},
    {"lang", LANGUAGE, "en|fr|it|de|es", 0, "language; default: the last one, at first en", 0},
    {"name", NAME, "NAME", 0,
     "what you are called; default: the last name, which is asked once at a terminal, else your "
     "login name",
     0},
    {"data", DATA, "DIR", 0,
     "folder that keeps the games; default: $XDG_DATA_HOME/belfry/play "
     "(~/.local/share/belfry/play) "
     "at a terminal, none when input comes from a pipe or a file",
     0},
    {"no-color", NO_COLOUR, NULL, 0, "no colours", 0},
    {"level", LEVEL, "LEVEL", 0,
     "how the other seats play: random, easy, normal or hard; default: easy", 0},
    {"protocol", PROTOCOL, NULL, 0,
     "for players that are programs: one JSON line in, one out (config/PROTOCOL.md); needs GAME, "
     "keeps nothing",
     0},
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
        play->language = language_argument(state, argument);
        return 0;
    case NAME:
        if (argument[0] == '\0' || strlen(argument) >= NAME_MAX_BYTES)
            argp_error(state, "--name: expected a name of 1 to %d bytes", NAME_MAX_BYTES - 1);
        play->name = argument;
        return 0;
    case DATA:
        play->data = argument;
        return 0;
    case NO_COLOUR:
        play->no_colour = true;
        return 0;
    case LEVEL:
        play->level = level_argument(state, "--level", argument, strlen(argument));
        return 0;
    case PROTOCOL:
        play->protocol = true;
        return 0;
    case ARGP_KEY_END:
        if (play->protocol && play->table.game == NULL)
            argp_error(state, "--protocol: expected a game (belfry games lists them)");
        if (play->protocol && play->data != NULL)
            argp_error(state, "--data: a game that a program plays is not kept");
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
    "A table in this terminal; seats without a person are played by the bot. Without GAME, or when "
    "a "
    "game of GAME is saved, lists saved and new games to choose from.\v"
    "Type moves as they are printed, `help` for all commands, `quit` to leave: the game is kept, "
    "and "
    "`belfry play` lists it.",
    game_arguments_children,
    NULL,
    NULL};

/* -- Who plays --------------------------------------------------------------------------------- */

static const char *network_of(const struct play *play)
{
    return play->config.networks[0].name;
}

static struct setting_scope person_scope(const struct play *play)
{
    return setting_for_person(network_of(play), "", CONSOLE_IDENTITY);
}

static struct console_settings *settings_of(const struct play *play)
{
    return play->config.networks[0].settings;
}

/* Whether there is somebody who may be asked, and whose games are kept. */
static bool is_asked(const struct play *play)
{
    return play->data != NULL || isatty(STDIN_FILENO);
}

/* `buffer` has NAME_MAX_BYTES. */
static struct person person_of(struct play *play, char *buffer)
{
    struct text name = text_in(buffer, NAME_MAX_BYTES);
    console_person_name(settings_of(play), &play->host.listener, &name);
    return (struct person){CONSOLE_IDENTITY, name.bytes, RANK_ADMIN};
}

static void ask_name(struct play *play, struct text *name)
{
    char login[NAME_MAX_BYTES], question_buffer[256], answer_buffer[NAME_MAX_BYTES];
    struct text question = TEXT_IN(question_buffer), answer = TEXT_IN(answer_buffer);
    const struct setting_scope scope = person_scope(play);
    const struct words words = style_words(&play->host.styles, &scope);
    words_say(&words, &question, "play.ask-name", SAY_TEXT(person_of(play, login).name));
    console_ask(question.bytes, &answer);
    const char *first = answer.bytes + strspn(answer.bytes, " ");
    while (answer.length > 0 && answer.bytes[answer.length - 1] == ' ')
        answer.bytes[--answer.length] = '\0';
    text_add(name, first);
    if (name->length == 0)
        text_add(name, login);
}

/* The name as it was given, is kept, or is asked for now: that happens once. */
static void settle_name(struct play *play, const char *kept)
{
    char buffer[NAME_MAX_BYTES];
    struct text name = TEXT_IN(buffer);
    struct text person = TEXT_IN(settings_of(play)->person);
    if (play->name != NULL)
        text_add_printable(&name, play->name, strlen(play->name));
    else if (kept[0] != '\0')
        text_add(&name, kept);
    else if (play->kept && isatty(STDIN_FILENO))
        ask_name(play, &name);
    text_add(&person, name.bytes);
    if (name.length > 0 && strcmp(name.bytes, kept) != 0)
        store_value_set(play->host.store, PLAY_SCOPE, NAME_KEY, name.bytes);
}

static void settle_language(struct play *play)
{
    const struct setting_scope scope = person_scope(play);
    if (play->language != NULL)
        setting_set(&play->host.settings, SETTING_LANGUAGE, SETTING_AT_PERSON, &scope,
                    play->language, NULL);
}

/* -- The table --------------------------------------------------------------------------------- */

static struct table *live_table(const struct play *play)
{
    struct table *table = session_at(&play->host.sessions, network_of(play), CONSOLE_PLACE);
    return table != NULL && table_is_live(table) ? table : NULL;
}

static void say(struct play *play, const char *text)
{
    outbox_put(&play->host.outbox, &(struct outbound){.kind = OUTBOUND_EVENT,
                                                      .network = network_of(play),
                                                      .place = CONSOLE_PLACE,
                                                      .text = text});
}

static struct words words_here(struct play *play)
{
    return style_place_words(&play->host.styles, network_of(play), CONSOLE_PLACE);
}

static void say_refusal(struct play *play, session_refusal refusal)
{
    char buffer[512];
    struct text text = TEXT_IN(buffer);
    const struct words words = words_here(play);
    const int64_t damaged =
        session_refused_at(&play->host.sessions, network_of(play), CONSOLE_PLACE);
    words_say(&words, &text, refusal, SAY_MESSAGE("command.new.name"), SAY_NUMBER(0), SAY_NUMBER(0),
              SAY_NUMBER(damaged));
    say(play, text.bytes);
}

/* Of a game that was chosen from the menu, players and seat fit as far as they can. */
static unsigned players_of(const struct play *play, const struct game *game)
{
    bool fits =
        play->table.players >= game->players_min && play->table.players <= game->players_max;
    return fits ? (unsigned)play->table.players : game->players_min;
}

static void open_table(struct play *play, const struct game *game)
{
    char name[NAME_MAX_BYTES];
    struct sessions *sessions = &play->host.sessions;
    const struct person person = person_of(play, name);
    const unsigned players = players_of(play, game);
    struct table_choice choice = {0};
    struct table *table;
    if (game == play->table.game)
        memcpy(choice.options, play->table.options, sizeof choice.options);
    else
        game_options_default(game, choice.options);
    session_refusal refusal = session_open_table(sessions, game, &choice, network_of(play),
                                                 CONSOLE_PLACE, &person, &table);
    if (refusal != NULL) {
        say_refusal(play, refusal);
        return;
    }
    while (table->seat_count < players)
        session_add_bot(sessions, table, play->level);
    if (play->seat <= players)
        session_swap_seats(sessions, table, 0, (unsigned)play->seat - 1);
    if (play->table.has_seed)
        session_set_seed(sessions, table, play->table.seed);
    session_start(sessions, table);
}

/* -- The menu ---------------------------------------------------------------------------------- */

struct resumption {
    struct play *play;
    int64_t table;
};

static void resume_table(void *context, struct store_inquiry *inquiry)
{
    const struct resumption *resumption = context;
    struct play *play = resumption->play;
    char name[NAME_MAX_BYTES];
    const struct person person = person_of(play, name);
    session_refusal refusal = session_resume(&play->host.sessions, inquiry, resumption->table,
                                             network_of(play), CONSOLE_PLACE, &person);
    if (store_inquiry_waits(inquiry))
        return;
    if (refusal != NULL)
        say_refusal(play, refusal);
    else
        play->menu.count = 0;
}

static void take_offer(struct play *play, const struct game_offer *offer)
{
    const struct game_offer chosen = *offer;
    if (chosen.table == 0) {
        play->menu.count = 0;
        open_table(play, chosen.game);
        return;
    }
    struct resumption *resumption = memory_new(sizeof *resumption);
    *resumption = (struct resumption){.play = play, .table = chosen.table};
    store_ask(play->host.store, resume_table, free, resumption);
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && strspn(text, "0123456789") == strlen(text);
}

static void take_number(struct play *play, const char *typed)
{
    char buffer[512];
    struct text text = TEXT_IN(buffer);
    const struct words words = words_here(play);
    unsigned long number = strtoul(typed, NULL, 10);
    if (number >= 1 && number <= play->menu.count) {
        take_offer(play, &play->menu.offers[number - 1]);
        return;
    }
    words_say(&words, &text, "play.no-number", SAY_TEXT(typed), SAY_NUMBER(play->menu.count));
    say(play, text.bytes);
}

/* A number, or a game by its name; everything else is a command. In a tutorial they are moves. */
static bool choose(void *context, const struct inbound *inbound)
{
    struct play *play = context;
    const struct call call = {.commands = &play->host.commands, .inbound = inbound};
    const char *rest = inbound->text;
    if (play->menu.count == 0 || live_table(play) != NULL || command_is_learning(&call))
        return false;
    if (is_number(rest)) {
        take_number(play, rest);
        return true;
    }
    const struct game *game = command_read_game(&call, &rest);
    const struct game_offer *offer =
        game != NULL && *rest == '\0' ? game_menu_find(&play->menu, game) : NULL;
    if (offer != NULL)
        take_offer(play, offer);
    return offer != NULL;
}

static void show_menu(struct play *play)
{
    char buffer[MENU_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct words words = words_here(play);
    game_menu_say(&play->menu, &words, &text);
    say(play, text.bytes);
}

/* -- From the beginning to the end ------------------------------------------------------------- */

static void begin(struct play *play, const char *kept_name)
{
    settle_name(play, kept_name);
    settle_language(play);
    play->failed = !host_start_networks(&play->host);
    if (play->failed)
        host_stop(&play->host);
    else if (play->table.game != NULL && play->menu.saved == 0)
        take_offer(play, &play->menu.offers[0]);
    else if (is_asked(play))
        show_menu(play);
    else
        play->menu.count = 0;
}

static void read_kept(void *context, struct store_inquiry *inquiry)
{
    struct play *play = context;
    char name[NAME_MAX_BYTES];
    store_read_value(inquiry, PLAY_SCOPE, NAME_KEY, name, sizeof name);
    game_menu_read(&play->menu, inquiry, network_of(play), CONSOLE_PLACE, play->table.game);
    if (!store_inquiry_waits(inquiry))
        begin(play, name);
}

/* The game that was left is put away before its place opens, so that nothing moves there until it
 * is chosen. */
static void recovered(void *context, const char *error)
{
    struct play *play = context;
    if (error != NULL) {
        log_error("store.unreadable", "reason", error);
        play->failed = true;
        host_stop(&play->host);
        return;
    }
    struct table *left = live_table(play);
    if (left != NULL)
        session_archive(&play->host.sessions, left);
    host_end_turn(&play->host);
    store_ask(play->host.store, read_kept, NULL, play);
}

static void leaving(void *context)
{
    struct play *play = context;
    struct text way_back = TEXT_IN(play->way_back);
    if (!play->kept || live_table(play) == NULL)
        return;
    text_add(&way_back, "belfry play");
    if (play->data != NULL)
        text_add_format(&way_back, " --data %s", play->data);
    play->host.way_back = way_back.bytes;
    play->host.farewell = "farewell.kept";
}

/* NULL, after one line: then the games stay in memory. */
static struct store *open_kept(const struct play *play)
{
    char path_buffer[PATH_BYTES], error[ERROR_BYTES] = "", buffer[ERROR_BYTES + 256];
    struct text path = TEXT_IN(path_buffer), text = TEXT_IN(buffer);
    const struct words words = catalog_words(play->catalog, play->config.language);
    data_folder_find(play->data, &play->config, &path);
    if (play->data == NULL) /* beside the store of a bot, which may run all the time */
        text_add(&path, "/play");
    struct store *store = store_open(path.bytes, error, sizeof error);
    if (store == NULL) {
        words_say(&words, &text, "play.not-kept", SAY_TEXT(error));
        fprintf(stderr, "%s\n", text.bytes);
    }
    return store;
}

static struct store *open_store(struct play *play)
{
    char error[ERROR_BYTES] = "";
    struct store *store = is_asked(play) ? open_kept(play) : NULL;
    play->kept = store != NULL;
    if (store == NULL)
        store = store_open(":memory:", error, sizeof error);
    if (store == NULL)
        log_error("store.not-opened", "reason", error);
    return store;
}

static int play_tables(struct play *play)
{
    if (play->no_colour)
        settings_of(play)->colour = CONSOLE_COLOUR_OFF;
    struct text language = TEXT_IN(play->config.language);
    text_add(&language, play->language != NULL ? play->language : "en");
    struct store *store = open_store(play);
    if (store == NULL)
        return EXIT_FAILURE;
    uv_loop_t loop;
    uv_loop_init(&loop);
    host_open(&play->host, &loop, play->catalog, store, &play->config);
    play->host.farewell = "farewell.play";
    play->host.stopped = leaving;
    play->host.offered = choose;
    play->host.stopped_context = play->host.offered_context = play;
    host_recover(&play->host, recovered, play);
    uv_run(&loop, UV_RUN_DEFAULT);
    host_close(&play->host);
    uv_loop_close(&loop);
    store_close(store);
    return play->failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int play_configured(struct play *play)
{
    char error[ERROR_BYTES] = "";
    play->catalog = catalog_open(error, sizeof error);
    if (play->catalog == NULL)
        log_error("catalog.unreadable", "reason", error);
    if (play->catalog == NULL || !config_file_read(NULL, &play->config))
        return EXIT_FAILURE;
    int status = play_tables(play);
    config_free(&play->config);
    return status;
}

/* -- A program's game -------------------------------------------------------------------------- */

static int end_protocol(enum protocol_end end)
{
    if (end == PROTOCOL_FINISHED)
        return EXIT_SUCCESS;
    /* That nobody reads the output is told by every command (command_line.c). */
    if (end == PROTOCOL_NO_MORE_INPUT)
        fputs("belfry play: the input ended before the game did\n", stderr);
    else if (end == PROTOCOL_UNREADABLE)
        fputs("belfry play: the input can't be read\n", stderr);
    return EXIT_FAILURE;
}

static int play_protocol(struct play *play)
{
    char error[ERROR_BYTES] = "", name_buffer[NAME_MAX_BYTES];
    struct text name = TEXT_IN(name_buffer);
    const char *login = getenv("USER"), *called = play->name != NULL ? play->name : login;
    play->catalog = catalog_open(error, sizeof error);
    if (play->catalog == NULL) {
        log_error("catalog.unreadable", "reason", error);
        return EXIT_FAILURE;
    }
    const struct words words =
        catalog_words(play->catalog, play->language != NULL ? play->language : "en");
    if (called != NULL && called[0] != '\0')
        text_add_printable(&name, called, strlen(called));
    else
        words_say_plain(&words, &name, "console.person");
    struct protocol_game game = {.game = play->table.game,
                                 .players = (uint8_t)play->table.players,
                                 .seat = (uint8_t)(play->seat - 1),
                                 .name = name.bytes,
                                 .level = play->level,
                                 .words = &words};
    memcpy(game.options, play->table.options, sizeof game.options);
    if (play->table.has_seed)
        memcpy(game.seed, play->table.seed, sizeof game.seed);
    else
        seed_draw(game.seed);
    return end_protocol(protocol_play(&game, stdin, stdout));
}

int play_main(int argc, char **argv)
{
    struct play *play = memory_new(sizeof *play);
    char error[ERROR_BYTES] = "";
    int status = EXIT_FAILURE;
    play->seat = 1;
    play->level = PLAYER_EASY;
    command_line_parse(&arguments, argc, argv, play);
    signal(SIGPIPE, SIG_IGN);
    log_to(stderr, LOG_LEVEL_WARNING);
    if (process_prepare(error, sizeof error))
        status = play->protocol ? play_protocol(play) : play_configured(play);
    else
        log_error("bot.not-started", "reason", error);
    catalog_free(play->catalog);
    free(play);
    return status;
}
