/* The session manager without loop, host, commands or adapters. It works with a store in memory,
 * settings, styles, an empty list of networks and a clock; the test reads its outbox. This program
 * links bot/tables and the rooms below it, and so no libuv. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "bot/core/render.h"
#include "bot/tables/finished.h"
#include "bot/tables/session.h"
#include "tests/unit/store_fixture.h"

enum { NOON = 1772452800 /* seconds since 1970 */, HEARD_MAX = 64 };

static const struct person alice = {"account:alice", "Alice", RANK_PLAYER};
static const struct person bruno = {"account:bruno", "Bruno", RANK_PLAYER};

struct heard {
    enum outbound_kind kind;
    char identity[IDENTITY_MAX]; /* "": public */
    char *text;
};

struct alone {
    struct store *store;
    struct store_inquiry *inquiry;
    struct catalog *catalog;
    struct config config;
    struct networks networks;
    struct clock clock;
    int64_t now;
    struct settings settings;
    struct styles styles;
    struct outbox outbox;
    struct cooldowns cooldowns;
    struct counters counters;
    struct sessions sessions;
    struct heard heard[HEARD_MAX]; /* the outbox's messages of the last turn */
    size_t heard_count;
};

static void open_sessions(struct alone *alone)
{
    alone->sessions = (struct sessions){.store = alone->store,
                                        .outbox = &alone->outbox,
                                        .settings = &alone->settings,
                                        .styles = &alone->styles,
                                        .networks = &alone->networks,
                                        .clock = &alone->clock,
                                        .cooldowns = &alone->cooldowns,
                                        .counters = &alone->counters};
}

static int open_alone(void **state)
{
    struct alone *alone = memory_new(sizeof *alone);
    char error[STORE_ERROR_MAX] = "";
    alone->store = store_open(":memory:", error, sizeof error);
    alone->catalog = catalog_open(error, sizeof error);
    assert_string_equal(error, "");
    alone->inquiry = store_inquire(alone->store);
    struct text language = TEXT_IN(alone->config.language);
    text_add(&language, "en");
    alone->now = INT64_C(1000) * NOON;
    alone->clock.simulated_now = &alone->now;
    alone->settings = (struct settings){.store = alone->store,
                                        .networks = &alone->networks,
                                        .clock = &alone->clock,
                                        .config = &alone->config};
    alone->styles = (struct styles){.settings = &alone->settings,
                                    .catalog = alone->catalog,
                                    .networks = &alone->networks,
                                    .outbox = &alone->outbox};
    outbox_open(&alone->outbox);
    assert_true(settings_load(&alone->settings, alone->inquiry));
    open_sessions(alone);
    *state = alone;
    return 0;
}

static void forget_heard(struct alone *alone)
{
    for (size_t i = 0; i < alone->heard_count; i++)
        free(alone->heard[i].text);
    alone->heard_count = 0;
}

static int close_alone(void **state)
{
    struct alone *alone = *state;
    forget_heard(alone);
    outbox_drop(&alone->outbox);
    sessions_free(&alone->sessions);
    cooldowns_clear(&alone->cooldowns);
    settings_clear(&alone->settings);
    catalog_free(alone->catalog);
    store_inquiry_free(alone->inquiry);
    store_close(alone->store);
    free(alone);
    return 0;
}

/* -- Turns ------------------------------------------------------------------------------------- */

static void hear(void *context, const struct outbound *message)
{
    struct alone *alone = context;
    assert_true(alone->heard_count < HEARD_MAX);
    struct heard *heard = &alone->heard[alone->heard_count++];
    *heard = (struct heard){.kind = message->kind, .text = memory_copy(message->text)};
    struct text identity = TEXT_IN(heard->identity);
    text_add(&identity, message->identity != NULL ? message->identity : "");
    assert_string_equal(message->network, "one");
}

static bool was_heard(void *context, const char *network, const char *place)
{
    (void)place;
    (void)context;
    (void)network;
    return true;
}

/* Commits what the turn changed and reads its messages, as a host does. */
static void end_turn(struct alone *alone)
{
    struct session_turn turn = {.tables = NULL};
    forget_heard(alone);
    session_wind_touched(&alone->sessions);
    session_seal(&alone->sessions, &turn);
    must_commit(alone->store);
    session_settle(&alone->sessions, &turn, true);
    outbox_flush(&alone->outbox, hear, alone);
    session_was_told(&alone->sessions, &turn);
    session_note_sent(&alone->sessions, &(struct session_speech){NULL, was_heard});
}

static bool is_heard(const struct alone *alone, const char *identity, const char *part)
{
    for (size_t i = 0; i < alone->heard_count; i++)
        if (strcmp(alone->heard[i].identity, identity) == 0 &&
            strstr(alone->heard[i].text, part) != NULL)
            return true;
    return false;
}

/* -- A game ------------------------------------------------------------------------------------ */

static struct table *start_game(struct alone *alone)
{
    struct sessions *sessions = &alone->sessions;
    struct table_choice choice = {.settings = {{0}}};
    const struct game *game = game_find("en-garde");
    static const uint8_t seed[STORE_SEED_BYTES] = {4};
    struct table *table;
    game_options_default(game, choice.options);
    assert_null(session_open_table(sessions, game, &choice, "one", "#a", &alice, &table));
    assert_string_equal(session_start(sessions, table), "refusal.too-few");
    assert_null(session_join(sessions, table, "one", &bruno));
    assert_null(session_set_seed(sessions, table, seed));
    assert_null(session_start(sessions, table));
    end_turn(alone);
    assert_ptr_equal(session_at(sessions, "one", "#a"), table);
    return table;
}

/* Prints the hand of a seat as its owner reads it. */
static void print_hand(struct alone *alone, const struct table *table, unsigned seat,
                       struct text *out)
{
    struct voice voice;
    const struct setting_scope reader = session_seat_reader(table, seat);
    const struct telling *telling = session_voice(&alone->sessions, table, &reader, &voice);
    union game_view_block view;
    table->game->rules->view(table->state, (uint8_t)seat, GAME_VIEW(&view));
    table->game->text->hand(GAME_VIEW(&view), telling, out);
}

/* Checks that hands are sent to their owners only. Returns the seats whose hands were sent. */
static seat_set check_hands(struct alone *alone, const struct table *table)
{
    char hands[2][RENDER_LINE_BYTES];
    seat_set sent = 0;
    for (unsigned seat = 0; seat < 2; seat++) {
        struct text hand = TEXT_IN(hands[seat]);
        print_hand(alone, table, seat, &hand);
    }
    assert_string_not_equal(hands[0], hands[1]);
    for (size_t i = 0; i < alone->heard_count; i++) {
        const struct heard *heard = &alone->heard[i];
        int owner = table_seat_of(table, "one", heard->identity);
        for (int seat = 0; seat < 2; seat++)
            if (seat != owner)
                assert_null(strstr(heard->text, hands[seat]));
        if (heard->kind == OUTBOUND_HAND) {
            assert_in_range(owner, 0, 1);
            assert_non_null(strstr(heard->text, hands[owner]));
            sent |= SEAT_BIT(owner);
        }
    }
    return sent;
}

static unsigned seat_on_turn(const struct table *table)
{
    return (unsigned)__builtin_ctz(table->game->rules->actors(table->state));
}

/* Makes the first legal move of the seat on turn for `mover`. */
static game_refusal make_move_as(struct alone *alone, struct table *table, unsigned mover)
{
    struct game_events events = {0};
    game_move moves[GAME_LEGAL_MAX];
    assert_true(table->game->rules->legal(table->state, (uint8_t)seat_on_turn(table), moves) > 0);
    game_refusal refusal = session_move(&alone->sessions, table, mover, moves[0], &events);
    if (refusal == 0)
        session_tell(&alone->sessions, table, &events);
    end_turn(alone);
    return refusal;
}

static void make_move(struct alone *alone, struct table *table)
{
    uint32_t lines = table->lines;
    assert_int_equal(make_move_as(alone, table, seat_on_turn(table)), 0);
    assert_true(table->lines > lines);
}

/* -- The tests --------------------------------------------------------------------------------- */

static void hands_go_to_their_owners_alone(void **state)
{
    struct alone *alone = *state;
    struct table *table = start_game(alone);
    assert_int_equal(check_hands(alone, table), SEAT_BIT(0) | SEAT_BIT(1));
    assert_true(is_heard(alone, "", "En Garde"));
    for (unsigned moves = 0; moves < 20 && table->status == TABLE_PLAYING; moves++) {
        unsigned mover = seat_on_turn(table);
        make_move(alone, table);
        if (table->status == TABLE_PLAYING)
            assert_true(check_hands(alone, table) & SEAT_BIT(mover));
    }
}

static void a_move_out_of_turn_changes_nothing(void **state)
{
    struct alone *alone = *state;
    struct table *table = start_game(alone);
    union game_state_block before;
    uint32_t lines = table->lines;
    memcpy(before.bytes, table->state, table->game->state_size);
    assert_int_not_equal(make_move_as(alone, table, 1 - seat_on_turn(table)), 0);
    assert_int_equal(table->lines, lines);
    assert_memory_equal(table->state, before.bytes, table->game->state_size);
    assert_int_equal(alone->heard_count, 0);
}

static bool read_stats(void *context, const struct stored_stats *stats)
{
    double *wins = context;
    assert_string_equal(stats->game, "en-garde");
    assert_int_equal(stats->games, 1);
    assert_int_equal(stats->last, NOON);
    *wins += stats->wins;
    return true;
}

static double wins_of(struct alone *alone, const struct person *person)
{
    double wins = 0;
    assert_true(
        store_read_stats(alone->inquiry, "", "", "one", person->identity, &wins, read_stats));
    return wins;
}

/* The record says how the game went: replaying it leads to the table's last state. */
static void check_record(struct alone *alone, const struct table *table)
{
    struct finished finished;
    assert_int_equal(finished_read(alone->inquiry, table->id, &finished), FINISHED_READ);
    assert_int_equal(finished.status, TABLE_FINISHED);
    assert_int_equal(finished.end.n, table->lines);
    assert_memory_equal(finished.end.state.bytes, table->state, table->game->state_size);
    assert_int_equal(finished_seat_of(&finished, "one", alice.identity), 0);
    assert_int_equal(finished_seat_of(&finished, "one", bruno.identity), 1);
    finished_free(&finished);
}

static void check_end(struct alone *alone, const struct table *table)
{
    struct game_result result;
    assert_int_equal(table->status, TABLE_FINISHED);
    table->game->rules->result(table->state, &result);
    assert_int_equal(__builtin_popcount(result.winners), 1);
    bool alice_won = result.winners == SEAT_BIT(0);
    assert_true(is_heard(alone, "", alice_won ? "Alice wins" : "Bruno wins"));
    assert_true(wins_of(alone, &alice) == (alice_won ? 1.0 : 0.0));
    assert_true(wins_of(alone, &bruno) == (alice_won ? 0.0 : 1.0));
    check_record(alone, table);
    size_t count;
    session_tables_of(&alone->sessions, "one", alice.identity, &count);
    assert_int_equal(count, 0);
}

static void a_whole_game_leaves_its_record_and_its_result(void **state)
{
    struct alone *alone = *state;
    struct table *table = start_game(alone);
    while (table->status == TABLE_PLAYING)
        make_move(alone, table);
    check_end(alone, table);
}

/* Another session manager reads the table from the store before each move. */
static void a_game_goes_on_from_the_store(void **state)
{
    struct alone *alone = *state;
    struct table *table = start_game(alone);
    while (table->status == TABLE_PLAYING) {
        sessions_free(&alone->sessions);
        open_sessions(alone);
        assert_true(session_recover(&alone->sessions, alone->inquiry));
        session_place_opened(&alone->sessions, "one", "#a");
        table = session_at(&alone->sessions, "one", "#a");
        assert_non_null(table);
        make_move(alone, table);
    }
    check_end(alone, table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hands_go_to_their_owners_alone, open_alone, close_alone),
        cmocka_unit_test_setup_teardown(a_move_out_of_turn_changes_nothing, open_alone,
                                        close_alone),
        cmocka_unit_test_setup_teardown(a_whole_game_leaves_its_record_and_its_result, open_alone,
                                        close_alone),
        cmocka_unit_test_setup_teardown(a_game_goes_on_from_the_store, open_alone, close_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
