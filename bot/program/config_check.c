#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/error.h"
#include "bot/commands/settings_reference.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/data_folder.h"
#include "bot/program/folders.h"
#include "bot/program/trial.h"
#include "bot/store/store.h"
#include "bot/words/catalog.h"

enum { TRY_SECONDS = 30, TRY_MOST = 3600 };

struct wishes {
    const char *file;
    unsigned seconds; /* of a trial; 0: none */
};

static const struct argp_option options[] = {
    {"try", 't', "SECONDS", OPTION_ARG_OPTIONAL,
     "also go to each network and to the database as the bot would, with TLS, login and token, and "
     "leave again; not while the bot runs. Default: 30 seconds at most",
     0},
    {0}};

static unsigned seconds_argument(const struct argp_state *state, const char *argument)
{
    char *end;
    unsigned long seconds = argument != NULL ? strtoul(argument, &end, 10) : TRY_SECONDS;
    if (argument != NULL && (*end != '\0' || seconds < 1 || seconds > TRY_MOST))
        argp_error(state, "--try: expected seconds from 1 to %d: %s", TRY_MOST, argument);
    return (unsigned)seconds;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct wishes *wishes = state->input;
    switch (key) {
    case 't':
        wishes->seconds = seconds_argument(state, argument);
        return 0;
    case ARGP_KEY_ARG:
        if (wishes->file != NULL)
            argp_error(state, "one file is enough: %s", argument);
        wishes->file = argument;
        return 0;
    case ARGP_KEY_END:
        if (wishes->file == NULL)
            argp_error(state, "expected a file");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What works, but should be different. */
static void advise(const char *file, const struct config *config)
{
    for (size_t i = 0; i < config->network_count; i++) {
        const struct config_network *network = &config->networks[i];
        const struct config_section *section = network->class->settings;
        const char *key,
            *advice = section->advise ? section->advise(network->settings, &key) : NULL;
        if (advice != NULL)
            fprintf(stderr, "%s:%d: warning: %s: %s: %s\n", file, network->line, network->name, key,
                    advice);
    }
}

/* A second bot would take the running one's names away. */
static bool runs_already(const char *file, const struct config *config)
{
    char error[STORE_ERROR_MAX] = "", path[1024];
    struct text found = TEXT_IN(path);
    data_folder_find(NULL, config, &found);
    if (strstr(path, "://") != NULL || !data_exists(path))
        return false;
    struct store *store = store_open(path, error, sizeof error);
    if (store == NULL)
        fprintf(stderr, "%s: nothing is tried: %s: %s\n", file, path, error);
    store_close(store);
    return store == NULL;
}

/* The bot may run meanwhile. */
static bool try_database(const struct config *config)
{
    char error[STORE_ERROR_MAX] = "";
    if (!store_is_address(config->data))
        return true;
    bool reached = store_try_server(config->data, error, sizeof error);
    if (reached)
        printf("data: connected\n");
    else
        fprintf(stderr, "data: %s\n", error);
    return reached;
}

static bool try_all(const struct wishes *wishes, struct config *config)
{
    if (runs_already(wishes->file, config))
        return false;
    bool reached = try_database(config);
    return trial_run(config, wishes->seconds) && reached;
}

int config_check_main(int argc, char **argv)
{
    static const struct argp arguments = {
        options, parse_option, "FILE", "Checks a configuration; every mistake is one line.",
        NULL,    NULL,         NULL};
    struct wishes wishes = {.file = NULL};
    struct config config;
    command_line_parse(&arguments, argc, argv, &wishes);
    if (!config_file_read(wishes.file, &config))
        return EXIT_WORK_FAILED;
    advise(wishes.file, &config);
    bool good = folders_check(wishes.file, &config);
    if (good && wishes.seconds > 0)
        good = try_all(&wishes, &config);
    if (good)
        printf("%s: correct\n", wishes.file);
    config_free(&config);
    return good ? EXIT_DONE : EXIT_WORK_FAILED;
}

int config_reference_main(int argc, char **argv)
{
    static const struct argp arguments = {
        NULL, NULL, NULL, "Writes every setting, as a page in Markdown.", NULL, NULL, NULL};
    char error[ERROR_BYTES] = "";
    command_line_parse(&arguments, argc, argv, NULL);
    struct catalog *catalog = catalog_open(error, sizeof error);
    if (catalog == NULL) {
        fprintf(stderr, "belfry: %s\n", error);
        return EXIT_WORK_FAILED;
    }
    struct words words = catalog_words(catalog, "en");
    settings_write_reference(stdout, &words);
    catalog_free(catalog);
    return EXIT_DONE;
}

int config_example_main(int argc, char **argv)
{
    static const struct argp arguments = {
        NULL, NULL, NULL, "Writes a configuration with every key and its default.",
        NULL, NULL, NULL};
    command_line_parse(&arguments, argc, argv, NULL);
    config_file_write_example(stdout);
    return EXIT_DONE;
}
