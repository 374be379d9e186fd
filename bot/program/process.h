/* What the process asks of the system before it does anything. */
#ifndef BELFRY_BOT_PROGRAM_PROCESS_H
#define BELFRY_BOT_PROGRAM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* Forbids core dumps, which would hold hands, seeds and passwords, and sees that enough files can
 * be open at once. False, with one line in `error`: they can't. */
bool process_prepare(char *error, size_t error_size);

#endif
