#include "bot/tables/table_record.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bot/base/memory.h"
#include "bot/record/shuffle.h"

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

char *session_record_header(const struct table *table)
{
    char commitment[SHUFFLE_COMMITMENT_TEXT];
    json_t *object = json_object();
    add_words(table, object);
    shuffle_commit(table->seed, commitment);
    json_object_set_new(object, "commitment", json_string(commitment));
    if (table->checks.layout[0] != '\0') {
        json_object_set_new(object, "layout", json_string(table->checks.layout));
        json_object_set_new(object, "check", json_string(table->checks.setup));
    }
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

void session_record_read_header(const char *further, struct table *table)
{
    json_t *object = further != NULL ? json_loads(further, 0, NULL) : NULL;
    const json_t *words = json_object_get(object, "words");
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const char *word = json_string_value(json_array_get(words, seat));
        if (word != NULL && word[0] != '\0')
            seat_set_word(&table->seats[seat], word);
    }
    copy_check(object, "layout", table->checks.layout);
    copy_check(object, "check", table->checks.setup);
    json_decref(object);
}

bool session_record_is_state(const struct table *table, const char *further)
{
    char check[STATE_CHECK_TEXT];
    if (!table->checks.compared || further == NULL || strstr(further, "\"check\"") == NULL)
        return true;
    state_check_print(&table->checks.key, table->game, table->state, check);
    return strstr(further, check) != NULL;
}
