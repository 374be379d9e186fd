/* `belfry store status`: how many tables there are, and who shares a database. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/program/command_line.h"
#include "bot/program/run.h"
#include "bot/program/store_tool.h"

enum { STATUSES = TABLE_ARCHIVED + 1 };

struct process {
    char *id, *name;
    int64_t seconds;
    bool lives;
    struct process *next;
};

/* A network of which the processes have agreed into how many parts it is shared. */
struct division {
    char *network, *parts;
    struct division *next;
};

struct status {
    struct process *processes; /* the oldest first */
    struct process **last;
    struct division *divisions;
    bool any_lease;
    int64_t tables[STATUSES];
};

/* -- Processes and leases ---------------------------------------------------------------------- */

static bool keep_process(void *context, const struct stored_process *stored)
{
    struct status *status = context;
    struct process *process = memory_new(sizeof *process);
    *process = (struct process){.id = memory_copy(stored->id),
                                .name = memory_copy(stored->name),
                                .seconds = stored->seconds,
                                .lives = stored->lives};
    *status->last = process;
    status->last = &process->next;
    return true;
}

static const char *name_of(const struct status *status, const char *id)
{
    const struct process *process = status->processes;
    while (process != NULL && strcmp(process->id, id) != 0)
        process = process->next;
    return process != NULL ? process->name : "a process that is gone";
}

static bool keep_division(void *context, const char *network, const char *parts)
{
    struct status *status = context;
    struct division *division = memory_new(sizeof *division);
    *division = (struct division){memory_copy(network), memory_copy(parts), status->divisions};
    status->divisions = division;
    return true;
}

static const struct division *find_division(const struct status *status, const char *network)
{
    const struct division *division = status->divisions;
    while (division != NULL && strcmp(division->network, network) != 0)
        division = division->next;
    return division;
}

/* Nobody takes the lease of the whole any more where there are parts. */
static bool print_lease(void *context, const struct stored_lease *lease)
{
    struct status *status = context;
    bool is_free = lease->holder[0] == '\0';
    const struct division *division = is_free ? find_division(status, lease->name) : NULL;
    status->any_lease = true;
    if (division != NULL) {
        printf("  %-24s in parts: %s\n", lease->name, division->parts);
        return true;
    }
    printf("  %-24s %s%s, epoch %" PRId64 "\n", lease->name,
           is_free ? "free" : name_of(status, lease->holder),
           !is_free && lease->lapsed ? " (lapsed)" : "", lease->epoch);
    return true;
}

static void print_processes(const struct status *status)
{
    puts("processes");
    if (status->processes == NULL)
        puts("  none");
    for (const struct process *process = status->processes; process != NULL;
         process = process->next) {
        printf("  %-24s %s, began %" PRId64 " min ago\n", process->name,
               process->lives ? "lives" : "does not answer", process->seconds / 60);
    }
}

static void free_processes(struct status *status)
{
    while (status->processes != NULL) {
        struct process *process = status->processes;
        status->processes = process->next;
        free(process->id);
        free(process->name);
        free(process);
    }
}

static void free_divisions(struct status *status)
{
    while (status->divisions != NULL) {
        struct division *division = status->divisions;
        status->divisions = division->next;
        free(division->network);
        free(division->parts);
        free(division);
    }
}

/* -- Tables and standbys ----------------------------------------------------------------------- */

static bool note_count(void *context, enum table_status kind, int64_t count)
{
    struct status *status = context;
    if ((unsigned)kind < STATUSES)
        status->tables[kind] = count;
    return true;
}

static bool print_standby(void *context, const struct stored_standby *standby)
{
    bool *any = context;
    *any = true;
    printf("  %-24s %s, %s, %" PRId64 " ms behind\n", standby->name, standby->state, standby->sync,
           standby->behind_ms);
    return true;
}

/* -- The command ------------------------------------------------------------------------------- */

static bool print_processes_and_leases(struct store_inquiry *inquiry, struct status *status)
{
    const struct store_lease_reader processes = {
        .context = status, .process = keep_process, .agreed = keep_division};
    const struct store_lease_reader leases = {.context = status, .lease = print_lease};
    if (!store_read_leases(inquiry, &processes))
        return false;
    print_processes(status);
    puts("networks");
    if (!store_read_leases(inquiry, &leases))
        return false;
    if (!status->any_lease)
        puts("  none");
    return true;
}

static bool print_standbys(struct store_inquiry *inquiry)
{
    bool any = false;
    puts("standbys");
    if (!store_read_standbys(inquiry, &any, print_standby))
        return false;
    if (!any)
        puts("  none");
    return true;
}

static bool print_tables(struct store_inquiry *inquiry, struct status *status)
{
    if (!store_count_tables(inquiry, status, note_count))
        return false;
    printf("tables\n  %" PRId64 " in their lobby, %" PRId64 " playing, %" PRId64
           " finished, %" PRId64 " aborted, %" PRId64 " archived\n",
           status->tables[TABLE_LOBBY], status->tables[TABLE_PLAYING],
           status->tables[TABLE_FINISHED], status->tables[TABLE_ABORTED],
           status->tables[TABLE_ARCHIVED]);
    return true;
}

static bool print_status(const struct store_tool *tool, struct status *status)
{
    if (!store_is_shared(tool->store)) {
        puts("processes\n  none: only one process at a time uses a folder");
        return print_tables(tool->inquiry, status);
    }
    return print_processes_and_leases(tool->inquiry, status) && print_standbys(tool->inquiry) &&
           print_tables(tool->inquiry, status);
}

static int show_status(struct store_tool *tool)
{
    struct status status = {.processes = NULL};
    status.last = &status.processes;
    bool printed = print_status(tool, &status);
    free_processes(&status);
    free_divisions(&status);
    return printed ? EXIT_DONE : store_tool_complain(tool, store_inquiry_error(tool->inquiry));
}

int store_status_main(int argc, char **argv)
{
    struct store_tool tool = {.names_table = false};
    return store_tool_run(&tool, argc, argv, "",
                          "Shows how many tables there are and, of a database that several "
                          "processes share, the processes, which of them serves which network, "
                          "and how far the server's standbys are behind.\v"
                          "With a database the bots may run meanwhile.",
                          show_status);
}
