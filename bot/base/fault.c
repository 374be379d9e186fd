#include "bot/base/fault.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef BELFRY_FAULTS

/* A test that mistypes a point would never kill anything, and would pass all the same. */
static unsigned long count_of(const char *setting, const char *colon)
{
    char *end = NULL;
    errno = 0;
    unsigned long count = colon ? strtoul(colon + 1, &end, 10) : 0;
    if (count == 0 || errno || *end) {
        fprintf(stderr, "BELFRY_KILL_AT must be NAME:COUNT, not \"%s\"\n", setting);
        exit(2);
    }
    return count;
}

void fault_point(const char *name)
{
    static unsigned long passed;
    const char *setting = getenv("BELFRY_KILL_AT");
    if (!setting)
        return;
    const char *colon = strrchr(setting, ':');
    unsigned long count = count_of(setting, colon);
    size_t length = (size_t)(colon - setting);
    if (strlen(name) != length || strncmp(setting, name, length) != 0)
        return;
    if (++passed == count)
        kill(getpid(), SIGKILL);
}

int fault_seconds_ahead(void)
{
    const char *setting = getenv("BELFRY_CLOCK_AHEAD");
    return setting != NULL ? (int)strtol(setting, NULL, 10) : 0;
}

#endif
