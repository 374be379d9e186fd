/* All rows, and filling an empty database with them: COPY in its binary format, on a connection of
 * its own. Format: PostgreSQL's manual, COPY, "Binary Format"; numbers are big-endian.
 */
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

enum { SQL_BYTES = 512, SIGNATURE_BYTES = 11, HEADER_BYTES = SIGNATURE_BYTES + 2 * 4 };

static const char header[HEADER_BYTES + 1] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0";

static void add_columns(struct text *sql, const struct rows_shape *shape)
{
    for (size_t i = 0; i < shape->column_count; i++)
        text_add_format(sql, "%s%s", i > 0 ? ", " : "", shape->columns[i].name);
}

/* Where in the copy it failed, which only the server knows. */
static void add_failure(struct text *error, PGconn *connection, const PGresult *result)
{
    const char *where = PQresultErrorField(result, PG_DIAG_CONTEXT);
    pg_add_reason(error, result, connection);
    if (where != NULL) {
        text_add(error, " (");
        text_add_printable(error, where, strcspn(where, "\n"));
        text_add(error, ")");
    }
}

/* Runs a statement and expects this of it. */
static bool run(PGconn *connection, const char *sql, ExecStatusType expected, struct text *error)
{
    PGresult *result = PQexec(connection, sql);
    bool done = PQresultStatus(result) == expected;
    if (!done)
        add_failure(error, connection, result);
    PQclear(result);
    return done;
}

/* All of it may take longer than a turn of the bot. */
static PGconn *connect_for(const struct store *base, const char *begin, struct text *error)
{
    PGconn *connection = pg_connect_once(postgres_of(base)->address);
    if (PQstatus(connection) != CONNECTION_OK)
        pg_add_reason(error, NULL, connection);
    else if (run(connection, "SET statement_timeout = 0", PGRES_COMMAND_OK, error) &&
             run(connection, begin, PGRES_COMMAND_OK, error))
        return connection;
    PQfinish(connection);
    return NULL;
}

/* Takes the results at the end of a copy. */
static bool finish_copy(PGconn *connection, struct text *error)
{
    bool done = true;
    for (PGresult *result; (result = PQgetResult(connection)) != NULL; PQclear(result)) {
        if (done && PQresultStatus(result) != PGRES_COMMAND_OK) {
            add_failure(error, connection, result);
            done = false;
        }
    }
    return done;
}

/* -- Reading ----------------------------------------------------------------------------------- */

struct pg_rows {
    struct rows base; /* the first member */
    PGconn *connection;
    char *row; /* the last one; libpq's */
    bool past_header;
};

static bool begin_rows(struct pg_rows *rows, int64_t table, struct text *error)
{
    const struct rows_shape *shape = &rows_shapes[rows->base.kind];
    char from[SQL_BYTES], sql[2 * SQL_BYTES];
    struct text source = TEXT_IN(from), text = TEXT_IN(sql);
    text_add_format(&source, "FROM %s", shape->name);
    if (table > 0)
        text_add_format(&source, " WHERE %s = %lld", shape->columns[0].name, (long long)table);
    text_add_format(&text, "SELECT count(*) %s", from);
    PGresult *result = PQexec(rows->connection, sql);
    bool counted = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (counted)
        rows->base.count = pg_number_of(result, 0, 0);
    else
        add_failure(error, rows->connection, result);
    PQclear(result);
    text_clear(&text);
    text_add(&text, "COPY (SELECT ");
    add_columns(&text, shape);
    text_add_format(&text, " %s ORDER BY %s) TO STDOUT (FORMAT binary)", from, shape->order);
    return counted && run(rows->connection, sql, PGRES_COPY_OUT, error);
}

struct rows *pg_rows_open(struct store *base, enum rows_kind kind, int64_t table,
                          struct text *error)
{
    struct pg_rows *rows = memory_new(sizeof *rows);
    rows->base = (struct rows){.class = base->class, .kind = kind};
    rows->connection = connect_for(base, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error);
    if (rows->connection != NULL && begin_rows(rows, table, error))
        return &rows->base;
    pg_rows_close(&rows->base);
    return NULL;
}

/* Takes so many bytes off a row; NULL: it is shorter. */
static const char *take(const char **at, const char *end, size_t size)
{
    const char *taken = *at;
    if ((size_t)(end - taken) < size)
        return NULL;
    *at += size;
    return taken;
}

/* Reads a number of `size` bytes, 2 or 4. */
static bool take_count(const char **at, const char *end, size_t size, int32_t *count)
{
    const unsigned char *bytes = (const unsigned char *)take(at, end, size);
    uint32_t number = 0;
    for (size_t i = 0; i < size && bytes != NULL; i++)
        number = number << 8 | bytes[i];
    *count = size == 2 ? (int16_t)number : (int32_t)number;
    return bytes != NULL;
}

static bool read_eight(const char *bytes, size_t length, uint64_t *value)
{
    uint64_t big;
    if (length != sizeof big)
        return false;
    memcpy(&big, bytes, sizeof big);
    *value = be64toh(big);
    return true;
}

static bool take_field(const char **at, const char *end, enum field_type type, struct field *field)
{
    int32_t length;
    uint64_t eight = 0;
    *field = (struct field){.type = FIELD_NULL};
    if (!take_count(at, end, sizeof length, &length))
        return false;
    if (length < 0)
        return true;
    const char *bytes = take(at, end, (size_t)length);
    if (bytes == NULL)
        return false;
    field->type = type;
    if (type == FIELD_TEXT || type == FIELD_BYTES) {
        field->bytes = bytes;
        field->length = (size_t)length;
        return true;
    }
    bool read = read_eight(bytes, (size_t)length, &eight);
    memcpy(&field->number, &eight, sizeof eight);
    memcpy(&field->real, &eight, sizeof eight);
    return read;
}

/* The first piece begins with the header. The last one holds -1 instead of a number of fields. */
static enum rows_step take_row(struct pg_rows *rows, const char *end,
                               struct field fields[ROWS_COLUMNS_MAX])
{
    const struct rows_shape *shape = &rows_shapes[rows->base.kind];
    const char *at = rows->row;
    int32_t count;
    if (!rows->past_header && take(&at, end, HEADER_BYTES) == NULL)
        return ROWS_FAILED;
    rows->past_header = true;
    if (!take_count(&at, end, 2, &count))
        return ROWS_FAILED;
    if (count < 0)
        return ROWS_END;
    if ((size_t)count != shape->column_count)
        return ROWS_FAILED;
    for (size_t i = 0; i < shape->column_count; i++)
        if (!take_field(&at, end, shape->columns[i].type, &fields[i]))
            return ROWS_FAILED;
    return ROWS_ROW;
}

enum rows_step pg_rows_next(struct rows *base, struct field fields[ROWS_COLUMNS_MAX],
                            struct text *error)
{
    struct pg_rows *rows = (struct pg_rows *)(void *)base;
    PQfreemem(rows->row);
    rows->row = NULL;
    int length = PQgetCopyData(rows->connection, &rows->row, 0);
    if (length < 0) {
        bool ended = finish_copy(rows->connection, error);
        if (length < -1 && ended)
            pg_add_reason(error, NULL, rows->connection);
        return ended && length == -1 ? ROWS_END : ROWS_FAILED;
    }
    enum rows_step step = take_row(rows, rows->row + length, fields);
    if (step == ROWS_FAILED)
        text_add(error, "the database sent what is no row");
    return step;
}

void pg_rows_close(struct rows *base)
{
    struct pg_rows *rows = (struct pg_rows *)(void *)base;
    PQfreemem(rows->row);
    PQfinish(rows->connection);
    free(rows);
}

/* -- Writing ----------------------------------------------------------------------------------- */

struct pg_filling {
    struct filling base; /* the first member */
    PGconn *connection;
    int kind; /* that is being copied; -1: none yet */
    char *row;
    size_t length, room;
};

struct filling *pg_filling_begin(struct store *base, struct text *error)
{
    PGconn *connection = connect_for(base, "BEGIN", error);
    if (connection == NULL)
        return NULL;
    struct pg_filling *filling = memory_new(sizeof *filling);
    filling->base.class = base->class;
    filling->connection = connection;
    filling->kind = -1;
    return &filling->base;
}

static void add_bytes(struct pg_filling *filling, const void *bytes, size_t length)
{
    if (filling->room - filling->length < length) {
        size_t room = 2 * (filling->length + length);
        char *row = memory_new(room);
        if (filling->length > 0)
            memcpy(row, filling->row, filling->length);
        free(filling->row);
        filling->row = row;
        filling->room = room;
    }
    if (length > 0)
        memcpy(filling->row + filling->length, bytes, length);
    filling->length += length;
}

static void add_length(struct pg_filling *filling, size_t length)
{
    uint32_t big = htobe32((uint32_t)length);
    add_bytes(filling, &big, sizeof big);
}

static void add_field(struct pg_filling *filling, const struct field *field)
{
    uint64_t eight;
    if (field->type == FIELD_NULL) {
        add_length(filling, (size_t)-1);
        return;
    }
    if (field->type == FIELD_TEXT || field->type == FIELD_BYTES) {
        add_length(filling, field->length);
        add_bytes(filling, field->bytes, field->length);
        return;
    }
    if (field->type == FIELD_NUMBER)
        memcpy(&eight, &field->number, sizeof eight);
    else
        memcpy(&eight, &field->real, sizeof eight);
    eight = htobe64(eight);
    add_length(filling, sizeof eight);
    add_bytes(filling, &eight, sizeof eight);
}

static bool end_copy(struct pg_filling *filling, struct text *error)
{
    static const char trailer[] = {'\377', '\377'};
    if (filling->kind < 0)
        return true;
    filling->kind = -1;
    PQputCopyData(filling->connection, trailer, sizeof trailer);
    PQputCopyEnd(filling->connection, NULL);
    return finish_copy(filling->connection, error);
}

static bool begin_copy(struct pg_filling *filling, enum rows_kind kind, struct text *error)
{
    char buffer[SQL_BYTES];
    struct text sql = TEXT_IN(buffer);
    text_add_format(&sql, "COPY %s (", rows_shapes[kind].name);
    add_columns(&sql, &rows_shapes[kind]);
    text_add(&sql, ") FROM STDIN (FORMAT binary)");
    if (!end_copy(filling, error) || !run(filling->connection, buffer, PGRES_COPY_IN, error))
        return false;
    filling->kind = (int)kind;
    return PQputCopyData(filling->connection, header, HEADER_BYTES) == 1;
}

/* A column takes its own type and nothing else. */
static bool fits(enum rows_kind kind, const struct field *fields, struct text *error)
{
    const struct rows_shape *shape = &rows_shapes[kind];
    for (size_t i = 0; i < shape->column_count; i++) {
        if (fields[i].type == FIELD_NULL || fields[i].type == shape->columns[i].type)
            continue;
        rows_add_name(error, kind, fields);
        text_add_format(error, ": its %s is damaged", shape->columns[i].name);
        return false;
    }
    return true;
}

bool pg_filling_add(struct filling *base, enum rows_kind kind, const struct field *fields,
                    struct text *error)
{
    struct pg_filling *filling = (struct pg_filling *)(void *)base;
    uint16_t count = htobe16((uint16_t)rows_shapes[kind].column_count);
    if (!fits(kind, fields, error) ||
        (filling->kind != (int)kind && !begin_copy(filling, kind, error)))
        return false;
    filling->length = 0;
    add_bytes(filling, &count, sizeof count);
    for (size_t i = 0; i < rows_shapes[kind].column_count; i++)
        add_field(filling, &fields[i]);
    if (PQputCopyData(filling->connection, filling->row, (int)filling->length) == 1)
        return true;
    pg_add_reason(error, NULL, filling->connection);
    return false;
}

/* What follows from the rows and has no row of its own. */
static bool complete(PGconn *connection, struct text *error)
{
    static const char next_table[] =
        "UPDATE belfry SET next_table ="
        " greatest(next_table, (SELECT coalesce(max(id), 0) + 1 FROM tables))";
    return run(connection, next_table, PGRES_COMMAND_OK, error) &&
           run(connection, "ANALYZE", PGRES_COMMAND_OK, error) &&
           run(connection, "COMMIT", PGRES_COMMAND_OK, error);
}

bool pg_filling_end(struct filling *base, struct text *error)
{
    struct pg_filling *filling = (struct pg_filling *)(void *)base;
    bool filled = end_copy(filling, error) && complete(filling->connection, error);
    pg_filling_drop(base);
    return filled;
}

/* The server undoes what is not committed. */
void pg_filling_drop(struct filling *base)
{
    struct pg_filling *filling = (struct pg_filling *)(void *)base;
    PQfinish(filling->connection);
    free(filling->row);
    free(filling);
}
