#include "bot/tables/standing.h"

#include "bot/tables/season.h"

_Static_assert((int)RATING_PLAYERS_MAX == (int)GAME_SEATS_MAX, "everybody at a table is rated");

struct rating standing_at(const struct stored_belief *belief, int64_t time)
{
    struct rating rating = {RATING_MEAN, RATING_DEVIATION};
    if (belief->games > 0) {
        rating = (struct rating){belief->mean, belief->deviation};
        rating_age(&rating, time - belief->last);
    }
    return rating;
}

const struct stored_belief *standing_before(const struct stored_rating *rating, int64_t week)
{
    return rating->week >= week ? &rating->before : &rating->now;
}

/* -- Games ------------------------------------------------------------------------------------- */

static struct rating rating_at_start(const struct stored_standing *standing, int64_t time)
{
    struct rating rating = standing_at(&standing->latest, time);
    if (standing->latest.games > 0 && standing->is_turned)
        rating_begin_season(&rating);
    return rating;
}

static bool has_partner(const struct stored_result *result, const struct game_contest *contest,
                        size_t seat)
{
    for (size_t other = 0; other < result->seat_count; other++)
        if (other != seat && contest->teams[other] == contest->teams[seat])
            return true;
    return false;
}

static void rate_contest(const struct stored_result *result, const struct game_contest *contest,
                         struct rating *ratings)
{
    struct rating playing[GAME_SEATS_MAX];
    uint8_t teams[GAME_SEATS_MAX], places[GAME_SEATS_MAX], seats[GAME_SEATS_MAX];
    size_t count = 0;
    for (size_t seat = 0; seat < result->seat_count; seat++) {
        if (!result->seats[seat].compared && !has_partner(result, contest, seat))
            continue;
        playing[count] = ratings[seat];
        teams[count] = contest->teams[seat];
        places[count] = contest->places[seat];
        seats[count++] = (uint8_t)seat;
    }
    rating_update(playing, teams, places, count);
    for (size_t i = 0; i < count; i++)
        if (result->seats[seats[i]].compared)
            ratings[seats[i]] = playing[i];
}

/* The first game of a week keeps what was known before. */
static void note_week(struct stored_rating *rating, int64_t week)
{
    if (week <= rating->week)
        return;
    rating->before = rating->now;
    rating->week = week;
}

void standing_rate(const struct stored_result *result, struct stored_standing *standings)
{
    struct rating ratings[GAME_SEATS_MAX];
    for (size_t seat = 0; seat < result->seat_count; seat++)
        ratings[seat] = rating_at_start(&standings[seat], result->ended);
    for (size_t i = 0; i < result->contest_count; i++)
        rate_contest(result, &result->contests[i], ratings);
    for (size_t seat = 0; seat < result->seat_count; seat++) {
        struct stored_rating *rating = &standings[seat].rating;
        int64_t latest = standings[seat].latest.last;
        note_week(rating, season_week(result->ended));
        rating->now.mean = ratings[seat].mean;
        rating->now.deviation = ratings[seat].deviation;
        rating->now.last = latest > result->ended ? latest : result->ended;
    }
}
