/* A round's scoring as a table that explains every point.
 *
 *     Goats · limit 3 + 7 + 4 + 2 = 16
 *
 *                 tricks   heads                 points
 *       Alice          2      16  = the limit        16
 *       Bruno          3      17  too many            0
 *       Carol          0       0  no trick: 3/8       8
 */
#include "games/goats/goats.h"
#include "games/shared/labels.h"
#include "games/shared/names.h"

/* Columns at which numbers end and texts begin. */
struct columns {
    unsigned tricks, heads, why, points, total;
    unsigned name; /* width of the names */
};

struct table {
    const struct goats_board *board;
    const struct goats_scoring *scoring;
    const struct telling *telling;
    struct canvas *canvas;
    struct columns columns;
    bool ascii;
};

/* Writes a label over the column of numbers that ends at `end`. */
static void write_label(const struct table *table, unsigned end, unsigned columns, const char *key)
{
    label_draw_to(table->telling, table->canvas, 2, end, columns, key);
}

static void write_title(const struct table *table)
{
    const struct goats_hill *hill = &table->scoring->hill;
    char sum_buffer[64], title_buffer[256];
    struct text sum = TEXT_IN(sum_buffer), title = TEXT_IN(title_buffer);
    for (unsigned i = 0; i < GOATS_HILL_STEPS; i++) {
        text_separate(&sum, " + ");
        text_add_number(&sum, hill->numbers[i]);
    }
    words_say_plain(table->telling->words, &title, "goats.picture.title");
    if (table->board->series)
        text_add_format(&title, " %u/%u", table->scoring->round, table->board->players);
    text_add(&title, telling_separator(table->telling));
    words_say(table->telling->words, &title, "goats.scoring.limit", SAY_TEXT(sum.bytes),
              SAY_NUMBER(goats_hill_sum(hill)));
    canvas_write(table->canvas, 0, 0, PAINT_TITLE, title.bytes);
}

static void say_why(const struct table *table, uint8_t seat, struct text *out)
{
    const struct goats_scoring *scoring = table->scoring;
    unsigned limit = goats_hill_sum(&scoring->hill), heads = scoring->heads[seat];
    uint8_t last = scoring->hill.cards[GOATS_HILL_STEPS - 1];
    const char *message = heads > limit    ? "goats.scoring.over"
                          : heads == limit ? "goats.scoring.exact"
                                           : "goats.scoring.within";
    if (scoring->tricks[seat] == 0)
        message = table->board->series ? "goats.scoring.no-trick.series" : "goats.scoring.no-trick";
    words_say(table->telling->words, out, message, SAY_NUMBER(goats_hill_smaller(last)),
              SAY_NUMBER(goats_hill_larger(last)));
}

static void write_seat(const struct table *table, uint8_t seat, bool wins)
{
    const struct columns *columns = &table->columns;
    struct canvas *canvas = table->canvas;
    unsigned row = 3u + seat;
    char name_buffer[64], why_buffer[64];
    struct text name = TEXT_IN(name_buffer), why = TEXT_IN(why_buffer);
    names_fit(table->telling, seat, columns->name, &name);
    say_why(table, seat, &why);
    if (wins)
        canvas_write(canvas, row, 0, PAINT_TITLE, "*");
    canvas_write(canvas, row, 2, paint_of_seat(seat), name.bytes);
    canvas_format(canvas, row, columns->tricks - 3, PAINT_NONE, "%3u",
                  table->scoring->tricks[seat]);
    canvas_format(canvas, row, columns->heads - 3, PAINT_NONE, "%3u", table->scoring->heads[seat]);
    canvas_write(canvas, row, columns->why, PAINT_NONE, why.bytes);
    if (!table->board->series)
        return;
    canvas_format(canvas, row, columns->points - 3, PAINT_NONE, "%3u",
                  table->scoring->points[seat]);
    canvas_format(canvas, row, columns->total - 3, PAINT_TITLE, "%3u", table->board->scores[seat]);
}

void goats_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                           struct canvas *canvas)
{
    static const struct columns wide = {21, 29, 32, 51, 59, 10}, narrow = {14, 18, 19, 31, 36, 9};
    const struct goats_view *view = OWN(goats, opaque);
    bool is_narrow = telling->size == PICTURE_NARROW;
    struct table table = {.board = &view->board,
                          .scoring = &view->board.scoring,
                          .telling = telling,
                          .canvas = canvas,
                          .columns = is_narrow ? narrow : wide,
                          .ascii = telling_is_ascii(telling)};
    if (table.scoring->round == 0)
        return;
    seat_set leaders = goats_leaders(table.board);
    write_title(&table);
    write_label(&table, table.columns.tricks, 8,
                is_narrow ? "goats.scoring.label.tricks-short" : "goats.picture.label.tricks");
    write_label(&table, table.columns.heads, 6,
                is_narrow ? "goats.scoring.label.heads-short" : "goats.scoring.label.heads");
    if (table.board->series) {
        write_label(&table, table.columns.points, 4, "goats.picture.label.points");
        write_label(&table, table.columns.total, 4, "goats.scoring.label.total");
    }
    for (uint8_t seat = 0; seat < table.board->players; seat++)
        write_seat(&table, seat, leaders & SEAT_BIT(seat));
}
