/* Writes that depend on what the database holds: ratings, and a person who is forgotten. They are
 * made when the turn is committed, after what they need has been read. */
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

struct pg_late_write {
    struct pg_late_write *next;
    struct stored_result result; /* of a result; its strings are copies */
    store_rate *rate;            /* NULL: a person is forgotten */
    char *network, *identity, *name;
};

/* A rating as this turn has changed it; the strings are those of its results. */
struct changed_rating {
    const char *server, *game;
    struct stored_rating rating;
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

static const struct stored_rating *find_changed(const struct making *making,
                                                const struct stored_result *result,
                                                const char *game,
                                                const struct stored_rating *rating)
{
    const struct changed_rating *changed;
    LL_FOREACH (making->ratings, changed)
        if (strcmp(changed->rating.identity, rating->identity) == 0 &&
            strcmp(changed->rating.network, rating->network) == 0 &&
            strcmp(changed->server, result->server) == 0 && strcmp(changed->game, game) == 0)
            return &changed->rating;
    return NULL;
}

static void drop_changed(struct making *making)
{
    while (making->ratings != NULL) {
        struct changed_rating *changed = making->ratings;
        making->ratings = changed->next;
        free(changed);
    }
}

/* Fills in games, mean and deviation, if the person has played. False: the inquiry waits, or it has
 * the reason. */
static bool find_rating(const struct making *making, struct store_inquiry *inquiry,
                        const struct stored_result *result, const char *game,
                        struct stored_rating *rating)
{
    const struct stored_rating *changed = find_changed(making, result, game, rating);
    if (changed != NULL) {
        rating->games = changed->games;
        rating->mean = changed->mean;
        rating->deviation = changed->deviation;
        return true;
    }
    struct pg_question *question = pg_question_new(inquiry);
    pg_call(&question->exchange, PG_RATING_GET, 0, 0);
    pg_give_string(&question->exchange, result->server);
    pg_give_string(&question->exchange, game);
    pg_give_string(&question->exchange, rating->network);
    pg_give_string(&question->exchange, rating->identity);
    const struct pg_question *answer = pg_ask(question);
    if (answer == NULL)
        return false;
    if (PQntuples(answer->rows[0]) > 0) {
        rating->games = pg_number_of(answer->rows[0], 0, 0);
        rating->mean = pg_real_of(answer->rows[0], 0, 1);
        rating->deviation = pg_real_of(answer->rows[0], 0, 2);
    }
    return true;
}

static void set_rating(struct making *making, const struct stored_result *result, const char *game,
                       const struct stored_rating *rating)
{
    struct pg_exchange *exchange = &making->turn->exchange;
    struct changed_rating *changed = memory_new(sizeof *changed);
    *changed = (struct changed_rating){result->server, game, *rating, NULL};
    changed->rating.games++;
    LL_PREPEND(making->ratings, changed);
    pg_call(exchange, rating->games > 0 ? PG_RATING_SET : PG_RATING_ADD, result->table, 0);
    pg_give_string(exchange, result->server);
    pg_give_string(exchange, game);
    pg_give_string(exchange, rating->network);
    pg_give_string(exchange, rating->identity);
    pg_give_string(exchange, rating->name);
    pg_give_number(exchange, rating->games + 1);
    pg_give_real(exchange, rating->mean);
    pg_give_real(exchange, rating->deviation);
}

/* `game`: "" for all games together. */
static void change_ratings(struct making *making, struct store_inquiry *inquiry,
                           const struct pg_late_write *late, const char *game)
{
    struct stored_rating ratings[GAME_SEATS_MAX];
    uint8_t places[GAME_SEATS_MAX] = {0};
    size_t count = 0, found = 0;
    for (size_t i = 0; i < late->result.seat_count; i++) {
        const struct stored_result_seat *seat = &late->result.seats[i];
        if (!seat->compared)
            continue;
        ratings[count] = (struct stored_rating){
            .network = seat->network, .identity = seat->identity, .name = seat->name};
        places[count] = seat->place;
        /* All are asked for before any answer is waited for. */
        found += find_rating(making, inquiry, &late->result, game, &ratings[count++]);
    }
    if (found < count)
        return;
    late->rate(ratings, places, count);
    for (size_t i = 0; i < count; i++)
        set_rating(making, &late->result, game, &ratings[i]);
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
        change_ratings(making, inquiry, late, late->result.game);
        change_ratings(making, inquiry, late, "");
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
