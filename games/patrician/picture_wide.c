/* A city in a row; its towers lie, the ground floor on the left.
 *
 *       city     site 1   site 2   free leads    card to take
 *       Roma     CCBAB    A         3   9 B, 6 A Firenze beard
 */
#include "games/patrician/picture.h"
#include "games/shared/labels.h"

enum {
    NAME = 2,
    SITE_1 = 10,
    SITE_2 = SITE_1 + PATRICIAN_SITE_COLUMNS,
    FREE_END = SITE_2 + PATRICIAN_SITE_COLUMNS + 4,
    LEADS = FREE_END + 1,
    CARD = LEADS + 9,
    CITY_COLUMNS = 7
};

static void draw_headings(const struct patrician_drawing *drawing, unsigned row)
{
    const struct telling *telling = drawing->telling;
    struct canvas *canvas = drawing->canvas;
    label_draw(telling, canvas, row, NAME, SITE_1 - NAME - 1, "patrician.picture.city");
    label_draw(telling, canvas, row, SITE_1, PATRICIAN_SITE_COLUMNS - 1,
               "patrician.picture.site-1");
    label_draw(telling, canvas, row, SITE_2, PATRICIAN_SITE_COLUMNS - 1,
               "patrician.picture.site-2");
    label_draw_to(telling, canvas, row, FREE_END, 6, "patrician.picture.free");
    label_draw(telling, canvas, row, LEADS, CARD - LEADS - 1, "patrician.picture.leads");
    label_draw(telling, canvas, row, CARD, canvas->width - CARD, "patrician.picture.card");
}

/* `9 B, 6 A` */
static void draw_leaders(const struct patrician_drawing *drawing, unsigned row, unsigned city)
{
    uint8_t leaders[2];
    unsigned column = LEADS;
    patrician_leaders(&drawing->board->cities[city], leaders);
    for (unsigned tile = 0; tile < 2; tile++) {
        column = canvas_format(drawing->canvas, row, column, PAINT_NONE, "%s%u ",
                               tile == 0 ? "" : ", ", patrician_tile(city, tile));
        column = patrician_draw_letter(drawing, row, column, leaders[tile]);
    }
}

static void draw_free(const struct patrician_drawing *drawing, unsigned row, unsigned index)
{
    const struct patrician_city *city = &drawing->board->cities[index];
    if (patrician_is_scored(city))
        label_draw_to(drawing->telling, drawing->canvas, row, FREE_END, 4,
                      "patrician.picture.full");
    else
        canvas_format(drawing->canvas, row, FREE_END - 3, PAINT_NONE, "%u",
                      patrician_cities[index].limit - patrician_floors(city));
}

static void draw_city(const struct patrician_drawing *drawing, unsigned row, unsigned index)
{
    const struct patrician_city *city = &drawing->board->cities[index];
    const unsigned sites[PATRICIAN_SITES] = {SITE_1, SITE_2};
    patrician_draw_name(drawing, row, NAME, index, CITY_COLUMNS);
    for (unsigned site = 0; site < PATRICIAN_SITES; site++) {
        if (city->heights[site] == 0)
            patrician_draw_letter(drawing, row, sites[site], GAME_SPECTATOR);
        patrician_draw_floors(drawing, row, sites[site], city, site);
    }
    draw_free(drawing, row, index);
    draw_leaders(drawing, row, index);
    patrician_draw_card(drawing, row, CARD, city->open, drawing->canvas->width - CARD,
                        CITY_COLUMNS);
}

void patrician_draw_wide(const struct patrician_drawing *drawing, unsigned row)
{
    struct canvas *canvas = drawing->canvas;
    unsigned players = drawing->board->players, columns = canvas->width - NAME;
    char supplies_buffer[256], last_buffer[512];
    struct text supplies = TEXT_IN(supplies_buffer), last = TEXT_IN(last_buffer);
    draw_headings(drawing, row++);
    for (unsigned city = 0; city < patrician_cities_in_play(players); city++)
        draw_city(drawing, row++, city);
    row = patrician_draw_players(drawing, row, NAME, players, columns);
    patrician_say_supplies(drawing, columns, &supplies);
    canvas_write(canvas, row++, NAME, PAINT_NONE, supplies.bytes);
    patrician_say_last(drawing, columns, &last);
    if (last.length > 0)
        canvas_write(canvas, row, NAME, PAINT_FAINT, last.bytes);
}
