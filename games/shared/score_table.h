/* A scoring as a table: a column of labels, then a right-aligned column for each seat. */
#ifndef BELFRY_GAMES_SHARED_SCORE_TABLE_H
#define BELFRY_GAMES_SHARED_SCORE_TABLE_H

#include "games/game.h"

enum { SCORE_TABLE_CELL_MAX = 11 };

struct score_table {
    const struct telling *telling;
    struct canvas *canvas;
    unsigned players;
    unsigned label, cell; /* display columns of a label and of a seat; cell > 1 */
};

/* Writes the seats' names as the heads of their columns. */
void score_table_names(const struct score_table *table, unsigned row);
void score_table_label(const struct score_table *table, unsigned row, const char *key);
void score_table_cell(const struct score_table *table, unsigned row, unsigned seat,
                      enum paint paint, const char *string);
/* Writes a number. With `gain`, a positive number has a plus sign. */
void score_table_number(const struct score_table *table, unsigned row, unsigned seat, int number,
                        bool gain);

#endif
