/* A scoring as a table: the towers from the highest to the lowest, what each player has at each
 * tower, and the points for it.
 *
 *     Scoring      A 12   C 12   B 9    E 9    D 7    points
 *     flag         8/4    6/3    4/2    2/1    -
 *     Alice        4→8    ·      2→2    ·      ·          10
 *     Bruno        4→4    ·      2→4    ·      ·           8
 *     Carla        ·      3→6    1→0    ·      5→0         6
 *     lost         ·      3      ·      2/1    ·
 *     Equal heights: A C, B E
 *     Equal sums, who came first: A Alice, Bruno …
 */
#include <string.h>

#include "games/shared/frame.h"
#include "games/shared/names.h"
#include "games/shared/towers_scene.h"

enum { FIRST_PLAYER_ROW = 2, TIE_INDENT = 5 };

/* The layout of one width. */
struct layout {
    unsigned name_columns;
    unsigned cells, cell_step;
    unsigned points; /* column of the points */
};

struct table {
    const struct towers_scene *scene;
    const struct towers_scoring *texts;
    struct canvas *canvas;
    struct layout layout;
    bool ascii;
    uint8_t ranked[TOWERS];
    uint8_t points[TOWERS][GAME_SEATS_MAX]; /* by rank and seat */
};

static unsigned column_of(const struct table *table, unsigned rank)
{
    return table->layout.cells + rank * table->layout.cell_step;
}

static void write_cell(const struct table *table, unsigned row, unsigned rank, enum paint paint,
                       const char *text)
{
    canvas_write(table->canvas, row, column_of(table, rank), paint, text);
}

static const char *nothing(const struct table *table)
{
    return table->ascii ? "." : "·";
}

static void write_word(const struct table *table, unsigned row, unsigned column, enum paint paint,
                       const char *key)
{
    char buffer[64];
    struct text word = TEXT_IN(buffer);
    words_say_plain(table->scene->telling->words, &word, key);
    canvas_write(table->canvas, row, column, paint, word.bytes);
}

static void draw_heads(const struct table *table)
{
    char title_buffer[64];
    struct text title = TEXT_IN(title_buffer);
    bool room = table->layout.cell_step > 5;
    if (display_width(table->texts->title) < table->layout.cells)
        text_add(&title, table->texts->title);
    else
        words_say_plain(table->scene->telling->words, &title, "towers.scoring.title-short");
    canvas_write(table->canvas, 0, 0, PAINT_TITLE, title.bytes);
    write_word(table, 1, 0, PAINT_FAINT, "towers.scoring.flag");
    write_word(table, 0, table->layout.points, PAINT_TITLE,
               room ? "towers.scoring.points" : "towers.scoring.points-short");
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        const struct tower_flag *flag = &table->scene->flags[rank];
        char head_buffer[16], flag_buffer[16];
        struct text head = TEXT_IN(head_buffer), numbers = TEXT_IN(flag_buffer);
        text_add_format(&head, "%c%s%u", tower_letter(table->ranked[rank]), room ? " " : "",
                        table->scene->heights[table->ranked[rank]]);
        for (unsigned place = 0; place < flag->places; place++) {
            text_separate(&numbers, room || flag->places < TOWER_FLAG_PLACES ? "/" : "");
            text_add_number(&numbers, flag->points[place]);
        }
        write_cell(table, 0, rank, PAINT_TITLE, head.bytes);
        write_cell(table, 1, rank, PAINT_FAINT, flag->places > 0 ? numbers.bytes : "-");
    }
}

static void draw_player(const struct table *table, unsigned seat)
{
    const struct towers_scene *scene = table->scene;
    unsigned row = FIRST_PLAYER_ROW + seat, sum = 0;
    enum paint paint = paint_of_seat(seat);
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    names_fit(scene->telling, seat, table->layout.name_columns, &name);
    canvas_write(table->canvas, row, 0, paint, name.bytes);
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        unsigned held = scene->majorities[table->ranked[rank]].sums[seat];
        unsigned won = table->points[rank][seat];
        sum += won;
        if (held == 0)
            write_cell(table, row, rank, PAINT_FAINT, nothing(table));
        else
            canvas_format(table->canvas, row, column_of(table, rank), won > 0 ? paint : PAINT_FAINT,
                          "%u%s%u", held, table->ascii ? ">" : "→", won);
    }
    bool room = table->layout.cell_step > 5;
    if (table->texts->before == NULL)
        canvas_format(table->canvas, row, table->layout.points, paint, room ? "%6u" : "%3u", sum);
    else if (room)
        canvas_format(table->canvas, row, table->layout.points, paint, "%u+%u=%u",
                      table->texts->before[seat], sum, table->texts->before[seat] + sum);
    else
        canvas_format(table->canvas, row, table->layout.points, paint, "%3u",
                      table->texts->before[seat] + sum);
}

/* Points that nobody earned (rules 9 and 10 of both editions). */
static void draw_lost(const struct table *table, unsigned row)
{
    write_word(table, row, 0, PAINT_FAINT, "towers.scoring.lost");
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        const struct tower_flag *flag = &table->scene->flags[rank];
        char buffer[16];
        struct text lost = TEXT_IN(buffer);
        for (unsigned place = table->scene->majorities[table->ranked[rank]].count;
             place < flag->places; place++) {
            text_separate(&lost, "/");
            text_add_number(&lost, flag->points[place]);
        }
        write_cell(table, row, rank, PAINT_FAINT, lost.length > 0 ? lost.bytes : nothing(table));
    }
}

/* -- How ties were broken ---------------------------------------------------------------------- */

static unsigned draw_equal_heights(const struct table *table, unsigned row)
{
    const uint8_t *heights = table->scene->heights;
    char buffer[64], line_buffer[128];
    struct text equal = TEXT_IN(buffer), line = TEXT_IN(line_buffer);
    for (unsigned rank = 0; rank + 1 < TOWERS; rank++) {
        unsigned tower = table->ranked[rank], next = table->ranked[rank + 1];
        if (heights[tower] != heights[next])
            continue;
        if (rank == 0 || heights[table->ranked[rank - 1]] != heights[tower]) {
            text_separate(&equal, ", ");
            text_add_char(&equal, tower_letter(tower));
        }
        text_add_format(&equal, " %c", tower_letter(next));
    }
    if (equal.length == 0)
        return row;
    words_say(table->scene->telling->words, &line, "towers.scoring.equal-heights",
              SAY_TEXT(equal.bytes));
    canvas_write(table->canvas, row, 0, PAINT_NONE, line.bytes);
    return row + 1;
}

/* Adds the seats that have `sum` at a tower, in the order in which they came; returns how many. */
static unsigned add_equal_seats(const struct table *table, const struct majority *majority,
                                unsigned sum, unsigned columns, struct text *out)
{
    unsigned count = 0;
    for (unsigned place = 0; place < majority->count; place++) {
        if (majority->sums[majority->order[place]] != sum)
            continue;
        if (count++ > 0)
            text_add(out, ", ");
        names_fit(table->scene->telling, majority->order[place], columns, out);
    }
    return count;
}

/* Adds the ties at one tower that matter: the groups of equal sums in which a seat scores. */
static void add_ties(const struct table *table, unsigned rank, unsigned columns, struct text *out)
{
    const struct majority *majority = &table->scene->majorities[table->ranked[rank]];
    uint8_t seats[GAME_SEATS_MAX];
    unsigned count = majority_rank(majority, seats);
    for (unsigned place = 0; place < count && place < table->scene->flags[rank].places; place++) {
        unsigned sum = majority->sums[seats[place]];
        char buffer[128];
        struct text names = TEXT_IN(buffer);
        if ((place > 0 && majority->sums[seats[place - 1]] == sum) ||
            add_equal_seats(table, majority, sum, columns, &names) < 2)
            continue;
        text_separate(out, "; ");
        text_add(out, names.bytes);
    }
}

static unsigned draw_ties(const struct table *table, unsigned row)
{
    bool headed = false;
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        char buffer[256];
        struct text ties = TEXT_IN(buffer);
        for (unsigned columns = table->layout.name_columns; columns > 0; columns--) {
            text_clear(&ties);
            add_ties(table, rank, columns, &ties);
            if (TIE_INDENT + display_width(ties.bytes) <= table->canvas->width)
                break;
        }
        if (ties.length == 0)
            continue;
        if (!headed)
            write_word(table, row++, 0, PAINT_NONE, "towers.scoring.equal-sums");
        headed = true;
        canvas_format(table->canvas, row++, 0, PAINT_NONE, "  %c: %s",
                      tower_letter(table->ranked[rank]), ties.bytes);
    }
    return row;
}

void towers_draw_scoring(const struct towers_scene *scene, const struct towers_scoring *texts,
                         struct canvas *canvas)
{
    bool wide = canvas->width >= frames[PICTURE_WIDE].width;
    struct table table = {.scene = scene,
                          .texts = texts,
                          .canvas = canvas,
                          .layout = wide ? (struct layout){TOWERS_NAME_COLUMNS, 12, 7, 48}
                                         : (struct layout){7, 8, 5, 33},
                          .ascii = telling_is_ascii(scene->telling)};
    towers_rank(scene->heights, TOWERS, table.ranked);
    for (unsigned rank = 0; rank < TOWERS; rank++)
        towers_award(&scene->majorities[table.ranked[rank]], &scene->flags[rank],
                     table.points[rank]);
    draw_heads(&table);
    for (unsigned seat = 0; seat < scene->players; seat++)
        draw_player(&table, seat);
    unsigned row = FIRST_PLAYER_ROW + scene->players;
    draw_lost(&table, row++);
    row = draw_equal_heights(&table, row);
    row = draw_ties(&table, row);
    canvas_write(canvas, row, 0, PAINT_TITLE, texts->verdict);
}
