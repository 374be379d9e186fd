#include "bot/store/sqlite/sqlite_private.h"

/* A function in SQL for the steps, store_check_value(). */
#define CHECK_VALUE "belfry_check_value"

/* `lines` has no constraints on its values: SQLite's check at the start refuses a file that breaks
 * one, but a line that makes no sense should only cost its own table (read.c). */
const char *const sqlite_migrations[] = {
    "CREATE TABLE tables ("
    "  id INTEGER PRIMARY KEY,"
    "  status INTEGER NOT NULL,"
    "  owner TEXT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  options TEXT NOT NULL,"
    "  setup TEXT NOT NULL,"
    "  further TEXT,"
    "  seed BLOB NOT NULL,"
    "  opened INTEGER NOT NULL,"
    "  opener_network TEXT NOT NULL,"
    "  opener_identity TEXT NOT NULL,"
    "  seat_count INTEGER NOT NULL,"
    "  checksum INTEGER NOT NULL);"
    /* An unknown status counts as live, so that somebody hears of it. */
    "CREATE INDEX tables_live ON tables (id) WHERE status NOT IN (2, 3);"
    "CREATE TABLE seats ("
    "  table_id INTEGER NOT NULL REFERENCES tables (id),"
    "  seat INTEGER NOT NULL,"
    "  network TEXT NOT NULL,"
    "  identity TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  level TEXT NOT NULL,"
    "  claim BLOB,"
    "  PRIMARY KEY (table_id, seat)) WITHOUT ROWID;"
    "CREATE TABLE places ("
    "  table_id INTEGER NOT NULL REFERENCES tables (id),"
    "  position INTEGER NOT NULL,"
    "  network TEXT NOT NULL,"
    "  place TEXT NOT NULL,"
    "  PRIMARY KEY (table_id, position)) WITHOUT ROWID;"
    "CREATE TABLE lines ("
    "  table_id INTEGER NOT NULL REFERENCES tables (id),"
    "  n INTEGER NOT NULL,"
    "  seat INTEGER,"
    "  move TEXT,"
    "  chance TEXT,"
    "  further TEXT,"
    "  checksum INTEGER,"
    "  PRIMARY KEY (table_id, n)) WITHOUT ROWID;"
    "CREATE TABLE settings ("
    "  scope TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  value TEXT NOT NULL,"
    "  PRIMARY KEY (scope, name)) WITHOUT ROWID;",
    /* The tables of a place. */
    "CREATE INDEX places_by_name ON places (network, place, table_id);",
    "CREATE TABLE changes ("
    "  id INTEGER PRIMARY KEY,"
    "  at INTEGER NOT NULL,"
    "  scope TEXT NOT NULL,"
    "  setting TEXT NOT NULL,"
    "  before TEXT,"
    "  after TEXT,"
    "  network TEXT NOT NULL,"
    "  identity TEXT NOT NULL,"
    "  name TEXT NOT NULL);"
    "CREATE INDEX changes_scope ON changes (scope, id);"
    "CREATE INDEX changes_person ON changes (network, identity);",
    /* The results of finished games. A win counts 1, a win shared by m seats 1/m. */
    "CREATE TABLE results ("
    "  table_id INTEGER PRIMARY KEY REFERENCES tables (id),"
    "  ended INTEGER NOT NULL,"
    "  game TEXT NOT NULL,"
    "  server TEXT NOT NULL);"
    "CREATE TABLE result_seats ("
    "  table_id INTEGER NOT NULL REFERENCES results (table_id),"
    "  seat INTEGER NOT NULL,"
    "  network TEXT NOT NULL,"
    "  identity TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  score INTEGER NOT NULL,"
    "  share REAL NOT NULL,"
    "  PRIMARY KEY (table_id, seat)) WITHOUT ROWID;"
    "CREATE INDEX result_seats_person ON result_seats (network, identity);"
    "CREATE TABLE ratings ("
    "  server TEXT NOT NULL,"
    "  game TEXT NOT NULL," /* "" for all games together */
    "  network TEXT NOT NULL,"
    "  identity TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  mean REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  PRIMARY KEY (server, game, network, identity)) WITHOUT ROWID;"
    "CREATE INDEX seats_person ON seats (network, identity);",
    /* Archived tables are not live. */
    ("DROP INDEX tables_live;"
     "CREATE INDEX tables_live ON tables (id) WHERE status NOT IN (2, 3, 4);"),
    /* One row: the generation, and the number of the file that it was made for. */
    "CREATE TABLE generation ("
    "  bytes BLOB NOT NULL,"
    "  file INTEGER NOT NULL);",
    ("ALTER TABLE settings ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;"
     /* Who had asked to be forgotten stood there, whether they meant it or not. */
     "DELETE FROM settings WHERE scope = 'forget asked';"
     "UPDATE settings SET checksum = " CHECK_VALUE "(scope, name, value);"),
    /* The lines of tables that are over, in one piece each (pack.h); no bytes: they were dropped.
     * With rows of this size a table without rowid would need a page of its own for each. */
    ("CREATE TABLE packed ("
     "  table_id INTEGER PRIMARY KEY REFERENCES tables (id),"
     "  ended INTEGER NOT NULL,"
     "  count INTEGER NOT NULL,"
     "  bytes BLOB,"
     "  checksum INTEGER NOT NULL);"
     "CREATE INDEX packed_ended ON packed (ended) WHERE bytes IS NOT NULL;"),
    /* Ratings by season. A person's seasons in a game on a server are in the order of `number`.
     * `bound` is stored_rating_bound(). What was rated before there were seasons is in the season
     * "", which has no end. */
    ("ALTER TABLE ratings RENAME TO ratings_before;"
     "CREATE TABLE ratings ("
     "  server TEXT NOT NULL,"
     "  game TEXT NOT NULL," /* "" for all games together */
     "  network TEXT NOT NULL,"
     "  identity TEXT NOT NULL,"
     "  season TEXT NOT NULL,"
     "  name TEXT NOT NULL,"
     "  games INTEGER NOT NULL,"
     "  mean REAL NOT NULL,"
     "  deviation REAL NOT NULL,"
     "  last INTEGER NOT NULL,"
     "  number INTEGER NOT NULL,"
     "  week INTEGER NOT NULL,"
     "  games_before INTEGER NOT NULL,"
     "  mean_before REAL NOT NULL,"
     "  deviation_before REAL NOT NULL,"
     "  last_before INTEGER NOT NULL,"
     "  bound REAL NOT NULL,"
     "  PRIMARY KEY (server, game, network, identity, season)) WITHOUT ROWID;"
     "INSERT INTO ratings SELECT server, game, network, identity, '', name, games, mean, deviation,"
     " coalesce((SELECT max(ended) FROM result_seats AS sat JOIN results AS played USING (table_id)"
     "  WHERE sat.network = rated.network AND sat.identity = rated.identity AND"
     "  played.server = rated.server AND rated.game IN ('', played.game)), 0),"
     " games, 0, 0, 0, 0, 0, mean - 3 * deviation FROM ratings_before AS rated;"
     "DROP TABLE ratings_before;"
     "CREATE UNIQUE INDEX ratings_number ON ratings (server, game, network, identity, number);"
     "CREATE INDEX ratings_top ON ratings (server, season, game, bound DESC, name);"
     "CREATE INDEX ratings_person ON ratings (network, identity);"),
};
const size_t sqlite_migration_count = sizeof sqlite_migrations / sizeof *sqlite_migrations;

static bool set_number(sqlite3 *database, const char *pragma, int64_t number)
{
    char buffer[64];
    struct text sql = TEXT_IN(buffer);
    text_add_format(&sql, "PRAGMA %s = %lld", pragma, (long long)number);
    return sqlite_run(database, buffer);
}

static bool make_step(sqlite3 *database, const char *step, size_t version)
{
    return sqlite_run(database, "BEGIN EXCLUSIVE") &&
           (version > 0 || set_number(database, "application_id", STORE_APPLICATION_ID)) &&
           sqlite_run(database, step) &&
           set_number(database, "user_version", (int64_t)version + 1) &&
           sqlite_run(database, "COMMIT");
}

bool sqlite_schema_is_known(int64_t version, size_t count, struct text *error)
{
    if (version >= 0 && (uint64_t)version <= count)
        return true;
    text_add_format(error,
                    "was written by a newer version of this program (schema %lld, known up to %zu)",
                    (long long)version, count);
    return false;
}

static void check_value(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    sqlite3_result_int(context, store_check_value((const char *)sqlite3_value_text(values[0]),
                                                  (const char *)sqlite3_value_text(values[1]),
                                                  (const char *)sqlite3_value_text(values[2])));
}

bool sqlite_schema_migrate(sqlite3 *database, const char *const *steps, size_t count,
                           struct text *error)
{
    int64_t version;
    if (!sqlite_ask_number(database, "PRAGMA user_version", &version)) {
        sqlite_add_reason(error, database);
        return false;
    }
    if (!sqlite_schema_is_known(version, count, error))
        return false;
    sqlite3_create_function(database, CHECK_VALUE, 3, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL,
                            check_value, NULL, NULL);
    for (size_t i = (size_t)version; i < count; i++) {
        if (!make_step(database, steps[i], i)) {
            text_add_format(error, "cannot be brought to schema %zu: ", i + 1);
            sqlite_add_reason(error, database);
            if (!sqlite3_get_autocommit(database))
                sqlite_run(database, "ROLLBACK");
            return false;
        }
    }
    return true;
}
