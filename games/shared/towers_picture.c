/* The towers as text art: standing towers above a row for each player.
 *
 *     > Émile: bet 3 A, bet 3 C or pass         Campanile, turn 25
 *     most + second 8+4
 *                   ▄▄▄▄
 *     build draws   ████
 *       1   A of 8  ████
 *       2   C of 9  ████  ████
 *       3   C of 13 ████  ████
 *                   A 11  B 6   …  now  tokens left
 *       Alice       3     ·          4  111 22
 *     > Émile       3     2          0  111 2 3
 *       last: Émile built 3 on D, 5 → 8
 */
#include "games/shared/towers_scene.h"

enum {
    NOTE_COLUMNS = 13, /* beside the towers of a wide picture */
    NOTE_TOP = 2,      /* row of the first note, where there is room */
    CARD_ROWS = 3,
    CARD_COLUMN = 9,
    CARD_LABEL_COLUMN = 4,
    LEFT_BYTES = 16,
    LAST_BYTES = 512,
    CROWD = 5 /* players who leave no room for the last turn in a narrow picture */
};

/* The columns of one size. */
struct layout {
    uint8_t name, name_columns;
    uint8_t cells, step; /* first tower; columns per tower */
    uint8_t now_end;     /* behind the standing */
    uint8_t details;     /* of the points, where several numbers make the standing */
    uint8_t tokens, end; /* tokens left; tokens 0: not shown */
    uint8_t storeys;     /* in a row, as long as the highest tower fits */
    const char *block, *half;
};

static const struct layout layouts[PICTURE_SIZES] = {
    [PICTURE_WIDE] = {2, 10, 14, 6, 47, 44, 49, 60, 2, "████", "▄▄▄▄"},
    [PICTURE_NARROW] = {1, 6, 8, 5, 36, 0, 0, 36, 2, "███", "▄▄▄"},
    [PICTURE_LARGE] = {2, 10, 18, 9, 66, 61, 68, 80, 1, "▐█▀▀█▌", "▐█▀▀█▌"},
};

struct drawing {
    const struct towers_scene *scene;
    const struct towers_captions *captions;
    struct canvas *canvas;
    const struct layout *layout;
    struct towers_standing standing;
    enum picture_size size;
    unsigned top, rows; /* of the towers with what stands on them */
    unsigned scale;     /* storeys in a row */
    bool detailed;      /* the standing says what is held and what is to come */
};

static unsigned column_of(const struct drawing *drawing, unsigned tower)
{
    return drawing->layout->cells + tower * drawing->layout->step;
}

static void draw_message(const struct drawing *drawing, unsigned row, unsigned column,
                         const char *key)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    words_say_plain(drawing->scene->telling->words, &text, key);
    canvas_write(drawing->canvas, row, column, PAINT_FAINT, text.bytes);
}

static void draw_message_to(const struct drawing *drawing, unsigned row, unsigned end,
                            const char *key)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    words_say_plain(drawing->scene->telling->words, &text, key);
    canvas_write(drawing->canvas, row, end - display_width(text.bytes), PAINT_FAINT, text.bytes);
}

/* -- Towers ------------------------------------------------------------------------------------ */

/* The rows of a tower with its roof, if it has one. */
static unsigned rows_of(const struct drawing *drawing, unsigned height)
{
    bool roofed = drawing->size == PICTURE_LARGE && height > 0;
    return (height + drawing->scale - 1) / drawing->scale + roofed;
}

/* Chooses the scale so that the highest tower fits with the number on it. */
static void measure_towers(struct drawing *drawing, unsigned room, unsigned least)
{
    unsigned highest = drawing->scene->heights[drawing->standing.ranked[0]];
    drawing->scale = drawing->layout->storeys;
    while (rows_of(drawing, highest) + 1 > room)
        drawing->scale += drawing->layout->storeys;
    drawing->rows = rows_of(drawing, highest) + 1;
    if (drawing->rows < least)
        drawing->rows = least;
}

static void draw_flag(const struct drawing *drawing, unsigned row, unsigned rank)
{
    char buffer[32];
    struct text text = TEXT_IN(buffer);
    if (drawing->captions->flags == NULL)
        words_say(drawing->scene->telling->words, &text, "towers.picture.place",
                  SAY_NUMBER(rank + 1));
    else
        tower_flag_print(&drawing->scene->flags[rank], &text);
    canvas_write(drawing->canvas, row, column_of(drawing, drawing->standing.ranked[rank]),
                 PAINT_NONE, text.bytes);
}

static void draw_tower(const struct drawing *drawing, unsigned rank)
{
    unsigned tower = drawing->standing.ranked[rank], column = column_of(drawing, tower);
    unsigned height = drawing->scene->heights[tower], scale = drawing->scale;
    bool large = drawing->size == PICTURE_LARGE;
    unsigned row = drawing->top + drawing->rows - 1;
    for (unsigned left = height; left > 0; row--) {
        unsigned storeys = left < scale ? left : scale;
        canvas_write(drawing->canvas, row, column - large, PAINT_NONE,
                     storeys * 2 > scale ? drawing->layout->block : drawing->layout->half);
        left -= storeys;
    }
    if (large && height > 0)
        canvas_write(drawing->canvas, row--, column, PAINT_NONE, "▄██▄");
    draw_flag(drawing, row, rank);
    canvas_format(drawing->canvas, drawing->top + drawing->rows, column, PAINT_TITLE, "%c %u",
                  tower_letter(tower), height);
}

/* Says what a row of the towers stands for, when it isn't what it usually is. */
static void draw_scale(const struct drawing *drawing)
{
    static const char *const messages[] = {[PICTURE_WIDE] = "towers.picture.scale",
                                           [PICTURE_NARROW] = "towers.picture.scale-narrow",
                                           [PICTURE_SHORT] = "",
                                           [PICTURE_LINE] = "",
                                           [PICTURE_LARGE] = "towers.picture.scale-large"};
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    if (drawing->scale == drawing->layout->storeys)
        return;
    words_say(drawing->scene->telling->words, &text, messages[drawing->size],
              SAY_NUMBER(drawing->scale));
    canvas_write(drawing->canvas, drawing->top + drawing->rows,
                 drawing->size == PICTURE_LARGE ? drawing->layout->name : 0, PAINT_FAINT,
                 text.bytes);
}

/* -- Beside the towers ------------------------------------------------------------------------- */

static unsigned count_notes(const struct towers_captions *captions)
{
    unsigned count = 0;
    while (count < TOWERS_NOTES_MAX && captions->notes[count] != NULL)
        count++;
    return count;
}

static void draw_notes(const struct drawing *drawing)
{
    unsigned count = count_notes(drawing->captions);
    unsigned skipped = drawing->rows - count < NOTE_TOP ? drawing->rows - count : NOTE_TOP;
    canvas_write(drawing->canvas, drawing->top, 0, PAINT_FAINT, drawing->captions->flags);
    for (unsigned note = 0; note < count; note++)
        canvas_write(drawing->canvas, drawing->top + skipped + note, 0, PAINT_NONE,
                     drawing->captions->notes[note]);
}

/* A framed card, with the number of cards in its pile in the frame. */
static void draw_card(const struct drawing *drawing, unsigned row, const struct towers_card *card)
{
    struct canvas *canvas = drawing->canvas;
    if (card->label == NULL)
        return;
    canvas_write(canvas, row, CARD_COLUMN, PAINT_FAINT, "┌───┐");
    canvas_write(canvas, row + 1, CARD_LABEL_COLUMN, PAINT_NONE, card->label);
    canvas_format(canvas, row + 1, CARD_COLUMN, PAINT_NONE, "│ %c │", card->letter);
    if (card->left == 0)
        canvas_write(canvas, row + 2, CARD_COLUMN, PAINT_FAINT, "└───┘");
    else
        canvas_format(canvas, row + 2, CARD_COLUMN, PAINT_FAINT,
                      card->left < 10 ? "└─%u─┘" : "└%u─┘", card->left);
}

static void draw_cards(const struct drawing *drawing)
{
    unsigned row = drawing->top + drawing->rows - TOWERS_CARDS * CARD_ROWS;
    canvas_write(drawing->canvas, row - 1, drawing->layout->name, PAINT_FAINT,
                 drawing->captions->cards_head);
    for (unsigned card = 0; card < TOWERS_CARDS; card++)
        draw_card(drawing, row + card * CARD_ROWS, &drawing->captions->cards[card]);
}

static void draw_towers(const struct drawing *drawing)
{
    if (drawing->size == PICTURE_WIDE)
        draw_notes(drawing);
    else if (drawing->size == PICTURE_LARGE)
        draw_cards(drawing);
    for (unsigned rank = 0; rank < TOWERS; rank++)
        draw_tower(drawing, rank);
    draw_scale(drawing);
}

/* -- Players ----------------------------------------------------------------------------------- */

/* `111 22`. */
static void print_tokens(const uint8_t *left, struct text *out)
{
    for (unsigned value = 0; value < TOWER_TOKEN_VALUES; value++) {
        if (left[value] > 0)
            text_separate(out, " ");
        for (unsigned i = 0; i < left[value]; i++)
            text_add_number(out, value + 1);
    }
}

/* `4 +6 = 10`: what is held, to come, and both. */
static void print_details(const struct drawing *drawing, unsigned seat, struct text *out)
{
    unsigned held = 0, to_come = 0;
    for (unsigned other = 0; other < drawing->scene->players; other++) {
        held = drawing->scene->points[other] > 9 ? 1 : held;
        to_come = drawing->standing.to_come[other] > 9 ? 1 : to_come;
    }
    text_add_format(out, "%*u +%-*u = %2u", 1 + (int)held, drawing->scene->points[seat],
                    1 + (int)to_come, drawing->standing.to_come[seat],
                    drawing->standing.total[seat]);
}

/* Whether what makes the standing fits beside the tokens left of every player. */
static bool is_detailed(const struct drawing *drawing)
{
    if (drawing->scene->points == NULL || drawing->layout->tokens == 0)
        return false;
    for (unsigned seat = 0; seat < drawing->scene->players; seat++) {
        char left_buffer[LEFT_BYTES], details_buffer[64];
        struct text left = TEXT_IN(left_buffer), details = TEXT_IN(details_buffer);
        print_tokens(drawing->scene->tokens[seat], &left);
        print_details(drawing, seat, &details);
        if (drawing->layout->details + details.length + 1 + left.length > drawing->layout->end)
            return false;
    }
    return true;
}

static void draw_standing(const struct drawing *drawing, unsigned row, unsigned seat)
{
    const struct layout *layout = drawing->layout;
    char left_buffer[LEFT_BYTES], details_buffer[64];
    struct text left = TEXT_IN(left_buffer), details = TEXT_IN(details_buffer);
    print_tokens(drawing->scene->tokens[seat], &left);
    if (!drawing->detailed) {
        canvas_format(drawing->canvas, row, layout->now_end - 3u, PAINT_NONE, "%3u",
                      drawing->standing.total[seat]);
        if (layout->tokens > 0)
            canvas_write(drawing->canvas, row, layout->tokens, paint_of_seat(seat), left.bytes);
        return;
    }
    print_details(drawing, seat, &details);
    canvas_write(drawing->canvas, row, layout->details, PAINT_NONE, details.bytes);
    canvas_write(drawing->canvas, row, layout->end - (unsigned)left.length, paint_of_seat(seat),
                 left.bytes);
}

static void draw_player(const struct drawing *drawing, unsigned row, unsigned seat)
{
    const struct towers_scene *scene = drawing->scene;
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    names_fit(scene->telling, seat, drawing->layout->name_columns, &name);
    canvas_write(drawing->canvas, row, 0, PAINT_TITLE, scene->mover == seat ? ">" : "");
    canvas_write(drawing->canvas, row, drawing->layout->name, paint_of_seat(seat), name.bytes);
    for (unsigned tower = 0; tower < TOWERS; tower++) {
        unsigned held = scene->majorities[tower].sums[seat], column = column_of(drawing, tower);
        unsigned brings = drawing->standing.brings[tower][seat];
        if (held == 0)
            canvas_write(drawing->canvas, row, column, PAINT_FAINT, "·");
        else
            column = canvas_format(drawing->canvas, row, column, paint_of_seat(seat), "%u", held);
        if (brings > 0)
            canvas_format(drawing->canvas, row, column + (drawing->size != PICTURE_NARROW),
                          PAINT_NONE, "+%u", brings);
    }
    draw_standing(drawing, row, seat);
}

static void draw_players(const struct drawing *drawing)
{
    const struct layout *layout = drawing->layout;
    unsigned row = drawing->top + drawing->rows;
    if (drawing->detailed) {
        draw_message(drawing, row, layout->details, "towers.picture.points-now");
        draw_message_to(drawing, row, layout->end, "towers.picture.left");
    } else {
        draw_message_to(drawing, row, layout->now_end, "towers.picture.now");
        if (layout->tokens > 0)
            canvas_write(drawing->canvas, row, layout->tokens, PAINT_FAINT,
                         drawing->captions->left);
    }
    for (unsigned seat = 0; seat < drawing->scene->players; seat++)
        draw_player(drawing, row + 1 + seat, seat);
}

/* -- The last turn ----------------------------------------------------------------------------- */

static void say_last(const struct drawing *drawing, unsigned columns, bool brief, struct text *out)
{
    char buffer[LAST_BYTES];
    struct text turn = TEXT_IN(buffer);
    towers_say_turn(drawing->scene, columns, brief, &turn);
    text_clear(out);
    words_say(drawing->scene->telling->words, out, "towers.picture.last", SAY_TEXT(turn.bytes));
}

static void draw_last(const struct drawing *drawing, unsigned row)
{
    char buffer[LAST_BYTES];
    struct text last = TEXT_IN(buffer);
    unsigned column = drawing->size == PICTURE_NARROW ? 0 : drawing->layout->name;
    unsigned room = drawing->canvas->width - column;
    say_last(drawing, NAME_COLUMNS_MAX, false, &last);
    for (unsigned columns = NAME_COLUMNS_MAX;
         columns >= NAME_COLUMNS_MIN && display_width(last.bytes) > room; columns--)
        say_last(drawing, columns, true, &last);
    canvas_write(drawing->canvas, row, column, PAINT_FAINT, last.bytes);
}

/* -- The whole --------------------------------------------------------------------------------- */

static unsigned draw_above(const struct drawing *drawing)
{
    const struct towers_captions *captions = drawing->captions;
    const struct head head = {.game = captions->game,
                              .is_over = drawing->scene->mover == GAME_SPECTATOR,
                              .say = captions->say,
                              .drawing = captions->drawing};
    unsigned row = head_draw(drawing->scene->telling, drawing->canvas, &head);
    bool large = drawing->size == PICTURE_LARGE;
    const char *note = large ? captions->legend : captions->supplies;
    if (drawing->size == PICTURE_WIDE || note[0] == '\0')
        return row;
    canvas_write(drawing->canvas, row, large ? drawing->layout->name : 0,
                 large ? PAINT_FAINT : PAINT_NONE, note);
    return row + 1;
}

static void draw_tall(struct drawing *drawing)
{
    unsigned players = drawing->scene->players;
    bool last = drawing->scene->last.seat != GAME_SPECTATOR &&
                (drawing->size != PICTURE_NARROW || players < CROWD);
    unsigned notes = drawing->size == PICTURE_WIDE    ? count_notes(drawing->captions)
                     : drawing->size == PICTURE_LARGE ? TOWERS_CARDS * CARD_ROWS
                                                      : 0;
    drawing->top = draw_above(drawing);
    drawing->detailed = is_detailed(drawing);
    measure_towers(drawing, drawing->canvas->height - drawing->top - 1 - players - last, notes + 1);
    draw_towers(drawing);
    draw_players(drawing);
    if (last)
        draw_last(drawing, drawing->top + drawing->rows + 1 + players);
}

void towers_draw(const struct towers_scene *scene, const struct towers_captions *captions,
                 struct canvas *canvas)
{
    enum picture_size size = scene->telling->size;
    struct drawing drawing = {.scene = scene,
                              .captions = captions,
                              .canvas = canvas,
                              .layout = &layouts[size],
                              .size = size};
    towers_stand(scene, &drawing.standing);
    if (size == PICTURE_LINE)
        towers_draw_line(scene, captions, canvas);
    else if (size == PICTURE_SHORT)
        towers_draw_rows(scene, captions, canvas);
    else
        draw_tall(&drawing);
}
