#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/shared/text.h"

static void test_appends(void **state)
{
    (void)state;
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    text_separate(&text, ", ");
    text_add(&text, "a");
    text_separate(&text, ", ");
    text_add_number(&text, -12);
    text_add_char(&text, '!');
    text_add_format(&text, " %u%s", 7u, "%");
    text_add_bytes(&text, "xyz", 2);
    assert_string_equal(buffer, "a, -12! 7%xy");
    assert_int_equal(text.length, 12);
    assert_false(text.truncated);
    assert_true(text_is(&text, "a, -12! 7%xy"));
    text_clear(&text);
    assert_string_equal(buffer, "");
}

static void test_keeps_what_fits_exactly(void **state)
{
    (void)state;
    char buffer[4];
    struct text text = TEXT_IN(buffer);
    text_add(&text, "abc");
    assert_false(text.truncated);
    text_add(&text, "");
    assert_false(text.truncated);
    text_add_char(&text, 'd');
    assert_true(text.truncated);
    assert_string_equal(buffer, "abc");
}

static void test_truncation_stays_known(void **state)
{
    (void)state;
    char buffer[4];
    struct text text = TEXT_IN(buffer);
    text_add(&text, "abcdef");
    text_add(&text, "");
    assert_true(text.truncated);
    assert_string_equal(buffer, "abc");
    text_clear(&text);
    assert_false(text.truncated);
}

/* U+1F98A takes four bytes: with room for three, none of them may be written. */
static void test_never_cuts_a_character(void **state)
{
    (void)state;
    char buffer[6];
    for (size_t size = 2; size <= sizeof buffer; size++) {
        struct text text = text_in(buffer, size);
        text_add(&text, "a\xF0\x9F\xA6\x8A");
        assert_string_equal(buffer, size < 6 ? "a" : "a\xF0\x9F\xA6\x8A");
        assert_int_equal(text.truncated, size < 6);
    }
}

static void test_smallest_buffer(void **state)
{
    (void)state;
    char buffer[1];
    struct text text = TEXT_IN(buffer);
    text_add(&text, "a");
    assert_true(text.truncated);
    assert_int_equal(text.length, 0);
    assert_string_equal(buffer, "");
}

static void test_printable_keeps_joiners_where_they_join(void **state)
{
    (void)state;
    static const char typed[] = "\U0001F469\u200D\U0001F680\u200Da\u200Db\u202E\n\xFF\u2764\uFE0F";
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    text_add_printable(&text, typed, sizeof typed - 1);
    assert_string_equal(buffer, "\U0001F469\u200D\U0001F680ab \uFFFD\u2764\uFE0F");
    text_clear(&text);
    text_add_printable(&text, typed, 7); /* the joiner is the last one */
    assert_string_equal(buffer, "\U0001F469");
}

static void test_a_long_format_is_whole(void **state)
{
    (void)state;
    char picture[1500], buffer[2048];
    struct text text = TEXT_IN(buffer);
    memset(picture, '#', sizeof picture - 1);
    picture[sizeof picture - 1] = '\0';
    text_add_format(&text, "%s\n", picture);
    assert_false(text.truncated);
    assert_int_equal(text.length, sizeof picture);
}

static void test_a_format_never_cuts_a_character(void **state)
{
    (void)state;
    char word[1024] = "", buffer[256];
    struct text text = TEXT_IN(word);
    for (int letter = 0; letter < 300; letter++)
        text_add(&text, "é");
    for (int before = 0; before < 2; before++) {
        struct text out = TEXT_IN(buffer);
        text_add_format(&out, "%s%s", before == 0 ? "" : "a", word);
        assert_true(out.truncated);
        assert_int_equal(out.length, before == 0 ? 254 : 255);
        text_add_format(&out, "%s", "é");
        assert_int_equal(out.length, before == 0 ? 254 : 255);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_appends),
        cmocka_unit_test(test_keeps_what_fits_exactly),
        cmocka_unit_test(test_truncation_stays_known),
        cmocka_unit_test(test_never_cuts_a_character),
        cmocka_unit_test(test_smallest_buffer),
        cmocka_unit_test(test_printable_keeps_joiners_where_they_join),
        cmocka_unit_test(test_a_long_format_is_whole),
        cmocka_unit_test(test_a_format_never_cuts_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
