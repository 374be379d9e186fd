#include "bot/words/catalog_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include "games/shared/letters.h"

enum {
    NESTING_MAX = 8, /* sub-messages inside sub-messages */
    RULE_BYTES = 16, /* the name of a plural rule, terminator included */
    NO_PLURAL = -1
};

/* The state of walking over a pattern from its first byte to its last. */
struct walk {
    const char *at;
    int depth;
    int plural; /* the argument that # stands for; NO_PLURAL: # is text */
    struct catalog_usage usage;
    const char *wrong;
    struct text *out; /* NULL: the pattern is only checked, or the branch is skipped */
    /* The language and the arguments; NULL when the pattern is only checked. */
    const struct catalog_rules *rules;
    const struct words *words;
    const struct word_argument *arguments;
    size_t units; /* UTF-16 units appended so far */
    bool full;    /* the limit or the end of `out` was reached */
};

static bool walk_message(struct walk *walk);

static bool complain(struct walk *walk, const char *wrong)
{
    walk->wrong = wrong;
    return false;
}

static void append(struct walk *walk, const char *bytes, size_t length)
{
    for (size_t at = 0; walk->out != NULL && !walk->full && at < length;) {
        UChar32 character;
        char encoded[U8_MAX_LENGTH];
        size_t size = 0, before = walk->out->length;
        U8_NEXT_OR_FFFD(bytes, at, length, character);
        U8_APPEND_UNSAFE(encoded, size, character);
        walk->units += U16_LENGTH(character);
        if (walk->units <= CATALOG_PATTERN_MAX)
            text_add_bytes(walk->out, encoded, size);
        walk->full = walk->out->length == before;
        walk->out->truncated = walk->out->truncated || walk->full;
    }
}

static void copy(struct walk *walk, size_t length)
{
    append(walk, walk->at, length);
    walk->at += length;
}

/* The text of an argument; `buffer` holds it if it is a number or a message. */
static const char *text_of(const struct walk *walk, int argument, struct text *buffer)
{
    const struct word_argument *given = &walk->arguments[argument];
    if (given->kind == WORD_TEXT)
        return given->text != NULL ? given->text : "";
    if (given->kind == WORD_MESSAGE)
        words_say_plain(walk->words, buffer, given->text != NULL ? given->text : "");
    else
        text_add_number(buffer, given->number);
    return buffer->bytes;
}

static void say_argument(struct walk *walk, int argument)
{
    char bytes[CATALOG_PATTERN_MAX];
    struct text buffer = TEXT_IN(bytes);
    walk->usage.texts |= (uint16_t)(1u << argument);
    if (walk->out == NULL)
        return;
    const char *text = text_of(walk, argument, &buffer);
    const char *mark = letters_turn(text) ? LETTER_LEFT_TO_RIGHT : "";
    append(walk, mark, strlen(mark));
    append(walk, text, strlen(text));
    append(walk, mark, strlen(mark));
    walk->out->truncated = walk->out->truncated || buffer.truncated;
}

static void skip_blanks(struct walk *walk)
{
    walk->at += strspn(walk->at, " \t\n");
}

/* Skips blanks before the word, but not those after it, which may belong to a text. */
static bool accept(struct walk *walk, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(walk);
    if (strncmp(walk->at, word, length) != 0)
        return false;
    walk->at += length;
    return true;
}

/* ICU reads '' as an apostrophe. An apostrophe before a brace (or before # in a plural) starts a
 * quotation. A quotation of more than that one character is nearly always a French l'{0}, so it is
 * refused. */
static bool walk_apostrophe(struct walk *walk)
{
    const char *at = walk->at;
    bool quotes = at[1] == '{' || at[1] == '}' || (at[1] == '#' && walk->plural != NO_PLURAL);
    if (quotes && (at[2] != '\'' || at[3] == '\''))
        return complain(walk, "an apostrophe before a brace quotes it: write ’ or ''");
    append(walk, quotes ? at + 1 : at, 1);
    walk->at += quotes ? 3 : at[1] == '\'' ? 2 : 1;
    return true;
}

/* -- Rules ------------------------------------------------------------------------------------- */

bool catalog_rules_open(struct catalog_rules *rules, const char *language)
{
    UErrorCode status = U_ZERO_ERROR;
    rules->plural = uplrules_openForType(language, UPLURAL_TYPE_CARDINAL, &status);
    rules->ordinal = uplrules_openForType(language, UPLURAL_TYPE_ORDINAL, &status);
    return U_SUCCESS(status);
}

void catalog_rules_close(struct catalog_rules *rules)
{
    uplrules_close(rules->plural);
    uplrules_close(rules->ordinal);
}

/* -- Branches ---------------------------------------------------------------------------------- */

enum kind { SELECT, PLURAL, ORDINAL };

/* What decides which branch is said. */
struct choice {
    const char *word; /* the text, or the word of ICU's rule for the number */
    char buffer[CATALOG_PATTERN_MAX];
    long long number;
};

static void choose(const struct walk *walk, int argument, enum kind kind, struct choice *choice)
{
    struct text buffer = TEXT_IN(choice->buffer);
    UChar units[RULE_BYTES] = {0};
    UErrorCode status = U_ZERO_ERROR;
    choice->word = choice->buffer;
    choice->number = walk->arguments[argument].number;
    if (kind == SELECT) {
        choice->word = text_of(walk, argument, &buffer);
        return;
    }
    uplrules_select(kind == PLURAL ? walk->rules->plural : walk->rules->ordinal,
                    (double)choice->number, units, RULE_BYTES, &status);
    u_austrncpy(choice->buffer, units, RULE_BYTES);
}

static bool is_word(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

/* Whether a branch may have the word. */
static bool is_branch(const char *word, size_t length, enum kind kind)
{
    static const char *const rules[] = {"zero", "one", "two", "few", "many", "other"};
    if (kind == SELECT)
        return length > 0;
    if (word[0] == '=')
        return length > 1 && strspn(word + 1, "0123456789") == length - 1;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (is_word(word, length, rules[i]))
            return true;
    return false;
}

/* How well a branch fits, 0 for not at all: "=2" is better than "few", any word better than
 * "other". */
static int fit(const struct choice *choice, enum kind kind, const char *word, size_t length)
{
    if (kind != SELECT && word[0] == '=')
        return strtoll(word + 1, NULL, 10) == choice->number ? 3 : 0;
    if (is_word(word, length, choice->word))
        return 2;
    return is_word(word, length, "other") ? 1 : 0;
}

/* Walks to the brace that closes the branches. All are checked, then the best one is said. */
static bool walk_branches(struct walk *walk, int argument, enum kind kind)
{
    struct text *out = walk->out;
    struct choice choice;
    const char *chosen = NULL;
    int plural = walk->plural, best = 0;
    bool has_other = false;
    if (out != NULL)
        choose(walk, argument, kind, &choice);
    walk->out = NULL;
    walk->plural = kind == SELECT ? NO_PLURAL : argument;
    while (!accept(walk, "}")) {
        const char *word = walk->at;
        size_t length = strcspn(word, " \t\n{}'");
        walk->at += length;
        if (!is_branch(word, length, kind) || !accept(walk, "{"))
            return complain(walk, "expected a branch: WORD {text}");
        int fits = out != NULL ? fit(&choice, kind, word, length) : 0;
        if (fits > best) {
            best = fits;
            chosen = walk->at;
        }
        has_other = has_other || is_word(word, length, "other");
        if (!walk_message(walk))
            return false;
    }
    if (!has_other)
        return complain(walk, "expected a branch: other {text}");
    const char *end = walk->at;
    walk->out = out;
    if (chosen != NULL) {
        walk->at = chosen;
        walk_message(walk);
        walk->at = end;
    }
    walk->plural = plural;
    return true;
}

/* -- Messages ---------------------------------------------------------------------------------- */

static bool walk_number(struct walk *walk, int argument)
{
    if (accept(walk, ",") && !accept(walk, "integer"))
        return complain(walk, "of the styles of numbers only integer is supported");
    if (!accept(walk, "}"))
        return complain(walk, "expected } after number");
    say_argument(walk, argument);
    return true;
}

static bool walk_typed(struct walk *walk, int argument)
{
    uint16_t bit = (uint16_t)(1u << argument);
    if (accept(walk, "number"))
        return walk_number(walk, argument);
    if (accept(walk, "select,")) {
        walk->usage.texts |= bit;
        walk->usage.selects |= bit;
        return walk_branches(walk, argument, SELECT);
    }
    enum kind kind = accept(walk, "selectordinal,") ? ORDINAL : PLURAL;
    walk->usage.numbers |= bit;
    if (kind == PLURAL && !accept(walk, "plural,"))
        return complain(walk, "expected plural, select, selectordinal or number");
    return walk_branches(walk, argument, kind);
}

static bool walk_argument(struct walk *walk)
{
    accept(walk, "{");
    skip_blanks(walk);
    int argument = *walk->at - '0';
    if (argument < 0 || argument >= CATALOG_ARGUMENT_MAX)
        return complain(walk, "expected the number of an argument, 0 to 9, after {");
    walk->at++;
    if (accept(walk, ","))
        return walk_typed(walk, argument);
    if (!accept(walk, "}"))
        return complain(walk, "expected } or a comma after the number of an argument");
    say_argument(walk, argument);
    return true;
}

/* Walks over what begins with an apostrophe, a brace or #. */
static bool walk_special(struct walk *walk)
{
    if (*walk->at == '\'')
        return walk_apostrophe(walk);
    if (*walk->at == '{')
        return walk_argument(walk);
    if (walk->plural == NO_PLURAL) {
        copy(walk, 1);
        return true;
    }
    walk->at++;
    say_argument(walk, walk->plural);
    return true;
}

/* Walks to the end of the pattern, or past the brace that closes a sub-message. */
static bool walk_message(struct walk *walk)
{
    if (walk->depth > NESTING_MAX)
        return complain(walk, "sub-messages are nested too deep");
    for (walk->depth++;;) {
        copy(walk, strcspn(walk->at, "'{}#"));
        if (*walk->at == '\0' || *walk->at == '}')
            break;
        if (!walk_special(walk))
            return false;
    }
    walk->depth--;
    if (*walk->at == '\0')
        return walk->depth == 0 || complain(walk, "a brace is not closed");
    walk->at++;
    return walk->depth > 0 || complain(walk, "a brace is closed that was not opened");
}

bool catalog_message_check(const char *pattern, struct catalog_usage *usage, char *error,
                           size_t error_size)
{
    struct walk walk = {.at = pattern, .plural = NO_PLURAL};
    if (strlen(pattern) >= CATALOG_PATTERN_MAX)
        complain(&walk, "the pattern is too long");
    else
        walk_message(&walk);
    *usage = walk.usage;
    if (walk.wrong != NULL)
        snprintf(error, error_size, "%s (byte %td)", walk.wrong, walk.at - pattern);
    return walk.wrong == NULL;
}

void catalog_message_say(const char *pattern, const struct catalog_rules *rules,
                         const struct words *words, const struct word_argument *arguments,
                         struct text *out)
{
    struct walk walk = {.at = pattern,
                        .plural = NO_PLURAL,
                        .out = out,
                        .rules = rules,
                        .words = words,
                        .arguments = arguments};
    walk_message(&walk);
}
