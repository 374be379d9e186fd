/* The castles as text art. At most 66 pawns are to be drawn, so a picture gets less detailed step
 * by step until it fits: first reserves are written closer, then castles lie in text, then only
 * numbers are shown.
 */
#include "games/castellers/picture.h"

#include <string.h>

#include "games/shared/head.h"
#include "games/shared/names.h"

enum { ROW_BYTES = 512, LINE_ROOM = 30 };

enum paint castellers_paint(unsigned pawn)
{
    static const enum paint paints[CASTELLERS_COLOURS] = {[CASTELLERS_BLUE] = PAINT_BLUE,
                                                          [CASTELLERS_GREEN] = PAINT_GREEN,
                                                          [CASTELLERS_PINK] = PAINT_PINK,
                                                          [CASTELLERS_RED] = PAINT_RED};
    return paints[castellers_colour(pawn)];
}

bool castellers_acts(const struct castellers_board *board, unsigned seat)
{
    return board->mover == seat && board->step != CASTELLERS_DEAL && board->step != CASTELLERS_END;
}

unsigned castellers_first(const struct castellers_board *board, unsigned seat)
{
    unsigned i = 0;
    while (i < board->castle_count && board->castles[i].owner < seat)
        i++;
    return i;
}

/* -- The head ---------------------------------------------------------------------------------- */

static void say_winners(const struct castellers_drawing *drawing, unsigned columns,
                        struct text *out)
{
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    struct game_result result;
    castellers_standing(drawing->board, &result);
    names_join_fitted(drawing->telling, result.winners, columns, ", ", &names);
    words_say(drawing->telling->words, out, "castellers.picture.won", SAY_TEXT(names.bytes),
              SAY_NUMBER(__builtin_popcount(result.winners)));
}

/* `Carol: fall 1 g4 or fall 2 w4` */
static void say_choice(const struct castellers_drawing *drawing, const char *name, struct text *out)
{
    game_move moves[GAME_LEGAL_MAX];
    size_t count = castellers_legal(drawing->board, moves);
    text_add_format(out, "%s: ", name);
    game_choice_say(&castellers_game, moves, count, drawing->telling->words, out);
}

static void say_situation(const void *opaque, unsigned columns, bool brief, struct text *out)
{
    const struct castellers_drawing *drawing = opaque;
    const struct castellers_board *board = drawing->board;
    static const char *const messages[][2] = {
        [CASTELLERS_DEAL] = {"castellers.picture.deal", "castellers.picture.deal"},
        [CASTELLERS_TURN] = {"castellers.picture.turn", "castellers.picture.turn"},
        [CASTELLERS_FALL] = {"castellers.picture.fall", "castellers.picture.fall"},
        [CASTELLERS_GIVE] = {"castellers.picture.give", "castellers.picture.give.brief"},
        [CASTELLERS_PLACE] = {"castellers.picture.place", "castellers.picture.place"}};
    static const char *const enough_messages[] = {"castellers.picture.give.enough",
                                                  "castellers.picture.give.enough.brief"};
    char name_buffer[128], pawn_buffer[4], owner_buffer[128];
    struct text name = TEXT_IN(name_buffer), pawn = TEXT_IN(pawn_buffer);
    struct text owner = TEXT_IN(owner_buffer);
    if (board->step == CASTELLERS_END) {
        say_winners(drawing, columns, out);
        return;
    }
    names_fit(drawing->telling, board->mover, columns, &name);
    if (!brief && (board->step == CASTELLERS_FALL || board->step == CASTELLERS_PLACE)) {
        say_choice(drawing, name.bytes, out);
        return;
    }
    castellers_print_pawn(board->swapped, &pawn);
    names_fit(drawing->telling, board->swapped_from, columns, &owner);
    bool enough = board->step == CASTELLERS_GIVE && board->given > castellers_value(board->swapped);
    words_say(drawing->telling->words, out,
              enough ? enough_messages[brief] : messages[board->step][brief], SAY_TEXT(name.bytes),
              SAY_NUMBER(board->actions + 1), SAY_NUMBER(CASTELLERS_ACTIONS), SAY_TEXT(pawn.bytes),
              SAY_TEXT(owner.bytes));
}

/* `Castellers: Alice 16, Dora 4`, as many as fit. */
static void say_ranking(const struct castellers_drawing *drawing, unsigned columns,
                        struct text *out)
{
    seat_set left = (seat_set)((1u << drawing->board->players) - 1);
    const char *separator = ": ";
    words_say_plain(drawing->telling->words, out, "castellers.name");
    while (left != 0) {
        char buffer[128];
        struct text entry = TEXT_IN(buffer);
        unsigned best = (unsigned)__builtin_ctz(left);
        for (unsigned seat = best; seat < drawing->board->players; seat++)
            if ((left & SEAT_BIT(seat)) &&
                castellers_total(&drawing->scores[seat]) > castellers_total(&drawing->scores[best]))
                best = seat;
        left = (seat_set)(left & ~SEAT_BIT(best));
        text_add(&entry, separator);
        separator = ", ";
        names_fit(drawing->telling, best, NAME_COLUMNS_MAX, &entry);
        text_add_format(&entry, " %d", castellers_total(&drawing->scores[best]));
        if (display_width(out->bytes) + display_width(entry.bytes) > columns)
            return;
        text_add(out, entry.bytes);
    }
}

static unsigned draw_head(const struct castellers_drawing *drawing)
{
    char buffer[ROW_BYTES];
    struct text game = TEXT_IN(buffer);
    const struct castellers_board *board = drawing->board;
    if (drawing->telling->size == PICTURE_LINE)
        say_ranking(drawing, drawing->canvas->width - LINE_ROOM, &game);
    else
        words_say(drawing->telling->words, &game, "castellers.picture.title",
                  SAY_NUMBER(board->bag_left), SAY_NUMBER(castellers_whites_left(board)));
    const struct head head = {.game = game.bytes,
                              .is_over =
                                  board->step == CASTELLERS_END || board->step == CASTELLERS_DEAL,
                              .say = say_situation,
                              .drawing = drawing};
    return head_draw(drawing->telling, drawing->canvas, &head);
}

/* -- Rows of the players ----------------------------------------------------------------------- */

/* The columns of a player's row: where the number ends, and where the pawns begin. */
struct columns {
    uint8_t name, name_width, number_end, pawns;
};

static const struct columns wide_columns = {2, 10, 16, 18};
static const struct columns narrow_columns = {1, 5, 9, 10};

static const struct columns *columns_of(const struct castellers_drawing *drawing)
{
    return drawing->telling->size == PICTURE_NARROW ? &narrow_columns : &wide_columns;
}

static void draw_name(const struct castellers_drawing *drawing, unsigned row, unsigned seat,
                      int number)
{
    const struct columns *columns = columns_of(drawing);
    char name_buffer[128], number_buffer[16];
    struct text name = TEXT_IN(name_buffer), text = TEXT_IN(number_buffer);
    if (drawing->measuring)
        return;
    if (castellers_acts(drawing->board, seat))
        canvas_write(drawing->canvas, row, 0, PAINT_TITLE, ">");
    names_fit(drawing->telling, seat, columns->name_width, &name);
    canvas_write(drawing->canvas, row, columns->name, paint_of_seat(seat), name.bytes);
    text_add_number(&text, number);
    canvas_write(drawing->canvas, row, columns->number_end - display_width(text.bytes), PAINT_NONE,
                 text.bytes);
}

static struct castellers_flow flow_in(const struct castellers_drawing *drawing, unsigned row)
{
    unsigned left = columns_of(drawing)->pawns;
    return (struct castellers_flow){drawing, row, left, left, drawing->canvas->width};
}

/* Below standing castles: the sum of the reserve, or in a narrow picture the points, then the
 * pawns. Returns the rows. */
static unsigned draw_reserves(const struct castellers_drawing *drawing, unsigned row,
                              enum castellers_spacing spacing)
{
    const struct castellers_board *board = drawing->board;
    unsigned rows = 0;
    for (unsigned seat = 0; seat < board->players; seat++) {
        struct castellers_flow flow = flow_in(drawing, row + rows);
        draw_name(drawing, row + rows, seat,
                  drawing->telling->size == PICTURE_NARROW
                      ? castellers_total(&drawing->scores[seat])
                      : (int)castellers_reserve_sum(board, (uint8_t)seat));
        castellers_flow_reserve(&flow, seat, spacing);
        rows += flow.row - (row + rows) + 1;
    }
    return rows;
}

/* Without standing castles: the points, then castles and reserve. */
static unsigned draw_flowing(const struct castellers_drawing *drawing, unsigned row,
                             enum castellers_shape shape, enum castellers_spacing spacing)
{
    unsigned rows = 0;
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        struct castellers_flow flow = flow_in(drawing, row + rows);
        draw_name(drawing, row + rows, seat, castellers_total(&drawing->scores[seat]));
        castellers_flow_castles(&flow, seat, shape);
        if (flow.column > flow.left)
            castellers_flow_put(&flow, PAINT_FAINT, "│");
        castellers_flow_reserve(&flow, seat, spacing);
        rows += flow.row - (row + rows) + 1;
    }
    return rows;
}

/* -- The whole picture ------------------------------------------------------------------------- */

void castellers_draw_note(const struct castellers_drawing *drawing, unsigned row, unsigned column,
                          const char *key)
{
    char buffer[ROW_BYTES];
    struct text note = TEXT_IN(buffer);
    const struct castellers_board *board = drawing->board;
    words_say(drawing->telling->words, &note, key,
              SAY_NUMBER(board->players == 2   ? 4
                         : board->players == 3 ? 3
                                               : 2),
              SAY_NUMBER(board->given), SAY_NUMBER(castellers_value(board->swapped)));
    if (!drawing->measuring)
        canvas_write(drawing->canvas, row, column, PAINT_FAINT, note.bytes);
}

/* What the marks mean; during a swap what was given so far. */
static void draw_legend(const struct castellers_drawing *drawing, unsigned row)
{
    bool narrow = drawing->telling->size == PICTURE_NARROW;
    castellers_draw_note(drawing, row, narrow ? 0 : 2,
                         drawing->board->step == CASTELLERS_GIVE ? "castellers.picture.given"
                         : narrow ? "castellers.picture.legend.narrow"
                                  : "castellers.picture.legend");
}

/* Returns the rows, CASTELLERS_NEVER if the castles can't stand. */
static unsigned draw_stood(const struct castellers_drawing *drawing, unsigned row,
                           const struct castellers_stand *stand, enum castellers_spacing spacing)
{
    unsigned rows = castellers_draw_standing(drawing, row, stand);
    if (rows == CASTELLERS_NEVER)
        return rows;
    draw_legend(drawing, row + rows++);
    if (drawing->telling->size != PICTURE_NARROW)
        castellers_draw_note(drawing, row + rows++, 2, "castellers.picture.reserves");
    return rows + draw_reserves(drawing, row + rows, spacing);
}

static unsigned draw_lying(const struct castellers_drawing *drawing, unsigned row,
                           enum castellers_shape shape, enum castellers_spacing spacing)
{
    draw_legend(drawing, row);
    return 1 + draw_flowing(drawing, row + 1, shape, spacing);
}

/* One way to draw the picture. */
struct form {
    const struct castellers_stand *stand; /* NULL: castles lie */
    enum castellers_shape shape;
    enum castellers_spacing spacing;
};

static unsigned draw_form(const struct castellers_drawing *drawing, unsigned row,
                          const struct form *form)
{
    if (form->stand != NULL)
        return draw_stood(drawing, row, form->stand, form->spacing);
    if (form->shape == CASTELLERS_IN_WORDS)
        return castellers_draw_rows(drawing, row);
    return draw_lying(drawing, row, form->shape, form->spacing);
}

/* Draws the first of the forms that fits, else the last. Returns the row below. */
static unsigned draw_fitting(struct castellers_drawing *drawing, unsigned row,
                             const struct form *forms, size_t count)
{
    size_t i = 0;
    drawing->measuring = true;
    while (i + 1 < count && row + draw_form(drawing, row, &forms[i]) > drawing->canvas->height)
        i++;
    drawing->measuring = false;
    return row + draw_form(drawing, row, &forms[i]);
}

static const struct castellers_stand large_stand = {2, 6, 2, true};
static const struct castellers_stand wide_stand = {2, 3, 1, true};
static const struct castellers_stand narrow_stand = {1, 3, 1, false};

static const struct form large_forms[] = {
    {&large_stand, 0, CASTELLERS_APART},
    {&large_stand, 0, CASTELLERS_SPACED},
    {&wide_stand, 0, CASTELLERS_APART},
    {&wide_stand, 0, CASTELLERS_SPACED},
    {&wide_stand, 0, CASTELLERS_JOINED},
    {NULL, CASTELLERS_COLUMN_BY_COLUMN, CASTELLERS_SPACED},
    {NULL, CASTELLERS_CLOSE, CASTELLERS_JOINED},
};
static const struct form wide_forms[] = {
    {&wide_stand, 0, CASTELLERS_APART},
    {&wide_stand, 0, CASTELLERS_SPACED},
    {&wide_stand, 0, CASTELLERS_JOINED},
    {NULL, CASTELLERS_COLUMN_BY_COLUMN, CASTELLERS_SPACED},
    {NULL, CASTELLERS_CLOSE, CASTELLERS_JOINED},
    {NULL, CASTELLERS_BY_LEVEL, CASTELLERS_COUNTED},
    {NULL, CASTELLERS_BY_CASTLE, CASTELLERS_COUNTED},
};
static const struct form narrow_forms[] = {
    {&narrow_stand, 0, CASTELLERS_SPACED},
    {&narrow_stand, 0, CASTELLERS_JOINED},
    {NULL, CASTELLERS_COLUMN_BY_COLUMN, CASTELLERS_JOINED},
    {NULL, CASTELLERS_CLOSE, CASTELLERS_JOINED},
    {NULL, CASTELLERS_BY_LEVEL, CASTELLERS_COUNTED},
    {NULL, CASTELLERS_BY_CASTLE, CASTELLERS_COUNTED},
};
static const struct form short_forms[] = {
    {NULL, CASTELLERS_IN_WORDS, CASTELLERS_SPACED},
    {NULL, CASTELLERS_CLOSE, CASTELLERS_JOINED},
    {NULL, CASTELLERS_BY_LEVEL, CASTELLERS_COUNTED},
    {NULL, CASTELLERS_BY_CASTLE, CASTELLERS_COUNTED},
};

#define FORMS(array) {(array), sizeof(array) / sizeof(array)[0]}

static const struct {
    const struct form *forms;
    size_t count;
} forms_of[] = {[PICTURE_WIDE] = FORMS(wide_forms),
                [PICTURE_NARROW] = FORMS(narrow_forms),
                [PICTURE_SHORT] = FORMS(short_forms),
                [PICTURE_LARGE] = FORMS(large_forms)};

void castellers_picture(const struct game_view *opaque, const struct telling *telling,
                        struct canvas *canvas)
{
    struct castellers_drawing drawing = {
        .board = &OWN(castellers, opaque)->board, .telling = telling, .canvas = canvas};
    castellers_scores(drawing.board, drawing.scores);
    unsigned row = draw_head(&drawing);
    if (telling->size == PICTURE_LINE)
        return;
    row = draw_fitting(&drawing, row, forms_of[telling->size].forms, forms_of[telling->size].count);
    if (telling->size == PICTURE_WIDE || telling->size == PICTURE_LARGE)
        castellers_draw_last(&drawing, row, 2);
}
