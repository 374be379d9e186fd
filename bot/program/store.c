/* `belfry store …`: look at the store of a bot that does not run, rescue a table, or dismiss it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/program/command_line.h"
#include "bot/program/data_folder.h"
#include "bot/program/run.h"
#include "bot/program/store_tool.h"
#include "bot/tables/finished.h"
#include "bot/tables/session.h"

/* -- check ------------------------------------------------------------------------------------- */

struct check {
    const struct store_tool *tool;
    unsigned counts[TABLE_ARCHIVED + 1];
    unsigned damaged;
    int64_t *ids;
    size_t id_count, id_room;
};

static bool note_id(void *context, int64_t id)
{
    struct check *check = context;
    if (check->id_count == check->id_room) {
        check->id_room = 2 * check->id_room + 64;
        check->ids = memory_resize(check->ids, check->id_room * sizeof *check->ids);
    }
    check->ids[check->id_count++] = id;
    return true;
}

static void print_damage(int64_t table, uint32_t line, const char *what, const char *reason)
{
    printf("table %" PRId64, table);
    if (line > 0)
        printf(", line %u", (unsigned)line);
    printf(": %s%s\n", reason, what);
}

static bool count_status(void *context, const struct stored_table *table)
{
    struct check *check = context;
    check->counts[table->status]++;
    return table->status != TABLE_LOBBY && table->status != TABLE_PLAYING;
}

static bool pass_line(void *context, const struct stored_line *line)
{
    (void)context;
    (void)line;
    return true;
}

/* Live tables are judged by whoever plays on them, see below. */
static void note_damage(void *context, int64_t table, uint32_t line, const char *reason)
{
    struct check *check = context;
    print_damage(table, line, " (it is over)", reason);
    check->damaged++;
}

static bool is_refused(const struct sessions *sessions, int64_t id)
{
    const struct refused_table *refused = sessions->refused;
    while (refused != NULL && refused->id != id)
        refused = refused->next;
    return refused != NULL;
}

static void check_tables(struct check *check, const struct sessions *sessions)
{
    const struct store_reader reader = {
        .context = check, .table = count_status, .line = pass_line, .damaged = note_damage};
    for (size_t i = 0; i < check->id_count; i++)
        if (!is_refused(sessions, check->ids[i]))
            store_read_table(check->tool->inquiry, check->ids[i], &reader);
    for (const struct refused_table *refused = sessions->refused; refused != NULL;
         refused = refused->next) {
        print_damage(refused->id, refused->line, "; it can't be played on", refused->reason);
        check->damaged++;
    }
}

/* Replays every live table, as the bot does at its start. */
static bool replay_live(const struct store_tool *tool, struct sessions *sessions,
                        struct settings *settings)
{
    return settings_load(settings, tool->inquiry) && session_recover(sessions, tool->inquiry);
}

static int check_store(struct store_tool *tool)
{
    struct check check = {.tool = tool};
    struct networks networks = {.count = 0};
    struct clock clock = {.ahead = 0};
    struct settings settings = {
        .store = tool->store, .networks = &networks, .clock = &clock, .config = &tool->config};
    struct outbox outbox;
    struct counters counters = {0};
    struct sessions sessions = {.store = tool->store,
                                .outbox = &outbox,
                                .settings = &settings,
                                .networks = &networks,
                                .clock = &clock,
                                .counters = &counters};
    outbox_open(&outbox);
    clock_follow(&clock);
    bool read =
        replay_live(tool, &sessions, &settings) && store_read_ids(tool->inquiry, &check, note_id);
    unsigned values = store_inquiry_damaged_values(tool->inquiry);
    if (read)
        check_tables(&check, &sessions);
    if (values > 0)
        printf("%u damaged settings and notes are not used; the bot's log names them\n", values);
    if (read)
        printf("%s: %zu tables (%u in their lobby, %u playing, %u finished, %u aborted,"
               " %u archived); %u damaged\n",
               data_name(tool->found), check.id_count, check.counts[TABLE_LOBBY],
               check.counts[TABLE_PLAYING], check.counts[TABLE_FINISHED],
               check.counts[TABLE_ABORTED], check.counts[TABLE_ARCHIVED], check.damaged);
    else
        store_tool_complain(tool, store_inquiry_error(tool->inquiry));
    outbox_drop(&outbox);
    sessions_free(&sessions);
    settings_clear(&settings);
    free(check.ids);
    return read && check.damaged + values == 0 ? EXIT_DONE : EXIT_WORK_FAILED;
}

int store_check_main(int argc, char **argv)
{
    struct store_tool tool = {.names_table = false};
    return store_tool_run(
        &tool, argc, argv, "",
        "Checks the store of a bot that does not run: the file, its write-ahead log, "
        "every table, and that every live one can be played on.\v"
        "Prints what is damaged and exits with 1 if anything is.",
        check_store);
}

/* -- dump, export, retire ---------------------------------------------------------------------- */

static int dump_table(struct store_tool *tool)
{
    if (store_dump_table(tool->inquiry, tool->table, stdout))
        return EXIT_DONE;
    return store_tool_complain(tool, store_inquiry_error(tool->inquiry));
}

int store_dump_main(int argc, char **argv)
{
    struct store_tool tool = {.names_table = true};
    return store_tool_run(
        &tool, argc, argv, "TABLE",
        "Prints what the store holds of a table, damaged or not: its header, seats, "
        "places and lines.\vThe output holds hidden cards and people's accounts.",
        dump_table);
}

static void keep_reason(void *context, int64_t table, uint32_t line, const char *reason)
{
    text_add_format(context, "table %" PRId64 ", line %u: %s; what is before it was written", table,
                    (unsigned)line, reason);
}

static bool want_lines(void *context, const struct stored_table *table)
{
    struct text *problem = context;
    if (table->dropped)
        text_add_format(problem, "table %" PRId64 ": its record was dropped because of its age",
                        table->id);
    else if (table->setup[0] == '\0')
        text_add_format(problem, "table %" PRId64 " has not begun: there is nothing to export",
                        table->id);
    else if (game_find(table->game) == NULL)
        text_add_format(problem, "table %" PRId64 ": this program does not have its game",
                        table->id);
    return problem->length == 0;
}

static int export_table(struct store_tool *tool)
{
    char buffer[STORE_ERROR_MAX];
    struct text problem = TEXT_IN(buffer);
    const struct store_reader reader = {
        .context = &problem, .table = want_lines, .line = pass_line, .damaged = keep_reason};
    if (!store_read_table(tool->inquiry, tool->table, &reader))
        text_add(&problem, store_inquiry_error(tool->inquiry));
    else
        finished_write_any(tool->inquiry, tool->table, stdout);
    return problem.length > 0 ? store_tool_complain(tool, buffer) : EXIT_DONE;
}

int store_export_main(int argc, char **argv)
{
    struct store_tool tool = {.names_table = true};
    return store_tool_run(&tool, argc, argv, "TABLE",
                          "Writes the transcript of a table in any state, up to the first damaged "
                          "line.\vThe transcript of a table that is not over holds hidden cards.",
                          export_table);
}

static void note_commit(void *context, enum store_end end, const char *error)
{
    if (end != STORE_SAVED)
        text_add(context, error);
}

static int retire_table(struct store_tool *tool)
{
    char buffer[STORE_ERROR_MAX];
    struct text problem = TEXT_IN(buffer);
    if (!store_table_retire(tool->inquiry, tool->table))
        return store_tool_complain(tool, store_inquiry_error(tool->inquiry));
    store_commit(tool->store, note_commit, &problem);
    if (problem.length > 0)
        return store_tool_complain(tool, buffer);
    printf("table %" PRId64 " is aborted, its places are free, and its record is kept\n",
           tool->table);
    return EXIT_DONE;
}

int store_retire_main(int argc, char **argv)
{
    struct store_tool tool = {.names_table = true};
    return store_tool_run(&tool, argc, argv, "TABLE",
                          "Takes a table out of play, so that its places are free for a new one.\v"
                          "What it holds stays in the store: dump and export still show it.",
                          retire_table);
}
