#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "games/shared/paint.h"

static void assert_piece(const char **rest, const char *end, enum paint paint, const char *bytes)
{
    struct painted piece;
    assert_true(paint_next(rest, end, &piece));
    assert_int_equal(piece.paint, paint);
    assert_int_equal(piece.length, strlen(bytes));
    assert_memory_equal(piece.bytes, bytes, piece.length);
}

static void assert_end(const char **rest, const char *end)
{
    struct painted piece;
    assert_false(paint_next(rest, end, &piece));
    assert_ptr_equal(*rest, end);
}

static void what_was_painted_is_found_again(void **state)
{
    char buffer[256];
    (void)state;
    for (int paint = PAINT_NONE; paint < PAINT_COUNT; paint++) {
        struct text text = TEXT_IN(buffer);
        text_add(&text, "a\n ");
        paint_add(&text, (enum paint)paint, "B5 \u2502");
        paint_add(&text, PAINT_RED, "C");
        text_add(&text, "d");
        const char *rest = buffer, *end = buffer + text.length;
        if (paint == PAINT_NONE) {
            assert_piece(&rest, end, PAINT_NONE, "a\n B5 \u2502");
        } else {
            assert_piece(&rest, end, PAINT_NONE, "a\n ");
            assert_piece(&rest, end, (enum paint)paint, "B5 \u2502");
        }
        assert_piece(&rest, end, PAINT_RED, "C");
        assert_piece(&rest, end, PAINT_NONE, "d");
        assert_end(&rest, end);
        assert_true(paint_present(buffer, text.length));
    }
}

static void what_needs_no_paint_gets_no_mark(void **state)
{
    char buffer[32];
    struct text text = TEXT_IN(buffer);
    (void)state;
    paint_add(&text, PAINT_RED, "");
    paint_add(&text, PAINT_RED, "  ");
    paint_add(&text, PAINT_NONE, "x");
    assert_string_equal(buffer, "  x");
    assert_false(paint_present(buffer, text.length));
}

/* A text that was cut anywhere is read to its end, and no mark comes out of it. */
static void a_text_may_be_cut_anywhere(void **state)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    (void)state;
    text_add(&text, "ab");
    paint_add(&text, PAINT_SEAT_2, "cd");
    paint_add(&text, PAINT_GREY, "ef");
    for (size_t from = 0; from <= text.length; from++)
        for (size_t to = from; to <= text.length; to++) {
            const char *rest = buffer + from;
            struct painted piece;
            while (paint_next(&rest, buffer + to, &piece)) {
                assert_true(piece.length > 0);
                assert_null(memchr(piece.bytes, PAINT_MARK, piece.length));
                assert_null(memchr(piece.bytes, PAINT_END, piece.length));
            }
            assert_ptr_equal(rest, buffer + to);
        }
    const char *rest = buffer + strlen("ab?Dc"), *end = buffer + strlen("ab?Dcd?");
    assert_piece(&rest, end, PAINT_NONE, "d");
    assert_end(&rest, end);
}

static void a_mark_without_a_paint_paints_nothing(void **state)
{
    const char *texts[] = {"\x0E", "\x0F", "\x0E\x0F\x0E\x0F",
                           ("\x0E"
                            "B\x0F")};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *rest = texts[i];
        assert_end(&rest, texts[i] + strlen(texts[i]));
    }
    const char *rest = "\x0E"
                       "Ax\x0F\x0Ezy",
               *end = rest + strlen(rest);
    assert_piece(&rest, end, PAINT_NONE, "Ax");
    assert_piece(&rest, end, PAINT_NONE, "zy");
    assert_end(&rest, end);
}

static void a_text_loses_its_paints_and_stays_drawn(void **state)
{
    (void)state;
    char buffer[64];
    struct text out = TEXT_IN(buffer);
    paint_remove("a\x0E"
                 "Bred\x0F b\n\x10 c\x0E"
                 "Cd\x0F\n\x10",
                 &out);
    assert_string_equal(out.bytes, "ared b\n\x10 cd\n\x10");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_painted_is_found_again),
        cmocka_unit_test(what_needs_no_paint_gets_no_mark),
        cmocka_unit_test(a_text_may_be_cut_anywhere),
        cmocka_unit_test(a_mark_without_a_paint_paints_nothing),
        cmocka_unit_test(a_text_loses_its_paints_and_stays_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
