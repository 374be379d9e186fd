/* The picture in rows that are read one by one. */
#include "games/pillars/drawing.h"

/* A row about one seat. */
struct row {
    const struct pillars_drawing *drawing;
    uint8_t seat;
};

/* `Alice 4 points, 1 trick · 1 wood, 2 sand`. */
static void say_seat(const void *opaque, unsigned columns, struct text *out)
{
    const struct row *row = opaque;
    const struct pillars_board *board = row->drawing->board;
    const struct telling *telling = row->drawing->telling;
    char name_buffer[64], stock_buffer[256];
    struct text name = TEXT_IN(name_buffer), stock = TEXT_IN(stock_buffer);
    names_fit(telling, row->seat, columns, &name);
    words_say(telling->words, out, "pillars.picture.seat", SAY_TEXT(name.bytes),
              SAY_NUMBER(board->scores[row->seat]), SAY_NUMBER(board->tricks[row->seat]));
    pillars_say_stock(row->drawing, row->seat, &stock);
    if (stock.length > 0 &&
        display_width(out->bytes) + display_width(stock.bytes) + 3 <= row->drawing->canvas->width)
        text_add_format(out, "%s%s", telling_separator(telling), stock.bytes);
}

/* `Alice Bruno's mixer 8`. */
static void say_card(const void *opaque, unsigned columns, struct text *out)
{
    const struct row *row = opaque;
    const struct pillars_board *board = row->drawing->board;
    uint8_t position;
    trick_position(&board->trick, board->players, row->seat, &position);
    names_fit(row->drawing->telling, row->seat, columns, out);
    text_add(out, " ");
    pillars_say_shown(row->drawing, board->trick.cards[position], row->seat, NAME_COLUMNS_MIN, out);
}

static void say_cards(const void *opaque, unsigned columns, struct text *out)
{
    const struct pillars_drawing *drawing = opaque;
    const struct pillars_board *board = drawing->board;
    for (uint8_t i = 0; i < board->trick.count; i++) {
        const struct row row = {drawing, trick_seat(&board->trick, board->players, i)};
        if (i == pillars_deciding(&board->trick))
            continue;
        text_separate(out, telling_separator(drawing->telling));
        say_card(&row, columns, out);
    }
}

void pillars_draw_short(const struct pillars_drawing *drawing)
{
    const struct pillars_board *board = drawing->board;
    unsigned row = 1;
    if (board->trick.count > 1)
        pillars_draw_fitted(drawing, row++, 0, say_cards);
    if (board->trick.count > 0)
        pillars_draw_fitted(drawing, row++, 0, pillars_say_taker);
    for (uint8_t seat = 0; seat < board->players; seat++) {
        const struct row about = {drawing, seat};
        char buffer[PILLARS_TEXT_MAX];
        struct text line = TEXT_IN(buffer);
        names_say_within(say_seat, &about, drawing->canvas->width, &line);
        canvas_write(drawing->canvas, row++, 0, PAINT_NONE, line.bytes);
    }
    pillars_draw_fitted(drawing, row, 0, pillars_say_round);
}
