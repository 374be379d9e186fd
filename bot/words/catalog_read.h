/* Reads the files of the message catalog. They are read while the program is built
 * (catalog_compile.c makes a table of them) and by tests; the bot has the table.
 */
#ifndef BELFRY_BOT_WORDS_CATALOG_READ_H
#define BELFRY_BOT_WORDS_CATALOG_READ_H

#include "bot/words/catalog.h"

/* One JSON file. A language may have several; no key stands in two of them. */
struct catalog_source {
    const char *language; /* one of catalog_languages */
    const char *json;
    size_t length;
};

/* Adds the messages of a file to `texts`, which owns its list and begins as zeros. False with one
 * line in `error`; what was added before remains. */
bool catalog_read(struct catalog_texts *texts, const struct catalog_source *source, char *error,
                  size_t error_size);
void catalog_texts_free(struct catalog_texts *texts);

#endif
