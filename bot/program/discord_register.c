#include <argp.h>
#include <string.h>

#include "adapters/discord/discord.h"
#include "adapters/discord/register.h"
#include "bot/base/error.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/run.h"
#include "bot/words/catalog.h"

struct wishes {
    const char *file, *network, *guild;
};

static const struct argp_option options[] = {
    {"config", 'c', "FILE", 0, "the configuration that names the network", 0},
    {"network", 'n', "NAME", 0, "the network, if the configuration has several of Discord", 0},
    {"guild", 'g', "ID", 0, "register for this server only; changes show there at once", 0},
    {0}};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct wishes *wishes = state->input;
    switch (key) {
    case 'c':
        wishes->file = argument;
        return 0;
    case 'n':
        wishes->network = argument;
        return 0;
    case 'g':
        if (argument[0] == '\0' || strspn(argument, "0123456789") != strlen(argument))
            argp_error(state, "--guild: expected digits, found: %s", argument);
        wishes->guild = argument;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "no argument expected: %s", argument);
        return EINVAL;
    case ARGP_KEY_END:
        if (wishes->file == NULL)
            argp_error(state, "expected --config FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* NULL after printing why there is none. */
static const struct config_network *find_network(const struct config *config,
                                                 const struct wishes *wishes)
{
    const struct config_network *found = NULL;
    for (size_t i = 0; i < config->network_count; i++) {
        const struct config_network *network = &config->networks[i];
        if (network->class != &discord_adapter_class ||
            (wishes->network != NULL && strcmp(network->name, wishes->network) != 0))
            continue;
        if (found != NULL) {
            fprintf(stderr, "several networks of type discord: name one with --network\n");
            return NULL;
        }
        found = network;
    }
    if (found == NULL)
        fprintf(stderr, "%s: no such network of type discord\n", wishes->file);
    return found;
}

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    const struct words words = catalog_words(context, locale);
    words_say_plain(&words, out, key);
}

static int do_register(const struct config_network *network, const char *guild)
{
    char error[ERROR_BYTES] = "";
    struct catalog *catalog = catalog_open(error, sizeof error);
    const struct discord_phrases phrases = {.context = catalog, .phrase = phrase};
    bool done = catalog != NULL &&
                discord_register(network->settings, guild, &phrases, stdout, error, sizeof error);
    if (!done)
        fprintf(stderr, "%s\n", error);
    catalog_free(catalog);
    return done ? EXIT_DONE : EXIT_WORK_FAILED;
}

int discord_register_main(int argc, char **argv)
{
    static const struct argp arguments = {
        options, parse_option,
        NULL,    "Registers the slash commands with Discord and shows what changed.",
        NULL,    NULL,
        NULL};
    struct wishes wishes = {0};
    struct config config;
    command_line_parse(&arguments, argc, argv, &wishes);
    if (!config_file_read(wishes.file, &config))
        return EXIT_WORK_FAILED;
    const struct config_network *network = find_network(&config, &wishes);
    int status = network != NULL ? do_register(network, wishes.guild) : EXIT_WORK_FAILED;
    config_free(&config);
    return status;
}
