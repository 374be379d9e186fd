/* What the console writes into a terminal of 40 columns. */
#include <fcntl.h>
#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include <cmocka.h>

#include "adapters/console/console.h"
#include "games/shared/paint.h"

static bool has_closed;

static void opened(void *context, const char *network, const char *place)
{
    (void)context;
    (void)network;
    (void)place;
}

static void quit(void *context)
{
    (void)context;
}

static void closed(void *context)
{
    (void)context;
    has_closed = true;
}

/* Says texts, each in a turn of the loop of its own but the last, and ends; the console shows what
 * it has to show before it is closed. */
static void say_and_close(enum outbound_kind kind, const char *const *texts)
{
    const struct adapter_listener listener = {.place_opened = opened, .quit = quit};
    const struct console_settings settings = {.colour = CONSOLE_COLOUR_ON};
    struct outbound outbound = {.kind = kind, .network = "console", .place = CONSOLE_PLACE};
    char error[128] = "";
    uv_loop_t loop;
    uv_loop_init(&loop);
    struct adapter *console =
        console_class.open(&loop, "console", &settings, &listener, error, sizeof error);
    assert_string_equal(error, "");
    for (; *texts != NULL; texts++) {
        outbound.text = *texts;
        console_class.say(console, &outbound);
        for (int turn = 0; texts[1] != NULL && turn < 3; turn++)
            uv_run(&loop, UV_RUN_NOWAIT);
    }
    has_closed = false;
    console_class.close(console, "bye", closed, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_true(has_closed);
    assert_int_equal(uv_loop_close(&loop), 0);
}

/* What the terminal gets; valid until the next call. */
static const char *all_shown(enum outbound_kind kind, const char *const *texts)
{
    static char seen[4096];
    const struct winsize size = {.ws_row = 24, .ws_col = 40};
    struct termios raw = {.c_cflag = CS8};
    int screen, terminal, output = dup(STDOUT_FILENO), input = dup(STDIN_FILENO);
    int silent[2];
    assert_int_equal(pipe(silent), 0);
    assert_int_equal(openpty(&screen, &terminal, NULL, &raw, &size), 0);
    dup2(terminal, STDOUT_FILENO);
    dup2(silent[0], STDIN_FILENO);
    say_and_close(kind, texts);
    assert_true(output >= 0 && dup2(output, STDOUT_FILENO) >= 0);
    assert_true(input >= 0 && dup2(input, STDIN_FILENO) >= 0);
    close(terminal); /* then reading ends behind what was written */
    size_t length = 0;
    for (ssize_t got; (got = read(screen, seen + length, sizeof seen - 1 - length)) > 0;)
        length += (size_t)got;
    seen[length] = '\0';
    const int all[] = {screen, output, input, silent[0], silent[1]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        close(all[i]);
    return seen;
}

static const char *shown(enum outbound_kind kind, const char *text)
{
    return all_shown(kind, (const char *const[]){text, NULL});
}

static void paints_become_colours(void **state)
{
    static const char *const codes[PAINT_COUNT] = {"",   "1",  "31", "34", "32", "35", "33", "36",
                                                   "90", "31", "32", "34", "33", "35", "90"};
    char marked_buffer[32], expected_buffer[64];
    (void)state;
    for (int paint = PAINT_NONE + 1; paint < PAINT_COUNT; paint++) {
        struct text marked = TEXT_IN(marked_buffer), expected = TEXT_IN(expected_buffer);
        text_add(&marked, "a ");
        paint_add(&marked, (enum paint)paint, "5 x");
        text_add_format(&expected, "a \x1B[%sm5 x\x1B[0m\nbye\n", codes[paint]);
        assert_string_equal(shown(OUTBOUND_ANSWER, marked_buffer), expected_buffer);
    }
}

static void a_picture_keeps_its_lines(void **state)
{
    (void)state;
    assert_string_equal(shown(OUTBOUND_PICTURE, "a\n  \x0E"
                                                "Cb\x0F c"),
                        "bye\na\n  \x1B[31mb\x1B[0m c\n");
}

/* A large one stands apart. */
static void a_large_picture_stands_apart(void **state)
{
    (void)state;
    assert_string_equal(shown(OUTBOUND_PICTURE, "1\n2\n3\n4\n5\n6\n7\n8\n9"),
                        "bye\n\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
}

static void sentences_break_between_words(void **state)
{
    (void)state;
    assert_string_equal(shown(OUTBOUND_ANSWER, "Twelve words that stand in two lines, and "
                                               "then\nthree more."),
                        "Twelve words that stand in two lines,\nand then\nthree more.\nbye\n");
}

/* Colours take no columns: a drawn line of 38 stays one. */
static void colours_take_no_columns(void **state)
{
    char buffer[256], expected_buffer[256];
    struct text text = TEXT_IN(buffer), expected = TEXT_IN(expected_buffer);
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        text_add(&text, i > 0 ? " " : "");
        text_add(&expected, i > 0 ? " " : "");
        paint_add(&text, PAINT_RED, "xx");
        text_add(&expected, "\x1B[31mxx\x1B[0m");
    }
    text_add(&expected, "\nbye\n");
    assert_string_equal(shown(OUTBOUND_EVENT, buffer), expected_buffer);
}

static void what_was_shown_is_not_shown_again(void **state)
{
    static const char *const texts[] = {"One.", "Two.", NULL};
    (void)state;
    assert_string_equal(all_shown(OUTBOUND_EVENT, texts), "One.\nTwo.\nbye\n");
    assert_string_equal(all_shown(OUTBOUND_HAND, texts), "One.\nbye\nTwo.\n");
    assert_string_equal(all_shown(OUTBOUND_PICTURE, texts), "One.\nbye\nTwo.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paints_become_colours),
        cmocka_unit_test(a_picture_keeps_its_lines),
        cmocka_unit_test(a_large_picture_stands_apart),
        cmocka_unit_test(sentences_break_between_words),
        cmocka_unit_test(colours_take_no_columns),
        cmocka_unit_test(what_was_shown_is_not_shown_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
