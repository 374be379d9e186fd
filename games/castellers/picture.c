/* The castles as text art, pawn upon pawn. A check mark after a castle's number means that it is
 * valid.
 *
 *     Castellers · bag 31 (white 6) · Alice: action 2 of 2
 *     >Alice        5         r6
 *      17: b2 r5 w4 w6     w4 r5        g2 w3
 *                        1✓r1 r2      2 g1 g2
 *
 * At most 66 pawns are to be drawn. When they don't fit, the picture gets less detailed step by
 * step: reserves are abbreviated (`b246 r5`); castles lie on their side, column by column
 * (`1✓ r1-w4 r2-r5-r6`); castles are abbreviated (`1✓r1w4|256`); only the number of pawns per level
 * is shown (`1✓r2+2+1`); only the number of pawns per castle is shown (`1✓r5`).
 */
#include <string.h>

#include "games/castellers/castellers.h"
#include "games/shared/names.h"

enum {
    NAME_COLUMNS = 10,
    POINTS_END = 15, /* the column after the points */
    CELL = 3,        /* columns per pawn of a standing castle */
    NEVER = 255      /* rows of castles that don't fit */
};

enum detail { STANDING, STANDING_TIGHT, LYING, SHORT, BY_LEVEL, BY_CASTLE };

struct drawing {
    const struct castellers_board *board;
    const struct telling *telling;
    struct canvas *canvas;
    unsigned width, rows, top; /* how many rows are below the title, and the first of them */
    unsigned margin;           /* standing castles are right of it; 0: they are below the reserve */
    enum detail detail;
    bool ascii;
    bool measuring; /* only counts rows, writes nothing */
    struct castellers_score scores[CASTELLERS_SEATS];
};

static enum paint paint_of_pawn(unsigned pawn)
{
    static const enum paint paints[CASTELLERS_COLOURS] = {[CASTELLERS_BLUE] = PAINT_BLUE,
                                                          [CASTELLERS_GREEN] = PAINT_GREEN,
                                                          [CASTELLERS_PINK] = PAINT_PINK,
                                                          [CASTELLERS_RED] = PAINT_RED};
    return paints[castellers_colour(pawn)];
}

/* -- The title --------------------------------------------------------------------------------- */

static void say_winners(const struct drawing *drawing, unsigned columns, struct text *out)
{
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    struct game_result result;
    castellers_standing(drawing->board, &result);
    unsigned count = (unsigned)__builtin_popcount(result.winners);
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        if (!(result.winners & SEAT_BIT(seat)))
            continue;
        text_separate(&names, ", ");
        names_fit(drawing->telling, seat, count > 1 ? (columns + 1) / 2 : columns, &names);
    }
    words_say(drawing->telling->words, out, "castellers.picture.won", SAY_TEXT(names.bytes),
              SAY_NUMBER(count));
}

static void say_situation(const struct drawing *drawing, unsigned columns, struct text *out)
{
    static const char *const messages[] = {[CASTELLERS_DEAL] = "castellers.picture.deal",
                                           [CASTELLERS_TURN] = "castellers.picture.turn",
                                           [CASTELLERS_FALL] = "castellers.picture.fall",
                                           [CASTELLERS_GIVE] = "castellers.picture.give",
                                           [CASTELLERS_PLACE] = "castellers.picture.place"};
    const struct castellers_board *board = drawing->board;
    char name_buffer[128], pawn_buffer[4];
    struct text name = TEXT_IN(name_buffer), pawn = TEXT_IN(pawn_buffer);
    if (board->step == CASTELLERS_END) {
        say_winners(drawing, columns, out);
        return;
    }
    names_fit(drawing->telling, board->mover, columns, &name);
    castellers_print_pawn(board->swapped, &pawn);
    words_say(drawing->telling->words, out, messages[board->step], SAY_TEXT(name.bytes),
              SAY_TEXT(pawn.bytes), SAY_NUMBER(board->actions + 1), SAY_NUMBER(CASTELLERS_ACTIONS),
              SAY_NUMBER(board->given), SAY_NUMBER(castellers_value(board->swapped)));
}

static void say_title(const struct drawing *drawing, bool whites, struct text *out)
{
    words_say_plain(drawing->telling->words, out, "castellers.picture.title");
    text_add(out, telling_separator(drawing->telling));
    words_say(drawing->telling->words, out,
              whites ? "castellers.picture.bag" : "castellers.picture.bag-only",
              SAY_NUMBER(drawing->board->bag_left),
              SAY_NUMBER(castellers_whites_left(drawing->board)));
}

static void draw_title(const struct drawing *drawing)
{
    char buffer[512];
    struct text title = TEXT_IN(buffer);
    if (drawing->telling->size == PICTURE_NARROW) {
        say_title(drawing, true, &title);
        canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, title.bytes);
        for (unsigned columns = NAME_COLUMNS; columns > 0; columns--) {
            text_clear(&title);
            say_situation(drawing, columns, &title);
            if (display_width(title.bytes) <= drawing->width)
                break;
        }
        canvas_write(drawing->canvas, 1, 0, PAINT_TITLE, title.bytes);
        return;
    }
    for (unsigned columns = NAME_COLUMNS; columns > 0; columns--) {
        text_clear(&title);
        say_title(drawing, columns > 1, &title);
        text_add(&title, telling_separator(drawing->telling));
        say_situation(drawing, columns, &title);
        if (display_width(title.bytes) <= drawing->width)
            break;
    }
    canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, title.bytes);
}

/* -- Text that flows over several rows --------------------------------------------------------- */

struct flow {
    const struct drawing *drawing;
    unsigned row, column, left, right;
};

static void flow_put(struct flow *flow, enum paint paint, const char *text)
{
    unsigned width = display_width(text);
    if (flow->column > flow->left && flow->column + width > flow->right) {
        flow->row++;
        flow->column = flow->left;
    }
    if (!flow->drawing->measuring)
        canvas_write(flow->drawing->canvas, flow->row, flow->column, paint, text);
    flow->column += width + 1;
}

/* `b2 r5 w4 w6` */
static void put_pawns(struct flow *flow, const uint8_t *reserve)
{
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++) {
        char buffer[4];
        struct text text = TEXT_IN(buffer);
        castellers_print_pawn((uint8_t)pawn, &text);
        for (unsigned i = 0; i < reserve[pawn]; i++)
            flow_put(flow, paint_of_pawn(pawn), text.bytes);
    }
}

/* `b134 g22`: the values by colour. */
static void put_values(struct flow *flow, const uint8_t *reserve)
{
    for (unsigned colour = 0; colour < CASTELLERS_COLOURS; colour++) {
        char buffer[CASTELLERS_PAWNS];
        struct text text = TEXT_IN(buffer);
        text_add_char(&text, castellers_letters[colour]);
        for (unsigned value = 1; value <= CASTELLERS_VALUES; value++) {
            unsigned count = reserve[castellers_pawn(colour, value)];
            for (unsigned i = 0; i < count; i++)
                text_add_number(&text, value);
        }
        if (text.length > 1)
            flow_put(flow, paint_of_pawn(castellers_pawn(colour, 1)), text.bytes);
    }
}

/* `17: b2 r5 w4 w6` (the sum, then the pawns), or `4=17:` (only their number and the sum). */
static void put_reserve(struct flow *flow, unsigned seat)
{
    const struct castellers_board *board = flow->drawing->board;
    unsigned size = castellers_reserve_size(board, (uint8_t)seat);
    char buffer[32];
    struct text text = TEXT_IN(buffer);
    if (flow->drawing->detail >= BY_LEVEL)
        text_add_format(&text, "%u=", size);
    text_add_format(&text, "%u:", castellers_reserve_sum(board, (uint8_t)seat));
    flow_put(flow, PAINT_FAINT, text.bytes);
    if (flow->drawing->detail == STANDING || flow->drawing->detail == LYING)
        put_pawns(flow, board->reserves[seat]);
    else if (flow->drawing->detail <= SHORT)
        put_values(flow, board->reserves[seat]);
}

/* -- Castles ----------------------------------------------------------------------------------- */

static void add_label(const struct drawing *drawing, const struct castellers_castle *castle,
                      struct text *out)
{
    text_add_number(out, castle->number);
    if (castellers_is_valid(castle))
        text_add(out, drawing->ascii ? "*" : "✓");
    else if (drawing->detail <= STANDING_TIGHT)
        text_add_char(out, ' ');
    else
        text_add_char(out, ':');
}

static unsigned standing_width(const struct drawing *drawing,
                               const struct castellers_castle *castle)
{
    char buffer[16];
    struct text label = TEXT_IN(buffer);
    add_label(drawing, castle, &label);
    return display_width(label.bytes) + castle->width * CELL;
}

static void stand(const struct drawing *drawing, const struct castellers_castle *castle,
                  unsigned ground, unsigned column)
{
    char buffer[16];
    struct text text = TEXT_IN(buffer);
    add_label(drawing, castle, &text);
    column = canvas_write(drawing->canvas, ground, column, PAINT_TITLE, text.bytes);
    for (unsigned i = 0; i < castle->width; i++) {
        unsigned height = castellers_column_height(&castle->columns[i]);
        for (unsigned level = 1; level <= height; level++) {
            uint8_t pawn = castellers_pawn_at(castle, i, level);
            text_clear(&text);
            castellers_print_pawn(pawn, &text);
            canvas_write(drawing->canvas, ground + 1 - level, column + i * CELL,
                         paint_of_pawn(pawn), text.bytes);
        }
    }
}

/* A band is as many castles of one player as fit side by side. Returns the index after its last
 * castle. */
static unsigned band_end(const struct drawing *drawing, unsigned from, unsigned width,
                         unsigned *height)
{
    const struct castellers_castle *castles = drawing->board->castles;
    unsigned used = 0, i = from;
    *height = 0;
    for (; i < drawing->board->castle_count && castles[i].owner == castles[from].owner; i++) {
        unsigned wide = standing_width(drawing, &castles[i]);
        if (used + wide - 1 > width)
            break;
        used += wide + 1;
        if (castellers_levels(&castles[i]) > *height)
            *height = castellers_levels(&castles[i]);
    }
    return i;
}

static unsigned first_castle(const struct castellers_board *board, unsigned seat)
{
    unsigned i = 0;
    while (i < board->castle_count && board->castles[i].owner < seat)
        i++;
    return i;
}

/* The rows that the standing castles take; NEVER if one of them is too wide. */
static unsigned stand_all(const struct drawing *drawing, unsigned seat, unsigned row)
{
    const struct castellers_board *board = drawing->board;
    unsigned rows = 0, height, left = drawing->margin > 0 ? drawing->margin : 1;
    for (unsigned i = first_castle(board, seat);
         i < board->castle_count && board->castles[i].owner == seat;) {
        unsigned end = band_end(drawing, i, drawing->width - left, &height);
        if (end == i)
            return NEVER;
        rows += height;
        for (unsigned column = left; i < end; i++) {
            if (!drawing->measuring)
                stand(drawing, &board->castles[i], row + rows - 1, column);
            column += standing_width(drawing, &board->castles[i]) + 1;
        }
    }
    return rows;
}

static void add_column(const struct castellers_castle *castle, unsigned column, struct text *out)
{
    unsigned height = castellers_column_height(&castle->columns[column]);
    for (unsigned level = 1; level <= height; level++) {
        if (level > 1)
            text_add_char(out, '-');
        castellers_print_pawn(castellers_pawn_at(castle, column, level), out);
    }
}

static void put_lying(struct flow *flow, const struct castellers_castle *castle)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    add_label(flow->drawing, castle, &text);
    enum paint paint = paint_of_pawn(castellers_pawn(castle->colour, 1));
    for (unsigned column = 0; column < castle->width; column++) {
        text_separate(&text, " ");
        add_column(castle, column, &text);
        flow_put(flow, paint, text.bytes);
        text_clear(&text);
    }
}

/* `1✓r1w4|256`: the colour is written once, and white pawns are marked. */
static void add_short(const struct castellers_castle *castle, struct text *out)
{
    text_add_char(out, castellers_letters[castle->colour]);
    for (unsigned column = 0; column < castle->width; column++) {
        if (column > 0)
            text_add_char(out, '|');
        unsigned height = castellers_column_height(&castle->columns[column]);
        for (unsigned level = 1; level <= height; level++) {
            uint8_t pawn = castellers_pawn_at(castle, column, level);
            if (castellers_colour(pawn) != castle->colour)
                text_add_char(out, castellers_letters[CASTELLERS_WHITE]);
            text_add_number(out, castellers_value(pawn));
        }
    }
}

static void add_levels(const struct castellers_castle *castle, struct text *out)
{
    text_add_char(out, castellers_letters[castle->colour]);
    for (unsigned level = 1; level <= castellers_levels(castle); level++) {
        if (level > 1)
            text_add_char(out, '+');
        text_add_number(out, castellers_level_pawns(castle, level));
    }
}

static void put_castle(struct flow *flow, const struct castellers_castle *castle)
{
    char buffer[3 * CASTELLERS_PAWNS];
    struct text text = TEXT_IN(buffer);
    if (flow->drawing->detail == LYING) {
        put_lying(flow, castle);
        return;
    }
    add_label(flow->drawing, castle, &text);
    if (flow->drawing->detail == SHORT)
        add_short(castle, &text);
    else if (flow->drawing->detail == BY_LEVEL)
        add_levels(castle, &text);
    else
        text_add_format(&text, "%c%u", castellers_letters[castle->colour],
                        castellers_castle_pawns(castle));
    flow_put(flow, paint_of_pawn(castellers_pawn(castle->colour, 1)), text.bytes);
}

/* -- Players ----------------------------------------------------------------------------------- */

static void draw_player_name(const struct drawing *drawing, unsigned seat, unsigned row)
{
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    const struct castellers_board *board = drawing->board;
    bool acts =
        board->mover == seat && board->step != CASTELLERS_DEAL && board->step != CASTELLERS_END;
    if (drawing->measuring)
        return;
    if (acts)
        canvas_write(drawing->canvas, row, 0, PAINT_TITLE, ">");
    names_fit(drawing->telling, seat, NAME_COLUMNS, &name);
    canvas_write(drawing->canvas, row, 1, paint_of_seat(seat), name.bytes);
    canvas_format(drawing->canvas, row, 1 + NAME_COLUMNS, PAINT_NONE, "%*d",
                  POINTS_END - 1 - NAME_COLUMNS, castellers_total(&drawing->scores[seat]));
}

/* Draws name and points, then the reserve below or after them, then the standing castles right of
 * the reserve or below it. */
static unsigned draw_standing(const struct drawing *drawing, unsigned seat, unsigned row)
{
    bool beside = drawing->margin > 0;
    struct flow flow = {.drawing = drawing,
                        .row = beside ? row + 1 : row,
                        .column = beside ? 1 : POINTS_END + 1,
                        .left = 1,
                        .right = beside ? drawing->margin - 1 : drawing->width};
    put_reserve(&flow, seat);
    unsigned rows = flow.row + 1 - row;
    struct drawing measure = *drawing;
    measure.measuring = true;
    unsigned castles = stand_all(&measure, seat, row);
    if (castles == NEVER)
        return NEVER;
    unsigned all = beside ? (castles > rows ? castles : rows) : rows + castles;
    stand_all(drawing, seat, row + all - castles);
    return all;
}

/* Draws name, points, reserve and castles as one flowing text. */
static unsigned draw_flowing(const struct drawing *drawing, unsigned seat, unsigned row)
{
    const struct castellers_board *board = drawing->board;
    struct flow flow = {drawing, row, POINTS_END + 1, 2, drawing->width};
    put_reserve(&flow, seat);
    unsigned i = first_castle(board, seat);
    if (i < board->castle_count && board->castles[i].owner == seat)
        flow_put(&flow, PAINT_FAINT, drawing->ascii ? "|" : "│");
    for (; i < board->castle_count && board->castles[i].owner == seat; i++)
        put_castle(&flow, &board->castles[i]);
    return flow.row + 1 - row;
}

static unsigned draw_player(const struct drawing *drawing, unsigned seat, unsigned row)
{
    draw_player_name(drawing, seat, row);
    return drawing->detail <= STANDING_TIGHT ? draw_standing(drawing, seat, row)
                                             : draw_flowing(drawing, seat, row);
}

/* The rows that all players take. If one of them takes NEVER rows, the sum is more than any canvas
 * has. */
static unsigned draw_players(const struct drawing *drawing, unsigned gap)
{
    unsigned rows = 0;
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        if (seat > 0)
            rows += gap;
        rows += draw_player(drawing, seat, drawing->top + rows);
    }
    return rows;
}

static void draw_heading(const struct drawing *drawing, unsigned row)
{
    char buffer[256];
    struct text heading = TEXT_IN(buffer);
    words_say_plain(drawing->telling->words, &heading,
                    drawing->telling->size == PICTURE_NARROW ? "castellers.picture.heading-narrow"
                                                             : "castellers.picture.heading");
    canvas_write(drawing->canvas, row, 1, PAINT_FAINT, heading.bytes);
}

/* -- One line ---------------------------------------------------------------------------------- */

static void say_line(const struct drawing *drawing, unsigned columns, bool players, bool bag,
                     struct text *out)
{
    words_say_plain(drawing->telling->words, out, "castellers.picture.title");
    text_add(out, telling_separator(drawing->telling));
    for (unsigned seat = 0; players && seat < drawing->board->players; seat++) {
        names_fit(drawing->telling, seat, columns, out);
        text_add_format(out, " %d%s", castellers_total(&drawing->scores[seat]),
                        seat + 1 < drawing->board->players ? " "
                                                           : telling_separator(drawing->telling));
    }
    if (bag) {
        words_say(drawing->telling->words, out, "castellers.picture.bag-only",
                  SAY_NUMBER(drawing->board->bag_left));
        text_add(out, telling_separator(drawing->telling));
    }
    say_situation(drawing, columns, out);
}

/* `Castellers · Alice 5 Bruno 3 · bag 31 · Alice: action 2 of 2`. When it doesn't fit, the bag is
 * left out first, then the points. */
static void draw_line(const struct drawing *drawing)
{
    static const struct {
        bool players, bag;
        uint8_t least; /* columns of a name */
    } tries[] = {{true, true, 5}, {true, false, 3}, {false, false, 1}};
    char buffer[512];
    struct text line = TEXT_IN(buffer);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        for (unsigned columns = NAME_COLUMNS; columns >= tries[i].least; columns--) {
            text_clear(&line);
            say_line(drawing, columns, tries[i].players, tries[i].bag, &line);
            if (display_width(line.bytes) <= drawing->width) {
                canvas_write(drawing->canvas, 0, 0, PAINT_NONE, line.bytes);
                return;
            }
        }
    }
    canvas_write(drawing->canvas, 0, 0, PAINT_NONE, line.bytes);
}

/* -- All of it --------------------------------------------------------------------------------- */

static const struct frame {
    uint8_t width, height, top, margin;
} frames[] = {[PICTURE_WIDE] = {60, 16, 1, 22},
              [PICTURE_NARROW] = {36, 16, 2, 0},
              [PICTURE_SHORT] = {60, 8, 1, 22},
              [PICTURE_LINE] = {60, 1, 0, 0}};

void castellers_picture(const struct game_view *opaque, const struct telling *telling,
                        struct canvas *canvas)
{
    const struct frame *frame =
        &frames[telling->size == PICTURE_LARGE ? PICTURE_WIDE : telling->size];
    struct drawing drawing = {.board = &OWN(castellers, opaque)->board,
                              .telling = telling,
                              .canvas = canvas,
                              .width = frame->width,
                              .rows = (unsigned)(frame->height - frame->top),
                              .top = frame->top,
                              .margin = frame->margin,
                              .ascii = telling_is_ascii(telling),
                              .measuring = true};
    castellers_scores(drawing.board, drawing.scores);
    if (telling->size == PICTURE_LINE) {
        draw_line(&drawing);
        return;
    }
    unsigned rows = draw_players(&drawing, 0);
    while (rows > drawing.rows && drawing.detail < BY_CASTLE) {
        drawing.detail++;
        rows = draw_players(&drawing, 0);
    }
    drawing.measuring = false;
    draw_title(&drawing);
    if (rows < drawing.rows) {
        draw_heading(&drawing, drawing.top++);
        rows++;
    }
    draw_players(&drawing, rows + drawing.board->players - 1 <= drawing.rows ? 1 : 0);
}
