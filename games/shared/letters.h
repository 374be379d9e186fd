/* Unicode letters in what people write: what may be shown as it is.
 *
 * Pure; letters are code points, and nothing is decoded here but what follows a joiner.
 */
#ifndef BELFRY_GAMES_SHARED_LETTERS_H
#define BELFRY_GAMES_SHARED_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the letter is a joiner (U+200C, U+200D) that does its work where it stands. `before` is
 * the letter before it, 0 for none, and `rest` the `length` bytes of UTF-8 after it; a negative
 * length: up to the terminator. Emoji, Indic scripts and Persian need joiners; anywhere else one is
 * invisible and makes two names look the same. */
bool letter_joins(int32_t before, int32_t letter, const char *rest, ptrdiff_t length);

/* Whether the letter is written from right to left. */
bool letter_is_right_to_left(int32_t letter);
/* Whether any letter of the string is. */
bool letters_turn(const char *string);

/* The left-to-right mark, invisible and of no width. Whatever shows text in both directions turns
 * everything from one right-to-left letter to the next, numbers and columns between them included;
 * a mark on each side of a name keeps the turn inside. Isolates (U+2068, U+2069) would do the same,
 * but fewer clients and terminals know them. */
#define LETTER_LEFT_TO_RIGHT "\xE2\x80\x8E"

#endif
