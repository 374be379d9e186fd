/* The hill and the trick as text art.
 *
 *     Goats · trick 3/8 · hill 10 +2 cards · Carol to play
 *                                      card        tricks
 *                                  Alice      37 ●      high   1
 *                ,__))>            Bruno      12 ●●     low    0
 *                || ||           > Carol       …               1
 *              ▅▅▅▅▅▅              Dora        …               0
 *              ██████
 *       ▆▆▆▆▆▆▆██████
 *        3     +7    ?     ?
 */
#include "games/goats/goats.h"

#include <string.h>

#include "games/shared/labels.h"
#include "games/shared/names.h"
#include "games/shared/title.h"

enum { NAME_COLUMNS = 10, STAIR_COLUMNS = 6 };

/* The layout of one size, in rows and columns. */
struct layout {
    unsigned hill_left, hill_base; /* column of the first stair, lowest row of the hill */
    unsigned eighths;              /* eighths of a row per point of the hill */
    unsigned seats_left, seats_top;
    bool hill_cards; /* room for the printed hill cards under the numbers */
};

struct drawing {
    const struct goats_board *board;
    const struct telling *telling;
    struct canvas *canvas;
    struct layout layout;
    bool ascii;
};

static const struct layout layouts[] = {
    [PICTURE_WIDE] = {1, 11, 2, 27, 2, true},
    [PICTURE_NARROW] = {6, 7, 1, 0, 9, false},
    [PICTURE_SHORT] = {1, 6, 1, 27, 1, false},
};

static bool in_play(const struct goats_board *board)
{
    return board->step == GOATS_PLAY || board->step == GOATS_HILL;
}

static void say_label(const struct drawing *drawing, const char *key, struct text *out)
{
    words_say_plain(drawing->telling->words, out, key);
}

/* -- The title --------------------------------------------------------------------------------- */

static void say_situation(const void *opaque, unsigned columns, struct text *out)
{
    const struct drawing *drawing = opaque;
    const struct goats_board *board = drawing->board;
    const char *message = board->step == GOATS_PLAY   ? "goats.picture.play"
                          : board->step == GOATS_HILL ? "goats.picture.choose"
                          : board->step == GOATS_END  ? "goats.picture.over"
                                                      : "goats.picture.deal";
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    names_fit(drawing->telling, board->mover, columns, &name);
    words_say(drawing->telling->words, out, message, SAY_TEXT(name.bytes));
}

/* `Goats 2/4 · trick 3/8 · hill 10 +2 cards`. */
static void say_title(const struct drawing *drawing, struct text *out)
{
    const struct goats_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    unsigned left = (unsigned)(GOATS_HILL_STEPS - board->hill.built);
    say_label(drawing, "goats.picture.title", out);
    if (board->series)
        text_add_format(out, " %u/%u", board->round, board->players);
    text_add(out, telling_separator(drawing->telling));
    if (drawing->telling->size == PICTURE_LINE)
        text_add_format(out, "%u/%u", board->trick_number, GOATS_TRICKS);
    else
        words_say(words, out, "goats.picture.trick", SAY_NUMBER(board->trick_number),
                  SAY_NUMBER(GOATS_TRICKS));
    text_add(out, telling_separator(drawing->telling));
    bool is_short =
        drawing->telling->size == PICTURE_LINE || drawing->telling->size == PICTURE_NARROW;
    const char *message = left == 0  ? "goats.picture.limit"
                          : is_short ? "goats.picture.hill.short"
                                     : "goats.picture.hill";
    words_say(words, out, message, SAY_NUMBER(goats_hill_sum(&board->hill)), SAY_NUMBER(left));
}

static void draw_title(const struct drawing *drawing)
{
    char head_buffer[256];
    struct text head = TEXT_IN(head_buffer);
    say_title(drawing, &head);
    title_draw(drawing->telling, drawing->canvas, head.bytes, say_situation, drawing, NAME_COLUMNS);
}

/* -- The hill ---------------------------------------------------------------------------------- */

/* The character for a row of the hill that is filled by `eighths`. */
static const char *slab(unsigned eighths, bool ascii)
{
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    if (eighths > 8)
        eighths = 8;
    if (!ascii)
        return blocks[eighths];
    return eighths > 5 ? "#" : eighths > 2 ? "=" : eighths > 0 ? "_" : " ";
}

static unsigned stair_column(const struct drawing *drawing, unsigned stair)
{
    return drawing->layout.hill_left + stair * STAIR_COLUMNS;
}

static void draw_stair(const struct drawing *drawing, unsigned stair, unsigned height)
{
    unsigned eighths = height * drawing->layout.eighths;
    unsigned row = drawing->layout.hill_base;
    for (; eighths > 0; eighths -= eighths > 8 ? 8 : eighths, row--)
        for (unsigned i = 0; i < STAIR_COLUMNS; i++)
            canvas_write(drawing->canvas, row, stair_column(drawing, stair) + i, PAINT_GREEN,
                         slab(eighths, drawing->ascii));
}

/* Writes a stair's number below it, or the card to choose from. */
static void draw_stair_labels(const struct drawing *drawing, unsigned stair)
{
    const struct goats_hill *hill = &drawing->board->hill;
    unsigned column = stair_column(drawing, stair) + 1, row = drawing->layout.hill_base + 1;
    uint8_t card = hill->cards[stair];
    if (stair < hill->built)
        canvas_format(drawing->canvas, row, column, PAINT_NONE, stair == 0 ? " %u" : "+%u",
                      hill->numbers[stair]);
    else if (stair < hill->turned)
        canvas_format(drawing->canvas, row, column, PAINT_TITLE, "%u/%u?", goats_hill_smaller(card),
                      goats_hill_larger(card));
    else
        canvas_write(drawing->canvas, row, column, PAINT_FAINT, " ?");
    if (drawing->layout.hill_cards && stair < hill->built)
        canvas_format(drawing->canvas, row + 1, column, PAINT_FAINT, "%u/%u",
                      goats_hill_smaller(card), goats_hill_larger(card));
}

/* The goat stands on the last stair that is built, before the first one at the foot of the hill. */
static void draw_goat(const struct drawing *drawing)
{
    static const char *const goat[] = {",__))>", "|| ||"};
    const struct goats_hill *hill = &drawing->board->hill;
    unsigned rows = (goats_hill_sum(hill) * drawing->layout.eighths + 7) / 8;
    unsigned column = stair_column(drawing, hill->built > 0 ? hill->built - 1u : 0);
    unsigned row = drawing->layout.hill_base - rows - 1;
    for (unsigned i = 0; i < 2; i++)
        canvas_write(drawing->canvas, row + i, column, PAINT_YELLOW, goat[i]);
}

static void draw_hill(const struct drawing *drawing)
{
    const struct goats_hill *hill = &drawing->board->hill;
    unsigned height = 0;
    for (unsigned stair = 0; stair < GOATS_HILL_STEPS; stair++) {
        if (stair < hill->built) {
            height += hill->numbers[stair];
            draw_stair(drawing, stair, height);
        }
        draw_stair_labels(drawing, stair);
    }
    draw_goat(drawing);
}

/* -- The seats --------------------------------------------------------------------------------- */

/* Columns in a seat's row; numbers end before them. */
enum { CARD = 13, HEADS = 16, MARK = 22, TRICKS = 29, POINTS = 33, MARK_COLUMNS = 4 };

static void draw_number(const struct drawing *drawing, unsigned row, unsigned end, unsigned number)
{
    canvas_format(drawing->canvas, row, drawing->layout.seats_left + end - 3, PAINT_NONE, "%3u",
                  number);
}

/* Marks the highest card, and the lowest one while it matters, that is, while the hill grows. */
static void draw_mark(const struct drawing *drawing, unsigned row, uint8_t position)
{
    const struct goats_board *board = drawing->board;
    char buffer[64];
    struct text mark = TEXT_IN(buffer);
    if (board->trick.count < 2)
        return;
    if (position == goats_trick_highest(&board->trick))
        label_say(drawing->telling, "goats.picture.high", MARK_COLUMNS, &mark);
    else if (position == goats_trick_lowest(&board->trick) &&
             board->trick_number <= GOATS_HILL_STEPS)
        label_say(drawing->telling, "goats.picture.low", MARK_COLUMNS, &mark);
    canvas_write(drawing->canvas, row, drawing->layout.seats_left + MARK, PAINT_NONE, mark.bytes);
}

static void draw_card(const struct drawing *drawing, unsigned row, uint8_t position)
{
    uint8_t card = drawing->board->trick.cards[position];
    unsigned left = drawing->layout.seats_left;
    canvas_format(drawing->canvas, row, left + CARD, PAINT_TITLE, "%2u", card);
    for (unsigned i = 0; i < goats_heads(card); i++)
        canvas_write(drawing->canvas, row, left + HEADS + i, PAINT_YELLOW,
                     drawing->ascii ? "*" : "●");
    draw_mark(drawing, row, position);
}

static void draw_seat(const struct drawing *drawing, uint8_t seat)
{
    const struct goats_board *board = drawing->board;
    unsigned row = drawing->layout.seats_top + 1u + seat, left = drawing->layout.seats_left;
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    uint8_t position;
    names_fit(drawing->telling, seat, NAME_COLUMNS, &name);
    if (in_play(board) && board->mover == seat)
        canvas_write(drawing->canvas, row, left, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, row, left + 2, paint_of_seat(seat), name.bytes);
    if (trick_position(&board->trick, board->players, seat, &position))
        draw_card(drawing, row, position);
    else if (in_play(board))
        canvas_write(drawing->canvas, row, left + CARD, PAINT_FAINT, drawing->ascii ? " ." : " …");
    draw_number(drawing, row, TRICKS, board->tricks[seat]);
    if (board->series)
        draw_number(drawing, row, POINTS, board->scores[seat]);
}

static void draw_seats(const struct drawing *drawing)
{
    const struct layout *layout = &drawing->layout;
    label_draw_to(drawing->telling, drawing->canvas, layout->seats_top, layout->seats_left + TRICKS,
                  7, "goats.picture.label.tricks");
    if (drawing->board->series)
        label_draw_to(drawing->telling, drawing->canvas, layout->seats_top,
                      layout->seats_left + POINTS, 3, "goats.picture.label.points");
    for (uint8_t seat = 0; seat < drawing->board->players; seat++)
        draw_seat(drawing, seat);
}

/* -- The picture ------------------------------------------------------------------------------- */

static void draw_last(const struct drawing *drawing, unsigned row)
{
    const struct goats_board *board = drawing->board;
    if (board->taker == GAME_SPECTATOR)
        return;
    char name_buffer[64], line_buffer[256];
    struct text name = TEXT_IN(name_buffer), line = TEXT_IN(line_buffer);
    unsigned number = board->trick_number;
    names_fit(drawing->telling, board->taker, NAME_COLUMNS, &name);
    words_say(drawing->telling->words, &line, "goats.picture.last",
              SAY_NUMBER(in_play(board) ? number - 1 : number), SAY_TEXT(name.bytes));
    canvas_write(drawing->canvas, row, 29, PAINT_NONE, line.bytes);
}

/* Adds the cards on the table, or the hill card to choose from. */
static void add_table(const struct drawing *drawing, struct text *out)
{
    const struct goats_board *board = drawing->board;
    if (board->step == GOATS_HILL) {
        uint8_t card = board->hill.cards[board->hill.built];
        text_add_format(out, "%s%u/%u?", telling_separator(drawing->telling),
                        goats_hill_smaller(card), goats_hill_larger(card));
        return;
    }
    for (unsigned i = 0; i < board->trick.count; i++)
        text_add_format(out, "%s%u", i == 0 ? telling_separator(drawing->telling) : " ",
                        board->trick.cards[i]);
}

/* `Goats · 3/8 · hill 10 +2 · 37 12 · Carol to play`. */
static void draw_line(const struct drawing *drawing)
{
    char head_buffer[256];
    struct text head = TEXT_IN(head_buffer);
    say_title(drawing, &head);
    add_table(drawing, &head);
    title_draw(drawing->telling, drawing->canvas, head.bytes, say_situation, drawing, NAME_COLUMNS);
}

void goats_picture(const struct game_view *opaque, const struct telling *telling,
                   struct canvas *canvas)
{
    const struct goats_view *view = OWN(goats, opaque);
    struct drawing drawing = {.board = &view->board,
                              .telling = telling,
                              .canvas = canvas,
                              .ascii = telling_is_ascii(telling)};
    if (telling->size == PICTURE_LINE) {
        draw_line(&drawing);
        return;
    }
    drawing.layout = layouts[telling->size == PICTURE_LARGE ? PICTURE_WIDE : telling->size];
    draw_title(&drawing);
    draw_hill(&drawing);
    draw_seats(&drawing);
    if (telling->size == PICTURE_WIDE)
        draw_last(&drawing, drawing.layout.seats_top + 8);
}
