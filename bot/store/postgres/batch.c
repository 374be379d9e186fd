/* What a turn writes of many tables, as one statement: the server needs about as long for a
 * statement as for ten more rows of it. The values of each column are one array. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

/* -- Arrays ------------------------------------------------------------------------------------ */

static void add_bytes(struct pg_array *array, const char *bytes, size_t size)
{
    if (array->length + size + 1 > array->room) {
        array->room = 2 * array->room + size + 64;
        array->text = memory_resize(array->text, array->room);
    }
    memcpy(array->text + array->length, bytes, size);
    array->length += size;
    array->text[array->length] = '\0';
}

static void begin_element(struct pg_array *array)
{
    add_bytes(array, array->length == 0 ? "{" : ",", 1);
}

static void add_number(struct pg_array *array, int64_t number)
{
    char digits[24];
    struct text text = TEXT_IN(digits);
    text_add_number(&text, number);
    begin_element(array);
    add_bytes(array, text.bytes, text.length);
}

static void add_quoted(struct pg_array *array, const char *string)
{
    add_bytes(array, "\"", 1);
    for (size_t plain; *string != '\0'; string += plain) {
        plain = strcspn(string, "\"\\");
        add_bytes(array, string, plain);
        if (string[plain] == '\0')
            continue;
        add_bytes(array, "\\", 1);
        add_bytes(array, string + plain, 1);
        plain++;
    }
    add_bytes(array, "\"", 1);
}

static void add_string(struct pg_array *array, const char *string)
{
    begin_element(array);
    if (string != NULL)
        add_quoted(array, string);
    else
        add_bytes(array, "NULL", 4);
}

static void give_array(struct pg_exchange *exchange, struct pg_array *array)
{
    add_bytes(array, "}", 1);
    pg_give_string(exchange, array->text);
    array->length = 0;
}

void pg_give_numbers(struct pg_exchange *exchange, const int64_t *numbers, size_t count)
{
    struct pg_array array = {0};
    for (size_t i = 0; i < count; i++)
        add_number(&array, numbers[i]);
    if (count == 0)
        add_bytes(&array, "{", 1);
    give_array(exchange, &array);
    free(array.text);
}

/* -- Guards ------------------------------------------------------------------------------------ */

static int compare_guards(const void *left, const void *right)
{
    const struct pg_guard *a = left, *b = right;
    return (a->table > b->table) - (a->table < b->table);
}

void pg_call_guards(struct pg_turn *turn, struct pg_exchange *exchange)
{
    struct pg_array tables = {0}, versions = {0};
    if (turn->guard_count == 0)
        return;
    qsort(turn->guards, turn->guard_count, sizeof *turn->guards, compare_guards);
    for (size_t i = 0; i < turn->guard_count; i++) {
        add_number(&tables, turn->guards[i].table);
        add_number(&versions, turn->guards[i].version);
    }
    pg_call(exchange, PG_TABLES_GUARD, turn->guard_count == 1 ? turn->guards->table : 0, 0);
    give_array(exchange, &tables);
    give_array(exchange, &versions);
    pg_give_number(exchange, (int64_t)turn->guard_count);
    free(tables.text);
    free(versions.text);
}

/* -- Lines ------------------------------------------------------------------------------------- */

/* The lines of one table. */
struct pg_run {
    int64_t table;
    uint32_t before, last; /* the line that the first one follows, and the last one */
};

static struct pg_run *run_of(const struct pg_lines *lines, int64_t table)
{
    size_t i = lines->run_count;
    while (i > 0 && lines->runs[i - 1].table != table)
        i--;
    return i > 0 ? &lines->runs[i - 1] : NULL;
}

static struct pg_run *begin_run(struct pg_lines *lines, const struct stored_line *line)
{
    if (lines->run_count == lines->run_room) {
        lines->run_room = 2 * lines->run_room + 8;
        lines->runs = memory_resize(lines->runs, lines->run_room * sizeof *lines->runs);
    }
    lines->runs[lines->run_count] = (struct pg_run){line->table, line->n - 1, line->n - 1};
    return &lines->runs[lines->run_count++];
}

bool pg_lines_put(struct pg_lines *lines, const struct stored_line *line)
{
    struct pg_run *run = run_of(lines, line->table);
    if (run == NULL)
        run = begin_run(lines, line);
    if (line->n != run->last + 1)
        return false;
    run->last = line->n;
    add_number(&lines->columns[PG_LINE_TABLE], line->table);
    add_number(&lines->columns[PG_LINE_BEFORE], run->before);
    add_number(&lines->columns[PG_LINE_N], line->n);
    add_number(&lines->columns[PG_LINE_SEAT], line->seat);
    add_string(&lines->columns[PG_LINE_MOVE], line->move);
    add_string(&lines->columns[PG_LINE_CHANCE], line->chance);
    add_string(&lines->columns[PG_LINE_FURTHER], line->further);
    add_number(&lines->columns[PG_LINE_CHECKSUM], store_check_line(line));
    lines->count++;
    return true;
}

void pg_call_lines(struct pg_lines *lines, struct pg_exchange *exchange)
{
    if (lines->count == 0)
        return;
    bool one_run = lines->run_count == 1;
    pg_call(exchange, PG_LINES_ADD, one_run ? lines->runs->table : 0,
            one_run ? lines->runs->before + 1 : 0);
    for (size_t i = 0; i < PG_LINE_COLUMNS; i++)
        give_array(exchange, &lines->columns[i]);
    pg_give_number(exchange, (int64_t)lines->count);
    lines->count = 0;
    lines->run_count = 0;
}

void pg_lines_free(struct pg_lines *lines)
{
    for (size_t i = 0; i < PG_LINE_COLUMNS; i++)
        free(lines->columns[i].text);
    free(lines->runs);
}
