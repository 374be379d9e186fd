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
 *
 * In the evaluation a seat's row says what it does and what it has left.
 */
#include "games/pillars/drawing.h"
#include "games/shared/head.h"
#include "games/shared/labels.h"

/* The layout of one size, in columns. Numbers end before their column. */
struct layout {
    unsigned margin, name, name_columns, card, card_columns, mark, stock, tricks, points;
};

enum { LABEL_COLUMNS = 7, MARK_COLUMNS = 10, STOCK_BESIDE = 23 };

static const struct layout wide = {0, 2, 10, 14, 24, 38, 14, 52, 60};
static const struct layout narrow = {0, 1, 6, 7, 19, 0, 7, 29, 36};
static const struct layout large = {0, 2, 10, 16, 28, 48, 16, 68, 80};
/* Narrow, where stocks would need more rows than there are. */
static const struct layout crowded = {0, 1, 6, 7, 19, 0, 2, 29, 36};

static bool is_grid(const struct telling *telling)
{
    return telling->size == PICTURE_WIDE || telling->size == PICTURE_LARGE;
}

/* -- What the pictures share ------------------------------------------------------------------- */

bool pillars_has_stock(const struct pillars_board *board, uint8_t seat)
{
    return pillars_stock(board, seat) > 0 || board->advantages[seat] != 0;
}

void pillars_flow_stock(const struct pillars_drawing *drawing, uint8_t seat, struct flow *flow)
{
    const struct telling *telling = drawing->telling;
    const char *separator = telling_separator(telling);
    bool articled = drawing->board->step == PILLARS_TRICKS && is_grid(telling);
    for (unsigned i = 0; i < PILLARS_MATERIALS; i++) {
        char buffer[64];
        struct text item = TEXT_IN(buffer);
        unsigned count = drawing->board->materials[seat][pillars_materials_shown[i]];
        if (count == 0)
            continue;
        words_say(telling->words, &item, "pillars.material.counted", SAY_NUMBER(count),
                  SAY_MESSAGE(pillars_material_message(pillars_materials_shown[i])));
        flow_add(flow, separator, PAINT_NONE, item.bytes);
        separator = ", ";
    }
    separator = telling_separator(telling);
    for (card_set cards = drawing->board->advantages[seat]; cards != 0; separator = ", ") {
        char buffer[64];
        struct text item = TEXT_IN(buffer);
        uint8_t card = card_set_next(&cards);
        words_say_plain(telling->words, &item,
                        articled ? pillars_card_message(card) : pillars_short_message(card));
        flow_add(flow, separator, PAINT_NONE, item.bytes);
    }
}

/* What a card brings besides the trick: `, worth -3`, `, with 1 metal`. */
static void say_worth(const struct pillars_drawing *drawing, uint8_t card, struct text *out)
{
    const struct words *words = drawing->telling->words;
    if (pillars_points(card) != 0 && drawing->telling->size != PICTURE_SHORT)
        words_say(words, out,
                  is_grid(drawing->telling) ? "pillars.picture.worth"
                                            : "pillars.picture.worth.brief",
                  SAY_NUMBER(pillars_points(card)));
    else if (card == PILLARS_PHILIP && is_grid(drawing->telling))
        words_say_plain(words, out, "pillars.picture.with-metal");
    else if (card == PILLARS_TOM && is_grid(drawing->telling))
        words_say_plain(words, out, "pillars.picture.with-material");
}

void pillars_say_shown(const struct pillars_drawing *drawing, uint8_t card, uint8_t player,
                       unsigned columns, struct text *out)
{
    const struct words *words = drawing->telling->words;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (pillars_is_craftsman(card)) {
        uint8_t seat = pillars_craftsman_seat(card);
        const char *own = drawing->telling->size == PICTURE_NARROW  ? "pillars.picture.own"
                          : drawing->telling->size == PICTURE_SHORT ? "pillars.picture.an-own"
                                                                    : "pillars.picture.craftsman";
        names_fit(drawing->telling, seat, columns, &name);
        words_say(words, out, seat == player ? own : "pillars.picture.craftsman",
                  SAY_TEXT(name.bytes), SAY_MESSAGE(pillars_craft_message(card)),
                  SAY_NUMBER(pillars_value(card)));
        return;
    }
    words_say_plain(words, out, pillars_short_message(card));
    if (card != PILLARS_KING)
        text_add_format(out, " %u", pillars_value(card));
    say_worth(drawing, card, out);
}

void pillars_draw_fitted(const struct pillars_drawing *drawing, unsigned row, unsigned column,
                         names_saying *say)
{
    char buffer[PILLARS_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    names_say_within(say, drawing, drawing->canvas->width - column, &line);
    canvas_write(drawing->canvas, row, column, PAINT_NONE, line.bytes);
}

/* The card that takes the trick, without its value: `Bruno's mixer`, `own mixer`. */
static void say_best(const struct pillars_drawing *drawing, uint8_t card, const char *name,
                     struct text *out)
{
    bool own = drawing->telling->size == PICTURE_NARROW;
    if (pillars_is_craftsman(card))
        words_say(drawing->telling->words, out,
                  own ? "pillars.picture.best.own" : "pillars.picture.best", SAY_TEXT(name),
                  SAY_MESSAGE(pillars_craft_message(card)));
    else
        words_say_plain(drawing->telling->words, out, pillars_short_message(card));
}

void pillars_say_taker(const void *opaque, unsigned columns, struct text *out)
{
    const struct pillars_drawing *drawing = opaque;
    const struct pillars_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    bool narrowest = columns == NAME_COLUMNS_MIN, brief = drawing->telling->size == PICTURE_NARROW;
    const char *message = brief && narrowest   ? "pillars.picture.highest.briefest"
                          : brief || narrowest ? "pillars.picture.highest.brief"
                                               : "pillars.picture.highest";
    uint8_t taker = pillars_taker(board),
            card = board->trick.cards[pillars_deciding(&board->trick)];
    char name_buffer[64], card_buffer[128];
    struct text name = TEXT_IN(name_buffer), best = TEXT_IN(card_buffer);
    if (taker == PILLARS_NOBODY) {
        words_say_plain(words, out,
                        brief ? "pillars.picture.highest.king.brief"
                              : "pillars.picture.highest.king");
        return;
    }
    names_fit(drawing->telling, taker, columns, &name);
    say_best(drawing, card, name.bytes, &best);
    words_say(words, out, message, SAY_TEXT(best.bytes), SAY_NUMBER(pillars_value(card)),
              SAY_TEXT(name.bytes));
}

/* -- The round --------------------------------------------------------------------------------- */

static bool king_was_seen(const struct pillars_board *board)
{
    bool seen = board->kings_player != PILLARS_NOBODY;
    for (uint8_t i = 0; i < board->trick.count; i++)
        seen |= board->trick.cards[i] == PILLARS_KING;
    return seen;
}

unsigned pillars_rounds_to_go(const struct pillars_board *board)
{
    unsigned to_go = board->pile_left;
    if (board->max_rounds > 0 && board->max_rounds - board->round < (int)to_go)
        to_go = board->max_rounds > board->round ? board->max_rounds - board->round : 0;
    return to_go;
}

static void flow_message(const struct pillars_drawing *drawing, struct flow *flow,
                         const char *separator, const char *key, struct word_argument argument)
{
    char buffer[PILLARS_TEXT_MAX];
    struct text item = TEXT_IN(buffer);
    words_say(drawing->telling->words, &item, key, argument);
    flow_add(flow, separator, PAINT_NONE, item.bytes);
}

static void flow_kings_trick(const struct pillars_drawing *drawing, struct flow *flow)
{
    uint8_t seat = drawing->board->evaluation.kings_seat;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (seat != PILLARS_NOBODY)
        names_fit(drawing->telling, seat, 7, &name);
    flow_message(drawing, flow, "",
                 seat == PILLARS_NOBODY ? "pillars.picture.kings-trick.nobody"
                                        : "pillars.picture.kings-trick",
                 SAY_TEXT(name.bytes));
}

void pillars_flow_round(const struct pillars_drawing *drawing, struct flow *flow)
{
    const struct pillars_board *board = drawing->board;
    const char *separator = telling_separator(drawing->telling);
    if (board->step == PILLARS_TRICKS) {
        flow_message(drawing, flow, "", "pillars.picture.in-play",
                     SAY_MESSAGE(pillars_short_message(board->advantage)));
        flow_message(drawing, flow, separator,
                     king_was_seen(board) ? "pillars.picture.king.seen"
                                          : "pillars.picture.king.unseen",
                     SAY_NUMBER(0));
    } else if (board->evaluation.round > 0) {
        flow_kings_trick(drawing, flow);
    }
    if (board->step != PILLARS_END && drawing->telling->size != PICTURE_SHORT)
        flow_message(drawing, flow, separator, "pillars.picture.follow",
                     SAY_NUMBER(pillars_rounds_to_go(board)));
}

/* -- The head ---------------------------------------------------------------------------------- */

/* The step at which all seats of the set are; PILLARS_READY if they differ. */
static uint8_t common_step(const struct pillars_board *board, seat_set seats)
{
    uint8_t step = board->evaluation.steps[__builtin_ctz(seats)];
    for (uint8_t seat = 0; seat < board->players; seat++)
        if ((seats & SEAT_BIT(seat)) && board->evaluation.steps[seat] != step)
            return PILLARS_READY;
    return step;
}

/* `convert mason stone or done`, if one seat decides alone. */
static void say_choice(const struct pillars_drawing *drawing, uint8_t seat, const char *name,
                       struct text *out)
{
    char buffer[GAME_CHOICE_BYTES];
    struct text choice = TEXT_IN(buffer);
    game_move moves[64];
    size_t count = pillars_legal(drawing->board, seat, 0, moves);
    game_choice_say(&pillars_game, moves, count, drawing->telling->words, &choice);
    words_say(drawing->telling->words, out, "pillars.picture.choice", SAY_TEXT(name),
              SAY_TEXT(choice.bytes));
}

static void say_evaluation(const struct pillars_drawing *drawing, unsigned columns, bool brief,
                           struct text *out)
{
    static const char *const messages[] = {[PILLARS_CHOOSES] = "pillars.picture.head.tom",
                                           [PILLARS_CONVERTS] = "pillars.picture.head.convert",
                                           [PILLARS_DROPS] = "pillars.picture.head.drop",
                                           [PILLARS_READY] = "pillars.picture.head.decide"};
    const struct pillars_board *board = drawing->board;
    seat_set seats = pillars_actors(board);
    int count = __builtin_popcount(seats);
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    names_list(drawing->telling, seats, columns, &names);
    if (count == 1 && !brief)
        say_choice(drawing, (uint8_t)__builtin_ctz(seats), names.bytes, out);
    else
        words_say(drawing->telling->words, out,
                  count > 2 && brief ? "pillars.picture.head.several"
                                     : messages[common_step(board, seats)],
                  SAY_TEXT(names.bytes), SAY_NUMBER(count));
}

static void say_situation(const void *opaque, unsigned columns, bool brief, struct text *out)
{
    const struct pillars_drawing *drawing = opaque;
    const struct pillars_board *board = drawing->board;
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    seat_set winners = pillars_leaders(board);
    int count = __builtin_popcount(winners);
    switch (board->step) {
    case PILLARS_TRICKS:
        names_fit(drawing->telling, board->mover, columns, &names);
        words_say(drawing->telling->words, out, "pillars.picture.play", SAY_TEXT(names.bytes));
        break;
    case PILLARS_EVALUATION:
        say_evaluation(drawing, columns, brief, out);
        break;
    case PILLARS_END:
        names_list(drawing->telling, winners, columns, &names);
        words_say(drawing->telling->words, out,
                  count > 1 && brief ? "pillars.picture.won.several" : "pillars.picture.won",
                  SAY_TEXT(names.bytes), SAY_NUMBER(count),
                  SAY_NUMBER(board->scores[__builtin_ctz(winners)]));
        break;
    default:
        words_say_plain(drawing->telling->words, out, "pillars.picture.deal");
    }
}

/* `Pillars: Bruno 8, Carol 7, Dora 6, Alice 4`, as many as fit. */
static void say_ranking(const struct pillars_drawing *drawing, unsigned columns, struct text *out)
{
    const struct pillars_board *board = drawing->board;
    const char *separator = " ";
    words_say_plain(drawing->telling->words, out, "pillars.picture.name");
    for (seat_set left = (seat_set)((1u << board->players) - 1); left != 0; separator = ", ") {
        char buffer[128];
        struct text entry = TEXT_IN(buffer);
        unsigned best = (unsigned)__builtin_ctz(left);
        for (unsigned seat = best; seat < board->players; seat++)
            if ((left & SEAT_BIT(seat)) && board->scores[seat] > board->scores[best])
                best = seat;
        left = (seat_set)(left & ~SEAT_BIT(best));
        text_add(&entry, separator);
        names_fit(drawing->telling, best, NAME_COLUMNS_MIN, &entry);
        text_add_format(&entry, " %d", board->scores[best]);
        if (display_width(out->bytes) + display_width(entry.bytes) > columns)
            return;
        text_add(out, entry.bytes);
    }
}

/* The columns that the shortest situation leaves to the game in one line. */
static unsigned line_room(const struct pillars_drawing *drawing)
{
    char buffer[PILLARS_TEXT_MAX];
    struct text situation = TEXT_IN(buffer);
    text_add(&situation, "> ");
    say_situation(drawing, NAME_COLUMNS_MIN, true, &situation);
    text_add(&situation, telling_separator(drawing->telling));
    unsigned taken = display_width(situation.bytes);
    return drawing->canvas->width > taken ? drawing->canvas->width - taken : 0;
}

static void say_game(const struct pillars_drawing *drawing, struct text *out)
{
    const struct pillars_board *board = drawing->board;
    if (drawing->telling->size == PICTURE_LINE)
        say_ranking(drawing, line_room(drawing), out);
    else
        words_say(drawing->telling->words, out,
                  board->step == PILLARS_TRICKS ? "pillars.picture.title.trick"
                                                : "pillars.picture.title",
                  SAY_NUMBER(board->round), SAY_NUMBER(board->trick_number),
                  SAY_NUMBER(pillars_hand_size(board->players)));
}

static unsigned draw_head(const struct pillars_drawing *drawing)
{
    char buffer[256];
    struct text game = TEXT_IN(buffer);
    say_game(drawing, &game);
    const struct head head = {.game = game.bytes,
                              .is_over = pillars_actors(drawing->board) == 0,
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
        label_draw(drawing->telling, drawing->canvas, row, layout->mark, MARK_COLUMNS, key);
}

const char *pillars_doing_message(const struct pillars_board *board, uint8_t seat)
{
    static const char *const messages[] = {[PILLARS_CHOOSES] = "pillars.picture.chooses",
                                           [PILLARS_CONVERTS] = "pillars.picture.sells",
                                           [PILLARS_DROPS] = "pillars.picture.drops",
                                           [PILLARS_READY] = "pillars.picture.ready"};
    return messages[board->evaluation.steps[seat]];
}

/* Draws the seat's card in the trick, with the name on it cut so that it fits. */
static void draw_card(const struct pillars_drawing *drawing, const struct layout *layout,
                      unsigned row, uint8_t seat)
{
    const struct trick *trick = &drawing->board->trick;
    char buffer[128];
    struct text shown = TEXT_IN(buffer);
    uint8_t position;
    if (!trick_position(trick, drawing->board->players, seat, &position)) {
        canvas_write(drawing->canvas, row, layout->card, PAINT_NONE, "…");
        return;
    }
    uint8_t card = trick->cards[position];
    for (unsigned columns = NAME_COLUMNS_MAX; columns >= NAME_COLUMNS_MIN; columns--) {
        text_clear(&shown);
        pillars_say_shown(drawing, card, seat, columns, &shown);
        if (display_width(shown.bytes) < layout->card_columns)
            break;
    }
    canvas_write(drawing->canvas, row, layout->card,
                 position == pillars_deciding(trick) ? PAINT_TITLE : PAINT_NONE, shown.bytes);
    draw_mark(drawing, layout, row, position);
}

static void draw_number(const struct pillars_drawing *drawing, unsigned row, unsigned end,
                        int number)
{
    char buffer[16];
    struct text digits = TEXT_IN(buffer);
    text_add_number(&digits, number);
    canvas_write(drawing->canvas, row, end - (unsigned)digits.length, PAINT_NONE, digits.bytes);
}

static unsigned label_columns(const struct pillars_drawing *drawing, const char *key)
{
    char buffer[64];
    struct text label = TEXT_IN(buffer);
    label_say(drawing->telling, key, LABEL_COLUMNS, &label);
    return display_width(label.bytes);
}

/* Draws what the seat has in rows from `row` on, or in a narrow picture only counts them; returns
 * the row below them. */
static unsigned draw_stock(const struct pillars_drawing *drawing, const struct layout *layout,
                           bool counted, unsigned row, uint8_t seat)
{
    bool beside = drawing->board->step != PILLARS_TRICKS && is_grid(drawing->telling);
    unsigned left = beside ? STOCK_BESIDE + layout->card - wide.card : layout->stock;
    struct flow flow = {.canvas = counted ? NULL : drawing->canvas,
                        .width = beside ? layout->points - 4 : layout->points,
                        .left = left,
                        .row = row,
                        .column = left};
    if (!pillars_has_stock(drawing->board, seat))
        return beside ? row + 1 : row;
    if (!beside && is_grid(drawing->telling)) {
        label_draw(drawing->telling, drawing->canvas, row, left, LABEL_COLUMNS,
                   "pillars.picture.has");
        flow.column += label_columns(drawing, "pillars.picture.has") + 1;
    }
    pillars_flow_stock(drawing, seat, &flow);
    return flow.row + 1;
}

static unsigned draw_seat(const struct pillars_drawing *drawing, const struct layout *layout,
                          unsigned row, uint8_t seat)
{
    const struct pillars_board *board = drawing->board;
    bool beside = board->step != PILLARS_TRICKS && is_grid(drawing->telling);
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    names_fit(drawing->telling, seat, layout->name_columns - !is_grid(drawing->telling), &name);
    if (pillars_actors(board) & SEAT_BIT(seat))
        canvas_write(drawing->canvas, row, layout->margin, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, row, layout->name, paint_of_seat(seat), name.bytes);
    draw_number(drawing, row, layout->points, board->scores[seat]);
    if (board->step == PILLARS_TRICKS) {
        draw_card(drawing, layout, row, seat);
        draw_number(drawing, row, layout->tricks, board->tricks[seat]);
    } else if (board->step == PILLARS_EVALUATION) {
        label_draw(drawing->telling, drawing->canvas, row, layout->card, MARK_COLUMNS - 2,
                   pillars_doing_message(board, seat));
    }
    return draw_stock(drawing, layout, false, beside ? row : row + 1, seat);
}

/* Whether the rows of all seats fit below this one in a narrow picture. */
static bool seats_fit(const struct pillars_drawing *drawing, unsigned row)
{
    for (uint8_t seat = 0; seat < drawing->board->players; seat++)
        row = draw_stock(drawing, &narrow, true, row + 1, seat);
    return row <= drawing->canvas->height;
}

void pillars_say_task(const void *opaque, unsigned columns, struct text *out)
{
    static const char *const messages[][2] = {
        [PILLARS_CHOOSES] = {"pillars.picture.task.tom", "pillars.picture.task.tom.brief"},
        [PILLARS_CONVERTS] = {"pillars.picture.task.convert", "pillars.picture.task.convert.brief"},
        [PILLARS_DROPS] = {"pillars.picture.task.drop", "pillars.picture.task.drop.brief"}};
    const struct pillars_drawing *drawing = opaque;
    const struct pillars_board *board = drawing->board;
    uint8_t step = PILLARS_READY;
    (void)columns;
    for (uint8_t seat = 0; seat < board->players; seat++)
        if (board->evaluation.steps[seat] < step)
            step = board->evaluation.steps[seat];
    if (step < PILLARS_READY)
        words_say(drawing->telling->words, out,
                  messages[step][drawing->telling->size == PICTURE_NARROW],
                  SAY_MESSAGE("move.done"));
}

/* -- The table --------------------------------------------------------------------------------- */

/* Draws the last rows as far as there is room for them. */
static void draw_round(const struct pillars_drawing *drawing, unsigned row, unsigned indent)
{
    struct flow flow = {.canvas = drawing->canvas,
                        .width = drawing->canvas->width,
                        .height = drawing->canvas->height,
                        .left = indent,
                        .row = row,
                        .column = indent};
    pillars_flow_round(drawing, &flow);
}

static void draw_table(const struct pillars_drawing *drawing, const struct layout *layout,
                       unsigned row)
{
    const struct telling *telling = drawing->telling;
    unsigned indent = is_grid(telling) ? 2 : 0;
    if (drawing->board->trick.count > 0)
        pillars_draw_fitted(drawing, row++, indent, pillars_say_taker);
    else if (drawing->board->step == PILLARS_EVALUATION)
        pillars_draw_fitted(drawing, row++, indent, pillars_say_task);
    if (drawing->board->step == PILLARS_TRICKS) {
        if (is_grid(telling))
            label_draw(telling, drawing->canvas, row, layout->card, LABEL_COLUMNS,
                       "pillars.picture.label.card");
        label_draw_to(telling, drawing->canvas, row, layout->tricks, LABEL_COLUMNS,
                      "pillars.picture.label.tricks");
    }
    label_draw_to(telling, drawing->canvas, row++, layout->points, LABEL_COLUMNS,
                  "pillars.picture.label.points");
    if (layout == &narrow && !seats_fit(drawing, row))
        layout = &crowded;
    for (uint8_t seat = 0; seat < drawing->board->players; seat++)
        row = draw_seat(drawing, layout, row, seat);
    draw_round(drawing, row, indent);
}

void pillars_picture(const struct game_view *view, const struct telling *telling,
                     struct canvas *canvas)
{
    const struct pillars_drawing drawing = {&OWN(pillars, view)->board, telling, canvas};
    unsigned row = draw_head(&drawing);
    if (telling->size == PICTURE_SHORT)
        pillars_draw_short(&drawing, row);
    else if (telling->size != PICTURE_LINE)
        draw_table(&drawing,
                   telling->size == PICTURE_NARROW  ? &narrow
                   : telling->size == PICTURE_LARGE ? &large
                                                    : &wide,
                   row);
}
