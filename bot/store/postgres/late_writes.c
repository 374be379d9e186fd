/* Writes that depend on what the database holds: ratings, and a person who is forgotten. They are
 * made when the turn is committed, after what they need has been read. */
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"
#include "bot/store/rated.h"

struct pg_late_write {
    struct pg_late_write *next;
    struct stored_result result; /* of a result; its strings are copies */
    store_rate *rate;            /* NULL: a person is forgotten */
    char *network, *identity, *name;
};

/* A rating as this turn has changed it; the strings are those of its results. */
struct changed_rating {
    struct stored_ranking ranking;
    struct stored_standing standing;
    struct changed_rating *next;
};

/* What a turn's late writes need to be made. */
struct making {
    struct postgres *store;
    struct pg_turn *turn;
    struct changed_rating *ratings;
    bool failed;
    char failure[STORE_ERROR_MAX];
};

void pg_drop_late_writes(struct pg_turn *turn)
{
    while (turn->late != NULL) {
        struct pg_late_write *late = turn->late;
        turn->late = late->next;
        free((char *)late->result.game);
        free((char *)late->result.server);
        free((char *)late->result.season);
        for (size_t i = 0; i < late->result.seat_count; i++) {
            free((char *)late->result.seats[i].network);
            free((char *)late->result.seats[i].identity);
            free((char *)late->result.seats[i].name);
        }
        free(late->network);
        free(late->identity);
        free(late->name);
        free(late);
    }
}

/* -- Results ----------------------------------------------------------------------------------- */

static bool write_result_seat(struct pg_turn *turn, int64_t table, size_t i,
                              const struct stored_result_seat *seat)
{
    const char *misfit = store_misfit_of_result_seat(seat);
    if (misfit != NULL) {
        pg_fail_for(turn, table, 0, misfit);
        return false;
    }
    pg_call(&turn->exchange, PG_RESULT_SEAT_ADD, table, 0);
    pg_give_number(&turn->exchange, table);
    pg_give_number(&turn->exchange, (int64_t)i);
    pg_give_string(&turn->exchange, seat->network);
    pg_give_string(&turn->exchange, seat->identity);
    pg_give_string(&turn->exchange, seat->name);
    pg_give_number(&turn->exchange, seat->score);
    pg_give_real(&turn->exchange, seat->share);
    return true;
}

static void keep_result(struct pg_turn *turn, const struct stored_result *result, store_rate *rate)
{
    struct pg_late_write *late = memory_new(sizeof *late);
    late->result = *result;
    late->rate = rate;
    late->result.game = memory_copy(result->game);
    late->result.server = memory_copy(result->server);
    late->result.season = memory_copy(result->season);
    for (size_t i = 0; i < result->seat_count; i++) {
        struct stored_result_seat *seat = &late->result.seats[i];
        seat->network = memory_copy(seat->network);
        seat->identity = memory_copy(seat->identity);
        seat->name = memory_copy(seat->name);
    }
    LL_APPEND(turn->late, late);
}

void pg_result_add(struct store *base, const struct stored_result *result, store_rate *rate)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    pg_call(&turn->exchange, PG_RESULT_ADD, result->table, 0);
    pg_give_number(&turn->exchange, result->table);
    pg_give_number(&turn->exchange, result->ended);
    pg_give_string(&turn->exchange, result->game);
    pg_give_string(&turn->exchange, result->server);
    for (size_t i = 0; i < result->seat_count; i++)
        if (!write_result_seat(turn, result->table, i, &result->seats[i]))
            return;
    if (rate != NULL)
        keep_result(turn, result, rate);
}

/* -- Ratings ----------------------------------------------------------------------------------- */

static void drop_changed(struct making *making)
{
    while (making->ratings != NULL) {
        struct changed_rating *changed = making->ratings;
        making->ratings = changed->next;
        free(changed);
    }
}

static bool is_in(const struct changed_rating *changed, const struct stored_ranking *ranking,
                  const struct stored_rating *rating)
{
    return strcmp(changed->standing.rating.identity, rating->identity) == 0 &&
           strcmp(changed->standing.rating.network, rating->network) == 0 &&
           strcmp(changed->ranking.server, ranking->server) == 0 &&
           strcmp(changed->ranking.game, ranking->game) == 0;
}

static void give_person(struct pg_exchange *exchange, const struct stored_ranking *ranking,
                        const struct stored_rating *rating)
{
    pg_give_string(exchange, ranking->server);
    pg_give_string(exchange, ranking->game);
    pg_give_string(exchange, rating->network);
    pg_give_string(exchange, rating->identity);
}

static void give_season(struct pg_exchange *exchange, const struct stored_ranking *ranking,
                        const struct stored_rating *rating)
{
    give_person(exchange, ranking, rating);
    pg_give_string(exchange, ranking->season);
}

/* Fills in what is known, if the person has played. False: the inquiry waits, or it has the reason.
 */
static bool find_standing(const struct making *making, struct store_inquiry *inquiry,
                          const struct stored_ranking *ranking, struct stored_standing *standing)
{
    const struct changed_rating *changed;
    struct pg_question *question = pg_question_new(inquiry);
    pg_call(&question->exchange, PG_RATING_GET, 0, 0);
    give_season(&question->exchange, ranking, &standing->rating);
    const struct pg_question *answer = pg_ask(question);
    if (answer == NULL)
        return false;
    for (int row = 0; row < PQntuples(answer->rows[0]); row++) {
        struct stored_rating rating;
        struct stored_ranking of;
        if (pg_take_rating(answer->rows[0], row, &rating, &of))
            rated_take(standing, ranking, of.season, &rating,
                       pg_number_of(answer->rows[0], row, 15));
    }
    LL_FOREACH (making->ratings, changed) /* the oldest first */
        if (is_in(changed, ranking, &standing->rating))
            rated_take(standing, ranking, changed->ranking.season, &changed->standing.rating,
                       changed->standing.number);
    return true;
}

static void give_belief(struct pg_exchange *exchange, const struct stored_belief *belief)
{
    pg_give_number(exchange, belief->games);
    pg_give_real(exchange, belief->mean);
    pg_give_real(exchange, belief->deviation);
    pg_give_number(exchange, belief->last);
}

static void set_rating(struct making *making, int64_t table, const struct stored_ranking *ranking,
                       struct stored_standing *standing)
{
    struct pg_exchange *exchange = &making->turn->exchange;
    const struct stored_rating *rating = &standing->rating;
    struct changed_rating *changed = memory_new(sizeof *changed);
    bool is_first = rating->now.games == 0;
    rated_count(standing);
    *changed = (struct changed_rating){*ranking, *standing, NULL};
    LL_APPEND(making->ratings, changed);
    pg_call(exchange, PG_RATING_LOCK, table, 0);
    give_person(exchange, ranking, rating);
    pg_call(exchange, is_first ? PG_RATING_ADD : PG_RATING_SET, table, 0);
    give_season(exchange, ranking, rating);
    pg_give_string(exchange, rating->name);
    give_belief(exchange, &rating->now);
    pg_give_number(exchange, standing->number);
    pg_give_number(exchange, rating->week);
    give_belief(exchange, &rating->before);
    pg_give_real(exchange, stored_rating_bound(rating));
}

/* Does nothing when the inquiry waits or has failed. */
static void change_ratings(struct making *making, struct store_inquiry *inquiry,
                           const struct pg_late_write *late, const struct stored_ranking *ranking)
{
    const struct stored_result *result = &late->result;
    struct stored_standing standings[GAME_SEATS_MAX] = {0};
    bool found = true;
    for (size_t i = 0; i < result->seat_count; i++) {
        const struct stored_result_seat *seat = &result->seats[i];
        const struct stored_ranking source = rated_source(ranking, result, seat);
        standings[i] = rated_begin(seat);
        /* All are asked for before any answer is waited for. */
        if (seat->compared)
            found = find_standing(making, inquiry, &source, &standings[i]) && found;
    }
    if (!found)
        return;
    late->rate(result, standings);
    for (size_t i = 0; i < result->seat_count; i++)
        if (rated_changes(ranking, &result->seats[i]))
            set_rating(making, result->table, ranking, &standings[i]);
}

static void change_all_ratings(struct making *making, struct store_inquiry *inquiry,
                               const struct pg_late_write *late)
{
    struct stored_ranking rankings[RATED_RANKINGS_MAX];
    size_t count = rated_rankings(&late->result, rankings);
    for (size_t i = 0; i < count; i++)
        change_ratings(making, inquiry, late, &rankings[i]);
}

/* -- A person ---------------------------------------------------------------------------------- */

void pg_person_forget(struct store *base, const char *network, const char *identity,
                      const char *name)
{
    struct pg_turn *turn = pg_begin(postgres_of(base));
    if (turn == NULL)
        return;
    struct pg_late_write *late = memory_new(sizeof *late);
    late->network = memory_copy(network);
    late->identity = memory_copy(identity);
    late->name = memory_copy(name);
    LL_APPEND(turn->late, late);
}

struct forgetting {
    struct making *making;
    struct store_inquiry *inquiry;
    const struct pg_late_write *person;
    int64_t *ids;
    size_t count, room;
};

static bool add_id(void *context, int64_t table)
{
    struct forgetting *forgetting = context;
    if (forgetting->count == forgetting->room) {
        forgetting->room = 2 * forgetting->room + 64;
        forgetting->ids =
            memory_resize(forgetting->ids, forgetting->room * sizeof *forgetting->ids);
    }
    forgetting->ids[forgetting->count++] = table;
    return true;
}

static bool is_person(const struct pg_late_write *person, const char *network, const char *identity)
{
    return strcmp(identity, person->identity) == 0 && strcmp(network, person->network) == 0;
}

/* Writes the header again without the person. */
static bool take_out(void *context, const struct stored_table *table)
{
    const struct forgetting *forgetting = context;
    struct stored_seat seats[GAME_SEATS_MAX];
    struct stored_table without = *table;
    if (table->status == TABLE_LOBBY || table->status == TABLE_PLAYING)
        return false;
    without.seats = seats;
    for (size_t i = 0; i < table->seat_count; i++) {
        seats[i] = table->seats[i];
        if (is_person(forgetting->person, seats[i].network, seats[i].identity))
            seats[i] = (struct stored_seat){.network = "",
                                            .identity = "",
                                            .name = forgetting->person->name,
                                            .level = table->seats[i].level};
    }
    if (is_person(forgetting->person, table->opener_network, table->opener_identity))
        without.opener_network = without.opener_identity = "";
    pg_write_table(forgetting->making->turn, &without);
    return false;
}

static void note_damage(void *context, int64_t table, uint32_t line, const char *reason)
{
    (void)table;
    (void)line;
    (void)reason;
    (void)context; /* what is damaged stays as it is */
}

static void forget_in(struct pg_turn *turn, enum pg_statement statement,
                      const struct pg_late_write *person)
{
    pg_call(&turn->exchange, statement, 0, 0);
    pg_give_string(&turn->exchange, person->network);
    pg_give_string(&turn->exchange, person->identity);
}

static void forget_person(struct making *making, struct store_inquiry *inquiry,
                          const struct pg_late_write *person)
{
    struct forgetting forgetting = {.making = making, .inquiry = inquiry, .person = person};
    const struct store_reader reader = {
        .context = &forgetting, .table = take_out, .damaged = note_damage};
    pg_read_tables_of(inquiry, person->network, person->identity, &forgetting, add_id);
    for (size_t i = 0; i < forgetting.count && inquiry->error[0] == '\0'; i++)
        pg_read_table(inquiry, forgetting.ids[i], &reader);
    free(forgetting.ids);
    forget_in(making->turn, PG_RESULTS_FORGET, person);
    forget_in(making->turn, PG_RATINGS_FORGET, person);
    forget_in(making->turn, PG_CHANGES_FORGET, person);
}

/* -- All of them ------------------------------------------------------------------------------- */

/* Runs again whenever answers have come, and writes everything anew. */
static void make(void *context, struct store_inquiry *inquiry)
{
    struct making *making = context;
    const struct pg_late_write *late;
    making->turn->exchange.length = making->turn->before_late;
    inquiry->error[0] = '\0';
    drop_changed(making);
    LL_FOREACH (making->turn->late, late) {
        if (late->rate == NULL) {
            forget_person(making, inquiry, late);
            continue;
        }
        change_all_ratings(making, inquiry, late);
    }
    making->failed = inquiry->error[0] != '\0';
    memcpy(making->failure, inquiry->error, sizeof making->failure);
}

static void finish(void *context)
{
    struct making *making = context;
    struct pg_turn *turn = making->turn;
    if (making->store->is_closing) {
        pg_turn_free(turn);
    } else if (making->failed) {
        pg_fail_for(turn, 0, 0, making->failure);
        pg_turn_end(making->store, turn);
    } else {
        pg_exchange_send(making->store, &turn->exchange);
    }
    drop_changed(making);
    free(making);
}

void pg_make_late_writes(struct postgres *store, struct pg_turn *turn)
{
    struct making *making = memory_new(sizeof *making);
    making->store = store;
    making->turn = turn;
    turn->tries++;
    store_ask(&store->base, make, finish, making);
}
