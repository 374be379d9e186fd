/* What the store keeps beside tables: results, ratings, changes of settings, values by scope, lists
 * of tables, and how a person is removed from all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "tests/unit/store_fixture.h"

static char told_buffer[32 * 1024];
static struct text told;
static unsigned rows_wanted; /* callbacks stop after this many; 0: never */

static bool goes_on(void)
{
    return rows_wanted == 0 || --rows_wanted > 0;
}

static struct store_inquiry *ask(struct store *store)
{
    told = TEXT_IN(told_buffer);
    return store_inquire(store);
}

static void assert_told(struct store_inquiry *inquiry, bool read, const char *expected)
{
    assert_true(read);
    assert_string_equal(store_inquiry_error(inquiry), "");
    assert_string_equal(told_buffer, expected);
    store_inquiry_free(inquiry);
    rows_wanted = 0;
}

/* -- Results and ratings ----------------------------------------------------------------------- */

static bool tell_rating(void *context, const struct stored_rating *rating)
{
    (void)context;
    text_add_format(&told, "%s/%s %s %lld %.1f %.1f\n", rating->network, rating->identity,
                    rating->name, (long long)rating->now.games, rating->now.mean,
                    rating->now.deviation);
    return goes_on();
}

static bool tell_own_rating(void *context, const struct stored_ranking *ranking,
                            const struct stored_rating *rating)
{
    text_add_format(&told, "%s%s %s: ", ranking->server, ranking->season, ranking->game);
    return tell_rating(context, rating);
}

static bool tell_stats(void *context, const struct stored_stats *stats)
{
    (void)context;
    text_add_format(&told, "%s %lld %.2f %.2f %lld %lld rated %lld %.1f %.1f\n", stats->game,
                    (long long)stats->games, stats->wins, stats->mean_score,
                    (long long)stats->best_score, (long long)stats->last,
                    (long long)stats->rating.games, stats->rating.mean, stats->rating.deviation);
    return goes_on();
}

/* Tells what is known of each; the best gets the highest mean. */
static void rate(const struct stored_result *result, struct stored_standing *standings)
{
    for (size_t i = 0; i < result->seat_count; i++) {
        struct stored_rating *rating = &standings[i].rating;
        rating->before = rating->now;
        rating->now.mean = standings[i].latest.mean + 10 * (3 - result->contests[0].places[i]);
        rating->now.deviation = 1.0 + (double)standings[i].latest.games;
        rating->now.last = result->ended;
    }
}

static struct stored_result example_result(int64_t table)
{
    return (struct stored_result){.table = table,
                                  .ended = 1700000000 + table,
                                  .game = "goats",
                                  .server = "irc",
                                  .season = "",
                                  .seat_count = 4,
                                  .seats = {{"irc", "ann", "Ann", 7, 0.5, true, false},
                                            {"", "", "Bot 1", 9, 0.25, false, false},
                                            {"irc", "bob", "Bob", -2, 0, true, false},
                                            {"other", "ann", "Anna", 7, 0.5, true, false}},
                                  .contest_count = 1,
                                  .contests = {{1, {0, 1, 2, 3}, {1, 0, 2, 0}}}};
}

/* Adds tables that are over, from number 1. */
static struct store *store_with_tables(const char *folder, int64_t count)
{
    struct store *store = store_opened(folder);
    struct stored_table table = example_table();
    table.status = TABLE_FINISHED;
    for (int64_t i = 1; i <= count; i++)
        assert_int_equal(store_table_add(store, &table), i);
    must_commit(store);
    return store;
}

static void ratings_grow_by_game_and_server(void **state)
{
    struct store *store = store_with_tables(*state, 4);
    struct stored_result result = example_result(1);
    store_result_add(store, &result, rate);
    must_commit(store);
    struct store_inquiry *inquiry = ask(store);
    static const char *const first = "other/ann Anna 1 30.0 1.0\n"
                                     "irc/ann Ann 1 20.0 1.0\n"
                                     "irc/bob Bob 1 10.0 1.0\n";
    assert_told(inquiry, store_read_top(inquiry, "irc", "", "goats", NULL, tell_rating), first);
    inquiry = ask(store);
    assert_told(inquiry, store_read_top(inquiry, "irc", "", "", NULL, tell_rating), first);

    result.table = 2;
    result.game = "njet";
    result.seats[0].name = "Annie";
    store_result_add(store, &result, rate);
    result.table = 3;
    result.server = "else";
    store_result_add(store, &result, rate);
    result.table = 4;
    store_result_add(store, &result, NULL);
    must_commit(store);
    inquiry = ask(store);
    assert_told(inquiry, store_read_top(inquiry, "irc", "", "", NULL, tell_rating),
                "other/ann Anna 2 60.0 2.0\n"
                "irc/ann Annie 2 40.0 2.0\n"
                "irc/bob Bob 2 20.0 2.0\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_top(inquiry, "irc", "", "goats", NULL, tell_rating), first);
    inquiry = ask(store);
    assert_told(inquiry, store_read_ratings_of(inquiry, "irc", "ann", NULL, tell_own_rating),
                "else : irc/ann Annie 1 20.0 1.0\n"
                "else njet: irc/ann Annie 1 20.0 1.0\n"
                "irc : irc/ann Annie 2 40.0 2.0\n"
                "irc goats: irc/ann Ann 1 20.0 1.0\n"
                "irc njet: irc/ann Annie 1 20.0 1.0\n");
    rows_wanted = 2;
    inquiry = ask(store);
    assert_told(inquiry, store_read_top(inquiry, "irc", "", "goats", NULL, tell_rating),
                "other/ann Anna 1 30.0 1.0\n"
                "irc/ann Ann 1 20.0 1.0\n");
    rows_wanted = 1;
    inquiry = ask(store);
    assert_told(inquiry, store_read_ratings_of(inquiry, "irc", "ann", NULL, tell_own_rating),
                "else : irc/ann Annie 1 20.0 1.0\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_top(inquiry, "nowhere", "", "goats", NULL, tell_rating), "");
    store_close(store);
}

static void statistics_add_up_by_game(void **state)
{
    struct store *store = store_with_tables(*state, 4);
    struct stored_result result = example_result(1);
    store_result_add(store, &result, rate);
    result = example_result(2);
    result.seats[0].score = 10;
    result.seats[0].share = 1;
    store_result_add(store, &result, NULL);
    result = example_result(3);
    result.server = "else";
    result.seats[0].score = -30;
    store_result_add(store, &result, NULL);
    result = example_result(4);
    result.game = "njet";
    store_result_add(store, &result, NULL);
    must_commit(store);
    struct store_inquiry *inquiry = ask(store);
    assert_told(inquiry, store_read_stats(inquiry, "irc", "", "irc", "ann", NULL, tell_stats),
                "goats 2 1.50 8.50 10 1700000002 rated 1 20.0 1.0\n"
                "njet 1 0.50 7.00 7 1700000004 rated 0 0.0 0.0\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_stats(inquiry, "", "", "irc", "ann", NULL, tell_stats),
                "goats 3 2.00 -4.33 10 1700000003 rated 0 0.0 0.0\n"
                "njet 1 0.50 7.00 7 1700000004 rated 0 0.0 0.0\n");
    rows_wanted = 1;
    inquiry = ask(store);
    assert_told(inquiry, store_read_stats(inquiry, "else", "", "irc", "bob", NULL, tell_stats),
                "goats 1 0.00 -2.00 -2 1700000003 rated 0 0.0 0.0\n");
    store_close(store);
}

static void a_player_is_found_by_their_last_name(void **state)
{
    struct store *store = store_with_tables(*state, 3);
    struct stored_result result = example_result(1);
    store_result_add(store, &result, NULL);
    result = example_result(2);
    result.seats[2].name = "ann";
    store_result_add(store, &result, NULL);
    result = example_result(3);
    result.server = "else";
    store_result_add(store, &result, NULL);
    must_commit(store);
    char network[STORE_WORD_MAX], identity[STORE_WORD_MAX];
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_find_player(inquiry, "irc", "ANNA", network, identity));
    assert_string_equal(network, "other");
    assert_string_equal(identity, "ann");
    assert_true(store_find_player(inquiry, "irc", "Bob", network, identity));
    assert_string_equal(network, "irc");
    assert_string_equal(identity, "bob");
    assert_true(store_find_player(inquiry, "else", "bob", network, identity));
    assert_false(store_find_player(inquiry, "irc", "Bot 1", network, identity));
    assert_false(store_find_player(inquiry, "irc", "carol", network, identity));
    assert_false(store_find_player(inquiry, "nowhere", "Bob", network, identity));
    assert_string_equal(store_inquiry_error(inquiry), "");
    store_inquiry_free(inquiry);
    store_close(store);
}

static void a_result_of_no_table_fails(void **state)
{
    struct store *store = store_with_tables(*state, 2);
    struct stored_result result = example_result(7);
    store_result_add(store, &result, rate);
    assert_commit_fails(store, on_server() ? "foreign key" : "cannot save: table 7: FOREIGN KEY");
    result = example_result(1);
    store_result_add(store, &result, rate);
    must_commit(store);
    store_result_add(store, &result, rate);
    assert_commit_fails(store, on_server() ? "unique" : "cannot save: table 1: UNIQUE");
    struct store_inquiry *inquiry = ask(store);
    rows_wanted = 1;
    assert_told(inquiry, store_read_top(inquiry, "irc", "", "goats", NULL, tell_rating),
                "other/ann Anna 1 30.0 1.0\n");
    store_close(store);
}

/* -- Lists of tables --------------------------------------------------------------------------- */

static bool tell_table(void *context, int64_t table)
{
    (void)context;
    text_add_format(&told, "%lld;", (long long)table);
    return goes_on();
}

static bool tell_ended(void *context, const struct stored_ended *table)
{
    (void)context;
    text_add_format(&told, "%lld %s %d %lld;", (long long)table->id, table->game,
                    (int)table->status, (long long)table->opened);
    return goes_on();
}

static void tables_are_listed_by_person_and_place(void **state)
{
    struct store *store = store_opened(*state);
    static const struct stored_seat bob = {"irc", "bob", "Bob", "", NULL};
    static const struct stored_place elsewhere = {"irc", "#elsewhere"};
    for (int status = TABLE_LOBBY; status <= TABLE_ARCHIVED; status++) {
        struct stored_table table = example_table();
        table.status = (enum table_status)status;
        table.opened += status;
        store_table_add(store, &table);
        table.seats = &bob;
        table.seat_count = 1;
        table.places = &elsewhere;
        table.place_count = 1;
        table.opener_identity = "bob";
        store_table_add(store, &table);
        table.seat_count = 0;
        table.opener_identity = "ann";
        store_table_add(store, &table);
    }
    must_commit(store);
    struct store_inquiry *inquiry = ask(store);
    assert_told(inquiry, store_read_tables_of(inquiry, "irc", "ann", NULL, tell_table),
                "15;13;12;10;9;7;6;4;3;1;");
    inquiry = ask(store);
    rows_wanted = 3;
    assert_told(inquiry, store_read_tables_of(inquiry, "irc", "bob", NULL, tell_table), "14;11;8;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_tables_of(inquiry, "discord", "ann", NULL, tell_table), "");
    inquiry = ask(store);
    assert_told(inquiry, store_read_ended(inquiry, "irc", "#belfry", NULL, tell_ended),
                "10 en-garde 3 1700000003;7 en-garde 2 1700000002;");
    inquiry = ask(store);
    rows_wanted = 1;
    assert_told(inquiry, store_read_ended(inquiry, "irc", "#elsewhere", NULL, tell_ended),
                "12 en-garde 3 1700000003;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_archived(inquiry, "irc", "#elsewhere", "ann", NULL, tell_ended),
                "15 en-garde 4 1700000004;14 en-garde 4 1700000004;13 en-garde 4 1700000004;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_archived(inquiry, "irc", "", "bob", NULL, tell_ended),
                "14 en-garde 4 1700000004;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_archived(inquiry, "discord", "42", "", NULL, tell_ended),
                "13 en-garde 4 1700000004;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_archived(inquiry, "", "", "", NULL, tell_ended), "");
    store_close(store);
}

/* -- Changes and values ------------------------------------------------------------------------ */

static bool tell_change(void *context, const struct stored_change *change)
{
    (void)context;
    text_add_format(&told, "%lld %s %s %s>%s %s/%s %s\n", (long long)change->at, change->scope,
                    change->setting, change->before != NULL ? change->before : "-",
                    change->after != NULL ? change->after : "-", change->network, change->identity,
                    change->name);
    return goes_on();
}

static void add_change(struct store *store, int64_t at, const char *scope, const char *after)
{
    const struct stored_change change = {.at = at,
                                         .scope = scope,
                                         .setting = "undo",
                                         .before = after != NULL ? NULL : "all",
                                         .after = after,
                                         .network = "irc",
                                         .identity = at % 2 == 0 ? "ann" : "bob",
                                         .name = at % 2 == 0 ? "Ann" : "Bob"};
    store_change_add(store, &change);
}

static void changes_are_listed_latest_first(void **state)
{
    struct store *store = store_opened(*state);
    static const char *const scopes[] = {"a", "c", "d", "e"};
    add_change(store, 1, "a", "all");
    add_change(store, 2, "b", "all");
    add_change(store, 3, "c", NULL);
    add_change(store, 4, "d", "never");
    must_commit(store);
    struct store_inquiry *inquiry = ask(store);
    assert_told(inquiry, store_read_changes(inquiry, scopes, 3, NULL, tell_change),
                "4 d undo ->never irc/ann Ann\n"
                "3 c undo all>- irc/bob Bob\n"
                "1 a undo ->all irc/bob Bob\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_changes(inquiry, scopes, 1, NULL, tell_change),
                "1 a undo ->all irc/bob Bob\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_changes_by(inquiry, "irc", "ann", NULL, tell_change),
                "4 d undo ->never irc/ann Ann\n"
                "2 b undo ->all irc/ann Ann\n");
    inquiry = ask(store);
    rows_wanted = 1;
    assert_told(inquiry, store_read_changes_by(inquiry, "irc", "bob", NULL, tell_change),
                "3 c undo all>- irc/bob Bob\n");
    inquiry = ask(store);
    assert_false(store_read_changes(inquiry, scopes, 4, NULL, tell_change));
    assert_string_equal(store_inquiry_error(inquiry), "cannot read: too many scopes are asked for");
    store_inquiry_free(inquiry);
    store_close(store);
}

static bool count_change(void *context, const struct stored_change *change)
{
    int64_t *counts = context; /* how many, latest, oldest */
    counts[1] = counts[0]++ == 0 ? change->at : counts[1];
    counts[2] = change->at;
    return true;
}

static void the_record_of_changes_has_an_end(void **state)
{
    struct store *store = store_opened(*state);
    static const char *const scopes[] = {"a", "b"};
    int64_t counts[3] = {0};
    for (int64_t at = 1; at <= STORE_CHANGES_MAX + 5; at++)
        add_change(store, at, "a", "all");
    add_change(store, 9999, "b", "all");
    must_commit(store);
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_read_changes(inquiry, scopes, 1, counts, count_change));
    assert_int_equal(counts[0], STORE_CHANGES_MAX);
    assert_int_equal(counts[1], STORE_CHANGES_MAX + 5);
    assert_int_equal(counts[2], 6);
    counts[0] = 0;
    assert_true(store_read_changes(inquiry, scopes, 2, counts, count_change));
    assert_int_equal(counts[0], STORE_CHANGES_MAX + 1);
    store_inquiry_free(inquiry);
    store_close(store);
}

static void a_change_that_does_not_fit_fails(void **state)
{
    struct store *store = store_opened(*state);
    static char word[STORE_WORD_MAX + 1], record[STORE_RECORD_MAX + 1];
    memset(word, 'a', sizeof word - 1);
    memset(record, 'a', sizeof record - 1);
    const struct stored_change cases[] = {
        {1, word, "s", NULL, NULL, "n", "i", "m"},  {1, "a", word, NULL, NULL, "n", "i", "m"},
        {1, "a", "s", NULL, NULL, word, "i", "m"},  {1, "a", "s", NULL, NULL, "n", word, "m"},
        {1, "a", "s", NULL, NULL, "n", "i", word},  {1, "a", "s", record, NULL, "n", "i", "m"},
        {1, "a", "s", NULL, record, "n", "i", "m"}, {1, NULL, "s", NULL, NULL, "n", "i", "m"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        store_change_add(store, &cases[i]);
        assert_commit_fails(store, "cannot save: a field of a change is missing or too long");
    }
    word[STORE_WORD_MAX - 1] = '\0'; /* the longest that fits */
    record[STORE_RECORD_MAX - 1] = '\0';
    store_change_add(store,
                     &(struct stored_change){1, word, word, record, record, word, word, word});
    must_commit(store);
    store_close(store);
}

static bool tell_value(void *context, const char *name, const char *value)
{
    (void)context;
    text_add_format(&told, "%s=%s;", name, value);
    return goes_on();
}

static bool tell_scoped(void *context, const char *scope, const char *key, const char *value)
{
    text_add_format(&told, "%s ", scope);
    return tell_value(context, key, value);
}

static void values_are_read_and_forgotten_by_scope(void **state)
{
    struct store *store = store_opened(*state);
    static const char *const scopes[] = {"irc/#b", "irc/#a", "irc", "ircx/#a", "discord/42"};
    for (size_t i = 0; i < 5; i++) {
        store_value_set(store, scopes[i], "undo", scopes[i]);
        store_value_set(store, scopes[i], "size", "tiny");
    }
    must_commit(store);
    struct store_inquiry *inquiry = ask(store);
    assert_told(inquiry, store_read_scopes(inquiry, "irc/", "undo", NULL, tell_value),
                "irc/#a=irc/#a;irc/#b=irc/#b;");
    inquiry = ask(store);
    rows_wanted = 1;
    assert_told(inquiry, store_read_scopes(inquiry, "irc/", "undo", NULL, tell_value),
                "irc/#a=irc/#a;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_all_values(inquiry, "irc/#", NULL, tell_scoped),
                "irc/#a size=tiny;irc/#a undo=irc/#a;irc/#b size=tiny;irc/#b undo=irc/#b;");
    inquiry = ask(store);
    rows_wanted = 2;
    assert_told(inquiry, store_read_all_values(inquiry, "", NULL, tell_scoped),
                "discord/42 size=tiny;discord/42 undo=discord/42;");
    store_scopes_forget(store, "irc/", "undo");
    must_commit(store);
    inquiry = ask(store);
    assert_told(inquiry, store_read_all_values(inquiry, "irc", NULL, tell_scoped),
                "irc size=tiny;irc undo=irc;irc/#a size=tiny;irc/#b size=tiny;"
                "ircx/#a size=tiny;ircx/#a undo=ircx/#a;");
    store_close(store);
}

/* -- A person is forgotten --------------------------------------------------------------------- */

static void who_is_forgotten_is_nowhere(void **state)
{
    struct store *store = store_opened(*state);
    uint8_t claim[STORE_CLAIM_BYTES] = {0xAB};
    const struct stored_seat seats[] = {{"irc", "ann", "Ann", "", claim},
                                        {"irc", "bob", "Bob", "", claim},
                                        {"discord", "ann", "Ann", "", claim}};
    for (int status = TABLE_LOBBY; status <= TABLE_ARCHIVED; status++) {
        struct stored_table table = example_table();
        table.status = (enum table_status)status;
        table.further = "{\"words\":[]}";
        table.seats = seats;
        table.seat_count = 3;
        add_line(store, store_table_add(store, &table), 1, "advance 3");
    }
    struct stored_table other = example_table();
    other.status = TABLE_ABORTED;
    other.seats = &seats[1];
    other.seat_count = 1;
    store_table_add(store, &other);
    other.opener_identity = "bob";
    store_table_add(store, &other);
    struct stored_result result = example_result(3);
    store_result_add(store, &result, rate);
    add_change(store, 1, "a", "all");
    add_change(store, 2, "a", "all");
    must_commit(store);
    char *live = memory_copy(reading(store)), *untouched = memory_copy(reading_of(store, 7));
    store_person_forget(store, "irc", "ann", "…");
    must_commit(store);
    store_close(store);

    store = store_opened(*state);
    assert_string_equal(reading(store), live);
    assert_string_equal(reading_of(store, 7), untouched);
    for (int64_t table = 3; table <= 5; table++) {
        const char *read = reading_of(store, table);
        assert_non_null(strstr(read, "options={\"rules\":\"full\"} setup={\"first\":1}"
                                     " further={\"words\":[]} seed=0102..1f20 opened=1700000000"
                                     " by=/\n"
                                     "seat   … \"\" no claim\n"
                                     "seat irc bob Bob \"\" claim ab00\n"
                                     "seat discord ann Ann \"\" claim ab00\n"
                                     "place irc #belfry\n"
                                     "place discord 42\n"
                                     "1 seat 0 advance 3\n"));
    }
    assert_non_null(strstr(reading_of(store, 6), " by=/\nseat irc bob Bob"));
    struct store_inquiry *inquiry = ask(store);
    assert_told(inquiry, store_read_tables_of(inquiry, "irc", "ann", NULL, tell_table), "2;1;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_stats(inquiry, "", "", "irc", "ann", NULL, tell_stats), "");
    inquiry = ask(store);
    assert_told(inquiry, store_read_stats(inquiry, "", "", "irc", "bob", NULL, tell_stats),
                "goats 1 0.00 -2.00 -2 1700000003 rated 0 0.0 0.0\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_top(inquiry, "irc", "", "", NULL, tell_rating),
                "other/ann Anna 1 30.0 1.0\n"
                "irc/bob Bob 1 10.0 1.0\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_changes_by(inquiry, "irc", "ann", NULL, tell_change), "");
    static const char *const scopes[] = {"a"};
    inquiry = ask(store);
    assert_told(inquiry, store_read_changes(inquiry, scopes, 1, NULL, tell_change),
                "2 a undo ->all / \n"
                "1 a undo ->all irc/bob Bob\n");
    store_close(store);
    free(live);
    free(untouched);
}

static void any_number_of_tables_forgets(void **state)
{
    enum { COUNT = 150 };
    struct store *store = store_with_tables(*state, COUNT);
    store_person_forget(store, "irc", "ann", "…");
    must_commit(store);
    struct store_inquiry *inquiry = ask(store);
    assert_told(inquiry, store_read_tables_of(inquiry, "irc", "ann", NULL, tell_table), "");
    for (int64_t table = 1; table <= COUNT; table++)
        assert_non_null(strstr(reading_of(store, table), "seat   … "));
    store_close(store);
}

static void a_table_that_cannot_be_read_is_kept_with_its_person(void **state)
{
    struct store *store = store_with_tables(*state, 2);
    struct stored_result result = example_result(1);
    store_result_add(store, &result, rate);
    must_commit(store);
    store_close(store);
    tamper(*state, "UPDATE tables SET game = 'chess' WHERE id = 2");
    store = store_opened(*state);
    assert_non_null(
        strstr(reading_of(store, 2), "damaged 2 line 0: the header's checksum differs"));
    store_person_forget(store, "irc", "ann", "…");
    must_commit(store);
    assert_non_null(strstr(reading_of(store, 1), "seat   … "));
    assert_non_null(
        strstr(reading_of(store, 2), "damaged 2 line 0: the header's checksum differs"));
    struct store_inquiry *inquiry = ask(store);
    assert_told(inquiry, store_read_tables_of(inquiry, "irc", "ann", NULL, tell_table), "2;");
    store_close(store);
}

/* -- Damaged rows ------------------------------------------------------------------------------ */

/* They are left out, and the operator is told of those that somebody misses. */
static void damaged_rows_are_passed_over(void **state)
{
    NEEDS_FILE(); /* a column of a server holds only what has its type */
    struct store *store = store_with_tables(*state, 3);
    for (int64_t table = 1; table <= 3; table++) {
        struct stored_result result = example_result(table);
        result.game = table == 1 ? "goats" : table == 2 ? "njet" : "pillars";
        store_result_add(store, &result, rate);
        add_change(store, table, "a", "all");
    }
    store_value_set(store, "irc", "a", "1");
    store_value_set(store, "irc", "b", "2");
    store_value_set(store, "irc", "c", "3");
    must_commit(store);
    store_close(store);
    tamper(*state, "UPDATE ratings SET name = x'00' WHERE identity = 'ann' AND network = 'other';"
                   "UPDATE ratings SET game = x'00' WHERE game = 'njet';"
                   "UPDATE results SET game = x'00' WHERE table_id = 2;"
                   "UPDATE tables SET game = x'00' WHERE id = 2;"
                   "UPDATE result_seats SET identity = x'01' WHERE name = 'Bob';"
                   "UPDATE changes SET at = 'noon' WHERE id = 2;"
                   "UPDATE settings SET value = x'00' WHERE name = 'b'");
    char *logged = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&logged, &length);
    log_to(stream, LOG_LEVEL_WARNING);
    store = store_opened(*state);
    static const char *const scopes[] = {"a"};
    char network[STORE_WORD_MAX], identity[STORE_WORD_MAX];
    struct store_inquiry *inquiry = ask(store);
    assert_told(inquiry, store_read_top(inquiry, "irc", "", "goats", NULL, tell_rating),
                "irc/ann Ann 1 20.0 1.0\n"
                "irc/bob Bob 1 10.0 1.0\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_ratings_of(inquiry, "irc", "ann", NULL, tell_own_rating),
                "irc : irc/ann Ann 3 60.0 3.0\n"
                "irc goats: irc/ann Ann 1 20.0 1.0\n"
                "irc pillars: irc/ann Ann 1 20.0 1.0\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_stats(inquiry, "", "", "irc", "ann", NULL, tell_stats),
                "goats 1 0.50 7.00 7 1700000001 rated 0 0.0 0.0\n"
                "pillars 1 0.50 7.00 7 1700000003 rated 0 0.0 0.0\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_ended(inquiry, "irc", "#belfry", NULL, tell_ended),
                "3 en-garde 2 1700000000;1 en-garde 2 1700000000;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_changes(inquiry, scopes, 1, NULL, tell_change),
                "3 a undo ->all irc/bob Bob\n"
                "1 a undo ->all irc/bob Bob\n");
    inquiry = ask(store);
    assert_told(inquiry, store_read_values(inquiry, "irc", NULL, tell_value), "a=1;c=3;");
    inquiry = ask(store);
    assert_told(inquiry, store_read_all_values(inquiry, "irc", NULL, tell_scoped),
                "irc a=1;irc c=3;");
    assert_false(value_of(store, "irc", "b", network, sizeof network));
    inquiry = ask(store);
    assert_false(store_find_player(inquiry, "irc", "Bob", network, identity));
    store_inquiry_free(inquiry);
    store_close(store);
    log_to(NULL, LOG_LEVEL_INFO);
    fclose(stream);
    assert_non_null(strstr(logged, "event=store.damaged_value reason=\"a rating is none\"\n"));
    assert_non_null(
        strstr(logged, "event=store.damaged_value reason=\"a change of a setting is none\"\n"));
    assert_non_null(strstr(logged, "event=store.damaged_value scope=irc key=b reason="
                                   "\"it is no text\" kept=\"as it is, not used\"\n"));
    free(logged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(ratings_grow_by_game_and_server),
        IN_FOLDER(statistics_add_up_by_game),
        IN_FOLDER(a_player_is_found_by_their_last_name),
        IN_FOLDER(a_result_of_no_table_fails),
        IN_FOLDER(tables_are_listed_by_person_and_place),
        IN_FOLDER(changes_are_listed_latest_first),
        IN_FOLDER(the_record_of_changes_has_an_end),
        IN_FOLDER(a_change_that_does_not_fit_fails),
        IN_FOLDER(values_are_read_and_forgotten_by_scope),
        IN_FOLDER(who_is_forgotten_is_nowhere),
        IN_FOLDER(any_number_of_tables_forgets),
        IN_FOLDER(a_table_that_cannot_be_read_is_kept_with_its_person),
        IN_FOLDER(damaged_rows_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
