/* Dialogues with the program at a shell, to be read by people: what its commands write, to which
 * stream, and their exit status. tests/golden/program holds them. A step is a line for the shell,
 * in an empty directory; `belfry` is the program of this build.
 *
 * BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_program writes what follows on them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "tests/golden/dialogue.h"
#include "tests/unit/store_fixture.h"

/* Checks of states are `#`, for they change with every layout. */
static void add_shown(const char *line, struct text *out)
{
    enum { CHECK_DIGITS = 16 };
    while (*line != '\0') {
        size_t digits = strspn(line, "0123456789abcdef"), length = digits > 0 ? digits : 1;
        if (digits == CHECK_DIGITS)
            text_add_char(out, '#');
        else
            text_add_bytes(out, line, length);
        line += length;
    }
    text_add_char(out, '\n');
}

/* Appends the lines of a stream, with what marks them. Where to find help, with which a complaint
 * ends, is written by the C library, and not everywhere in the same way. */
static void add_stream(const char *folder, const char *name, const char *mark, struct text *out)
{
    char path[PATH_MAX_OF_TEST], line[8192];
    FILE *stream = fopen(path_of(path, folder, name), "re");
    assert_non_null(stream);
    while (fgets(line, sizeof line, stream) != NULL && strncmp(line, "Try ", 4) != 0) {
        line[strcspn(line, "\n")] = '\0';
        text_add_format(out, "%s ", mark);
        add_shown(line, out);
    }
    fclose(stream);
}

static void make_step(void *context, char *step, struct text *out)
{
    const char *folder = context;
    char buffer[2048];
    struct text command = TEXT_IN(buffer);
    text_add_format(&command, "cd '%s/here' && { %s\n} >../out 2>../error </dev/null", folder,
                    step);
    assert_false(command.truncated);
    int status = system(command.bytes);
    add_stream(folder, "/out", "|", out);
    add_stream(folder, "/error", "!", out);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        text_add_format(out, "exit status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static void test_dialogue(void **state)
{
    char *folder = folder_made(), here[PATH_MAX_OF_TEST];
    assert_int_equal(mkdir(path_of(here, folder, "/here"), 0700), 0);
    setenv("HOME", "/nowhere", 1);
    unsetenv("XDG_DATA_HOME");
    dialogue_run(*state, make_step, folder);
    folder_removed(folder);
}

int main(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s:%s", BELFRY_PROGRAM_FOLDER, getenv("PATH"));
    setenv("PATH", path, 1);
    setenv("GOLDEN", BELFRY_GOLDEN_FOLDER, 1);
    setenv("USER", "anna", 1);
    unsetenv("ARGP_HELP_FMT");
    return dialogue_run_all("program", test_dialogue);
}
