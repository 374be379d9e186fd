#include "bot/program/process.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include "games/shared/text.h"

/* The store, the loop, the log and a few connections. With fewer, what fails is beyond control. */
enum { FILES_MIN = 64 };

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

bool process_prepare(char *error, size_t error_size)
{
    struct text text = text_in(error, error_size);
    forbid_core_dumps();
    if (have_files())
        return true;
    text_add_format(&text, "too few files may be open at once: %d are needed (ulimit -n)",
                    FILES_MIN);
    return false;
}
