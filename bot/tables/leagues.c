/* Leagues in the store. */
#include "bot/tables/leagues.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/league/record.h"
#include "bot/tables/league_private.h"

void leagues_roll(const struct sessions *sessions, const char *network, const char *place,
                  char roll[ROLL_NAME_BYTES])
{
    struct text text = text_in(roll, ROLL_NAME_BYTES);
    text_add(&text, ROLL_LEAGUES);
    networks_server_name(sessions->networks, network, place, &text);
}

/* Names are words of letters that have one case only, or are ASCII. */
static void key_of(const char *name, char key[LEAGUE_NAME_BYTES])
{
    struct text text = text_in(key, LEAGUE_NAME_BYTES);
    for (; *name != '\0'; name++)
        text_add_char(&text, (char)tolower((unsigned char)*name));
}

static struct league *read_entry(const char *roll, const struct roll_entry *entry)
{
    struct league *league = memory_new(sizeof *league);
    if (league_read(entry->value, league))
        return league;
    log_warning("league.unreadable", "server", roll + strlen(ROLL_LEAGUES), "league", entry->key);
    free(league);
    return NULL;
}

static const struct roll_entry *find_entry(const struct sessions *sessions, const char *roll,
                                           const char *key)
{
    const struct roll_entry *entry = roll_first(sessions->settings, roll);
    while (entry != NULL && strcmp(entry->key, key) != 0)
        entry = entry->next;
    return entry;
}

struct league *leagues_open(const struct sessions *sessions, const char *roll, const char *name)
{
    char key[LEAGUE_NAME_BYTES];
    key_of(name, key);
    const struct roll_entry *entry = find_entry(sessions, roll, key);
    return entry != NULL ? read_entry(roll, entry) : NULL;
}

void leagues_close(struct league *league)
{
    free(league);
}

/* Of several processes one makes this version. */
static void guard(struct sessions *sessions, const char *roll, const char *key, uint32_t version)
{
    char buffer[STORE_WORD_MAX];
    struct text event = TEXT_IN(buffer);
    text_add_format(&event, "%s %s %u", roll, key, version);
    if (store_is_shared(sessions->store))
        store_event_add(sessions->store, event.bytes);
}

static unsigned count_entries(const struct sessions *sessions, const char *roll)
{
    unsigned count = 0;
    for (const struct roll_entry *entry = roll_first(sessions->settings, roll); entry != NULL;
         entry = entry->next)
        count++;
    return count;
}

bool leagues_save(struct sessions *sessions, const char *roll, struct league *league)
{
    char key[LEAGUE_NAME_BYTES];
    key_of(league->name, key);
    if (find_entry(sessions, roll, key) == NULL && count_entries(sessions, roll) >= LEAGUES_MAX)
        return false;
    league->version++;
    guard(sessions, roll, key, league->version);
    char *text = league_print(league);
    roll_set(sessions->settings, roll, key, text);
    free(text);
    sessions->leagues_stirred = true;
    return true;
}

void leagues_remove(struct sessions *sessions, const char *roll, const struct league *league)
{
    char key[LEAGUE_NAME_BYTES];
    key_of(league->name, key);
    guard(sessions, roll, key, league->version + 1);
    roll_set(sessions->settings, roll, key, NULL);
    league_forget_end(sessions, roll, league);
}

/* -- Visiting ---------------------------------------------------------------------------------- */

static int compare_keys(const void *one, const void *other)
{
    return strcmp(one, other);
}

void leagues_visit(struct sessions *sessions, const char *roll, void *context,
                   leagues_visitor *visit)
{
    char keys[LEAGUES_MAX][LEAGUE_NAME_BYTES];
    size_t count = 0;
    const struct roll_entry *entry = roll_first(sessions->settings, roll);
    for (; entry != NULL && count < LEAGUES_MAX; entry = entry->next) {
        struct text key = TEXT_IN(keys[count]);
        text_add(&key, entry->key);
        count++;
    }
    qsort(keys, count, sizeof keys[0], compare_keys);
    bool goes_on = true;
    for (size_t i = 0; i < count && goes_on; i++) {
        struct league *league = leagues_open(sessions, roll, keys[i]);
        goes_on = league == NULL || visit(context, roll, league);
        leagues_close(league);
    }
}

struct everywhere {
    struct sessions *sessions;
    void *context;
    leagues_visitor *visit;
};

static void visit_roll(void *context, const char *roll)
{
    const struct everywhere *everywhere = context;
    leagues_visit(everywhere->sessions, roll, everywhere->context, everywhere->visit);
}

void leagues_visit_all(struct sessions *sessions, void *context, leagues_visitor *visit)
{
    struct everywhere everywhere = {sessions, context, visit};
    if (sessions->settings->rolls != NULL)
        roll_visit(sessions->settings, ROLL_LEAGUES, &everywhere, visit_roll);
}

/* -- People ------------------------------------------------------------------------------------ */

struct renaming {
    struct sessions *sessions;
    const char *network, *identity;
    const struct person *now;
    bool leaves;
};

static bool rename_entrant(void *context, const char *roll, struct league *league)
{
    const struct renaming *renaming = context;
    unsigned entrant = league_find(league, renaming->network, renaming->identity);
    if (entrant == LEAGUE_NOBODY)
        return true;
    struct text identity = TEXT_IN(league->entrants[entrant].identity);
    struct text name = TEXT_IN(league->entrants[entrant].name);
    text_add(&identity, renaming->now->identity);
    text_add(&name, renaming->now->name);
    if (renaming->leaves)
        league_leave(league, entrant);
    leagues_save(renaming->sessions, roll, league);
    return true;
}

void leagues_forget(struct sessions *sessions, const char *network, const char *identity,
                    const char *name)
{
    const struct person nobody = {"", name, RANK_PLAYER};
    struct renaming renaming = {sessions, network, identity, &nobody, true};
    leagues_visit_all(sessions, &renaming, rename_entrant);
}

void leagues_rename(struct sessions *sessions, const char *network, const char *old_identity,
                    const struct person *now)
{
    struct renaming renaming = {sessions, network, old_identity, now, false};
    leagues_visit_all(sessions, &renaming, rename_entrant);
}
