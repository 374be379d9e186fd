/* `league new NAME GAME KEY=VALUE …`: what is typed becomes a league. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "bot/commands/league.h"
#include "bot/configuration/config_value.h"
#include "bot/configuration/game_options.h"

enum { DETAILS_BYTES = 1024, PACE_DAYS_MAX = 60, TIME_DAYS_MAX = 365 };

/* In other languages than English rounds of a league may be called otherwise than those of games.
 */
static const char *const keys[] = {"form",  "rounds",  "round",  "pace", "time",
                                   "seats", "scoring", "places", NULL};

/* What is read of one line. */
struct reading {
    struct call *call;
    const struct game *game;
    struct league *league;
    struct text others; /* pairs for the tables */
};

static bool refuse(const struct reading *reading, const char *key, const char *expected)
{
    const struct words words = call_words(reading->call);
    char buffer[64];
    struct text name = TEXT_IN(buffer);
    fixed_word_say(&words, key, &name);
    answer(reading->call, "refusal.league-value", SAY_TEXT(name.bytes), SAY_TEXT(expected));
    return false;
}

/* -- Values ------------------------------------------------------------------------------------ */

static bool read_word(const struct reading *reading, const char *key, const char *const *list,
                      const char *value, unsigned *index)
{
    const struct words words = call_words(reading->call);
    const char *found =
        fixed_word_find(reading->call->commands->catalog, list, value, strlen(value));
    char buffer[256];
    struct text expected = TEXT_IN(buffer);
    for (unsigned i = 0; list[i] != NULL; i++) {
        text_separate(&expected, ", ");
        fixed_word_say(&words, list[i], &expected);
        if (list[i] == found)
            *index = i;
    }
    return found != NULL || refuse(reading, key, expected.bytes);
}

static bool read_number(const struct reading *reading, const char *key, unsigned least,
                        unsigned most, const char *value, uint8_t *number)
{
    char *end, buffer[32];
    struct text expected = TEXT_IN(buffer);
    unsigned long read = strtoul(value, &end, 10);
    text_add_format(&expected, "%u – %u", least, most);
    if (*value < '0' || *value > '9' || *end != '\0' || read < least || read > most)
        return refuse(reading, key, expected.bytes);
    *number = (uint8_t)read;
    return true;
}

static bool read_time(const struct reading *reading, const char *key, int64_t most,
                      const char *value, int64_t *time)
{
    struct {
        int64_t time;
    } block;
    char complaint_buffer[256], buffer[64];
    struct text complaint = TEXT_IN(complaint_buffer), expected = TEXT_IN(buffer);
    const struct config_key duration = {
        .name = key, .type = CONFIG_DURATION, .size = sizeof block.time, .most = most};
    text_add(&expected, "1min – ");
    config_add_duration(&expected, most);
    if (!config_value_set(&duration, "", value, strlen(value), &block, &complaint) ||
        block.time < MINUTE)
        return refuse(reading, key, expected.bytes);
    *time = block.time;
    return true;
}

static bool has_place(const struct league *league, const char *place)
{
    for (unsigned i = 0; i < league->place_count; i++)
        if (strcmp(league->places[i], place) == 0)
            return true;
    return false;
}

/* Only admins let tables open in other channels: nobody asked there. */
static bool add_place(const struct reading *reading, const char *typed, size_t length)
{
    struct league *league = reading->league;
    const struct inbound *inbound = reading->call->inbound;
    const struct networks *networks = reading->call->commands->networks;
    char name_buffer[PLACE_MAX], place[PLACE_MAX];
    struct text name = TEXT_IN(name_buffer), copy = TEXT_IN(league->places[league->place_count]);
    text_add_bytes(&name, typed, length);
    if (!networks_find_place(networks, inbound->network, inbound->place, name.bytes, place) ||
        !networks_has_place(networks, inbound->network, place))
        return false;
    if (has_place(league, place))
        return true;
    text_add(&copy, place);
    league->place_count++;
    return true;
}

static bool read_places(const struct reading *reading, const char *value)
{
    const struct words words = call_words(reading->call);
    char buffer[256];
    struct text expected = TEXT_IN(buffer);
    words_say(&words, &expected, "league.places", SAY_NUMBER(LEAGUE_PLACES_MAX - 1));
    if (reading->call->rank < RANK_ADMIN) {
        answer(reading->call, "refusal.admins-only", SAY_TEXT("places"));
        return false;
    }
    while (*value != '\0') {
        size_t length = strcspn(value, ",");
        if (reading->league->place_count == LEAGUE_PLACES_MAX || !add_place(reading, value, length))
            return refuse(reading, "places", expected.bytes);
        value += length + (value[length] == ',');
    }
    return true;
}

static bool read_value(const struct reading *reading, const char *key, const char *value)
{
    struct league *league = reading->league;
    unsigned index = 0;
    if (strcmp(key, "form") == 0) {
        bool read = read_word(reading, key, league_forms, value, &index);
        league->form = (enum league_form)index;
        return read;
    }
    if (strcmp(key, "scoring") == 0) {
        bool read = read_word(reading, key, league_scorings, value, &index);
        league->scoring = (enum league_scoring)index;
        return read;
    }
    if (strcmp(key, "rounds") == 0 || strcmp(key, "round") == 0)
        return read_number(reading, key, 1, LEAGUE_CHOSEN_MAX, value, &league->rounds);
    if (strcmp(key, "seats") == 0)
        return read_number(reading, key, reading->game->players_min, reading->game->players_max,
                           value, &league->seats);
    if (strcmp(key, "pace") == 0)
        return read_time(reading, key, PACE_DAYS_MAX * DAY, value, &league->pace);
    if (strcmp(key, "time") == 0)
        return read_time(reading, key, TIME_DAYS_MAX * DAY, value, &league->time);
    return read_places(reading, value);
}

/* -- The line ---------------------------------------------------------------------------------- */

/* What is no key of leagues is for the tables. */
static bool read_pair(struct reading *reading, const char *word, size_t length)
{
    struct catalog *catalog = reading->call->commands->catalog;
    const char *equals = memchr(word, '=', length);
    const char *key =
        equals != NULL ? fixed_word_find(catalog, keys, word, (size_t)(equals - word)) : NULL;
    char buffer[512];
    struct text value = TEXT_IN(buffer);
    if (key == NULL) {
        text_separate(&reading->others, " ");
        fixed_words_read_pair(catalog, word, length, &reading->others);
        return true;
    }
    text_add_bytes(&value, equals + 1, length - (size_t)(equals + 1 - word));
    return read_value(reading, key, value.bytes);
}

static bool read_choice(struct reading *reading)
{
    struct table_choice choice = {.settings = {{0}}};
    struct call *call = reading->call;
    const struct setting_scope scope = call_audience(call);
    struct text text = TEXT_IN(reading->league->choice);
    game_options_default(reading->game, choice.options);
    game_options_choose(setting_text(call->commands->settings, SETTING_GAME_OPTIONS, &scope),
                        reading->game, choice.options);
    if (!command_read_options(call, reading->game, reading->others.bytes, &choice))
        return false;
    choice.settings[SETTING_FIRST][0] = '\0'; /* it names somebody at one table */
    leagues_print_choice(reading->game, &choice, &text);
    return true;
}

static bool read_details(struct reading *reading, const char *rest)
{
    const char *word;
    for (size_t length; (length = command_next_word(&rest, &word)) > 0;)
        if (!read_pair(reading, word, length))
            return false;
    return read_choice(reading);
}

/* -- The beginning of the line ----------------------------------------------------------------- */

/* A word that can be typed and read back, and is no KEY=VALUE. */
static bool read_name(struct call *call, const char **rest, struct league *league)
{
    const char *word;
    size_t length = command_next_word(rest, &word);
    struct text name = TEXT_IN(league->name);
    text_add_bytes(&name, word, length);
    bool is_name = length > 0 && !name.truncated && memchr(word, '=', length) == NULL;
    if (!is_name)
        answer(call, "refusal.league-name", SAY_NUMBER(LEAGUE_NAME_BYTES - 1));
    return is_name;
}

/* A name with blanks, where Discord's clients allow it, looks like another game. */
static bool names_game_later(struct call *call, const char *rest)
{
    const char *word;
    while (command_next_word(&rest, &word) > 0)
        if (command_read_game(call, &rest) != NULL)
            return true;
    return false;
}

static const struct game *read_game(struct call *call, const char **rest)
{
    const struct game *game = command_read_game(call, rest);
    const struct setting_scope scope = call_audience(call);
    if (game == NULL && names_game_later(call, *rest))
        answer(call, "refusal.league-name", SAY_NUMBER(LEAGUE_NAME_BYTES - 1));
    else if (game == NULL)
        command_refuse_game(call, *rest);
    else if (!setting_allows_game(call->commands->settings, &scope, game)) {
        answer_plain(call, "refusal.game-not-allowed");
        return NULL;
    }
    return game;
}

/* Versions count on from the time, so that those of a league with the name of an older one are
 * others. */
static void set_defaults(const struct call *call, const struct game *game, struct league *league)
{
    const struct inbound *inbound = call->inbound;
    const struct setting_scope scope = call_audience(call);
    int64_t pace = setting_number(call->commands->settings, SETTING_TURN_TIME, &scope);
    char parent[PLACE_MAX];
    struct text id = TEXT_IN(league->game), network = TEXT_IN(league->network);
    struct text place = TEXT_IN(league->places[0]);
    text_add(&id, game->id);
    text_add(&network, inbound->network);
    text_add(&place,
             networks_channel(call->commands->networks, inbound->network, inbound->place, parent));
    league->place_count = 1;
    league->seats = game->players_min;
    league->pace = pace != 0 ? pace : DAY;
    league->version = (uint32_t)(clock_now(call->commands->clock) / SECOND);
}

struct league *command_read_league(struct call *call, const char *typed)
{
    struct league *league;
    char *others;
    if (call->inbound->place[0] == '\0') {
        answer_plain(call, "refusal.in-channel-only");
        return NULL;
    }
    league = memory_new(sizeof *league);
    others = memory_new(DETAILS_BYTES);
    *league = (struct league){.phase = LEAGUE_ENTERING};
    const struct game *game = read_name(call, &typed, league) ? read_game(call, &typed) : NULL;
    struct reading reading = {call, game, league, text_in(others, DETAILS_BYTES)};
    if (game != NULL)
        set_defaults(call, game, league);
    bool read = game != NULL && read_details(&reading, typed);
    free(others);
    if (read)
        return league;
    free(league);
    return NULL;
}

/* -- The announcement -------------------------------------------------------------------------- */

void command_announce_league(const struct call *call, const struct league *league)
{
    const struct setting_scope audience = call_audience(call);
    const struct words words = style_words(call->commands->styles, &audience);
    char name_buffer[64], form_buffer[64], pace_buffer[32], time_buffer[32];
    struct text name = TEXT_IN(name_buffer), form = TEXT_IN(form_buffer);
    struct text pace = TEXT_IN(pace_buffer), time = TEXT_IN(time_buffer);
    text_add_format(&name, "%s.name", league->game);
    fixed_word_say(&words, league_forms[league->form], &form);
    config_add_duration(&pace, league->pace);
    if (league->time != 0)
        config_add_duration(&time, league->time);
    answer_here(call, "league.announced", SAY_TEXT(league->name), SAY_MESSAGE(name.bytes),
                SAY_TEXT(form.bytes), SAY_TEXT(pace.bytes), SAY_NUMBER(league->time != 0),
                SAY_TEXT(time.bytes));
}
