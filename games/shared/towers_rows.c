/* The towers in rows that are read one by one, right in any font, and in one line.
 *
 *     > Émile: bet 3 A, bet 3 C or pass · Campanile, turn 25
 *     build 1 draws A (8 left) · 2 draws C (9) · 3 draws C (13)
 *     A 11 █████▌ 8+4  Dora 5, Bruno 5, Émile 3, Alice 3
 *     now  Dora 12, Carol 10, Alice 4, Bruno 4, Émile 0
 */
#include "games/shared/towers_scene.h"

enum { BAR_MAX = 10, BAR_BYTES = 64, ROW_BYTES = 512, LABEL_COLUMNS = 5 };

struct rows {
    const struct towers_scene *scene;
    struct canvas *canvas;
    struct towers_standing standing;
    unsigned scale;     /* storeys of a full block */
    unsigned bar, flag; /* columns */
};

/* Seats with a number each, of which the first `count` are said. */
struct people {
    const struct telling *telling;
    const uint8_t *seats, *numbers; /* numbers by seat */
    unsigned count, all;
};

static void say_people(const void *about, unsigned columns, struct text *out)
{
    const struct people *people = about;
    for (unsigned i = 0; i < people->count; i++) {
        text_separate(out, ", ");
        names_fit(people->telling, people->seats[i], columns, out);
        text_add_format(out, " %u", people->numbers[people->seats[i]]);
    }
    if (people->count < people->all)
        text_add(out, ", …");
}

/* Says as many people as there is room for. */
static void say_people_within(struct people people, unsigned room, struct text *out)
{
    people.all = people.count;
    for (; people.count > 0; people.count--) {
        names_say_within(say_people, &people, room, out);
        if (display_width(out->bytes) <= room)
            return;
    }
}

static unsigned bar_columns(unsigned height, unsigned scale)
{
    return (height + scale - 1) / scale;
}

static void measure(struct rows *rows)
{
    unsigned highest = rows->scene->heights[rows->standing.ranked[0]];
    rows->scale = 2;
    while (bar_columns(highest, rows->scale) > BAR_MAX)
        rows->scale += 2;
    rows->bar = bar_columns(highest, rows->scale);
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        unsigned places = rows->scene->flags[rank].places;
        if (places > 0 && 2 * places - 1 > rows->flag)
            rows->flag = 2 * places - 1;
    }
}

static void print_bar(const struct rows *rows, unsigned height, struct text *out)
{
    for (; height >= rows->scale; height -= rows->scale)
        text_add(out, "█");
    if (height > 0)
        text_add(out, height * 2 > rows->scale ? "█" : "▌");
}

static void draw_tower(const struct rows *rows, unsigned row, unsigned tower)
{
    const struct towers_scene *scene = rows->scene;
    char bar_buffer[BAR_BYTES], flag_buffer[16], buffer[ROW_BYTES];
    struct text bar = TEXT_IN(bar_buffer), flag = TEXT_IN(flag_buffer), people = TEXT_IN(buffer);
    uint8_t seats[GAME_SEATS_MAX];
    unsigned count = majority_rank(&scene->majorities[tower], seats);
    unsigned column = LABEL_COLUMNS + (rows->bar > 0 ? rows->bar + 1 : 0);
    print_bar(rows, scene->heights[tower], &bar);
    tower_flag_print(&scene->flags[towers_place(scene->heights, tower)], &flag);
    canvas_format(rows->canvas, row, 0, PAINT_TITLE, "%c %2u", tower_letter(tower),
                  scene->heights[tower]);
    canvas_write(rows->canvas, row, LABEL_COLUMNS, PAINT_NONE, bar.bytes);
    canvas_write(rows->canvas, row, column, PAINT_NONE, flag.bytes);
    column += rows->flag + 2;
    say_people_within((struct people){.telling = scene->telling,
                                      .seats = seats,
                                      .numbers = scene->majorities[tower].sums,
                                      .count = count},
                      rows->canvas->width - column, &people);
    canvas_write(rows->canvas, row, column, PAINT_NONE, people.bytes);
}

static void draw_standing(const struct rows *rows, unsigned row)
{
    char label_buffer[64], buffer[ROW_BYTES];
    struct text label = TEXT_IN(label_buffer), people = TEXT_IN(buffer);
    words_say_plain(rows->scene->telling->words, &label, "towers.rows.now");
    unsigned column = display_width(label.bytes) + 1;
    if (column < LABEL_COLUMNS)
        column = LABEL_COLUMNS;
    say_people_within((struct people){.telling = rows->scene->telling,
                                      .seats = rows->standing.order,
                                      .numbers = rows->standing.total,
                                      .count = rows->scene->players},
                      rows->canvas->width - column, &people);
    canvas_write(rows->canvas, row, 0, PAINT_FAINT, label.bytes);
    canvas_write(rows->canvas, row, column, PAINT_NONE, people.bytes);
}

static struct head head_of(const struct towers_scene *scene, const struct towers_captions *captions,
                           const char *game)
{
    return (struct head){.game = game,
                         .is_over = scene->mover == GAME_SPECTATOR,
                         .say = captions->say,
                         .drawing = captions->drawing};
}

void towers_draw_rows(const struct towers_scene *scene, const struct towers_captions *captions,
                      struct canvas *canvas)
{
    struct rows rows = {.scene = scene, .canvas = canvas};
    const struct head head = head_of(scene, captions, captions->game);
    towers_stand(scene, &rows.standing);
    measure(&rows);
    unsigned row = head_draw(scene->telling, canvas, &head);
    if (captions->supplies[0] != '\0')
        canvas_write(canvas, row++, 0, PAINT_NONE, captions->supplies);
    for (unsigned tower = 0; tower < TOWERS; tower++)
        draw_tower(&rows, row++, tower);
    draw_standing(&rows, row);
}

/* The columns that the standing may have beside the briefest head. */
static unsigned room_beside_head(const struct towers_scene *scene,
                                 const struct towers_captions *captions, unsigned width)
{
    char buffer[ROW_BYTES];
    struct text brief = TEXT_IN(buffer);
    captions->say(captions->drawing, NAME_COLUMNS_MIN, true, &brief);
    unsigned taken = display_width(brief.bytes) + display_width(captions->name) +
                     display_width(">  : ") + display_width(telling_separator(scene->telling));
    return width > taken ? width - taken : 0;
}

void towers_draw_line(const struct towers_scene *scene, const struct towers_captions *captions,
                      struct canvas *canvas)
{
    char buffer[ROW_BYTES], game_buffer[ROW_BYTES];
    struct text people = TEXT_IN(buffer), game = TEXT_IN(game_buffer);
    struct towers_standing standing;
    towers_stand(scene, &standing);
    say_people_within((struct people){.telling = scene->telling,
                                      .seats = standing.order,
                                      .numbers = standing.total,
                                      .count = scene->players},
                      room_beside_head(scene, captions, canvas->width), &people);
    words_say(scene->telling->words, &game, "towers.line.standing", SAY_TEXT(captions->name),
              SAY_TEXT(people.bytes));
    const struct head head = head_of(scene, captions, game.bytes);
    head_draw(scene->telling, canvas, &head);
}
