#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/markup.h"

static const char *cleaned(const char *raw)
{
    static char buffer[256];
    struct text text = TEXT_IN(buffer);
    irc_markup_clean(raw, &text);
    return buffer;
}

static void cleans_what_people_type(void **state)
{
    (void)state;
    assert_string_equal(cleaned("\x02"
                                "bold\x0f \x1ditalic\x16\x1f\x1e\x11 x"),
                        "bold italic x");
    assert_string_equal(cleaned("\x03"
                                "4,12red\x03 \x03"
                                "04two\x03"
                                "123"),
                        "red two3");
    assert_string_equal(cleaned("\x03"
                                "4,x \x03,5"),
                        ",x ,5");
    assert_string_equal(cleaned("\x04"
                                "ff0000,00FF00hex\x04"
                                "12345"),
                        "hex12345");
    assert_string_equal(cleaned("  a \t b  "), "a b");
    assert_string_equal(cleaned("a\x07\x1b[31m\x7f"
                                "b"),
                        "a[31mb");
    assert_string_equal(cleaned("\xc2\x85x\xe2\x80\xaey\xe2\x80\xa8z"), "xyz");
    assert_string_equal(cleaned("caf\xe9 \xe2\x82"), "caf\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd");
    assert_string_equal(cleaned("a \x07"), "a");
    assert_string_equal(cleaned(""), "");
}

static void sends_codes_and_nothing_worse(void **state)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    const char *raw = "\x03"
                      "04a\r\nQUIT\x01\x0f\xff";
    (void)state;
    irc_markup_sendable(raw, strlen(raw), &text);
    assert_string_equal(buffer, "\x03"
                                "04aQUIT\x0f\xef\xbf\xbd");
    text_clear(&text);
    irc_markup_sendable("\x03"
                        "04",
                        2, &text);
    assert_string_equal(buffer, "\x03"
                                "0");
    text_clear(&text);
    irc_markup_plain("\x02x\x03"
                     "04,05y\x0f",
                     &text);
    assert_string_equal(buffer, "xy");
    assert_true(irc_markup_present("x\x0f"));
    assert_false(irc_markup_present("x"));
}

static void trims_half_a_character(void **state)
{
    char text[] = "a\xe2\x94";
    char whole[] = "a\xe2\x94\x80";
    char empty[] = "";
    (void)state;
    irc_utf8_trim(text);
    irc_utf8_trim(whole);
    irc_utf8_trim(empty);
    assert_string_equal(text, "a");
    assert_string_equal(whole, "a\xe2\x94\x80");
}

static void splits_at_blanks(void **state)
{
    char buffer[128];
    struct text line = TEXT_IN(buffer);
    struct irc_split split = {.rest = "one two three four five six seven eight nine ten"};
    (void)state;
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "one two three four five six seven eight");
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "nine ten");
    assert_false(irc_split_next(&split, 40, &line));
}

static void an_empty_text_is_one_line(void **state)
{
    char buffer[128];
    struct text line = TEXT_IN(buffer);
    struct irc_split split = {.rest = ""};
    (void)state;
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "");
    assert_false(irc_split_next(&split, 40, &line));
}

static void opens_the_colour_again(void **state)
{
    char buffer[128];
    struct text line = TEXT_IN(buffer);
    struct irc_split split = {
        .rest = "\x02\x03"
                "04,01aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb 5cccccccccccccc\x03 d\x0f e"};
    (void)state;
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "\x02\x03"
                                "04,01aaaaaaaaaaaaaaaaaaaa");
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "\x03"
                                "04,01\x02"
                                "bbbbbbbbbbbbbbbbbbbb");
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "\x03"
                                "04,01\x02\x02\x02"
                                "5cccccccccccccc\x03 d\x0f e");
    assert_false(irc_split_next(&split, 40, &line));
}

/* Every cut of a text of three-byte letters and marks is at a letter, and nothing is lost. */
static void never_cuts_a_character(void **state)
{
    char text[1024] = "", buffer[128], together[1024] = "";
    (void)state;
    for (size_t i = 0; i < 100; i++)
        memcpy(text + 5 * i, "\xe2\x94\x80\xcc\x81", 6);
    for (size_t room = 40; room < 60; room++) {
        struct text line = TEXT_IN(buffer), all = TEXT_IN(together);
        struct irc_split split = {.rest = text};
        while (irc_split_next(&split, room, &line)) {
            assert_in_range(line.length, 1, room);
            assert_int_equal(line.length % 5, 0);
            text_add(&all, buffer);
        }
        assert_string_equal(together, text);
    }
}

static void a_character_without_end_is_cut(void **state)
{
    char text[1024] = "a", buffer[128];
    struct text line = TEXT_IN(buffer);
    struct irc_split split = {.rest = text};
    size_t total = 0;
    (void)state;
    for (size_t i = 0; i < 200; i++)
        memcpy(text + 1 + 2 * i, "\xcc\x81", 3);
    while (irc_split_next(&split, 40, &line)) {
        assert_in_range(line.length, 1, 40);
        total += line.length;
    }
    assert_int_equal(total, strlen(text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleans_what_people_type),
        cmocka_unit_test(sends_codes_and_nothing_worse),
        cmocka_unit_test(trims_half_a_character),
        cmocka_unit_test(splits_at_blanks),
        cmocka_unit_test(an_empty_text_is_one_line),
        cmocka_unit_test(opens_the_colour_again),
        cmocka_unit_test(never_cuts_a_character),
        cmocka_unit_test(a_character_without_end_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
