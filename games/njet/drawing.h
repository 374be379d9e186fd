/* What the pictures of Njet! share. */
#ifndef BELFRY_GAMES_NJET_DRAWING_H
#define BELFRY_GAMES_NJET_DRAWING_H

#include "games/njet/njet.h"
#include "games/shared/names.h"

enum { NJET_TEXT_MAX = 512 };

struct njet_drawing {
    const struct njet_board *board;
    const struct telling *telling;
    struct canvas *canvas;
};

/* The rows of the board as they are shown: start, discard, trump, super, points. */
extern const uint8_t njet_rows_shown[NJET_ROWS];

enum paint njet_paint_of_colour(uint8_t colour);
enum paint njet_paint_of_cell(uint8_t cell);
/* Adds a card in words: `red 6`. */
void njet_say_card(const struct telling *telling, uint8_t card, struct text *out);
/* Adds the free cells of a row, as they are typed: `red, blue or green`. */
void njet_say_free_cells(const struct njet_drawing *drawing, uint8_t row, unsigned columns,
                         struct text *out);
/* Adds moves that rule something out, as many as fit `room` display columns. */
void njet_say_examples(const struct njet_drawing *drawing, unsigned room, struct text *out);
/* Adds `trump red · green 1s beat all`. */
void njet_say_conditions(const struct njet_drawing *drawing, struct text *out);
/* Adds `each trick counts 3`. */
void njet_say_worth(const struct njet_drawing *drawing, struct text *out);
/* Whether all conditions of the round are decided. */
bool njet_has_conditions(const struct njet_board *board);
/* The start player's team, then the other; empty while there are no teams. */
seat_set njet_team(const struct njet_board *board, unsigned index);
/* The tricks and 1s of a team so far, and what they bring each member. */
struct njet_worth {
    unsigned tricks, ones, points;
    bool doubled; /* a player alone */
};
struct njet_worth njet_worth_of(const struct njet_board *board, seat_set team);
/* What the last move was, if it is known: `last: Dora played red 4`. */
void njet_say_last(const void *drawing, unsigned columns, struct text *out);

/* Writes text from `column` on, broken at blanks; returns the row below. */
unsigned njet_draw_wrapped(const struct njet_drawing *drawing, unsigned row, unsigned column,
                           const char *text);
/* Writes a row that names people, with the names cut until it fits the canvas. */
void njet_draw_fitted(const struct njet_drawing *drawing, unsigned row, unsigned column,
                      names_saying *say);
/* board_picture.c: the board while stones are put. */
void njet_draw_board(const struct njet_drawing *drawing, unsigned row);
/* short_picture.c: draws the rows below the head. */
void njet_draw_short(const struct njet_drawing *drawing);

#endif
