#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"

enum {
    ROUNDS_AHEAD = 2,    /* so the round begins at least one period after `start` */
    LATE = 2 * SECOND,   /* a round is published a little after its time */
    PAUSE = 15 * SECOND, /* after an answer without a value, or without any answer */
    TRIES = 8            /* then a table that may goes on without */
};

bool session_awaits_beacon(const struct table *table)
{
    return table->status == TABLE_LOBBY && table->beacon.round != 0;
}

/* Returns when a round begins, in milliseconds since 1970. */
static int64_t begin_of(const struct beacon *beacon, uint64_t round)
{
    return (beacon->genesis + ((int64_t)round - 1) * beacon->period) * SECOND;
}

static void say_round(struct sessions *sessions, const struct table *table, const char *key)
{
    char number[24];
    int64_t left = begin_of(sessions->beacon, table->beacon.round) - clock_now(sessions->clock);
    session_event(sessions, table, key, SAY_TEXT(log_number(number, (int64_t)table->beacon.round)),
                  SAY_TEXT(table->beacon.chain),
                  SAY_NUMBER(left > 0 ? (left + SECOND - 1) / SECOND : 0));
}

/* Returns the round that has begun last. */
static uint64_t current_round(const struct sessions *sessions)
{
    const struct beacon *beacon = sessions->beacon;
    int64_t now = clock_now(sessions->clock) / SECOND;
    return now > beacon->genesis ? (uint64_t)((now - beacon->genesis) / beacon->period + 1) : 0;
}

void session_await_beacon(struct sessions *sessions, struct table *table)
{
    struct text chain = TEXT_IN(table->beacon.chain);
    table->beacon.round = current_round(sessions) + ROUNDS_AHEAD;
    text_clear(&chain);
    text_add(&chain, sessions->beacon->chain);
    table->beacon_at = 0;
    table->beacon_tries = 0;
    session_save(sessions, table);
    say_round(sessions, table, "event.beacon-awaited");
}

void session_follow_beacon(struct sessions *sessions, struct table *table)
{
    if (session_awaits_beacon(table) && sessions->beacon != NULL &&
        table->beacon.round > current_round(sessions) + ROUNDS_AHEAD)
        session_await_beacon(sessions, table);
}

int64_t session_beacon_due(const struct sessions *sessions, struct table *table)
{
    if (!session_awaits_beacon(table) || sessions->beacon == NULL)
        return DEADLINE_NEVER;
    if (table->beacon_at == 0)
        table->beacon_at = begin_of(sessions->beacon, table->beacon.round) + LATE;
    return table->beacon_at;
}

void session_ask_beacon(struct sessions *sessions, struct table *table)
{
    table->beacon_at = clock_now(sessions->clock) + PAUSE;
    sessions->beacon->ask(sessions->beacon->context, table->id, table->beacon.round);
}

/* The first time without a value the places are told; later the table goes on, if it may. */
static void miss(struct sessions *sessions, struct table *table)
{
    table->beacon_tries += table->beacon_tries < TRIES;
    if (table->beacon_tries == 1)
        say_round(sessions, table, "event.beacon-late");
    if (table->beacon_tries < TRIES || sessions->beacon->required)
        return;
    say_round(sessions, table, "event.beacon-missing");
    table->beacon = (struct shuffle_beacon){.round = 0};
    session_begin(sessions, table);
}

void session_beacon_answered(struct sessions *sessions, int64_t id, uint64_t round,
                             const char *value)
{
    struct table *table = session_by_id(sessions, id);
    if (table == NULL || !session_awaits_beacon(table) || table->beacon.round != round ||
        table->restoring != RESTORING_NOT)
        return;
    if (value == NULL || !shuffle_read_seal(value, strlen(value), table->beacon.value)) {
        miss(sessions, table);
        return;
    }
    char number[24];
    session_event(sessions, table, "event.beacon", SAY_TEXT(log_number(number, (int64_t)round)),
                  SAY_TEXT(table->beacon.value));
    session_begin(sessions, table);
}
