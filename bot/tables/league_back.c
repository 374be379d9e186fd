/* What leagues say in their channel when the bot is back there: a line that stands for everything
 * that was not told while it was away, or before its process died. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/tables/league_private.h"
#include "bot/tables/session_private.h"

/* The store's values for leagues whose end has not been told; the key is the roll and the name. */
#define UNTOLD_SCOPE "untold leagues"

static void end_key(const char *roll, const struct league *league, char key[STORE_WORD_MAX])
{
    struct text text = text_in(key, STORE_WORD_MAX);
    text_add_format(&text, "%s %s", roll, league->name);
}

static void end_is_told(struct sessions *sessions, const char *roll, const struct league *league)
{
    char key[STORE_WORD_MAX];
    end_key(roll, league, key);
    session_is_told(sessions, UNTOLD_SCOPE, key, league->network, league->places[0]);
}

void league_note_end(struct sessions *sessions, const char *roll, const struct league *league)
{
    char key[STORE_WORD_MAX];
    end_key(roll, league, key);
    session_note_untold(sessions, UNTOLD_SCOPE, key);
    if (league_is_open(sessions, league->network, league->places[0]))
        end_is_told(sessions, roll, league);
}

void league_forget_end(struct sessions *sessions, const char *roll, const struct league *league)
{
    char key[STORE_WORD_MAX];
    end_key(roll, league, key);
    store_value_set(sessions->store, UNTOLD_SCOPE, key, NULL);
}

/* -- Back in a channel ------------------------------------------------------------------------- */

struct meeting {
    struct sessions *sessions;
    const char *network, *place;
    bool any;
};

static bool is_here(const struct meeting *meeting, const struct league *league)
{
    return strcmp(league->network, meeting->network) == 0 &&
           strcmp(league->places[0], meeting->place) == 0;
}

static bool note_meeting(void *context, const char *roll, struct league *league)
{
    struct meeting *meeting = context;
    (void)roll;
    meeting->any = is_here(meeting, league);
    return !meeting->any;
}

bool leagues_meet(struct sessions *sessions, const char *network, const char *place)
{
    struct meeting meeting = {.sessions = sessions, .network = network, .place = place};
    char roll[ROLL_NAME_BYTES];
    leagues_roll(sessions, network, place, roll);
    leagues_visit(sessions, roll, &meeting, note_meeting);
    return meeting.any;
}

static void tell_entering(const struct sessions *sessions, const struct league *league)
{
    const struct word_argument arguments[] = {SAY_TEXT(league->name),
                                              SAY_NUMBER(league->entrant_count)};
    league_tell(sessions, league, "league.back-entering", arguments, 2);
}

/* The end of a league that may not have been told. */
struct ended {
    struct sessions *sessions;
    char roll[ROLL_NAME_BYTES], name[LEAGUE_NAME_BYTES];
};

static void tell_ended(void *context, struct store_inquiry *inquiry)
{
    struct ended *ended = context;
    char key[STORE_WORD_MAX], value[STORE_WORD_MAX];
    struct league *league = leagues_open(ended->sessions, ended->roll, ended->name);
    if (league == NULL)
        return;
    end_key(ended->roll, league, key);
    if (store_read_value(inquiry, UNTOLD_SCOPE, key, value, sizeof value)) {
        league_tell(ended->sessions, league, "league.back-over",
                    (const struct word_argument[]){SAY_TEXT(league->name)}, 1);
        league_tell_standings(ended->sessions, league);
        end_is_told(ended->sessions, ended->roll, league);
    }
    leagues_close(league);
}

static void ask_ended(struct sessions *sessions, const char *roll, const struct league *league)
{
    struct ended *ended = memory_new(sizeof *ended);
    struct text roll_copy = TEXT_IN(ended->roll), name = TEXT_IN(ended->name);
    ended->sessions = sessions;
    text_add(&roll_copy, roll);
    text_add(&name, league->name);
    store_ask(sessions->store, tell_ended, free, ended);
}

static bool tell_back(void *context, const char *roll, struct league *league)
{
    const struct meeting *meeting = context;
    if (!is_here(meeting, league))
        return true;
    if (league->phase == LEAGUE_ENTERING)
        tell_entering(meeting->sessions, league);
    else if (league->phase == LEAGUE_PLAYING)
        league_tell_back(meeting->sessions, league);
    else
        ask_ended(meeting->sessions, roll, league);
    return true;
}

void leagues_tell_back(struct sessions *sessions, const char *network, const char *place)
{
    struct meeting meeting = {.sessions = sessions, .network = network, .place = place};
    char roll[ROLL_NAME_BYTES];
    leagues_roll(sessions, network, place, roll);
    leagues_visit(sessions, roll, &meeting, tell_back);
}
