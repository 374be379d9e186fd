/* Hints: who may have one, that they come from what the person sees, and that games with hints do
 * not count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/commands/held.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define GIVEN "of the games that I play on from what you see"
#define FUN   "From now on this is for fun"

/* Seats alice with two bots at goats, where it is her turn. */
static struct table *start_alone(struct fixture *fixture)
{
    fixture_type(fixture, "alice", "#a", "new goats");
    fixture_type(fixture, "alice", "#a", "bots add random");
    fixture_type(fixture, "alice", "#a", "bots add random");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    fixture_set_seed(fixture, table, 7);
    fixture_type(fixture, "alice", "#a", "start");
    fixture_clear(fixture);
    assert_int_equal(seat_on_turn(table), table_seat_of(table, "one", "account:alice"));
    return table;
}

static const char *hint(struct fixture *fixture, const char *name)
{
    fixture_clear(fixture);
    fixture_type(fixture, name, "#a", "hint");
    fixture_coach(fixture);
    return fixture_private(fixture, name, GIVEN);
}

/* Whether the hint names a legal move first. */
static bool begins_with_a_move(const struct table *table, const char *told)
{
    game_move legal[GAME_LEGAL_MAX];
    size_t count = table->game->rules->legal(table->state, (uint8_t)seat_on_turn(table), legal);
    for (size_t i = 0; i < count; i++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        table->game->text->print(legal[i], &text);
        text_add(&text, " wins about ");
        if (strncmp(told, text.bytes, text.length) == 0)
            return true;
    }
    return false;
}

static void alone_with_bots_anybody_may_ask(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_alone(fixture);
    const char *told = hint(fixture, "alice");
    assert_true(begins_with_a_move(table, told));
    assert_non_null(strstr(told, FUN));
    assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
    assert_int_equal(fixture->said_count, 1);
    assert_int_equal(table->lines, 0);
}

/* The second time nothing is new about the ranking, and the advice is the same. */
static void the_same_position_has_the_same_hint(void **state)
{
    struct fixture *fixture = *state;
    start_alone(fixture);
    char *first = strdup(hint(fixture, "alice"));
    const char *second = hint(fixture, "alice");
    assert_null(strstr(second, FUN));
    assert_memory_equal(first, second, strlen(second));
    free(first);
}

/* What the others hold is dealt again around what alice sees: she reads the same. */
static void what_is_hidden_plays_no_part(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_alone(fixture);
    const uint8_t key[RNG_KEY_BYTES] = {4};
    struct rng rng = rng_from_key(key);
    union game_view_block view;
    union game_state_block other;
    hint(fixture, "alice");
    char *first = strdup(hint(fixture, "alice"));
    table->game->rules->view(table->state, (uint8_t)seat_on_turn(table), GAME_VIEW(&view));
    table->game->rules->redeal(GAME_VIEW(&view), &rng, GAME_STATE(&other));
    assert_memory_not_equal(other.bytes, table->state, table->game->state_size);
    memcpy(table->state, other.bytes, table->game->state_size);
    fixture->spoiled = true;
    assert_string_equal(hint(fixture, "alice"), first);
    free(first);
}

/* The record says it, also after a kill, and the game is in nobody's results. */
static void a_game_with_a_hint_does_not_count(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start_alone(fixture);
    hint(fixture, "alice");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->unranked, SEAT_BIT(table_seat_of(table, "one", "account:alice")));
    while (table->status == TABLE_PLAYING)
        fixture_type(fixture, "alice", "#a",
                     line_of("play %s", legal_move(table, seat_on_turn(table), 0)));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "stats");
    assert_int_equal(fixture_count_private(fixture, "alice", "Ziegen"), 0);
    fixture_close(fixture);
}

/* A process that dies before the hint has given none, and the game still counts. */
static void a_hint_that_was_not_given_changes_nothing(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = start_alone(fixture);
    fixture_type(fixture, "alice", "#a", "hint");
    assert_int_equal(table->unranked, 0);
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->unranked, 0);
    assert_true(begins_with_a_move(table, hint(fixture, "alice")));
    fixture_close(fixture);
}

/* Started after the host's own handle, it runs before it: what it writes is in the hint's turn. */
static void break_turn(uv_check_t *handle)
{
    struct fixture *fixture = handle->data;
    const struct held_command *held = fixture->host.commands.held;
    if (held == NULL || !held->task->has_news)
        return;
    store_line_add(fixture->host.store,
                   &(struct stored_line){.table = held->table, .n = 7, .move = "x"});
    uv_check_stop(handle);
}

static void without_the_disk_there_is_no_hint(void **state)
{
    struct fixture *fixture = *state;
    if (fixture->disk != fixture->store)
        skip(); /* it saves whatever it is given */
    struct table *table = start_alone(fixture);
    int64_t id = table->id;
    uv_check_t breaker;
    uv_check_init(&fixture->loop, &breaker);
    breaker.data = fixture;
    uv_check_start(&breaker, break_turn);
    fixture_type(fixture, "alice", "#a", "hint");
    fixture_coach(fixture);
    assert_int_equal(fixture_count_private(fixture, "alice", GIVEN), 0);
    fixture_private(fixture, "alice", "could not be saved");
    assert_int_equal(session_by_id(&fixture->host.sessions, id)->unranked, 0);
    uv_close((uv_handle_t *)&breaker, NULL);
    assert_non_null(strstr(hint(fixture, "alice"), FUN));
}

static void where_it_counts_nobody_gets_one(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "one", "#a", "goats", 3);
    fixture_clear(fixture);
    fixture_type(fixture, on_turn(table), "#a", "hint");
    fixture_coach(fixture);
    fixture_private(fixture, on_turn(table), "This game counts, so nobody gets a hint.");
    assert_int_equal(fixture->said_count, 1);
    assert_int_equal(table->unranked, 0);
    /* A setting that comes later changes nothing: people have played for the ranking. */
    fixture_command(fixture, "config set channel hints always");
    fixture_clear(fixture);
    fixture_type(fixture, on_turn(table), "#a", "hint");
    fixture_coach(fixture);
    fixture_private(fixture, on_turn(table), "This game counts, so nobody gets a hint.");
}

static void where_it_is_set_nobody_gets_one(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set channel hints never");
    struct table *table = start_alone(fixture);
    fixture_type(fixture, "alice", "#a", "hint");
    fixture_coach(fixture);
    fixture_private(fixture, "alice", "There are no hints here.");
    assert_int_equal(table->unranked, 0);
}

/* Everybody knows it before the first move. */
static void where_it_is_set_everybody_may_ask(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde hints=always");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(fixture_count_public(fixture, "#a", "is allowed at this table"), 1);
    assert_int_equal(table->unranked, SEAT_BIT(0) | SEAT_BIT(1));
    assert_true(begins_with_a_move(table, hint(fixture, on_turn(table))));
    assert_int_equal(fixture_count_private(fixture, on_turn(table), FUN), 0);
    assert_int_equal(fixture_count_public(fixture, "#a", GIVEN), 0);
    assert_int_equal(fixture_count_private(fixture, waiting(table), ""), 0);
}

static void whoever_is_not_on_turn_gets_none(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde hints=always");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    fixture_clear(fixture);
    fixture_type(fixture, waiting(table), "#a", "hint");
    fixture_type(fixture, "carol", "#a", "hint");
    fixture_coach(fixture);
    assert_int_equal(fixture_count_private(fixture, waiting(table), GIVEN), 0);
    assert_int_equal(fixture_count_private(fixture, waiting(table), "to play"), 1);
    assert_int_equal(fixture_count_private(fixture, "carol", GIVEN), 0);
}

/* The table goes on while the coach thinks: what it found about the old position is not told. */
static void a_hint_is_about_the_position_now(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_alone(fixture);
    fixture_type(fixture, "alice", "#a", "hint");
    fixture_type(fixture, "alice", "#a",
                 line_of("play %s", legal_move(table, seat_on_turn(table), 0)));
    assert_int_equal(table->status, TABLE_PLAYING);
    fixture_clear(fixture);
    fixture_coach(fixture);
    assert_true(begins_with_a_move(table, fixture_private(fixture, "alice", GIVEN)));
    fixture_type(fixture, "alice", "#a", "hint");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_clear(fixture);
    fixture_coach(fixture);
    assert_int_equal(fixture_count_private(fixture, "alice", GIVEN), 0);
}

static void one_at_a_time_is_enough(void **state)
{
    struct fixture *fixture = *state;
    start_alone(fixture);
    fixture_type(fixture, "alice", "#a", "hint");
    fixture_type(fixture, "alice", "#a", "hint");
    assert_int_equal(fixture->host.coaching.tasks, 1);
    fixture_private(fixture, "alice", "The coach is still thinking");
    fixture_coach(fixture);
    assert_int_equal(fixture_count_private(fixture, "alice", GIVEN), 1);
}

/* The answer leads back to the press or command that asked, so that only its person sees it. */
static void the_answer_carries_the_request(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_on(fixture, "boards", "alice", "#a", "new goats");
    fixture_type_on(fixture, "boards", "alice", "#a", "bots add random");
    fixture_type_on(fixture, "boards", "alice", "#a", "bots add random");
    fixture_type_on(fixture, "boards", "alice", "#a", "start");
    const struct inbound inbound = {.network = "boards",
                                    .person = {"account:alice", "alice", RANK_PLAYER},
                                    .place = "#a",
                                    .text = "hint",
                                    .request = 77};
    fixture_clear(fixture);
    fixture_receive(fixture, &inbound);
    fixture_coach(fixture);
    const struct said *said = fixture_last(fixture, OUTBOUND_ANSWER, "boards", "#a", "alice");
    assert_non_null(said);
    assert_int_equal(said->request, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(alone_with_bots_anybody_may_ask),
        WITH_HOST(the_same_position_has_the_same_hint),
        WITH_HOST(what_is_hidden_plays_no_part),
        IN_FOLDER(a_game_with_a_hint_does_not_count),
        IN_FOLDER(a_hint_that_was_not_given_changes_nothing),
        WITH_HOST(without_the_disk_there_is_no_hint),
        WITH_HOST(where_it_counts_nobody_gets_one),
        WITH_HOST(where_it_is_set_nobody_gets_one),
        WITH_HOST(where_it_is_set_everybody_may_ask),
        WITH_HOST(whoever_is_not_on_turn_gets_none),
        WITH_HOST(a_hint_is_about_the_position_now),
        WITH_HOST(one_at_a_time_is_enough),
        WITH_HOST(the_answer_carries_the_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
