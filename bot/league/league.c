#include "bot/league/league.h"

#include <string.h>

#include "games/shared/text.h"

const char *const league_forms[] = {"swiss", "round-robin", "knockout", "duplicate", NULL};
const char *const league_scorings[] = {"matchpoints", "net", NULL};

enum { DUPLICATE_ROUNDS = 4 };

/* -- Entrants ---------------------------------------------------------------------------------- */

unsigned league_find(const struct league *league, const char *network, const char *identity)
{
    for (unsigned i = 0; i < league->entrant_count; i++)
        if (strcmp(league->entrants[i].identity, identity) == 0 &&
            strcmp(league->entrants[i].network, network) == 0)
            return i;
    return LEAGUE_NOBODY;
}

unsigned league_room(const struct league *league)
{
    return league->form == LEAGUE_ROUND_ROBIN ? LEAGUE_CIRCLE_MAX : LEAGUE_ENTRANTS_MAX;
}

/* A deal is compared between two tables at least. */
unsigned league_fewest(const struct league *league)
{
    return league->form == LEAGUE_DUPLICATE ? league->seats + 1u : 2;
}

bool league_enter(struct league *league, const char *network, const struct person *person)
{
    if (league->entrant_count == league_room(league))
        return false;
    struct league_entrant *entrant = &league->entrants[league->entrant_count++];
    *entrant = (struct league_entrant){.left = false};
    struct text where = TEXT_IN(entrant->network), identity = TEXT_IN(entrant->identity);
    struct text name = TEXT_IN(entrant->name);
    text_add(&where, network);
    text_add(&identity, person->identity);
    text_add(&name, person->name);
    return true;
}

void league_leave(struct league *league, unsigned entrant)
{
    if (league->phase != LEAGUE_ENTERING) {
        league->entrants[entrant].left = true;
        return;
    }
    league->entrant_count--;
    memmove(&league->entrants[entrant], &league->entrants[entrant + 1],
            (league->entrant_count - entrant) * sizeof league->entrants[0]);
}

/* Whether the league is played and has that entrant. */
static bool is_played_by(const struct league *league, unsigned entrant)
{
    return league->phase == LEAGUE_PLAYING && entrant < league->entrant_count;
}

bool league_take_out(struct league *league, unsigned entrant)
{
    if (!is_played_by(league, entrant) || league->entrants[entrant].left)
        return false;
    league->entrants[entrant].left = league->entrants[entrant].out = true;
    return true;
}

bool league_take_back(struct league *league, unsigned entrant)
{
    if (!is_played_by(league, entrant) || !league->entrants[entrant].out)
        return false;
    league->entrants[entrant].left = league->entrants[entrant].out = false;
    return true;
}

/* -- Rounds ------------------------------------------------------------------------------------ */

/* Returns how often `count` is halved, rounded up, until one is left. */
static unsigned halvings(unsigned count)
{
    unsigned halvings = 0;
    while (count > 1) {
        count = (count + 1) / 2;
        halvings++;
    }
    return halvings;
}

unsigned league_rounds(const struct league *league)
{
    unsigned count = league->entrant_count;
    unsigned circle = count % 2 == 0 ? count - 1 : count; /* until everybody has met everybody */
    unsigned wanted = league->rounds;
    switch (league->form) {
    case LEAGUE_ROUND_ROBIN:
        return circle;
    case LEAGUE_KNOCKOUT:
        return halvings(count);
    case LEAGUE_SWISS:
        wanted = wanted != 0 ? wanted : halvings(count);
        return wanted < circle ? wanted : circle;
    default:
        return wanted != 0 ? wanted : DUPLICATE_ROUNDS;
    }
}

/* -- Matches ----------------------------------------------------------------------------------- */

struct league_match *league_match(struct league *league, unsigned round, unsigned number)
{
    for (unsigned i = 0; i < league->match_count; i++)
        if (league->matches[i].round == round && --number == 0)
            return &league->matches[i];
    return NULL;
}

struct league_match *league_match_at(struct league *league, int64_t table)
{
    for (unsigned i = 0; i < league->match_count; i++)
        if (league->matches[i].table == table)
            return &league->matches[i];
    return NULL;
}

unsigned league_match_number(const struct league *league, const struct league_match *match)
{
    unsigned number = 1;
    while (match > league->matches && match[-1].round == match->round) {
        match--;
        number++;
    }
    return number;
}

bool league_round_is_done(const struct league *league, unsigned round)
{
    for (unsigned i = 0; i < league->match_count; i++)
        if (league->matches[i].round == round && !league->matches[i].done)
            return false;
    return true;
}

bool league_hides(const struct league *league, int64_t table)
{
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        if (match->table == table && league->form == LEAGUE_DUPLICATE)
            return league->phase == LEAGUE_PLAYING && !league_round_is_done(league, match->round);
    }
    return false;
}

bool league_result_is_told(const struct league *league, const struct league_match *match)
{
    return match->done &&
           (league->form != LEAGUE_DUPLICATE || league_round_is_done(league, match->round));
}

static seat_set duel_winner(const struct league *league, const struct league_match *match,
                            seat_set winners)
{
    enum { FIRST = SEAT_BIT(0), SECOND = SEAT_BIT(1), BOTH = FIRST | SECOND };
    winners &= BOTH;
    if (winners == FIRST || winners == SECOND)
        return winners;
    if (match->scores[0] != match->scores[1])
        return match->scores[0] > match->scores[1] ? FIRST : SECOND;
    if (league->form != LEAGUE_KNOCKOUT)
        return BOTH;
    return match->entrants[0] < match->entrants[1] ? FIRST : SECOND;
}

void league_finish(const struct league *league, struct league_match *match, const int32_t *scores,
                   seat_set winners)
{
    memcpy(match->scores, scores, match->count * sizeof match->scores[0]);
    match->done = true;
    if (league->form != LEAGUE_DUPLICATE)
        match->winners = duel_winner(league, match, winners);
}
