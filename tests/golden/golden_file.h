/* Files of golden texts, and what is found in their place. */
#ifndef BELFRY_TESTS_GOLDEN_FILE_H
#define BELFRY_TESTS_GOLDEN_FILE_H

#include "games/shared/text.h"

enum { GOLDEN_FILE_BYTES = 512 * 1024 };

/* "" for a file that isn't there. */
void golden_file_read(const char *file, char *bytes, size_t size);
/* Compares the text with the file and tells the first line that differs; with BELFRY_GOLDEN_WRITE
 * set the file is written first. */
void golden_file_compare(const char *file, const struct text *text);

#endif
