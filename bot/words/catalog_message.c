#include "bot/words/catalog_message.h"

#include <stdio.h>
#include <string.h>
#include <unicode/ustring.h>

/* Sub-messages inside sub-messages. */
enum { NESTING_MAX = 8, NO_PLURAL = -1 };

/* A pattern being read; `out` takes the rewritten one. */
struct scanner {
    const char *at;
    struct catalog_usage usage;
    struct catalog_usage known; /* of the first pass; gives the slots of the second */
    struct text *out;           /* NULL in the first pass */
    const char *wrong;
};

static bool scan_message(struct scanner *scanner, int plural, int depth);

static bool complain(struct scanner *scanner, const char *wrong)
{
    scanner->wrong = wrong;
    return false;
}

static void copy(struct scanner *scanner, size_t length)
{
    if (scanner->out)
        text_add_bytes(scanner->out, scanner->at, length);
    scanner->at += length;
}

static void emit(struct scanner *scanner, const char *bytes)
{
    if (scanner->out)
        text_add(scanner->out, bytes);
}

/* How many of `set` are below `argument`. */
static int rank(unsigned set, int argument)
{
    return __builtin_popcount(set & ((1u << argument) - 1));
}

static void emit_text_slot(struct scanner *scanner, int argument)
{
    scanner->usage.texts |= (uint16_t)(1u << argument);
    if (scanner->out)
        text_add_format(scanner->out, "{%d", rank(scanner->known.texts, argument));
}

static void emit_number_slot(struct scanner *scanner, int argument)
{
    scanner->usage.numbers |= (uint16_t)(1u << argument);
    if (scanner->out)
        text_add_format(scanner->out, "{%d",
                        __builtin_popcount(scanner->known.texts) +
                            rank(scanner->known.numbers, argument));
}

static void skip_blanks(struct scanner *scanner)
{
    scanner->at += strspn(scanner->at, " \t\n");
}

/* Blanks before the word don't count; those after it may belong to a text. */
static bool accept(struct scanner *scanner, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(scanner);
    if (strncmp(scanner->at, word, length) != 0)
        return false;
    scanner->at += length;
    return true;
}

/* ICU reads '' as an apostrophe, and an apostrophe before a brace (or before # in a plural) as the
 * start of a quotation. A quotation of more than the one character is nearly always a French l'{0}.
 */
static bool scan_apostrophe(struct scanner *scanner, int plural)
{
    const char *at = scanner->at;
    bool quotes = at[1] == '{' || at[1] == '}' || (at[1] == '#' && plural != NO_PLURAL);
    if (!quotes) {
        copy(scanner, at[1] == '\'' ? 2 : 1);
        return true;
    }
    if (at[2] != '\'' || at[3] == '\'')
        return complain(scanner, "an apostrophe before a brace quotes it: write ’ or ''");
    copy(scanner, 3);
    return true;
}

/* The branches of a plural or a select, up to the brace that closes it. */
static bool scan_branches(struct scanner *scanner, int plural, int depth)
{
    if (accept(scanner, "offset:"))
        return complain(scanner, "offset is not supported");
    while (!accept(scanner, "}")) {
        size_t length = strcspn(scanner->at, " \t\n{}'");
        if (length == 0)
            return complain(scanner, "expected a branch: WORD {text}");
        emit(scanner, " ");
        copy(scanner, length);
        if (!accept(scanner, "{"))
            return complain(scanner, "expected { after the word of a branch");
        emit(scanner, "{");
        if (!scan_message(scanner, plural, depth + 1))
            return false;
        emit(scanner, "}");
    }
    emit(scanner, "}");
    return true;
}

static bool scan_number(struct scanner *scanner, int argument)
{
    if (accept(scanner, ",") && !accept(scanner, "integer"))
        return complain(scanner, "of the styles of numbers only integer is supported");
    if (!accept(scanner, "}"))
        return complain(scanner, "expected } after number");
    emit_text_slot(scanner, argument);
    emit(scanner, "}");
    return true;
}

static bool scan_typed(struct scanner *scanner, int argument, int depth)
{
    if (accept(scanner, "number"))
        return scan_number(scanner, argument);
    if (accept(scanner, "selectordinal,")) {
        emit_number_slot(scanner, argument);
        emit(scanner, ",selectordinal,");
        return scan_branches(scanner, argument, depth);
    }
    if (accept(scanner, "select,")) {
        emit_text_slot(scanner, argument);
        scanner->usage.selects |= (uint16_t)(1u << argument);
        emit(scanner, ",select,");
        return scan_branches(scanner, NO_PLURAL, depth);
    }
    if (accept(scanner, "plural,")) {
        emit_number_slot(scanner, argument);
        emit(scanner, ",plural,");
        return scan_branches(scanner, argument, depth);
    }
    return complain(scanner, "expected plural, select, selectordinal or number");
}

static bool scan_argument(struct scanner *scanner, int depth)
{
    accept(scanner, "{");
    skip_blanks(scanner);
    int argument = *scanner->at - '0';
    if (argument < 0 || argument >= CATALOG_ARGUMENT_MAX)
        return complain(scanner, "expected the number of an argument, 0 to 9, after {");
    scanner->at++;
    if (accept(scanner, ","))
        return scan_typed(scanner, argument, depth);
    if (!accept(scanner, "}"))
        return complain(scanner, "expected } or a comma after the number of an argument");
    emit_text_slot(scanner, argument);
    emit(scanner, "}");
    return true;
}

/* Up to the end of the pattern, or behind the brace that closes a sub-message. */
static bool scan_message(struct scanner *scanner, int plural, int depth)
{
    if (depth > NESTING_MAX)
        return complain(scanner, "sub-messages are nested too deep");
    for (;;) {
        copy(scanner, strcspn(scanner->at, "'{}#"));
        if (*scanner->at == '\0')
            return depth == 0 || complain(scanner, "a brace is not closed");
        if (*scanner->at == '}') {
            scanner->at++;
            return depth > 0 || complain(scanner, "a brace is closed that was not opened");
        }
        if (*scanner->at == '\'') {
            if (!scan_apostrophe(scanner, plural))
                return false;
        } else if (*scanner->at == '{') {
            if (!scan_argument(scanner, depth))
                return false;
        } else if (plural != NO_PLURAL) {
            scanner->at++;
            emit_text_slot(scanner, plural);
            emit(scanner, "}");
        } else {
            copy(scanner, 1);
        }
    }
}

static bool rewrite(const char *pattern, struct text *out, struct catalog_usage *usage, char *error,
                    size_t error_size)
{
    struct scanner first = {.at = pattern};
    if (strlen(pattern) >= CATALOG_PATTERN_MAX)
        first.wrong = "the pattern is too long";
    else
        scan_message(&first, NO_PLURAL, 0);
    struct scanner second = {.at = pattern, .known = first.usage, .out = out};
    if (!first.wrong)
        scan_message(&second, NO_PLURAL, 0);
    if (!first.wrong && out->truncated)
        first.wrong = "the pattern is too long";
    *usage = first.usage;
    if (first.wrong)
        snprintf(error, error_size, "%s (byte %td)", first.wrong, first.at - pattern);
    return !first.wrong;
}

bool catalog_message_compile(struct catalog_message *message, const char *pattern,
                             const char *language, char *error, size_t error_size)
{
    char bytes[2 * CATALOG_PATTERN_MAX];
    UChar units[2 * CATALOG_PATTERN_MAX];
    struct text rewritten = TEXT_IN(bytes);
    message->format = NULL;
    if (!rewrite(pattern, &rewritten, &message->usage, error, error_size))
        return false;
    UErrorCode status = U_ZERO_ERROR;
    UParseError place;
    int32_t length = 0;
    u_strFromUTF8(units, 2 * CATALOG_PATTERN_MAX, &length, bytes, (int32_t)rewritten.length,
                  &status);
    if (U_SUCCESS(status))
        message->format = umsg_open(units, length, language, &place, &status);
    if (U_SUCCESS(status))
        return true;
    snprintf(error, error_size, "ICU refuses the pattern: %s", u_errorName(status));
    catalog_message_close(message);
    return false;
}

void catalog_message_close(struct catalog_message *message)
{
    if (message->format)
        umsg_close(message->format);
    message->format = NULL;
}

/* The longest start of `text` within `room` bytes that ends with a whole character. */
static size_t fitting(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    while (room > 0 && ((unsigned char)text[room] & 0xC0) == 0x80)
        room--;
    return room;
}

void catalog_values_add(struct catalog_values *values, const char *text, double number)
{
    UErrorCode status = U_ZERO_ERROR;
    size_t room = CATALOG_PATTERN_MAX - values->used;
    UChar *units = values->arena + values->used;
    int32_t length = 0;
    /* A character has never more UTF-16 units than UTF-8 bytes. One unit a text is kept for the
     * terminators of the texts to come. */
    size_t reserved = CATALOG_ARGUMENT_MAX - values->count;
    size_t whole = strlen(text);
    size_t fits = fitting(text, whole, room - reserved);
    u_strFromUTF8WithSub(units, (int32_t)room, &length, text, (int32_t)fits, 0xFFFD, NULL, &status);
    if (U_FAILURE(status))
        length = 0;
    units[length] = 0;
    values->truncated = values->truncated || fits < whole;
    values->used += (size_t)length + 1;
    values->texts[values->count] = units;
    values->numbers[values->count] = number;
    values->count++;
}

/* The slots as ICU takes them: texts, then all numbers (those that it doesn't read do no harm). */
static int32_t format(const UMessageFormat *message, UChar *result, int32_t size, int texts,
                      const UChar *const *t, const double *n, UErrorCode *status)
{
#define NUMBERS     n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9]
#define FORMAT(...) return umsg_format(message, result, size, status, __VA_ARGS__)
    switch (texts) {
    case 0:
        FORMAT(NUMBERS);
    case 1:
        FORMAT(t[0], NUMBERS);
    case 2:
        FORMAT(t[0], t[1], NUMBERS);
    case 3:
        FORMAT(t[0], t[1], t[2], NUMBERS);
    case 4:
        FORMAT(t[0], t[1], t[2], t[3], NUMBERS);
    case 5:
        FORMAT(t[0], t[1], t[2], t[3], t[4], NUMBERS);
    case 6:
        FORMAT(t[0], t[1], t[2], t[3], t[4], t[5], NUMBERS);
    case 7:
        FORMAT(t[0], t[1], t[2], t[3], t[4], t[5], t[6], NUMBERS);
    case 8:
        FORMAT(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], NUMBERS);
    case 9:
        FORMAT(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], NUMBERS);
    default:
        FORMAT(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], NUMBERS);
    }
#undef FORMAT
#undef NUMBERS
}

bool catalog_message_say(const struct catalog_message *message, const struct catalog_values *values,
                         struct text *out)
{
    const UChar *texts[CATALOG_ARGUMENT_MAX];
    double numbers[CATALOG_ARGUMENT_MAX] = {0};
    UChar result[CATALOG_PATTERN_MAX];
    char bytes[3 * CATALOG_PATTERN_MAX];
    int text_count = 0;
    int number_count = 0;
    for (size_t i = 0; i < values->count; i++) {
        if (message->usage.texts >> i & 1)
            texts[text_count++] = values->texts[i];
        if (message->usage.numbers >> i & 1)
            numbers[number_count++] = values->numbers[i];
    }
    UErrorCode status = U_ZERO_ERROR;
    int32_t length =
        format(message->format, result, CATALOG_PATTERN_MAX, text_count, texts, numbers, &status);
    bool cut = status == U_BUFFER_OVERFLOW_ERROR;
    if (U_FAILURE(status) && !cut)
        return false;
    if (cut)
        length = CATALOG_PATTERN_MAX - 1;
    /* A cut between two surrogates leaves half a character. */
    if (cut && U16_IS_LEAD(result[length - 1]))
        length--;
    status = U_ZERO_ERROR;
    int32_t size = 0;
    u_strToUTF8WithSub(bytes, (int32_t)sizeof bytes, &size, result, length, 0xFFFD, NULL, &status);
    if (U_FAILURE(status))
        return false;
    text_add_bytes(out, bytes, (size_t)size);
    out->truncated = out->truncated || cut || values->truncated;
    return true;
}
