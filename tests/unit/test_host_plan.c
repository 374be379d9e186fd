/* Conditional moves: how they are typed, when they are played, and when they are dropped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/host_pair.h"
#include "tests/unit/plan_kit.h"
#include "tests/unit/store_fixture.h"

/* alice begins with 1 2 3 4 5, bruno with 2 4 4 5 5. */
static struct table *start(struct fixture *fixture)
{
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    return table;
}

static void assert_kept(struct fixture *fixture, const char *name, const char *text)
{
    char kept[PLAN_BYTES];
    snprintf(kept, sizeof kept, ": %s. Only you know.", text);
    assert_int_equal(fixture_count_private(fixture, name, kept), 1);
}

/* -- Typing ------------------------------------------------------------------------------------ */

static void every_form_is_understood(void **state)
{
    static const struct {
        const char *typed, *kept;
    } cases[] = {
        {"turn then advance 2", "if turn then advance 2"},
        {"if turn then advance 2", "if turn then advance 2"},
        {"advance 2", "if turn then advance 2"},
        {"adv 2, ret 1", "if turn then advance 2; then retreat 1"},
        {"bruno attack 2 x1 then parry", "if bruno attack 2 x1 then parry"},
        {"if bruno attack then parry; else retreat 1",
         "if bruno attack * then parry; else retreat 1"},
        {"IF bruno attack* THEN parry else retreat 1",
         "if bruno attack* then parry; else retreat 1"},
        {"if bruno * 2 then parry", "if bruno * 2 then parry"},
        {"if bruno then advance 1", "if bruno * then advance 1"},
        {"if any advances then advance 1", "if any advance * then advance 1"},
        {"if nobody attacks then advance 2", "if nobody attack * then advance 2"},
        {"if bruno attack then parry, then advance 2",
         "if bruno attack * then parry; then advance 2"},
        {"if bruno attack then parry; else retreat 2; then if nobody attack then advance 1; "
         "else parry",
         "if bruno attack * then parry; else retreat 2; if nobody attack * then advance 1; "
         "else parry"},
    };
    struct fixture *fixture = *state;
    start(fixture);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        plan(fixture, "alice", cases[i].typed);
        assert_kept(fixture, "alice", cases[i].kept);
        plan(fixture, "alice", cases[i].kept); /* what is said can be typed */
        assert_kept(fixture, "alice", cases[i].kept);
        plan(fixture, "alice", "drop 2");
        fixture_private(fixture, "alice", "Plan 2 is dropped.");
        plan(fixture, "alice", "drop 1");
    }
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "plans");
    fixture_private(fixture, "alice", "You have no plans");
}

static void what_is_wrong_is_said_and_nothing_is_kept(void **state)
{
    static const struct {
        const char *typed, *answer;
    } cases[] = {
        {"", "Expected: plan if CONDITION"},
        {";", "Expected: plan if CONDITION"},
        {"if bruno attack", "Expected: plan if CONDITION"},
        {"if bruno attack then", "Expected: plan if CONDITION"},
        {"if then parry", "“then parry” is no condition"},
        {"if carla attack then parry", "“carla attack” is no condition"},
        {"if alice attack then parry", "or the name of another player and a MOVE (bruno)"},
        {"if led red then parry", "“led red” is no condition"},
        {"if turn attack then parry", "“turn attack” is no condition"},
        {"if bruno dance then parry", "No move here begins with “dance”. Expected: advance"},
        {"if bruno danc* then parry", "No move here begins with “danc*”"},
        {"if nobody then parry", "No move here begins with “”"},
        {"if bruno attack 9 x1 then parry", "I do not understand “attack 9 x1”"},
        {"if bruno attack then dance", "I do not understand “dance”. "},
        {"if bruno attack then parry; else dance", "I do not understand “dance”. "},
        {"if bruno attack then parry; else retreat 1; else retreat 2", "“else” takes one move"},
        {"turn then parry; else retreat 1", "“else” takes one move"},
        {"if bruno attack then parry; else retreat 1, advance 1", "“else” takes one move"},
        {"else parry", "“else” takes one move"},
        {"parry, parry, parry, parry, parry, parry, parry", "at most 6 moves"},
        {"drop 1", "You have no plan here"},
    };
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        plan(fixture, "alice", cases[i].typed);
        if (fixture_count_private(fixture, "alice", cases[i].answer) != 1)
            fail_msg("%s: %s", cases[i].typed, fixture->said[0].text);
        assert_null(table->plans);
    }
    for (int i = 0; i < PLANS_PER_SEAT; i++)
        plan(fixture, "alice", "turn then advance 1");
    plan(fixture, "alice", "turn then advance 1");
    fixture_private(fixture, "alice", "You have 4 plans here already");
    plan(fixture, "alice", "drop 5");
    fixture_private(fixture, "alice", "a number from 1 to 4");
}

static void plans_are_private(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    fixture_type(fixture, "bruno", "#a", "plan turn then advance 1");
    fixture_private(fixture, "bruno", "Plans are secret");
    assert_null(table->plans);
    plan(fixture, "bruno", "turn then advance 1");
    assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
    assert_int_equal(fixture_count_private(fixture, "alice", ""), 0);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "plans");
    fixture_private(fixture, "alice", "You have no plans");
    fixture_type(fixture, "bruno", "#a", "plans");
    assert_string_equal(fixture_private(fixture, "bruno", "1."), "1. if turn then advance 1");
    assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
}

/* A slash command in a channel is seen by nobody else, and neither is its answer. */
static void a_command_that_nobody_sees_is_private(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start_game(fixture, "boards", "#a", "en-garde", 2);
    const struct inbound inbound = {.network = "boards",
                                    .person = {"account:bruno", "bruno", RANK_PLAYER},
                                    .place = "#a",
                                    .text = "plan turn then advance 1",
                                    .addressed = true,
                                    .unseen = true,
                                    .request = ++fixture->requests};
    fixture_clear(fixture);
    fixture_receive(fixture, &inbound);
    assert_non_null(table->plans);
    fixture_private(fixture, "bruno", "if turn then advance 1. Only you know.");
    assert_int_equal(fixture->said_count, 1);
    fixture_type_on(fixture, "boards", "bruno", "", "plan drop 1");
    assert_int_equal(fixture->said_count, 2); /* no board is shown either time */
}

static void who_asks_for_their_data_gets_their_plans(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    plan(fixture, "bruno", "turn then advance 1");
    fixture_type(fixture, "bruno", "", "export me");
    fixture_private(fixture, "bruno",
                    "\"plans\": [{\"table\": 1, \"plan\": \"if turn then advance 1\"}]");
    fixture_type(fixture, "alice", "", "export me");
    fixture_private(fixture, "alice", "\"plans\": []");
}

static void plans_are_typed_in_every_language(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    for (size_t i = 0; catalog_languages[i] != NULL; i++) {
        fixture_type(fixture, "alice", "", line_of("lang %s", catalog_languages[i]));
        plan(fixture, "alice",
             "if bruno attack 2 x2 then parry; else retreat 1; if nobody attack * then advance 2; "
             "if turn then attack 1 x1");
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "", "plans");
        char said[1024];
        struct text text = TEXT_IN(said);
        text_add(&text, strchr(fixture_private(fixture, "alice", "1. "), ' ') + 1);
        plan(fixture, "alice", said);
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "", "plans");
        assert_non_null(strstr(fixture_private(fixture, "alice", "2. "), said));
        plan(fixture, "alice", "drop 2");
        plan(fixture, "alice", "drop 1");
    }
}

/* -- Playing ----------------------------------------------------------------------------------- */

static void moves(struct fixture *fixture, const char *name, const char *move)
{
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    uint32_t lines = table->lines;
    fixture_type(fixture, name, "#a", line_of("play %s", move));
    assert_true(table->lines > lines);
}

/* Lets the pause pass; returns the newest move. */
static const char *after_pause(struct fixture *fixture)
{
    fixture_wait(fixture, PAUSE);
    return last_move(session_at(&fixture->host.sessions, "one", "#a"));
}

static void assert_dropped(struct fixture *fixture, const char *name, const char *plan_and_why)
{
    fixture_private(fixture, name, line_of("dropped: %s", plan_and_why));
    assert_int_equal(fixture_count_public(fixture, "#a", "dropped"), 0);
}

/* What everybody but bruno gets, and what is stored, from a move that bruno planned or typed. */
static char *what_is_seen(bool planned)
{
    enum { SEEN_BYTES = 65536 };
    struct fixture *fixture = fixture_open("");
    struct table *table = start(fixture);
    char *buffer = malloc(SEEN_BYTES);
    struct text seen = text_in(buffer, SEEN_BYTES);
    if (planned)
        plan(fixture, "bruno", "turn then advance 4");
    else
        fixture_type(fixture, "bruno", "", "hand");
    fixture_clear(fixture);
    moves(fixture, "alice", "advance 1");
    if (planned)
        fixture_wait(fixture, PAUSE);
    else
        moves(fixture, "bruno", "advance 4");
    for (size_t i = 0; i < fixture->said_count; i++)
        text_add_format(&seen, "[%s%s] %s\n", fixture->said[i].place, fixture->said[i].identity,
                        fixture->said[i].text);
    text_add(&seen, reading_of(fixture->store, table->id));
    assert_false(seen.truncated);
    assert_non_null(strstr(seen.bytes, "bruno advances 4"));
    fixture_close(fixture);
    return buffer;
}

static void nobody_can_tell_a_planned_move_from_a_typed_one(void **state)
{
    (void)state;
    char *typed = what_is_seen(false), *planned = what_is_seen(true);
    assert_string_equal(typed, planned);
    free(typed);
    free(planned);
}

/* The pause begins when the turn comes, whatever will be played, even if nothing will. */
static void a_planned_move_comes_after_a_pause(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    plan(fixture, "bruno", "turn then advance 4");
    fixture_wait(fixture, 1000);
    moves(fixture, "alice", "advance 1");
    fixture_wait(fixture, PAUSE - 1);
    assert_string_equal(last_move(table), "advance 1");
    fixture_wait(fixture, 1);
    assert_string_equal(last_move(table), "advance 4");
    assert_null(table->plans);
    plan(fixture, "bruno", "turn then advance 1");
    fixture_clear(fixture);
    moves(fixture, "alice", "advance 2");
    fixture_wait(fixture, PAUSE - 1);
    assert_int_equal(fixture_count_private(fixture, "bruno", "dropped"), 0);
    fixture_wait(fixture, 1);
    assert_dropped(fixture, "bruno", "if turn then advance 1. advance 1 is not possible now: ");
}

static void conditions_decide(void **state)
{
    static const struct {
        const char *plan, *bruno, *then; /* NULL: it is dropped */
    } cases[] = {
        {"if bruno advance 2 then advance 3; else advance 4", "advance 2", "advance 3"},
        {"if bruno advance 2 then advance 3; else advance 4", "advance 5", "advance 4"},
        {"if bruno advance 2 then advance 3", "advance 5", NULL},
        {"if bruno advance * then advance 3", "advance 5", "advance 3"},
        {"if bruno * 5 then advance 3", "advance 5", "advance 3"},
        {"if bruno retreat then advance 3", "advance 5", NULL},
        {"if any advance then advance 3", "advance 5", "advance 3"},
        {"if any attack then advance 3", "advance 5", NULL},
        {"if nobody attack then advance 3", "advance 5", "advance 3"},
        {"if nobody advance then advance 3", "advance 5", NULL},
        {"if nobody advance 2 then advance 3; else advance 5", "advance 2", "advance 5"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        struct table *table = start(fixture);
        moves(fixture, "alice", "advance 1");
        plan(fixture, "alice", cases[i].plan);
        fixture_clear(fixture);
        moves(fixture, "bruno", cases[i].bruno);
        const char *move = after_pause(fixture);
        const char *expected = cases[i].then != NULL ? cases[i].then : cases[i].bruno;
        if (strcmp(move, expected) != 0)
            fail_msg("%s, %s: %s", cases[i].plan, cases[i].bruno, move);
        assert_null(table->plans);
        assert_int_equal(fixture_count_private(fixture, "alice", "Plan dropped"),
                         cases[i].then == NULL);
        fixture_close(fixture);
    }
}

static void a_chain_goes_on_turn_after_turn(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    plan(fixture, "bruno", "turn then advance 2, advance 4; if alice advance 3 then advance 5");
    moves(fixture, "alice", "advance 1");
    assert_string_equal(after_pause(fixture), "advance 2");
    assert_string_equal(after_pause(fixture), "advance 2");
    moves(fixture, "alice", "advance 2");
    assert_string_equal(after_pause(fixture), "advance 4");
    fixture_clear(fixture);
    moves(fixture, "alice", "advance 4");
    assert_string_equal(after_pause(fixture), "advance 4");
    assert_dropped(fixture, "bruno",
                   "if alice advance 3 then advance 5. They did not move like that.");
    assert_null(table->plans);
}

static void several_plans_are_judged_in_order(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    plan(fixture, "bruno", "if alice attack then parry");
    plan(fixture, "bruno", "if alice advance then advance 4");
    plan(fixture, "bruno", "if any advance then advance 5");
    plan(fixture, "bruno", "turn then advance 2");
    fixture_clear(fixture);
    moves(fixture, "alice", "advance 1");
    assert_string_equal(after_pause(fixture), "advance 4");
    assert_dropped(fixture, "bruno", "if alice attack * then parry. They did not move like that.");
    assert_dropped(fixture, "bruno", "if any advance * then advance 5. Another plan was played.");
    moves(fixture, "alice", "advance 2");
    assert_string_equal(after_pause(fixture), "advance 2");
    assert_null(table->plans);
}

static void a_typed_move_is_first(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    plan(fixture, "bruno", "turn then advance 4, advance 5");
    moves(fixture, "alice", "advance 1");
    fixture_wait(fixture, PAUSE - 1);
    fixture_clear(fixture);
    moves(fixture, "bruno", "advance 2");
    assert_dropped(fixture, "bruno",
                   "if turn then advance 4; then advance 5. That turn was played without it.");
    assert_string_equal(after_pause(fixture), "advance 2");
    assert_null(table->plans);
    assert_int_equal(table->lines, 2);
}

/* Typed on the own turn, a plan is for the next one. */
static void a_plan_is_for_a_turn_that_comes(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    plan(fixture, "alice", "turn then advance 3");
    fixture_wait(fixture, 10 * PAUSE);
    assert_int_equal(table->lines, 0);
    moves(fixture, "alice", "advance 1");
    moves(fixture, "bruno", "advance 2");
    assert_string_equal(after_pause(fixture), "advance 3");
}

static void a_paused_table_waits(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    plan(fixture, "bruno", "turn then advance 4");
    fixture_type(fixture, "alice", "#a", "pause");
    fixture_type(fixture, "bruno", "#a", "pause");
    moves(fixture, "alice", "advance 1");
    assert_string_equal(after_pause(fixture), "advance 1");
    fixture_type(fixture, "alice", "#a", "resume");
    assert_string_equal(after_pause(fixture), "advance 4");
    assert_int_equal(table->lines, 2);
}

/* The person was not here: what happened before their planned move is still new to them. */
static void who_planned_can_ask_what_happened(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start(fixture);
    plan(fixture, "bruno", "turn then advance 4, advance 5");
    moves(fixture, "alice", "advance 1");
    after_pause(fixture);
    moves(fixture, "alice", "advance 2");
    after_pause(fixture);
    fixture_wait(fixture, 60 * 60 * 1000);
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "", "recap");
    const char *recap = fixture_private(fixture, "bruno", "alice advances 1");
    assert_non_null(strstr(recap, "bruno advances 5"));
    fixture_close(fixture);
}

/* -- Dropping ---------------------------------------------------------------------------------- */

static void undo(struct fixture *fixture)
{
    fixture_type(fixture, "bruno", "#a", "undo");
    fixture_type(fixture, "alice", "#a", "undo");
}

static void abort_table(struct fixture *fixture)
{
    fixture_type(fixture, "alice", "#a", "abort");
}

static void stand_in(struct fixture *fixture)
{
    fixture_wait(fixture, 11 * 60 * 1000);
}

static void remove_bruno(struct fixture *fixture)
{
    fixture_command(fixture, "kick bruno");
}

/* Whoever was not told before the process died that plans were dropped gets a line for it, once. */
static void a_drop_that_was_not_told(void **state)
{
    static const char before[] = "Plans of yours were dropped before I left";
    struct fixture *fixture = fixture_open(*state);
    start(fixture);
    plan(fixture, "bruno", "turn then advance 1");
    moves(fixture, "alice", "advance 1");
    moves(fixture, "bruno", "advance 2");
    assert_dropped(fixture, "bruno", "if turn then advance 1");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    fixture_end_turn(fixture);
    assert_int_equal(fixture_count_private(fixture, "bruno", before), 0);
    /* As if it had died before it told them. */
    store_value_set(fixture->store, "untold plans", "1 1", "1");
    fixture_end_turn(fixture);
    for (int restart = 0; restart < 2; restart++) {
        fixture = fixture_restart(fixture, 0);
        fixture_open_place(fixture, "one", "#a");
        fixture_end_turn(fixture);
        assert_int_equal(fixture_count_private(fixture, "bruno", before), restart == 0);
        assert_int_equal(fixture_count_private(fixture, "alice", before), 0);
    }
    fixture_close(fixture);
}

static void archive(struct fixture *fixture)
{
    fixture_wait(fixture, INT64_C(3) * 24 * 60 * 60 * 1000);
}

static void whatever_ends_a_plan_is_said_to_its_owner(void **state)
{
    static const struct {
        const char *setting;
        void (*happens)(struct fixture *fixture);
        const char *why;
    } cases[] = {
        {"undo all", undo, "A move was taken back."},
        {"undo all", abort_table, "The game is over."},
        {"absent stand-in", stand_in, "The bot plays for you until you are back."},
        {"undo all", remove_bruno, "The seat is no longer yours."},
        {"archive 2d", archive, "The table is put away."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        fixture_command(fixture, line_of("config set channel %s", cases[i].setting));
        if (cases[i].happens == stand_in)
            fixture_command(fixture, "config set channel turn-time 10min");
        struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", 2);
        unsigned seat = seat_on_turn(table);
        if (seat == 0) /* bruno moves, or is on turn */
            fixture_type(fixture, "alice", "", line_of("play %s", legal_move(table, 0, 0)));
        while (seat_on_turn(table) == 0)
            fixture_type(fixture, "alice", "", line_of("play %s", legal_move(table, 0, 0)));
        if (cases[i].happens == undo)
            fixture_type(fixture, "bruno", "", line_of("play %s", legal_move(table, 1, 0)));
        plan(fixture, "bruno", "if nobody fall then pass");
        plan(fixture, "bruno", "if any fall then pass");
        int64_t id = table->id;
        fixture_clear(fixture);
        cases[i].happens(fixture);
        const char *said =
            fixture_private(fixture, "bruno", "Plans dropped: if nobody fall * then pass · if any");
        assert_non_null(strstr(said, cases[i].why));
        table = session_by_id(&fixture->host.sessions, id);
        assert_true(table == NULL || table->plans == NULL);
        assert_int_equal(fixture_count_private(fixture, "alice", "dropped"), 0);
        fixture_close(fixture);
    }
}

static void a_code_takes_the_seat_and_not_the_plans(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_unknown(fixture, "alice!a@home", "#a", "new en-garde");
    char code[64];
    const char *told = fixture->said[0].text;
    for (size_t i = 0; i < fixture->said_count; i++)
        if (strstr(fixture->said[i].text, "claim") != NULL && fixture->said[i].identity[0] != '\0')
            told = fixture->said[i].text;
    const char *at = strstr(told, "claim ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "claim %63[a-z0-9]", code), 1);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "bruno", "#a", "start");
    fixture_type_unknown(fixture, "alice!a@home", "#a", "start");
    fixture_type_unknown(fixture, "alice!a@home", "", "plan if nobody attack then parry");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_non_null(table->plans);
    fixture_clear(fixture);
    fixture_type(fixture, "carla", "", line_of("claim #a %s", code));
    assert_null(table->plans);
    size_t told_owner = 0;
    for (size_t i = 0; i < fixture->said_count; i++)
        told_owner += strcmp(fixture->said[i].identity, "mask:alice!a@home") == 0 &&
                      strstr(fixture->said[i].text, "The seat is no longer yours.") != NULL;
    assert_int_equal(told_owner, 1);
    fixture_type(fixture, "carla", "", "plans");
    fixture_private(fixture, "carla", "You have no plans");
}

/* -- Hidden cards, and tricks ------------------------------------------------------------------ */

/* Plays Njet! with three people until cards are discarded. */
static struct table *start_njet(struct fixture *fixture, bool tricks)
{
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet", 3);
    const char *first = tricks ? "play" : "discard";
    for (;;) {
        unsigned seat = seat_on_turn(table);
        const char *move = legal_move(table, seat, 0);
        if (strncmp(move, first, strlen(first)) == 0)
            return table;
        fixture_type(fixture, people[seat], "", line_of("play %s", move));
    }
}

/* A discard is hidden: it is no move of any kind for the others' conditions. */
static void a_hidden_move_fits_nothing(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start_njet(fixture, false);
    unsigned first = seat_on_turn(table);
    seat_set asked = table->game->rules->actors(table->state);
    unsigned others = 0;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        if (seat == first || (asked & SEAT_BIT(seat)))
            continue;
        others++;
        plan(fixture, people[seat], line_of("if %s discard * then play r1", people[first]));
        plan(fixture, people[seat], "if any * then play r1");
    }
    /* Where all discard at once, whoever has done so waits. */
    while (others == 0) {
        fixture_type(fixture, people[first], "", line_of("play %s", legal_move(table, first, 0)));
        others++;
        plan(fixture, people[first], "if any * then play r1");
        first = seat_on_turn(table);
    }
    fixture_clear(fixture);
    fixture_type(fixture, people[first], "", line_of("play %s", legal_move(table, first, 0)));
    for (const struct plan *waits = table->plans; waits != NULL; waits = waits->next)
        assert_int_equal(waits->seen, PLAN_FAILS);
    assert_non_null(table->plans);
    fixture_wait(fixture, 10 * PAUSE);
    assert_int_equal(fixture_count_public(fixture, "#a", "discard *"), 0);
}

static void a_trick_is_led_in_a_suit(void **state)
{
    static const char *const suits[] = {"blue", "green", "black", "red"};
    (void)state;
    for (unsigned suit = 0; suit < 4; suit++) {
        struct fixture *fixture = fixture_open("");
        struct table *table = start_njet(fixture, true);
        unsigned leader = seat_on_turn(table);
        char led[GAME_MOVE_TEXT_MAX];
        snprintf(led, sizeof led, "%s", legal_move(table, leader, 0));
        union game_state_block copy;
        game_move move;
        memcpy(copy.bytes, table->state, table->game->state_size);
        assert_true(game_move_read(table->game, table->state, (uint8_t)leader, led, &move));
        table->game->rules->apply(GAME_STATE(&copy), (uint8_t)leader, move, NULL);
        unsigned next = (unsigned)__builtin_ctz(table->game->rules->actors(GAME_STATE(&copy)));
        game_move legal[GAME_LEGAL_MAX];
        char answer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(answer);
        table->game->rules->legal(GAME_STATE(&copy), (uint8_t)next, legal);
        table->game->text->print(legal[0], &text);
        plan(fixture, people[next], line_of("if led %s then %s", suits[suit], answer));
        assert_kept(fixture, people[next], line_of("if led %s then %s", suits[suit], answer));
        fixture_type(fixture, people[leader], "", line_of("play %s", led));
        bool is_led = led[strlen("play ")] == "bgkr"[suit];
        assert_string_equal(after_pause(fixture), is_led ? answer : led);
        assert_int_equal(fixture_count_private(fixture, people[next], "was not led in that suit"),
                         !is_led);
        plan(fixture, people[leader], "if led yellow then play r1");
        fixture_private(fixture, people[leader], "led SUIT (blue, green, black, red)");
        fixture_close(fixture);
    }
}

/* -- The store --------------------------------------------------------------------------------- */

static struct table *restart(struct fixture **fixture)
{
    *fixture = fixture_restart(*fixture, 1000);
    fixture_open_place(*fixture, "one", "#a");
    return session_at(&(*fixture)->host.sessions, "one", "#a");
}

/* The process may end at any time: the plan is there, and is played once. */
static void a_plan_is_kept(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start(fixture);
    moves(fixture, "alice", "advance 1");
    plan(fixture, "alice", "if bruno advance then advance 3; else advance 4; then advance 5");
    restart(&fixture);
    moves(fixture, "bruno", "advance 2");
    struct table *table = restart(&fixture);
    assert_int_equal(table->lines, 2);
    assert_string_equal(after_pause(fixture), "advance 3");
    table = restart(&fixture);
    assert_int_equal(table->lines, 3);
    fixture_wait(fixture, 10 * PAUSE);
    assert_int_equal(table->lines, 3);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "plans");
    assert_string_equal(fixture_private(fixture, "alice", "1."), "1. then advance 5");
    moves(fixture, "bruno", "advance 4");
    assert_string_equal(after_pause(fixture), "advance 5");
    table = restart(&fixture);
    assert_null(table->plans);
    fixture_close(fixture);
}

/* Two processes know the plan, and both would play it. */
static void of_two_processes_one_plays_it(void **state)
{
    if (!on_server())
        skip();
    struct pair *pair = pair_open(state);
    fixture_start(pair->one, "#a", "");
    fixture_type(pair->one, "bruno", "", "plan turn then advance 4, advance 5");
    pair_start_other(pair);
    assert_non_null(pair_table(pair->other)->plans);
    fixture_clear(pair->other);
    fixture_type(pair->one, "bruno", "", "plan turn then advance 2");
    fixture_type(pair->one, "bruno", "", "plan drop 2");
    pair_hear(pair->other, pair->one);
    assert_int_equal(pair->other->said_count, 0); /* nobody there notices anything */
    fixture_type(pair->one, "alice", "#a", "play advance 1");
    pair_hear(pair->other, pair->one);
    assert_int_equal(pair_table(pair->other)->lines, 1);
    pair->one->now += PAUSE;
    pair->other->now += PAUSE;
    session_ring(&pair->one->host.sessions);
    session_ring(&pair->other->host.sessions);
    assert_int_equal(pair_table(pair->one)->lines, 2);
    assert_int_equal(pair_table(pair->other)->lines, 2);
    pair_settle(pair);
    pair_catch_up(pair);
    assert_int_equal(pair_table(pair->one)->lines, 2);
    assert_int_equal(pair_table(pair->one)->plans->count, 1);
    pair_assert_same(pair);
    pair_close(pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(every_form_is_understood),
        WITH_HOST(what_is_wrong_is_said_and_nothing_is_kept),
        WITH_HOST(plans_are_private),
        WITH_HOST(a_command_that_nobody_sees_is_private),
        WITH_HOST(who_asks_for_their_data_gets_their_plans),
        WITH_HOST(plans_are_typed_in_every_language),
        cmocka_unit_test(nobody_can_tell_a_planned_move_from_a_typed_one),
        WITH_HOST(a_planned_move_comes_after_a_pause),
        cmocka_unit_test(conditions_decide),
        WITH_HOST(a_chain_goes_on_turn_after_turn),
        WITH_HOST(several_plans_are_judged_in_order),
        WITH_HOST(a_typed_move_is_first),
        WITH_HOST(a_plan_is_for_a_turn_that_comes),
        WITH_HOST(a_paused_table_waits),
        IN_FOLDER(who_planned_can_ask_what_happened),
        IN_FOLDER(a_drop_that_was_not_told),
        cmocka_unit_test(whatever_ends_a_plan_is_said_to_its_owner),
        WITH_HOST(a_code_takes_the_seat_and_not_the_plans),
        WITH_HOST(a_hidden_move_fits_nothing),
        cmocka_unit_test(a_trick_is_led_in_a_suit),
        IN_FOLDER(a_plan_is_kept),
        IN_FOLDER(of_two_processes_one_plays_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
