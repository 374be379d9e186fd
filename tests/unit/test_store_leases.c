/* Who of several processes on one server holds what, and what is applied once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "tests/unit/store_fixture.h"

enum { LONG_MS = 60 * 1000, SHORT_MS = 50 };

/* -- Questions --------------------------------------------------------------------------------- */

struct seen {
    int64_t epoch; /* 0: there is no such lease */
    bool is_mine, lapsed;
    unsigned living, known;
    bool has_self;
};

struct look {
    const char *lease;
    struct seen seen;
};

static bool see_lease(void *context, const struct stored_lease *lease)
{
    struct look *look = context;
    if (strcmp(lease->name, look->lease) != 0)
        return true;
    look->seen.epoch = lease->epoch;
    look->seen.is_mine = lease->is_mine;
    look->seen.lapsed = lease->lapsed;
    return true;
}

static bool see_process(void *context, const struct stored_process *process)
{
    struct look *look = context;
    look->seen.known++;
    look->seen.living += process->lives;
    look->seen.has_self |= process->is_self;
    assert_in_range(process->seconds, 0, LONG_MS);
    return true;
}

static struct seen beat_for(struct store *store, const char *lease, unsigned milliseconds)
{
    struct look look = {.lease = lease};
    const struct store_lease_reader reader = {
        .context = &look, .lease = see_lease, .process = see_process};
    struct store_inquiry *inquiry = store_inquire(store);
    bool read = milliseconds > 0 ? store_lease_beat(inquiry, "machine 7", milliseconds, &reader)
                                 : store_read_leases(inquiry, &reader);
    assert_string_equal(store_inquiry_error(inquiry), "");
    assert_true(read);
    store_inquiry_free(inquiry);
    return look.seen;
}

static struct seen beat(struct store *store, const char *lease)
{
    return beat_for(store, lease, LONG_MS);
}

static struct seen look_at(struct store *store, const char *lease)
{
    return beat_for(store, lease, 0);
}

static void take(struct store *store, const char *lease, unsigned milliseconds)
{
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_lease_take(inquiry, lease, milliseconds));
    store_inquiry_free(inquiry);
}

static void pause_ms(unsigned milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)milliseconds * 1000000}, NULL);
}

static void assert_holds(struct store *store, const char *lease, int64_t epoch)
{
    struct seen seen = look_at(store, lease);
    assert_true(seen.is_mine && !seen.lapsed);
    assert_int_equal(seen.epoch, epoch);
}

static void take_end(void *context, enum store_end end, const char *error)
{
    enum store_end *taken = context;
    (void)error;
    *taken = end;
}

static enum store_end commit(struct store *store)
{
    enum store_end end = STORE_UNDONE;
    store_commit(store, take_end, &end);
    return end;
}

/* A turn of the lease's holder. */
static enum store_end write_fenced(struct store *store, const char *lease, int64_t epoch,
                                   const char *value)
{
    store_lease_guard(store, lease, epoch);
    store_value_set(store, "adapter libera", "session", value);
    store_lease_guard(store, lease, epoch);
    return commit(store);
}

static void assert_value(struct store *store, const char *expected)
{
    char value[STORE_WORD_MAX];
    value_of(store, "adapter libera", "session", value, sizeof value);
    assert_string_equal(value, expected);
}

/* -- Leases ------------------------------------------------------------------------------------ */

static void one_process_holds_a_lease(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    struct seen seen = beat(one, "libera");
    assert_int_equal(seen.epoch, 0);
    assert_true(seen.has_self);
    assert_int_equal(seen.living, 1);
    take(one, "libera", LONG_MS);
    assert_holds(one, "libera", 1);
    take(other, "libera", LONG_MS);
    seen = beat(other, "libera");
    assert_int_equal(seen.epoch, 1);
    assert_false(seen.is_mine || seen.lapsed);
    assert_int_equal(seen.living, 2);
    take(other, "oftc", LONG_MS);
    assert_holds(other, "oftc", 1);
    assert_holds(one, "libera", 1);
    store_close(one);
    store_close(other);
}

static void a_lapsed_lease_is_taken_over(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    beat_for(one, "libera", SHORT_MS);
    take(one, "libera", SHORT_MS);
    pause_ms(2 * SHORT_MS);
    struct seen seen = look_at(other, "libera");
    assert_true(seen.lapsed && !seen.is_mine);
    assert_int_equal(seen.living, 0);
    assert_int_equal(seen.known, 1);
    take(other, "libera", LONG_MS);
    assert_holds(other, "libera", 2);
    /* The process that slept neither prolongs it nor takes it back. */
    assert_false(beat(one, "libera").is_mine);
    take(one, "libera", LONG_MS);
    assert_holds(other, "libera", 2);
    store_close(one);
    store_close(other);
}

/* A holder that nobody has replaced goes on, in the same epoch. */
static void a_beat_prolongs(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    take(one, "libera", SHORT_MS);
    for (int i = 0; i < 3; i++) {
        pause_ms(2 * SHORT_MS);
        assert_true(look_at(one, "libera").lapsed);
        assert_false(beat(one, "libera").lapsed);
        take(other, "libera", LONG_MS);
        assert_holds(one, "libera", 1);
        beat_for(one, "libera", SHORT_MS);
    }
    store_close(one);
    store_close(other);
}

/* With what the holder saves last, the next one can go on. */
static void a_lease_is_handed_over(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    take(one, "libera", LONG_MS);
    store_value_set(one, "adapter libera", "session", "17");
    store_lease_release(one, "libera");
    assert_int_equal(commit(one), STORE_SAVED);
    take(other, "libera", LONG_MS);
    assert_holds(other, "libera", 2);
    assert_value(other, "17");
    /* Who no longer holds it can't give it back. */
    store_lease_release(one, "libera");
    assert_int_equal(commit(one), STORE_SAVED);
    assert_holds(other, "libera", 2);
    store_close(one);
    store_close(other);
}

static void who_leaves_gives_everything_back(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    beat(one, "libera");
    beat(other, "libera");
    take(one, "libera", LONG_MS);
    take(one, "oftc", LONG_MS);
    take(other, "quakenet", LONG_MS);
    store_process_leave(one);
    assert_int_equal(commit(one), STORE_SAVED);
    struct seen seen = look_at(other, "libera");
    assert_int_equal(seen.known, 1);
    take(other, "libera", LONG_MS);
    take(other, "oftc", LONG_MS);
    assert_holds(other, "libera", 2);
    assert_holds(other, "oftc", 2);
    assert_holds(other, "quakenet", 1);
    store_close(one);
    store_close(other);
}

/* -- Fences ------------------------------------------------------------------------------------ */

static void who_lost_the_lease_saves_nothing(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    take(one, "libera", SHORT_MS);
    assert_int_equal(write_fenced(one, "libera", 1, "of one"), STORE_SAVED);
    pause_ms(2 * SHORT_MS);
    /* It has lapsed, but nobody else has it. */
    assert_int_equal(write_fenced(one, "libera", 1, "of one, late"), STORE_SAVED);
    take(other, "libera", LONG_MS);
    assert_int_equal(write_fenced(other, "libera", 2, "of the other"), STORE_SAVED);
    assert_int_equal(write_fenced(one, "libera", 1, "of one, too late"), STORE_OVERTAKEN);
    assert_int_equal(write_fenced(one, "libera", 2, "of one, guessed"), STORE_OVERTAKEN);
    assert_int_equal(write_fenced(one, "unknown", 1, "of one, guessed"), STORE_OVERTAKEN);
    assert_value(one, "of the other");
    store_close(one);
    store_close(other);
}

/* Its own epoch of long ago is none. */
static void an_epoch_does_not_come_back(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    take(one, "libera", LONG_MS);
    store_lease_release(one, "libera");
    assert_int_equal(commit(one), STORE_SAVED);
    take(other, "libera", LONG_MS);
    store_lease_release(other, "libera");
    assert_int_equal(commit(other), STORE_SAVED);
    take(one, "libera", LONG_MS);
    assert_int_equal(write_fenced(one, "libera", 1, "old"), STORE_OVERTAKEN);
    assert_int_equal(write_fenced(one, "libera", 3, "new"), STORE_SAVED);
    assert_value(one, "new");
    store_close(one);
    store_close(other);
}

/* -- Races ------------------------------------------------------------------------------------- */

enum { RACERS = 3, ROUNDS = 100 };

struct race {
    uv_loop_t loop;
    struct store *stores[RACERS];
    char lease[24];
    unsigned under_way, winners;
};

struct racer {
    struct race *race;
};

static bool count_mine(void *context, const struct stored_lease *lease)
{
    const struct racer *racer = context;
    racer->race->winners += lease->is_mine && strcmp(lease->name, racer->race->lease) == 0;
    return true;
}

static void run_race(void *context, struct store_inquiry *inquiry)
{
    struct racer *racer = context;
    const struct store_lease_reader reader = {.context = racer, .lease = count_mine};
    if (store_lease_take(inquiry, racer->race->lease, LONG_MS))
        store_lease_beat(inquiry, "racer", LONG_MS, &reader);
}

static void end_race(void *context)
{
    const struct racer *racer = context;
    if (--racer->race->under_way == 0)
        uv_stop(&racer->race->loop);
}

static void of_many_one_wins(void **state)
{
    static struct race race;
    struct racer racers[RACERS];
    uv_loop_init(&race.loop);
    for (size_t i = 0; i < RACERS; i++) {
        race.stores[i] = store_opened(*state);
        store_attach(race.stores[i], &race.loop);
        racers[i] = (struct racer){&race};
    }
    for (int round = 0; round < ROUNDS; round++) {
        snprintf(race.lease, sizeof race.lease, "lease %d", round);
        race.under_way = RACERS;
        race.winners = 0;
        for (size_t i = 0; i < RACERS; i++)
            store_ask(race.stores[i], run_race, end_race, &racers[i]);
        uv_run(&race.loop, UV_RUN_DEFAULT);
        assert_int_equal(race.winners, 1);
    }
    for (size_t i = 0; i < RACERS; i++)
        store_close(race.stores[i]);
    uv_run(&race.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&race.loop), 0);
}

/* -- Rations ----------------------------------------------------------------------------------- */

static struct ration_use use_of(struct store *store, const struct ration *ration)
{
    struct ration_use use;
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_ration_take(inquiry, ration, &use));
    assert_string_equal(store_inquiry_error(inquiry), "");
    store_inquiry_free(inquiry);
    return use;
}

static void a_ration_is_for_all_processes(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    const struct ration two = {.name = "two", .most = 2, .period_ms = LONG_MS};
    const struct ration another = {.name = "another", .most = 1, .period_ms = LONG_MS};
    assert_true(use_of(one, &two).granted);
    struct ration_use last = use_of(other, &two);
    assert_true(last.granted);
    assert_int_equal(last.epoch, 1);
    for (int i = 0; i < 2; i++) {
        struct ration_use refused = use_of(i == 0 ? one : other, &two);
        assert_false(refused.granted);
        assert_in_range(refused.left_ms, LONG_MS / 2, LONG_MS);
    }
    assert_true(use_of(one, &another).granted);
    store_ration_return(one, "two", last.epoch);
    assert_int_equal(commit(one), STORE_SAVED);
    assert_true(use_of(one, &two).granted);
    assert_false(use_of(one, &two).granted);
    store_close(one);
    store_close(other);
}

/* Who ends or returns what has ended changes nothing of the next period. */
static void a_ration_comes_again_with_the_next_period(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    const struct ration brief = {.name = "turn", .most = 1, .period_ms = SHORT_MS};
    const struct ration lasting = {.name = "turn", .most = 1, .period_ms = LONG_MS};
    struct ration_use first = use_of(one, &brief);
    assert_true(first.granted);
    assert_false(use_of(other, &lasting).granted);
    pause_ms(2 * SHORT_MS);
    struct ration_use second = use_of(other, &lasting);
    assert_true(second.granted);
    assert_int_equal(second.epoch, first.epoch + 1);
    store_ration_end(one, "turn", first.epoch, 0);
    store_ration_return(one, "turn", first.epoch);
    assert_int_equal(commit(one), STORE_SAVED);
    assert_false(use_of(one, &lasting).granted);
    store_ration_end(other, "turn", second.epoch, SHORT_MS);
    assert_int_equal(commit(other), STORE_SAVED);
    assert_false(use_of(one, &lasting).granted);
    pause_ms(2 * SHORT_MS);
    assert_true(use_of(one, &lasting).granted);
    store_close(one);
    store_close(other);
}

/* What the world outside has counted, a process that knows it brings in. */
static void uses_from_elsewhere_count(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    const struct ration mine = {.name = "day", .most = 10, .period_ms = SHORT_MS};
    const struct ration known = {.name = "day", .most = 10, .used = 8, .period_ms = LONG_MS};
    assert_true(use_of(one, &mine).granted);
    assert_true(use_of(other, &known).granted); /* 9, and the period is longer than one knew */
    pause_ms(2 * SHORT_MS);
    assert_true(use_of(one, &mine).granted);
    assert_false(use_of(one, &mine).granted);
    assert_false(use_of(other, &known).granted);
    const struct ration all = {.name = "new", .most = 8, .used = 8, .period_ms = LONG_MS};
    assert_false(use_of(other, &all).granted);
    store_close(one);
    store_close(other);
}

/* -- Values that are agreed on ----------------------------------------------------------------- */

static enum store_end replace(struct store *store, const char *before, const char *value)
{
    store_value_replace(store, "adapter libera", "session", before, value);
    return commit(store);
}

static void a_value_is_agreed_on_once(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    assert_int_equal(replace(one, "1", "2"), STORE_OVERTAKEN);
    assert_int_equal(replace(one, NULL, "4"), STORE_SAVED);
    assert_int_equal(replace(other, NULL, "8"), STORE_OVERTAKEN);
    assert_value(other, "4");
    assert_int_equal(replace(other, "4", "8"), STORE_SAVED);
    assert_int_equal(replace(one, "4", "16"), STORE_OVERTAKEN);
    assert_value(one, "8");
    store_close(one);
    store_close(other);
}

/* -- Events ------------------------------------------------------------------------------------ */

static bool is_applied(struct store *store, const char *event)
{
    bool applied = false;
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_event(inquiry, event, &applied));
    store_inquiry_free(inquiry);
    return applied;
}

static enum store_end apply(struct store *store, const char *event, const char *value)
{
    store_value_set(store, "adapter libera", "session", value);
    store_event_add(store, event);
    return commit(store);
}

static void an_event_is_applied_once(void **state)
{
    struct store *one = store_opened(*state), *other = store_opened(*state);
    assert_false(is_applied(one, "discord 17"));
    assert_int_equal(apply(one, "discord 17", "first"), STORE_SAVED);
    assert_true(is_applied(other, "discord 17"));
    assert_int_equal(apply(other, "discord 17", "second"), STORE_OVERTAKEN);
    assert_int_equal(apply(one, "discord 17", "third"), STORE_OVERTAKEN);
    assert_value(one, "first");
    assert_int_equal(apply(other, "discord 18", "next"), STORE_SAVED);
    assert_value(one, "next");
    store_close(one);
    store_close(other);
}

static void old_events_are_forgotten(void **state)
{
    struct store *one = store_opened(*state);
    assert_int_equal(apply(one, "discord 17", "old"), STORE_SAVED);
    assert_int_equal(apply(one, "discord 18", "new"), STORE_SAVED);
    tamper(*state, "UPDATE events SET applied = applied - interval '61 minutes'"
                   " WHERE event = 'discord 17'");
    beat(one, "");
    assert_false(is_applied(one, "discord 17"));
    assert_true(is_applied(one, "discord 18"));
    store_close(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(one_process_holds_a_lease),
        IN_FOLDER(a_lapsed_lease_is_taken_over),
        IN_FOLDER(a_beat_prolongs),
        IN_FOLDER(a_lease_is_handed_over),
        IN_FOLDER(who_leaves_gives_everything_back),
        IN_FOLDER(who_lost_the_lease_saves_nothing),
        IN_FOLDER(an_epoch_does_not_come_back),
        IN_FOLDER(of_many_one_wins),
        IN_FOLDER(a_ration_is_for_all_processes),
        IN_FOLDER(a_ration_comes_again_with_the_next_period),
        IN_FOLDER(uses_from_elsewhere_count),
        IN_FOLDER(a_value_is_agreed_on_once),
        IN_FOLDER(an_event_is_applied_once),
        IN_FOLDER(old_events_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
