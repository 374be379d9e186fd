#include "bot/tables/session_private.h"

#include "bot/core/settings.h"
#include "bot/tables/rating.h"

enum { SERVER_BYTES = NETWORK_NAME_MAX + PLACE_MAX };

/* -- Ratings ----------------------------------------------------------------------------------- */

static bool is_ranked(struct sessions *sessions, const struct seat *seat)
{
    const struct setting_scope scope = setting_for_person(seat->network, "", seat->identity);
    return seat->identity != NULL && setting_is_on(sessions->settings, SETTING_RANKED, &scope);
}

/* Compares the winners with the other people, if the game has both. */
static bool compare(struct sessions *sessions, const struct table *table, seat_set winners,
                    struct stored_result *result)
{
    seat_set ranked = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (is_ranked(sessions, &table->seats[seat]) && !(table->unranked & SEAT_BIT(seat)))
            ranked |= SEAT_BIT(seat);
    if ((ranked & winners) == 0 || (ranked & ~winners) == 0)
        return false;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        result->seats[seat].compared = (ranked & SEAT_BIT(seat)) != 0;
        result->seats[seat].place = winners & SEAT_BIT(seat) ? 0 : 1;
    }
    return true;
}

static void rate(struct stored_rating *stored, const uint8_t *places, size_t count)
{
    struct rating ratings[GAME_SEATS_MAX];
    for (size_t i = 0; i < count; i++)
        ratings[i] = stored[i].games > 0 ? (struct rating){stored[i].mean, stored[i].deviation}
                                         : (struct rating){RATING_MEAN, RATING_DEVIATION};
    rating_update(ratings, places, count);
    for (size_t i = 0; i < count; i++) {
        stored[i].mean = ratings[i].mean;
        stored[i].deviation = ratings[i].deviation;
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

/* A table belongs to the server of its first place. One where everybody plays for fun has no
 * result. */
void session_save_result(struct sessions *sessions, const struct table *table)
{
    char buffer[SERVER_BYTES];
    struct text server = TEXT_IN(buffer);
    struct game_result result;
    if (table->places == NULL || (table->unranked != 0 && table->unranked == table_people(table)))
        return;
    table->game->rules->result(table->state, &result);
    networks_server_name(sessions->networks, table->places->network, table->places->place, &server);
    struct stored_result stored = {.table = table->id,
                                   .ended = clock_now(sessions->clock) / 1000,
                                   .game = table->game->id,
                                   .server = server.bytes};
    fill_seats(table, &result, &stored);
    bool compared = compare(sessions, table, result.winners, &stored);
    store_result_add(sessions->store, &stored, compared ? rate : NULL);
}
