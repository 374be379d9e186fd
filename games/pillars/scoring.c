/* A round's scoring as a table that explains every point.
 *
 *     Pillars 3 · potter: Carol
 *       Alice          Bruno          Carol        * Dora
 *       craftsmen   2  craftsmen   0  craftsmen   1  craftsmen   1
 *       king        3  regan      -1  potter      3  ellen       2
 *       mason       4                                builder     3
 *       round       9  round      -1  round       4  round       6
 *       points     21  points      8  points     15  points     23
 *
 * The narrow size has a row for each source of points and a column for each seat.
 */
#include "games/pillars/pillars.h"
#include "games/shared/labels.h"
#include "games/shared/names.h"

/* Where points come from. Converter c is CONVERTERS + c. */
enum source {
    CRAFTSMEN,
    CARDS,
    PAINTER = CARDS + PILLARS_NAMED,
    CONVERTERS,
    FOLDED = CONVERTERS + PILLARS_CONVERTERS,
    SOURCES
};

enum {
    NAME_COLUMNS = 10,
    LABEL_COLUMNS = 11,
    STACK_ROWS_MAX = 12, /* so that the table has 16 rows */
    STACK_COLUMNS = 15,
    NARROW_LABEL_COLUMNS = 11,
    NARROW_SEAT_COLUMNS = 6
};

struct table {
    const struct pillars_board *board;
    const struct pillars_evaluation *evaluation;
    const struct telling *telling;
    struct canvas *canvas;
    seat_set leaders;
    bool ascii;
};

/* -- Sources ----------------------------------------------------------------------------------- */

static int converted(const struct table *table, uint8_t seat)
{
    int points = 0;
    for (unsigned i = 0; i < PILLARS_CONVERTERS; i++)
        points += table->evaluation->earned[seat][i];
    return points;
}

static int points_from(const struct table *table, uint8_t seat, unsigned source)
{
    const struct pillars_evaluation *evaluation = table->evaluation;
    card_set cards = evaluation->cards[seat];
    if (source == CRAFTSMEN)
        return (int)card_set_count(cards & pillars_craftsmen(seat));
    if (source == PAINTER)
        return evaluation->painter_seat == seat;
    if (source == FOLDED)
        return converted(table, seat);
    if (source >= CONVERTERS)
        return evaluation->earned[seat][source - CONVERTERS];
    uint8_t card = (uint8_t)(PILLARS_ALFRED + source - CARDS);
    return card_set_has(cards, card) ? pillars_points(card) : 0;
}

static int points_of_round(const struct table *table, uint8_t seat)
{
    int points = 0;
    for (unsigned source = 0; source < FOLDED; source++)
        points += points_from(table, seat, source);
    return points;
}

static void say_source(const struct table *table, unsigned source, struct text *out)
{
    const struct words *words = table->telling->words;
    char buffer[32];
    struct text key = TEXT_IN(buffer);
    if (source == CRAFTSMEN)
        text_add(&key, "pillars.scoring.craftsmen");
    else if (source == PAINTER)
        text_add(&key, "move.painter");
    else if (source == FOLDED)
        text_add(&key, "pillars.scoring.converted");
    else if (source >= CONVERTERS)
        text_add(&key, pillars_converter_message((uint8_t)(source - CONVERTERS)));
    else
        text_add_format(&key, "move.%s", pillars_card_words[source - CARDS]);
    words_say_plain(words, out, key.bytes);
}

/* -- Writing ----------------------------------------------------------------------------------- */

static void write_fitted(const struct table *table, unsigned row, unsigned column, unsigned columns,
                         enum paint paint, const char *string)
{
    char buffer[128];
    struct text fitted = TEXT_IN(buffer);
    display_fit(string, columns, table->ascii, &fitted);
    canvas_write(table->canvas, row, column, paint, fitted.bytes);
}

static void write_message(const struct table *table, unsigned row, unsigned column,
                          unsigned columns, const char *key)
{
    label_draw(table->telling, table->canvas, row, column, columns, key);
}

static void write_title(const struct table *table)
{
    const struct pillars_evaluation *evaluation = table->evaluation;
    const struct words *words = table->telling->words;
    char title_buffer[256], name_buffer[64], key_buffer[32];
    struct text title = TEXT_IN(title_buffer), name = TEXT_IN(name_buffer),
                key = TEXT_IN(key_buffer);
    words_say(words, &title, "pillars.scoring.title", SAY_NUMBER(evaluation->round));
    text_add(&title, telling_separator(table->telling));
    if (evaluation->advantage_seat == PILLARS_NOBODY)
        words_say_plain(words, &name, "pillars.scoring.nobody");
    else
        names_fit(table->telling, evaluation->advantage_seat, NAME_COLUMNS, &name);
    text_add_format(&key, "move.%s", pillars_card_words[evaluation->advantage - PILLARS_ALFRED]);
    words_say(words, &title, "pillars.scoring.advantage", SAY_MESSAGE(key.bytes),
              SAY_TEXT(name.bytes));
    canvas_write(table->canvas, 0, 0, PAINT_TITLE, title.bytes);
}

static void write_name(const struct table *table, uint8_t seat, unsigned column, unsigned columns)
{
    if (table->leaders & SEAT_BIT(seat))
        canvas_write(table->canvas, 1, column, PAINT_TITLE, "*");
    write_fitted(table, 1, column + 1, columns, paint_of_seat(seat), table->telling->names[seat]);
}

/* -- A stack for each seat --------------------------------------------------------------------- */

/* Lists the sources of a seat's points. If there are too many, all conversions become one. */
static unsigned list_sources(const struct table *table, uint8_t seat, uint8_t sources[SOURCES])
{
    unsigned count = 0, cards = 0;
    sources[count++] = CRAFTSMEN;
    for (uint8_t source = CARDS; source < FOLDED; source++) {
        if (points_from(table, seat, source) == 0)
            continue;
        cards += source < CONVERTERS;
        sources[count++] = source;
    }
    if (count <= STACK_ROWS_MAX)
        return count;
    sources[cards + 1] = FOLDED;
    return cards + 2;
}

static void write_stack(const struct table *table, uint8_t seat, unsigned rows)
{
    unsigned left = seat * STACK_COLUMNS, end = left + STACK_COLUMNS - 1;
    uint8_t sources[SOURCES];
    unsigned count = list_sources(table, seat, sources);
    write_name(table, seat, left, NAME_COLUMNS);
    for (unsigned i = 0; i < count; i++) {
        char buffer[64];
        struct text label = TEXT_IN(buffer);
        say_source(table, sources[i], &label);
        write_fitted(table, 2 + i, left + 1, LABEL_COLUMNS, PAINT_NONE, label.bytes);
        canvas_format(table->canvas, 2 + i, end - 3, PAINT_NONE, "%3d",
                      points_from(table, seat, sources[i]));
    }
    write_message(table, 2 + rows, left + 1, LABEL_COLUMNS - 2, "pillars.scoring.round");
    canvas_format(table->canvas, 2 + rows, end - 4, PAINT_NONE, "%4d",
                  points_of_round(table, seat));
    write_message(table, 3 + rows, left + 1, LABEL_COLUMNS - 2, "pillars.picture.label.points");
    canvas_format(table->canvas, 3 + rows, end - 4, PAINT_TITLE, "%4d",
                  table->evaluation->before[seat] + points_of_round(table, seat));
}

static void write_stacks(const struct table *table)
{
    unsigned rows = 0;
    for (uint8_t seat = 0; seat < table->board->players; seat++) {
        uint8_t sources[SOURCES];
        unsigned count = list_sources(table, seat, sources);
        rows = count > rows ? count : rows;
    }
    for (uint8_t seat = 0; seat < table->board->players; seat++)
        write_stack(table, seat, rows);
}

/* -- A row for each source --------------------------------------------------------------------- */

static void write_number(const struct table *table, unsigned row, uint8_t seat, int number,
                         enum paint paint)
{
    unsigned end = NARROW_LABEL_COLUMNS + (seat + 1u) * NARROW_SEAT_COLUMNS;
    canvas_format(table->canvas, row, end - 4, paint, "%4d", number);
}

static bool is_seen(const struct table *table, unsigned source)
{
    if (source >= CONVERTERS && source < FOLDED)
        return false;
    for (uint8_t seat = 0; seat < table->board->players; seat++)
        if (points_from(table, seat, source) != 0)
            return true;
    return source == CRAFTSMEN;
}

static void write_rows(const struct table *table)
{
    unsigned row = 2;
    for (unsigned source = 0; source < SOURCES; source++) {
        if (!is_seen(table, source))
            continue;
        char buffer[64];
        struct text label = TEXT_IN(buffer);
        say_source(table, source, &label);
        write_fitted(table, row, 0, NARROW_LABEL_COLUMNS, PAINT_FAINT, label.bytes);
        for (uint8_t seat = 0; seat < table->board->players; seat++)
            if (points_from(table, seat, source) != 0)
                write_number(table, row, seat, points_from(table, seat, source), PAINT_NONE);
        row++;
    }
    write_message(table, row, 0, NARROW_LABEL_COLUMNS, "pillars.scoring.round");
    write_message(table, row + 1, 0, NARROW_LABEL_COLUMNS, "pillars.picture.label.points");
    for (uint8_t seat = 0; seat < table->board->players; seat++) {
        int points = points_of_round(table, seat);
        write_name(table, seat, NARROW_LABEL_COLUMNS + seat * NARROW_SEAT_COLUMNS,
                   NARROW_SEAT_COLUMNS - 1);
        write_number(table, row, seat, points, PAINT_NONE);
        write_number(table, row + 1, seat, table->evaluation->before[seat] + points, PAINT_TITLE);
    }
}

/* During an evaluation this shows what is scored so far. */
void pillars_scoring_picture(const struct game_view *view, const struct telling *telling,
                             struct canvas *canvas)
{
    const struct pillars_board *board = &OWN(pillars, view)->board;
    struct table table = {.board = board,
                          .evaluation = &board->evaluation,
                          .telling = telling,
                          .canvas = canvas,
                          .leaders = pillars_leaders(board),
                          .ascii = telling_is_ascii(telling)};
    if (table.evaluation->round == 0)
        return;
    write_title(&table);
    if (telling->size == PICTURE_NARROW)
        write_rows(&table);
    else
        write_stacks(&table);
}
