/* The picture in rows that are read one by one.
 *
 *     > Carol to play · Pillars, round 2, trick 5 of 9
 *     Dora led Waleran 7 · Alice Bruno's mixer 8 (highest)
 *     Bruno an own toolmaker 2 · Bruno gets the trick so far
 *     Alice 4 points, 1 trick · 1 wood, 2 sand
 *     in play: assistant · King not yet seen
 *
 * Where stocks need rows of their own, the last row is left out, then the cards of the trick, then
 * all but points and stocks.
 */
#include "games/pillars/drawing.h"

enum { INDENT = 2, TRICK_ROWS = 2 };

/* Where something is drawn, or its rows are counted. */
static struct flow flow_from(const struct pillars_drawing *drawing, bool counted, unsigned row,
                             unsigned left)
{
    return (struct flow){.canvas = counted ? NULL : drawing->canvas,
                         .width = drawing->canvas->width,
                         .left = left,
                         .row = row,
                         .column = 0};
}

/* -- The trick --------------------------------------------------------------------------------- */

/* `Dora led Waleran 7`, `Alice Bruno's mixer 8 (highest)`. */
static void say_card(const struct pillars_drawing *drawing, uint8_t position, unsigned columns,
                     struct text *out)
{
    const struct trick *trick = &drawing->board->trick;
    const struct words *words = drawing->telling->words;
    uint8_t seat = trick_seat(trick, drawing->board->players, position);
    bool best = trick->count > 1 && position == pillars_deciding(trick);
    char name_buffer[64], card_buffer[128];
    struct text name = TEXT_IN(name_buffer), card = TEXT_IN(card_buffer);
    names_fit(drawing->telling, seat, columns, &name);
    pillars_say_shown(drawing, trick->cards[position], seat, columns, &card);
    if (best) {
        text_add(&card, " (");
        words_say_plain(words, &card, "pillars.picture.deciding");
        text_add(&card, ")");
    }
    words_say(words, out, position == 0 ? "pillars.picture.card.led" : "pillars.picture.card",
              SAY_TEXT(name.bytes), SAY_TEXT(card.bytes));
}

static void say_taker(const struct pillars_drawing *drawing, unsigned columns, struct text *out)
{
    uint8_t taker = pillars_taker(drawing->board);
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (taker != PILLARS_NOBODY)
        names_fit(drawing->telling, taker, columns, &name);
    words_say(drawing->telling->words, out,
              taker == PILLARS_NOBODY ? "pillars.picture.taker.nobody" : "pillars.picture.taker",
              SAY_TEXT(name.bytes));
}

static void flow_trick(const struct pillars_drawing *drawing, unsigned columns, struct flow *flow)
{
    for (uint8_t i = 0; i <= drawing->board->trick.count; i++) {
        char buffer[PILLARS_TEXT_MAX];
        struct text item = TEXT_IN(buffer);
        if (i < drawing->board->trick.count)
            say_card(drawing, i, columns, &item);
        else
            say_taker(drawing, columns, &item);
        flow_add(flow, telling_separator(drawing->telling), PAINT_NONE, item.bytes);
    }
}

/* Draws the trick in as many rows as there are, with the names cut until it fits; else it says only
 * who gets it. */
static unsigned draw_trick(const struct pillars_drawing *drawing, unsigned row, unsigned rows)
{
    if (drawing->board->trick.count == 0)
        return row;
    for (unsigned columns = NAME_COLUMNS_MAX; columns >= NAME_COLUMNS_MIN; columns--) {
        struct flow counted = flow_from(drawing, true, 0, 0),
                    flow = flow_from(drawing, false, row, 0);
        flow_trick(drawing, columns, &counted);
        if (counted.row < rows) {
            flow_trick(drawing, columns, &flow);
            return flow.row + 1;
        }
    }
    pillars_draw_fitted(drawing, row, 0, pillars_say_taker);
    return row + 1;
}

/* -- The seats --------------------------------------------------------------------------------- */

/* The rows of all seats. Crowded, they say only points and stocks, and cut the names. */
struct seats {
    const struct pillars_drawing *drawing;
    unsigned columns; /* of the widest name */
    bool crowded;
};

/* `4 points, 1 trick`, `9 points, ready`. */
static void say_seat(const struct seats *seats, uint8_t seat, struct text *out)
{
    const struct pillars_board *board = seats->drawing->board;
    const struct words *words = seats->drawing->telling->words;
    bool tricks = board->step == PILLARS_TRICKS && !seats->crowded;
    words_say(words, out, tricks ? "pillars.picture.seat" : "pillars.picture.seat.points",
              SAY_NUMBER(board->scores[seat]), SAY_NUMBER(board->tricks[seat]));
    if (board->step != PILLARS_EVALUATION || seats->crowded)
        return;
    text_add(out, ", ");
    words_say_plain(words, out, pillars_doing_message(board, seat));
}

/* Draws the rows of a seat, or counts them. Returns the row below. */
static unsigned draw_seat(const struct seats *seats, uint8_t seat, bool counted, unsigned row)
{
    char name_buffer[64], seat_buffer[128];
    struct text name = TEXT_IN(name_buffer), numbers = TEXT_IN(seat_buffer);
    struct flow flow = flow_from(seats->drawing, counted, row, INDENT);
    names_fit(seats->drawing->telling, seat, seats->columns, &name);
    say_seat(seats, seat, &numbers);
    flow_add(&flow, "", paint_of_seat(seat), name.bytes);
    flow.column = seats->columns + 1;
    flow_add(&flow, "", PAINT_NONE, numbers.bytes);
    pillars_flow_stock(seats->drawing, seat, &flow);
    return flow.row + 1;
}

static unsigned count_rows(const struct seats *seats)
{
    unsigned rows = 0;
    for (uint8_t seat = 0; seat < seats->drawing->board->players; seat++)
        rows = draw_seat(seats, seat, true, rows);
    return rows;
}

/* Lays out the rows of the seats in at most `rows` rows, if that can be done. */
static struct seats lay_out_seats(const struct pillars_drawing *drawing, unsigned rows)
{
    struct seats seats = {.drawing = drawing};
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        char buffer[64];
        struct text name = TEXT_IN(buffer);
        names_fit(drawing->telling, seat, NAME_COLUMNS_MAX, &name);
        unsigned width = display_width(name.bytes);
        seats.columns = width > seats.columns ? width : seats.columns;
    }
    if (count_rows(&seats) <= rows)
        return seats;
    seats.crowded = true;
    if (seats.columns > NAME_COLUMNS_MIN)
        seats.columns = NAME_COLUMNS_MIN;
    return seats;
}

/* -- All --------------------------------------------------------------------------------------- */

void pillars_draw_short(const struct pillars_drawing *drawing, unsigned row)
{
    const struct pillars_board *board = drawing->board;
    unsigned height = drawing->canvas->height, trick = board->trick.count > 0;
    const struct seats seats = lay_out_seats(drawing, height - row - trick);
    unsigned rows = count_rows(&seats), free_rows = height > row + rows ? height - row - rows : 0;
    if (board->step == PILLARS_EVALUATION && free_rows > 0) {
        pillars_draw_fitted(drawing, row++, 0, pillars_say_task);
        free_rows--;
    }
    unsigned first = draw_trick(drawing, row, free_rows < TRICK_ROWS ? free_rows : TRICK_ROWS);
    free_rows -= free_rows > first - row ? first - row : free_rows;
    for (uint8_t seat = 0; seat < board->players; seat++)
        first = draw_seat(&seats, seat, false, first);
    struct flow flow = flow_from(drawing, false, first, INDENT);
    if (free_rows > 0)
        pillars_flow_round(drawing, &flow);
}
