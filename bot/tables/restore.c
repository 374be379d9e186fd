/* Tables that are read once more: their turn failed, or another process has changed them. */
#include <stdlib.h>

#include "bot/base/memory.h"
#include "bot/tables/recovery.h"
#include "bot/tables/seeking.h"

/* A failed table that can't be read is read again after this time. */
enum { RESTORE_PAUSE_MS = SECOND };

/* What the store does not keep of a table's people. */
struct people_kept {
    seat_set absent, doubted;
    uint32_t asked[GAME_SEATS_MAX]; /* seat.program_turn */
    bool thread_asked;
    int64_t guest_until;
};

static struct people_kept people_of(const struct table *table)
{
    struct people_kept kept = {.thread_asked = table->thread == THREAD_ASKED,
                               .guest_until = table->guest_until};
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        kept.asked[seat] = table->seats[seat].program_turn;
        if (table->seats[seat].absent)
            kept.absent |= SEAT_BIT(seat);
        if (table->seats[seat].doubted)
            kept.doubted |= SEAT_BIT(seat);
    }
    return kept;
}

/* Restores what the store does not keep: who is away, whose seat needs a proof, that the people who
 * are asked were called before the turn that failed, and that the network makes a thread. */
static void remember_people(struct table *table, struct people_kept kept)
{
    bool plays = table->status == TABLE_PLAYING;
    if (plays)
        table->called = table_people_asked(table);
    if (kept.thread_asked && table->thread == THREAD_WANTED)
        table->thread = THREAD_ASKED;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        table->seats[seat].absent = plays && (kept.absent & SEAT_BIT(seat)) != 0;
        table->seats[seat].doubted = (kept.doubted & SEAT_BIT(seat)) != 0;
        table->seats[seat].program_turn = kept.asked[seat];
    }
}

/* A table that is being read again. */
struct restoring {
    struct sessions *sessions;
    int64_t table;
};

/* The table has been read: whoever was away still is. */
static void take_over(struct sessions *sessions, int64_t id, struct people_kept kept)
{
    struct table *restored = session_by_id(sessions, id);
    if (restored == NULL)
        return;
    remember_people(restored, kept);
    session_keep_guest(sessions, restored, kept.guest_until);
    session_apply_settings(sessions, restored);
}

static unsigned count_people(const struct table *table)
{
    return (unsigned)__builtin_popcount(table_people(table));
}

/* Another process may have been first; `version` is the one that was known, and so many people
 * sat. */
static void tell_if_changed(const struct recovery *recovery, int64_t id, int64_t version,
                            unsigned people)
{
    struct table *table = session_by_id(recovery->sessions, id);
    if (table == NULL || table->version <= version)
        return;
    session_tell_changed(recovery->sessions, table, &recovery->known, recovery->events);
    if (count_people(table) > people)
        session_tell_notified(recovery->sessions, table, people);
}

/* Of a table that another process has ended the store has no watchers any more: those who were
 * known are shown the end. */
static void follow_watched(struct sessions *sessions, int64_t id, struct watch *known)
{
    struct table *restored = session_by_id(sessions, id);
    struct watch *read = restored != NULL ? restored->watch : NULL;
    if (read != NULL && known != NULL && known->thread.state == WATCH_THREAD_ASKED &&
        read->thread.state == WATCH_THREAD_WANTED)
        read->thread.state = WATCH_THREAD_ASKED;
    bool is_over = restored != NULL &&
                   (restored->status == TABLE_FINISHED || restored->status == TABLE_ABORTED);
    if (!is_over) {
        watch_free(known);
    } else {
        watch_free(restored->watch);
        restored->watch = known;
    }
    if (restored != NULL)
        session_follow_watched(sessions, restored);
}

static void restore(void *context, struct store_inquiry *inquiry)
{
    const struct restoring *restoring = context;
    struct sessions *sessions = restoring->sessions;
    struct table *table = session_by_id(sessions, restoring->table);
    struct recovery recovery = {.sessions = sessions, .replaced = table, .refuses = true};
    struct game_events events = {0};
    if (table == NULL)
        return;
    struct people_kept kept = people_of(table);
    int64_t version = table->version;
    unsigned people = count_people(table);
    recovery.known = table->known;
    recovery.events = &events;
    struct watch *watch = table->watch;
    table->watch = NULL;
    if (recovery_read_again(&recovery, inquiry, restoring->table)) {
        take_over(sessions, restoring->table, kept);
        follow_watched(sessions, restoring->table, watch);
        tell_if_changed(&recovery, restoring->table, version, people);
        return;
    }
    table->watch = watch;
    if (!store_inquiry_waits(inquiry)) {
        table->restoring = RESTORING_FAILED;
        deadlines_set(&sessions->deadlines, table, clock_now(sessions->clock) + RESTORE_PAUSE_MS);
    }
}

void session_restore(struct sessions *sessions, struct table *table)
{
    if (table->unsaved) {
        session_forget(sessions, table);
        return;
    }
    deadlines_set(&sessions->deadlines, table, DEADLINE_NEVER);
    if (table->restoring == RESTORING_ASKED)
        return;
    table->restoring = RESTORING_ASKED;
    session_watch_bots(sessions, table);
    struct restoring *restoring = memory_new(sizeof *restoring);
    restoring->sessions = sessions;
    restoring->table = table->id;
    store_ask(sessions->store, restore, free, restoring);
}

/* A table that another process has opened or brought back. */
static void take_new(void *context, struct store_inquiry *inquiry)
{
    const struct restoring *restoring = context;
    struct sessions *sessions = restoring->sessions;
    struct recovery recovery = {.sessions = sessions};
    if (session_by_id(sessions, restoring->table) != NULL ||
        !recovery_read_again(&recovery, inquiry, restoring->table))
        return;
    struct table *table = session_by_id(sessions, restoring->table);
    if (table == NULL || !table_is_live(table))
        return;
    if (table->places == NULL) {
        /* The end of the table before it is not known here yet: the feed names it again. */
        session_forget(sessions, table);
        return;
    }
    session_note_guest(sessions, table);
    session_apply_settings(sessions, table);
    if (table->found && table->lines == 0)
        session_tell_found(sessions, table);
    else
        session_tell_changed(sessions, table, &table->known, NULL);
    session_tell_notified(sessions, table, 0);
}

void session_take_up(struct sessions *sessions, int64_t table)
{
    struct restoring *restoring = memory_new(sizeof *restoring);
    *restoring = (struct restoring){sessions, table};
    store_ask(sessions->store, take_new, free, restoring);
}

bool session_follow(struct sessions *sessions, const struct stored_version *changed)
{
    struct table *table = session_by_id(sessions, changed->table);
    bool is_behind = table != NULL && table->version < changed->version;
    if (is_behind && !table->touched && !session_is_in_flight(table))
        session_restore(sessions, table);
    return is_behind;
}
