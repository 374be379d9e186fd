/* Calls of the kernel, by seccomp. */
#include <asm/termbits.h>
#include <errno.h>
#include <linux/sched.h>
#include <linux/sockios.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/base/memory.h"
#include "bot/program/sandbox_private.h"

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

/* Some of them exist on some processors alone. */
static const char *const allowed[] = {
    /* files */
    "access",
    "chdir",
    "chmod",
    "chown",
    "close",
    "close_range",
    "creat",
    "dup",
    "dup2",
    "dup3",
    "faccessat",
    "faccessat2",
    "fadvise64",
    "fallocate",
    "fchmod",
    "fchmodat",
    "fchmodat2",
    "fchown",
    "fchownat",
    "fcntl",
    "fdatasync",
    "flock",
    "fstat",
    "fstatfs",
    "fsync",
    "ftruncate",
    "futimesat",
    "getcwd",
    "getdents",
    "getdents64",
    "link",
    "linkat",
    "lseek",
    "lstat",
    "mkdir",
    "mkdirat",
    "newfstatat",
    "open",
    "openat",
    "openat2",
    "pread64",
    "preadv",
    "preadv2",
    "pwrite64",
    "pwritev",
    "pwritev2",
    "read",
    "readahead",
    "readlink",
    "readlinkat",
    "readv",
    "rename",
    "renameat",
    "renameat2",
    "rmdir",
    "sendfile",
    "stat",
    "statfs",
    "statx",
    "sync_file_range",
    "truncate",
    "umask",
    "unlink",
    "unlinkat",
    "utimensat",
    "write",
    "writev",
    "copy_file_range",
    /* sockets, pipes and what waits for them */
    "accept",
    "accept4",
    "bind",
    "connect",
    "epoll_create",
    "epoll_create1",
    "epoll_ctl",
    "epoll_pwait",
    "epoll_pwait2",
    "epoll_wait",
    "eventfd",
    "eventfd2",
    "getpeername",
    "getsockname",
    "getsockopt",
    "inotify_add_watch",
    "inotify_init1",
    "inotify_rm_watch",
    "listen",
    "pipe",
    "pipe2",
    "poll",
    "ppoll",
    "pselect6",
    "recvfrom",
    "recvmmsg",
    "recvmsg",
    "select",
    "sendmmsg",
    "sendmsg",
    "sendto",
    "setsockopt",
    "shutdown",
    "socketpair",
    "splice",
    /* memory and threads */
    "brk",
    "exit",
    "exit_group",
    "futex",
    "futex_requeue",
    "futex_wait",
    "futex_waitv",
    "futex_wake",
    "get_mempolicy",
    "get_robust_list",
    "gettid",
    "madvise",
    "membarrier",
    "mincore",
    "mlock",
    "mlock2",
    "mremap",
    "msync",
    "munlock",
    "munmap",
    "rseq",
    "sched_getaffinity",
    "sched_getattr",
    "sched_getparam",
    "sched_getscheduler",
    "sched_get_priority_max",
    "sched_get_priority_min",
    "sched_yield",
    "set_robust_list",
    "set_tid_address",
    /* signals and time */
    "alarm",
    "clock_getres",
    "clock_gettime",
    "clock_nanosleep",
    "getitimer",
    "gettimeofday",
    "nanosleep",
    "pause",
    "restart_syscall",
    "rt_sigaction",
    "rt_sigpending",
    "rt_sigprocmask",
    "rt_sigreturn",
    "rt_sigsuspend",
    "rt_sigtimedwait",
    "setitimer",
    "sigaltstack",
    "signalfd4",
    "time",
    "timer_create",
    "timer_delete",
    "timer_getoverrun",
    "timer_gettime",
    "timer_settime",
    "timerfd_create",
    "timerfd_gettime",
    "timerfd_settime",
    "times",
    /* facts */
    "arch_prctl",
    "capget",
    "getcpu",
    "getegid",
    "geteuid",
    "getgid",
    "getgroups",
    "getpgid",
    "getpgrp",
    "getpid",
    "getppid",
    "getpriority",
    "getrandom",
    "getresgid",
    "getresuid",
    "getrlimit",
    "getrusage",
    "getsid",
    "getuid",
    "prlimit64",
    "sysinfo",
    "uname",
#ifdef __SANITIZE_ADDRESS__
    /* Its search for leaks starts a process that shares its memory and stops all threads. */
    "clone",
    "process_vm_readv",
    "ptrace",
    "tkill",
    "wait4",
#endif
};

/* What nothing in the bot asks for, and somebody who has broken in would. */
static const char *const deadly[] = {
    "acct",
    "add_key",
    "adjtimex",
    "bpf",
    "chroot",
    "clock_adjtime",
    "clock_settime",
    "create_module",
    "delete_module",
    "execve",
    "execveat",
    "finit_module",
    "fork",
    "fsconfig",
    "fsmount",
    "fsopen",
    "fspick",
    "init_module",
    "ioperm",
    "iopl",
    "kcmp",
    "kexec_file_load",
    "kexec_load",
    "keyctl",
    "mknod",
    "mknodat",
    "mount",
    "mount_setattr",
    "move_mount",
    "name_to_handle_at",
    "open_by_handle_at",
    "open_tree",
    "perf_event_open",
    "personality",
    "pidfd_getfd",
    "pidfd_open",
    "pidfd_send_signal",
    "pivot_root",
    "process_madvise",
    "process_vm_writev",
    "quotactl",
    "reboot",
    "request_key",
    "setdomainname",
    "setfsgid",
    "setfsuid",
    "setgid",
    "setgroups",
    "sethostname",
    "setns",
    "setregid",
    "setresgid",
    "setresuid",
    "setreuid",
    "settimeofday",
    "setuid",
    "swapoff",
    "swapon",
    "syslog",
    "umount2",
    "unshare",
    "uselib",
    "userfaultfd",
    "vfork",
    "vhangup",
#ifndef __SANITIZE_ADDRESS__
    "process_vm_readv",
    "ptrace",
#endif
};

/* Answered as by a kernel that does not have them: what asks for them has another way. A new thread
 * is asked for by clone, whose flags can be read here, and no input or output passes the filter by.
 */
static const char *const unknown[] = {"clone3", "io_uring_enter", "io_uring_register",
                                      "io_uring_setup"};

/* With one argument out of a list. */
struct limited_call {
    const char *name;
    unsigned argument;
    unsigned values[16]; /* 0 ends it, after the first */
};

static const struct limited_call limited[] = {
    {"socket", 0, {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK}},
    {"prctl",
     0,
     {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_CAPBSET_READ,
#ifdef __SANITIZE_ADDRESS__
      PR_SET_PDEATHSIG, PR_SET_PTRACER
#endif
     }},
    {"ioctl",
     1,
     {TCGETS, TCSETS, TCSETSW, TCSETSF, TCFLSH, TIOCGWINSZ, TIOCGPGRP, FIONBIO, FIONREAD, FIOCLEX,
      FIONCLEX, SIOCOUTQNSD, SIOCGIFCONF, SIOCGIFINDEX, SIOCGIFNAME}},
};

/* The rules, and the first error met in adding them. */
struct filter {
    scmp_filter_ctx rules;
    int error;
};

/* For a call of this name; if COUNT is 1, for one whose ARGUMENT is as it says. A name that this
 * processor does not have is passed over.
 */
static void add_rule(struct filter *filter, uint32_t action, const char *name, unsigned count,
                     const struct scmp_arg_cmp *argument)
{
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || filter->error != 0)
        return;
    filter->error = seccomp_rule_add_array(filter->rules, action, number, count, argument);
}

static void add(struct filter *filter, uint32_t action, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_rule(filter, action, names[i], 0, NULL);
}

static void allow_with(struct filter *filter, const char *name, unsigned argument, uint64_t mask,
                       uint64_t value)
{
    const struct scmp_arg_cmp equal = {argument, SCMP_CMP_MASKED_EQ, mask, value};
    add_rule(filter, SCMP_ACT_ALLOW, name, 1, &equal);
}

static void add_limited(struct filter *filter)
{
    for (size_t i = 0; i < sizeof limited / sizeof limited[0]; i++) {
        const struct limited_call *call = &limited[i];
        for (size_t k = 0; k == 0 || call->values[k] != 0; k++)
            allow_with(filter, call->name, call->argument, UINT32_MAX, call->values[k]);
    }
    /* Itself alone: abort() and raise() do. */
    allow_with(filter, "kill", 0, UINT32_MAX, (uint64_t)getpid());
    allow_with(filter, "tgkill", 0, UINT32_MAX, (uint64_t)getpid());
    /* Threads, no processes. */
    allow_with(filter, "clone", 0, CLONE_THREAD, CLONE_THREAD);
    /* Libraries are read in while it runs, but no memory is both written and executed. */
    for (unsigned protection = 0; protection < (PROT_WRITE | PROT_EXEC); protection++)
        if ((protection & PROT_READ) == 0)
            allow_with(filter, "mmap", 2, PROT_WRITE | PROT_EXEC, protection);
    allow_with(filter, "mprotect", 2, PROT_EXEC, 0);
}

/* More than the filter takes. seccomp_load() does not look whether it gets it. */
#define FILTER_MEMORY (1 << 20)

const char *sandbox_limit_calls(void)
{
#ifdef BELFRY_FAULTS
    const uint32_t otherwise = SCMP_ACT_KILL_PROCESS;
#else
    const uint32_t otherwise = SCMP_ACT_ERRNO(ENOSYS);
#endif
    free(memory_take(FILTER_MEMORY));
    struct filter filter = {.rules = seccomp_init(otherwise)};
    if (filter.rules == NULL)
        return "not limited: the kernel has no seccomp";
    add(&filter, SCMP_ACT_ALLOW, allowed, sizeof allowed / sizeof allowed[0]);
    if (otherwise == SCMP_ACT_KILL_PROCESS)
        add(&filter, SCMP_ACT_ERRNO(ENOSYS), unknown, sizeof unknown / sizeof unknown[0]);
    else
        add(&filter, SCMP_ACT_KILL_PROCESS, deadly, sizeof deadly / sizeof deadly[0]);
    add_limited(&filter);
    int error = filter.error != 0 ? filter.error : seccomp_load(filter.rules);
    seccomp_release(filter.rules);
    return error == 0 ? NULL : "not limited: the kernel takes no filter";
}
