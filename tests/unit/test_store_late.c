/* The store that answers late, by itself: the tests of sessions rely on what it promises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/store/late/late.h"
#include "games/shared/text.h"
#include "tests/unit/store_fixture.h"

enum { SEEDS = 50 };

static struct store *opened(const char *folder, const struct late_plan *plan)
{
    return late_open(store_opened(folder), plan);
}

static void answer_all(struct store *store)
{
    while (late_answer(store))
        ;
}

static void count_saved(void *context, enum store_end end, const char *error)
{
    int *counts = context;
    bool saved = end == STORE_SAVED;
    assert_true(saved || strstr(error, "cannot save: ") == error);
    counts[saved]++;
}

/* Looks two values up. */
struct looking_up {
    char colour[8], size[8];
    int tried, done;
};

static void look_up(void *context, struct store_inquiry *inquiry)
{
    struct looking_up *looking_up = context;
    looking_up->tried++;
    store_read_value(inquiry, "irc", "colour", looking_up->colour, sizeof looking_up->colour);
    store_read_value(inquiry, "irc", "size", looking_up->size, sizeof looking_up->size);
}

static void count_done(void *context)
{
    struct looking_up *looking_up = context;
    looking_up->done++;
}

static void work_begins_again_when_all_is_answered(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1});
    struct looking_up looking_up = {0};
    int counts[2] = {0};
    store_value_set(store, "irc", "colour", "red");
    store_commit(store, count_saved, counts);
    answer_all(store);
    store_ask(store, look_up, count_done, &looking_up);
    assert_string_equal(looking_up.colour, "");
    assert_true(late_answer(store));
    assert_int_equal(looking_up.tried, 1);
    assert_int_equal(looking_up.done, 0);
    answer_all(store);
    assert_int_equal(looking_up.tried, 2);
    assert_int_equal(looking_up.done, 1);
    assert_string_equal(looking_up.colour, "red");
    assert_string_equal(looking_up.size, "");
    store_close(store);
    assert_int_equal(looking_up.done, 1);
}

static void a_read_waits_until_it_is_answered(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1});
    char value[8];
    struct store_inquiry *inquiry = store_inquire(store);
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    assert_true(store_inquiry_waits(inquiry));
    answer_all(store);
    assert_false(store_inquiry_waits(inquiry));
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    assert_false(store_inquiry_waits(inquiry));
    assert_string_equal(store_inquiry_error(inquiry), "");
    store_inquiry_free(inquiry);
    store_close(store);
}

/* Words that run together to the same are other questions all the same. */
static void questions_differ_by_each_word(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1});
    char value[8];
    struct store_inquiry *inquiry = store_inquire(store);
    assert_false(store_read_value(inquiry, "ir", "colour", value, sizeof value));
    answer_all(store);
    assert_false(store_inquiry_waits(inquiry));
    assert_false(store_read_value(inquiry, "irc", "olour", value, sizeof value));
    assert_true(store_inquiry_waits(inquiry));
    answer_all(store);
    store_inquiry_free(inquiry);
    store_close(store);
}

/* Other commits change places, but the value that was written last stays. */
static void values_are_in_the_order_of_their_commits(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){0});
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        char value[8];
        int counts[2] = {0};
        late_follow(store, &(struct late_plan){.seed = seed});
        for (char digit = '1'; digit <= '4'; digit++) {
            store_value_set(store, "irc", "last", (char[]){digit, '\0'});
            store_commit(store, count_saved, counts);
        }
        answer_all(store);
        assert_int_equal(counts[true], 4);
        assert_true(value_of(late_behind(store), "irc", "last", value, sizeof value));
        assert_string_equal(value, "4");
    }
    store_close(store);
}

/* What forgets many values comes behind what set them and before what sets them again. */
static void forgetting_is_in_the_order_of_its_commits(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){0});
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        char value[8];
        int counts[2] = {0};
        late_follow(store, &(struct late_plan){.seed = seed});
        store_value_set(store, "irc #a", "colour", "red");
        store_commit(store, count_saved, counts);
        store_scopes_forget(store, "irc ", "colour");
        store_commit(store, count_saved, counts);
        store_value_set(store, "irc #b", "colour", "blue");
        store_commit(store, count_saved, counts);
        answer_all(store);
        assert_int_equal(counts[true], 3);
        assert_false(value_of(late_behind(store), "irc #a", "colour", value, sizeof value));
        assert_true(value_of(late_behind(store), "irc #b", "colour", value, sizeof value));
    }
    store_close(store);
}

static void a_commit_that_fails_leaves_nothing(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1, .failing_commits = 1000});
    char value[8];
    int counts[2] = {0};
    store_value_set(store, "irc", "colour", "red");
    assert_true(store_is_dirty(store));
    store_commit(store, count_saved, counts);
    assert_false(store_is_dirty(store));
    answer_all(store);
    assert_int_equal(counts[false], 1);
    assert_false(value_of(late_behind(store), "irc", "colour", value, sizeof value));
    store_close(store);
}

static void a_read_that_failed_may_be_asked_again(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1, .failing_reads = 1000});
    struct store_inquiry *inquiry = store_inquire(store);
    char value[8];
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    answer_all(store);
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    assert_non_null(strstr(store_inquiry_error(inquiry), "cannot read"));
    assert_false(store_inquiry_waits(inquiry));
    assert_false(store_read_value(inquiry, "irc", "colour", value, sizeof value));
    assert_true(store_inquiry_waits(inquiry));
    store_inquiry_free(inquiry);
    store_close(store);
}

static void closing_tells_whoever_still_waits(void **state)
{
    struct store *store = opened(*state, &(struct late_plan){.seed = 1});
    struct looking_up looking_up = {0};
    int counts[2] = {0};
    char value[8];
    struct store_inquiry *inquiry = store_inquire(store);
    store_read_value(inquiry, "irc", "colour", value, sizeof value);
    store_ask(store, look_up, count_done, &looking_up);
    store_value_set(store, "irc", "colour", "red");
    store_commit(store, count_saved, counts);
    store_close(store);
    assert_int_equal(looking_up.tried, 1);
    assert_int_equal(looking_up.done, 1);
    assert_int_equal(counts[false] + counts[true], 0);
    store_inquiry_free(inquiry);
}

static void a_plan_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        struct late_plan plan;
    } cases[] = {{"7", {7, 0, 0}},         {"7:12", {7, 12, 0}},
                 {"7:12:34", {7, 12, 34}}, {"18446744073709551615:0:9", {UINT64_MAX, 0, 9}},
                 {"", {0, 0, 0}},          {"1,2:3", {1, 0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct late_plan plan = late_plan_read(cases[i].text);
        assert_int_equal(plan.seed, cases[i].plan.seed);
        assert_int_equal(plan.failing_commits, cases[i].plan.failing_commits);
        assert_int_equal(plan.failing_reads, cases[i].plan.failing_reads);
    }
}

/* -- Everything, as the embedded store does it ------------------------------------------------- */

/* What reads hand out, as lines of text. */
static struct text told;

static bool tell_table(void *context, const struct stored_table *table)
{
    (void)context;
    text_add_format(&told, "table %lld %d %s %s %s %s %s %d %lld %s/%s\n", (long long)table->id,
                    (int)table->status, table->owner, table->game, table->options, table->setup,
                    table->further != NULL ? table->further : "-", table->seed[31],
                    (long long)table->opened, table->opener_network, table->opener_identity);
    for (size_t i = 0; i < table->seat_count; i++)
        text_add_format(&told, "seat %s/%s %s %s %d\n", table->seats[i].network,
                        table->seats[i].identity, table->seats[i].name, table->seats[i].level,
                        table->seats[i].claim != NULL ? table->seats[i].claim[0] : -1);
    for (size_t i = 0; i < table->place_count; i++)
        text_add_format(&told, "place %s %s\n", table->places[i].network, table->places[i].place);
    return true;
}

static bool tell_line(void *context, const struct stored_line *line)
{
    (void)context;
    text_add_format(&told, "%u seat %u %s %s\n", (unsigned)line->n, line->seat,
                    line->move != NULL ? line->move : line->chance,
                    line->further != NULL ? line->further : "-");
    return true;
}

static bool tell_ended(void *context, const struct stored_ended *table)
{
    (void)context;
    text_add_format(&told, "%lld %s;", (long long)table->id, table->game);
    return true;
}

static bool tell_value(void *context, const char *name, const char *value)
{
    (void)context;
    text_add_format(&told, "%s=%s;", name, value);
    return true;
}

static bool tell_scoped(void *context, const char *scope, const char *key, const char *value)
{
    text_add_format(&told, "%s ", scope);
    return tell_value(context, key, value);
}

static bool tell_change(void *context, const struct stored_change *change)
{
    (void)context;
    text_add_format(&told, "%lld %s %s %s>%s %s/%s %s;", (long long)change->at, change->scope,
                    change->setting, change->before != NULL ? change->before : "-",
                    change->after != NULL ? change->after : "-", change->network, change->identity,
                    change->name);
    return true;
}

static bool tell_rating(void *context, const struct stored_rating *rating)
{
    (void)context;
    text_add_format(&told, "%s/%s %s %lld %.1f %.1f;", rating->network, rating->identity,
                    rating->name, (long long)rating->now.games, rating->now.mean,
                    rating->now.deviation);
    return true;
}

static bool tell_own_rating(void *context, const struct stored_ranking *ranking,
                            const struct stored_rating *rating)
{
    text_add_format(&told, "%s %s %s ", ranking->server, ranking->season, ranking->game);
    return tell_rating(context, rating);
}

static bool tell_stats(void *context, const struct stored_stats *stats)
{
    (void)context;
    text_add_format(&told, "%s %lld %.1f;", stats->game, (long long)stats->games, stats->wins);
    return true;
}

static bool tell_id(void *context, int64_t table)
{
    (void)context;
    text_add_format(&told, "%lld;", (long long)table);
    return true;
}

static bool read_value(struct store_inquiry *inquiry, const char *scope, const char *key)
{
    char value[16];
    bool read = store_read_value(inquiry, scope, key, value, sizeof value);
    text_add(&told, value);
    return read;
}

static bool find_player(struct store_inquiry *inquiry, const char *server, const char *name)
{
    char network[STORE_WORD_MAX] = "", identity[STORE_WORD_MAX] = "";
    bool found = store_find_player(inquiry, server, name, network, identity);
    text_add_format(&told, "%s/%s", network, identity);
    return found;
}

enum read {
    LIVE,
    TABLE,
    ENDED,
    ARCHIVED,
    VALUE,
    VALUES,
    ALL_VALUES,
    SCOPES,
    CHANGES,
    CHANGES_BY,
    TOP,
    RATINGS_OF,
    STATS,
    PLAYER,
    TABLES_OF
};

/* Any two questions differ in one argument at least. */
static const struct question {
    enum read read;
    const char *arguments[3];
} questions[] = {{LIVE, {0}},
                 {TABLE, {"1"}},
                 {TABLE, {"2"}},
                 {TABLE, {"99"}},
                 {ENDED, {"irc", "#belfry"}},
                 {ENDED, {"irc", "42"}},
                 {ENDED, {"discord", "42"}},
                 {ARCHIVED, {"irc", "#belfry", ""}},
                 {ARCHIVED, {"irc", "", "ann"}},
                 {ARCHIVED, {"irc", "#belfry", "ann"}},
                 {ARCHIVED, {"discord", "#belfry", "ann"}},
                 {VALUE, {"a", "colour"}},
                 {VALUE, {"a", "size"}},
                 {VALUE, {"b", "colour"}},
                 {VALUES, {"a"}},
                 {VALUES, {"b"}},
                 {ALL_VALUES, {"a"}},
                 {ALL_VALUES, {""}},
                 {SCOPES, {"a", "colour"}},
                 {SCOPES, {"", "colour"}},
                 {SCOPES, {"a", "size"}},
                 {CHANGES, {"a"}},
                 {CHANGES, {"a", "b"}},
                 {CHANGES, {"b", "a"}},
                 {CHANGES_BY, {"irc", "ann"}},
                 {CHANGES_BY, {"irc", "bob"}},
                 {CHANGES_BY, {"discord", "ann"}},
                 {TOP, {"s", "goats"}},
                 {TOP, {"s", ""}},
                 {TOP, {"t", "goats"}},
                 {RATINGS_OF, {"irc", "ann"}},
                 {RATINGS_OF, {"irc", "bob"}},
                 {RATINGS_OF, {"discord", "ann"}},
                 {STATS, {"s", "irc", "ann"}},
                 {STATS, {"s", "irc", "bob"}},
                 {STATS, {"", "irc", "ann"}},
                 {STATS, {"s", "discord", "ann"}},
                 {PLAYER, {"s", "ann"}},
                 {PLAYER, {"s", "bob"}},
                 {PLAYER, {"t", "ann"}},
                 {TABLES_OF, {"irc", "ann"}},
                 {TABLES_OF, {"irc", "bob"}},
                 {TABLES_OF, {"discord", "ann"}}};

enum { QUESTIONS = sizeof questions / sizeof questions[0] };

static bool read_more(struct store_inquiry *inquiry, const struct question *question)
{
    const char *const *of = question->arguments;
    switch (question->read) {
    case CHANGES:
        return store_read_changes(inquiry, of, of[1] != NULL ? 2 : 1, NULL, tell_change);
    case CHANGES_BY:
        return store_read_changes_by(inquiry, of[0], of[1], NULL, tell_change);
    case TOP:
        return store_read_top(inquiry, of[0], "2026", of[1], NULL, tell_rating);
    case RATINGS_OF:
        return store_read_ratings_of(inquiry, of[0], of[1], NULL, tell_own_rating);
    case STATS:
        return store_read_stats(inquiry, of[0], "2026", of[1], of[2], NULL, tell_stats);
    case PLAYER:
        return find_player(inquiry, of[0], of[1]);
    default:
        return store_read_tables_of(inquiry, of[0], of[1], NULL, tell_id);
    }
}

static bool read_answer(struct store_inquiry *inquiry, const struct question *question)
{
    const struct store_reader reader = {.table = tell_table, .line = tell_line};
    const char *const *of = question->arguments;
    switch (question->read) {
    case LIVE:
        return store_read_live(inquiry, &reader);
    case TABLE:
        return store_read_table(inquiry, strtoll(of[0], NULL, 10), &reader);
    case ENDED:
        return store_read_ended(inquiry, of[0], of[1], NULL, tell_ended);
    case ARCHIVED:
        return store_read_archived(inquiry, of[0], of[1], of[2], NULL, tell_ended);
    case VALUE:
        return read_value(inquiry, of[0], of[1]);
    case VALUES:
        return store_read_values(inquiry, of[0], NULL, tell_value);
    case ALL_VALUES:
        return store_read_all_values(inquiry, of[0], NULL, tell_scoped);
    case SCOPES:
        return store_read_scopes(inquiry, of[0], of[1], NULL, tell_value);
    default:
        return read_more(inquiry, question);
    }
}

static void rate(const struct stored_result *result, struct stored_standing *standings)
{
    for (size_t i = 0; i < result->seat_count; i++) {
        standings[i].rating.now.mean = standings[i].latest.mean + 2 - result->contests[0].places[i];
        standings[i].rating.now.deviation = 1;
    }
}

static void save(struct store *store, bool late)
{
    int counts[2] = {0};
    store_commit(store, count_saved, counts);
    while (late && late_answer(store))
        ;
    assert_int_equal(counts[true], 1);
}

/* Writes of every kind. */
static void fill(struct store *store, bool late)
{
    uint8_t claim[STORE_CLAIM_BYTES] = {7};
    struct stored_table table = example_table();
    struct stored_seat seats[2] = {table.seats[0], table.seats[1]};
    seats[1].claim = claim;
    table.further = "{\"words\":[]}";
    int64_t one = store_table_add(store, &table);
    add_line(store, one, 1, "advance 3");
    store_line_add(store, &(struct stored_line){.table = one,
                                                .n = 2,
                                                .seat = GAME_SPECTATOR,
                                                .chance = "{\"deal\":1}",
                                                .further = "{\"by\":1}"});
    add_line(store, one, 3, "advance 1");
    save(store, late);
    store_lines_cut(store, one, 2);
    int64_t two = store_table_add(store, &table);
    assert_int_equal(two, one + 1);
    store_value_set(store, "a", "colour", "red");
    store_value_set(store, "a", "size", "tiny");
    store_value_set(store, "b", "colour", "blue");
    store_value_set(store, "ab", "colour", "green");
    save(store, late);
    table.id = two;
    table.seats = seats;
    table.status = TABLE_ARCHIVED;
    table.further = NULL;
    store_table_update(store, &table);
    table.id = 0;
    table.status = TABLE_FINISHED;
    table.opener_identity = "bob";
    int64_t three = store_table_add(store, &table);
    store_value_set(store, "a", "size", NULL);
    store_scopes_forget(store, "ab", "colour");
    for (int i = 0; i < 4; i++)
        store_change_add(store, &(struct stored_change){i, i % 2 ? "a" : "b", "undo",
                                                        i < 2 ? NULL : "all", i < 2 ? "all" : NULL,
                                                        "irc", i < 3 ? "ann" : "bob", "N"});
    struct stored_result result = {.table = three,
                                   .ended = 5,
                                   .game = "goats",
                                   .server = "s",
                                   .season = "2026",
                                   .seat_count = 2,
                                   .seats = {{"irc", "ann", "ann", 1, 1, true, true},
                                             {"irc", "bob", "bob", -1, 0, true, false}},
                                   .contest_count = 1,
                                   .contests = {{1, {0, 1}, {0, 1}}}};
    store_result_add(store, &result, rate);
    result.table = two;
    result.server = "t";
    store_result_add(store, &result, NULL);
    save(store, late);
    store_person_forget(store, "irc", "bob", "gone");
    save(store, late);
}

struct answer {
    bool read;
    char text[2048];
};

static void take_answers(struct store_inquiry *inquiry, struct answer answers[QUESTIONS])
{
    for (size_t i = 0; i < QUESTIONS; i++) {
        told = TEXT_IN(answers[i].text);
        answers[i].read = read_answer(inquiry, &questions[i]);
        assert_false(told.truncated);
    }
}

static void it_writes_and_reads_what_the_embedded_store_does(void **state)
{
    static struct answer expected[QUESTIONS], found[QUESTIONS];
    struct store *plain = store_opened(":memory:");
    fill(plain, false);
    struct store_inquiry *inquiry = store_inquire(plain);
    take_answers(inquiry, expected);
    store_inquiry_free(inquiry);
    store_close(plain);

    struct store *store = opened(*state, &(struct late_plan){.seed = 3});
    fill(store, true);
    inquiry = store_inquire(store);
    take_answers(inquiry, found);
    unsigned answered = 0;
    while (late_answer(store))
        answered++;
    assert_int_equal(answered, QUESTIONS);
    for (size_t i = 0; i < QUESTIONS; i++)
        assert_false(found[i].read);
    take_answers(inquiry, found);
    assert_false(store_inquiry_waits(inquiry));
    unsigned read = 0;
    for (size_t i = 0; i < QUESTIONS; i++) {
        assert_int_equal(found[i].read, expected[i].read);
        assert_string_equal(found[i].text, expected[i].text);
        read += found[i].read;
    }
    assert_int_equal(read, QUESTIONS - 3); /* no table 99, no size, nobody called bob */
    store_inquiry_free(inquiry);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_is_read),
        IN_FOLDER(work_begins_again_when_all_is_answered),
        IN_FOLDER(a_read_waits_until_it_is_answered),
        IN_FOLDER(questions_differ_by_each_word),
        IN_FOLDER(it_writes_and_reads_what_the_embedded_store_does),
        IN_FOLDER(values_are_in_the_order_of_their_commits),
        IN_FOLDER(forgetting_is_in_the_order_of_its_commits),
        IN_FOLDER(a_commit_that_fails_leaves_nothing),
        IN_FOLDER(a_read_that_failed_may_be_asked_again),
        IN_FOLDER(closing_tells_whoever_still_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
