#include <string.h>

#include "bot/base/log.h"
#include "bot/store/rated.h"
#include "bot/store/sqlite/sqlite_private.h"

/* -- Writing ----------------------------------------------------------------------------------- */

static bool add_seat(struct sqlite *store, int64_t table, int64_t seat,
                     const struct stored_result_seat *result)
{
    const char *misfit = store_misfit_of_result_seat(result);
    if (misfit != NULL)
        return sqlite_fail_for(store, table, 0, misfit);
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_RESULT_SEAT_ADD);
    sqlite_bind_number(&binding, table);
    sqlite_bind_number(&binding, seat);
    sqlite_bind_string(&binding, result->network);
    sqlite_bind_string(&binding, result->identity);
    sqlite_bind_string(&binding, result->name);
    sqlite_bind_number(&binding, result->score);
    sqlite_bind_real(&binding, result->share);
    return sqlite_write(store, &binding, table, 0);
}

static bool add_result(struct sqlite *store, const struct stored_result *result)
{
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_RESULT_ADD);
    sqlite_bind_number(&binding, result->table);
    sqlite_bind_number(&binding, result->ended);
    sqlite_bind_string(&binding, result->game);
    sqlite_bind_string(&binding, result->server);
    bool added = sqlite_write(store, &binding, result->table, 0);
    for (size_t seat = 0; seat < result->seat_count && added; seat++)
        added = add_seat(store, result->table, (int64_t)seat, &result->seats[seat]);
    return added;
}

/* Returns false when a column has an unexpected value; the log says so. */
static bool take_rating(sqlite3_stmt *row, struct stored_rating *rating,
                        struct stored_ranking *ranking)
{
    *rating = (struct stored_rating){.network = sqlite_text_of(row, 0, STORE_WORD_MAX),
                                     .identity = sqlite_text_of(row, 1, STORE_WORD_MAX),
                                     .name = sqlite_text_of(row, 2, STORE_WORD_MAX),
                                     .now = {.games = sqlite3_column_int64(row, 3),
                                             .mean = sqlite3_column_double(row, 4),
                                             .deviation = sqlite3_column_double(row, 5),
                                             .last = sqlite3_column_int64(row, 6)},
                                     .week = sqlite3_column_int64(row, 7),
                                     .before = {.games = sqlite3_column_int64(row, 8),
                                                .mean = sqlite3_column_double(row, 9),
                                                .deviation = sqlite3_column_double(row, 10),
                                                .last = sqlite3_column_int64(row, 11)}};
    *ranking = (struct stored_ranking){.server = sqlite_text_of(row, 12, STORE_WORD_MAX),
                                       .season = sqlite_text_of(row, 13, STORE_WORD_MAX),
                                       .game = sqlite_text_of(row, 14, STORE_WORD_MAX)};
    bool good = rating->network != NULL && rating->identity != NULL && rating->name != NULL &&
                ranking->server != NULL && ranking->season != NULL && ranking->game != NULL;
    if (!good)
        log_warning("store.damaged_value", "reason", "a rating is none");
    return good;
}

static void bind_person(struct sqlite_binding *binding, const struct stored_ranking *ranking,
                        const struct stored_rating *rating)
{
    sqlite_bind_string(binding, ranking->server);
    sqlite_bind_string(binding, ranking->game);
    sqlite_bind_string(binding, rating->network);
    sqlite_bind_string(binding, rating->identity);
    sqlite_bind_string(binding, ranking->season);
}

/* Fills in what is known, if the person has played. */
static bool find_standing(struct sqlite *store, int64_t table, const struct stored_ranking *ranking,
                          struct stored_standing *standing)
{
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_RATING_GET);
    bind_person(&binding, ranking, &standing->rating);
    int found = sqlite3_step(binding.statement);
    for (; found == SQLITE_ROW; found = sqlite3_step(binding.statement)) {
        struct stored_rating rating;
        struct stored_ranking of;
        if (take_rating(binding.statement, &rating, &of))
            rated_take(standing, ranking, of.season, &rating,
                       sqlite3_column_int64(binding.statement, 15));
    }
    if (found != SQLITE_DONE)
        sqlite_fail_in_database(store, table, 0);
    sqlite3_reset(binding.statement);
    sqlite3_clear_bindings(binding.statement);
    return found == SQLITE_DONE;
}

static void bind_belief(struct sqlite_binding *binding, const struct stored_belief *belief)
{
    sqlite_bind_number(binding, belief->games);
    sqlite_bind_real(binding, belief->mean);
    sqlite_bind_real(binding, belief->deviation);
    sqlite_bind_number(binding, belief->last);
}

static bool set_rating(struct sqlite *store, int64_t table, const struct stored_ranking *ranking,
                       const struct stored_standing *standing)
{
    const struct stored_rating *rating = &standing->rating;
    struct sqlite_binding binding = sqlite_binding_of(store, STATEMENT_RATING_SET);
    bind_person(&binding, ranking, rating);
    sqlite_bind_string(&binding, rating->name);
    bind_belief(&binding, &rating->now);
    sqlite_bind_number(&binding, standing->number);
    sqlite_bind_number(&binding, rating->week);
    bind_belief(&binding, &rating->before);
    sqlite_bind_real(&binding, stored_rating_bound(rating));
    return sqlite_write(store, &binding, table, 0);
}

static bool change_ratings(struct sqlite *store, const struct stored_result *result,
                           const struct stored_ranking *ranking, store_rate *rate)
{
    struct stored_standing standings[GAME_SEATS_MAX] = {0};
    for (size_t i = 0; i < result->seat_count; i++) {
        const struct stored_result_seat *seat = &result->seats[i];
        const struct stored_ranking source = rated_source(ranking, result, seat);
        standings[i] = rated_begin(seat);
        if (seat->compared && !find_standing(store, result->table, &source, &standings[i]))
            return false;
    }
    rate(result, standings);
    for (size_t i = 0; i < result->seat_count; i++) {
        if (!rated_changes(ranking, &result->seats[i]))
            continue;
        rated_count(&standings[i]);
        if (!set_rating(store, result->table, ranking, &standings[i]))
            return false;
    }
    return true;
}

void sqlite_result_add(struct store *base, const struct stored_result *result, store_rate *rate)
{
    struct sqlite *store = sqlite_of(base);
    struct stored_ranking rankings[RATED_RANKINGS_MAX];
    size_t count = rate != NULL ? rated_rankings(result, rankings) : 0;
    bool good = sqlite_begin(store) && add_result(store, result);
    for (size_t i = 0; i < count && good; i++)
        good = change_ratings(store, result, &rankings[i], rate);
}

/* -- Ratings ----------------------------------------------------------------------------------- */

struct rating_reader {
    void *context;
    store_take_rating *rating;
    store_take_own_rating *own;
};

static bool hand_out_ratings(sqlite3_stmt *rows, void *context)
{
    const struct rating_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows)) {
        struct stored_rating rating;
        struct stored_ranking ranking;
        if (!take_rating(rows, &rating, &ranking))
            continue;
        bool more = reader->own != NULL ? reader->own(reader->context, &ranking, &rating)
                                        : reader->rating(reader->context, &rating);
        if (!more)
            return true;
    }
    return result == SQLITE_DONE;
}

bool sqlite_read_top(struct store_inquiry *inquiry, const char *server, const char *season,
                     const char *game, void *context, store_take_rating *rating)
{
    struct rating_reader reader = {.context = context, .rating = rating};
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_TOP);
    sqlite_bind_string(&binding, server);
    sqlite_bind_string(&binding, season);
    sqlite_bind_string(&binding, game);
    sqlite_bind_number(&binding, STORE_TOP_MAX);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_ratings);
}

bool sqlite_read_ratings_of(struct store_inquiry *inquiry, const char *network,
                            const char *identity, void *context, store_take_own_rating *rating)
{
    struct rating_reader reader = {.context = context, .own = rating};
    struct sqlite_binding binding =
        sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_RATINGS_OF);
    sqlite_bind_string(&binding, network);
    sqlite_bind_string(&binding, identity);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_ratings);
}

/* -- Statistics -------------------------------------------------------------------------------- */

struct stats_reader {
    void *context;
    store_take_stats *stats;
};

static bool hand_out_stats(sqlite3_stmt *rows, void *context)
{
    const struct stats_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows)) {
        const struct stored_stats stats = {.game = sqlite_text_of(rows, 0, STORE_WORD_MAX),
                                           .games = sqlite3_column_int64(rows, 1),
                                           .wins = sqlite3_column_double(rows, 2),
                                           .mean_score = sqlite3_column_double(rows, 3),
                                           .best_score = sqlite3_column_int64(rows, 4),
                                           .last = sqlite3_column_int64(rows, 5),
                                           .rating = {.games = sqlite3_column_int64(rows, 6),
                                                      .mean = sqlite3_column_double(rows, 7),
                                                      .deviation = sqlite3_column_double(rows, 8),
                                                      .last = sqlite3_column_int64(rows, 9)}};
        if (stats.game != NULL && !reader->stats(reader->context, &stats))
            return true;
    }
    return result == SQLITE_DONE;
}

bool sqlite_read_stats(struct store_inquiry *inquiry, const char *server, const char *season,
                       const char *network, const char *identity, void *context,
                       store_take_stats *stats)
{
    struct stats_reader reader = {context, stats};
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_STATS);
    sqlite_bind_string(&binding, network);
    sqlite_bind_string(&binding, identity);
    sqlite_bind_string(&binding, server);
    sqlite_bind_string(&binding, season);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_stats);
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
    const char *network = sqlite_text_of(rows, 0, STORE_WORD_MAX);
    const char *identity = sqlite_text_of(rows, 1, STORE_WORD_MAX);
    if (network != NULL && identity != NULL) {
        memcpy(copy->network, network, strlen(network) + 1);
        memcpy(copy->identity, identity, strlen(identity) + 1);
        copy->found = true;
    }
    return true;
}

bool sqlite_find_player(struct store_inquiry *inquiry, const char *server, const char *name,
                        char network[STORE_WORD_MAX], char identity[STORE_WORD_MAX])
{
    struct player_copy copy = {network, identity, false};
    struct sqlite_binding binding =
        sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_PLAYER_FIND);
    sqlite_bind_string(&binding, server);
    sqlite_bind_string(&binding, name);
    return sqlite_read_rows(inquiry, &binding, &copy, copy_player) && copy.found;
}

struct tables_reader {
    void *context;
    store_take_table *table;
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

bool sqlite_read_table_ids(struct store_inquiry *inquiry, struct sqlite_binding *binding,
                           void *context, store_take_table *table)
{
    struct tables_reader reader = {context, table};
    return sqlite_read_rows(inquiry, binding, &reader, hand_out_tables);
}

bool sqlite_read_tables_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context, store_take_table *table)
{
    struct sqlite_binding binding =
        sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_TABLES_OF);
    sqlite_bind_string(&binding, network);
    sqlite_bind_string(&binding, identity);
    return sqlite_read_table_ids(inquiry, &binding, context, table);
}

struct count_reader {
    void *context;
    store_take_count *count;
};

static bool hand_out_counts(sqlite3_stmt *rows, void *context)
{
    const struct count_reader *reader = context;
    int result = sqlite3_step(rows);
    for (; result == SQLITE_ROW; result = sqlite3_step(rows))
        if (!reader->count(reader->context, (enum table_status)sqlite3_column_int(rows, 0),
                           sqlite3_column_int64(rows, 1)))
            return true;
    return result == SQLITE_DONE;
}

bool sqlite_count_tables(struct store_inquiry *inquiry, void *context, store_take_count *count)
{
    struct count_reader reader = {context, count};
    struct sqlite_binding binding = sqlite_binding_of(sqlite_of(inquiry->store), STATEMENT_COUNTS);
    return sqlite_read_rows(inquiry, &binding, &reader, hand_out_counts);
}
