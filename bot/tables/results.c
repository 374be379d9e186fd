#include "bot/tables/session_private.h"

#include "bot/core/settings.h"
#include "bot/tables/rating.h"

enum { SERVER_BYTES = NETWORK_NAME_MAX + PLACE_MAX };

/* -- Ratings ----------------------------------------------------------------------------------- */

/* The people of a table who are compared with each other. */
struct field {
    unsigned count;
    unsigned seats[GAME_SEATS_MAX];
    unsigned places[GAME_SEATS_MAX]; /* 0: won */
};

static bool is_ranked(struct sessions *sessions, const struct seat *seat)
{
    const struct setting_scope scope = setting_for_person(seat->network, "", seat->identity);
    return seat->identity != NULL && setting_is_on(sessions->settings, SETTING_RANKED, &scope);
}

static struct field field_of(struct sessions *sessions, const struct table *table, seat_set winners)
{
    struct field field = {0};
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].identity == NULL || !is_ranked(sessions, &table->seats[seat]))
            continue;
        field.seats[field.count] = seat;
        field.places[field.count++] = winners & SEAT_BIT(seat) ? 0 : 1;
    }
    return field;
}

/* Whether the game says nothing about who plays better than whom. */
static bool is_mute(const struct field *field)
{
    unsigned winners = 0;
    for (unsigned i = 0; i < field->count; i++)
        winners += field->places[i] == 0;
    return field->count < 2 || winners == 0 || winners == field->count;
}

/* `game`: "" for all games together. */
static void save_ratings(struct sessions *sessions, const struct table *table,
                         const struct field *field, const char *server, const char *game)
{
    struct rating ratings[GAME_SEATS_MAX];
    struct stored_rating stored[GAME_SEATS_MAX];
    for (unsigned i = 0; i < field->count; i++) {
        const struct seat *seat = &table->seats[field->seats[i]];
        ratings[i] = (struct rating){RATING_MEAN, RATING_DEVIATION};
        if (store_rating_get(sessions->store, server, game, seat->network, seat->identity,
                             &stored[i]))
            ratings[i] = (struct rating){stored[i].mean, stored[i].deviation};
        else
            stored[i] = (struct stored_rating){.games = 0};
    }
    rating_update(ratings, field->places, field->count);
    for (unsigned i = 0; i < field->count; i++) {
        const struct seat *seat = &table->seats[field->seats[i]];
        stored[i] = (struct stored_rating){.network = seat->network,
                                           .identity = seat->identity,
                                           .name = seat->name,
                                           .games = stored[i].games + 1,
                                           .mean = ratings[i].mean,
                                           .deviation = ratings[i].deviation};
        store_rating_set(sessions->store, server, game, &stored[i]);
    }
}

/* -- Results ----------------------------------------------------------------------------------- */

static void fill_seats(const struct table *table, const struct game_result *result,
                       struct stored_result *stored)
{
    unsigned winners = (unsigned)__builtin_popcount(result->winners);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const struct seat *person = &table->seats[seat];
        bool won = result->winners & SEAT_BIT(seat);
        stored->seats[seat] = (struct stored_result_seat){
            .network = person->network,
            .identity = person->identity != NULL ? person->identity : "",
            .name = person->name,
            .score = result->scores[seat],
            .share = won ? 1.0 / winners : 0};
    }
    stored->seat_count = table->seat_count;
}

/* A table belongs to the server of its first place. */
void session_save_result(struct sessions *sessions, const struct table *table)
{
    char buffer[SERVER_BYTES];
    struct text server = TEXT_IN(buffer);
    struct game_result result;
    if (table->places == NULL)
        return;
    table->game->rules->result(table->state, &result);
    networks_server_name(sessions->networks, table->places->network, table->places->place, &server);
    struct stored_result stored = {.table = table->id,
                                   .ended = clock_now(sessions->clock) / 1000,
                                   .game = table->game->id,
                                   .server = server.bytes};
    fill_seats(table, &result, &stored);
    store_result_add(sessions->store, &stored);
    struct field field = field_of(sessions, table, result.winners);
    if (is_mute(&field))
        return;
    save_ratings(sessions, table, &field, server.bytes, table->game->id);
    save_ratings(sessions, table, &field, server.bytes, "");
}
