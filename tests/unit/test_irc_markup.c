#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/protocol/markup.h"
#include "games/shared/paint.h"

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

static const char *sendable(const char *raw)
{
    static char buffer[256];
    struct text text = TEXT_IN(buffer);
    irc_markup_sendable(raw, strlen(raw), &text);
    return buffer;
}

static void sends_text_and_nothing_worse(void **state)
{
    (void)state;
    assert_string_equal(sendable("a\r\nQUIT\x01\xff"), "aQUIT\xef\xbf\xbd");
    assert_string_equal(sendable("\x02\x03"
                                 "04b\x1b[31m"),
                        "04b[31m");
    assert_string_equal(sendable(""), "");
    assert_string_equal(sendable("\u200E\u05D0\u200E\u202E\u2067"), "\u200E\u05D0\u200E");
}

static void paints_become_colour_codes(void **state)
{
    static const char *const codes[PAINT_COUNT] = {"",   "",   "04", "12", "03", "06", "07", "10",
                                                   "14", "04", "03", "12", "07", "13", "14"};
    char buffer[32], expected_buffer[32];
    (void)state;
    for (int paint = PAINT_NONE; paint < PAINT_COUNT; paint++) {
        struct text text = TEXT_IN(buffer), expected = TEXT_IN(expected_buffer);
        paint_add(&text, (enum paint)paint, "5x");
        if (codes[paint][0] != '\0')
            text_add_format(&expected, "\x03%s5x\x0f", codes[paint]);
        else
            text_add(&expected, "5x");
        assert_string_equal(sendable(buffer), expected_buffer);
    }
    assert_string_equal(sendable("a \x0e"
                                 "Jred\x01\xff\x0f b\x0e"
                                 "Lblue"),
                        "a \x03"
                        "04red\xef\xbf\xbd\x0f b\x03"
                        "12blue\x0f");
}

static void codes_are_left_out(void **state)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    (void)state;
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
        .rest =
            "\x03"
            "04aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb 5cccccccccccccccccccccc\x0f d eeeeeeeee"};
    (void)state;
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "\x03"
                                "04aaaaaaaaaaaaaaaaaaaa");
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "\x03"
                                "04bbbbbbbbbbbbbbbbbbbb");
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "\x03"
                                "04\x02\x02"
                                "5cccccccccccccccccccccc\x0f d");
    assert_true(irc_split_next(&split, 40, &line));
    assert_string_equal(buffer, "eeeeeeeee");
    assert_false(irc_split_next(&split, 40, &line));
}

/* Every cut of a text of three-byte letters and marks is between letters, and nothing is lost. */
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

/* A flag is two letters, and belongs together like a letter and its mark. */
static void never_cuts_a_flag(void **state)
{
    char buffer[64];
    struct text line = TEXT_IN(buffer);
    struct irc_split split = {.rest =
                                  "\U0001F1EB\U0001F1F7\U0001F1EE\U0001F1F9\U0001F1EC\U0001F1E7"};
    (void)state;
    assert_true(irc_split_next(&split, 20, &line));
    assert_string_equal(buffer, "\U0001F1EB\U0001F1F7\U0001F1EE\U0001F1F9");
    assert_true(irc_split_next(&split, 20, &line));
    assert_string_equal(buffer, "\U0001F1EC\U0001F1E7");
    assert_false(irc_split_next(&split, 20, &line));
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

static bool is_alice_or_elodie(void *context, const char *word)
{
    unsigned *asked = context;
    static const char *const names[] = {"alice", "\xc3\xa9lodie", "x", "[bot]", "carla_"};
    ++*asked;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

static const char *broken(const char *raw)
{
    static char buffer[256];
    struct text text = TEXT_IN(buffer);
    unsigned asked = 0;
    irc_markup_break_names(raw, is_alice_or_elodie, &asked, &text);
    return buffer;
}

#define GAP "\xe2\x80\x8b"

static void breaks_names_where_they_are_words(void **state)
{
    (void)state;
    assert_string_equal(broken("alice"), "a" GAP "lice");
    assert_string_equal(broken("alice: malice, alice2 alice's"),
                        "a" GAP "lice: malice, alice2 a" GAP "lice's");
    assert_string_equal(broken("\xc3\xa9lodie"), "\xc3\xa9" GAP "lodie");
    assert_string_equal(broken("\xe2\x94\x82"
                               "alice\xe2\x94\x82"),
                        "\xe2\x94\x82"
                        "a" GAP "lice\xe2\x94\x82");
    assert_string_equal(broken("bruno 5"), "bruno 5");
    assert_string_equal(broken("x"), "x");
    assert_string_equal(broken(""), "");
}

/* The frame around a name may be part of another frame. */
static void breaks_names_in_frames_of_signs(void **state)
{
    (void)state;
    assert_string_equal(broken("|alice|"), "|a" GAP "lice|");
    assert_string_equal(broken("+--alice--+ ||"), "+--a" GAP "lice--+ ||");
    assert_string_equal(broken("[bot] carla_ carla"), "[" GAP "bot] c" GAP "arla_ carla");
    assert_string_equal(broken("|carla_|"), "|c" GAP "arla_|");
}

static void names_are_told_from_codes(void **state)
{
    (void)state;
    assert_string_equal(broken("\x03"
                               "04alice\x0f"),
                        "\x03"
                        "04a" GAP "lice\x0f");
    assert_string_equal(broken("\x02"
                               "al\x02ice"),
                        "\x02"
                        "al\x02ice");
}

/* For the frames of a table, the callback is called only a few times. */
static void long_frames_cost_little(void **state)
{
    char line[401] = "", buffer[512];
    struct text text = TEXT_IN(buffer);
    unsigned asked = 0;
    (void)state;
    memset(line, '-', 400);
    irc_markup_break_names(line, is_alice_or_elodie, &asked, &text);
    assert_string_equal(buffer, line);
    assert_int_equal(asked, 0);
    memcpy(line + 200, "bruno", 5);
    irc_markup_break_names(line, is_alice_or_elodie, &asked, &text);
    assert_int_equal(asked, 9);
    memset(line, 'a', 400);
    text_clear(&text);
    irc_markup_break_names(line, is_alice_or_elodie, &asked, &text);
    assert_string_equal(buffer, line);
    assert_int_equal(asked, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleans_what_people_type),
        cmocka_unit_test(sends_text_and_nothing_worse),
        cmocka_unit_test(paints_become_colour_codes),
        cmocka_unit_test(codes_are_left_out),
        cmocka_unit_test(trims_half_a_character),
        cmocka_unit_test(splits_at_blanks),
        cmocka_unit_test(an_empty_text_is_one_line),
        cmocka_unit_test(opens_the_colour_again),
        cmocka_unit_test(never_cuts_a_character),
        cmocka_unit_test(never_cuts_a_flag),
        cmocka_unit_test(a_character_without_end_is_cut),
        cmocka_unit_test(breaks_names_where_they_are_words),
        cmocka_unit_test(breaks_names_in_frames_of_signs),
        cmocka_unit_test(names_are_told_from_codes),
        cmocka_unit_test(long_frames_cost_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
