/* What only the viewer may see: their cards, and what each would do now. */
#include "games/goats/drawing.h"
#include "games/shared/frame.h"
#include "games/shared/labels.h"

struct holding {
    const struct goats_view *view;
    const struct telling *telling;
};

static bool acts(const struct goats_view *view)
{
    return goats_in_play(&view->board) && view->board.mover == view->viewer;
}

/* The cards above the highest or below the lowest card of the trick, which is not empty. */
static card_set beyond(const struct goats_view *view, uint8_t position)
{
    const struct trick *trick = &view->board.trick;
    card_set below = CARD_BIT(trick->cards[position]) - 1;
    bool high = position == goats_trick_highest(trick);
    return view->hand & (high ? ~(below | CARD_BIT(trick->cards[position])) : below);
}

static void name_at(const struct holding *holding, uint8_t position, unsigned columns,
                    struct text *out)
{
    const struct goats_board *board = &holding->view->board;
    names_fit(holding->telling, trick_seat(&board->trick, board->players, position), columns, out);
}

/* -- Drawn ------------------------------------------------------------------------------------- */

/* `play 50 is the highest so far: 13 heads`. */
static void say_highest(const void *opaque, unsigned columns, struct text *out)
{
    const struct holding *holding = opaque;
    const struct goats_board *board = &holding->view->board;
    uint8_t position = goats_trick_highest(&board->trick);
    card_set cards = beyond(holding->view, position);
    unsigned count = card_set_count(cards);
    uint8_t card = count == 0 ? board->trick.cards[position] : card_set_next(&cards);
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    name_at(holding, position, columns, &name);
    words_say(holding->telling->words, out,
              count == 0   ? "goats.hand.none-higher"
              : count == 1 ? "goats.hand.highest"
                           : "goats.hand.highest.some",
              SAY_NUMBER(card), SAY_TEXT(name.bytes),
              SAY_NUMBER(goats_trick_heads(board) + goats_heads(card)));
}

/* `none is lower than Carol's 5`. */
static void say_lowest(const void *opaque, unsigned columns, struct text *out)
{
    const struct holding *holding = opaque;
    const struct goats_board *board = &holding->view->board;
    uint8_t position = goats_trick_lowest(&board->trick);
    card_set cards = beyond(holding->view, position);
    unsigned count = card_set_count(cards);
    uint8_t card = board->trick.cards[position];
    while (cards != 0)
        card = card_set_next(&cards);
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    name_at(holding, position, columns, &name);
    words_say(holding->telling->words, out,
              count == 0   ? "goats.hand.none-lower"
              : count == 1 ? "goats.hand.lowest"
                           : "goats.hand.lowest.some",
              SAY_NUMBER(card), SAY_TEXT(name.bytes));
}

static void say_lead(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    words_say_plain(((const struct holding *)opaque)->telling->words, out, "goats.hand.lead");
}

/* `hill 8: the limit is 19 so far`. */
static void say_choice(const struct holding *holding, uint8_t number, struct text *out)
{
    const struct goats_hill *hill = &holding->view->board.hill;
    bool is_last = hill->built + 1 == GOATS_HILL_STEPS;
    words_say(holding->telling->words, out, is_last ? "goats.hand.hill.last" : "goats.hand.hill",
              SAY_NUMBER(number), SAY_NUMBER(goats_hill_sum(hill) + number));
}

static void say_smaller(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    const struct holding *holding = opaque;
    const struct goats_hill *hill = &holding->view->board.hill;
    say_choice(holding, goats_hill_smaller(hill->cards[hill->built]), out);
}

static void say_larger(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    const struct holding *holding = opaque;
    const struct goats_hill *hill = &holding->view->board.hill;
    say_choice(holding, goats_hill_larger(hill->cards[hill->built]), out);
}

static void draw_note(const struct holding *holding, struct canvas *canvas, names_saying *say)
{
    char buffer[GOATS_TEXT_MAX];
    struct text note = TEXT_IN(buffer);
    names_say_within(say, holding, canvas->width, &note);
    canvas_write(canvas, canvas->rows, 0, PAINT_NONE, note.bytes);
}

static void draw_notes(const struct holding *holding, struct canvas *canvas)
{
    const struct goats_board *board = &holding->view->board;
    if (board->step == GOATS_HILL) {
        draw_note(holding, canvas, say_smaller);
        draw_note(holding, canvas, say_larger);
    } else if (board->trick.count == 0) {
        draw_note(holding, canvas, say_lead);
    } else {
        draw_note(holding, canvas, say_highest);
        if (goats_hill_grows(board))
            draw_note(holding, canvas, say_lowest);
    }
}

/* The heads are drawn where there is room, else counted. */
static void draw_cards(const struct holding *holding, struct canvas *canvas)
{
    enum { LABEL = 12, LABEL_NARROW = 11, STEP = 6, STEP_NARROW = 3 };
    bool is_narrow = holding->telling->size == PICTURE_NARROW;
    unsigned column = is_narrow ? LABEL_NARROW : LABEL;
    label_draw(holding->telling, canvas, 0, 0, column - 1, "goats.hand.cards");
    label_draw(holding->telling, canvas, 1, 0, column - 1, "goats.picture.label.heads");
    for (card_set rest = holding->view->hand; rest != 0;) {
        char buffer[32];
        struct text heads = TEXT_IN(buffer);
        uint8_t card = card_set_next(&rest);
        goats_add_heads(card, false, &heads);
        canvas_format(canvas, 0, column, PAINT_TITLE, is_narrow ? "%2u" : "%u", card);
        if (is_narrow)
            canvas_format(canvas, 1, column, PAINT_YELLOW, "%2u", goats_heads(card));
        else
            canvas_write(canvas, 1, column, PAINT_YELLOW, heads.bytes);
        column += is_narrow ? STEP_NARROW : STEP;
    }
}

static void draw_hand(const struct holding *holding, struct text *out)
{
    struct canvas canvas;
    frame_open_hand(&canvas, holding->telling);
    if (holding->view->hand != 0)
        draw_cards(holding, &canvas);
    if (acts(holding->view))
        draw_notes(holding, &canvas);
    canvas_draw(&canvas, true, out);
}

/* -- As a row ---------------------------------------------------------------------------------- */

/* `only 50 beats 38`. */
static void add_note(const struct holding *holding, struct text *out)
{
    const struct words *words = holding->telling->words;
    const struct goats_board *board = &holding->view->board;
    if (board->step == GOATS_HILL) {
        uint8_t hill = board->hill.cards[board->hill.built];
        words_say(words, out, "goats.hand.row.hill", SAY_NUMBER(goats_hill_smaller(hill)),
                  SAY_NUMBER(goats_hill_larger(hill)));
        return;
    }
    if (board->trick.count == 0) {
        words_say_plain(words, out, "goats.hand.lead");
        return;
    }
    uint8_t position = goats_trick_highest(&board->trick);
    card_set cards = beyond(holding->view, position);
    unsigned count = card_set_count(cards);
    words_say(words, out,
              count == 0   ? "goats.hand.row.none"
              : count == 1 ? "goats.hand.row.one"
                           : "goats.hand.row.some",
              SAY_NUMBER(count == 0 ? 0 : card_set_next(&cards)),
              SAY_NUMBER(board->trick.cards[position]));
}

static void say_row(const struct holding *holding, struct text *out)
{
    for (card_set rest = holding->view->hand; rest != 0;) {
        uint8_t card = card_set_next(&rest);
        text_separate(out, " ");
        text_add_format(out, "%u ", card);
        goats_add_heads(card, telling_is_ascii(holding->telling), out);
    }
    if (!acts(holding->view))
        return;
    text_separate(out, telling_separator(holding->telling));
    add_note(holding, out);
}

void goats_hand(const struct game_view *opaque, const struct telling *telling, struct text *out)
{
    const struct goats_view *view = OWN(goats, opaque);
    const struct holding holding = {view, telling};
    if (view->hand == 0 && !acts(view))
        words_say_plain(telling->words, out, "goats.hand.empty");
    else if (frame_hand_is_row(telling))
        say_row(&holding, out);
    else
        draw_hand(&holding, out);
}
