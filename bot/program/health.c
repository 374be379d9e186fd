/* `belfry health`: asks a running bot for its state, for health checks of containers. */
#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "bot/configuration/monitor_address.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/monitor_request.h"
#include "bot/program/run.h"

enum { ANSWER_BYTES = 256 };

struct request {
    const char *config_file;
    char address[64];
};

static void take_address(struct request *request, const char *written)
{
    struct text address = TEXT_IN(request->address);
    text_add(&address, written);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case 'c':
        request->config_file = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "one address is enough: %s", argument);
        take_address(request, argument);
        return 0;
    case ARGP_KEY_END:
        if ((request->config_file == NULL) == (request->address[0] == '\0'))
            argp_error(state, "expected an address or a configuration");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool find_address(struct request *request)
{
    struct config config;
    if (request->config_file == NULL)
        return true;
    if (!config_file_read(request->config_file, &config))
        return false;
    take_address(request, config.monitor);
    config_free(&config);
    if (request->address[0] == '\0')
        fprintf(stderr, "%s: monitor.address is not set, so the bot does not answer\n",
                request->config_file);
    return request->address[0] != '\0';
}

int health_main(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"config", 'c', "FILE", 0, "take the address from this configuration", 0}, {0}};
    static const struct argp arguments = {
        options,     parse_option,
        "[ADDRESS]", "Asks the bot that runs with `monitor.address: ADDRESS` for its health.",
        NULL,        NULL,
        NULL};
    struct request request = {.config_file = NULL};
    struct monitor_address parsed;
    char buffer[ANSWER_BYTES], line_buffer[ANSWER_BYTES];
    struct text answer = TEXT_IN(buffer), line = TEXT_IN(line_buffer);
    command_line_parse(&arguments, argc, argv, &request);
    if (!find_address(&request))
        return EXIT_WORK_FAILED;
    if (!monitor_address_parse(request.address, &parsed)) {
        fprintf(stderr, "%s: expected a number and a port, as in 127.0.0.1:8642\n",
                request.address);
        return EXIT_WRONG_USAGE;
    }
    long status = monitor_request(request.address, "/health", &answer);
    text_add_printable(&line, buffer, strcspn(buffer, "\n"));
    fprintf(status == MONITOR_OK ? stdout : stderr, "%s\n", line.bytes);
    return status == MONITOR_OK ? EXIT_DONE : EXIT_WORK_FAILED;
}
