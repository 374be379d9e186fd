/* What a player holds and what each card does.
 *
 *     Your cards
 *     lucca:2       2 floors   play lucca:2 2 1: you win 7 and 4
 *     roma:b*       beard      play roma:b* 1: take Firenze 2 hats
 *     You have played 2 ladies, 1 hat, 3 beards: 6 points so far
 */
#include "games/patrician/picture.h"
#include "games/shared/frame.h"

#include <string.h>

enum { ROW_BYTES = 512, NARROW_MARGIN = 2 };

struct sheet {
    const struct patrician_view *view;
    const struct telling *telling;
    struct canvas *canvas;
    unsigned row;
};

static bool acts(const struct patrician_view *view, enum patrician_step step)
{
    return view->board.mover == view->viewer && view->board.step == (uint8_t)step;
}

/* -- What a move brings ------------------------------------------------------------------------ */

/* The city as it is once the floors of the move are built. */
static struct patrician_city city_after(const struct patrician_view *view,
                                        struct patrician_move move)
{
    struct patrician_city city = view->board.cities[move.city];
    for (unsigned i = 0; i < PATRICIAN_SITES && move.sites[i] != 0; i++) {
        unsigned site = move.sites[i] - 1u;
        city.floors[site][city.heights[site]++] = view->viewer;
    }
    return city;
}

/* The tiles that the viewer wins by the move, as a set of bits; 0 if the city is not full then. */
static unsigned tiles_won(const struct patrician_view *view, struct patrician_move move)
{
    struct patrician_city city = city_after(view, move);
    unsigned tiles = 0;
    if (patrician_floors(&city) < patrician_cities[move.city].limit)
        return 0;
    uint8_t leaders[2];
    patrician_leaders(&city, leaders);
    for (unsigned tile = 0; tile < 2; tile++)
        if (leaders[tile] == view->viewer)
            tiles |= 1u << tile;
    return tiles;
}

static bool completes(const struct patrician_view *view, struct patrician_move move)
{
    struct patrician_city city = city_after(view, move);
    return patrician_floors(&city) == patrician_cities[move.city].limit;
}

static void say_gain(const struct sheet *sheet, struct patrician_move move, struct text *out)
{
    static const char *const messages[] = {"patrician.hand.wins-none", "patrician.hand.wins-one",
                                           "patrician.hand.wins-one", "patrician.hand.wins-both"};
    unsigned tiles = tiles_won(sheet->view, move);
    unsigned large = patrician_tile(move.city, 0), small = patrician_tile(move.city, 1);
    words_say(sheet->telling->words, out, messages[tiles], SAY_NUMBER(tiles & 1 ? large : small),
              SAY_NUMBER(small));
}

/* `you win 7 and 4`, or which card follows. */
static void say_consequence(const struct sheet *sheet, struct patrician_move move, struct text *out)
{
    const struct words *words = sheet->telling->words;
    uint8_t open = sheet->view->board.cities[move.city].open;
    char buffer[64];
    struct text card = TEXT_IN(buffer);
    if (completes(sheet->view, move)) {
        say_gain(sheet, move, out);
        return;
    }
    if (open == PATRICIAN_NO_CARD || patrician_card_what(move.card) == PATRICIAN_FREE) {
        words_say_plain(words, out, "patrician.hand.take-any");
        return;
    }
    patrician_say_card(sheet->telling, open, &card);
    words_say(words, out, "patrician.hand.take", SAY_TEXT(card.bytes));
}

/* Of the moves with this card the one that wins most tiles, else the first; false if the card can't
 * be played now. */
static bool find_move(const struct patrician_view *view, uint8_t card, struct patrician_move *best)
{
    game_move moves[GAME_LEGAL_MAX];
    size_t count = patrician_legal(&view->board, view->hands[view->viewer], moves);
    int most = -1;
    for (size_t i = 0; i < count; i++) {
        struct patrician_move move;
        patrician_move_unpack(moves[i], &move);
        if (move.action != PATRICIAN_PLAYING || move.card != card)
            continue;
        unsigned tiles = tiles_won(view, move);
        int points = (tiles & 1 ? (int)patrician_tile(move.city, 0) : 0) +
                     (tiles & 2 ? (int)patrician_tile(move.city, 1) : 0);
        if (points > most) {
            most = points;
            *best = move;
        }
    }
    return most >= 0;
}

/* -- Drawn rows -------------------------------------------------------------------------------- */

static void add_row(struct sheet *sheet, const char *key)
{
    char buffer[ROW_BYTES];
    struct text row = TEXT_IN(buffer);
    words_say_plain(sheet->telling->words, &row, key);
    canvas_write(sheet->canvas, sheet->row++, 0, PAINT_FAINT, row.bytes);
}

/* `play lucca:2 2 1: you win 7 and 4`, without the move where it does not fit. */
static void draw_consequence(struct sheet *sheet, unsigned column, struct patrician_move move)
{
    char move_buffer[GAME_MOVE_SAID_MAX], brings_buffer[ROW_BYTES], row_buffer[ROW_BYTES];
    struct text typed = TEXT_IN(move_buffer), brings = TEXT_IN(brings_buffer);
    struct text row = TEXT_IN(row_buffer);
    say_consequence(sheet, move, &brings);
    game_move_say(&patrician_game, patrician_move_pack(move), sheet->telling->words, &typed);
    words_say(sheet->telling->words, &row, "patrician.hand.move", SAY_TEXT(typed.bytes),
              SAY_TEXT(brings.bytes));
    bool fits = column + display_width(row.bytes) <= sheet->canvas->width;
    canvas_write(sheet->canvas, sheet->row, column, PAINT_NONE, fits ? row.bytes : brings.bytes);
}

static void draw_card(struct sheet *sheet, uint8_t card)
{
    enum { WHAT = 14, CONSEQUENCE = 25 };
    bool narrow = sheet->telling->size == PICTURE_NARROW;
    char card_buffer[GAME_MOVE_TEXT_MAX], what_buffer[64];
    struct text typed = TEXT_IN(card_buffer), what = TEXT_IN(what_buffer);
    struct patrician_move move;
    patrician_print_card(card, &typed);
    patrician_say_what(sheet->telling->words, patrician_card_what(card), false, &what);
    canvas_write(sheet->canvas, sheet->row, 0, patrician_cities[patrician_card_city(card)].paint,
                 typed.bytes);
    canvas_write(sheet->canvas, sheet->row, WHAT, PAINT_NONE, what.bytes);
    if (acts(sheet->view, PATRICIAN_TO_PLAY) && find_move(sheet->view, card, &move)) {
        sheet->row += narrow;
        draw_consequence(sheet, narrow ? NARROW_MARGIN : CONSEQUENCE, move);
    }
    sheet->row++;
}

static void draw_cards(struct sheet *sheet)
{
    const uint8_t *hand = sheet->view->hands[sheet->view->viewer];
    unsigned size = patrician_hand_size(hand);
    add_row(sheet, size == 0 ? "patrician.hand.empty" : "patrician.hand.cards");
    for (unsigned i = 0; i < size; i++)
        draw_card(sheet, hand[i]);
}

/* The moves of a step with few of them, each with what it brings. */
static void draw_choices(struct sheet *sheet)
{
    enum { BRINGS = 15 };
    game_move moves[GAME_LEGAL_MAX];
    const struct patrician_view *view = sheet->view;
    size_t count = patrician_legal(&view->board, view->hands[view->viewer], moves);
    for (size_t i = 0; i < count; i++) {
        char typed_buffer[GAME_MOVE_SAID_MAX], card_buffer[64];
        struct text typed = TEXT_IN(typed_buffer), card = TEXT_IN(card_buffer);
        struct patrician_move move;
        patrician_move_unpack(moves[i], &move);
        game_move_say(&patrician_game, moves[i], sheet->telling->words, &typed);
        if (move.action == PATRICIAN_TAKING)
            patrician_say_card(sheet->telling, view->board.cities[move.city].open, &card);
        canvas_write(sheet->canvas, sheet->row, 0, PAINT_NONE, typed.bytes);
        canvas_write(sheet->canvas, sheet->row++, BRINGS, PAINT_NONE, card.bytes);
    }
}

/* -- What was played --------------------------------------------------------------------------- */

/* Rule 2: players may look through their own played cards. */
static void say_played(const struct patrician_view *view, const struct telling *telling,
                       bool is_row, struct text *out)
{
    unsigned seat = view->viewer;
    struct patrician_score score = patrician_score_of(&view->board, seat);
    unsigned ladies = score.nobles[PATRICIAN_LADY], hats = score.nobles[PATRICIAN_HAT];
    unsigned beards = score.nobles[PATRICIAN_BEARD];
    if (ladies + hats + beards == 0)
        return;
    words_say(telling->words, out,
              is_row                            ? "patrician.hand.played.row"
              : telling->size == PICTURE_NARROW ? "patrician.hand.played.narrow"
                                                : "patrician.hand.played",
              SAY_NUMBER(ladies), SAY_NUMBER(hats), SAY_NUMBER(beards),
              SAY_NUMBER(score.noble_points));
}

/* -- The hand ---------------------------------------------------------------------------------- */

/* `lucca:2 roma:2 firenze:free · 2 ladies 1 hat 3 beards: 6` */
static void say_row(const struct patrician_view *view, const struct telling *telling,
                    struct text *out)
{
    char played_buffer[ROW_BYTES], choice_buffer[GAME_CHOICE_BYTES];
    struct text played = TEXT_IN(played_buffer), choice = TEXT_IN(choice_buffer);
    const uint8_t *hand = view->hands[view->viewer];
    unsigned size = patrician_hand_size(hand);
    for (unsigned i = 0; i < size; i++) {
        text_add(out, i > 0 ? " " : "");
        patrician_print_card(hand[i], out);
    }
    if (size == 0)
        words_say_plain(telling->words, out, "patrician.hand.empty");
    if (acts(view, PATRICIAN_TO_MOVE) || acts(view, PATRICIAN_TO_TAKE)) {
        game_move moves[GAME_LEGAL_MAX];
        size_t count = patrician_legal(&view->board, hand, moves);
        game_choice_say(&patrician_game, moves, count, telling->words, &choice);
        text_add(out, telling_separator(telling));
        text_add(out, choice.bytes);
    }
    say_played(view, telling, true, &played);
    if (played.length > 0) {
        text_add(out, telling_separator(telling));
        text_add(out, played.bytes);
    }
}

void patrician_hand(const struct game_view *opaque, const struct telling *telling, struct text *out)
{
    const struct patrician_view *view = OWN(patrician, opaque);
    if (frame_hand_is_row(telling)) {
        say_row(view, telling, out);
        return;
    }
    struct canvas canvas;
    struct sheet sheet = {.view = view, .telling = telling, .canvas = &canvas};
    char buffer[ROW_BYTES];
    struct text played = TEXT_IN(buffer);
    frame_open_hand(&canvas, telling);
    draw_cards(&sheet);
    if (acts(view, PATRICIAN_TO_MOVE) || acts(view, PATRICIAN_TO_TAKE))
        draw_choices(&sheet);
    say_played(view, telling, false, &played);
    if (played.length > 0)
        canvas_write(&canvas, sheet.row, 0, PAINT_NONE, played.bytes);
    canvas_draw(&canvas, true, out);
}
