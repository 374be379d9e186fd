/* Fuzzes the configuration reader: no input crashes it, every refusal has a complaint, and accepted
 * values are within the bounds of the tables. */
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/settings.h"
#include "bot/configuration/config.h"

static const struct config_section console_section = {.keys = NULL};
static const struct adapter_class console_class = {.type = "console", .settings = &console_section};
static const struct adapter_class irc_class = {.type = "irc", .settings = &irc_settings_section};
static const struct adapter_class *const classes[] = {&console_class, &irc_class, NULL};

static void count(void *context, const char *file, int line, const char *key, const char *complaint)
{
    (void)file;
    (void)key;
    if (line < 0 || complaint[0] == '\0')
        abort();
    ++*(size_t *)context;
}

static void check_irc(const struct irc_settings *settings)
{
    if (settings->port < 1 || settings->port > 65535 || settings->host[0] == '\0' ||
        memchr(settings->host, '\0', sizeof settings->host) == NULL ||
        settings->channels.count > CONFIG_LIST_MAX)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct config config;
    size_t complaints = 0;
    /* The folder does not exist, so a relative path can't name a file of this machine. */
    bool good = config_read_text("/nonexistent/fuzz.yaml", (const char *)bytes, length, classes,
                                 &config, count, &complaints);
    if (good != (complaints == 0))
        abort();
    for (size_t i = 0; i < config.network_count; i++) {
        if (config.networks[i].class == &irc_class)
            check_irc(config.networks[i].settings);
    }
    config_free(&config);
    return 0;
}
