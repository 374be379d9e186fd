/* Packing and dropping the records of tables that are over. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/store/content.h"
#include "bot/store/store_class.h"

/* A line that waits for the next one, because the last one is kept whole. */
struct waiting_line {
    struct stored_line line;
    char *text, *further;
};

struct gathering {
    struct packing packing;
    struct waiting_line waiting;
    store_slim *slim;
    bool is_over, sound;
};

static void drop_waiting(struct waiting_line *waiting)
{
    free(waiting->text);
    free(waiting->further);
    *waiting = (struct waiting_line){.text = NULL};
}

static void pack_waiting(struct gathering *gathering, bool is_last)
{
    char buffer[STORE_SLIM_MAX];
    struct text slim = TEXT_IN(buffer);
    struct waiting_line *waiting = &gathering->waiting;
    struct stored_line line = waiting->line;
    if (waiting->text == NULL)
        return;
    if (!is_last && line.further != NULL && line.n % STORE_SLIM_LINES != 0) {
        const char *left = gathering->slim(line.further, &slim);
        if (!slim.truncated)
            line.further = left;
    }
    packing_add(&gathering->packing, &line);
    drop_waiting(waiting);
}

static bool take_header(void *context, const struct stored_table *table)
{
    struct gathering *gathering = context;
    gathering->is_over = table->status == TABLE_FINISHED || table->status == TABLE_ABORTED;
    return gathering->is_over;
}

static bool take_line(void *context, const struct stored_line *line)
{
    struct gathering *gathering = context;
    struct waiting_line *waiting = &gathering->waiting;
    pack_waiting(gathering, false);
    waiting->line = *line;
    waiting->text = memory_copy(line->move != NULL ? line->move : line->chance);
    waiting->further = memory_copy(line->further);
    if (line->move != NULL)
        waiting->line.move = waiting->text;
    else
        waiting->line.chance = waiting->text;
    waiting->line.further = waiting->further;
    return true;
}

static void take_end(void *context, int64_t table)
{
    struct gathering *gathering = context;
    (void)table;
    pack_waiting(gathering, true);
    gathering->sound = true;
}

/* What is damaged stays as it is. */
static void leave(void *context, int64_t table, uint32_t line, const char *reason)
{
    struct gathering *gathering = context;
    (void)table;
    (void)line;
    (void)reason;
    gathering->sound = false;
}

static bool pack(struct store *store, const struct gathering *gathering,
                 const struct stored_loose *loose, int64_t now)
{
    struct packed_lines packed = {.table = loose->table,
                                  .ended = loose->ended > 0 ? loose->ended : now,
                                  .count = gathering->packing.count};
    uint8_t *bytes = packing_finish(&gathering->packing, &packed.length);
    if (bytes == NULL)
        return false;
    packed.bytes = bytes;
    packed.checksum = store_check_packed(&packed);
    store->class->record_pack(store, &packed);
    free(bytes);
    return true;
}

bool store_record_pack(struct store_inquiry *inquiry, const struct stored_loose *loose, int64_t now,
                       store_slim *slim, bool *packed)
{
    struct gathering gathering = {.slim = slim};
    const struct store_reader reader = {.context = &gathering,
                                        .table = take_header,
                                        .line = take_line,
                                        .done = take_end,
                                        .damaged = leave};
    *packed = false;
    bool read = store_read_table(inquiry, loose->table, &reader);
    if (read && gathering.is_over && gathering.sound)
        *packed = pack(inquiry->store, &gathering, loose, now);
    drop_waiting(&gathering.waiting);
    packing_free(&gathering.packing);
    return read;
}

/* -- Dropping ---------------------------------------------------------------------------------- */

struct dropping {
    bool sound;
    int32_t before, after; /* checksums of a header that is sound */
};

static bool judge_header(void *context, const struct stored_table *table)
{
    struct dropping *dropping = context;
    struct stored_table without = *table;
    without.setup = "";
    without.further = NULL;
    dropping->sound = true;
    dropping->before = store_check_table(table);
    dropping->after = store_check_table(&without);
    return false;
}

bool store_record_drop(struct store_inquiry *inquiry, const struct stored_packed *packed)
{
    struct dropping dropping = {.sound = false};
    const struct store_reader reader = {.context = &dropping, .table = judge_header};
    if (!store_read_table(inquiry, packed->table, &reader))
        return false;
    struct packed_lines dropped = {
        .table = packed->table, .ended = packed->ended, .count = packed->lines};
    dropped.checksum = store_check_packed(&dropped);
    inquiry->store->class->record_drop(inquiry->store, &dropped, &dropping.before,
                                       dropping.sound ? &dropping.after : NULL);
    return true;
}
