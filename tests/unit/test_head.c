#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/shared/canvas.h"
#include "games/shared/frame.h"
#include "games/shared/head.h"

static void say_bet(const void *drawing, unsigned columns, bool brief, struct text *out)
{
    display_fit(drawing, columns, false, out);
    text_add(out, brief ? " to bet" : ": bet 3 A or pass");
}

static void assert_head(enum picture_size size, const char *name, const char *game,
                        const char *expected, unsigned rows)
{
    const struct telling telling = {.size = size, .alphabet = ALPHABET_UNICODE};
    const struct head head = {.game = game, .say = say_bet, .drawing = name};
    char buffer[1024];
    struct text text = TEXT_IN(buffer);
    struct canvas canvas;
    frame_open(&canvas, &telling);
    assert_int_equal(head_draw(&telling, &canvas, &head), rows);
    canvas_print(&canvas, &text);
    assert_string_equal(text.bytes, expected);
    assert_false(canvas.cut);
}

static void the_game_stands_right(void **state)
{
    (void)state;
    assert_head(PICTURE_WIDE, "Carol", "Campanile, turn 25",
                "> Carol: bet 3 A or pass                  Campanile, turn 25\n", 1);
    assert_head(PICTURE_LARGE, "Carol", "Campanile, turn 25",
                "> Carol: bet 3 A or pass                                      "
                "Campanile, turn 25\n",
                1);
    assert_head(PICTURE_NARROW, "Carol", "Campanile, turn 25",
                "> Carol: bet 3 A or pass\nCampanile, turn 25\n", 2);
    assert_head(PICTURE_SHORT, "Carol", "Campanile, turn 25",
                "> Carol: bet 3 A or pass · Campanile, turn 25\n", 1);
}

/* 60 columns hold the choice beside 34 columns of the game, the verb beside 44, shorter names
 * beside more. */
static void a_long_row_becomes_brief_then_names_are_cut(void **state)
{
    (void)state;
    assert_head(PICTURE_WIDE, "Carol", "1234567890123456789012345678901234",
                "> Carol: bet 3 A or pass  1234567890123456789012345678901234\n", 1);
    assert_head(PICTURE_WIDE, "Carol", "12345678901234567890123456789012345",
                "> Carol to bet           12345678901234567890123456789012345\n", 1);
    assert_head(PICTURE_WIDE, "Carolina", "1234567890123456789012345678901234567890123",
                "> Carol… to bet"
                "  1234567890123456789012345678901234567890123\n",
                1);
}

static void nobody_must_act(void **state)
{
    (void)state;
    const struct telling telling = {.size = PICTURE_LINE, .alphabet = ALPHABET_ASCII};
    const struct head head = {.game = "Campanile", .is_over = true, .say = say_bet, .drawing = "C"};
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    struct canvas canvas;
    frame_open(&canvas, &telling);
    head_draw(&telling, &canvas, &head);
    canvas_print(&canvas, &text);
    assert_string_equal(text.bytes, "C: bet 3 A or pass - Campanile\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_stands_right),
        cmocka_unit_test(a_long_row_becomes_brief_then_names_are_cut),
        cmocka_unit_test(nobody_must_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
