/* Everything that a store holds, row by row, damaged or not: for tools that print, copy and compare
 * stores. The bot itself reads and writes by store.h.
 *
 * Both back ends have the same tables with the same columns, so a row of one fits the other.
 */
#ifndef BELFRY_BOT_STORE_ROWS_H
#define BELFRY_BOT_STORE_ROWS_H

#include "bot/store/store.h"
#include "games/shared/text.h"

/* In an order in which they can be written: no row refers to a later kind. */
enum rows_kind {
    ROWS_TABLES,
    ROWS_SEATS,
    ROWS_PLACES,
    ROWS_LINES,
    ROWS_PACKED,
    ROWS_VALUES,
    ROWS_CHANGES,
    ROWS_RESULTS,
    ROWS_RESULT_SEATS,
    ROWS_RATINGS,
    ROWS_KIND_COUNT
};

enum { ROWS_COLUMNS_MAX = 17 };

enum field_type { FIELD_NULL, FIELD_NUMBER, FIELD_REAL, FIELD_TEXT, FIELD_BYTES };

/* A value as it is stored. A damaged row may have another type than its column. */
struct field {
    enum field_type type;
    int64_t number;
    double real;
    const char *bytes; /* of a text, which may hold any byte, or of bytes; not terminated */
    size_t length;
};

struct rows_column {
    const char *name;
    enum field_type type;
};

struct rows_shape {
    const char *name;  /* of the database's table */
    const char *order; /* the columns that rows are ordered by */
    size_t key_count;  /* as many of the first columns name a row */
    size_t column_count;
    struct rows_column columns[ROWS_COLUMNS_MAX];
};

extern const struct rows_shape rows_shapes[ROWS_KIND_COUNT];

/* Adds "lines table_id=3 n=7": which row it is. */
void rows_add_name(struct text *out, enum rows_kind kind, const struct field *fields);
bool field_equals(const struct field *one, const struct field *other);

/* -- Reading ----------------------------------------------------------------------------------- */

/* One kind's rows, from the first to the last. */
struct rows;

enum rows_step { ROWS_ROW, ROWS_END, ROWS_FAILED };

/* Begins to read the rows of a kind in order; of this table only if it is above 0, which works for
 * the kinds up to ROWS_PACKED. Waits for a server. Returns NULL, with one line in `error`, on
 * failure. Close it before the store. */
struct rows *rows_open(struct store *store, enum rows_kind kind, int64_t table, struct text *error);
/* Returns how many rows there are. */
int64_t rows_count(const struct rows *rows);
/* Reads the next row; its fields live until the next call. */
enum rows_step rows_next(struct rows *rows, struct field fields[ROWS_COLUMNS_MAX],
                         struct text *error);
/* `rows` may be NULL. */
void rows_close(struct rows *rows);

/* -- Writing ----------------------------------------------------------------------------------- */

/* Rows on their way into a store, all or none. */
struct filling;

/* Begins to fill an empty store. Returns NULL, with one line in `error`, on failure, and when the
 * store holds anything already. */
struct filling *filling_begin(struct store *store, struct text *error);
/* Adds a row as it is. The kinds come in their order. */
bool filling_add(struct filling *filling, enum rows_kind kind, const struct field *fields,
                 struct text *error);
/* Commits and frees it. False: nothing was written. */
bool filling_end(struct filling *filling, struct text *error);
/* Leaves the store empty and frees it; `filling` may be NULL. */
void filling_drop(struct filling *filling);

#endif
