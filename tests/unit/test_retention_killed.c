/* kill -9 while records are packed and dropped and room is given back to the disk, at one write
 * after the other: each table is whole afterwards, as it was before or as it is to be, and a later
 * process does the rest. The functions below replace libc's; SQLite calls them through the dynamic
 * linker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/turn/retention.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* Enough that room is given back in many steps. */
enum { TABLES = 40, LINES = 50, LINE_BYTES = 900, STAGES = RETENTION_GIVING_BACK + 1 };

/* What is told of a table: line by line, packed, dropped. */
enum { LOOSE, PACKED, DROPPED, FORMS };

struct forms {
    char *told[TABLES][FORMS];
};

struct tally {
    unsigned kills, in_stage[STAGES], mixed[FORMS];
};

/* -- Death at a write -------------------------------------------------------------------------- */

/* Shared with the process that dies. */
static struct {
    unsigned left;  /* writes before the one at which it dies; 0: it lives */
    unsigned stage; /* of retention */
} *fate;

static void write_comes(void)
{
    if (fate != NULL && fate->left > 0 && --fate->left == 0)
        kill(getpid(), SIGKILL);
}

ssize_t mortal_write(int descriptor, const void *bytes, size_t size,
                     off64_t at) __asm__("pwrite64");
int mortal_cut(int descriptor, off64_t size) __asm__("ftruncate64");
int mortal_sync(int descriptor) __asm__("fdatasync");

ssize_t mortal_write(int descriptor, const void *bytes, size_t size, off64_t at)
{
    write_comes();
    return syscall(SYS_pwrite64, descriptor, bytes, size, at);
}

int mortal_cut(int descriptor, off64_t size)
{
    write_comes();
    return (int)syscall(SYS_ftruncate, descriptor, size);
}

/* Does not call the real one: what a process wrote is there when it is killed. */
int mortal_sync(int descriptor)
{
    (void)descriptor;
    write_comes();
    return 0;
}

static void add_tables(const char *folder)
{
    char cards[LINE_BYTES], chance[LINE_BYTES + 16];
    struct store *store = store_opened(folder);
    struct stored_table table = example_table();
    table.status = TABLE_FINISHED;
    memset(cards, '7', sizeof cards - 1);
    cards[sizeof cards - 1] = '\0';
    snprintf(chance, sizeof chance, "{\"cards\":\"%s\"}", cards);
    for (unsigned i = 0; i < TABLES; i++) {
        int64_t id = store_table_add(store, &table);
        for (uint32_t n = 1; n <= LINES; n++)
            store_line_add(store, &(struct stored_line){.table = id,
                                                        .n = n,
                                                        .seat = GAME_SPECTATOR,
                                                        .chance = chance,
                                                        .further = "{\"check\":\"00\"}"});
    }
    must_commit(store);
    store_close(store);
}

/* Packs everything and, in rounds after the first, drops it. */
static void work(const char *folder, unsigned rounds)
{
    struct retention retention;
    struct fixture *fixture = fixture_open(folder);
    fixture->config.retention_transcripts = DAY;
    retention_open(&retention, &fixture->host);
    while (retention.rounds < rounds) {
        unsigned before = retention.rounds;
        fate->stage = retention.stage;
        retention_step(&retention);
        fixture_end_turn(fixture);
        if (retention.rounds > before)
            fixture_wait(fixture, 3 * DAY);
    }
    retention_close(&retention);
    fixture_close(fixture);
}

/* Another process does it and is killed at the write with this number; false: it needed fewer. */
static bool work_and_die(const char *folder, unsigned at, struct tally *tally)
{
    int status;
    fate->left = at;
    fate->stage = RETENTION_PACKING;
    pid_t worker = fork();
    if (worker == 0) {
        work(folder, 2);
        _exit(0);
    }
    assert_int_equal(waitpid(worker, &status, 0), worker);
    fate->left = 0;
    if (WIFEXITED(status)) {
        assert_int_equal(WEXITSTATUS(status), 0);
        return false;
    }
    assert_int_equal(WTERMSIG(status), SIGKILL);
    tally->kills++;
    tally->in_stage[fate->stage]++;
    return true;
}

/* -- What is found afterwards ------------------------------------------------------------------ */

static void take(const char *folder, struct forms *forms, unsigned form)
{
    struct store *store = store_opened(folder);
    for (unsigned i = 0; i < TABLES; i++)
        forms->told[i][form] = strdup(reading_of(store, i + 1));
    store_close(store);
}

/* The three forms, from a store where nothing went wrong. */
static void take_forms(const char *folder, struct forms *forms)
{
    add_tables(folder);
    take(folder, forms, LOOSE);
    work(folder, 1);
    take(folder, forms, PACKED);
    work(folder, 2);
    take(folder, forms, DROPPED);
    for (unsigned form = 1; form < FORMS; form++)
        assert_string_not_equal(forms->told[0][form], forms->told[0][form - 1]);
    assert_null(strstr(forms->told[0][DROPPED], "cards"));
}

static void free_forms(struct forms *forms)
{
    for (unsigned i = 0; i < TABLES; i++)
        for (unsigned form = 0; form < FORMS; form++)
            free(forms->told[i][form]);
}

/* Opening checks the whole file; then each table is one of the three. */
static void look(const char *folder, const struct forms *forms, unsigned found[FORMS])
{
    struct store *store = store_opened(folder);
    memset(found, 0, FORMS * sizeof *found);
    for (unsigned i = 0; i < TABLES; i++) {
        const char *told = reading_of(store, i + 1);
        unsigned form = 0;
        while (form < FORMS && strcmp(told, forms->told[i][form]) != 0)
            form++;
        if (form == FORMS)
            fail_msg("table %u is none of the three: %.300s", i + 1, told);
        found[form]++;
    }
    store_close(store);
}

static void every_table_is_whole_after_a_kill(void **state)
{
    NEEDS_FILE();
    char *reference = folder_made();
    struct forms forms;
    struct tally tally = {0};
    unsigned found[FORMS];
    take_forms(reference, &forms);
    folder_removed(reference);
    add_tables(*state);
    look(*state, &forms, found);
    /* To pack a table takes many writes, and the rest takes few. */
    while (work_and_die(*state, 1 + tally.kills * 37 % (found[LOOSE] > 0 ? 151 : 31), &tally)) {
        assert_in_range(tally.kills, 1, 1000);
        look(*state, &forms, found);
        for (unsigned form = 0; form < FORMS; form++)
            tally.mixed[form] += found[form] > 0 && found[form] < TABLES;
    }
    look(*state, &forms, found);
    assert_int_equal(found[DROPPED], TABLES);
    /* It was killed in each of its stages, and found half done. */
    for (unsigned stage = 0; stage < STAGES; stage++)
        assert_in_range(tally.in_stage[stage], 1, tally.kills);
    for (unsigned form = 0; form < FORMS; form++)
        assert_in_range(tally.mixed[form], 1, tally.kills);
    free_forms(&forms);
}

int main(void)
{
    log_to(stderr, LOG_LEVEL_ERROR);
    fate = mmap(NULL, sizeof *fate, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct CMUnitTest tests[] = {IN_FOLDER(every_table_is_whole_after_a_kill)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
