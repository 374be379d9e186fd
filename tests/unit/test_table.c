/* A table's seats, and durations as people say them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "bot/tables/table.h"
#include "bot/tables/time_left.h"
#include "bot/words/catalog.h"

static int with_three_seats(void **state)
{
    static const char *const names[] = {"ann", "bob", "carol"};
    struct table *table = table_new(game_find("goats"));
    for (unsigned seat = 0; seat < 3; seat++) {
        struct seat *added = table_seat_add(table, "irc", names[seat], names[seat]);
        added->has_claim = true;
        memset(added->claim, 1 + (int)seat, sizeof added->claim);
        seat_set_word(added, names[seat]);
    }
    *state = table;
    return 0;
}

static int freed(void **state)
{
    table_free(*state);
    return 0;
}

static void agree(struct table *table, seat_set agreed, uint8_t seat)
{
    for (int matter = 0; matter < MATTER_COUNT; matter++)
        table->votes[matter] = (struct vote){agreed, seat};
}

static void the_bot_keeps_a_seat_for_its_person(void **state)
{
    struct table *table = *state;
    agree(table, 7, 2);
    table_seat_vacate(table, 1, PLAYER_HARD, true);
    const struct seat *seat = &table->seats[1];
    assert_null(seat->identity);
    assert_string_equal(seat->network, "");
    assert_string_equal(seat->name, "Bot 2");
    assert_string_equal(seat->word, "bob");
    assert_int_equal(seat->level, PLAYER_HARD);
    assert_true(seat->has_claim);
    assert_int_equal(seat->claim[0], 2);
    assert_int_equal(seat->claim[sizeof seat->claim - 1], 2);
    assert_string_equal(seat->former->network, "irc");
    assert_string_equal(seat->former->identity, "bob");
    assert_string_equal(seat->former->name, "bob");
    for (int matter = 0; matter < MATTER_COUNT; matter++)
        assert_int_equal(table->votes[matter].agreed, 5);
    assert_int_equal(table_people(table), 5);
    assert_int_equal(table_seat_of(table, "irc", "bob"), -1);
    table_seat_forget_former(table, 1);
    assert_null(seat->former);
    assert_false(seat->has_claim);
}

static void a_seat_that_is_not_kept_forgets_its_person(void **state)
{
    struct table *table = *state;
    table_seat_vacate(table, 1, PLAYER_EASY, false);
    assert_null(table->seats[1].former);
    assert_false(table->seats[1].has_claim);
    assert_string_equal(table->seats[1].word, "bob");
    assert_int_equal(table_people(table), 5);
    table_seat_give(table, 1, "irc", "dora", "ann");
    assert_string_equal(table->seats[1].name, "ann 2");
    assert_string_equal(table->seats[1].word, "bob");
    assert_int_equal(table_seat_of(table, "irc", "dora"), 1);
    assert_int_equal(table_seat_of(table, "else", "dora"), -1);
}

static void seats_behind_a_removed_one_move_up(void **state)
{
    struct table *table = *state;
    agree(table, 6, 2);
    table_seat_remove(table, 0);
    assert_int_equal(table->seat_count, 2);
    assert_string_equal(table->seats[0].name, "bob");
    assert_int_equal(table->seats[0].claim[0], 2);
    assert_string_equal(table->seats[1].name, "carol");
    assert_int_equal(table_seat_of(table, "irc", "carol"), 1);
    for (int matter = 0; matter < MATTER_COUNT; matter++)
        assert_int_equal(table->votes[matter].agreed, 3);
    agree(table, 3, 1);
    table_seat_remove(table, 1);
    assert_int_equal(table->seat_count, 1);
    for (int matter = 0; matter < MATTER_COUNT; matter++)
        assert_int_equal(table->votes[matter].agreed, 1);
    assert_null(table->seats[1].name);
}

static void who_is_present_can_be_asked(void **state)
{
    struct table *table = *state;
    assert_int_equal(table_people_present(table), 7);
    table->seats[0].absent = true;
    assert_int_equal(table_people_present(table), 6);
    table->seats[0].absent = false;
    table->clock.turns[2].over = true;
    assert_int_equal(table_people_present(table), 3);
    table->seats[1].stood_in = true;
    assert_int_equal(table_people_present(table), 1);
    table_seat_vacate(table, 0, PLAYER_EASY, true);
    assert_int_equal(table_people_present(table), 0);
    assert_int_equal(table_people(table), 6);
}

static void two_people_change_seats(void **state)
{
    struct table *table = *state;
    table_seats_swap(table, 0, 2);
    assert_string_equal(table->seats[0].identity, "carol");
    assert_int_equal(table->seats[0].claim[0], 3);
    assert_string_equal(table->seats[0].word, "carol");
    assert_string_equal(table->seats[1].identity, "bob");
    assert_string_equal(table->seats[2].identity, "ann");
}

static void a_full_table_takes_nobody(void **state)
{
    struct table *table = *state;
    for (unsigned seat = 3; seat < table->game->players_max; seat++)
        assert_non_null(table_seat_add(table, "irc", "x", "bob"));
    assert_null(table_seat_add(table, "irc", "late", "late"));
    assert_int_equal(table->seat_count, table->game->players_max);
    assert_string_equal(table->seats[3].name, "bob 2");
    assert_string_equal(table->seats[5].name, "bob 4");
    table_seat_rename(table, 1, "zoe");
    table_seat_rename(table, 3, "bob 2");
    assert_string_equal(table->seats[1].name, "zoe");
    assert_string_equal(table->seats[3].name, "bob 2");
}

static void words_for_the_shuffle_are_noticed(void **state)
{
    struct table *table = *state;
    assert_true(table_has_words(table));
    for (unsigned seat = 0; seat < 3; seat++)
        seat_set_word(&table->seats[seat], NULL);
    assert_false(table_has_words(table));
    seat_set_word(&table->seats[2], "rain");
    assert_true(table_has_words(table));
}

/* Who comes back is shown the moves that still count. */
static void a_move_taken_back_is_not_remembered(void **state)
{
    struct table *table = *state;
    table_begin(table);
    for (uint32_t n = 1; n <= 3; n++)
        table_note_line(table, n, n % 3, 10 * n);
    table_note_rewound(table, 1);
    assert_int_equal(table->lines, 2);
    assert_int_equal(table->recent_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(table->recent[i].move, 10 * (2 - i));
        assert_int_equal(table->recent[i].seat, 2 - i);
    }
    table_note_rewound(table, 1);
    table_note_rewound(table, 1);
    assert_int_equal(table->recent_count, 0);
}

/* The next move is young, although it has the number of an old one that was taken back. */
static void a_new_move_is_not_as_old_as_the_one_taken_back(void **state)
{
    struct table *table = *state;
    table_begin(table);
    watch_add(table, "irc", "zoe", "zoe");
    for (uint32_t n = 1; n <= 3; n++) {
        table_note_line(table, n, n % 3, 10 * n);
        watch_mark_time(table, 1000 * n);
    }
    assert_int_equal(watch_lines_aged(table->watch, 10, 5000), 3);
    table_note_rewound(table, 1);
    table_note_line(table, 3, 0, 40);
    watch_mark_time(table, 5000);
    assert_int_equal(watch_lines_aged(table->watch, 10, 5000), 2);
    assert_int_equal(watch_next_aged(table->watch, 10, 5000), 5010);
    assert_int_equal(watch_lines_aged(table->watch, 10, 5010), 3);
}

static void durations_are_said(void **state)
{
    (void)state;
    enum { S = 1000, MIN = 60 * S, H = 60 * MIN, D = 24 * H };
    static const struct {
        int64_t milliseconds;
        const char *said;
    } cases[] = {
        {-5, "0 s"},
        {0, "0 s"},
        {1, "1 s"},
        {S, "1 s"},
        {S + 1, "2 s"},
        {59 * S, "59 s"},
        {MIN, "1 min"},
        {MIN + S, "1 min 1 s"},
        {10 * MIN - S, "9 min 59 s"},
        {10 * MIN + 5 * S, "10 min"},
        {H, "1 h"},
        {H + 59 * S, "1 h"},
        {H + 5 * MIN, "1 h 5 min"},
        {D - MIN, "23 h 59 min"},
        {D, "1 day"},
        {D + 5 * MIN, "1 day"},
        {2LL * D + 3 * H + 5 * MIN, "2 days 3 h"},
        {400LL * D, "400 days"},
    };
    char error[128], buffer[64];
    struct catalog *catalog = catalog_open(error, sizeof error);
    struct words words = catalog_words(catalog, "en");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text out = TEXT_IN(buffer);
        time_left_say(&words, cases[i].milliseconds, &out);
        assert_string_equal(buffer, cases[i].said);
    }
    catalog_free(catalog);
}

#define WITH_TABLE(test) cmocka_unit_test_setup_teardown(test, with_three_seats, freed)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_TABLE(the_bot_keeps_a_seat_for_its_person),
        WITH_TABLE(a_seat_that_is_not_kept_forgets_its_person),
        WITH_TABLE(seats_behind_a_removed_one_move_up),
        WITH_TABLE(who_is_present_can_be_asked),
        WITH_TABLE(two_people_change_seats),
        WITH_TABLE(a_full_table_takes_nobody),
        WITH_TABLE(words_for_the_shuffle_are_noticed),
        WITH_TABLE(a_move_taken_back_is_not_remembered),
        WITH_TABLE(a_new_move_is_not_as_old_as_the_one_taken_back),
        cmocka_unit_test(durations_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
