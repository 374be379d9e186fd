/* Two processes on one server play the same tables: whoever is second reads what the first one has
 * written, and what people asked for is judged by that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/core/bans.h"
#include "tests/unit/host_pair.h"
#include "tests/unit/store_fixture.h"

static void one_move_is_made_once(void **state)
{
    struct pair *pair = pair_open(state);
    struct table *table = fixture_start(pair->one, "#a", "");
    pair_start_other(pair);
    unsigned seat = seat_on_turn(table);
    const char *move = line_of("play %s", legal_move(table, seat, 0));
    fixture_clear(pair->one);
    fixture_type_in_turn(pair->one, people[seat], "#a", move);
    fixture_type_in_turn(pair->other, people[seat], "#a", move);
    pair_settle(pair);
    assert_int_equal(pair_count_said(pair, "It is not your turn"), 1);
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    pair_catch_up(pair);
    assert_int_equal(pair_table(pair->one)->lines, 1);
    pair_assert_same(pair);
    pair_close(pair);
}

/* Both processes hear of the same press: nobody is told that they were too late. */
static void one_event_is_applied_once(void **state)
{
    struct pair *pair = pair_open(state);
    struct table *table = fixture_start(pair->one, "#a", "");
    pair_start_other(pair);
    unsigned seat = seat_on_turn(table);
    const char *move = line_of("play %s", legal_move(table, seat, 0));
    fixture_clear(pair->one);
    fixture_clear(pair->other);
    fixture_type_event(pair->one, people[seat], "#a", move, "17");
    fixture_type_event(pair->other, people[seat], "#a", move, "17");
    pair_settle(pair);
    assert_int_equal(pair_count_said(pair, "It is not your turn"), 0);
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    pair_catch_up(pair);
    assert_int_equal(pair_table(pair->one)->lines, 1);
    pair_assert_same(pair);
    pair_close(pair);
}

static void note_caught_up(void *context, bool caught_up)
{
    *(bool *)context = caught_up;
}

/* A process that takes a network over knows what was played there up to then, before it says
 * anything. */
static void whoever_takes_over_has_caught_up(void **state)
{
    struct pair *pair = pair_open(state);
    struct table *table = fixture_start(pair->one, "#a", "");
    pair_start_other(pair);
    for (size_t i = 0; i < 3; i++) {
        unsigned seat = seat_on_turn(table);
        fixture_type(pair->one, people[seat], "#a", line_of("play %s", legal_move(table, seat, 0)));
        pair_settle(pair);
    }
    int64_t opened = table->id;
    fixture_type(pair->one, "alice", "#b", "new patrician");
    pair_settle(pair);
    bool caught_up = false;
    feed_catch_up(&pair->other->host.feed, note_caught_up, &caught_up);
    fixture_settle(pair->other);
    assert_true(caught_up);
    assert_int_equal(session_by_id(&pair->other->host.sessions, opened)->lines, 3);
    pair_assert_same(pair);
    assert_non_null(session_at(&pair->other->host.sessions, "one", "#b"));
    pair_close(pair);
}

/* A process hears again of what another one has applied before, and which would do something else
 * now: nothing happens, and nobody is told anything. */
static void an_old_event_does_nothing(void **state)
{
    struct pair *pair = pair_open(state);
    fixture_type(pair->one, "alice", "#a", "new patrician");
    pair_start_other(pair);
    fixture_type_event(pair->one, "bruno", "#a", "join", "17");
    pair_settle(pair);
    fixture_type(pair->one, "bruno", "#a", "leave");
    pair_settle(pair);
    pair_catch_up(pair);
    assert_int_equal(pair_table(pair->other)->seat_count, 1);
    fixture_clear(pair->other);
    fixture_type_event(pair->other, "bruno", "#a", "join", "17");
    pair_settle(pair);
    assert_int_equal(pair->other->said_count, 0);
    pair_catch_up(pair);
    assert_int_equal(pair_table(pair->other)->seat_count, 1);
    /* Each of several commands in a line is applied. */
    fixture_type_event(pair->other, "bruno", "#a", "join; status", "18");
    pair_settle(pair);
    pair_catch_up(pair);
    assert_int_equal(pair_table(pair->other)->seat_count, 2);
    pair_assert_same(pair);
    pair_close(pair);
}

static void the_last_seat_goes_to_one_person(void **state)
{
    struct pair *pair = pair_open(state);
    fixture_type(pair->one, "alice", "#a", "new en-garde");
    pair_start_other(pair);
    fixture_type_in_turn(pair->one, "bruno", "#a", "join");
    fixture_type_in_turn(pair->other, "carol", "#a", "join");
    pair_settle(pair);
    assert_int_equal(pair_count_said(pair, "The table is full"), 1);
    pair_catch_up(pair);
    pair_assert_same(pair);
    assert_int_equal(pair_table(pair->one)->seat_count, 2);
    pair_close(pair);
}

/* Neither is lost, though both processes write all seats. */
static void two_people_sit_down_at_once(void **state)
{
    struct pair *pair = pair_open(state);
    fixture_type(pair->one, "alice", "#a", "new patrician");
    pair_start_other(pair);
    fixture_type_in_turn(pair->one, "bruno", "#a", "join");
    fixture_type_in_turn(pair->other, "carol", "#a", "join");
    pair_settle(pair);
    pair_catch_up(pair);
    pair_assert_same(pair);
    assert_int_equal(pair_table(pair->one)->seat_count, 3);
    pair_close(pair);
}

static void leave(struct fixture *fixture, const char *identity)
{
    fixture->host.listener.left(&fixture->host, "one", "", identity, LEFT_NETWORK);
    fixture_end_turn(fixture);
}

/* Somebody is away, and whoever kicks them is overtaken: they are still away, and are kicked. */
static void who_is_away_is_kicked_at_the_second_try(void **state)
{
    struct pair *pair = pair_open(state);
    struct table *table = fixture_start(pair->one, "#a", "");
    if (seat_on_turn(table) == 1)
        fixture_type(pair->one, "bruno", "#a", line_of("play %s", legal_move(table, 1, 0)));
    fixture_settle(pair->one);
    pair_start_other(pair);
    leave(pair->one, "account:bruno");
    leave(pair->other, "account:bruno");
    fixture_clear(pair->other);
    fixture_type(pair->one, "alice", "#a", line_of("play %s", legal_move(table, 0, 0)));
    fixture_settle(pair->one);
    fixture_type_in_turn(pair->other, "alice", "#a", "kick");
    pair_settle(pair);
    assert_int_equal(pair_count_said(pair, "Nobody is"), 0);
    assert_int_equal(pair_count_said(pair, "bruno has lost the seat"), 1);
    assert_null(pair_table(pair->other)->seats[1].identity);
    pair_close(pair);
}

static bool want_lines(void *context, const struct stored_table *table)
{
    (void)context;
    return table->seat_count == 2;
}

static bool count_move(void *context, const struct stored_line *line)
{
    unsigned *moves = context;
    *moves += line->move != NULL;
    return true;
}

static unsigned moves_on_disk(const char *folder, int64_t table)
{
    unsigned moves = 0;
    struct store *store = store_opened(folder);
    const struct store_reader reader = {.context = &moves, .table = want_lines, .line = count_move};
    read_one(store, table, &reader);
    store_close(store);
    return moves;
}

static unsigned count_answers(const struct fixture *fixture)
{
    unsigned answers = 0;
    for (size_t i = 0; i < fixture->said_count; i++)
        answers += fixture->said[i].kind == OUTBOUND_ANSWER;
    return answers;
}

/* The person whose turn it is, as far as this process knows, types a move. */
static void type_move(struct fixture *fixture)
{
    const struct table *table = pair_table(fixture);
    unsigned seat = seat_on_turn(table);
    const char *move = legal_move(table, seat, (size_t)rand());
    fixture_type_in_turn(fixture, people[seat], "#a", line_of("play %s", move));
}

/* Each move that is typed is either made, once, or refused, once. */
static void many_races_lose_and_double_nothing(void **state)
{
    enum { ROUNDS = 40 };
    struct pair *pair = pair_open(state);
    unsigned typed = 0, refused = 0;
    fixture_start(pair->one, "#a", "touches=9");
    pair_start_other(pair);
    srand(16);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct fixture *const both[] = {pair->one, pair->other};
        fixture_clear(pair->one);
        fixture_clear(pair->other);
        for (size_t i = 0; i < 2; i++) {
            bool types = rand() % 3 > 0;
            typed += types;
            if (types)
                type_move(both[i]);
        }
        pair_settle(pair);
        refused += count_answers(pair->one) + count_answers(pair->other);
        assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
        pair_catch_up(pair);
        pair_assert_same(pair);
        assert_int_equal(pair_table(pair->one)->status, TABLE_PLAYING);
    }
    int64_t id = pair_table(pair->one)->id;
    pair_close(pair);
    assert_in_range(refused, 1, ROUNDS);
    assert_int_equal(moves_on_disk(*state, id), typed - refused);
}

/* -- What the other process does is told ------------------------------------------------------- */

/* Two linked places, each of which one process holds. */
static struct pair *open_linked(void *const *state)
{
    struct pair *pair = pair_open(state);
    const char *link = fixture_offer_link(pair->one, "one", "root", "#a");
    fixture_type_as(pair->one, "two", "root", RANK_ADMIN, "#b", link);
    fixture_clear(pair->one);
    pair->other = fixture_open(pair->address);
    fixture_open_place(pair->other, "two", "#b");
    return pair;
}

static void move_in(struct fixture *fixture, const char *network, const char *place,
                    const char *name)
{
    const struct table *table = session_at(&fixture->host.sessions, network, place);
    fixture_type_on(fixture, network, name, place,
                    line_of("play %s", legal_move(table, seat_on_turn(table), 0)));
}

/* What was heard is not written and told again. */
static void stay_quiet(const struct pair *pair)
{
    enum { POLLS = 4 };
    int64_t version = pair_table(pair->one)->version;
    fixture_clear(pair->one);
    fixture_clear(pair->other);
    for (int i = 0; i < POLLS; i++) {
        uv_run(&pair->one->loop, UV_RUN_ONCE);
        fixture_settle(pair->one);
        uv_run(&pair->other->loop, UV_RUN_ONCE);
        fixture_settle(pair->other);
    }
    assert_int_equal(pair->one->said_count + pair->other->said_count, 0);
    assert_int_equal(pair_table(pair->one)->version, version);
    assert_int_equal(pair_table(pair->other)->version, version);
}

static void a_table_is_played_at_two_processes(void **state)
{
    struct pair *pair = open_linked(state);
    struct fixture *one = pair->one, *other = pair->other;
    fixture_type(one, "alice", "#a", "new en-garde");
    pair_hear(other, one);
    assert_int_equal(fixture_count_public(other, "#b", "En Garde: one person sits"), 1);
    fixture_type_on(other, "two", "bruno", "#b", "join");
    fixture_clear(one);
    pair_hear(one, other);
    assert_int_equal(fixture_count_public(one, "#a", "En Garde: 2 sit"), 1);
    fixture_clear(other);
    fixture_type(one, "alice", "#a", "start");
    pair_hear(other, one);
    assert_int_equal(fixture_count_private(other, "bruno", "Your hand"), 1);
    for (unsigned i = 0; i < 6; i++) {
        bool first = seat_on_turn(session_at(&one->host.sessions, "one", "#a")) == 0;
        fixture_clear(one);
        fixture_clear(other);
        if (first)
            move_in(one, "one", "#a", "alice");
        else
            move_in(other, "two", "#b", "bruno");
        pair_hear(first ? other : one, first ? one : other);
        const char *mover = first ? "alice " : "bruno ";
        assert_int_equal(fixture_count_public(one, "#a", mover), 1);
        assert_int_equal(fixture_count_public(other, "#b", mover), 1);
        assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    }
    stay_quiet(pair);
    fixture_type(one, "alice", "#a", "abort");
    pair_hear(other, one);
    assert_int_equal(fixture_count_public(other, "#b", "En Garde was closed before its end"), 1);
    stay_quiet(pair);
    pair_close(pair);
}

/* The bot's seats and the clock are of the process that serves the table's first place. */
static void one_process_thinks_and_rings(void **state)
{
    struct pair *pair = open_linked(state);
    struct fixture *one = pair->one, *other = pair->other;
    fixture_command(one, "config set channel turn-time 1h");
    fixture_type(one, "alice", "#a", "new en-garde touches=9");
    fixture_type(one, "alice", "#a", "bots add random");
    fixture_type(one, "alice", "#a", "start");
    pair_hear(other, one);
    for (unsigned i = 0; i < 4; i++) {
        const struct table *table = pair_table(one);
        const struct table *there = session_at(&other->host.sessions, "two", "#b");
        assert_true(session_leads(&one->host.sessions, table));
        assert_false(session_leads(&other->host.sessions, there));
        assert_false(there->bots_due || there->bots_held);
        assert_in_range(table->due - one->now, 1, HOUR);
        assert_true(there->due - one->now > HOUR); /* it is only archived */
        move_in(one, "one", "#a", "alice");
        while (session_play_bots(&one->host.sessions))
            fixture_settle(one);
        fixture_settle(one);
        pair_hear(other, one);
    }
    assert_int_equal(pair_count_said(pair, PAIR_NOT_SAVED), 0);
    pair_close(pair);
}

/* -- What processes hold in memory beside tables ----------------------------------------------- */

/* Lets a process ask what was changed, and take the answer. */
static void poll_a_while(struct fixture *fixture)
{
    enum { POLLS = 4 };
    unsigned polls = fixture->host.feed.polls + POLLS;
    while (fixture->host.feed.polls < polls) {
        uv_run(&fixture->loop, UV_RUN_ONCE);
        fixture_settle(fixture);
    }
}

static const char *turn_time_at(struct fixture *fixture)
{
    const struct setting_scope scope = setting_in_place("one", "#a");
    return setting_text(&fixture->host.settings, SETTING_TURN_TIME, &scope);
}

static void settings_are_heard(void **state)
{
    struct pair *pair = pair_open(state);
    pair_start_other(pair);
    fixture_command(pair->one, "config set channel turn-time 90min");
    poll_a_while(pair->other);
    assert_string_equal(turn_time_at(pair->other), "90min");
    fixture_command(pair->other, "config set channel turn-time 2h");
    poll_a_while(pair->one);
    assert_string_equal(turn_time_at(pair->one), "2h");
    fixture_command(pair->one, "config reset channel turn-time");
    poll_a_while(pair->other);
    assert_string_equal(turn_time_at(pair->other), turn_time_at(pair->one));
    assert_string_not_equal(turn_time_at(pair->other), "2h");
    pair_close(pair);
}

static bool is_barred_at(struct fixture *fixture)
{
    const struct setting_scope scope = setting_in_place("one", "#a");
    const struct suspect bruno = {.network = "one", .identity = "account:bruno"};
    struct ban ban;
    return ban_find(&fixture->host.settings, &scope, &bruno, &ban);
}

static void bans_are_heard(void **state)
{
    struct pair *pair = pair_open(state);
    pair_start_other(pair);
    fixture_command(pair->one, "ban account:bruno 3d");
    poll_a_while(pair->other);
    assert_true(is_barred_at(pair->other));
    fixture_command(pair->other, "unban account:bruno");
    poll_a_while(pair->one);
    assert_false(is_barred_at(pair->one));
    pair_close(pair);
}

static bool are_linked(const struct fixture *fixture)
{
    const struct sessions *sessions = &fixture->host.sessions;
    const struct table_place *one = session_place(sessions, "one", "#a");
    const struct table_place *two = session_place(sessions, "two", "#b");
    return one != NULL && two != NULL && session_is_linked(one, two) && session_is_linked(two, one);
}

static void links_are_heard(void **state)
{
    struct pair *pair = pair_open(state);
    pair_start_other(pair);
    const char *link = fixture_offer_link(pair->one, "one", "root", "#a");
    fixture_type_as(pair->one, "two", "root", RANK_ADMIN, "#b", link);
    assert_true(are_linked(pair->one));
    poll_a_while(pair->other);
    assert_true(are_linked(pair->other));
    fixture_type_as(pair->other, "one", "root", RANK_ADMIN, "#a", "unlink two/#b");
    assert_false(are_linked(pair->other));
    poll_a_while(pair->one);
    assert_false(are_linked(pair->one));
    pair_close(pair);
}

/* Dora waits where the other process is, and hears of a table that was opened here. */
static void wishes_are_heard(void **state)
{
    struct pair *pair = open_linked(state);
    fixture_type_on(pair->other, "two", "dora", "#b", "notify on");
    fixture_clear(pair->other);
    fixture_type(pair->one, "alice", "#a", "new en-garde");
    pair_hear(pair->other, pair->one);
    assert_int_equal(fixture_count_private(pair->other, "dora", "En Garde"), 1);
    pair_close(pair);
}

/* Whether the store has a note that the end of a table was not announced in a place. */
static bool is_noted(struct fixture *fixture, const char *end)
{
    char value[STORE_WORD_MAX];
    fixture_settle(fixture);
    store_detach(fixture->store);
    bool noted = value_of(fixture->store, "untold ends", end, value, sizeof value);
    store_attach(fixture->store, &fixture->loop);
    return noted;
}

static void read_untold(void *context, struct store_inquiry *inquiry)
{
    struct fixture *fixture = context;
    session_recover_untold(&fixture->host.sessions, inquiry);
}

/* A process that is not there leaves an end to the one that is; if that dies before it has told it,
 * the next one does, once. */
static void an_end_is_told_by_whoever_takes_over(void **state)
{
    static const char scope[] = "untold ends", end[] = "was closed before its end";
    struct pair *pair = pair_open(state);
    fixture_start(pair->one, "#a", "");
    pair->other = fixture_open(pair->address);
    fixture_type(pair->one, "alice", "#a", "abort");
    fixture_type(pair->one, "bruno", "#a", "abort");
    /* As if it had died then. */
    store_value_set(pair->one->store, scope, "1 one #a", "1");
    fixture_end_turn(pair->one);
    pair_hear(pair->other, pair->one);
    fixture_end_turn(pair->other);
    assert_int_equal(fixture_count_public(pair->other, "#a", end), 0);
    store_ask(pair->other->store, read_untold, NULL, pair->other);
    fixture_settle(pair->other);
    fixture_open_place(pair->other, "one", "#a");
    fixture_settle(pair->other);
    assert_int_equal(fixture_count_public(pair->other, "#a", end), 1);
    assert_false(is_noted(pair->other, "1 one #a"));
    pair_close(pair);
}

/* Each process notes what it has told, and leaves the rest to the other. */
static void each_process_notes_its_own_places(void **state)
{
    struct pair *pair = open_linked(state);
    struct host *host = &pair->one->host;
    fixture_start(pair->one, "#a", "");
    host->listener.place_closed(host, "two", "#b");
    pair_hear(pair->other, pair->one);
    fixture_type(pair->one, "alice", "#a", "abort");
    fixture_type(pair->one, "bruno", "#a", "abort");
    assert_false(is_noted(pair->one, "1 one #a"));
    assert_true(is_noted(pair->one, "1 two #b"));
    /* As if it had died before it told its own place. */
    store_value_set(pair->one->store, "untold ends", "1 one #a", "1");
    fixture_end_turn(pair->one);
    pair_hear(pair->other, pair->one);
    assert_false(is_noted(pair->other, "1 two #b"));
    assert_true(is_noted(pair->other, "1 one #a"));
    pair_close(pair);
}

/* A process that stood still thinks that it holds the network, or knows that it may not. */
static void only_the_holder_notes_an_end_as_told(void **state)
{
    static const int64_t until[] = {INT64_MAX, 0};
    struct pair *pair = pair_open(state);
    struct leases *leases = &pair->one->host.leases;
    struct lease taken_over = {.name = "one", .network = "one", .state = LEASE_HELD, .epoch = 1};
    pair_start_other(pair);
    leases->store = pair->one->store;
    for (size_t i = 0; i < 2; i++) {
        fixture_start(pair->one, "#a", "");
        fixture_settle(pair->one);
        leases->leases = &taken_over;
        leases->count = 1;
        leases->held_until = until[i];
        fixture_clear(pair->one);
        session_abort(&pair->one->host.sessions, pair_table(pair->one), 0);
        fixture_end_turn(pair->one);
        assert_int_equal(fixture_count_public(pair->one, "#a", "The table is closed"), i == 0);
        leases->leases = NULL;
        leases->count = 0;
        fixture_settle(pair->one);
        assert_true(is_noted(pair->one, i == 0 ? "1 one #a" : "2 one #a"));
    }
    pair_close(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(one_move_is_made_once),
        IN_FOLDER(one_event_is_applied_once),
        IN_FOLDER(an_old_event_does_nothing),
        IN_FOLDER(whoever_takes_over_has_caught_up),
        IN_FOLDER(the_last_seat_goes_to_one_person),
        IN_FOLDER(two_people_sit_down_at_once),
        IN_FOLDER(who_is_away_is_kicked_at_the_second_try),
        IN_FOLDER(many_races_lose_and_double_nothing),
        IN_FOLDER(a_table_is_played_at_two_processes),
        IN_FOLDER(one_process_thinks_and_rings),
        IN_FOLDER(settings_are_heard),
        IN_FOLDER(bans_are_heard),
        IN_FOLDER(links_are_heard),
        IN_FOLDER(each_process_notes_its_own_places),
        IN_FOLDER(only_the_holder_notes_an_end_as_told),
        IN_FOLDER(wishes_are_heard),
        IN_FOLDER(an_end_is_told_by_whoever_takes_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
