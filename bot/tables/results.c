#include "bot/tables/session_private.h"

#include "bot/core/settings.h"
#include "bot/tables/season.h"
#include "bot/tables/standing.h"

enum { SERVER_BYTES = NETWORK_NAME_MAX + PLACE_MAX };

/* -- Ratings ----------------------------------------------------------------------------------- */

static bool wants(struct sessions *sessions, const struct seat *seat, enum setting setting)
{
    const struct setting_scope scope = setting_for_person(seat->network, "", seat->identity);
    return seat->identity != NULL && setting_is_on(sessions->settings, setting, &scope);
}

static seat_set ranked_people(struct sessions *sessions, const struct table *table)
{
    seat_set ranked = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (wants(sessions, &table->seats[seat], SETTING_RANKED) &&
            !(table->unranked & SEAT_BIT(seat)))
            ranked |= SEAT_BIT(seat);
    return ranked;
}

/* A game without teams is one contest: only who wins counts, so all the others share a place. */
static struct game_contest contest_for_win(const struct table *table, seat_set winners)
{
    struct game_contest contest = {.number = 1};
    for (uint8_t seat = 0; seat < table->seat_count; seat++) {
        contest.teams[seat] = seat;
        contest.places[seat] = winners & SEAT_BIT(seat) ? 0 : 1;
    }
    return contest;
}

/* Whether ranked people sit in more than one team. */
static bool compares(const struct game_contest *contest, seat_set ranked)
{
    unsigned teams = 0;
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        if (ranked & SEAT_BIT(seat))
            teams |= 1u << contest->teams[seat];
    return (teams & (teams - 1)) != 0;
}

/* Compares the people who are ranked; false: there is nothing to compare. */
static bool compare(struct sessions *sessions, const struct table *table, seat_set winners,
                    struct stored_result *result)
{
    seat_set ranked = ranked_people(sessions, table);
    for (unsigned i = 0; i < table->contest_count; i++)
        if (compares(&table->contests[i], ranked))
            result->contests[result->contest_count++] = table->contests[i];
    if (table->game->rules->contest == NULL && (ranked & winners) != 0 && (ranked & ~winners) != 0)
        result->contests[result->contest_count++] = contest_for_win(table, winners);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const struct seat *person = &table->seats[seat];
        result->seats[seat].compared = (ranked & SEAT_BIT(seat)) != 0;
        result->seats[seat].everywhere = wants(sessions, person, SETTING_EVERYWHERE);
    }
    return result->contest_count > 0;
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
    char buffer[SERVER_BYTES], season[SEASON_BYTES];
    struct text server = TEXT_IN(buffer);
    struct game_result result;
    int64_t now = clock_now(sessions->clock) / 1000;
    if (table->places == NULL || (table->unranked != 0 && table->unranked == table_people(table)))
        return;
    table->game->rules->result(table->state, &result);
    networks_server_name(sessions->networks, table->places->network, table->places->place, &server);
    const struct setting_scope scope =
        setting_in_place(table->places->network, table->places->place);
    season_at((enum setting_season)setting_number(sessions->settings, SETTING_SEASON, &scope), now,
              season);
    struct stored_result stored = {.table = table->id,
                                   .ended = now,
                                   .game = table->game->id,
                                   .server = server.bytes,
                                   .season = season};
    fill_seats(table, &result, &stored);
    bool compared = compare(sessions, table, result.winners, &stored);
    store_result_add(sessions->store, &stored, compared ? standing_rate : NULL);
}
