#include "bot/base/memory.h"

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/log.h"

/* Other threads may hold anything, so nothing is tidied up. */
void memory_end(void)
{
    log_to(NULL, LOG_LEVEL_ERROR);
    log_error("memory.exhausted");
    _exit(EXIT_FAILURE);
}

static void *checked(void *block)
{
    if (block == NULL)
        memory_end();
    return block;
}

void *memory_new(size_t size)
{
    return checked(calloc(1, size));
}

char *memory_copy(const char *string)
{
    return string != NULL ? checked(strdup(string)) : NULL;
}

/* The block ends where a page does, so its size decides how it is aligned. */
static size_t aligned(size_t size)
{
    const size_t unit = _Alignof(max_align_t);
    return (size + unit - 1) / unit * unit;
}

void *memory_new_secret(size_t size)
{
    if (sodium_init() < 0)
        memory_end();
    return memset(checked(sodium_malloc(aligned(size))), 0, size);
}

void memory_free_secret(void *block)
{
    sodium_free(block);
}

FILE *memory_stream(char **bytes, size_t *length)
{
    return checked(open_memstream(bytes, length));
}

void memory_stream_close(FILE *stream)
{
    bool whole = !ferror(stream);
    if (fclose(stream) != 0 || !whole)
        memory_end();
}

void *memory_take(size_t size)
{
    return checked(malloc(size > 0 ? size : 1));
}

void *memory_take_zeroed(size_t count, size_t size)
{
    return checked(calloc(count > 0 ? count : 1, size > 0 ? size : 1));
}

void *memory_resize(void *block, size_t size)
{
    return checked(realloc(block, size > 0 ? size : 1));
}
