#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/shared/canvas.h"
#include "games/shared/flow.h"

static void assert_prints(const struct canvas *canvas, const char *expected)
{
    char buffer[4096];
    struct text text = TEXT_IN(buffer);
    canvas_print(canvas, &text);
    assert_string_equal(buffer, expected);
}

static void test_rows_without_trailing_blanks(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 10, 3);
    assert_prints(&canvas, "");
    assert_int_equal(canvas_write(&canvas, 0, 2, PAINT_NONE, "ab  "), 6);
    assert_int_equal(canvas_format(&canvas, 2, 0, PAINT_RED, "%d", 42), 2);
    assert_prints(&canvas, "  ab\n\n42\n");
    assert_false(canvas.cut);
}

static void test_plain_letters(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 20, 1);
    canvas.ascii = true;
    canvas_write(&canvas, 0, 0, PAINT_NONE,
                 "\u00c9t\u00e9\u00a0: l\u2019\u00ab\u00e7\u00bb \u4e00\u2013");
    assert_prints(&canvas, "Ete : l'\"c\" \u4e00-\n");
    canvas_open(&canvas, 20, 1);
    canvas.ascii = true;
    canvas_write(&canvas, 0, 0, PAINT_NONE, "\u201egr\u00fc\u00df dich\u201c");
    assert_prints(&canvas, "\"grus dich\"\n");
}

static void test_spanish_signs_in_ascii(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 30, 1);
    canvas.ascii = true;
    canvas_write(&canvas, 0, 0, PAINT_NONE, "¿Niño? ¡2.ª y 3.º!");
    assert_prints(&canvas, "?Nino? !2.a y 3.o!\n");
}

static void test_signs_of_pictures_in_ascii(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 30, 1);
    canvas.ascii = true;
    canvas_write(&canvas, 0, 0, PAINT_NONE, "·×…–←→─│┌┐└┘├┤┬┴═▀▄█▌▐●");
    assert_prints(&canvas, ".x--<>-|++++++++=\"_#::o\n");
}

static void test_touched_row_counts(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 10, 3);
    canvas_touch(&canvas, 1);
    canvas_touch(&canvas, 3);
    assert_prints(&canvas, "\n\n");
}

static void test_cut_at_the_edges(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 4, 2);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "abcd  ");
    assert_false(canvas.cut);
    canvas_write(&canvas, 1, 2, PAINT_NONE, "xyz");
    assert_true(canvas.cut);
    assert_prints(&canvas, "abcd\n  xy\n");
    canvas_open(&canvas, 4, 2);
    canvas_write(&canvas, 2, 0, PAINT_NONE, "below");
    assert_true(canvas.cut);
    assert_prints(&canvas, "");
}

static void test_far_outside_is_harmless(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 1000, 1000);
    assert_int_equal(canvas.width, CANVAS_WIDTH_MAX);
    assert_int_equal(canvas.height, CANVAS_HEIGHT_MAX);
    canvas_write(&canvas, 0, UINT32_MAX, PAINT_NONE, "a");
    canvas_write(&canvas, 4000000000u, 0, PAINT_NONE, "a");
    canvas_write(&canvas, 0, 61, PAINT_NONE, "\u0301");
    assert_prints(&canvas, "\n");
}

static void test_wide_letters_take_two_cells(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 5, 1);
    assert_int_equal(canvas_write(&canvas, 0, 0, PAINT_NONE, "漢字漢"), 4);
    assert_true(canvas.cut);
    assert_prints(&canvas, "漢字\n");
}

/* Half of a wide letter can't stay, because the columns to the right of it would move. */
static void test_writing_over_half_a_wide_letter(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 6, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "漢|");
    canvas_write(&canvas, 0, 0, PAINT_NONE, "a");
    assert_prints(&canvas, "a |\n");
    canvas_open(&canvas, 6, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "漢|");
    canvas_write(&canvas, 0, 1, PAINT_NONE, "b");
    assert_prints(&canvas, " b|\n");
    canvas_open(&canvas, 6, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "漢字|");
    canvas_write(&canvas, 0, 1, PAINT_NONE, "語");
    assert_prints(&canvas, " 語 |\n");
}

static void test_marks_stay_with_their_letter(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 3, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "e\u0301ab");
    assert_false(canvas.cut);
    assert_prints(&canvas, "e\u0301ab\n");
    canvas_open(&canvas, 3, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE,
                 "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301z");
    assert_int_equal(canvas.cells[0][0].length, 13);
    assert_int_equal(canvas.cells[0][1].length, 1);
}

static void test_a_mark_on_the_last_column_or_alone(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 2, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "ae\u0301");
    assert_prints(&canvas, "ae\u0301\n");
    canvas_open(&canvas, 2, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "\u0301");
    assert_prints(&canvas, "\n");
}

static void test_harmful_letters_are_left_out(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 20, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "a\n\t\x1B[0m\u202E\u200B\u2028z");
    assert_prints(&canvas, "a[0mz\n");
}

/* A joiner binds emoji, Indic letters and Persian ones. Elsewhere nobody sees it. */
static void test_joiners_stay_where_they_join(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 40, 4);
    assert_int_equal(
        canvas_write(&canvas, 0, 0, PAINT_NONE, "\U0001F469\u200D\U0001F680 \u2764\uFE0F"), 6);
    canvas_write(&canvas, 1, 0, PAINT_NONE, "\u0915\u094D\u200D\u0937");
    canvas_write(&canvas, 2, 0, PAINT_NONE, "a\u200Db \U0001F469\u200D \u200D\U0001F680");
    canvas_write(&canvas, 3, 0, PAINT_NONE, "\U0001F469\u200D\u200D\U0001F680\u200Da");
    assert_prints(&canvas, "\U0001F469\u200D\U0001F680 \u2764\uFE0F\n"
                           "\u0915\u094D\u200D\u0937\n"
                           "ab \U0001F469 \U0001F680\n"
                           "\U0001F469\U0001F680a\n");
}

/* Without the marks a bidirectional terminal would show 12 left of the first name. */
static void test_right_to_left_stays_in_its_columns(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 40, 2);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "\u05D0\u05D1 \u05D2");
    canvas_write(&canvas, 0, 6, PAINT_NONE, "12");
    assert_int_equal(canvas_write(&canvas, 0, 10, PAINT_NONE, "\u05D3 7\u05B0"), 13);
    canvas_write(&canvas, 1, 0, PAINT_NONE, "\u0645\u06CC\u200C\u0631");
    assert_prints(&canvas, "\u200E\u05D0\u05D1 \u05D2\u200E  12  \u200E\u05D3\u200E 7\u05B0\n"
                           "\u200E\u0645\u06CC\u200C\u0631\u200E\n");
    assert_int_equal(display_width("\u0645\u06CC\u200C\u0631"), 3);
}

static void test_broken_utf8_shows_as_replacement(void **state)
{
    (void)state;
    struct canvas canvas;
    canvas_open(&canvas, 20, 1);
    canvas_write(&canvas, 0, 0, PAINT_NONE, "a\xFF\xC3z");
    assert_prints(&canvas, "a\uFFFD\uFFFDz\n");
}

static void test_runs_by_paint(void **state)
{
    (void)state;
    struct canvas canvas;
    char buffer[64];
    struct text run = TEXT_IN(buffer);
    unsigned column = 0;
    enum paint paint;
    canvas_open(&canvas, 10, 1);
    canvas_write(&canvas, 0, 0, PAINT_RED, "漢");
    canvas_write(&canvas, 0, 2, PAINT_BLUE, "b");
    canvas_write(&canvas, 0, 4, PAINT_BLUE, "c");
    assert_true(canvas_next_run(&canvas, 0, &column, &paint, &run));
    assert_string_equal(buffer, "漢");
    assert_int_equal(paint, PAINT_RED);
    assert_true(canvas_next_run(&canvas, 0, &column, &paint, &run));
    assert_string_equal(buffer, "b c"); /* a blank has no colour of its own */
    assert_int_equal(paint, PAINT_BLUE);
    assert_false(canvas_next_run(&canvas, 0, &column, &paint, &run));
    column = 0;
    assert_false(canvas_next_run(&canvas, 1, &column, &paint, &run));
}

static void add_items(struct flow *flow)
{
    flow_add(flow, ", ", PAINT_NONE, "2 stone");
    flow_add(flow, ", ", PAINT_NONE, "1 wood");
    flow_add(flow, ", ", PAINT_NONE, "3 sand");
    flow_add(flow, " · ", PAINT_NONE, "the painter");
}

static void test_items_flow_over_rows(void **state)
{
    struct canvas canvas;
    struct flow flow = {.canvas = &canvas, .width = 18, .left = 2, .column = 0};
    (void)state;
    canvas_open(&canvas, 18, 4);
    add_items(&flow);
    assert_prints(&canvas, "2 stone, 1 wood,\n  3 sand\n  the painter\n");
    assert_false(canvas.cut);
    assert_int_equal(flow.row, 2);
}

static void test_items_can_only_be_counted(void **state)
{
    struct flow flow = {.width = 18, .left = 2};
    (void)state;
    add_items(&flow);
    assert_int_equal(flow.row, 2);
}

static void test_widths(void **state)
{
    (void)state;
    assert_int_equal(display_width(""), 0);
    assert_int_equal(display_width("Zoe\u0308"), 3);
    assert_int_equal(display_width("漢字"), 4);
    assert_int_equal(display_width("a\u202E\tb"), 2);
}

static void assert_fits(const char *name, unsigned columns, bool ascii, const char *expected)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    display_fit(name, columns, ascii, &text);
    assert_string_equal(buffer, expected);
}

static void test_fitting(void **state)
{
    (void)state;
    assert_fits("Alice", 5, false, "Alice");
    assert_fits("Alice", 4, false, "Ali…");
    assert_fits("Alice", 4, true, "Ali~");
    assert_fits("Alice", 1, true, "~");
    assert_fits("Alice", 0, true, "");
    assert_fits("漢字", 3, false, "漢…");
    assert_fits("漢字", 2, false, "…");
    assert_fits("e\u0301e\u0301", 2, false, "e\u0301e\u0301");
    assert_fits("a\nb\u202E", 2, false, "ab");
    assert_fits("\u2764\uFE0F\u200D\U0001F525", 3, false, "\u2764\uFE0F\u200D\U0001F525");
    assert_fits("\xFF", 1, false, "\uFFFD");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_without_trailing_blanks),
        cmocka_unit_test(test_plain_letters),
        cmocka_unit_test(test_spanish_signs_in_ascii),
        cmocka_unit_test(test_signs_of_pictures_in_ascii),
        cmocka_unit_test(test_touched_row_counts),
        cmocka_unit_test(test_cut_at_the_edges),
        cmocka_unit_test(test_far_outside_is_harmless),
        cmocka_unit_test(test_wide_letters_take_two_cells),
        cmocka_unit_test(test_writing_over_half_a_wide_letter),
        cmocka_unit_test(test_marks_stay_with_their_letter),
        cmocka_unit_test(test_a_mark_on_the_last_column_or_alone),
        cmocka_unit_test(test_harmful_letters_are_left_out),
        cmocka_unit_test(test_joiners_stay_where_they_join),
        cmocka_unit_test(test_right_to_left_stays_in_its_columns),
        cmocka_unit_test(test_broken_utf8_shows_as_replacement),
        cmocka_unit_test(test_runs_by_paint),
        cmocka_unit_test(test_items_flow_over_rows),
        cmocka_unit_test(test_items_can_only_be_counted),
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_fitting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
