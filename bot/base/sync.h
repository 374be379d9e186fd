/* Flushes to disk what must survive a loss of power. */
#ifndef BELFRY_BOT_BASE_SYNC_H
#define BELFRY_BOT_BASE_SYNC_H

#include <stdbool.h>

/* Both return false, with the reason in errno, on failure. */
bool sync_file(const char *file);
/* The folder that holds the file: it has the file's name on disk from then on. */
bool sync_folder_of(const char *file);

#endif
