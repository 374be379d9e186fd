#include "tests/unit/program_kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/shared/text.h"

/* -- To its end -------------------------------------------------------------------------------- */

static void read_back(const char *file, char *bytes, size_t size)
{
    FILE *stream = fopen(file, "re");
    if (stream == NULL) {
        fail_msg("%s is gone", file);
        return;
    }
    bytes[fread(bytes, 1, size - 1, stream)] = '\0';
    fclose(stream);
    unlink(file);
}

struct outcome *program_run(const char *arguments)
{
    return program_run_in(".", arguments);
}

struct outcome *program_run_in(const char *folder, const char *arguments)
{
    static struct outcome outcome;
    char out[] = "/tmp/belfry-out-XXXXXX", error[] = "/tmp/belfry-error-XXXXXX", buffer[1024];
    struct text command = TEXT_IN(buffer);
    close(mkstemp(out));
    close(mkstemp(error));
    text_add_format(&command, "cd '%s' && '%s' %s >%s 2>%s", folder, BELFRY_PROGRAM, arguments, out,
                    error);
    int status = system(command.bytes);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    read_back(out, outcome.out, sizeof outcome.out);
    read_back(error, outcome.error, sizeof outcome.error);
    return &outcome;
}

unsigned lines_of(const char *bytes)
{
    unsigned lines = 0;
    for (; *bytes != '\0'; bytes++)
        lines += *bytes == '\n';
    return lines;
}

/* -- In conversation --------------------------------------------------------------------------- */

static _Noreturn void become_program(const char *folder, const char *arguments, int input,
                                     int output)
{
    char buffer[1024];
    struct text command = TEXT_IN(buffer);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    setenv("HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("USER", "Anna", 1);
    text_add_format(&command, "cd '%s' && exec '%s' %s", folder, BELFRY_PROGRAM, arguments);
    execl("/bin/sh", "sh", "-c", buffer, (char *)NULL);
    _exit(127);
}

void program_start(struct program *program, const char *folder, const char *arguments)
{
    int input[2], output[2];
    assert_int_equal(pipe2(input, O_CLOEXEC), 0);
    assert_int_equal(pipe2(output, O_CLOEXEC), 0);
    *program = (struct program){.input = input[1], .output = output[0]};
    program->process = fork();
    if (program->process == 0)
        become_program(folder, arguments, input[0], output[1]);
    close(input[0]);
    close(output[1]);
}

void program_start_at_terminal(struct program *program, const char *folder, const char *arguments)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(terminal >= 0);
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    int other_side = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(other_side >= 0);
    *program = (struct program){.input = dup(terminal), .output = terminal};
    program->process = fork();
    if (program->process == 0)
        become_program(folder, arguments, other_side, other_side);
    close(other_side);
}

void program_type(struct program *program, const char *line)
{
    size_t length = strlen(line);
    assert_int_equal(write(program->input, line, length), length);
    assert_int_equal(write(program->input, "\n", 1), 1);
}

/* Returns false at the end of its output. */
static bool read_more(struct program *program)
{
    enum { PATIENCE_MS = 60000 };
    struct pollfd ready = {.fd = program->output, .events = POLLIN};
    if (poll(&ready, 1, PATIENCE_MS) != 1) {
        kill(program->process, SIGKILL);
        fail_msg("nothing more came after:\n%s", program->said);
    }
    size_t room = sizeof program->said - 1 - program->length;
    ssize_t count = read(program->output, program->said + program->length, room);
    if (count < 0) {
        assert_int_equal(errno, EIO); /* the other side of a terminal is gone */
        count = 0;
    }
    program->length += (size_t)count;
    program->said[program->length] = '\0';
    return count > 0;
}

const char *program_await(struct program *program, const char *part)
{
    const char *found;
    while ((found = strstr(program->said + program->read, part)) == NULL)
        if (!read_more(program))
            fail_msg("it ended without \"%s\":\n%s", part, program->said);
    program->read = (size_t)(found - program->said) + strlen(part);
    return found;
}

static int wait_for_end(struct program *program)
{
    int status;
    while (read_more(program))
        ;
    close(program->output);
    assert_int_equal(waitpid(program->process, &status, 0), program->process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int program_end(struct program *program, int signal)
{
    assert_int_equal(kill(program->process, signal), 0);
    int status = wait_for_end(program);
    close(program->input);
    return status;
}

int program_hang_up(struct program *program)
{
    close(program->input);
    return wait_for_end(program);
}
