#include "bot/store/postgres/postgres_private.h"

/* A statement that must not do nothing divides by the number of rows it changed: with none the
 * whole turn is undone. */
#define MUST_CHANGE(statement)                                                                     \
    "WITH changed AS (" statement " RETURNING 1) SELECT 1 / count(*) FROM changed"

/* Does the same where so many rows must change. */
#define MUST_CHANGE_ALL(statement, rows)                                                           \
    "WITH changed AS (" statement " RETURNING 1)"                                                  \
    " SELECT 1 / (count(*) = " rows "::bigint)::int FROM changed"

const char *const pg_statements[PG_STATEMENT_COUNT] = {
    [PG_TURN_MARK] = MUST_CHANGE("UPDATE turns SET turn = $3::bigint WHERE writer = $1::text AND"
                                 " slot = $2::bigint AND epoch = $4::bigint"),
    /* Waits for turns of an older connection that are being committed; later ones fail. */
    [PG_WRITER_ENTER] = "INSERT INTO turns (writer, slot, turn, epoch)"
                        " SELECT $1::text, slot, 0, 1 FROM generate_series(0, $2::bigint - 1) slot"
                        " ON CONFLICT (writer, slot) DO UPDATE SET epoch = turns.epoch + 1"
                        " RETURNING slot, turn, epoch",
    [PG_WRITER_LEAVE] = "DELETE FROM turns WHERE writer = $1",
    [PG_IDS_TAKE] = "UPDATE belfry SET next_table = next_table + $1::bigint"
                    " RETURNING next_table - $1::bigint",
    [PG_ID_PASS] = "UPDATE belfry SET next_table = $1::bigint + 1 WHERE next_table <= $1::bigint",
    [PG_TABLE_ADD] =
        "INSERT INTO tables (id, status, owner, game, options, setup, further, seed, opened,"
        " opener_network, opener_identity, seat_count, checksum)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    [PG_TABLE_UPDATE] =
        MUST_CHANGE("UPDATE tables SET status = $2, owner = $3, game = $4, options = $5,"
                    " setup = $6, further = $7, seed = $8, opened = $9, opener_network = $10,"
                    " opener_identity = $11, seat_count = $12, checksum = $13 WHERE id = $1"),
    /* Whole seconds: a table that is changed again in the same one is updated in place, and many
     * that are changed in one share a place in the index. */
    [PG_TABLES_GUARD] = MUST_CHANGE_ALL(
        "INSERT INTO versions (table_id, version, changed)"
        " SELECT id, version + 1, date_trunc('second', clock_timestamp())"
        " FROM unnest($1::bigint[], $2::bigint[]) AS guards (id, version) ORDER BY id"
        " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version,"
        " changed = excluded.changed WHERE versions.version = excluded.version - 1",
        "$3"),
    /* Whoever wants to take the lease waits for the turn. */
    [PG_LEASE_GUARD] = "WITH held AS (SELECT FROM leases WHERE name = $1 AND holder = $2 AND"
                       " epoch = $3::bigint FOR SHARE) SELECT 1 / count(*) FROM held",
    [PG_EVENT_ADD] = MUST_CHANGE("INSERT INTO events (event) VALUES ($1) ON CONFLICT DO NOTHING"),
    [PG_LEASE_RELEASE] = "UPDATE leases SET holder = '', ends = clock_timestamp()"
                         " WHERE name = $1 AND holder = $2",
    [PG_LEASES_RELEASE] = "UPDATE leases SET holder = '', ends = clock_timestamp()"
                          " WHERE holder = $1",
    [PG_PROCESS_LEAVE] = "DELETE FROM processes WHERE id = $1",
#define FROM_NOW(milliseconds)                                                                     \
    "clock_timestamp() + " milliseconds "::bigint * interval '1 millisecond'"
    [PG_PROCESS_BEAT] =
        "INSERT INTO processes (id, name, began, ends)"
        " VALUES ($1, $2, clock_timestamp(), " FROM_NOW(
            "$3") ")"
                  " ON CONFLICT (id) DO UPDATE SET name = excluded.name, ends = excluded.ends",
    [PG_PROCESSES_TRIM] =
        "DELETE FROM processes WHERE ends < clock_timestamp() - interval '1 hour'",
    [PG_EVENTS_TRIM] = "DELETE FROM events"
                       " WHERE applied < clock_timestamp() - $1::bigint * interval '1 second'",
    [PG_LEASES_RENEW] = "UPDATE leases SET ends = " FROM_NOW("$2") " WHERE holder = $1",
    [PG_LEASE_TAKE] =
        "INSERT INTO leases (name, holder, epoch, ends)"
        " VALUES ($1, $2, 1, " FROM_NOW(
            "$3") ") ON CONFLICT (name) DO UPDATE SET"
                  " holder = excluded.holder, epoch = leases.epoch + 1, ends = excluded.ends"
                  " WHERE leases.holder = '' OR leases.ends < clock_timestamp()",
    /* Uses that are known from elsewhere tell when the period ends, too. */
    [PG_RATION_TAKE] =
        "INSERT INTO rations AS kept (name, uses, epoch, ends)"
        " SELECT $1::text, $3::bigint + 1, 1, " FROM_NOW(
            "$4") " WHERE $3::bigint < $2::bigint"
                  " ON CONFLICT (name) DO UPDATE SET"
                  " uses = CASE WHEN kept.ends <= clock_timestamp() THEN excluded.uses"
                  " ELSE greatest(kept.uses + 1, excluded.uses) END,"
                  " epoch = kept.epoch + (kept.ends <= clock_timestamp())::int,"
                  " ends = CASE WHEN kept.ends <= clock_timestamp() OR excluded.uses > 1"
                  " THEN excluded.ends ELSE kept.ends END"
                  " WHERE kept.ends <= clock_timestamp() OR kept.uses < $2::bigint"
                  " RETURNING epoch",
    [PG_RATION] = "SELECT epoch, ceil(extract(epoch FROM ends - clock_timestamp()) * 1000)::bigint"
                  " FROM rations WHERE name = $1",
    [PG_RATION_END] =
        "UPDATE rations SET ends = " FROM_NOW("$3") " WHERE name = $1 AND epoch = $2::bigint",
    [PG_RATION_RETURN] = "UPDATE rations SET uses = uses - 1"
                         " WHERE name = $1 AND epoch = $2::bigint AND uses > 0",
    [PG_LEASES] = "SELECT name, holder, epoch, (ends < clock_timestamp())::int FROM leases"
                  " ORDER BY name",
    [PG_PROCESSES] = "SELECT id, name, extract(epoch FROM clock_timestamp() - began)::bigint,"
                     " (ends >= clock_timestamp())::int FROM processes ORDER BY began, id",
    [PG_EVENT] = "SELECT 1 FROM events WHERE event = $1",
    [PG_TABLE_RETIRE] = MUST_CHANGE("UPDATE tables SET status = 3, owner = $2,"
                                    " checksum = coalesce($3, checksum) WHERE id = $1"),
    [PG_SEATS_REMOVE] = "DELETE FROM seats WHERE table_id = $1",
    [PG_SEAT_ADD] = "INSERT INTO seats (table_id, seat, network, identity, name, level, claim)"
                    " VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [PG_PLACES_REMOVE] = "DELETE FROM places WHERE table_id = $1",
    [PG_PLACE_ADD] =
        "INSERT INTO places (table_id, position, network, place) VALUES ($1, $2, $3, $4)",
    /* Each line follows one that is there, and is new or replaces a torn last one. */
    [PG_LINES_ADD] = MUST_CHANGE_ALL(
        "INSERT INTO lines (table_id, n, seat, move, chance, further, checksum)"
        " SELECT id, n, seat, move, chance, further, checksum"
        " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[],"
        " $6::text[], $7::text[], $8::bigint[])"
        " AS added (id, before, n, seat, move, chance, further, checksum)"
        " WHERE CASE before WHEN 0 THEN EXISTS (SELECT FROM tables WHERE tables.id = added.id)"
        " ELSE EXISTS (SELECT FROM lines AS there"
        " WHERE there.table_id = added.id AND there.n = added.before) END"
        " ON CONFLICT (table_id, n) DO UPDATE SET seat = excluded.seat, move = excluded.move,"
        " chance = excluded.chance, further = excluded.further, checksum = excluded.checksum"
        " WHERE coalesce(lines.move, '') = '' AND coalesce(lines.chance, '') = '' AND NOT EXISTS"
        " (SELECT FROM lines AS later"
        " WHERE later.table_id = excluded.table_id AND later.n > excluded.n)",
        "$9"),
    [PG_LINES_CUT] = "DELETE FROM lines WHERE table_id = $1 AND n > $2",
    [PG_VALUE_SET] = "INSERT INTO settings (scope, name, value, checksum)"
                     " VALUES ($1, $2, $3, $4) ON CONFLICT (scope, name)"
                     " DO UPDATE SET value = excluded.value, checksum = excluded.checksum",
    [PG_VALUE_REMOVE] = "DELETE FROM settings WHERE scope = $1 AND name = $2",
    [PG_VALUE_FIRST] = MUST_CHANGE("INSERT INTO settings (scope, name, value, checksum)"
                                   " VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"),
    [PG_VALUE_REPLACE] = MUST_CHANGE("UPDATE settings SET value = $3, checksum = $4"
                                     " WHERE scope = $1 AND name = $2 AND value = $5"),
    [PG_VALUE_PUBLISH] = "INSERT INTO published (scope, name) VALUES ($1, $2)"
                         " ON CONFLICT (scope, name) DO UPDATE SET changed = clock_timestamp()",
    /* Two turns that trim at once do not wait for each other. */
    [PG_PUBLISHED_TRIM] =
        "DELETE FROM published WHERE (scope, name) IN (SELECT scope, name FROM published WHERE"
        " changed < clock_timestamp() - $1::bigint * interval '1 second' FOR UPDATE SKIP LOCKED)",
#define SCOPES        " FROM settings WHERE scope >= $1 AND scope < $1 || chr(1114111)"
#define SCOPES_OF_KEY SCOPES " AND name = $2"
    [PG_SCOPES_FORGET] = "DELETE" SCOPES_OF_KEY,
    [PG_CHANGE_ADD] = "INSERT INTO changes (at, scope, setting, before, after, network, identity,"
                      " name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    [PG_CHANGES_TRIM] = "DELETE FROM changes WHERE scope = $1 AND id <= (SELECT id FROM changes"
                        " WHERE scope = $1 ORDER BY id DESC LIMIT 1 OFFSET $2::bigint)",
    [PG_CHANGES_FORGET] = "UPDATE changes SET network = '', identity = '', name = ''"
                          " WHERE network = $1 AND identity = $2",
    [PG_RESULT_ADD] = "INSERT INTO results (table_id, ended, game, server) VALUES ($1, $2, $3, $4)",
    [PG_RESULT_SEAT_ADD] =
        "INSERT INTO result_seats (table_id, seat, network, identity, name, score, share)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [PG_RESULTS_FORGET] = "UPDATE result_seats SET network = '', identity = '', name = ''"
                          " WHERE network = $1 AND identity = $2",
    /* Of a person in one ranking, whatever the season: what is written next sees all that was
     * written before. Persons whose names have the same hash only wait for each other. */
    [PG_RATING_LOCK] =
        "SELECT pg_advisory_xact_lock("
        "hashtextextended(concat_ws(' ', $1::text, $2::text, $3::text, $4::text), 0))",
/* The numbers of games in the season and in all seasons are compared and set. */
#define RATING_KEY     " WHERE server = $1 AND game = $2 AND network = $3 AND identity = $4"
#define IS_NEXT_RATING "NOT EXISTS (SELECT FROM ratings" RATING_KEY " AND number >= $11::bigint)"
    [PG_RATING_ADD] = MUST_CHANGE(
        "INSERT INTO ratings (server, game, network, identity, season, name, games, mean,"
        " deviation, last, number, week, games_before, mean_before, deviation_before,"
        " last_before, bound) SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bigint, $12,"
        " $13, $14, $15, $16, $17 WHERE " IS_NEXT_RATING " ON CONFLICT DO NOTHING"),
    [PG_RATING_SET] = MUST_CHANGE(
        "UPDATE ratings SET name = $6, games = $7::bigint, mean = $8, deviation = $9, last = $10,"
        " number = $11::bigint, week = $12, games_before = $13, mean_before = $14,"
        " deviation_before = $15, last_before = $16, bound = $17" RATING_KEY
        " AND season = $5 AND games = $7::bigint - 1 AND " IS_NEXT_RATING),
    [PG_RATINGS_FORGET] = "DELETE FROM ratings WHERE network = $1 AND identity = $2",
#define VALUE_COLUMNS "SELECT scope, name, value, checksum"
    [PG_VALUE_GET] = VALUE_COLUMNS " FROM settings WHERE scope = $1 AND name = $2",
    [PG_VALUES] = VALUE_COLUMNS " FROM settings WHERE scope = $1 ORDER BY name",
    [PG_ALL_VALUES] = VALUE_COLUMNS SCOPES " ORDER BY scope, name",
    [PG_SCOPES] = VALUE_COLUMNS SCOPES_OF_KEY " ORDER BY scope",
    [PG_ENDED] = "SELECT id, game, status, opened FROM places JOIN tables ON table_id = id"
                 " WHERE network = $1 AND place = $2 AND status IN (2, 3) ORDER BY id DESC",
    [PG_ARCHIVED] = "SELECT id, game, status, opened FROM tables WHERE status = 4 AND id IN"
                    " (SELECT table_id FROM places WHERE network = $1 AND place = $2::text AND"
                    " $2::text <> '' UNION SELECT table_id FROM seats WHERE network = $1 AND"
                    " identity = $3::text AND $3::text <> '') ORDER BY id DESC",
#define CHANGE_COLUMNS                                                                             \
    "SELECT at, scope, setting, before, after, network, identity, name FROM changes"
    [PG_CHANGES] = CHANGE_COLUMNS " WHERE scope IN ($1, $2, $3) ORDER BY id DESC",
    [PG_CHANGES_BY] = CHANGE_COLUMNS " WHERE network = $1 AND identity = $2 ORDER BY id DESC",
#define RATING_COLUMNS                                                                             \
    "SELECT network, identity, name, games, mean, deviation, last, week, games_before,"            \
    " mean_before, deviation_before, last_before, server, season, game, number FROM ratings"
    /* The last season, and the wanted one. */
    [PG_RATING_GET] = RATING_COLUMNS RATING_KEY " AND (season = $5 OR"
                                                " number = (SELECT max(number) FROM"
                                                " ratings" RATING_KEY "))",
    [PG_TOP] = RATING_COLUMNS " WHERE server = $1 AND season = $2 AND game = $3"
                              " ORDER BY bound DESC, name LIMIT $4::bigint",
    [PG_RATINGS_OF] = RATING_COLUMNS " WHERE network = $1 AND identity = $2"
                                     " ORDER BY server, game, number",
    [PG_STATS] = "SELECT played.game, count(*), sum(share), avg(score)::float8, max(score),"
                 " max(ended), max(rated.games), max(rated.mean), max(rated.deviation),"
                 " max(rated.last)"
                 " FROM result_seats AS sat JOIN results AS played USING (table_id)"
                 " LEFT JOIN ratings AS rated ON rated.server = $3::text AND"
                 " rated.game = played.game AND rated.network = $1 AND rated.identity = $2"
                 " AND rated.season = $4::text WHERE sat.network = $1 AND sat.identity = $2"
                 " AND ($3::text = '' OR played.server = $3::text)"
                 " GROUP BY played.game ORDER BY played.game",
    [PG_PLAYER_FIND] = "SELECT network, identity FROM result_seats JOIN results USING (table_id)"
                       " WHERE server = $1 AND lower(name) = lower($2::text COLLATE \"C\")"
                       " AND identity != '' ORDER BY table_id DESC LIMIT 1",
    [PG_TABLES_OF] = "SELECT table_id FROM seats WHERE network = $1 AND identity = $2 UNION"
                     " SELECT id FROM tables WHERE opener_network = $1 AND opener_identity = $2"
                     " ORDER BY 1 DESC",
    /* Ends come first: the next table of a place can be shown there only then. */
    [PG_CHANGED] = "SELECT table_id, version, status FROM versions JOIN tables ON id = table_id"
                   " WHERE changed >="
                   " date_trunc('second', clock_timestamp() - $1::bigint * interval '1 second')"
                   " ORDER BY status IN (2, 3, 4) DESC, id",
#define LIVE_JOIN " JOIN tables ON id = table_id WHERE status NOT IN (2, 3, 4) AND "
#define SITES(which)                                                                               \
    "SELECT table_id, network, place FROM places" LIVE_JOIN which                                  \
    " UNION SELECT table_id, network, '' FROM seats" LIVE_JOIN which                               \
    " AND identity <> '' ORDER BY 1, 2, 3"
    [PG_SITES_ON] = SITES("network = $1"),
    [PG_SITES_OF] = SITES("table_id = ANY ($1::bigint[])"),
    [PG_LIVE_AT] = "SELECT table_id FROM places" LIVE_JOIN
                   "network = $1 AND place = $2::text AND $2::text <> ''"
                   " UNION SELECT table_id FROM seats" LIVE_JOIN
                   "network = $1 AND identity = $3::text AND $3::text <> ''"
                   " UNION SELECT id FROM tables WHERE status NOT IN (2, 3, 4)"
                   " AND opener_network = $1 AND opener_identity = $3::text AND $3::text <> ''"
                   " ORDER BY 1",
    [PG_PUBLISHED] =
        "SELECT scope, name, value, checksum FROM published LEFT JOIN settings USING (scope, name)"
        " WHERE changed > clock_timestamp() - $1::bigint * interval '1 second'",
    /* Who may not see other people's connections sees only that there are some. */
    [PG_STANDBYS] = "SELECT coalesce(application_name, ''), coalesce(state, ''),"
                    " coalesce(sync_state, ''),"
                    " coalesce(extract(epoch FROM replay_lag) * 1000, 0)::bigint"
                    " FROM pg_stat_replication ORDER BY 1",
    [PG_COUNTS] = "SELECT status, count(*) FROM tables GROUP BY status ORDER BY status",
    /* The smallest table of an index costs O(log n), however many there are. */
    [PG_LOOSE] = "SELECT least, coalesce((SELECT status FROM tables WHERE id = least), 0),"
                 " coalesce((SELECT ended FROM results WHERE table_id = least), 0)"
                 " FROM (SELECT min(table_id) AS least FROM lines WHERE table_id > $1) AS loose"
                 " WHERE least IS NOT NULL",
    [PG_OLDEST] = "SELECT table_id, ended, count FROM packed"
                  " WHERE bytes IS NOT NULL AND ended < $1 ORDER BY ended LIMIT 1",
    /* Another process may have done the same. */
    [PG_PACK] = "INSERT INTO packed (table_id, ended, count, bytes, checksum)"
                " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    [PG_DROP] = "UPDATE packed SET ended = $2, count = $3, bytes = $4, checksum = $5"
                " WHERE table_id = $1",
    /* Somebody may be taken out of the header at the same time; then it stays. */
    [PG_HEADER_DROP] = "UPDATE tables SET setup = '', further = NULL, checksum = $2"
                       " WHERE id = $1 AND checksum = $3",
    [PG_READ_BEGIN] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [PG_READ_END] = "COMMIT",
#define HEADER_COLUMNS                                                                             \
    "SELECT id, status, owner, game, options, setup, further, seed, opened, opener_network,"       \
    " opener_identity, seat_count, tables.checksum, coalesce((SELECT version FROM versions"        \
    " WHERE table_id = id), 0), packed.checksum, ended, count, bytes"                              \
    " FROM tables LEFT JOIN packed ON table_id = id"
    [PG_LIVE] = HEADER_COLUMNS " WHERE status NOT IN (2, 3, 4) ORDER BY id",
    [PG_TABLE] = HEADER_COLUMNS " WHERE id = $1",
#define SEAT_COLUMNS  "SELECT table_id, seat, network, identity, name, level, claim FROM "
#define PLACE_COLUMNS "SELECT table_id, network, place FROM "
#define LINE_COLUMNS  "SELECT table_id, n, seat, move, chance, lines.further, lines.checksum FROM "
/* All rows of the live tables in the order of PG_LIVE, so that they can be merged. */
#define LIVE(rows)                                                                                 \
    "tables JOIN " rows " ON table_id = id WHERE status NOT IN (2, 3, 4) ORDER BY id, "
    [PG_LIVE_SEATS] = SEAT_COLUMNS LIVE("seats") "seat",
    [PG_LIVE_PLACES] = PLACE_COLUMNS LIVE("places") "position",
    [PG_LIVE_LINES] = LINE_COLUMNS LIVE("lines") "n",
    [PG_TABLE_SEATS] = SEAT_COLUMNS "seats WHERE table_id = $1 ORDER BY seat",
    [PG_TABLE_PLACES] = PLACE_COLUMNS "places WHERE table_id = $1 ORDER BY position",
    [PG_TABLE_LINES] = LINE_COLUMNS "lines WHERE table_id = $1 ORDER BY n",
#define SOME_ROWS(rows) rows " WHERE table_id = ANY ($1::bigint[]) ORDER BY table_id, "
    [PG_SOME] = HEADER_COLUMNS " WHERE id = ANY ($1::bigint[]) ORDER BY id",
    [PG_SOME_SEATS] = SEAT_COLUMNS SOME_ROWS("seats") "seat",
    [PG_SOME_PLACES] = PLACE_COLUMNS SOME_ROWS("places") "position",
    [PG_SOME_LINES] = LINE_COLUMNS SOME_ROWS("lines") "n",
};
