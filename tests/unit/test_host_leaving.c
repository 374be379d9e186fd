/* People who leave running games, and what follows from that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/core/rolls.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static struct table *table_in(struct fixture *fixture, const char *place)
{
    return session_at(&fixture->host.sessions, "one", place);
}

static void types(struct fixture *fixture, const char *who, const char *place, const char *text)
{
    fixture_clear(fixture);
    fixture_type(fixture, who, place, text);
}

static bool sits(struct fixture *fixture, const char *who, const char *place)
{
    const struct table *table = table_in(fixture, place);
    return table != NULL && table_is_live(table) &&
           table_seat_of(table, "one", line_of("account:%s", who)) >= 0;
}

static void goes(struct fixture *fixture, const char *who, const char *place,
                 enum leave_reason reason)
{
    fixture->host.listener.left(&fixture->host, "one", place, line_of("account:%s", who), reason);
}

/* Bruno leaves a game of En Garde, and alice gives that seat away. */
static void bruno_leaves(struct fixture *fixture, const char *place, const char *command)
{
    if (!sits(fixture, "bruno", place))
        fixture_start(fixture, place, "");
    goes(fixture, "bruno", place, LEFT_PLACE);
    types(fixture, "alice", place, line_of("%s bruno", command));
}

/* The same, and the game is over. */
static void bruno_leaves_for_good(struct fixture *fixture, const char *place)
{
    bruno_leaves(fixture, place, "kick");
    fixture_type(fixture, "alice", place, "abort");
    fixture_clear(fixture);
}

static bool may_open(struct fixture *fixture)
{
    types(fixture, "bruno", "#z", "new en-garde");
    bool may = sits(fixture, "bruno", "#z");
    if (may)
        types(fixture, "bruno", "#z", "leave");
    return may;
}

/* -- Waiting ----------------------------------------------------------------------------------- */

static void who_leaves_waits(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    bruno_leaves(fixture, "#a", "replace");
    fixture_private(fixture, "bruno",
                    "You left a running game in #a. For 10 min you can’t sit down at a table or "
                    "open one on this server; each further time it is twice as long. claim there "
                    "gives you your seat back and ends this.");
    fixture_type(fixture, "carol", "#b", "new castellers");
    types(fixture, "bruno", "#b", "join");
    fixture_private(fixture, "bruno",
                    "You left a running game: you can’t sit down on this server for 10 min more.");
    assert_false(sits(fixture, "bruno", "#b"));
    fixture_wait(fixture, 4 * MINUTE);
    types(fixture, "bruno", "#c", "new en-garde");
    fixture_private(fixture, "bruno", "for 6 min more");
    assert_false(sits(fixture, "bruno", "#c"));
    fixture_command(fixture, "config log");
    fixture_private(fixture, "olga", "left – → bruno: wait 10min (this server)");
    fixture_wait(fixture, 6 * MINUTE);
    types(fixture, "bruno", "#b", "join");
    assert_true(sits(fixture, "bruno", "#b"));
}

static void nothing_follows_unless_it_is_set(void **state)
{
    struct fixture *fixture = *state;
    bruno_leaves(fixture, "#a", "kick");
    assert_int_equal(fixture_count_private(fixture, "bruno", ""), 0);
    assert_true(may_open(fixture));
    fixture_command(fixture, "config set leaving wait");
    assert_true(may_open(fixture));
    bruno_leaves(fixture, "#b", "kick");
    assert_false(may_open(fixture));
    fixture_command(fixture, "config set leaving nothing");
    assert_true(may_open(fixture));
}

/* Only the server where it happened: elsewhere, networks are servers. */
static void it_follows_on_that_server(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    bruno_leaves(fixture, "#a", "kick");
    assert_false(may_open(fixture));
    fixture_type_on(fixture, "two", "bruno", "#a", "new en-garde");
    assert_non_null(session_at(&fixture->host.sessions, "two", "#a"));
}

static void it_doubles_and_decays(void **state)
{
    static const struct {
        int64_t pause; /* before */
        int64_t time;
    } cases[] = {
        {0, 10 * MINUTE},       {20 * MINUTE, 20 * MINUTE}, {6 * DAY, 40 * MINUTE},
        {8 * DAY, 40 * MINUTE}, {15 * DAY, 20 * MINUTE},    {99 * DAY, 10 * MINUTE},
    };
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture_wait(fixture, cases[i].pause);
        bruno_leaves_for_good(fixture, "#a");
        fixture_wait(fixture, cases[i].time - MINUTE);
        assert_false(may_open(fixture));
        fixture_wait(fixture, MINUTE);
        assert_true(may_open(fixture));
    }
}

static void it_never_lasts_longer_than_a_month(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_command(fixture, "config set leaving-wait 20d");
    bruno_leaves_for_good(fixture, "#a");
    fixture_wait(fixture, 20 * DAY);
    assert_true(may_open(fixture));
    fixture_command(fixture, "config set leaving-decay 365d");
    bruno_leaves_for_good(fixture, "#a");
    fixture_wait(fixture, 29 * DAY);
    assert_false(may_open(fixture));
    fixture_wait(fixture, DAY);
    assert_true(may_open(fixture));
    fixture_command(fixture, "config set leaving-wait 0");
    bruno_leaves(fixture, "#a", "kick");
    assert_int_equal(fixture_count_private(fixture, "bruno", "You left"), 0);
    assert_true(may_open(fixture));
}

/* -- What counts ------------------------------------------------------------------------------- */

static void whose_time_is_up_has_left(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_command(fixture, "config set channel turn-time 10min");
    struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", 3);
    unsigned late = seat_on_turn(table);
    fixture_wait(fixture, 10 * MINUTE);
    fixture_clear(fixture);
    fixture_type(fixture, people[(late + 1) % 3], "#a", line_of("kick %s", people[late]));
    assert_int_equal(fixture_count_private(fixture, people[late], "You left"), 0);
    fixture_type(fixture, people[(late + 2) % 3], "#a", line_of("kick %s", people[late]));
    const char *told = fixture_private(fixture, people[late], "You left a running game in #a.");
    assert_null(strstr(told, "claim"));
    types(fixture, people[late], "#b", "new en-garde");
    assert_false(sits(fixture, people[late], "#b"));
}

/* Without an account they are known by their user name and host. */
static void another_nick_is_no_other_person(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type_unknown(fixture, "bob!b@host", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    fixture->host.listener.left(&fixture->host, "one", "#a", "mask:bob!b@host", LEFT_PLACE);
    fixture_type(fixture, "alice", "#a", "kick bob");
    fixture_type_unknown(fixture, "rob!b@host", "#b", "new en-garde");
    assert_null(table_in(fixture, "#b"));
    fixture_type_unknown(fixture, "rob!r@host", "#b", "new en-garde");
    assert_true(table_is_live(table_in(fixture, "#b")));
    fixture_clear(fixture);
    fixture_command(fixture, "unban bob");
    fixture_private(fixture, "olga", "Pardoned: nothing follows any longer for bob");
    fixture_type_unknown(fixture, "rob!b@host", "#c", "new en-garde");
    assert_true(table_is_live(table_in(fixture, "#c")));
}

static void a_host_removes_nobody_who_left(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_start(fixture, "#a", "");
    goes(fixture, "bruno", "#a", LEFT_PLACE);
    fixture_command(fixture, "kick bruno");
    assert_false(sits(fixture, "bruno", "#a"));
    assert_true(may_open(fixture));
    fixture_start(fixture, "#b", "");
    fixture_command(fixture, "ban account:bruno server");
    fixture_command(fixture, "unban account:bruno");
    assert_false(sits(fixture, "bruno", "#b"));
    assert_true(may_open(fixture));
}

static void an_agreed_end_is_no_leaving(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "bruno", "#a", "abort");
    fixture_type(fixture, "alice", "#a", "abort");
    assert_false(table_is_live(table_in(fixture, "#a")));
    assert_true(may_open(fixture));
}

/* Who does not come back after the split has left. */
static void a_netsplit_is_no_leaving(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_start(fixture, "#a", "");
    goes(fixture, "bruno", "", LEFT_IN_SPLIT);
    types(fixture, "alice", "#a", "replace bruno");
    assert_false(sits(fixture, "bruno", "#a"));
    assert_true(may_open(fixture));
    fixture_start(fixture, "#b", "");
    goes(fixture, "bruno", "", LEFT_IN_SPLIT);
    goes(fixture, "bruno", "", LEFT_NETWORK);
    types(fixture, "alice", "#b", "replace bruno");
    assert_false(may_open(fixture));
}

/* -- Coming back ------------------------------------------------------------------------------- */

static void the_left_seat_is_always_theirs(void **state)
{
    static const char *const commands[] = {"claim", "join"};
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct fixture *fixture = fixture_open("");
        fixture_command(fixture, "config set leaving wait");
        bruno_leaves(fixture, "#a", "replace");
        assert_false(may_open(fixture));
        types(fixture, "bruno", "#a", commands[i]);
        fixture_private(fixture, "bruno", "You have your seat back: that you left has no");
        assert_true(sits(fixture, "bruno", "#a"));
        assert_true(may_open(fixture));
        fixture_close(fixture);
    }
}

/* What followed from an earlier game still does. */
static void coming_back_ends_what_followed_from_that_game(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_start(fixture, "#b", "");
    bruno_leaves(fixture, "#a", "replace");
    fixture_wait(fixture, 2 * MINUTE);
    bruno_leaves(fixture, "#b", "replace");
    types(fixture, "bruno", "#c", "new en-garde");
    fixture_private(fixture, "bruno", "for 20 min more");
    types(fixture, "bruno", "#b", "claim");
    types(fixture, "bruno", "#c", "new en-garde");
    fixture_private(fixture, "bruno", "for 8 min more");
}

static void their_running_seats_are_theirs(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    struct table *table = fixture_start(fixture, "#b", "");
    bruno_leaves(fixture, "#a", "kick");
    uint32_t lines = table->lines;
    assert_true(fixture_move(fixture, table));
    assert_true(fixture_move(fixture, table));
    assert_true(table->lines > lines);
    assert_true(sits(fixture, "bruno", "#b"));
}

static void again_leaves_out_who_waits(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_start_game(fixture, "one", "#b", "castellers", 3);
    fixture_type(fixture, "alice", "#b", "abort");
    bruno_leaves(fixture, "#a", "kick");
    types(fixture, "alice", "#b", "again");
    assert_false(sits(fixture, "bruno", "#b"));
    assert_true(sits(fixture, "carol", "#b"));
}

/* -- Unranked ---------------------------------------------------------------------------------- */

static void play_to_the_end(struct fixture *fixture, const char *place)
{
    struct table *table = table_in(fixture, place);
    while (fixture_move(fixture, table))
        fixture_clear(fixture);
    assert_int_equal(table->status, TABLE_FINISHED);
}

static bool take_rating(void *context, const struct stored_ranking *ranking,
                        const struct stored_rating *rating)
{
    (void)ranking;
    *(int64_t *)context += rating->now.games;
    return true;
}

static int64_t rated_games(struct fixture *fixture, const char *who)
{
    int64_t games = 0;
    struct store_inquiry *inquiry = store_inquire(fixture->disk);
    store_read_ratings_of(inquiry, "one", line_of("account:%s", who), &games, take_rating);
    store_inquiry_free(inquiry);
    return games;
}

/* They may change seats before the game, and the record keeps it. */
static void who_leaves_plays_unranked(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "config set leaving unranked");
    bruno_leaves(fixture, "#a", "kick");
    fixture_private(fixture, "bruno",
                    "For 10 min the games that you join on this server don’t count for you in");
    fixture_type(fixture, "alice", "#b", "new en-garde");
    types(fixture, "bruno", "#b", "join");
    fixture_private(fixture, "bruno",
                    "This game does not count for you in rankings, because you left a running "
                    "game. That holds for 10 min more.");
    assert_int_equal(fixture_count_private(fixture, "alice", "rankings"), 0);
    fixture_type(fixture, "alice", "#b", "start");
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#b");
    int seat = table_seat_of(table_in(fixture, "#b"), "one", "account:bruno");
    assert_int_equal(table_in(fixture, "#b")->unranked, SEAT_BIT(seat));
    play_to_the_end(fixture, "#b");
    assert_int_equal(rated_games(fixture, "alice"), 0);
    assert_int_equal(rated_games(fixture, "bruno"), 0);
    /* The time is over. */
    fixture_clear(fixture);
    fixture_start(fixture, "#b", "");
    assert_int_equal(fixture_count_private(fixture, "bruno", "rankings"), 0);
    play_to_the_end(fixture, "#b");
    assert_true(rated_games(fixture, "bruno") > 0);
    fixture_close(fixture);
}

static void unranked_follows_the_person_from_seat_to_seat(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving unranked");
    bruno_leaves(fixture, "#a", "kick");
    fixture_type(fixture, "alice", "#b", "new castellers");
    fixture_type(fixture, "dora", "#b", "join");
    fixture_type(fixture, "bruno", "#b", "join");
    struct table *table = table_in(fixture, "#b");
    assert_int_equal(table->unranked, SEAT_BIT(2));
    table_seats_swap(table, 2, 0);
    assert_int_equal(table->unranked, SEAT_BIT(0));
    table_seats_swap(table, 1, 2);
    assert_int_equal(table->unranked, SEAT_BIT(0));
    table_seats_rotate(table, 2);
    assert_int_equal(table->unranked, SEAT_BIT(2));
    table_seats_rotate(table, 1);
    table_seats_swap(table, 2, 0);
    fixture_type(fixture, "alice", "#b", "leave");
    assert_int_equal(table->unranked, SEAT_BIT(table_seat_of(table, "one", "account:bruno")));
    fixture_type(fixture, "bruno", "#b", "leave");
    assert_int_equal(table->unranked, 0);
}

/* Somebody else in a leaver's seat is ranked, and a leaver in somebody's seat is not. */
static void unranked_does_not_stay_in_the_seat(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving unranked");
    bruno_leaves_for_good(fixture, "#b");
    struct table *table = fixture_start(fixture, "#a", "");
    int seat = table_seat_of(table, "one", "account:bruno");
    assert_int_equal(table->unranked, SEAT_BIT(seat));
    bruno_leaves(fixture, "#a", "replace");
    types(fixture, "carol", "#a", "join");
    assert_true(sits(fixture, "carol", "#a"));
    assert_int_equal(table->unranked, 0);
    goes(fixture, "carol", "#a", LEFT_PLACE);
    types(fixture, "alice", "#a", "replace carol");
    types(fixture, "bruno", "#a", "join");
    fixture_private(fixture, "bruno", "This game does not count for you in rankings");
    assert_int_equal(table->unranked, SEAT_BIT(seat));
}

/* -- Keeping ----------------------------------------------------------------------------------- */

static void it_survives_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "config set leaving wait");
    fixture_command(fixture, "config set leaving-wait 2h");
    bruno_leaves(fixture, "#a", "kick");
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#z");
    types(fixture, "bruno", "#z", "new en-garde");
    fixture_private(fixture, "bruno", "you can’t sit down on this server for 1 h more");
    fixture = fixture_restart(fixture, HOUR);
    fixture_open_place(fixture, "one", "#z");
    assert_true(may_open(fixture));
    fixture_close(fixture);
}

static void it_is_listed_and_pardoned(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "config set leaving wait");
    fixture_start(fixture, "#a", "");
    fixture_start(fixture, "#b", "");
    bruno_leaves(fixture, "#b", "kick");
    bruno_leaves(fixture, "#a", "kick");
    fixture_command(fixture, "bans");
    fixture_private(
        fixture, "olga",
        "bruno (account:bruno), this server: left 2 running games, waits for 20 min more");
    fixture_clear(fixture);
    fixture_type_as(fixture, "one", "hugo", RANK_HOST, "#a", "unban bruno");
    fixture_private(fixture, "hugo", "ask an admin");
    assert_false(may_open(fixture));
    fixture_clear(fixture);
    fixture_command(fixture, "unban BRUNO");
    fixture_private(fixture, "olga",
                    "Pardoned: nothing follows any longer for bruno from games left.");
    fixture_private(fixture, "bruno", "olga has pardoned you: that you left a game has no");
    assert_true(may_open(fixture));
    fixture_clear(fixture);
    fixture_command(fixture, "bans");
    fixture_private(fixture, "olga", "Nobody is barred here.");
    fixture_clear(fixture);
    fixture_command(fixture, "config log");
    fixture_private(fixture, "olga", "olga: unban – → bruno (this server)");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#z");
    assert_true(may_open(fixture));
    fixture_close(fixture);
}

/* As a ban does. */
static void it_outlasts_forget_me(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    bruno_leaves(fixture, "#a", "kick");
    fixture_type(fixture, "bruno", "", "forget me");
    fixture_type(fixture, "bruno", "", "forget me");
    fixture_private(fixture, "bruno", "forgotten");
    assert_false(may_open(fixture));
}

static void a_disk_that_fails_lets_nothing_follow(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set leaving wait");
    fixture_start(fixture, "#a", "");
    goes(fixture, "bruno", "#a", LEFT_PLACE);
    fixture_end_turn(fixture);
    store_line_add(fixture->host.store, &(struct stored_line){.table = 1, .n = 7, .move = "x"});
    types(fixture, "alice", "#a", "replace bruno");
    assert_int_equal(fixture_count_private(fixture, "bruno", "You left"), 0);
    assert_true(sits(fixture, "bruno", "#a"));
    assert_true(may_open(fixture));
}

static size_t count_entries(struct fixture *fixture)
{
    size_t count = 0;
    const struct roll_entry *entry = roll_first(&fixture->host.settings, "leavings server one");
    for (; entry != NULL; entry = entry->next)
        count++;
    return count;
}

/* The roll of a server is full: the oldest entry makes room. What is over is dropped. */
static void a_roll_has_an_end(void **state)
{
    struct fixture *fixture = *state;
    struct settings *settings = &fixture->host.settings;
    const struct setting_scope scope = setting_in_place("one", "#a");
    struct leaving left;
    fixture_command(fixture, "config set leaving wait");
    for (unsigned i = 0; i <= ROLL_ENTRIES_MAX; i++) {
        char identity[IDENTITY_MAX];
        struct text text = TEXT_IN(identity);
        text_add_format(&text, "account:%u", i);
        const struct person person = {identity, "somebody", RANK_PLAYER};
        assert_true(leaving_add(settings, &scope, "one", &person, &left));
        fixture_wait(fixture, 1);
    }
    assert_int_equal(count_entries(fixture), ROLL_ENTRIES_MAX);
    assert_false(leaving_find(settings, &scope, "one", "account:0", &left));
    assert_true(leaving_find(settings, &scope, "one", "account:1", &left));
    fixture_wait(fixture, 7 * DAY);
    const struct person last = {"account:last", "last one", RANK_PLAYER};
    assert_true(leaving_add(settings, &scope, "one", &last, &left));
    assert_int_equal(count_entries(fixture), 1);
    assert_true(leaving_find(settings, &scope, "one", "account:last", &left));
    assert_string_equal(left.name, "last one");
    fixture_end_turn(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(who_leaves_waits),
        WITH_HOST(nothing_follows_unless_it_is_set),
        WITH_HOST(it_follows_on_that_server),
        WITH_HOST(it_doubles_and_decays),
        WITH_HOST(it_never_lasts_longer_than_a_month),
        WITH_HOST(whose_time_is_up_has_left),
        WITH_HOST(another_nick_is_no_other_person),
        WITH_HOST(a_host_removes_nobody_who_left),
        WITH_HOST(an_agreed_end_is_no_leaving),
        WITH_HOST(a_netsplit_is_no_leaving),
        cmocka_unit_test(the_left_seat_is_always_theirs),
        WITH_HOST(coming_back_ends_what_followed_from_that_game),
        WITH_HOST(their_running_seats_are_theirs),
        WITH_HOST(again_leaves_out_who_waits),
        IN_FOLDER(who_leaves_plays_unranked),
        WITH_HOST(unranked_follows_the_person_from_seat_to_seat),
        WITH_HOST(unranked_does_not_stay_in_the_seat),
        IN_FOLDER(it_survives_a_restart),
        IN_FOLDER(it_is_listed_and_pardoned),
        WITH_HOST(it_outlasts_forget_me),
        WITH_HOST(a_disk_that_fails_lets_nothing_follow),
        WITH_HOST(a_roll_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
