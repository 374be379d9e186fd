/* The tables with a deadline, ordered by it in a binary heap: the first one is found in O(1), one
 * is moved in O(log n). */
#ifndef BELFRY_BOT_TABLES_DEADLINES_H
#define BELFRY_BOT_TABLES_DEADLINES_H

#include <stddef.h>
#include <stdint.h>

struct table;

struct deadlines {
    struct table **heap; /* a table is never due before the one at (i - 1) / 2 */
    size_t count, room;
};

#define DEADLINE_NEVER INT64_MAX

/* Makes the table due at `due` (milliseconds since 1970) instead of what was set before;
 * DEADLINE_NEVER removes it. */
void deadlines_set(struct deadlines *deadlines, struct table *table, int64_t due);
/* Returns the table that is due first, or NULL when there is none. */
struct table *deadlines_first(const struct deadlines *deadlines);
void deadlines_free(struct deadlines *deadlines);

#endif
