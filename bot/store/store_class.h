/* What a back end of the store implements. Only bot/store and its tests include this. */
#ifndef BELFRY_BOT_STORE_STORE_CLASS_H
#define BELFRY_BOT_STORE_STORE_CLASS_H

#include "bot/store/pack.h"
#include "bot/store/rows.h"
#include "bot/store/store.h"

/* Each function is the one of store.h with `store_` before its name. */
struct store_class {
    const char *(*folder)(const struct store *store);
    const uint8_t *(*generation)(const struct store *store);
    void (*close)(struct store *store);
    /* NULL: the store answers at once. */
    void (*attach)(struct store *store, struct uv_loop_s *loop);
    void (*detach)(struct store *store);
    /* Frees what it keeps of an inquiry. NULL: nothing. */
    void (*forget)(struct store_inquiry *inquiry);

    int64_t (*table_add)(struct store *store, const struct stored_table *table);
    void (*table_update)(struct store *store, const struct stored_table *table);
    void (*line_add)(struct store *store, const struct stored_line *line);
    /* NULL, as what is published and changed and all about leases, events and rations: only one
     * process uses the store. */
    void (*table_guard)(struct store *store, int64_t table, int64_t version);
    void (*value_publish)(struct store *store, const char *scope, const char *key);
    void (*lease_guard)(struct store *store, const char *lease, int64_t epoch);
    void (*event_add)(struct store *store, const char *event);
    void (*lease_release)(struct store *store, const char *lease);
    void (*process_leave)(struct store *store);
    void (*value_replace)(struct store *store, const char *scope, const char *key,
                          const char *before, const char *value);
    void (*ration_end)(struct store *store, const char *name, int64_t epoch, int64_t milliseconds);
    void (*ration_return)(struct store *store, const char *name, int64_t epoch);
    bool (*ration_take)(struct store_inquiry *inquiry, const struct ration *ration,
                        struct ration_use *use);
    void (*lines_cut)(struct store *store, int64_t table, uint32_t n);
    void (*value_set)(struct store *store, const char *scope, const char *key, const char *value);
    void (*scopes_forget)(struct store *store, const char *beginning, const char *key);
    void (*change_add)(struct store *store, const struct stored_change *change);
    void (*result_add)(struct store *store, const struct stored_result *result, store_rate *rate);
    void (*person_forget)(struct store *store, const char *network, const char *identity,
                          const char *name);
    void (*commit)(struct store *store, store_committed *committed, void *context);
    void (*undo)(struct store *store);
    bool (*is_dirty)(const struct store *store);

    bool (*read_live)(struct store_inquiry *inquiry, const struct store_reader *reader);
    bool (*read_table)(struct store_inquiry *inquiry, int64_t id,
                       const struct store_reader *reader);
    bool (*read_ended)(struct store_inquiry *inquiry, const char *network, const char *place,
                       void *context, store_take_ended *table);
    bool (*read_archived)(struct store_inquiry *inquiry, const char *network, const char *place,
                          const char *identity, void *context, store_take_ended *table);
    bool (*read_value)(struct store_inquiry *inquiry, const char *scope, const char *key,
                       char *value, size_t value_size);
    bool (*read_values)(struct store_inquiry *inquiry, const char *scope, void *context,
                        store_take_value *value);
    bool (*read_all_values)(struct store_inquiry *inquiry, const char *beginning, void *context,
                            store_take_scoped_value *value);
    bool (*read_scopes)(struct store_inquiry *inquiry, const char *beginning, const char *key,
                        void *context, store_take_value *value);
    bool (*read_changes)(struct store_inquiry *inquiry, const char *const *scopes,
                         size_t scope_count, void *context, store_take_change *change);
    bool (*read_changes_by)(struct store_inquiry *inquiry, const char *network,
                            const char *identity, void *context, store_take_change *change);
    bool (*read_top)(struct store_inquiry *inquiry, const char *server, const char *season,
                     const char *game, void *context, store_take_rating *rating);
    bool (*read_ratings_of)(struct store_inquiry *inquiry, const char *network,
                            const char *identity, void *context, store_take_own_rating *rating);
    bool (*read_stats)(struct store_inquiry *inquiry, const char *server, const char *season,
                       const char *network, const char *identity, void *context,
                       store_take_stats *stats);
    bool (*find_player)(struct store_inquiry *inquiry, const char *server, const char *name,
                        char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX]);
    bool (*read_tables_of)(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context, store_take_table *table);
    bool (*read_changed)(struct store_inquiry *inquiry, unsigned seconds, void *context,
                         store_take_version *changed);
    bool (*read_sites_on)(struct store_inquiry *inquiry, const char *network, void *context,
                          store_take_site *site);
    bool (*read_sites_of)(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                          void *context, store_take_site *site);
    bool (*read_live_at)(struct store_inquiry *inquiry, const char *network, const char *place,
                         const char *identity, void *context, store_take_table *table);
    bool (*read_some)(struct store_inquiry *inquiry, const int64_t *tables, size_t count,
                      const struct store_reader *reader);
    bool (*read_published)(struct store_inquiry *inquiry, unsigned seconds, void *context,
                           store_take_scoped_value *value);
    bool (*lease_beat)(struct store_inquiry *inquiry, const char *name, unsigned milliseconds,
                       const struct store_lease_reader *reader);
    bool (*lease_take)(struct store_inquiry *inquiry, const char *lease, unsigned milliseconds);
    bool (*read_leases)(struct store_inquiry *inquiry, const struct store_lease_reader *reader);
    bool (*read_standbys)(struct store_inquiry *inquiry, void *context,
                          store_take_standby *standby);
    bool (*count_tables)(struct store_inquiry *inquiry, void *context, store_take_count *count);
    bool (*read_event)(struct store_inquiry *inquiry, const char *event, bool *applied);
    /* NULL, as the next three: this store packs nothing. */
    bool (*read_loose)(struct store_inquiry *inquiry, int64_t after, struct stored_loose *loose);
    bool (*read_oldest)(struct store_inquiry *inquiry, int64_t before,
                        struct stored_packed *oldest);
    /* Puts the piece in the place of the table's lines, unless there is one. */
    void (*record_pack)(struct store *store, const struct packed_lines *packed);
    /* The piece has no bytes. The header, unless `checksum` is NULL, has no setup any more and this
     * checksum; it had `before`. */
    void (*record_drop)(struct store *store, const struct packed_lines *packed,
                        const int32_t *before, const int32_t *checksum);
    bool (*give_back)(struct store *store); /* NULL: nothing needs to be given back */
    /* NULL: this store makes no copies. */
    struct store_copy *(*copy_begin)(struct store *store, const char *file, char *error,
                                     size_t error_size);
    /* For the tools of the person who runs the bot. A store for tests has none. table_retire
     * makes the table aborted, with this owner and, unless it is NULL, this checksum. */
    void (*table_retire)(struct store *store, int64_t table, const char *owner,
                         const int32_t *checksum);
    struct rows *(*rows_open)(struct store *store, enum rows_kind kind, int64_t table,
                              struct text *error);
    enum rows_step (*rows_next)(struct rows *rows, struct field fields[ROWS_COLUMNS_MAX],
                                struct text *error);
    void (*rows_close)(struct rows *rows);
    struct filling *(*filling_begin)(struct store *store, struct text *error);
    bool (*filling_add)(struct filling *filling, enum rows_kind kind, const struct field *fields,
                        struct text *error);
    bool (*filling_end)(struct filling *filling, struct text *error);
    void (*filling_drop)(struct filling *filling);
};

/* The first members of every back end's rows and filling. */
struct rows {
    const struct store_class *class;
    enum rows_kind kind;
    int64_t count;
};

struct filling {
    const struct store_class *class;
};

/* The first member of every back end's store. */
struct store {
    const struct store_class *class;
    struct store_inquiry *inquiries; /* all that are not freed */
};

struct store_inquiry {
    struct store *store;
    store_work *work; /* of store_ask(), or NULL */
    void (*done)(void *context);
    void *context;
    unsigned awaited; /* reads that are not answered yet */
    int64_t sent_at;  /* see store_inquiry_sent() */
    char error[STORE_ERROR_MAX];
    unsigned damaged_values; /* that its reads left out */
    void *kept;              /* by the back end, see forget() */
    struct store_inquiry *next, *prev;
};

/* A read of the inquiry has been answered. */
void store_inquiry_answered(struct store_inquiry *inquiry);

#endif
