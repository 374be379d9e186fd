/* Reads the files of the message catalog, for the build (compile/catalog_compile.c makes a table of
 * them) and for tests. The bot uses the table. */
#ifndef BELFRY_BOT_WORDS_CATALOG_READ_H
#define BELFRY_BOT_WORDS_CATALOG_READ_H

#include "bot/words/catalog.h"

/* One JSON file. A language may have several; no key may occur in two of them. */
struct catalog_source {
    const char *language; /* one of catalog_languages */
    const char *json;
    size_t length;
};

/* Adds the messages of a file to `texts`, which owns its list and starts as zeros. False with one
 * line in `error`; messages that were already added remain. */
bool catalog_read(struct catalog_texts *texts, const struct catalog_source *source, char *error,
                  size_t error_size);
void catalog_texts_free(struct catalog_texts *texts);

#endif
