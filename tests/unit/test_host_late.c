/* A store that answers late, in random order between tables, and often with a failure: nobody hears
 * of a move that is not on disk, and what is on disk is what the tables show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/store/late/late.h"
#include "tests/unit/host_books.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

enum { PLACES = 4, STEPS = 1000, ROUNDS = 6, FAILING = 120, A_WHILE_MS = 5000 };

static const char *const places[PLACES] = {"#a", "#b", "#c", "#d"};
static const char *const games[PLACES] = {"en-garde", "campanile", "castellers", "patrician"};

static struct table *table_at(struct fixture *fixture, size_t place)
{
    return session_at(&fixture->host.sessions, "one", places[place]);
}

/* -- What is on disk --------------------------------------------------------------------------- */

static bool want_lines(void *context, const struct stored_table *table)
{
    (void)context;
    (void)table;
    return true;
}

static bool note_line(void *context, const struct stored_line *line)
{
    uint32_t *last = context;
    *last = line->n;
    return true;
}

static uint32_t lines_on_disk(struct fixture *fixture, uint64_t table)
{
    uint32_t last = 0;
    const struct store_reader reader = {.context = &last, .table = want_lines, .line = note_line};
    read_one(fixture->disk, (int64_t)table, &reader);
    return last;
}

/* Nobody takes a move back here, so a table's moment is its last line. */
static void assert_told_is_on_disk(struct fixture *fixture)
{
    for (size_t i = 0; i < fixture->said_count; i++) {
        const struct said *said = &fixture->said[i];
        uint32_t on_disk = said->table != 0 ? lines_on_disk(fixture, said->table) : UINT32_MAX;
        if (said->line > on_disk)
            fail_msg("told at line %u of table %u, where the disk has %u: %s", said->line,
                     (unsigned)said->table, on_disk, said->text);
    }
    fixture_clear(fixture);
}

/* -- What happens ------------------------------------------------------------------------------ */

static void move_somewhere(struct fixture *fixture)
{
    size_t place = (size_t)rand() % PLACES;
    const struct table *table = table_at(fixture, place);
    if (table == NULL || table->status != TABLE_PLAYING || table->state == NULL)
        return;
    unsigned seat = seat_on_turn(table);
    const char *move = legal_move(table, seat, (size_t)rand());
    fixture_type_in_turn(fixture, people[seat], places[place], line_of("play %s", move));
}

static void ask_something(struct fixture *fixture)
{
    static const char *const questions[] = {"stats",  "top",        "export me", "replay",
                                            "verify", "config log", "notify",    "resume"};
    const char *question = questions[(size_t)rand() % (sizeof questions / sizeof questions[0])];
    fixture_type_in_turn(fixture, people[rand() % 2], places[(size_t)rand() % PLACES], question);
}

/* Somebody gets another name, which is written to the tables in flight too; or leaves, or is back.
 */
static void come_and_go(struct fixture *fixture)
{
    const struct adapter_listener *listener = &fixture->host.listener;
    const char *place = places[(size_t)rand() % PLACES];
    const struct person bruno = {.identity = "account:bruno",
                                 .name = rand() % 2 ? "bruno" : "Bruno"};
    switch (rand() % 3) {
    case 0:
        listener->left(&fixture->host, "one", place, bruno.identity, LEFT_PLACE);
        break;
    case 1:
        listener->joined(&fixture->host, "one", place, &bruno, false);
        break;
    default:
        listener->renamed(&fixture->host, "one", bruno.identity, &bruno);
    }
}

static void do_anything(struct fixture *fixture)
{
    switch (rand() % 10) {
    case 0:
        ask_something(fixture);
        break;
    case 1:
    case 2:
        fixture_look(fixture);
        break;
    case 3:
    case 4:
        late_answer(fixture->store);
        break;
    case 5:
        come_and_go(fixture);
        break;
    case 6:
        session_play_bots(&fixture->host.sessions);
        break;
    default:
        move_somewhere(fixture);
    }
}

/* -- What is left ------------------------------------------------------------------------------ */

struct left {
    int64_t id;
    uint32_t lines;
    union game_state_block state;
};

static struct left left_of(const struct table *table)
{
    struct left left = {.id = table->id, .lines = table->lines};
    memcpy(left.state.bytes, table->state, table->game->state_size);
    return left;
}

/* The store fails no more, and everything is answered; tables that could not be read are read. */
static void calm_down(struct fixture *fixture, uint64_t seed)
{
    late_follow(fixture->store, &(struct late_plan){.seed = seed});
    fixture_end_turn(fixture);
    fixture_wait(fixture, A_WHILE_MS);
}

static struct fixture *open_tables(const char *folder, uint64_t seed)
{
    char plan[32];
    struct text text = TEXT_IN(plan);
    text_add_number(&text, (long long)seed);
    setenv("BELFRY_STORE_LATE", plan, 1);
    struct fixture *fixture = fixture_open(folder);
    for (size_t i = 0; i < PLACES; i++)
        fixture_start_game(fixture, "one", places[i], games[i], 2);
    fixture_clear(fixture);
    return fixture;
}

static void check_against_disk(struct fixture **fixture)
{
    struct left left[PLACES];
    for (size_t i = 0; i < PLACES; i++) {
        assert_non_null(table_at(*fixture, i));
        assert_false(session_is_in_flight(table_at(*fixture, i)));
        left[i] = left_of(table_at(*fixture, i));
        assert_int_equal(left[i].lines, lines_on_disk(*fixture, (uint64_t)left[i].id));
    }
    *fixture = fixture_restart(*fixture, 0);
    for (size_t i = 0; i < PLACES; i++) {
        const struct table *table = session_by_id(&(*fixture)->host.sessions, left[i].id);
        if (table == NULL)
            continue; /* it was over */
        assert_int_equal(table->lines, left[i].lines);
        assert_memory_equal(table->state, left[i].state.bytes, table->game->state_size);
    }
}

static void play(const char *folder, uint64_t seed)
{
    struct fixture *fixture = open_tables(folder, seed);
    if (seed % 2 == 0)
        fixture->host.tables_enough = 1; /* as if there were many more: turns are side by side */
    late_follow(
        fixture->store,
        &(struct late_plan){.seed = seed, .failing_commits = FAILING, .failing_reads = FAILING});
    srand((unsigned)seed);
    for (unsigned step = 0; step < STEPS; step++) {
        do_anything(fixture);
        assert_told_is_on_disk(fixture);
    }
    assert_true(fixture->host.counters.commits_failed > 0);
    calm_down(fixture, seed);
    assert_told_is_on_disk(fixture);
    check_against_disk(&fixture);
    fixture_close(fixture);
}

static void what_is_told_is_on_disk_and_what_is_on_disk_is_shown(void **state)
{
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        char folder[PATH_MAX_OF_TEST];
        path_of(folder, *state, line_of("/%llu", (unsigned long long)seed));
        play(folder, seed);
    }
}

/* What stood on a turn that failed is undone at every table that it touched. */
static void a_turn_that_stands_on_a_failed_one_is_undone_everywhere(void **state)
{
    struct fixture *fixture = open_tables(*state, 1);
    for (size_t place = 0; place < PLACES; place++) {
        const struct person renamed = {.identity = "account:bruno", .name = "Bruno"};
        const struct table *table = table_at(fixture, place);
        unsigned seat = seat_on_turn(table);
        late_follow(fixture->store, &(struct late_plan){.seed = 1, .failing_commits = 1000});
        fixture_type_in_turn(fixture, people[seat], places[place],
                             line_of("play %s", legal_move(table, seat, 0)));
        host_end_turn(&fixture->host);
        fixture->host.listener.renamed(&fixture->host, "one", "account:bruno", &renamed);
        fixture_end_turn(fixture);
        calm_down(fixture, 1);
        assert_false(store_is_dirty(fixture->store));
        host_books_match_disk(&fixture->host, fixture->disk);
        for (size_t other = 0; other < PLACES; other++) {
            assert_string_equal(table_at(fixture, other)->seats[1].name, "bruno");
            assert_int_equal(table_at(fixture, other)->lines,
                             lines_on_disk(fixture, (uint64_t)table_at(fixture, other)->id));
        }
        fixture_clear(fixture);
    }
    fixture_close(fixture);
}

static void move_at(struct fixture *fixture, size_t place)
{
    const struct table *table = table_at(fixture, place);
    unsigned seat = seat_on_turn(table);
    fixture_type_in_turn(fixture, people[seat], places[place],
                         line_of("play %s", legal_move(table, seat, 0)));
    host_end_turn(&fixture->host);
}

static uint64_t commits_of(const struct fixture *fixture)
{
    return fixture->host.counters.commits;
}

static void a_small_turn_waits_for_what_comes_meanwhile(void **state)
{
    struct fixture *fixture = open_tables(*state, 1);
    uint64_t before = commits_of(fixture);
    move_at(fixture, 0);
    move_at(fixture, 1);
    move_at(fixture, 2);
    assert_true(store_is_dirty(fixture->store));
    assert_true(late_answer(fixture->store));
    host_end_turn(&fixture->host);
    assert_true(store_is_dirty(fixture->store));
    move_at(fixture, 3); /* with the next look */
    fixture_look(fixture);
    assert_false(store_is_dirty(fixture->store));
    assert_int_equal(commits_of(fixture), before + 1);
    fixture_end_turn(fixture);
    for (size_t place = 0; place < PLACES; place++)
        assert_int_equal(lines_on_disk(fixture, (uint64_t)table_at(fixture, place)->id), 1);
    assert_int_equal(commits_of(fixture), before + 2);
    fixture_close(fixture);
}

static void a_large_turn_does_not_wait(void **state)
{
    struct fixture *fixture = open_tables(*state, 1);
    fixture->host.tables_enough = 2;
    move_at(fixture, 0);
    move_at(fixture, 1);
    assert_true(store_is_dirty(fixture->store));
    move_at(fixture, 2);
    assert_false(store_is_dirty(fixture->store));
    assert_true(session_is_in_flight(table_at(fixture, 0)));
    assert_true(session_is_in_flight(table_at(fixture, 2)));
    fixture_close(fixture);
}

/* Nor does what is only said. */
static void the_last_turn_does_not_wait(void **state)
{
    struct fixture *fixture = open_tables(*state, 1);
    move_at(fixture, 0);
    fixture_type_in_turn(fixture, "alice", "#b", "rules");
    host_end_turn(&fixture->host);
    assert_true(fixture_count_private(fixture, "alice", "") > 0);
    move_at(fixture, 1);
    assert_true(store_is_dirty(fixture->store));
    host_stop(&fixture->host);
    assert_false(store_is_dirty(fixture->store));
    fixture_close(fixture);
}

static void while_the_server_is_away_nothing_is_gathered(void **state)
{
    struct fixture *fixture = open_tables(*state, 1);
    move_at(fixture, 0);
    move_at(fixture, 1);
    assert_true(store_is_dirty(fixture->store));
    fixture->host.outage.looks = 1;
    fixture_type_in_turn(fixture, "alice", "#c", "rules");
    fixture_look(fixture);
    assert_false(store_is_dirty(fixture->store));
    fixture_type_in_turn(fixture, "bruno", "#c", "rules");
    host_end_turn(&fixture->host);
    assert_true(fixture_count_private(fixture, "bruno", "") > 0);
    fixture->host.outage.looks = 0;
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_told_is_on_disk_and_what_is_on_disk_is_shown),
        IN_FOLDER(a_turn_that_stands_on_a_failed_one_is_undone_everywhere),
        IN_FOLDER(a_small_turn_waits_for_what_comes_meanwhile),
        IN_FOLDER(a_large_turn_does_not_wait),
        IN_FOLDER(the_last_turn_does_not_wait),
        IN_FOLDER(while_the_server_is_away_nothing_is_gathered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
