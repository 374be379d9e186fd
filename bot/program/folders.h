/* Whether the folders and files that a configuration names can be used by whoever asks. */
#ifndef BELFRY_BOT_PROGRAM_FOLDERS_H
#define BELFRY_BOT_PROGRAM_FOLDERS_H

#include "bot/configuration/config.h"

/* Prints a line on standard error for each that can't, in the form of config_file_read(). Returns
 * whether all can. Makes nothing. */
bool folders_check(const char *file, const struct config *config);

#endif
