#include "bot/tables/table_record.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bot/base/memory.h"
#include "bot/record/shuffle.h"
#include "bot/tables/daily.h"

/* Of a game; it is left out. */
enum { FIRST_VERSION = 1 };

/* -- Writing ----------------------------------------------------------------------------------- */

static void add_words(const struct table *table, json_t *object)
{
    json_t *words = json_array();
    bool any = false;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const char *word = table->seats[seat].word;
        json_array_append_new(words, json_string(word != NULL ? word : ""));
        any |= word != NULL;
    }
    if (any)
        json_object_set(object, "words", words);
    json_decref(words);
}

static void add_seals(const struct table *table, json_t *object)
{
    json_t *seals = json_array();
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        json_array_append_new(seals, json_string(table->seats[seat].seal));
    if (table_has_seals(table))
        json_object_set(object, "seals", seals);
    json_decref(seals);
}

static void add_beacon(const struct table *table, json_t *object)
{
    const struct shuffle_beacon *beacon = &table->beacon;
    if (beacon->round != 0)
        json_object_set_new(object, "beacon",
                            json_pack("{s:I, s:s, s:s}", "round", (json_int_t)beacon->round,
                                      "value", beacon->value, "chain", beacon->chain));
}

static void add_seats(const struct table *table, const char *key, seat_set listed, json_t *object)
{
    json_t *seats = json_array();
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (listed & SEAT_BIT(seat))
            json_array_append_new(seats, json_integer(seat + 1));
    if (listed != 0)
        json_object_set(object, key, seats);
    json_decref(seats);
}

char *session_record_header(const struct table *table)
{
    char commitment[SHUFFLE_COMMITMENT_TEXT];
    json_t *object = json_object();
    add_words(table, object);
    add_seals(table, object);
    if (table->checks.version > FIRST_VERSION)
        json_object_set_new(object, "version", json_integer(table->checks.version));
    add_beacon(table, object);
    shuffle_commit(table->seed, commitment);
    json_object_set_new(object, "commitment", json_string(commitment));
    if (table->checks.layout[0] != '\0') {
        json_object_set_new(object, "layout", json_string(table->checks.layout));
        json_object_set_new(object, "check", json_string(table->checks.setup));
    }
    if (table->daily != NULL)
        json_object_set_new(object, "daily",
                            json_pack("{s:I, s:s}", "day", (json_int_t)table->daily->day, "account",
                                      table->daily->account));
    if (table->found)
        json_object_set_new(object, "found", json_true());
    add_seats(table, "aborted", table->aborted_by, object);
    add_seats(table, "unranked", table->unranked, object);
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}

void session_record_line(const struct table *table, const char *by, struct text *further)
{
    text_add_char(further, '{');
    if (by != NULL)
        text_add_format(further, "\"by\":\"%s\"", by);
    if (table->checks.compared) {
        char check[STATE_CHECK_TEXT];
        state_check_print(&table->checks.key, table->game, table->state, check);
        text_add_format(further, "%s\"check\":\"%s\"", by != NULL ? "," : "", check);
    }
    text_add_char(further, '}');
}

/* -- Reading ----------------------------------------------------------------------------------- */

static void copy_check(const json_t *object, const char *key, char copy[STATE_CHECK_TEXT])
{
    const json_t *value = json_object_get(object, key);
    struct text text = text_in(copy, STATE_CHECK_TEXT);
    if (json_is_string(value))
        text_add(&text, json_string_value(value));
}

static void read_beacon(const json_t *object, struct shuffle_beacon *beacon)
{
    struct text value = TEXT_IN(beacon->value), chain = TEXT_IN(beacon->chain);
    const char *read = json_string_value(json_object_get(object, "value"));
    const char *name = json_string_value(json_object_get(object, "chain"));
    beacon->round = (uint64_t)json_integer_value(json_object_get(object, "round"));
    text_add(&value, read != NULL ? read : "");
    text_add(&chain, name != NULL ? name : "");
}

static seat_set read_seats(const json_t *object, const char *key)
{
    const json_t *seats = json_object_get(object, key);
    seat_set read = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_int_t seat = json_integer_value(json_array_get(seats, i));
        if (seat >= 1 && seat <= GAME_SEATS_MAX)
            read |= SEAT_BIT(seat - 1);
    }
    return read;
}

seat_set session_record_aborted(const char *further)
{
    json_t *object = further != NULL ? json_loads(further, 0, NULL) : NULL;
    seat_set aborted = read_seats(object, "aborted");
    json_decref(object);
    return aborted;
}

uint32_t session_record_day(const char *further)
{
    json_t *object = further != NULL ? json_loads(further, 0, NULL) : NULL;
    json_int_t day = json_integer_value(json_object_get(json_object_get(object, "daily"), "day"));
    json_decref(object);
    return day > 0 && day <= UINT32_MAX ? (uint32_t)day : 0;
}

static void read_daily(const json_t *object, struct table *table)
{
    const char *account = json_string_value(json_object_get(object, "account"));
    if (account == NULL)
        return;
    free(table->daily);
    table->daily = daily_new((uint32_t)json_integer_value(json_object_get(object, "day")), account);
}

void session_record_read_header(const char *further, struct table *table)
{
    json_t *object = further != NULL ? json_loads(further, 0, NULL) : NULL;
    const json_t *words = json_object_get(object, "words");
    const json_t *seals = json_object_get(object, "seals");
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const char *word = json_string_value(json_array_get(words, seat));
        if (word != NULL && word[0] != '\0')
            seat_set_word(&table->seats[seat], word);
        const char *seal = json_string_value(json_array_get(seals, seat));
        if (seal != NULL)
            shuffle_read_seal(seal, strlen(seal), table->seats[seat].seal);
    }
    read_beacon(json_object_get(object, "beacon"), &table->beacon);
    read_daily(json_object_get(object, "daily"), table);
    table->found = json_is_true(json_object_get(object, "found"));
    table->aborted_by = read_seats(object, "aborted");
    table->unranked = read_seats(object, "unranked");
    json_int_t version = json_integer_value(json_object_get(object, "version"));
    table->checks.version =
        version > FIRST_VERSION && version <= UINT16_MAX ? (uint16_t)version : FIRST_VERSION;
    copy_check(object, "layout", table->checks.layout);
    copy_check(object, "check", table->checks.setup);
    json_decref(object);
}

const char *session_record_slim(const char *further, struct text *slim)
{
    json_t *object = json_loads(further, 0, NULL);
    json_object_del(object, "check");
    char *left = json_object_size(object) > 0 ? json_dumps(object, JSON_COMPACT) : NULL;
    bool is_empty = json_is_object(object) && left == NULL;
    text_add(slim, left != NULL ? left : further);
    free(left);
    json_decref(object);
    return is_empty ? NULL : slim->bytes;
}

bool session_record_by_person(const char *further)
{
    return further == NULL || strstr(further, "\"by\":") == NULL;
}

bool session_record_is_state(const struct table *table, const char *further)
{
    char check[STATE_CHECK_TEXT];
    if (!table->checks.compared || further == NULL || strstr(further, "\"check\"") == NULL)
        return true;
    state_check_print(&table->checks.key, table->game, table->state, check);
    return strstr(further, check) != NULL;
}
