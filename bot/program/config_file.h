/* The configuration of this program: a file, read with the adapters that are built in. */
#ifndef BELFRY_BOT_PROGRAM_CONFIG_FILE_H
#define BELFRY_BOT_PROGRAM_CONFIG_FILE_H

#include "bot/configuration/config.h"

/* Reads the file; NULL: the console network in this terminal. Every mistake is a line on standard
 * error ("FILE:LINE: KEY: COMPLAINT"); false if there was one. */
bool config_file_read(const char *file, struct config *config);

#endif
