/* The host and an IRC session when memory runs out, whichever allocation fails: one line in the
 * log, status 1, nothing else.
 *
 * The linker replaces calloc and the like with __wrap_calloc wherever our own code calls them: also
 * for ICU, jansson and libuv, which allocate by our functions. Each failure runs in a child
 * process. tests/kit/little_memory.py does the same to the program as it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "bot/program/libraries.h"
#include "tests/unit/host_fixture.h"
#include "tests/wire/irc_kit.h"

void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *string);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *string);
const char *__asan_default_options(void);

/* Allocations that still succeed; negative: all of them. */
static long left = -1;

static bool fails(void)
{
    if (left < 0)
        return false;
    return left == 0 || --left == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

char *__wrap_strdup(const char *string)
{
    return fails() ? NULL : __real_strdup(string);
}

/* A process that ends because of memory frees nothing. */
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

/* The whole host, as at the start of the program. */
static void start(void *context)
{
    (void)context;
    fixture_open("");
}

/* A table from its opening to its repetition, with everything that people can ask for. */
static void play(void *fixture)
{
    static const struct {
        const char *name, *place, *text;
    } lines[] = {{"alice", "#a", "new en-garde touches=1"},
                 {"bruno", "#a", "join"},
                 {"alice", "#a", "start"},
                 {"alice", "", "hand"},
                 {"bruno", "", "moves"},
                 {"alice", "#a", "table"},
                 {"alice", "#a", "help"},
                 {"bruno", "#a", "p advance 1"},
                 {"alice", "#a", "p advance 1"},
                 {"bruno", "#a", "p advance 1"},
                 {"alice", "#a", "abort"},
                 {"bruno", "#a", "again"},
                 {"alice", "#a", "leave"},
                 {"bruno", "#a", "bots add"},
                 {"bruno", "#a", "start"}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        fixture_type(fixture, lines[i].name, lines[i].place, lines[i].text);
}

/* A connection to a server, a channel, a person with a command that waits for their account, and an
 * answer to it. */
static void talk(void *kit)
{
    irc_kit_welcome(kit, "message-tags", "CASEMAPPING=ascii");
    irc_kit_enter(kit, "#games", "belfry alice!al@alice.example");
    irc_kit_receive(kit, ":alice!al@alice.example PRIVMSG #games :!join");
    irc_kit_receive(kit, ":irc.test.example 318 belfry alice :End of /WHOIS list.");
    irc_kit_receive(kit, ":irc.test.example INVITE belfry #more");
    irc_kit_say(kit, "picture", "#games", "-", "a picture\nof two lines");
    irc_kit_say(kit, "hand", "-", "mask:alice!al@alice.example", "7 8 9");
    irc_kit_receive(kit, ":alice!al@alice.example NICK alison");
    irc_kit_disconnect(kit);
}

/* Runs `act` in a child process in which the n-th allocation fails. Returns its status; `log` gets
 * what it logged. */
static int act_without(void (*act)(void *context), void *context, long n, char *log,
                       size_t log_size)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        left = n;
        act(context);
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], log + length, log_size - 1 - length)) > 0;)
        length += (size_t)got;
    log[length] = '\0';
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + status;
}

static void assert_one_line(const char *log, long n)
{
    const char *event = strstr(log, "event=memory.exhausted\n");
    if (event == NULL || strchr(log, '\n') != log + strlen(log) - 1)
        fail_msg("allocation %ld: the log is\n%s", n, log);
}

/* Returns how many allocations there are. Of many, every n-th fails: n is 1/`grain` of those
 * before it. */
static long end_with_one_line(void (*act)(void *context), void *context, long grain)
{
    static char log[8192];
    int status = EXIT_FAILURE;
    long n = 0, last = 0;
    log_to(NULL, LOG_LEVEL_WARNING);
    while (status == EXIT_FAILURE) {
        last = n;
        n += 1 + n / grain;
        status = act_without(act, context, n, log, sizeof log);
        if (status == EXIT_FAILURE)
            assert_one_line(log, n);
    }
    assert_int_equal(status, EXIT_SUCCESS);
    assert_string_equal(log, "");
    log_to(NULL, LOG_LEVEL_INFO);
    return last;
}

static void the_host_ends_with_one_line_whichever_allocation_fails(void **state)
{
    (void)state;
    struct fixture *fixture = fixture_open("");
    assert_true(end_with_one_line(play, fixture, 64) > 100);
    fixture_close(fixture);
}

static void so_does_its_start(void **state)
{
    (void)state;
    assert_true(end_with_one_line(start, NULL, 16) > 300);
}

static void so_does_an_irc_session(void **state)
{
    (void)state;
    struct irc_kit kit;
    irc_kit_init(&kit);
    irc_kit_set(&kit, "channels", "#games");
    irc_kit_set(&kit, "flood-commands", "5");
    assert_true(end_with_one_line(talk, &kit, 1000) > 30);
    irc_kit_free(&kit);
}

int main(void)
{
    libraries_use_memory();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(so_does_its_start),
        cmocka_unit_test(the_host_ends_with_one_line_whichever_allocation_fails),
        cmocka_unit_test(so_does_an_irc_session)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
