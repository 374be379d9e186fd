/* A bounded text builder: UTF-8 appended to a buffer that the caller owns.
 *
 * Every append is checked. Text that does not fit is cut between two characters, `truncated` is set
 * and stays set, and the text stays terminated. So a sequence of appends needs one check at its
 * end. Nothing here allocates.
 */
#ifndef BELFRY_GAMES_SHARED_TEXT_H
#define BELFRY_GAMES_SHARED_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
    char *bytes;    /* terminated; not owned */
    size_t size;    /* of the buffer, the terminator included; at least 1 */
    size_t length;  /* bytes without the terminator */
    bool truncated; /* an append did not fit */
};

/* An empty text in `buffer` of `size` bytes (size > 0). */
struct text text_in(char *buffer, size_t size);

/* For a buffer that is an array: struct text line = TEXT_IN(buffer); */
#define TEXT_IN(array) text_in((array), sizeof(array))

void text_clear(struct text *text);
void text_add(struct text *text, const char *string);
/* Adds `length` bytes, which need no terminator. */
void text_add_bytes(struct text *text, const char *bytes, size_t length);
/* Adds untrusted bytes as harmless text: control characters become blanks, format characters (such
 * as direction marks) are left out except joiners in their place (letter_joins), broken UTF-8
 * becomes U+FFFD. */
void text_add_printable(struct text *text, const char *bytes, size_t length);
void text_add_char(struct text *text, char character);
void text_add_number(struct text *text, long long number);
/* No argument may stand in the text itself. */
__attribute__((format(printf, 2, 3))) void text_add_format(struct text *text, const char *format,
                                                           ...);
/* Adds `separator`, unless the text is empty. */
void text_separate(struct text *text, const char *separator);
bool text_is(const struct text *text, const char *string);

#endif
