/* Included by files in which tests/mutate planted faults, never by others: which fault is awake in
 * this process, and a trace of the functions that were entered.
 *
 * BELFRY_FAULT is the number of the fault that is awake; without it the program is as written.
 * BELFRY_FAULT_TRACE is a folder in which each function that can have a fault leaves an empty file.
 *
 * It comes before the file's own headers and may meet static functions of any name, `open` among
 * them; so it declares the two functions that it needs and includes no header that declares others.
 */
#ifndef BELFRY_TESTS_PLANTED_H
#define BELFRY_TESTS_PLANTED_H

#include <stdbool.h>
#include <sys/syscall.h>

extern char *getenv(const char *name);
extern long syscall(long number, ...);

static unsigned planted_fault;
static const char *planted_trace;

__attribute__((constructor)) static void planted_choose(void)
{
    planted_trace = getenv("BELFRY_FAULT_TRACE");
    for (const char *digit = getenv("BELFRY_FAULT"); digit && *digit; digit++)
        planted_fault = planted_fault * 10 + (unsigned)(*digit - '0');
}

static inline void planted_enter(bool *entered, unsigned function)
{
    enum { MODE = 0600 };
    char file[512];
    if (*entered || !planted_trace)
        return;
    *entered = true;
    __builtin_snprintf(file, sizeof file, "%s/%u", planted_trace, function);
    syscall(SYS_mknod, file, MODE, 0);
}

#define PLANTED_ENTER(function)                                                                    \
    do {                                                                                           \
        static bool planted_entered;                                                               \
        planted_enter(&planted_entered, (function));                                               \
    } while (false)

#endif
