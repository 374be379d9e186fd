#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "games/shared/notation.h"

static const char *const vocabulary[] = {"pass", "pass-all", "play", "bet", "build"};
enum { PASS, PASS_ALL, PLAY, BET, BUILD, ALL = 31 };

static void say(const struct words *words, struct text *out, const char *key,
                const struct word_argument *arguments, size_t count)
{
    (void)words;
    (void)arguments;
    (void)count;
    text_add(out, key);
}

/* One word of another language: `b` would begin two English ones. */
static const char *canonical(const struct words *words, const char *typed, size_t length)
{
    (void)words;
    if (length == 5 && strncasecmp(typed, "jouer", length) == 0)
        return "play";
    return length == 1 && *typed == 'z' ? "bet" : NULL;
}

/* `jo` begins the other language's word for "play". */
static bool begins(const struct words *words, const char *known, const char *typed, size_t length)
{
    (void)words;
    return strcmp(known, "play") == 0 && length <= 5 && strncasecmp("jouer", typed, length) == 0;
}

static const struct words words = {.say = say, .canonical = canonical, .begins = begins};

static enum notation_result read_word(const char *typed, uint64_t possible, unsigned *index,
                                      const char **rest)
{
    struct notation notation = notation_of(typed, &words);
    enum notation_result result = notation_word(&notation, vocabulary, 5, possible, index);
    *rest = notation.rest;
    return result;
}

static void assert_reads(const char *typed, uint64_t possible, unsigned expected)
{
    unsigned index = 99;
    const char *rest;
    assert_int_equal(read_word(typed, possible, &index, &rest), NOTATION_READ);
    assert_int_equal(index, expected);
}

static void assert_not(const char *typed, uint64_t possible, enum notation_result expected)
{
    unsigned index = 99;
    const char *rest;
    assert_int_equal(read_word(typed, possible, &index, &rest), expected);
    assert_string_equal(rest + strspn(rest, " "), typed + strspn(typed, " "));
}

static void test_words(void **state)
{
    (void)state;
    assert_reads("play", ALL, PLAY);
    assert_reads("  PLAY 3", ALL, PLAY);
    assert_reads("pl", ALL, PLAY);
    assert_reads("pass", ALL, PASS); /* complete, although it begins a longer one */
    assert_reads("pass-", ALL, PASS_ALL);
    assert_not("pas", ALL, NOTATION_AMBIGUOUS);
    assert_not("b", ALL, NOTATION_AMBIGUOUS);
    assert_not("plays", ALL, NOTATION_UNKNOWN);
    assert_not("", ALL, NOTATION_NOTHING);
    assert_not("   ", ALL, NOTATION_NOTHING);
    assert_not("3", ALL, NOTATION_UNKNOWN);
}

static void test_only_possible_words_count(void **state)
{
    (void)state;
    assert_reads("b", 1u << BET | 1u << PASS, BET);
    assert_reads("pass", 1u << PASS_ALL, PASS_ALL);
    assert_not("play", 1u << BET, NOTATION_UNKNOWN);
    assert_not("jouer", 1u << BET, NOTATION_UNKNOWN);
    assert_reads("jou 3", ALL, PLAY);
    assert_not("jou", 1u << BET, NOTATION_UNKNOWN);
}

static void test_other_language(void **state)
{
    (void)state;
    assert_reads("jouer", ALL, PLAY);
    assert_reads("JOUER", ALL, PLAY);
    assert_reads("z", ALL, BET);
}

static void test_word_ends_before_a_digit(void **state)
{
    (void)state;
    unsigned index, number;
    struct notation notation = notation_of("play12 bet", &words);
    assert_int_equal(notation_word(&notation, vocabulary, 5, ALL, &index), NOTATION_READ);
    assert_true(notation_number(&notation, 1, 60, &number));
    assert_int_equal(number, 12);
    assert_false(notation_at_end(&notation));
    assert_int_equal(notation_word(&notation, vocabulary, 5, ALL, &index), NOTATION_READ);
    assert_int_equal(index, BET);
    assert_true(notation_at_end(&notation));
}

static bool reads_number(const char *typed, unsigned least, unsigned most, unsigned *number)
{
    struct notation notation = notation_of(typed, &words);
    bool read = notation_number(&notation, least, most, number);
    if (!read)
        assert_string_equal(notation.rest, typed);
    return read;
}

static void test_numbers(void **state)
{
    (void)state;
    unsigned number = 0;
    assert_true(reads_number("7", 7, 7, &number));
    assert_int_equal(number, 7);
    assert_true(reads_number("007", 1, 9, &number));
    assert_false(reads_number("8", 1, 7, &number));
    assert_false(reads_number("0", 1, 7, &number));
    assert_false(reads_number("-1", 0, 7, &number));
    assert_false(reads_number("+1", 0, 7, &number));
    assert_false(reads_number("x", 0, 7, &number));
    assert_false(reads_number("", 0, 7, &number));
    assert_false(reads_number("99999999999999999999999", 0, 7, &number));
    assert_false(reads_number("4294967297", 0, 4294967295u, &number));
    assert_true(reads_number("4294967295", 0, 4294967295u, &number));
}

static void test_characters_and_pieces(void **state)
{
    (void)state;
    struct notation notation = notation_of(" x2 é end", &words);
    const char *piece;
    assert_true(notation_character(&notation, 'X'));
    assert_false(notation_character(&notation, 'x'));
    assert_int_equal(notation_peek(&notation, &piece), 1);
    notation_skip(&notation);
    assert_int_equal(notation_peek(&notation, &piece), 2);
    assert_memory_equal(piece, "é", 2);
    notation_skip(&notation);
    notation_skip(&notation);
    assert_true(notation_at_end(&notation));
    assert_int_equal(notation_peek(&notation, &piece), 0);
    notation_skip(&notation);
    assert_true(notation_at_end(&notation));
    assert_false(notation_character(&notation, 'x'));
}

/* The fake words say a message as its key. */
static void test_messages(void **state)
{
    struct notation notation = notation_of("  PRIEUR  elise x", &words);
    (void)state;
    assert_false(notation_message(&notation, "Prieur El"));
    assert_false(notation_message(&notation, "Prieur Eliseo"));
    assert_true(notation_message(&notation, "Prieur Élise"));
    assert_string_equal(notation.rest, " x");
    notation = notation_of("Lady", &words);
    assert_false(notation_message(&notation, "Lady Aliena"));
    assert_true(notation_message(&notation, "lady"));
    assert_true(notation_at_end(&notation));
    assert_false(notation_message(&notation, "lady"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),          cmocka_unit_test(test_only_possible_words_count),
        cmocka_unit_test(test_other_language), cmocka_unit_test(test_word_ends_before_a_digit),
        cmocka_unit_test(test_numbers),        cmocka_unit_test(test_characters_and_pieces),
        cmocka_unit_test(test_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
