/* The deal of the day: the same for everybody, one try, and nothing of it gets out too early. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/record/seed.h"
#include "bot/record/shuffle.h"
#include "bot/tables/daily.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* FIXTURE_NOON is noon of day 61. */
enum { TODAY = 61 };

/* -- Playing ----------------------------------------------------------------------------------- */

static struct table *table_of(const struct fixture *fixture, const char *network, const char *name)
{
    char identity[IDENTITY_MAX];
    size_t count;
    snprintf(identity, sizeof identity, "account:%s", name);
    struct table *const *tables =
        session_tables_of(&fixture->host.sessions, network, identity, &count);
    return count > 0 ? tables[0] : NULL;
}

static void think(struct fixture *fixture)
{
    fixture_think(fixture);
    fixture_end_turn(fixture);
}

static struct table *begin(struct fixture *fixture, const char *network, const char *name,
                           const char *game)
{
    fixture_type_on(fixture, network, name, "", line_of("daily %s", game));
    struct table *table = table_of(fixture, network, name);
    assert_non_null(table);
    assert_non_null(table->daily);
    think(fixture);
    return table;
}

/* Makes one move of the person, the legal one number `index`, and lets the bot answer; false: the
 * game was over already. */
static bool move(struct fixture *fixture, const char *network, const char *name, size_t index)
{
    struct table *table = table_of(fixture, network, name);
    if (table == NULL)
        return false;
    assert_true(table->game->rules->actors(table->state) & 1);
    fixture_type_on(fixture, network, name, "", line_of("play %s", legal_move(table, 0, index)));
    think(fixture);
    return true;
}

static void finish(struct fixture *fixture, const char *network, const char *name)
{
    for (size_t i = 0; move(fixture, network, name, i); i++)
        ;
}

/* Nobody heard of it but this person. */
static void assert_private(const struct fixture *fixture, const char *name)
{
    char identity[IDENTITY_MAX];
    snprintf(identity, sizeof identity, "account:%s", name);
    for (size_t i = 0; i < fixture->said_count; i++)
        if (strcmp(fixture->said[i].identity, identity) != 0)
            fail_msg("[%s%s] %s", fixture->said[i].place, fixture->said[i].identity,
                     fixture->said[i].text);
}

static void take_hex(const char *text, const char *behind, char hex[SHUFFLE_COMMITMENT_TEXT])
{
    const char *at = strstr(text, behind);
    assert_non_null(at);
    at += strlen(behind);
    assert_int_equal(strspn(at, "0123456789abcdef"), SHUFFLE_COMMITMENT_TEXT - 1);
    memcpy(hex, at, SHUFFLE_COMMITMENT_TEXT - 1);
    hex[SHUFFLE_COMMITMENT_TEXT - 1] = '\0';
}

static void set_series(struct fixture *fixture, const char *series)
{
    struct text text = TEXT_IN(fixture->config.daily_series);
    text_add(&text, series);
}

/* -- The same for everybody -------------------------------------------------------------------- */

static void assert_alike(const struct table *one, const struct table *other)
{
    assert_int_equal(one->lines, other->lines);
    assert_memory_equal(one->state, other->state, one->game->state_size);
}

static void equal_play_gets_equal_answers(void **state)
{
    struct fixture *fixture = *state;
    static const char *const games[] = {"goats", "en-garde", "njet"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct table *one = begin(fixture, "one", "alice", games[i]);
        struct table *two = begin(fixture, "two", "bruno", games[i]);
        assert_alike(one, two);
        for (size_t k = 0; one->status == TABLE_PLAYING; k++) {
            assert_true(move(fixture, "one", "alice", k));
            assert_true(move(fixture, "two", "bruno", k));
            assert_alike(one, two);
        }
        assert_int_equal(two->status, TABLE_FINISHED);
        fixture_clear(fixture);
    }
}

/* One of them searches on its own thread, the other between the lines. */
static void hosts_of_a_series_have_the_same_deals(void **state)
{
    struct fixture *one = *state, *two = fixture_open(""), *other = fixture_open("");
    set_series(one, "the series of two bots");
    set_series(two, "the series of two bots");
    set_series(other, "the series of another");
    two->host.sessions.thinker = NULL;
    struct table *first = begin(one, "one", "alice", "castellers");
    struct table *second = begin(two, "two", "bruno", "castellers");
    struct table *third = begin(other, "one", "alice", "castellers");
    assert_memory_not_equal(first->seed, third->seed, sizeof first->seed);
    while (first->status == TABLE_PLAYING) {
        assert_alike(first, second);
        move(one, "one", "alice", 1);
        move(two, "two", "bruno", 1);
    }
    fixture_close(two);
    fixture_close(other);
}

/* Without a key in the configuration the store keeps one. */
static void the_key_outlives_the_process(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    uint8_t seed[STORE_SEED_BYTES];
    memcpy(seed, begin(fixture, "one", "alice", "goats")->seed, sizeof seed);
    fixture = fixture_restart(fixture, SECOND);
    assert_memory_equal(begin(fixture, "one", "bruno", "goats")->seed, seed, sizeof seed);
    fixture_close(fixture);
}

static void the_game_changes_from_day_to_day(void **state)
{
    struct fixture *fixture = *state;
    const struct game *games[2];
    for (int i = 0; i < 2; i++) {
        games[i] = begin(fixture, "one", "alice", "")->game;
        fixture_type(fixture, "alice", "", "abort");
        fixture_wait(fixture, DAY);
    }
    assert_ptr_not_equal(games[0], games[1]);
}

/* -- Committed to before, revealed after ------------------------------------------------------- */

static void the_reveal_is_what_was_committed_to(void **state)
{
    struct fixture *fixture = *state;
    char announced[SHUFFLE_COMMITMENT_TEXT], told[SHUFFLE_COMMITMENT_TEXT];
    char revealed[SHUFFLE_COMMITMENT_TEXT], computed[SHUFFLE_COMMITMENT_TEXT];
    uint8_t seed[RNG_KEY_BYTES];
    begin(fixture, "one", "alice", "goats");
    take_hex(fixture_private(fixture, "alice", "Deal of the day 61"), "Kriegen): ", announced);
    fixture_type(fixture, "alice", "", "abort");
    fixture_wait(fixture, DAY);
    fixture_clear(fixture);
    begin(fixture, "one", "alice", "goats");
    take_hex(fixture_private(fixture, "alice", "Deal of the day 62"), "seed: ", told);
    assert_string_equal(announced, told);
    fixture_wait(fixture, DAY);
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "", "daily yesterday goats");
    take_hex(fixture_private(fixture, "bruno", "The deal of the day 62"), "Seed ", revealed);
    assert_true(seed_parse(revealed, seed));
    shuffle_commit(seed, computed);
    assert_string_equal(computed, announced);
}

/* -- One try ----------------------------------------------------------------------------------- */

static void nobody_has_a_second_try(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    struct table *table = begin(fixture, "one", "alice", "goats");
    int64_t id = table->id;
    move(fixture, "one", "alice", 0);
    uint32_t lines = table->lines;
    fixture_type(fixture, "alice", "", "undo");
    fixture_private(fixture, "alice", "no move is taken back");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "daily goats");
    fixture_private(fixture, "alice", "You are playing the deal of the day 61.");
    assert_int_equal(table_of(fixture, "one", "alice")->id, id);
    assert_int_equal(table->lines, lines);
    fixture_type(fixture, "alice", "", "abort");
    fixture_private(fixture, "alice", "You have given up the deal of the day 61.");
    fixture_type(fixture, "alice", "", "daily goats");
    fixture_private(fixture, "alice", "You have had your one try");
    fixture = fixture_restart(fixture, SECOND);
    fixture_type(fixture, "alice", "", "daily goats");
    fixture_private(fixture, "alice", "You have had your one try");
    assert_null(table_of(fixture, "one", "alice"));
    fixture_type(fixture, "alice", "", "forget me");
    fixture_type(fixture, "alice", "", "forget me");
    fixture_private(fixture, "alice", "I have forgotten you");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "daily goats");
    fixture_private(fixture, "alice", "You have had your one try");
    fixture_wait(fixture, DAY);
    begin(fixture, "one", "alice", "goats");
    fixture_close(fixture);
}

static bool is_named(const struct fixture *fixture, const char *part)
{
    bool named = false;
    for (size_t i = 0; i < fixture->said_count; i++)
        named |= strstr(fixture->said[i].text, part) != NULL;
    return named;
}

static void forgetting_takes_the_results_along(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "one", "alice", "en-garde");
    finish(fixture, "one", "alice");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "", "daily top en-garde");
    assert_true(is_named(fixture, "alice"));
    fixture_type(fixture, "alice", "", "export me");
    assert_true(is_named(fixture, "daily 00061 en-garde"));
    fixture_type(fixture, "alice", "", "forget me");
    fixture_type(fixture, "alice", "", "forget me");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "", "daily top en-garde");
    fixture_private(fixture, "bruno", "nobody has finished it yet");
}

/* What is on disk when the person sees the first card is enough to go on after a crash, with the
 * same answers of the bot. */
static void the_table_goes_on_after_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state), *whole = fixture_open("");
    set_series(fixture, "the series of two bots");
    set_series(whole, "the series of two bots");
    begin(fixture, "one", "alice", "goats");
    const struct table *table = begin(whole, "one", "alice", "goats");
    for (size_t k = 0; table->status == TABLE_PLAYING; k++) {
        if (k % 7 == 3) {
            fixture = fixture_restart(fixture, SECOND);
            set_series(fixture, "the series of two bots");
            fixture_type(fixture, "alice", "", "hand");
            fixture_private(fixture, "alice", "I am back");
            think(fixture);
        }
        move(fixture, "one", "alice", k);
        move(whole, "one", "alice", k);
    }
    fixture_clear(fixture);
    fixture_clear(whole);
    fixture_type(fixture, "alice", "", "daily goats");
    fixture_type(whole, "alice", "", "daily goats");
    assert_string_equal(fixture_private(fixture, "alice", "Belfry daily 61"),
                        fixture_private(whole, "alice", "Belfry daily 61"));
    fixture_close(fixture);
    fixture_close(whole);
}

/* -- Nothing gets out -------------------------------------------------------------------------- */

static void nobody_else_sees_anything(void **state)
{
    struct fixture *fixture = *state;
    static const char *const tries[] = {
        "deal table",           "deal status", "deal hand", "=account:alice table",
        "=account:alice recap", "table",       "status",    "resume"};
    const struct table *table = begin(fixture, "one", "alice", "goats");
    for (size_t k = 0; table->status == TABLE_PLAYING; k++)
        move(fixture, "one", "alice", k);
    assert_private(fixture, "alice");
    assert_false(is_named(fixture, "Seed of table"));
    begin(fixture, "one", "alice", "njet");
    fixture_clear(fixture);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        fixture_type(fixture, "bruno", "", tries[i]);
    assert_false(is_named(fixture, "Njet"));
    assert_false(is_named(fixture, "alice"));
    fixture_type_as(fixture, "one", "olga", RANK_ADMIN, "#a", "link =account:alice");
    fixture_clear(fixture);
    move(fixture, "one", "alice", 0);
    assert_private(fixture, "alice");
}

/* Not even the person may look at the record, since they could tell others, until it is closed. */
static void the_record_is_closed_until_the_day_after(void **state)
{
    static const char *const asking[] = {"verify", "replay", "export"};
    struct fixture *fixture = *state;
    int64_t id = begin(fixture, "one", "alice", "en-garde")->id;
    finish(fixture, "one", "alice");
    fixture_wait(fixture, 12 * HOUR); /* midnight */
    for (size_t i = 0; i < sizeof asking / sizeof asking[0]; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "", line_of("%s %d", asking[i], (int)id));
        fixture_private(fixture, "alice", "is not closed yet");
        fixture_clear(fixture);
        fixture_type(fixture, "bruno", "", line_of("%s %d", asking[i], (int)id));
        fixture_private(fixture, "bruno", "There is no finished table");
    }
    fixture_type(fixture, "bruno", "", "daily yesterday en-garde");
    fixture_private(fixture, "bruno", "is not closed yet");
    fixture_wait(fixture, HOUR);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", line_of("verify %d", (int)id));
    fixture_private(fixture, "alice", "as was told when the table opened");
    fixture_type(fixture, "bruno", "", "daily yesterday en-garde");
    fixture_private(fixture, "bruno", line_of("replay %d shows the game", (int)id));
    fixture_type(fixture, "bruno", "", line_of("replay %d", (int)id));
    fixture_private(fixture, "bruno", "En Garde, first to");
    fixture_type(fixture, "bruno", "", line_of("export %d", (int)id));
    fixture_private(fixture, "bruno", "Only who played at table");
}

/* An archived table comes back in private alone. */
static void it_never_moves_to_a_channel(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set server archive 1d");
    int64_t id = begin(fixture, "one", "alice", "goats")->id;
    fixture_wait(fixture, 30 * DAY);
    assert_null(table_of(fixture, "one", "alice"));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#b", line_of("resume %d", (int)id));
    fixture_private(fixture, "alice", "it goes on in private");
    assert_null(table_of(fixture, "one", "alice"));
}

/* -- Time -------------------------------------------------------------------------------------- */

static void midnight_comes_while_they_play(void **state)
{
    struct fixture *fixture = *state;
    fixture_wait(fixture, 11 * HOUR + 30 * MINUTE);
    begin(fixture, "one", "alice", "en-garde");
    begin(fixture, "one", "bruno", "en-garde");
    move(fixture, "one", "alice", 0);
    fixture_wait(fixture, HOUR);
    finish(fixture, "one", "alice");
    fixture_private(fixture, "alice", "Belfry daily 61");
    fixture_wait(fixture, HOUR);
    finish(fixture, "one", "bruno");
    fixture_private(fixture, "bruno", "does not count as the deal of the day 61");
    fixture_clear(fixture);
    fixture_type(fixture, "carol", "", "daily yesterday en-garde");
    fixture_private(fixture, "carol", "one person finished it");
    assert_int_equal(begin(fixture, "one", "alice", "en-garde")->daily->day, TODAY + 1);
}

static void days_in_a_row_are_counted(void **state)
{
    struct fixture *fixture = *state;
    static const char *const told[] = {"One day", "2 days", "3 days", "One day"};
    for (int day = 0; day < 4; day++) {
        fixture_clear(fixture);
        begin(fixture, "one", "alice", "en-garde");
        finish(fixture, "one", "alice");
        fixture_private(fixture, "alice", line_of("%s in a row", told[day]));
        fixture_wait(fixture, day == 2 ? 2 * DAY : DAY);
    }
}

/* -- Rankings ---------------------------------------------------------------------------------- */

static void save_result(struct fixture *fixture, const char *network, const char *name, int lead)
{
    const char *value =
        line_of("{\"table\":99,\"won\":%s,\"lead\":%d,\"scores\":[%d,5],\"course\":\"334567\","
                "\"name\":\"%s\",\"server\":\"%s\"}",
                lead > 0 ? "true" : "false", lead, lead + 5, name, network);
    char key[STORE_WORD_MAX], identity[IDENTITY_MAX];
    snprintf(identity, sizeof identity, "account:%s", name);
    daily_person(network, identity, key);
    store_value_set(fixture->store, "daily 00061 goats", key, value);
    fixture_end_turn(fixture);
}

static void the_line_says_how_one_stands(void **state)
{
    struct fixture *fixture = *state;
    save_result(fixture, "one", "alice", 4);
    fixture_type(fixture, "alice", "", "daily goats");
    fixture_private(fixture, "alice", "Belfry daily 61 · Ziegen Kriegen 9:5 ▄▄▅▆▇█ · place 1 of 1");
    for (int i = 0; i < 11; i++) {
        const char name[] = {'p', (char)('a' + i), '\0'};
        save_result(fixture, i % 2 ? "one" : "two", name, i == 0 ? 5 : -i);
    }
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "daily goats");
    fixture_private(fixture, "alice", "· top 17 %");
    fixture_type(fixture, "alice", "#a", "daily goats");
    fixture_public(fixture, "#a", "alice: Belfry daily 61 · Ziegen Kriegen 9:5 ▄▄▅▆▇█ · top 17 %");
}

static void rankings_are_of_the_server_and_of_all(void **state)
{
    struct fixture *fixture = *state;
    save_result(fixture, "one", "alice", 4);
    save_result(fixture, "two", "bruno", 6);
    save_result(fixture, "one", "carol", 4);
    save_result(fixture, "one", "dora", -2);
    fixture_type(fixture, "dora", "", "style ranked=off");
    fixture_type(fixture, "emil", "", "daily top goats");
    fixture_private(fixture, "emil",
                    "here 1 alice 9:5, 1 carol 9:5; everywhere 1 bruno 11:5, 2 alice 9:5, "
                    "2 carol 9:5.");
}

static void it_counts_for_no_rating(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "one", "alice", "en-garde");
    finish(fixture, "one", "alice");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "stats");
    fixture_private(fixture, "alice", "No finished game here yet.");
    fixture_type(fixture, "alice", "", "top");
    fixture_private(fixture, "alice", "nobody is rated here yet");
}

/* Where it is typed in a channel, people are told to play in private. */
static void a_channel_is_no_place_for_it(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "daily goats");
    fixture_private(fixture, "alice", "Play it in private: /msg belfry daily");
    assert_null(table_of(fixture, "one", "alice"));
    fixture_type(fixture, "alice", "", "daily nonsense");
    fixture_private(fixture, "alice", "nonsense");
}

/* -- Somebody without an account --------------------------------------------------------------- */

static void the_table_follows_a_new_nick(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_unknown(fixture, "dave!d@host", "", "daily goats");
    think(fixture);
    fixture_clear(fixture);
    const struct person now = {"mask:david!d@host", "david", RANK_PLAYER};
    fixture->host.listener.renamed(&fixture->host, "one", "mask:dave!d@host", &now);
    fixture_end_turn(fixture);
    fixture_type_unknown(fixture, "david!d@host", "", "hand");
    assert_true(fixture->said_count > 0);
    for (size_t i = 0; i < fixture->said_count; i++)
        assert_string_equal(fixture->said[i].identity, "mask:david!d@host");
    assert_non_null(session_at(&fixture->host.sessions, "one", "=mask:david!d@host"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(equal_play_gets_equal_answers),
        WITH_HOST(hosts_of_a_series_have_the_same_deals),
        IN_FOLDER(the_key_outlives_the_process),
        WITH_HOST(the_game_changes_from_day_to_day),
        WITH_HOST(the_reveal_is_what_was_committed_to),
        IN_FOLDER(nobody_has_a_second_try),
        WITH_HOST(forgetting_takes_the_results_along),
        IN_FOLDER(the_table_goes_on_after_a_restart),
        WITH_HOST(nobody_else_sees_anything),
        WITH_HOST(the_record_is_closed_until_the_day_after),
        WITH_HOST(it_never_moves_to_a_channel),
        WITH_HOST(midnight_comes_while_they_play),
        WITH_HOST(days_in_a_row_are_counted),
        WITH_HOST(the_line_says_how_one_stands),
        WITH_HOST(rankings_are_of_the_server_and_of_all),
        WITH_HOST(it_counts_for_no_rating),
        WITH_HOST(a_channel_is_no_place_for_it),
        WITH_HOST(the_table_follows_a_new_nick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
