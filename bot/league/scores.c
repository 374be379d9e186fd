#include "bot/league/scores.h"

#include <stdlib.h>

/* -- One match --------------------------------------------------------------------------------- */

static int32_t lead_of(const struct league_match *match, unsigned seat)
{
    int32_t lead = match->count * match->scores[seat];
    for (unsigned i = 0; i < match->count; i++)
        lead -= match->scores[i];
    return lead;
}

static int32_t duplicate_points(const struct league *league, const struct league_match *match,
                                unsigned seat)
{
    int32_t points = 0, own = lead_of(match, seat);
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *other = &league->matches[i];
        if (other->round != match->round || other == match)
            continue;
        int32_t lead = lead_of(other, seat);
        if (league->scoring == LEAGUE_NET)
            points += own - lead;
        else
            points += own > lead ? 2 : own == lead;
    }
    return points;
}

int32_t league_points(const struct league *league, const struct league_match *match, unsigned seat)
{
    if (!league_result_is_told(league, match))
        return 0;
    if (league->form == LEAGUE_DUPLICATE)
        return duplicate_points(league, match, seat);
    if (!(match->winners & SEAT_BIT(seat)))
        return 0;
    return match->winners == SEAT_BIT(seat) ? 2 : 1;
}

int32_t league_net_unit(const struct league *league)
{
    int32_t tables = 0;
    for (unsigned i = 0; i < league->match_count; i++)
        tables += league->matches[i].round == 1;
    return tables * league->seats;
}

/* -- Everybody --------------------------------------------------------------------------------- */

static void count(const struct league *league, const struct league_match *match, unsigned seat,
                  struct league_standing *standing)
{
    if (!league_result_is_told(league, match))
        return;
    int32_t points = league_points(league, match, seat);
    standing->points += points;
    standing->played++;
    if (league->form == LEAGUE_DUPLICATE)
        return;
    standing->won += points == 2;
    standing->drawn += points == 1;
    standing->lost += points == 0;
}

/* `standings` are by entrants. */
static void count_all(const struct league *league, struct league_standing *standings)
{
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        for (unsigned seat = 0; seat < match->count; seat++)
            if (match->entrants[seat] != LEAGUE_NOBODY)
                count(league, match, seat, &standings[match->entrants[seat]]);
    }
}

static bool is_duel(const struct league_match *match)
{
    return match->done && match->count == 2;
}

static void add_buchholz(const struct league *league, struct league_standing *standings)
{
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        if (!is_duel(match))
            continue;
        struct league_standing *one = &standings[match->entrants[0]];
        struct league_standing *other = &standings[match->entrants[1]];
        one->buchholz += other->points;
        other->buchholz += one->points;
    }
}

static bool are_level(const struct league_standing *one, const struct league_standing *other)
{
    return one->points == other->points && one->buchholz == other->buchholz;
}

static void add_direct(const struct league *league, struct league_standing *standings)
{
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        if (!is_duel(match))
            continue;
        struct league_standing *one = &standings[match->entrants[0]];
        struct league_standing *other = &standings[match->entrants[1]];
        if (!are_level(one, other))
            continue;
        one->direct += league_points(league, match, 0);
        other->direct += league_points(league, match, 1);
    }
}

static int order_of(int32_t one, int32_t other)
{
    return (one < other) - (one > other);
}

static int compare_scores(const struct league_standing *one, const struct league_standing *other)
{
    int order = order_of(one->points, other->points);
    if (order == 0)
        order = order_of(one->buchholz, other->buchholz);
    return order != 0 ? order : order_of(one->direct, other->direct);
}

static int compare(const void *one, const void *other)
{
    const struct league_standing *first = one, *second = other;
    int order = compare_scores(first, second);
    return order != 0 ? order : first->entrant - second->entrant;
}

unsigned league_standings(const struct league *league,
                          struct league_standing standings[LEAGUE_ENTRANTS_MAX])
{
    for (unsigned i = 0; i < league->entrant_count; i++)
        standings[i] = (struct league_standing){.entrant = (uint8_t)i};
    count_all(league, standings);
    if (league->form == LEAGUE_SWISS || league->form == LEAGUE_ROUND_ROBIN) {
        add_buchholz(league, standings);
        add_direct(league, standings);
    }
    qsort(standings, league->entrant_count, sizeof standings[0], compare);
    for (unsigned i = 0; i < league->entrant_count; i++) {
        bool level = i > 0 && compare_scores(&standings[i - 1], &standings[i]) == 0;
        standings[i].place = (uint8_t)(level ? standings[i - 1].place : i + 1);
    }
    return league->entrant_count;
}
