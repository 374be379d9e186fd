/* What the process asks of the system before it does anything. */
#ifndef BELFRY_BOT_PROGRAM_PROCESS_H
#define BELFRY_BOT_PROGRAM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* Forbids core dumps, which would hold hands, seeds and passwords, and sees that there are enough
 * files, stack and threads, because nothing can be told when they are missing later. False, with
 * one line in `error`: there are not. */
bool process_prepare(char *error, size_t error_size);

#endif
