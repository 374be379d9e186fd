/* A scoring: where each point comes from, tower by tower from the highest; then what each player
 * gets.
 *
 *     Campanile, the end: Alice and Bruno share the win with 8
 *                most tokens       second
 *     A 24  8+4  Bruno 9   +8      Émile 8   +4
 *     C 22  6+3  Alice 5   +6      Carol 4   +3
 *     B  8       the lowest tower brings nothing
 *     Alice 6+2 = 8 · Bruno 8 · Carol 3+2+1 = 6
 *
 * In the short size only what the sentences have not said: `A 24: Bruno +8, Émile +4`.
 */
#include "games/shared/frame.h"
#include "games/shared/towers_scene.h"

enum { LINE_BYTES = 512, NAME_COLUMNS = 10 };

/* The columns of one size and number of places. */
struct layout {
    unsigned people, step; /* first place; columns per place */
    unsigned gain;         /* of the points within a place */
    unsigned flag;         /* 0: not shown */
    bool sums;             /* of the tokens are shown */
};

struct table {
    const struct towers_scene *scene;
    struct canvas *canvas;
    struct layout layout;
    struct towers_standing standing;
    unsigned places; /* the most of a tower */
    unsigned row;
};

static struct layout layout_of(unsigned width, unsigned places)
{
    bool wide = width >= frames[PICTURE_WIDE].width, three = places > 2;
    if (wide)
        return three ? (struct layout){13, 16, 11, 6, true} : (struct layout){11, 18, 10, 6, true};
    return three ? (struct layout){5, 11, 7, 0, false} : (struct layout){9, 14, 10, 5, true};
}

static void say(const struct table *table, const char *key, struct text *out)
{
    words_say_plain(table->scene->telling->words, out, key);
}

/* -- The head ---------------------------------------------------------------------------------- */

static void draw_verdict(struct table *table, const struct towers_scoring *scoring)
{
    char buffer[LINE_BYTES], title_buffer[LINE_BYTES];
    struct text verdict = TEXT_IN(buffer), title = TEXT_IN(title_buffer);
    unsigned width = table->canvas->width;
    words_say(table->scene->telling->words, &title,
              scoring->verdict == NULL ? "towers.scoring.title" : "towers.scoring.title-verdict",
              SAY_TEXT(scoring->title));
    unsigned column = canvas_write(table->canvas, table->row, 0, PAINT_TITLE, title.bytes) + 1;
    if (scoring->verdict != NULL) {
        names_say_within(scoring->verdict, scoring->about, width - column, &verdict);
        if (column + display_width(verdict.bytes) > width) {
            table->row++;
            column = 0;
            names_say_within(scoring->verdict, scoring->about, width, &verdict);
        }
        canvas_write(table->canvas, table->row, column, PAINT_TITLE, verdict.bytes);
    }
    table->row++;
}

static void draw_heads(struct table *table)
{
    static const char *const messages[] = {"towers.scoring.most", "towers.scoring.second"};
    const struct words *words = table->scene->telling->words;
    for (unsigned place = 0; place < table->places; place++) {
        char buffer[64];
        struct text head = TEXT_IN(buffer);
        if (table->scene->markers || place >= sizeof messages / sizeof messages[0])
            words_say(words, &head, "towers.picture.place", SAY_NUMBER(place + 1));
        else
            words_say_plain(words, &head, messages[place]);
        canvas_write(table->canvas, table->row, table->layout.people + place * table->layout.step,
                     PAINT_FAINT, head.bytes);
    }
    table->row++;
}

/* -- Towers ------------------------------------------------------------------------------------ */

static void draw_person(const struct table *table, unsigned column, unsigned tower, unsigned seat)
{
    const struct layout *layout = &table->layout;
    char buffer[128], sum_buffer[16];
    struct text person = TEXT_IN(buffer), sum = TEXT_IN(sum_buffer);
    if (layout->sums)
        text_add_format(&sum, " %u", table->scene->majorities[tower].sums[seat]);
    unsigned room = layout->gain - 1 - (unsigned)sum.length;
    names_fit(table->scene->telling, seat, room < NAME_COLUMNS ? room : NAME_COLUMNS, &person);
    text_add(&person, sum.bytes);
    canvas_write(table->canvas, table->row, column, paint_of_seat(seat), person.bytes);
    canvas_format(table->canvas, table->row, column + layout->gain, PAINT_NONE, "+%u",
                  table->standing.brings[tower][seat]);
}

static void draw_tower(struct table *table, unsigned rank)
{
    const struct tower_flag *flag = &table->scene->flags[rank];
    unsigned tower = table->standing.ranked[rank], column = table->layout.people;
    uint8_t seats[GAME_SEATS_MAX];
    unsigned count = majority_rank(&table->scene->majorities[tower], seats);
    char buffer[64], flag_buffer[32];
    struct text word = TEXT_IN(buffer), numbers = TEXT_IN(flag_buffer);
    canvas_format(table->canvas, table->row, 0, PAINT_TITLE, "%c %2u", tower_letter(tower),
                  table->scene->heights[tower]);
    tower_flag_print(flag, &numbers);
    if (table->layout.flag > 0)
        canvas_write(table->canvas, table->row, table->layout.flag, PAINT_FAINT, numbers.bytes);
    for (unsigned place = 0; place < flag->places && place < count; place++)
        draw_person(table, column + place * table->layout.step, tower, seats[place]);
    if (flag->places == 0)
        say(table,
            table->canvas->width < frames[PICTURE_WIDE].width ? "towers.scoring.nothing-brief"
                                                              : "towers.scoring.nothing",
            &word);
    else if (count < flag->places)
        say(table, "towers.scoring.nobody", &word);
    if (flag->places > 0)
        column += (count < flag->places ? count : 0) * table->layout.step;
    canvas_write(table->canvas, table->row++, column, PAINT_FAINT, word.bytes);
}

/* -- What each player gets --------------------------------------------------------------------- */

/* `Alice 6+2 = 8`, after an earlier scoring `Alice 4 → 12`; one number alone is the sum. */
static void say_sum(const struct table *table, unsigned seat, unsigned columns, struct text *out)
{
    const struct towers_standing *standing = &table->standing;
    unsigned parts = 0;
    names_fit(table->scene->telling, seat, columns, out);
    text_add(out, " ");
    if (table->scene->points != NULL) {
        text_add_format(out, "%u → %u", table->scene->points[seat], standing->total[seat]);
        return;
    }
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        unsigned points = standing->brings[standing->ranked[rank]][seat];
        if (points > 0)
            text_add_format(out, parts++ > 0 ? "+%u" : "%u", points);
    }
    if (parts != 1)
        text_add_format(out, parts > 0 ? " = %u" : "%u", standing->total[seat]);
}

/* The sums one after the other, in as many rows as they need. */
static void draw_sums(struct table *table)
{
    const char *separator = telling_separator(table->scene->telling);
    unsigned column = 0;
    for (unsigned seat = 0; seat < table->scene->players; seat++) {
        char buffer[LINE_BYTES];
        struct text sum = TEXT_IN(buffer);
        say_sum(table, seat, NAME_COLUMNS, &sum);
        unsigned needed = display_width(sum.bytes) + (column > 0 ? display_width(separator) : 0);
        if (column > 0 && column + needed > table->canvas->width) {
            table->row++;
            column = 0;
        }
        if (column > 0)
            column = canvas_write(table->canvas, table->row, column, PAINT_NONE, separator);
        column = canvas_write(table->canvas, table->row, column, paint_of_seat(seat), sum.bytes);
    }
    table->row++;
}

/* -- How ties were broken ---------------------------------------------------------------------- */

static bool has_equal_towers(const struct table *table)
{
    for (unsigned rank = 0; rank + 1 < TOWERS; rank++) {
        unsigned tower = table->standing.ranked[rank], next = table->standing.ranked[rank + 1];
        if (table->scene->heights[tower] == table->scene->heights[next])
            return true;
    }
    return false;
}

static bool has_equal_people(const struct table *table)
{
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        const struct majority *majority = &table->scene->majorities[table->standing.ranked[rank]];
        uint8_t seats[GAME_SEATS_MAX];
        unsigned count = majority_rank(majority, seats);
        for (unsigned place = 0; place + 1 < count && place < table->scene->flags[rank].places;
             place++)
            if (majority->sums[seats[place]] == majority->sums[seats[place + 1]])
                return true;
    }
    return false;
}

static void draw_rule(struct table *table, const char *key)
{
    char buffer[LINE_BYTES];
    struct text rule = TEXT_IN(buffer);
    say(table, key, &rule);
    canvas_write(table->canvas, table->row++, 0, PAINT_FAINT, rule.bytes);
}

/* -- Short ------------------------------------------------------------------------------------- */

static void draw_short_tower(struct table *table, unsigned rank)
{
    unsigned tower = table->standing.ranked[rank], places = table->scene->flags[rank].places;
    uint8_t seats[GAME_SEATS_MAX];
    unsigned count = majority_rank(&table->scene->majorities[tower], seats);
    char buffer[LINE_BYTES];
    struct text row = TEXT_IN(buffer);
    text_add_format(&row, "%c %u:", tower_letter(tower), table->scene->heights[tower]);
    for (unsigned place = 0; place < places && place < count; place++) {
        text_add(&row, place > 0 ? ", " : " ");
        names_fit(table->scene->telling, seats[place], NAME_COLUMNS, &row);
        text_add_format(&row, " +%u", table->standing.brings[tower][seats[place]]);
    }
    if (places > 0 && count > 0)
        canvas_write(table->canvas, table->row++, 0, PAINT_NONE, row.bytes);
}

void towers_draw_scoring(const struct towers_scene *scene, const struct towers_scoring *scoring,
                         struct canvas *canvas)
{
    struct table table = {.scene = scene, .canvas = canvas};
    towers_stand(scene, &table.standing);
    for (unsigned rank = 0; rank < TOWERS; rank++)
        if (scene->flags[rank].places > table.places)
            table.places = scene->flags[rank].places;
    if (scene->telling->size == PICTURE_SHORT) {
        for (unsigned rank = 0; rank < TOWERS; rank++)
            draw_short_tower(&table, rank);
        return;
    }
    table.layout = layout_of(canvas->width, table.places);
    draw_verdict(&table, scoring);
    draw_heads(&table);
    for (unsigned rank = 0; rank < TOWERS; rank++)
        draw_tower(&table, rank);
    if (has_equal_towers(&table))
        draw_rule(&table, "towers.scoring.equal-towers");
    if (has_equal_people(&table))
        draw_rule(&table, "towers.scoring.equal-people");
    draw_sums(&table);
}
