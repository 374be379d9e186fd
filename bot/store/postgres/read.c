#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

/* -- Columns, checked -------------------------------------------------------------------------- */

const char *pg_text_of(const PGresult *rows, int row, int column, size_t size)
{
    if (PQgetisnull(rows, row, column) != 0 || (size_t)PQgetlength(rows, row, column) >= size)
        return NULL;
    return PQgetvalue(rows, row, column);
}

bool pg_optional_text_of(const PGresult *rows, int row, int column, size_t size, const char **text)
{
    *text = pg_text_of(rows, row, column, size);
    return *text != NULL || PQgetisnull(rows, row, column) != 0;
}

/* The server sends only numbers where a column has its type; NULL is 0. */
int64_t pg_number_of(const PGresult *rows, int row, int column)
{
    return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

double pg_real_of(const PGresult *rows, int row, int column)
{
    return strtod(PQgetvalue(rows, row, column), NULL);
}

static int digit_of(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : 0;
}

static void read_digits(const char *digits, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(digit_of(digits[2 * i]) << 4 | digit_of(digits[2 * i + 1]));
}

enum { HEX_PREFIX = 2 }; /* "\x" */

uint8_t *pg_bytes_of(const PGresult *rows, int row, int column, size_t *length)
{
    *length = 0;
    if (PQgetisnull(rows, row, column) != 0)
        return NULL;
    *length = ((size_t)PQgetlength(rows, row, column) - HEX_PREFIX) / 2;
    uint8_t *bytes = memory_new(*length + 1);
    read_digits(PQgetvalue(rows, row, column) + HEX_PREFIX, bytes, *length);
    return bytes;
}

bool pg_copy_bytes(const PGresult *rows, int row, int column, uint8_t *bytes, size_t size)
{
    if ((size_t)PQgetlength(rows, row, column) != HEX_PREFIX + 2 * size)
        return false;
    read_digits(PQgetvalue(rows, row, column) + HEX_PREFIX, bytes, size);
    return true;
}

/* -- A table's header -------------------------------------------------------------------------- */

/* Rows of several tables in the order of the tables; column 0 is the table's id. */
struct stream {
    const PGresult *rows;
    int row;
};

struct streams {
    struct stream headers, seats, places, lines;
};

/* A table's seats and places while it is passed to a callback. */
struct seating {
    struct stored_seat seats[GAME_SEATS_MAX];
    struct stored_place places[STORE_PLACES_MAX];
    uint8_t claims[GAME_SEATS_MAX][STORE_CLAIM_BYTES];
};

/* Whether there is a row of this table; rows of earlier tables are skipped. */
static bool stream_holds(struct stream *stream, int64_t table)
{
    int64_t found = INT64_MIN;
    while (stream->row < PQntuples(stream->rows)) {
        found = pg_number_of(stream->rows, stream->row, 0);
        if (found >= table)
            break;
        stream->row++;
    }
    return found == table;
}

static const char *damage_of_header(const PGresult *rows, int row, struct stored_table *table)
{
    int64_t status = pg_number_of(rows, row, 1), seat_count = pg_number_of(rows, row, 11);
    if (status < TABLE_LOBBY || status > TABLE_ARCHIVED)
        return "its status is none";
    table->status = (enum table_status)status;
    table->owner = pg_text_of(rows, row, 2, STORE_WORD_MAX);
    table->game = pg_text_of(rows, row, 3, STORE_WORD_MAX);
    table->options = pg_text_of(rows, row, 4, STORE_RECORD_MAX);
    table->setup = pg_text_of(rows, row, 5, STORE_RECORD_MAX);
    table->opened = pg_number_of(rows, row, 8);
    table->opener_network = pg_text_of(rows, row, 9, STORE_WORD_MAX);
    table->opener_identity = pg_text_of(rows, row, 10, STORE_WORD_MAX);
    if (!table->owner || !table->game || !table->options || !table->setup ||
        !table->opener_network || !table->opener_identity ||
        !pg_optional_text_of(rows, row, 6, STORE_RECORD_MAX, &table->further) ||
        table->opened < 0 || table->opened > STORE_TIME_MAX)
        return "a field of the header is none";
    if (!pg_copy_bytes(rows, row, 7, table->seed, STORE_SEED_BYTES))
        return "the seed is none";
    if (seat_count < 0 || seat_count > GAME_SEATS_MAX)
        return "the number of seats is none";
    table->seat_count = (size_t)seat_count;
    table->version = pg_number_of(rows, row, 13);
    return NULL;
}

static bool read_seat(const struct stream *stream, size_t i, struct seating *seating)
{
    const PGresult *rows = stream->rows;
    int row = stream->row;
    struct stored_seat seat = {.network = pg_text_of(rows, row, 2, STORE_WORD_MAX),
                               .identity = pg_text_of(rows, row, 3, STORE_WORD_MAX),
                               .name = pg_text_of(rows, row, 4, STORE_WORD_MAX),
                               .level = pg_text_of(rows, row, 5, STORE_WORD_MAX)};
    if (pg_number_of(rows, row, 1) != (int64_t)i || !seat.network || !seat.identity || !seat.name ||
        !seat.level)
        return false;
    if (PQgetisnull(rows, row, 6) == 0) {
        if (!pg_copy_bytes(rows, row, 6, seating->claims[i], STORE_CLAIM_BYTES))
            return false;
        seat.claim = seating->claims[i];
    }
    seating->seats[i] = seat;
    return true;
}

static bool read_place(const struct stream *stream, size_t i, struct seating *seating)
{
    struct stored_place *place = &seating->places[i];
    place->network = pg_text_of(stream->rows, stream->row, 1, STORE_WORD_MAX);
    place->place = pg_text_of(stream->rows, stream->row, 2, STORE_WORD_MAX);
    return place->network && place->place;
}

static const char *damage_of_seating(struct streams *streams, struct stored_table *table,
                                     struct seating *seating)
{
    size_t seats = 0;
    for (; stream_holds(&streams->seats, table->id); streams->seats.row++) {
        if (seats == table->seat_count || !read_seat(&streams->seats, seats, seating))
            return "its seats are not those that were written";
        seats++;
    }
    if (seats != table->seat_count)
        return "its seats are not those that were written";
    for (; stream_holds(&streams->places, table->id); streams->places.row++) {
        if (table->place_count == STORE_PLACES_MAX ||
            !read_place(&streams->places, table->place_count, seating))
            return "its places are not those that were written";
        table->place_count++;
    }
    table->seats = seating->seats;
    table->places = seating->places;
    return NULL;
}

static void tell_damage(const struct store_reader *reader, int64_t table, uint32_t line,
                        const char *reason)
{
    if (reader->damaged != NULL)
        reader->damaged(reader->context, table, line, reason);
}

/* Passes on what is left of the places of a table whose header is damaged. */
static void tell_places(struct streams *streams, const struct store_reader *reader,
                        const struct stored_table *table, struct seating *seating)
{
    size_t count = table->place_count;
    for (; stream_holds(&streams->places, table->id); streams->places.row++)
        if (count < STORE_PLACES_MAX && read_place(&streams->places, count, seating))
            count++;
    for (size_t i = 0; i < count && reader->damaged_at != NULL; i++)
        reader->damaged_at(reader->context, table->id, &seating->places[i]);
}

enum { PACKED_CHECKSUM = 14, PACKED_ENDED, PACKED_COUNT, PACKED_BYTES };

static bool is_packed(const struct stream *headers)
{
    return PQgetisnull(headers->rows, headers->row, PACKED_CHECKSUM) == 0;
}

static void read_packed(const struct stream *headers, const struct store_reader *reader)
{
    const PGresult *rows = headers->rows;
    int row = headers->row;
    struct packed_lines packed = {.table = pg_number_of(rows, row, 0),
                                  .ended = pg_number_of(rows, row, PACKED_ENDED),
                                  .count = (uint32_t)pg_number_of(rows, row, PACKED_COUNT),
                                  .checksum = (int32_t)pg_number_of(rows, row, PACKED_CHECKSUM)};
    uint8_t *bytes = pg_bytes_of(rows, row, PACKED_BYTES, &packed.length);
    packed.bytes = bytes;
    packed_lines_read(&packed, reader);
    free(bytes);
}

/* Whether its lines are wanted. */
static bool read_header(struct streams *streams, const struct store_reader *reader)
{
    const PGresult *rows = streams->headers.rows;
    int row = streams->headers.row;
    struct seating seating;
    struct stored_table table = {.id = pg_number_of(rows, row, 0)};
    const char *damage = damage_of_header(rows, row, &table);
    if (!damage)
        damage = damage_of_seating(streams, &table, &seating);
    if (!damage && pg_number_of(rows, row, 12) != store_check_table(&table))
        damage = "the header's checksum differs";
    table.dropped = is_packed(&streams->headers) && PQgetisnull(rows, row, PACKED_BYTES) != 0;
    if (!damage)
        return reader->table(reader->context, &table);
    tell_damage(reader, table.id, 0, damage);
    tell_places(streams, reader, &table, &seating);
    return false;
}

/* -- A table's lines --------------------------------------------------------------------------- */

static const char *damage_of_line(const PGresult *rows, int row, struct stored_line *line)
{
    if (!pg_optional_text_of(rows, row, 3, GAME_MOVE_TEXT_MAX, &line->move) ||
        !pg_optional_text_of(rows, row, 4, STORE_RECORD_MAX, &line->chance) ||
        !pg_optional_text_of(rows, row, 5, STORE_RECORD_MAX, &line->further) ||
        !line->move == !line->chance)
        return "it is neither a move nor an outcome";
    int64_t seat = pg_number_of(rows, row, 2);
    if (line->move ? seat < 0 || seat >= GAME_SEATS_MAX : seat != GAME_SPECTATOR)
        return "its seat is none";
    line->seat = (uint8_t)seat;
    if (pg_number_of(rows, row, 6) != store_check_line(line))
        return "its checksum differs";
    return NULL;
}

static void end_table(const struct store_reader *reader, int64_t table)
{
    if (reader->done != NULL)
        reader->done(reader->context, table);
}

/* An empty line is accepted when it is the table's last one. */
static void judge_damage(struct stream *lines, const struct store_reader *reader,
                         const struct stored_line *line, const char *damage)
{
    bool is_torn = PQgetlength(lines->rows, lines->row, 3) == 0 &&
                   PQgetlength(lines->rows, lines->row, 4) == 0;
    lines->row++;
    if (is_torn && stream_holds(lines, line->table))
        damage = "it is empty";
    else if (is_torn)
        damage = NULL;
    if (damage != NULL) {
        tell_damage(reader, line->table, line->n, damage);
        return;
    }
    log_warning("store.torn_line", "table", LOG_NUMBER(line->table), "line", LOG_NUMBER(line->n));
    end_table(reader, line->table);
}

static void read_lines(struct stream *lines, int64_t table, const struct store_reader *reader)
{
    struct stored_line line = {.table = table, .n = 1};
    for (; stream_holds(lines, table); lines->row++, line.n++) {
        if (pg_number_of(lines->rows, lines->row, 1) != line.n) {
            tell_damage(reader, table, line.n, "it is missing");
            return;
        }
        const char *damage = damage_of_line(lines->rows, lines->row, &line);
        if (damage) {
            judge_damage(lines, reader, &line, damage);
            return;
        }
        if (!reader->line(reader->context, &line))
            return;
    }
    end_table(reader, table);
}

/* -- Whole tables ------------------------------------------------------------------------------ */

/* Which tables: of no count, all live ones. */
struct wanted {
    const int64_t *tables;
    size_t count;
    bool is_list; /* the statements take a list of them, else one */
};

/* Asks with `first` and the three statements after it. */
static const struct pg_question *
ask_for_tables(struct store_inquiry *inquiry, enum pg_statement first, const struct wanted *wanted)
{
    struct pg_question *question = pg_question_new(inquiry);
    question->is_block = true;
    pg_call(&question->exchange, PG_READ_BEGIN, 0, 0);
    for (int i = 0; i < PG_ROWS_MAX; i++) {
        pg_call(&question->exchange, (enum pg_statement)(first + i), 0, 0);
        if (wanted->is_list)
            pg_give_numbers(&question->exchange, wanted->tables, wanted->count);
        else if (wanted->count > 0)
            pg_give_number(&question->exchange, wanted->tables[0]);
    }
    pg_call(&question->exchange, PG_READ_END, 0, 0);
    return pg_ask(question);
}

static void read_tables(const struct pg_question *answer, const struct store_reader *reader)
{
    struct streams streams = {
        {answer->rows[0], 0}, {answer->rows[1], 0}, {answer->rows[2], 0}, {answer->rows[3], 0}};
    for (; streams.headers.row < PQntuples(streams.headers.rows); streams.headers.row++) {
        if (!read_header(&streams, reader))
            continue;
        if (is_packed(&streams.headers))
            read_packed(&streams.headers, reader);
        else
            read_lines(&streams.lines, pg_number_of(streams.headers.rows, streams.headers.row, 0),
                       reader);
    }
}

static bool read_with(struct store_inquiry *inquiry, enum pg_statement first,
                      const struct wanted *wanted, const struct store_reader *reader, int *count)
{
    if (!pg_begin_reading(inquiry))
        return false;
    const struct pg_question *answer = ask_for_tables(inquiry, first, wanted);
    if (answer != NULL) {
        *count = PQntuples(answer->rows[0]);
        read_tables(answer, reader);
    }
    pg_end_reading(inquiry);
    return answer != NULL;
}

bool pg_read_live(struct store_inquiry *inquiry, const struct store_reader *reader)
{
    int count;
    return read_with(inquiry, PG_LIVE, &(struct wanted){.count = 0}, reader, &count);
}

bool pg_read_table(struct store_inquiry *inquiry, int64_t id, const struct store_reader *reader)
{
    int count = 0;
    const struct wanted wanted = {.tables = &id, .count = 1};
    if (!read_with(inquiry, PG_TABLE, &wanted, reader, &count) || count > 0)
        return count > 0;
    struct text text = TEXT_IN(inquiry->error);
    text_add(&text, "cannot read: there is no such table");
    return false;
}

bool pg_read_some(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                  const struct store_reader *reader)
{
    int found;
    const struct wanted wanted = {tables, count, .is_list = true};
    return read_with(inquiry, PG_SOME, &wanted, reader, &found);
}
