/* The scoring of a round as a table.
 *
 *     Ziegen Kriegen, round 2 of 4
 *     limit 3 + 7 + 4 + 2 = 16
 *                  tricks  heads                           points
 *     Alice             2     16  exactly the limit       15 → 31
 *     Bruno             3     17  too many                12 → 12
 *     Carol             0      0  no trick: 8 of 3/8       5 → 13
 *
 * In the short size only what the sentences have not said, in a series: `Alice 15 → 31`.
 */
#include "games/goats/drawing.h"
#include "games/shared/labels.h"

/* Columns at which numbers end and the text begins. */
struct columns {
    unsigned name, tricks, heads, why, points;
};

struct table {
    const struct goats_board *board;
    const struct goats_scoring *scoring;
    const struct telling *telling;
    struct canvas *canvas;
    struct columns columns;
};

static void say_title(const void *opaque, unsigned columns, struct text *out)
{
    const struct table *table = opaque;
    const struct words *words = table->telling->words;
    seat_set winners = goats_leaders(table->board);
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    int count = __builtin_popcount(winners);
    bool many = count > (table->telling->size == PICTURE_NARROW ? 1 : 2);
    names_join_fitted(table->telling, winners, columns, ", ", &names);
    if (table->board->step != GOATS_END)
        words_say(words, out, "goats.scoring.round", SAY_NUMBER(table->scoring->round),
                  SAY_NUMBER(table->board->players));
    else if (winners == 0)
        words_say_plain(words, out, "goats.scoring.nobody");
    else
        words_say(words, out, many ? "goats.scoring.won.many" : "goats.scoring.won",
                  SAY_TEXT(names.bytes), SAY_NUMBER(count),
                  SAY_NUMBER(table->board->scores[__builtin_ctz(winners)]));
}

static void write_title(const struct table *table)
{
    const struct goats_hill *hill = &table->scoring->hill;
    char sum_buffer[64], buffer[GOATS_TEXT_MAX];
    struct text sum = TEXT_IN(sum_buffer), title = TEXT_IN(buffer);
    names_say_within(say_title, table, table->canvas->width, &title);
    canvas_write(table->canvas, 0, 0, PAINT_TITLE, title.bytes);
    for (unsigned i = 0; i < GOATS_HILL_STEPS; i++) {
        text_separate(&sum, " + ");
        text_add_number(&sum, hill->numbers[i]);
    }
    text_clear(&title);
    words_say(table->telling->words, &title, "goats.scoring.limit", SAY_TEXT(sum.bytes),
              SAY_NUMBER(goats_hill_sum(hill)));
    canvas_write(table->canvas, 1, 0, PAINT_NONE, title.bytes);
}

static void write_labels(const struct table *table)
{
    const struct columns *columns = &table->columns;
    label_draw_to(table->telling, table->canvas, 2, columns->tricks, 6,
                  "goats.picture.label.tricks");
    label_draw_to(table->telling, table->canvas, 2, columns->heads, 5, "goats.picture.label.heads");
    if (table->board->series)
        label_draw_to(table->telling, table->canvas, 2, columns->points, 6,
                      "goats.picture.label.points");
}

/* Why a seat without a trick gets points in a series, where there is room for it. */
static void say_no_trick(const struct table *table, struct text *out)
{
    const struct goats_hill *hill = &table->scoring->hill;
    uint8_t last = hill->cards[GOATS_HILL_STEPS - 1];
    bool tells = table->board->series && table->telling->size != PICTURE_NARROW;
    words_say(table->telling->words, out,
              !tells                         ? "goats.scoring.no-trick"
              : table->board->no_trick_first ? "goats.scoring.no-trick.first"
                                             : "goats.scoring.no-trick.last",
              SAY_NUMBER(table->board->no_trick_first ? hill->numbers[0] : goats_hill_larger(last)),
              SAY_NUMBER(goats_hill_smaller(last)), SAY_NUMBER(goats_hill_larger(last)));
}

static void say_why(const struct table *table, uint8_t seat, struct text *out)
{
    unsigned limit = goats_hill_sum(&table->scoring->hill), heads = table->scoring->heads[seat];
    bool is_narrow = table->telling->size == PICTURE_NARROW;
    if (table->scoring->tricks[seat] == 0)
        say_no_trick(table, out);
    else if (heads > limit)
        words_say_plain(table->telling->words, out, "goats.scoring.over");
    else if (heads == limit)
        words_say_plain(table->telling->words, out,
                        is_narrow ? "goats.scoring.exact.brief" : "goats.scoring.exact");
    else
        words_say_plain(table->telling->words, out,
                        is_narrow ? "goats.scoring.within.brief" : "goats.scoring.within");
}

/* `15 → 31`. */
static void say_points(const struct table *table, uint8_t seat, struct text *out)
{
    unsigned score = table->board->scores[seat];
    text_add_format(out, "%u → %u", score - table->scoring->points[seat], score);
}

static void write_points(const struct table *table, unsigned row, uint8_t seat)
{
    char buffer[32];
    struct text change = TEXT_IN(buffer);
    say_points(table, seat, &change);
    canvas_write(table->canvas, row, table->columns.points - display_width(change.bytes),
                 PAINT_TITLE, change.bytes);
}

static void write_seat(const struct table *table, uint8_t seat)
{
    const struct columns *columns = &table->columns;
    struct canvas *canvas = table->canvas;
    unsigned row = 3u + seat;
    char name_buffer[64], why_buffer[128];
    struct text name = TEXT_IN(name_buffer), why = TEXT_IN(why_buffer);
    names_fit(table->telling, seat, columns->name, &name);
    say_why(table, seat, &why);
    canvas_write(canvas, row, 0, paint_of_seat(seat), name.bytes);
    canvas_format(canvas, row, columns->tricks - 3, PAINT_NONE, "%3u",
                  table->scoring->tricks[seat]);
    canvas_format(canvas, row, columns->heads - 3, PAINT_NONE, "%3u", table->scoring->heads[seat]);
    canvas_write(canvas, row, columns->why, PAINT_NONE, why.bytes);
    if (table->board->series)
        write_points(table, row, seat);
}

static void write_short(const struct table *table)
{
    for (uint8_t seat = 0; table->board->series && seat < table->board->players; seat++) {
        char buffer[128];
        struct text row = TEXT_IN(buffer);
        names_fit(table->telling, seat, NAME_COLUMNS_MAX, &row);
        text_add(&row, " ");
        say_points(table, seat, &row);
        canvas_write(table->canvas, seat, 0, PAINT_NONE, row.bytes);
    }
}

void goats_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                           struct canvas *canvas)
{
    static const struct columns wide = {10, 18, 25, 27, 60}, narrow = {7, 13, 19, 20, 36};
    const struct goats_view *view = OWN(goats, opaque);
    const struct table table = {.board = &view->board,
                                .scoring = &view->board.scoring,
                                .telling = telling,
                                .canvas = canvas,
                                .columns = telling->size == PICTURE_NARROW ? narrow : wide};
    if (table.scoring->round == 0)
        return;
    if (telling->size == PICTURE_SHORT) {
        write_short(&table);
        return;
    }
    write_title(&table);
    write_labels(&table);
    for (uint8_t seat = 0; seat < table.board->players; seat++)
        write_seat(&table, seat);
}
