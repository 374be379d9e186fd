/* The picture in rows that are read one by one. */
#include "games/goats/drawing.h"

static void say_plain(const struct goats_drawing *drawing, const char *key, struct text *out)
{
    words_say_plain(drawing->telling->words, out, key);
}

/* `hill 5 + 6 + 1 + ? = limit 12 so far, 1 card to come`. */
static void say_hill(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    const struct goats_drawing *drawing = opaque;
    const struct goats_hill *hill = &drawing->board->hill;
    char buffer[64];
    struct text numbers = TEXT_IN(buffer);
    for (unsigned i = 0; i < GOATS_HILL_STEPS; i++) {
        text_separate(&numbers, " + ");
        if (i < hill->built)
            text_add_number(&numbers, hill->numbers[i]);
        else if (i < hill->turned)
            text_add_format(&numbers, "%u/%u", goats_hill_smaller(hill->cards[i]),
                            goats_hill_larger(hill->cards[i]));
        else
            text_add(&numbers, "?");
    }
    words_say(drawing->telling->words, out,
              hill->built == GOATS_HILL_STEPS ? "goats.picture.hill.limit" : "goats.picture.hill",
              SAY_TEXT(numbers.bytes), SAY_NUMBER(goats_hill_sum(hill)),
              SAY_NUMBER(GOATS_HILL_STEPS - hill->built));
}

/* -- The trick --------------------------------------------------------------------------------- */

/* `Bruno 35 ●●● led`. */
static void add_card(const struct goats_drawing *drawing, uint8_t position, unsigned columns,
                     struct text *out)
{
    const struct trick *trick = &drawing->board->trick;
    uint8_t card = trick->cards[position];
    names_fit(drawing->telling, trick_seat(trick, drawing->board->players, position), columns, out);
    text_add_format(out, " %u ", card);
    goats_add_heads(card, false, out);
    if (goats_place_of(drawing->board, position) == GOATS_LED) {
        text_add(out, " ");
        say_plain(drawing, "goats.picture.led", out);
    }
}

static void say_lowest(const void *opaque, unsigned columns, struct text *out)
{
    const struct goats_drawing *drawing = opaque;
    const struct goats_board *board = drawing->board;
    add_card(drawing, goats_trick_lowest(&board->trick), columns, out);
    text_add(out, " ");
    say_plain(drawing,
              board->trick_number == GOATS_HILL_STEPS ? "goats.picture.lowest.last"
                                                      : "goats.picture.legend.lowest",
              out);
}

static void say_highest(const void *opaque, unsigned columns, struct text *out)
{
    const struct goats_drawing *drawing = opaque;
    const struct goats_board *board = drawing->board;
    add_card(drawing, goats_trick_highest(&board->trick), columns, out);
    text_add(out, " ");
    words_say(drawing->telling->words, out, "goats.picture.highest.heads",
              SAY_NUMBER(goats_trick_heads(board)));
}

enum { CARDS_IN_A_ROW = 3 };

/* Says a row of the cards that are neither the highest nor the lowest. */
static void say_others(const struct goats_drawing *drawing, unsigned wanted, unsigned columns,
                       struct text *out)
{
    unsigned others = 0;
    for (uint8_t i = 0; i < drawing->board->trick.count; i++) {
        if (goats_place_of(drawing->board, i) >= GOATS_LOWEST ||
            others++ / CARDS_IN_A_ROW != wanted)
            continue;
        text_separate(out, telling_separator(drawing->telling));
        add_card(drawing, i, columns, out);
    }
}

static void say_first_others(const void *opaque, unsigned columns, struct text *out)
{
    say_others(opaque, 0, columns, out);
}

static void say_later_others(const void *opaque, unsigned columns, struct text *out)
{
    say_others(opaque, 1, columns, out);
}

static unsigned others_of(const struct goats_board *board)
{
    unsigned others = 0;
    for (uint8_t i = 0; i < board->trick.count; i++)
        others += goats_place_of(board, i) < GOATS_LOWEST;
    return others;
}

static void say_waiting(const void *opaque, unsigned columns, struct text *out)
{
    const struct goats_drawing *drawing = opaque;
    const struct goats_board *board = drawing->board;
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    for (uint8_t i = board->trick.count; i < board->players; i++) {
        text_separate(&names, ", ");
        names_fit(drawing->telling, trick_seat(&board->trick, board->players, i), columns, &names);
    }
    words_say(drawing->telling->words, out, "goats.picture.waiting", SAY_TEXT(names.bytes));
}

static unsigned draw_trick(const struct goats_drawing *drawing, unsigned row)
{
    const struct goats_board *board = drawing->board;
    unsigned others = others_of(board);
    if (others > 0)
        goats_draw_fitted(drawing, row++, 0, say_first_others);
    if (others > CARDS_IN_A_ROW)
        goats_draw_fitted(drawing, row++, 0, say_later_others);
    if (board->trick.count > 1 && goats_hill_grows(board))
        goats_draw_fitted(drawing, row++, 0, say_lowest);
    if (board->trick.count > 1)
        goats_draw_fitted(drawing, row++, 0, say_highest);
    if (board->trick.count < board->players)
        goats_draw_fitted(drawing, row++, 0, say_waiting);
    return row;
}

/* -- The standing ------------------------------------------------------------------------------ */

/* A row of numbers of the seats from `first` on; `key` is the message of the first row. */
struct numbers {
    const struct goats_drawing *drawing;
    const char *key;
    const uint16_t *of;
    uint8_t first, end;
};

/* `points: Alice 31, Bruno 12`. */
static void say_numbers(const void *opaque, unsigned columns, struct text *out)
{
    const struct numbers *numbers = opaque;
    const struct telling *telling = numbers->drawing->telling;
    char buffer[256];
    struct text list = TEXT_IN(buffer);
    for (uint8_t seat = numbers->first; seat < numbers->end; seat++) {
        text_separate(&list, ", ");
        names_fit(telling, seat, columns, &list);
        text_add_format(&list, " %u", numbers->of[seat]);
    }
    if (numbers->first == 0)
        words_say(telling->words, out, numbers->key, SAY_TEXT(list.bytes));
    else
        text_add(out, list.bytes);
}

/* Draws the numbers in one row, or in two where the names would be cut too short. */
static unsigned draw_numbers(const struct goats_drawing *drawing, unsigned row, const char *key,
                             const uint16_t *of)
{
    struct canvas *canvas = drawing->canvas;
    uint8_t players = drawing->board->players;
    struct numbers numbers = {drawing, key, of, 0, players};
    char buffer[GOATS_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    names_say_within(say_numbers, &numbers, canvas->width, &line);
    if (display_width(line.bytes) > canvas->width) {
        numbers.end = players / 2;
        names_say_within(say_numbers, &numbers, canvas->width, &line);
        canvas_write(canvas, row++, 0, PAINT_NONE, line.bytes);
        numbers = (struct numbers){drawing, key, of, players / 2, players};
        names_say_within(say_numbers, &numbers, canvas->width, &line);
    }
    canvas_write(canvas, row++, 0, PAINT_NONE, line.bytes);
    return row;
}

/* `tricks: Bruno 1, Carol 1, the others 0`. */
static void say_tricks(const void *opaque, unsigned columns, struct text *out)
{
    const struct goats_drawing *drawing = opaque;
    const struct goats_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    char buffer[256];
    struct text tricks = TEXT_IN(buffer);
    unsigned without = 0;
    for (uint8_t seat = 0; seat < board->players; seat++)
        without += board->tricks[seat] == 0;
    for (uint8_t seat = 0; seat < board->players; seat++) {
        if (board->tricks[seat] == 0 && without > 1)
            continue;
        text_separate(&tricks, ", ");
        names_fit(drawing->telling, seat, columns, &tricks);
        text_add_format(&tricks, " %u", board->tricks[seat]);
    }
    if (without > 1) {
        text_separate(&tricks, ", ");
        words_say_plain(words, &tricks, "goats.picture.others");
    }
    if (without == board->players)
        words_say_plain(words, out, "goats.picture.tricks.none");
    else
        words_say(words, out, "goats.picture.tricks", SAY_TEXT(tricks.bytes));
}

void goats_draw_short(const struct goats_drawing *drawing)
{
    const struct goats_board *board = drawing->board;
    unsigned row = 1;
    goats_draw_fitted(drawing, row++, 0, say_hill);
    if (goats_in_play(board))
        row = draw_trick(drawing, row);
    if (!goats_in_play(board) && board->scoring.round > 0) {
        uint16_t heads[GAME_SEATS_MAX];
        for (uint8_t seat = 0; seat < board->players; seat++)
            heads[seat] = board->scoring.heads[seat];
        row = draw_numbers(drawing, row, "goats.picture.heads", heads);
    }
    if (board->series)
        row = draw_numbers(drawing, row, "goats.picture.points", board->scores);
    if (row < drawing->canvas->height)
        goats_draw_fitted(drawing, row, 0, say_tricks);
}
