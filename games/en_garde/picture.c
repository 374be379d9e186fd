/* The piste as text art.
 *
 *     En Garde · distance 8 · pile 9 · Alice to play.
 *     > Alice      2 ●●○○○                ○○○○● 1      Bruno
 *                      o               o
 *                      ├─      8      ─┤
 *            · · · · · A · · · · · · · B · · · · · · · · ·
 *            1       5         10        15        20    23
 *     last: Bruno advances 4 (distance 8).
 */
#include "games/en_garde/en_garde.h"

#include <stdio.h>
#include <utf8proc.h>

#include "games/shared/names.h"

enum { NAME_COLUMNS = 10 };

/* The layout of one size, in rows and columns. */
struct layout {
    unsigned width;
    unsigned step; /* columns from one space to the next */
    unsigned left; /* column of space 1 */
};

struct drawing {
    const struct en_garde_board *board;
    const struct telling *telling;
    struct canvas *canvas;
    struct layout layout;
    bool ascii;
};

static unsigned column_of(const struct drawing *drawing, unsigned space)
{
    return drawing->layout.left + (space - 1) * drawing->layout.step;
}

static bool first_letter(const char *name, struct text *out)
{
    utf8proc_int32_t letter;
    utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)name, -1, &letter);
    if (length <= 0 || utf8proc_charwidth(letter) != 1)
        return false;
    text_add_bytes(out, name, (size_t)length);
    return true;
}

/* Adds a fencer's mark: the first letter of the name, or the seat's number if both names begin
 * alike. */
static void fencer_letter(const struct drawing *drawing, unsigned seat, struct text *out)
{
    char other_buffer[8];
    struct text other = TEXT_IN(other_buffer);
    const char *const *names = drawing->telling->names;
    if (!first_letter(names[seat], out) || !first_letter(names[1 - seat], &other) ||
        text_is(out, other.bytes)) {
        text_clear(out);
        text_add_number(out, seat + 1);
    }
}

static void say_situation(const struct drawing *drawing, unsigned columns, struct text *out)
{
    const struct en_garde_board *board = drawing->board;
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    const struct words *words = drawing->telling->words;
    if (board->step == EN_GARDE_END) {
        names_fit(drawing->telling, board->touches[0] == board->touches_to_win ? 0 : 1, columns,
                  &name);
        words_say(words, out, "en-garde.picture.won", SAY_TEXT(name.bytes));
        return;
    }
    names_fit(drawing->telling, board->mover, columns, &name);
    words_say(words, out,
              board->step == EN_GARDE_ANSWER ? "en-garde.picture.answer" : "en-garde.picture.play",
              SAY_TEXT(name.bytes));
}

static void draw_title(const struct drawing *drawing, bool narrow)
{
    const struct words *words = drawing->telling->words;
    char title_buffer[256], situation_buffer[128];
    struct text title = TEXT_IN(title_buffer), situation = TEXT_IN(situation_buffer);
    say_situation(drawing, NAME_COLUMNS, &situation);
    words_say(words, &title,
              drawing->ascii ? "en-garde.picture.title-ascii" : "en-garde.picture.title",
              SAY_NUMBER(en_garde_distance(drawing->board)), SAY_NUMBER(drawing->board->pile_left));
    unsigned column = canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, title.bytes);
    if (narrow) {
        canvas_write(drawing->canvas, 1, 0, PAINT_TITLE, situation.bytes);
        return;
    }
    column =
        canvas_write(drawing->canvas, 0, column, PAINT_TITLE, telling_separator(drawing->telling));
    canvas_write(drawing->canvas, 0, column, PAINT_TITLE, situation.bytes);
}

/* Adds the touches as filled dots, then the missing ones as empty dots. */
static void add_touches(const struct drawing *drawing, unsigned seat, bool mirrored,
                        struct text *out)
{
    unsigned made = drawing->board->touches[seat];
    unsigned all = drawing->board->touches_to_win;
    for (unsigned i = 0; i < all; i++) {
        bool filled = mirrored ? i >= all - made : i < made;
        if (drawing->ascii)
            text_add(out, filled ? "#" : ".");
        else
            text_add(out, filled ? "●" : "○");
    }
}

static bool must_act(const struct en_garde_board *board, unsigned seat)
{
    return board->mover == seat && (board->step == EN_GARDE_TURN || board->step == EN_GARDE_ANSWER);
}

static void draw_left_score(const struct drawing *drawing, unsigned row)
{
    char name_buffer[64], dots_buffer[64];
    struct text name = TEXT_IN(name_buffer), dots = TEXT_IN(dots_buffer);
    names_fit(drawing->telling, 0, NAME_COLUMNS, &name);
    add_touches(drawing, 0, false, &dots);
    if (must_act(drawing->board, 0))
        canvas_write(drawing->canvas, row, 0, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, row, 2, paint_of_seat(0), name.bytes);
    canvas_format(drawing->canvas, row, 3 + NAME_COLUMNS, paint_of_seat(0), "%u %s",
                  drawing->board->touches[0], dots.bytes);
}

/* Draws the right fencer's score, which mirrors the left one. In a narrow picture it is below the
 * left one instead. */
static void draw_right_score(const struct drawing *drawing, unsigned row, bool mirrored)
{
    char name_buffer[64], dots_buffer[64];
    struct text name = TEXT_IN(name_buffer), dots = TEXT_IN(dots_buffer);
    names_fit(drawing->telling, 1, NAME_COLUMNS, &name);
    add_touches(drawing, 1, mirrored, &dots);
    unsigned width = drawing->layout.width;
    unsigned made = drawing->board->touches[1];
    const char *mark = must_act(drawing->board, 1) ? (mirrored ? "<" : ">") : " ";
    if (!mirrored) {
        canvas_write(drawing->canvas, row, 0, PAINT_TITLE, mark);
        canvas_write(drawing->canvas, row, 2, paint_of_seat(1), name.bytes);
        canvas_format(drawing->canvas, row, 3 + NAME_COLUMNS, paint_of_seat(1), "%u %s", made,
                      dots.bytes);
        return;
    }
    canvas_write(drawing->canvas, row, width - 1, PAINT_TITLE, mark);
    canvas_write(drawing->canvas, row, width - 2 - display_width(name.bytes), paint_of_seat(1),
                 name.bytes);
    canvas_format(drawing->canvas, row, width - 5 - NAME_COLUMNS - display_width(dots.bytes) + 1,
                  paint_of_seat(1), "%s %u", dots.bytes, made);
}

/* The blades cross when there is one column between the fencers. */
static void draw_fencers(const struct drawing *drawing, unsigned row)
{
    const struct en_garde_board *board = drawing->board;
    unsigned left = column_of(drawing, board->space[0]);
    unsigned right = column_of(drawing, board->space[1]);
    unsigned gap = right - left - 1;
    struct canvas *canvas = drawing->canvas;
    canvas_write(canvas, row, left, paint_of_seat(0), "o");
    canvas_write(canvas, row, right, paint_of_seat(1), "o");
    row++;
    canvas_write(canvas, row, left, paint_of_seat(0), drawing->ascii ? "+" : "├");
    canvas_write(canvas, row, right, paint_of_seat(1), drawing->ascii ? "+" : "┤");
    if (gap == 1)
        canvas_write(canvas, row, left + 1, PAINT_NONE, drawing->ascii ? "X" : "╳");
    if (gap < 2)
        return;
    canvas_write(canvas, row, left + 1, paint_of_seat(0), drawing->ascii ? "-" : "─");
    canvas_write(canvas, row, right - 1, paint_of_seat(1), drawing->ascii ? "-" : "─");
    unsigned distance = en_garde_distance(board);
    unsigned digits = distance > 9 ? 2 : 1;
    if (gap >= digits + 4)
        canvas_format(canvas, row, left + 1 + (gap - digits) / 2, PAINT_NONE, "%u", distance);
}

static void draw_piste(const struct drawing *drawing, unsigned row)
{
    static const unsigned scale[] = {1, 5, 10, 15, 20, EN_GARDE_LAST_SPACE};
    for (unsigned space = 1; space <= EN_GARDE_LAST_SPACE; space++)
        canvas_write(drawing->canvas, row, column_of(drawing, space), PAINT_FAINT,
                     drawing->ascii ? "." : "·");
    for (unsigned seat = 0; seat < 2; seat++) {
        char letter_buffer[8];
        struct text letter = TEXT_IN(letter_buffer);
        fencer_letter(drawing, seat, &letter);
        canvas_write(drawing->canvas, row, column_of(drawing, drawing->board->space[seat]),
                     paint_of_seat(seat), letter.bytes);
    }
    for (size_t i = 0; i < sizeof scale / sizeof scale[0]; i++)
        canvas_format(drawing->canvas, row + 1, column_of(drawing, scale[i]), PAINT_FAINT, "%u",
                      scale[i]);
}

static void say_last(const struct drawing *drawing, unsigned columns, const char *played,
                     struct text *line)
{
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    names_fit(drawing->telling, drawing->board->last_seat, columns, &name);
    text_clear(line);
    words_say(drawing->telling->words, line, "en-garde.picture.last", SAY_TEXT(name.bytes),
              SAY_TEXT(played));
}

static void draw_last(const struct drawing *drawing, unsigned row)
{
    const struct en_garde_board *board = drawing->board;
    if (board->last_seat == GAME_SPECTATOR)
        return;
    char played_buffer[GAME_MOVE_SAID_MAX], line_buffer[256];
    struct text played = TEXT_IN(played_buffer), line = TEXT_IN(line_buffer);
    struct en_garde_move move = board->last;
    if (move.action == EN_GARDE_PARRY)
        move.value = move.cards = 0;
    game_move_say(&en_garde_game, en_garde_move_pack(move), drawing->telling->words, &played);
    if (board->last.action == EN_GARDE_PARRY)
        text_add_format(&played, " %u x%u", board->last.value, board->last.cards);
    /* In a narrow picture a long move leaves less room for the name. */
    for (unsigned columns = NAME_COLUMNS; columns > 0; columns--) {
        say_last(drawing, columns, played.bytes, &line);
        if (2 + display_width(line.bytes) <= drawing->layout.width)
            break;
    }
    canvas_write(drawing->canvas, row, 2, PAINT_NONE, line.bytes);
}

/* `En Garde 2:1 · A6 …8… B14 · pile 9 · Alice to play` */
static void draw_line(const struct drawing *drawing)
{
    const struct en_garde_board *board = drawing->board;
    char letters[2][8], situation_buffer[128], line_buffer[512];
    for (unsigned seat = 0; seat < 2; seat++) {
        struct text letter = TEXT_IN(letters[seat]);
        fencer_letter(drawing, seat, &letter);
    }
    struct text situation = TEXT_IN(situation_buffer), line = TEXT_IN(line_buffer);
    for (unsigned columns = NAME_COLUMNS; columns > 0; columns--) {
        text_clear(&situation);
        text_clear(&line);
        say_situation(drawing, columns, &situation);
        words_say(
            drawing->telling->words, &line,
            drawing->ascii ? "en-garde.picture.line-ascii" : "en-garde.picture.line",
            SAY_NUMBER(board->touches[0]), SAY_NUMBER(board->touches[1]), SAY_TEXT(letters[0]),
            SAY_NUMBER(board->space[0]), SAY_NUMBER(en_garde_distance(board)), SAY_TEXT(letters[1]),
            SAY_NUMBER(board->space[1]), SAY_NUMBER(board->pile_left), SAY_TEXT(situation.bytes));
        if (display_width(line.bytes) <= drawing->layout.width)
            break;
    }
    canvas_write(drawing->canvas, 0, 0, PAINT_NONE, line.bytes);
}

void en_garde_picture(const struct game_view *opaque, const struct telling *telling,
                      struct canvas *canvas)
{
    const struct en_garde_view *view = OWN(en_garde, opaque);
    bool narrow = telling->size == PICTURE_NARROW;
    struct drawing drawing = {.board = &view->board,
                              .telling = telling,
                              .canvas = canvas,
                              .layout =
                                  narrow ? (struct layout){36, 1, 6} : (struct layout){60, 2, 8},
                              .ascii = telling_is_ascii(telling)};
    if (telling->size == PICTURE_LINE) {
        draw_line(&drawing);
        return;
    }
    unsigned row = narrow ? 2 : 1;
    draw_title(&drawing, narrow);
    draw_left_score(&drawing, row);
    draw_right_score(&drawing, narrow ? ++row : row, !narrow);
    draw_fencers(&drawing, row + 1);
    draw_piste(&drawing, row + 3);
    draw_last(&drawing, row + 5);
}
