#include "bot/record/json_record.h"

#include <stdlib.h>
#include <string.h>

/* games/shared/record.h over a JSON object. */
struct json_record {
    struct record record; /* first: a pointer to it is a pointer to the whole */
    struct text *out;     /* when writing */
    const json_t *source; /* when reading */
    const struct game *game;
    size_t keys; /* written or read so far */
    struct text *problem;
};

static struct json_record *own(struct record *record)
{
    return (struct json_record *)record;
}

/* -- Writing: straight into a text, since every save and every comparison of a replay does it -- */

/* Whether JSON needs no escapes for it. */
static bool is_plain(const char *string)
{
    for (; *string != '\0'; string++)
        if ((unsigned char)*string < ' ' || (unsigned char)*string > '~' || *string == '"' ||
            *string == '\\')
            return false;
    return true;
}

void json_record_add_string(struct text *out, const char *string)
{
    if (is_plain(string)) {
        text_add_char(out, '"');
        text_add(out, string);
        text_add_char(out, '"');
        return;
    }
    json_t *value = json_string(string);
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    text_add(out, text != NULL ? text : "\"\"");
    free(text);
    json_decref(value);
}

static void add_key(struct json_record *record, const char *key)
{
    text_add_char(record->out, record->keys++ == 0 ? '{' : ',');
    json_record_add_string(record->out, key);
    text_add_char(record->out, ':');
}

static void add_number(struct text *out, uint8_t number)
{
    if (number >= 100)
        text_add_char(out, (char)('0' + number / 100));
    if (number >= 10)
        text_add_char(out, (char)('0' + number / 10 % 10));
    text_add_char(out, (char)('0' + number % 10));
}

static void add_code(struct text *out, uint8_t code, const struct record_token *token)
{
    if (token->print == NULL) {
        add_number(out, code);
        return;
    }
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    token->print(code, &text);
    json_record_add_string(out, text.bytes);
}

static bool write_number(struct record *record, const char *key, uint8_t *value)
{
    add_key(own(record), key);
    add_number(own(record)->out, *value);
    return true;
}

static void add_list(struct text *out, const struct record_list *list,
                     const struct record_token *token)
{
    text_add_char(out, '[');
    for (unsigned i = 0; i < *list->count; i++) {
        if (i > 0)
            text_add_char(out, ',');
        add_code(out, list->codes[i], token);
    }
    text_add_char(out, ']');
}

static bool write_lists(struct record *record, const char *key, const struct record_list *lists,
                        size_t list_count, bool nested, const struct record_token *token)
{
    struct text *out = own(record)->out;
    add_key(own(record), key);
    if (nested)
        text_add_char(out, '[');
    for (size_t i = 0; i < list_count; i++) {
        if (i > 0)
            text_add_char(out, ',');
        add_list(out, &lists[i], token);
    }
    if (nested)
        text_add_char(out, ']');
    return true;
}

static bool write_map(struct record *record, const char *key, const char *const *labels,
                      uint8_t *codes, size_t count, const struct record_token *token)
{
    struct text *out = own(record)->out;
    add_key(own(record), key);
    text_add_char(out, '{');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_add_char(out, ',');
        json_record_add_string(out, labels[i]);
        text_add_char(out, ':');
        add_code(out, codes[i], token);
    }
    text_add_char(out, '}');
    return true;
}

static const struct record_class writer = {write_number, write_lists, write_map};

void json_record_print(struct text *out, const struct game *game, struct game_chance *outcome,
                       uint8_t players, bool setup)
{
    struct json_record record = {.record = {&writer}, .out = out};
    game->rules->record(outcome, &record.record, players, setup);
    text_add(out, record.keys == 0 ? "{}" : "}");
}

/* -- Reading ----------------------------------------------------------------------------------- */

static bool fail(struct json_record *record, const char *key, const char *expected)
{
    text_clear(record->problem);
    text_add_format(record->problem, "\"%s\": expected %s", key, expected);
    return false;
}

static json_t *take(struct json_record *record, const char *key)
{
    record->keys++;
    return json_object_get(record->source, key);
}

static bool read_byte(json_t *value, uint8_t *number)
{
    json_int_t read = json_integer_value(value);
    if (!json_is_integer(value) || read < 0 || read > UINT8_MAX)
        return false;
    *number = (uint8_t)read;
    return true;
}

static bool read_code(const struct json_record *record, json_t *value,
                      const struct record_token *token, uint8_t *code)
{
    char buffer[GAME_MOVE_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    if (token->print == NULL)
        return read_byte(value, code);
    if (!json_is_string(value) || strlen(json_string_value(value)) != json_string_length(value))
        return false;
    game_add_renamed(record->game, json_string_value(value), &text);
    return !text.truncated && token->parse(text.bytes, text.length, code);
}

static bool read_number(struct record *record, const char *key, uint8_t *value)
{
    return read_byte(take(own(record), key), value) || fail(own(record), key, "a number");
}

static bool read_list(struct json_record *record, const char *key, json_t *array,
                      const struct record_list *list, const struct record_token *token)
{
    if (!json_is_array(array) || json_array_size(array) > list->capacity)
        return fail(record, key, "a list that is not too long");
    *list->count = (uint8_t)json_array_size(array);
    for (unsigned i = 0; i < *list->count; i++)
        if (!read_code(record, json_array_get(array, i), token, &list->codes[i]))
            return fail(record, key, "cards of this game");
    return true;
}

static bool read_lists(struct record *opaque, const char *key, const struct record_list *lists,
                       size_t list_count, bool nested, const struct record_token *token)
{
    struct json_record *record = own(opaque);
    json_t *value = take(record, key);
    if (!nested)
        return read_list(record, key, value, lists, token);
    if (!json_is_array(value) || json_array_size(value) != list_count)
        return fail(record, key, "as many lists as the game has here");
    for (size_t i = 0; i < list_count; i++)
        if (!read_list(record, key, json_array_get(value, i), &lists[i], token))
            return false;
    return true;
}

/* The value with this label, which an older version may have called otherwise. */
static json_t *find_labelled(const struct json_record *record, json_t *map, const char *label)
{
    const struct game_renaming *renaming = record->game->renamings;
    json_t *value = json_object_get(map, label);
    for (; value == NULL && renaming != NULL && renaming->old != NULL; renaming++)
        if (strcmp(renaming->now, label) == 0)
            value = json_object_get(map, renaming->old);
    return value;
}

static bool read_map(struct record *opaque, const char *key, const char *const *labels,
                     uint8_t *codes, size_t count, const struct record_token *token)
{
    struct json_record *record = own(opaque);
    json_t *map = take(record, key);
    if (!json_is_object(map) || json_object_size(map) != count)
        return fail(record, key, "an object with exactly the game's keys");
    for (size_t i = 0; i < count; i++)
        if (!read_code(record, find_labelled(record, map, labels[i]), token, &codes[i]))
            return fail(record, key, "a card of this game for every key");
    return true;
}

static const struct record_class reader = {read_number, read_lists, read_map};

bool json_record_read(const struct game *game, const json_t *object, uint8_t players, bool setup,
                      struct game_chance *outcome, struct text *problem)
{
    struct json_record record = {
        .record = {&reader}, .source = object, .game = game, .problem = problem};
    memset(outcome, 0, game->chance_size);
    text_clear(problem);
    if (!json_is_object(object)) {
        text_add(problem, "expected an object");
        return false;
    }
    if (!game->rules->record(outcome, &record.record, players, setup)) {
        if (problem->length == 0)
            text_add(problem, "a seat is out of bounds");
        return false;
    }
    if (json_object_size(object) != record.keys) {
        text_add(problem, "there are keys that do not belong here");
        return false;
    }
    return true;
}
