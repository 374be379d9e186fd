/* The table as text art: the trick, and what everybody has.
 *
 *     Pillars 3 · trick 6/9 · painter · Bruno to play
 *
 *                                                   tricks  points
 *      1 Alice      3:6        Carol’s carpenter         1      11
 *        stone 1  wood 1  sand 1  metal 0
 *     >2 Bruno      …                                    0       9
 *        stone 0  wood 2  sand 1  metal 0 · potter
 *      …
 *        3:6 is highest: Carol would get the trick
 *        King’s trick set aside · 2 advantage cards left
 */
#include "games/pillars/pillars.h"
#include "games/shared/labels.h"
#include "games/shared/names.h"

enum { NAME_COLUMNS = 10, LINE_NAME_COLUMNS = 8, LINE_WIDTH = 60 };

/* The layout of one size, in rows and columns. Numbers end before their column. */
struct layout {
    uint8_t top, rows; /* row of the labels, rows per seat */
    uint8_t tricks, points;
    uint8_t stock;      /* column, in the last row of a seat */
    uint8_t advantages; /* column; 0: after the stock */
};

static const struct layout layouts[] = {
    [PICTURE_WIDE] = {2, 2, 52, 60, 3, 0},
    [PICTURE_NARROW] = {2, 2, 28, 36, 5, 0},
    [PICTURE_SHORT] = {1, 1, 30, 47, 31, 49},
};

enum { MARK = 0, SEAT = 1, NAME = 3, CARD = 14, GLOSS = 25 }; /* columns in all sizes */

struct drawing {
    const struct pillars_board *board;
    const struct telling *telling;
    struct canvas *canvas;
    struct layout layout;
    bool ascii;
};

static void say(const struct drawing *drawing, const char *key, struct text *out)
{
    words_say_plain(drawing->telling->words, out, key);
}

static enum paint paint_of(uint8_t card)
{
    return pillars_is_craftsman(card) ? paint_of_seat(pillars_craftsman_seat(card)) : PAINT_TITLE;
}

/* The order in which materials are shown. */
static const uint8_t shown_materials[PILLARS_MATERIALS] = {
    PILLARS_STONE_MATERIAL, PILLARS_WOOD_MATERIAL, PILLARS_SAND_MATERIAL, PILLARS_METAL};

static const char *short_material(uint8_t material)
{
    static const char *const messages[PILLARS_MATERIALS] = {
        "pillars.short.metal", "pillars.short.sand", "pillars.short.stone", "pillars.short.wood"};
    return messages[material];
}

static const char *advantage_word(uint8_t card, bool abbreviated)
{
    switch (card) {
    case PILLARS_ASSISTANT:
        return abbreviated ? "pillars.short.assistant" : "move.assistant";
    case PILLARS_BRICKMAKER:
        return abbreviated ? "pillars.short.brickmaker" : "move.brickmaker";
    case PILLARS_FOUNDER:
        return abbreviated ? "pillars.short.founder" : "move.founder";
    case PILLARS_PAINTER:
        return abbreviated ? "pillars.short.painter" : "move.painter";
    default:
        return abbreviated ? "pillars.short.potter" : "move.potter";
    }
}

/* -- The title --------------------------------------------------------------------------------- */

/* `Bruno to play`, `2 players to decide`, `Alice wins`. */
static void say_situation(const struct drawing *drawing, unsigned columns, struct text *out)
{
    const struct pillars_board *board = drawing->board;
    bool over = board->step == PILLARS_END;
    seat_set seats = over ? pillars_leaders(board) : pillars_actors(board);
    int count = __builtin_popcount(seats);
    if (count == 0) {
        say(drawing, "pillars.picture.deal", out);
        return;
    }
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    names_fit(drawing->telling, (uint8_t)__builtin_ctz(seats), columns, &name);
    const char *message = over                            ? "pillars.picture.won"
                          : board->step == PILLARS_TRICKS ? "pillars.picture.play"
                                                          : "pillars.picture.decide";
    if (count > 1)
        words_say(drawing->telling->words, out,
                  over ? "pillars.picture.won.several" : "pillars.picture.decide.several",
                  SAY_NUMBER(count));
    else
        words_say(drawing->telling->words, out, message, SAY_TEXT(name.bytes));
}

/* `Pillars 3 · trick 6/9`. */
static void say_title(const struct drawing *drawing, struct text *out)
{
    const struct pillars_board *board = drawing->board;
    say(drawing, "pillars.picture.title", out);
    text_add_format(out, " %u%s", board->round, telling_separator(drawing->telling));
    if (board->step == PILLARS_TRICKS)
        words_say(drawing->telling->words, out, "pillars.picture.trick",
                  SAY_NUMBER(board->trick_number), SAY_NUMBER(pillars_hand_size(board->players)));
    else
        say(drawing,
            board->step == PILLARS_END ? "pillars.picture.over" : "pillars.picture.evaluation",
            out);
}

static void draw_title(const struct drawing *drawing)
{
    char title_buffer[256], situation_buffer[128];
    struct text title = TEXT_IN(title_buffer), situation = TEXT_IN(situation_buffer);
    say_title(drawing, &title);
    say_situation(drawing, NAME_COLUMNS, &situation);
    if (drawing->telling->size == PICTURE_NARROW) {
        canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, title.bytes);
        canvas_write(drawing->canvas, 1, 0, PAINT_TITLE, situation.bytes);
        return;
    }
    if (drawing->board->step == PILLARS_TRICKS) {
        text_add(&title, telling_separator(drawing->telling));
        say(drawing, advantage_word(drawing->board->advantage, false), &title);
    }
    text_add(&title, telling_separator(drawing->telling));
    text_add(&title, situation.bytes);
    canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, title.bytes);
}

/* -- The seats --------------------------------------------------------------------------------- */

static void draw_label(const struct drawing *drawing, unsigned end, const char *key)
{
    label_draw_to(drawing->telling, drawing->canvas, drawing->layout.top, end, end, key);
}

static void draw_labels(const struct drawing *drawing)
{
    draw_label(drawing, drawing->layout.tricks, "pillars.picture.label.tricks");
    draw_label(drawing, drawing->layout.points,
               drawing->layout.rows == 1 ? "pillars.picture.label.points.short"
                                         : "pillars.picture.label.points");
    for (unsigned i = 0; drawing->layout.rows == 1 && i < PILLARS_MATERIALS; i++)
        draw_label(drawing, drawing->layout.stock + 3 * i + 3, short_material(shown_materials[i]));
}

/* Explains a card: `Carol’s carpenter`, `value 7`. */
static void draw_gloss(const struct drawing *drawing, unsigned row, uint8_t card)
{
    const struct words *words = drawing->telling->words;
    char gloss_buffer[128], name_buffer[64];
    struct text gloss = TEXT_IN(gloss_buffer), name = TEXT_IN(name_buffer);
    if (pillars_is_craftsman(card)) {
        names_fit(drawing->telling, pillars_craftsman_seat(card), NAME_COLUMNS, &name);
        words_say(words, &gloss,
                  drawing->ascii ? "pillars.picture.craftsman.ascii" : "pillars.picture.craftsman",
                  SAY_TEXT(name.bytes), SAY_MESSAGE(pillars_craft_message(card)));
    } else if (card == PILLARS_KING) {
        say(drawing, "pillars.picture.king", &gloss);
    } else {
        words_say(words, &gloss, "pillars.picture.value", SAY_NUMBER(pillars_value(card)));
    }
    canvas_write(drawing->canvas, row, GLOSS, PAINT_NONE, gloss.bytes);
}

/* Says a card as it is typed. */
static void say_code(const struct drawing *drawing, uint8_t card, struct text *out)
{
    char buffer[16];
    struct text printed = TEXT_IN(buffer);
    pillars_print_card(card, &printed);
    game_printed_say(printed.bytes, drawing->telling->words, out);
}

static void draw_card(const struct drawing *drawing, unsigned row, uint8_t card)
{
    char buffer[64];
    struct text code = TEXT_IN(buffer);
    say_code(drawing, card, &code);
    canvas_write(drawing->canvas, row, CARD, paint_of(card), code.bytes);
    if (drawing->telling->size == PICTURE_WIDE)
        draw_gloss(drawing, row, card);
}

/* Draws the seat's card in the trick, or what it has to decide. */
static void draw_doing(const struct drawing *drawing, unsigned row, uint8_t seat)
{
    static const char *const steps[] = {[PILLARS_CHOOSES] = "pillars.picture.chooses",
                                        [PILLARS_CONVERTS] = "pillars.picture.converts",
                                        [PILLARS_DROPS] = "pillars.picture.drops",
                                        [PILLARS_READY] = "pillars.picture.ready"};
    const struct pillars_board *board = drawing->board;
    char buffer[64];
    struct text doing = TEXT_IN(buffer);
    uint8_t position;
    if (trick_position(&board->trick, board->players, seat, &position)) {
        draw_card(drawing, row, board->trick.cards[position]);
        return;
    }
    if (board->step == PILLARS_EVALUATION)
        say(drawing, steps[board->evaluation.steps[seat]], &doing);
    else if (board->step == PILLARS_TRICKS)
        text_add(&doing, drawing->ascii ? "." : "…");
    canvas_write(drawing->canvas, row, CARD, PAINT_FAINT, doing.bytes);
}

/* Draws the stock: numbers in columns (short), `st1 wd2` (narrow) or `stone 1 wood 2` (wide).
 * Returns the column after it. */
static unsigned draw_stock(const struct drawing *drawing, unsigned row, uint8_t seat)
{
    const uint8_t *stock = drawing->board->materials[seat];
    unsigned column = drawing->layout.stock;
    for (unsigned i = 0; i < PILLARS_MATERIALS; i++) {
        uint8_t material = shown_materials[i];
        if (drawing->layout.rows == 1) {
            column =
                canvas_format(drawing->canvas, row, column, PAINT_NONE, "%3u", stock[material]);
            continue;
        }
        char buffer[64];
        struct text word = TEXT_IN(buffer);
        bool narrow = drawing->telling->size == PICTURE_NARROW;
        say(drawing, narrow ? short_material(material) : pillars_material_message(material), &word);
        text_add_format(&word, narrow ? "%u" : " %u", stock[material]);
        column = canvas_write(drawing->canvas, row, column,
                              stock[material] > 0 ? PAINT_NONE : PAINT_FAINT, word.bytes) +
                 (narrow ? 1 : 2);
    }
    return column;
}

static void say_advantages(const struct drawing *drawing, uint8_t seat, bool abbreviated,
                           struct text *out)
{
    for (card_set cards = drawing->board->advantages[seat]; cards != 0;) {
        if (!abbreviated)
            text_separate(out, " ");
        say(drawing, advantage_word(card_set_next(&cards), abbreviated), out);
    }
}

/* Draws the advantage cards as words, or as `PaPo` if they don't fit. */
static void draw_advantages(const struct drawing *drawing, unsigned row, unsigned column,
                            uint8_t seat)
{
    char buffer[128];
    struct text cards = TEXT_IN(buffer);
    bool wide = drawing->telling->size == PICTURE_WIDE;
    if (drawing->layout.advantages > 0)
        column = drawing->layout.advantages;
    say_advantages(drawing, seat, !wide, &cards);
    if (cards.truncated || column + 2 + display_width(cards.bytes) > drawing->canvas->width) {
        text_clear(&cards);
        say_advantages(drawing, seat, true, &cards);
    }
    if (wide && cards.length > 0)
        column =
            canvas_write(drawing->canvas, row, column, PAINT_FAINT, drawing->ascii ? "- " : "· ");
    canvas_write(drawing->canvas, row, column, PAINT_YELLOW, cards.bytes);
}

static void draw_seat(const struct drawing *drawing, uint8_t seat)
{
    const struct pillars_board *board = drawing->board;
    const struct layout *layout = &drawing->layout;
    unsigned row = layout->top + 1u + seat * layout->rows, last = row + layout->rows - 1;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    names_fit(drawing->telling, seat, NAME_COLUMNS, &name);
    if (pillars_actors(board) & SEAT_BIT(seat))
        canvas_write(drawing->canvas, row, MARK, PAINT_TITLE, ">");
    else if (board->step == PILLARS_END && pillars_leaders(board) & SEAT_BIT(seat))
        canvas_write(drawing->canvas, row, MARK, PAINT_TITLE, "*");
    canvas_format(drawing->canvas, row, SEAT, PAINT_NONE, "%u", seat + 1u);
    canvas_write(drawing->canvas, row, NAME, paint_of_seat(seat), name.bytes);
    draw_doing(drawing, row, seat);
    canvas_format(drawing->canvas, row, layout->tricks - 3u, PAINT_NONE, "%3u",
                  board->tricks[seat]);
    canvas_format(drawing->canvas, row, layout->points - 4u, PAINT_TITLE, "%4d",
                  board->scores[seat]);
    unsigned column = draw_stock(drawing, last, seat);
    draw_advantages(drawing, last, column, seat);
}

/* -- Below the seats --------------------------------------------------------------------------- */

/* Says who would get the trick as it lies, or who got the previous one. */
static void say_trick(const struct drawing *drawing, struct text *out)
{
    const struct pillars_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    char name_buffer[64], card_buffer[64];
    struct text name = TEXT_IN(name_buffer), card = TEXT_IN(card_buffer);
    uint8_t taker = board->trick.count > 0 ? pillars_taker(board) : board->taker;
    if (taker != PILLARS_NOBODY)
        names_fit(drawing->telling, taker, NAME_COLUMNS, &name);
    if (board->trick.count > 0) {
        say_code(drawing, board->trick.cards[pillars_deciding(&board->trick)], &card);
        bool narrow = drawing->telling->size == PICTURE_NARROW;
        words_say(words, out,
                  taker == PILLARS_NOBODY ? "pillars.picture.highest.king"
                  : narrow                ? "pillars.picture.highest.narrow"
                                          : "pillars.picture.highest",
                  SAY_TEXT(card.bytes), SAY_TEXT(name.bytes));
    } else if (board->step == PILLARS_TRICKS && board->trick_number > 1) {
        words_say(words, out,
                  taker == PILLARS_NOBODY ? "pillars.picture.last.king" : "pillars.picture.last",
                  SAY_NUMBER(board->trick_number - 1), SAY_TEXT(name.bytes));
    }
}

static void say_kings_trick(const struct drawing *drawing, struct text *out)
{
    const struct pillars_board *board = drawing->board;
    uint8_t seat = board->evaluation.kings_seat;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (board->step == PILLARS_TRICKS) {
        say(drawing,
            board->kings_player == PILLARS_NOBODY ? "pillars.picture.kings-trick.to-come"
                                                  : "pillars.picture.kings-trick.aside",
            out);
    } else if (seat == PILLARS_NOBODY) {
        say(drawing, "pillars.picture.kings-trick.nobody", out);
    } else {
        names_fit(drawing->telling, seat, NAME_COLUMNS, &name);
        words_say(drawing->telling->words, out, "pillars.picture.kings-trick",
                  SAY_TEXT(name.bytes));
    }
}

/* Says the size of the pile, and in a narrow picture the advantage card, for which its title has no
 * room. */
static void say_pile(const struct drawing *drawing, struct text *out)
{
    const struct pillars_board *board = drawing->board;
    bool playing = board->step == PILLARS_TRICKS;
    if (playing && drawing->telling->size == PICTURE_NARROW) {
        say(drawing, advantage_word(board->advantage, false), out);
        text_add(out, telling_separator(drawing->telling));
    }
    words_say(drawing->telling->words, out, "pillars.picture.pile", SAY_NUMBER(board->pile_left));
}

static void draw_foot(const struct drawing *drawing)
{
    const struct layout *layout = &drawing->layout;
    unsigned row = layout->top + 1u + drawing->board->players * layout->rows;
    char trick_buffer[128], kings_buffer[256], pile_buffer[128];
    struct text trick = TEXT_IN(trick_buffer), kings = TEXT_IN(kings_buffer),
                pile = TEXT_IN(pile_buffer);
    say_trick(drawing, &trick);
    say_kings_trick(drawing, &kings);
    say_pile(drawing, &pile);
    if (layout->rows > 1)
        row++;
    canvas_write(drawing->canvas, row, layout->rows > 1 ? NAME : SEAT, PAINT_NONE, trick.bytes);
    if (drawing->telling->size == PICTURE_NARROW) {
        canvas_write(drawing->canvas, row + 1, NAME, PAINT_NONE, kings.bytes);
        canvas_write(drawing->canvas, row + 2, NAME, PAINT_NONE, pile.bytes);
        return;
    }
    text_add(&kings, telling_separator(drawing->telling));
    text_add(&kings, pile.bytes);
    canvas_write(drawing->canvas, row + 1, layout->rows > 1 ? NAME : SEAT, PAINT_NONE, kings.bytes);
}

/* -- One line ---------------------------------------------------------------------------------- */

/* Says the line with the full trick, or only with the deciding card. */
static void say_line(const struct drawing *drawing, bool full, struct text *out)
{
    const struct trick *trick = &drawing->board->trick;
    say_title(drawing, out);
    for (uint8_t i = 0; i < trick->count; i++) {
        if (!full && i != pillars_deciding(trick))
            continue;
        text_add(out, full && i > 0 ? " " : telling_separator(drawing->telling));
        say_code(drawing, trick->cards[i], out);
    }
    text_add(out, telling_separator(drawing->telling));
    say_situation(drawing, LINE_NAME_COLUMNS, out);
}

static void draw_line(const struct drawing *drawing)
{
    char buffer[512];
    struct text line = TEXT_IN(buffer);
    say_line(drawing, true, &line);
    if (display_width(line.bytes) > LINE_WIDTH) {
        text_clear(&line);
        say_line(drawing, false, &line);
    }
    canvas_write(drawing->canvas, 0, 0, PAINT_NONE, line.bytes);
}

void pillars_picture(const struct game_view *view, const struct telling *telling,
                     struct canvas *canvas)
{
    struct drawing drawing = {.board = &OWN(pillars, view)->board,
                              .telling = telling,
                              .canvas = canvas,
                              .ascii = telling_is_ascii(telling)};
    if (telling->size == PICTURE_LINE) {
        draw_line(&drawing);
        return;
    }
    drawing.layout = layouts[telling->size == PICTURE_LARGE ? PICTURE_WIDE : telling->size];
    draw_title(&drawing);
    draw_labels(&drawing);
    for (uint8_t seat = 0; seat < drawing.board->players; seat++)
        draw_seat(&drawing, seat);
    draw_foot(&drawing);
}
