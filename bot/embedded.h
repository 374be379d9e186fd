/* Files that are part of the executable; bot/embed.cmake writes the arrays. */
#ifndef BELFRY_BOT_EMBEDDED_H
#define BELFRY_BOT_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
    const char *name; /* path from the root of the project; NULL ends a table */
    const unsigned char *bytes;
    size_t size;
};

/* config/locale/LANGUAGE.json and config/locale/LANGUAGE/PART.json, an English one first. */
extern const struct embedded_file catalog_files[];

#endif
