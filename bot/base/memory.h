/* Allocation for the host. It never returns NULL: without memory the process says so in one line of
 * the log and ends with status 1. Nothing is lost by that, since every accepted move is on disk
 * before anybody is told of it; the games allocate nothing.
 */
#ifndef BELFRY_BOT_BASE_MEMORY_H
#define BELFRY_BOT_BASE_MEMORY_H

#include <stddef.h>

/* Zeroed; free() it. */
void *memory_new(size_t size);
/* A copy of a string, NULL for NULL; free() it. */
char *memory_copy(const char *string);

#endif
