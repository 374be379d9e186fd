#include <string.h>

#include "bot/store/sqlite/sqlite_private.h"

static const char *const sources[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    /* The id is chosen by us, because the checksum covers it. */
    [STATEMENT_TABLE_ADD] =
        "INSERT INTO tables (id, status, owner, game, options, setup, further, seed, opened,"
        " opener_network, opener_identity, seat_count, checksum)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    [STATEMENT_TABLE_UPDATE] =
        "UPDATE tables SET status = ?2, owner = ?3, game = ?4, options = ?5, setup = ?6,"
        " further = ?7, seed = ?8, opened = ?9, opener_network = ?10, opener_identity = ?11,"
        " seat_count = ?12, checksum = ?13 WHERE id = ?1",
    [STATEMENT_RETIRE] = "UPDATE tables SET status = 3, owner = ?2,"
                         " checksum = coalesce(?3, checksum) WHERE id = ?1",
    [STATEMENT_NEXT_ID] = "SELECT coalesce(max(id), 0) + 1 FROM tables",
    [STATEMENT_SEATS_REMOVE] = "DELETE FROM seats WHERE table_id = ?1",
    [STATEMENT_SEAT_ADD] =
        "INSERT INTO seats (table_id, seat, network, identity, name, level, claim)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [STATEMENT_PLACES_REMOVE] = "DELETE FROM places WHERE table_id = ?1",
    [STATEMENT_PLACE_ADD] =
        "INSERT INTO places (table_id, position, network, place) VALUES (?1, ?2, ?3, ?4)",
    /* Adds nothing unless the line before exists, and replaces nothing except a torn line. */
    [STATEMENT_LINE_ADD] =
        "INSERT INTO lines (table_id, n, seat, move, chance, further, checksum)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7"
        " WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM lines WHERE table_id = ?1 AND n = ?2 - 1)"
        " ON CONFLICT (table_id, n) DO UPDATE SET seat = ?3, move = ?4, chance = ?5, further = ?6,"
        " checksum = ?7 WHERE coalesce(move, '') = '' AND coalesce(chance, '') = ''",
    [STATEMENT_LINES_CUT] = "DELETE FROM lines WHERE table_id = ?1 AND n > ?2",
    [STATEMENT_VALUE_SET] = "INSERT INTO settings (scope, name, value, checksum)"
                            " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (scope, name)"
                            " DO UPDATE SET value = ?3, checksum = ?4",
    [STATEMENT_VALUE_REMOVE] = "DELETE FROM settings WHERE scope = ?1 AND name = ?2",
#define VALUE_COLUMNS "SELECT scope, name, value, checksum"
    [STATEMENT_VALUE_GET] = VALUE_COLUMNS " FROM settings WHERE scope = ?1 AND name = ?2",
    [STATEMENT_VALUES] = VALUE_COLUMNS " FROM settings WHERE scope = ?1 ORDER BY name",
#define SCOPES        " FROM settings WHERE scope >= ?1 AND scope < ?1 || char(1114111)"
#define SCOPES_OF_KEY SCOPES " AND name = ?2"
    [STATEMENT_ALL_VALUES] = VALUE_COLUMNS SCOPES,
    [STATEMENT_SCOPES] = VALUE_COLUMNS SCOPES_OF_KEY " ORDER BY scope",
    [STATEMENT_SCOPES_FORGET] = "DELETE" SCOPES_OF_KEY,
    [STATEMENT_ENDED] = "SELECT id, game, status, opened FROM places JOIN tables ON table_id = id"
                        " WHERE network = ?1 AND place = ?2 AND status IN (2, 3)"
                        " ORDER BY table_id DESC",
    [STATEMENT_ARCHIVED] =
        "SELECT id, game, status, opened FROM tables WHERE status = 4 AND id IN"
        " (SELECT table_id FROM places WHERE network = ?1 AND place = ?2 AND ?2 <> '' UNION"
        " SELECT table_id FROM seats WHERE network = ?1 AND identity = ?3 AND ?3 <> '')"
        " ORDER BY id DESC",
    [STATEMENT_CHANGE_ADD] = "INSERT INTO changes (at, scope, setting, before, after, network,"
                             " identity, name) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STATEMENT_CHANGES_TRIM] = "DELETE FROM changes WHERE scope = ?1 AND id <= (SELECT id FROM"
                               " changes WHERE scope = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
    [STATEMENT_CHANGES_FORGET] = "UPDATE changes SET network = '', identity = '', name = ''"
                                 " WHERE network = ?1 AND identity = ?2",
    [STATEMENT_CHANGES] = "SELECT at, scope, setting, before, after, network, identity, name"
                          " FROM changes WHERE scope IN (?1, ?2, ?3) ORDER BY id DESC",
    [STATEMENT_RESULT_ADD] =
        "INSERT INTO results (table_id, ended, game, server) VALUES (?1, ?2, ?3, ?4)",
    [STATEMENT_RESULT_SEAT_ADD] =
        "INSERT INTO result_seats (table_id, seat, network, identity, name, score, share)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [STATEMENT_RESULTS_FORGET] = "UPDATE result_seats SET network = '', identity = '', name = ''"
                                 " WHERE network = ?1 AND identity = ?2",
    [STATEMENT_STATS] =
        "SELECT played.game, count(*), sum(share), avg(score), max(score), max(ended),"
        " max(rated.games), max(rated.mean), max(rated.deviation), max(rated.last)"
        " FROM result_seats AS sat JOIN results AS played USING (table_id)"
        " LEFT JOIN ratings AS rated ON rated.server = ?3 AND"
        " rated.game = played.game AND rated.network = ?1 AND rated.identity = ?2"
        " AND rated.season = ?4 WHERE sat.network = ?1 AND sat.identity = ?2"
        " AND (?3 = '' OR played.server = ?3)"
        " GROUP BY played.game ORDER BY played.game",
    [STATEMENT_PLAYER_FIND] = "SELECT network, identity FROM result_seats JOIN results"
                              " USING (table_id) WHERE server = ?1 AND name = ?2 COLLATE NOCASE"
                              " AND identity != '' ORDER BY table_id DESC",
    [STATEMENT_RATING_SET] =
        "INSERT INTO ratings (server, game, network, identity, season, name, games, mean, "
        "deviation,"
        " last, number, week, games_before, mean_before, deviation_before, last_before, bound)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)"
        " ON CONFLICT (server, game, network, identity, season)"
        " DO UPDATE SET name = ?6, games = ?7, mean = ?8, deviation = ?9, last = ?10,"
        " number = ?11, week = ?12, games_before = ?13, mean_before = ?14,"
        " deviation_before = ?15, last_before = ?16, bound = ?17",
#define RATING_COLUMNS                                                                             \
    "SELECT network, identity, name, games, mean, deviation, last, week, games_before,"            \
    " mean_before, deviation_before, last_before, server, season, game, number FROM ratings"
#define RATING_KEY " WHERE server = ?1 AND game = ?2 AND network = ?3 AND identity = ?4"
    /* The last season, and the wanted one. */
    [STATEMENT_RATING_GET] =
        RATING_COLUMNS RATING_KEY " AND (season = ?5 OR"
                                  " number = (SELECT max(number) FROM ratings" RATING_KEY "))",
    [STATEMENT_RATINGS_FORGET] = "DELETE FROM ratings WHERE network = ?1 AND identity = ?2",
    [STATEMENT_TOP] = RATING_COLUMNS " WHERE server = ?1 AND season = ?2 AND game = ?3"
                                     " ORDER BY bound DESC, name LIMIT ?4",
    [STATEMENT_RATINGS_OF] = RATING_COLUMNS " WHERE network = ?1 AND identity = ?2"
                                            " ORDER BY server, game, number",
    [STATEMENT_CHANGES_BY] = "SELECT at, scope, setting, before, after, network, identity, name"
                             " FROM changes WHERE network = ?1 AND identity = ?2 ORDER BY id DESC",
    [STATEMENT_TABLES_OF] = "SELECT table_id FROM seats WHERE network = ?1 AND identity = ?2 UNION"
                            " SELECT id FROM tables WHERE opener_network = ?1 AND"
                            " opener_identity = ?2 ORDER BY 1 DESC",
    [STATEMENT_COUNTS] = "SELECT status, count(*) FROM tables GROUP BY status ORDER BY status",
    /* The smallest table of an index costs O(log n), however many there are. */
    [STATEMENT_LOOSE] = "SELECT least, (SELECT status FROM tables WHERE id = least),"
                        " coalesce((SELECT ended FROM results WHERE table_id = least), 0)"
                        " FROM (SELECT min(table_id) AS least FROM lines WHERE table_id > ?1)"
                        " WHERE least IS NOT NULL",
    [STATEMENT_OLDEST] = "SELECT table_id, ended, count FROM packed"
                         " WHERE bytes IS NOT NULL AND ended < ?1 ORDER BY ended LIMIT 1",
    [STATEMENT_PACK] = "INSERT INTO packed (table_id, ended, count, bytes, checksum)"
                       " VALUES (?1, ?2, ?3, ?4, ?5)",
    [STATEMENT_DROP] = "UPDATE packed SET ended = ?2, count = ?3, bytes = ?4, checksum = ?5"
                       " WHERE table_id = ?1",
    [STATEMENT_HEADER_DROP] =
        "UPDATE tables SET setup = '', further = NULL, checksum = ?2 WHERE id = ?1",
#define HEADER_COLUMNS                                                                             \
    "SELECT id, status, owner, game, options, setup, further, seed, opened, opener_network,"       \
    " opener_identity, seat_count, tables.checksum, packed.checksum, ended, count, bytes"          \
    " FROM tables LEFT JOIN packed ON table_id = id"
    [STATEMENT_LIVE] = HEADER_COLUMNS " WHERE status NOT IN (2, 3, 4) ORDER BY id",
    [STATEMENT_TABLE] = HEADER_COLUMNS " WHERE id = ?1",
#define SEAT_COLUMNS  "SELECT table_id, seat, network, identity, name, level, claim FROM "
#define PLACE_COLUMNS "SELECT table_id, network, place FROM "
#define LINE_COLUMNS  "SELECT table_id, n, seat, move, chance, lines.further, lines.checksum FROM "
/* All rows of the live tables in the order of STATEMENT_LIVE, so that they can be merged. */
#define LIVE(rows)                                                                                 \
    "tables CROSS JOIN " rows " ON table_id = id WHERE status NOT IN (2, 3, 4) ORDER BY id, "
    [STATEMENT_LIVE_SEATS] = SEAT_COLUMNS LIVE("seats") "seat",
    [STATEMENT_LIVE_PLACES] = PLACE_COLUMNS LIVE("places") "position",
    [STATEMENT_LIVE_LINES] = LINE_COLUMNS LIVE("lines") "n",
    [STATEMENT_TABLE_SEATS] = SEAT_COLUMNS "seats WHERE table_id = ?1 ORDER BY seat",
    [STATEMENT_TABLE_PLACES] = PLACE_COLUMNS "places WHERE table_id = ?1 ORDER BY position",
    [STATEMENT_TABLE_LINES] = LINE_COLUMNS "lines WHERE table_id = ?1 ORDER BY n",
};

bool sqlite_statements_prepare(struct sqlite *store, struct text *error)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        if (sqlite3_prepare_v3(store->database, sources[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK) {
            text_add(error, "does not hold what this program expects: ");
            sqlite_add_reason(error, store->database);
            return false;
        }
    }
    return true;
}

void sqlite_statements_finish(struct sqlite *store)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(store->statements[i]);
        store->statements[i] = NULL;
    }
}

bool sqlite_run(sqlite3 *database, const char *sql)
{
    return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

bool sqlite_ask_number(sqlite3 *database, const char *sql, int64_t *number)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        return false;
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found)
        *number = sqlite3_column_int64(statement, 0);
    return sqlite3_finalize(statement) == SQLITE_OK && found;
}

static bool is_control(char byte)
{
    return (unsigned char)byte < ' ' || byte == 127;
}

void sqlite_add_line(struct text *out, const char *string)
{
    while (*string) {
        size_t length = 0;
        while (string[length] && !is_control(string[length]))
            length++;
        text_add_bytes(out, string, length);
        string += length;
        while (is_control(*string) && *string)
            string++;
        if (*string && length > 0)
            text_add_char(out, ' ');
    }
}

void sqlite_add_reason(struct text *out, sqlite3 *database)
{
    int code = sqlite3_errcode(database) & 0xFF;
    if (code == SQLITE_BUSY)
        text_add(out, "is in use by another process (is the bot running already?)");
    else if (code == SQLITE_FULL)
        text_add(out, "the disk is full");
    else if (code == SQLITE_NOTADB)
        text_add(out, "is not a database of this program");
    else if (code == SQLITE_CORRUPT)
        text_add(out, "is damaged and was left as it is");
    else
        sqlite_add_line(out, sqlite3_errmsg(database));
    const char *system = strerrordesc_np(sqlite3_system_errno(database));
    if ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system)
        text_add_format(out, " (%s)", system);
}
