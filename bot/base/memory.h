/* Allocation for the host. It never returns NULL: when memory runs out, the process logs one line
 * and exits with status 1. No move is lost by that, since every accepted move is on disk before
 * anyone is told of it. Games allocate nothing. */
#ifndef BELFRY_BOT_BASE_MEMORY_H
#define BELFRY_BOT_BASE_MEMORY_H

#include <stddef.h>

/* Zeroed; free() it. */
void *memory_new(size_t size);
/* A copy of a string, NULL for NULL; free() it. */
char *memory_copy(const char *string);

#endif
