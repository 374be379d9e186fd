#include "bot/league/record.h"

#include <jansson.h>
#include <string.h>

#include "games/shared/text.h"

/* -- Writing ----------------------------------------------------------------------------------- */

static json_t *print_entrants(const struct league *league)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < league->entrant_count; i++) {
        const struct league_entrant *entrant = &league->entrants[i];
        json_array_append_new(list,
                              json_pack("[s, s, s, b, b]", entrant->network, entrant->identity,
                                        entrant->name, entrant->left, entrant->out));
    }
    return list;
}

/* Round, table, entrants; of one that is done also the winners and the scores. */
static json_t *print_match(const struct league_match *match)
{
    json_t *entrants = json_array(), *scores = json_array();
    for (unsigned i = 0; i < match->count; i++) {
        json_array_append_new(entrants, json_integer(match->entrants[i]));
        json_array_append_new(scores, json_integer(match->scores[i]));
    }
    json_t *list = json_pack("[i, I, o]", match->round, (json_int_t)match->table, entrants);
    if (match->done) {
        json_array_append_new(list, json_integer(match->winners));
        json_array_append(list, scores);
    }
    json_decref(scores);
    return list;
}

static json_t *print_matches(const struct league *league)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < league->match_count; i++)
        json_array_append_new(list, print_match(&league->matches[i]));
    return list;
}

static json_t *print_places(const struct league *league)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < league->place_count; i++)
        json_array_append_new(list, json_string(league->places[i]));
    return list;
}

char *league_print(const struct league *league)
{
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:I, s:I, s:s, s:o, s:I, s:i, s:i, s:I, s:b, s:s, "
        "s:o, s:o}",
        "name", league->name, "game", league->game, "choice", league->choice, "form",
        (int)league->form, "scoring", (int)league->scoring, "seats", league->seats, "rounds",
        league->rounds, "pace", (json_int_t)league->pace, "time", (json_int_t)league->time,
        "network", league->network, "places", print_places(league), "version",
        (json_int_t)league->version, "phase", (int)league->phase, "round", league->round,
        "deadline", (json_int_t)league->deadline, "warned", league->warned, "deal", league->deal,
        "entrants", print_entrants(league), "matches", print_matches(league));
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool read_text(const json_t *value, char *copy, size_t size)
{
    const char *string = json_string_value(value);
    struct text text = text_in(copy, size);
    text_add(&text, string != NULL ? string : "");
    return string != NULL && !text.truncated;
}

/* Reads a number from 0 to `most`. */
static bool read_number(const json_t *value, int64_t most, int64_t *number)
{
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= 0 && *number <= most;
}

static bool read_entrant(const json_t *list, struct league_entrant *entrant)
{
    entrant->left = json_is_true(json_array_get(list, 3));
    entrant->out = json_is_true(json_array_get(list, 4));
    return read_text(json_array_get(list, 0), entrant->network, sizeof entrant->network) &&
           read_text(json_array_get(list, 1), entrant->identity, sizeof entrant->identity) &&
           read_text(json_array_get(list, 2), entrant->name, sizeof entrant->name);
}

static bool read_entrants(const json_t *list, struct league *league)
{
    size_t count = json_array_size(list);
    if (count > LEAGUE_ENTRANTS_MAX)
        return false;
    league->entrant_count = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        if (!read_entrant(json_array_get(list, i), &league->entrants[i]))
            return false;
    return true;
}

static bool read_seats(const struct league *league, const json_t *entrants, const json_t *scores,
                       struct league_match *match)
{
    for (unsigned i = 0; i < match->count; i++) {
        int64_t entrant;
        if (!read_number(json_array_get(entrants, i), LEAGUE_NOBODY, &entrant) ||
            (entrant >= league->entrant_count && entrant != LEAGUE_NOBODY))
            return false;
        match->entrants[i] = (uint8_t)entrant;
        match->scores[i] = (int32_t)json_integer_value(json_array_get(scores, i));
    }
    return true;
}

static bool read_match(const struct league *league, const json_t *list, struct league_match *match)
{
    const json_t *entrants = json_array_get(list, 2), *scores = json_array_get(list, 4);
    int64_t round, winners = 0;
    size_t count = json_array_size(entrants);
    memset(match->entrants, LEAGUE_NOBODY, sizeof match->entrants);
    match->done = json_array_size(list) > 3;
    if (!read_number(json_array_get(list, 0), LEAGUE_ROUNDS_MAX, &round) ||
        !read_number(json_array_get(list, 1), INT64_MAX, &match->table) || count < 1 ||
        count > GAME_SEATS_MAX ||
        (match->done && !read_number(json_array_get(list, 3), UINT8_MAX, &winners)))
        return false;
    match->round = (uint8_t)round;
    match->winners = (seat_set)winners;
    match->count = (uint8_t)count;
    return read_seats(league, entrants, scores, match);
}

static bool read_matches(const json_t *list, struct league *league)
{
    size_t count = json_array_size(list);
    if (count > LEAGUE_MATCHES_MAX)
        return false;
    league->match_count = (uint16_t)count;
    for (size_t i = 0; i < count; i++)
        if (!read_match(league, json_array_get(list, i), &league->matches[i]))
            return false;
    return true;
}

static bool read_places(const json_t *list, struct league *league)
{
    size_t count = json_array_size(list);
    if (count < 1 || count > LEAGUE_PLACES_MAX)
        return false;
    league->place_count = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        if (!read_text(json_array_get(list, i), league->places[i], sizeof league->places[i]))
            return false;
    return true;
}

static bool read_numbers(const json_t *object, struct league *league)
{
    int64_t form, scoring, seats, rounds, version, phase, round;
    if (!read_number(json_object_get(object, "form"), LEAGUE_DUPLICATE, &form) ||
        !read_number(json_object_get(object, "scoring"), LEAGUE_NET, &scoring) ||
        !read_number(json_object_get(object, "seats"), GAME_SEATS_MAX, &seats) ||
        !read_number(json_object_get(object, "rounds"), LEAGUE_ROUNDS_MAX, &rounds) ||
        !read_number(json_object_get(object, "pace"), INT64_MAX, &league->pace) ||
        !read_number(json_object_get(object, "time"), INT64_MAX, &league->time) ||
        !read_number(json_object_get(object, "version"), UINT32_MAX, &version) ||
        !read_number(json_object_get(object, "phase"), LEAGUE_OVER, &phase) ||
        !read_number(json_object_get(object, "round"), LEAGUE_ROUNDS_MAX, &round) ||
        !read_number(json_object_get(object, "deadline"), INT64_MAX, &league->deadline))
        return false;
    league->form = (enum league_form)form;
    league->scoring = (enum league_scoring)scoring;
    league->seats = (uint8_t)seats;
    league->rounds = (uint8_t)rounds;
    league->version = (uint32_t)version;
    league->phase = (enum league_phase)phase;
    league->round = (uint8_t)round;
    league->warned = json_is_true(json_object_get(object, "warned"));
    return true;
}

bool league_read(const char *text, struct league *league)
{
    json_t *object = json_loads(text, 0, NULL);
    memset(league, 0, sizeof *league);
    bool read =
        read_text(json_object_get(object, "name"), league->name, sizeof league->name) &&
        read_text(json_object_get(object, "game"), league->game, sizeof league->game) &&
        read_text(json_object_get(object, "choice"), league->choice, sizeof league->choice) &&
        read_text(json_object_get(object, "network"), league->network, sizeof league->network) &&
        read_text(json_object_get(object, "deal"), league->deal, sizeof league->deal) &&
        read_numbers(object, league) && read_places(json_object_get(object, "places"), league) &&
        read_entrants(json_object_get(object, "entrants"), league) &&
        read_matches(json_object_get(object, "matches"), league);
    json_decref(object);
    return read;
}
