/* Texts as Discord shows them: markup, code blocks, pieces of a message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/translation/content.h"
#include "adapters/net/talk/said.h"
#include "games/shared/paint.h"

static void markup_of_people_is_harmless(void **state)
{
    (void)state;
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    const char *evil = "# *x* <@1> `c` [a](b)\n> - 1. ok\n1. no";
    discord_content_add_plain(&text, evil, strlen(evil));
    assert_string_equal(text.bytes,
                        "\\# \\*x\\* \\<@1\\> \\`c\\` \\[a\\](b)\n\\> - 1. ok\n1\\. no");
}

static char *repeat(const char *piece, size_t count)
{
    size_t size = strlen(piece) * count + 1;
    char *bytes = calloc(1, size);
    struct text text = text_in(bytes, size);
    for (size_t i = 0; i < count; i++)
        text_add(&text, piece);
    return bytes;
}

static void expect_plain(const char *raw, const char *expected)
{
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    discord_content_add_plain(&text, raw, strlen(raw));
    assert_string_equal(text.bytes, expected);
}

static void signs_count_where_they_stand(void **state)
{
    (void)state;
    expect_plain("+ a\n- b\n# c\n> d", "\\+ a\n\\- b\n\\# c\n\\> d");
    expect_plain("a + b - c # d", "a + b - c # d");
    expect_plain("12. a\n3.5", "12\\. a\n3\\.5");
    expect_plain("a1. b . c\n. d\n-1. e", "a1. b . c\n. d\n\\-1. e");
    expect_plain("0.\n9.", "0\\.\n9\\.");
    expect_plain("~~a~~ __b__ ||c|| \\", "\\~\\~a\\~\\~ \\_\\_b\\_\\_ \\|\\|c\\|\\| \\\\");
}

/* A text may be a part of another one: what stands before it does not count. */
static void what_stands_before_a_text_does_not_count(void **state)
{
    static const char dot[] = "11. a", sign[] = "a- b";
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    (void)state;
    discord_content_add_plain(&text, dot + 1, strlen(dot + 1));
    assert_string_equal(text.bytes, "1\\. a");
    text_clear(&text);
    discord_content_add_plain(&text, sign + 1, strlen(sign + 1));
    assert_string_equal(text.bytes, "\\- b");
}

static void expect_label(const char *label, size_t units, const char *expected)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    discord_content_add_label(&text, label, units);
    assert_string_equal(text.bytes, expected);
    assert_true(discord_content_units(text.bytes) <= units);
}

/* Letters outside of the first plane count twice, as Discord counts them. */
static void labels_are_cut_by_units(void **state)
{
    (void)state;
    expect_label("ab\xF0\x9F\x83\x8F", 4, "ab\xF0\x9F\x83\x8F");
    expect_label("ab\xF0\x9F\x83\x8F", 3, "ab");
    expect_label("\xC3\xA9\xE2\x94\x80x", 2, "\xC3\xA9\xE2\x94\x80");
    expect_label("abc", 0, "");
}

/* Returns how many bytes of so many letters go into the first message. */
static size_t first_piece(size_t letters, bool table)
{
    char *text = repeat("a", letters), buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    const char *rest = text;
    assert_true(discord_content_take(&rest, table, DISCORD_CONTENT_UNITS, &content));
    size_t taken = (size_t)(rest - text);
    free(text);
    return taken;
}

static void whole_messages_are_filled(void **state)
{
    (void)state;
    assert_int_equal(first_piece(DISCORD_CONTENT_UNITS, false), DISCORD_CONTENT_UNITS);
    assert_int_equal(first_piece(DISCORD_CONTENT_UNITS + 1, false), DISCORD_CONTENT_UNITS / 3);
    size_t frame = sizeof "```ansi\n" + sizeof "\n```";
    assert_int_equal(first_piece(DISCORD_CONTENT_UNITS - frame, true),
                     DISCORD_CONTENT_UNITS - frame);
    assert_int_equal(first_piece(DISCORD_CONTENT_UNITS - frame + 1, true),
                     DISCORD_CONTENT_UNITS / 3);
    /* Without a whole message's room nothing is cut inside a line. */
    const char *rest = "aaaa\nb";
    char buffer[64];
    struct text content = TEXT_IN(buffer);
    assert_false(discord_content_take(&rest, false, 4, &content));
    assert_true(discord_content_take(&rest, false, 5, &content));
    assert_string_equal(content.bytes, "aaaa");
    assert_string_equal(rest, "b");
}

static void nothing_breaks_out_of_a_table(void **state)
{
    (void)state;
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    discord_content_add_block(&text, "a```b", 5);
    assert_string_equal(text.bytes, "```\na'''b\n```");
}

static void paints_become_colours_in_blocks_alone(void **state)
{
    static const char *const codes[PAINT_COUNT] = {"",   "1",  "31", "34", "32", "35", "33", "36",
                                                   "30", "31", "32", "34", "33", "35", "30"};
    char marked_buffer[32], expected_buffer[64], buffer[64];
    (void)state;
    for (int paint = PAINT_NONE + 1; paint < PAINT_COUNT; paint++) {
        struct text marked = TEXT_IN(marked_buffer), expected = TEXT_IN(expected_buffer);
        struct text text = TEXT_IN(buffer);
        text_add_format(&marked, "%ca", DRAWN_MARK);
        paint_add(&marked, (enum paint)paint, "`x");
        text_add_format(&expected, "```ansi\na\033[%sm'x\033[0m\n```", codes[paint]);
        assert_true(talk_is_in_columns(marked.bytes));
        discord_content_add_block(&text, marked.bytes, marked.length);
        assert_string_equal(text.bytes, expected.bytes);
        text_clear(&text);
        discord_content_add_plain(&text, marked.bytes, marked.length);
        assert_string_equal(text.bytes, "a\\`x");
    }
}

static void assert_pieces(const char *piece, size_t count, bool table)
{
    char *long_text = repeat(piece, count), buffer[DISCORD_CONTENT_BYTES];
    const char *rest = long_text;
    struct text content = TEXT_IN(buffer);
    size_t taken = 0;
    for (const char *before = rest;
         discord_content_take(&rest, table, DISCORD_CONTENT_UNITS, &content); before = rest) {
        assert_in_range(discord_content_units(content.bytes), 1, DISCORD_CONTENT_UNITS);
        assert_false(content.truncated);
        taken += (size_t)(rest - before);
        text_clear(&content);
    }
    assert_int_equal(taken, strlen(long_text));
    free(long_text);
}

static void long_texts_are_cut_into_messages(void **state)
{
    (void)state;
    assert_pieces("a line of text\n", 1000, false);
    assert_pieces("* * *\n", 2000, false);                   /* every character is escaped */
    assert_pieces("\xE2\x94\x80\xE2\x94\x80\n", 3000, true); /* three bytes each */
    assert_pieces("\xF0\x9F\x83\x8F", 4000, false); /* one line, four bytes, two units each */
    assert_pieces("*", 9000, false);
}

static void a_picture_that_is_too_long_loses_colours_then_lines(void **state)
{
    (void)state;
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    char *coloured = repeat("\x0EJx\x0F", 100);
    size_t written = strlen("```ansi\n") + 100 * strlen("\033[31mx\033[0m") + strlen("\n```");
    discord_content_add_picture(&content, coloured, written + 2);
    assert_int_equal(discord_content_units(content.bytes), written);
    text_clear(&content);
    discord_content_add_picture(&content, coloured, written - 1);
    assert_string_equal(content.bytes + strspn(content.bytes, "`\nx"), "");
    assert_int_equal(discord_content_units(content.bytes), strlen("```\n\n```") + 100);
    free(coloured);
    char *tall = repeat("line\n", 500);
    text_clear(&content);
    discord_content_add_picture(&content, tall, 1000);
    assert_in_range(discord_content_units(content.bytes), 900, 1000);
    free(tall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markup_of_people_is_harmless),
        cmocka_unit_test(signs_count_where_they_stand),
        cmocka_unit_test(what_stands_before_a_text_does_not_count),
        cmocka_unit_test(labels_are_cut_by_units),
        cmocka_unit_test(whole_messages_are_filled),
        cmocka_unit_test(nothing_breaks_out_of_a_table),
        cmocka_unit_test(paints_become_colours_in_blocks_alone),
        cmocka_unit_test(long_texts_are_cut_into_messages),
        cmocka_unit_test(a_picture_that_is_too_long_loses_colours_then_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
