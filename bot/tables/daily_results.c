/* The results of the deals of the day in the store. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/tables/daily_private.h"

/* What all scopes begin with; those of results go on with the day in five digits and the game. */
#define DAILY "daily "

enum { DAYS_AT_ONCE = 10 }; /* whose scopes begin with the same digits */

static void scope_of(uint32_t day, const struct game *game, char scope[STORE_WORD_MAX])
{
    struct text text = text_in(scope, STORE_WORD_MAX);
    text_add_format(&text, DAILY "%05u %s", day, game->id);
}

void daily_person(const char *network, const char *identity, char key[STORE_WORD_MAX])
{
    struct text text = text_in(key, STORE_WORD_MAX);
    text_add_format(&text, "%s %s", network, identity);
}

/* -- One result -------------------------------------------------------------------------------- */

void daily_write_result(struct store *store, uint32_t day, const struct game *game,
                        const char *network, const char *identity,
                        const struct daily_result *result)
{
    char scope[STORE_WORD_MAX], key[STORE_WORD_MAX];
    json_t *scores = json_array();
    for (unsigned seat = 0; seat < result->seats; seat++)
        json_array_append_new(scores, json_integer(result->scores[seat]));
    json_t *object =
        json_pack("{s:I, s:b, s:i, s:o, s:s, s:s, s:s}", "table", (json_int_t)result->table, "won",
                  result->won, "lead", result->lead, "scores", scores, "course", result->course,
                  "name", result->name, "server", result->server);
    char *value = json_dumps(object, JSON_COMPACT);
    scope_of(day, game, scope);
    daily_person(network, identity, key);
    store_value_set(store, scope, key, value);
    json_decref(object);
    free(value);
}

static void read_text(const json_t *object, const char *name, char *copy, size_t size)
{
    const char *read = json_string_value(json_object_get(object, name));
    struct text text = text_in(copy, size);
    text_add(&text, read != NULL ? read : "");
}

/* Returns false when it is no result, such as one of another program's version. */
static bool read_result(const char *value, struct daily_result *result)
{
    json_t *object = json_loads(value, 0, NULL);
    const json_t *scores = json_object_get(object, "scores");
    size_t seats = json_array_size(scores);
    *result =
        (struct daily_result){.table = json_integer_value(json_object_get(object, "table")),
                              .won = json_is_true(json_object_get(object, "won")),
                              .lead = (int32_t)json_integer_value(json_object_get(object, "lead")),
                              .seats = (uint8_t)(seats < GAME_SEATS_MAX ? seats : GAME_SEATS_MAX)};
    for (unsigned seat = 0; seat < result->seats; seat++)
        result->scores[seat] = (int32_t)json_integer_value(json_array_get(scores, seat));
    read_text(object, "course", result->course, sizeof result->course);
    read_text(object, "name", result->name, sizeof result->name);
    read_text(object, "server", result->server, sizeof result->server);
    json_decref(object);
    return result->table > 0 && result->seats > 0;
}

bool daily_is_better(const struct daily_result *one, const struct daily_result *other)
{
    return one->won != other->won ? one->won : one->lead > other->lead;
}

/* -- All of a deal ----------------------------------------------------------------------------- */

struct results_reader {
    void *context;
    daily_take_result *take;
};

static bool hand_out(void *context, const char *key, const char *value)
{
    const struct results_reader *reader = context;
    char network_buffer[STORE_WORD_MAX];
    struct text network = TEXT_IN(network_buffer);
    struct daily_result result;
    size_t length = strcspn(key, " ");
    text_add_bytes(&network, key, length);
    if (key[length] == ' ' && read_result(value, &result))
        reader->take(reader->context, network.bytes, key + length + 1, &result);
    return true;
}

void daily_read_results(struct store_inquiry *inquiry, uint32_t day, const struct game *game,
                        void *context, daily_take_result *take)
{
    char scope[STORE_WORD_MAX];
    struct results_reader reader = {context, take};
    scope_of(day, game, scope);
    store_read_values(inquiry, scope, &reader, hand_out);
}

/* Counts the others. */
struct comparing {
    const char *network, *identity;
    struct daily_standing *standing;
};

static void compare(void *context, const char *network, const char *identity,
                    const struct daily_result *result)
{
    const struct comparing *comparing = context;
    struct daily_standing *standing = comparing->standing;
    if (strcmp(network, comparing->network) == 0 && strcmp(identity, comparing->identity) == 0)
        return;
    standing->count++;
    standing->place += daily_is_better(result, &standing->result);
}

struct daily_standing daily_standing_with(struct store_inquiry *inquiry, uint32_t day,
                                          const struct game *game, const char *network,
                                          const char *identity, const struct daily_result *own)
{
    struct daily_standing standing = {.result = *own, .found = true, .place = 1, .count = 1};
    struct comparing comparing = {network, identity, &standing};
    daily_read_results(inquiry, day, game, &comparing, compare);
    return standing;
}

struct daily_standing daily_standing_of(struct store_inquiry *inquiry, uint32_t day,
                                        const struct game *game, const char *network,
                                        const char *identity)
{
    char scope[STORE_WORD_MAX], key[STORE_WORD_MAX], value[STORE_WORD_MAX * 4];
    struct daily_result own;
    scope_of(day, game, scope);
    daily_person(network, identity, key);
    if (!store_read_value(inquiry, scope, key, value, sizeof value) || !read_result(value, &own))
        return (struct daily_standing){.found = false};
    return daily_standing_with(inquiry, day, game, network, identity, &own);
}

/* -- Days in a row ----------------------------------------------------------------------------- */

static bool note_day(void *context, const char *scope, const char *value)
{
    bool *finished = context;
    unsigned long day = strtoul(scope + strlen(DAILY), NULL, 10);
    (void)value;
    finished[day % DAYS_AT_ONCE] = true;
    return true;
}

/* Counts the days up to this one. */
static unsigned count_days(struct store_inquiry *inquiry, uint32_t day, const char *network,
                           const char *identity)
{
    char key[STORE_WORD_MAX];
    unsigned streak = 0;
    daily_person(network, identity, key);
    for (uint32_t group = day / DAYS_AT_ONCE + 1; group-- > 0;) {
        char beginning[STORE_WORD_MAX];
        struct text text = TEXT_IN(beginning);
        bool finished[DAYS_AT_ONCE] = {false};
        text_add_format(&text, DAILY "%04u", group);
        store_read_scopes(inquiry, beginning, key, finished, note_day);
        while (day / DAYS_AT_ONCE == group && finished[day % DAYS_AT_ONCE] && day > 0) {
            streak++;
            day--;
        }
        if (day / DAYS_AT_ONCE == group)
            break;
    }
    return streak;
}

unsigned daily_streak_with(struct store_inquiry *inquiry, uint32_t day, const char *network,
                           const char *identity)
{
    return 1 + count_days(inquiry, day - 1, network, identity);
}

unsigned daily_streak(struct store_inquiry *inquiry, uint32_t day, const char *network,
                      const char *identity)
{
    unsigned streak = count_days(inquiry, day, network, identity);
    return streak > 0 ? streak : count_days(inquiry, day - 1, network, identity);
}

/* -- The best ---------------------------------------------------------------------------------- */

bool daily_is_ranked(struct sessions *sessions, const char *network, const char *identity)
{
    const struct setting_scope scope = setting_for_person(network, "", identity);
    return setting_is_on(sessions->settings, SETTING_RANKED, &scope);
}

struct best {
    struct sessions *sessions;
    struct daily_result *result;
    bool found;
};

static void take_best(void *context, const char *network, const char *identity,
                      const struct daily_result *result)
{
    struct best *best = context;
    if (!daily_is_ranked(best->sessions, network, identity))
        return;
    /* Of equal ones the table that began first. */
    bool better = !best->found || daily_is_better(result, best->result) ||
                  (!daily_is_better(best->result, result) && result->table < best->result->table);
    if (better)
        *best->result = *result;
    best->found = true;
}

bool daily_best(struct sessions *sessions, struct store_inquiry *inquiry, uint32_t day,
                const struct game *game, struct daily_result *result)
{
    struct best best = {.sessions = sessions, .result = result};
    daily_read_results(inquiry, day, game, &best, take_best);
    return best.found;
}

/* -- What is said ------------------------------------------------------------------------------ */

void daily_add_scores(const struct daily_result *result, struct text *out)
{
    for (unsigned seat = 0; seat < result->seats; seat++)
        text_add_format(out, "%s%d", seat > 0 ? ":" : "", (int)result->scores[seat]);
}

static void add_course(const char *course, enum alphabet alphabet, struct text *out)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const letters[] = {"_", ".", ",", "-", "~", "+", "^", "#"};
    for (; *course >= '0' && *course <= '7'; course++) {
        unsigned height = (unsigned)(*course - '0');
        text_add(out, alphabet == ALPHABET_ASCII ? letters[height] : bars[height]);
    }
}

void daily_say_line(uint32_t day, const struct game *game, const struct daily_standing *standing,
                    const struct style *style, struct text *out)
{
    enum { ENOUGH_FOR_PERCENT = 10 };
    char name_buffer[80], scores_buffer[96], course_buffer[64];
    struct text name = TEXT_IN(name_buffer), scores = TEXT_IN(scores_buffer);
    struct text course = TEXT_IN(course_buffer);
    unsigned percent = standing->count < ENOUGH_FOR_PERCENT
                           ? 0
                           : (100 * standing->place + standing->count - 1) / standing->count;
    text_add_format(&name, "%s.name", game->id);
    daily_add_scores(&standing->result, &scores);
    add_course(standing->result.course, style->alphabet, &course);
    words_say(&style->words, out, "daily.line", SAY_NUMBER(day), SAY_MESSAGE(name.bytes),
              SAY_TEXT(scores.bytes), SAY_TEXT(course.bytes), SAY_NUMBER(percent),
              SAY_NUMBER(standing->place), SAY_NUMBER(standing->count));
}

/* -- People ------------------------------------------------------------------------------------ */

static void server_scope(const char *server, char scope[STORE_WORD_MAX])
{
    struct text text = text_in(scope, STORE_WORD_MAX);
    text_add_format(&text, DAILY "at %s", server);
}

void daily_join_server(struct sessions *sessions, const char *server, const char *network,
                       const char *identity)
{
    char scope[STORE_WORD_MAX], key[STORE_WORD_MAX];
    server_scope(server, scope);
    daily_person(network, identity, key);
    store_value_set(sessions->store, scope, key, "1");
}

void daily_read_server(struct store_inquiry *inquiry, const char *server, void *context,
                       store_take_value *take)
{
    char scope[STORE_WORD_MAX];
    server_scope(server, scope);
    store_read_values(inquiry, scope, context, take);
}

void daily_read_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                   void *context, store_take_value *take)
{
    char key[STORE_WORD_MAX];
    daily_person(network, identity, key);
    store_read_scopes(inquiry, DAILY, key, context, take);
}

void daily_forget(struct sessions *sessions, const char *network, const char *identity)
{
    char key[STORE_WORD_MAX];
    daily_person(network, identity, key);
    store_scopes_forget(sessions->store, DAILY, key);
}
