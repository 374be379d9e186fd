/* Stores that earlier versions of this program wrote, one for each schema that was ever released:
 * every game's table is brought up to date and played on to its end.
 *
 * stores/schema-N.sql is such a store; schema 1 had two checksums of headers, 1a and 1b. Each holds
 * one live table of every game that the program had, all in the place "table" of the network
 * "console", so a test keeps one of them at a time. Whoever adds a step to the schema adds a file.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "bot/base/log.h"
#include "bot/store/sqlite/sqlite_private.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

enum { TABLES_MAX = 8, MOVES_MAX = 100000 };

static char *read_sql(const char *name)
{
    char path[PATH_MAX_OF_TEST * 2];
    snprintf(path, sizeof path, "%s/%s", STORES, name);
    FILE *file = fopen(path, "re");
    struct stat facts;
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &facts), 0);
    char *sql = calloc(1, (size_t)facts.st_size + 1);
    assert_int_equal(fread(sql, 1, (size_t)facts.st_size, file), facts.st_size);
    fclose(file);
    return sql;
}

/* Makes the store with the table of that number alone; false: it has none. */
static bool make_store(const char *folder, const char *sql, unsigned table)
{
    char path[PATH_MAX_OF_TEST];
    sqlite3 *database;
    int64_t count = 0;
    assert_int_equal(sqlite3_open(path_of(path, folder, "/" STORE_FILE), &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    const char *cut = line_of("DELETE FROM lines WHERE table_id != %u;"
                              "DELETE FROM seats WHERE table_id != %u;"
                              "DELETE FROM places WHERE table_id != %u;"
                              "DELETE FROM tables WHERE id != %u",
                              table, table, table, table);
    assert_int_equal(sqlite3_exec(database, cut, NULL, NULL, NULL), SQLITE_OK);
    assert_true(sqlite_ask_number(database, "SELECT count(*) FROM tables", &count));
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
    return count == 1;
}

static void play_on(struct fixture *fixture, struct table *table)
{
    struct sessions *sessions = &fixture->host.sessions;
    struct game_events events = {0};
    for (unsigned i = 0; i < MOVES_MAX && table->status == TABLE_PLAYING; i++) {
        game_move moves[GAME_LEGAL_MAX];
        unsigned seat = seat_on_turn(table);
        size_t count = table->game->rules->legal(table->state, (uint8_t)seat, moves);
        assert_int_equal(
            session_move(sessions, table, seat, moves[(size_t)rand() % count], &events), 0);
        if (i % 16 == 0)
            fixture_end_turn(fixture);
    }
    assert_int_equal(table->status, TABLE_FINISHED);
}

static void assert_played_on(const char *name, const char *sql, unsigned id)
{
    char *folder = folder_made();
    if (make_store(folder, sql, id)) {
        struct fixture *fixture = fixture_open(folder);
        const struct refused_table *refused = fixture->host.sessions.refused;
        if (refused != NULL)
            fail_msg("%s, table %u, line %u: %s", name, id, (unsigned)refused->line,
                     refused->reason);
        struct table *table = session_by_id(&fixture->host.sessions, id);
        assert_non_null(table);
        assert_true(table->lines > 0);
        play_on(fixture, table);
        fixture_close(fixture);
        store_close(store_opened(folder));
    }
    folder_removed(folder);
}

static void tables_of_every_schema_are_played_on(void **state)
{
    struct dirent **entries = NULL;
    unsigned stores = 0;
    (void)state;
    int count = scandir(STORES, &entries, NULL, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (strstr(name, ".sql") != NULL) {
            char *sql = read_sql(name);
            for (unsigned id = 1; id <= TABLES_MAX; id++)
                assert_played_on(name, sql, id);
            free(sql);
            stores++;
        }
        free(entries[i]);
    }
    free(entries);
    /* Schema 1 has two; the newest has none: the other tests write it. */
    assert_int_equal(stores, sqlite_migration_count);
}

static bool sum_header(void *context, const struct stored_table *table)
{
    int32_t *checksum = context;
    struct stored_table changed = *table;
    changed.further = "{\"version\":3}";
    *checksum = store_check_table(&changed);
    return false;
}

/* Gives the table a header of another version of its game, and a first move that nobody can make.
 */
static void make_astray(const char *folder)
{
    int32_t checksum = 0;
    struct store *store = store_opened(folder);
    read_one(store, 1, &(struct store_reader){.context = &checksum, .table = sum_header});
    store_lines_cut(store, 1, 0);
    add_line(store, 1, 1, "advance 9");
    must_commit(store);
    store_close(store);
    tamper(folder,
           line_of("UPDATE tables SET further = '{\"version\":3}', checksum = %d", checksum));
}

static void a_record_that_goes_astray_names_its_version(void **state)
{
    static const char reason[] =
        "it began with version 3 of the game, this program has version 1: ";
    char *sql = read_sql("schema-5.sql");
    assert_true(make_store(*state, sql, 1));
    free(sql);
    make_astray(*state);
    struct fixture *fixture = fixture_open(*state);
    const struct refused_table *refused = fixture->host.sessions.refused;
    assert_non_null(refused);
    assert_int_equal(refused->line, 1);
    assert_memory_equal(refused->reason, reason, strlen(reason));
    fixture_close(fixture);
}

int main(void)
{
    log_to(stderr, LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_every_schema_are_played_on),
        IN_FOLDER(a_record_that_goes_astray_names_its_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
