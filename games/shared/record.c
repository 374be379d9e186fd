#include "games/shared/record.h"

#include <assert.h>

const struct record_token record_number_token = {0};

bool record_seat(struct record *record, const char *key, uint8_t *seat)
{
    uint8_t number = (uint8_t)(*seat + 1);
    if (!record->class->number(record, key, &number) || number == 0)
        return false;
    *seat = (uint8_t)(number - 1);
    return true;
}

bool record_cards(struct record *record, const char *key, uint8_t *cards, uint8_t *count,
                  uint8_t capacity, const struct record_token *token)
{
    struct record_list list = {cards, count, capacity};
    return record->class->lists(record, key, &list, 1, false, token);
}

bool record_rows(struct record *record, const char *key, uint8_t *codes, uint8_t *counts,
                 uint8_t capacity, size_t rows, const struct record_token *token)
{
    struct record_list lists[RECORD_ROWS_MAX];
    assert(rows <= RECORD_ROWS_MAX);
    for (size_t row = 0; row < rows; row++)
        lists[row] = (struct record_list){codes + row * capacity, &counts[row], capacity};
    return record->class->lists(record, key, lists, rows, true, token);
}

bool record_map(struct record *record, const char *key, const char *const *labels, uint8_t *codes,
                size_t count, const struct record_token *token)
{
    return record->class->map(record, key, labels, codes, count, token);
}
