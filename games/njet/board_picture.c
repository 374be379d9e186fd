/* The board while stones are put: what is ruled out has a ×, what is left is shown as it is typed.
 *
 *       start    1 Alice     ×           3 Carol     4 Dora
 *       discard  0      1      2                   cards put away
 *       trump    red    ×      ×      ×                 the trump
 *       super    ×      black  ×      ×      none   their 1s win
 *       points   ×      ×      3      ×       what a trick counts
 *       type     njet start 3, njet discard 0, njet super none …
 *       points   Alice 0 · Bruno 0 · Carol 0 · Dora 0, Bruno deals
 */
#include "games/njet/drawing.h"
#include "games/shared/flow.h"
#include "games/shared/labels.h"

/* In columns. A framed cell takes three rows. */
struct layout {
    unsigned label, cells, cell_step, name_step;
    bool framed;
};

static const struct layout wide = {2, 11, 7, 12, false};
static const struct layout large = {2, 12, 9, 17, true};

enum { NARROW_TEXT = 9, FRAME = 2, LABEL_COLUMNS = 8 };

const uint8_t njet_rows_shown[NJET_ROWS] = {NJET_ROW_START, NJET_ROW_DISCARD, NJET_ROW_TRUMP,
                                            NJET_ROW_SUPER, NJET_ROW_POINTS};

enum paint njet_paint_of_cell(uint8_t cell)
{
    uint8_t row = njet_row_of(cell);
    if (row == NJET_ROW_START)
        return paint_of_seat((unsigned)cell - njet_rows[row].first);
    return row == NJET_ROW_SUPER || row == NJET_ROW_TRUMP
               ? njet_paint_of_colour(njet_cell_colour(cell))
               : PAINT_NONE;
}

/* Colours are shown in the order red, black, blue, green, none; other cells in their own order. */
static uint8_t place_of(uint8_t cell)
{
    static const uint8_t places[] = {
        [NJET_RED] = 0, [NJET_BLACK] = 1, [NJET_BLUE] = 2, [NJET_GREEN] = 3};
    uint8_t row = njet_row_of(cell);
    if (row != NJET_ROW_SUPER && row != NJET_ROW_TRUMP)
        return (uint8_t)(cell - njet_rows[row].first);
    uint8_t colour = njet_cell_colour(cell);
    return colour == NJET_NO_COLOUR ? 4 : places[colour];
}

/* The cell of a row at a place. */
static uint8_t cell_at(uint8_t row, uint8_t place)
{
    uint8_t cell = njet_rows[row].first;
    while (place_of(cell) != place)
        cell++;
    return cell;
}

/* Says a cell as it is typed; a seat with its name. */
static void say_cell(const struct njet_drawing *drawing, uint8_t cell, unsigned columns,
                     struct text *out)
{
    uint8_t row = njet_row_of(cell);
    if (row == NJET_ROW_START)
        text_add_format(out, "%u ", cell - njet_rows[row].first + 1u);
    njet_say_cell(drawing->telling, cell, columns, out);
}

void njet_say_free_cells(const struct njet_drawing *drawing, uint8_t row, unsigned columns,
                         struct text *out)
{
    unsigned left = 0;
    for (uint8_t place = 0; place < njet_rows[row].count; place++)
        left += drawing->board->stones[cell_at(row, place)] == NJET_FREE;
    for (uint8_t place = 0; place < njet_rows[row].count; place++) {
        uint8_t cell = cell_at(row, place);
        if (drawing->board->stones[cell] != NJET_FREE)
            continue;
        say_cell(drawing, cell, columns, out);
        left--;
        if (left == 1)
            words_say_plain(drawing->telling->words, out, "njet.picture.or");
        else if (left > 1)
            text_add(out, ", ");
    }
}

/* Adds `njet trump red` in the reader's words. */
static void say_move(const struct njet_drawing *drawing, uint8_t cell, struct text *out)
{
    const struct words *words = drawing->telling->words;
    uint8_t row = njet_row_of(cell);
    words_say_plain(words, out, "move.njet");
    text_add(out, " ");
    words_say_plain(words, out, njet_row_message(row));
    text_add(out, " ");
    if (row == NJET_ROW_START)
        text_add_format(out, "%u", cell - njet_rows[row].first + 1u);
    else
        njet_say_cell(drawing->telling, cell, 0, out);
}

void njet_say_examples(const struct njet_drawing *drawing, unsigned room, struct text *out)
{
    const struct njet_board *board = drawing->board;
    unsigned more = 0;
    for (unsigned i = 0; i < NJET_ROWS; i++) {
        uint8_t row = njet_rows_shown[i],
                cell = (uint8_t)(njet_rows[row].first + njet_rows[row].count);
        char buffer[128];
        struct text move = TEXT_IN(buffer);
        if (njet_row_is_decided(board, row))
            continue;
        do
            cell--;
        while (board->stones[cell] != NJET_FREE);
        text_add(&move, out->length > 0 ? ", " : "");
        say_move(drawing, cell, &move);
        if (more == 0 && display_width(out->bytes) + display_width(move.bytes) + 2 <= room)
            text_add(out, move.bytes);
        else
            more++;
    }
    text_add(out, more > 0 ? " …" : "");
}

/* -- The grid ---------------------------------------------------------------------------------- */

static void draw_frame(const struct njet_drawing *drawing, unsigned row, unsigned column,
                       unsigned columns)
{
    static const char *const edges[3][3] = {{"┌", "─", "┐"}, {"│", " ", "│"}, {"└", "─", "┘"}};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned at = 0; at < columns; at++)
            canvas_write(drawing->canvas, row + i - 1, column + at, PAINT_FAINT,
                         edges[i][at == 0            ? 0
                                  : at + 1 < columns ? 1
                                                     : 2]);
}

/* The columns from one cell to the next: those of the layout, or more if a colour is a long word.
 */
static unsigned step_of_cells(const struct njet_drawing *drawing, const struct layout *layout)
{
    const struct njet_row_cells *colours = &njet_rows[NJET_ROW_TRUMP];
    unsigned step = layout->cell_step;
    for (uint8_t cell = colours->first; cell < colours->first + colours->count; cell++) {
        char buffer[128];
        struct text name = TEXT_IN(buffer);
        say_cell(drawing, cell, 0, &name);
        unsigned columns = display_width(name.bytes) + (layout->framed ? FRAME + 1 : 1);
        step = columns > step ? columns : step;
    }
    return step;
}

static void draw_cell(const struct njet_drawing *drawing, const struct layout *layout, unsigned row,
                      uint8_t cell)
{
    bool is_seat = njet_row_of(cell) == NJET_ROW_START;
    unsigned step = is_seat ? layout->name_step : step_of_cells(drawing, layout);
    unsigned column = layout->cells + place_of(cell) * step;
    uint8_t stone = drawing->board->stones[cell];
    if (stone == NJET_COVERED)
        return;
    if (layout->framed) {
        draw_frame(drawing, row, column, step - 1);
        column += is_seat ? FRAME : FRAME - 1;
    }
    if (stone != NJET_FREE) {
        canvas_write(drawing->canvas, row, column + 2 * layout->framed,
                     paint_of_seat((unsigned)stone - NJET_STONE), "×");
        return;
    }
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    say_cell(drawing, cell, layout->framed ? 10 : 9, &name);
    canvas_write(drawing->canvas, row, column, njet_paint_of_cell(cell), name.bytes);
}

static void draw_row(const struct njet_drawing *drawing, const struct layout *layout,
                     unsigned row_of_canvas, uint8_t row)
{
    static const char *const meanings[NJET_ROWS] = {[NJET_ROW_DISCARD] = "njet.picture.discard.is",
                                                    [NJET_ROW_TRUMP] = "njet.picture.trump.is",
                                                    [NJET_ROW_SUPER] = "njet.picture.super.is",
                                                    [NJET_ROW_POINTS] = "njet.picture.points.is"};
    struct njet_row_cells cells = njet_rows[row];
    unsigned count = row == NJET_ROW_START ? drawing->board->players : cells.count;
    label_draw(drawing->telling, drawing->canvas, row_of_canvas, layout->label, LABEL_COLUMNS,
               njet_row_message(row));
    for (uint8_t cell = cells.first; cell < cells.first + count; cell++)
        draw_cell(drawing, layout, row_of_canvas, cell);
    if (meanings[row] != NULL)
        label_draw_to(drawing->telling, drawing->canvas, row_of_canvas, drawing->canvas->width, 22,
                      meanings[row]);
}

/* `Alice 0 · Bruno 0 · Carol 0 · Dora 0, Bruno deals`. */
static void say_points(const void *opaque, unsigned columns, struct text *out)
{
    const struct njet_drawing *drawing = opaque;
    const struct njet_board *board = drawing->board;
    char list_buffer[256], dealer_buffer[64];
    struct text list = TEXT_IN(list_buffer), dealer = TEXT_IN(dealer_buffer);
    for (uint8_t seat = 0; seat < board->players; seat++) {
        text_separate(&list, telling_separator(drawing->telling));
        names_fit(drawing->telling, seat, columns, &list);
        text_add_format(&list, " %u", board->scores[seat]);
    }
    names_fit(drawing->telling, board->dealer, columns, &dealer);
    words_say(drawing->telling->words, out, "njet.picture.points", SAY_TEXT(list.bytes),
              SAY_TEXT(dealer.bytes));
}

static void say_scores(const void *opaque, unsigned columns, struct text *out)
{
    const struct njet_drawing *drawing = opaque;
    for (uint8_t seat = 0; seat < drawing->board->players; seat++) {
        text_separate(out, ", ");
        names_fit(drawing->telling, seat, columns, out);
        text_add_format(out, " %u", drawing->board->scores[seat]);
    }
}

/* Draws the points, and who deals where there is room. */
static void draw_scores(const struct njet_drawing *drawing, unsigned row, unsigned column)
{
    char buffer[NJET_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    unsigned room = drawing->canvas->width - column;
    names_say_within(say_points, drawing, room, &line);
    if (display_width(line.bytes) <= room)
        canvas_write(drawing->canvas, row, column, PAINT_NONE, line.bytes);
    else
        njet_draw_fitted(drawing, row, column, say_scores);
}

static void draw_grid(const struct njet_drawing *drawing, const struct layout *layout, unsigned row)
{
    unsigned rows = layout->framed ? 3 : 1;
    for (unsigned i = 0; i < NJET_ROWS; i++, row += rows)
        draw_row(drawing, layout, row + rows / 2, njet_rows_shown[i]);
    char buffer[NJET_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    label_draw(drawing->telling, drawing->canvas, row, layout->label, LABEL_COLUMNS,
               "njet.picture.type");
    njet_say_examples(drawing, drawing->canvas->width - layout->cells - 2, &line);
    canvas_write(drawing->canvas, row++, layout->cells, PAINT_NONE, line.bytes);
    label_draw(drawing->telling, drawing->canvas, row, layout->label, LABEL_COLUMNS,
               "njet.picture.score");
    draw_scores(drawing, row, layout->cells);
}

/* -- As a list --------------------------------------------------------------------------------- */

static struct flow list_flow(const struct njet_drawing *drawing, unsigned row)
{
    return (struct flow){.canvas = drawing->canvas,
                         .width = drawing->canvas->width,
                         .left = NARROW_TEXT,
                         .row = row,
                         .column = NARROW_TEXT};
}

static unsigned name_columns(const struct njet_drawing *drawing)
{
    return drawing->telling->size == PICTURE_NARROW ? 7 : 8;
}

/* Who may still begin. A name stays with its number. */
static unsigned draw_starters(const struct njet_drawing *drawing, unsigned row)
{
    struct flow flow = list_flow(drawing, row);
    uint8_t first = njet_rows[NJET_ROW_START].first;
    label_draw(drawing->telling, drawing->canvas, row, 0, LABEL_COLUMNS,
               njet_row_message(NJET_ROW_START));
    for (uint8_t cell = first; cell < first + drawing->board->players; cell++) {
        char buffer[128];
        struct text item = TEXT_IN(buffer);
        if (drawing->board->stones[cell] != NJET_FREE)
            continue;
        say_cell(drawing, cell, name_columns(drawing), &item);
        flow_add(&flow, ", ", PAINT_NONE, item.bytes);
    }
    return flow.row + 1;
}

static void draw_score_list(const struct njet_drawing *drawing, unsigned row)
{
    struct flow flow = list_flow(drawing, row);
    label_draw(drawing->telling, drawing->canvas, row, 0, LABEL_COLUMNS, "njet.picture.score");
    for (uint8_t seat = 0; seat < drawing->board->players; seat++) {
        char buffer[128];
        struct text item = TEXT_IN(buffer);
        names_fit(drawing->telling, seat, name_columns(drawing), &item);
        text_add_format(&item, " %u", drawing->board->scores[seat]);
        flow_add(&flow, ", ", PAINT_NONE, item.bytes);
    }
}

static unsigned draw_list_row(const struct njet_drawing *drawing, unsigned row, uint8_t board_row)
{
    static const char *const messages[NJET_ROWS] = {[NJET_ROW_DISCARD] =
                                                        "njet.picture.discard.list",
                                                    [NJET_ROW_TRUMP] = "njet.picture.trump.list",
                                                    [NJET_ROW_SUPER] = "njet.picture.super.list",
                                                    [NJET_ROW_POINTS] = "njet.picture.points.list"};
    char cells_buffer[256], buffer[NJET_TEXT_MAX];
    struct text cells = TEXT_IN(cells_buffer), line = TEXT_IN(buffer);
    njet_say_free_cells(drawing, board_row, name_columns(drawing), &cells);
    words_say(drawing->telling->words, &line, messages[board_row], SAY_TEXT(cells.bytes));
    label_draw(drawing->telling, drawing->canvas, row, 0, LABEL_COLUMNS,
               njet_row_message(board_row));
    return njet_draw_wrapped(drawing, row, NARROW_TEXT, line.bytes);
}

static void draw_list(const struct njet_drawing *drawing, unsigned row)
{
    row = draw_starters(drawing, row);
    for (unsigned i = 1; i < NJET_ROWS; i++)
        row = draw_list_row(drawing, row, njet_rows_shown[i]);
    draw_score_list(drawing, row);
}

void njet_draw_board(const struct njet_drawing *drawing, unsigned row)
{
    if (drawing->telling->size == PICTURE_WIDE)
        draw_grid(drawing, &wide, row);
    else if (drawing->telling->size == PICTURE_LARGE)
        draw_grid(drawing, &large, row);
    else
        draw_list(drawing, row);
}
