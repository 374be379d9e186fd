#include <string.h>

#include "bot/store/postgres/postgres_private.h"

/* Words are compared byte by byte on every server. `lines` has no constraints on its values: a line
 * that makes no sense should only cost its own table (read.c). */
#define WORD "text COLLATE \"C\" NOT NULL"

const char *const pg_migrations[] = {
    "CREATE TABLE tables ("
    "  id bigint PRIMARY KEY,"
    "  status bigint NOT NULL,"
    "  owner " WORD ","
    "  game " WORD ","
    "  options text NOT NULL,"
    "  setup text NOT NULL,"
    "  further text,"
    "  seed bytea NOT NULL,"
    "  opened bigint NOT NULL,"
    "  opener_network " WORD ","
    "  opener_identity " WORD ","
    "  seat_count bigint NOT NULL,"
    "  checksum bigint NOT NULL,"
    "  last_line bigint NOT NULL DEFAULT 0);"
    /* An unknown status counts as live, so that somebody hears of it. */
    "CREATE INDEX tables_live ON tables (id) WHERE status NOT IN (2, 3, 4);"
    "CREATE INDEX tables_opener ON tables (opener_network, opener_identity);"
    "CREATE TABLE seats ("
    "  table_id bigint NOT NULL REFERENCES tables (id),"
    "  seat bigint NOT NULL,"
    "  network " WORD ","
    "  identity " WORD ","
    "  name " WORD ","
    "  level " WORD ","
    "  claim bytea,"
    "  PRIMARY KEY (table_id, seat));"
    "CREATE INDEX seats_person ON seats (network, identity);"
    "CREATE TABLE places ("
    "  table_id bigint NOT NULL REFERENCES tables (id),"
    "  position bigint NOT NULL,"
    "  network " WORD ","
    "  place " WORD ","
    "  PRIMARY KEY (table_id, position));"
    "CREATE INDEX places_by_name ON places (network, place, table_id);"
    "CREATE TABLE lines ("
    "  table_id bigint NOT NULL REFERENCES tables (id),"
    "  n bigint NOT NULL,"
    "  seat bigint,"
    "  move text,"
    "  chance text,"
    "  further text,"
    "  checksum bigint,"
    "  PRIMARY KEY (table_id, n));"
    "CREATE TABLE settings ("
    "  scope " WORD ","
    "  name " WORD ","
    "  value text NOT NULL,"
    "  checksum bigint NOT NULL,"
    "  PRIMARY KEY (scope, name));"
    "CREATE TABLE changes ("
    "  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    "  at bigint NOT NULL,"
    "  scope " WORD ","
    "  setting " WORD ","
    "  before text,"
    "  after text,"
    "  network " WORD ","
    "  identity " WORD ","
    "  name " WORD ");"
    "CREATE INDEX changes_scope ON changes (scope, id);"
    "CREATE INDEX changes_person ON changes (network, identity);"
    /* The results of finished games. A win counts 1, a win shared by m seats 1/m. */
    "CREATE TABLE results ("
    "  table_id bigint PRIMARY KEY REFERENCES tables (id),"
    "  ended bigint NOT NULL,"
    "  game " WORD ","
    "  server " WORD ");"
    "CREATE TABLE result_seats ("
    "  table_id bigint NOT NULL REFERENCES results (table_id),"
    "  seat bigint NOT NULL,"
    "  network " WORD ","
    "  identity " WORD ","
    "  name " WORD ","
    "  score bigint NOT NULL,"
    "  share double precision NOT NULL,"
    "  PRIMARY KEY (table_id, seat));"
    "CREATE INDEX result_seats_person ON result_seats (network, identity);"
    "CREATE TABLE ratings ("
    "  server " WORD ","
    "  game " WORD "," /* "" for all games together */
    "  network " WORD ","
    "  identity " WORD ","
    "  name " WORD ","
    "  games bigint NOT NULL,"
    "  mean double precision NOT NULL,"
    "  deviation double precision NOT NULL,"
    "  PRIMARY KEY (server, game, network, identity));"
    "CREATE INDEX ratings_person ON ratings (network, identity);"
    /* For each process and each of the turns it may have under way at once: the last that was
     * committed there. Tells after a lost answer whether the turn was saved. */
    "CREATE TABLE turns ("
    "  writer " WORD ","
    "  slot bigint NOT NULL,"
    "  turn bigint NOT NULL,"
    "  epoch bigint NOT NULL,"
    "  PRIMARY KEY (writer, slot)) WITH (fillfactor = 50);",
    /* Counts the turns that changed each table; no row: none did. Its rows are small, because every
     * move writes one. */
    ("CREATE TABLE versions ("
     "  table_id bigint PRIMARY KEY,"
     "  version bigint NOT NULL) WITH (fillfactor = 50);"),
    /* By which the other processes find what was changed. */
    ("ALTER TABLE versions ADD COLUMN changed timestamptz NOT NULL DEFAULT clock_timestamp();"
     "CREATE INDEX versions_changed ON versions (changed);"),
    /* The processes, what each of them holds, and what people asked for that is applied already.
     * All times are the server's. */
    ("CREATE TABLE processes ("
     "  id " WORD " PRIMARY KEY,"
     "  name " WORD ","
     "  began timestamptz NOT NULL,"
     "  ends timestamptz NOT NULL) WITH (fillfactor = 50);"
     "CREATE TABLE leases ("
     "  name " WORD " PRIMARY KEY,"
     "  holder " WORD ","
     "  epoch bigint NOT NULL,"
     "  ends timestamptz NOT NULL) WITH (fillfactor = 50);"
     "CREATE TABLE events ("
     "  event " WORD " PRIMARY KEY,"
     "  applied timestamptz NOT NULL DEFAULT clock_timestamp());"
     "CREATE INDEX events_applied ON events (applied);"),
    /* Values that other processes hold in memory too, and when they were last changed. */
    ("CREATE TABLE published ("
     "  scope " WORD ","
     "  name " WORD ","
     "  changed timestamptz NOT NULL DEFAULT clock_timestamp(),"
     "  PRIMARY KEY (scope, name));"
     "CREATE INDEX published_changed ON published (changed);"),
    /* A move writes no header: the key of `lines` and `versions` tell what follows what. */
    ("ALTER TABLE tables DROP COLUMN last_line;"
     "ALTER TABLE lines DROP CONSTRAINT lines_table_id_fkey;"),
    /* The lines of tables that are over, in one piece each (pack.h); no bytes: they were dropped.
     */
    ("CREATE TABLE packed ("
     "  table_id bigint PRIMARY KEY REFERENCES tables (id),"
     "  ended bigint NOT NULL,"
     "  count bigint NOT NULL,"
     "  bytes bytea,"
     "  checksum bigint NOT NULL);"
     "ALTER TABLE packed ALTER COLUMN bytes SET STORAGE EXTERNAL;"
     "CREATE INDEX packed_ended ON packed (ended) WHERE bytes IS NOT NULL;"),
    /* What all processes together may do only so often. The times are the server's. */
    ("CREATE TABLE rations ("
     "  name " WORD " PRIMARY KEY,"
     "  uses bigint NOT NULL,"
     "  epoch bigint NOT NULL,"
     "  ends timestamptz NOT NULL) WITH (fillfactor = 50);"),
    /* Ratings by season. A person's seasons in a game on a server are in the order of `number`,
     * which also tells two processes apart that rate the same person. `bound` is
     * stored_rating_bound(). What was rated before there were seasons is in the season "", which
     * has no end. */
    ("ALTER TABLE ratings"
     "  ADD COLUMN season " WORD " DEFAULT '',"
     "  ADD COLUMN last bigint NOT NULL DEFAULT 0,"
     "  ADD COLUMN number bigint NOT NULL DEFAULT 0,"
     "  ADD COLUMN week bigint NOT NULL DEFAULT 0,"
     "  ADD COLUMN games_before bigint NOT NULL DEFAULT 0,"
     "  ADD COLUMN mean_before double precision NOT NULL DEFAULT 0,"
     "  ADD COLUMN deviation_before double precision NOT NULL DEFAULT 0,"
     "  ADD COLUMN last_before bigint NOT NULL DEFAULT 0,"
     "  ADD COLUMN bound double precision NOT NULL DEFAULT 0;"
     "UPDATE ratings SET number = games, bound = mean - 3 * deviation, last ="
     " coalesce((SELECT max(ended) FROM result_seats AS sat JOIN results AS played USING (table_id)"
     "  WHERE sat.network = ratings.network AND sat.identity = ratings.identity AND"
     "  played.server = ratings.server AND ratings.game IN ('', played.game)), 0);"
     "ALTER TABLE ratings DROP CONSTRAINT ratings_pkey,"
     "  ADD PRIMARY KEY (server, game, network, identity, season);"
     "CREATE UNIQUE INDEX ratings_number ON ratings (server, game, network, identity, number);"
     "CREATE INDEX ratings_top ON ratings (server, season, game, bound DESC, name);"),
};
const size_t pg_migration_count = sizeof pg_migrations / sizeof *pg_migrations;

void pg_add_reason(struct text *out, const PGresult *result, PGconn *connection)
{
    const char *reason =
        result != NULL ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    if (reason == NULL)
        reason = PQerrorMessage(connection);
    size_t length = strcspn(reason, "\n");
    text_add_printable(out, reason, length);
    if (length == 0)
        text_add(out, "the database does not answer");
}

static bool run(PGconn *connection, const char *sql, struct text *error)
{
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    bool done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!done)
        pg_add_reason(error, result, connection);
    PQclear(result);
    return done;
}

/* The one row of `belfry` has the version. Locking it keeps other processes out of a step. */
static bool prepare_version(PGconn *connection, struct text *error)
{
    return run(connection,
               "CREATE TABLE IF NOT EXISTS belfry (one bigint PRIMARY KEY CHECK (one = 1),"
               " version bigint NOT NULL, next_table bigint NOT NULL, generation bytea NOT NULL);",
               error);
}

static bool read_version(PGconn *connection, int64_t *version, struct text *error)
{
    PGresult *result = PQexec(connection, "SELECT version FROM belfry FOR UPDATE");
    bool read = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    if (read)
        *version = pg_number_of(result, 0, 0);
    else
        pg_add_reason(error, result, connection);
    PQclear(result);
    return read;
}

static bool set_version(PGconn *connection, size_t version, struct text *error)
{
    char buffer[80];
    struct text sql = TEXT_IN(buffer);
    text_add_format(&sql, "UPDATE belfry SET version = %zu", version);
    return run(connection, buffer, error);
}

static bool make_steps(PGconn *connection, const char *const *steps, size_t count,
                       struct text *error)
{
    int64_t version;
    if (!read_version(connection, &version, error))
        return false;
    if (version < 0 || (uint64_t)version > count) {
        text_add_format(error,
                        "was written by a newer version of this program (schema %lld, known up to"
                        " %zu)",
                        (long long)version, count);
        return false;
    }
    for (size_t i = (size_t)version; i < count; i++) {
        char buffer[STORE_ERROR_MAX];
        struct text reason = TEXT_IN(buffer);
        if (run(connection, steps[i], &reason) && set_version(connection, i + 1, &reason))
            continue;
        text_add_format(error, "cannot be brought to schema %zu: %s", i + 1, buffer);
        return false;
    }
    return true;
}

bool pg_schema_migrate(PGconn *connection, const char *const *steps, size_t count,
                       struct text *error)
{
    enum { TRIES = 3 };
    char buffer[STORE_ERROR_MAX];
    struct text reason = TEXT_IN(buffer);
    bool prepared = false;
    /* Two processes that create it at the same moment hinder each other. */
    for (int i = 0; i < TRIES && !prepared; i++) {
        text_clear(&reason);
        prepared = prepare_version(connection, &reason);
    }
    if (!prepared) {
        text_add(error, buffer);
        return false;
    }
    bool done = run(connection, "BEGIN", error) &&
                run(connection,
                    "INSERT INTO belfry VALUES (1, 0, 1, decode(replace(gen_random_uuid()::text,"
                    " '-', ''), 'hex')) ON CONFLICT DO NOTHING",
                    error) &&
                make_steps(connection, steps, count, error);
    if (done)
        done = run(connection, "COMMIT", error);
    else
        PQclear(PQexec(connection, "ROLLBACK"));
    return done;
}
