#include "bot/core/request.h"

#include <jansson.h>
#include <string.h>

enum { NUMBER_BITS = 53 }; /* which every program can represent */

static bool fail(struct request_problem *problem, const char *code, const char *key)
{
    struct text text = TEXT_IN(problem->key);
    problem->code = code;
    text_add_printable(&text, key, strlen(key));
    return false;
}

static bool read_text(const json_t *value, const struct request_key *key)
{
    struct text text = text_in(key->value, key->size);
    if (!json_is_string(value) || json_string_length(value) >= key->size)
        return false;
    text_add_printable(&text, json_string_value(value), json_string_length(value));
    return !text.truncated;
}

static bool read_number(const json_t *value, const struct request_key *key)
{
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number >> NUMBER_BITS != 0)
        return false;
    *(int64_t *)key->value = number;
    return true;
}

static bool read_value(const json_t *value, const struct request_key *key)
{
    if (key->given != NULL)
        *key->given = true;
    return key->type == REQUEST_TEXT ? read_text(value, key) : read_number(value, key);
}

static bool read_object(json_t *object, const struct request_key *keys, size_t count,
                        struct request_problem *problem)
{
    const char *name;
    json_t *value;
    json_object_foreach (object, name, value) {
        size_t at = 0;
        while (at < count && strcmp(keys[at].name, name) != 0)
            at++;
        if (at == count)
            return fail(problem, "unknown-key", name);
        if (!read_value(value, &keys[at]))
            return fail(problem, "bad-value", name);
    }
    return true;
}

bool request_read(const char *line, size_t length, const struct request_key *keys, size_t count,
                  struct request_problem *problem)
{
    *problem = (struct request_problem){0};
    if (length > REQUEST_LINE_MAX)
        return fail(problem, "too-long", "");
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    bool read = json_is_object(object) ? read_object(object, keys, count, problem)
                                       : fail(problem, "not-json", "");
    json_decref(object);
    return read;
}
