#include "games/shared/notation.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "games/shared/fold.h"

struct notation notation_of(const char *typed, const struct words *words)
{
    return (struct notation){.rest = typed, .words = words, .blanks = " \t"};
}

struct notation notation_with_colons(const char *typed, const struct words *words)
{
    return (struct notation){.rest = typed, .words = words, .blanks = " \t:"};
}

static void skip_blanks(struct notation *notation)
{
    notation->rest += strspn(notation->rest, notation->blanks);
}

bool notation_at_end(struct notation *notation)
{
    skip_blanks(notation);
    return *notation->rest == '\0';
}

size_t notation_peek(struct notation *notation, const char **piece)
{
    skip_blanks(notation);
    *piece = notation->rest;
    return strcspn(notation->rest, notation->blanks);
}

void notation_skip(struct notation *notation)
{
    const char *piece;
    notation->rest += notation_peek(notation, &piece);
}

/* A word ends before a digit, so that `a3` reads as `a` and `3`. */
static size_t word_length(const char *piece, size_t length)
{
    size_t letters = 0;
    while (letters < length && !isdigit((unsigned char)piece[letters]))
        letters++;
    return letters;
}

static bool find_complete(const char *word, size_t length, const char *const *vocabulary,
                          size_t count, uint64_t possible, unsigned *index)
{
    for (unsigned i = 0; i < count; i++) {
        if ((possible >> i & 1) && strlen(vocabulary[i]) == length &&
            strncasecmp(vocabulary[i], word, length) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

static enum notation_result find_beginning(const struct words *words, const char *word,
                                           size_t length, const char *const *vocabulary,
                                           size_t count, uint64_t possible, unsigned *index)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        if ((possible >> i & 1) && words_begin(words, vocabulary[i], word, length)) {
            *index = i;
            found++;
        }
    }
    if (found == 1)
        return NOTATION_READ;
    return found == 0 ? NOTATION_UNKNOWN : NOTATION_AMBIGUOUS;
}

enum notation_result notation_word(struct notation *notation, const char *const *vocabulary,
                                   size_t count, uint64_t possible, unsigned *index)
{
    const char *piece;
    size_t piece_length = notation_peek(notation, &piece);
    size_t length = word_length(piece, piece_length);
    if (length == 0)
        return *piece == '\0' ? NOTATION_NOTHING : NOTATION_UNKNOWN;
    enum notation_result result = NOTATION_READ;
    if (!find_complete(piece, length, vocabulary, count, possible, index)) {
        const char *canonical = notation->words->canonical(notation->words, piece, length);
        if (canonical == NULL ||
            !find_complete(canonical, strlen(canonical), vocabulary, count, possible, index))
            result =
                find_beginning(notation->words, piece, length, vocabulary, count, possible, index);
    }
    if (result == NOTATION_READ)
        notation->rest += length;
    return result;
}

bool notation_word_or_known(struct notation *notation, const char *const *vocabulary, size_t count,
                            uint64_t now, uint64_t known, unsigned *index)
{
    enum notation_result result = notation_word(notation, vocabulary, count, now, index);
    if (result == NOTATION_UNKNOWN)
        result = notation_word(notation, vocabulary, count, known, index);
    return result == NOTATION_READ;
}

bool notation_message(struct notation *notation, const char *key)
{
    char buffer[64];
    struct text said = TEXT_IN(buffer);
    words_say_plain(notation->words, &said, key);
    skip_blanks(notation);
    const char *typed = notation->rest, *end = typed;
    while (*end != '\0') {
        end += strspn(end, notation->blanks);
        end += strcspn(end, notation->blanks);
        if (fold_same(typed, (size_t)(end - typed), said.bytes, said.length)) {
            notation->rest = end;
            return true;
        }
    }
    return false;
}

bool notation_number(struct notation *notation, unsigned least, unsigned most, unsigned *number)
{
    skip_blanks(notation);
    const char *digit = notation->rest;
    unsigned long long value = 0;
    for (; isdigit((unsigned char)*digit); digit++) {
        value = value * 10 + (unsigned long long)(*digit - '0');
        if (value > most)
            return false;
    }
    if (digit == notation->rest || value < least)
        return false;
    notation->rest = digit;
    *number = (unsigned)value;
    return true;
}

bool notation_character(struct notation *notation, char character)
{
    skip_blanks(notation);
    if (tolower((unsigned char)*notation->rest) != tolower((unsigned char)character))
        return false;
    notation->rest++;
    return true;
}
