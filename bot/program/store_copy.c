/* `belfry store copy FROM TO`: moves a bot from a folder to a server, or back. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/log.h"
#include "bot/program/command_line.h"
#include "bot/program/data_folder.h"
#include "bot/program/run.h"
#include "bot/store/transfer.h"

struct copying {
    const char *from, *to;
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct copying *copying = state->input;
    if (key == ARGP_KEY_ARG && copying->from == NULL)
        copying->from = argument;
    else if (key == ARGP_KEY_ARG && copying->to == NULL)
        copying->to = argument;
    else if (key == ARGP_KEY_ARG)
        argp_error(state, "no further argument expected: %s", argument);
    else if (key == ARGP_KEY_END && copying->to == NULL)
        argp_error(state, "expected a store to copy from and one to copy to");
    else if (key != ARGP_KEY_END)
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static int complain(const char *data, const char *reason)
{
    fprintf(stderr, "belfry store copy: %s: %s\n", data_name(data), reason);
    return EXIT_WORK_FAILED;
}

/* -- Progress ---------------------------------------------------------------------------------- */

static void show_progress(void *context, enum transfer_stage stage, int64_t done, int64_t total)
{
    enum { WIDTH = 30 };
    static const char full[] = "##############################";
    (void)context;
    if (isatty(STDERR_FILENO) == 0)
        return;
    int filled = total > 0 ? (int)(done * WIDTH / total) : WIDTH;
    fprintf(stderr, "\r%s [%-*.*s] %" PRId64 " of %" PRId64 " rows\033[K",
            stage == TRANSFER_COPYING ? "copying  " : "comparing", (int)WIDTH, filled, full, done,
            total);
    if (done == total && stage == TRANSFER_COMPARING)
        fputs("\r\033[K", stderr);
}

/* -- Copying ----------------------------------------------------------------------------------- */

static int copy(const struct copying *copying, struct store *from, struct store *to)
{
    const struct transfer_watch watch = {.progress = show_progress};
    char error[STORE_ERROR_MAX] = "";
    int64_t rows = store_transfer(from, to, &watch, error, sizeof error);
    if (rows < 0)
        return complain(copying->to, error);
    printf("%" PRId64 " rows copied and compared; to go on with the copy, set its name as data: and"
           " start the bot\n",
           rows);
    return EXIT_DONE;
}

/* A copy makes no store to copy from. */
static struct store *open_source(const char *data)
{
    char error[STORE_ERROR_MAX] = "";
    if (!data_exists(data)) {
        complain(data, "there is no store");
        return NULL;
    }
    struct store *store = store_open(data, error, sizeof error);
    if (store == NULL)
        complain(data, error);
    return store;
}

static int open_and_copy(const struct copying *copying)
{
    char error[STORE_ERROR_MAX] = "";
    struct store *from = open_source(copying->from);
    if (from == NULL)
        return EXIT_WORK_FAILED;
    struct store *to = store_open(copying->to, error, sizeof error);
    int status = to != NULL ? copy(copying, from, to) : complain(copying->to, error);
    store_close(to);
    store_close(from);
    return status;
}

int store_copy_main(int argc, char **argv)
{
    static const struct argp arguments = {
        NULL,
        parse_option,
        "FROM TO",
        "Copies a store into an empty one, and compares them row by row. Each of FROM and TO is a "
        "folder or the address of a database (postgresql://…).\vStop the bot first. FROM stays as "
        "it is.",
        NULL,
        NULL,
        NULL};
    struct copying copying = {NULL, NULL};
    FILE *nowhere = fopen("/dev/null", "we");
    command_line_parse(&arguments, argc, argv, &copying);
    log_to(nowhere, LOG_LEVEL_ERROR); /* the tool says everything itself */
    int status = open_and_copy(&copying);
    log_to(NULL, LOG_LEVEL_INFO);
    if (nowhere != NULL)
        fclose(nowhere);
    return status;
}
