/* Packing and dropping the records of tables that are over. */
#include "bot/store/postgres/postgres_private.h"

static const struct pg_question *ask(struct store_inquiry *inquiry, enum pg_statement statement,
                                     int64_t number)
{
    struct pg_question *question = pg_question_new(inquiry);
    pg_call(&question->exchange, statement, 0, 0);
    pg_give_number(&question->exchange, number);
    return pg_ask(question);
}

bool pg_read_loose(struct store_inquiry *inquiry, int64_t after, struct stored_loose *loose)
{
    const struct pg_question *answer = ask(inquiry, PG_LOOSE, after);
    if (answer != NULL && PQntuples(answer->rows[0]) > 0) {
        int64_t status = pg_number_of(answer->rows[0], 0, 1);
        *loose =
            (struct stored_loose){.table = pg_number_of(answer->rows[0], 0, 0),
                                  .is_over = status == TABLE_FINISHED || status == TABLE_ABORTED,
                                  .ended = pg_number_of(answer->rows[0], 0, 2)};
    }
    return answer != NULL;
}

bool pg_read_oldest(struct store_inquiry *inquiry, int64_t before, struct stored_packed *oldest)
{
    const struct pg_question *answer = ask(inquiry, PG_OLDEST, before);
    if (answer != NULL && PQntuples(answer->rows[0]) > 0)
        *oldest = (struct stored_packed){.table = pg_number_of(answer->rows[0], 0, 0),
                                         .ended = pg_number_of(answer->rows[0], 0, 1),
                                         .lines = (uint32_t)pg_number_of(answer->rows[0], 0, 2)};
    return answer != NULL;
}

static void write_packed(struct pg_turn *turn, const struct packed_lines *packed,
                         enum pg_statement statement)
{
    pg_call(&turn->exchange, statement, packed->table, 0);
    pg_give_number(&turn->exchange, packed->table);
    pg_give_number(&turn->exchange, packed->ended);
    pg_give_number(&turn->exchange, packed->count);
    pg_give_bytes(&turn->exchange, packed->bytes, packed->length);
    pg_give_number(&turn->exchange, packed->checksum);
}

void pg_record_pack(struct store *base, const struct packed_lines *packed)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    write_packed(turn, packed, PG_PACK);
    pg_lines_cut(base, packed->table, 0);
}

void pg_record_drop(struct store *base, const struct packed_lines *packed, const int32_t *before,
                    const int32_t *checksum)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    write_packed(turn, packed, PG_DROP);
    if (checksum == NULL)
        return;
    pg_call(&turn->exchange, PG_HEADER_DROP, packed->table, 0);
    pg_give_number(&turn->exchange, packed->table);
    pg_give_number(&turn->exchange, *checksum);
    pg_give_number(&turn->exchange, *before);
}
