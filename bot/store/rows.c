#include "bot/store/rows.h"

#include <string.h>

#include "bot/store/store_class.h"

#define ID(name)    {name, FIELD_NUMBER}
#define WORD(name)  {name, FIELD_TEXT}
#define REAL(name)  {name, FIELD_REAL}
#define BYTES(name) {name, FIELD_BYTES}

const struct rows_shape rows_shapes[ROWS_KIND_COUNT] = {
    [ROWS_TABLES] = {"tables",
                     "id",
                     1,
                     13,
                     {ID("id"), ID("status"), WORD("owner"), WORD("game"), WORD("options"),
                      WORD("setup"), WORD("further"), BYTES("seed"), ID("opened"),
                      WORD("opener_network"), WORD("opener_identity"), ID("seat_count"),
                      ID("checksum")}},
    [ROWS_SEATS] = {"seats",
                    "table_id, seat",
                    2,
                    7,
                    {ID("table_id"), ID("seat"), WORD("network"), WORD("identity"), WORD("name"),
                     WORD("level"), BYTES("claim")}},
    [ROWS_PLACES] = {"places",
                     "table_id, position",
                     2,
                     4,
                     {ID("table_id"), ID("position"), WORD("network"), WORD("place")}},
    [ROWS_LINES] = {"lines",
                    "table_id, n",
                    2,
                    7,
                    {ID("table_id"), ID("n"), ID("seat"), WORD("move"), WORD("chance"),
                     WORD("further"), ID("checksum")}},
    [ROWS_PACKED] = {"packed",
                     "table_id",
                     1,
                     5,
                     {ID("table_id"), ID("ended"), ID("count"), BYTES("bytes"), ID("checksum")}},
    [ROWS_VALUES] = {"settings",
                     "scope, name",
                     2,
                     4,
                     {WORD("scope"), WORD("name"), WORD("value"), ID("checksum")}},
    [ROWS_CHANGES] = {"changes",
                      "id",
                      3,
                      8,
                      {ID("at"), WORD("scope"), WORD("setting"), WORD("before"), WORD("after"),
                       WORD("network"), WORD("identity"), WORD("name")}},
    [ROWS_RESULTS] =
        {"results", "table_id", 1, 4, {ID("table_id"), ID("ended"), WORD("game"), WORD("server")}},
    [ROWS_RESULT_SEATS] = {"result_seats",
                           "table_id, seat",
                           2,
                           7,
                           {ID("table_id"), ID("seat"), WORD("network"), WORD("identity"),
                            WORD("name"), ID("score"), REAL("share")}},
    [ROWS_RATINGS] = {"ratings",
                      "server, game, network, identity, season",
                      5,
                      17,
                      {WORD("server"), WORD("game"), WORD("network"), WORD("identity"),
                       WORD("season"), WORD("name"), ID("games"), REAL("mean"), REAL("deviation"),
                       ID("last"), ID("number"), ID("week"), ID("games_before"),
                       REAL("mean_before"), REAL("deviation_before"), ID("last_before"),
                       REAL("bound")}},
};

void rows_add_name(struct text *out, enum rows_kind kind, const struct field *fields)
{
    const struct rows_shape *shape = &rows_shapes[kind];
    text_add(out, shape->name);
    for (size_t i = 0; i < shape->key_count; i++) {
        text_add_format(out, " %s=", shape->columns[i].name);
        if (fields[i].type == FIELD_NUMBER)
            text_add_number(out, fields[i].number);
        else
            text_add_printable(out, fields[i].bytes, fields[i].length);
    }
}

bool field_equals(const struct field *one, const struct field *other)
{
    if (one->type != other->type)
        return false;
    switch (one->type) {
    case FIELD_NULL:
        return true;
    case FIELD_NUMBER:
        return one->number == other->number;
    case FIELD_REAL:
        return one->real == other->real;
    default:
        return one->length == other->length &&
               (one->length == 0 || memcmp(one->bytes, other->bytes, one->length) == 0);
    }
}

/* -- Reading ----------------------------------------------------------------------------------- */

struct rows *rows_open(struct store *store, enum rows_kind kind, int64_t table, struct text *error)
{
    return store->class->rows_open(store, kind, table, error);
}

int64_t rows_count(const struct rows *rows)
{
    return rows->count;
}

enum rows_step rows_next(struct rows *rows, struct field fields[ROWS_COLUMNS_MAX],
                         struct text *error)
{
    return rows->class->rows_next(rows, fields, error);
}

void rows_close(struct rows *rows)
{
    if (rows != NULL)
        rows->class->rows_close(rows);
}

/* -- Writing ----------------------------------------------------------------------------------- */

static bool is_empty(struct store *store, struct text *error)
{
    for (int kind = 0; kind < ROWS_KIND_COUNT; kind++) {
        struct rows *rows = rows_open(store, (enum rows_kind)kind, 0, error);
        if (rows == NULL)
            return false;
        int64_t count = rows_count(rows);
        rows_close(rows);
        if (count == 0)
            continue;
        text_add_format(error,
                        "holds something already (%lld rows of %s); only an empty store can"
                        " be filled",
                        (long long)count, rows_shapes[kind].name);
        return false;
    }
    return true;
}

struct filling *filling_begin(struct store *store, struct text *error)
{
    return is_empty(store, error) ? store->class->filling_begin(store, error) : NULL;
}

bool filling_add(struct filling *filling, enum rows_kind kind, const struct field *fields,
                 struct text *error)
{
    return filling->class->filling_add(filling, kind, fields, error);
}

bool filling_end(struct filling *filling, struct text *error)
{
    return filling->class->filling_end(filling, error);
}

void filling_drop(struct filling *filling)
{
    if (filling != NULL)
        filling->class->filling_drop(filling);
}
