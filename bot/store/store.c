/* The interface of store.h: each call goes on to the back end. */
#include "bot/store/store_class.h"

#include <stdlib.h>
#include <utlist.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/content.h"
#include "bot/store/postgres/postgres.h"
#include "bot/store/sqlite/sqlite.h"

bool store_is_address(const char *data)
{
    return postgres_is_address(data);
}

bool store_try_server(const char *address, char *error, size_t error_size)
{
    return postgres_try(address, error, error_size);
}

struct store *store_open(const char *data, char *error, size_t error_size)
{
    return postgres_is_address(data) ? postgres_open(data, error, error_size)
                                     : sqlite_open(data, error, error_size);
}

void store_attach(struct store *store, struct uv_loop_s *loop)
{
    if (store->class->attach != NULL)
        store->class->attach(store, loop);
}

void store_detach(struct store *store)
{
    if (store->class->detach != NULL)
        store->class->detach(store);
}

const uint8_t *store_generation(const struct store *store)
{
    return store->class->generation(store);
}

const char *store_folder(const struct store *store)
{
    return store->class->folder(store);
}

/* The end of store_ask(). */
static void end(struct store_inquiry *inquiry)
{
    if (inquiry->done != NULL)
        inquiry->done(inquiry->context);
    store_inquiry_free(inquiry);
}

static void forget(struct store *store, struct store_inquiry *inquiry)
{
    if (store->class->forget != NULL)
        store->class->forget(inquiry);
    DL_DELETE(store->inquiries, inquiry);
    inquiry->store = NULL;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    while (store->inquiries != NULL) {
        struct store_inquiry *inquiry = store->inquiries;
        forget(store, inquiry);
        if (inquiry->work != NULL)
            end(inquiry);
    }
    store->class->close(store);
}

/* -- Inquiries --------------------------------------------------------------------------------- */

struct store_inquiry *store_inquire(struct store *store)
{
    struct store_inquiry *inquiry = memory_new(sizeof *inquiry);
    inquiry->store = store;
    DL_APPEND(store->inquiries, inquiry);
    return inquiry;
}

void store_inquiry_free(struct store_inquiry *inquiry)
{
    if (inquiry != NULL && inquiry->store != NULL)
        forget(inquiry->store, inquiry);
    free(inquiry);
}

static void work_on(struct store_inquiry *inquiry)
{
    inquiry->work(inquiry->context, inquiry);
    if (!store_inquiry_waits(inquiry))
        end(inquiry);
}

void store_ask(struct store *store, store_work *work, void (*done)(void *context), void *context)
{
    struct store_inquiry *inquiry = store_inquire(store);
    inquiry->work = work;
    inquiry->done = done;
    inquiry->context = context;
    work_on(inquiry);
}

void store_inquiry_answered(struct store_inquiry *inquiry)
{
    if (--inquiry->awaited == 0 && inquiry->work != NULL)
        work_on(inquiry);
}

bool store_inquiry_waits(const struct store_inquiry *inquiry)
{
    return inquiry->awaited > 0;
}

int64_t store_inquiry_sent(const struct store_inquiry *inquiry)
{
    return inquiry->sent_at;
}

unsigned store_inquiry_damaged_values(const struct store_inquiry *inquiry)
{
    return inquiry->damaged_values;
}

const char *store_inquiry_error(const struct store_inquiry *inquiry)
{
    return inquiry->error;
}

/* -- Writes ------------------------------------------------------------------------------------ */

int64_t store_table_add(struct store *store, const struct stored_table *table)
{
    return store->class->table_add(store, table);
}

void store_table_update(struct store *store, const struct stored_table *table)
{
    store->class->table_update(store, table);
}

void store_line_add(struct store *store, const struct stored_line *line)
{
    store->class->line_add(store, line);
}

void store_table_guard(struct store *store, int64_t table, int64_t version)
{
    if (store_is_shared(store))
        store->class->table_guard(store, table, version);
}

bool store_is_shared(const struct store *store)
{
    return store->class->table_guard != NULL;
}

void store_lease_guard(struct store *store, const char *lease, int64_t epoch)
{
    store->class->lease_guard(store, lease, epoch);
}

void store_event_add(struct store *store, const char *event)
{
    store->class->event_add(store, event);
}

void store_lease_release(struct store *store, const char *lease)
{
    store->class->lease_release(store, lease);
}

void store_process_leave(struct store *store)
{
    store->class->process_leave(store);
}

void store_value_publish(struct store *store, const char *scope, const char *key)
{
    if (store_is_shared(store))
        store->class->value_publish(store, scope, key);
}

void store_value_replace(struct store *store, const char *scope, const char *key,
                         const char *before, const char *value)
{
    store->class->value_replace(store, scope, key, before, value);
}

void store_ration_end(struct store *store, const char *name, int64_t epoch, int64_t milliseconds)
{
    store->class->ration_end(store, name, epoch, milliseconds);
}

void store_ration_return(struct store *store, const char *name, int64_t epoch)
{
    store->class->ration_return(store, name, epoch);
}

void store_lines_cut(struct store *store, int64_t table, uint32_t n)
{
    store->class->lines_cut(store, table, n);
}

void store_value_set(struct store *store, const char *scope, const char *key, const char *value)
{
    store->class->value_set(store, scope, key, value);
}

void store_scopes_forget(struct store *store, const char *beginning, const char *key)
{
    store->class->scopes_forget(store, beginning, key);
}

void store_change_add(struct store *store, const struct stored_change *change)
{
    store->class->change_add(store, change);
}

void store_result_add(struct store *store, const struct stored_result *result, store_rate *rate)
{
    store->class->result_add(store, result, rate);
}

void store_person_forget(struct store *store, const char *network, const char *identity,
                         const char *name)
{
    store->class->person_forget(store, network, identity, name);
}

void store_commit(struct store *store, store_committed *committed, void *context)
{
    store->class->commit(store, committed, context);
}

void store_undo(struct store *store)
{
    store->class->undo(store);
}

bool store_is_dirty(const struct store *store)
{
    return store->class->is_dirty(store);
}

/* -- Reads ------------------------------------------------------------------------------------- */

/* Forgets how the last read failed. */
static struct store_inquiry *fresh(struct store_inquiry *inquiry)
{
    inquiry->error[0] = '\0';
    return inquiry;
}

static bool note(const struct store_inquiry *inquiry, bool read)
{
    if (inquiry->error[0] != '\0')
        log_error("store.unreadable", "reason", inquiry->error);
    return read;
}

bool store_read_live(struct store_inquiry *inquiry, const struct store_reader *reader)
{
    return note(inquiry, fresh(inquiry)->store->class->read_live(inquiry, reader));
}

bool store_read_table(struct store_inquiry *inquiry, int64_t id, const struct store_reader *reader)
{
    return fresh(inquiry)->store->class->read_table(inquiry, id, reader);
}

bool store_read_ended(struct store_inquiry *inquiry, const char *network, const char *place,
                      void *context, store_take_ended *table)
{
    return note(inquiry,
                fresh(inquiry)->store->class->read_ended(inquiry, network, place, context, table));
}

bool store_read_archived(struct store_inquiry *inquiry, const char *network, const char *place,
                         const char *identity, void *context, store_take_ended *table)
{
    return note(inquiry, fresh(inquiry)->store->class->read_archived(inquiry, network, place,
                                                                     identity, context, table));
}

bool store_read_value(struct store_inquiry *inquiry, const char *scope, const char *key,
                      char *value, size_t value_size)
{
    return note(inquiry,
                fresh(inquiry)->store->class->read_value(inquiry, scope, key, value, value_size));
}

bool store_read_values(struct store_inquiry *inquiry, const char *scope, void *context,
                       store_take_value *value)
{
    return note(inquiry, fresh(inquiry)->store->class->read_values(inquiry, scope, context, value));
}

bool store_read_all_values(struct store_inquiry *inquiry, const char *beginning, void *context,
                           store_take_scoped_value *value)
{
    return note(inquiry,
                fresh(inquiry)->store->class->read_all_values(inquiry, beginning, context, value));
}

bool store_read_scopes(struct store_inquiry *inquiry, const char *beginning, const char *key,
                       void *context, store_take_value *value)
{
    return note(inquiry,
                fresh(inquiry)->store->class->read_scopes(inquiry, beginning, key, context, value));
}

bool store_read_changes(struct store_inquiry *inquiry, const char *const *scopes,
                        size_t scope_count, void *context, store_take_change *change)
{
    return note(inquiry, fresh(inquiry)->store->class->read_changes(inquiry, scopes, scope_count,
                                                                    context, change));
}

bool store_read_changes_by(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context, store_take_change *change)
{
    return note(inquiry, fresh(inquiry)->store->class->read_changes_by(inquiry, network, identity,
                                                                       context, change));
}

bool store_read_top(struct store_inquiry *inquiry, const char *server, const char *season,
                    const char *game, void *context, store_take_rating *rating)
{
    return note(inquiry, fresh(inquiry)->store->class->read_top(inquiry, server, season, game,
                                                                context, rating));
}

bool store_read_ratings_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context, store_take_own_rating *rating)
{
    return note(inquiry, fresh(inquiry)->store->class->read_ratings_of(inquiry, network, identity,
                                                                       context, rating));
}

bool store_read_stats(struct store_inquiry *inquiry, const char *server, const char *season,
                      const char *network, const char *identity, void *context,
                      store_take_stats *stats)
{
    return note(inquiry, fresh(inquiry)->store->class->read_stats(inquiry, server, season, network,
                                                                  identity, context, stats));
}

bool store_find_player(struct store_inquiry *inquiry, const char *server, const char *name,
                       char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX])
{
    return note(inquiry, fresh(inquiry)->store->class->find_player(inquiry, server, name, network,
                                                                   identity));
}

bool store_read_tables_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                          void *context, store_take_table *table)
{
    return note(inquiry, fresh(inquiry)->store->class->read_tables_of(inquiry, network, identity,
                                                                      context, table));
}

bool store_read_changed(struct store_inquiry *inquiry, unsigned seconds, void *context,
                        store_take_version *changed)
{
    return note(inquiry,
                fresh(inquiry)->store->class->read_changed(inquiry, seconds, context, changed));
}

bool store_read_sites_on(struct store_inquiry *inquiry, const char *network, void *context,
                         store_take_site *site)
{
    return note(inquiry,
                fresh(inquiry)->store->class->read_sites_on(inquiry, network, context, site));
}

bool store_read_sites_of(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                         void *context, store_take_site *site)
{
    return note(inquiry,
                fresh(inquiry)->store->class->read_sites_of(inquiry, tables, count, context, site));
}

bool store_read_live_at(struct store_inquiry *inquiry, const char *network, const char *place,
                        const char *identity, void *context, store_take_table *table)
{
    return note(inquiry, fresh(inquiry)->store->class->read_live_at(inquiry, network, place,
                                                                    identity, context, table));
}

bool store_read_some(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                     const struct store_reader *reader)
{
    return note(inquiry, fresh(inquiry)->store->class->read_some(inquiry, tables, count, reader));
}

bool store_read_published(struct store_inquiry *inquiry, unsigned seconds, void *context,
                          store_take_scoped_value *value)
{
    return note(inquiry,
                fresh(inquiry)->store->class->read_published(inquiry, seconds, context, value));
}

bool store_lease_beat(struct store_inquiry *inquiry, const char *name, unsigned milliseconds,
                      const struct store_lease_reader *reader)
{
    return note(inquiry,
                fresh(inquiry)->store->class->lease_beat(inquiry, name, milliseconds, reader));
}

bool store_lease_take(struct store_inquiry *inquiry, const char *lease, unsigned milliseconds)
{
    return note(inquiry, fresh(inquiry)->store->class->lease_take(inquiry, lease, milliseconds));
}

bool store_ration_take(struct store_inquiry *inquiry, const struct ration *ration,
                       struct ration_use *use)
{
    *use = (struct ration_use){.granted = false};
    return note(inquiry, fresh(inquiry)->store->class->ration_take(inquiry, ration, use));
}

bool store_read_leases(struct store_inquiry *inquiry, const struct store_lease_reader *reader)
{
    return note(inquiry, fresh(inquiry)->store->class->read_leases(inquiry, reader));
}

bool store_read_standbys(struct store_inquiry *inquiry, void *context, store_take_standby *standby)
{
    return note(inquiry, fresh(inquiry)->store->class->read_standbys(inquiry, context, standby));
}

bool store_count_tables(struct store_inquiry *inquiry, void *context, store_take_count *count)
{
    return note(inquiry, fresh(inquiry)->store->class->count_tables(inquiry, context, count));
}

bool store_read_event(struct store_inquiry *inquiry, const char *event, bool *applied)
{
    return note(inquiry, fresh(inquiry)->store->class->read_event(inquiry, event, applied));
}

/* -- Tables that are over ---------------------------------------------------------------------- */

bool store_read_loose(struct store_inquiry *inquiry, int64_t after, struct stored_loose *loose)
{
    const struct store_class *class = inquiry->store->class;
    *loose = (struct stored_loose){.table = 0};
    return class->read_loose != NULL &&
           note(inquiry, class->read_loose(fresh(inquiry), after, loose));
}

bool store_read_oldest(struct store_inquiry *inquiry, int64_t before, struct stored_packed *oldest)
{
    const struct store_class *class = inquiry->store->class;
    *oldest = (struct stored_packed){.table = 0};
    return class->read_oldest != NULL &&
           note(inquiry, class->read_oldest(fresh(inquiry), before, oldest));
}

bool store_give_back(struct store *store)
{
    return store->class->give_back != NULL && store->class->give_back(store);
}

/* -- Copies ------------------------------------------------------------------------------------ */

struct store_copy *store_copy_begin(struct store *store, const char *file, char *error,
                                    size_t error_size)
{
    if (store->class->copy_begin != NULL)
        return store->class->copy_begin(store, file, error, error_size);
    struct text reason = text_in(error, error_size);
    text_add(&reason, "this store makes its copies by its own tools");
    return NULL;
}

/* -- Tools ------------------------------------------------------------------------------------- */

/* The owner of a table that was retired. */
#define RETIRED "retired"

struct retiring {
    bool sound;
    int32_t checksum; /* of a header that is sound, as it will be */
};

static bool take_header(void *context, const struct stored_table *table)
{
    struct retiring *retiring = context;
    struct stored_table ended = *table;
    ended.status = TABLE_ABORTED;
    ended.owner = RETIRED;
    retiring->sound = true;
    retiring->checksum = store_check_table(&ended);
    return false;
}

/* A damaged header keeps its checksum, so that it goes on to count as damaged. */
bool store_table_retire(struct store_inquiry *inquiry, int64_t table)
{
    struct retiring retiring = {.sound = false};
    const struct store_reader reader = {.context = &retiring, .table = take_header};
    if (!store_read_table(inquiry, table, &reader))
        return false;
    struct store *store = inquiry->store;
    store->class->table_retire(store, table, RETIRED, retiring.sound ? &retiring.checksum : NULL);
    return true;
}

bool store_read_ids(struct store_inquiry *inquiry, void *context, store_take_table *table)
{
    enum { ID, OWNER = 2 };
    struct text error = TEXT_IN(fresh(inquiry)->error);
    struct field fields[ROWS_COLUMNS_MAX];
    struct rows *rows = rows_open(inquiry->store, ROWS_TABLES, 0, &error);
    enum rows_step step = ROWS_FAILED;
    while (rows != NULL && (step = rows_next(rows, fields, &error)) == ROWS_ROW) {
        const struct field retired = {
            .type = FIELD_TEXT, .bytes = RETIRED, .length = sizeof RETIRED - 1};
        if (!field_equals(&fields[OWNER], &retired) && !table(context, fields[ID].number))
            break;
    }
    rows_close(rows);
    return step != ROWS_FAILED;
}
