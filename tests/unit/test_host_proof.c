/* The setting `proof`: what people without an account must show for a seat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define AL "al!u@h"

/* al, without an account, and bruno, who has one, play. Writes al's code. */
static void begin(struct fixture *fixture, char code[9])
{
    fixture_type_unknown(fixture, AL, "#a", "new en-garde");
    struct text text = text_in(code, 9);
    text_add_bytes(&text, strstr(fixture_private(fixture, AL, "claim "), "claim ") + 6, 8);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type_unknown(fixture, AL, "#a", "start");
    fixture_clear(fixture);
}

static void comes_back(struct fixture *fixture)
{
    const struct person al = {"mask:" AL, "al", RANK_PLAYER};
    fixture->host.listener.joined(&fixture->host, "one", "#a", &al, false);
    fixture_end_turn(fixture);
}

static void assert_gets_nothing(struct fixture *fixture)
{
    comes_back(fixture);
    fixture_type_unknown(fixture, AL, "", "hand");
    fixture_type_unknown(fixture, AL, "#a", "hand");
    fixture_type_unknown(fixture, AL, "#a", "join");
    fixture_type_unknown(fixture, AL, "#a", "p advance 1");
    assert_int_equal(fixture_count_private(fixture, AL, "Your hand"), 0);
    assert_true(fixture_count_private(fixture, AL, "this seat waits for its code") >= 2);
    fixture_clear(fixture);
}

static void assert_code_works(struct fixture *fixture, const char *code)
{
    fixture_type_unknown(fixture, AL, "", line_of("claim #a %s", code));
    fixture_private(fixture, AL, "Your hand: ");
}

static void goes(struct fixture *fixture, const char *place, enum leave_reason reason)
{
    fixture->host.listener.left(&fixture->host, "one", place, "mask:" AL, reason);
    fixture_end_turn(fixture);
    fixture_clear(fixture);
}

static void a_mask_is_enough_by_default(void **state)
{
    struct fixture *fixture = *state;
    char code[9];
    begin(fixture, code);
    goes(fixture, "", LEFT_NETWORK);
    comes_back(fixture);
    fixture_private(fixture, AL, "Your hand: ");
}

static void the_code_is_needed_after_every_absence(void **state)
{
    static const struct {
        const char *place;
        enum leave_reason reason;
    } ways[] = {{"", LEFT_NETWORK}, {"", LEFT_IN_SPLIT}, {"#a", LEFT_PLACE}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct fixture *fixture = *state;
        char code[9];
        fixture_command(fixture, "config set channel proof code");
        begin(fixture, code);
        fixture_type_unknown(fixture, AL, "", "hand");
        fixture_private(fixture, AL, "Your hand: ");
        fixture_clear(fixture);
        goes(fixture, ways[i].place, ways[i].reason);
        assert_gets_nothing(fixture);
        fixture_type_unknown(fixture, AL, "#a", "claim 22222222");
        fixture_private(fixture, AL, "No seat at this table has that code.");
        assert_code_works(fixture, code);
        fixture_command(fixture, "abort");
        fixture_clear(fixture);
    }
}

/* The bot plays for them meanwhile: nobody takes the seat back by the mask alone. */
static void the_code_is_needed_for_a_seat_that_was_freed(void **state)
{
    struct fixture *fixture = *state;
    char code[9];
    fixture_command(fixture, "config set channel proof code");
    begin(fixture, code);
    goes(fixture, "", LEFT_NETWORK);
    fixture_type(fixture, "bruno", "#a", "replace al");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_null(table->seats[0].identity);
    assert_non_null(table->seats[0].former);
    fixture_clear(fixture);
    fixture_type_unknown(fixture, AL, "#a", "join");
    fixture_private(fixture, AL, "this seat waits for its code");
    assert_null(table->seats[0].identity);
    fixture_type_unknown(fixture, "zoe!u@h", "#a", "join");
    assert_string_equal(table->seats[0].identity, "mask:zoe!u@h");
}

static void the_code_is_needed_after_the_bots_own_absence(void **state)
{
    struct fixture *fixture = *state;
    char code[9];
    fixture_command(fixture, "config set channel proof code");
    begin(fixture, code);
    fixture->host.listener.place_closed(&fixture->host, "one", "#a");
    fixture_open_place(fixture, "one", "#a");
    fixture_end_turn(fixture);
    fixture_clear(fixture);
    assert_gets_nothing(fixture);
    /* An account is proof enough. */
    fixture_type(fixture, "bruno", "", "hand");
    fixture_private(fixture, "bruno", "Your hand: ");
    assert_code_works(fixture, code);
}

/* Nor does a table that was read from the store give its cards to whoever has the mask. */
static void the_code_is_needed_after_a_restart(void **state)
{
    char code[9];
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "config set channel proof code");
    begin(fixture, code);
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    fixture_end_turn(fixture);
    fixture_clear(fixture);
    assert_gets_nothing(fixture);
    assert_code_works(fixture, code);
    fixture_close(fixture);
}

/* With any setting, another user or host is nobody at a table from the store. */
static void a_stranger_gets_nothing_after_a_restart(void **state)
{
    char code[9];
    struct fixture *fixture = fixture_open(*state);
    const struct person thief = {"mask:al!evil@other", "al", RANK_PLAYER};
    begin(fixture, code);
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    fixture->host.listener.joined(&fixture->host, "one", "#a", &thief, false);
    fixture_end_turn(fixture);
    fixture_type_unknown(fixture, "al!evil@other", "#a", "hand");
    fixture_private(fixture, "al!evil@other", "You have no seat at this table.");
    assert_int_equal(fixture_count_private(fixture, "al!evil@other", "Your hand"), 0);
    fixture_close(fixture);
}

static void nobody_is_doubted_any_more_when_a_mask_is_enough(void **state)
{
    struct fixture *fixture = *state;
    char code[9];
    fixture_command(fixture, "config set channel proof code");
    begin(fixture, code);
    goes(fixture, "", LEFT_NETWORK);
    fixture_command(fixture, "config set channel proof host");
    fixture_type_unknown(fixture, AL, "", "hand");
    fixture_private(fixture, AL, "Your hand: ");
}

static void without_an_account_nobody_sits_down(void **state)
{
    struct fixture *fixture = *state;
    static const char needed[] = "Only people with an account sit down here.";
    fixture_command(fixture, "config set channel proof account");
    fixture_type_unknown(fixture, AL, "#a", "new en-garde");
    fixture_private(fixture, AL, needed);
    fixture_type(fixture, "bruno", "#a", "new en-garde");
    fixture_clear(fixture);
    fixture_type_unknown(fixture, AL, "#a", "join");
    fixture_private(fixture, AL, needed);
    fixture_clear(fixture);
    fixture_type_unknown(fixture, AL, "#a", "claim 22222222");
    fixture_private(fixture, AL, needed);
    assert_int_equal(session_at(&fixture->host.sessions, "one", "#a")->seat_count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_mask_is_enough_by_default),
        WITH_HOST(the_code_is_needed_after_every_absence),
        WITH_HOST(the_code_is_needed_for_a_seat_that_was_freed),
        WITH_HOST(the_code_is_needed_after_the_bots_own_absence),
        IN_FOLDER(the_code_is_needed_after_a_restart),
        IN_FOLDER(a_stranger_gets_nothing_after_a_restart),
        WITH_HOST(nobody_is_doubted_any_more_when_a_mask_is_enough),
        WITH_HOST(without_an_account_nobody_sits_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
