/* The tables of leagues. */
#include <string.h>

#include "bot/base/log.h"
#include "bot/configuration/config_value.h"
#include "bot/record/seed.h"
#include "bot/tables/league_private.h"
#include "bot/tables/session_private.h"

/* -- What is chosen for them ------------------------------------------------------------------- */

static void add_pair(struct text *out, const char *key, const char *value)
{
    text_separate(out, " ");
    text_add_format(out, "%s=%s", key, value);
}

void leagues_print_choice(const struct game *game, const struct table_choice *choice,
                          struct text *out)
{
    for (unsigned i = 0; i < game->option_count; i++)
        add_pair(out, game->options[i].name, game->options[i].values[choice->options[i]]);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++)
        if (choice->settings[setting][0] != '\0')
            add_pair(out, setting_table[setting].name, choice->settings[setting]);
}

static bool read_pair(const struct game *game, const char *key, const char *value,
                      struct table_choice *choice)
{
    enum setting setting = setting_find(key);
    if (setting < SETTING_COUNT) {
        struct text text = TEXT_IN(choice->settings[setting]);
        text_add(&text, value);
        return !text.truncated;
    }
    int option = game_option_find(game, key);
    int chosen = option >= 0 ? game_option_value(&game->options[option], value) : -1;
    if (chosen >= 0)
        choice->options[option] = (uint8_t)chosen;
    return chosen >= 0;
}

bool leagues_read_choice(const struct game *game, const char *text, struct table_choice *choice)
{
    *choice = (struct table_choice){.settings = {{0}}};
    game_options_default(game, choice->options);
    while (*text != '\0') {
        char key_buffer[64], value_buffer[64];
        struct text key = TEXT_IN(key_buffer), value = TEXT_IN(value_buffer);
        size_t length = strcspn(text, " "), name = strcspn(text, "=");
        if (name >= length)
            return false;
        text_add_bytes(&key, text, name);
        text_add_bytes(&value, text + name + 1, length - name - 1);
        if (!read_pair(game, key.bytes, value.bytes, choice))
            return false;
        text += length;
        text += strspn(text, " ");
    }
    return true;
}

static void set(struct table_choice *choice, enum setting setting, const char *value)
{
    struct text text = TEXT_IN(choice->settings[setting]);
    text_clear(&text);
    text_add(&text, value);
}

static int64_t pace_now(const struct sessions *sessions, const struct league *league)
{
    bool over = league->deadline != 0 && league->deadline <= clock_now(sessions->clock);
    return over ? earlier_of(league->pace, LEAGUE_HURRY) : league->pace;
}

/* Nobody gives words for the shuffle at a table that begins at once. */
static void add_own_settings(const struct sessions *sessions, const struct league *league,
                             struct table_choice *choice)
{
    char pace_buffer[TABLE_SETTING_BYTES];
    struct text pace = TEXT_IN(pace_buffer);
    config_add_duration(&pace, pace_now(sessions, league));
    set(choice, SETTING_TURN_TIME, pace.bytes);
    set(choice, SETTING_ABSENT, "stand-in");
    set(choice, SETTING_WORDS, "open");
    if (choice->settings[SETTING_HINTS][0] == '\0')
        set(choice, SETTING_HINTS, "never");
    if (league->form == LEAGUE_DUPLICATE) /* nobody tries a deal twice */
        set(choice, SETTING_UNDO, "never");
}

static void take_seed(const struct league *league, struct table *table)
{
    if (league->form != LEAGUE_DUPLICATE || !seed_parse(league->deal, table->seed))
        seed_draw(table->seed);
}

/* A beacon would make the deals of a duplicate league others. */
static void begin(struct sessions *sessions, const struct league *league, struct table *table)
{
    if (league->form == LEAGUE_DUPLICATE)
        session_begin(sessions, table);
    else
        session_start(sessions, table);
}

/* -- Opening ----------------------------------------------------------------------------------- */

bool league_is_open(const struct sessions *sessions, const char *network, const char *place)
{
    const struct table_place *known = session_place(sessions, network, place);
    return (known != NULL && known->open) || networks_has_place(sessions->networks, network, place);
}

static bool is_free(const struct sessions *sessions, const char *network, const char *place)
{
    const struct table *shown = session_at(sessions, network, place);
    return league_is_open(sessions, network, place) && (shown == NULL || !table_is_live(shown)) &&
           session_refused_at(sessions, network, place) == 0;
}

unsigned leagues_places_needed(const struct sessions *sessions, const struct league *league)
{
    bool threads = networks_makes_threads(sessions->networks, league->network);
    bool duplicate = league->form == LEAGUE_DUPLICATE;
    return !duplicate || threads ? 0 : (league->entrant_count + league->seats - 1u) / league->seats;
}

/* Where a deal is played by several tables, each has a channel of its own. */
static const char *free_place(const struct sessions *sessions, const struct league *league,
                              const struct league_match *match)
{
    unsigned own = league_match_number(league, match) - 1;
    bool any = leagues_places_needed(sessions, league) == 0;
    for (unsigned i = 0; i < league->place_count; i++)
        if ((any || i == own) && is_free(sessions, league->network, league->places[i]))
            return league->places[i];
    return NULL;
}

/* The bot has the seats of its own entrants, and of those who left, or may not sit here or with the
 * others. */
static void seat_entrant(struct sessions *sessions, struct table *table,
                         const struct league *league, unsigned entrant)
{
    const struct league_entrant *known =
        entrant != LEAGUE_NOBODY ? &league->entrants[entrant] : NULL;
    const struct setting_scope scope = table_setting_scope(table);
    const struct person person = {known != NULL ? known->identity : "",
                                  known != NULL ? known->name : "", RANK_PLAYER};
    if (known != NULL && !known->left && known->identity[0] != '\0' &&
        session_may_be_seated(sessions, table, known->network, &person))
        session_take_seat(sessions, table, known->network, &person);
    else
        session_seat_bot(
            table, (enum player_level)setting_number(sessions->settings, SETTING_LEVEL, &scope));
    if (known != NULL && !known->left && known->identity[0] == '\0')
        table_seat_rename(table, table->seat_count - 1u, known->name);
}

static void seat_all(struct sessions *sessions, struct table *table, const struct league *league,
                     const struct league_match *match)
{
    for (unsigned seat = 0; seat < match->count; seat++)
        seat_entrant(sessions, table, league, match->entrants[seat]);
    while (table->seat_count < table->game->players_min)
        seat_entrant(sessions, table, league, LEAGUE_NOBODY);
}

static void tell_opened(struct sessions *sessions, const struct league *league,
                        const struct league_match *match, const struct table *table)
{
    const struct table_place *place = table->places;
    char buffer[512];
    struct text names = TEXT_IN(buffer);
    struct words words = style_place_words(sessions->styles, place->network, place->place);
    leagues_say_match(league, match, &words, &names);
    const struct word_argument arguments[] = {SAY_TEXT(league->name), SAY_NUMBER(match->round),
                                              SAY_NUMBER(league_match_number(league, match)),
                                              SAY_TEXT(names.bytes)};
    session_announce_at(sessions, table, place, "league.opened", arguments, 4);
}

/* Nobody opened it, so that nobody can end it alone. */
bool league_open_table(struct sessions *sessions, const struct league *league,
                       struct league_match *match)
{
    const struct person nobody = {"", "", RANK_PLAYER};
    const char *place = free_place(sessions, league, match);
    const struct game *game = game_find(league->game);
    struct table_choice choice;
    if (place == NULL || game == NULL || !leagues_read_choice(game, league->choice, &choice))
        return false;
    add_own_settings(sessions, league, &choice);
    struct table *table = session_table_in(sessions, game, league->network, place, &nobody);
    memcpy(table->options, choice.options, sizeof table->options);
    take_seed(league, table);
    session_save_new(sessions, table);
    session_choose_settings(sessions, table, &choice);
    session_index_table(sessions, table);
    seat_all(sessions, table, league, match);
    if (networks_makes_threads(sessions->networks, league->network))
        table->thread = THREAD_WANTED;
    match->table = table->id;
    log_info("league.table-opened", "table", LOG_NUMBER(table->id), "league", league->name, "round",
             LOG_NUMBER(match->round));
    tell_opened(sessions, league, match, table);
    begin(sessions, league, table);
    session_save(sessions, table);
    return true;
}

struct table *league_table(const struct sessions *sessions, const struct league_match *match)
{
    struct table *table = match->table != 0 ? session_by_id(sessions, match->table) : NULL;
    return table != NULL && table_is_live(table) ? table : NULL;
}

void league_hurry(struct sessions *sessions, const struct league *league, struct table *table)
{
    char buffer[TABLE_SETTING_BYTES];
    struct text pace = TEXT_IN(buffer);
    const struct setting_scope scope = table_setting_scope(table);
    config_add_duration(&pace, pace_now(sessions, league));
    if (strcmp(setting_text(sessions->settings, SETTING_TURN_TIME, &scope), pace.bytes) == 0)
        return;
    setting_set(sessions->settings, SETTING_TURN_TIME, SETTING_AT_TABLE, &scope, pace.bytes, NULL);
    if (table->clock.paused != 0)
        session_unpause(sessions, table);
    session_apply_settings(sessions, table);
    session_touch(sessions, table);
}
