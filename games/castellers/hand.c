/* What a player may do with their reserve.
 *
 *     Your reserve  b7  p4 p5 p5  r2 r2 r6   = 31
 *     recruit       18 left; one of the 4 white ones makes g4 fall
 *     raise         b7 2 on w3, b7 new, p4 new, p5 new …
 *     swap          1:b1, 1:p1, 2:b3 …
 */
#include "games/castellers/picture.h"
#include "games/shared/frame.h"

#include <string.h>

enum {
    ROW_BYTES = 512,
    CONTENT = 14,
    NARROW_CONTENT = 9, /* the longest word of a move has eight letters, in German */
    MOVE_ROWS = 3,
    LISTED_MAX = 64
};

static bool may_act(const struct castellers_view *view)
{
    return castellers_acts(&view->board, view->viewer);
}

static void add_reserve(const struct castellers_view *view, struct text *out)
{
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++) {
        for (unsigned i = 0; i < view->board.reserves[view->viewer][pawn]; i++) {
            text_separate(out, " ");
            castellers_print_pawn((uint8_t)pawn, out);
        }
    }
}

/* -- Drawn ------------------------------------------------------------------------------------- */

struct sheet {
    const struct castellers_view *view;
    struct castellers_drawing drawing; /* for the flows */
    unsigned row, content;
};

static void draw_reserve(struct sheet *sheet)
{
    const struct castellers_view *view = sheet->view;
    const struct words *words = sheet->drawing.telling->words;
    char label_buffer[64], sum_buffer[32];
    struct text label = TEXT_IN(label_buffer), sum = TEXT_IN(sum_buffer);
    unsigned size = castellers_reserve_size(&view->board, view->viewer);
    words_say_plain(words, &label, size > 0 ? "castellers.hand.reserve" : "castellers.hand.empty");
    canvas_write(sheet->drawing.canvas, sheet->row, 0, PAINT_FAINT, label.bytes);
    if (size > 0) {
        bool narrow = sheet->drawing.telling->size == PICTURE_NARROW;
        unsigned left = narrow ? 2 : sheet->content;
        struct castellers_flow flow = {&sheet->drawing, sheet->row + narrow, left, left,
                                       sheet->drawing.canvas->width};
        castellers_flow_reserve(&flow, view->viewer, CASTELLERS_APART);
        text_add_format(&sum, "= %u", castellers_reserve_sum(&view->board, view->viewer));
        castellers_flow_put(&flow, PAINT_NONE, sum.bytes);
        sheet->row = flow.row;
    }
    sheet->row++;
}

/* A row that begins with what is typed. */
static struct castellers_flow begin_row(struct sheet *sheet, const char *typed)
{
    char buffer[GAME_MOVE_SAID_MAX];
    struct text said = TEXT_IN(buffer);
    game_printed_say(typed, sheet->drawing.telling->words, &said);
    canvas_write(sheet->drawing.canvas, sheet->row, 0, PAINT_TITLE, said.bytes);
    return (struct castellers_flow){&sheet->drawing, sheet->row, sheet->content, sheet->content,
                                    sheet->drawing.canvas->width};
}

static void flow_words(struct castellers_flow *flow, char *words)
{
    for (char *rest, *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest))
        castellers_flow_put(flow, PAINT_NONE, word);
}

/* Which pawns a white one could make fall: the highest in the player's castles (rule 9). */
static void say_fall(const struct castellers_view *view, struct text *out)
{
    const struct castellers_board *board = &view->board;
    unsigned highest = 0;
    uint64_t pawns = 0;
    for (unsigned i = castellers_first(board, view->viewer);
         i < board->castle_count && board->castles[i].owner == view->viewer; i++) {
        for (unsigned column = 0; column < board->castles[i].width; column++) {
            uint8_t top = castellers_top(&board->castles[i], column);
            if (castellers_value(top) > highest)
                pawns = 0;
            if (castellers_value(top) >= highest) {
                highest = castellers_value(top);
                pawns |= UINT64_C(1) << top;
            }
        }
    }
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++) {
        if (!(pawns >> pawn & 1))
            continue;
        text_separate(out, "/");
        castellers_print_pawn((uint8_t)pawn, out);
    }
}

static void draw_recruit(struct sheet *sheet)
{
    const struct castellers_board *board = &sheet->view->board;
    char pawns_buffer[128], buffer[ROW_BYTES];
    struct text pawns = TEXT_IN(pawns_buffer), says = TEXT_IN(buffer);
    unsigned whites = castellers_whites_left(board);
    say_fall(sheet->view, &pawns);
    words_say(sheet->drawing.telling->words, &says,
              whites > 0 && pawns.length > 0 ? "castellers.hand.recruit.fall"
                                             : "castellers.hand.recruit",
              SAY_NUMBER(board->bag_left), SAY_NUMBER(whites), SAY_TEXT(pawns.bytes));
    struct castellers_flow flow = begin_row(sheet, "recruit");
    flow_words(&flow, buffer);
    sheet->row = flow.row + 1;
}

/* The moves that begin with `word`, said without it, at most LISTED_MAX; returns how many. */
static size_t say_moves(const struct sheet *sheet, const char *word, const game_move *moves,
                        size_t count, char said[][GAME_MOVE_SAID_MAX])
{
    size_t length = strlen(word), found = 0;
    for (size_t i = 0; i < count && found < LISTED_MAX; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text printed = TEXT_IN(buffer), text = text_in(said[found], GAME_MOVE_SAID_MAX);
        castellers_print(moves[i], &printed);
        if (strncmp(printed.bytes, word, length) != 0 || printed.bytes[length] != ' ')
            continue;
        game_printed_say(printed.bytes + length + 1, sheet->drawing.telling->words, &text);
        found++;
    }
    return found;
}

/* Lists the moves that begin with `word`, as many as three rows hold. */
static void draw_moves(struct sheet *sheet, const char *word, const game_move *moves, size_t count)
{
    enum { MORE = 4 /* columns of a comma and the dots */ };
    char said[LISTED_MAX][GAME_MOVE_SAID_MAX];
    size_t found = say_moves(sheet, word, moves, count, said);
    if (found == 0)
        return;
    struct castellers_flow flow = begin_row(sheet, word);
    for (size_t i = 0; i < found; i++) {
        struct text text = {
            .bytes = said[i], .size = GAME_MOVE_SAID_MAX, .length = strlen(said[i])};
        bool last_row = flow.row == sheet->row + MOVE_ROWS - 1;
        if (last_row && flow.column + display_width(said[i]) + MORE > flow.right) {
            castellers_flow_put(&flow, PAINT_NONE, "…");
            break;
        }
        if (i + 1 < found)
            text_add_char(&text, ',');
        castellers_flow_put(&flow, PAINT_NONE, said[i]);
    }
    sheet->row = flow.row + 1;
}

static void draw_actions(struct sheet *sheet)
{
    static const char *const words[] = {"raise", "swap", "give", "place", "fall"};
    const struct castellers_board *board = &sheet->view->board;
    game_move moves[GAME_LEGAL_MAX];
    size_t count = castellers_legal(board, moves);
    if (board->step == CASTELLERS_TURN && board->bag_left > 0)
        draw_recruit(sheet);
    if (board->given > castellers_value(board->swapped) && board->step == CASTELLERS_GIVE)
        sheet->row = begin_row(sheet, "done").row + 1;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        draw_moves(sheet, words[i], moves, count);
}

/* -- In one row -------------------------------------------------------------------------------- */

/* `b7 p4 p5 = 31 · raise b7 2 on w3, recruit …` */
static void say_row(const struct castellers_view *view, const struct telling *telling,
                    struct text *out)
{
    enum { SHOWN = 3 };
    game_move moves[GAME_LEGAL_MAX];
    char buffer[CASTELLERS_PAWNS * 4];
    struct text pawns = TEXT_IN(buffer);
    add_reserve(view, &pawns);
    if (pawns.length > 0)
        text_add_format(out, "%s = %u", pawns.bytes,
                        castellers_reserve_sum(&view->board, view->viewer));
    else
        words_say_plain(telling->words, out, "castellers.hand.empty");
    if (!may_act(view))
        return;
    size_t count = castellers_legal(&view->board, moves);
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        text_add(out, i == 0 ? telling_separator(telling) : ", ");
        game_move_say(&castellers_game, moves[i], telling->words, out);
    }
    if (count > SHOWN)
        text_add(out, telling_is_ascii(telling) ? " ..." : " …");
}

void castellers_hand(const struct game_view *opaque, const struct telling *telling,
                     struct text *out)
{
    const struct castellers_view *view = OWN(castellers, opaque);
    struct canvas canvas;
    if (frame_hand_is_row(telling)) {
        say_row(view, telling, out);
        return;
    }
    frame_open_hand(&canvas, telling);
    struct sheet sheet = {.view = view,
                          .drawing = {.board = &view->board, .telling = telling, .canvas = &canvas},
                          .content = telling->size == PICTURE_NARROW ? NARROW_CONTENT : CONTENT};
    draw_reserve(&sheet);
    if (may_act(view))
        draw_actions(&sheet);
    canvas_draw(&canvas, true, out);
}
