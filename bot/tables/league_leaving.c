/* People who leave running games of leagues, and what follows for them there (SETTING_LEAVING). */
#include "bot/base/log.h"
#include "bot/tables/league_private.h"

struct change {
    struct sessions *sessions;
    const char *network, *identity;
    int64_t table; /* 0: of any league */
    bool out;
    char name[LEAGUE_NAME_BYTES]; /* of the league that has changed; "": none */
};

static void tell(const struct change *change, const struct league *league, unsigned entrant)
{
    const struct word_argument arguments[] = {SAY_TEXT(league->name),
                                              SAY_TEXT(league->entrants[entrant].name)};
    league_tell(change->sessions, league, change->out ? "league.left-it" : "league.is-back",
                arguments, sizeof arguments / sizeof arguments[0]);
    log_info(change->out ? "league.taken-out" : "league.taken-back", "league", league->name,
             "network", change->network, "person", change->identity);
}

static bool change_league(void *context, const char *roll, struct league *league)
{
    struct change *change = context;
    unsigned entrant = league_find(league, change->network, change->identity);
    bool meant = change->table == 0 || league_match_at(league, change->table) != NULL;
    bool changes = meant && (change->out ? league_take_out(league, entrant)
                                         : league_take_back(league, entrant));
    if (!changes)
        return true;
    struct text name = TEXT_IN(change->name);
    text_add(&name, league->name);
    leagues_save(change->sessions, roll, league);
    tell(change, league, entrant);
    return true;
}

void leagues_take_out(struct sessions *sessions, const struct table *table, unsigned seat,
                      char name[LEAGUE_NAME_BYTES])
{
    const struct seat *leaver = &table->seats[seat];
    const struct setting_scope scope = table_setting_scope(table);
    struct change change = {sessions, leaver->network, leaver->identity, table->id, true, ""};
    struct text text = text_in(name, LEAGUE_NAME_BYTES);
    char roll[ROLL_NAME_BYTES];
    leagues_roll(sessions, scope.network, scope.place, roll);
    leagues_visit(sessions, roll, &change, change_league);
    text_add(&text, change.name);
}

void leagues_take_back(struct sessions *sessions, const char *roll, int64_t table,
                       const char *network, const char *identity)
{
    struct change change = {sessions, network, identity, table, false, ""};
    leagues_visit(sessions, roll, &change, change_league);
}
