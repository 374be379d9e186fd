#include "bot/program/config_file.h"

#include "adapters/console/console.h"
#include "adapters/discord/discord.h"
#include "adapters/irc/irc.h"
#include "adapters/protocol/protocol.h"
#include "bot/base/log.h"

static const struct adapter_class *const adapters[] = {
    &console_class, &irc_adapter_class, &discord_adapter_class, &protocol_adapter_class, NULL};

static void complain(void *context, const char *file, int line, const char *key,
                     const char *complaint)
{
    (void)context;
    fprintf(stderr, "%s:", file);
    if (line > 0)
        fprintf(stderr, "%d:", line);
    if (*key != '\0')
        fprintf(stderr, " %s:", key);
    fprintf(stderr, " %s\n", complaint);
}

static void log_mistake(void *context, const char *file, int line, const char *key,
                        const char *complaint)
{
    (void)context;
    log_error("config.mistake", "file", file, "line", line > 0 ? LOG_NUMBER(line) : NULL, "key",
              *key != '\0' ? key : NULL, "reason", complaint);
}

bool config_file_read_again(const char *file, struct config *config)
{
    return config_read(file, adapters, config, log_mistake, NULL);
}

bool config_file_read(const char *file, struct config *config)
{
    return file != NULL ? config_read(file, adapters, config, complain, NULL)
                        : config_default(adapters, config);
}

void config_file_write_example(FILE *stream)
{
    config_write_reference(stream, adapters);
}
