#include "bot/words/catalog_read.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The index at which the key is or belongs. */
static size_t find_place(const struct catalog_texts *texts, const char *key)
{
    size_t from = 0, to = texts->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (strcmp(texts->list[middle].key, key) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* The message of a key, added if it is new; NULL when memory runs out. */
static struct catalog_text *text_of(struct catalog_texts *texts, const char *key)
{
    size_t place = find_place(texts, key);
    struct catalog_text *list = (struct catalog_text *)texts->list;
    if (place < texts->count && strcmp(list[place].key, key) == 0)
        return &list[place];
    struct catalog_text *longer = realloc(list, (texts->count + 1) * sizeof *list);
    if (!longer)
        return NULL;
    texts->list = list = longer;
    memmove(&list[place + 1], &list[place], (texts->count - place) * sizeof *list);
    list[place] = (struct catalog_text){.key = strdup(key)};
    texts->count++;
    return list[place].key ? &list[place] : NULL;
}

/* Adds a message; returns what is wrong with it, or NULL. */
static const char *add(struct catalog_texts *texts, size_t language, const char *key,
                       const json_t *pattern)
{
    struct catalog_text *text = text_of(texts, key);
    if (!json_is_string(pattern))
        return "is not a text";
    if (text && text->patterns[language])
        return "stands twice";
    if (text)
        text->patterns[language] = strdup(json_string_value(pattern));
    return text && text->patterns[language] ? NULL : "is too much for the memory";
}

static bool add_all(struct catalog_texts *texts, size_t language, json_t *messages, char *error,
                    size_t error_size)
{
    const char *before = "", *key;
    json_t *pattern;
    json_object_foreach (messages, key, pattern) {
        const char *wrong = strcmp(before, key) >= 0 ? "is not in the order of the alphabet"
                                                     : add(texts, language, key, pattern);
        before = key;
        if (wrong) {
            snprintf(error, error_size, "catalog %s: %s %s", catalog_languages[language], key,
                     wrong);
            return false;
        }
    }
    return true;
}

bool catalog_read(struct catalog_texts *texts, const struct catalog_source *source, char *error,
                  size_t error_size)
{
    json_error_t wrong;
    size_t language = 0;
    while (catalog_languages[language] &&
           strcmp(catalog_languages[language], source->language) != 0)
        language++;
    if (!catalog_languages[language]) {
        snprintf(error, error_size, "catalog: unexpected language %s", source->language);
        return false;
    }
    json_t *messages = json_loadb(source->json, source->length, JSON_REJECT_DUPLICATES, &wrong);
    bool good = json_is_object(messages);
    if (!good)
        snprintf(error, error_size, "catalog %s, line %d: %s", source->language,
                 messages ? 1 : wrong.line, messages ? "not an object" : wrong.text);
    good = good && add_all(texts, language, messages, error, error_size);
    json_decref(messages);
    return good;
}

void catalog_texts_free(struct catalog_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++) {
        free((char *)texts->list[i].key);
        for (size_t language = 0; language < CATALOG_LANGUAGE_COUNT; language++)
            free((char *)texts->list[i].patterns[language]);
    }
    free((struct catalog_text *)texts->list);
}
