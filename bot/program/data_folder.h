/* The folder of the tables. */
#ifndef BELFRY_BOT_PROGRAM_DATA_FOLDER_H
#define BELFRY_BOT_PROGRAM_DATA_FOLDER_H

#include "bot/configuration/config.h"

/* Adds the folder to `path`: the one that was named on the command line (NULL: none), else the
 * configured one, else the default. */
void data_folder_find(const char *named, const struct config *config, struct text *path);

#endif
