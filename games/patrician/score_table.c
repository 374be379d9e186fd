/* The tiles, and at the end the nobles, as a table that explains every point. In the short size, a
 * sentence for each seat below who wins. */
#include "games/shared/score_table.h"

#include "games/patrician/picture.h"
#include "games/shared/names.h"

enum {
    LABEL_COLUMNS = 16,
    NARROW_LABEL_COLUMNS = 8,
    CITY_COLUMNS = 7,
    TILES = 9, /* the column of a city's tiles */
    CELL_COLUMNS = 9
};

/* `Roma     9, 6` */
static void write_city(const struct score_table *table, const struct patrician_board *board,
                       unsigned row, unsigned index)
{
    const struct patrician_city *city = &board->cities[index];
    canvas_format(table->canvas, row, 0, patrician_cities[index].paint, "%.*s", CITY_COLUMNS,
                  patrician_cities[index].name);
    if (table->label >= LABEL_COLUMNS)
        canvas_format(table->canvas, row, TILES, PAINT_FAINT, "%u, %u", patrician_tile(index, 0),
                      patrician_tile(index, 1));
    for (unsigned seat = 0; seat < table->players; seat++) {
        char buffer[32];
        struct text points = TEXT_IN(buffer);
        for (unsigned tile = 0; tile < 2; tile++)
            if (city->tiles[tile] == seat)
                text_add_format(&points, points.length > 0 ? " +%u" : "%u",
                                patrician_tile(index, tile));
        score_table_cell(table, row, seat, points.length > 0 ? PAINT_NONE : PAINT_FAINT,
                         points.length > 0 ? points.bytes : "·");
    }
}

/* `7 → 12`: seven nobles of a kind bring twelve points. */
static void write_nobles(const struct score_table *table, const struct patrician_score *scores,
                         unsigned row, unsigned noble)
{
    static const char *const messages[] = {[PATRICIAN_LADY] = "patrician.scoring.ladies",
                                           [PATRICIAN_HAT] = "patrician.scoring.hats",
                                           [PATRICIAN_BEARD] = "patrician.scoring.beards"};
    bool narrow = table->label < LABEL_COLUMNS;
    score_table_label(table, row,
                      narrow || noble != PATRICIAN_LADY ? messages[noble]
                                                        : "patrician.scoring.ladies.rule");
    for (unsigned seat = 0; seat < table->players; seat++) {
        char buffer[32];
        struct text text = TEXT_IN(buffer);
        unsigned count = scores[seat].nobles[noble];
        if (!narrow)
            text_add_format(&text, "%u → ", count);
        text_add_number(&text, patrician_noble_points(count));
        score_table_cell(table, row, seat, PAINT_NONE, text.bytes);
    }
}

/* The points; where they are equal at the end, the floors on the board decide. Five players' cities
 * leave no row for them: then the title alone says it. */
static void write_sums(const struct score_table *table, const struct patrician_score *scores,
                       unsigned row, bool over)
{
    bool tied = false;
    unsigned sums[PATRICIAN_SEATS];
    score_table_label(table, row, "patrician.scoring.points");
    for (unsigned seat = 0; seat < table->players; seat++) {
        sums[seat] = scores[seat].tile_points + (over ? scores[seat].noble_points : 0u);
        for (unsigned other = 0; other < seat; other++)
            tied |= sums[other] == sums[seat];
        score_table_number(table, row, seat, (int)sums[seat], false);
    }
    if (!over || !tied || row + 1 >= table->canvas->height)
        return;
    score_table_label(table, row + 1, "patrician.scoring.floors");
    for (unsigned seat = 0; seat < table->players; seat++)
        score_table_number(table, row + 1, seat, scores[seat].floors, false);
}

/* The fewest floors of those who have as many points as the winners and more floors; 0: nobody. */
static unsigned floors_of_rival(const struct patrician_score *scores, unsigned players,
                                const struct game_result *result)
{
    unsigned winner = (unsigned)__builtin_ctz(result->winners), fewest = 0;
    for (unsigned seat = 0; seat < players; seat++)
        if (!(result->winners & SEAT_BIT(seat)) && result->scores[seat] == result->scores[winner] &&
            (fewest == 0 || scores[seat].floors < fewest))
            fewest = scores[seat].floors;
    return fewest;
}

/* `Patrician: Carol wins with 48`; if floors decide, `Carol: 48, fewer floors (20 to 22)`. */
static void say_title(const struct score_table *table, const struct patrician_board *board,
                      const struct patrician_score *scores, unsigned columns, struct text *out)
{
    const struct words *words = table->telling->words;
    char buffer[512];
    struct text names = TEXT_IN(buffer);
    struct game_result result;
    patrician_standing(board, &result);
    unsigned winner = (unsigned)__builtin_ctz(result.winners),
             rival = floors_of_rival(scores, table->players, &result);
    bool over = board->step == PATRICIAN_END;
    names_join_fitted(table->telling, result.winners, columns, ", ", &names);
    if (over && rival > 0)
        words_say(words, out, "patrician.scoring.title.floors", SAY_TEXT(names.bytes),
                  SAY_NUMBER(result.scores[winner]), SAY_NUMBER(scores[winner].floors),
                  SAY_NUMBER(rival));
    else
        words_say(words, out, over ? "patrician.scoring.title" : "patrician.scoring.title.now",
                  SAY_TEXT(names.bytes), SAY_NUMBER(__builtin_popcount(result.winners)),
                  SAY_NUMBER(result.scores[winner]));
}

/* Names are cut until it fits. */
static void write_title(const struct score_table *table, const struct patrician_board *board,
                        const struct patrician_score *scores)
{
    enum { SHORTEST = 3 };
    char buffer[1024];
    struct text title = TEXT_IN(buffer);
    for (unsigned columns = NAME_COLUMNS_MAX; columns >= SHORTEST; columns--) {
        text_clear(&title);
        say_title(table, board, scores, columns, &title);
        if (display_width(title.bytes) <= table->canvas->width)
            break;
    }
    canvas_write(table->canvas, 0, 0, PAINT_TITLE, title.bytes);
}

static bool nothing_scored(const struct patrician_board *board)
{
    for (unsigned city = 0; city < patrician_cities_in_play(board->players); city++)
        if (patrician_is_scored(&board->cities[city]))
            return false;
    return true;
}

static void write_short(const struct score_table *table, const struct patrician_board *board,
                        const struct patrician_score *scores)
{
    write_title(table, board, scores);
    for (unsigned seat = 0; seat < table->players; seat++) {
        char name_buffer[128], buffer[512];
        struct text name = TEXT_IN(name_buffer), row = TEXT_IN(buffer);
        const struct patrician_score *score = &scores[seat];
        names_fit(table->telling, seat, NAME_COLUMNS_MAX, &name);
        words_say(table->telling->words, &row, "patrician.scoring.row", SAY_TEXT(name.bytes),
                  SAY_NUMBER(score->tile_points),
                  SAY_NUMBER(patrician_noble_points(score->nobles[PATRICIAN_LADY])),
                  SAY_NUMBER(patrician_noble_points(score->nobles[PATRICIAN_HAT])),
                  SAY_NUMBER(patrician_noble_points(score->nobles[PATRICIAN_BEARD])));
        canvas_write(table->canvas, seat + 1, 0, PAINT_NONE, row.bytes);
    }
}

void patrician_scoring_picture(const struct game_view *opaque, const struct telling *telling,
                               struct canvas *canvas)
{
    const struct patrician_board *board = &OWN(patrician, opaque)->board;
    bool over = board->step == PATRICIAN_END;
    struct score_table table = {.telling = telling,
                                .canvas = canvas,
                                .players = board->players,
                                .label = telling->size == PICTURE_NARROW ? NARROW_LABEL_COLUMNS
                                                                         : LABEL_COLUMNS};
    struct patrician_score scores[PATRICIAN_SEATS];
    if (nothing_scored(board))
        return;
    table.cell = (canvas->width - table.label) / table.players;
    if (table.cell > CELL_COLUMNS)
        table.cell = CELL_COLUMNS;
    for (unsigned seat = 0; seat < table.players; seat++)
        scores[seat] = patrician_score_of(board, seat);
    if (telling->size == PICTURE_SHORT) {
        write_short(&table, board, scores);
        return;
    }
    unsigned cities = patrician_cities_in_play(board->players), row = 1;
    write_title(&table, board, scores);
    score_table_names(&table, row++);
    for (unsigned city = 0; city < cities; city++)
        write_city(&table, board, row++, city);
    for (unsigned noble = 0; over && noble < PATRICIAN_NOBLES; noble++)
        write_nobles(&table, scores, row++, noble);
    write_sums(&table, scores, row, over);
}
