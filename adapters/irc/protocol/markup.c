#include "adapters/irc/protocol/markup.h"

#include <string.h>
#include <utf8proc.h>

#include "games/shared/paint.h"

enum {
    CODE_BOLD = 0x02,
    CODE_COLOUR = 0x03,
    CODE_HEX_COLOUR = 0x04,
    CODE_RESET = 0x0F,
    CODE_FIXED = 0x11,
    CODE_REVERSE = 0x16,
    CODE_ITALIC = 0x1D,
    CODE_STRUCK = 0x1E,
    CODE_UNDERLINE = 0x1F
};

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static bool is_hex(char character)
{
    return is_digit(character) || (character >= 'a' && character <= 'f') ||
           (character >= 'A' && character <= 'F');
}

static size_t run_of(const char *text, bool (*belongs)(char), size_t least, size_t most)
{
    size_t length = 0;
    while (length < most && belongs(text[length]))
        length++;
    return length < least ? 0 : length;
}

/* Bytes of the colour code at `text` with its arguments. */
static size_t colour_length(const char *text)
{
    bool hex = *text == CODE_HEX_COLOUR;
    bool (*belongs)(char) = hex ? is_hex : is_digit;
    size_t least = hex ? 6 : 1, most = hex ? 6 : 2;
    size_t front = run_of(text + 1, belongs, least, most);
    if (front == 0)
        return 1;
    if (text[1 + front] != ',')
        return 1 + front;
    size_t back = run_of(text + 2 + front, belongs, least, most);
    return back == 0 ? 1 + front : 2 + front + back;
}

/* Bytes of the code at `text`; 0 when there is none. */
static size_t code_length(const char *text)
{
    switch (*text) {
    case CODE_COLOUR:
    case CODE_HEX_COLOUR:
        return colour_length(text);
    case CODE_BOLD:
    case CODE_RESET:
    case CODE_FIXED:
    case CODE_REVERSE:
    case CODE_ITALIC:
    case CODE_STRUCK:
    case CODE_UNDERLINE:
        return 1;
    default:
        return 0;
    }
}

static bool is_unwanted(utf8proc_int32_t character)
{
    utf8proc_category_t category = utf8proc_category(character);
    bool turns = (character >= 0x202A && character <= 0x202E) ||
                 (character >= 0x2066 && character <= 0x2069) || character == 0x200E ||
                 character == 0x200F;
    return turns || category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP;
}

/* The bot puts left-to-right marks around names. */
static bool is_unsendable(utf8proc_int32_t character)
{
    return character != 0x200E && is_unwanted(character);
}

/* Appends the character at `raw` unless it is refused; returns its bytes. */
static size_t add_character(const char *raw, size_t length, bool (*refused)(utf8proc_int32_t),
                            struct text *text)
{
    utf8proc_int32_t character;
    utf8proc_ssize_t width =
        utf8proc_iterate((const utf8proc_uint8_t *)raw, (utf8proc_ssize_t)length, &character);
    if (width <= 0) {
        text_add(text, "\xEF\xBF\xBD");
        return 1;
    }
    if (!refused(character))
        text_add_bytes(text, raw, (size_t)width);
    return (size_t)width;
}

void irc_markup_clean(const char *raw, struct text *text)
{
    size_t length = strlen(raw);
    bool blank = false;
    for (size_t at = 0; at < length;) {
        size_t code = code_length(raw + at);
        if (code > 0) {
            at += code;
        } else if (raw[at] == ' ' || raw[at] == '\t') {
            blank = true;
            at++;
        } else {
            if (blank)
                text_separate(text, " ");
            blank = false;
            at += add_character(raw + at, length - at, is_unwanted, text);
        }
    }
    /* There may be a blank before a character that was left out. */
    while (text->length > 0 && text->bytes[text->length - 1] == ' ')
        text->bytes[--text->length] = '\0';
}

/* Two digits, so that a digit behind them stays text. */
static const char *const colours[PAINT_COUNT] = {
    [PAINT_SEAT_1] = "04", [PAINT_SEAT_2] = "12", [PAINT_SEAT_3] = "03", [PAINT_SEAT_4] = "06",
    [PAINT_SEAT_5] = "07", [PAINT_SEAT_6] = "10", [PAINT_FAINT] = "14",  [PAINT_RED] = "04",
    [PAINT_GREEN] = "03",  [PAINT_BLUE] = "12",   [PAINT_YELLOW] = "07", [PAINT_PINK] = "13",
    [PAINT_GREY] = "14"};

void irc_markup_sendable(const char *raw, size_t length, struct text *text)
{
    struct painted piece;
    for (const char *rest = raw; paint_next(&rest, raw + length, &piece);) {
        const char *colour = colours[piece.paint];
        if (colour != NULL)
            text_add_format(text, "%c%s", CODE_COLOUR, colour);
        for (size_t at = 0; at < piece.length;)
            at += add_character(piece.bytes + at, piece.length - at, is_unsendable, text);
        if (colour != NULL)
            text_add_char(text, CODE_RESET);
    }
}

void irc_markup_plain(const char *raw, struct text *text)
{
    while (*raw) {
        size_t code = code_length(raw);
        if (code == 0)
            text_add_char(text, *raw);
        raw += code > 0 ? code : 1;
    }
}

bool irc_markup_present(const char *raw)
{
    while (*raw && code_length(raw) == 0)
        raw++;
    return *raw != '\0';
}

void irc_utf8_trim(char *text)
{
    size_t length = strlen(text), start = length;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start == 0)
        return;
    start--;
    utf8proc_int32_t character;
    utf8proc_ssize_t width = utf8proc_iterate((const utf8proc_uint8_t *)text + start,
                                              (utf8proc_ssize_t)(length - start), &character);
    if (width != (utf8proc_ssize_t)(length - start))
        text[start] = '\0';
}

static void apply_code(struct irc_split *split, const char *code, size_t length)
{
    struct text colour = TEXT_IN(split->colour);
    if (*code == CODE_COLOUR && length > 1)
        text_add_bytes(&colour, code, length);
}

static void reopen(const struct irc_split *split, struct text *line)
{
    text_add(line, split->colour);
    /* Two codes that cancel each other separate the colour from a digit or comma that follows. */
    if (split->colour[0] && (is_digit(split->rest[0]) || split->rest[0] == ','))
        text_add(line, "\x02\x02");
}

/* Bytes of the character at `text` with its combining marks. */
static size_t grapheme_length(const char *text)
{
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)text;
    utf8proc_int32_t character, next, state = 0;
    utf8proc_ssize_t width = utf8proc_iterate(bytes, -1, &character);
    if (width <= 0)
        return 1;
    size_t length = (size_t)width;
    while (text[length]) {
        width = utf8proc_iterate(bytes + length, -1, &next);
        if (width <= 0 || utf8proc_grapheme_break_stateful(character, next, &state))
            break;
        character = next;
        length += (size_t)width;
    }
    return length;
}

static size_t unit_length(const char *text, size_t room)
{
    size_t length = code_length(text);
    if (length == 0)
        length = grapheme_length(text);
    if (length <= room)
        return length;
    /* This character has more marks than fit a line. */
    length = room;
    while (length > 1 && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    return length;
}

/* How many bytes of `rest` fit `room`; `*next` is where the next line begins. */
static size_t cut_length(const char *rest, size_t room, size_t *next)
{
    size_t at = 0, blank = 0;
    while (rest[at]) {
        size_t length = unit_length(rest + at, room);
        if (at + length > room)
            break;
        if (rest[at] == ' ')
            blank = at;
        at += length;
    }
    if (rest[at] == '\0' || rest[at] == ' ')
        blank = at;
    size_t cut = blank > 0 ? blank : at;
    *next = cut;
    while (rest[cut] && rest[*next] == ' ')
        (*next)++;
    return cut;
}

/* -- Names ------------------------------------------------------------------------------------- */

/* Room for a nick, which has at most 63 bytes here. */
enum { WORD_BYTES = 64 };

static bool is_nick_sign(char character)
{
    return character != '\0' && strchr("[]\\`_^{|}-", character) != NULL;
}

/* Bytes of the letter or digit at `text`, of any script; 0 when it is neither. */
static size_t letter_length(const char *text)
{
    utf8proc_int32_t character;
    utf8proc_ssize_t width = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &character);
    utf8proc_category_t category = width > 0 ? utf8proc_category(character) : UTF8PROC_CATEGORY_CN;
    bool belongs = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
    return belongs ? (size_t)width : 0;
}

/* A run of characters that a nick can contain. Signs at both ends of its letters may be part of a
 * nick or of a table's frame. */
struct nick_run {
    size_t length, before, after; /* bytes: of all of it, of the signs at both ends */
};

static struct nick_run word_at(const char *text)
{
    struct nick_run word = {.length = 0};
    bool lettered = false;
    for (size_t step = 0;; word.length += step) {
        const char *at = text + word.length;
        step = is_nick_sign(*at) ? 1 : letter_length(at);
        if (step == 0)
            return word;
        bool sign = is_nick_sign(*at);
        word.before += sign && !lettered;
        word.after = sign ? word.after + 1 : 0;
        lettered = lettered || !sign;
    }
}

/* Finds a name in the run, with up to two of the signs at either end. Returns where it begins;
 * `*length` is 0 when there is none. */
static size_t find_name(const char *text, const struct nick_run *word,
                        bool (*is_name)(void *context, const char *word), void *context,
                        size_t *length)
{
    char buffer[WORD_BYTES];
    size_t before = word->before < 2 ? word->before : 2, after = word->after < 2 ? word->after : 2;
    for (size_t i = 0; i < (before + 1) * (after + 1); i++) {
        size_t start = word->before - i % (before + 1);
        size_t end = word->length - word->after + i / (before + 1);
        struct text name = TEXT_IN(buffer);
        text_add_bytes(&name, text + start, end - start);
        *length = end - start;
        if (!name.truncated && is_name(context, name.bytes))
            return start;
    }
    *length = 0;
    return 0;
}

static void add_word(const char *raw, const struct nick_run *word,
                     bool (*is_name)(void *context, const char *word), void *context,
                     struct text *text)
{
    size_t length = 0;
    size_t start =
        word->before == word->length ? 0 : find_name(raw, word, is_name, context, &length);
    size_t first = length > 0 ? start + grapheme_length(raw + start) : 0;
    text_add_bytes(text, raw, first);
    if (first < start + length)
        text_add(text, "\xE2\x80\x8B");
    text_add_bytes(text, raw + first, word->length - first);
}

void irc_markup_break_names(const char *raw, bool (*is_name)(void *context, const char *word),
                            void *context, struct text *text)
{
    while (*raw) {
        size_t code = code_length(raw);
        struct nick_run word = word_at(raw + code);
        text_add_bytes(text, raw, code);
        raw += code;
        add_word(raw, &word, is_name, context, text);
        raw += word.length;
        if (code + word.length == 0)
            text_add_char(text, *raw++);
    }
}

/* -- Lines ------------------------------------------------------------------------------------- */

bool irc_split_next(struct irc_split *split, size_t room, struct text *line)
{
    text_clear(line);
    if (split->begun && *split->rest == '\0')
        return false;
    if (split->begun)
        reopen(split, line);
    split->begun = true;
    const char *start = split->rest;
    size_t next, cut = cut_length(start, room - line->length, &next);
    text_add_bytes(line, start, cut);
    split->rest = start + next;
    for (size_t at = 0; at < cut;) {
        size_t code = code_length(start + at);
        if (start[at] == CODE_COLOUR || start[at] == CODE_RESET)
            apply_code(split, start + at, code);
        at += code > 0 ? code : 1;
    }
    return true;
}
