/* Items one after the other in rows: an item that no longer fits begins the next row. */
#ifndef BELFRY_GAMES_SHARED_FLOW_H
#define BELFRY_GAMES_SHARED_FLOW_H

#include "games/shared/canvas.h"

struct flow {
    struct canvas *canvas; /* NULL: nothing is written, only the rows are counted */
    unsigned width;        /* the column at which rows end */
    unsigned height; /* the row at which items end: what would stand there is left out; 0: none */
    unsigned left;   /* the column at which rows after the first begin */
    unsigned row, column; /* where the last item ended */
    bool begun;           /* an item stands in this row */
};

/* Adds an item. `separator` stands before it, unless it is the first of its row; of a separator
 * such as `, ` the sign then ends the row before. */
void flow_add(struct flow *flow, const char *separator, enum paint paint, const char *item);

#endif
