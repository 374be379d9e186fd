/* The cities as they stand, five beside each other, each floor in its owner's colour.
 *
 *      ▐C▌     3 free
 *      ▐C▌ ▐A▌ 6 A
 *     ──Roma────────
 *     Firenze beard
 */
#include "games/patrician/picture.h"
#include "games/shared/head.h"
#include "games/shared/names.h"

enum {
    LEFT = 0,
    STEP = 16,
    GROUND_COLUMNS = 14,
    SITE_COLUMN = 1, /* of the first site, in a city */
    SITE_STEP = 4,
    FACTS_COLUMN = 9,
    FACTS_COLUMNS = 7,
    FACTS = 3, /* rows: free floors, large tile, small tile */
    CITIES_PER_ROW = 5,
    CARD_COLUMNS = 15
};

static void draw_tower(const struct patrician_drawing *drawing, unsigned ground, unsigned column,
                       const struct patrician_city *city, unsigned site)
{
    for (unsigned floor = 0; floor < city->heights[site]; floor++) {
        uint8_t owner = city->floors[site][floor];
        canvas_format(drawing->canvas, ground - 1 - floor, column, paint_of_seat(owner), "▐%s▌",
                      drawing->letters[owner]);
    }
}

static void draw_facts(const struct patrician_drawing *drawing, unsigned ground, unsigned column,
                       unsigned index)
{
    const struct patrician_city *city = &drawing->board->cities[index];
    char buffer[64], fitted_buffer[64];
    struct text free = TEXT_IN(buffer), fitted = TEXT_IN(fitted_buffer);
    uint8_t leaders[2];
    words_say(drawing->telling->words, &free, "patrician.picture.free-floors",
              SAY_NUMBER(patrician_cities[index].limit - patrician_floors(city)));
    display_fit(free.bytes, FACTS_COLUMNS, telling_is_ascii(drawing->telling), &fitted);
    canvas_write(drawing->canvas, ground - FACTS, column, PAINT_NONE, fitted.bytes);
    patrician_leaders(city, leaders);
    for (unsigned tile = 0; tile < 2; tile++) {
        unsigned row = ground - FACTS + 1 + tile;
        unsigned at = canvas_format(drawing->canvas, row, column, PAINT_NONE, "%u ",
                                    patrician_tile(index, tile));
        patrician_draw_letter(drawing, row, at, leaders[tile]);
    }
}

static void draw_ground(const struct patrician_drawing *drawing, unsigned row, unsigned column,
                        unsigned index)
{
    bool full = patrician_is_scored(&drawing->board->cities[index]);
    for (unsigned i = 0; i < GROUND_COLUMNS; i++)
        canvas_write(drawing->canvas, row, column + i, PAINT_FAINT, full ? "═" : "─");
    patrician_draw_name(drawing, row, column + 2, index, GROUND_COLUMNS - 2);
}

static void draw_city(const struct patrician_drawing *drawing, unsigned ground, unsigned column,
                      unsigned index)
{
    const struct patrician_city *city = &drawing->board->cities[index];
    for (unsigned site = 0; site < PATRICIAN_SITES; site++)
        draw_tower(drawing, ground, column + SITE_COLUMN + site * SITE_STEP, city, site);
    draw_facts(drawing, ground, column + FACTS_COLUMN, index);
    draw_ground(drawing, ground, column, index);
    patrician_draw_card(drawing, ground + 1, column, city->open, CARD_COLUMNS, CARD_COLUMNS);
}

/* The rows above the ground that a row of cities from `first` on needs. */
static unsigned rows_above_ground(const struct patrician_board *board, unsigned first)
{
    unsigned rows = FACTS;
    for (unsigned city = first; city < first + CITIES_PER_ROW; city++)
        for (unsigned site = 0;
             city < patrician_cities_in_play(board->players) && site < PATRICIAN_SITES; site++)
            if (board->cities[city].heights[site] > rows)
                rows = board->cities[city].heights[site];
    return rows;
}

/* Players and supplies in one row where they fit, else the supplies replace the legend. */
static unsigned draw_below(const struct patrician_drawing *drawing, unsigned row)
{
    enum { MARGIN = 2, PLAYER_COLUMNS = 13, GAP = 2 };
    struct canvas *canvas = drawing->canvas;
    unsigned players = drawing->board->players, columns = players * PLAYER_COLUMNS;
    char supplies_buffer[256], legend_buffer[256], name_buffer[64];
    struct text supplies = TEXT_IN(supplies_buffer), legend = TEXT_IN(legend_buffer);
    struct text name = TEXT_IN(name_buffer);
    patrician_say_supplies(drawing, 0, &supplies);
    names_fit(drawing->telling, 0, NAME_COLUMNS_MAX, &name);
    words_say(drawing->telling->words, &legend, "patrician.picture.legend",
              SAY_TEXT(drawing->letters[0]), SAY_TEXT(name.bytes));
    patrician_draw_players(drawing, row, MARGIN, players, columns);
    unsigned supplies_columns = display_width(supplies.bytes);
    bool fits = MARGIN + columns + GAP + supplies_columns <= canvas->width;
    if (fits)
        canvas_write(canvas, row, canvas->width - supplies_columns, PAINT_NONE, supplies.bytes);
    canvas_write(canvas, row + 1, MARGIN, PAINT_FAINT, fits ? legend.bytes : supplies.bytes);
    return row + 2;
}

void patrician_draw_large(const struct patrician_drawing *drawing, unsigned row)
{
    enum { MARGIN = 2 };
    char buffer[512];
    struct text last = TEXT_IN(buffer);
    unsigned cities = patrician_cities_in_play(drawing->board->players);
    for (unsigned first = 0; first < cities; first += CITIES_PER_ROW) {
        unsigned ground = row + rows_above_ground(drawing->board, first);
        for (unsigned city = first; city < cities && city < first + CITIES_PER_ROW; city++)
            draw_city(drawing, ground, LEFT + (city - first) * STEP, city);
        row = ground + 2;
    }
    row = draw_below(drawing, row);
    patrician_say_last(drawing, drawing->canvas->width - MARGIN, &last);
    if (last.length > 0)
        canvas_write(drawing->canvas, row, MARGIN, PAINT_FAINT, last.bytes);
}
