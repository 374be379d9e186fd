#include "bot/tables/daily.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/tables/daily_private.h"
#include "bot/tables/session_private.h"

#define SERIES "daily series"
#define TRIES  "daily tries"

/* -- Keys -------------------------------------------------------------------------------------- */

static void make_series(struct sessions *sessions, char series[DAILY_SERIES_MAX])
{
    uint8_t key[RNG_KEY_BYTES];
    randombytes_buf(key, sizeof key);
    sodium_bin2hex(series, DAILY_SERIES_MAX, key, sizeof key);
    sodium_memzero(key, sizeof key);
    store_value_set(sessions->store, SERIES, "key", series);
    if (store_is_shared(sessions->store)) /* of two processes one makes it */
        store_event_add(sessions->store, SERIES);
}

bool daily_series(struct sessions *sessions, struct store_inquiry *inquiry,
                  char series[DAILY_SERIES_MAX])
{
    struct text text = text_in(series, DAILY_SERIES_MAX);
    text_add(&text, sessions->settings->config->daily_series);
    if (text.length > 0)
        return true;
    bool known = store_read_value(inquiry, SERIES, "key", series, DAILY_SERIES_MAX);
    if (store_inquiry_waits(inquiry) || store_inquiry_error(inquiry)[0] != '\0')
        return false;
    if (!known)
        make_series(sessions, series);
    return true;
}

void daily_fix_question(const struct table *table, struct thought *thought)
{
    thought->fixed = true;
    thought->iterations = DAILY_ITERATIONS;
    daily_bot_key(table->seed, table->lines, thought->seat, thought->key);
}

/* -- The course of the game -------------------------------------------------------------------- */

struct table_daily *daily_new(uint32_t day, const char *account)
{
    struct table_daily *daily = memory_new(sizeof *daily);
    struct text text = TEXT_IN(daily->account);
    daily->day = day;
    daily->stride = 1;
    text_add(&text, account);
    return daily;
}

static int32_t lead_of(const struct table *table, const struct game_result *result)
{
    int32_t lead = table->seat_count * result->scores[0];
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        lead -= result->scores[seat];
    return lead;
}

/* Keeps every second one when there is no room. */
static void thin_out(struct table_daily *daily)
{
    daily->stride *= 2;
    daily->count /= 2;
    for (unsigned i = 0; i < daily->count; i++)
        daily->leads[i] = daily->leads[2 * i + 1];
}

void daily_note_line(struct table *table)
{
    struct table_daily *daily = table->daily;
    struct game_result result;
    if (++daily->skipped < daily->stride)
        return;
    table->game->rules->result(table->state, &result);
    daily->skipped = 0;
    daily->leads[daily->count++] = lead_of(table, &result);
    if (daily->count == DAILY_COURSE_MAX)
        thin_out(daily);
}

/* From 0 for the largest distance behind to 7 for the same ahead. */
static char mark_of(int32_t lead, int32_t most)
{
    enum { MARKS = 8 };
    int32_t height = most == 0 ? MARKS / 2 - 1 : (MARKS - 1) * (lead + most) / (2 * most);
    return (char)('0' + height);
}

static void draw_course(const struct table_daily *daily, int32_t last,
                        char course[DAILY_COURSE_MARKS + 1])
{
    int32_t marks[DAILY_COURSE_MARKS], most = 0;
    for (unsigned mark = 0; mark < DAILY_COURSE_MARKS; mark++) {
        unsigned until = daily->count * (mark + 1) / DAILY_COURSE_MARKS;
        marks[mark] = until > 0 ? daily->leads[until - 1] : 0;
        if (mark + 1 == DAILY_COURSE_MARKS)
            marks[mark] = last;
        most = abs(marks[mark]) > most ? abs(marks[mark]) : most;
    }
    for (unsigned mark = 0; mark < DAILY_COURSE_MARKS; mark++)
        course[mark] = mark_of(marks[mark], most);
    course[DAILY_COURSE_MARKS] = '\0';
}

/* -- Trying ------------------------------------------------------------------------------------ */

bool daily_tried(struct store_inquiry *inquiry, const struct daily_deal *deal, const char *network,
                 const char *identity, int64_t *table)
{
    char account[DAILY_ACCOUNT_BYTES], value[64], *rest = NULL;
    daily_account(deal->seed, network, identity, account);
    if (!store_read_value(inquiry, TRIES, account, value, sizeof value))
        return false;
    strtol(value, &rest, 10);
    *table = strtoll(rest, NULL, 10);
    return true;
}

void daily_save_try(struct sessions *sessions, const struct table *table)
{
    char value[64], event_buffer[STORE_WORD_MAX];
    struct text text = TEXT_IN(value), event = TEXT_IN(event_buffer);
    text_add_format(&text, "%u %lld", table->daily->day, (long long)table->id);
    store_value_set(sessions->store, TRIES, table->daily->account, value);
    text_add_format(&event, TRIES " %s", table->daily->account);
    if (store_is_shared(sessions->store)) /* of two processes one begins it */
        store_event_add(sessions->store, event.bytes);
}

struct closed_tries {
    int64_t now;
    size_t count;
    char accounts[64][DAILY_ACCOUNT_BYTES];
};

static bool take_closed(void *context, const char *account, const char *value)
{
    struct closed_tries *closed = context;
    if (daily_is_open((uint32_t)strtoul(value, NULL, 10), closed->now))
        return true;
    struct text text = TEXT_IN(closed->accounts[closed->count]);
    text_add(&text, account);
    return ++closed->count < sizeof closed->accounts / sizeof closed->accounts[0];
}

void daily_drop_tries(struct sessions *sessions, struct store_inquiry *inquiry)
{
    struct closed_tries closed = {.now = clock_now(sessions->clock)};
    store_read_values(inquiry, TRIES, &closed, take_closed);
    if (store_inquiry_waits(inquiry))
        return;
    for (size_t i = 0; i < closed.count; i++)
        store_value_set(sessions->store, TRIES, closed.accounts[i], NULL);
}

/* -- The end ----------------------------------------------------------------------------------- */

/* Whether the person who began it has finished it in time. */
static bool counts(struct sessions *sessions, const struct table *table)
{
    const struct seat *seat = &table->seats[0];
    char account[DAILY_ACCOUNT_BYTES];
    if (seat->identity == NULL || table->status != TABLE_FINISHED)
        return false;
    daily_account(table->seed, seat->network, seat->identity, account);
    return strcmp(account, table->daily->account) == 0 &&
           daily_is_open(table->daily->day, clock_now(sessions->clock));
}

static struct daily_result result_of(const struct sessions *sessions, const struct table *table)
{
    struct game_result end;
    table->game->rules->result(table->state, &end);
    struct daily_result result = {.table = table->id,
                                  .won = (end.winners & SEAT_BIT(0)) != 0,
                                  .lead = lead_of(table, &end),
                                  .seats = table->seat_count};
    struct text name = TEXT_IN(result.name), server = TEXT_IN(result.server);
    memcpy(result.scores, end.scores, sizeof result.scores);
    draw_course(table->daily, result.lead, result.course);
    text_add(&name, table->seats[0].name);
    if (table->places != NULL)
        networks_server_name(sessions->networks, table->places->network, table->places->place,
                             &server);
    return result;
}

void daily_save_result(struct sessions *sessions, const struct table *table)
{
    if (!counts(sessions, table))
        return;
    const struct daily_result result = result_of(sessions, table);
    daily_write_result(sessions->store, table->daily->day, table->game, table->seats[0].network,
                       table->seats[0].identity, &result);
}

/* A table whose person is told when the store has answered. */
struct telling_result {
    struct sessions *sessions;
    int64_t table;
};

static void say_result(struct sessions *sessions, const struct table *table,
                       const struct daily_standing *standing, unsigned streak)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        char buffer[512];
        struct text line = TEXT_IN(buffer);
        const struct setting_scope reader = setting_in_place(place->network, place->place);
        const struct style style = style_of(sessions->styles, &reader);
        daily_say_line(table->daily->day, table->game, standing, &style, &line);
        const struct word_argument arguments[] = {SAY_TEXT(line.bytes), SAY_NUMBER(streak)};
        session_announce_at(sessions, table, place, "daily.finished", arguments, 2);
    }
}

static void tell_result(void *context, struct store_inquiry *inquiry)
{
    const struct telling_result *telling = context;
    struct sessions *sessions = telling->sessions;
    struct table *table = session_by_id(sessions, telling->table);
    if (table == NULL || table->state == NULL || table->seats[0].identity == NULL)
        return;
    const struct seat *seat = &table->seats[0];
    const struct daily_result own = result_of(sessions, table);
    const struct daily_standing standing = daily_standing_with(
        inquiry, table->daily->day, table->game, seat->network, seat->identity, &own);
    unsigned streak = daily_streak_with(inquiry, table->daily->day, seat->network, seat->identity);
    if (store_inquiry_waits(inquiry))
        return;
    if (session_is_in_flight(table))
        session_touch(sessions, table); /* nobody hears of an end that is not on disk */
    if (counts(sessions, table))
        say_result(sessions, table, &standing, streak);
    else
        session_event(sessions, table, "daily.late", SAY_NUMBER(table->daily->day));
}

void daily_tell_result(struct sessions *sessions, const struct table *table)
{
    struct telling_result *telling = memory_new(sizeof *telling);
    *telling = (struct telling_result){.sessions = sessions, .table = table->id};
    store_ask(sessions->store, tell_result, free, telling);
}
