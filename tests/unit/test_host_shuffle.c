/* Words for the shuffle: given once, with closed seats and options, until the start or until all of
 * them are taken back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/record/shuffle.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static struct table *table_at(const struct fixture *fixture)
{
    return session_at(&fixture->host.sessions, "one", "#a");
}

static void open_goats(struct fixture *fixture)
{
    fixture_type(fixture, "alice", "#a", "new goats");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "carol", "#a", "join");
}

/* Somebody types something; the deal that would follow stays the same. */
static void assert_changes_no_deal(struct fixture *fixture, const char *name, const char *text)
{
    union game_state_block before, after;
    uint8_t options[GAME_OPTIONS_MAX];
    memset(&before, 0, sizeof before);
    memset(&after, 0, sizeof after);
    memcpy(options, table_at(fixture)->options, sizeof options);
    table_begin_state(table_at(fixture), GAME_STATE(&before));
    fixture_type(fixture, name, "#a", text);
    assert_non_null(table_at(fixture));
    assert_int_equal(table_at(fixture)->status, TABLE_LOBBY);
    table_begin_state(table_at(fixture), GAME_STATE(&after));
    assert_memory_equal(before.bytes, after.bytes, sizeof before.bytes);
    assert_memory_equal(options, table_at(fixture)->options, sizeof options);
}

/* Whoever knows the seed has one word, and nothing else to try. */
static void assert_is_closed(struct fixture *fixture)
{
    static const char *const tries[][2] = {
        {"alice", "join other"}, {"alice", "join"},        {"alice", "options rounds=series"},
        {"alice", "bots add"},   {"alice", "bots remove"}, {"alice", "leave"},
        {"bruno", "leave"},      {"dora", "join"},         {"dora", "join lucky"},
        {"olga", "options x=y"}, {"alice", "claim x"},     {"alice", "undo"},
        {"bruno", "replace"},    {"bruno", "kick alice"},  {"dora", "undo"},
        {"alice", "undo"},       {"alice", "new goats"},   {"alice", "again"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        assert_changes_no_deal(fixture, tries[i][0], tries[i][1]);
    assert_int_equal(table_at(fixture)->seat_count, 3);
}

static void from_the_first_word_on_only_words_change_the_deal(void **state)
{
    struct fixture *fixture = *state;
    open_goats(fixture);
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_public(fixture, "#a", "Seats and options are closed from now on.");
    assert_is_closed(fixture);
    fixture_private(fixture, "alice", "A word is given once and stays.");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "join blue");
    assert_string_equal(fixture_public(fixture, "#a", "bruno mixes"),
                        "bruno mixes the word “blue” into the shuffle.");
    fixture_type(fixture, "bruno", "#a", "join red");
    fixture_private(fixture, "bruno", "A word is given once and stays.");
    fixture_type(fixture, "carol", "#a", "status");
    fixture_public(fixture, "#a", "the seats are closed; type start to begin.");
    fixture_type(fixture, "alice", "#a", "start");
    assert_int_equal(table_at(fixture)->status, TABLE_PLAYING);
}

static void a_word_comes_when_enough_people_sit(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new goats");
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_private(fixture, "alice", "so it comes when 3 sit at the table");
    fixture_type(fixture, "bruno", "#a", "join lucky");
    assert_int_equal(table_at(fixture)->seat_count, 1);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "carol", "#a", "join lucky");
    fixture_public(fixture, "#a", "carol mixes the word “lucky” into the shuffle. Seats");
}

static void words_go_together_when_all_agree(void **state)
{
    struct fixture *fixture = *state;
    open_goats(fixture);
    fixture_type(fixture, "alice", "#a", "undo");
    fixture_private(fixture, "alice", "The game has not begun");
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_type(fixture, "bruno", "#a", "join blue");
    fixture_type(fixture, "alice", "#a", "undo");
    fixture_public(fixture, "#a", "They go when 2 more people type undo.");
    fixture_type_as(fixture, "one", "carol", RANK_ADMIN, "#a", "undo");
    fixture_public(fixture, "#a", "They go when one more person types undo.");
    assert_non_null(table_at(fixture)->seats[0].word);
    fixture_type(fixture, "bruno", "#a", "undo");
    fixture_public(fixture, "#a", "All words for the shuffle are taken back");
    for (unsigned seat = 0; seat < 3; seat++)
        assert_null(table_at(fixture)->seats[seat].word);
    fixture_type(fixture, "alice", "#a", "options rounds=series");
    assert_int_equal(table_at(fixture)->options[0], 1);
    fixture_type(fixture, "alice", "#a", "join other");
    fixture_public(fixture, "#a", "alice mixes the word “other”");
}

/* Whoever leaves the channel keeps the seat, and the others go on without them. */
static void leaving_the_channel_changes_no_deal(void **state)
{
    struct fixture *fixture = *state;
    open_goats(fixture);
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture->host.listener.left(&fixture->host, "one", "#a", "account:bruno", LEFT_PLACE);
    fixture_end_turn(fixture);
    assert_int_equal(table_at(fixture)->seat_count, 3);
    fixture_public(fixture, "#a", "bruno is away; the seat stays reserved.");
    fixture_type(fixture, "alice", "#a", "undo");
    fixture_type(fixture, "carol", "#a", "undo");
    fixture_public(fixture, "#a", "All words for the shuffle are taken back");
}

static void closed_seats_outlive_the_process(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    open_goats(fixture);
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_type(fixture, "bruno", "#a", "undo");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    assert_string_equal(table_at(fixture)->seats[0].word, "lucky");
    fixture_type(fixture, "carol", "#a", "undo"); /* bruno has agreed before */
    fixture_public(fixture, "#a", "They go when one more person types undo.");
    assert_changes_no_deal(fixture, "alice", "join other");
    assert_changes_no_deal(fixture, "bruno", "leave");
    assert_changes_no_deal(fixture, "alice", "options rounds=series");
    fixture_close(fixture);
}

static void a_board_offers_only_what_is_still_possible(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_on(fixture, "boards", "alice", "#a", "new goats");
    fixture_type_on(fixture, "boards", "bruno", "#a", "join");
    fixture_type_on(fixture, "boards", "carol", "#a", "join");
    const struct said *board = fixture_last(fixture, OUTBOUND_PICTURE, "boards", "#a", NULL);
    assert_true(said_offers(board, "join") && said_offers(board, "leave"));
    fixture_type_on(fixture, "boards", "carol", "#a", "join lucky");
    board = fixture_last(fixture, OUTBOUND_PICTURE, "boards", "#a", NULL);
    assert_false(said_offers(board, "join") || said_offers(board, "leave"));
    assert_false(said_offers(board, "bots add"));
    assert_true(said_offers(board, "start"));
}

static void verify_says_what_the_shuffle_proves(void **state)
{
    struct fixture *fixture = *state;
    open_goats(fixture);
    fixture_type(fixture, "dora", "#a", "verify");
    fixture_public(fixture, "#a", "could choose the seed before the table opened");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_type(fixture, "dora", "#a", "verify");
    fixture_public(fixture, "#a", "can choose the deal if the last word is theirs");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "start");
    while (fixture_move(fixture, table_at(fixture)))
        continue;
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#a", "verify");
    fixture_public(fixture, "#a", "can choose the deal if the last word is theirs");
}

/* -- Sealed words ------------------------------------------------------------------------------ */

/* printf %s WORD | sha256sum */
static const char *seal_of(const char *word)
{
    static char line[128];
    char command[128];
    struct text shell = TEXT_IN(command), typed = TEXT_IN(line);
    text_add_format(&shell, "printf %%s %s | sha256sum", word);
    FILE *stream = popen(command, "r");
    assert_non_null(stream);
    text_add(&typed, "seal ");
    assert_non_null(fgets(line + typed.length, (int)(sizeof line - typed.length), stream));
    assert_int_equal(pclose(stream), 0);
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static void open_sealed(struct fixture *fixture)
{
    fixture_type(fixture, "alice", "#a", "new goats words=sealed");
    fixture_public(fixture, "#a", "everybody types seal HASH");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "carol", "#a", "join");
}

static void seal_all(struct fixture *fixture)
{
    open_sealed(fixture);
    fixture_type(fixture, "alice", "#a", seal_of("lucky"));
    fixture_type(fixture, "bruno", "#a", seal_of("blue"));
    fixture_type(fixture, "carol", "#a", seal_of("château"));
}

static void sealed_words_are_shown_when_all_are_sealed(void **state)
{
    struct fixture *fixture = *state;
    open_sealed(fixture);
    fixture_type(fixture, "alice", "#a", "start");
    fixture_private(fixture, "alice", "or shown (join WORD) by: alice, bruno, carol.");
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_private(fixture, "alice", "first give the SHA-256 of another word");
    fixture_type(fixture, "alice", "#a", "seal lucky");
    fixture_private(fixture, "alice", "Expected: seal HASH");
    fixture_type(fixture, "alice", "#a", seal_of("lucky"));
    fixture_public(fixture, "#a",
                   "alice seals a word for the shuffle. Seats and options are closed");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", seal_of("other"));
    fixture_private(fixture, "alice", "A word is given once and stays.");
    fixture_type(fixture, "bruno", "#a", seal_of("lucky"));
    fixture_private(fixture, "bruno", "Somebody has sealed that word already");
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_private(fixture, "alice", "Not everybody has sealed a word yet");
    fixture_type(fixture, "bruno", "#a", seal_of("blue"));
    fixture_type_as(fixture, "one", "olga", RANK_ADMIN, "#a", "config set table words open");
    fixture_type(fixture, "carol", "#a", seal_of("château"));
    fixture_public(fixture, "#a", "All words are sealed, so nothing can change any more");
    assert_is_closed(fixture);
    fixture_type(fixture, "dora", "#a", "verify");
    fixture_public(fixture, "#a", "All words are sealed before one is shown");
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_type(fixture, "bruno", "#a", "join red");
    fixture_private(fixture, "bruno", "That is not the word that you sealed.");
    fixture_type(fixture, "bruno", "#a", "join blue");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "start");
    fixture_private(fixture, "alice",
                    "the sealed word is still to be shown (join WORD) by: carol.");
    fixture_type(fixture, "carol", "#a", "join château");
    fixture_public(fixture, "#a", "All words are shown; type start to begin.");
    fixture_type(fixture, "alice", "#a", "start");
    assert_int_equal(table_at(fixture)->status, TABLE_PLAYING);
    while (fixture_move(fixture, table_at(fixture)))
        continue;
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#a", "verify");
    fixture_public(fixture, "#a",
                   "with the words of 3 players it deals just what was dealt. All words "
                   "are sealed before one is shown");
}

static void open_tables_take_no_seals(void **state)
{
    struct fixture *fixture = *state;
    open_goats(fixture);
    fixture_type(fixture, "alice", "#a", seal_of("lucky"));
    fixture_private(fixture, "alice", "Words are not sealed at this table");
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_type_as(fixture, "one", "olga", RANK_ADMIN, "#a", "config set table words sealed");
    fixture_type(fixture, "bruno", "#a", "join blue");
    fixture_public(fixture, "#a", "bruno mixes the word “blue”");
}

static void whoever_does_not_show_the_word_is_named(void **state)
{
    struct fixture *fixture = *state;
    seal_all(fixture);
    fixture_type(fixture, "bruno", "#a", "join blue");
    fixture_wait(fixture, 59 * MINUTE);
    assert_int_equal(fixture_count_public(fixture, "#a", "in time"), 0);
    fixture_wait(fixture, 2 * MINUTE);
    fixture_public(fixture, "#a",
                   "alice, carol did not show the words in time, so nothing is dealt");
    fixture_public(fixture, "#a", "Nothing was dealt, so the seed stays sealed.");
    assert_int_equal(table_at(fixture)->status, TABLE_ABORTED);
}

/* The time to show words begins when all are sealed. */
static void a_word_that_is_not_sealed_yet_has_time(void **state)
{
    struct fixture *fixture = *state;
    open_sealed(fixture);
    fixture_type(fixture, "alice", "#a", seal_of("lucky"));
    fixture_wait(fixture, 50 * MINUTE);
    fixture_type(fixture, "bruno", "#a", seal_of("blue"));
    fixture_type(fixture, "carol", "#a", seal_of("château"));
    fixture_wait(fixture, 59 * MINUTE);
    assert_int_equal(table_at(fixture)->status, TABLE_LOBBY);
    fixture_wait(fixture, 2 * MINUTE);
    assert_int_equal(table_at(fixture)->status, TABLE_ABORTED);
}

static void a_clock_that_is_set_leaves_time_to_show_words(void **state)
{
    struct fixture *fixture = *state;
    seal_all(fixture);
    fixture_set_clock(fixture, 2 * HOUR);
    fixture_wait(fixture, 59 * MINUTE);
    fixture_set_clock(fixture, -5 * HOUR);
    assert_int_equal(table_at(fixture)->status, TABLE_LOBBY);
    fixture_wait(fixture, MINUTE);
    fixture_public(fixture, "#a", "did not show the words in time");
}

/* Nor does a restart with another clock make them wait for hours. */
static void a_clock_that_was_set_back_gives_no_more_time_to_show_words(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    seal_all(fixture);
    fixture = fixture_restart(fixture, -5 * HOUR);
    fixture_open_place(fixture, "one", "#a");
    fixture_wait(fixture, 60 * MINUTE);
    fixture_public(fixture, "#a", "did not show the words in time");
    fixture_close(fixture);
}

static void seals_go_with_the_words(void **state)
{
    struct fixture *fixture = *state;
    seal_all(fixture);
    fixture_type(fixture, "bruno", "#a", "join blue");
    fixture_type(fixture, "alice", "#a", "undo");
    fixture_type(fixture, "bruno", "#a", "undo");
    fixture_type(fixture, "carol", "#a", "undo");
    fixture_public(fixture, "#a", "All words for the shuffle are taken back");
    fixture_wait(fixture, 2 * HOUR);
    assert_int_equal(table_at(fixture)->status, TABLE_LOBBY);
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#a", "join");
    fixture_public(fixture, "#a", "dora sits down (4 of 3–6).");
}

static void seals_outlive_the_process(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    seal_all(fixture);
    fixture_type(fixture, "bruno", "#a", "join blue");
    fixture = fixture_restart(fixture, 50 * MINUTE);
    fixture_open_place(fixture, "one", "#a");
    assert_is_closed(fixture);
    fixture_private(fixture, "alice", "That is not the word that you sealed.");
    fixture_type(fixture, "alice", "#a", "join lucky");
    fixture_wait(fixture, 11 * MINUTE);
    fixture_public(fixture, "#a", "carol did not show the word in time");
    fixture_close(fixture);
}

/* Nobody could show a word while the bot was away. */
static void time_to_show_a_word_outlasts_an_absence_of_the_bot(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    seal_all(fixture);
    fixture = fixture_restart(fixture, 3 * HOUR);
    fixture_open_place(fixture, "one", "#a");
    fixture_wait(fixture, 9 * MINUTE);
    assert_int_equal(table_at(fixture)->status, TABLE_LOBBY);
    fixture_wait(fixture, 2 * MINUTE);
    assert_int_equal(table_at(fixture)->status, TABLE_ABORTED);
    fixture_close(fixture);
}

static void a_seal_is_a_hash_of_the_bytes_of_a_word(void **state)
{
    (void)state;
    char seal[SHUFFLE_SEAL_TEXT];
    const char *hash = seal_of("château") + strlen("seal ");
    assert_true(shuffle_read_seal(hash, SHUFFLE_SEAL_TEXT - 1, seal));
    assert_true(shuffle_is_seal_of(seal, "château"));
    assert_false(shuffle_is_seal_of(seal, "chateau"));
    assert_false(shuffle_read_seal(hash, SHUFFLE_SEAL_TEXT - 2, seal));
    assert_false(shuffle_read_seal("g", 1, seal));
}

/* -- A public beacon (tests/e2e/test_beacon.py asks one over HTTPS) ---------------------------- */

enum { GENESIS = FIXTURE_NOON / 1000 - 60, PERIOD = 30 };

static struct {
    int64_t table;
    uint64_t round;
    unsigned count;
} asked;

static void note_question(void *context, int64_t table, uint64_t round)
{
    (void)context;
    asked.table = table;
    asked.round = round;
    asked.count++;
}

static struct beacon beacon = {
    .chain = "abcd", .genesis = GENESIS, .period = PERIOD, .ask = note_question};

static void start_with_beacon_of(struct fixture *fixture, unsigned round)
{
    asked.count = 0;
    fixture->host.sessions.beacon = &beacon;
    open_goats(fixture);
    fixture_type(fixture, "alice", "#a", "start");
    fixture_public(fixture, "#a",
                   line_of("waits for round %u of the public beacon (chain abcd)", round));
}

static void start_with_beacon(struct fixture *fixture, bool required)
{
    beacon.required = required;
    start_with_beacon_of(fixture, 5);
    fixture_public(fixture, "#a", "nobody knows yet: 60 seconds.");
}

static void answer_beacon(struct fixture *fixture, uint64_t round, const char *value)
{
    session_beacon_answered(&fixture->host.sessions, table_at(fixture)->id, round, value);
    fixture_end_turn(fixture);
}

#define VALUE "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF"

static void a_table_waits_for_a_round_of_the_future(void **state)
{
    struct fixture *fixture = *state;
    start_with_beacon(fixture, true);
    fixture_type(fixture, "bruno", "#a", "join lucky");
    fixture_private(fixture, "bruno", "The table waits for the public beacon");
    assert_is_closed(fixture);
    fixture_wait(fixture, 60 * SECOND);
    assert_int_equal(asked.count, 0);
    fixture_wait(fixture, 5 * SECOND);
    assert_int_equal(asked.count, 1);
    assert_int_equal(asked.round, 5);
    assert_int_equal(asked.table, table_at(fixture)->id);
    answer_beacon(fixture, 4, VALUE);
    assert_int_equal(table_at(fixture)->status, TABLE_LOBBY);
    answer_beacon(fixture, 5, VALUE);
    assert_int_equal(table_at(fixture)->status, TABLE_PLAYING);
    fixture_public(fixture, "#a", "Round 5 of the public beacon is in the shuffle: 00112233");
    while (fixture_move(fixture, table_at(fixture)))
        continue;
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#a", "verify");
    fixture_public(fixture, "#a", "it deals just what was dealt. A round of a public beacon is in");
    fixture_public(fixture, "#a", "Round 5 of the public beacon is in the shuffle: 00112233");
}

static void the_seconds_until_the_round_are_rounded_up(void **state)
{
    struct fixture *fixture = *state;
    fixture_wait(fixture, 28 * SECOND + 999);
    start_with_beacon_of(fixture, 5);
    fixture_public(fixture, "#a", "nobody knows yet: 32 seconds.");
}

/* The round that was chosen by a wrong clock is hours away: another one is chosen. */
static void a_clock_that_is_set_back_makes_nobody_wait_for_a_round(void **state)
{
    enum { SET_BACK = 300 }; /* ten rounds */
    struct fixture *fixture = *state;
    beacon.genesis = GENESIS - SET_BACK;
    start_with_beacon_of(fixture, 15);
    fixture_clear(fixture);
    fixture_set_clock(fixture, -SET_BACK * SECOND);
    fixture_public(fixture, "#a", "waits for round 5 of the public beacon");
    fixture_wait(fixture, 65 * SECOND);
    assert_int_equal(asked.round, 5);
    beacon.genesis = GENESIS;
}

/* Its value may be known already: it is asked for, and not exchanged. */
static void a_clock_that_is_set_forward_leaves_the_round(void **state)
{
    struct fixture *fixture = *state;
    start_with_beacon(fixture, true);
    fixture_set_clock(fixture, 300 * SECOND);
    fixture_wait(fixture, 0);
    assert_int_equal(asked.round, 5);
}

static void without_an_answer_it_waits_or_goes_on(void **state)
{
    struct fixture *fixture = *state;
    for (int required = 1; required >= 0; required--) {
        start_with_beacon(fixture, required);
        fixture_wait(fixture, 63 * SECOND);
        for (unsigned i = 0; i < 8; i++) {
            assert_int_equal(asked.count, i + 1);
            answer_beacon(fixture, 5, i % 2 == 0 ? NULL : "no value");
            fixture_wait(fixture, 15 * SECOND);
        }
        fixture_public(fixture, "#a", "has not answered yet; I go on asking for round 5");
        if (required) {
            assert_int_equal(table_at(fixture)->status, TABLE_LOBBY);
            fixture_type(fixture, "alice", "#a", "undo");
            fixture_type(fixture, "bruno", "#a", "undo");
            fixture_type(fixture, "carol", "#a", "undo");
            answer_beacon(fixture, 5, VALUE); /* too late */
            assert_int_equal(table_at(fixture)->status, TABLE_LOBBY);
            fixture_type(fixture, "alice", "#a", "abort");
            fixture_clear(fixture);
            beacon.genesis += 183;
        }
    }
    fixture_public(fixture, "#a", "goes on without round 5, as whoever runs this bot has set");
    assert_int_equal(table_at(fixture)->status, TABLE_PLAYING);
    beacon.genesis = GENESIS;
}

/* -- Tables opened until a deal pleases somebody ----------------------------------------------- */

static void abort_after_a_look(struct fixture *fixture, const char *name)
{
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    fixture_type_as(fixture, "one", name, RANK_ADMIN, "#a", "abort");
    assert_int_equal(table_at(fixture)->status, TABLE_ABORTED);
    fixture_clear(fixture);
}

static void aborted_tables_are_counted_when_the_next_one_opens(void **state)
{
    struct fixture *fixture = *state;
    abort_after_a_look(fixture, "alice");
    fixture_type(fixture, "alice", "#b", "new en-garde");
    assert_int_equal(fixture_count_public(fixture, "#b", "within a day"), 0);
    fixture_type(fixture, "alice", "#a", "again");
    fixture_public(fixture, "#a",
                   "This is the 2nd table here within a day; one was aborted: alice 1.");
    fixture_type(fixture, "alice", "#a", "abort");
    abort_after_a_look(fixture, "bruno");
    abort_after_a_look(fixture, "olga"); /* an admin who does not sit there */
    fixture_type(fixture, "bruno", "#a", "new goats");
    fixture_public(fixture, "#a",
                   "This is the 5th table here within a day; 4 were aborted: bruno 1, alice 2.");
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#a", "verify");
    fixture_public(fixture, "#a", "This is the 5th table here within a day");
    fixture_type(fixture, "bruno", "#a", "leave");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "new goats");
    fixture_public(fixture, "#a",
                   "This is the 6th table here within a day; 5 were aborted: bruno 1, alice 2.");
}

static void a_finished_table_counts_those_before_it(void **state)
{
    struct fixture *fixture = *state;
    abort_after_a_look(fixture, "alice");
    fixture_wait(fixture, HOUR);
    fixture_start(fixture, "#a", "touches=1");
    while (fixture_move(fixture, table_at(fixture)))
        continue;
    abort_after_a_look(fixture, "bruno");
    fixture_wait(fixture, 2 * DAY);
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#a", "verify 2");
    fixture_public(fixture, "#a",
                   "This is the 2nd table here within a day; one was aborted: alice 1.");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    assert_int_equal(fixture_count_public(fixture, "#a", "within a day"), 0);
}

static void who_aborted_outlives_the_process(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    abort_after_a_look(fixture, "alice");
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#a");
    fixture_type(fixture, "alice", "", "forget me");
    fixture_type(fixture, "alice", "", "forget me");
    fixture_private(fixture, "alice", "I have forgotten you");
    fixture_type(fixture, "bruno", "#a", "new en-garde");
    const char *counted = fixture_public(fixture, "#a", "one was aborted");
    assert_null(strstr(counted, "alice"));
    fixture_close(fixture);
}

static void all_who_agreed_are_named(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "carol", "#a", "new goats");
    fixture_type(fixture, "alice", "#a", "join");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture->host.listener.left(&fixture->host, "one", "#a", "account:carol", LEFT_PLACE);
    fixture_end_turn(fixture);
    fixture_type(fixture, "bruno", "#a", "abort");
    assert_int_equal(table_at(fixture)->status, TABLE_ABORTED);
    fixture_type(fixture, "dora", "#a", "new goats");
    fixture_public(fixture, "#a", "one was aborted: alice 1, bruno 1.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(from_the_first_word_on_only_words_change_the_deal),
        WITH_HOST(a_word_comes_when_enough_people_sit),
        WITH_HOST(words_go_together_when_all_agree),
        WITH_HOST(leaving_the_channel_changes_no_deal),
        IN_FOLDER(closed_seats_outlive_the_process),
        WITH_HOST(a_board_offers_only_what_is_still_possible),
        WITH_HOST(verify_says_what_the_shuffle_proves),
        WITH_HOST(sealed_words_are_shown_when_all_are_sealed),
        WITH_HOST(open_tables_take_no_seals),
        WITH_HOST(whoever_does_not_show_the_word_is_named),
        WITH_HOST(a_word_that_is_not_sealed_yet_has_time),
        WITH_HOST(a_clock_that_is_set_leaves_time_to_show_words),
        IN_FOLDER(a_clock_that_was_set_back_gives_no_more_time_to_show_words),
        WITH_HOST(seals_go_with_the_words),
        IN_FOLDER(seals_outlive_the_process),
        IN_FOLDER(time_to_show_a_word_outlasts_an_absence_of_the_bot),
        cmocka_unit_test(a_seal_is_a_hash_of_the_bytes_of_a_word),
        WITH_HOST(a_table_waits_for_a_round_of_the_future),
        WITH_HOST(the_seconds_until_the_round_are_rounded_up),
        WITH_HOST(a_clock_that_is_set_back_makes_nobody_wait_for_a_round),
        WITH_HOST(a_clock_that_is_set_forward_leaves_the_round),
        WITH_HOST(without_an_answer_it_waits_or_goes_on),
        WITH_HOST(aborted_tables_are_counted_when_the_next_one_opens),
        WITH_HOST(a_finished_table_counts_those_before_it),
        IN_FOLDER(who_aborted_outlives_the_process),
        WITH_HOST(all_who_agreed_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
