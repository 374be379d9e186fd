/* Runs the program of this build. BELFRY_PROGRAM is the path of the executable. */
#ifndef BELFRY_TESTS_UNIT_PROGRAM_KIT_H
#define BELFRY_TESTS_UNIT_PROGRAM_KIT_H

#include <stddef.h>
#include <sys/types.h>

enum { PROGRAM_OUT_MAX = 65536 };

struct outcome {
    int status; /* -1: it was killed */
    char out[PROGRAM_OUT_MAX];
    char error[8192];
};

/* Runs it to its end. A shell splits the arguments. Valid until the next call. */
struct outcome *program_run(const char *arguments);
/* Does the same in a directory. */
struct outcome *program_run_in(const char *folder, const char *arguments);
unsigned lines_of(const char *bytes);

/* A program that runs in a directory, with the test at its standard input. */
struct program {
    pid_t process;
    int input, output; /* the output and what it logs are one stream */
    char said[PROGRAM_OUT_MAX];
    size_t length;
    size_t read; /* of `said`, by program_await() */
};

/* Starts it in a directory that is also its $HOME and $XDG_DATA_HOME. */
void program_start(struct program *program, const char *folder, const char *arguments);
/* Does the same with a terminal for input and output. */
void program_start_at_terminal(struct program *program, const char *folder, const char *arguments);
void program_type(struct program *program, const char *line);
/* Waits until it has said the part, after what was awaited before. Returns from there on what was
 * said so far; valid until the next call. */
const char *program_await(struct program *program, const char *part);
/* Sends the signal and waits for its end; returns its exit status, or -1 when it was killed. All it
 * said is in `said`. */
int program_end(struct program *program, int signal);
/* Closes its standard input and does the same. */
int program_hang_up(struct program *program);

#endif
