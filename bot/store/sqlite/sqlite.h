/* The store in a file, within the process. */
#ifndef BELFRY_BOT_STORE_SQLITE_SQLITE_H
#define BELFRY_BOT_STORE_SQLITE_SQLITE_H

#include "bot/store/store.h"

/* See store_open(). */
struct store *sqlite_open(const char *folder, char *error, size_t error_size);

#endif
