/* Long answers in pages, for networks where lines cost time: the first page at once, the next one
 * each time the person asks for more.
 */
#ifndef BELFRY_BOT_COMMANDS_PAGER_H
#define BELFRY_BOT_COMMANDS_PAGER_H

#include <stdbool.h>

#include "games/shared/text.h"

enum {
    PAGER_LINE_BYTES = 400, /* a longer line breaks between words */
    PAGER_PEOPLE_MAX = 256  /* whose rest is kept; then the oldest is forgotten */
};

/* Rests of answers, by person. Zeroed is empty. */
struct pager {
    struct pager_rest *rests;
};

/* Moves at most `lines` lines from the beginning of `*rest` to `page`, and returns how many are
 * left. */
unsigned pager_turn(const char **rest, unsigned lines, struct text *page);

/* Keeps `text`, what is left for a person, in place of what was; "" forgets it. */
void pager_keep(struct pager *pager, const char *person, const char *text);
/* NULL: there is no more. Valid until the next call. */
const char *pager_rest_of(const struct pager *pager, const char *person);
void pager_clear(struct pager *pager);

#endif
