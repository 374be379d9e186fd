/* How a game writes its random outcomes (setup and chance lines) and reads them back.
 *
 * A game describes the fields of an outcome once, in the order of its page, by calling the
 * functions below. The record decides whether a call writes or reads, so that writing and reading
 * can't differ. The host implements `struct record_class` for JSON; games/ knows no JSON.
 *
 * Cards, pawns and the like are codes of one byte. A token says how a code is written.
 */
#ifndef BELFRY_GAMES_SHARED_RECORD_H
#define BELFRY_GAMES_SHARED_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/text.h"

struct record_token {
    /* Prints the code's text, which becomes a JSON string. NULL: the code itself is written as a
     * JSON number. */
    void (*print)(uint8_t code, struct text *out);
    /* Reads all `length` bytes; false if they are not a code of the game. Unused when print is
     * NULL. */
    bool (*parse)(const char *bytes, size_t length, uint8_t *code);
};

/* A list of codes. Reading sets `*count`, to at most `capacity`. */
struct record_list {
    uint8_t *codes;
    uint8_t *count;
    uint8_t capacity;
};

enum { RECORD_ROWS_MAX = 8 };

struct record;

struct record_class {
    bool (*number)(struct record *record, const char *key, uint8_t *value);
    /* One list as [..], or with `nested` all `list_count` lists as [[..],[..]]. */
    bool (*lists)(struct record *record, const char *key, const struct record_list *lists,
                  size_t list_count, bool nested, const struct record_token *token);
    /* {"label":code,…} with exactly the labels given, in their order. */
    bool (*map)(struct record *record, const char *key, const char *const *labels, uint8_t *codes,
                size_t count, const struct record_token *token);
};

struct record {
    const struct record_class *class;
};

/* Each function returns false when reading finds something else. The record's owner knows what and
 * where. */

/* A seat, which counts from 0 in memory and from 1 in the record. */
bool record_seat(struct record *record, const char *key, uint8_t *seat);
bool record_cards(struct record *record, const char *key, uint8_t *cards, uint8_t *count,
                  uint8_t capacity, const struct record_token *token);
/* Several lists, such as "hands" or "piles": the first `rows` rows of a two-dimensional array of
 * codes; each row has room for `capacity`. */
bool record_rows(struct record *record, const char *key, uint8_t *codes, uint8_t *counts,
                 uint8_t capacity, size_t rows, const struct record_token *token);
bool record_map(struct record *record, const char *key, const char *const *labels, uint8_t *codes,
                size_t count, const struct record_token *token);

/* The token of codes that are written as numbers. */
extern const struct record_token record_number_token;

#endif
