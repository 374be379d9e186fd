/* The tiles, and at the end the nobles, as a table that explains every point. */
#include "games/patrician/patrician.h"

enum { NAME_COLUMNS = 10, CITY_COLUMNS = 7, CELL_COLUMNS = 11, ROWS = 16 };

struct account_table {
    const struct patrician_board *board;
    const struct telling *telling;
    struct canvas *canvas;
    unsigned label, cell; /* widths */
};

/* `text` at the right end of the seat's cell. */
static void write_cell(const struct account_table *table, unsigned row, unsigned seat,
                       enum paint paint, const char *text)
{
    unsigned end = table->label + (seat + 1) * table->cell;
    canvas_write(table->canvas, row, end - display_width(text), paint, text);
}

static void write_number(const struct account_table *table, unsigned row, unsigned seat,
                         unsigned number)
{
    char buffer[16];
    struct text text = TEXT_IN(buffer);
    text_add_number(&text, number);
    write_cell(table, row, seat, PAINT_NONE, buffer);
}

static void write_label(const struct account_table *table, unsigned row, const char *message)
{
    char whole_buffer[128], buffer[128];
    struct text whole = TEXT_IN(whole_buffer), label = TEXT_IN(buffer);
    words_say_plain(table->telling->words, &whole, message);
    display_fit(whole.bytes, table->label, table->telling->alphabet == ALPHABET_ASCII, &label);
    canvas_write(table->canvas, row, 0, PAINT_FAINT, label.bytes);
}

static void write_names(const struct account_table *table, unsigned row)
{
    unsigned columns = table->cell - 1 < NAME_COLUMNS ? table->cell - 1 : NAME_COLUMNS;
    for (unsigned seat = 0; seat < table->board->players; seat++) {
        char buffer[128];
        struct text name = TEXT_IN(buffer);
        display_fit(table->telling->names[seat], columns,
                    table->telling->alphabet == ALPHABET_ASCII, &name);
        write_cell(table, row, seat, (enum paint)(PAINT_SEAT_1 + seat), name.bytes);
    }
}

static void write_city(const struct account_table *table, unsigned row, unsigned index)
{
    const struct patrician_city *city = &table->board->cities[index];
    canvas_format(table->canvas, row, 0, patrician_cities[index].paint, "%.*s",
                  (int)table->label - 1, patrician_cities[index].name);
    for (unsigned seat = 0; seat < table->board->players; seat++) {
        unsigned points = 0;
        for (unsigned tile = 0; tile < 2; tile++)
            if (city->tiles[tile] == seat)
                points += patrician_tile(index, tile);
        if (points > 0)
            write_number(table, row, seat, points);
        else
            write_cell(table, row, seat, PAINT_FAINT,
                       table->telling->alphabet == ALPHABET_ASCII ? "." : "·");
    }
}

/* `7:12`: seven nobles of a kind bring twelve points. */
static void write_nobles(const struct account_table *table, unsigned row, unsigned noble)
{
    static const char *const messages[] = {[PATRICIAN_LADY] = "patrician.scoring.ladies",
                                           [PATRICIAN_HAT] = "patrician.scoring.hats",
                                           [PATRICIAN_BEARD] = "patrician.scoring.beards"};
    write_label(table, row, messages[noble]);
    for (unsigned seat = 0; seat < table->board->players; seat++) {
        char buffer[32];
        struct text text = TEXT_IN(buffer);
        unsigned count = patrician_account_of(table->board, seat).nobles[noble];
        text_add_format(&text, "%u:%u", count, count / 3 * 6);
        write_cell(table, row, seat, PAINT_NONE, text.bytes);
    }
}

static void write_sums(const struct account_table *table, unsigned row, bool over)
{
    write_label(table, row, "patrician.scoring.sum");
    for (unsigned seat = 0; seat < table->board->players; seat++) {
        struct patrician_account account = patrician_account_of(table->board, seat);
        write_number(table, row, seat, account.tile_points + (over ? account.noble_points : 0u));
    }
}

/* Rule 10: fewer floors decide a tie. */
static void write_floors(const struct account_table *table, unsigned row)
{
    write_label(table, row, "patrician.scoring.floors");
    for (unsigned seat = 0; seat < table->board->players; seat++)
        write_number(table, row, seat, patrician_account_of(table->board, seat).floors);
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
    if (nothing_scored(board))
        return;
    struct account_table table = {.board = board, .telling = telling, .canvas = canvas};
    table.cell = (width - CITY_COLUMNS + 1) / board->players;
    if (table.cell > CELL_COLUMNS)
        table.cell = CELL_COLUMNS;
    table.label = width - table.cell * board->players;
    if (table.label > NAME_COLUMNS)
        table.label = NAME_COLUMNS;
    unsigned cities = patrician_cities_in_play(board->players), row = 0;
    write_names(&table, row++);
    for (unsigned city = 0; city < cities; city++)
        write_city(&table, row++, city);
    for (unsigned noble = 0; over && noble < PATRICIAN_NOBLES; noble++)
        write_nobles(&table, row++, noble);
    write_sums(&table, row++, over);
    if (row < ROWS)
        write_floors(&table, row);
}
