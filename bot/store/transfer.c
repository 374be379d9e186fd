#include "bot/store/transfer.h"

#include <string.h>

#include "bot/store/rows.h"

enum { ROWS_A_STEP = 1024 }; /* between two calls of the watch */

struct transfer {
    struct store *from, *to;
    const struct transfer_watch *watch;
    enum transfer_stage stage;
    int64_t done, total;
    struct text *error;
};

static void tell(const struct transfer *transfer)
{
    transfer->watch->progress(transfer->watch->context, transfer->stage, transfer->done,
                              transfer->total);
}

static void step(struct transfer *transfer)
{
    if (++transfer->done % ROWS_A_STEP == 0)
        tell(transfer);
}

static void begin_stage(struct transfer *transfer, enum transfer_stage stage)
{
    transfer->stage = stage;
    transfer->done = 0;
    tell(transfer);
}

static bool count_rows(struct transfer *transfer)
{
    for (int kind = 0; kind < ROWS_KIND_COUNT; kind++) {
        struct rows *rows = rows_open(transfer->from, (enum rows_kind)kind, 0, transfer->error);
        if (rows == NULL)
            return false;
        transfer->total += rows_count(rows);
        rows_close(rows);
    }
    return true;
}

/* -- Copying ----------------------------------------------------------------------------------- */

static bool copy_kind(struct transfer *transfer, enum rows_kind kind, struct filling *filling)
{
    struct field fields[ROWS_COLUMNS_MAX];
    struct rows *rows = rows_open(transfer->from, kind, 0, transfer->error);
    enum rows_step next = ROWS_FAILED;
    while (rows != NULL && (next = rows_next(rows, fields, transfer->error)) == ROWS_ROW) {
        if (!filling_add(filling, kind, fields, transfer->error))
            break;
        step(transfer);
    }
    rows_close(rows);
    return next == ROWS_END;
}

static bool copy_all(struct transfer *transfer)
{
    struct filling *filling = filling_begin(transfer->to, transfer->error);
    if (filling == NULL)
        return false;
    for (int kind = 0; kind < ROWS_KIND_COUNT; kind++) {
        if (!copy_kind(transfer, (enum rows_kind)kind, filling)) {
            filling_drop(filling);
            return false;
        }
    }
    return filling_end(filling, transfer->error);
}

/* -- Comparing --------------------------------------------------------------------------------- */

static bool is_same(struct transfer *transfer, enum rows_kind kind, const struct field *one,
                    const struct field *other)
{
    for (size_t i = 0; i < rows_shapes[kind].column_count; i++) {
        if (field_equals(&one[i], &other[i]))
            continue;
        rows_add_name(transfer->error, kind, one);
        text_add_format(transfer->error, ": its %s differs in the copy",
                        rows_shapes[kind].columns[i].name);
        return false;
    }
    return true;
}

static bool compare_rows(struct transfer *transfer, enum rows_kind kind, struct rows *one,
                         struct rows *other)
{
    struct field fields[ROWS_COLUMNS_MAX], others[ROWS_COLUMNS_MAX];
    for (;;) {
        enum rows_step next = rows_next(one, fields, transfer->error);
        enum rows_step other_next = rows_next(other, others, transfer->error);
        if (next == ROWS_FAILED || other_next == ROWS_FAILED)
            return false;
        if (next != other_next) {
            text_add_format(transfer->error, "the copy has another number of %s",
                            rows_shapes[kind].name);
            return false;
        }
        if (next == ROWS_END)
            return true;
        if (!is_same(transfer, kind, fields, others))
            return false;
        step(transfer);
    }
}

static bool compare_all(struct transfer *transfer)
{
    bool same = true;
    for (int i = 0; i < ROWS_KIND_COUNT && same; i++) {
        enum rows_kind kind = (enum rows_kind)i;
        struct rows *one = rows_open(transfer->from, kind, 0, transfer->error);
        struct rows *other = one != NULL ? rows_open(transfer->to, kind, 0, transfer->error) : NULL;
        same = other != NULL && compare_rows(transfer, kind, one, other);
        rows_close(one);
        rows_close(other);
    }
    return same;
}

int64_t store_transfer(struct store *from, struct store *to, const struct transfer_watch *watch,
                       char *error, size_t error_size)
{
    struct text reason = text_in(error, error_size);
    struct transfer transfer = {.from = from, .to = to, .watch = watch, .error = &reason};
    if (!count_rows(&transfer))
        return -1;
    begin_stage(&transfer, TRANSFER_COPYING);
    if (!copy_all(&transfer))
        return -1;
    tell(&transfer);
    begin_stage(&transfer, TRANSFER_COMPARING);
    if (!compare_all(&transfer))
        return -1;
    tell(&transfer);
    return transfer.total;
}
