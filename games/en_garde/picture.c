/* The piste as text art.
 *
 *     > Alice to play                 En Garde, first to 5 touches
 *       Alice 1 ●····                                ····● 1 Bruno
 *                                  o     6     o
 *                                 /|───     ───|\
 *                                 / \         / \
 *            · · · · · · · · · · · A · · · · · B · · · · ·
 *            1                     12          18        23
 *       hits: 1 then 5, 2 then 4, 3 then 3, 4 then 2, 5 then 1
 *       7 cards in the pile; with its last one the round ends
 *       last: Bruno retreated 2, 4 → 6 apart
 */
#include "games/en_garde/picture.h"

#include <utf8proc.h>

enum { BLADE_WIDE = 3, BLADE_NARROW = 1, LEFT = 7, MARGIN = 2 };

/* -- What is said ------------------------------------------------------------------------------ */

static void say_head(const void *about, unsigned columns, bool brief, struct text *out)
{
    const struct en_garde_drawing *drawing = about;
    const struct en_garde_board *board = drawing->board;
    bool over = board->step == EN_GARDE_END;
    unsigned seat = over ? board->touches[0] != board->touches_to_win : board->mover;
    const char *message = "en-garde.head.play";
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    if (over)
        message = "en-garde.head.won";
    else if (board->step == EN_GARDE_ANSWER)
        message = brief ? "en-garde.head.answer-brief" : "en-garde.head.answer";
    names_fit(drawing->telling, seat, columns, &name);
    words_say(drawing->telling->words, out, message, SAY_TEXT(name.bytes),
              SAY_NUMBER(over ? board->touches[seat] : board->attack.cards),
              SAY_NUMBER(over ? board->touches[1 - seat] : board->attack.value));
}

unsigned en_garde_draw_head(const struct en_garde_drawing *drawing, const char *game)
{
    const struct head head = {.game = game,
                              .is_over = drawing->board->step == EN_GARDE_END,
                              .say = say_head,
                              .drawing = drawing};
    return head_draw(drawing->telling, drawing->canvas, &head);
}

void en_garde_say_pile(const struct en_garde_drawing *drawing, const char *key, struct text *out)
{
    words_say(drawing->telling->words, out, key, SAY_NUMBER(drawing->board->pile_left));
}

void en_garde_add_touches(const struct en_garde_drawing *drawing, unsigned seat, bool mirrored,
                          struct text *out)
{
    unsigned made = drawing->board->touches[seat], all = drawing->board->touches_to_win;
    for (unsigned i = 0; i < all; i++)
        text_add(out, (mirrored ? i >= all - made : i < made) ? "●" : "·");
}

/* The attack that an advance with this card makes possible; 0: none. Card 0 is no advance. */
static unsigned hit_after(const struct en_garde_board *board, unsigned step)
{
    unsigned distance = en_garde_distance(board);
    if ((step > 0 && board->level != EN_GARDE_FULL) || step >= distance)
        return 0;
    return en_garde_is_card(distance - step) ? distance - step : 0;
}

/* Writes the attacks one after the other and goes on in a new row where there is no more room. */
unsigned en_garde_draw_hits(const struct en_garde_drawing *drawing, unsigned row, unsigned column)
{
    const struct words *words = drawing->telling->words;
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    if (drawing->board->step != EN_GARDE_TURN)
        return row;
    words_say_plain(words, &text, "en-garde.picture.hits");
    unsigned start = canvas_write(drawing->canvas, row, column, PAINT_FAINT, text.bytes) + 1;
    unsigned at = start, found = 0;
    for (unsigned step = 0; step <= EN_GARDE_VALUES; step++) {
        unsigned value = hit_after(drawing->board, step);
        if (value == 0)
            continue;
        text_clear(&text);
        words_say(words, &text, step == 0 ? "en-garde.picture.attack" : "en-garde.picture.then",
                  SAY_NUMBER(value), SAY_NUMBER(step));
        if (found++ > 0)
            at = canvas_write(drawing->canvas, row, at, PAINT_NONE, ",") + 1;
        if (at + display_width(text.bytes) + 1 > drawing->canvas->width) {
            row++;
            at = start;
        }
        at = canvas_write(drawing->canvas, row, at, PAINT_NONE, text.bytes);
    }
    if (found == 0) {
        text_clear(&text);
        words_say_plain(words, &text, "en-garde.picture.too-far");
        canvas_write(drawing->canvas, row, at, PAINT_NONE, text.bytes);
    }
    return row + 1;
}

/* In a narrow picture it becomes brief where it would not fit. */
static void say_last_within(const struct en_garde_drawing *drawing, unsigned columns, bool brief,
                            struct text *out)
{
    static const char *const messages[][2] = {
        [EN_GARDE_ADVANCE] = {"en-garde.last.advance", "en-garde.last.advance-brief"},
        [EN_GARDE_ADVANCE_ATTACK] = {"en-garde.last.advance-attack",
                                     "en-garde.last.advance-attack-brief"},
        [EN_GARDE_ATTACK] = {"en-garde.last.attack", "en-garde.last.attack-brief"},
        [EN_GARDE_PARRY] = {"en-garde.last.parry", "en-garde.last.parry-brief"},
        [EN_GARDE_RETREAT] = {"en-garde.last.retreat", "en-garde.last.retreat-brief"},
        [EN_GARDE_YIELD] = {"en-garde.last.yield", "en-garde.last.yield-brief"}};
    const struct en_garde_move *last = &drawing->board->last;
    int now = (int)en_garde_distance(drawing->board), before = now;
    if (last->action == EN_GARDE_ADVANCE || last->action == EN_GARDE_ADVANCE_ATTACK)
        before = now + last->step;
    else if (last->action == EN_GARDE_RETREAT)
        before = now - last->step;
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    names_fit(drawing->telling, drawing->board->last_seat, columns, &name);
    words_say(drawing->telling->words, out, messages[last->action][brief], SAY_TEXT(name.bytes),
              SAY_NUMBER(last->step), SAY_NUMBER(before), SAY_NUMBER(now), SAY_NUMBER(last->cards),
              SAY_NUMBER(last->value));
}

static void say_last(const void *about, unsigned columns, struct text *out)
{
    const struct en_garde_drawing *drawing = about;
    bool narrow = drawing->telling->size == PICTURE_NARROW;
    say_last_within(drawing, columns, false, out);
    if (!narrow || display_width(out->bytes) <= drawing->canvas->width)
        return;
    text_clear(out);
    say_last_within(drawing, columns, true, out);
}

unsigned en_garde_draw_last(const struct en_garde_drawing *drawing, unsigned row, unsigned column)
{
    char buffer[EN_GARDE_ROW_BYTES];
    struct text last = TEXT_IN(buffer);
    if (drawing->board->last_seat == GAME_SPECTATOR)
        return row;
    names_say_within(say_last, drawing, drawing->canvas->width - column, &last);
    canvas_write(drawing->canvas, row, column, PAINT_FAINT, last.bytes);
    return row + 1;
}

void en_garde_draw_score(const struct en_garde_drawing *drawing, unsigned row, unsigned left,
                         unsigned right)
{
    unsigned room = (right - left) / 2 - drawing->board->touches_to_win - 4;
    for (unsigned seat = 0; seat < 2; seat++) {
        char name_buffer[128], dots_buffer[64], buffer[256];
        struct text name = TEXT_IN(name_buffer), dots = TEXT_IN(dots_buffer);
        struct text score = TEXT_IN(buffer);
        unsigned touches = drawing->board->touches[seat];
        names_fit(drawing->telling, seat, room < NAME_COLUMNS_MAX ? room : NAME_COLUMNS_MAX, &name);
        en_garde_add_touches(drawing, seat, seat == 1, &dots);
        if (seat == 0)
            text_add_format(&score, "%s %u %s", name.bytes, touches, dots.bytes);
        else
            text_add_format(&score, "%s %u %s", dots.bytes, touches, name.bytes);
        canvas_write(drawing->canvas, row, seat == 0 ? left : right - display_width(score.bytes),
                     paint_of_seat(seat), score.bytes);
    }
}

/* -- The fencers ------------------------------------------------------------------------------- */

/* The columns of one size. */
struct piste {
    const struct en_garde_drawing *drawing;
    unsigned step, blade; /* from one space to the next; longest blade */
};

static unsigned column_of(const struct piste *piste, unsigned space)
{
    return LEFT + (space - 1) * piste->step;
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
static void fencer_letter(const struct en_garde_drawing *drawing, unsigned seat, struct text *out)
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

static void draw_fencers(const struct piste *piste, unsigned row)
{
    struct canvas *canvas = piste->drawing->canvas;
    const struct en_garde_board *board = piste->drawing->board;
    unsigned left = column_of(piste, board->space[0]), right = column_of(piste, board->space[1]);
    unsigned gap = right - left - 1, blade = gap > 0 ? (gap - 1) / 2 : 0;
    unsigned distance = en_garde_distance(board), digits = distance > 9 ? 2 : 1;
    if (blade > piste->blade)
        blade = piste->blade;
    canvas_write(canvas, row, left, paint_of_seat(0), "o");
    canvas_write(canvas, row, right, paint_of_seat(1), "o");
    if (gap >= digits + 2)
        canvas_format(canvas, row, left + 1 + (gap - digits) / 2, PAINT_TITLE, "%u", distance);
    canvas_write(canvas, row + 1, left - 1, paint_of_seat(0), "/|");
    canvas_write(canvas, row + 1, right, paint_of_seat(1), "|\\");
    for (unsigned i = 1; i <= blade; i++) {
        canvas_write(canvas, row + 1, left + i, paint_of_seat(0), "─");
        canvas_write(canvas, row + 1, right - i, paint_of_seat(1), "─");
    }
    canvas_write(canvas, row + 2, left - 1, paint_of_seat(0), "/ \\");
    canvas_write(canvas, row + 2, right - 1, paint_of_seat(1), "/");
    canvas_write(canvas, row + 2, right + 1, paint_of_seat(1), "\\");
}

/* The spaces, the fencers' letters and, below, where they stand. */
static void draw_spaces(const struct piste *piste, unsigned row)
{
    const struct en_garde_drawing *drawing = piste->drawing;
    const struct en_garde_board *board = drawing->board;
    struct canvas *canvas = drawing->canvas;
    for (unsigned space = 1; space <= EN_GARDE_LAST_SPACE; space++)
        canvas_write(canvas, row, column_of(piste, space), PAINT_FAINT, "·");
    unsigned next = canvas_write(canvas, row + 1, column_of(piste, 1), PAINT_FAINT, "1");
    for (unsigned seat = 0; seat < 2; seat++) {
        char buffer[8];
        struct text letter = TEXT_IN(buffer);
        unsigned column = column_of(piste, board->space[seat]);
        fencer_letter(drawing, seat, &letter);
        canvas_write(canvas, row, column, paint_of_seat(seat), letter.bytes);
        if (board->space[seat] > 1 && board->space[seat] < EN_GARDE_LAST_SPACE && column > next)
            next = canvas_format(canvas, row + 1, column, paint_of_seat(seat), "%u",
                                 board->space[seat]);
    }
    if (column_of(piste, EN_GARDE_LAST_SPACE) > next)
        canvas_format(canvas, row + 1, column_of(piste, EN_GARDE_LAST_SPACE), PAINT_FAINT, "%u",
                      EN_GARDE_LAST_SPACE);
}

/* -- Wide and narrow --------------------------------------------------------------------------- */

static void draw_grid(const struct en_garde_drawing *drawing)
{
    bool narrow = drawing->telling->size == PICTURE_NARROW;
    const struct piste piste = {drawing, narrow ? 1 : 2, narrow ? BLADE_NARROW : BLADE_WIDE};
    unsigned margin = narrow ? 0 : MARGIN;
    char game_buffer[128], pile_buffer[128];
    struct text game = TEXT_IN(game_buffer), pile = TEXT_IN(pile_buffer);
    words_say(drawing->telling->words, &game, narrow ? "en-garde.game.narrow" : "en-garde.game",
              SAY_NUMBER(drawing->board->touches_to_win));
    if (narrow) {
        text_add(&game, telling_separator(drawing->telling));
        en_garde_say_pile(drawing, "en-garde.pile.narrow", &game);
    }
    unsigned row = en_garde_draw_head(drawing, game.bytes);
    en_garde_draw_score(drawing, row, margin, drawing->canvas->width - margin);
    draw_fencers(&piste, row + 1);
    draw_spaces(&piste, row + 4);
    row = en_garde_draw_hits(drawing, row + 6, margin);
    if (!narrow) {
        en_garde_say_pile(drawing, "en-garde.pile", &pile);
        canvas_write(drawing->canvas, row++, margin, PAINT_NONE, pile.bytes);
    }
    en_garde_draw_last(drawing, row, margin);
}

void en_garde_picture(const struct game_view *opaque, const struct telling *telling,
                      struct canvas *canvas)
{
    const struct en_garde_drawing drawing = {&OWN(en_garde, opaque)->board, telling, canvas};
    switch (telling->size) {
    case PICTURE_LINE:
        en_garde_draw_line(&drawing);
        break;
    case PICTURE_SHORT:
        en_garde_draw_rows(&drawing);
        break;
    case PICTURE_LARGE:
        en_garde_draw_large(&drawing);
        break;
    default:
        draw_grid(&drawing);
    }
}
