/* The table as text art. While stones are put it is the board (board_picture.c), then the trick:
 *
 *     > Alice to play                           Njet! round 3 of 8
 *       trump red · green 1s beat all · each trick counts 3
 *       trick 5 of 8          card              tricks 1s   points
 *     > Alice     with Dora   …                      1  0       24
 *       Bruno     with Carol  red 6   led, wins      1  0       39
 *       Carol     with Bruno  red 1                  1  0       39
 *       Dora      with Alice  red 4                  1  0       24
 *       so far Alice + Dora 2 × 3 = 6, Bruno + Carol 2 × 3 = 6
 *       1s: taken from the other team; each counts like a trick
 */
#include "games/njet/drawing.h"

#include <string.h>

#include "games/shared/head.h"
#include "games/shared/labels.h"

/* The layout of one size, in columns. Numbers end before their column. */
struct layout {
    unsigned margin, name, name_columns;
    unsigned partner, partner_columns; /* 0 columns: there is no room */
    unsigned card, mark, tricks, ones, points;
    bool framed; /* cards have frames: three rows a seat */
};

enum { LABEL_COLUMNS = 6 };

static const struct layout wide = {0, 2, 9, 12, 12, 24, 32, 49, 52, 60, false};
static const struct layout narrow = {0, 1, 6, 0, 0, 8, 16, 26, 29, 36, false};
static const struct layout large = {0, 2, 10, 14, 14, 32, 45, 65, 69, 80, true};

static unsigned stones_of(const struct njet_board *board)
{
    return board->players == 3 ? 14 : 15;
}

static bool is_over(const struct njet_board *board)
{
    return njet_actors(board) == 0;
}

/* -- The head ---------------------------------------------------------------------------------- */

static void say_end(const struct njet_drawing *drawing, unsigned columns, struct text *out)
{
    const struct njet_board *board = drawing->board;
    seat_set winners = njet_leaders(board);
    int count = __builtin_popcount(winners);
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    names_join_fitted(drawing->telling, winners, columns, ", ", &names);
    words_say(drawing->telling->words, out,
              count > 2 ? "njet.picture.won.many" : "njet.picture.won", SAY_TEXT(names.bytes),
              SAY_NUMBER(count), SAY_NUMBER(board->scores[__builtin_ctz(winners)]));
}

static void say_situation(const void *opaque, unsigned columns, bool brief, struct text *out)
{
    static const char *const messages[] = {[NJET_DEAL] = "njet.picture.deal",
                                           [NJET_STONES] = "njet.picture.njet",
                                           [NJET_CHOOSE_PARTNER] = "njet.picture.partner",
                                           [NJET_DISCARDING] = "njet.picture.discard",
                                           [NJET_TRICKS] = "njet.picture.play"};
    const struct njet_drawing *drawing = opaque;
    const struct njet_board *board = drawing->board;
    static const char *const briefs[] = {[NJET_STONES] = "njet.picture.njet.brief",
                                         [NJET_CHOOSE_PARTNER] = "njet.picture.partner.brief"};
    if (board->step == NJET_END) {
        say_end(drawing, columns, out);
        return;
    }
    seat_set actors = njet_actors(board);
    int count = __builtin_popcount(actors);
    bool has_brief = board->step == NJET_STONES || board->step == NJET_CHOOSE_PARTNER;
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    names_join_fitted(drawing->telling, actors, columns, ", ", &names);
    words_say(drawing->telling->words, out,
              count > 2            ? "njet.picture.discard.many"
              : brief && has_brief ? briefs[board->step]
                                   : messages[board->step],
              count == 0 ? SAY_NUMBER(board->round) : SAY_TEXT(names.bytes),
              SAY_NUMBER(board->step == NJET_DISCARDING ? njet_discard_count(board) : 0),
              SAY_NUMBER(count));
}

/* `Njet! round 3 of 8`, with how far the round is where no other row says it. */
static void say_game(const struct njet_drawing *drawing, struct text *out)
{
    const struct njet_board *board = drawing->board;
    enum picture_size size = drawing->telling->size;
    bool has_labels = size == PICTURE_WIDE || size == PICTURE_LARGE;
    const char *message = "njet.picture.title";
    unsigned now = 0, all = 0;
    if (board->step == NJET_STONES) {
        message = "njet.picture.title.stones";
        now = stones_of(board) - board->stones_left + 1;
        all = stones_of(board);
    } else if (board->step == NJET_TRICKS && !has_labels) {
        message =
            size == PICTURE_NARROW ? "njet.picture.title.trick" : "njet.picture.title.trick.brief";
        now = board->trick_number;
        all = njet_trick_count(board);
    }
    words_say(drawing->telling->words, out, message, SAY_NUMBER(board->round),
              SAY_NUMBER(board->rounds), SAY_NUMBER(now), SAY_NUMBER(all));
}

static unsigned draw_head(const struct njet_drawing *drawing)
{
    char buffer[256];
    struct text game = TEXT_IN(buffer);
    say_game(drawing, &game);
    const struct head head = {.game = game.bytes,
                              .is_over = is_over(drawing->board),
                              .say = say_situation,
                              .drawing = drawing};
    return head_draw(drawing->telling, drawing->canvas, &head);
}

/* -- What the pictures share ------------------------------------------------------------------- */

bool njet_has_conditions(const struct njet_board *board)
{
    return board->round > 0 && board->stones_left == 0;
}

static const enum paint paints[] = {[NJET_BLUE] = PAINT_BLUE,
                                    [NJET_GREEN] = PAINT_GREEN,
                                    [NJET_BLACK] = PAINT_GREY,
                                    [NJET_RED] = PAINT_RED};

enum paint njet_paint_of_colour(uint8_t colour)
{
    return colour == NJET_NO_COLOUR ? PAINT_NONE : paints[colour];
}

void njet_say_card(const struct telling *telling, uint8_t card, struct text *out)
{
    static const char *const words[] = {[NJET_BLUE] = "move.blue",
                                        [NJET_GREEN] = "move.green",
                                        [NJET_BLACK] = "move.black",
                                        [NJET_RED] = "move.red"};
    words_say_plain(telling->words, out, words[njet_colour(card)]);
    text_add_format(out, " %u", njet_value(card));
}

void njet_say_conditions(const struct njet_drawing *drawing, struct text *out)
{
    static const char *const supers[] = {[NJET_BLUE] = "njet.picture.super.blue",
                                         [NJET_GREEN] = "njet.picture.super.green",
                                         [NJET_BLACK] = "njet.picture.super.black",
                                         [NJET_RED] = "njet.picture.super.red"};
    const struct njet_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    uint8_t super = njet_super(board);
    words_say_plain(words, out, njet_row_message(NJET_ROW_TRUMP));
    text_add(out, " ");
    njet_say_cell(drawing->telling, njet_free_cell(board, NJET_ROW_TRUMP), 0, out);
    text_add(out, telling_separator(drawing->telling));
    words_say_plain(words, out,
                    super == NJET_NO_COLOUR ? "njet.picture.super.none" : supers[super]);
}

void njet_say_worth(const struct njet_drawing *drawing, struct text *out)
{
    words_say(drawing->telling->words, out, "njet.picture.worth",
              SAY_NUMBER(njet_points(drawing->board)));
}

seat_set njet_team(const struct njet_board *board, unsigned index)
{
    if (board->team == 0)
        return 0;
    return index == 0 ? board->team : (seat_set)(njet_everybody(board) & ~board->team);
}

struct njet_worth njet_worth_of(const struct njet_board *board, seat_set team)
{
    struct njet_worth worth = {.doubled = njet_alone(board->players, board->team) == team};
    for (unsigned seat = 0; seat < board->players; seat++) {
        worth.tricks += team & SEAT_BIT(seat) ? board->tricks[seat] : 0u;
        worth.ones += team & SEAT_BIT(seat) ? board->booty[seat] : 0u;
    }
    worth.points = (worth.tricks + worth.ones) * njet_points(board) * (worth.doubled ? 2 : 1);
    return worth;
}

void njet_say_last(const void *opaque, unsigned columns, struct text *out)
{
    const struct njet_drawing *drawing = opaque;
    const struct njet_board *board = drawing->board;
    const struct trick *trick = &board->trick;
    char name_buffer[64], card_buffer[64];
    struct text name = TEXT_IN(name_buffer), card = TEXT_IN(card_buffer);
    if (trick->count > 0) {
        uint8_t last = (uint8_t)(trick->count - 1);
        names_fit(drawing->telling, trick_seat(trick, board->players, last), columns, &name);
        njet_say_card(drawing->telling, trick->cards[last], &card);
        words_say(drawing->telling->words, out, "njet.picture.last.played", SAY_TEXT(name.bytes),
                  SAY_TEXT(card.bytes));
    } else if (board->taker != GAME_SPECTATOR) {
        names_fit(drawing->telling, board->taker, columns, &name);
        words_say(drawing->telling->words, out, "njet.picture.last", SAY_TEXT(name.bytes),
                  SAY_NUMBER(is_over(board) ? board->trick_number : board->trick_number - 1));
    }
}

void njet_draw_fitted(const struct njet_drawing *drawing, unsigned row, unsigned column,
                      names_saying *say)
{
    char buffer[NJET_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    names_say_within(say, drawing, drawing->canvas->width - column, &line);
    canvas_write(drawing->canvas, row, column, PAINT_NONE, line.bytes);
}

unsigned njet_draw_wrapped(const struct njet_drawing *drawing, unsigned row, unsigned column,
                           const char *text)
{
    unsigned at = column;
    while (*text != '\0') {
        char buffer[NJET_TEXT_MAX];
        struct text word = TEXT_IN(buffer);
        size_t length = strcspn(text, " ");
        text_add_bytes(&word, text, length);
        text += length + (text[length] == ' ');
        if (at > column && at + 1 + display_width(word.bytes) > drawing->canvas->width) {
            row++;
            at = column;
        }
        at = canvas_write(drawing->canvas, row, at + (at > column), PAINT_NONE, word.bytes);
    }
    return row + 1;
}

/* -- The seats --------------------------------------------------------------------------------- */

static void draw_number(const struct njet_drawing *drawing, unsigned row, unsigned end,
                        unsigned number)
{
    char buffer[16];
    struct text digits = TEXT_IN(buffer);
    text_add_number(&digits, number);
    canvas_write(drawing->canvas, row, end - (unsigned)digits.length, PAINT_NONE, digits.bytes);
}

/* Says with whom the seat plays. While the start player chooses, it says what they can type. */
static void say_partner(const struct njet_drawing *drawing, const struct layout *layout,
                        uint8_t seat, struct text *out)
{
    const struct njet_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    seat_set others = (seat_set)(njet_team_of(board, seat) & ~SEAT_BIT(seat));
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    if (board->step == NJET_CHOOSE_PARTNER) {
        bool mover = seat == board->mover;
        if (!mover)
            words_say(words, out, "njet.picture.partner.type", SAY_NUMBER(seat + 1));
        else if (board->players == 3)
            words_say_plain(words, out, "move.alone");
        return;
    }
    if (board->team == 0)
        return;
    if (others == 0) {
        words_say_plain(words, out, "njet.picture.alone");
        return;
    }
    for (unsigned columns = NAME_COLUMNS_MAX; columns >= NAME_COLUMNS_MIN; columns--) {
        text_clear(&name);
        text_clear(out);
        names_fit(drawing->telling, (unsigned)__builtin_ctz(others), columns, &name);
        words_say(words, out, "njet.picture.with", SAY_TEXT(name.bytes));
        if (display_width(out->bytes) < layout->partner_columns)
            break;
    }
}

static void draw_frame(const struct njet_drawing *drawing, const struct layout *layout,
                       unsigned row)
{
    canvas_write(drawing->canvas, row - 1, layout->card - 2, PAINT_FAINT, "┌─────────┐");
    canvas_write(drawing->canvas, row, layout->card - 2, PAINT_FAINT, "│         │");
    canvas_write(drawing->canvas, row + 1, layout->card - 2, PAINT_FAINT, "└─────────┘");
}

/* Draws the card that the seat has played, and whether it was led or wins. */
static void draw_card(const struct njet_drawing *drawing, const struct layout *layout, unsigned row,
                      uint8_t seat)
{
    const struct njet_board *board = drawing->board;
    const struct words *words = drawing->telling->words;
    char card_buffer[64], mark_buffer[64];
    struct text card = TEXT_IN(card_buffer), mark = TEXT_IN(mark_buffer);
    uint8_t position;
    if (!trick_position(&board->trick, board->players, seat, &position)) {
        canvas_write(drawing->canvas, row, layout->card, PAINT_FAINT, "…");
        return;
    }
    uint8_t code = board->trick.cards[position];
    njet_say_card(drawing->telling, code, &card);
    canvas_write(drawing->canvas, row, layout->card, njet_paint_of_colour(njet_colour(code)),
                 card.bytes);
    if (position == 0 && layout->partner_columns > 0)
        words_say_plain(words, &mark, "njet.picture.led");
    if (board->trick.count > 1 && position == njet_trick_winner(board)) {
        text_separate(&mark, ", ");
        words_say_plain(words, &mark, "njet.picture.wins");
    }
    canvas_write(drawing->canvas, row, layout->mark, PAINT_TITLE, mark.bytes);
}

static void draw_label_at(const struct njet_drawing *drawing, unsigned row, unsigned column,
                          const char *key)
{
    label_draw(drawing->telling, drawing->canvas, row, column, LABEL_COLUMNS + 2, key);
}

/* What the seat does in this step: its card, or that it is ready; at the end, whether it wins. */
static void draw_doing(const struct njet_drawing *drawing, const struct layout *layout,
                       unsigned row, uint8_t seat)
{
    const struct njet_board *board = drawing->board;
    if (board->step == NJET_TRICKS)
        draw_card(drawing, layout, row, seat);
    else if (board->discarded & SEAT_BIT(seat))
        draw_label_at(drawing, row, layout->card, "njet.picture.ready");
    else if (board->step == NJET_END && njet_leaders(board) & SEAT_BIT(seat))
        draw_label_at(drawing, row, layout->card, "njet.picture.wins");
}

static void draw_seat(const struct njet_drawing *drawing, const struct layout *layout, unsigned row,
                      uint8_t seat)
{
    const struct njet_board *board = drawing->board;
    char name_buffer[64], partner_buffer[128];
    struct text name = TEXT_IN(name_buffer), partner = TEXT_IN(partner_buffer);
    names_fit(drawing->telling, seat, layout->name_columns, &name);
    if (njet_actors(board) & SEAT_BIT(seat))
        canvas_write(drawing->canvas, row, layout->margin, PAINT_TITLE, ">");
    canvas_write(drawing->canvas, row, layout->name, paint_of_seat(seat), name.bytes);
    if (layout->partner_columns > 0 || board->step == NJET_CHOOSE_PARTNER)
        say_partner(drawing, layout, seat, &partner);
    canvas_write(drawing->canvas, row, layout->partner > 0 ? layout->partner : layout->card,
                 PAINT_NONE, partner.bytes);
    if (layout->framed && board->step == NJET_TRICKS)
        draw_frame(drawing, layout, row);
    draw_doing(drawing, layout, row, seat);
    draw_number(drawing, row, layout->tricks, board->tricks[seat]);
    draw_number(drawing, row, layout->ones, board->booty[seat]);
    draw_number(drawing, row, layout->points, board->scores[seat]);
}

static void draw_labels(const struct njet_drawing *drawing, const struct layout *layout,
                        unsigned row)
{
    const struct njet_board *board = drawing->board;
    const struct telling *telling = drawing->telling;
    char buffer[64];
    struct text trick = TEXT_IN(buffer);
    if (board->step == NJET_TRICKS && layout->partner_columns > 0)
        words_say(telling->words, &trick, "njet.picture.trick", SAY_NUMBER(board->trick_number),
                  SAY_NUMBER(njet_trick_count(board)));
    canvas_write(drawing->canvas, row, layout->name, PAINT_NONE, trick.bytes);
    if (board->step == NJET_TRICKS)
        draw_label_at(drawing, row, layout->card, "njet.picture.label.card");
    label_draw_to(telling, drawing->canvas, row, layout->tricks, LABEL_COLUMNS,
                  "njet.picture.label.tricks");
    label_draw_to(telling, drawing->canvas, row, layout->ones, 2, "njet.picture.label.ones");
    label_draw_to(telling, drawing->canvas, row, layout->points, LABEL_COLUMNS,
                  "njet.picture.label.points");
}

static unsigned draw_seats(const struct njet_drawing *drawing, const struct layout *layout,
                           unsigned row)
{
    unsigned rows = layout->framed && drawing->board->step == NJET_TRICKS ? 3 : 1;
    draw_labels(drawing, layout, row++);
    for (uint8_t seat = 0; seat < drawing->board->players; seat++, row += rows)
        draw_seat(drawing, layout, row + rows / 2, seat);
    return row;
}

/* -- The teams --------------------------------------------------------------------------------- */

/* `2 × 3 = 6`; a player alone: `2 × 3 × 2 = 12`. */
static void add_sum(const struct njet_drawing *drawing, seat_set team, struct text *out)
{
    struct njet_worth worth = njet_worth_of(drawing->board, team);
    text_add_format(out, "%u × %u%s = %u", worth.tricks + worth.ones, njet_points(drawing->board),
                    worth.doubled ? " × 2" : "", worth.points);
}

/* `so far Alice + Dora 2 × 3 = 6, Bruno + Carol 2 × 3 = 6`. */
static void say_teams(const void *opaque, unsigned columns, struct text *out)
{
    const struct njet_drawing *drawing = opaque;
    words_say_plain(drawing->telling->words, out, "njet.picture.so-far");
    for (unsigned i = 0; i < 2; i++) {
        seat_set team = njet_team(drawing->board, i);
        text_add(out, i == 0 ? " " : ", ");
        names_join_fitted(drawing->telling, team, columns, " + ", out);
        text_add(out, " ");
        add_sum(drawing, team, out);
    }
}

/* `Alice and Dora: 2 × 3 = 6`. */
static void say_team(const struct njet_drawing *drawing, unsigned index, unsigned columns,
                     struct text *out)
{
    const struct words *words = drawing->telling->words;
    seat_set team = njet_team(drawing->board, index);
    char between_buffer[32], names_buffer[256], sum_buffer[64];
    struct text between = TEXT_IN(between_buffer), names = TEXT_IN(names_buffer);
    struct text sum = TEXT_IN(sum_buffer);
    words_say_plain(words, &between, "njet.picture.and");
    names_join_fitted(drawing->telling, team, columns, between.bytes, &names);
    add_sum(drawing, team, &sum);
    words_say(words, out, "njet.picture.team.sum", SAY_TEXT(names.bytes), SAY_TEXT(sum.bytes));
}

static void say_first_team(const void *opaque, unsigned columns, struct text *out)
{
    say_team(opaque, 0, columns, out);
}

static void say_second_team(const void *opaque, unsigned columns, struct text *out)
{
    say_team(opaque, 1, columns, out);
}

/* -- The picture ------------------------------------------------------------------------------- */

/* `2 cards are put away`, in the steps before the tricks. */
static unsigned draw_discards(const struct njet_drawing *drawing, unsigned row, unsigned column)
{
    const struct njet_board *board = drawing->board;
    char buffer[NJET_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    if (board->step != NJET_CHOOSE_PARTNER && board->step != NJET_DISCARDING)
        return row;
    words_say(drawing->telling->words, &line, "njet.picture.discards",
              SAY_NUMBER(njet_discard_count(board)));
    canvas_write(drawing->canvas, row, column, PAINT_NONE, line.bytes);
    return row + 1;
}

static void draw_wide(const struct njet_drawing *drawing, const struct layout *layout, unsigned row)
{
    const struct njet_board *board = drawing->board;
    char buffer[NJET_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    if (njet_has_conditions(board)) {
        njet_say_conditions(drawing, &line);
        text_add(&line, telling_separator(drawing->telling));
        njet_say_worth(drawing, &line);
        canvas_write(drawing->canvas, row++, 2, PAINT_NONE, line.bytes);
    }
    row = draw_discards(drawing, row, 2);
    row = draw_seats(drawing, layout, row);
    if (board->step != NJET_TRICKS)
        return;
    njet_draw_fitted(drawing, row++, 2, say_teams);
    text_clear(&line);
    words_say_plain(drawing->telling->words, &line, "njet.picture.legend");
    canvas_write(drawing->canvas, row, 2, PAINT_NONE, line.bytes);
}

static void draw_narrow(const struct njet_drawing *drawing, unsigned row)
{
    const struct njet_board *board = drawing->board;
    char buffer[NJET_TEXT_MAX];
    struct text line = TEXT_IN(buffer);
    if (njet_has_conditions(board)) {
        njet_say_conditions(drawing, &line);
        canvas_write(drawing->canvas, row++, 0, PAINT_NONE, line.bytes);
        text_clear(&line);
        njet_say_worth(drawing, &line);
        canvas_write(drawing->canvas, row++, 0, PAINT_NONE, line.bytes);
    }
    row = draw_discards(drawing, row, 0);
    row = draw_seats(drawing, &narrow, row);
    if (board->step != NJET_TRICKS)
        return;
    njet_draw_fitted(drawing, row++, 0, say_first_team);
    njet_draw_fitted(drawing, row++, 0, say_second_team);
    if (board->trick.count > 0 || board->taker != GAME_SPECTATOR)
        njet_draw_fitted(drawing, row, 0, njet_say_last);
}

void njet_picture(const struct game_view *opaque, const struct telling *telling,
                  struct canvas *canvas)
{
    const struct njet_view *view = OWN(njet, opaque);
    const struct njet_drawing drawing = {&view->board, telling, canvas};
    unsigned row = draw_head(&drawing);
    if (telling->size == PICTURE_LINE)
        return;
    if (telling->size == PICTURE_SHORT)
        njet_draw_short(&drawing);
    else if (view->board.step == NJET_STONES)
        njet_draw_board(&drawing, row);
    else if (telling->size == PICTURE_NARROW)
        draw_narrow(&drawing, row);
    else
        draw_wide(&drawing, telling->size == PICTURE_LARGE ? &large : &wide, row);
}
