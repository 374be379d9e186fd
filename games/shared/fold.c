#include "games/shared/fold.h"

#include <string.h>
#include <utf8proc.h>

enum { DIAERESIS = 0x308, LARGEST_LETTER = 4 };

struct folding {
    enum fold fold;
    char *bytes;
    size_t length;
};

static bool append(struct folding *folding, utf8proc_int32_t letter)
{
    if (folding->length + LARGEST_LETTER >= FOLD_BYTES)
        return false;
    folding->length +=
        (size_t)utf8proc_encode_char(letter, (utf8proc_uint8_t *)folding->bytes + folding->length);
    return true;
}

static bool follows(const struct folding *folding, const char *letters)
{
    return folding->length > 0 && strchr(letters, folding->bytes[folding->length - 1]) != NULL;
}

/* Appends a letter that has no case and stands before its accents. */
static bool append_folded(struct folding *folding, utf8proc_int32_t letter)
{
    if (letter == DIAERESIS && folding->fold == FOLD_SPELT && follows(folding, "aou"))
        return append(folding, 'e');
    if (utf8proc_category(letter) == UTF8PROC_CATEGORY_MN)
        return true;
    if (letter == ' ' || letter == '\t')
        return follows(folding, " ") || append(folding, ' ');
    if (letter == 0x153) /* œ */
        return append(folding, 'o') && append(folding, 'e');
    if (letter == 0xE6) /* æ */
        return append(folding, 'a') && append(folding, 'e');
    return append(folding, letter);
}

bool fold_word(const char *bytes, size_t length, enum fold fold, char folded[FOLD_BYTES])
{
    const utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD;
    utf8proc_int32_t letters[FOLD_BYTES];
    struct folding folding = {.fold = fold, .bytes = folded};
    if (length == 0 || length >= FOLD_BYTES / 2)
        return false;
    utf8proc_ssize_t count = utf8proc_decompose(
        (const utf8proc_uint8_t *)bytes, (utf8proc_ssize_t)length, letters, FOLD_BYTES, options);
    if (count <= 0 || count > FOLD_BYTES)
        return false;
    for (utf8proc_ssize_t i = 0; i < count; i++)
        if (!append_folded(&folding, letters[i]))
            return false;
    folded[folding.length] = '\0';
    return folding.length > 0;
}

bool fold_same(const char *one, size_t one_length, const char *other, size_t other_length)
{
    char ones[FOLDS][FOLD_BYTES], others[FOLDS][FOLD_BYTES];
    for (enum fold fold = 0; fold < FOLDS; fold++)
        if (!fold_word(one, one_length, fold, ones[fold]) ||
            !fold_word(other, other_length, fold, others[fold]))
            return false;
    return strcmp(ones[FOLD_BARE], others[FOLD_BARE]) == 0 ||
           strcmp(ones[FOLD_BARE], others[FOLD_SPELT]) == 0 ||
           strcmp(ones[FOLD_SPELT], others[FOLD_BARE]) == 0;
}
