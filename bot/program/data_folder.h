/* Where the tables are: a folder, or the address of a database. */
#ifndef BELFRY_BOT_PROGRAM_DATA_FOLDER_H
#define BELFRY_BOT_PROGRAM_DATA_FOLDER_H

#include "bot/configuration/config.h"

/* Adds the folder or address to `path`: the one that was named on the command line (NULL: none),
 * else the configured one, else the default. */
void data_folder_find(const char *named, const struct config *config, struct text *path);
/* Returns what `data` is called in messages: an address may hold a password. */
const char *data_name(const char *data);
/* Whether there is a store in the folder. Of an address nobody knows before they ask there. */
bool data_exists(const char *data);

#endif
