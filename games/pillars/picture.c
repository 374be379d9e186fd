/* The table as text art: the trick, and what everybody has.
 *
 *     > Carol to play               Pillars, round 2, trick 5 of 9
 *       Bruno's mixer (8) is highest: Bruno gets the trick so far
 *                   card                            tricks  points
 *       Alice       Bruno's mixer 8         highest      1       4
 *                   has 1 wood, 2 sand
 *       Bruno       Bruno's toolmaker 2                  0       8
 *                   has 1 wood · the founder
 *     > Carol       …                                    1       7
 *                   has 1 stone, 1 wood, 1 sand
 *       in play: assistant · King not yet seen · 3 rounds follow
 */
#include "games/pillars/drawing.h"
#include "games/shared/head.h"
#include "games/shared/labels.h"

/* The layout of one size, in columns. Numbers end before their column. */
struct layout {
    unsigned margin, name, name_columns, card, card_columns, mark, stock, tricks, points;
};

enum { LABEL_COLUMNS = 6 };

static const struct layout wide = {0, 2, 10, 14, 24, 38, 14, 52, 60};
static const struct layout narrow = {0, 1, 6, 8, 18, 0, 8, 29, 36};
static const struct layout large = {0, 2, 10, 16, 28, 48, 16, 68, 80};

/* -- What the pictures share ------------------------------------------------------------------- */

static const uint8_t shown_materials[PILLARS_MATERIALS] = {
    PILLARS_STONE_MATERIAL, PILLARS_WOOD_MATERIAL, PILLARS_SAND_MATERIAL, PILLARS_METAL};

void pillars_say_stock(const struct pillars_drawing *drawing, uint8_t seat, struct text *out)
{
    const struct words *words = drawing->telling->words;
    for (unsigned i = 0; i < PILLARS_MATERIALS; i++) {
        unsigned count = drawing->board->materials[seat][shown_materials[i]];
        if (count == 0)
            continue;
        text_separate(out, ", ");
        words_say(words, out, "pillars.material.counted", SAY_NUMBER(count),
                  SAY_MESSAGE(pillars_material_message(shown_materials[i])));
    }
    for (card_set cards = drawing->board->advantages[seat]; cards != 0;) {
        text_separate(out, telling_separator(drawing->telling));
        words_say_plain(words, out, pillars_short_message(card_set_next(&cards)));
    }
}

/* `Bruno's mixer 8`, `own mixer 8`, `Waleran 7, worth -3`. */
void pillars_say_shown(const struct pillars_drawing *drawing, uint8_t card, uint8_t player,
                       unsigned columns, struct text *out)
{
    const struct words *words = drawing->telling->words;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (pillars_is_craftsman(card)) {
        uint8_t seat = pillars_craftsman_seat(card);
        names_fit(drawing->telling, seat, columns, &name);
        words_say(words, out, seat == player ? "pillars.picture.own" : "pillars.picture.craftsman",
                  SAY_TEXT(name.bytes), SAY_MESSAGE(pillars_craft_message(card)),
                  SAY_NUMBER(pillars_value(card)));
        return;
    }
    words_say_plain(words, out, pillars_short_message(card));
    if (card != PILLARS_KING)
        text_add_format(out, " %u", pillars_value(card));
    if (pillars_points(card) != 0)
        words_say(words, out,
                  columns > NAME_COLUMNS_MIN ? "pillars.picture.worth"
                                             : "pillars.picture.worth.brief",
                  SAY_NUMBER(pillars_points(card)));
}

void pillars_draw_fitted(const struct pillars_drawing *drawing, unsigned row, unsigned column,
                         names_saying *say)
{
    char buffer[PILLARS_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    names_say_within(say, drawing, drawing->canvas->width - column, &line);
    canvas_write(drawing->canvas, row, column, PAINT_NONE, line.bytes);
}

void pillars_say_taker(const void *opaque, unsigned columns, struct text *out)
{
    const struct pillars_drawing *drawing = opaque;
    const struct pillars_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    uint8_t taker = pillars_taker(board), position = pillars_deciding(&board->trick);
    char name_buffer[64], card_buffer[128];
    struct text name = TEXT_IN(name_buffer), shown = TEXT_IN(card_buffer);
    if (taker == PILLARS_NOBODY) {
        words_say_plain(words, out, "pillars.picture.highest.king");
        return;
    }
    names_fit(drawing->telling, taker, columns, &name);
    uint8_t card = board->trick.cards[position];
    bool is_narrow = drawing->telling->size == PICTURE_NARROW;
    if (is_narrow && pillars_is_craftsman(card))
        words_say(words, &shown, "pillars.picture.craft", SAY_MESSAGE(pillars_craft_message(card)),
                  SAY_NUMBER(pillars_value(card)));
    else
        pillars_say_shown(drawing, card, trick_seat(&board->trick, board->players, position),
                          NAME_COLUMNS_MIN, &shown);
    words_say(words, out, is_narrow ? "pillars.picture.highest.brief" : "pillars.picture.highest",
              SAY_TEXT(shown.bytes), SAY_TEXT(name.bytes));
}

void pillars_say_round(const void *opaque, unsigned columns, struct text *out)
{
    const struct pillars_drawing *drawing = opaque;
    const struct pillars_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (board->step == PILLARS_TRICKS) {
        words_say(words, out, "pillars.picture.in-play",
                  SAY_MESSAGE(pillars_short_message(board->advantage)));
        text_add(out, telling_separator(drawing->telling));
        words_say_plain(words, out,
                        board->kings_player == PILLARS_NOBODY ? "pillars.picture.king.unseen"
                                                              : "pillars.picture.king.seen");
        return;
    }
    uint8_t seat = board->evaluation.kings_seat;
    if (seat != PILLARS_NOBODY)
        names_fit(drawing->telling, seat, columns, &name);
    words_say(words, out,
              seat == PILLARS_NOBODY ? "pillars.picture.kings-trick.nobody"
                                     : "pillars.picture.kings-trick",
              SAY_TEXT(name.bytes));
}

/* -- The head ---------------------------------------------------------------------------------- */

static void say_situation(const void *opaque, unsigned columns, bool brief, struct text *out)
{
    const struct pillars_drawing *drawing = opaque;
    const struct pillars_board *board = drawing->board;
    bool over = board->step == PILLARS_END;
    seat_set seats = over ? pillars_leaders(board) : pillars_actors(board);
    int count = __builtin_popcount(seats);
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    bool many = count > (brief ? 1 : 2);
    names_join_fitted(drawing->telling, seats, columns, ", ", &names);
    const char *message = count == 0                      ? "pillars.picture.deal"
                          : over                          ? "pillars.picture.won"
                          : board->step == PILLARS_TRICKS ? "pillars.picture.play"
                                                          : "pillars.picture.decide";
    if (many)
        message = over ? "pillars.picture.won.several" : "pillars.picture.decide.several";
    words_say(drawing->telling->words, out, message, SAY_TEXT(names.bytes), SAY_NUMBER(count));
}

static unsigned draw_head(const struct pillars_drawing *drawing)
{
    const struct pillars_board *board = drawing->board;
    char buffer[256];
    struct text game = TEXT_IN(buffer);
    words_say(drawing->telling->words, &game,
              board->step == PILLARS_TRICKS ? "pillars.picture.title.trick"
                                            : "pillars.picture.title",
              SAY_NUMBER(board->round), SAY_NUMBER(board->trick_number),
              SAY_NUMBER(pillars_hand_size(board->players)));
    const struct head head = {.game = game.bytes,
                              .is_over = pillars_actors(board) == 0,
                              .say = say_situation,
                              .drawing = drawing};
    return head_draw(drawing->telling, drawing->canvas, &head);
}

/* -- The seats --------------------------------------------------------------------------------- */

static void draw_mark(const struct pillars_drawing *drawing, const struct layout *layout,
                      unsigned row, uint8_t position)
{
    const struct trick *trick = &drawing->board->trick;
    const char *key = trick->count > 1 && position == pillars_deciding(trick)
                          ? "pillars.picture.deciding"
                      : position == 0 ? "pillars.picture.led"
                                      : NULL;
    if (key != NULL && layout->mark > 0)
        label_draw(drawing->telling, drawing->canvas, row, layout->mark, 10, key);
}

/* Draws the seat's card in the trick, or what it has to decide. */
static void draw_doing(const struct pillars_drawing *drawing, const struct layout *layout,
                       unsigned row, uint8_t seat)
{
    static const char *const steps[] = {[PILLARS_CHOOSES] = "pillars.picture.chooses",
                                        [PILLARS_CONVERTS] = "pillars.picture.converts",
                                        [PILLARS_DROPS] = "pillars.picture.drops",
                                        [PILLARS_READY] = "pillars.picture.ready"};
    const struct pillars_board *board = drawing->board;
    char buffer[128];
    struct text doing = TEXT_IN(buffer);
    uint8_t position;
    if (trick_position(&board->trick, board->players, seat, &position)) {
        for (unsigned columns = NAME_COLUMNS_MAX; columns >= NAME_COLUMNS_MIN; columns--) {
            text_clear(&doing);
            pillars_say_shown(drawing, board->trick.cards[position], seat, columns, &doing);
            if (display_width(doing.bytes) < layout->card_columns)
                break;
        }
        draw_mark(drawing, layout, row, position);
    } else if (board->step == PILLARS_EVALUATION) {
        words_say_plain(drawing->telling->words, &doing, steps[board->evaluation.steps[seat]]);
    } else if (board->step == PILLARS_TRICKS) {
        text_add(&doing, "…");
    }
    canvas_write(drawing->canvas, row, layout->card, PAINT_NONE, doing.bytes);
}

static void draw_number(const struct pillars_drawing *drawing, unsigned row, unsigned end,
                        int number)
{
    char buffer[16];
    struct text digits = TEXT_IN(buffer);
    text_add_number(&digits, number);
    canvas_write(drawing->canvas, row, end - (unsigned)digits.length, PAINT_NONE, digits.bytes);
}

static unsigned draw_seat(const struct pillars_drawing *drawing, const struct layout *layout,
                          unsigned row, uint8_t seat)
{
    const struct pillars_board *board = drawing->board;
    char name_buffer[64], stock_buffer[256];
    struct text name = TEXT_IN(name_buffer), stock = TEXT_IN(stock_buffer);
    names_fit(drawing->telling, seat, layout->name_columns, &name);
    if (pillars_actors(board) & SEAT_BIT(seat))
        canvas_write(drawing->canvas, row, layout->margin, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, row, layout->name, paint_of_seat(seat), name.bytes);
    draw_doing(drawing, layout, row, seat);
    draw_number(drawing, row, layout->tricks, board->tricks[seat]);
    draw_number(drawing, row, layout->points, board->scores[seat]);
    pillars_say_stock(drawing, seat, &stock);
    if (stock.length == 0)
        return row + 1;
    canvas_write(drawing->canvas, row + 1, layout->stock, PAINT_NONE, stock.bytes);
    return row + 2;
}

static void draw_table(const struct pillars_drawing *drawing, const struct layout *layout,
                       unsigned row)
{
    const struct telling *telling = drawing->telling;
    unsigned indent = telling->size == PICTURE_NARROW ? 0 : 2;
    if (drawing->board->trick.count > 0)
        pillars_draw_fitted(drawing, row++, indent, pillars_say_taker);
    label_draw(telling, drawing->canvas, row, layout->card, LABEL_COLUMNS,
               "pillars.picture.label.card");
    label_draw_to(telling, drawing->canvas, row, layout->tricks, LABEL_COLUMNS,
                  "pillars.picture.label.tricks");
    label_draw_to(telling, drawing->canvas, row++, layout->points, LABEL_COLUMNS,
                  "pillars.picture.label.points");
    for (uint8_t seat = 0; seat < drawing->board->players; seat++)
        row = draw_seat(drawing, layout, row, seat);
    pillars_draw_fitted(drawing, row, indent, pillars_say_round);
}

void pillars_picture(const struct game_view *view, const struct telling *telling,
                     struct canvas *canvas)
{
    const struct pillars_drawing drawing = {&OWN(pillars, view)->board, telling, canvas};
    unsigned row = draw_head(&drawing);
    if (telling->size == PICTURE_SHORT)
        pillars_draw_short(&drawing);
    else if (telling->size != PICTURE_LINE)
        draw_table(&drawing,
                   telling->size == PICTURE_NARROW  ? &narrow
                   : telling->size == PICTURE_LARGE ? &large
                                                    : &wide,
                   row);
}
