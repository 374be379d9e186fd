/* The store with a failing disk and failing memory: every write and sync fails once, some
 * allocations fail, and the process dies at every third write. The functions below replace libc's;
 * SQLite calls them through the dynamic linker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/store_fixture.h"

enum mishap { MISHAP_NONE, MISHAP_FULL, MISHAP_BROKEN, MISHAP_DEATH };

static struct {
    enum mishap mishap;
    bool lasting;  /* every later call fails too */
    unsigned at;   /* the call that fails, from 1 */
    unsigned seen; /* calls so far */
} disk;

static bool disk_fails(void)
{
    disk.seen++;
    if (disk.mishap == MISHAP_NONE || disk.seen < disk.at || (disk.seen > disk.at && !disk.lasting))
        return false;
    if (disk.mishap == MISHAP_DEATH)
        kill(getpid(), SIGKILL);
    errno = disk.mishap == MISHAP_FULL ? ENOSPC : EIO;
    return true;
}

ssize_t failing_write(int descriptor, const void *bytes, size_t size,
                      off64_t at) __asm__("pwrite64");
int failing_cut(int descriptor, off64_t size) __asm__("ftruncate64");
int failing_sync(int descriptor) __asm__("fdatasync");

ssize_t failing_write(int descriptor, const void *bytes, size_t size, off64_t at)
{
    return disk_fails() ? -1 : syscall(SYS_pwrite64, descriptor, bytes, size, at);
}

int failing_cut(int descriptor, off64_t size)
{
    return disk_fails() ? -1 : (int)syscall(SYS_ftruncate, descriptor, size);
}

/* Does not call the real one: the disk is not tested here, and it would take minutes. */
int failing_sync(int descriptor)
{
    (void)descriptor;
    return disk_fails() ? -1 : 0;
}

static void fail_at(enum mishap mishap, unsigned at, bool lasting)
{
    disk.mishap = mishap;
    disk.lasting = lasting;
    disk.at = at;
    disk.seen = 0;
}

/* -- What runs while things fail --------------------------------------------------------------- */

enum { TURNS = 4 };

static bool is_one_line(const char *error)
{
    return *error && !strchr(error, '\n');
}

/* Opens the store and saves a few turns of two lines each; `*told` is the last line of a successful
 * commit. Returns true when nothing failed. A failure without a message ends the process. */
static bool play(const char *folder, volatile uint32_t *told)
{
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_open(folder, error, sizeof error);
    if (!store) {
        assert_true(is_one_line(error));
        return false;
    }
    struct stored_table table = example_table();
    int64_t id = store_table_add(store, &table);
    bool sound = true;
    uint32_t n = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        add_line(store, id, n + 1, "advance 3");
        add_line(store, id, n + 2, "advance 3");
        bool committed = commit_now(store, error);
        assert_true(committed || is_one_line(error));
        assert_false(store_is_dirty(store));
        sound = sound && committed;
        if (committed)
            *told = n += 2;
        else if (n == 0)
            id = store_table_add(store, &table);
    }
    store_close(store);
    return sound;
}

/* Every reported line is there; of a turn that was not reported there is nothing or (after a crash)
 * all. */
static void assert_kept(const char *folder, uint32_t told, unsigned untold)
{
    struct store *store = store_opened(folder);
    uint32_t kept = last_line_of(store);
    if (kept < told || kept > told + untold || kept % 2 != 0)
        fail_msg("%u lines are kept, %u were told", (unsigned)kept, (unsigned)told);
    store_close(store);
}

/* -- The disk ---------------------------------------------------------------------------------- */

/* BELFRY_EXHAUSTIVE=1 in the environment tries every call where otherwise one of `every` is tried
 * (many minutes). */
static unsigned step_of(unsigned every)
{
    return getenv("BELFRY_EXHAUSTIVE") ? 1 : every;
}

static void each_write_fails(enum mishap mishap, bool lasting, unsigned step)
{
    bool sound = false;
    unsigned at = 1;
    for (; !sound; at += step) {
        char *folder = folder_made();
        uint32_t told = 0;
        fail_at(mishap, at, lasting);
        sound = play(folder, &told);
        bool passed = disk.seen < at;
        fail_at(MISHAP_NONE, 0, false);
        /* When only closing fails, every commit has succeeded. */
        assert_true(!passed || sound);
        sound = passed;
        /* See store_commit: a sync that failed and no good commit after it. */
        assert_kept(folder, told, lasting ? 2 : 0);
        folder_removed(folder);
    }
    assert_true(at > 20);
}

static void a_full_disk_is_told_and_loses_nothing(void **state)
{
    (void)state;
    each_write_fails(MISHAP_FULL, false, 1);
    each_write_fails(MISHAP_FULL, true, step_of(5));
}

static void a_broken_disk_is_told_and_loses_nothing(void **state)
{
    (void)state;
    each_write_fails(MISHAP_BROKEN, false, step_of(5));
    each_write_fails(MISHAP_BROKEN, true, step_of(5));
}

static void a_store_works_again_when_there_is_room(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    fail_at(MISHAP_FULL, 1, true);
    for (int i = 0; i < 3; i++) {
        add_line(store, 1, 2, "advance 1");
        assert_commit_fails(store, "cannot save: the disk is full");
    }
    fail_at(MISHAP_NONE, 0, false);
    add_line(store, 1, 2, "advance 1");
    must_commit(store);
    store_close(store);
    assert_non_null(strstr(reading_after_reopening(*state), "2 seat 0 advance 1\ndone 1"));
}

/* The kernel's own limit instead of the replacements above. */
static void a_limit_on_file_sizes_is_told(void **state)
{
    struct store *store = store_with_lines(*state, 1);
    pid_t child = fork();
    if (child == 0) {
        char error[STORE_ERROR_MAX] = "";
        struct rlimit limit = {.rlim_cur = 64 * 1024, .rlim_max = RLIM_INFINITY};
        store =
            store_open(path_of((char[PATH_MAX_OF_TEST]){0}, *state, "/own"), error, sizeof error);
        signal(SIGXFSZ, SIG_IGN);
        if (!store || setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(1);
        bool committed = true;
        for (int i = 0; i < 1000 && committed; i++) {
            store_value_set(store, "a", "b", i % 2 ? "1" : "2");
            committed = commit_now(store, error);
        }
        limit.rlim_cur = RLIM_INFINITY;
        if (committed || !is_one_line(error) || setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(2);
        store_value_set(store, "a", "b", "3");
        _exit(commit_now(store, error) ? 0 : 3);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    store_close(store);
}

static void a_death_at_any_write_loses_nothing(void **state)
{
    (void)state;
    uint32_t *told =
        mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    bool died = true;
    unsigned at = 1;
    for (; died; at += step_of(3)) {
        char *folder = folder_made();
        *told = 0;
        pid_t child = fork();
        if (child == 0) {
            fail_at(MISHAP_DEATH, at, false);
            _exit(!play(folder, told));
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        died = WIFSIGNALED(status);
        assert_true(died || status == 0);
        assert_kept(folder, *told, 2);
        folder_removed(folder);
    }
    assert_true(at > 20);
    munmap(told, sizeof *told);
}

/* -- The memory -------------------------------------------------------------------------------- */

static struct {
    sqlite3_mem_methods true_ones;
    unsigned at, seen;
    bool lasting;
} memory;

static bool memory_fails(void)
{
    memory.seen++;
    return memory.at && (memory.seen == memory.at || (memory.lasting && memory.seen > memory.at));
}

static void *failing_malloc(int size)
{
    return memory_fails() ? NULL : memory.true_ones.xMalloc(size);
}

static void *failing_realloc(void *block, int size)
{
    return memory_fails() ? NULL : memory.true_ones.xRealloc(block, size);
}

/* All of the store's own memory comes from SQLite too. */
static int own_memory(void **state)
{
    (void)state;
    sqlite3_mem_methods methods;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &methods) != SQLITE_OK)
        return -1;
    memory.true_ones = methods;
    methods.xMalloc = failing_malloc;
    methods.xRealloc = failing_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK ? 0 : -1;
}

static bool skip_table(void *context, const struct stored_table *table)
{
    (void)context;
    return table->seat_count == 2;
}

static bool skip_line(void *context, const struct stored_line *line)
{
    (void)context;
    return line->n > 0;
}

static void skip_end(void *context, int64_t table)
{
    (void)context;
    (void)table;
}

static void no_damage(void *context, int64_t table, uint32_t line, const char *reason)
{
    (void)context;
    fail_msg("want of memory looked like damage: table %d, line %u: %s", (int)table, (unsigned)line,
             reason);
}

static bool read_back(const char *folder)
{
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_open(folder, error, sizeof error);
    if (store == NULL) {
        assert_true(is_one_line(error));
        return false;
    }
    struct store_reader reader = {
        .table = skip_table, .line = skip_line, .done = skip_end, .damaged = no_damage};
    struct store_inquiry *inquiry = store_inquire(store);
    bool read = store_read_live(inquiry, &reader);
    assert_true(read || is_one_line(store_inquiry_error(inquiry)));
    store_inquiry_free(inquiry);
    store_close(store);
    return read;
}

static void each_allocation_fails(bool lasting, unsigned step)
{
    unsigned at = 1;
    bool passed = false;
    memory.lasting = lasting;
    for (; !passed; at += step) {
        char *folder = folder_made();
        uint32_t told = 0;
        memory.seen = 0;
        memory.at = at;
        bool sound = play(folder, &told) && read_back(folder);
        passed = memory.seen < at;
        memory.at = 0;
        assert_true(!passed || sound);
        assert_kept(folder, told, 0);
        folder_removed(folder);
    }
    assert_true(at > 100);
}

/* There are thousands, nearly all of them SQLite's own. */
static void want_of_memory_loses_nothing(void **state)
{
    (void)state;
    each_allocation_fails(false, step_of(53));
    each_allocation_fails(true, step_of(211));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* The first: a process that has had little memory so far is quick to fork. */
        cmocka_unit_test(a_death_at_any_write_loses_nothing),
        cmocka_unit_test(a_full_disk_is_told_and_loses_nothing),
        cmocka_unit_test(a_broken_disk_is_told_and_loses_nothing),
        IN_FOLDER(a_store_works_again_when_there_is_room),
        IN_FOLDER(a_limit_on_file_sizes_is_told),
        cmocka_unit_test(want_of_memory_loses_nothing),
    };
    return cmocka_run_group_tests(tests, own_memory, NULL);
}
