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
    changed.place_count = 1;
    changed.places = &(struct stored_place){"one", "#a"};
    *checksum = store_check_table(&changed);
    return false;
}

/* Gives the table a header of another version of its game, and a place that the fixture has. */
static void make_newer(const char *folder)
{
    int32_t checksum = 0;
    struct store *store = store_opened(folder);
    read_one(store, 1, &(struct store_reader){.context = &checksum, .table = sum_header});
    store_close(store);
    tamper(folder, line_of("UPDATE places SET network = 'one', place = '#a';"
                           "UPDATE tables SET further = '{\"version\":3}', checksum = %d",
                           checksum));
}

/* Even where every move would still be legal: it is kept, and its place is told. */
static void a_record_of_another_version_is_not_played_on(void **state)
{
    char *sql = read_sql("schema-5.sql");
    assert_true(make_store(*state, sql, 1));
    free(sql);
    make_newer(*state);
    char *kept = strdup(reading_after_reopening(*state));
    struct fixture *fixture = fixture_open(*state);
    const struct refused_table *refused = fixture->host.sessions.refused;
    assert_non_null(refused);
    assert_int_equal(refused->line, 0);
    assert_string_equal(refused->reason,
                        "it began with version 3 of the game, this program has version 1");
    assert_null(session_by_id(&fixture->host.sessions, 1));
    fixture_open_place(fixture, "one", "#a");
    assert_int_equal(fixture_count_public(fixture, "#a", "Table 1 of this channel"), 1);
    fixture_public(fixture, "#a", "was begun under other rules than this version of the bot plays");
    fixture->spoiled = true;
    fixture_close(fixture);
    assert_reading(*state, kept);
    free(kept);
}

static void games_say_which_versions_they_play(void **state)
{
    (void)state;
    const struct game *patrician = game_find("patrician");
    assert_true(game_plays_version(patrician, patrician->version));
    assert_true(game_plays_version(patrician, 1));
    assert_false(game_plays_version(patrician, 0));
    assert_false(game_plays_version(patrician, patrician->version + 1U));
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        assert_true(game_plays_version(*game, (*game)->version) &&
                    (*game)->version_least <= (*game)->version);
    struct game next = *patrician;
    next.version = 3;
    next.version_least = 0;
    assert_false(game_plays_version(&next, 2));
}

/* -- Ratings ----------------------------------------------------------------------------------- */

/* Ratings from before there were seasons are those of the season without an end. */
static void ratings_from_before_seasons_are_kept(void **state)
{
    static const char rated[] =
        "INSERT INTO results VALUES (5, 1700000009, 'goats', 'irc');"
        "INSERT INTO result_seats VALUES (5, 0, 'irc', 'ann', 'Ann', 3, 1);"
        "INSERT INTO ratings VALUES ('irc', 'goats', 'irc', 'ann', 'Ann', 7, 27.1, 1.25),"
        " ('irc', '', 'irc', 'ann', 'Ann', 9, 26.3, 1.125), ('irc', 'njet', 'irc', 'ann', 'Ann', 2,"
        " 24.1, 7.5)";
    char buffer[512];
    struct text told = TEXT_IN(buffer);
    char *sql = read_sql("schema-8.sql");
    assert_true(make_store(*state, sql, 5));
    free(sql);
    tamper(*state, rated);
    struct store *store = store_opened(*state);
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_ratings_of(inquiry, "irc", "ann", &told, tell_stored_rating));
    store_inquiry_free(inquiry);
    store_close(store);
    assert_string_equal(buffer, "irc ''  Ann 9 26.300000000000001 1.125 1700000009\n"
                                "irc '' goats Ann 7 27.100000000000001 1.25 1700000009\n"
                                "irc '' njet Ann 2 24.100000000000001 7.5 0\n");
}

int main(void)
{
    log_to(stderr, LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_every_schema_are_played_on),
        IN_FOLDER(a_record_of_another_version_is_not_played_on),
        cmocka_unit_test(games_say_which_versions_they_play),
        IN_FOLDER(ratings_from_before_seasons_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
