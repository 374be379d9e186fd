#include "bot/tables/reviews.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

#define REVIEWS "reviews "

enum { SHARE_DIGITS = 6 };

/* -- Where they are ---------------------------------------------------------------------------- */

static void scope_of(int64_t table, char scope[STORE_WORD_MAX])
{
    struct text text = text_in(scope, STORE_WORD_MAX);
    text_add_format(&text, REVIEWS "%lld", (long long)table);
}

static void key_of(const char *network, const char *identity, char key[STORE_WORD_MAX])
{
    struct text text = text_in(key, STORE_WORD_MAX);
    text_add_format(&text, "%s %s", network, identity);
}

/* -- One review --------------------------------------------------------------------------------
 *
 *     {"seat":1,"won":1.0,"looks":[[3,0.5125,0.4975],[7,0.53,0.41125,"build A 2"]]}
 *
 * "won" is null when the game was aborted.
 */

static json_t *write_look(const struct record_look *look)
{
    json_t *written = json_pack("[I, f, f]", (json_int_t)look->n, look->best, look->made);
    if (record_look_is_costly(look))
        json_array_append_new(written, json_string(look->better));
    return written;
}

void reviews_keep(struct store *store, int64_t table, const char *network, const char *identity,
                  const struct record_review *review)
{
    char scope[STORE_WORD_MAX], key[STORE_WORD_MAX];
    json_t *looks = json_array();
    for (size_t i = 0; i < review->count; i++)
        json_array_append_new(looks, write_look(&review->looks[i]));
    json_t *object =
        json_pack("{s:i, s:o, s:o}", "seat", review->seat + 1, "won",
                  review->ended ? json_real(review->won) : json_null(), "looks", looks);
    char *value = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(SHARE_DIGITS));
    scope_of(table, scope);
    key_of(network, identity, key);
    if (strlen(value) < STORE_RECORD_MAX)
        store_value_set(store, scope, key, value);
    json_decref(object);
    free(value);
}

static void read_looks(const json_t *looks, struct record_review *review)
{
    size_t i;
    const json_t *look;
    review->looks = memory_new((json_array_size(looks) + 1) * sizeof *review->looks);
    json_array_foreach (looks, i, look) {
        struct record_look *read = &review->looks[review->count++];
        struct text better = TEXT_IN(read->better);
        const char *written = json_string_value(json_array_get(look, 3));
        read->n = (uint32_t)json_integer_value(json_array_get(look, 0));
        read->best = json_number_value(json_array_get(look, 1));
        read->made = json_number_value(json_array_get(look, 2));
        text_add(&better, written != NULL ? written : "");
    }
}

bool reviews_read(struct store_inquiry *inquiry, int64_t table, const char *network,
                  const char *identity, struct record_review *review)
{
    char scope[STORE_WORD_MAX], key[STORE_WORD_MAX];
    char *value = memory_new(STORE_RECORD_MAX);
    scope_of(table, scope);
    key_of(network, identity, key);
    *review = (struct record_review){.count = 0};
    json_t *object = store_read_value(inquiry, scope, key, value, STORE_RECORD_MAX)
                         ? json_loads(value, 0, NULL)
                         : NULL;
    json_int_t seat = json_integer_value(json_object_get(object, "seat"));
    bool read = seat >= 1 && seat <= GAME_SEATS_MAX;
    if (read) {
        review->seat = (uint8_t)(seat - 1);
        review->ended = json_is_number(json_object_get(object, "won"));
        review->won = json_number_value(json_object_get(object, "won"));
        read_looks(json_object_get(object, "looks"), review);
    }
    json_decref(object);
    free(value);
    return read;
}

/* -- Many -------------------------------------------------------------------------------------- */

void reviews_read_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                     void *context, store_take_value *take)
{
    char key[STORE_WORD_MAX];
    key_of(network, identity, key);
    store_read_scopes(inquiry, REVIEWS, key, context, take);
}

void reviews_forget(struct store *store, const char *network, const char *identity)
{
    char key[STORE_WORD_MAX];
    key_of(network, identity, key);
    store_scopes_forget(store, REVIEWS, key);
}

/* Whose reviews of a table there are. */
struct readers {
    size_t count;
    char keys[GAME_SEATS_MAX][STORE_WORD_MAX];
};

static bool take_reader(void *context, const char *key, const char *value)
{
    struct readers *readers = context;
    struct text text = TEXT_IN(readers->keys[readers->count]);
    (void)value;
    text_add(&text, key);
    return ++readers->count < GAME_SEATS_MAX;
}

bool reviews_drop(struct store *store, struct store_inquiry *inquiry, int64_t table)
{
    char scope[STORE_WORD_MAX];
    struct readers readers = {.count = 0};
    scope_of(table, scope);
    bool read = store_read_values(inquiry, scope, &readers, take_reader);
    for (size_t i = 0; read && i < readers.count; i++)
        store_value_set(store, scope, readers.keys[i], NULL);
    return read;
}
