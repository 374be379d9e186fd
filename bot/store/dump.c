/* A table's rows as they stand, printed. */
#include <ctype.h>
#include <inttypes.h>

#include "bot/store/store_class.h"

static void print_bytes(FILE *out, const struct field *field)
{
    fputs("x'", out);
    for (size_t i = 0; i < field->length; i++)
        fprintf(out, "%02x", (unsigned char)field->bytes[i]);
    fputc('\'', out);
}

/* Bytes that are no text of a terminal are shown in hex. */
static bool is_plain(const struct field *field)
{
    for (size_t i = 0; i < field->length; i++)
        if (iscntrl((unsigned char)field->bytes[i]))
            return false;
    return field->type == FIELD_TEXT;
}

static void print_field(FILE *out, const struct field *field)
{
    if (field->type == FIELD_NULL)
        fputs("NULL", out);
    else if (field->type == FIELD_NUMBER)
        fprintf(out, "%" PRId64, field->number);
    else if (field->type == FIELD_REAL)
        fprintf(out, "%.17g", field->real);
    else if (is_plain(field))
        fprintf(out, "%.*s", (int)field->length, field->length > 0 ? field->bytes : "");
    else
        print_bytes(out, field);
}

/* The first column, the table's id, is known. */
static void print_row(FILE *out, enum rows_kind kind, const struct field *fields)
{
    static const char *const labels[] = {"table", "seat", "place", "line", "packed"};
    fputs(labels[kind], out);
    for (size_t i = 1; i < rows_shapes[kind].column_count; i++) {
        fprintf(out, " %s=", rows_shapes[kind].columns[i].name);
        print_field(out, &fields[i]);
    }
    fputc('\n', out);
}

static bool print_rows(struct store *store, enum rows_kind kind, int64_t table, FILE *out,
                       struct text *error)
{
    struct field fields[ROWS_COLUMNS_MAX];
    enum rows_step step = ROWS_FAILED;
    struct rows *rows = rows_open(store, kind, table, error);
    bool any = rows != NULL && (kind != ROWS_TABLES || rows_count(rows) > 0);
    while (any && (step = rows_next(rows, fields, error)) == ROWS_ROW)
        print_row(out, kind, fields);
    if (rows != NULL && !any)
        text_add(error, "there is no such table");
    rows_close(rows);
    return step == ROWS_END;
}

bool store_dump_table(struct store_inquiry *inquiry, int64_t table, FILE *out)
{
    struct text error = TEXT_IN(inquiry->error);
    text_clear(&error);
    for (int kind = ROWS_TABLES; kind <= ROWS_PACKED; kind++)
        if (!print_rows(inquiry->store, (enum rows_kind)kind, table, out, &error))
            return false;
    return true;
}
