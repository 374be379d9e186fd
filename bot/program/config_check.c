#include <argp.h>
#include <stdio.h>

#include "bot/base/error.h"
#include "bot/commands/settings_reference.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/folders.h"
#include "bot/words/catalog.h"

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    const char **file = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (*file != NULL)
            argp_error(state, "one file is enough: %s", argument);
        *file = argument;
        return 0;
    case ARGP_KEY_END:
        if (*file == NULL)
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

int config_check_main(int argc, char **argv)
{
    static const struct argp arguments = {
        NULL, parse_option, "FILE", "Checks a configuration; every mistake is one line.",
        NULL, NULL,         NULL};
    const char *file = NULL;
    struct config config;
    command_line_parse(&arguments, argc, argv, &file);
    if (!config_file_read(file, &config))
        return EXIT_WORK_FAILED;
    advise(file, &config);
    bool good = folders_check(file, &config);
    if (good)
        printf("%s: correct\n", file);
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
