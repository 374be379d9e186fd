/* The ten cities as text art; the sizes are drawn in files of their own. */
#include "games/patrician/picture.h"

#include <string.h>
#include <utf8proc.h>

#include "games/shared/head.h"
#include "games/shared/names.h"

enum { LATIN_END = 0x250, LINE_BYTES = 512 };

/* -- Letters of the players -------------------------------------------------------------------- */

/* Adds the first letter of a name as a capital; false if it is not a Latin letter. */
static bool first_letter(const char *name, bool ascii, struct text *out)
{
    utf8proc_int32_t letter;
    utf8proc_uint8_t bytes[4];
    if (utf8proc_iterate((const utf8proc_uint8_t *)name, -1, &letter) <= 0)
        return false;
    letter = utf8proc_toupper(letter);
    if (letter >= (ascii ? 0x80 : LATIN_END) || utf8proc_category(letter) != UTF8PROC_CATEGORY_LU)
        return false;
    text_add_bytes(out, (const char *)bytes, (size_t)utf8proc_encode_char(letter, bytes));
    return true;
}

/* Numbers would run into the counts beside them, so letters stand in when two names begin alike. */
static void choose_letters(struct patrician_drawing *drawing)
{
    bool good = true, ascii = telling_is_ascii(drawing->telling);
    unsigned players = drawing->board->players;
    for (unsigned seat = 0; seat < players; seat++) {
        struct text letter = TEXT_IN(drawing->letters[seat]);
        good = good && first_letter(drawing->telling->names[seat], ascii, &letter);
        for (unsigned other = 0; good && other < seat; other++)
            good = strcmp(drawing->letters[seat], drawing->letters[other]) != 0;
    }
    for (unsigned seat = 0; !good && seat < players; seat++) {
        struct text letter = TEXT_IN(drawing->letters[seat]);
        text_add_char(&letter, (char)('a' + seat));
    }
}

unsigned patrician_draw_letter(const struct patrician_drawing *drawing, unsigned row,
                               unsigned column, uint8_t seat)
{
    if (seat == GAME_SPECTATOR)
        return canvas_write(drawing->canvas, row, column, PAINT_FAINT, "·");
    return canvas_write(drawing->canvas, row, column, paint_of_seat(seat), drawing->letters[seat]);
}

/* -- Cities ------------------------------------------------------------------------------------ */

void patrician_leaders(const struct patrician_city *city, uint8_t leaders[2])
{
    leaders[0] = city->tiles[0];
    leaders[1] = city->tiles[1];
    if (patrician_is_scored(city) || city->heights[0] == city->heights[1])
        return;
    unsigned higher = patrician_higher_site(city);
    for (unsigned tile = 0; tile < 2; tile++) {
        unsigned site = tile == 0 ? higher : 1 - higher;
        if (city->heights[site] > 0)
            leaders[tile] = patrician_majority_in(city->floors[site], city->heights[site]).winner;
    }
}

unsigned patrician_draw_floors(const struct patrician_drawing *drawing, unsigned row,
                               unsigned column, const struct patrician_city *city, unsigned site)
{
    for (unsigned floor = 0; floor < city->heights[site]; floor++)
        column = patrician_draw_letter(drawing, row, column, city->floors[site][floor]);
    return column;
}

void patrician_draw_name(const struct patrician_drawing *drawing, unsigned row, unsigned column,
                         unsigned city, unsigned columns)
{
    canvas_format(drawing->canvas, row, column, patrician_cities[city].paint, "%.*s", (int)columns,
                  patrician_cities[city].name);
}

const char *patrician_what_message(enum patrician_what what, bool brief)
{
    static const char *const messages[PATRICIAN_WHATS][2] = {
        [PATRICIAN_TWO] = {"patrician.card.two", "patrician.card.two.brief"},
        [PATRICIAN_B] = {"patrician.card.beard", "patrician.card.beard"},
        [PATRICIAN_B_STARRED] = {"patrician.card.beard", "patrician.card.beard"},
        [PATRICIAN_BB] = {"patrician.card.beards", "patrician.card.beards.brief"},
        [PATRICIAN_FREE] = {"patrician.card.free", "patrician.card.free"},
        [PATRICIAN_H] = {"patrician.card.hat", "patrician.card.hat.brief"},
        [PATRICIAN_H_STARRED] = {"patrician.card.hat", "patrician.card.hat.brief"},
        [PATRICIAN_HH] = {"patrician.card.hats", "patrician.card.hats.brief"},
        [PATRICIAN_L] = {"patrician.card.lady", "patrician.card.lady"},
        [PATRICIAN_L_STARRED] = {"patrician.card.lady", "patrician.card.lady"},
        [PATRICIAN_LL] = {"patrician.card.ladies", "patrician.card.ladies.brief"},
        [PATRICIAN_MOVE] = {"patrician.card.move", "patrician.card.move.brief"}};
    return messages[what][brief];
}

void patrician_say_what(const struct words *words, enum patrician_what what, bool brief,
                        struct text *out)
{
    words_say_plain(words, out, patrician_what_message(what, brief));
}

void patrician_say_card(const struct telling *telling, uint8_t card, struct text *out)
{
    text_add_format(out, "%s ", patrician_cities[patrician_card_city(card)].name);
    patrician_say_what(telling->words, patrician_card_what(card), false, out);
}

void patrician_draw_card(const struct patrician_drawing *drawing, unsigned row, unsigned column,
                         uint8_t card, unsigned columns, unsigned city_columns)
{
    char buffer[64];
    struct text what = TEXT_IN(buffer);
    bool brief =
        drawing->telling->size == PICTURE_NARROW || drawing->telling->size == PICTURE_SHORT;
    if (card == PATRICIAN_NO_CARD)
        return;
    patrician_say_what(drawing->telling->words, patrician_card_what(card), brief, &what);
    unsigned room = columns - 1 - display_width(what.bytes), city = patrician_card_city(card);
    patrician_draw_name(drawing, row, column, city, room < city_columns ? room : city_columns);
    unsigned name = (unsigned)strlen(patrician_cities[city].name);
    name = name < city_columns ? name : city_columns;
    canvas_write(drawing->canvas, row, column + 1 + (room < name ? room : name),
                 patrician_cities[city].paint, what.bytes);
}

/* -- Players ----------------------------------------------------------------------------------- */

/* The points that everybody sees: the tiles, and after the end the nobles. */
static unsigned shown_points(const struct patrician_board *board, unsigned seat)
{
    struct patrician_score score = patrician_score_of(board, seat);
    return score.tile_points + (board->step == PATRICIAN_END ? score.noble_points : 0u);
}

unsigned patrician_draw_players(const struct patrician_drawing *drawing, unsigned row,
                                unsigned column, unsigned per_row, unsigned width)
{
    enum { LETTER_COLUMNS = 2, POINTS_COLUMNS = 4, GAP = 2 };
    unsigned room = width / per_row - LETTER_COLUMNS - POINTS_COLUMNS, longest = 0;
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        unsigned columns = display_width(drawing->telling->names[seat]);
        longest = columns > longest ? columns : longest;
    }
    unsigned name_columns = room < NAME_COLUMNS_MAX ? room : NAME_COLUMNS_MAX;
    if (name_columns > longest)
        name_columns = longest;
    unsigned step = LETTER_COLUMNS + name_columns + POINTS_COLUMNS;
    if (name_columns < room)
        step += room - name_columns < GAP ? room - name_columns : GAP;
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        char buffer[128];
        struct text name = TEXT_IN(buffer);
        unsigned at = column + seat % per_row * step;
        names_fit(drawing->telling, seat, name_columns, &name);
        patrician_draw_letter(drawing, row + seat / per_row, at, (uint8_t)seat);
        at = canvas_write(drawing->canvas, row + seat / per_row, at + LETTER_COLUMNS,
                          paint_of_seat(seat), name.bytes);
        canvas_format(drawing->canvas, row + seat / per_row, at + 1, PAINT_NONE, "%u",
                      shown_points(drawing->board, seat));
    }
    return row + (drawing->board->players + per_row - 1) / per_row;
}

/* `3 cards each`, or `cards A 3, B 2` when somebody has drawn and somebody has not. */
static void say_cards(const struct patrician_drawing *drawing, struct text *out)
{
    char buffer[128];
    struct text cards = TEXT_IN(buffer);
    unsigned first = patrician_hand_size(drawing->view->hands[0]);
    bool equal = true;
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        unsigned size = patrician_hand_size(drawing->view->hands[seat]);
        equal &= size == first;
        text_separate(&cards, ", ");
        text_add_format(&cards, "%s %u", drawing->letters[seat], size);
    }
    if (equal)
        words_say(drawing->telling->words, out, "patrician.picture.cards-each", SAY_NUMBER(first));
    else
        words_say(drawing->telling->words, out, "patrician.picture.cards", SAY_TEXT(cards.bytes));
}

void patrician_say_supplies(const struct patrician_drawing *drawing, unsigned columns,
                            struct text *out)
{
    char floors_buffer[128], cards_buffer[128];
    struct text floors = TEXT_IN(floors_buffer), cards = TEXT_IN(cards_buffer);
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        text_separate(&floors, ", ");
        text_add_format(&floors, "%s %u", drawing->letters[seat],
                        drawing->board->floors_left[seat]);
    }
    words_say(drawing->telling->words, out, "patrician.picture.floors-left",
              SAY_TEXT(floors.bytes));
    text_add(&cards, telling_separator(drawing->telling));
    say_cards(drawing, &cards);
    if (display_width(out->bytes) + display_width(cards.bytes) <= columns)
        text_add(out, cards.bytes);
}

/* -- The last turn ----------------------------------------------------------------------------- */

/* Its parts: the city it built on, the city it moved a floor in unless `brief`, the card it
 * took. */
static void say_turn(const struct patrician_drawing *drawing, unsigned name_columns, bool brief,
                     struct text *out)
{
    const struct patrician_turn *turn = &drawing->board->turn;
    char name_buffer[128], card_buffer[64];
    struct text name = TEXT_IN(name_buffer), card = TEXT_IN(card_buffer);
    bool took = turn->taken != PATRICIAN_NO_CITY;
    bool moved = turn->moved != PATRICIAN_NO_CITY && !(brief && took);
    const char *message = moved && took ? "patrician.picture.last.moved-took"
                          : moved       ? "patrician.picture.last.moved"
                          : took        ? "patrician.picture.last.took"
                                        : "patrician.picture.last";
    names_fit(drawing->telling, turn->seat, name_columns, &name);
    if (took) {
        text_add_format(&card, "%s ", patrician_cities[patrician_card_city(turn->taken_card)].name);
        patrician_say_what(drawing->telling->words, patrician_card_what(turn->taken_card), false,
                           &card);
    }
    text_clear(out);
    words_say(drawing->telling->words, out, message, SAY_TEXT(name.bytes),
              SAY_TEXT(patrician_cities[patrician_card_city(turn->card)].name),
              SAY_TEXT(moved ? patrician_cities[turn->moved].name : ""), SAY_TEXT(card.bytes));
}

void patrician_say_last(const struct patrician_drawing *drawing, unsigned columns, struct text *out)
{
    if (drawing->board->turn.seat == GAME_SPECTATOR)
        return;
    say_turn(drawing, NAME_COLUMNS_MAX, false, out);
    for (unsigned name = NAME_COLUMNS_MAX;
         name >= NAME_COLUMNS_MIN && display_width(out->bytes) > columns; name--)
        say_turn(drawing, name, true, out);
}

/* -- The head ---------------------------------------------------------------------------------- */

static void say_winners(const struct patrician_drawing *drawing, unsigned columns, struct text *out)
{
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    struct game_result result;
    patrician_standing(drawing->board, &result);
    names_join_fitted(drawing->telling, result.winners,
                      __builtin_popcount(result.winners) > 2 ? NAME_COLUMNS_MIN : columns, ", ",
                      &names);
    words_say(drawing->telling->words, out, "patrician.picture.won", SAY_TEXT(names.bytes),
              SAY_NUMBER(__builtin_popcount(result.winners)));
}

static void say_situation(const void *opaque, unsigned columns, bool brief, struct text *out)
{
    static const char *const messages[] = {[PATRICIAN_DEAL] = "patrician.picture.deal",
                                           [PATRICIAN_TO_PLAY] = "patrician.picture.play",
                                           [PATRICIAN_TO_MOVE] = "patrician.picture.move",
                                           [PATRICIAN_TO_TAKE] = "patrician.picture.take"};
    const struct patrician_drawing *drawing = opaque;
    const struct patrician_board *board = drawing->board;
    char buffer[128], choices_buffer[GAME_CHOICE_BYTES];
    struct text name = TEXT_IN(buffer), choices = TEXT_IN(choices_buffer);
    if (board->step == PATRICIAN_END) {
        say_winners(drawing, columns, out);
        return;
    }
    names_fit(drawing->telling, board->mover, columns, &name);
    if (!brief && (board->step == PATRICIAN_TO_MOVE || board->step == PATRICIAN_TO_TAKE)) {
        static const uint8_t no_hand[PATRICIAN_HAND] = {PATRICIAN_NO_CARD, PATRICIAN_NO_CARD,
                                                        PATRICIAN_NO_CARD};
        game_move moves[PATRICIAN_CITIES * PATRICIAN_SITES + 1];
        game_choice_say(&patrician_game, moves, patrician_legal(board, no_hand, moves),
                        drawing->telling->words, &choices);
        text_add_format(out, "%s: %s", name.bytes, choices.bytes);
        return;
    }
    words_say(drawing->telling->words, out, messages[board->step], SAY_TEXT(name.bytes));
}

/* `Patrician, 1 card in the deck` */
static void say_game(const struct patrician_drawing *drawing, struct text *out)
{
    words_say(drawing->telling->words, out, "patrician.picture.title",
              SAY_NUMBER(drawing->board->deck_left));
}

/* `Patrician: Carol 5, Alice 2, Bruno 0`, as many as fit. */
static void say_ranking(const struct patrician_drawing *drawing, unsigned columns, struct text *out)
{
    const struct patrician_board *board = drawing->board;
    seat_set left = (seat_set)((1u << board->players) - 1);
    const char *separator = ": ";
    words_say_plain(drawing->telling->words, out, "patrician.name");
    while (left != 0) {
        char buffer[128];
        struct text entry = TEXT_IN(buffer);
        unsigned best = (unsigned)__builtin_ctz(left);
        for (unsigned seat = best; seat < board->players; seat++)
            if ((left & SEAT_BIT(seat)) && shown_points(board, seat) > shown_points(board, best))
                best = seat;
        left = (seat_set)(left & ~SEAT_BIT(best));
        text_add(&entry, separator);
        separator = ", ";
        names_fit(drawing->telling, best, NAME_COLUMNS_MAX, &entry);
        text_add_format(&entry, " %u", shown_points(board, best));
        if (display_width(out->bytes) + display_width(entry.bytes) > columns)
            return;
        text_add(out, entry.bytes);
    }
}

static unsigned draw_head(const struct patrician_drawing *drawing)
{
    enum { SITUATION_COLUMNS = 28 };
    char buffer[LINE_BYTES];
    struct text game = TEXT_IN(buffer);
    if (drawing->telling->size == PICTURE_LINE)
        say_ranking(drawing, drawing->canvas->width - SITUATION_COLUMNS, &game);
    else
        say_game(drawing, &game);
    const struct head head = {.game = game.bytes,
                              .is_over = drawing->board->step == PATRICIAN_END ||
                                         drawing->board->step == PATRICIAN_DEAL,
                              .say = say_situation,
                              .drawing = drawing};
    return head_draw(drawing->telling, drawing->canvas, &head);
}

void patrician_picture(const struct game_view *opaque, const struct telling *telling,
                       struct canvas *canvas)
{
    static void (*const draw[])(const struct patrician_drawing *,
                                unsigned) = {[PICTURE_WIDE] = patrician_draw_wide,
                                             [PICTURE_NARROW] = patrician_draw_narrow,
                                             [PICTURE_SHORT] = patrician_draw_short,
                                             [PICTURE_LARGE] = patrician_draw_large};
    const struct patrician_view *view = OWN(patrician, opaque);
    struct patrician_drawing drawing = {
        .board = &view->board, .view = view, .telling = telling, .canvas = canvas};
    choose_letters(&drawing);
    unsigned row = draw_head(&drawing);
    if (telling->size != PICTURE_LINE)
        draw[telling->size](&drawing, row);
}
