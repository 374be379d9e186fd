/* A process that plays the other side in a test. It is killed when the test ends, however that
 * happens. */
#ifndef BELFRY_TESTS_UNIT_PEER_PROCESS_H
#define BELFRY_TESTS_UNIT_PEER_PROCESS_H

#include <sys/types.h>

struct peer_process {
    pid_t id;
    int input, output; /* pipes to its standard input and from its standard output */
};

/* Starts a program, which is looked for in PATH, with one argument. */
void peer_process_start(struct peer_process *peer, const char *program, const char *argument);

#endif
