/* Fencers on a piste of numbered spaces. */
#include "games/en_garde/picture.h"

enum { MARGIN = 2, PISTE = 5, SPACE_COLUMNS = 3, BODY_ROWS = 6, ARM = 2, BLADE_MAX = 4 };

/* The column of a fencer's middle. */
static unsigned middle_of(unsigned space)
{
    return PISTE + 1 + (space - 1) * SPACE_COLUMNS;
}

static void draw_body(const struct en_garde_drawing *drawing, unsigned row, unsigned seat)
{
    static const char *const rows[BODY_ROWS] = {" ▄█▄", " ▀█▀", "", "  █", " ▄▀▄", "▄▀ ▀▄"};
    unsigned column = middle_of(drawing->board->space[seat]) - ARM;
    for (unsigned i = 0; i < BODY_ROWS; i++) {
        const char *at = rows[i];
        unsigned skipped = 0;
        for (; *at == ' '; at++)
            skipped++;
        canvas_write(drawing->canvas, row + i, column + skipped, paint_of_seat(seat), at);
    }
    canvas_write(drawing->canvas, row + 2, column, paint_of_seat(seat),
                 seat == 0 ? "▄▀█▀▀" : "▀▀█▀▄");
}

static void draw_fencers(const struct en_garde_drawing *drawing, unsigned row)
{
    const struct en_garde_board *board = drawing->board;
    unsigned distance = en_garde_distance(board);
    unsigned left = middle_of(board->space[0]), right = middle_of(board->space[1]);
    unsigned room = right - left > 2 * ARM + 2 ? (right - left - 2 * ARM - 2) / 2 : 0;
    unsigned blade = room < BLADE_MAX ? room : BLADE_MAX, centre = (left + right) / 2;
    char buffer[64];
    struct text apart = TEXT_IN(buffer);
    for (unsigned seat = 0; seat < 2; seat++)
        draw_body(drawing, row, seat);
    for (unsigned i = 1; i <= blade; i++) {
        canvas_write(drawing->canvas, row + 2, left + ARM + i, paint_of_seat(0), "─");
        canvas_write(drawing->canvas, row + 2, right - ARM - i, paint_of_seat(1), "─");
    }
    words_say_plain(drawing->telling->words, &apart, "en-garde.picture.apart");
    if (distance > 1)
        canvas_format(drawing->canvas, row, centre, PAINT_TITLE, "%u", distance);
    if (right - left > display_width(apart.bytes) + 4)
        canvas_write(drawing->canvas, row + 1, centre - display_width(apart.bytes) / 2, PAINT_NONE,
                     apart.bytes);
}

static void draw_rail(const struct en_garde_drawing *drawing, unsigned row, const char *first,
                      const char *between, const char *last)
{
    for (unsigned space = 1; space <= EN_GARDE_LAST_SPACE; space++) {
        unsigned column = PISTE + (space - 1) * SPACE_COLUMNS;
        canvas_write(drawing->canvas, row, column, PAINT_FAINT, space == 1 ? first : between);
        canvas_write(drawing->canvas, row, column + 1, PAINT_FAINT, "──");
    }
    canvas_write(drawing->canvas, row, PISTE + EN_GARDE_LAST_SPACE * SPACE_COLUMNS, PAINT_FAINT,
                 last);
}

static void draw_piste(const struct en_garde_drawing *drawing, unsigned row)
{
    const uint8_t *spaces = drawing->board->space;
    draw_rail(drawing, row, "┌", "┬", "┐");
    for (unsigned space = 1; space <= EN_GARDE_LAST_SPACE; space++) {
        unsigned column = PISTE + (space - 1) * SPACE_COLUMNS;
        enum paint paint = space == spaces[0]   ? paint_of_seat(0)
                           : space == spaces[1] ? paint_of_seat(1)
                                                : PAINT_FAINT;
        canvas_write(drawing->canvas, row + 1, column, PAINT_FAINT, "│");
        canvas_format(drawing->canvas, row + 1, column + 1, paint, "%2u", space);
    }
    canvas_write(drawing->canvas, row + 1, PISTE + EN_GARDE_LAST_SPACE * SPACE_COLUMNS, PAINT_FAINT,
                 "│");
    draw_rail(drawing, row + 2, "└", "┴", "┘");
}

void en_garde_draw_large(const struct en_garde_drawing *drawing)
{
    char game_buffer[128], pile_buffer[128];
    struct text game = TEXT_IN(game_buffer), pile = TEXT_IN(pile_buffer);
    words_say(drawing->telling->words, &game, "en-garde.game",
              SAY_NUMBER(drawing->board->touches_to_win));
    unsigned row = en_garde_draw_head(drawing, game.bytes);
    en_garde_draw_score(drawing, row, MARGIN, drawing->canvas->width - MARGIN);
    draw_fencers(drawing, row + 1);
    draw_piste(drawing, row + 1 + BODY_ROWS);
    row = en_garde_draw_hits(drawing, row + 1 + BODY_ROWS + 3, MARGIN);
    en_garde_say_pile(drawing, "en-garde.pile", &pile);
    canvas_write(drawing->canvas, row++, MARGIN, PAINT_NONE, pile.bytes);
    en_garde_draw_last(drawing, row, MARGIN);
}
