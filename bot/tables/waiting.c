/* What a live table waits for, stored beside its record: its clock, votes, stand-ins, people who
 * were replaced, and plans. Each table has one value in the store. It is written with the commit of
 * the turn that changed it, and removed when the table is over.
 *
 * To need no commit of its own and few writes, it holds turns only where they have a deadline or
 * somebody was reminded, and the time when somebody was last heard is rounded down to
 * 1/WAITING_GRAIN of the time after which the table is archived, and for each person to
 * VISIT_GRAIN. Default values are left out.
 */
#include "bot/tables/session_private.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/hash.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/record/json_record.h"

#define SCOPE "waiting"

enum {
    WAITING_BYTES = 16 * 1024 + PLANS_STORED_BYTES,
    WAITING_GRAIN = 64,
    VISIT_GRAIN = 15 * MINUTE
};

/* -- Writing ----------------------------------------------------------------------------------- */

static bool any_turn_is_noted(const struct table *table)
{
    bool noted = table->clock.turn_time != 0;
    for (unsigned seat = 0; seat < table->seat_count && !noted; seat++)
        noted = table->clock.turns[seat].reminders > 0 || table->clock.turns[seat].over;
    return noted;
}

static void print_turns(const struct table *table, struct text *out)
{
    text_add_format(out, ",\"turn_time\":%" PRId64 ",\"turns\":[", table->clock.turn_time);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const struct turn *turn = &table->clock.turns[seat];
        text_add_format(out, "%s[%" PRId64 ",%" PRIu32 ",%" PRId64 ",%" PRId64 ",%u,%u]",
                        seat > 0 ? "," : "", turn->asked, turn->since, turn->deadline,
                        turn->reminded, turn->reminders, turn->over);
    }
    text_add_char(out, ']');
}

static void print_strings(const char *const *strings, size_t count, struct text *out)
{
    text_add_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_add_char(out, ',');
        json_record_add_string(out, strings[i]);
    }
    text_add_char(out, ']');
}

static bool any_seat_differs(const struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].former != NULL || table->seats[seat].stood_in)
            return true;
    return false;
}

static void print_seats(const struct table *table, struct text *out)
{
    if (!any_seat_differs(table))
        return;
    text_add(out, ",\"seats\":[");
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const struct seat *sits = &table->seats[seat];
        const struct former *former = sits->former;
        if (seat > 0)
            text_add_char(out, ',');
        if (former != NULL)
            print_strings((const char *[]){former->network, former->identity, former->name}, 3,
                          out);
        else if (sits->stood_in)
            print_strings((const char *[]){player_level_names[sits->level]}, 1, out);
        else
            text_add(out, "[]");
    }
    text_add_char(out, ']');
}

static bool is_at_own_move(const struct visit *visit)
{
    return visit->seen == visit->moved && visit->caught_up == visit->moved;
}

static bool any_visit(const struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (!is_at_own_move(&table->seats[seat].visit))
            return true;
    return false;
}

/* The record knows when somebody last moved. */
static void print_visits(const struct table *table, struct text *out)
{
    if (!any_visit(table))
        return;
    text_add(out, ",\"visits\":[");
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const struct visit *visit = &table->seats[seat].visit;
        text_add(out, seat > 0 ? ",[" : "[");
        if (!is_at_own_move(visit))
            text_add_format(out, "%" PRIu32 ",%" PRIu32 ",%" PRId64, visit->caught_up, visit->seen,
                            visit->heard - visit->heard % VISIT_GRAIN);
        text_add_char(out, ']');
    }
    text_add_char(out, ']');
}

static bool any_votes(const struct table *table)
{
    for (unsigned matter = 0; matter < MATTER_COUNT; matter++)
        if (table->votes[matter].agreed != 0)
            return true;
    return false;
}

static void print_votes(const struct table *table, struct text *out)
{
    if (!any_votes(table))
        return;
    text_add(out, ",\"votes\":[");
    for (unsigned matter = 0; matter < MATTER_COUNT; matter++)
        text_add_format(out, "%s[%u,%u]", matter > 0 ? "," : "", table->votes[matter].agreed,
                        table->votes[matter].seat);
    text_add_char(out, ']');
}

static const char *const whens[PLAN_WHENS] = {
    [PLAN_NEXT] = "next", [PLAN_TURN] = "turn",     [PLAN_PLAYER] = "player",
    [PLAN_ANY] = "any",   [PLAN_NOBODY] = "nobody", [PLAN_LED] = "led"};

static void print_plan(const struct plan *plan, struct text *out)
{
    text_add_format(out, "[%u,%u", plan->seat, plan->seen);
    for (unsigned i = 0; i < plan->count; i++) {
        const struct plan_step *step = &plan->steps[i];
        text_add_format(out, ",[%u,", step->who);
        print_strings(
            (const char *[]){whens[step->when], step->pattern, step->move, step->otherwise}, 4,
            out);
        text_add_char(out, ']');
    }
    text_add_char(out, ']');
}

static void print_plans(const struct table *table, struct text *out)
{
    if (table->plans == NULL)
        return;
    text_add(out, ",\"plans\":[");
    for (const struct plan *plan = table->plans; plan != NULL; plan = plan->next) {
        if (plan != table->plans)
            text_add_char(out, ',');
        print_plan(plan, out);
    }
    text_add_char(out, ']');
}

static int64_t rounded_touch(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    int64_t grain = setting_number(sessions->settings, SETTING_ARCHIVE, &scope) / WAITING_GRAIN;
    return grain == 0 ? 0 : table->clock.touched - table->clock.touched % grain;
}

static void print(struct sessions *sessions, const struct table *table, struct text *out)
{
    const struct table_clock *clock = &table->clock;
    if (!table_is_live(table)) { /* archived */
        text_add(out, "{\"touched\":0");
        session_watch_print(table, out);
        text_add_char(out, '}');
        return;
    }
    text_add_format(out, "{\"touched\":%" PRId64, rounded_touch(sessions, table));
    if (clock->paused != 0)
        text_add_format(out, ",\"paused\":%" PRId64, clock->paused);
    if (clock->show_by != 0)
        text_add_format(out, ",\"show_by\":%" PRId64, clock->show_by);
    if (table->taken_back != 0)
        text_add_format(out, ",\"taken_back\":%" PRIu32 ",\"rewound\":%" PRIu32, table->taken_back,
                        table->rewound);
    if (table->thread != THREAD_NONE)
        text_add(out, ",\"thread\":true");
    if (table->unseen != 0)
        text_add_format(out, ",\"unseen\":%" PRIu32, table->unseen);
    if (any_turn_is_noted(table))
        print_turns(table, out);
    print_seats(table, out);
    print_visits(table, out);
    print_votes(table, out);
    print_plans(table, out);
    session_watch_print(table, out);
    text_add_char(out, '}');
}

static bool is_stored(const struct table *table, const char *value)
{
    const char *stored = table->stored_waiting;
    return value == NULL || stored == NULL ? value == stored : strcmp(stored, value) == 0;
}

void session_waiting_save(struct sessions *sessions, struct table *table)
{
    char buffer[WAITING_BYTES], id[24];
    struct text value = TEXT_IN(buffer);
    print(sessions, table, &value);
    bool waits = table_is_live(table) || (table->status == TABLE_ARCHIVED && table->watch != NULL);
    const char *now = waits && !value.truncated ? value.bytes : NULL;
    if (table->restoring != RESTORING_NOT || is_stored(table, now))
        return;
    store_value_set(sessions->store, SCOPE, log_number(id, table->id), now);
    free(table->stored_waiting);
    table->stored_waiting = memory_copy(now);
}

void session_waiting_save_again(struct sessions *sessions)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next) {
        if (table->restoring != RESTORING_NOT || session_is_in_flight(table) || table->touched)
            continue;
        free(table->stored_waiting);
        table->stored_waiting = NULL;
        session_waiting_save(sessions, table);
    }
}

/* -- Reading ----------------------------------------------------------------------------------- */

/* A time or a count. One with which computing overflows is none. */
static int64_t number_in(const json_t *value)
{
    json_int_t number = json_integer_value(value);
    const json_int_t most = INT64_C(1) << 50;
    return number > -most && number < most ? number : 0;
}

static int64_t number_at(const json_t *list, size_t index)
{
    return number_in(json_array_get(list, index));
}

static int64_t number_of(const json_t *object, const char *key)
{
    return number_in(json_object_get(object, key));
}

static void read_turns(const json_t *list, struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const json_t *read = json_array_get(list, seat);
        table->clock.turns[seat] = (struct turn){.asked = number_at(read, 0),
                                                 .since = (uint32_t)number_at(read, 1),
                                                 .deadline = number_at(read, 2),
                                                 .reminded = number_at(read, 3),
                                                 .reminders = (uint8_t)number_at(read, 4),
                                                 .over = number_at(read, 5) != 0};
    }
}

static bool are_strings(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_is_string(json_array_get(list, i)))
            return false;
    return true;
}

static char *copy_at(const json_t *list, size_t index)
{
    return memory_copy(json_string_value(json_array_get(list, index)));
}

static void read_seats(const json_t *list, struct table *table)
{
    enum { LEVEL_ALONE = 1, PERSON = 3 };
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const json_t *read = json_array_get(list, seat);
        struct seat *sits = &table->seats[seat];
        const char *level = json_string_value(json_array_get(read, 0));
        if (json_array_size(read) == LEVEL_ALONE && level != NULL && sits->identity != NULL)
            sits->stood_in = player_level_find(level, strlen(level), &sits->level);
        if (json_array_size(read) != PERSON || !are_strings(read) || sits->identity != NULL)
            continue;
        sits->former = memory_new(sizeof *sits->former);
        *sits->former = (struct former){copy_at(read, 0), copy_at(read, 1), copy_at(read, 2)};
    }
}

static void read_visits(const json_t *list, struct table *table)
{
    enum { VISIT_NUMBERS = 3 };
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        const json_t *read = json_array_get(list, seat);
        struct visit *visit = &table->seats[seat].visit;
        *visit = (struct visit){.caught_up = (uint32_t)number_at(read, 0),
                                .seen = (uint32_t)number_at(read, 1),
                                .heard = number_at(read, 2),
                                .noted = json_array_size(read) == VISIT_NUMBERS};
    }
}

static void read_votes(const json_t *list, struct table *table)
{
    for (unsigned matter = 0; matter < MATTER_COUNT; matter++) {
        const json_t *read = json_array_get(list, matter);
        table->votes[matter] =
            (struct vote){(seat_set)number_at(read, 0), (uint8_t)number_at(read, 1)};
    }
}

static enum plan_when when_of(const char *word)
{
    enum plan_when when = PLAN_NEXT;
    while (when < PLAN_WHENS && strcmp(whens[when], word) != 0)
        when++;
    return when;
}

static bool read_text(const json_t *list, size_t index, char *bytes, size_t size)
{
    struct text text = text_in(bytes, size);
    const char *read = json_string_value(json_array_get(list, index));
    text_add(&text, read != NULL ? read : "");
    return read != NULL && !text.truncated;
}

static bool read_step(const json_t *list, const struct table *table, struct plan_step *step)
{
    const json_t *texts = json_array_get(list, 1);
    const char *word = json_string_value(json_array_get(texts, 0));
    step->who = (uint8_t)number_at(list, 0);
    step->when = word != NULL ? when_of(word) : PLAN_WHENS;
    return step->when < PLAN_WHENS && step->who < table->seat_count &&
           read_text(texts, 1, step->pattern, sizeof step->pattern) &&
           read_text(texts, 2, step->move, sizeof step->move) &&
           read_text(texts, 3, step->otherwise, sizeof step->otherwise);
}

static bool read_plan(const json_t *list, const struct table *table, struct plan *plan)
{
    enum { BEFORE_STEPS = 2 };
    size_t size = json_array_size(list);
    int64_t seat = number_at(list, 0), seen = number_at(list, 1);
    if (size <= BEFORE_STEPS || size > BEFORE_STEPS + PLAN_STEPS_MAX || seat < 0 ||
        seat >= table->seat_count || seen < PLAN_LATER || seen > PLAN_FAILS)
        return false;
    *plan = (struct plan){.seat = (uint8_t)seat, .seen = (enum plan_seen)seen};
    for (; plan->count < size - BEFORE_STEPS; plan->count++)
        if (!read_step(json_array_get(list, BEFORE_STEPS + plan->count), table,
                       &plan->steps[plan->count]))
            return false;
    return true;
}

static void read_plans(const json_t *list, struct table *table)
{
    struct plan plan;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (read_plan(json_array_get(list, i), table, &plan))
            session_take_plan(table, &plan);
}

static void take(struct table *table, const char *value)
{
    json_t *object = json_loads(value, 0, NULL);
    table->stored_waiting = memory_copy(value);
    table->clock.touched = number_of(object, "touched");
    table->clock.paused = number_of(object, "paused");
    table->clock.show_by = number_of(object, "show_by");
    table->clock.turn_time = number_of(object, "turn_time");
    table->taken_back = (uint32_t)number_of(object, "taken_back");
    table->rewound = (uint32_t)number_of(object, "rewound");
    table->thread = json_is_true(json_object_get(object, "thread")) ? THREAD_WANTED : THREAD_NONE;
    table->unseen = (uint32_t)number_of(object, "unseen");
    read_turns(json_object_get(object, "turns"), table);
    read_seats(json_object_get(object, "seats"), table);
    read_visits(json_object_get(object, "visits"), table);
    read_votes(json_object_get(object, "votes"), table);
    read_plans(json_object_get(object, "plans"), table);
    session_watch_take(table, json_object_get(object, "watch"));
    json_decref(object);
}

/* One table's value as read from the store. */
struct stored_waiting {
    int64_t table;
    UT_hash_handle hh;
    char value[];
};

static void keep(struct stored_waiting **read, int64_t table, const char *value)
{
    size_t size = strlen(value) + 1;
    struct stored_waiting *waiting = memory_new(sizeof *waiting + size);
    waiting->table = table;
    memcpy(waiting->value, value, size);
    HASH_ADD(hh, *read, table, sizeof waiting->table, waiting);
}

static bool keep_any(void *context, const char *key, const char *value)
{
    keep(context, strtoll(key, NULL, 10), value);
    return true;
}

bool session_waiting_read_all(struct store_inquiry *inquiry, struct stored_waiting **read)
{
    return store_read_values(inquiry, SCOPE, read, keep_any);
}

void session_waiting_read(struct store_inquiry *inquiry, int64_t table,
                          struct stored_waiting **read)
{
    char value[WAITING_BYTES], id[24];
    if (store_read_value(inquiry, SCOPE, log_number(id, table), value, sizeof value))
        keep(read, table, value);
}

static bool json_holds(const json_t *value, const char *string)
{
    size_t index;
    const char *key;
    json_t *member;
    if (json_is_string(value))
        return strcmp(json_string_value(value), string) == 0;
    json_array_foreach (value, index, member)
        if (json_holds(member, string))
            return true;
    if (json_is_object(value))
        json_object_foreach ((json_t *)value, key, member)
            if (json_holds(member, string))
                return true;
    return false;
}

struct mentions {
    const char *string;
    void *context;
    store_take_table *table;
};

static bool take_mention(void *context, const char *key, const char *value)
{
    const struct mentions *mentions = context;
    json_t *json = json_loads(value, 0, NULL);
    bool mentioned = json_holds(json, mentions->string);
    json_decref(json);
    return !mentioned || mentions->table(mentions->context, strtoll(key, NULL, 10));
}

bool session_waiting_read_mentions(struct store_inquiry *inquiry, const char *identity,
                                   void *context, store_take_table *table)
{
    struct mentions mentions = {identity, context, table};
    return store_read_values(inquiry, SCOPE, &mentions, take_mention);
}

void session_waiting_drop(struct stored_waiting **read)
{
    struct stored_waiting *waiting = *read;
    HASH_CLEAR(hh, *read);
    while (waiting != NULL) {
        struct stored_waiting *next = waiting->hh.next;
        free(waiting);
        waiting = next;
    }
}

void session_waiting_take(struct table *table, struct stored_waiting *read)
{
    struct stored_waiting *waiting = NULL;
    HASH_FIND(hh, read, &table->id, sizeof table->id, waiting);
    if (waiting != NULL)
        take(table, waiting->value);
}

static uint32_t at_most(uint32_t value, uint32_t most)
{
    return value < most ? value : most;
}

void session_waiting_recovered(struct table *table)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        struct visit *visit = &table->seats[seat].visit;
        visit->seen = visit->noted ? at_most(visit->seen, table->lines) : visit->moved;
        visit->caught_up = visit->noted ? at_most(visit->caught_up, visit->seen) : visit->moved;
    }
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        if (table->asked_since[seat] != TABLE_NEVER && table->asked_since[seat] < table->rewound)
            table->asked_since[seat] = table->rewound;
}
