/* `belfry health`: asks a running bot for its state, for health checks of containers. */
#include <argp.h>
#include <curl/curl.h>
#include <stdio.h>

#include "bot/configuration/monitor_address.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/run.h"

enum { TIMEOUT_MS = 5000, ANSWER_BYTES = 256, HTTP_OK = 200 };

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

static size_t take(char *bytes, size_t size, size_t count, void *context)
{
    text_add_printable(context, bytes, size * count);
    return size * count;
}

/* Returns the HTTP status, or 0 with the reason in `answer`. */
static long ask(const struct request *request, struct text *answer)
{
    char url[128];
    struct text written = TEXT_IN(url);
    long status = 0;
    CURL *curl = curl_easy_init();
    if (curl == NULL)
        return 0;
    text_add_format(&written, "http://%s/health", request->address);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)TIMEOUT_MS);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
    CURLcode result = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_cleanup(curl);
    if (result == CURLE_OK)
        return status;
    text_clear(answer);
    text_add_format(answer, "%s: %s", request->address, curl_easy_strerror(result));
    return 0;
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
    char buffer[ANSWER_BYTES];
    struct text answer = TEXT_IN(buffer);
    command_line_parse(&arguments, argc, argv, &request);
    if (!find_address(&request))
        return EXIT_WORK_FAILED;
    if (!monitor_address_parse(request.address, &parsed)) {
        fprintf(stderr, "%s: expected a number and a port, as in 127.0.0.1:8642\n",
                request.address);
        return EXIT_WRONG_USAGE;
    }
    long status = ask(&request, &answer);
    /* text_add_printable turned the line feed into a blank. */
    while (answer.length > 0 && buffer[answer.length - 1] == ' ')
        buffer[--answer.length] = '\0';
    fprintf(status == HTTP_OK ? stdout : stderr, "%s\n", buffer);
    return status == HTTP_OK ? EXIT_DONE : EXIT_WORK_FAILED;
}
