/* Lines of a table's record, told again in the sentences that told them when they happened. */
#ifndef BELFRY_BOT_TABLES_TALE_H
#define BELFRY_BOT_TABLES_TALE_H

#include "bot/tables/walk.h"

enum { TALE_LINES_MAX = 12, TALE_LINE_BYTES = 700 };

/* The newest lines, of which line `told - 1` is the last. */
struct tale {
    const struct table *table;
    const struct telling *telling;
    uint32_t after;            /* what came up to this line is left out */
    struct game_events events; /* of a move and of what was dealt because of it; not told yet */
    union game_view_block view;
    unsigned told;
    char lines[TALE_LINES_MAX][TALE_LINE_BYTES];
};

/* Takes a line; the last one has been taken when tale_end() is called. */
void tale_take(struct tale *tale, const struct walk_step *step);
void tale_end(struct tale *tale);
/* Returns the first line that there is still room for, where `most` lines fit (0: any number). */
unsigned tale_first(const struct tale *tale, unsigned most);
const char *tale_line(const struct tale *tale, unsigned index);

#endif
