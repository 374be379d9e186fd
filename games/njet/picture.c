/* The board of rows and the trick as text art.
 *
 *     Njet! 2/8 · stone 9/15 · Dora to say no
 *      start    Alice     ×         Carol     ×
 *      discard  0         1         ×
 *      trump    red       ×         blue      ×
 *      super    ×         black     ×         green     none
 *      points   1         ×         3         4
 *
 *                   card       team   tricks  booty  points
 *      1 Alice      r7  best   A           2      1      24
 *     >2 Bruno      …          B           1      0      15
 */
#include "games/njet/njet.h"
#include "games/shared/labels.h"
#include "games/shared/names.h"
#include "games/shared/title.h"

enum { NAME_COLUMNS = 10, TITLE_MAX = 512 };

/* The layout of one size, in rows and columns. A column 0 for `mark` or numbers: there is no
 * room. */
struct layout {
    unsigned label, cells, cell_step, name_step; /* columns of the board */
    unsigned board_top, seats_top;               /* rows */
    unsigned card, mark, team, tricks, booty, points;
};

struct drawing {
    const struct njet_board *board;
    const struct telling *telling;
    struct canvas *canvas;
    struct layout layout;
    bool ascii;
};

static const struct layout wide = {1, 10, 10, 10, 2, 8, 14, 18, 25, 38, 46, 54};
static const struct layout narrow = {0, 8, 6, 7, 2, 8, 13, 0, 17, 25, 29, 36};
static const struct layout short_board = {1, 10, 10, 10, 1, 6, 0, 0, 0, 0, 0, 0};
static const struct layout short_tricks = {0, 0, 0, 0, 1, 2, 14, 18, 25, 38, 46, 54};

static const uint8_t rows_shown[NJET_ROWS] = {NJET_ROW_START, NJET_ROW_DISCARD, NJET_ROW_TRUMP,
                                              NJET_ROW_SUPER, NJET_ROW_POINTS};

static bool in_play(const struct njet_board *board)
{
    return njet_actors(board) != 0;
}

/* Whether all conditions are decided. */
static bool has_conditions(const struct njet_board *board)
{
    return board->round > 0 && board->stones_left == 0;
}

/* -- The title --------------------------------------------------------------------------------- */

static void say_situation(const void *opaque, unsigned columns, struct text *out)
{
    const struct drawing *drawing = opaque;
    static const char *const messages[] = {[NJET_DEAL] = "njet.picture.deal",
                                           [NJET_STONES] = "njet.picture.njet",
                                           [NJET_CHOOSE_PARTNER] = "njet.picture.partner",
                                           [NJET_DISCARDING] = "njet.picture.discard",
                                           [NJET_TRICKS] = "njet.picture.play",
                                           [NJET_END] = "njet.picture.over"};
    const struct njet_board *board = drawing->board;
    seat_set actors = njet_actors(board);
    char names_buffer[256];
    struct text names = TEXT_IN(names_buffer);
    if (__builtin_popcount(actors) > 2)
        text_add_number(&names, __builtin_popcount(actors));
    else
        names_join_fitted(drawing->telling, actors, columns, ", ", &names);
    words_say(drawing->telling->words, out, messages[board->step], SAY_TEXT(names.bytes));
}

/* Says how far the round is: `stone 9/15`. */
static void say_stage(const struct drawing *drawing, struct text *out)
{
    const struct njet_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    unsigned stones = board->players == 3 ? 14 : 15;
    switch (board->step) {
    case NJET_STONES:
        words_say(words, out, "njet.picture.stone", SAY_NUMBER(stones - board->stones_left + 1),
                  SAY_NUMBER(stones));
        break;
    case NJET_DISCARDING:
        words_say(words, out, "njet.picture.discards", SAY_NUMBER(njet_discard_count(board)));
        break;
    case NJET_TRICKS:
        words_say(words, out, "njet.picture.trick", SAY_NUMBER(board->trick_number),
                  SAY_NUMBER(njet_trick_count(board)));
        break;
    default:
        break;
    }
}

static void say_head(const struct drawing *drawing, struct text *out)
{
    char stage_buffer[128];
    struct text stage = TEXT_IN(stage_buffer);
    words_say(drawing->telling->words, out, "njet.picture.title", SAY_NUMBER(drawing->board->round),
              SAY_NUMBER(drawing->board->rounds));
    say_stage(drawing, &stage);
    if (stage.length == 0)
        return;
    text_add(out, telling_separator(drawing->telling));
    text_add(out, stage.bytes);
}

static void draw_title(const struct drawing *drawing)
{
    char head_buffer[TITLE_MAX];
    struct text head = TEXT_IN(head_buffer);
    say_head(drawing, &head);
    title_draw(drawing->telling, drawing->canvas, head.bytes, say_situation, drawing, NAME_COLUMNS);
}

/* -- The board --------------------------------------------------------------------------------- */

static enum paint colour_paint(uint8_t cell)
{
    static const enum paint paints[] = {[NJET_BLUE] = PAINT_BLUE,
                                        [NJET_GREEN] = PAINT_GREEN,
                                        [NJET_BLACK] = PAINT_GREY,
                                        [NJET_RED] = PAINT_RED};
    uint8_t row = njet_row_of(cell);
    if (row == NJET_ROW_START)
        return paint_of_seat((unsigned)cell - njet_rows[row].first);
    if (row != NJET_ROW_SUPER && row != NJET_ROW_TRUMP)
        return PAINT_NONE;
    uint8_t colour = njet_cell_colour(cell);
    return colour == NJET_NO_COLOUR ? PAINT_NONE : paints[colour];
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

static void draw_cell(const struct drawing *drawing, unsigned row, uint8_t cell)
{
    const struct layout *layout = &drawing->layout;
    unsigned step = njet_row_of(cell) == NJET_ROW_START ? layout->name_step : layout->cell_step;
    unsigned column = layout->cells + place_of(cell) * step;
    uint8_t stone = drawing->board->stones[cell];
    char name_buffer[128], fitted_buffer[128];
    struct text name = TEXT_IN(name_buffer), fitted = TEXT_IN(fitted_buffer);
    if (stone == NJET_COVERED)
        return;
    if (stone != NJET_FREE) {
        canvas_write(drawing->canvas, row, column, paint_of_seat((unsigned)stone - NJET_STONE),
                     drawing->ascii ? "x" : "×");
        return;
    }
    njet_say_cell(drawing->telling, cell, NAME_COLUMNS, &name);
    display_fit(name.bytes, step - 1, drawing->ascii, &fitted);
    canvas_write(drawing->canvas, row, column, colour_paint(cell), fitted.bytes);
}

static bool is_cell_of_game(const struct drawing *drawing, uint8_t cell)
{
    return njet_row_of(cell) != NJET_ROW_START ||
           cell - njet_rows[NJET_ROW_START].first < drawing->board->players;
}

static void draw_board(const struct drawing *drawing)
{
    const struct layout *layout = &drawing->layout;
    for (unsigned i = 0; i < NJET_ROWS; i++) {
        uint8_t row = rows_shown[i];
        label_draw(drawing->telling, drawing->canvas, layout->board_top + i, layout->label,
                   layout->cells - layout->label - 1, njet_row_message(row));
        for (uint8_t cell = njet_rows[row].first;
             cell < njet_rows[row].first + njet_rows[row].count; cell++)
            if (is_cell_of_game(drawing, cell))
                draw_cell(drawing, layout->board_top + i, cell);
    }
}

/* `trump red · super none · discard 1 · points 3`. */
static void say_conditions(const struct drawing *drawing, struct text *out)
{
    static const uint8_t rows[] = {NJET_ROW_TRUMP, NJET_ROW_SUPER, NJET_ROW_DISCARD,
                                   NJET_ROW_POINTS};
    for (unsigned i = 0; i < sizeof rows; i++) {
        text_separate(out, telling_separator(drawing->telling));
        words_say_plain(drawing->telling->words, out, njet_row_message(rows[i]));
        text_add(out, " ");
        njet_say_cell(drawing->telling, njet_free_cell(drawing->board, rows[i]), NAME_COLUMNS, out);
    }
}

/* -- The seats --------------------------------------------------------------------------------- */

/* Draws a label over the column of numbers that ends at `end`. */
static void draw_label(const struct drawing *drawing, unsigned end, unsigned columns,
                       const char *key)
{
    label_draw_to(drawing->telling, drawing->canvas, drawing->layout.seats_top, end, columns, key);
}

static void draw_labels(const struct drawing *drawing)
{
    const struct layout *layout = &drawing->layout;
    bool is_narrow = drawing->telling->size == PICTURE_NARROW;
    draw_label(drawing, layout->tricks, is_narrow ? 3 : 7,
               is_narrow ? "njet.picture.label.tricks.narrow" : "njet.picture.label.tricks");
    draw_label(drawing, layout->booty, is_narrow ? 3 : 7,
               is_narrow ? "njet.picture.label.booty.narrow" : "njet.picture.label.booty");
    draw_label(drawing, layout->points, is_narrow ? 6 : 7, "njet.picture.label.points");
    if (drawing->board->team != 0)
        label_draw(drawing->telling, drawing->canvas, layout->seats_top, layout->team, 4,
                   "njet.picture.label.team");
}

/* Team A is the start player's. A seat that plays alone scores twice. */
static void draw_team(const struct drawing *drawing, unsigned row, uint8_t seat)
{
    const struct njet_board *board = drawing->board;
    if (board->team == 0)
        return;
    bool alone = njet_alone(board->players, board->team) & SEAT_BIT(seat);
    canvas_format(drawing->canvas, row, drawing->layout.team, PAINT_NONE, "%c%s",
                  board->team & SEAT_BIT(seat) ? 'A' : 'B',
                  !alone           ? ""
                  : drawing->ascii ? " x2"
                                   : " ×2");
}

static void draw_card(const struct drawing *drawing, unsigned row, uint8_t seat)
{
    static const enum paint paints[] = {[NJET_BLUE] = PAINT_BLUE,
                                        [NJET_GREEN] = PAINT_GREEN,
                                        [NJET_BLACK] = PAINT_GREY,
                                        [NJET_RED] = PAINT_RED};
    const struct njet_board *board = drawing->board;
    const struct layout *layout = &drawing->layout;
    uint8_t position;
    if (!trick_position(&board->trick, board->players, seat, &position)) {
        canvas_write(drawing->canvas, row, layout->card, PAINT_FAINT, drawing->ascii ? "." : "…");
        return;
    }
    char card_buffer[8], mark_buffer[32];
    struct text card = TEXT_IN(card_buffer), mark = TEXT_IN(mark_buffer);
    uint8_t code = board->trick.cards[position];
    njet_print_card(code, &card);
    canvas_write(drawing->canvas, row, layout->card, paints[njet_colour(code)], card.bytes);
    if (layout->mark == 0 || board->trick.count < 2 || njet_trick_winner(board) != position)
        return;
    label_say(drawing->telling, "njet.picture.best", 5, &mark);
    canvas_write(drawing->canvas, row, layout->mark, PAINT_NONE, mark.bytes);
}

static void draw_done(const struct drawing *drawing, unsigned row)
{
    canvas_write(drawing->canvas, row, drawing->layout.card, PAINT_FAINT,
                 drawing->ascii ? "ok" : "✓");
}

static void draw_number(const struct drawing *drawing, unsigned row, unsigned end, unsigned number)
{
    canvas_format(drawing->canvas, row, end - 3, PAINT_NONE, "%3u", number);
}

/* Draws a name with the seat's number, which is needed to type `partner 3` and `njet start 3`. */
static void draw_name(const struct drawing *drawing, unsigned row, unsigned column, uint8_t seat,
                      unsigned columns)
{
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    names_fit(drawing->telling, seat, columns, &name);
    if (njet_actors(drawing->board) & SEAT_BIT(seat))
        canvas_write(drawing->canvas, row, column, PAINT_TITLE, ">");
    canvas_format(drawing->canvas, row, column + 1, PAINT_FAINT, "%u", seat + 1u);
    canvas_write(drawing->canvas, row, column + 3, paint_of_seat(seat), name.bytes);
}

static void draw_seat(const struct drawing *drawing, uint8_t seat)
{
    const struct njet_board *board = drawing->board;
    const struct layout *layout = &drawing->layout;
    unsigned row = layout->seats_top + 1u + seat;
    draw_name(drawing, row, 0, seat,
              drawing->telling->size == PICTURE_NARROW ? NAME_COLUMNS - 1 : NAME_COLUMNS);
    if (board->step == NJET_TRICKS)
        draw_card(drawing, row, seat);
    else if (board->discarded & SEAT_BIT(seat))
        draw_done(drawing, row);
    draw_team(drawing, row, seat);
    draw_number(drawing, row, layout->tricks, board->tricks[seat]);
    draw_number(drawing, row, layout->booty, board->booty[seat]);
    draw_number(drawing, row, layout->points, board->scores[seat]);
}

static void draw_seats(const struct drawing *drawing)
{
    draw_labels(drawing);
    for (uint8_t seat = 0; seat < drawing->board->players; seat++)
        draw_seat(drawing, seat);
}

/* Draws names and points in one row, below the short board. */
static void draw_points(const struct drawing *drawing, unsigned row)
{
    for (uint8_t seat = 0; seat < drawing->board->players; seat++) {
        draw_name(drawing, row, seat * 15u, seat, 8);
        canvas_format(drawing->canvas, row, seat * 15u + 11, PAINT_NONE, "%3u",
                      drawing->board->scores[seat]);
    }
}

/* -- The picture ------------------------------------------------------------------------------- */

static void draw_last(const struct drawing *drawing, unsigned row)
{
    const struct njet_board *board = drawing->board;
    if (board->taker == GAME_SPECTATOR)
        return;
    char name_buffer[64], line_buffer[256];
    struct text name = TEXT_IN(name_buffer), line = TEXT_IN(line_buffer);
    names_fit(drawing->telling, board->taker, NAME_COLUMNS, &name);
    words_say(drawing->telling->words, &line, "njet.picture.last",
              SAY_NUMBER(in_play(board) ? board->trick_number - 1 : board->trick_number),
              SAY_TEXT(name.bytes));
    canvas_write(drawing->canvas, row, 2, PAINT_NONE, line.bytes);
}

/* Adds the letter of a cell's colour, as on its cards. */
static void add_colour_letter(uint8_t cell, struct text *out)
{
    static const char letters[] = {
        [NJET_BLUE] = 'b', [NJET_GREEN] = 'g', [NJET_BLACK] = 'k', [NJET_RED] = 'r'};
    uint8_t colour = njet_cell_colour(cell);
    text_add_char(out, colour == NJET_NO_COLOUR ? '-' : letters[colour]);
}

/* `Njet! 2/8 · trick 3/9 · r/k ×3 · r5 r1 · Dora to play`; `r/k ×3` is trump, super and points. */
static void draw_line(const struct drawing *drawing)
{
    const struct njet_board *board = drawing->board;
    char head_buffer[TITLE_MAX];
    struct text head = TEXT_IN(head_buffer);
    say_head(drawing, &head);
    if (has_conditions(board)) {
        text_add(&head, telling_separator(drawing->telling));
        add_colour_letter(njet_free_cell(board, NJET_ROW_TRUMP), &head);
        text_add_char(&head, '/');
        add_colour_letter(njet_free_cell(board, NJET_ROW_SUPER), &head);
        text_add_format(&head, drawing->ascii ? " x%u" : " ×%u", njet_points(board));
    }
    for (unsigned i = 0; i < board->trick.count; i++) {
        text_add(&head, i == 0 ? telling_separator(drawing->telling) : " ");
        njet_print_card(board->trick.cards[i], &head);
    }
    title_draw(drawing->telling, drawing->canvas, head.bytes, say_situation, drawing, NAME_COLUMNS);
}

static void draw_short(struct drawing *drawing)
{
    draw_title(drawing);
    if (!has_conditions(drawing->board)) {
        drawing->layout = short_board;
        draw_board(drawing);
        draw_points(drawing, drawing->layout.seats_top + 1);
        return;
    }
    char conditions_buffer[TITLE_MAX];
    struct text conditions = TEXT_IN(conditions_buffer);
    drawing->layout = short_tricks;
    say_conditions(drawing, &conditions);
    canvas_write(drawing->canvas, 1, 2, PAINT_NONE, conditions.bytes);
    draw_seats(drawing);
    draw_last(drawing, drawing->layout.seats_top + 5);
}

void njet_picture(const struct game_view *opaque, const struct telling *telling,
                  struct canvas *canvas)
{
    const struct njet_view *view = OWN(njet, opaque);
    struct drawing drawing = {.board = &view->board,
                              .telling = telling,
                              .canvas = canvas,
                              .layout = telling->size == PICTURE_NARROW ? narrow : wide,
                              .ascii = telling_is_ascii(telling)};
    switch (telling->size) {
    case PICTURE_LINE:
        draw_line(&drawing);
        return;
    case PICTURE_SHORT:
        draw_short(&drawing);
        return;
    default:
        draw_title(&drawing);
        draw_board(&drawing);
        draw_seats(&drawing);
        draw_last(&drawing, drawing.layout.seats_top + 6);
    }
}
