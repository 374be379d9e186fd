/* What only the viewer may see: their cards, and what may be done with them now. */
#include "games/njet/drawing.h"
#include "games/shared/frame.h"
#include "games/shared/labels.h"

enum { LABEL_COLUMNS = 12 };

/* Adds the cards by colour: `red r1 r3 · blue b4`. */
static void say_cards(const struct telling *telling, card_set set, struct text *out)
{
    static const char *const words[] = {[NJET_BLUE] = "move.blue",
                                        [NJET_GREEN] = "move.green",
                                        [NJET_BLACK] = "move.black",
                                        [NJET_RED] = "move.red"};
    uint8_t cards[NJET_CARDS], before = NJET_NO_COLOUR;
    unsigned count = njet_sort_cards(set, cards);
    for (unsigned i = 0; i < count; i++) {
        uint8_t colour = njet_colour(cards[i]);
        if (colour != before) {
            text_separate(out, telling_separator(telling));
            words_say_plain(telling->words, out, words[colour]);
        }
        before = colour;
        text_add(out, " ");
        njet_print_card(cards[i], out);
    }
}

static bool acts(const struct njet_view *view)
{
    return view->viewer < view->board.players && njet_actors(&view->board) & SEAT_BIT(view->viewer);
}

/* The cards that would win the trick so far. */
static card_set winning(const struct njet_view *view)
{
    card_set winners = 0;
    for (card_set rest = njet_playable(&view->board, view->hand); rest != 0;) {
        struct njet_board board = view->board;
        uint8_t card = card_set_next(&rest);
        trick_add(&board.trick, card);
        if (njet_trick_winner(&board) == board.trick.count - 1)
            winners |= CARD_BIT(card);
    }
    return winners;
}

/* `red was led: play r3 r7`. */
static void say_duty(const struct njet_view *view, const struct telling *telling, struct text *out)
{
    const struct njet_board *board = &view->board;
    char buffer[64];
    struct text cards = TEXT_IN(buffer);
    card_set playable = njet_playable(board, view->hand);
    if (board->trick.count == 0) {
        words_say_plain(telling->words, out, "njet.hand.lead");
        return;
    }
    njet_print_cards(playable, &cards);
    words_say(telling->words, out, playable == view->hand ? "njet.hand.any" : "njet.hand.some",
              SAY_TEXT(cards.bytes));
}

/* `r7 r9 beat Bruno's r6`. */
static void say_chances(const struct njet_view *view, const struct telling *telling,
                        struct text *out)
{
    const struct njet_board *board = &view->board;
    char cards_buffer[64], best_buffer[16], name_buffer[64];
    struct text cards = TEXT_IN(cards_buffer), best = TEXT_IN(best_buffer);
    struct text name = TEXT_IN(name_buffer);
    uint8_t position = njet_trick_winner(board);
    card_set winners = winning(view);
    njet_print_cards(winners, &cards);
    njet_print_card(board->trick.cards[position], &best);
    names_fit(telling, trick_seat(&board->trick, board->players, position), 7, &name);
    words_say(telling->words, out, winners == 0 ? "njet.hand.none-wins" : "njet.hand.win",
              SAY_TEXT(cards.bytes), SAY_TEXT(name.bytes), SAY_TEXT(best.bytes));
}

/* What the viewer has to do in this step. */
static void say_todo(const struct njet_view *view, const struct telling *telling, struct text *out)
{
    switch (view->board.step) {
    case NJET_TRICKS:
        say_duty(view, telling, out);
        break;
    case NJET_DISCARDING:
        words_say(telling->words, out, "njet.hand.discard",
                  SAY_NUMBER(njet_discard_count(&view->board)));
        break;
    case NJET_CHOOSE_PARTNER:
        words_say_plain(telling->words, out, "njet.hand.partner");
        break;
    default:
        words_say_plain(telling->words, out, "njet.hand.njet");
    }
}

typedef void saying(const struct njet_view *view, const struct telling *telling, struct text *out);

static void say_discards(const struct njet_view *view, const struct telling *telling,
                         struct text *out)
{
    char buffer[32];
    struct text cards = TEXT_IN(buffer);
    njet_print_cards(view->discards, &cards);
    words_say(telling->words, out, "njet.hand.discards", SAY_TEXT(cards.bytes));
}

static void say_hand(const struct njet_view *view, const struct telling *telling, struct text *out)
{
    say_cards(telling, view->hand, out);
}

/* Draws what is said below what is drawn. */
static void draw_next(const struct njet_drawing *drawing, const struct njet_view *view,
                      unsigned column, saying *say)
{
    char buffer[NJET_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    say(view, drawing->telling, &line);
    njet_draw_wrapped(drawing, drawing->canvas->rows - (column > 0), column, line.bytes);
}

static void draw_hand(const struct njet_view *view, const struct telling *telling, struct text *out)
{
    struct canvas canvas;
    frame_open_hand(&canvas, telling);
    const struct njet_drawing drawing = {&view->board, telling, &canvas};
    if (view->hand != 0) {
        label_draw(telling, &canvas, 0, 0, LABEL_COLUMNS - 1, "njet.hand.cards");
        draw_next(&drawing, view, LABEL_COLUMNS, say_hand);
    }
    if (acts(view))
        draw_next(&drawing, view, 0, say_todo);
    if (acts(view) && view->board.step == NJET_TRICKS && view->board.trick.count > 0)
        draw_next(&drawing, view, 0, say_chances);
    if (view->discards != 0)
        draw_next(&drawing, view, 0, say_discards);
    canvas_draw(&canvas, true, out);
}

static void say_row(const struct njet_view *view, const struct telling *telling, struct text *out)
{
    say_cards(telling, view->hand, out);
    if (!acts(view))
        return;
    text_separate(out, telling_separator(telling));
    say_todo(view, telling, out);
}

void njet_hand(const struct game_view *opaque, const struct telling *telling, struct text *out)
{
    const struct njet_view *view = OWN(njet, opaque);
    if (view->hand == 0 && view->discards == 0)
        words_say_plain(telling->words, out, "njet.hand.empty");
    else if (frame_hand_is_row(telling))
        say_row(view, telling, out);
    else
        draw_hand(view, telling, out);
}
