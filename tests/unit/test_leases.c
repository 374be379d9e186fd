/* Processes that share networks: who serves what, when one comes, goes, dies or stands still. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdint.h>
#include <string.h>
#include <time.h>

#include "bot/turn/leases.h"
#include "tests/unit/store_fixture.h"

enum { TERM = 300, NETWORKS = 6, PROCESSES = 3 };

static const char *const names[NETWORKS] = {"a", "b", "c", "d", "e", "f"};
static const struct lease_offer networks[NETWORKS] = {{"a", 0, false}, {"b", 0, false},
                                                      {"c", 0, false}, {"d", 0, false},
                                                      {"e", 0, false}, {"f", 0, false}};
/* As many leases: a network in parts, and one without. */
static const struct lease_offer in_parts[] = {{"big", NETWORKS - 1, false}, {"small", 0, false}};
/* The processes agree on the number of its parts. */
static const struct lease_offer undivided[] = {{"auto", 0, true}};

/* A process with a loop of its own; it stands still while that does not run. */
struct process {
    uv_loop_t loop;
    struct store *store;
    struct leases leases;
    bool serves[NETWORKS];
    bool refuses; /* it can't serve anything */
    unsigned gained, lost, given;
    bool has_left, is_dead;
    bool stood_still; /* so long that it has lost everything */
};

struct group {
    struct process processes[PROCESSES];
    const char *folder;
    const struct lease_offer *offers;
    size_t offer_count;
};

/* Whether the process may speak where it has this lease. */
static bool speaks(const struct process *process, size_t lease)
{
    const struct leases *leases = &process->leases;
    return lease < leases->count && leases_holds(leases, leases->leases[lease].network,
                                                 (int)leases->leases[lease].part.number);
}

static void gained(void *context, size_t lease)
{
    struct process *process = context;
    assert_false(process->serves[lease]);
    assert_int_not_equal(leases_epoch(&process->leases, lease), 0);
    process->serves[lease] = !process->refuses;
    process->gained++;
    if (process->refuses)
        leases_refuse(&process->leases, lease, true);
}

/* Where another process speaks by now, a connection says nothing while it is closed. Nor does one
 * that is lost, but whose turn to be closed has not come. */
static void lost(void *context, size_t lease, bool planned)
{
    struct process *process = context;
    assert_true(process->serves[lease]);
    assert_true(planned || !speaks(process, lease));
    for (size_t other = 0; other < NETWORKS; other++)
        assert_false(process->stood_still && speaks(process, other));
    process->serves[lease] = false;
    *(planned ? &process->given : &process->lost) += 1;
    leases_ended(&process->leases, lease);
}

/* Ends the turn, as the host does. */
static void note_end(void *context, enum store_end end, const char *error)
{
    (void)context;
    assert_string_equal(error, "");
    assert_int_equal(end, STORE_SAVED);
}

static void start(struct group *group, size_t number)
{
    struct process *process = &group->processes[number];
    const struct leases_listener listener = {process, gained, lost};
    process->store = store_opened(group->folder);
    uv_loop_init(&process->loop);
    store_attach(process->store, &process->loop);
    leases_open(&process->leases, &process->loop);
    process->leases.term = TERM;
    leases_start(&process->leases, process->store, group->offers, group->offer_count, &listener);
}

static struct group *group_with(void *const *state, size_t count, const struct lease_offer *offers,
                                size_t offer_count)
{
    static struct group group;
    memset(&group, 0, sizeof group);
    group.folder = *state;
    group.offers = offers;
    group.offer_count = offer_count;
    for (size_t i = 0; i < count; i++)
        start(&group, i);
    return &group;
}

static struct group *group_of(void *const *state, size_t count)
{
    return group_with(state, count, networks, NETWORKS);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_here(const struct process *process)
{
    return process->store != NULL && !process->is_dead;
}

static void step(struct process *process)
{
    uv_run(&process->loop, UV_RUN_NOWAIT);
    if (store_is_dirty(process->store))
        store_commit(process->store, note_end, NULL);
}

/* Nobody may speak where another one may, even if they do not agree on the number of parts. */
static void assert_exclusive(const struct group *group)
{
    for (size_t i = 0; i < PROCESSES; i++)
        for (size_t lease = 0; lease < NETWORKS; lease++) {
            if (!speaks(&group->processes[i], lease))
                continue;
            const struct lease *one = &group->processes[i].leases.leases[lease];
            for (size_t k = i + 1; k < PROCESSES; k++)
                for (size_t other = 0; other < NETWORKS; other++) {
                    if (!speaks(&group->processes[k], other))
                        continue;
                    const struct lease *two = &group->processes[k].leases.leases[other];
                    assert_false(strcmp(one->network, two->network) == 0 &&
                                 (one->part.number == two->part.number ||
                                  one->part.count != two->part.count));
                }
        }
}

/* Lets the living run until `done`; false: not in time. */
static bool run_until(struct group *group, bool (*done)(const struct group *group), unsigned terms)
{
    int64_t until = now_ms() + (int64_t)terms * TERM;
    while (now_ms() < until && !(done != NULL && done(group))) {
        for (size_t i = 0; i < PROCESSES; i++)
            if (is_here(&group->processes[i]))
                step(&group->processes[i]);
        assert_exclusive(group);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return done == NULL || done(group);
}

static size_t count_served(const struct process *process)
{
    size_t served = 0;
    for (size_t i = 0; i < NETWORKS; i++)
        served += process->serves[i];
    return served;
}

static bool all_served(const struct group *group)
{
    size_t served = 0;
    for (size_t i = 0; i < PROCESSES; i++)
        if (is_here(&group->processes[i]))
            served += count_served(&group->processes[i]);
    return served == NETWORKS;
}

static bool evenly_served(const struct group *group)
{
    size_t living = 0, least = NETWORKS, most = 0;
    for (size_t i = 0; i < PROCESSES; i++) {
        if (!is_here(&group->processes[i]))
            continue;
        size_t served = count_served(&group->processes[i]);
        living++;
        least = served < least ? served : least;
        most = served > most ? served : most;
    }
    return all_served(group) && (living == 0 || most - least <= 1);
}

static void note_left(void *context)
{
    struct process *process = context;
    process->has_left = true;
}

static void end(struct process *process)
{
    leases_close(&process->leases);
    store_detach(process->store);
    uv_run(&process->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&process->loop), 0);
    leases_clear(&process->leases);
    store_close(process->store);
    memset(process, 0, sizeof *process);
}

static void leave(struct process *process)
{
    leases_leave(&process->leases, note_left, process);
    while (!process->has_left)
        uv_run(&process->loop, UV_RUN_ONCE);
    end(process);
}

static void end_all(struct group *group)
{
    for (size_t i = 0; i < PROCESSES; i++)
        if (group->processes[i].store != NULL)
            leave(&group->processes[i]);
}

/* -- Tests ------------------------------------------------------------------------------------- */

static void one_process_serves_everything(void **state)
{
    struct group *group = group_of(state, 1);
    struct process *one = &group->processes[0];
    assert_false(leases_holds(&one->leases, "a", 0));
    assert_true(leases_holds(&one->leases, "terminal", 0));
    assert_true(run_until(group, all_served, 1));
    run_until(group, NULL, 4);
    assert_int_equal(one->gained, NETWORKS);
    assert_int_equal(one->lost + one->given, 0);
    assert_int_equal(leases_held(&one->leases), NETWORKS);
    assert_true(leases_is_alone(&one->leases));
    end_all(group);
}

static void several_share_evenly(void **state)
{
    struct group *group = group_of(state, PROCESSES);
    assert_true(run_until(group, evenly_served, 30));
    assert_false(leases_is_alone(&group->processes[0].leases));
    for (size_t i = 0; i < PROCESSES; i++)
        assert_int_equal(group->processes[i].lost, 0);
    end_all(group);
}

static void a_new_process_gets_its_share(void **state)
{
    struct group *group = group_of(state, 1);
    assert_true(run_until(group, all_served, 1));
    start(group, 1);
    assert_true(run_until(group, evenly_served, 20));
    assert_int_equal(group->processes[0].given, NETWORKS / 2);
    run_until(group, NULL, 4);
    assert_int_equal(group->processes[0].gained, NETWORKS);
    assert_int_equal(group->processes[1].gained, NETWORKS / 2);
    end_all(group);
}

static void what_was_given_is_given_again(void **state)
{
    struct group *group = group_of(state, 1);
    assert_true(run_until(group, all_served, 1));
    for (size_t i = 0; i < 2; i++) {
        start(group, 1);
        assert_true(run_until(group, evenly_served, 30));
        leave(&group->processes[1]);
        assert_true(run_until(group, all_served, 10));
    }
    assert_int_equal(group->processes[0].given, NETWORKS);
    end_all(group);
}

static void who_leaves_is_followed_at_once(void **state)
{
    struct group *group = group_of(state, 2);
    assert_true(run_until(group, evenly_served, 20));
    leave(&group->processes[0]);
    int64_t left = now_ms();
    assert_true(run_until(group, all_served, 3));
    assert_in_range(now_ms() - left, 0, 3 * TERM);
    end_all(group);
}

static void who_dies_is_followed_after_a_term(void **state)
{
    struct group *group = group_of(state, 2);
    assert_true(run_until(group, evenly_served, 20));
    group->processes[0].is_dead = true;
    int64_t died = now_ms();
    assert_true(run_until(group, all_served, 10));
    assert_in_range(now_ms() - died, TERM / 2, 9 * TERM);
    end(&group->processes[0]);
    end_all(group);
}

/* It knows by its own clock that it may not speak, before it hears of anything. */
static void who_stood_still_is_silent(void **state)
{
    struct group *group = group_of(state, 2);
    struct process *one = &group->processes[0];
    assert_true(run_until(group, evenly_served, 20));
    one->is_dead = true;
    assert_true(run_until(group, all_served, 10));
    assert_int_equal(count_served(one), NETWORKS / 2);
    for (size_t i = 0; i < NETWORKS; i++)
        assert_false(leases_holds(&one->leases, names[i], 0));
    assert_false(leases_is_alone(&one->leases));
    one->stood_still = true;
    one->is_dead = false;
    assert_true(run_until(group, evenly_served, 30));
    assert_int_equal(one->lost, NETWORKS / 2);
    end_all(group);
}

/* Its writes for a network are fenced, and once it knows they are not even tried. */
static void who_stood_still_saves_nothing(void **state)
{
    struct group *group = group_of(state, 1);
    struct process *one = &group->processes[0];
    char value[STORE_WORD_MAX];
    assert_true(run_until(group, all_served, 1));
    one->is_dead = true;
    start(group, 1);
    assert_true(run_until(group, all_served, 10));
    assert_true(leases_guard(&one->leases, "a", 0));
    store_value_set(one->store, "adapter a", "session", "old");
    store_detach(one->store);
    uv_run(&one->loop, UV_RUN_NOWAIT);
    char error[STORE_ERROR_MAX] = "";
    assert_false(commit_now(one->store, error));
    assert_non_null(strstr(error, "another process holds the connection now"));
    assert_false(value_of(one->store, "adapter a", "session", value, sizeof value));
    store_attach(one->store, &one->loop);
    one->is_dead = false;
    run_until(group, NULL, 2);
    assert_int_equal(one->lost, NETWORKS);
    assert_false(leases_guard(&one->leases, "a", 0));
    end_all(group);
}

/* What one process can't serve, another one does, whatever its share. */
static void what_is_refused_goes_to_others(void **state)
{
    struct group *group = group_of(state, 0);
    group->processes[0].refuses = true;
    start(group, 0);
    run_until(group, NULL, 1);
    assert_int_equal(group->processes[0].gained, NETWORKS);
    start(group, 1);
    assert_true(run_until(group, all_served, 20));
    run_until(group, NULL, 6);
    assert_true(all_served(group));
    assert_int_equal(group->processes[0].gained, NETWORKS);
    end_all(group);
}

/* After an outage every lease has lapsed. Whoever comes back first takes nothing over: the others
 * have time to come back too. */
static void after_an_outage_everybody_goes_on(void **state)
{
    struct group *group = group_of(state, 2);
    assert_true(run_until(group, evenly_served, 20));
    int64_t until = now_ms() + 2 * TERM;
    while (now_ms() < until)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    for (int i = 0; i < 50; i++) {
        step(&group->processes[0]);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    run_until(group, NULL, 4);
    assert_true(evenly_served(group));
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(group->processes[i].lost, 0);
    end_all(group);
}

/* -- Parts ------------------------------------------------------------------------------------- */

static void parts_are_shared_evenly(void **state)
{
    struct group *group = group_with(state, 2, in_parts, 2);
    const struct leases *one = &group->processes[0].leases, *other = &group->processes[1].leases;
    assert_true(run_until(group, evenly_served, 30));
    assert_string_equal(one->leases[0].name, "big 0");
    assert_string_equal(one->leases[NETWORKS - 2].name, "big 4");
    assert_string_equal(one->leases[NETWORKS - 1].name, "small");
    assert_int_equal(one->leases[3].part.number, 3);
    assert_int_equal(one->leases[3].part.count, NETWORKS - 1);
    assert_true(leases_knows(one, "big") && leases_knows(one, "small"));
    for (int part = 0; part < NETWORKS - 1; part++)
        assert_true(leases_holds(one, "big", part) != leases_holds(other, "big", part));
    assert_true(leases_holds(one, "big", LEASE_ANY_PART));
    assert_true(leases_holds(other, "big", LEASE_ANY_PART));
    assert_false(leases_holds(one, "big", NETWORKS - 1));
    end_all(group);
}

/* A turn for one part does not hang on another one. */
static void each_part_is_fenced_by_itself(void **state)
{
    struct group *group = group_with(state, 2, in_parts, 2);
    struct process *one = &group->processes[0], *other = &group->processes[1];
    assert_true(run_until(group, evenly_served, 30));
    for (unsigned part = 0; part < NETWORKS - 1; part++) {
        bool is_mine = leases_holds(&one->leases, "big", (int)part);
        assert_int_equal(leases_guard(&one->leases, "big", part), is_mine);
        assert_int_equal(leases_guard(&other->leases, "big", part), !is_mine);
    }
    store_value_set(one->store, "adapter big", "session", "mine");
    must_commit(one->store);
    end_all(group);
}

/* -- A number of parts that processes agree on ------------------------------------------------- */

static const struct process *holder_of(const struct group *group, const char *network, int part)
{
    for (size_t i = 0; i < PROCESSES; i++)
        if (is_here(&group->processes[i]) && group->processes[i].leases.count > 0 &&
            leases_holds(&group->processes[i].leases, network, part))
            return &group->processes[i];
    return NULL;
}

static bool whole_is_served(const struct group *group)
{
    return holder_of(group, "auto", 0) != NULL;
}

static bool is_in_parts(const struct group *group, unsigned parts)
{
    for (unsigned part = 0; part < parts; part++) {
        const struct process *holder = holder_of(group, "auto", (int)part);
        if (holder == NULL || holder->leases.count != parts)
            return false;
    }
    return true;
}

static bool is_in_two(const struct group *group)
{
    return is_in_parts(group, 2);
}

static bool is_in_six(const struct group *group)
{
    return is_in_parts(group, NETWORKS);
}

static void agree(struct process *process, unsigned part, unsigned before, unsigned parts)
{
    leases_agree(&process->leases, "auto", part, before, parts);
}

static struct process *found_holder(struct group *group, unsigned part)
{
    const struct process *holder = holder_of(group, "auto", (int)part);
    assert_non_null(holder);
    return &group->processes[holder - group->processes];
}

static void processes_agree_on_a_number(void **state)
{
    struct group *group = group_with(state, 2, undivided, 1);
    assert_true(run_until(group, whole_is_served, 10));
    struct process *asker = found_holder(group, 0);
    struct process *other = &group->processes[asker == group->processes ? 1 : 0];
    agree(other, 0, 0, 6); /* it does not hold the lease */
    assert_false(store_is_dirty(other->store));
    agree(asker, 0, 0, 2);
    assert_true(run_until(group, is_in_two, 30));
    assert_ptr_not_equal(holder_of(group, "auto", 0), holder_of(group, "auto", 1));
    assert_int_equal(asker->given, 1);
    end_all(group);
}

/* Who starts later, or again, knows it. */
static void the_number_is_kept(void **state)
{
    struct group *group = group_with(state, 1, undivided, 1);
    assert_true(run_until(group, whole_is_served, 10));
    agree(&group->processes[0], 0, 0, 2);
    assert_true(run_until(group, is_in_two, 30));
    leave(&group->processes[0]);
    start(group, 0);
    assert_true(run_until(group, is_in_two, 10));
    assert_int_equal(group->processes[0].gained, 2);
    assert_int_equal(group->processes[0].given, 0);
    end_all(group);
}

/* Nobody serves a part of six while anybody serves one of two; assert_exclusive() looks all the
 * time. */
static void a_larger_number_replaces_it(void **state)
{
    struct group *group = group_with(state, 2, undivided, 1);
    assert_true(run_until(group, whole_is_served, 10));
    agree(found_holder(group, 0), 0, 0, 2);
    assert_true(run_until(group, is_in_two, 30));
    /* Both want it at the same moment; a smaller number is no use. */
    agree(found_holder(group, 0), 0, 2, 1);
    agree(found_holder(group, 0), 0, 2, NETWORKS);
    must_commit(found_holder(group, 0)->store);
    assert_true(run_until(group, is_in_six, 40));
    assert_true(run_until(group, evenly_served, 40));
    end_all(group);
}

/* A process that stood still while the others agreed does not speak for its old part. */
static void who_stood_still_hears_of_the_number(void **state)
{
    struct group *group = group_with(state, 2, undivided, 1);
    assert_true(run_until(group, whole_is_served, 10));
    agree(found_holder(group, 0), 0, 0, 2);
    assert_true(run_until(group, is_in_two, 30));
    struct process *still = found_holder(group, 1);
    agree(found_holder(group, 0), 0, 2, NETWORKS);
    must_commit(found_holder(group, 0)->store);
    still->is_dead = true;
    assert_true(run_until(group, is_in_six, 60));
    still->is_dead = false;
    assert_true(run_until(group, evenly_served, 60));
    end_all(group);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(one_process_serves_everything),  IN_FOLDER(several_share_evenly),
        IN_FOLDER(a_new_process_gets_its_share),   IN_FOLDER(what_was_given_is_given_again),
        IN_FOLDER(who_leaves_is_followed_at_once), IN_FOLDER(who_dies_is_followed_after_a_term),
        IN_FOLDER(who_stood_still_is_silent),      IN_FOLDER(who_stood_still_saves_nothing),
        IN_FOLDER(what_is_refused_goes_to_others), IN_FOLDER(after_an_outage_everybody_goes_on),
        IN_FOLDER(parts_are_shared_evenly),        IN_FOLDER(each_part_is_fenced_by_itself),
        IN_FOLDER(processes_agree_on_a_number),    IN_FOLDER(the_number_is_kept),
        IN_FOLDER(a_larger_number_replaces_it),    IN_FOLDER(who_stood_still_hears_of_the_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
