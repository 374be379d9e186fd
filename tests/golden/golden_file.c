#include "tests/golden/golden_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void write_file(const char *file, const struct text *text)
{
    FILE *stream = fopen(file, "we");
    assert_non_null(stream);
    fwrite(text->bytes, 1, text->length, stream);
    fclose(stream);
}

void golden_file_read(const char *file, char *bytes, size_t size)
{
    FILE *stream = fopen(file, "re");
    if (stream == NULL)
        fail_msg("%s is missing: BELFRY_GOLDEN_WRITE=1 before the test's name writes it; then read "
                 "it line by line",
                 file);
    bytes[fread(bytes, 1, size - 1, stream)] = '\0';
    fclose(stream);
}

/* Ends both texts behind their first line that differs and returns where these lines begin. */
static size_t cut_to_difference(char *one, char *other, unsigned *line)
{
    size_t start = 0, at = 0;
    *line = 1;
    for (; one[at] == other[at]; at++) {
        if (one[at] == '\n') {
            start = at + 1;
            ++*line;
        }
    }
    one[start + strcspn(one + start, "\n")] = '\0';
    other[start + strcspn(other + start, "\n")] = '\0';
    return start;
}

void golden_file_compare(const char *file, const struct text *text)
{
    static char golden[GOLDEN_FILE_BYTES];
    unsigned line;
    if (text->truncated)
        fail_msg("%s: too long", file);
    if (getenv("BELFRY_GOLDEN_WRITE") != NULL)
        write_file(file, text);
    golden_file_read(file, golden, sizeof golden);
    if (strcmp(text->bytes, golden) == 0)
        return;
    size_t start = cut_to_difference(text->bytes, golden, &line);
    fail_msg("%s:%u:\nexpected: %s\nfound:    %s\nAfter an intended change, BELFRY_GOLDEN_WRITE=1 "
             "before the test's name writes the file; look at the difference.",
             file, line, golden + start, text->bytes + start);
}
