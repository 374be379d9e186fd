#include "bot/tables/deadlines.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/tables/table.h"

enum { ROOM_AT_FIRST = 16 };

static void put(struct deadlines *deadlines, size_t i, struct table *table)
{
    deadlines->heap[i] = table;
    table->due_index = i + 1;
}

static void rise(struct deadlines *deadlines, size_t i)
{
    struct table *table = deadlines->heap[i];
    for (; i > 0 && deadlines->heap[(i - 1) / 2]->due > table->due; i = (i - 1) / 2)
        put(deadlines, i, deadlines->heap[(i - 1) / 2]);
    put(deadlines, i, table);
}

static void sink(struct deadlines *deadlines, size_t i)
{
    struct table *table = deadlines->heap[i];
    for (size_t child; (child = 2 * i + 1) < deadlines->count; i = child) {
        if (child + 1 < deadlines->count &&
            deadlines->heap[child + 1]->due < deadlines->heap[child]->due)
            child++;
        if (deadlines->heap[child]->due >= table->due)
            break;
        put(deadlines, i, deadlines->heap[child]);
    }
    put(deadlines, i, table);
}

/* Moves the table at `i` to where it belongs after its due time has changed. */
static void settle(struct deadlines *deadlines, size_t i)
{
    const struct table *table = deadlines->heap[i];
    rise(deadlines, i);
    sink(deadlines, table->due_index - 1);
}

static void add(struct deadlines *deadlines, struct table *table)
{
    if (deadlines->count == deadlines->room) {
        size_t room = deadlines->room == 0 ? ROOM_AT_FIRST : 2 * deadlines->room;
        struct table **heap = memory_new(room * sizeof(struct table *));
        if (deadlines->count > 0)
            memcpy(heap, deadlines->heap, deadlines->count * sizeof(struct table *));
        free(deadlines->heap);
        deadlines->heap = heap;
        deadlines->room = room;
    }
    put(deadlines, deadlines->count++, table);
    rise(deadlines, deadlines->count - 1);
}

static void take_out(struct deadlines *deadlines, struct table *table)
{
    size_t i = table->due_index - 1;
    struct table *last = deadlines->heap[--deadlines->count];
    table->due_index = 0;
    if (last == table)
        return;
    put(deadlines, i, last);
    settle(deadlines, i);
}

void deadlines_set(struct deadlines *deadlines, struct table *table, int64_t due)
{
    table->due = due;
    if (due == DEADLINE_NEVER) {
        if (table->due_index > 0)
            take_out(deadlines, table);
    } else if (table->due_index == 0) {
        add(deadlines, table);
    } else {
        settle(deadlines, table->due_index - 1);
    }
}

struct table *deadlines_first(const struct deadlines *deadlines)
{
    return deadlines->count > 0 ? deadlines->heap[0] : NULL;
}

void deadlines_free(struct deadlines *deadlines)
{
    free(deadlines->heap);
    *deadlines = (struct deadlines){0};
}
