#include "bot/program/process.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <uv.h>

#include "games/shared/text.h"

enum {
    FILES_MIN = 64,        /* the store, the loop, the log and a few connections */
    STACK_MIN = 512 * 1024 /* more than the loop's thread ever uses */
};

static void forbid_core_dumps(void)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifndef __SANITIZE_ADDRESS__ /* its search for leaks traces the process */
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

static bool have_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= FILES_MIN)
        return true;
    files.rlim_cur = files.rlim_max;
    return files.rlim_max >= FILES_MIN && setrlimit(RLIMIT_NOFILE, &files) == 0;
}

/* -- Stack ------------------------------------------------------------------------------------- */

/* The system gives a stack its memory when it is first used, and kills the process when there is
 * none. */
static void use_stack(void)
{
    volatile char stack[STACK_MIN];
    for (size_t i = 0; i < sizeof stack; i += 1024)
        stack[i] = 0;
}

static bool have_stack(void)
{
    void *as_much =
        mmap(NULL, STACK_MIN * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (as_much == MAP_FAILED)
        return false;
    munmap(as_much, STACK_MIN * 2);
    use_stack();
    return true;
}

/* -- Threads ----------------------------------------------------------------------------------- */

/* As many as libuv will start. */
static unsigned long pool_size(void)
{
    enum { DEFAULT = 4, MOST = 1024 };
    const char *wanted = getenv("UV_THREADPOOL_SIZE");
    unsigned long size = wanted != NULL ? strtoul(wanted, NULL, 10) : DEFAULT;
    return size < 1 ? 1 : size > MOST ? MOST : size;
}

static void wait_for_end(void *end)
{
    uv_sem_wait(end);
}

/* libuv aborts when it can't start its threads. So as many are started here, for a moment: the C
 * library keeps their stacks for those of libuv. */
static bool have_threads(void)
{
    unsigned long wanted = pool_size(), started = 0;
    uv_thread_t threads[1024];
    uv_sem_t end;
    if (uv_sem_init(&end, 0) != 0)
        return false;
    while (started < wanted && uv_thread_create(&threads[started], wait_for_end, &end) == 0)
        started++;
    for (unsigned long i = 0; i < started; i++)
        uv_sem_post(&end);
    for (unsigned long i = 0; i < started; i++)
        uv_thread_join(&threads[i]);
    uv_sem_destroy(&end);
    return started == wanted;
}

bool process_prepare(char *error, size_t error_size)
{
    struct text text = text_in(error, error_size);
    forbid_core_dumps();
    if (!have_files())
        text_add_format(&text, "too few files may be open at once: %d are needed (ulimit -n)",
                        FILES_MIN);
    else if (!have_stack())
        text_add(&text, "there is too little memory (ulimit -v)");
    else if (!have_threads())
        text_add_format(&text,
                        "%lu threads can't be started: there is too little memory (ulimit -v), or "
                        "too many threads run already (ulimit -u)",
                        pool_size());
    return text.length == 0;
}
