/* For the person who runs the bot: a table's rows as they stand, and taking it out of play. */
#include <ctype.h>
#include <string.h>

#include "bot/store/sqlite/sqlite_private.h"

/* -- Dump -------------------------------------------------------------------------------------- */

static void print_bytes(FILE *out, const uint8_t *bytes, int length)
{
    fputs("x'", out);
    for (int i = 0; i < length; i++)
        fprintf(out, "%02x", bytes[i]);
    fputc('\'', out);
}

/* Bytes that are no text of a terminal are shown in hex. */
static bool is_plain(const char *text, int length)
{
    for (int i = 0; i < length; i++)
        if (iscntrl((unsigned char)text[i]))
            return false;
    return true;
}

static void print_value(FILE *out, sqlite3_stmt *row, int column)
{
    int type = sqlite3_column_type(row, column);
    const void *bytes = sqlite3_column_blob(row, column);
    int length = sqlite3_column_bytes(row, column);
    if (type == SQLITE_NULL)
        fputs("NULL", out);
    else if (type == SQLITE_BLOB || (type == SQLITE_TEXT && !is_plain(bytes, length)))
        print_bytes(out, bytes, length);
    else
        fprintf(out, "%.*s", length, bytes != NULL ? (const char *)bytes : "");
}

static void print_row(FILE *out, const char *what, sqlite3_stmt *row)
{
    fputs(what, out);
    for (int i = 1; i < sqlite3_column_count(row); i++) {
        fprintf(out, " %s=", sqlite3_column_name(row, i));
        print_value(out, row, i);
    }
    fputc('\n', out);
}

struct dump {
    FILE *out;
    const char *what;
    size_t rows;
};

static bool print_rows(sqlite3_stmt *rows, void *context)
{
    struct dump *dump = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows), dump->rows++)
        print_row(dump->out, dump->what, rows);
    return result == SQLITE_DONE;
}

bool sqlite_dump_table(struct store_inquiry *inquiry, int64_t table, FILE *out)
{
    static const char *const names[] = {"table", "seat", "place", "line"};
    struct dump dump = {.out = out};
    for (int i = 0; i < 4; i++) {
        enum statement statement = (enum statement)(STATEMENT_TABLE + i);
        struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), statement);
        dump.what = names[i];
        sqlite_bind_number(&binding, table);
        if (!sqlite_read_rows(inquiry, &binding, &dump, print_rows))
            return false;
        if (i == 0 && dump.rows == 0)
            return sqlite_refuse_read(inquiry, "there is no such table");
    }
    return true;
}

/* The owner of such a table. */
#define RETIRED "retired"

/* -- Retiring ---------------------------------------------------------------------------------- */

struct retired {
    bool sound;
    int32_t checksum; /* of a header that is sound, as it will be */
};

static bool take_header(void *context, const struct stored_table *table)
{
    struct retired *retired = context;
    struct stored_table ended = *table;
    ended.status = TABLE_ABORTED;
    ended.owner = RETIRED;
    retired->sound = true;
    retired->checksum = store_check_table(&ended);
    return false;
}

/* A damaged header keeps its checksum, so that it goes on to count as damaged. */
void sqlite_table_retire(struct store *base, int64_t table)
{
    struct sqlite *store = sqlite_of(base);
    struct store_inquiry inquiry = {.store = base};
    struct retired retired = {.sound = false};
    const struct store_reader reader = {.context = &retired, .table = take_header};
    if (!sqlite_read_table(&inquiry, table, &reader)) {
        sqlite_fail_for(store, table, 0, inquiry.error);
        return;
    }
    if (!sqlite_begin(store))
        return;
    struct sqlite_binding binding =
        sqlite_binding_of(store, retired.sound ? STATEMENT_RETIRE : STATEMENT_RETIRE_DAMAGED);
    sqlite_bind_number(&binding, table);
    sqlite_bind_string(&binding, RETIRED);
    if (retired.sound)
        sqlite_bind_number(&binding, retired.checksum);
    sqlite_write(store, &binding, table, 0);
}

/* -- All tables -------------------------------------------------------------------------------- */

bool sqlite_read_ids(struct store_inquiry *inquiry, void *context, store_take_table *table)
{
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_IDS);
    sqlite_bind_string(&binding, RETIRED);
    return sqlite_read_table_ids(inquiry, &binding, context, table);
}
