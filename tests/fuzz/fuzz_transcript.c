/* Fuzzes the reader of transcripts with arbitrary bytes. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/record/transcript.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct transcript_reader reader;
    char buffer[TRANSCRIPT_ERROR_MAX];
    struct text error = TEXT_IN(buffer);
    transcript_reader_open(&reader);
    for (size_t start = 0; start < size;) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = end == NULL ? size - start : (size_t)(end - data) - start;
        if (!transcript_read_line(&reader, (const char *)data + start, length, &error)) {
            if (error.length == 0)
                abort();
            return 0;
        }
        start += length + 1;
    }
    transcript_read_end(&reader, &error);
    return 0;
}
