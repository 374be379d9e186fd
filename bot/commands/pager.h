/* Long answers in pages, for networks where lines cost time: the first page at once, another one
 * each time the person asks for more. */
#ifndef BELFRY_BOT_COMMANDS_PAGER_H
#define BELFRY_BOT_COMMANDS_PAGER_H

#include <stdbool.h>

#include "games/shared/text.h"

enum {
    PAGER_LINE_BYTES = 400, /* a longer line is broken between words */
    PAGER_PEOPLE_MAX = 256  /* people whose rest is kept; beyond that, the oldest is forgotten */
};

/* Rests of answers, by person. Zeroed means empty. */
struct pager {
    struct pager_rest *rests;
};

/* Moves up to `lines` lines from the beginning of `*rest` to `page`, and returns how many are left.
 */
unsigned pager_turn(const char **rest, unsigned lines, struct text *page);

/* Keeps `text` as the person's rest, instead of an earlier one; "" forgets it. */
void pager_keep(struct pager *pager, const char *person, const char *text);
/* Returns the person's rest, or NULL. Valid until the next call. */
const char *pager_rest_of(const struct pager *pager, const char *person);
void pager_clear(struct pager *pager);

#endif
