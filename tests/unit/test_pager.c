/* Long answers in pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "bot/commands/pager.h"

static void assert_page(const char **rest, unsigned lines, const char *expected, unsigned left)
{
    char buffer[4096];
    struct text page = TEXT_IN(buffer);
    assert_int_equal(pager_turn(rest, lines, &page), left);
    assert_string_equal(buffer, expected);
}

static void lines_are_counted_and_handed_out_in_order(void **state)
{
    (void)state;
    const char *rest = "one\ntwo\nthree\nfour\nfive";
    assert_page(&rest, 2, "one\ntwo", 3);
    assert_page(&rest, 2, "three\nfour", 1);
    assert_page(&rest, 2, "five", 0);
    assert_page(&rest, 2, "", 0);
}

static void a_long_line_breaks_between_words(void **state)
{
    (void)state;
    char text[PAGER_LINE_BYTES + 64];
    memset(text, 'a', sizeof text);
    text[PAGER_LINE_BYTES - 10] = ' ';
    text[sizeof text - 1] = '\0';
    const char *rest = text;
    char buffer[1024];
    struct text page = TEXT_IN(buffer);
    assert_int_equal(pager_turn(&rest, 1, &page), 1);
    assert_int_equal(page.length, PAGER_LINE_BYTES - 10);
    assert_int_equal(strlen(rest), sizeof text - 1 - (PAGER_LINE_BYTES - 9));
}

static void no_character_is_cut(void **state)
{
    (void)state;
    char text[2 * PAGER_LINE_BYTES] = "a";
    for (size_t i = 1; i + 2 < sizeof text; i += 2)
        memcpy(text + i, "é", 3);
    const char *rest = text;
    char buffer[1024];
    struct text page = TEXT_IN(buffer);
    pager_turn(&rest, 1, &page);
    assert_int_equal(page.length, PAGER_LINE_BYTES - 1);
    assert_memory_equal(rest, "é", strlen("é"));
}

static void a_word_longer_than_a_line_is_cut(void **state)
{
    (void)state;
    char text[2 * PAGER_LINE_BYTES + 1];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    const char *rest = text;
    char buffer[1024];
    struct text page = TEXT_IN(buffer);
    assert_int_equal(pager_turn(&rest, 1, &page), 1);
    assert_int_equal(page.length, PAGER_LINE_BYTES);
}

static void everybody_has_a_rest_of_their_own(void **state)
{
    (void)state;
    struct pager pager = {0};
    pager_keep(&pager, "one alice", "rest of alice");
    pager_keep(&pager, "one bruno", "rest of bruno");
    assert_string_equal(pager_rest_of(&pager, "one alice"), "rest of alice");
    pager_keep(&pager, "one alice", pager_rest_of(&pager, "one alice") + 5);
    assert_string_equal(pager_rest_of(&pager, "one alice"), "of alice");
    pager_keep(&pager, "one alice", "");
    assert_null(pager_rest_of(&pager, "one alice"));
    assert_non_null(pager_rest_of(&pager, "one bruno"));
    pager_clear(&pager);
    assert_null(pager_rest_of(&pager, "one bruno"));
}

static void the_oldest_rest_gives_way(void **state)
{
    (void)state;
    struct pager pager = {0};
    char person[32];
    for (int i = 0; i <= PAGER_PEOPLE_MAX; i++) {
        struct text text = TEXT_IN(person);
        text_add_format(&text, "one %d", i);
        pager_keep(&pager, person, "rest");
    }
    assert_null(pager_rest_of(&pager, "one 0"));
    assert_non_null(pager_rest_of(&pager, "one 1"));
    pager_clear(&pager);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_counted_and_handed_out_in_order),
        cmocka_unit_test(a_long_line_breaks_between_words),
        cmocka_unit_test(a_word_longer_than_a_line_is_cut),
        cmocka_unit_test(no_character_is_cut),
        cmocka_unit_test(everybody_has_a_rest_of_their_own),
        cmocka_unit_test(the_oldest_rest_gives_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
