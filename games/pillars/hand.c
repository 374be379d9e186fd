/* What the viewer holds and what each card does.
 *
 *     Your cards                 value  the trick then goes to
 *     1:4    Alice's mason           4  Bruno
 *     2:10   Bruno's builder        10  Bruno, and a point
 *     sand   a material              0  Bruno, with the sand
 *
 * In the evaluation: what each conversion brings.
 */
#include "games/pillars/drawing.h"
#include "games/shared/frame.h"
#include "games/shared/labels.h"

enum {
    LEGAL_MAX = 64,
    CELL_BYTES = 192,
    CODE_COLUMNS_MIN = 5,
    VALUE_END = 32,
    WIDE_TAKER = 34,
    NARROW_TAKER = 24,
    CHOICE_COLUMNS = 27, /* where it stands what a choice brings */
    INDENT_OF_STOCK = 18
};

struct sheet {
    struct pillars_drawing drawing; /* its names are those of the viewer's hand */
    const struct pillars_view *view;
    struct canvas *canvas;
    unsigned row;
    unsigned code; /* columns of the widest card as it is typed */
};

static bool is_narrow(const struct sheet *sheet)
{
    return sheet->drawing.telling->size == PICTURE_NARROW;
}

static bool acts(const struct pillars_view *view)
{
    return view->viewer < view->board.players &&
           (pillars_actors(&view->board) & SEAT_BIT(view->viewer)) != 0;
}

/* -- Cards ------------------------------------------------------------------------------------- */

static void say_code(const struct telling *telling, uint8_t card, struct text *out)
{
    char buffer[32];
    struct text printed = TEXT_IN(buffer);
    pillars_print_card(card, &printed);
    game_printed_say(printed.bytes, telling->words, out);
}

/* `Alice's mason`, `your mason`, `Prior Philip`, `a material`. */
static void say_name(const struct sheet *sheet, uint8_t card, unsigned columns, struct text *out)
{
    const struct telling *telling = sheet->drawing.telling;
    uint8_t material;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (pillars_is_craftsman(card)) {
        uint8_t seat = pillars_craftsman_seat(card);
        names_fit(telling, seat, columns, &name);
        words_say(telling->words, out,
                  seat == sheet->view->viewer ? "pillars.hand.yours" : "pillars.picture.best",
                  SAY_TEXT(name.bytes), SAY_MESSAGE(pillars_craft_message(card)));
    } else if (pillars_is_advantage(card)) {
        words_say_plain(telling->words, out, "pillars.hand.advantage");
    } else if (card != PILLARS_PHILIP && pillars_brings(card, &material)) {
        words_say_plain(telling->words, out, "pillars.hand.material");
    } else {
        words_say_plain(telling->words, out, pillars_card_message(card));
    }
}

/* Says the name with the widest name of a person that keeps it within `room` columns, or else the
 * card's short name. */
static void say_name_within(const struct sheet *sheet, uint8_t card, unsigned room,
                            struct text *out)
{
    for (unsigned columns = NAME_COLUMNS_MAX; columns >= NAME_COLUMNS_MIN; columns--) {
        text_clear(out);
        say_name(sheet, card, columns, out);
        if (display_width(out->bytes) <= room)
            return;
    }
    if (!pillars_is_craftsman(card)) {
        text_clear(out);
        words_say_plain(sheet->drawing.telling->words, out, pillars_short_message(card));
    }
}

/* -- What a card does -------------------------------------------------------------------------- */

/* What the taker gets with the card: points, or something that the message names. */
struct gain {
    int points;
    const char *thing;
};

static struct gain gain_from(uint8_t card, uint8_t taker)
{
    static const char *const materials[] = {
        [PILLARS_METAL] = "pillars.the.metal",
        [PILLARS_SAND_MATERIAL] = "pillars.the.sand",
        [PILLARS_STONE_MATERIAL] = "pillars.the.stone",
        [PILLARS_WOOD_MATERIAL] = "pillars.the.wood",
    };
    struct gain gain = {0};
    uint8_t material;
    if (pillars_is_craftsman(card))
        gain.points = pillars_craftsman_seat(card) == taker;
    else if (pillars_is_advantage(card))
        gain.thing = pillars_card_message(card);
    else if (card == PILLARS_TOM)
        gain.thing = "pillars.the.choice";
    else if (pillars_brings(card, &material))
        gain.thing = materials[material];
    else
        gain.points = pillars_points(card);
    return gain;
}

/* Who gets the trick as it lies once this card is played. */
static uint8_t taker_after(const struct pillars_board *board, uint8_t card)
{
    struct pillars_board after = *board;
    trick_add(&after.trick, card);
    return pillars_taker(&after);
}

/* `Bruno, and a point`; narrow `Bruno +1`. */
static void say_taker(const struct sheet *sheet, uint8_t card, struct text *out)
{
    const struct words *words = sheet->drawing.telling->words;
    uint8_t taker = taker_after(&sheet->view->board, card);
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (taker == PILLARS_NOBODY)
        words_say_plain(words, &name, "pillars.hand.nobody");
    else if (taker == sheet->view->viewer)
        words_say_plain(words, &name, "pillars.hand.you");
    else
        names_fit(sheet->drawing.telling, taker, is_narrow(sheet) ? 7 : NAME_COLUMNS_MAX, &name);
    struct gain gain = {0};
    if (taker != PILLARS_NOBODY)
        gain = gain_from(card, taker);
    int points = gain.points < 0 ? -gain.points : gain.points;
    if (is_narrow(sheet) && gain.points != 0)
        text_add_format(&name, " %+d", gain.points);
    if (gain.thing != NULL && !is_narrow(sheet))
        words_say(words, out, "pillars.hand.with", SAY_TEXT(name.bytes), SAY_MESSAGE(gain.thing));
    else if (gain.points != 0 && !is_narrow(sheet))
        words_say(words, out, gain.points > 0 ? "pillars.hand.points" : "pillars.hand.points-less",
                  SAY_TEXT(name.bytes), SAY_NUMBER(points));
    else
        text_add(out, name.bytes);
}

static void draw_consequence(const struct sheet *sheet, uint8_t card)
{
    unsigned column = is_narrow(sheet) ? NARROW_TAKER : WIDE_TAKER;
    char buffer[CELL_BYTES], fitted_buffer[CELL_BYTES];
    struct text text = TEXT_IN(buffer), fitted = TEXT_IN(fitted_buffer);
    if (!acts(sheet->view))
        return;
    if (card_set_has(pillars_playable(sheet->view->hand), card))
        say_taker(sheet, card, &text);
    else
        words_say_plain(sheet->drawing.telling->words, &text,
                        is_narrow(sheet) ? "pillars.hand.last-only.brief"
                                         : "pillars.hand.last-only");
    display_fit(text.bytes, sheet->canvas->width - column, sheet->canvas->ascii, &fitted);
    canvas_write(sheet->canvas, sheet->row, column, PAINT_NONE, fitted.bytes);
}

/* -- Rows of cards ----------------------------------------------------------------------------- */

static void draw_card(struct sheet *sheet, uint8_t card)
{
    char code_buffer[32], name_buffer[CELL_BYTES];
    struct text code = TEXT_IN(code_buffer), name = TEXT_IN(name_buffer);
    bool craftsman = pillars_is_craftsman(card);
    say_code(sheet->drawing.telling, card, &code);
    unsigned next = canvas_write(sheet->canvas, sheet->row, 0, PAINT_TITLE, code.bytes) + 1;
    if (is_narrow(sheet)) {
        say_name_within(sheet, card, NARROW_TAKER - 4 - next, &name);
        if (craftsman)
            next = canvas_write(sheet->canvas, sheet->row, next, PAINT_NONE, name.bytes) + 1;
        if (card != PILLARS_KING)
            canvas_format(sheet->canvas, sheet->row, next, PAINT_NONE, "%u", pillars_value(card));
    } else {
        say_name_within(sheet, card, VALUE_END - 3 - sheet->code - 2, &name);
        canvas_write(sheet->canvas, sheet->row, sheet->code + 2, PAINT_NONE, name.bytes);
        if (card == PILLARS_KING)
            label_draw_to(sheet->drawing.telling, sheet->canvas, sheet->row, VALUE_END, 8,
                          "pillars.picture.deciding");
        else
            canvas_format(sheet->canvas, sheet->row, VALUE_END - 2, PAINT_NONE, "%2u",
                          pillars_value(card));
    }
    draw_consequence(sheet, card);
    sheet->row++;
}

static void draw_headings(struct sheet *sheet)
{
    const struct telling *telling = sheet->drawing.telling;
    label_draw(telling, sheet->canvas, 0, 0, NARROW_TAKER - 1, "pillars.hand.cards");
    if (!is_narrow(sheet))
        label_draw_to(telling, sheet->canvas, 0, VALUE_END, 8, "pillars.hand.value");
    if (acts(sheet->view))
        label_draw(telling, sheet->canvas, 0, is_narrow(sheet) ? NARROW_TAKER : WIDE_TAKER,
                   is_narrow(sheet) ? 12 : 26,
                   is_narrow(sheet) ? "pillars.hand.goes-to.brief" : "pillars.hand.goes-to");
    sheet->row = 1;
}

static void draw_cards(struct sheet *sheet)
{
    uint8_t cards[PILLARS_CARDS];
    unsigned count = pillars_sort_cards(sheet->view->hand, cards);
    sheet->code = CODE_COLUMNS_MIN;
    for (unsigned i = 0; i < count; i++) {
        char buffer[32];
        struct text code = TEXT_IN(buffer);
        say_code(sheet->drawing.telling, cards[i], &code);
        unsigned width = display_width(code.bytes);
        sheet->code = width > sheet->code ? width : sheet->code;
    }
    draw_headings(sheet);
    for (unsigned i = 0; i < count; i++)
        draw_card(sheet, cards[i]);
}

/* -- Rows of choices in the evaluation --------------------------------------------------------- */

/* What a move brings: `4 points`, `1 stone`, `3 are kept`. */
static void say_yield(const struct sheet *sheet, const struct pillars_move *move, struct text *out)
{
    const struct words *words = sheet->drawing.telling->words;
    const struct pillars_board *board = &sheet->view->board;
    unsigned stock = pillars_stock(board, sheet->view->viewer);
    uint8_t material = move->action == PILLARS_CONVERT ? PILLARS_STONE_MATERIAL : move->material;
    if (move->action == PILLARS_CONVERT && move->what != PILLARS_WITH_BRICKMAKER)
        words_say(words, out, "pillars.hand.yields",
                  SAY_NUMBER(pillars_yields[move->what][move->material]));
    else if (move->action == PILLARS_DROP)
        words_say(words, out, "pillars.hand.drop", SAY_NUMBER(stock - PILLARS_KEEP));
    else if (move->action == PILLARS_DONE)
        words_say(words, out,
                  board->evaluation.last ? "pillars.hand.done.last" : "pillars.hand.done",
                  SAY_NUMBER(PILLARS_KEEP));
    else
        words_say(words, out, "pillars.material.counted", SAY_NUMBER(1),
                  SAY_MESSAGE(pillars_material_message(material)));
}

static void draw_choice(struct sheet *sheet, game_move packed)
{
    struct pillars_move move;
    char typed_buffer[GAME_MOVE_SAID_MAX], yield_buffer[CELL_BYTES];
    struct text typed = TEXT_IN(typed_buffer), yield = TEXT_IN(yield_buffer);
    if (!pillars_move_unpack(packed, &move))
        return;
    game_move_say(&pillars_game, packed, sheet->drawing.telling->words, &typed);
    say_yield(sheet, &move, &yield);
    unsigned next = canvas_write(sheet->canvas, sheet->row, 0, PAINT_TITLE, typed.bytes) + 1;
    unsigned width = display_width(yield.bytes);
    if (next < CHOICE_COLUMNS && CHOICE_COLUMNS + width <= sheet->canvas->width)
        next = CHOICE_COLUMNS;
    if (next + width <= sheet->canvas->width)
        canvas_write(sheet->canvas, sheet->row, next, PAINT_NONE, yield.bytes);
    sheet->row++;
}

static void draw_evaluation(struct sheet *sheet)
{
    const struct pillars_view *view = sheet->view;
    game_move moves[LEGAL_MAX];
    size_t count = pillars_legal(&view->board, view->viewer, 0, moves);
    label_draw(sheet->drawing.telling, sheet->canvas, 0, 0, sheet->canvas->width - 1,
               "pillars.hand.materials");
    struct flow flow = {.canvas = sheet->canvas,
                        .width = sheet->canvas->width,
                        .left = INDENT_OF_STOCK,
                        .row = 0,
                        .column = INDENT_OF_STOCK};
    if (!pillars_has_stock(&view->board, view->viewer))
        label_draw(sheet->drawing.telling, sheet->canvas, 0, INDENT_OF_STOCK, 18,
                   "pillars.material.none");
    pillars_flow_stock(&sheet->drawing, view->viewer, &flow);
    sheet->row = flow.row + 1;
    for (size_t i = 0; i < count; i++)
        draw_choice(sheet, moves[i]);
    if (count == 0)
        label_draw(sheet->drawing.telling, sheet->canvas, sheet->row, 0, sheet->canvas->width,
                   "pillars.hand.ready");
}

static void draw(const struct pillars_view *view, const struct telling *telling, struct text *out)
{
    struct canvas canvas;
    struct sheet sheet = {
        .drawing = {&view->board, telling, &canvas}, .view = view, .canvas = &canvas};
    frame_open_hand(&canvas, telling);
    if (view->board.step == PILLARS_EVALUATION)
        draw_evaluation(&sheet);
    else
        draw_cards(&sheet);
    canvas_draw(&canvas, true, out);
}

/* -- In one row -------------------------------------------------------------------------------- */

/* `1:4 (Alice) 2:10 (you) sand`. */
static void say_cards(const struct pillars_view *view, const struct telling *telling,
                      struct text *out)
{
    uint8_t cards[PILLARS_CARDS];
    unsigned count = pillars_sort_cards(view->hand, cards);
    for (unsigned i = 0; i < count; i++) {
        text_separate(out, " ");
        say_code(telling, cards[i], out);
        if (!pillars_is_craftsman(cards[i]))
            continue;
        uint8_t seat = pillars_craftsman_seat(cards[i]);
        text_add(out, " (");
        if (seat == view->viewer)
            words_say_plain(telling->words, out, "pillars.hand.you");
        else
            names_fit(telling, seat, NAME_COLUMNS_MAX, out);
        text_add(out, ")");
    }
}

static void say_evaluation(const struct pillars_view *view, const struct telling *telling,
                           struct text *out)
{
    char materials_buffer[CELL_BYTES], list_buffer[GAME_CHOICE_BYTES];
    struct text materials = TEXT_IN(materials_buffer), list = TEXT_IN(list_buffer);
    game_move moves[LEGAL_MAX];
    size_t count = pillars_legal(&view->board, view->viewer, 0, moves);
    pillars_say_materials(telling, &view->board, view->viewer, &materials);
    game_moves_say(&pillars_game, moves, count, telling->words, telling->alphabet, &list);
    text_add_format(out, "%s%s", materials.bytes, telling_separator(telling));
    if (count == 0)
        words_say_plain(telling->words, out, "pillars.hand.ready");
    else
        text_add(out, list.bytes);
}

static void say_row(const struct pillars_view *view, const struct telling *telling,
                    struct text *out)
{
    if (view->board.step == PILLARS_EVALUATION) {
        say_evaluation(view, telling, out);
        return;
    }
    say_cards(view, telling, out);
    if (!acts(view))
        return;
    text_add(out, telling_separator(telling));
    words_say_plain(telling->words, out, "pillars.hand.to-play");
}

void pillars_hand(const struct game_view *opaque, const struct telling *telling, struct text *out)
{
    const struct pillars_view *view = OWN(pillars, opaque);
    bool evaluation = view->board.step == PILLARS_EVALUATION && view->viewer < view->board.players;
    if (view->hand == 0 && !evaluation)
        words_say_plain(telling->words, out, "pillars.hand.empty");
    else if (frame_hand_is_row(telling))
        say_row(view, telling, out);
    else
        draw(view, telling, out);
}
