/* Two people ask two processes for something at the same moment: one order comes out of it, both
 * processes know it, and both people are answered. BELFRY_RACES says how often each race is run;
 * 2500 are a long run, which says now and then how far it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bot/core/seeks.h"
#include "bot/tables/seeking.h"
#include "tests/unit/host_pair.h"

static unsigned races(void)
{
    const char *setting = getenv("BELFRY_RACES");
    return setting != NULL ? (unsigned)strtoul(setting, NULL, 10) : 15;
}

/* Called before each race of a kind. */
static void say_progress(const char *kind, unsigned done)
{
    enum { EVERY_S = 10 };
    static time_t began, said;
    time_t now = time(NULL);
    if (began == 0)
        began = said = now;
    if (now - said < EVERY_S)
        return;
    said = now;
    print_message("%s: %u of %u races; %ld s since the first\n", kind, done, races(),
                  (long)(now - began));
}

/* Both type before either hears of the other; then each hears what came of it. */
static void race(const struct pair *pair, const char *first, const char *first_text,
                 const char *second, const char *second_text)
{
    fixture_clear(pair->one);
    fixture_clear(pair->other);
    fixture_type_in_turn(pair->one, first, "#a", first_text);
    fixture_type_in_turn(pair->other, second, "#a", second_text);
    pair_settle(pair);
    bool other_won = pair_table(pair->other)->version > pair_table(pair->one)->version;
    pair_hear(other_won ? pair->one : pair->other, other_won ? pair->other : pair->one);
    pair_assert_same(pair);
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    assert_true(pair->one->said_count > 0);
    assert_true(pair->other->said_count > 0);
}

/* Each process hears of everything that is saved. */
static void listen_to_all(const struct pair *pair)
{
    pair_hear_all(pair->one);
    pair_hear_all(pair->other);
}

static struct pair *begin(void *const *state, const char *options)
{
    struct pair *pair = pair_open(state);
    fixture_start(pair->one, "#a", options);
    pair_start_other(pair);
    srand(16);
    return pair;
}

/* -- Moves ------------------------------------------------------------------------------------- */

static void open_again(const struct pair *pair)
{
    fixture_type(pair->one, "alice", "#a", "again");
    fixture_type(pair->one, "bruno", "#a", "join");
    fixture_type(pair->one, "alice", "#a", "start");
    pair_hear(pair->other, pair->one);
}

/* Whoever is on turn types at both; one of the moves is made. */
static void one_of_two_moves_is_made(void **state)
{
    struct pair *pair = begin(state, "touches=9");
    for (unsigned i = 0; i < races(); i++) {
        say_progress("moves", i);
        if (pair_table(pair->one)->status != TABLE_PLAYING)
            open_again(pair);
        const struct table *table = pair_table(pair->one);
        unsigned seat = seat_on_turn(table);
        int64_t version = table->version;
        char first[64], second[64];
        struct text one = TEXT_IN(first), other = TEXT_IN(second);
        text_add_format(&one, "play %s", legal_move(table, seat, (size_t)rand()));
        text_add_format(&other, "play %s", legal_move(table, seat, (size_t)rand()));
        race(pair, people[seat], first, people[seat], second);
        /* Where the same person is on turn again, the second move is made, too. */
        assert_in_range(pair_table(pair->one)->version, version + 1, version + 2);
    }
    pair_close(pair);
}

/* -- Seats ------------------------------------------------------------------------------------- */

static void two_people_want_the_last_seat(void **state)
{
    struct pair *pair = begin(state, "");
    for (unsigned i = 0; i < races(); i++) {
        say_progress("seats", i);
        fixture_type(pair->one, "alice", "#a", "abort");
        fixture_type(pair->one, "bruno", "#a", "abort");
        fixture_type(pair->one, "alice", "#a", "new en-garde");
        pair_hear(pair->other, pair->one);
        race(pair, "bruno", "join", "carol", "join");
        assert_int_equal(pair_table(pair->one)->seat_count, 2);
        assert_int_equal(pair_count_said(pair, "bruno sits down") > 0,
                         pair_count_said(pair, "carol sits down") == 0);
        bool is_bruno = strcmp(pair_table(pair->one)->seats[1].name, "bruno") == 0;
        fixture_type(pair->one, is_bruno ? "bruno" : "carol", "#a", "leave");
        pair_hear(pair->other, pair->one);
    }
    pair_close(pair);
}

/* -- Votes ------------------------------------------------------------------------------------- */

/* Nobody may end the table alone: two agree at the same moment, and it ends once. */
static void two_people_agree_at_once(void **state)
{
    struct pair *pair = begin(state, "");
    fixture_command(pair->one, "config set channel abort admins");
    listen_to_all(pair);
    for (unsigned i = 0; i < races(); i++) {
        say_progress("votes", i);
        assert_int_equal(pair_table(pair->one)->status, TABLE_PLAYING);
        race(pair, "alice", "abort", "bruno", "abort");
        assert_int_equal(pair_table(pair->one)->status, TABLE_ABORTED);
        open_again(pair);
    }
    pair_close(pair);
}

/* -- Settings ---------------------------------------------------------------------------------- */

static const char *turn_time_at(struct fixture *fixture)
{
    const struct setting_scope scope = setting_in_place("one", "#a");
    return setting_text(&fixture->host.settings, SETTING_TURN_TIME, &scope);
}

static void set_in_turn(struct fixture *fixture, unsigned minutes)
{
    const struct inbound inbound = {
        .network = "one",
        .place = "#a",
        .person = {.identity = "account:olga", .name = "olga", .rank = RANK_ADMIN},
        .addressed = true,
        .text = line_of("config set channel turn-time %umin", minutes)};
    fixture->host.listener.received(&fixture->host, &inbound);
}

static bool are_equal(const struct pair *pair)
{
    return strcmp(turn_time_at(pair->one), turn_time_at(pair->other)) == 0;
}

/* Two admins change the same setting: both processes come to know the same one of the two. */
static void one_of_two_settings_stays(void **state)
{
    struct pair *pair = begin(state, "");
    for (unsigned i = 0; i < races(); i++) {
        say_progress("settings", i);
        unsigned minutes = 61 + 2 * (i % 29);
        char one[32], other[32];
        struct text first = TEXT_IN(one), second = TEXT_IN(other);
        text_add_format(&first, "%umin", minutes);
        text_add_format(&second, "%umin", minutes + 1);
        fixture_clear(pair->one);
        fixture_clear(pair->other);
        set_in_turn(pair->one, minutes);
        set_in_turn(pair->other, minutes + 1);
        pair_settle(pair);
        listen_to_all(pair);
        assert_true(are_equal(pair));
        assert_true(strcmp(turn_time_at(pair->one), one) == 0 ||
                    strcmp(turn_time_at(pair->one), other) == 0);
        assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
        assert_true(pair->one->said_count > 0 && pair->other->said_count > 0);
    }
    pair_close(pair);
}

/* -- People who look for a table --------------------------------------------------------------- */

static struct table *find_found(const struct fixture *fixture, size_t *count)
{
    struct table *found = NULL, *table = fixture->host.sessions.by_id;
    *count = 0;
    for (; table != NULL; table = table->hh.next) {
        if (!table->found || !table_is_live(table))
            continue;
        found = table;
        ++*count;
    }
    return found;
}

static size_t count_seeks(const struct fixture *fixture)
{
    size_t count;
    free(seek_list(&fixture->host.settings, game_find("en-garde"), &count));
    return count;
}

static void set_connected(const struct pair *pair, bool connected)
{
    fixture_set_connected(pair->one, connected);
    fixture_set_connected(pair->other, connected);
}

/* Both processes know both people, and would bring them together at the same moment. */
static void two_processes_seat_the_same_people_once(void **state)
{
    struct pair *pair = begin(state, "");
    for (unsigned i = 0; i < races(); i++) {
        size_t ones, others;
        fixture_clear(pair->one);
        fixture_clear(pair->other);
        fixture_type_in_turn(pair->one, "carol", "#b", "seek en-garde");
        fixture_type_in_turn(pair->other, "dora", "#b", "seek en-garde");
        set_connected(pair, false); /* nobody is seated yet */
        pair_settle(pair);
        listen_to_all(pair);
        assert_int_equal(count_seeks(pair->one), 2);
        assert_int_equal(count_seeks(pair->other), 2);
        set_connected(pair, true);
        seeking_look_again(&pair->one->host.sessions);
        seeking_look_again(&pair->other->host.sessions);
        pair_settle(pair);
        listen_to_all(pair);
        const struct table *here = find_found(pair->one, &ones);
        const struct table *there = find_found(pair->other, &others);
        assert_int_equal(ones, 1);
        assert_int_equal(others, 1);
        assert_int_equal(here->id, there->id);
        assert_int_equal(here->version, there->version);
        assert_memory_equal(here->state, there->state, here->game->state_size);
        assert_int_equal(count_seeks(pair->one) + count_seeks(pair->other), 0);
        assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
        assert_true(pair_count_said(pair, "Your table is found") > 0);
        fixture_type(pair->one, "carol", "#b", "abort");
        fixture_type(pair->one, "dora", "#b", "abort");
        listen_to_all(pair);
    }
    pair_close(pair);
}

/* The process that serves the place of one of them hears of the table, although nothing was ever
 * shown there before. */
static void the_other_process_tells_its_people(void **state)
{
    struct pair *pair = begin(state, "");
    fixture_clear(pair->other);
    fixture_type(pair->one, "carol", "#b", "seek en-garde");
    fixture_type(pair->one, "dora", "#b", "seek en-garde");
    listen_to_all(pair);
    fixture_public(pair->other, "#b", "Your table is found: En Garde, with carol, dora.");
    fixture_public(pair->other, "#b", "to play.");
    fixture_private(pair->other, "carol", "Your hand");
    fixture_private(pair->other, "dora", "Your hand");
    pair_close(pair);
}

/* One asks at one process while the other is withdrawn at the other one. */
static void who_withdraws_is_seated_or_not(void **state)
{
    struct pair *pair = begin(state, "");
    for (unsigned i = 0; i < races(); i++) {
        size_t ones, others;
        fixture_type(pair->one, "carol", "#b", "seek en-garde");
        listen_to_all(pair);
        fixture_clear(pair->one);
        fixture_clear(pair->other);
        fixture_type_in_turn(pair->one, "carol", "#b", "seek off");
        fixture_type_in_turn(pair->other, "dora", "#b", "seek en-garde");
        pair_settle(pair);
        listen_to_all(pair);
        find_found(pair->one, &ones);
        find_found(pair->other, &others);
        assert_int_equal(ones, others);
        assert_int_equal(count_seeks(pair->one), count_seeks(pair->other));
        assert_int_equal(count_seeks(pair->one), ones == 0);
        assert_int_equal(pair_count_said(pair, "You no longer look"), ones == 0);
        assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
        fixture_type(pair->one, "carol", "#b", "abort");
        fixture_type(pair->one, "dora", "#b", "abort");
        fixture_type(pair->one, "dora", "#b", "seek off");
        listen_to_all(pair);
    }
    pair_close(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(one_of_two_moves_is_made),
        IN_FOLDER(two_people_want_the_last_seat),
        IN_FOLDER(two_people_agree_at_once),
        IN_FOLDER(one_of_two_settings_stays),
        IN_FOLDER(two_processes_seat_the_same_people_once),
        IN_FOLDER(the_other_process_tells_its_people),
        IN_FOLDER(who_withdraws_is_seated_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
