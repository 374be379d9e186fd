#include <string.h>

#include "bot/base/log.h"
#include "bot/store/sqlite/sqlite_private.h"

/* Headers, seats, places and lines are four statements in the order of the tables' ids. They are
 * walked in parallel, so that reading all live tables takes four queries in total instead of four
 * per table. */

/* Rows of several tables in the order of the tables; column 0 is the table's id. */
struct stream {
    sqlite3_stmt *rows;
    int result; /* of the last step */
};

struct streams {
    struct stream headers, seats, places, lines;
};

/* The outcome of reading one table. */
enum outcome {
    OUTCOME_READ,
    OUTCOME_DAMAGED, /* the reader was told */
    OUTCOME_FAILED   /* the disk or the memory failed; the database has the reason */
};

static void stream_step(struct stream *stream)
{
    stream->result = sqlite3_step(stream->rows);
}

static bool stream_failed(const struct stream *stream)
{
    return stream->result != SQLITE_ROW && stream->result != SQLITE_DONE;
}

/* Whether there is a row of this table; rows of earlier tables are skipped. */
static bool stream_holds(struct stream *stream, int64_t table)
{
    int64_t found = INT64_MIN;
    while (stream->result == SQLITE_ROW) {
        found = sqlite3_column_int64(stream->rows, 0);
        if (found >= table)
            break;
        stream_step(stream);
    }
    return stream->result == SQLITE_ROW && found == table;
}

/* -- Columns, checked -------------------------------------------------------------------------- */

/* Returns the column's text if it is a text of less than `size` bytes without a zero inside; else
 * NULL. */
const char *sqlite_text_of(sqlite3_stmt *row, int column, size_t size)
{
    if (sqlite3_column_type(row, column) != SQLITE_TEXT)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t length = (size_t)sqlite3_column_bytes(row, column);
    return text && length < size && strlen(text) == length ? text : NULL;
}

/* Does the same where SQL NULL is allowed too, as NULL. */
static bool optional_text_of(sqlite3_stmt *row, int column, size_t size, const char **text)
{
    *text = NULL;
    if (sqlite3_column_type(row, column) == SQLITE_NULL)
        return true;
    *text = sqlite_text_of(row, column, size);
    return *text;
}

static bool number_of(sqlite3_stmt *row, int column, int64_t least, int64_t most, int64_t *number)
{
    *number = sqlite3_column_int64(row, column);
    return sqlite3_column_type(row, column) == SQLITE_INTEGER && *number >= least &&
           *number <= most;
}

static bool copy_word(sqlite3_stmt *row, int column, char word[STORE_WORD_MAX])
{
    const char *text = sqlite_text_of(row, column, STORE_WORD_MAX);
    if (text)
        memcpy(word, text, strlen(text) + 1);
    return text;
}

/* -- A table's header -------------------------------------------------------------------------- */

static const char *damage_of_header(sqlite3_stmt *row, struct stored_table *table)
{
    int64_t status, seat_count;
    if (!number_of(row, 1, TABLE_LOBBY, TABLE_ARCHIVED, &status))
        return "its status is none";
    table->status = (enum table_status)status;
    table->owner = sqlite_text_of(row, 2, STORE_WORD_MAX);
    table->game = sqlite_text_of(row, 3, STORE_WORD_MAX);
    table->options = sqlite_text_of(row, 4, STORE_RECORD_MAX);
    table->setup = sqlite_text_of(row, 5, STORE_RECORD_MAX);
    table->opener_network = sqlite_text_of(row, 9, STORE_WORD_MAX);
    table->opener_identity = sqlite_text_of(row, 10, STORE_WORD_MAX);
    if (!table->owner || !table->game || !table->options || !table->setup ||
        !table->opener_network || !table->opener_identity ||
        !optional_text_of(row, 6, STORE_RECORD_MAX, &table->further) ||
        !number_of(row, 8, 0, STORE_TIME_MAX, &table->opened))
        return "a field of the header is none";
    const void *seed = sqlite3_column_blob(row, 7);
    if (!seed || sqlite3_column_bytes(row, 7) != STORE_SEED_BYTES)
        return "the seed is none";
    memcpy(table->seed, seed, STORE_SEED_BYTES);
    if (!number_of(row, 11, 0, GAME_SEATS_MAX, &seat_count))
        return "the number of seats is none";
    table->seat_count = (size_t)seat_count;
    return NULL;
}

static bool copy_seat(sqlite3_stmt *row, size_t i, struct seating *seating)
{
    char(*words)[STORE_WORD_MAX] = seating->seat_words[i];
    int64_t number;
    if (!number_of(row, 1, (int64_t)i, (int64_t)i, &number) || !copy_word(row, 2, words[0]) ||
        !copy_word(row, 3, words[1]) || !copy_word(row, 4, words[2]) ||
        !copy_word(row, 5, words[3]))
        return false;
    seating->seats[i] = (struct stored_seat){
        .network = words[0], .identity = words[1], .name = words[2], .level = words[3]};
    if (sqlite3_column_type(row, 6) == SQLITE_NULL)
        return true;
    const void *claim = sqlite3_column_blob(row, 6);
    if (!claim || sqlite3_column_bytes(row, 6) != STORE_CLAIM_BYTES)
        return false;
    memcpy(seating->claims[i], claim, STORE_CLAIM_BYTES);
    seating->seats[i].claim = seating->claims[i];
    return true;
}

static bool copy_place(sqlite3_stmt *row, size_t i, struct seating *seating)
{
    char(*words)[STORE_WORD_MAX] = seating->place_words[i];
    if (!copy_word(row, 1, words[0]) || !copy_word(row, 2, words[1]))
        return false;
    seating->places[i] = (struct stored_place){.network = words[0], .place = words[1]};
    return true;
}

static const char *damage_of_seating(struct streams *streams, struct stored_table *table,
                                     struct seating *seating)
{
    size_t seats = 0;
    for (; stream_holds(&streams->seats, table->id); stream_step(&streams->seats)) {
        if (seats == table->seat_count || !copy_seat(streams->seats.rows, seats, seating))
            return "its seats are not those that were written";
        seats++;
    }
    if (seats != table->seat_count)
        return "its seats are not those that were written";
    for (; stream_holds(&streams->places, table->id); stream_step(&streams->places)) {
        if (table->place_count == STORE_PLACES_MAX ||
            !copy_place(streams->places.rows, table->place_count, seating))
            return "its places are not those that were written";
        table->place_count++;
    }
    table->seats = seating->seats;
    table->places = seating->places;
    return NULL;
}

/* A row that could not be read because of memory or disk is not damaged. */
static enum outcome damaged(struct sqlite *store, const struct store_reader *reader, int64_t table,
                            uint32_t line, const char *reason)
{
    int code = sqlite3_errcode(store->database);
    if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
        return OUTCOME_FAILED;
    if (reader->damaged != NULL)
        reader->damaged(reader->context, table, line, reason);
    return OUTCOME_DAMAGED;
}

/* Passes on what is left of the places of a table whose header is damaged. */
static void tell_places(struct streams *streams, const struct store_reader *reader,
                        const struct stored_table *table, struct seating *seating)
{
    size_t count = table->place_count;
    for (; stream_holds(&streams->places, table->id); stream_step(&streams->places))
        if (count < STORE_PLACES_MAX && copy_place(streams->places.rows, count, seating))
            count++;
    for (size_t i = 0; i < count && reader->damaged_at != NULL; i++)
        reader->damaged_at(reader->context, table->id, &seating->places[i]);
}

/* Returns NULL unless the table's lines are packed. The bytes live until the next row. */
static const struct packed_lines *packed_of(sqlite3_stmt *row, struct packed_lines *packed)
{
    enum { CHECKSUM = 13, ENDED, COUNT, BYTES };
    if (sqlite3_column_type(row, CHECKSUM) == SQLITE_NULL)
        return NULL;
    *packed = (struct packed_lines){.table = sqlite3_column_int64(row, 0),
                                    .ended = sqlite3_column_int64(row, ENDED),
                                    .count = (uint32_t)sqlite3_column_int64(row, COUNT),
                                    .bytes = sqlite3_column_blob(row, BYTES),
                                    .length = (size_t)sqlite3_column_bytes(row, BYTES),
                                    .checksum = (int32_t)sqlite3_column_int64(row, CHECKSUM)};
    return packed;
}

static enum outcome read_header(struct sqlite *store, struct streams *streams,
                                const struct store_reader *reader, bool *wanted)
{
    sqlite3_stmt *row = streams->headers.rows;
    struct stored_table table = {.id = sqlite3_column_int64(row, 0)};
    *wanted = false;
    const char *damage = damage_of_header(row, &table);
    if (!damage)
        damage = damage_of_seating(streams, &table, &store->seating);
    int64_t checksum = sqlite3_column_int64(row, 12);
    if (!damage && checksum != store_check_table(&table) &&
        checksum != store_check_table_first(&table))
        damage = "the header's checksum differs";
    if (stream_failed(&streams->seats) || stream_failed(&streams->places))
        return OUTCOME_FAILED;
    if (damage) {
        enum outcome outcome = damaged(store, reader, table.id, 0, damage);
        if (outcome == OUTCOME_DAMAGED)
            tell_places(streams, reader, &table, &store->seating);
        return outcome;
    }
    struct packed_lines packed;
    table.dropped = packed_of(row, &packed) != NULL && packed.bytes == NULL;
    *wanted = reader->table(reader->context, &table);
    return OUTCOME_READ;
}

/* -- A table's lines --------------------------------------------------------------------------- */

/* There may be a million lines, so this asks SQLite only for what it needs. A number column that
 * holds something else gives a wrong number, and then the checksum differs. */
static const char *damage_of_line(sqlite3_stmt *row, struct stored_line *line)
{
    if (!optional_text_of(row, 3, GAME_MOVE_TEXT_MAX, &line->move) ||
        !optional_text_of(row, 4, STORE_RECORD_MAX, &line->chance) ||
        !optional_text_of(row, 5, STORE_RECORD_MAX, &line->further) || !line->move == !line->chance)
        return "it is neither a move nor an outcome";
    int64_t seat = sqlite3_column_int64(row, 2);
    if (line->move ? seat < 0 || seat >= GAME_SEATS_MAX : seat != GAME_SPECTATOR)
        return "its seat is none";
    line->seat = (uint8_t)seat;
    if (sqlite3_column_int64(row, 6) != store_check_line(line))
        return "its checksum differs";
    return NULL;
}

static bool is_torn(sqlite3_stmt *row)
{
    return sqlite3_column_bytes(row, 3) == 0 && sqlite3_column_bytes(row, 4) == 0;
}

/* The row is torn; that is accepted when it is the table's last one. */
static enum outcome judge_torn(struct sqlite *store, struct stream *lines,
                               const struct store_reader *reader, const struct stored_line *line)
{
    stream_step(lines);
    if (stream_failed(lines))
        return OUTCOME_FAILED;
    if (stream_holds(lines, line->table))
        return damaged(store, reader, line->table, line->n, "it is empty");
    log_warning("store.torn_line", "table", LOG_NUMBER(line->table), "line", LOG_NUMBER(line->n));
    if (reader->done != NULL)
        reader->done(reader->context, line->table);
    return OUTCOME_READ;
}

static enum outcome read_lines(struct sqlite *store, struct stream *lines, int64_t table,
                               const struct store_reader *reader)
{
    struct stored_line line = {.table = table, .n = 1};
    for (; stream_holds(lines, table); stream_step(lines)) {
        if (sqlite3_column_int64(lines->rows, 1) != line.n)
            return damaged(store, reader, table, line.n, "it is missing");
        const char *damage = damage_of_line(lines->rows, &line);
        if (damage)
            return is_torn(lines->rows) ? judge_torn(store, lines, reader, &line)
                                        : damaged(store, reader, table, line.n, damage);
        if (!reader->line(reader->context, &line))
            return OUTCOME_READ;
        line.n++;
    }
    if (stream_failed(lines))
        return OUTCOME_FAILED;
    if (reader->done != NULL)
        reader->done(reader->context, table);
    return OUTCOME_READ;
}

/* -- Whole tables ------------------------------------------------------------------------------ */

static bool read_tables(struct sqlite *store, struct streams *streams,
                        const struct store_reader *reader, size_t *count)
{
    *count = 0;
    for (; streams->headers.result == SQLITE_ROW; stream_step(&streams->headers)) {
        bool wanted;
        struct packed_lines packed;
        int64_t table = sqlite3_column_int64(streams->headers.rows, 0);
        enum outcome outcome = read_header(store, streams, reader, &wanted);
        if (outcome == OUTCOME_READ && wanted && packed_of(streams->headers.rows, &packed) != NULL)
            packed_lines_read(&packed, reader);
        else if (outcome == OUTCOME_READ && wanted)
            outcome = read_lines(store, &streams->lines, table, reader);
        if (outcome == OUTCOME_FAILED)
            return false;
        ++*count;
    }
    return !stream_failed(&streams->headers);
}

bool sqlite_refuse_read(struct store_inquiry *inquiry, const char *reason)
{
    struct text text = TEXT_IN(inquiry->error);
    text_add(&text, "cannot read: ");
    text_add(&text, reason);
    return false;
}

static bool refuse_for_database(struct store_inquiry *inquiry)
{
    struct text text = TEXT_IN(inquiry->error);
    text_add(&text, "cannot read: ");
    sqlite_add_reason(&text, sqlite_of(inquiry->store)->database);
    return false;
}

/* Reads with `first` and the three statements after it; `id` is for the statements of one table. */
static bool read_with(struct store_inquiry *inquiry, enum statement first, int64_t id,
                      const struct store_reader *reader, size_t *count)
{
    struct sqlite *store = sqlite_of(inquiry->store);
    if (store->reading)
        return sqlite_refuse_read(inquiry, "the store is being read");
    struct streams streams;
    struct stream *all[] = {&streams.headers, &streams.seats, &streams.places, &streams.lines};
    bool read = true;
    store->reading = true;
    for (int i = 0; i < 4; i++) {
        all[i]->rows = store->statements[(int)first + i];
        if (first == STATEMENT_TABLE)
            sqlite3_bind_int64(all[i]->rows, 1, id);
        all[i]->result = SQLITE_DONE;
    }
    for (int i = 0; i < 4 && read; i++) {
        stream_step(all[i]);
        read = !stream_failed(all[i]);
    }
    read = read && read_tables(store, &streams, reader, count);
    /* Before the resets, which change what the database reports. */
    if (!read)
        refuse_for_database(inquiry);
    for (int i = 0; i < 4; i++)
        sqlite3_reset(all[i]->rows);
    store->reading = false;
    return read;
}

bool sqlite_read_live(struct store_inquiry *inquiry, const struct store_reader *reader)
{
    size_t count;
    return read_with(inquiry, STATEMENT_LIVE, 0, reader, &count);
}

bool sqlite_read_table(struct store_inquiry *inquiry, int64_t id, const struct store_reader *reader)
{
    size_t count;
    return read_with(inquiry, STATEMENT_TABLE, id, reader, &count) &&
           (count > 0 || sqlite_refuse_read(inquiry, "there is no such table"));
}

/* -- Values ------------------------------------------------------------------------------------ */

bool sqlite_read_rows(struct store_inquiry *inquiry, struct sqlite_binding *binding, void *context,
                      bool (*hand_out)(sqlite3_stmt *rows, void *context))
{
    struct sqlite *store = sqlite_of(inquiry->store);
    if (store->reading)
        return sqlite_refuse_read(inquiry, "the store is being read");
    store->reading = true;
    bool read = !binding->failed && hand_out(binding->statement, context);
    if (!read)
        refuse_for_database(inquiry);
    store->reading = false;
    sqlite3_reset(binding->statement);
    sqlite3_clear_bindings(binding->statement);
    return read;
}

/* Every statement about values has these columns, and then the checksum. */
struct value_row {
    const char *scope, *key, *value;
};

/* Returns false when the row is damaged: the value is left out, the inquiry counts it and the log
 * names it. */
static bool take_value_row(struct store_inquiry *inquiry, sqlite3_stmt *rows, struct value_row *row)
{
    *row = (struct value_row){.scope = sqlite_text_of(rows, 0, STORE_WORD_MAX),
                              .key = sqlite_text_of(rows, 1, STORE_WORD_MAX),
                              .value = sqlite_text_of(rows, 2, STORE_RECORD_MAX)};
    bool sound =
        row->scope && row->key && row->value &&
        sqlite3_column_int64(rows, 3) == store_check_value(row->scope, row->key, row->value);
    if (!sound) {
        inquiry->damaged_values++;
        log_error("store.damaged_value", "scope", row->scope, "key", row->key, "reason",
                  row->value ? "its checksum differs" : "it is no text", "kept",
                  "as it is, not used");
    }
    return sound;
}

struct value_copy {
    struct store_inquiry *inquiry;
    char *value;
    size_t size;
    bool found;
};

static bool copy_value(sqlite3_stmt *rows, void *context)
{
    struct value_copy *copy = context;
    struct value_row row;
    int result = sqlite3_step(rows);
    copy->found = result == SQLITE_ROW && take_value_row(copy->inquiry, rows, &row) &&
                  strlen(row.value) < copy->size;
    if (copy->found)
        memcpy(copy->value, row.value, strlen(row.value) + 1);
    return result == SQLITE_ROW || result == SQLITE_DONE;
}

bool sqlite_read_value(struct store_inquiry *inquiry, const char *scope, const char *key,
                       char *value, size_t value_size)
{
    struct value_copy copy = {inquiry, value, value_size, false};
    struct sqlite_binding binding =
        sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_VALUE_GET);
    sqlite_bind_string(&binding, scope);
    sqlite_bind_string(&binding, key);
    value[0] = '\0';
    return sqlite_read_rows(inquiry, &binding, &copy, copy_value) && copy.found;
}

struct value_reader {
    struct store_inquiry *inquiry;
    void *context;
    /* One of them is called for each row. */
    store_take_value *by_key, *by_scope;
    store_take_scoped_value *all;
};

static bool hand_out_value(sqlite3_stmt *rows, const struct value_reader *reader)
{
    struct value_row row;
    if (!take_value_row(reader->inquiry, rows, &row))
        return true;
    if (reader->all != NULL)
        return reader->all(reader->context, row.scope, row.key, row.value);
    return reader->by_key != NULL ? reader->by_key(reader->context, row.key, row.value)
                                  : reader->by_scope(reader->context, row.scope, row.value);
}

static bool hand_out_values(sqlite3_stmt *rows, void *context)
{
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows))
        if (!hand_out_value(rows, context))
            return true;
    return result == SQLITE_DONE;
}

bool sqlite_read_values(struct store_inquiry *inquiry, const char *scope, void *context,
                        store_take_value *value)
{
    struct value_reader reader = {.inquiry = inquiry, .context = context, .by_key = value};
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_VALUES);
    sqlite_bind_string(&binding, scope);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_values);
}

bool sqlite_read_all_values(struct store_inquiry *inquiry, const char *beginning, void *context,
                            store_take_scoped_value *value)
{
    struct value_reader reader = {.inquiry = inquiry, .context = context, .all = value};
    struct sqlite_binding binding =
        sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_ALL_VALUES);
    sqlite_bind_string(&binding, beginning);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_values);
}

bool sqlite_read_scopes(struct store_inquiry *inquiry, const char *beginning, const char *key,
                        void *context, store_take_value *value)
{
    struct value_reader reader = {.inquiry = inquiry, .context = context, .by_scope = value};
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_SCOPES);
    sqlite_bind_string(&binding, beginning);
    sqlite_bind_string(&binding, key);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_values);
}

/* -- Tables that are over ---------------------------------------------------------------------- */

struct ended_reader {
    void *context;
    store_take_ended *table;
};

static bool hand_out_ended(sqlite3_stmt *rows, void *context)
{
    const struct ended_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows)) {
        const struct stored_ended table = {.id = sqlite3_column_int64(rows, 0),
                                           .game = sqlite_text_of(rows, 1, STORE_WORD_MAX),
                                           .status = sqlite3_column_int(rows, 2),
                                           .opened = sqlite3_column_int64(rows, 3)};
        if (table.game != NULL && !reader->table(reader->context, &table))
            return true;
    }
    return result == SQLITE_DONE;
}

bool sqlite_read_ended(struct store_inquiry *inquiry, const char *network, const char *place,
                       void *context, store_take_ended *table)
{
    struct ended_reader reader = {context, table};
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_ENDED);
    sqlite_bind_string(&binding, network);
    sqlite_bind_string(&binding, place);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_ended);
}

bool sqlite_read_archived(struct store_inquiry *inquiry, const char *network, const char *place,
                          const char *identity, void *context, store_take_ended *table)
{
    struct ended_reader reader = {context, table};
    struct sqlite_binding binding =
        sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_ARCHIVED);
    sqlite_bind_string(&binding, network);
    sqlite_bind_string(&binding, place);
    sqlite_bind_string(&binding, identity);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_ended);
}

/* -- The record of changes --------------------------------------------------------------------- */

/* Returns false when a column has an unexpected value. */
static bool take_change(sqlite3_stmt *row, struct stored_change *change)
{
    *change = (struct stored_change){.scope = sqlite_text_of(row, 1, STORE_WORD_MAX),
                                     .setting = sqlite_text_of(row, 2, STORE_WORD_MAX),
                                     .network = sqlite_text_of(row, 5, STORE_WORD_MAX),
                                     .identity = sqlite_text_of(row, 6, STORE_WORD_MAX),
                                     .name = sqlite_text_of(row, 7, STORE_WORD_MAX)};
    return number_of(row, 0, INT64_MIN, INT64_MAX, &change->at) && change->scope &&
           change->setting && change->network && change->identity && change->name &&
           optional_text_of(row, 3, STORE_RECORD_MAX, &change->before) &&
           optional_text_of(row, 4, STORE_RECORD_MAX, &change->after);
}

struct change_reader {
    void *context;
    store_take_change *change;
};

static bool hand_out_changes(sqlite3_stmt *rows, void *context)
{
    const struct change_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows)) {
        struct stored_change read;
        if (!take_change(rows, &read))
            log_warning("store.damaged_value", "reason", "a change of a setting is none");
        else if (!reader->change(reader->context, &read))
            return true;
    }
    return result == SQLITE_DONE;
}

bool sqlite_read_changes(struct store_inquiry *inquiry, const char *const *scopes,
                         size_t scope_count, void *context, store_take_change *change)
{
    struct change_reader reader = {context, change};
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_CHANGES);
    if (scope_count > STORE_CHANGE_SCOPES)
        return sqlite_refuse_read(inquiry, "too many scopes are asked for");
    for (size_t i = 0; i < scope_count; i++)
        sqlite_bind_string(&binding, scopes[i]);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_changes);
}

bool sqlite_read_changes_by(struct store_inquiry *inquiry, const char *network,
                            const char *identity, void *context, store_take_change *change)
{
    struct change_reader reader = {context, change};
    struct sqlite_binding binding =
        sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_CHANGES_BY);
    sqlite_bind_string(&binding, network);
    sqlite_bind_string(&binding, identity);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_changes);
}
