/* Castles in words, one row after the other, and the last move.
 *
 *     Alice 16 points: castle 1 w1-g6-w7 and g2-g4-w6-g7, counts
 *     Carol -2 points: castle 1 g1-g4, castle 2 b2-w3
 *     in reserve: Alice b1 p1 r1 r4 · Carol b7 p4 p5 p5
 */
#include "games/castellers/picture.h"
#include "games/shared/names.h"

enum { ROW_BYTES = 512, WORD_BYTES = 128 };

/* -- Castles in words -------------------------------------------------------------------------- */

/* Writes a text word by word. */
static void put_words(struct castellers_flow *flow, const char *words)
{
    while (*words != '\0') {
        char buffer[WORD_BYTES];
        struct text word = TEXT_IN(buffer);
        while (*words != '\0' && *words != ' ')
            text_add_char(&word, *words++);
        while (*words == ' ')
            words++;
        castellers_flow_put(flow, PAINT_NONE, word.bytes);
    }
}

/* `w1-g6-w7`, from the ground. */
static void say_column(const struct castellers_castle *castle, unsigned column, struct text *out)
{
    unsigned height = castellers_column_height(&castle->columns[column]);
    for (unsigned level = 1; level <= height; level++) {
        text_add(out, level > 1 ? "-" : "");
        castellers_print_pawn(castellers_pawn_at(castle, column, level), out);
    }
}

/* `castle 1 w1-g6-w7 and g2-g4, counts` */
static void say_castle(const struct telling *telling, const struct castellers_castle *castle,
                       struct text *out)
{
    char before_buffer[ROW_BYTES], last_buffer[WORD_BYTES], buffer[ROW_BYTES];
    struct text before = TEXT_IN(before_buffer), last = TEXT_IN(last_buffer);
    struct text columns = TEXT_IN(buffer);
    for (unsigned column = 0; column + 1 < castle->width; column++) {
        text_separate(&before, ", ");
        say_column(castle, column, &before);
    }
    say_column(castle, castle->width - 1u, &last);
    if (before.length > 0)
        words_say(telling->words, &columns, "choice.and", SAY_TEXT(before.bytes),
                  SAY_TEXT(last.bytes));
    else
        text_add(&columns, last.bytes);
    words_say(telling->words, out,
              castellers_is_valid(castle) ? "castellers.picture.castle.counts"
                                          : "castellers.picture.castle",
              SAY_NUMBER(castle->number), SAY_TEXT(columns.bytes));
}

/* Returns the row below the seat's castles. */
static unsigned draw_castles(const struct castellers_drawing *drawing, unsigned row, unsigned seat)
{
    const struct castellers_board *board = drawing->board;
    struct castellers_flow flow = {drawing, row, 0, 0, drawing->canvas->width};
    char name_buffer[WORD_BYTES], buffer[2 * ROW_BYTES];
    struct text name = TEXT_IN(name_buffer), castles = TEXT_IN(buffer);
    names_fit(drawing->telling, seat, NAME_COLUMNS_MAX, &name);
    castellers_flow_put(&flow, paint_of_seat(seat), name.bytes);
    words_say(drawing->telling->words, &castles, "castellers.picture.points",
              SAY_NUMBER(castellers_total(&drawing->scores[seat])));
    const char *separator = ": ";
    for (unsigned i = castellers_first(board, seat);
         i < board->castle_count && board->castles[i].owner == seat; i++, separator = ", ") {
        text_add(&castles, separator);
        say_castle(drawing->telling, &board->castles[i], &castles);
    }
    put_words(&flow, castles.bytes);
    return flow.row + 1;
}

/* `in reserve: Alice b1 p1 · Bruno b3`; returns the row below. */
static unsigned draw_all_reserves(const struct castellers_drawing *drawing, unsigned row)
{
    struct castellers_flow flow = {drawing, row, 0, 0, drawing->canvas->width};
    char buffer[WORD_BYTES];
    struct text label = TEXT_IN(buffer);
    bool any = false;
    words_say_plain(drawing->telling->words, &label, "castellers.picture.in-reserve");
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        char name_buffer[WORD_BYTES];
        struct text name = TEXT_IN(name_buffer);
        if (castellers_reserve_size(drawing->board, (uint8_t)seat) == 0)
            continue;
        names_fit(drawing->telling, seat, NAME_COLUMNS_MAX, &name);
        if (any)
            castellers_flow_put(&flow, PAINT_FAINT, "·");
        else
            put_words(&flow, label.bytes);
        castellers_flow_put(&flow, paint_of_seat(seat), name.bytes);
        castellers_flow_reserve(&flow, seat, CASTELLERS_SPACED);
        any = true;
    }
    return any ? flow.row + 1 : row;
}

unsigned castellers_draw_rows(const struct castellers_drawing *drawing, unsigned row)
{
    unsigned first = row;
    if (drawing->board->step == CASTELLERS_GIVE)
        castellers_draw_note(drawing, row++, 0, "castellers.picture.given");
    for (unsigned seat = 0; seat < drawing->board->players; seat++)
        row = draw_castles(drawing, row, seat);
    return draw_all_reserves(drawing, row) - first;
}

/* -- The last move ----------------------------------------------------------------------------- */

static const char *last_message(const struct castellers_last *last)
{
    switch (last->kind) {
    case CASTELLERS_RECRUITED:
        return "castellers.last.recruited";
    case CASTELLERS_RAISED:
        return last->begun ? "castellers.last.begun" : "castellers.last.raised";
    case CASTELLERS_PLACED:
        return last->begun ? "castellers.last.begun" : "castellers.last.placed";
    case CASTELLERS_FELL:
        return "castellers.last.fell";
    case CASTELLERS_SWAPPED:
        return "castellers.last.swapped";
    case CASTELLERS_GAVE:
        return "castellers.last.gave";
    case CASTELLERS_DONE:
        return "castellers.last.done";
    default:
        return "castellers.last.passed";
    }
}

static void say_last(const void *opaque, unsigned columns, struct text *out)
{
    const struct castellers_drawing *drawing = opaque;
    const struct castellers_last *last = &drawing->board->last;
    char name_buffer[WORD_BYTES], other_buffer[WORD_BYTES], pawn_buffer[4];
    struct text name = TEXT_IN(name_buffer), other = TEXT_IN(other_buffer);
    struct text pawn = TEXT_IN(pawn_buffer);
    names_fit(drawing->telling, last->seat, columns, &name);
    names_fit(drawing->telling, last->other, columns, &other);
    castellers_print_pawn(last->pawn, &pawn);
    words_say(drawing->telling->words, out, last_message(last), SAY_TEXT(name.bytes),
              SAY_TEXT(pawn.bytes), SAY_NUMBER(last->number), SAY_NUMBER(last->levels),
              SAY_TEXT(other.bytes));
}

void castellers_draw_last(const struct castellers_drawing *drawing, unsigned row, unsigned column)
{
    char buffer[ROW_BYTES];
    struct text text = TEXT_IN(buffer);
    if (drawing->board->last.kind == CASTELLERS_STARTED || row >= drawing->canvas->height)
        return;
    names_say_within(say_last, drawing, drawing->canvas->width - column, &text);
    canvas_write(drawing->canvas, row, column, PAINT_FAINT, text.bytes);
}
