/* All rows, and filling an empty store with them. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/store/sqlite/sqlite_private.h"

enum { SQL_BYTES = 512 };

static void add_columns(struct text *sql, const struct rows_shape *shape)
{
    for (size_t i = 0; i < shape->column_count; i++)
        text_add_format(sql, "%s%s", i > 0 ? ", " : "", shape->columns[i].name);
}

static void add_failure(struct text *error, sqlite3 *database)
{
    text_add(error, STORE_FILE ": ");
    sqlite_add_reason(error, database);
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql, struct text *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK)
        return statement;
    add_failure(error, database);
    return NULL;
}

/* -- Reading ----------------------------------------------------------------------------------- */

struct sqlite_rows {
    struct rows base; /* the first member */
    sqlite3 *database;
    sqlite3_stmt *statement;
};

static bool count_rows(struct sqlite_rows *rows, const char *from, int64_t table,
                       struct text *error)
{
    char buffer[SQL_BYTES];
    struct text sql = TEXT_IN(buffer);
    text_add_format(&sql, "SELECT count(*)%s", from);
    sqlite3_stmt *statement = prepare(rows->database, sql.bytes, error);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, table);
    bool counted = sqlite3_step(statement) == SQLITE_ROW;
    rows->base.count = sqlite3_column_int64(statement, 0);
    if (!counted)
        add_failure(error, rows->database);
    sqlite3_finalize(statement);
    return counted;
}

static bool select_rows(struct sqlite_rows *rows, const char *from, int64_t table,
                        struct text *error)
{
    const struct rows_shape *shape = &rows_shapes[rows->base.kind];
    char buffer[SQL_BYTES];
    struct text sql = TEXT_IN(buffer);
    text_add(&sql, "SELECT ");
    add_columns(&sql, shape);
    text_add_format(&sql, "%s ORDER BY %s", from, shape->order);
    rows->statement = prepare(rows->database, sql.bytes, error);
    if (rows->statement != NULL)
        sqlite3_bind_int64(rows->statement, 1, table);
    return rows->statement != NULL;
}

struct rows *sqlite_rows_open(struct store *base, enum rows_kind kind, int64_t table,
                              struct text *error)
{
    const struct rows_shape *shape = &rows_shapes[kind];
    struct sqlite_rows *rows = memory_new(sizeof *rows);
    char from[SQL_BYTES];
    struct text text = TEXT_IN(from);
    text_add_format(&text, " FROM %s", shape->name);
    if (table > 0)
        text_add_format(&text, " WHERE %s = ?1", shape->columns[0].name);
    rows->base = (struct rows){.class = base->class, .kind = kind};
    rows->database = sqlite_of(base)->database;
    if (count_rows(rows, from, table, error) && select_rows(rows, from, table, error))
        return &rows->base;
    sqlite_rows_close(&rows->base);
    return NULL;
}

static struct field field_of(sqlite3_stmt *statement, int column)
{
    static const enum field_type types[] = {[SQLITE_INTEGER] = FIELD_NUMBER,
                                            [SQLITE_FLOAT] = FIELD_REAL,
                                            [SQLITE_TEXT] = FIELD_TEXT,
                                            [SQLITE_BLOB] = FIELD_BYTES,
                                            [SQLITE_NULL] = FIELD_NULL};
    struct field field = {.type = types[sqlite3_column_type(statement, column)]};
    if (field.type == FIELD_NUMBER)
        field.number = sqlite3_column_int64(statement, column);
    else if (field.type == FIELD_REAL)
        field.real = sqlite3_column_double(statement, column);
    else if (field.type != FIELD_NULL) {
        field.bytes = sqlite3_column_blob(statement, column);
        field.length = (size_t)sqlite3_column_bytes(statement, column);
    }
    return field;
}

enum rows_step sqlite_rows_next(struct rows *base, struct field fields[ROWS_COLUMNS_MAX],
                                struct text *error)
{
    struct sqlite_rows *rows = (struct sqlite_rows *)(void *)base;
    int result = sqlite3_step(rows->statement);
    if (result == SQLITE_DONE)
        return ROWS_END;
    if (result != SQLITE_ROW) {
        add_failure(error, rows->database);
        return ROWS_FAILED;
    }
    for (size_t i = 0; i < rows_shapes[base->kind].column_count; i++)
        fields[i] = field_of(rows->statement, (int)i);
    return ROWS_ROW;
}

void sqlite_rows_close(struct rows *base)
{
    struct sqlite_rows *rows = (struct sqlite_rows *)(void *)base;
    sqlite3_finalize(rows->statement);
    free(rows);
}

/* -- Writing ----------------------------------------------------------------------------------- */

struct sqlite_filling {
    struct filling base; /* the first member */
    sqlite3 *database;
    sqlite3_stmt *statements[ROWS_KIND_COUNT];
};

static sqlite3_stmt *prepare_insert(sqlite3 *database, const struct rows_shape *shape,
                                    struct text *error)
{
    char buffer[SQL_BYTES];
    struct text sql = TEXT_IN(buffer);
    text_add_format(&sql, "INSERT INTO %s (", shape->name);
    add_columns(&sql, shape);
    text_add(&sql, ") VALUES (");
    for (size_t i = 0; i < shape->column_count; i++)
        text_add(&sql, i > 0 ? ", ?" : "?");
    text_add(&sql, ")");
    return prepare(database, buffer, error);
}

struct filling *sqlite_filling_begin(struct store *base, struct text *error)
{
    struct sqlite_filling *filling = memory_new(sizeof *filling);
    filling->base.class = base->class;
    filling->database = sqlite_of(base)->database;
    if (!sqlite_run(filling->database, "BEGIN IMMEDIATE")) {
        add_failure(error, filling->database);
        free(filling);
        return NULL;
    }
    for (int kind = 0; kind < ROWS_KIND_COUNT; kind++) {
        sqlite3_stmt *statement = prepare_insert(filling->database, &rows_shapes[kind], error);
        if (statement == NULL) {
            sqlite_filling_drop(&filling->base);
            return NULL;
        }
        filling->statements[kind] = statement;
    }
    return &filling->base;
}

static void bind(sqlite3_stmt *statement, int index, const struct field *field)
{
    static const char nothing[] = "";
    const char *bytes = field->bytes != NULL ? field->bytes : nothing;
    if (field->type == FIELD_NUMBER)
        sqlite3_bind_int64(statement, index, field->number);
    else if (field->type == FIELD_REAL)
        sqlite3_bind_double(statement, index, field->real);
    else if (field->type == FIELD_TEXT)
        sqlite3_bind_text64(statement, index, bytes, field->length, SQLITE_STATIC, SQLITE_UTF8);
    else if (field->type == FIELD_BYTES)
        sqlite3_bind_blob64(statement, index, bytes, field->length, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, index);
}

bool sqlite_filling_add(struct filling *base, enum rows_kind kind, const struct field *fields,
                        struct text *error)
{
    struct sqlite_filling *filling = (struct sqlite_filling *)(void *)base;
    sqlite3_stmt *statement = filling->statements[kind];
    for (size_t i = 0; i < rows_shapes[kind].column_count; i++)
        bind(statement, (int)i + 1, &fields[i]);
    bool added = sqlite3_step(statement) == SQLITE_DONE;
    if (!added) {
        rows_add_name(error, kind, fields);
        text_add(error, ": ");
        sqlite_add_reason(error, filling->database);
    }
    sqlite3_reset(statement);
    return added;
}

static void finish(struct sqlite_filling *filling)
{
    for (int kind = 0; kind < ROWS_KIND_COUNT; kind++)
        sqlite3_finalize(filling->statements[kind]);
    free(filling);
}

bool sqlite_filling_end(struct filling *base, struct text *error)
{
    struct sqlite_filling *filling = (struct sqlite_filling *)(void *)base;
    if (!sqlite_run(filling->database, "COMMIT")) {
        add_failure(error, filling->database);
        sqlite_filling_drop(base);
        return false;
    }
    finish(filling);
    return true;
}

void sqlite_filling_drop(struct filling *base)
{
    struct sqlite_filling *filling = (struct sqlite_filling *)(void *)base;
    sqlite_run(filling->database, "ROLLBACK");
    finish(filling);
}
