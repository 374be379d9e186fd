/* Allocation for the host and the libraries it uses. It never returns NULL: when memory runs out,
 * the process logs one line and ends with status 1 at once, whatever its other threads do. No move
 * is lost by that, since every accepted move is on disk before anyone is told of it. Games allocate
 * nothing. */
#ifndef BELFRY_BOT_BASE_MEMORY_H
#define BELFRY_BOT_BASE_MEMORY_H

#include <stddef.h>
#include <stdio.h>

/* Zeroed; free() it. */
void *memory_new(size_t size);
/* A copy of a string, NULL for NULL; free() it. */
char *memory_copy(const char *string);

/* Zeroed, for passwords and tokens: where the system allows it, the block is never written to swap
 * or into a core dump. memory_free_secret() wipes it. The system limits how much may be locked
 * (RLIMIT_MEMLOCK), so this is not for what grows with the number of tables. */
void *memory_new_secret(size_t size);
void memory_free_secret(void *block);

/* A stream whose bytes are in memory; after closing it, free() them. */
FILE *memory_stream(char **bytes, size_t *length);
void memory_stream_close(FILE *stream);

/* malloc(), calloc() and realloc() for libraries that let their user allocate. A size of 0 is one
 * of 1. */
void *memory_take(size_t size);
void *memory_take_zeroed(size_t count, size_t size);
void *memory_resize(void *block, size_t size);

/* Ends the process, as the functions above do. */
_Noreturn void memory_end(void);

#endif
