/* Live tables by where they are, for a process that holds only some of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/store_fixture.h"

static bool tell_site(void *context, const struct stored_site *site)
{
    text_add_format(context, "%lld %s %s;", (long long)site->table, site->network, site->place);
    return true;
}

static bool tell_number(void *context, int64_t table)
{
    text_add_format(context, "%lld;", (long long)table);
    return true;
}

/* Table 1 is the example, table 2 bob's in another place, table 3 over, table 4 opened by ann. */
static struct store *store_with_four(const char *folder)
{
    struct store *store = store_with_lines(folder, 2);
    struct stored_table table = example_table();
    const struct stored_seat bob = {
        .network = "irc", .identity = "bob", .name = "Bob", .level = ""};
    const struct stored_place elsewhere = {"irc", "#chess"};
    table.status = TABLE_FINISHED;
    for (int i = 0; i < 3; i++) {
        struct stored_table next = table;
        if (i != 1) {
            next.status = TABLE_LOBBY;
            next.seats = &bob;
            next.seat_count = 1;
            next.places = &elsewhere;
            next.place_count = 1;
        }
        if (i == 0)
            next.opener_identity = "bob";
        assert_int_equal(store_table_add(store, &next), i + 2);
    }
    add_line(store, 3, 1, "advance 1");
    must_commit(store);
    return store;
}

static void sites_of_live_tables_are_read(void **state)
{
    char buffer[512];
    struct text told = TEXT_IN(buffer);
    struct store *store = store_with_four(*state);
    struct store_inquiry *inquiry = store_inquire(store);
    const int64_t tables[] = {1, 2, 3, 99};
    assert_true(store_read_sites_on(inquiry, "irc", &told, tell_site));
    assert_string_equal(buffer, "1 irc ;1 irc #belfry;2 irc ;2 irc #chess;4 irc ;4 irc #chess;");
    text_clear(&told);
    assert_true(store_read_sites_on(inquiry, "discord", &told, tell_site));
    assert_string_equal(buffer, "1 discord 42;");
    text_clear(&told);
    assert_true(store_read_sites_of(inquiry, tables, 4, &told, tell_site));
    assert_string_equal(buffer, "1 discord 42;1 irc ;1 irc #belfry;2 irc ;2 irc #chess;");
    text_clear(&told);
    assert_true(store_read_sites_of(inquiry, tables, 0, &told, tell_site));
    assert_string_equal(buffer, "");
    store_inquiry_free(inquiry);
    store_close(store);
}

static void live_tables_are_found_by_place_and_person(void **state)
{
    const struct {
        const char *place, *identity, *tables;
    } cases[] = {{"#belfry", "", "1;"}, {"#chess", "", "2;4;"},      {"", "bob", "2;4;"},
                 {"", "ann", "1;4;"},   {"#chess", "ann", "1;2;4;"}, {"", "", ""}};
    struct store *store = store_with_four(*state);
    struct store_inquiry *inquiry = store_inquire(store);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[64];
        struct text told = TEXT_IN(buffer);
        assert_true(store_read_live_at(inquiry, "irc", cases[i].place, cases[i].identity, &told,
                                       tell_number));
        assert_string_equal(buffer, cases[i].tables);
    }
    store_inquiry_free(inquiry);
    store_close(store);
}

static bool note_table(void *context, const struct stored_table *table)
{
    text_add_format(context, "%lld:", (long long)table->id);
    return true;
}

static bool note_line(void *context, const struct stored_line *line)
{
    text_add_format(context, " %s", line->move);
    return true;
}

static void note_done(void *context, int64_t table)
{
    text_add_format(context, " %lld;", (long long)table);
}

/* Each with its own lines, also those that are over; what does not exist is left out. */
static void some_tables_are_read_at_once(void **state)
{
    char buffer[256];
    struct text told = TEXT_IN(buffer);
    struct store *store = store_with_four(*state);
    struct store_inquiry *inquiry = store_inquire(store);
    const struct store_reader reader = {
        .context = &told, .table = note_table, .line = note_line, .done = note_done};
    const int64_t tables[] = {3, 99, 1, 2};
    assert_true(store_read_some(inquiry, tables, 4, &reader));
    assert_string_equal(buffer, "1: advance 3 advance 3 1;2: 2;3: advance 1 3;");
    store_inquiry_free(inquiry);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(sites_of_live_tables_are_read),
        IN_FOLDER(live_tables_are_found_by_place_and_person),
        IN_FOLDER(some_tables_are_read_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
