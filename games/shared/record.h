/* How a game writes its random outcomes (setup and chance lines) and reads them back.
 *
 * A game describes the fields of its outcome once, in the order of its page, by calling the
 * functions below; whether that writes or reads is the record's business, so the two can't drift
 * apart. The host implements `struct record_class` over JSON; games/ knows no JSON.
 *
 * Cards, pawns and the like are codes of one byte; a token says how a code is written.
 */
#ifndef BELFRY_GAMES_SHARED_RECORD_H
#define BELFRY_GAMES_SHARED_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/text.h"

struct record_token {
    /* NULL: the code itself is written, as a JSON number. Else it is written as a JSON string. */
    void (*print)(uint8_t code, struct text *out);
    /* Reads all `length` bytes; false if they are no code of the game. Unused when print is NULL.
     */
    bool (*parse)(const char *bytes, size_t length, uint8_t *code);
};

/* A list of codes. When reading, `*count` is set and is at most `capacity`. */
struct record_list {
    uint8_t *codes;
    uint8_t *count;
    uint8_t capacity;
};

enum { RECORD_ROWS_MAX = 8 };

struct record;

struct record_class {
    bool (*number)(struct record *record, const char *key, uint8_t *value);
    /* `lists[0]` alone as [..], or, if `nested`, all `list_count` of them as [[..],[..]]. */
    bool (*lists)(struct record *record, const char *key, const struct record_list *lists,
                  size_t list_count, bool nested, const struct record_token *token);
    /* {"label":code,…} with exactly the labels given, in their order. */
    bool (*map)(struct record *record, const char *key, const char *const *labels, uint8_t *codes,
                size_t count, const struct record_token *token);
};

struct record {
    const struct record_class *class;
};

/* Each returns false when reading found something else; the record's owner knows what and where. */

/* A seat: 0 upward in memory, 1 upward in the record. */
bool record_seat(struct record *record, const char *key, uint8_t *seat);
bool record_cards(struct record *record, const char *key, uint8_t *cards, uint8_t *count,
                  uint8_t capacity, const struct record_token *token);
/* `list_count` lists, as in "hands" and "piles". */
bool record_lists(struct record *record, const char *key, const struct record_list *lists,
                  size_t list_count, const struct record_token *token);
/* The first `rows` rows of a table of codes whose rows have room for `capacity`. */
bool record_rows(struct record *record, const char *key, uint8_t *codes, uint8_t *counts,
                 uint8_t capacity, size_t rows, const struct record_token *token);
bool record_map(struct record *record, const char *key, const char *const *labels, uint8_t *codes,
                size_t count, const struct record_token *token);

/* Codes that are written as plain numbers. */
extern const struct record_token record_number_token;

#endif
