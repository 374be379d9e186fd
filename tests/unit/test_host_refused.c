/* Live tables of the store that can't be played on: their places are told, and kept for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* A table with some moves in #a and one in its lobby in #b; then the store is changed, and the bot
 * comes back. */
static struct fixture *refusing(const char *folder, const char *sql)
{
    struct fixture *fixture = fixture_open(folder);
    struct table *table = fixture_start(fixture, "#a", "");
    for (int i = 0; i < 4; i++)
        fixture_move(fixture, table);
    fixture_type(fixture, "alice", "#b", "new en-garde");
    fixture_type_as(fixture, "one", "olga", RANK_ADMIN, "#c", "config set language fr");
    fixture_close(fixture);
    tamper(folder, sql);
    return fixture_open(folder);
}

static const char told[] = "Table 1 of this channel can’t be played on";

static void a_refused_table_is_told_once_where_it_was(void **state)
{
    static const char *const damages[] = {
        "UPDATE lines SET move = 'advance 5' WHERE n = 2",
        "UPDATE tables SET checksum = checksum + 1 WHERE id = 1",
        "UPDATE tables SET seat_count = 99 WHERE id = 1",
        "UPDATE seats SET name = x'00' WHERE table_id = 1",
        "UPDATE tables SET opened = 9223372036854775807 WHERE id = 1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        char *folder = folder_made();
        struct fixture *fixture = refusing(folder, damages[i]);
        fixture_open_place(fixture, "one", "#a");
        fixture_open_place(fixture, "one", "#b");
        fixture_public(fixture, "#a", told);
        assert_int_equal(fixture_count_public(fixture, "#b", "can’t be played on"), 0);
        fixture_clear(fixture);
        fixture_open_place(fixture, "one", "#a");
        assert_int_equal(fixture->said_count, 0);
        fixture_close(fixture);
        folder_removed(folder);
    }
}

/* Headers whose checksums are right: a program with a mistake wrote them. */
static void assert_header_refused(const char *folder, const char *game, const char *options,
                                  const char *reason)
{
    char *log = NULL;
    size_t size = 0;
    struct store *store = store_opened(folder);
    struct stored_table table = example_table();
    table.status = TABLE_PLAYING;
    table.game = game;
    table.options = options;
    table.setup = "";
    table.further = NULL;
    table.place_count = 1;
    table.places = &(struct stored_place){"one", "#a"};
    store_table_add(store, &table);
    store_value_set(store, "waiting", "1", "{\"touched\":9223372036854775807}");
    must_commit(store);
    store_close(store);
    FILE *stream = open_memstream(&log, &size);
    log_to(stream, LOG_LEVEL_ERROR);
    struct fixture *fixture = fixture_open(folder);
    log_to(stderr, LOG_LEVEL_INFO);
    fclose(stream);
    fixture_open_place(fixture, "one", "#a");
    fixture_public(fixture, "#a", told);
    fixture_close(fixture);
    assert_non_null(strstr(log, line_of("table=1 line=0 reason=\"%s\"", reason)));
    free(log);
}

static void a_game_that_was_never_dealt_is_refused(void **state)
{
    assert_header_refused(*state, "en-garde", "{\"rules\":\"full\",\"touches\":\"5\"}",
                          "the game has begun, but nothing is dealt");
}

static void options_that_the_game_does_not_have_are_refused(void **state)
{
    assert_header_refused(*state, "en-garde", "{\"rules\":\"full\",\"touches\":\"6000\"}",
                          "its options are not those of the game");
}

static void a_game_that_nobody_knows_is_refused(void **state)
{
    assert_header_refused(*state, "chess", "{}", "this program does not have its game");
}

static void a_time_beyond_all_calendars_is_none(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_start(fixture, "#a", "");
    store_value_set(fixture->disk, "waiting", "1",
                    "{\"touched\":9223372036854775807,\"turn_time\":9223372036854775807,"
                    "\"turns\":[[9223372036854775807,0,9223372036854775807,0,0,0]]}");
    must_commit(fixture->disk);
    fixture->spoiled = true;
    fixture_close(fixture);
    fixture = fixture_open(*state);
    fixture_open_place(fixture, "one", "#a");
    fixture_wait(fixture, INT64_C(1000) * 3600);
    fixture_type(fixture, "alice", "#a", "status");
    assert_non_null(session_at(&fixture->host.sessions, "one", "#a"));
    fixture_close(fixture);
}

/* What is stored about the seats is taken where it is whole; a former player has three words, a
 * stand-in has one level, and plays for somebody. */
static void a_malformed_seat_was_nobodys(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "#a", "new goats");
    fixture_type(fixture, "bruno", "#a", "join");
    for (int bots = 0; bots < 4; bots++)
        fixture_type(fixture, "alice", "#a", "bots add hard");
    fixture_type(fixture, "alice", "#a", "start");
    store_value_set(fixture->disk, "waiting", "1",
                    "{\"touched\":1772452800000,\"seats\":[[\"one\",\"account:carol\",\"carol\"],"
                    "[\"easy\",\"hard\"],[\"easy\"],[\"one\",\"account:carol\",7],"
                    "[\"one\",\"account:carol\",\"carol\",\"carol\"],"
                    "[\"one\",\"account:dora\",\"dora\"]]}");
    must_commit(fixture->disk);
    fixture->spoiled = true;
    fixture_close(fixture);
    fixture = fixture_open(*state);
    fixture->spoiled = true;
    fixture_open_place(fixture, "one", "#a");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    for (unsigned seat = 0; seat < 5; seat++)
        assert_null(table->seats[seat].former);
    for (unsigned seat = 0; seat < 6; seat++)
        assert_false(table->seats[seat].stood_in);
    assert_int_equal(table->seats[2].level, PLAYER_HARD);
    fixture_type(fixture, "carol", "#a", "claim");
    fixture_private(fixture, "carol", "Expected: claim CODE");
    fixture_type(fixture, "dora", "#a", "claim");
    assert_int_equal(table_seat_of(table, "one", "account:dora"), 5);
    fixture_close(fixture);
}

static void the_place_speaks_its_language(void **state)
{
    struct fixture *fixture =
        refusing(*state, "UPDATE places SET place = '#c' WHERE table_id = 1;"
                         "UPDATE tables SET checksum = checksum + 1 WHERE id = 1");
    fixture_open_place(fixture, "one", "#c");
    fixture_public(fixture, "#c", "La table 1 de ce salon ne peut pas continuer");
    fixture_close(fixture);
}

static void its_place_stays_reserved(void **state)
{
    struct fixture *fixture = refusing(*state, "DELETE FROM lines WHERE n = 2");
    static const char *const tries[] = {"new njet", "again", "join", "status"};
    fixture_open_place(fixture, "one", "#a");
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, "carla", "#a", tries[i]);
        assert_int_equal(fixture->said_count, 1);
        if (strcmp(tries[i], "again") != 0)
            assert_non_null(strstr(fixture->said[0].text, "belfry store retire 1"));
        assert_null(session_at(&fixture->host.sessions, "one", "#a"));
    }
    fixture_type(fixture, "carla", "#d", "new njet");
    assert_non_null(session_at(&fixture->host.sessions, "one", "#d"));
    fixture_close(fixture);
}

static void a_retired_table_makes_room(void **state)
{
    struct fixture *fixture =
        refusing(*state, "UPDATE tables SET checksum = checksum + 1 WHERE id = 1");
    fixture_close(fixture);
    struct store *store = store_opened(*state);
    struct store_inquiry *inquiry = store_inquire(store);
    assert_true(store_table_retire(inquiry, 1));
    store_inquiry_free(inquiry);
    must_commit(store);
    store_close(store);
    fixture = fixture_open(*state);
    fixture_open_place(fixture, "one", "#a");
    assert_int_equal(fixture->said_count, 0);
    fixture_type(fixture, "carla", "#a", "new njet");
    assert_non_null(session_at(&fixture->host.sessions, "one", "#a"));
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_table_is_told_once_where_it_was),
        IN_FOLDER(a_game_that_was_never_dealt_is_refused),
        IN_FOLDER(options_that_the_game_does_not_have_are_refused),
        IN_FOLDER(a_game_that_nobody_knows_is_refused),
        IN_FOLDER(a_time_beyond_all_calendars_is_none),
        IN_FOLDER(a_malformed_seat_was_nobodys),
        IN_FOLDER(the_place_speaks_its_language),
        IN_FOLDER(its_place_stays_reserved),
        IN_FOLDER(a_retired_table_makes_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
