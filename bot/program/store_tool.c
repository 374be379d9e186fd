#include "bot/program/store_tool.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/data_folder.h"

/* -- Arguments --------------------------------------------------------------------------------- */

static int64_t table_argument(const struct argp_state *state, const char *argument)
{
    char *end;
    errno = 0;
    long long number = strtoll(argument, &end, 10);
    if (errno != 0 || *end != '\0' || end == argument || number < 1)
        argp_error(state, "expected the number of a table: %s", argument);
    return number;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct store_tool *tool = state->input;
    switch (key) {
    case 'c':
        tool->config_file = argument;
        return 0;
    case 'd':
        tool->data = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (!tool->names_table || tool->table != 0)
            argp_error(state, "no further argument expected: %s", argument);
        tool->table = table_argument(state, argument);
        return 0;
    case ARGP_KEY_END:
        if (tool->names_table && tool->table == 0)
            argp_error(state, "expected the number of a table");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int store_tool_complain(const struct store_tool *tool, const char *complaint)
{
    fprintf(stderr, "%s: %s\n", tool->command, complaint);
    return EXIT_WORK_FAILED;
}

/* -- Opening ----------------------------------------------------------------------------------- */

static bool open_store(struct store_tool *tool)
{
    char error[STORE_ERROR_MAX] = "";
    struct text found = TEXT_IN(tool->found);
    data_folder_find(tool->data, &tool->config, &found);
    if (!data_exists(tool->found)) { /* a tool makes none */
        text_add(&found, ": there is no store");
        store_tool_complain(tool, tool->found);
        return false;
    }
    tool->store = store_open(tool->found, error, sizeof error);
    if (tool->store == NULL)
        store_tool_complain(tool, error);
    else
        tool->inquiry = store_inquire(tool->store);
    return tool->store != NULL;
}

int store_tool_run(struct store_tool *tool, int argc, char **argv, const char *usage,
                   const char *help, int (*work)(struct store_tool *tool))
{
    static const struct argp_option options[] = {
        {"config", 'c', "FILE", 0, "take the place of the tables from this configuration", 0},
        {"data", 'd', "DIR", 0,
         "folder of the tables or address of their database; default: $XDG_DATA_HOME/belfry", 0},
        {0}};
    const struct argp arguments = {options, parse_option, usage, help, NULL, NULL, NULL};
    int status = EXIT_WORK_FAILED;
    FILE *nowhere = fopen("/dev/null", "we");
    tool->command = argv[0];
    command_line_parse(&arguments, argc, argv, tool);
    log_to(nowhere, LOG_LEVEL_ERROR); /* the tool says everything itself */
    if (config_file_read(tool->config_file, &tool->config)) {
        if (open_store(tool)) {
            status = work(tool);
            store_inquiry_free(tool->inquiry);
        }
        store_close(tool->store);
        config_free(&tool->config);
    }
    log_to(NULL, LOG_LEVEL_INFO);
    if (nowhere != NULL)
        fclose(nowhere);
    return status;
}
