#include "bot/commands/review_chart.h"

#include <math.h>

#include "bot/commands/verdict.h"
#include "games/shared/canvas.h"

/* Rows from above: the title, a blank one, the bars, the axis, marks and numbers of the costliest
 * moves, a blank one, and what the colours say. */
enum {
    WIDTH = 36, /* of the narrowest image, for phones */
    AXIS = 4,   /* column */
    FIRST = AXIS + 1,
    RESULT_COLUMNS = 2,
    BARS_MAX = WIDTH - FIRST - RESULT_COLUMNS - 1,
    BAR_COLUMNS_MAX = 4, /* of one bar, with the blank behind it */
    TOP = 2,
    ROWS = 9, /* odd: the middle of one row is one half */
    AXIS_ROW = TOP + ROWS,
    MARK_ROW,
    EIGHTHS = 8, /* a cell */
    NUMBER_ROWS = 3
};

/* Orange and blue: nobody takes one for the other. */
static const enum paint COSTLY = PAINT_SEAT_2, OWN = PAINT_BLUE;

/* Where the bars stand. A bar stands for one look, or for several of a long game. */
struct chart {
    const struct record_review *review;
    const struct words *words;
    struct canvas canvas;
    size_t bars;
    unsigned columns; /* from one bar to the next */
};

/* -- Bars -------------------------------------------------------------------------------------- */

static size_t bars_of(const struct record_review *review)
{
    return review->count < BARS_MAX ? review->count : BARS_MAX;
}

/* Returns the look that a bar shows: the one that gave most away among its costly ones, or else its
 * first. */
static const struct record_look *look_of(const struct record_review *review, size_t bar)
{
    size_t bars = bars_of(review), first = bar * review->count / bars;
    const struct record_look *shown = &review->looks[first];
    for (size_t i = first + 1; i < (bar + 1) * review->count / bars; i++) {
        const struct record_look *look = &review->looks[i];
        bool costlier =
            !record_look_is_costly(shown) || look->best - look->made > shown->best - shown->made;
        if (record_look_is_costly(look) && costlier)
            shown = look;
    }
    return shown;
}

static unsigned height_of(double share)
{
    return (unsigned)lround(share * ROWS * EIGHTHS);
}

/* How much of a row is filled up to a height, in eighths. */
static unsigned filled(unsigned height, unsigned row)
{
    unsigned below = row * EIGHTHS;
    return height <= below ? 0 : height - below < EIGHTHS ? height - below : EIGHTHS;
}

static void write_block(struct chart *chart, unsigned row, unsigned column, enum paint paint,
                        unsigned eighths)
{
    static const char *const blocks[EIGHTHS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    if (eighths > 0 && eighths <= EIGHTHS)
        canvas_write(&chart->canvas, TOP + ROWS - 1 - row, column, paint, blocks[eighths]);
}

/* The part between `kept` and `all` has the other colour: at least the highest cell. */
static void draw_bar(struct chart *chart, unsigned column, unsigned columns, enum paint paint,
                     unsigned kept, unsigned all)
{
    for (unsigned row = 0; row < ROWS; row++) {
        unsigned low = filled(kept, row), high = filled(all, row);
        bool is_highest = all <= (row + 1) * EIGHTHS;
        bool is_tip = low < high && (low == 0 || is_highest);
        for (unsigned i = 0; i < columns; i++)
            write_block(chart, row, column + i, is_tip ? COSTLY : paint, is_tip ? high : low);
    }
}

static unsigned column_of(const struct chart *chart, size_t bar)
{
    return FIRST + (unsigned)bar * chart->columns;
}

static unsigned bar_columns(const struct chart *chart)
{
    return chart->columns > 1 ? chart->columns - 1 : 1;
}

static void draw_bars(struct chart *chart)
{
    for (size_t bar = 0; bar < chart->bars; bar++) {
        const struct record_look *look = look_of(chart->review, bar);
        unsigned all = height_of(look->best);
        unsigned kept = record_look_is_costly(look) ? height_of(look->made) : all;
        draw_bar(chart, column_of(chart, bar), bar_columns(chart), OWN, kept, all);
    }
    if (chart->review->ended) {
        unsigned won = height_of(chart->review->won);
        draw_bar(chart, WIDTH - RESULT_COLUMNS, RESULT_COLUMNS, PAINT_NONE, won, won);
    }
}

/* -- Around them ------------------------------------------------------------------------------- */

static void draw_axes(struct chart *chart)
{
    struct canvas *canvas = &chart->canvas;
    canvas_write(canvas, TOP, 0, PAINT_FAINT, "100%");
    canvas_write(canvas, TOP + ROWS / 2, 0, PAINT_FAINT, " 50%");
    canvas_write(canvas, AXIS_ROW, 0, PAINT_FAINT, "  0%");
    for (unsigned row = TOP; row < AXIS_ROW; row++)
        canvas_write(canvas, row, AXIS, PAINT_FAINT, row == TOP + ROWS / 2 ? "├" : "│");
    for (unsigned column = FIRST; column < WIDTH; column++)
        canvas_write(canvas, TOP + ROWS / 2, column, PAINT_FAINT, "─");
    for (unsigned column = AXIS; column < WIDTH; column++)
        canvas_write(canvas, AXIS_ROW, column, PAINT_FAINT, "▔");
}

/* Writes a line's number below its mark, in the first row that has room for it. */
static void write_number(struct chart *chart, unsigned column, uint32_t n,
                         unsigned ends[NUMBER_ROWS])
{
    char buffer[16];
    struct text number = TEXT_IN(buffer);
    text_add_format(&number, "%u", n);
    unsigned length = (unsigned)number.length, left = column - (length - 1) / 2;
    if (left + length > WIDTH)
        left = WIDTH - length;
    for (unsigned row = 0; row < NUMBER_ROWS; row++)
        if (left > ends[row]) {
            ends[row] = canvas_write(&chart->canvas, MARK_ROW + 1 + row, left, COSTLY, buffer);
            return;
        }
}

/* Returns the row behind the numbers. */
static unsigned draw_marks(struct chart *chart)
{
    unsigned ends[NUMBER_ROWS] = {0};
    for (size_t i = 0; i < chart->review->count; i++) {
        const struct record_look *look = &chart->review->looks[i];
        size_t bar = ((i + 1) * chart->bars - 1) / chart->review->count; /* as in look_of() */
        unsigned middle = column_of(chart, bar) + (bar_columns(chart) - 1) / 2;
        if (!record_look_is_costly(look))
            continue;
        canvas_write(&chart->canvas, MARK_ROW, middle, COSTLY, "▲");
        write_number(chart, middle, look->n, ends);
    }
    return chart->canvas.rows;
}

static void say_costly(const struct record_look *look, const struct words *words, struct text *out)
{
    words_say(words, out, "review.chart-costly", SAY_NUMBER(look->n),
              SAY_NUMBER(verdict_percent(look->best)), SAY_NUMBER(verdict_percent(look->made)));
}

static void say_result(const struct record_review *review, const struct words *words,
                       struct text *out)
{
    words_say(words, out, "review.chart-result", SAY_NUMBER(verdict_percent(review->won)));
}

static void draw_legend(struct chart *chart, unsigned row)
{
    char buffer[4 * WIDTH];
    for (size_t i = 0; i < chart->review->count; i++) {
        struct text line = TEXT_IN(buffer);
        if (!record_look_is_costly(&chart->review->looks[i]))
            continue;
        canvas_write(&chart->canvas, row, 0, COSTLY, "▲");
        say_costly(&chart->review->looks[i], chart->words, &line);
        canvas_write(&chart->canvas, row++, 2, PAINT_NONE, buffer);
    }
    if (chart->review->ended) {
        struct text line = TEXT_IN(buffer);
        say_result(chart->review, chart->words, &line);
        canvas_write(&chart->canvas, row, 0, PAINT_NONE, "█");
        canvas_write(&chart->canvas, row, 2, PAINT_NONE, buffer);
    }
}

void review_chart_draw(const struct record_review *review, const struct words *words,
                       struct text *out)
{
    char buffer[4 * WIDTH];
    struct text title = TEXT_IN(buffer);
    struct chart chart = {.review = review, .words = words, .bars = bars_of(review)};
    unsigned columns = (BARS_MAX + 1) / (unsigned)chart.bars;
    chart.columns = columns < BAR_COLUMNS_MAX ? columns : BAR_COLUMNS_MAX;
    canvas_open(&chart.canvas, WIDTH, CANVAS_HEIGHT_MAX);
    words_say_plain(words, &title, "review.chart-title");
    canvas_write(&chart.canvas, 0, 0, PAINT_TITLE, buffer);
    draw_axes(&chart);
    draw_bars(&chart);
    draw_legend(&chart, draw_marks(&chart) + 1);
    canvas_draw(&chart.canvas, true, out);
}

/* -- In sentences ------------------------------------------------------------------------------ */

void review_chart_describe(const struct record_review *review, const struct words *words,
                           struct text *out)
{
    char buffer[8 * BARS_MAX];
    struct text numbers = TEXT_IN(buffer);
    for (size_t bar = 0; bar < bars_of(review); bar++) {
        text_separate(&numbers, ", ");
        text_add_number(&numbers, verdict_percent(look_of(review, bar)->best));
    }
    words_say(words, out, "review.chart-numbers", SAY_TEXT(numbers.bytes));
    for (size_t i = 0; i < review->count; i++)
        if (record_look_is_costly(&review->looks[i])) {
            text_add_char(out, ' ');
            say_costly(&review->looks[i], words, out);
            text_add_char(out, '.');
        }
    if (review->ended) {
        text_add_char(out, ' ');
        say_result(review, words, out);
        text_add_char(out, '.');
    }
}
