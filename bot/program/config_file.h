/* The configuration of this program: a file, read with the built-in adapters. */
#ifndef BELFRY_BOT_PROGRAM_CONFIG_FILE_H
#define BELFRY_BOT_PROGRAM_CONFIG_FILE_H

#include "bot/configuration/config.h"

/* Reads a file; NULL gives the console network in this terminal. Prints a line on standard error
 * for every mistake ("FILE:LINE: KEY: COMPLAINT"), and returns false if there was one. */
bool config_file_read(const char *file, struct config *config);
/* Reads the file of a bot that runs: each mistake is an error of the log. */
bool config_file_read_again(const char *file, struct config *config);
/* Writes a file with every key of the built-in adapters (config_write_reference). */
void config_file_write_example(FILE *stream);

#endif
