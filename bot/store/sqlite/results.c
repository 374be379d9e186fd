#include <string.h>

#include "bot/base/log.h"
#include "bot/store/sqlite/sqlite_private.h"

/* -- Writing ----------------------------------------------------------------------------------- */

static bool add_seat(struct store *store, int64_t table, int64_t seat,
                     const struct stored_result_seat *result)
{
    if (!store_word_fits(result->network) || !store_word_fits(result->identity) ||
        !store_word_fits(result->name))
        return store_fail_for(store, table, 0, "a name of a result is missing or too long");
    struct store_binding binding = store_binding_of(store, STATEMENT_RESULT_SEAT_ADD);
    store_bind_number(&binding, table);
    store_bind_number(&binding, seat);
    store_bind_string(&binding, result->network);
    store_bind_string(&binding, result->identity);
    store_bind_string(&binding, result->name);
    store_bind_number(&binding, result->score);
    store_bind_real(&binding, result->share);
    return store_write(store, &binding, table, 0);
}

void store_result_add(struct store *store, const struct stored_result *result)
{
    if (!store_begin(store))
        return;
    struct store_binding binding = store_binding_of(store, STATEMENT_RESULT_ADD);
    store_bind_number(&binding, result->table);
    store_bind_number(&binding, result->ended);
    store_bind_string(&binding, result->game);
    store_bind_string(&binding, result->server);
    if (!store_write(store, &binding, result->table, 0))
        return;
    for (size_t seat = 0; seat < result->seat_count; seat++)
        if (!add_seat(store, result->table, (int64_t)seat, &result->seats[seat]))
            return;
}

void store_rating_set(struct store *store, const char *server, const char *game,
                      const struct stored_rating *rating)
{
    if (!store_begin(store))
        return;
    struct store_binding binding = store_binding_of(store, STATEMENT_RATING_SET);
    store_bind_string(&binding, server);
    store_bind_string(&binding, game);
    store_bind_string(&binding, rating->network);
    store_bind_string(&binding, rating->identity);
    store_bind_string(&binding, rating->name);
    store_bind_number(&binding, rating->games);
    store_bind_real(&binding, rating->mean);
    store_bind_real(&binding, rating->deviation);
    store_write(store, &binding, 0, 0);
}

/* -- Ratings ----------------------------------------------------------------------------------- */

struct rating_reader {
    void *context;
    bool (*rating)(void *context, const struct stored_rating *rating);
};

/* Returns false when a column has an unexpected value; the log says so. */
static bool take_rating(sqlite3_stmt *row, struct stored_rating *rating)
{
    *rating = (struct stored_rating){.network = store_text_of(row, 0, STORE_WORD_MAX),
                                     .identity = store_text_of(row, 1, STORE_WORD_MAX),
                                     .name = store_text_of(row, 2, STORE_WORD_MAX),
                                     .games = sqlite3_column_int64(row, 3),
                                     .mean = sqlite3_column_double(row, 4),
                                     .deviation = sqlite3_column_double(row, 5)};
    bool good = rating->network != NULL && rating->identity != NULL && rating->name != NULL;
    if (!good)
        log_warning("store.damaged_value", "reason", "a rating is none");
    return good;
}

static bool hand_out_ratings(sqlite3_stmt *rows, void *context)
{
    const struct rating_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows)) {
        struct stored_rating rating;
        if (take_rating(rows, &rating) && !reader->rating(reader->context, &rating))
            return true;
    }
    return result == SQLITE_DONE;
}

bool store_read_top(struct store *store, const char *server, const char *game, void *context,
                    bool (*rating)(void *context, const struct stored_rating *rating), char *error,
                    size_t error_size)
{
    struct rating_reader reader = {context, rating};
    struct store_binding binding = store_binding_of(store, STATEMENT_TOP);
    store_bind_string(&binding, server);
    store_bind_string(&binding, game);
    return store_read_rows(store, &binding, &reader, hand_out_ratings, error, error_size);
}

struct rating_copy {
    struct stored_rating *rating;
    bool found;
};

static bool copy_rating(void *context, const struct stored_rating *rating)
{
    struct rating_copy *copy = context;
    *copy->rating = (struct stored_rating){
        .games = rating->games, .mean = rating->mean, .deviation = rating->deviation};
    copy->found = true;
    return false;
}

bool store_rating_get(struct store *store, const char *server, const char *game,
                      const char *network, const char *identity, struct stored_rating *rating)
{
    char error[STORE_ERROR_MAX];
    struct rating_copy copy = {rating, false};
    struct rating_reader reader = {&copy, copy_rating};
    struct store_binding binding = store_binding_of(store, STATEMENT_RATING_GET);
    store_bind_string(&binding, server);
    store_bind_string(&binding, game);
    store_bind_string(&binding, network);
    store_bind_string(&binding, identity);
    if (!store_read_rows(store, &binding, &reader, hand_out_ratings, error, sizeof error))
        log_error("store.read_failed", "reason", error);
    return copy.found;
}

struct own_ratings_reader {
    void *context;
    bool (*rating)(void *context, const char *server, const char *game,
                   const struct stored_rating *rating);
};

static bool hand_out_own_ratings(sqlite3_stmt *rows, void *context)
{
    const struct own_ratings_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows)) {
        struct stored_rating rating;
        const char *server = store_text_of(rows, 6, STORE_WORD_MAX);
        const char *game = store_text_of(rows, 7, STORE_WORD_MAX);
        if (take_rating(rows, &rating) && server != NULL && game != NULL &&
            !reader->rating(reader->context, server, game, &rating))
            return true;
    }
    return result == SQLITE_DONE;
}

bool store_read_ratings_of(struct store *store, const char *network, const char *identity,
                           void *context,
                           bool (*rating)(void *context, const char *server, const char *game,
                                          const struct stored_rating *rating),
                           char *error, size_t error_size)
{
    struct own_ratings_reader reader = {context, rating};
    struct store_binding binding = store_binding_of(store, STATEMENT_RATINGS_OF);
    store_bind_string(&binding, network);
    store_bind_string(&binding, identity);
    return store_read_rows(store, &binding, &reader, hand_out_own_ratings, error, error_size);
}

/* -- Statistics -------------------------------------------------------------------------------- */

struct stats_reader {
    void *context;
    bool (*stats)(void *context, const struct stored_stats *stats);
};

static bool hand_out_stats(sqlite3_stmt *rows, void *context)
{
    const struct stats_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows)) {
        const struct stored_stats stats = {.game = store_text_of(rows, 0, STORE_WORD_MAX),
                                           .games = sqlite3_column_int64(rows, 1),
                                           .wins = sqlite3_column_double(rows, 2),
                                           .mean_score = sqlite3_column_double(rows, 3),
                                           .best_score = sqlite3_column_int64(rows, 4),
                                           .last = sqlite3_column_int64(rows, 5)};
        if (stats.game != NULL && !reader->stats(reader->context, &stats))
            return true;
    }
    return result == SQLITE_DONE;
}

bool store_read_stats(struct store *store, const char *server, const char *network,
                      const char *identity, void *context,
                      bool (*stats)(void *context, const struct stored_stats *stats), char *error,
                      size_t error_size)
{
    struct stats_reader reader = {context, stats};
    struct store_binding binding = store_binding_of(store, STATEMENT_STATS);
    store_bind_string(&binding, network);
    store_bind_string(&binding, identity);
    store_bind_string(&binding, server);
    return store_read_rows(store, &binding, &reader, hand_out_stats, error, error_size);
}

/* -- People ------------------------------------------------------------------------------------ */

struct player_copy {
    char *network, *identity;
    bool found;
};

static bool copy_player(sqlite3_stmt *rows, void *context)
{
    struct player_copy *copy = context;
    int result = sqlite3_step(rows);
    if (result != SQLITE_ROW)
        return result == SQLITE_DONE;
    const char *network = store_text_of(rows, 0, STORE_WORD_MAX);
    const char *identity = store_text_of(rows, 1, STORE_WORD_MAX);
    if (network != NULL && identity != NULL) {
        memcpy(copy->network, network, strlen(network) + 1);
        memcpy(copy->identity, identity, strlen(identity) + 1);
        copy->found = true;
    }
    return true;
}

bool store_find_player(struct store *store, const char *server, const char *name,
                       char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX])
{
    char error[STORE_ERROR_MAX];
    struct player_copy copy = {network, identity, false};
    struct store_binding binding = store_binding_of(store, STATEMENT_PLAYER_FIND);
    store_bind_string(&binding, server);
    store_bind_string(&binding, name);
    if (!store_read_rows(store, &binding, &copy, copy_player, error, sizeof error))
        log_error("store.read_failed", "reason", error);
    return copy.found;
}

struct tables_reader {
    void *context;
    bool (*table)(void *context, int64_t table);
};

static bool hand_out_tables(sqlite3_stmt *rows, void *context)
{
    const struct tables_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows))
        if (!reader->table(reader->context, sqlite3_column_int64(rows, 0)))
            return true;
    return result == SQLITE_DONE;
}

bool store_read_tables_of(struct store *store, const char *network, const char *identity,
                          void *context, bool (*table)(void *context, int64_t table), char *error,
                          size_t error_size)
{
    struct tables_reader reader = {context, table};
    struct store_binding binding = store_binding_of(store, STATEMENT_TABLES_OF);
    store_bind_string(&binding, network);
    store_bind_string(&binding, identity);
    return store_read_rows(store, &binding, &reader, hand_out_tables, error, error_size);
}
