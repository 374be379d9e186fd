#include "games/shared/letters.h"

#include <utf8proc.h>

enum { NON_JOINER = 0x200C, JOINER = 0x200D };

static bool is_arabic(int32_t letter)
{
    return utf8proc_get_property(letter)->bidi_class == UTF8PROC_BIDI_CLASS_AL;
}

static bool is_emoji(int32_t letter)
{
    return utf8proc_get_property(letter)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

/* Emoji with their modifiers and variation selectors; the signs of Indic scripts; Persian. */
static bool can_be_joined(int32_t letter)
{
    switch (utf8proc_category(letter)) {
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
        return true;
    default:
        return is_emoji(letter) || is_arabic(letter);
    }
}

/* Emoji, and letters of scripts without capitals. */
static bool can_follow(int32_t letter)
{
    return is_emoji(letter) || utf8proc_category(letter) == UTF8PROC_CATEGORY_LO;
}

bool letter_joins(int32_t before, int32_t letter, const char *rest, ptrdiff_t length)
{
    utf8proc_int32_t after;
    if ((letter != JOINER && letter != NON_JOINER) || !can_be_joined(before))
        return false;
    return utf8proc_iterate((const utf8proc_uint8_t *)rest, length, &after) > 0 &&
           can_follow(after);
}

bool letter_is_right_to_left(int32_t letter)
{
    return utf8proc_get_property(letter)->bidi_class == UTF8PROC_BIDI_CLASS_R || is_arabic(letter);
}

bool letters_turn(const char *string)
{
    for (utf8proc_ssize_t length = 0; *string != '\0'; string += length > 0 ? length : 1) {
        utf8proc_int32_t letter = 0;
        length = utf8proc_iterate((const utf8proc_uint8_t *)string, -1, &letter);
        if (length > 0 && letter_is_right_to_left(letter))
            return true;
    }
    return false;
}
