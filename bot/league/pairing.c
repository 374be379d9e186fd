#include "bot/league/pairing.h"

#include <string.h>

#include "bot/league/scores.h"

/* -- Adding matches ---------------------------------------------------------------------------- */

static struct league_match *add_match(struct league *league)
{
    if (league->match_count == LEAGUE_MATCHES_MAX)
        return NULL;
    struct league_match *match = &league->matches[league->match_count++];
    *match = (struct league_match){.round = (uint8_t)(league->round + 1)};
    memset(match->entrants, LEAGUE_NOBODY, sizeof match->entrants);
    return match;
}

static void add_bye(struct league *league, unsigned entrant)
{
    struct league_match *match = add_match(league);
    if (match == NULL)
        return;
    match->count = 1;
    match->entrants[0] = (uint8_t)entrant;
    match->done = true;
    match->winners = SEAT_BIT(0);
}

static void walk_over(const struct league *league, struct league_match *match, bool one, bool other)
{
    const int32_t scores[] = {other && !one, one && !other};
    league_finish(league, match, scores, 0);
    if (one && other && league->form != LEAGUE_KNOCKOUT)
        match->winners = 0;
}

static void add_duel(struct league *league, unsigned one, unsigned other)
{
    struct league_match *match = add_match(league);
    if (match == NULL)
        return;
    match->count = 2;
    match->entrants[0] = (uint8_t)one;
    match->entrants[1] = (uint8_t)other;
    bool one_left = league->entrants[one].left, other_left = league->entrants[other].left;
    if (one_left || other_left)
        walk_over(league, match, one_left, other_left);
}

/* -- Swiss ------------------------------------------------------------------------------------- */

enum { STEPS_MAX = 20000 }; /* of a search that finds nothing */

struct swiss {
    unsigned count;
    uint8_t order[LEAGUE_ENTRANTS_MAX]; /* who is paired, by the standings */
    bool met[LEAGUE_ENTRANTS_MAX][LEAGUE_ENTRANTS_MAX];
    bool had_bye[LEAGUE_ENTRANTS_MAX];
    /* The pairs: for each place in `order` the other's, or its own for a bye. */
    uint8_t pairs[LEAGUE_ENTRANTS_MAX];
    bool paired[LEAGUE_ENTRANTS_MAX];
    unsigned steps;
};

static void note_past(const struct league *league, struct swiss *swiss)
{
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        uint8_t one = match->entrants[0], other = match->entrants[1];
        if (match->count == 1)
            swiss->had_bye[one] = true;
        else
            swiss->met[one][other] = swiss->met[other][one] = true;
    }
}

static void take_order(const struct league *league, struct swiss *swiss)
{
    struct league_standing standings[LEAGUE_ENTRANTS_MAX];
    unsigned count = league_standings(league, standings);
    for (unsigned i = 0; i < count; i++)
        if (!league->entrants[standings[i].entrant].left)
            swiss->order[swiss->count++] = standings[i].entrant;
}

/* Pairs everybody from this place on who is not paired; `again` pairs may meet again. */
static bool pair_from(struct swiss *swiss, unsigned place, unsigned again)
{
    while (place < swiss->count && swiss->paired[place])
        place++;
    if (place == swiss->count)
        return true;
    if (++swiss->steps > STEPS_MAX)
        return false;
    swiss->paired[place] = true;
    for (unsigned other = place + 1; other < swiss->count; other++) {
        bool met = swiss->met[swiss->order[place]][swiss->order[other]];
        if (swiss->paired[other] || (met && again == 0))
            continue;
        swiss->paired[other] = true;
        swiss->pairs[place] = (uint8_t)other;
        swiss->pairs[other] = (uint8_t)place;
        if (pair_from(swiss, place + 1, again - met))
            return true;
        swiss->paired[other] = false;
    }
    swiss->paired[place] = false;
    return false;
}

static bool pair_without(struct swiss *swiss, unsigned bye, unsigned again)
{
    memset(swiss->paired, 0, sizeof swiss->paired);
    swiss->steps = 0;
    if (bye < swiss->count) {
        swiss->paired[bye] = true;
        swiss->pairs[bye] = (uint8_t)bye;
    }
    return pair_from(swiss, 0, again);
}

/* `twice`: somebody may have a second bye. */
static bool pair_with(struct swiss *swiss, unsigned again, bool twice)
{
    if (swiss->count % 2 == 0)
        return pair_without(swiss, swiss->count, again);
    for (unsigned bye = swiss->count; bye-- > 0;)
        if ((twice || !swiss->had_bye[swiss->order[bye]]) && pair_without(swiss, bye, again))
            return true;
    return false;
}

static void add_swiss(struct league *league, const struct swiss *swiss)
{
    for (unsigned place = 0; place < swiss->count; place++) {
        unsigned other = swiss->pairs[place];
        if (other > place)
            add_duel(league, swiss->order[place], swiss->order[other]);
    }
    for (unsigned place = 0; place < swiss->count; place++)
        if (swiss->pairs[place] == place)
            add_bye(league, swiss->order[place]);
}

static void pair_by_halves(struct league *league, const struct swiss *swiss)
{
    unsigned half = swiss->count / 2;
    for (unsigned i = 0; i < half; i++)
        add_duel(league, swiss->order[i], swiss->order[i + half]);
    if (swiss->count % 2 != 0)
        add_bye(league, swiss->order[swiss->count - 1]);
}

static void pair_swiss(struct league *league)
{
    struct swiss swiss = {.count = 0};
    note_past(league, &swiss);
    take_order(league, &swiss);
    if (league->round == 0) {
        pair_by_halves(league, &swiss);
        return;
    }
    for (unsigned twice = 0; twice <= 1; twice++)
        for (unsigned again = 0; again <= swiss.count / 2; again++)
            if (pair_with(&swiss, again, twice != 0)) {
                add_swiss(league, &swiss);
                return;
            }
}

/* -- Round robin ------------------------------------------------------------------------------- */

static void add_circle_pair(struct league *league, unsigned one, unsigned other)
{
    if (one < league->entrant_count && other < league->entrant_count)
        add_duel(league, one, other);
}

/* Whoever meets the last is number `pivot` of the others; the rest are pairs that lie as far before
 * it in the circle as behind it. */
static void pair_circle(struct league *league)
{
    unsigned last = league->entrant_count - 1u + league->entrant_count % 2;
    unsigned pivot =
        league->round % 2 == 0 ? league->round / 2u : (last + 1u) / 2 + league->round / 2u;
    if (league->round % 2 == 0)
        add_circle_pair(league, pivot, last);
    else
        add_circle_pair(league, last, pivot);
    for (unsigned away = 1; away <= last / 2; away++)
        add_circle_pair(league, (pivot + away) % last, (pivot + last - away) % last);
    if (last == league->entrant_count)
        add_bye(league, pivot);
}

/* -- Knockout ---------------------------------------------------------------------------------- */

/* Returns which seed stands at a place of the bracket, both from 0. */
static unsigned seed_at(unsigned place, unsigned size)
{
    if (size == 1)
        return 0;
    unsigned seed = seed_at(place / 2, size / 2);
    return place % 2 == 0 ? seed : size - 1 - seed;
}

static void pair_bracket(struct league *league)
{
    unsigned size = 1u << league_rounds(league);
    for (unsigned place = 0; place < size; place += 2) {
        unsigned one = seed_at(place, size), other = seed_at(place + 1, size);
        unsigned better = one < other ? one : other, worse = one < other ? other : one;
        if (worse < league->entrant_count)
            add_duel(league, better, worse);
        else
            add_bye(league, better);
    }
}

static unsigned winner_of(const struct league_match *match)
{
    return match->entrants[match->winners == SEAT_BIT(1)];
}

static void pair_winners(struct league *league)
{
    unsigned before = league->round, count = 0;
    uint8_t winners[LEAGUE_ENTRANTS_MAX];
    const struct league_match *match;
    while ((match = league_match(league, before, count + 1)) != NULL)
        winners[count++] = (uint8_t)winner_of(match);
    for (unsigned i = 0; i + 1 < count; i += 2)
        add_duel(league, winners[i], winners[i + 1]);
}

/* -- Duplicate --------------------------------------------------------------------------------- */

static void pair_mitchell(struct league *league)
{
    unsigned seats = league->seats, round = league->round;
    unsigned tables = (league->entrant_count + seats - 1) / seats;
    for (unsigned table = 0; table < tables; table++) {
        struct league_match *match = add_match(league);
        if (match == NULL)
            return;
        match->count = (uint8_t)seats;
        for (unsigned line = 0; line < seats; line++) {
            unsigned start = (table + tables - line * round % tables) % tables;
            unsigned entrant = line * tables + start;
            if (entrant < league->entrant_count && !league->entrants[entrant].left)
                match->entrants[(line + round) % seats] = (uint8_t)entrant;
        }
    }
}

/* -- The next round ---------------------------------------------------------------------------- */

static unsigned count_present(const struct league *league)
{
    unsigned present = 0;
    for (unsigned i = 0; i < league->entrant_count; i++)
        present += !league->entrants[i].left;
    return present;
}

/* A knockout goes on to its end, so that somebody has won. */
static bool is_playable(const struct league *league)
{
    return count_present(league) >= 2 || (league->form == LEAGUE_KNOCKOUT && league->round > 0);
}

bool league_pair(struct league *league)
{
    if (league->round >= league_rounds(league) || !is_playable(league))
        return false;
    switch (league->form) {
    case LEAGUE_SWISS:
        pair_swiss(league);
        break;
    case LEAGUE_ROUND_ROBIN:
        pair_circle(league);
        break;
    case LEAGUE_KNOCKOUT:
        if (league->round == 0)
            pair_bracket(league);
        else
            pair_winners(league);
        break;
    default:
        pair_mitchell(league);
    }
    league->round++;
    return true;
}
