/* The picture in rows that are read one by one. */
#include "games/njet/drawing.h"

static void say_plain(const struct njet_drawing *drawing, const char *key, struct text *out)
{
    words_say_plain(drawing->telling->words, out, key);
}

/* -- The trick --------------------------------------------------------------------------------- */

/* `Bruno red 6, led`. */
static void add_card(const struct njet_drawing *drawing, uint8_t position, unsigned columns,
                     struct text *out)
{
    const struct njet_board *board = drawing->board;
    names_fit(drawing->telling, trick_seat(&board->trick, board->players, position), columns, out);
    text_add(out, " ");
    njet_say_card(drawing->telling, board->trick.cards[position], out);
    if (position != 0)
        return;
    text_add(out, ", ");
    say_plain(drawing, "njet.picture.led", out);
}

static void say_winner(const void *opaque, unsigned columns, struct text *out)
{
    const struct njet_drawing *drawing = opaque;
    add_card(drawing, njet_trick_winner(drawing->board), columns, out);
    if (drawing->board->trick.count < 2)
        return;
    text_add(out, ", ");
    say_plain(drawing, "njet.picture.wins.so-far", out);
}

static void say_others(const void *opaque, unsigned columns, struct text *out)
{
    const struct njet_drawing *drawing = opaque;
    for (uint8_t i = 0; i < drawing->board->trick.count; i++) {
        if (i == njet_trick_winner(drawing->board))
            continue;
        text_separate(out, telling_separator(drawing->telling));
        add_card(drawing, i, columns, out);
    }
}

static unsigned draw_trick(const struct njet_drawing *drawing, unsigned row)
{
    const struct njet_board *board = drawing->board;
    if (board->trick.count == 0 && board->taker != GAME_SPECTATOR)
        njet_draw_fitted(drawing, row++, 0, njet_say_last);
    if (board->trick.count > 0)
        njet_draw_fitted(drawing, row++, 0, say_winner);
    if (board->trick.count > 1)
        njet_draw_fitted(drawing, row++, 0, say_others);
    return row;
}

/* -- The teams --------------------------------------------------------------------------------- */

static void say_team(const struct njet_drawing *drawing, unsigned index, unsigned columns,
                     struct text *out)
{
    const struct njet_board *board = drawing->board;
    seat_set team = njet_team(board, index);
    struct njet_worth worth = njet_worth_of(board, team);
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    names_join_fitted(drawing->telling, team, columns, " + ", &names);
    words_say(drawing->telling->words, out, "njet.picture.team", SAY_TEXT(names.bytes),
              SAY_NUMBER(worth.tricks), SAY_NUMBER(worth.ones), SAY_NUMBER(worth.points));
}

static void say_first_team(const void *opaque, unsigned columns, struct text *out)
{
    say_team(opaque, 0, columns, out);
}

static void say_second_team(const void *opaque, unsigned columns, struct text *out)
{
    say_team(opaque, 1, columns, out);
}

/* -- Before the tricks ------------------------------------------------------------------------- */

/* The partners that can be chosen, as they are typed. */
static void say_choice(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    const struct njet_drawing *drawing = opaque;
    const struct njet_board *board = drawing->board;
    say_plain(drawing, "njet.picture.type", out);
    text_add(out, " ");
    for (uint8_t seat = 0, first = 1; seat < board->players; seat++) {
        if (seat == board->mover)
            continue;
        text_add(out, first ? "" : ", ");
        words_say(drawing->telling->words, out, "njet.picture.partner.type", SAY_NUMBER(seat + 1));
        first = 0;
    }
    if (board->players == 3) {
        text_add(out, ", ");
        say_plain(drawing, "move.alone", out);
    }
}

static void say_discards(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    const struct njet_drawing *drawing = opaque;
    words_say(drawing->telling->words, out, "njet.picture.discards",
              SAY_NUMBER(njet_discard_count(drawing->board)));
}

/* The names with the most points first. */
static void say_points(const void *opaque, unsigned columns, struct text *out)
{
    const struct njet_drawing *drawing = opaque;
    const struct njet_board *board = drawing->board;
    char buffer[256];
    struct text list = TEXT_IN(buffer);
    uint8_t order[NJET_SEATS_MAX];
    for (uint8_t seat = 0; seat < board->players; seat++) {
        uint8_t place = seat;
        for (; place > 0 && board->scores[order[place - 1]] < board->scores[seat]; place--)
            order[place] = order[place - 1];
        order[place] = seat;
    }
    for (uint8_t i = 0; i < board->players; i++) {
        text_separate(&list, ", ");
        names_fit(drawing->telling, order[i], columns, &list);
        text_add_format(&list, " %u", board->scores[order[i]]);
    }
    words_say(drawing->telling->words, out, "njet.picture.points.short", SAY_TEXT(list.bytes));
}

static void say_conditions(const void *opaque, unsigned columns, struct text *out)
{
    (void)columns;
    const struct njet_drawing *drawing = opaque;
    njet_say_conditions(drawing, out);
    text_add(out, telling_separator(drawing->telling));
    njet_say_worth(drawing, out);
}

void njet_draw_short(const struct njet_drawing *drawing)
{
    const struct njet_board *board = drawing->board;
    unsigned row = 1;
    if (board->step == NJET_STONES) {
        njet_draw_board(drawing, row);
        return;
    }
    if (njet_has_conditions(board))
        njet_draw_fitted(drawing, row++, 0, say_conditions);
    if (board->step == NJET_TRICKS)
        row = draw_trick(drawing, row);
    if (board->step == NJET_CHOOSE_PARTNER || board->step == NJET_DISCARDING)
        njet_draw_fitted(drawing, row++, 0, say_discards);
    if (board->step == NJET_CHOOSE_PARTNER)
        njet_draw_fitted(drawing, row++, 0, say_choice);
    if (board->team != 0) {
        njet_draw_fitted(drawing, row++, 0, say_first_team);
        njet_draw_fitted(drawing, row++, 0, say_second_team);
    }
    njet_draw_fitted(drawing, row, 0, say_points);
}
