/* A city in a string: site 1, a slash, site 2, and a dot for each floor that is still free. So each
 * string is as long as the city's limit and one.
 *
 *             towers     lead card to take
 *     Roma    ÉBÉ/BBBBÉD BÉ
 *     Milano  /········· ··   Pistoia move
 */
#include "games/patrician/picture.h"
#include "games/shared/labels.h"

enum {
    TOWERS = 8,          /* behind the name */
    TOWERS_COLUMNS = 11, /* nine floors, the slash and a blank */
    NAME_COLUMNS = 7,
    SHORT_CITY_COLUMNS = 3 /* of a card's city in the short size */
};

static void draw_towers(const struct patrician_drawing *drawing, unsigned row, unsigned column,
                        unsigned index)
{
    const struct patrician_city *city = &drawing->board->cities[index];
    patrician_draw_name(drawing, row, column, index, NAME_COLUMNS);
    column = patrician_draw_floors(drawing, row, column + TOWERS, city, 0);
    column = canvas_write(drawing->canvas, row, column, PAINT_FAINT, "/");
    column = patrician_draw_floors(drawing, row, column, city, 1);
    for (unsigned floor = patrician_floors(city); floor < patrician_cities[index].limit; floor++)
        column = patrician_draw_letter(drawing, row, column, GAME_SPECTATOR);
}

void patrician_draw_narrow(const struct patrician_drawing *drawing, unsigned row)
{
    enum { LEADS = TOWERS + TOWERS_COLUMNS, CARD = LEADS + 3, PLAYERS_PER_ROW = 3 };
    const struct telling *telling = drawing->telling;
    struct canvas *canvas = drawing->canvas;
    label_draw(telling, canvas, row, TOWERS, TOWERS_COLUMNS - 2, "patrician.picture.towers");
    label_draw_to(telling, canvas, row, LEADS + 3, 5, "patrician.picture.lead");
    label_draw(telling, canvas, row++, CARD + 1, canvas->width - CARD - 1,
               "patrician.picture.card");
    for (unsigned city = 0; city < patrician_cities_in_play(drawing->board->players); city++) {
        uint8_t leaders[2];
        draw_towers(drawing, row, 0, city);
        patrician_leaders(&drawing->board->cities[city], leaders);
        unsigned column = patrician_draw_letter(drawing, row, LEADS, leaders[0]);
        patrician_draw_letter(drawing, row, column, leaders[1]);
        patrician_draw_card(drawing, row++, CARD, drawing->board->cities[city].open,
                            canvas->width - CARD, NAME_COLUMNS);
    }
    patrician_draw_players(drawing, row, 0, PLAYERS_PER_ROW, canvas->width);
}

void patrician_draw_short(const struct patrician_drawing *drawing, unsigned row)
{
    enum { CITIES_PER_COLUMN = 5, CARD = TOWERS + TOWERS_COLUMNS, SECOND_COLUMN = 31 };
    struct canvas *canvas = drawing->canvas;
    unsigned players = drawing->board->players;
    char buffer[128];
    struct text legend = TEXT_IN(buffer);
    for (unsigned city = 0; city < patrician_cities_in_play(players); city++) {
        bool right = city >= CITIES_PER_COLUMN;
        unsigned column = right ? SECOND_COLUMN : 0, end = right ? canvas->width : SECOND_COLUMN;
        /* Cities on the right have two floors less. */
        unsigned card = column + CARD - (right ? 2 : 0);
        draw_towers(drawing, row + city % CITIES_PER_COLUMN, column, city);
        patrician_draw_card(drawing, row + city % CITIES_PER_COLUMN, card,
                            drawing->board->cities[city].open, end - card - !right,
                            SHORT_CITY_COLUMNS);
    }
    /* Nine cities leave a place, and two players fit there. */
    bool beside = patrician_cities_in_play(players) < 2 * CITIES_PER_COLUMN && players == 2;
    row += CITIES_PER_COLUMN;
    if (beside)
        patrician_draw_players(drawing, row - 1, SECOND_COLUMN, players,
                               canvas->width - SECOND_COLUMN);
    else
        row = patrician_draw_players(drawing, row, 0, players, canvas->width);
    words_say_plain(drawing->telling->words, &legend, "patrician.picture.legend.short");
    canvas_write(canvas, row, 0, PAINT_FAINT, legend.bytes);
}
