/* Each allocation of libpq fails once while a turn is committed and a table is read: the turn is
 * saved once, and everything is answered. (Without memory for the end of an exchange libpq is
 * silent until the next answer comes. So there is always a next one here, as in the bot, which asks
 * for changes and renews its leases.) Where a connection can't even be begun the process ends, as
 * it does without memory of its own (bot/base/memory.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "games/shared/text.h"
#include "tests/unit/store_fixture.h"

/* -- Allocations ------------------------------------------------------------------------------- */

static const void *libpq;  /* where the library begins in memory */
static unsigned countdown; /* its allocations until one fails; 0: none does */
static bool any_failed;

/* The sanitizers allocate before they can check anything. */
#define UNCHECKED __attribute__((no_sanitize("address", "undefined")))

UNCHECKED static bool fails(const void *caller)
{
    Dl_info from;
    if (countdown == 0 || dladdr(caller, &from) == 0 || from.dli_fbase != libpq)
        return false;
    any_failed = --countdown == 0;
    return any_failed;
}

/* Fills in the function that this program's own one hides. */
UNCHECKED static void find_hidden(void **function, const char *name)
{
    if (*function == NULL)
        *function = dlsym(RTLD_NEXT, name);
}

UNCHECKED void *malloc(size_t size)
{
    static void *(*hidden)(size_t size);
    find_hidden((void **)&hidden, "malloc");
    return fails(__builtin_return_address(0)) ? NULL : hidden(size);
}

UNCHECKED void *calloc(size_t nmemb, size_t size)
{
    static void *(*hidden)(size_t count, size_t size);
    find_hidden((void **)&hidden, "calloc");
    return fails(__builtin_return_address(0)) ? NULL : hidden(nmemb, size);
}

UNCHECKED void *realloc(void *ptr, size_t size)
{
    static void *(*hidden)(void *block, size_t size);
    find_hidden((void **)&hidden, "realloc");
    return fails(__builtin_return_address(0)) ? NULL : hidden(ptr, size);
}

/* -- The store --------------------------------------------------------------------------------- */

struct looped {
    uv_loop_t loop;
    uv_timer_t timer;
    struct store *store;
    char error[STORE_ERROR_MAX];
    bool commits;
    unsigned asked, answered;
    uint32_t lines; /* of table 1, as it was read last */
};

static void take_end(void *context, enum store_end end, const char *error)
{
    struct looped *looped = context;
    struct text text = TEXT_IN(looped->error);
    text_add(&text, error);
    assert_int_equal(end, STORE_SAVED);
    looped->commits = false;
}

static bool take_table(void *context, const struct stored_table *table)
{
    struct looped *looped = context;
    looped->lines = 0;
    return table->id == 1;
}

static bool count_line(void *context, const struct stored_line *line)
{
    struct looped *looped = context;
    assert_int_equal(line->n, looped->lines + 1);
    looped->lines++;
    return true;
}

static void read_lines(void *context, struct store_inquiry *inquiry)
{
    const struct store_reader reader = {
        .context = context, .table = take_table, .line = count_line};
    bool read = store_read_table(inquiry, 1, &reader);
    assert_true(read || store_inquiry_waits(inquiry));
}

static void take_answer(void *context)
{
    struct looped *looped = context;
    looped->answered++;
}

static void begin_to_read(uv_timer_t *timer)
{
    struct looped *looped = timer->data;
    looped->asked++;
    store_ask(looped->store, read_lines, take_answer, looped);
}

static void commit(struct looped *looped)
{
    looped->commits = true;
    store_commit(looped->store, take_end, looped);
    while (looped->commits)
        uv_run(&looped->loop, UV_RUN_ONCE);
    assert_string_equal(looped->error, "");
}

/* Until everything that is asked for now, and once more, is answered. */
static void read_anew(struct looped *looped)
{
    unsigned enough = looped->asked + 1;
    while (looped->answered < enough)
        uv_run(&looped->loop, UV_RUN_ONCE);
}

/* Returns whether there was such an allocation. */
static bool fail_once(struct looped *looped, unsigned allocation)
{
    any_failed = false;
    countdown = allocation;
    add_line(looped->store, 1, allocation, "advance 3");
    store_value_set(looped->store, "irc", "colour", "red");
    commit(looped);
    read_anew(looped);
    countdown = 0;
    assert_int_equal(looped->lines, allocation);
    return any_failed;
}

/* With table 1, and read again and again. */
static struct looped *begin(const char *folder)
{
    enum { READ_MS = 20 };
    struct looped *looped = calloc(1, sizeof *looped);
    struct stored_table table = example_table();
    looped->store = store_opened(folder);
    uv_loop_init(&looped->loop);
    store_attach(looped->store, &looped->loop);
    store_value_set(looped->store, "irc", "colour", "red");
    commit(looped); /* after which there are numbers for tables */
    assert_int_equal(store_table_add(looped->store, &table), 1);
    commit(looped);
    uv_timer_init(&looped->loop, &looped->timer);
    looped->timer.data = looped;
    uv_timer_start(&looped->timer, begin_to_read, 0, READ_MS);
    return looped;
}

static void end(struct looped *looped)
{
    uv_close((uv_handle_t *)&looped->timer, NULL);
    while (looped->answered < looped->asked)
        uv_run(&looped->loop, UV_RUN_ONCE);
    store_close(looped->store);
    uv_run(&looped->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&looped->loop), 0);
    free(looped);
}

static void find_libpq(void)
{
    Dl_info from;
    void *function;
    PGconn *(*const connect)(const char *address) = PQconnectdb;
    memcpy(&function, &connect, sizeof function);
    assert_int_not_equal(dladdr(function, &from), 0);
    libpq = from.dli_fbase;
}

static void each_allocation_of_libpq_fails_once(void **state)
{
    struct looped *looped = begin(*state);
    unsigned allocation = 1;
    find_libpq();
    while (fail_once(looped, allocation))
        allocation++;
    print_message("%u allocations failed\n", allocation - 1);
    assert_true(allocation > 1);
    end(looped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(each_allocation_of_libpq_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
