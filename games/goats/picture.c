/* The hill and the trick as text art.
 *
 *     > Émile to play                 Ziegen Kriegen, trick 4 of 8
 *       limit 12 so far, one more hill number to come
 *                                          card  heads      tricks
 *                 ,__))>        Alice        …                   0
 *                 || ||         Bruno       35   ●●●   led       1
 *                 ▄▄▄▄▄▄        Carol        5   ●●●   lowest    1
 *           ████████████        Dora        38   ●●    highest   0
 *     ██████████████████      > Émile        …                   0
 *       5     +6    +1     ?    Fritz        …                   1
 *       lowest: picks the hill number · highest: takes the trick
 */
#include "games/goats/drawing.h"
#include "games/shared/head.h"
#include "games/shared/labels.h"

/* The layout of one size, in rows and columns. Numbers end before their column. */
struct layout {
    struct goats_hill_layout hill;
    unsigned margin, name, name_columns;
    unsigned card, heads, mark, tricks, points;
    bool framed; /* cards have frames: three rows a seat */
};

enum { MARK_COLUMNS = 7, LABEL_COLUMNS = 6 };

static const struct layout wide = {{6, 6, false}, 24, 26, 10, 40, 43, 49, 60, 0, false};
static const struct layout wide_series = {{5, 6, false}, 20, 22, 10, 36, 38, 44, 53, 60, false};
static const struct layout narrow = {{6, 0, false}, 0, 1, 7, 11, 13, 19, 36, 0, false};
static const struct layout narrow_series = {{6, 0, false}, 0, 1, 7, 11, 13, 19, 29, 36, false};
static const struct layout large = {{8, 12, true}, 33, 35, 10, 50, 55, 62, 73, 80, true};

/* -- What the pictures share ------------------------------------------------------------------- */

enum goats_place goats_place_of(const struct goats_board *board, uint8_t position)
{
    if (board->trick.count > 1 && position == goats_trick_highest(&board->trick))
        return GOATS_HIGHEST;
    if (board->trick.count > 1 && goats_hill_grows(board) &&
        position == goats_trick_lowest(&board->trick))
        return GOATS_LOWEST;
    return position == 0 ? GOATS_LED : GOATS_ORDINARY;
}

const char *goats_place_message(enum goats_place place)
{
    static const char *const messages[] = {[GOATS_LED] = "goats.picture.led",
                                           [GOATS_LOWEST] = "goats.picture.lowest",
                                           [GOATS_HIGHEST] = "goats.picture.highest"};
    return messages[place];
}

unsigned goats_trick_heads(const struct goats_board *board)
{
    unsigned heads = 0;
    for (unsigned i = 0; i < board->trick.count; i++)
        heads += goats_heads(board->trick.cards[i]);
    return heads;
}

void goats_add_heads(uint8_t card, bool ascii, struct text *out)
{
    for (unsigned i = 0; i < goats_heads(card); i++)
        text_add(out, ascii ? "o" : "●");
}

void goats_draw_fitted(const struct goats_drawing *drawing, unsigned row, unsigned column,
                       names_saying *say)
{
    char buffer[GOATS_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    names_say_within(say, drawing, drawing->canvas->width - column, &line);
    canvas_write(drawing->canvas, row, column, PAINT_NONE, line.bytes);
}

/* -- The head ---------------------------------------------------------------------------------- */

/* Who has won, with what. */
static void say_end(const struct goats_drawing *drawing, unsigned columns, struct text *out)
{
    const struct goats_board *board = drawing->board;
    seat_set winners = goats_leaders(board);
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    if (winners == 0) {
        words_say_plain(drawing->telling->words, out, "goats.picture.nobody");
        return;
    }
    names_join_fitted(drawing->telling, winners, columns, ", ", &names);
    bool many = __builtin_popcount(winners) > 2;
    words_say(drawing->telling->words, out, many ? "goats.picture.won.many" : "goats.picture.won",
              SAY_TEXT(names.bytes), SAY_NUMBER(__builtin_popcount(winners)),
              SAY_NUMBER(board->scores[__builtin_ctz(winners)]));
}

static void say_situation(const void *opaque, unsigned columns, bool brief, struct text *out)
{
    const struct goats_drawing *drawing = opaque;
    const struct goats_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    names_fit(drawing->telling, board->mover, columns, &name);
    if (board->step == GOATS_END) {
        say_end(drawing, columns, out);
    } else if (board->step == GOATS_DEAL) {
        words_say(words, out, "goats.picture.deal", SAY_NUMBER(board->round));
    } else if (board->step == GOATS_PLAY) {
        words_say(words, out, "goats.picture.play", SAY_TEXT(name.bytes));
    } else {
        uint8_t card = board->hill.cards[board->hill.built];
        words_say(words, out, brief ? "goats.picture.choose.brief" : "goats.picture.choose",
                  SAY_TEXT(name.bytes), SAY_NUMBER(goats_hill_smaller(card)),
                  SAY_NUMBER(goats_hill_larger(card)));
    }
}

/* `Ziegen Kriegen, trick 4 of 8`; once it is over its name alone. */
static void say_game(const struct goats_drawing *drawing, struct text *out)
{
    const struct goats_board *board = drawing->board;
    enum picture_size size = drawing->telling->size;
    bool brief = size == PICTURE_NARROW || size == PICTURE_LINE;
    const char *message = !goats_in_play(board) ? "goats.name"
                          : !board->series      ? "goats.picture.title"
                          : brief               ? "goats.picture.title.series.brief"
                                                : "goats.picture.title.series";
    words_say(drawing->telling->words, out, message, SAY_NUMBER(board->trick_number),
              SAY_NUMBER(board->round));
}

static unsigned draw_head(const struct goats_drawing *drawing)
{
    char buffer[256];
    struct text game = TEXT_IN(buffer);
    say_game(drawing, &game);
    const struct head head = {.game = game.bytes,
                              .is_over = !goats_in_play(drawing->board),
                              .say = say_situation,
                              .drawing = drawing};
    return head_draw(drawing->telling, drawing->canvas, &head);
}

/* -- The limit --------------------------------------------------------------------------------- */

/* `limit 11 so far; the lowest card, Dora's 1, picks from 1/8`. */
static void say_choice(const void *opaque, unsigned columns, struct text *out)
{
    const struct goats_drawing *drawing = opaque;
    const struct goats_board *board = drawing->board;
    uint8_t card = board->hill.cards[board->hill.built];
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    names_fit(drawing->telling, board->mover, columns, &name);
    words_say(drawing->telling->words, out, "goats.picture.limit.choice",
              SAY_NUMBER(goats_hill_sum(&board->hill)), SAY_TEXT(name.bytes),
              SAY_NUMBER(board->trick.cards[goats_trick_lowest(&board->trick)]),
              SAY_NUMBER(goats_hill_smaller(card)), SAY_NUMBER(goats_hill_larger(card)));
}

static void say_limit(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    const struct goats_drawing *drawing = opaque;
    const struct goats_hill *hill = &drawing->board->hill;
    bool is_narrow = drawing->telling->size == PICTURE_NARROW;
    const char *message = hill->built == GOATS_HILL_STEPS ? "goats.picture.limit"
                          : is_narrow                     ? "goats.picture.limit.so-far.brief"
                                                          : "goats.picture.limit.so-far";
    words_say(drawing->telling->words, out, message, SAY_NUMBER(goats_hill_sum(hill)),
              SAY_NUMBER(GOATS_HILL_STEPS - hill->built));
}

static void draw_limit(const struct goats_drawing *drawing, unsigned row)
{
    bool is_narrow = drawing->telling->size == PICTURE_NARROW;
    bool chooses = drawing->board->step == GOATS_HILL && !is_narrow;
    goats_draw_fitted(drawing, row, is_narrow ? 0 : 2, chooses ? say_choice : say_limit);
}

/* -- The seats --------------------------------------------------------------------------------- */

static void draw_number(const struct goats_drawing *drawing, unsigned row, unsigned end,
                        unsigned number)
{
    char buffer[16];
    struct text digits = TEXT_IN(buffer);
    text_add_number(&digits, number);
    canvas_write(drawing->canvas, row, end - (unsigned)digits.length, PAINT_NONE, digits.bytes);
}

static void draw_mark(const struct goats_drawing *drawing, const struct layout *layout,
                      unsigned row, const char *message)
{
    char buffer[64];
    struct text mark = TEXT_IN(buffer);
    if (message != NULL)
        label_say(drawing->telling, message, MARK_COLUMNS, &mark);
    canvas_write(drawing->canvas, row, layout->mark, PAINT_NONE, mark.bytes);
}

static void draw_frame(const struct goats_drawing *drawing, const struct layout *layout,
                       unsigned row)
{
    unsigned column = layout->card - 4;
    canvas_write(drawing->canvas, row - 1, column, PAINT_FAINT, "┌────┐");
    canvas_write(drawing->canvas, row, column, PAINT_FAINT, "│    │");
    canvas_write(drawing->canvas, row + 1, column, PAINT_FAINT, "└────┘");
}

/* Draws the card that the seat has played, or that it has still to play one. */
static void draw_card(const struct goats_drawing *drawing, const struct layout *layout,
                      unsigned row, uint8_t seat)
{
    const struct goats_board *board = drawing->board;
    char buffer[32];
    struct text heads = TEXT_IN(buffer);
    uint8_t position;
    if (layout->framed)
        draw_frame(drawing, layout, row);
    if (!trick_position(&board->trick, board->players, seat, &position)) {
        canvas_write(drawing->canvas, row, layout->card - 1, PAINT_FAINT, "…");
        return;
    }
    uint8_t card = board->trick.cards[position];
    enum goats_place place = goats_place_of(board, position);
    canvas_format(drawing->canvas, row, layout->card - 2,
                  place == GOATS_HIGHEST ? PAINT_TITLE : PAINT_NONE, "%2u", card);
    goats_add_heads(card, false, &heads);
    canvas_write(drawing->canvas, row, layout->heads, PAINT_YELLOW, heads.bytes);
    draw_mark(drawing, layout, row, goats_place_message(place));
}

/* Draws what the seat has taken in the round that was just counted. */
static void draw_counted(const struct goats_drawing *drawing, const struct layout *layout,
                         unsigned row, uint8_t seat)
{
    const struct goats_board *board = drawing->board;
    const struct goats_scoring *scoring = &board->scoring;
    bool over = scoring->heads[seat] > goats_hill_sum(&scoring->hill);
    bool wins = board->step == GOATS_END && goats_leaders(board) & SEAT_BIT(seat);
    if (scoring->round == 0)
        return;
    draw_number(drawing, row, layout->heads + LABEL_COLUMNS - 1, scoring->heads[seat]);
    draw_mark(drawing, layout, row,
              wins   ? "goats.picture.wins"
              : over ? "goats.picture.over"
                     : NULL);
}

static void draw_seat(const struct goats_drawing *drawing, const struct layout *layout,
                      unsigned row, uint8_t seat)
{
    const struct goats_board *board = drawing->board;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    names_fit(drawing->telling, seat, layout->name_columns, &name);
    if (goats_in_play(board) && board->mover == seat)
        canvas_write(drawing->canvas, row, layout->margin, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, row, layout->name, paint_of_seat(seat), name.bytes);
    if (goats_in_play(board))
        draw_card(drawing, layout, row, seat);
    else
        draw_counted(drawing, layout, row, seat);
    draw_number(drawing, row, layout->tricks, board->tricks[seat]);
    if (board->series)
        draw_number(drawing, row, layout->points, board->scores[seat]);
}

static void draw_labels(const struct goats_drawing *drawing, const struct layout *layout,
                        unsigned row)
{
    const struct telling *telling = drawing->telling;
    if (goats_in_play(drawing->board))
        label_draw_to(telling, drawing->canvas, row, layout->card + 1, LABEL_COLUMNS - 1,
                      "goats.picture.label.card");
    label_draw(telling, drawing->canvas, row, layout->heads, LABEL_COLUMNS - 1,
               "goats.picture.label.heads");
    label_draw_to(telling, drawing->canvas, row, layout->tricks, LABEL_COLUMNS,
                  "goats.picture.label.tricks");
    if (drawing->board->series)
        label_draw_to(telling, drawing->canvas, row, layout->points, LABEL_COLUMNS,
                      "goats.picture.label.points");
}

static unsigned seat_rows(const struct goats_drawing *drawing, const struct layout *layout)
{
    return layout->framed && goats_in_play(drawing->board) ? 3 : 1;
}

static void draw_seats(const struct goats_drawing *drawing, const struct layout *layout,
                       unsigned top)
{
    unsigned rows = seat_rows(drawing, layout);
    draw_labels(drawing, layout, top);
    for (uint8_t seat = 0; seat < drawing->board->players; seat++)
        draw_seat(drawing, layout, top + 1 + seat * rows + rows / 2, seat);
}

/* -- The row below ----------------------------------------------------------------------------- */

static void say_last(const void *opaque, unsigned columns, struct text *out)
{
    const struct goats_drawing *drawing = opaque;
    const struct goats_board *board = drawing->board;
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    names_fit(drawing->telling, board->taker, columns, &name);
    words_say(drawing->telling->words, out, "goats.picture.last", SAY_TEXT(name.bytes),
              SAY_NUMBER(goats_in_play(board) ? board->trick_number - 1 : board->trick_number));
}

static void say_legend(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    const struct goats_drawing *drawing = opaque;
    if (goats_hill_grows(drawing->board)) {
        words_say_plain(drawing->telling->words, out, "goats.picture.legend.lowest");
        text_add(out, telling_separator(drawing->telling));
    }
    words_say_plain(drawing->telling->words, out, "goats.picture.legend.highest");
}

/* Explains the marks of a trick, or tells who took the last one. */
static void draw_below(const struct goats_drawing *drawing, unsigned row)
{
    const struct goats_board *board = drawing->board;
    bool between = board->trick.count == 0 && board->taker != GAME_SPECTATOR;
    goats_draw_fitted(drawing, row, 2, between ? say_last : say_legend);
}

/* -- The picture ------------------------------------------------------------------------------- */

/* The hill stands to the left of the seats; the lower end of both is the same row. */
static void draw_side_by_side(const struct goats_drawing *drawing, const struct layout *layout,
                              unsigned top)
{
    unsigned hill = goats_hill_rows(drawing->board, &layout->hill);
    unsigned seats = 1 + drawing->board->players * seat_rows(drawing, layout);
    unsigned rows = hill > seats ? hill : seats;
    goats_draw_hill(drawing, &layout->hill, top + rows - 1);
    draw_seats(drawing, layout, top + rows - seats);
    draw_below(drawing, top + rows);
}

/* The hill stands above the seats, as high as there is room. */
static void draw_stacked(const struct goats_drawing *drawing, struct layout layout, unsigned top)
{
    unsigned seats = 1u + drawing->board->players;
    layout.hill.rows = 0;
    unsigned around = goats_hill_rows(drawing->board, &layout.hill);
    layout.hill.rows = drawing->canvas->height - top - seats - around;
    unsigned hill = goats_hill_rows(drawing->board, &layout.hill);
    goats_draw_hill(drawing, &layout.hill, top + hill - 1);
    draw_seats(drawing, &layout, top + hill);
}

void goats_picture(const struct game_view *opaque, const struct telling *telling,
                   struct canvas *canvas)
{
    const struct goats_view *view = OWN(goats, opaque);
    const struct goats_drawing drawing = {&view->board, telling, canvas};
    bool series = view->board.series;
    unsigned row = draw_head(&drawing);
    if (telling->size == PICTURE_SHORT)
        goats_draw_short(&drawing);
    if (telling->size == PICTURE_SHORT || telling->size == PICTURE_LINE)
        return;
    draw_limit(&drawing, row);
    if (telling->size == PICTURE_NARROW)
        draw_stacked(&drawing, series ? narrow_series : narrow, row + 1);
    else
        draw_side_by_side(&drawing,
                          telling->size == PICTURE_LARGE ? &large
                          : series                       ? &wide_series
                                                         : &wide,
                          row + 1);
}
