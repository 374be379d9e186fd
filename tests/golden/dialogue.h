/* Dialogues: text files of steps, each followed by everything that it brought about, indented by
 * four blanks.
 *
 *     # a remark
 *     a step
 *         what followed
 *
 * A test makes the steps and compares the whole. BELFRY_GOLDEN_WRITE=1 makes it write what follows
 * instead: look at what it changed.
 */
#ifndef BELFRY_TESTS_DIALOGUE_H
#define BELFRY_TESTS_DIALOGUE_H

#include <stdint.h>

#include "games/shared/text.h"

/* Makes one step, a copy of the file's line, and appends what followed, line by line. */
typedef void dialogue_step(void *context, char *step, struct text *out);

/* Fails the test when something else follows. */
void dialogue_run(const char *file, dialogue_step *step, void *context);

/* Runs `test` with each file of tests/golden/FOLDER, whose path is *state. */
int dialogue_run_all(const char *folder, void (*test)(void **state));

/* Takes the next word of a step, ended by a blank or the end. */
char *dialogue_word(char **rest);
/* Milliseconds of a time as in "90min"; units are ms, s, min, h and d. */
int64_t dialogue_time(const char *written);

#endif
