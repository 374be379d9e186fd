/* What the tools of `belfry store …` that look at one store share: their options, opening and
 * closing it. */
#ifndef BELFRY_BOT_PROGRAM_STORE_TOOL_H
#define BELFRY_BOT_PROGRAM_STORE_TOOL_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/configuration/config.h"
#include "bot/store/store.h"

enum { STORE_TOOL_PATH_BYTES = 1024 };

struct store_tool {
    const char *command; /* "belfry store check", for messages */
    bool names_table;
    const char *config_file, *data;
    int64_t table;                     /* 0: not named */
    char found[STORE_TOOL_PATH_BYTES]; /* a folder or an address */
    struct config config;
    struct store *store;
    struct store_inquiry *inquiry;
};

/* Reads the command line, opens the store, does the work and returns the exit status. */
int store_tool_run(struct store_tool *tool, int argc, char **argv, const char *usage,
                   const char *help, int (*work)(struct store_tool *tool));
/* Prints one line on standard error, and returns the exit status of work that failed. */
int store_tool_complain(const struct store_tool *tool, const char *complaint);

#endif
