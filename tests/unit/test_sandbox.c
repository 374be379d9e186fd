/* What a process in the sandbox can and can't do. Each try is a process of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot/program/sandbox.h"
#include "games/shared/text.h"
#include "tests/unit/store_fixture.h"

/* data/, backups/, exports/, etc/belfry.yaml, secrets/password and elsewhere/file are below it. */
static char *top;

static const char *below_top(const char *name)
{
    static char paths[8][PATH_MAX_OF_TEST];
    static size_t next;
    return path_of(paths[next++ % 8], top, name);
}

static void write_file(const char *path)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs("text", file);
    fclose(file);
}

static int make_folders(void **state)
{
    static const char *const folders[] = {"/data", "/exports", "/etc", "/secrets", "/elsewhere"};
    top = folder_made();
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        mkdir(below_top(folders[i]), 0700);
    write_file(below_top("/etc/belfry.yaml"));
    write_file(below_top("/secrets/password"));
    write_file(below_top("/elsewhere/file"));
    (void)state;
    return 0;
}

static int remove_folders(void **state)
{
    (void)state;
    folder_removed(top);
    return 0;
}

static void enter(bool on, const char *data)
{
    static struct config config;
    static char secret[PATH_MAX_OF_TEST];
    const struct sandbox sandbox = {
        .config_file = below_top("/etc/belfry.yaml"), .data = data, .config = &config};
    struct text backups = TEXT_IN(config.backup_folder), exports = TEXT_IN(config.export_folder);
    config.sandbox = on;
    text_add(&backups, below_top("/backups"));
    text_add(&exports, below_top("/exports"));
    config.secret_file_count = 1;
    config.secret_files[0] = (char *)path_of(secret, top, "/secrets/password");
    fclose(stderr);
    sandbox_enter(&sandbox);
}

/* Returns the exit status of `act`, or minus the signal that killed it. */
static int status_of(int (*act)(void), bool on, const char *data)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        enter(on, data);
        _exit(act());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static int inside(int (*act)(void))
{
    return status_of(act, true, below_top("/data"));
}

/* Returns 0 or errno. */
static int try_open(const char *path, int flags)
{
    int descriptor = open(path, flags | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return errno;
    close(descriptor);
    return 0;
}

static bool has_landlock(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

/* -- Files ------------------------------------------------------------------------------------- */

static int write_where_it_may(void)
{
    return try_open(below_top("/data/new"), O_WRONLY | O_CREAT) ||
           rename(below_top("/data/new"), below_top("/data/newer")) != 0 ||
           truncate(below_top("/data/newer"), 0) != 0 || unlink(below_top("/data/newer")) != 0 ||
           try_open(below_top("/backups/new"), O_WRONLY | O_CREAT) ||
           try_open(below_top("/exports/new"), O_WRONLY | O_CREAT);
}

static void the_folders_of_the_bot_can_be_written(void **state)
{
    (void)state;
    assert_int_equal(inside(write_where_it_may), 0);
}

static int read_what_it_may(void)
{
    return try_open(below_top("/etc/belfry.yaml"), O_RDONLY) ||
           try_open(below_top("/secrets/password"), O_RDONLY) || try_open("/etc/hosts", O_RDONLY) ||
           try_open("/proc/self/stat", O_RDONLY) || try_open("/dev/null", O_RDWR) ||
           try_open("/dev/urandom", O_RDONLY);
}

static void what_it_reads_again_can_be_read(void **state)
{
    (void)state;
    assert_int_equal(inside(read_what_it_may), 0);
}

static int read_elsewhere(void)
{
    return try_open(below_top("/elsewhere/file"), O_RDONLY);
}

static int write_elsewhere(void)
{
    return try_open(below_top("/elsewhere/new"), O_WRONLY | O_CREAT);
}

static int write_configuration(void)
{
    return try_open(below_top("/etc/belfry.yaml"), O_WRONLY);
}

static int write_secret(void)
{
    return try_open(below_top("/secrets/password"), O_WRONLY);
}

static int list_root(void)
{
    return try_open("/", O_RDONLY | O_DIRECTORY);
}

static void nothing_else_can_be_read_or_written(void **state)
{
    (void)state;
    if (!has_landlock())
        skip();
    assert_int_equal(inside(read_elsewhere), EACCES);
    assert_int_equal(inside(write_elsewhere), EACCES);
    assert_int_equal(inside(write_configuration), EACCES);
    assert_int_equal(inside(write_secret), EACCES);
    assert_int_equal(inside(list_root), EACCES);
}

static void with_a_server_everything_can_be_read_but_not_written(void **state)
{
    (void)state;
    if (!has_landlock())
        skip();
    assert_int_equal(status_of(read_elsewhere, true, "postgresql://host/belfry"), 0);
    assert_int_equal(status_of(write_elsewhere, true, "postgresql://host/belfry"), EACCES);
}

static void it_can_be_turned_off(void **state)
{
    (void)state;
    assert_int_equal(status_of(read_elsewhere, false, below_top("/data")), 0);
    assert_int_equal(status_of(write_elsewhere, false, below_top("/data")), 0);
}

/* -- Calls ------------------------------------------------------------------------------------- */

static int start_program(void)
{
    return execl("/bin/true", "true", (char *)NULL);
}

static int start_process(void)
{
    return (int)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

static int become_nobody(void)
{
    return (int)syscall(SYS_setuid, 65534);
}

static int end_another(void)
{
    return kill(getppid(), 0);
}

static int open_raw_socket(void)
{
    return socket(AF_PACKET, SOCK_RAW, 0);
}

static int map_written_code(void)
{
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                0) == MAP_FAILED;
}

static int type_into_the_terminal(void)
{
    return (int)syscall(SYS_ioctl, 0, 0x5412 /* TIOCSTI */, "x");
}

static void calls_that_only_intruders_make_kill(void **state)
{
    (void)state;
    assert_int_equal(inside(start_program), -SIGSYS);
    assert_int_equal(inside(become_nobody), -SIGSYS);
    assert_int_equal(status_of(start_program, false, below_top("/data")), 0);
}

/* They kill in builds for tests and fail in others. */
static void calls_with_other_arguments_are_not_carried_out(void **state)
{
    (void)state;
    static int (*const tries[])(void) = {open_raw_socket, end_another, map_written_code,
                                         type_into_the_terminal};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        assert_int_not_equal(inside(tries[i]), 0);
#ifndef __SANITIZE_ADDRESS__
    assert_int_not_equal(inside(start_process), 0);
#else
    (void)start_process;
#endif
}

static void *do_nothing(void *argument)
{
    return argument;
}

static int start_thread(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, do_nothing, NULL) || pthread_join(thread, NULL);
}

static int abort_it(void)
{
    signal(SIGABRT, SIG_DFL);
    abort();
}

static void threads_and_an_abort_go_on_working(void **state)
{
    (void)state;
    assert_int_equal(inside(start_thread), 0);
    assert_int_equal(inside(abort_it), -SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_folders_of_the_bot_can_be_written),
        cmocka_unit_test(what_it_reads_again_can_be_read),
        cmocka_unit_test(nothing_else_can_be_read_or_written),
        cmocka_unit_test(with_a_server_everything_can_be_read_but_not_written),
        cmocka_unit_test(it_can_be_turned_off),
        cmocka_unit_test(calls_that_only_intruders_make_kill),
        cmocka_unit_test(calls_with_other_arguments_are_not_carried_out),
        cmocka_unit_test(threads_and_an_abort_go_on_working),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
