/* The chart of a review: bars as high as their shares, the costliest moves marked and numbered,
 * and the same in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/commands/review_chart.h"
#include "bot/words/catalog.h"
#include "games/shared/canvas.h"

enum { LOOKS_MAX = 200, COLUMNS = 36 };

static struct catalog *catalog;
static struct record_look looks[LOOKS_MAX];
static char drawing[16 * 1024];

/* A review of so many decisions, each with this share. */
static struct record_review review_of(size_t count, double share)
{
    for (size_t i = 0; i < count; i++)
        looks[i] = (struct record_look){.n = (uint32_t)i + 1, .best = share, .made = share};
    return (struct record_review){
        .seat = 0, .ended = true, .won = 1, .count = count, .looks = looks};
}

static void give_away(size_t index, double made)
{
    looks[index].made = made;
    looks[index].better[0] = 'x';
}

/* Returns the drawing without its paints. */
static const char *drawn(const struct record_review *review, const char *language)
{
    char painted[sizeof drawing];
    struct text marked = TEXT_IN(painted), text = TEXT_IN(drawing);
    const struct words words = catalog_words(catalog, language);
    text_clear(&text);
    review_chart_draw(review, &words, &marked);
    assert_false(marked.truncated);
    paint_strip(marked.bytes, marked.length, &text);
    return drawing;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

static void bars_are_as_high_as_their_shares(void **state)
{
    (void)state;
    struct record_review review = review_of(1, 0.5);
    review.ended = false;
    /* Nine rows, half of them: four whole ones and a half; three columns. */
    assert_int_equal(count_of(drawn(&review, "en"), "█"), 4 * 3);
    assert_int_equal(count_of(drawing, "▄"), 3);
    review = review_of(1, 1);
    review.ended = false;
    assert_int_equal(count_of(drawn(&review, "en"), "█"), 9 * 3);
    review = review_of(1, 0);
    review.ended = false;
    assert_int_equal(count_of(drawn(&review, "en"), "█"), 0);
    /* The result has two columns and a sample below. */
    review.ended = true;
    assert_int_equal(count_of(drawn(&review, "en"), "█"), 9 * 2 + 1);
    assert_non_null(strstr(drawing, "Result: 100%"));
}

/* Whatever gave something away has a tip of its colour: two hundredths are the least
 * (coach_is_better()). */
static void what_was_given_away_is_a_tip(void **state)
{
    static const double made[] = {0, 0.02, 0.3, 0.5, 0.54};
    char buffer[sizeof drawing];
    const struct words words = catalog_words(catalog, "en");
    (void)state;
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        struct text text = TEXT_IN(buffer);
        struct record_review review = review_of(5, 0.56);
        char tip[] = {PAINT_MARK, 'A' + PAINT_SEAT_2, '\0'};
        review_chart_draw(&review, &words, &text);
        assert_null(strstr(buffer, tip));
        give_away(2, made[i]);
        text_clear(&text);
        review_chart_draw(&review, &words, &text);
        assert_non_null(strstr(buffer, tip));
        assert_true(count_of(buffer, tip) >= 4); /* the bar, the mark, the number, the legend */
    }
}

/* In a long game several decisions share a bar: each of the costliest keeps its number. */
static void every_costly_move_is_numbered(void **state)
{
    (void)state;
    struct record_review review = review_of(LOOKS_MAX, 0.5);
    give_away(100, 0.2);
    give_away(101, 0.1);
    give_away(LOOKS_MAX - 1, 0.3);
    const char *marks = strstr(drawn(&review, "en"), "▲");
    assert_non_null(marks);
    const char *legend = strstr(marks, "Line ");
    assert_non_null(legend);
    static const char *const numbers[] = {"101", "102", "200"};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *found = strstr(marks, numbers[i]);
        assert_non_null(found);
        assert_true(found < legend);
    }
    assert_non_null(strstr(legend, "Line 102: 50% → 10%"));
}

static void assert_rows_fit(const char *rows)
{
    while (*rows != '\0') {
        char buffer[4 * CANVAS_WIDTH_MAX];
        struct text row = TEXT_IN(buffer);
        size_t length = strcspn(rows, "\n");
        text_add_bytes(&row, rows, length);
        assert_in_range(display_width(row.bytes), 0, COLUMNS);
        rows += length + (rows[length] == '\n');
    }
}

static void it_fits_a_phone_in_every_language(void **state)
{
    static const size_t counts[] = {1, 2, 3, 9, 10, 27, 28, 29, 57, LOOKS_MAX};
    (void)state;
    for (const char *const *language = catalog_languages; *language != NULL; language++)
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            char buffer[256];
            struct text title = TEXT_IN(buffer);
            const struct words words = catalog_words(catalog, *language);
            struct record_review review = review_of(counts[i], 1);
            for (size_t costly = 0; costly < 3 && costly < counts[i]; costly++) {
                give_away(counts[i] - 1 - costly, 0.995);
                looks[counts[i] - 1 - costly].n += 1000;
            }
            words_say_plain(&words, &title, "review.chart-title");
            assert_in_range(display_width(buffer), 1, COLUMNS);
            drawn(&review, *language);
            assert_non_null(strstr(drawing, buffer));
            assert_rows_fit(drawing);
        }
}

static void it_is_told_in_words(void **state)
{
    char buffer[2048];
    struct text text = TEXT_IN(buffer);
    const struct words words = catalog_words(catalog, "en");
    (void)state;
    struct record_review review = review_of(3, 0.5);
    give_away(1, 0.004);
    review.won = 0.5;
    review_chart_describe(&review, &words, &text);
    assert_string_equal(buffer, "Your share of wins with the best move, decision by decision, in "
                                "percent: 50, 50, 50. Line 2: 50% → 1%. Result: 50%.");
    review = review_of(LOOKS_MAX, 1);
    review.ended = false;
    text_clear(&text);
    review_chart_describe(&review, &words, &text);
    assert_null(strstr(buffer, "Result"));
    assert_in_range(text.length, 1, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_are_as_high_as_their_shares),
        cmocka_unit_test(what_was_given_away_is_a_tip),
        cmocka_unit_test(every_costly_move_is_numbered),
        cmocka_unit_test(it_fits_a_phone_in_every_language),
        cmocka_unit_test(it_is_told_in_words),
    };
    char error[256];
    catalog = catalog_open(error, sizeof error);
    int failed = catalog == NULL || cmocka_run_group_tests(tests, NULL, NULL) != 0;
    catalog_free(catalog);
    return failed;
}
