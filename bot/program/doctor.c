/* `belfry doctor`: everything that who runs the bot would look up, on one page. */
#include <argp.h>
#include <inttypes.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "bot/base/duration.h"
#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/program/command_line.h"
#include "bot/program/config_file.h"
#include "bot/program/data_folder.h"
#include "bot/program/folders.h"
#include "bot/program/monitor_request.h"
#include "bot/program/run.h"
#include "bot/store/store.h"
#include "bot/turn/backup.h"

enum {
    PATH_BYTES = 1024,
    PAGE_BYTES = 256 * 1024,
    FREE_LEAST = 256, /* MiB */
    FILES_LEAST = 256,
    MIB = 1024 * 1024
};

struct doctor {
    const char *config_file, *data;
    struct config config;
    char found[PATH_BYTES]; /* folder or address of the store */
    bool runs;              /* a bot answers, … */
    bool tells_limits;      /* … and tells what of its sandbox is in force */
    bool files_limited, calls_limited;
    bool ill; /* something is wrong */
};

__attribute__((format(printf, 4, 5))) static void tell(struct doctor *doctor, bool good,
                                                       const char *what, const char *format, ...)
{
    va_list arguments;
    printf("%-4s %-14s ", good ? "ok" : "BAD", what);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    doctor->ill = doctor->ill || !good;
}

/* -- The bot that runs ------------------------------------------------------------------------- */

/* "belfry_network_connected{network="libera",type="irc"} 1": one line each. */
static void tell_connections(struct doctor *doctor, const char *page)
{
    static const char sample[] = "\nbelfry_network_connected{network=\"";
    for (const char *at = strstr(page, sample); at != NULL; at = strstr(at, sample)) {
        at += strlen(sample);
        int name = (int)strcspn(at, "\"");
        const char *value = at + strcspn(at, "\n") - 1;
        tell(doctor, *value == '1', "connection", "%.*s: %s", name, at,
             *value == '1' ? "connected" : "not connected");
    }
}

/* False: the page does not have it. */
static bool read_limit(const char *page, const char *sample, bool *limited)
{
    const char *found = strstr(page, sample);
    *limited = found != NULL && found[strlen(sample)] == '1';
    return found != NULL;
}

static void note_limits(struct doctor *doctor, const char *page)
{
    doctor->tells_limits =
        read_limit(page, "\nbelfry_sandbox_in_force{part=\"files\"} ", &doctor->files_limited) &&
        read_limit(page, "\nbelfry_sandbox_in_force{part=\"calls\"} ", &doctor->calls_limited);
}

static void look_at_bot(struct doctor *doctor)
{
    const char *address = doctor->config.monitor;
    char buffer[ERROR_BYTES], line_buffer[ERROR_BYTES];
    struct text answer = TEXT_IN(buffer), line = TEXT_IN(line_buffer);
    if (address[0] == '\0') {
        tell(doctor, true, "bot", "unknown: monitor.address is not set");
        return;
    }
    long status = monitor_request(address, "/health", &answer);
    doctor->runs = status != 0;
    text_add_printable(&line, buffer, strcspn(buffer, "\n"));
    tell(doctor, status == MONITOR_OK, "bot", "%s", line_buffer);
    char *bytes = memory_new(PAGE_BYTES);
    struct text page = text_in(bytes, PAGE_BYTES);
    if (doctor->runs && monitor_request(address, "/metrics", &page) == MONITOR_OK) {
        tell_connections(doctor, bytes);
        note_limits(doctor, bytes);
    }
    free(bytes);
}

/* -- The store --------------------------------------------------------------------------------- */

static double mib_of(const struct doctor *doctor, const char *name)
{
    char path[PATH_BYTES + 32];
    struct text text = TEXT_IN(path);
    struct stat facts;
    text_add_format(&text, "%s/%s", doctor->found, name);
    return stat(path, &facts) == 0 ? (double)facts.st_size / MIB : 0;
}

static bool is_on_server(const struct doctor *doctor)
{
    return strstr(doctor->found, "://") != NULL;
}

/* Opens it, unless a bot has it open. */
static void look_at_store(struct doctor *doctor)
{
    char error[STORE_ERROR_MAX] = "";
    const char *name = data_name(doctor->found);
    if (!is_on_server(doctor) && !data_exists(doctor->found)) {
        tell(doctor, true, "store", "%s: there is none yet", name);
        return;
    }
    if (!doctor->runs || is_on_server(doctor)) {
        struct store *store = store_open(doctor->found, error, sizeof error);
        if (store == NULL) {
            tell(doctor, false, "store", "%s: %s", name, error);
            return;
        }
        store_close(store);
    }
    if (is_on_server(doctor))
        tell(doctor, true, "store", "%s: reached", name);
    else
        tell(doctor, true, "store", "%s: %.1f MiB, log %.1f MiB", name,
             mib_of(doctor, "belfry.sqlite3"), mib_of(doctor, "belfry.sqlite3-wal"));
}

static void look_at_disk(struct doctor *doctor)
{
    struct statvfs facts;
    if (is_on_server(doctor) || statvfs(doctor->found, &facts) != 0)
        return;
    double mib = (double)facts.f_bavail * (double)facts.f_frsize / MIB;
    tell(doctor, mib >= FREE_LEAST, "disk", "%.0f MiB free", mib);
}

static void look_at_backup(struct doctor *doctor)
{
    const struct config *config = &doctor->config;
    char age[32];
    struct text text = TEXT_IN(age);
    if (config->backup_folder[0] == '\0') {
        tell(doctor, true, "backup", "none: backup.folder is not set");
        return;
    }
    int64_t newest = backup_newest(config->backup_folder), now = time(NULL);
    if (newest == 0) {
        tell(doctor, !doctor->runs, "backup", "%s: there is none yet", config->backup_folder);
        return;
    }
    int64_t minutes = (now - newest) / 60;
    text_add_format(&text, "%" PRId64 " h %" PRId64 " min", minutes / 60, minutes % 60);
    tell(doctor, (now - newest) * SECOND <= 2 * config->backup_every, "backup",
         "%s: the last one is %s old", config->backup_folder, age);
}

/* -- The machine ------------------------------------------------------------------------------- */

static void look_at_clock(struct doctor *doctor)
{
    struct timex facts = {.modes = 0};
    time_t now = time(NULL);
    struct tm parts;
    char written[32];
    bool set = adjtimex(&facts) != TIME_ERROR && (facts.status & STA_UNSYNC) == 0;
    gmtime_r(&now, &parts);
    strftime(written, sizeof written, "%Y-%m-%dT%H:%M:%SZ", &parts);
    /* Clocks of containers are set outside: that is no mistake. */
    tell(doctor, now > 1700000000, "clock", "%s, %s", written,
         set ? "kept right by the network" : "the system does not say that anybody sets it");
}

/* What the bot that runs has in force; without one, what a bot here could have. */
static void look_at_sandbox(struct doctor *doctor)
{
    bool wanted = doctor->config.sandbox, files = doctor->files_limited;
    bool calls = doctor->calls_limited;
    long landlock = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (doctor->tells_limits)
        tell(doctor, !wanted || (calls && (files || landlock <= 0)), "sandbox",
             "configured: %s; in force: files %s, calls %s", wanted ? "on" : "off",
             files          ? "limited"
             : landlock > 0 ? "not limited"
                            : "not limited, the kernel has no Landlock",
             calls ? "limited" : "not limited");
    else
        tell(doctor, true, "sandbox",
             "configured: %s; in force: unknown, no bot tells; the kernel %s",
             wanted ? "on" : "off", landlock > 0 ? "has Landlock" : "has no Landlock");
}

static void look_at_limits(struct doctor *doctor)
{
    struct rlimit files = {0};
    getrlimit(RLIMIT_NOFILE, &files);
    tell(doctor, files.rlim_cur >= FILES_LEAST, "limits", "%llu descriptors",
         (unsigned long long)files.rlim_cur);
}

/* -- The page ---------------------------------------------------------------------------------- */

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct doctor *doctor = state->input;
    switch (key) {
    case 'c':
        doctor->config_file = argument;
        return 0;
    case 'd':
        doctor->data = argument;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "no argument expected: %s", argument);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void look_at_all(struct doctor *doctor)
{
    const char *file = doctor->config_file;
    struct text found = TEXT_IN(doctor->found);
    data_folder_find(doctor->data, &doctor->config, &found);
    bool folders = file == NULL || folders_check(file, &doctor->config);
    tell(doctor, folders, "configuration", "%s%s", file != NULL ? file : "none: this terminal",
         folders ? "" : ": see above");
    look_at_bot(doctor);
    look_at_store(doctor);
    look_at_disk(doctor);
    look_at_backup(doctor);
    look_at_clock(doctor);
    look_at_limits(doctor);
    look_at_sandbox(doctor);
}

int doctor_main(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"config", 'c', "FILE", 0, "the configuration of the bot", 0},
        {"data", 'd', "DIR", 0,
         "folder of the tables or address of their database; default: $XDG_DATA_HOME/belfry", 0},
        {0}};
    static const struct argp arguments = {
        options,
        parse_option,
        NULL,
        "Looks at configuration, bot, store, disk, backup, clock and limits. Exits with 1 "
        "when a line says BAD.",
        NULL,
        NULL,
        NULL};
    struct doctor *doctor = memory_new(sizeof *doctor);
    command_line_parse(&arguments, argc, argv, doctor);
    log_to(stderr, LOG_LEVEL_ERROR);
    if (config_file_read(doctor->config_file, &doctor->config)) {
        look_at_all(doctor);
        config_free(&doctor->config);
    } else {
        tell(doctor, false, "configuration", "%s: see above", doctor->config_file);
    }
    int status = doctor->ill ? EXIT_WORK_FAILED : EXIT_DONE;
    free(doctor);
    return status;
}
