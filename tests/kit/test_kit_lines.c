/* How much a person has to read: the lines that a terminal of 80 columns and 24 rows gets for each
 * move that its person makes, in whole games against seats that the bot plays at random. Everything
 * counts that is shown until they are asked again: sentences, pictures, hands and empty lines.
 */
#include <pthread.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "adapters/console/console.h"
#include "bot/base/log.h"
#include "bot/turn/host.h"
#include "tests/kit/kit.h"
#include "tests/unit/same_chance.h"

enum {
    LINES_MAX = 12, /* for each input, on average over a game */
    SEAT = 0,       /* of the person */
    CALM_TURNS = 4, /* of the loop, until the console has shown what was said */
    INPUT_MARK = '\f'
};

/* -- The terminal ------------------------------------------------------------------------------ */

/* Its screen is read on a thread of its own, so that writing never waits. */
struct terminal {
    int screen, line, silent[2]; /* nobody types into the pipe */
    int kept_output, kept_input;
    pthread_t reader;
    FILE *shown;
    char *bytes;
    size_t length;
};

static void *read_screen(void *context)
{
    struct terminal *terminal = context;
    char buffer[4096];
    for (ssize_t length; (length = read(terminal->screen, buffer, sizeof buffer)) > 0;)
        fwrite(buffer, 1, (size_t)length, terminal->shown);
    return NULL;
}

static void open_terminal(struct terminal *terminal)
{
    const struct winsize size = {.ws_row = 24, .ws_col = 80};
    struct termios raw = {.c_cflag = CS8};
    *terminal =
        (struct terminal){.kept_output = dup(STDOUT_FILENO), .kept_input = dup(STDIN_FILENO)};
    terminal->shown = open_memstream(&terminal->bytes, &terminal->length);
    assert_int_equal(pipe(terminal->silent), 0);
    assert_int_equal(openpty(&terminal->screen, &terminal->line, NULL, &raw, &size), 0);
    assert_int_equal(pthread_create(&terminal->reader, NULL, read_screen, terminal), 0);
    fflush(stdout);
    dup2(terminal->line, STDOUT_FILENO);
    dup2(terminal->silent[0], STDIN_FILENO);
    close(terminal->line);
}

/* Afterwards `bytes` is all that was shown. */
static void close_terminal(struct terminal *terminal)
{
    assert_true(dup2(terminal->kept_output, STDOUT_FILENO) >= 0);
    assert_true(dup2(terminal->kept_input, STDIN_FILENO) >= 0);
    pthread_join(terminal->reader, NULL);
    fclose(terminal->shown);
    const int all[] = {terminal->screen, terminal->silent[0], terminal->silent[1],
                       terminal->kept_output, terminal->kept_input};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        close(all[i]);
}

static void mark_input(void)
{
    assert_int_equal(write(STDOUT_FILENO, &(char){INPUT_MARK}, 1), 1);
}

/* -- A game ------------------------------------------------------------------------------------ */

struct bench {
    uv_loop_t loop;
    struct catalog *catalog;
    struct store *store;
    struct config config;
    struct host host;
};

static void recovered(void *context, const char *error)
{
    (void)context;
    assert_null(error);
}

static void open_bench(struct bench *bench)
{
    static const struct adapter_class *const adapters[] = {&console_class, NULL};
    char error[STORE_ERROR_MAX] = "";
    assert_true(config_default(adapters, &bench->config));
    struct console_settings *settings = bench->config.networks[0].settings;
    settings->colour = CONSOLE_COLOUR_OFF;
    struct text person = TEXT_IN(settings->person);
    text_add(&person, "Alice");
    bench->catalog = catalog_open(error, sizeof error);
    bench->store = store_open(":memory:", error, sizeof error);
    assert_string_equal(error, "");
    uv_loop_init(&bench->loop);
    host_open(&bench->host, &bench->loop, bench->catalog, bench->store, &bench->config);
    host_recover(&bench->host, recovered, NULL);
    assert_true(host_start_networks(&bench->host));
}

static void close_bench(struct bench *bench)
{
    host_stop(&bench->host);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    host_close(&bench->host);
    uv_loop_close(&bench->loop);
    store_close(bench->store);
    config_free(&bench->config);
    catalog_free(bench->catalog);
}

static struct table *open_table(struct bench *bench, const struct game *game)
{
    const struct person person = {CONSOLE_IDENTITY, "Alice", RANK_ADMIN};
    struct table_choice choice = {0};
    struct table *table;
    game_options_default(game, choice.options);
    assert_null(session_open_table(&bench->host.sessions, game, &choice, "console", CONSOLE_PLACE,
                                   &person, &table));
    while (table->seat_count < game->players_min)
        session_add_bot(&bench->host.sessions, table, PLAYER_RANDOM);
    assert_null(session_start(&bench->host.sessions, table));
    return table;
}

static bool person_may_act(const struct table *table)
{
    return table->game->rules->actors(table->state) & SEAT_BIT(SEAT);
}

/* Lets the bot's seats move until the person is asked or the game is over, and all that be shown.
 */
static void settle(struct bench *bench, const struct table *table)
{
    while (table->status == TABLE_PLAYING && !person_may_act(table))
        uv_run(&bench->loop, UV_RUN_NOWAIT);
    for (unsigned turn = 0; turn < CALM_TURNS; turn++)
        uv_run(&bench->loop, UV_RUN_NOWAIT);
}

static void type_any_move(struct bench *bench, const struct table *table)
{
    game_move moves[GAME_LEGAL_MAX];
    char buffer[GAME_MOVE_TEXT_MAX + 8];
    struct text line = TEXT_IN(buffer);
    size_t count = table->game->rules->legal(table->state, SEAT, moves);
    assert_true(count > 0);
    text_add(&line, "play ");
    table->game->text->print(moves[randombytes_random() % count], &line);
    const struct inbound inbound = {.network = "console",
                                    .person = {CONSOLE_IDENTITY, "Alice", RANK_ADMIN},
                                    .place = CONSOLE_PLACE,
                                    .text = buffer,
                                    .addressed = true};
    bench->host.listener.received(&bench->host, &inbound);
}

static void play(const struct game *game)
{
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    open_bench(bench);
    for (unsigned turn = 0; turn < CALM_TURNS; turn++)
        uv_run(&bench->loop, UV_RUN_NOWAIT);
    struct table *table = open_table(bench, game);
    settle(bench, table);
    while (table->status == TABLE_PLAYING) {
        mark_input();
        type_any_move(bench, table);
        settle(bench, table);
    }
    mark_input();
    close_bench(bench);
    free(bench);
}

/* -- Counting ---------------------------------------------------------------------------------- */

struct figures {
    unsigned inputs, lines, most;
};

/* What was shown before the first input and at the end of the program does not count. */
static struct figures count(const char *shown)
{
    struct figures figures = {0};
    for (const char *input = strchr(shown, INPUT_MARK); input != NULL;) {
        const char *next = strchr(input + 1, INPUT_MARK);
        unsigned lines = 0;
        if (next == NULL)
            break;
        for (const char *at = input; at < next; at++)
            lines += *at == '\n';
        figures.inputs++;
        figures.lines += lines;
        if (lines > figures.most)
            figures.most = lines;
        input = next;
    }
    return figures;
}

static void whole_game(void **state)
{
    const struct game *game = *state;
    struct terminal terminal;
    same_chance_restart();
    open_terminal(&terminal);
    play(game);
    close_terminal(&terminal);
    struct figures figures = count(terminal.bytes);
    assert_true(figures.inputs > 0);
    print_message("%-20s %3u inputs: %5.1f lines each, at most %u\n", game->id, figures.inputs,
                  (double)figures.lines / figures.inputs, figures.most);
    if (getenv("BELFRY_SHOW") != NULL)
        fputs(terminal.bytes, stderr);
    free(terminal.bytes);
    assert_true(figures.lines <= LINES_MAX * figures.inputs);
}

int main(int argc, char **argv)
{
    same_chance_install();
    log_to(stderr, LOG_LEVEL_ERROR);
    return kit_run("lines", whole_game, argc, argv);
}
