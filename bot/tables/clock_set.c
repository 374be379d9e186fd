/* The times of tables when the system's clock is set.
 *
 * They are calendar times, because they are stored. While the bot runs, all of them move with the
 * calendar, so everybody has as much time left as before. A clock that was set while the bot was
 * away can't be told from time that passed, except when it was set back: then a table remembers
 * what has not happened yet.
 */
#include "bot/tables/session_private.h"

#include "bot/base/duration.h"
#include "bot/tables/seeking.h"

/* At the start the calendar may still be wrong: no table is archived for so long. */
enum { ARCHIVE_GRACE = 60 * MINUTE };

/* 0 means that there is no time; 1970 may be near, on a machine whose clock has no battery. */
static void move(int64_t *time, int64_t by)
{
    if (*time != 0)
        *time = *time + by != 0 ? *time + by : 1;
}

static void move_all(struct table_clock *clock, int64_t by)
{
    move(&clock->paused, by);
    move(&clock->touched, by);
    move(&clock->show_by, by);
    move(&clock->plan_due, by);
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++) {
        move(&clock->turns[seat].asked, by);
        move(&clock->turns[seat].deadline, by);
        move(&clock->turns[seat].reminded, by);
    }
}

static void move_watch(struct watch *watch, int64_t by)
{
    for (unsigned i = 0; watch != NULL && i < watch->mark_count; i++)
        watch->marks[i].at += by;
    for (unsigned i = 0; watch != NULL && i < watch->count; i++) {
        move(&watch->watchers[i].told, by);
        if (watch->watchers[i].next != DEADLINE_NEVER)
            watch->watchers[i].next += by;
    }
}

static void follow(struct sessions *sessions, struct table *table, int64_t by)
{
    move_watch(table->watch, by);
    move_all(&table->clock, by);
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        move(&table->seats[seat].visit.heard, by);
    table->beacon_at = 0; /* it hangs on the calendar */
    if (table->restoring != RESTORING_NOT && table->due != DEADLINE_NEVER)
        deadlines_set(&sessions->deadlines, table, table->due + by);
    session_touch(sessions, table);
}

void session_clock_set(struct sessions *sessions, int64_t by)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        if (table_is_live(table))
            follow(sessions, table, by);
    seeking_look_again(sessions);
}

/* Returns the last time at which something happened at the table. */
static int64_t last_of(const struct table_clock *clock)
{
    int64_t last = later_of(clock->touched, clock->paused);
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        last = later_of(last, later_of(clock->turns[seat].asked, clock->turns[seat].reminded));
    return last;
}

void session_clock_recovered(struct sessions *sessions, struct table *table)
{
    int64_t now = clock_now(sessions->clock), last = last_of(&table->clock);
    if (last > now)
        move_all(&table->clock, now - last);
    for (unsigned i = 0; table->watch != NULL && i < table->watch->mark_count; i++)
        table->watch->marks[i].at = earlier_of(table->watch->marks[i].at, now);
    if (table->clock.show_by > now + SESSION_SHOW_TIME)
        table->clock.show_by = now + SESSION_SHOW_TIME;
}

/* Returns the least `touched` of a table when the bot starts. */
static int64_t least_touched(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    int64_t archive = setting_number(sessions->settings, SETTING_ARCHIVE, &scope);
    return clock_now(sessions->clock) - archive +
           (archive < ARCHIVE_GRACE ? archive : ARCHIVE_GRACE);
}

void session_clock_start(struct sessions *sessions, struct table *table)
{
    if (table_is_live(table) && table->clock.touched != 0)
        table->clock.touched = later_of(table->clock.touched, least_touched(sessions, table));
}

void session_clock_started(struct sessions *sessions)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        session_clock_start(sessions, table);
}
