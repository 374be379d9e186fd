/* Moves that are taken back: who must agree, when it is refused, and that they leave no trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* Seats the first `count` people at Castellers, and clears the messages. */
static struct table *start(struct fixture *fixture, size_t count)
{
    struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", count);
    fixture_clear(fixture);
    return table;
}

/* Makes the legal move number `index` for the seat whose turn it is; returns the seat. */
static unsigned move(struct fixture *fixture, struct table *table, size_t index)
{
    unsigned seat = seat_on_turn(table);
    uint32_t lines = table->lines;
    /* In private, since it may be a secret move. */
    fixture_type(fixture, people[seat], "", line_of("play %s", legal_move(table, seat, index)));
    assert_true(table->lines > lines);
    return seat;
}

static void the_others_agree_as_it_is_set(void **state)
{
    static const struct {
        const char *undo;
        unsigned players, agree; /* how many of the others */
        bool undone;
    } cases[] = {
        {"never", 2, 1, false},   {"all", 2, 0, false},      {"all", 2, 1, true},
        {"all", 3, 1, false},     {"all", 3, 2, true},       {"majority", 2, 0, false},
        {"majority", 2, 1, true}, {"majority", 3, 1, false}, {"majority", 3, 2, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        fixture_command(fixture, line_of("config set channel undo %s", cases[i].undo));
        struct table *table = start(fixture, cases[i].players);
        union game_state_block before;
        memcpy(before.bytes, table->state, table->game->state_size);
        unsigned seat = move(fixture, table, 0);
        fixture_type(fixture, people[seat], "#a", "undo");
        for (unsigned other = 0, agreed = 0; agreed < cases[i].agree; other++) {
            if (other == seat)
                continue;
            fixture_type(fixture, people[other], "#a", "undo");
            agreed++;
        }
        assert_int_equal(table->lines, cases[i].undone ? 0 : 1);
        if (cases[i].undone)
            assert_memory_equal(before.bytes, table->state, table->game->state_size);
        assert_int_equal(fixture_count_public(fixture, "#a", "takes a move back: "),
                         cases[i].undone);
        fixture_close(fixture);
    }
}

static void what_nobody_may_take_back(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 2);
    fixture_type(fixture, "alice", "#a", "undo");
    fixture_private(fixture, "alice", "There is no move to take back.");
    unsigned seat = move(fixture, table, 0);
    while (seat_on_turn(table) == seat)
        move(fixture, table, 0);
    fixture_type(fixture, on_turn(table), "#a", "undo");
    fixture_private(fixture, on_turn(table), "The last move is not yours");
    fixture_clear(fixture);
    fixture_start(fixture, "#b", ""); /* a move in En Garde draws cards */
    table = session_at(&fixture->host.sessions, "one", "#b");
    seat = seat_on_turn(table);
    fixture_move(fixture, table);
    fixture_type(fixture, people[seat], "#b", "undo");
    fixture_private(fixture, people[seat], "brought something to light");
    assert_int_equal(table->lines, 1);
    assert_int_equal(fixture_count_public(fixture, "#b", "take"), 0);
}

/* A person who asked may move on instead; the others' agreement was for that position. */
static void a_move_ends_the_vote(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture, 2);
    unsigned seat = move(fixture, table, 0);
    fixture_type(fixture, people[seat], "#a", "undo");
    unsigned next = move(fixture, table, 0);
    uint32_t lines = table->lines;
    fixture_clear(fixture);
    fixture_type(fixture, people[1 - next], "#a", "undo");
    fixture_private(fixture, people[1 - next], "The last move is not yours");
    assert_int_equal(table->lines, lines);
}

/* After further moves, the record is that of a game in which the move was never made. */
static void a_move_taken_back_never_was(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = start(fixture, 2);
    for (int i = 0; i < 6; i++)
        move(fixture, table, 1);
    uint32_t lines = table->lines;
    unsigned seat = move(fixture, table, 0);
    uint32_t moment = table_moment(table);
    fixture_type(fixture, people[seat], "#a", "undo");
    fixture_type(fixture, people[1 - seat], "#a", "undo");
    assert_int_equal(table->lines, lines);
    assert_true(table_moment(table) > moment);
    move(fixture, table, 2);
    union game_state_block after;
    memcpy(after.bytes, table->state, table->game->state_size);
    lines = table->lines;
    moment = table_moment(table);
    fixture = fixture_restart(fixture, 0);
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->lines, lines);
    assert_int_equal(table_moment(table), moment);
    assert_memory_equal(after.bytes, table->state, table->game->state_size);
    fixture_close(fixture);
}

/* At a game where several people decide at once, the one who has not decided yet was asked long
 * before; the books compare since when each of them is asked with what a restart would make of it.
 */
static void after_an_undo_everybody_is_asked_anew_for_good(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet", 4);
    const struct game_rules *rules = table->game->rules;
    fixture_command(fixture, "config set channel undo all");
    while (rules->actors(table->state) != 0xF)
        assert_true(fixture_move(fixture, table));
    move(fixture, table, 0);
    unsigned seat = move(fixture, table, 0);
    uint32_t lines = table->lines;
    for (unsigned i = 0; i < 4; i++)
        fixture_type(fixture, people[(seat + i) % 4], "#a", "undo");
    assert_int_equal(table->lines, lines - 1);
    uint32_t asked[GAME_SEATS_MAX];
    memcpy(asked, table->asked_since, sizeof asked);
    fixture = fixture_restart(fixture, 0);
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_memory_equal(table->asked_since, asked, 4 * sizeof asked[0]);
    fixture_close(fixture);
}

/* The vote itself survives a restart. */
static void a_vote_waits_over_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    unsigned seat = move(fixture, start(fixture, 2), 0);
    fixture_type(fixture, people[seat], "#a", "undo");
    fixture = fixture_restart(fixture, 0);
    fixture->host.listener.place_opened(&fixture->host, "one", "#a");
    fixture_type(fixture, people[1 - seat], "#a", "undo");
    assert_int_equal(session_at(&fixture->host.sessions, "one", "#a")->lines, 0);
    fixture_close(fixture);
}

static void a_disk_that_fails_takes_nothing_back(void **state)
{
    struct fixture *fixture = *state;
    if (fixture->disk != fixture->store)
        skip(); /* the command asks the store first, and the write is gone before it goes on */
    struct table *table = start(fixture, 2);
    int64_t id = table->id;
    unsigned seat = move(fixture, table, 0);
    fixture_type(fixture, people[seat], "#a", "undo");
    fixture_clear(fixture);
    store_lines_cut(fixture->host.store, id, 1);
    store_line_add(fixture->host.store, &(struct stored_line){.table = id, .n = 7, .move = "x"});
    fixture_type(fixture, people[1 - seat], "#a", "undo");
    assert_int_equal(fixture_count_public(fixture, "#a", "takes a move back"), 0);
    table = session_by_id(&fixture->host.sessions, id);
    assert_int_equal(table->lines, 1);
    assert_int_equal(table->votes[MATTER_UNDO].agreed, SEAT_BIT(seat));
    fixture_type(fixture, people[1 - seat], "#a", "undo");
    assert_int_equal(table->lines, 0);
}

/* A choice offered for a position that was taken back answers nothing, even when its number comes
 * again. */
static void choices_of_what_was_taken_back_are_stale(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "boards", "#a", "castellers", 2);
    unsigned seat = seat_on_turn(table);
    fixture_type_on(fixture, "boards", people[seat], "#a", "moves");
    struct said offered = *fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, people[seat]);
    char command[CHOICE_COMMAND_BYTES] = "";
    for (size_t i = 0; i < offered.choices.count && command[0] == '\0'; i++)
        if (strncmp(offered.choices.list[i].command, "play ", 5) == 0)
            memcpy(command, offered.choices.list[i].command, sizeof command);
    assert_string_not_equal(command, "");
    fixture_press(fixture, people[seat], "#a", &offered, command);
    assert_int_equal(table->lines, 1);
    fixture_type_on(fixture, "boards", people[seat], "#a", "undo");
    fixture_type_on(fixture, "boards", people[1 - seat], "#a", "undo");
    assert_int_equal(table->lines, 0);
    fixture_clear(fixture);
    fixture_press(fixture, people[seat], "#a", &offered, command);
    assert_int_equal(table->lines, 0);
    fixture_private(fixture, people[seat], "That was move 1; it is move 3 now.");
}

/* -- Against bots ------------------------------------------------------------------------------ */

/* Seats alice with `bots` bots at a game. */
static struct table *start_alone(struct fixture *fixture, const char *game, unsigned bots)
{
    fixture_type(fixture, "alice", "#a", line_of("new %s", game));
    for (unsigned i = 0; i < bots; i++)
        fixture_type(fixture, "alice", "#a", "bots add random");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    fixture_set_seed(fixture, table, 7);
    fixture_type(fixture, "alice", "#a", "start");
    fixture_clear(fixture);
    return table;
}

static unsigned alice_seat(const struct table *table)
{
    return (unsigned)table_seat_of(table, "one", "account:alice");
}

/* Alice passes a few times and takes back all she can; returns how often bots' moves went with it.
 */
static unsigned take_all_back(struct fixture *fixture, struct table *table)
{
    enum { MOVES = 6 };
    union game_state_block before[MOVES];
    uint32_t lines[MOVES];
    unsigned made = 0, with_bots = 0;
    for (; made < MOVES && table->status == TABLE_PLAYING; made++) {
        memcpy(before[made].bytes, table->state, table->game->state_size);
        lines[made] = table->lines;
        fixture_type(fixture, "alice", "#a", "play pass");
    }
    if (table->status != TABLE_PLAYING)
        return 0; /* everybody has passed */
    for (unsigned undone = 0; made-- > 0; undone++) {
        uint32_t from = table->lines, moment = table_moment(table);
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "#a", "undo");
        if (table->lines == from) {
            fixture_private(fixture, "alice", "brought something to light");
            break;
        }
        assert_int_equal(table->lines, lines[made]);
        assert_memory_equal(before[made].bytes, table->state, table->game->state_size);
        assert_true(table_moment(table) > moment);
        fixture_public(fixture, "#a", "alice takes a move back: pass");
        assert_int_equal(fixture_count_public(fixture, "#a", "for fun"), undone == 0);
        with_bots += from - table->lines > 1;
    }
    return with_bots;
}

/* The bots may draw tiles, which stands; what they do is chance, so several tables are tried. */
static void against_bots_everything_since_the_own_move_goes(void **state)
{
    enum { TABLES = 100 };
    unsigned most = 0;
    (void)state;
    for (unsigned i = 0; i < TABLES && most < 2; i++) {
        struct fixture *fixture = fixture_open("");
        unsigned with_bots = take_all_back(fixture, start_alone(fixture, "castellers", 1));
        most = with_bots > most ? with_bots : most;
        fixture_close(fixture);
    }
    assert_true(most >= 2);
}

static void with_no_own_move_there_is_nothing_to_take_back(void **state)
{
    struct fixture *fixture = *state;
    start_alone(fixture, "castellers", 2);
    fixture_type(fixture, "alice", "#a", "undo");
    fixture_private(fixture, "alice", "There is no move to take back.");
}

static const char *first_raise(const struct table *table)
{
    size_t index = 0;
    while (strncmp(legal_move(table, alice_seat(table), index), "raise", 5) != 0)
        index++;
    return line_of("play %s", legal_move(table, alice_seat(table), index));
}

/* The record says it, also after a restart, and the game is in nobody's results. */
static void whoever_took_moves_back_is_not_ranked(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = start_alone(fixture, "castellers", 1);
    fixture_type(fixture, "alice", "#a", first_raise(table)); /* the first half of a turn */
    fixture_type(fixture, "alice", "#a", "undo");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->unranked, SEAT_BIT(alice_seat(table)));
    while (table->status == TABLE_PLAYING)
        fixture_type(fixture, "alice", "#a",
                     line_of("play %s", legal_move(table, alice_seat(table), 0)));
    assert_int_equal(table->status, TABLE_FINISHED);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "stats");
    assert_int_equal(fixture_count_private(fixture, "alice", "Castellers"), 0);
    fixture_close(fixture);
}

/* A card that a bot played from its hand has come to light, and so have drawn ones. */
static void against_bots_what_came_to_light_stands(void **state)
{
    static const struct {
        const char *game;
        unsigned bots;
    } cases[] = {{"goats", 2}, {"en-garde", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        struct table *table = start_alone(fixture, cases[i].game, cases[i].bots);
        for (int moves = 0; moves < 2; moves++)
            fixture_type(fixture, "alice", "#a",
                         line_of("play %s", legal_move(table, alice_seat(table), 0)));
        uint32_t lines = table->lines;
        fixture_type(fixture, "alice", "#a", "undo");
        fixture_private(fixture, "alice", "brought something to light");
        assert_int_equal(table->lines, lines);
        assert_int_equal(table->unranked, 0);
        fixture_close(fixture);
    }
}

/* With another person at the table it takes their consent, as ever. */
static void people_are_asked_even_among_bots(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "bruno", "#a", "new castellers");
    fixture_type(fixture, "alice", "#a", "join");
    fixture_type(fixture, "alice", "#a", "bots add random");
    fixture_type(fixture, "bruno", "#a", "start");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    unsigned seat = seat_on_turn(table);
    const char *mover = table->seats[seat].name;
    fixture_type(fixture, mover, "#a", "play pass");
    uint32_t lines = table->lines;
    fixture_type(fixture, mover, "#a", "undo");
    assert_int_equal(table->lines, lines);
    assert_int_equal(table->unranked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_others_agree_as_it_is_set),
        WITH_HOST(what_nobody_may_take_back),
        WITH_HOST(a_move_ends_the_vote),
        IN_FOLDER(a_move_taken_back_never_was),
        IN_FOLDER(after_an_undo_everybody_is_asked_anew_for_good),
        IN_FOLDER(a_vote_waits_over_a_restart),
        WITH_HOST(a_disk_that_fails_takes_nothing_back),
        WITH_HOST(choices_of_what_was_taken_back_are_stale),
        cmocka_unit_test(against_bots_everything_since_the_own_move_goes),
        WITH_HOST(with_no_own_move_there_is_nothing_to_take_back),
        IN_FOLDER(whoever_took_moves_back_is_not_ranked),
        cmocka_unit_test(against_bots_what_came_to_light_stands),
        WITH_HOST(people_are_asked_even_among_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
