#include "tests/unit/peer_process.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cmocka.h>

static _Noreturn void become(const char *program, const char *argument, int input, int output)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    execlp(program, program, argument, (char *)NULL);
    _exit(127);
}

void peer_process_start(struct peer_process *peer, const char *program, const char *argument)
{
    int input[2], output[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe2(input, O_CLOEXEC), 0);
    assert_int_equal(pipe2(output, O_CLOEXEC), 0);
    /* A test may look at what the peer saw only afterwards: a body of all commands fits in. */
    assert_true(fcntl(output[1], F_SETPIPE_SZ, 1 << 20) > 0);
    peer->id = fork();
    if (peer->id == 0)
        become(program, argument, input[0], output[1]);
    assert_true(peer->id > 0);
    close(input[0]);
    close(output[1]);
    peer->input = input[1];
    peer->output = output[0];
}
