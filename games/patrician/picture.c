/* The ten cities as text art. The towers lie on their side, with the ground floor on the left; dots
 * are floors that a tower can still get.
 *
 *     Patrician · deck 21 · Bruno to play
 *     city     floors site 1     site 2     tiles  open card
 *     Roma     5/9    AABA····   B·······   9 6    siena:move
 *     Firenze  2/9    A·······   B·······   9 6    roma:l*
 *     Siena    7/7    BBAB       AAB        B7 A4  lucca:free
 *     …
 *      A Alice         4 > B Bruno         7
 *     floors left A 13 B 15 · cards A 3 B 3
 */
#include <string.h>
#include <utf8proc.h>

#include "games/patrician/patrician.h"
#include "games/shared/names.h"

enum { NAME_COLUMNS = 10, LETTER_BYTES = 8, LATIN_END = 0x250 };

/* The columns of a city. */
struct columns {
    uint8_t name, name_width;
    uint8_t floors, sites[PATRICIAN_SITES], tiles, card;
    bool split_tiles; /* tiles have their own column; else their winners replace the floors */
    bool whole_card;  /* the card is written in full, else as short as it can be typed */
};

struct layout {
    uint8_t width;
    uint8_t heading;                      /* row of the column titles; 0: none */
    uint8_t cities_top;                   /* row of the first city */
    uint8_t half;                         /* cities in the left column */
    uint8_t per_row[PATRICIAN_SEATS + 1]; /* players per row, by number of players */
    struct columns columns[2];
};

static const struct layout layouts[] = {
    [PICTURE_WIDE] =
        {60, 1, 2, PATRICIAN_CITIES, {0, 0, 2, 3, 2, 3}, {{0, 7, 9, {16, 27}, 37, 44, true, true}}},
    [PICTURE_NARROW] = {36,
                        2,
                        3,
                        PATRICIAN_CITIES,
                        {0, 0, 2, 2, 2, 3},
                        {{0, 7, 26, {8, 17}, 26, 30, false, false}}},
    [PICTURE_SHORT] = {60,
                       0,
                       1,
                       5,
                       {0, 0, 2, 3, 4, 5},
                       {{0, 2, 3, {7, 16}, 3, 25, false, false},
                        {32, 2, 35, {39, 46}, 35, 53, false, false}}},
};

struct drawing {
    const struct patrician_board *board;
    const struct patrician_view *view;
    const struct telling *telling;
    struct canvas *canvas;
    struct layout layout;
    char letters[PATRICIAN_SEATS][LETTER_BYTES];
    bool ascii;
};

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

/* Marks each player by the first letter of the name. If these are not all different, all get small
 * letters in seat order. (Numbers would run into the counts beside them.) */
static void choose_letters(struct drawing *drawing)
{
    bool good = true;
    unsigned players = drawing->board->players;
    for (unsigned seat = 0; seat < players; seat++) {
        struct text letter = TEXT_IN(drawing->letters[seat]);
        good = good && first_letter(drawing->telling->names[seat], drawing->ascii, &letter);
        for (unsigned other = 0; good && other < seat; other++)
            good = strcmp(drawing->letters[seat], drawing->letters[other]) != 0;
    }
    for (unsigned seat = 0; !good && seat < players; seat++) {
        struct text letter = TEXT_IN(drawing->letters[seat]);
        text_add_char(&letter, (char)('a' + seat));
    }
}

/* -- The title --------------------------------------------------------------------------------- */

static void say_winners(const struct drawing *drawing, unsigned columns, struct text *out)
{
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    struct game_result result;
    patrician_standing(drawing->board, &result);
    for (unsigned seat = 0; seat < drawing->board->players; seat++) {
        if (!(result.winners & SEAT_BIT(seat)))
            continue;
        text_separate(&names, ", ");
        if (__builtin_popcount(result.winners) > 1)
            text_add(&names, drawing->letters[seat]);
        else
            names_fit(drawing->telling, seat, columns, &names);
    }
    words_say(drawing->telling->words, out, "patrician.picture.won", SAY_TEXT(names.bytes),
              SAY_NUMBER(__builtin_popcount(result.winners)));
}

static void say_situation(const struct drawing *drawing, unsigned columns, struct text *out)
{
    static const char *const messages[] = {[PATRICIAN_DEAL] = "patrician.picture.deal",
                                           [PATRICIAN_TO_PLAY] = "patrician.picture.play",
                                           [PATRICIAN_TO_MOVE] = "patrician.picture.move",
                                           [PATRICIAN_TO_TAKE] = "patrician.picture.take"};
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    if (drawing->board->step == PATRICIAN_END) {
        say_winners(drawing, columns, out);
        return;
    }
    names_fit(drawing->telling, drawing->board->mover, columns, &name);
    words_say(drawing->telling->words, out, messages[drawing->board->step], SAY_TEXT(name.bytes));
}

static void draw_title(const struct drawing *drawing)
{
    char title_buffer[256], situation_buffer[512];
    struct text title = TEXT_IN(title_buffer), situation = TEXT_IN(situation_buffer);
    words_say_plain(drawing->telling->words, &title, "patrician.picture.title");
    text_add(&title, telling_separator(drawing->telling));
    words_say(drawing->telling->words, &title, "patrician.picture.deck",
              SAY_NUMBER(drawing->board->deck_left));
    say_situation(drawing, NAME_COLUMNS, &situation);
    if (drawing->telling->size == PICTURE_NARROW) {
        canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, title.bytes);
        canvas_write(drawing->canvas, 1, 0, PAINT_TITLE, situation.bytes);
        return;
    }
    text_add(&title, telling_separator(drawing->telling));
    text_add(&title, situation.bytes);
    canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, title.bytes);
}

static void draw_headings(const struct drawing *drawing)
{
    const struct columns *columns = &drawing->layout.columns[0];
    const struct heading {
        uint8_t column;
        const char *message;
    } headings[] = {{columns->name, "patrician.picture.city"},
                    {columns->sites[0], "patrician.picture.site-1"},
                    {columns->sites[1], "patrician.picture.site-2"},
                    {columns->card, "patrician.picture.card"},
                    {columns->floors, "patrician.picture.floors"},
                    {columns->tiles, "patrician.picture.tiles"}};
    size_t count = columns->split_tiles ? 6 : 4;
    for (size_t i = 0; i < count; i++) {
        char buffer[64];
        struct text heading = TEXT_IN(buffer);
        words_say_plain(drawing->telling->words, &heading, headings[i].message);
        canvas_write(drawing->canvas, drawing->layout.heading, headings[i].column, PAINT_FAINT,
                     heading.bytes);
    }
}

/* -- Cities ------------------------------------------------------------------------------------ */

static void draw_tower(const struct drawing *drawing, unsigned index, unsigned site, unsigned row,
                       unsigned column)
{
    const struct patrician_city *city = &drawing->board->cities[index];
    unsigned limit = patrician_cities[index].limit, height = city->heights[site];
    unsigned room = limit - patrician_floors(city); /* rule 3 keeps one floor for the other site */
    if (height + room > limit - 1)
        room = limit - 1 - height;
    for (unsigned floor = 0; floor < height; floor++)
        canvas_write(drawing->canvas, row, column + floor, paint_of_seat(city->floors[site][floor]),
                     drawing->letters[city->floors[site][floor]]);
    for (unsigned floor = height; floor < height + room; floor++)
        canvas_write(drawing->canvas, row, column + floor, PAINT_FAINT, drawing->ascii ? "." : "·");
}

/* Draws the letters of the tiles' winners, and the points if tiles have their own column. */
static void draw_tiles(const struct drawing *drawing, unsigned index, unsigned row, unsigned column,
                       bool points)
{
    const struct patrician_city *city = &drawing->board->cities[index];
    bool scored = patrician_is_scored(city);
    for (unsigned tile = 0; tile < 2; tile++) {
        unsigned at = column + tile * (points ? 3 : 2);
        if (scored)
            canvas_write(drawing->canvas, row, at, paint_of_seat(city->tiles[tile]),
                         drawing->letters[city->tiles[tile]]);
        if (points)
            canvas_format(drawing->canvas, row, at + 1, scored ? PAINT_NONE : PAINT_FAINT, "%u",
                          patrician_tile(index, tile));
    }
}

/* Draws a card in full, or as short as it can be typed: `si:mov`. */
static void draw_card(const struct drawing *drawing, uint8_t card, unsigned row,
                      const struct columns *columns)
{
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    unsigned city = patrician_card_city(card);
    if (columns->whole_card)
        patrician_print_card(card, &text);
    else
        text_add_format(&text, "%.2s:%.3s", patrician_cities[city].code,
                        patrician_whats[patrician_card_what(card)]);
    canvas_write(drawing->canvas, row, columns->card, patrician_cities[city].paint, text.bytes);
}

static void draw_city(const struct drawing *drawing, unsigned index)
{
    const struct patrician_city *city = &drawing->board->cities[index];
    unsigned half = drawing->layout.half;
    const struct columns *columns = &drawing->layout.columns[index < half ? 0 : 1];
    unsigned row = drawing->layout.cities_top + (index < half ? index : index - half);
    canvas_format(drawing->canvas, row, columns->name, patrician_cities[index].paint, "%.*s",
                  columns->name_width, patrician_cities[index].name);
    if (columns->split_tiles || !patrician_is_scored(city))
        canvas_format(drawing->canvas, row, columns->floors, PAINT_NONE, "%u/%u",
                      patrician_floors(city), patrician_cities[index].limit);
    if (columns->split_tiles || patrician_is_scored(city))
        draw_tiles(drawing, index, row, columns->tiles, columns->split_tiles);
    for (unsigned site = 0; site < PATRICIAN_SITES; site++)
        draw_tower(drawing, index, site, row, columns->sites[site]);
    if (city->open != PATRICIAN_NO_CARD)
        draw_card(drawing, city->open, row, columns);
}

/* -- Players ----------------------------------------------------------------------------------- */

/* The points that everybody sees: the tiles, and after the end the nobles. */
static unsigned shown_points(const struct patrician_board *board, unsigned seat)
{
    struct patrician_score score = patrician_score_of(board, seat);
    return score.tile_points + (board->step == PATRICIAN_END ? score.noble_points : 0u);
}

static void draw_player(const struct drawing *drawing, unsigned seat, unsigned row, unsigned column,
                        unsigned width)
{
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    unsigned name_width = width - 7 < NAME_COLUMNS ? width - 7 : NAME_COLUMNS;
    enum { POINTS_WIDTH = 3 };
    bool acts = drawing->board->mover == seat && drawing->board->step != PATRICIAN_END &&
                drawing->board->step != PATRICIAN_DEAL;
    if (acts)
        canvas_write(drawing->canvas, row, column, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, row, column + 1, paint_of_seat(seat), drawing->letters[seat]);
    names_fit(drawing->telling, seat, name_width, &name);
    canvas_write(drawing->canvas, row, column + 3, paint_of_seat(seat), name.bytes);
    canvas_format(drawing->canvas, row, column + 3 + name_width, PAINT_NONE, "%*u",
                  POINTS_WIDTH + (width > 12), shown_points(drawing->board, seat));
}

/* `floors left A 13 B 15 · cards A 3 B 3`, without the letters if it doesn't fit. */
static void draw_supplies(const struct drawing *drawing, unsigned row)
{
    char floors_buffer[128], cards_buffer[128], line_buffer[512];
    for (int letters = 1; letters >= 0; letters--) {
        struct text floors = TEXT_IN(floors_buffer), cards = TEXT_IN(cards_buffer);
        struct text line = TEXT_IN(line_buffer);
        for (unsigned seat = 0; seat < drawing->board->players; seat++) {
            text_separate(&floors, " ");
            text_separate(&cards, " ");
            if (letters) {
                text_add(&floors, drawing->letters[seat]);
                text_add(&cards, drawing->letters[seat]);
            }
            text_add_number(&floors, drawing->board->floors_left[seat]);
            text_add_number(&cards, patrician_hand_size(drawing->view->hands[seat]));
        }
        words_say(drawing->telling->words, &line, "patrician.picture.floors-left",
                  SAY_TEXT(floors.bytes));
        if (drawing->telling->size != PICTURE_NARROW) {
            text_add(&line, telling_separator(drawing->telling));
            words_say(drawing->telling->words, &line, "patrician.picture.cards-held",
                      SAY_TEXT(cards.bytes));
        }
        if (letters == 0 || display_width(line.bytes) <= drawing->layout.width) {
            canvas_write(drawing->canvas, row, 0, PAINT_FAINT, line.bytes);
            return;
        }
    }
}

static unsigned draw_players(const struct drawing *drawing, unsigned row)
{
    unsigned players = drawing->board->players, per_row = drawing->layout.per_row[players];
    unsigned width = drawing->layout.width / per_row;
    for (unsigned seat = 0; seat < players; seat++)
        draw_player(drawing, seat, row + seat / per_row, seat % per_row * width, width);
    row += (players + per_row - 1) / per_row;
    draw_supplies(drawing, row);
    return row + 1;
}

/* -- The last turn ----------------------------------------------------------------------------- */

static void add_move(const struct drawing *drawing, struct patrician_move move, struct text *out)
{
    text_separate(out, ", ");
    game_move_say(&patrician_game, patrician_move_pack(move), drawing->telling->words, out);
}

static void draw_last(const struct drawing *drawing, unsigned row)
{
    const struct patrician_turn *turn = &drawing->board->turn;
    char moves_buffer[3 * GAME_MOVE_SAID_MAX], line_buffer[1024], fitted_buffer[512];
    struct text moves = TEXT_IN(moves_buffer);
    if (turn->seat == GAME_SPECTATOR)
        return;
    add_move(drawing,
             (struct patrician_move){PATRICIAN_PLAYING,
                                     (uint8_t)patrician_card_city(turn->card),
                                     turn->card,
                                     {turn->sites[0], turn->sites[1]}},
             &moves);
    if (turn->moved != PATRICIAN_NO_CITY)
        add_move(drawing,
                 (struct patrician_move){PATRICIAN_MOVING, turn->moved, 0, {turn->moved_from, 0}},
                 &moves);
    if (turn->taken != PATRICIAN_NO_CITY)
        add_move(drawing, (struct patrician_move){PATRICIAN_TAKING, turn->taken, 0, {0, 0}},
                 &moves);
    struct text line = TEXT_IN(line_buffer), fitted = TEXT_IN(fitted_buffer);
    for (unsigned columns = NAME_COLUMNS; columns > 0; columns--) {
        char name_buffer[128];
        struct text name = TEXT_IN(name_buffer);
        names_fit(drawing->telling, turn->seat, columns, &name);
        text_clear(&line);
        words_say(drawing->telling->words, &line, "patrician.picture.last", SAY_TEXT(name.bytes),
                  SAY_TEXT(moves.bytes));
        if (display_width(line.bytes) <= drawing->layout.width)
            break;
    }
    display_fit(line.bytes, drawing->layout.width, drawing->ascii, &fitted);
    canvas_write(drawing->canvas, row, 0, PAINT_FAINT, fitted.bytes);
}

/* -- One line ---------------------------------------------------------------------------------- */

static unsigned scored_cities(const struct patrician_board *board)
{
    unsigned scored = 0;
    for (unsigned city = 0; city < patrician_cities_in_play(board->players); city++)
        scored += patrician_is_scored(&board->cities[city]);
    return scored;
}

/* What a line leaves out, one thing after the other, until it fits. */
enum line_detail { LINE_WITHOUT_POINTS, LINE_WITHOUT_CITIES, LINE_WITHOUT_DECK, LINE_WHOLE };

static void say_line(const struct drawing *drawing, enum line_detail detail, unsigned columns,
                     struct text *line)
{
    const struct patrician_board *board = drawing->board;
    words_say_plain(drawing->telling->words, line, "patrician.picture.title");
    if (detail >= LINE_WITHOUT_DECK)
        text_add_format(line, " %u/%u", scored_cities(board),
                        patrician_cities_in_play(board->players));
    text_add(line, telling_separator(drawing->telling));
    for (unsigned seat = 0; detail >= LINE_WITHOUT_CITIES && seat < board->players; seat++)
        text_add_format(line, "%s:%u%s", drawing->letters[seat], shown_points(board, seat),
                        seat + 1 < board->players ? " " : telling_separator(drawing->telling));
    if (detail == LINE_WHOLE) {
        words_say(drawing->telling->words, line, "patrician.picture.deck",
                  SAY_NUMBER(board->deck_left));
        text_add(line, telling_separator(drawing->telling));
    }
    say_situation(drawing, columns, line);
}

/* `Patrician 3/10 · A:14 B:7 C:0 · deck 21 · Alice to play` */
static void draw_line(const struct drawing *drawing)
{
    enum { SHORTEST_NAME = 4 };
    char line_buffer[512];
    struct text line = TEXT_IN(line_buffer);
    for (int detail = LINE_WHOLE; detail >= LINE_WITHOUT_POINTS; detail--) {
        for (unsigned columns = NAME_COLUMNS; columns >= SHORTEST_NAME; columns--) {
            text_clear(&line);
            say_line(drawing, (enum line_detail)detail, columns, &line);
            if (display_width(line.bytes) <= drawing->canvas->width) {
                canvas_write(drawing->canvas, 0, 0, PAINT_NONE, line.bytes);
                return;
            }
        }
    }
    canvas_write(drawing->canvas, 0, 0, PAINT_NONE, line.bytes);
}

void patrician_picture(const struct game_view *opaque, const struct telling *telling,
                       struct canvas *canvas)
{
    const struct patrician_view *view = OWN(patrician, opaque);
    struct drawing drawing = {.board = &view->board,
                              .view = view,
                              .telling = telling,
                              .canvas = canvas,
                              .ascii = telling_is_ascii(telling)};
    choose_letters(&drawing);
    if (telling->size == PICTURE_LINE) {
        draw_line(&drawing);
        return;
    }
    drawing.layout = layouts[telling->size == PICTURE_LARGE ? PICTURE_WIDE : telling->size];
    unsigned cities = patrician_cities_in_play(view->board.players);
    unsigned half = drawing.layout.half < cities ? drawing.layout.half : cities;
    draw_title(&drawing);
    if (drawing.layout.heading > 0)
        draw_headings(&drawing);
    for (unsigned city = 0; city < cities; city++)
        draw_city(&drawing, city);
    unsigned row = draw_players(&drawing, drawing.layout.cities_top + half);
    if (telling->size == PICTURE_WIDE)
        draw_last(&drawing, row);
}
