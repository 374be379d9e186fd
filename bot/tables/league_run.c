/* How leagues go on: results come in, rounds are paired, tables open. Everything here may happen
 * again after a restart, and then does only what is not done yet.
 */
#include <sodium.h>

#include "bot/base/log.h"
#include "bot/league/pairing.h"
#include "bot/record/seed.h"
#include "bot/tables/league_private.h"
#include "bot/tables/session_private.h"

enum {
    WARNING_PART = 4,        /* of the time for a round */
    AGAIN_AFTER = 2 * SECOND /* what could not be saved */
};

/* -- Rounds ------------------------------------------------------------------------------------ */

static void finish_league(struct sessions *sessions, const char *roll, struct league *league)
{
    league->phase = LEAGUE_OVER;
    league->deadline = 0;
    log_info("league.over", "league", league->name, "network", league->network);
    league_tell(sessions, league, "league.over",
                (const struct word_argument[]){SAY_TEXT(league->name)}, 1);
    league_tell_standings(sessions, league);
    league_note_end(sessions, roll, league);
}

static void draw_deal(struct league *league)
{
    uint8_t seed[STORE_SEED_BYTES];
    seed_draw(seed);
    seed_print(seed, league->deal);
    sodium_memzero(seed, sizeof seed);
}

static void begin_round(const struct sessions *sessions, struct league *league)
{
    league->warned = false;
    if (league->form == LEAGUE_DUPLICATE)
        draw_deal(league);
    league->deadline = league->time != 0 ? clock_now(sessions->clock) + league->time : 0;
    log_info("league.round", "league", league->name, "round", LOG_NUMBER(league->round));
    league_tell_round(sessions, league);
}

/* Pairs the next round when this one is done; a round may be done at once, if nobody is left to
 * play it. */
static bool pair_rounds(struct sessions *sessions, const char *roll, struct league *league)
{
    bool paired = false;
    while (league->phase == LEAGUE_PLAYING && league_round_is_done(league, league->round)) {
        if (league->round > 0 && league->form == LEAGUE_DUPLICATE)
            league_tell_results(sessions, league);
        if (league->round > 0 && league->round < league_rounds(league))
            league_tell_standings(sessions, league);
        if (league_pair(league))
            begin_round(sessions, league);
        else
            finish_league(sessions, roll, league);
        paired = true;
    }
    return paired;
}

/* -- Tables ------------------------------------------------------------------------------------ */

static bool is_played_now(const struct league *league, const struct league_match *match)
{
    return match->round == league->round && !match->done;
}

static bool open_tables(struct sessions *sessions, struct league *league)
{
    bool opened = false;
    for (unsigned i = 0; i < league->match_count && league->phase == LEAGUE_PLAYING; i++) {
        struct league_match *match = &league->matches[i];
        if (!is_played_now(league, match) || match->table != 0)
            continue;
        opened |= league_open_table(sessions, league, match);
    }
    return opened;
}

static void hurry_tables(struct sessions *sessions, const struct league *league)
{
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        struct table *table = is_played_now(league, match) ? league_table(sessions, match) : NULL;
        if (table != NULL)
            league_hurry(sessions, league, table);
    }
}

static void close_table(struct sessions *sessions, const struct league_match *match)
{
    struct table *table = league_table(sessions, match);
    if (table != NULL)
        session_abort(sessions, table, 0);
}

/* -- Results ----------------------------------------------------------------------------------- */

static void note_result(const struct sessions *sessions, const struct league *league,
                        struct league_match *match, const struct table *table)
{
    struct game_result result;
    table->game->rules->result(table->state, &result);
    league_finish(league, match, result.scores, result.winners);
    log_info("league.result", "league", league->name, "table", LOG_NUMBER(table->id));
    league_tell_result(sessions, league, match);
}

/* A table that has ended is known at least until that is saved, and its result with it. */
static bool note_end(const struct sessions *sessions, const struct league *league,
                     struct league_match *match)
{
    const struct table *table = match->table != 0 ? session_by_id(sessions, match->table) : NULL;
    if (match->done || table == NULL || table->restoring != RESTORING_NOT)
        return false;
    bool aborted = table->status == TABLE_ABORTED;
    bool counts = aborted ? league->form == LEAGUE_DUPLICATE : table->status == TABLE_FINISHED;
    if (counts && table->state != NULL)
        note_result(sessions, league, match, table);
    else if (aborted)
        match->table = 0; /* it opens again */
    else
        return false;
    return true;
}

static bool note_ends(const struct sessions *sessions, struct league *league)
{
    bool noted = false;
    for (unsigned i = 0; i < league->match_count; i++)
        if (league->matches[i].round == league->round)
            noted |= note_end(sessions, league, &league->matches[i]);
    return noted;
}

/* -- Time -------------------------------------------------------------------------------------- */

static int64_t warning_of(const struct league *league)
{
    return league->deadline - league->time / WARNING_PART;
}

static void note_due(struct sessions *sessions, int64_t due)
{
    if (due != 0 && (sessions->leagues_due == 0 || due < sessions->leagues_due))
        sessions->leagues_due = due;
}

static bool follow_time(struct sessions *sessions, struct league *league)
{
    int64_t now = clock_now(sessions->clock);
    if (league->phase != LEAGUE_PLAYING || league->deadline == 0)
        return false;
    if (league->deadline <= now) {
        hurry_tables(sessions, league);
        return false;
    }
    bool warns = !league->warned && warning_of(league) <= now;
    if (warns) {
        league->warned = true;
        league_warn(sessions, league);
    }
    note_due(sessions, league->warned ? league->deadline : warning_of(league));
    return warns;
}

/* -- What is due ------------------------------------------------------------------------------- */

/* Of several processes the one acts that serves the league's first place. */
static bool leads(const struct sessions *sessions, const struct league *league)
{
    return league_is_open(sessions, league->network, league->places[0]);
}

static bool run_league(void *context, const char *roll, struct league *league)
{
    struct sessions *sessions = context;
    if (league->phase != LEAGUE_PLAYING)
        return true;
    bool changed = note_ends(sessions, league);
    if (leads(sessions, league)) {
        changed |= pair_rounds(sessions, roll, league);
        changed |= follow_time(sessions, league);
        changed |= open_tables(sessions, league);
    }
    if (changed)
        leagues_save(sessions, roll, league);
    return true;
}

void leagues_run(struct sessions *sessions)
{
    bool is_due = sessions->leagues_due != 0 && sessions->leagues_due <= clock_now(sessions->clock);
    if (!sessions->leagues_stirred && !is_due)
        return;
    sessions->leagues_due = 0;
    leagues_visit_all(sessions, sessions, run_league);
    sessions->leagues_stirred = false; /* by what this has done itself */
}

void leagues_unsaved(struct sessions *sessions)
{
    note_due(sessions, clock_now(sessions->clock) + AGAIN_AFTER);
}

/* -- What people decide ------------------------------------------------------------------------ */

static bool hides(void *context, const char *roll, struct league *league)
{
    int64_t *table = context;
    (void)roll;
    if (league_hides(league, *table))
        *table = 0;
    return *table != 0;
}

bool leagues_hide(struct sessions *sessions, int64_t table)
{
    leagues_visit_all(sessions, &table, hides);
    return table == 0;
}

session_refusal leagues_refuse(struct sessions *sessions, const char *network, const char *place,
                               const struct person *person)
{
    return session_refuses_stranger(sessions, network, place, person);
}

void leagues_start(struct sessions *sessions, const char *roll, struct league *league)
{
    league->phase = LEAGUE_PLAYING;
    leagues_save(sessions, roll, league);
    leagues_run(sessions); /* now, so that it answers who asked for it */
}

/* Returns the live table where the entrant plays now, and the seat, or NULL. */
static struct table *table_of(const struct sessions *sessions, const struct league *league,
                              unsigned entrant, int *seat)
{
    const struct league_entrant *known = &league->entrants[entrant];
    for (unsigned i = 0; i < league->match_count; i++) {
        const struct league_match *match = &league->matches[i];
        struct table *table = is_played_now(league, match) ? league_table(sessions, match) : NULL;
        *seat = table != NULL ? table_seat_of(table, known->network, known->identity) : -1;
        if (*seat >= 0)
            return table;
    }
    return NULL;
}

void leagues_withdraw(struct sessions *sessions, const char *roll, struct league *league,
                      unsigned entrant)
{
    int seat;
    struct table *table = table_of(sessions, league, entrant, &seat);
    league_leave(league, entrant);
    leagues_save(sessions, roll, league);
    if (table != NULL)
        session_empty_seat(sessions, table, (unsigned)seat, false);
}

/* The league is saved first, so that the table that is closed finds the match done. */
void leagues_correct(struct sessions *sessions, const char *roll, struct league *league,
                     struct league_match *match, const int32_t *scores)
{
    league_finish(league, match, scores, 0);
    leagues_save(sessions, roll, league);
    close_table(sessions, match);
    league_tell_result(sessions, league, match);
}

void leagues_end(struct sessions *sessions, const char *roll, struct league *league)
{
    finish_league(sessions, roll, league);
    leagues_save(sessions, roll, league);
    for (unsigned i = 0; i < league->match_count; i++)
        if (is_played_now(league, &league->matches[i]))
            close_table(sessions, &league->matches[i]);
}
