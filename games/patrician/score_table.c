/* The tiles, and at the end the nobles, as a table that explains every point. */
#include "games/shared/score_table.h"

#include "games/patrician/patrician.h"

enum { LABEL_MAX = 10, CITY_COLUMNS = 7, ROWS = 16 };

static void write_city(const struct score_table *table, const struct patrician_board *board,
                       unsigned row, unsigned index)
{
    const struct patrician_city *city = &board->cities[index];
    canvas_format(table->canvas, row, 0, patrician_cities[index].paint, "%.*s",
                  (int)table->label - 1, patrician_cities[index].name);
    for (unsigned seat = 0; seat < table->players; seat++) {
        unsigned points = 0;
        for (unsigned tile = 0; tile < 2; tile++)
            if (city->tiles[tile] == seat)
                points += patrician_tile(index, tile);
        if (points > 0)
            score_table_number(table, row, seat, (int)points, false);
        else
            score_table_cell(table, row, seat, PAINT_FAINT,
                             telling_is_ascii(table->telling) ? "." : "·");
    }
}

/* `7:12`: seven nobles of a kind score twelve points. */
static void write_nobles(const struct score_table *table, const struct patrician_score *scores,
                         unsigned row, unsigned noble)
{
    static const char *const messages[] = {[PATRICIAN_LADY] = "patrician.scoring.ladies",
                                           [PATRICIAN_HAT] = "patrician.scoring.hats",
                                           [PATRICIAN_BEARD] = "patrician.scoring.beards"};
    score_table_label(table, row, messages[noble]);
    for (unsigned seat = 0; seat < table->players; seat++) {
        char buffer[32];
        struct text text = TEXT_IN(buffer);
        unsigned count = scores[seat].nobles[noble];
        text_add_format(&text, "%u:%u", count, patrician_noble_points(count));
        score_table_cell(table, row, seat, PAINT_NONE, text.bytes);
    }
}

static void write_sums(const struct score_table *table, const struct patrician_score *scores,
                       unsigned row, bool over)
{
    score_table_label(table, row, "patrician.scoring.sum");
    for (unsigned seat = 0; seat < table->players; seat++)
        score_table_number(table, row, seat,
                           scores[seat].tile_points + (over ? scores[seat].noble_points : 0),
                           false);
}

/* Rule 10: fewer floors decide a tie. */
static void write_floors(const struct score_table *table, const struct patrician_score *scores,
                         unsigned row)
{
    score_table_label(table, row, "patrician.scoring.floors");
    for (unsigned seat = 0; seat < table->players; seat++)
        score_table_number(table, row, seat, scores[seat].floors, false);
}

static bool nothing_scored(const struct patrician_board *board)
{
    for (unsigned city = 0; city < patrician_cities_in_play(board->players); city++)
        if (patrician_is_scored(&board->cities[city]))
            return false;
    return true;
}

void patrician_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                               struct canvas *canvas)
{
    const struct patrician_board *board = &OWN(patrician, opaque)->board;
    unsigned width = telling->size == PICTURE_NARROW ? 36 : 60;
    bool over = board->step == PATRICIAN_END;
    struct score_table table = {.telling = telling, .canvas = canvas, .players = board->players};
    struct patrician_score scores[PATRICIAN_SEATS];
    if (nothing_scored(board))
        return;
    table.cell = (width - CITY_COLUMNS + 1) / table.players;
    if (table.cell > SCORE_TABLE_CELL_MAX)
        table.cell = SCORE_TABLE_CELL_MAX;
    table.label = width - table.cell * table.players;
    if (table.label > LABEL_MAX)
        table.label = LABEL_MAX;
    for (unsigned seat = 0; seat < table.players; seat++)
        scores[seat] = patrician_score_of(board, seat);
    unsigned cities = patrician_cities_in_play(board->players), row = 0;
    score_table_names(&table, row++);
    for (unsigned city = 0; city < cities; city++)
        write_city(&table, board, row++, city);
    for (unsigned noble = 0; over && noble < PATRICIAN_NOBLES; noble++)
        write_nobles(&table, scores, row++, noble);
    write_sums(&table, scores, row++, over);
    if (row < ROWS)
        write_floors(&table, scores, row);
}
