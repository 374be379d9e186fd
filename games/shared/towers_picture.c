/* The towers as text art.
 *
 *     Campanile · turn 24 · Alice to build
 *                           8/4
 *     1  C/9                ▇▇▇
 *     2  A/11               ▇▇▇         6/3
 *     3  E/7          4/2   ▇▇▇         ▇▇▇   2/1
 *                     ▄▄▄   ▇▇▇         ▇▇▇   ▄▄▄
 *     ▇ = 2 storeys   ▇▇▇   ▇▇▇         ▇▇▇   ▇▇▇
 *     * came first    ▇▇▇   ▇▇▇   ▇▇▇   ▇▇▇   ▇▇▇    left
 *                     A 5   B 12  C 2   D 8   E 5    1   2   3
 *     > Alice          4*    ·     2     1     ·     5   3   0
 *       Bruno          4     2     ·     ·     3     4   1   1
 *     last: Bruno build B 2, bet 1 E
 */
#include "games/shared/names.h"
#include "games/shared/towers_scene.h"

enum { STOREY_EIGHTHS = 7, FLAG_BYTES = 8, LAST_BYTES = 512, LAST_NAME_LEAST = 3 };

/* The layout of one size, in rows and columns. */
struct layout {
    unsigned top, rows;        /* of the towers with their flags */
    unsigned left, step;       /* column of the first block; columns per block */
    unsigned players;          /* row of the first player */
    unsigned name, mark;       /* column of the names, column of the mark */
    unsigned cells, cell_step; /* column of the first number; columns per number */
    unsigned tokens, token_step;
    unsigned points;   /* 0: in brackets behind the name */
    bool wide;         /* has room for all words and slashes */
    const char *scale; /* key of a message */
};

struct drawing {
    const struct towers_scene *scene;
    struct canvas *canvas;
    struct layout layout;
    bool ascii;
};

static enum paint paint_of_tower(unsigned tower)
{
    static const enum paint paints[TOWERS] = {PAINT_RED, PAINT_GREEN, PAINT_BLUE, PAINT_YELLOW,
                                              PAINT_PINK};
    return paints[tower];
}

static unsigned least(unsigned one, unsigned other)
{
    return one < other ? one : other;
}

/* The towers take the rows that titles, labels, players and the last turn leave of 16. */
static struct layout wide_layout(unsigned players)
{
    unsigned rows = least(9, 16 - 1 - 1 - players - 1);
    return (struct layout){.top = 1,
                           .rows = rows,
                           .left = 16,
                           .step = 6,
                           .players = 1 + rows + 1,
                           .name = 2,
                           .cells = 16,
                           .cell_step = 6,
                           .tokens = 48,
                           .token_step = 3,
                           .points = 57,
                           .wide = true,
                           .scale = "towers.picture.scale"};
}

static struct layout narrow_layout(unsigned players)
{
    unsigned rows = least(8, 16 - 2 - 1 - players - 1);
    return (struct layout){.top = 2,
                           .rows = rows,
                           .left = 12,
                           .step = 4,
                           .players = 2 + rows + 1,
                           .name = 1,
                           .cells = 12,
                           .cell_step = 4,
                           .tokens = 33,
                           .token_step = 1,
                           .scale = "towers.picture.scale-short"};
}

static struct layout short_layout(void)
{
    return (struct layout){.top = 1,
                           .rows = 6,
                           .step = 4,
                           .players = 2,
                           .mark = 20,
                           .name = 22,
                           .cells = 33,
                           .cell_step = 4,
                           .tokens = 53,
                           .token_step = 1,
                           .points = 57,
                           .scale = "towers.picture.scale"};
}

static struct layout layout_of(enum picture_size size, unsigned players)
{
    if (size == PICTURE_SHORT)
        return short_layout();
    return size == PICTURE_NARROW ? narrow_layout(players) : wide_layout(players);
}

/* -- Towers ------------------------------------------------------------------------------------ */

static unsigned scale_of(const struct drawing *drawing)
{
    unsigned highest = 0, room = drawing->layout.rows - 1;
    for (unsigned tower = 0; tower < TOWERS; tower++)
        if (drawing->scene->heights[tower] > highest)
            highest = drawing->scene->heights[tower];
    return highest <= room ? 1 : (highest + room - 1) / room;
}

static void print_flag(const struct tower_flag *flag, const char *separator, struct text *out)
{
    for (unsigned place = 0; place < flag->places; place++) {
        text_separate(out, separator);
        text_add_number(out, flag->points[place]);
    }
}

/* A block of `storeys`, in a row that stands for `scale` storeys. */
static const char *block_of(const struct drawing *drawing, unsigned storeys, unsigned scale)
{
    static const char *const blocks[] = {"", "▁▁▁", "▂▂▂", "▃▃▃", "▄▄▄", "▅▅▅", "▆▆▆", "▇▇▇"};
    if (drawing->ascii)
        return storeys == scale ? "[#]" : "[_]";
    return blocks[(STOREY_EIGHTHS * storeys + scale - 1) / scale];
}

static void draw_tower(const struct drawing *drawing, unsigned tower, unsigned scale,
                       const struct tower_flag *flag)
{
    const struct layout *layout = &drawing->layout;
    unsigned column = layout->left + tower * layout->step;
    unsigned row = layout->top + layout->rows - 1;
    for (unsigned left = drawing->scene->heights[tower]; left > 0; row--) {
        unsigned storeys = least(left, scale);
        canvas_write(drawing->canvas, row, column, paint_of_tower(tower),
                     block_of(drawing, storeys, scale));
        left -= storeys;
    }
    char flag_buffer[FLAG_BYTES];
    struct text text = TEXT_IN(flag_buffer);
    bool slashes = layout->wide || drawing->scene->flags[0].places < TOWER_FLAG_PLACES;
    print_flag(flag, slashes ? "/" : "", &text);
    canvas_write(drawing->canvas, row,
                 column + 1 - (unsigned)(text.length > 1 ? text.length / 2 : 0), PAINT_TITLE,
                 text.bytes);
}

static void draw_towers(const struct drawing *drawing)
{
    const struct layout *layout = &drawing->layout;
    unsigned scale = scale_of(drawing), row = layout->top + layout->rows;
    uint8_t ranked[TOWERS];
    towers_rank(drawing->scene->heights, TOWERS, ranked);
    for (unsigned rank = 0; rank < TOWERS; rank++)
        draw_tower(drawing, ranked[rank], scale, &drawing->scene->flags[rank]);
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        unsigned column = layout->left + tower * layout->step, height;
        height = drawing->scene->heights[tower];
        canvas_format(drawing->canvas, row, column, paint_of_tower(tower),
                      layout->wide && height > 9 ? "%c %u" : "%c%2u", tower_letter(tower), height);
    }
}

/* -- Players ----------------------------------------------------------------------------------- */

/* The mark of a seat in a tie: it tells how many seats with the same sum came earlier. The last
 * seat of a tie has none. */
static const char *tie_mark(const struct majority *majority, unsigned seat)
{
    static const char *const marks[GAME_SEATS_MAX] = {"*", "+", "-", "-", "-", "-"};
    unsigned earlier = 0, later = 0;
    bool seen = false;
    for (unsigned place = 0; place < majority->count; place++) {
        unsigned other = majority->order[place];
        if (other == seat)
            seen = true;
        else if (majority->sums[other] == majority->sums[seat] && seen)
            later++;
        else if (majority->sums[other] == majority->sums[seat])
            earlier++;
    }
    return later > 0 ? marks[earlier] : "";
}

static bool has_ties(const struct towers_scene *scene)
{
    for (unsigned tower = 0; tower < TOWERS; tower++)
        for (unsigned seat = 0; seat < scene->players; seat++)
            if (scene->majorities[tower].sums[seat] > 0 &&
                tie_mark(&scene->majorities[tower], seat)[0] != '\0')
                return true;
    return false;
}

static void draw_name(const struct drawing *drawing, unsigned row, unsigned seat)
{
    const struct towers_scene *scene = drawing->scene;
    char points_buffer[16] = "", name_buffer[64];
    struct text points = TEXT_IN(points_buffer), name = TEXT_IN(name_buffer);
    if (scene->points != NULL && drawing->layout.points == 0)
        text_add_format(&points, "(%u)", scene->points[seat]);
    names_fit(scene->telling, seat, TOWERS_NAME_COLUMNS - (unsigned)points.length, &name);
    if (scene->mover == seat)
        canvas_write(drawing->canvas, row, drawing->layout.mark, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, row, drawing->layout.name, paint_of_seat(seat), name.bytes);
    canvas_write(drawing->canvas, row,
                 drawing->layout.name + TOWERS_NAME_COLUMNS - (unsigned)points.length,
                 paint_of_seat(seat), points.bytes);
    if (scene->points != NULL && drawing->layout.points > 0)
        canvas_format(drawing->canvas, row, drawing->layout.points, paint_of_seat(seat), "%3u",
                      scene->points[seat]);
}

static void draw_player(const struct drawing *drawing, unsigned seat)
{
    const struct layout *layout = &drawing->layout;
    const struct towers_scene *scene = drawing->scene;
    unsigned row = layout->players + seat;
    draw_name(drawing, row, seat);
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        const struct majority *majority = &scene->majorities[tower];
        unsigned column = layout->cells + tower * layout->cell_step;
        if (majority->sums[seat] == 0)
            canvas_write(drawing->canvas, row, column + 1, PAINT_FAINT, drawing->ascii ? "." : "·");
        else
            canvas_format(drawing->canvas, row, column, paint_of_seat(seat), "%2u%s",
                          majority->sums[seat], tie_mark(majority, seat));
    }
    for (unsigned value = 0; value < TOWER_TOKEN_VALUES; value++)
        canvas_format(drawing->canvas, row, layout->tokens + value * layout->token_step,
                      paint_of_seat(seat), "%u", scene->tokens[seat][value]);
}

/* Draws the values of the tokens above their numbers. */
static void draw_heads(const struct drawing *drawing, bool letters)
{
    const struct layout *layout = &drawing->layout;
    unsigned row = layout->players - 1;
    for (unsigned tower = 0; letters && tower < TOWERS; tower++)
        canvas_format(drawing->canvas, row, layout->cells + tower * layout->cell_step + 1,
                      paint_of_tower(tower), "%c", tower_letter(tower));
    for (unsigned value = 0; value < TOWER_TOKEN_VALUES; value++)
        canvas_format(drawing->canvas, row, layout->tokens + value * layout->token_step,
                      PAINT_FAINT, "%u", value + 1);
    if (drawing->scene->points == NULL || layout->points == 0)
        return;
    char buffer[32];
    struct text head = TEXT_IN(buffer);
    words_say_plain(drawing->scene->telling->words, &head, "towers.picture.points");
    canvas_write(drawing->canvas, row, layout->points, PAINT_FAINT, head.bytes);
}

static void draw_players(const struct drawing *drawing, bool letters)
{
    draw_heads(drawing, letters);
    for (unsigned seat = 0; seat < drawing->scene->players; seat++)
        draw_player(drawing, seat);
}

/* -- Captions ---------------------------------------------------------------------------------- */

/* Says nothing when a row is one storey. */
static void say_scale(const struct drawing *drawing, struct text *out)
{
    unsigned scale = scale_of(drawing);
    if (scale > 1)
        words_say(drawing->scene->telling->words, out, drawing->layout.scale,
                  SAY_TEXT(drawing->ascii ? "#" : "▇"), SAY_NUMBER(scale));
}

/* Says nothing when there is no tie. */
static void say_tie(const struct drawing *drawing, struct text *out)
{
    if (has_ties(drawing->scene))
        words_say_plain(drawing->scene->telling->words, out, "towers.picture.tie");
}

/* Writes a note beside the towers, cut so that it does not reach them. */
static void write_note(const struct drawing *drawing, unsigned row, enum paint paint,
                       const char *note)
{
    char buffer[128];
    struct text fitted = TEXT_IN(buffer);
    display_fit(note, drawing->layout.left - 1, drawing->ascii, &fitted);
    canvas_write(drawing->canvas, row, 0, paint, fitted.bytes);
}

static void draw_notes(const struct drawing *drawing, const struct towers_captions *captions)
{
    const struct layout *layout = &drawing->layout;
    unsigned bottom = layout->top + layout->rows - 1;
    char scale_buffer[64], tie_buffer[64], left_buffer[32];
    struct text scale = TEXT_IN(scale_buffer), tie = TEXT_IN(tie_buffer);
    struct text left = TEXT_IN(left_buffer);
    for (unsigned note = 0; note < TOWERS_NOTES_MAX && captions->notes[note] != NULL; note++)
        write_note(drawing, layout->top + note + (layout->wide ? 1 : 0), PAINT_NONE,
                   captions->notes[note]);
    say_scale(drawing, &scale);
    say_tie(drawing, &tie);
    write_note(drawing, bottom, PAINT_FAINT, scale.bytes);
    write_note(drawing, bottom + 1, PAINT_FAINT, tie.bytes);
    words_say_plain(drawing->scene->telling->words, &left, "towers.picture.left");
    canvas_write(drawing->canvas, bottom, layout->tokens - (layout->wide ? 0 : 1), PAINT_FAINT,
                 left.bytes);
}

/* `last: Bruno build B 2, bet 1 E`; where the line is too long, the name is cut, then left out. */
static void say_last(const struct drawing *drawing, unsigned seat, const char *moves,
                     unsigned width, struct text *out)
{
    const struct telling *telling = drawing->scene->telling;
    for (unsigned columns = TOWERS_NAME_COLUMNS; columns >= LAST_NAME_LEAST; columns--) {
        char name_buffer[64];
        struct text name = TEXT_IN(name_buffer);
        names_fit(telling, seat, columns, &name);
        text_clear(out);
        words_say(telling->words, out, "towers.picture.last", SAY_TEXT(name.bytes),
                  SAY_TEXT(moves));
        if (display_width(out->bytes) <= width)
            return;
    }
    text_clear(out);
    text_add(out, moves);
}

static void draw_last(const struct drawing *drawing, const struct towers_captions *captions)
{
    char moves_buffer[LAST_BYTES], last_buffer[LAST_BYTES];
    struct text moves = TEXT_IN(moves_buffer), last = TEXT_IN(last_buffer);
    unsigned column = drawing->layout.wide ? 2 : 0;
    if (captions->last_count == 0)
        return;
    for (unsigned i = 0; i < captions->last_count; i++) {
        text_separate(&moves, ", ");
        game_move_say(captions->game, captions->last[i], drawing->scene->telling->words, &moves);
    }
    say_last(drawing, captions->last_seat, moves.bytes, drawing->canvas->width - column, &last);
    canvas_write(drawing->canvas, drawing->layout.players + drawing->scene->players, column,
                 PAINT_FAINT, last.bytes);
}

static void draw_tall(const struct drawing *drawing, const struct towers_captions *captions)
{
    bool wide = drawing->layout.wide;
    unsigned column = canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, captions->title);
    if (wide)
        column = canvas_write(drawing->canvas, 0, column, PAINT_TITLE,
                              telling_separator(drawing->scene->telling));
    canvas_write(drawing->canvas, wide ? 0 : 1, wide ? column : 0, PAINT_TITLE,
                 captions->situation);
    draw_notes(drawing, captions);
    draw_towers(drawing);
    draw_players(drawing, false);
    draw_last(drawing, captions);
}

static void draw_short(const struct drawing *drawing, const struct towers_captions *captions)
{
    char title_buffer[256], below_buffer[128];
    struct text title = TEXT_IN(title_buffer), below = TEXT_IN(below_buffer);
    const char *dot = telling_separator(drawing->scene->telling);
    text_add_format(&title, "%s%s%s%s%s", captions->name, dot, captions->supplies, dot,
                    captions->situation);
    canvas_write(drawing->canvas, 0, 0, PAINT_TITLE, title.bytes);
    draw_towers(drawing);
    draw_players(drawing, true);
    say_scale(drawing, &below);
    if (below.length > 0 && has_ties(drawing->scene))
        text_add(&below, dot);
    say_tie(drawing, &below);
    canvas_write(drawing->canvas, drawing->layout.top + drawing->layout.rows, drawing->layout.name,
                 PAINT_FAINT, below.bytes);
}

/* `Campanile A4 B8 C2 D6 E4 · C/9 A/11 E/7 · Alice to build` */
static void draw_line(const struct drawing *drawing, const struct towers_captions *captions)
{
    char line_buffer[512];
    struct text line = TEXT_IN(line_buffer);
    text_add(&line, captions->name);
    for (unsigned tower = 0; tower < TOWERS; tower++)
        text_add_format(&line, " %c%u", tower_letter(tower), drawing->scene->heights[tower]);
    text_add_format(&line, "%s%s%s", telling_separator(drawing->scene->telling),
                    captions->compact_supplies, telling_separator(drawing->scene->telling));
    bool fits =
        display_width(line.bytes) + display_width(captions->situation) <= drawing->canvas->width;
    text_add(&line, fits ? captions->situation : captions->actor);
    canvas_write(drawing->canvas, 0, 0, PAINT_NONE, line.bytes);
}

void towers_draw(const struct towers_scene *scene, const struct towers_captions *captions,
                 struct canvas *canvas)
{
    const struct telling *telling = scene->telling;
    struct drawing drawing = {.scene = scene,
                              .canvas = canvas,
                              .layout = layout_of(telling->size, scene->players),
                              .ascii = telling_is_ascii(telling)};
    if (telling->size == PICTURE_LINE)
        draw_line(&drawing, captions);
    else if (telling->size == PICTURE_SHORT)
        draw_short(&drawing, captions);
    else
        draw_tall(&drawing, captions);
}
