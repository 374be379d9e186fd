/* Files that people download: the directory that a web server publishes.
 *
 * A file's name begins with 32 random hex digits, which nobody can guess, and then has 8 digits
 * that stand for the person it was written for, so that their files are found again. A file is
 * removed after DOWNLOAD_DAYS, or when the person is forgotten. It is readable by the bot's user
 * and the directory's group, so the web server has to be in that group.
 */
#ifndef BELFRY_BOT_COMMANDS_DOWNLOADS_H
#define BELFRY_BOT_COMMANDS_DOWNLOADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "games/shared/text.h"

enum { DOWNLOAD_DAYS = 7 };

/* Writes a new file; when this returns true, the whole file is on disk. Else errno says why. */
bool file_write(const char *path, mode_t mode, const char *bytes, size_t length);

/* Does the same for a file that is readable by the directory's group. */
bool download_write(const char *folder, const char *path, const char *bytes, size_t length);
/* Adds a new file's name that ends in `ending`, for a person. */
void download_name(const char *network, const char *identity, const char *ending, struct text *out);
/* Removes the files of a person, and those that are too old; "" for `folder`: there are none. */
void downloads_remove(const char *folder, const char *network, const char *identity);
void downloads_expire(const char *folder);
/* The system's clock was set by this many milliseconds: all files stay as old as they were. */
void downloads_redate(const char *folder, int64_t by);

#endif
