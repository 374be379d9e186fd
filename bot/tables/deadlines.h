/* Tables in the order in which they want attention, as a heap: finding the first costs nothing,
 * moving one costs the logarithm of how many there are, however many rest.
 */
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

/* The table is due at `due` (milliseconds since 1970) from now on; DEADLINE_NEVER takes it out. */
void deadlines_set(struct deadlines *deadlines, struct table *table, int64_t due);
/* The table that is due first, NULL: none ever is. */
struct table *deadlines_first(const struct deadlines *deadlines);
void deadlines_free(struct deadlines *deadlines);

#endif
