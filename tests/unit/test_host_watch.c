/* `watch`: running games with all hands open, behind a delay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

enum { PAUSE = 5 * 1000, TOLD_BYTES = 256 * 1024 };

#define SHOWN "Njet! in #a, as it was "

static struct table *table_in(struct fixture *fixture)
{
    return session_at(&fixture->host.sessions, "one", "#a");
}

static struct table *start(struct fixture *fixture)
{
    struct table *table = fixture_start_game(fixture, "one", "#a", "njet", 3);
    fixture_clear(fixture);
    return table;
}

/* Makes any move in private, where hidden ones are made. */
static void move_at_once(struct fixture *fixture)
{
    const struct table *table = table_in(fixture);
    unsigned seat = seat_on_turn(table);
    fixture_type(fixture, table->seats[seat].name, "",
                 line_of("play %s", legal_move(table, seat, (size_t)rand())));
}

/* Makes so many moves, each long after the one before. */
static void make_moves(struct fixture *fixture, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        fixture_wait(fixture, PAUSE);
        move_at_once(fixture);
    }
    fixture_wait(fixture, PAUSE);
}

/* Makes the legal move of that number for whoever may act. */
static void make_move(struct fixture *fixture, size_t index)
{
    const struct table *table = table_in(fixture);
    if (table->status != TABLE_PLAYING)
        return;
    unsigned seat = seat_on_turn(table);
    fixture_wait(fixture, PAUSE);
    fixture_type(fixture, table->seats[seat].name, "",
                 line_of("play %s", legal_move(table, seat, index)));
    fixture_wait(fixture, PAUSE);
}

static size_t shown_to(const struct fixture *fixture, const char *name)
{
    return fixture_count_private(fixture, name, SHOWN);
}

/* Appends everything that NAME was told in private since the last clearing. */
static char *told_to(const struct fixture *fixture, const char *name)
{
    char *told = memory_new(TOLD_BYTES);
    struct text text = text_in(told, TOLD_BYTES);
    for (size_t i = 0; i < fixture->said_count; i++)
        if (strcmp(fixture->said[i].identity, line_of("account:%s", name)) == 0)
            text_add_format(&text, "%s\n", fixture->said[i].text);
    assert_false(text.truncated);
    return told;
}

/* -- What is shown ----------------------------------------------------------------------------- */

static void a_turn_is_shown_a_round_later_with_all_hands(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "You watch Njet! here in private: every turn with all hands");
    make_moves(fixture, 2);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    make_moves(fixture, 1);
    const char *dealt = fixture_private(fixture, "zoe", "Njet! in #a, as it was dealt:\n");
    for (unsigned seat = 0; seat < 3; seat++)
        assert_non_null(strstr(dealt, line_of("\n%s: red r", people[seat])));
    fixture_clear(fixture);
    make_moves(fixture, 1);
    fixture_private(fixture, "zoe", "as it was after line 1:\n");
    fixture_clear(fixture);
    make_moves(fixture, 1);
    fixture_private(fixture, "zoe", "as it was after line 2:\n");
    assert_int_equal(shown_to(fixture, "zoe"), 1);
    for (unsigned seat = 0; seat < 3; seat++)
        assert_int_equal(fixture_count_private(fixture, people[seat], SHOWN), 0);
}

/* Who comes later sees what is old enough at once. */
static void it_begins_in_the_middle(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    make_moves(fixture, 7);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "as it was after line 4:\n");
    assert_int_equal(shown_to(fixture, "zoe"), 1);
}

static void somebody_may_want_to_be_further_behind(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch 6 moves");
    fixture_private(fixture, "zoe", "this far behind: a round + 6 moves.");
    make_moves(fixture, 5);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    make_moves(fixture, 2);
    fixture_private(fixture, "zoe", "as it was after line 1:\n");
}

static void nobody_comes_nearer(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch 1 moves");
    fixture_type(fixture, "yara", "#a", "watch 1min");
    make_moves(fixture, 2);
    fixture_wait(fixture, 5 * MINUTE);
    assert_int_equal(shown_to(fixture, "zoe") + shown_to(fixture, "yara"), 0);
    make_moves(fixture, 1);
    assert_int_equal(shown_to(fixture, "zoe"), 1);
    assert_int_equal(shown_to(fixture, "yara"), 1);
    make_moves(fixture, 1);
    assert_int_equal(shown_to(fixture, "zoe"), 2);
    assert_int_equal(shown_to(fixture, "yara"), 2);
    make_moves(fixture, 2);
    assert_int_equal(shown_to(fixture, "zoe"), 4);
    assert_int_equal(shown_to(fixture, "yara"), 3); /* line 3 is not a minute old yet */
    fixture_wait(fixture, MINUTE);
    assert_int_equal(shown_to(fixture, "yara"), 4);
}

static void turns_that_come_fast_are_shown_together(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    for (int i = 0; i < 8; i++)
        assert_true(fixture_move(fixture, table_in(fixture)));
    assert_int_equal(shown_to(fixture, "zoe"), 1);
    fixture_wait(fixture, PAUSE);
    assert_int_equal(shown_to(fixture, "zoe"), 2);
    const char *digest = fixture_private(fixture, "zoe", "as it was after line 5:\n");
    for (unsigned seat = 0; seat < 3; seat++)
        assert_non_null(strstr(digest, line_of("\n%s rules out", people[seat])));
}

static void at_the_end_everything_is_shown(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch deal");
    while (table_in(fixture)->status == TABLE_PLAYING) {
        fixture_clear(fixture);
        move_at_once(fixture);
    }
    const char *end = fixture_private(fixture, "zoe", "Njet! in #a, which is over");
    assert_non_null(strstr(end, "older lines are left out"));
    assert_null(table_in(fixture)->watch);
    char value[64];
    assert_false(value_of(fixture->disk, "watch shown 1", "one account:zoe", value, sizeof value));
    assert_false(value_of(fixture->disk, "waiting", "1", value, sizeof value));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "again");
    fixture_type(fixture, "zoe", "#a", "watch stop");
    fixture_private(fixture, "zoe", "You do not watch.");
}

static void an_aborted_game_is_shown_too(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_private(fixture, "zoe", "Njet! in #a, which is over");
}

static void a_deal_is_shown_when_the_next_one_is_dealt(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde watch-delay=deal");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "this far behind: until new cards are dealt.");
    fixture_clear(fixture);
    for (int moves = 0; fixture_count_private(fixture, "zoe", "En Garde in #a") == 0; moves++) {
        assert_true(moves < 60);
        assert_int_equal(fixture_count_public(fixture, "#a", "Round 2 begins."), 0);
        make_moves(fixture, 1);
    }
    fixture_public(fixture, "#a", "Round 2 begins.");
    fixture_private(fixture, "zoe", "En Garde in #a, as it was");
}

/* -- Time -------------------------------------------------------------------------------------- */

static void minutes_count_from_the_moves_on_disk(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "config set watch-delay 30min");
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "this far behind: 30 min.");
    fixture_wait(fixture, 10 * MINUTE);
    make_moves(fixture, 1);
    fixture = fixture_restart(fixture, 5 * MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_clear(fixture);
    fixture_wait(fixture, 15 * MINUTE); /* half an hour after the deal */
    fixture_private(fixture, "zoe", "as it was dealt:\n");
    fixture_clear(fixture);
    fixture_wait(fixture, 9 * MINUTE);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    fixture_wait(fixture, MINUTE);
    fixture_private(fixture, "zoe", "as it was after line 1:\n");
    fixture_close(fixture);
}

/* Whoever comes late must wait too: nobody knows how old the lines are. */
static void nothing_is_older_than_the_watching(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set watch-delay 30min");
    start(fixture);
    make_moves(fixture, 6);
    fixture_wait(fixture, HOUR);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_wait(fixture, 29 * MINUTE);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    fixture_wait(fixture, MINUTE);
    assert_int_equal(shown_to(fixture, "zoe"), 1);
}

static void the_clock_can_be_set(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch 30min");
    make_moves(fixture, 4);
    fixture_set_clock(fixture, 5 * HOUR);
    fixture_wait(fixture, 25 * MINUTE);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    fixture_wait(fixture, 10 * MINUTE);
    assert_true(shown_to(fixture, "zoe") > 0);
}

/* -- Restarts and undone moves ----------------------------------------------------------------- */

static void a_restart_shows_nothing_twice(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    make_moves(fixture, 5);
    fixture_private(fixture, "zoe", "as it was after line 2:\n");
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_wait(fixture, MINUTE);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    make_moves(fixture, 1);
    const char *next = fixture_private(fixture, "zoe", SHOWN);
    assert_non_null(strstr(next, "as it was after line 3:\n"));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "status");
    fixture_public(fixture, "#a", "Watching, with a delay: zoe");
    fixture_type(fixture, "zoe", "#a", "join");
    fixture_private(fixture, "zoe", "You have watched this table");
    fixture_close(fixture);
}

/* Makes moves until somebody else is asked; returns whose they were. */
static unsigned make_turn(struct fixture *fixture, size_t index)
{
    unsigned seat = seat_on_turn(table_in(fixture));
    while (seat_on_turn(table_in(fixture)) == seat)
        make_move(fixture, index);
    return seat;
}

static void what_is_taken_back_is_shown_once(void **state)
{
    struct fixture *fixture = *state;
    fixture_command(fixture, "config set watch-delay 1min");
    const struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", 2);
    fixture_type(fixture, "zoe", "#a", "watch");
    unsigned seat = make_turn(fixture, 0);
    uint32_t lines = table->lines;
    fixture_clear(fixture);
    fixture_wait(fixture, 2 * MINUTE);
    fixture_private(fixture, "zoe", line_of("as it was after line %u:\n", (unsigned)lines));
    fixture_clear(fixture);
    fixture_type(fixture, people[seat], "#a", "undo");
    fixture_type(fixture, people[1 - seat], "#a", "undo");
    assert_int_equal(table->lines, lines - 1);
    fixture_wait(fixture, HOUR);
    assert_int_equal(fixture_count_private(fixture, "zoe", ""), 0);
    make_turn(fixture, 1);
    assert_int_equal(fixture_count_private(fixture, "zoe", ""), 0);
    fixture_wait(fixture, 2 * MINUTE);
    fixture_private(fixture, "zoe", line_of("as it was after line %u:\n", (unsigned)table->lines));
}

/* -- Nothing undercuts the delay --------------------------------------------------------------- */

/* Plays a game that goes on differently after `until` moves, and returns what zoe is told. */
static char *told_of(const char *game, unsigned until, size_t later, const char *delay)
{
    struct fixture *fixture = fixture_open("");
    fixture_start_game(fixture, "one", "#a", game, game_find(game)->players_min);
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", delay);
    for (unsigned i = 0; i < until; i++)
        make_move(fixture, 0);
    for (unsigned i = 0; i < 4; i++)
        make_move(fixture, later);
    char *told = told_to(fixture, "zoe"), *over = strstr(told, ", which is over");
    if (over != NULL)
        *over = '\0'; /* then nothing is hidden any more */
    fixture_close(fixture);
    return told;
}

/* Everybody sees whose turn it was later: that alone decides how many turns are shown. */
static void what_came_later_changes_no_byte(void **state)
{
    static const char *const games[] = {"campanile", "goats", "patrician", "castellers", "njet"};
    unsigned shown = 0;
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        for (unsigned until = 0; until < 3; until++) {
            char *told = told_of(games[i], until, 0, "watch 4 moves");
            char *other = told_of(games[i], until, 1, "watch 4 moves");
            size_t length = strlen(told) < strlen(other) ? strlen(told) : strlen(other);
            shown += strstr(told, "as it was") != NULL && strstr(other, "as it was") != NULL;
            assert_memory_equal(told, other, length);
            free(told);
            free(other);
        }
    }
    assert_true(shown >= 10);
}

/* Every answer but those of `watch` is the same for one who watches and one who does not. */
static void no_other_command_gives_more(void **state)
{
    static const char *const typed[] = {"hand",     "moves",  "table",         "status",   "recap",
                                        "why",      "replay", "replay 1",      "export 1", "export",
                                        "verify 1", "verify", "options",       "stats",    "play 1",
                                        "report x", "undo",   "claim abcdefgh"};
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    make_moves(fixture, 5);
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        bool claims = strncmp(typed[i], "claim", 5) == 0;
        for (int private = 0; private < 2; private ++) {
            fixture_wait(fixture, HOUR);
            fixture_clear(fixture);
            fixture_type(fixture, "zoe", private ? "" : "#a", typed[i]);
            char *watcher = told_to(fixture, "zoe");
            fixture_wait(fixture, HOUR);
            fixture_clear(fixture);
            fixture_type(fixture, "yara", private ? "" : "#a", typed[i]);
            char *other = told_to(fixture, "yara");
            if (!claims)
                assert_string_equal(watcher, other);
            assert_null(strstr(watcher, "red r"));
            free(watcher);
            free(other);
        }
    }
}

static struct choices complete(struct fixture *fixture, const char *name, const char *typed)
{
    struct choices choices = {.count = 0};
    const struct inbound inbound = {.network = "one",
                                    .person = {line_of("account:%s", name), name, RANK_PLAYER},
                                    .place = "#a",
                                    .text = typed};
    choices.count = fixture->host.listener.complete(&fixture->host, &inbound, choices.list);
    return choices;
}

static void completion_gives_nothing_more(void **state)
{
    static const char *const typed[] = {"", "play ", "moves ", "watch ", "replay ", "export "};
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    make_moves(fixture, 5);
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        struct choices watcher = complete(fixture, "zoe", typed[i]);
        struct choices other = complete(fixture, "yara", typed[i]);
        assert_int_equal(watcher.count, other.count);
        for (size_t choice = 0; choice < other.count; choice++)
            assert_string_equal(watcher.list[choice].command, other.list[choice].command);
    }
}

/* A host who plays along can't make the delay shorter while the game runs, only longer. */
static void settings_never_shorten_the_delay_of_a_game(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_command(fixture, "config set watch-delay 1 moves");
    make_moves(fixture, 2);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    fixture_command(fixture, "config set watch-delay 5 moves");
    make_moves(fixture, 2);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    make_moves(fixture, 1);
    assert_int_equal(shown_to(fixture, "zoe"), 1);
}

static void the_delay_of_the_start_survives_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_command(fixture, "config set watch-delay 6 moves");
    start(fixture);
    fixture_command(fixture, "config set watch-delay 1 moves");
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "this far behind: 6 moves.");
    make_moves(fixture, 5);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    make_moves(fixture, 1);
    assert_int_equal(shown_to(fixture, "zoe"), 1);
    fixture_close(fixture);
}

/* -- Who watches, and who does not ------------------------------------------------------------- */

static void players_are_told_who_watches(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_public(fixture, "#a", "zoe watches with all hands open, this far behind: a round.");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "status");
    fixture_public(fixture, "#a", "Watching, with a delay: zoe");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "table");
    fixture_public(fixture, "#a", "Watching, with a delay: zoe");
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", "watch stop");
    fixture_public(fixture, "#a", "No longer watching: zoe.");
    fixture_private(fixture, "zoe", "You no longer watch.");
    fixture_clear(fixture);
    make_moves(fixture, 4);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    fixture_type(fixture, "bruno", "#a", "status");
    assert_int_equal(fixture_count_public(fixture, "#a", "Watching"), 0);
}

static void a_board_lists_them(void **state)
{
    struct fixture *fixture = *state;
    fixture_start_game(fixture, "boards", "#a", "njet", 3);
    fixture_type_on(fixture, "boards", "zoe", "#a", "watch");
    const struct said *board = fixture_last(fixture, OUTBOUND_PICTURE, "boards", "#a", NULL);
    assert_non_null(strstr(board->text, "Watching, with a delay: zoe"));
}

static void one_player_can_forbid_it(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "watch off");
    fixture_public(fixture, "#a",
                   "bruno wants nobody to watch this table. No longer watching: zoe.");
    fixture_private(fixture, "zoe",
                    "You no longer watch Njet! in #a: bruno wants nobody to watch.");
    make_moves(fixture, 4);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    fixture_type(fixture, "yara", "#a", "watch");
    fixture_private(fixture, "yara", "Somebody at this table wants nobody to watch.");
    fixture_type(fixture, "alice", "#a", "watch on");
    fixture_private(fixture, "alice", "You have not forbidden it.");
    fixture_type(fixture, "carol", "#a", "watch forbid");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "watch on");
    fixture_public(fixture, "#a", "bruno lets people watch again. carol still forbids it.");
    fixture_type(fixture, "carol", "#a", "watch allow");
    fixture_type(fixture, "yara", "#a", "watch");
    fixture_private(fixture, "yara", "You watch Njet! here");
    fixture_type(fixture, "yara", "#a", "watch off");
    fixture_private(fixture, "yara", "You have no seat at this table.");
}

static void it_stays_forbidden_after_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "#a", "new njet");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "carol", "#a", "join");
    fixture_type(fixture, "bruno", "#a", "watch off"); /* before the game */
    fixture_type(fixture, "alice", "#a", "start");
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "Somebody at this table wants nobody to watch.");
    fixture_type(fixture, "bruno", "#a", "watch on");
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "You watch Njet! here");
    fixture_close(fixture);
}

static void a_setting_forbids_it(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_clear(fixture);
    fixture_command(fixture, "config set watch off");
    fixture_public(fixture, "#a", "No longer watching: zoe.");
    fixture_private(fixture, "zoe", "it is not allowed there any more.");
    fixture_type(fixture, "yara", "#a", "watch");
    fixture_private(fixture, "yara", "Tables can’t be watched here.");
}

static void who_plays_does_not_watch(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_as(fixture, "two", "root", RANK_ADMIN, "#b",
                    fixture_offer_link(fixture, "one", "root", "#a"));
    start(fixture);
    fixture_type(fixture, "alice", "#a", "watch");
    fixture_private(fixture, "alice", "You sit at this table.");
    fixture_clear(fixture);
    fixture_type_on(fixture, "two", "alice", "#b", "watch"); /* the same account elsewhere */
    fixture_private(fixture, "alice", "You sit at this table.");
}

static void who_is_not_wanted_does_not_watch(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "bruno", "", "block account:zoe");
    fixture_command(fixture, "ban account:yara");
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "You can’t watch this table.");
    fixture_type(fixture, "yara", "#a", "watch");
    fixture_private(fixture, "yara", "You can’t watch this table.");
    fixture_type(fixture, "xenia", "#a", "watch");
    fixture_clear(fixture);
    fixture_command(fixture, "ban account:xenia");
    fixture_public(fixture, "#a", "No longer watching: xenia.");
}

/* A new name or account does not help either. */
static void a_new_identity_has_watched_too(void **state)
{
    struct fixture *fixture = *state;
    const struct person renamed = {"account:zelda", "zelda", RANK_PLAYER};
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture->host.listener.renamed(&fixture->host, "one", "account:zoe", &renamed);
    fixture_clear(fixture);
    make_moves(fixture, 3);
    assert_int_equal(shown_to(fixture, "zelda"), 1);
    fixture_type(fixture, "zelda", "#a", "join");
    fixture_type(fixture, "zoe", "#a", "join");
    fixture_private(fixture, "zelda", "You have watched this table");
    fixture_private(fixture, "zoe", "You have watched this table");
    const struct person seated = {"account:alice", "alice", RANK_PLAYER};
    fixture->host.listener.renamed(&fixture->host, "one", "account:zelda", &seated);
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "No longer watching: zelda.");
}

static void who_leaves_watches_no_longer(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture->host.listener.left(&fixture->host, "one", "", "account:zoe", LEFT_IN_SPLIT);
    assert_int_equal(fixture_count_public(fixture, "#a", "No longer"), 0);
    fixture->host.listener.left(&fixture->host, "one", "#b", "account:zoe", LEFT_PLACE);
    assert_int_equal(fixture_count_public(fixture, "#a", "No longer"), 0);
    fixture->host.listener.left(&fixture->host, "one", "", "account:zoe", LEFT_NETWORK);
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "No longer watching: zoe.");
}

static void who_is_forgotten_watches_no_longer(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_type(fixture, "zoe", "", "forget me");
    fixture_type(fixture, "zoe", "", "forget me");
    fixture_public(fixture, "#a", "No longer watching: zoe.");
    assert_int_equal(table_in(fixture)->watch->count, 0);
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", "join");
    fixture_private(fixture, "zoe", "You have watched this table");
}

static void not_more_than_a_few_watch(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    for (int i = 0; i < WATCHERS_MAX; i++)
        fixture_type(fixture, line_of("guest%d", i), "#a", "watch");
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "Too many people watch this table");
    fixture_type(fixture, "guest0", "#a", "watch stop");
    fixture_type(fixture, "zoe", "#a", "watch");
    fixture_private(fixture, "zoe", "You watch Njet! here");
}

static void an_archived_table_remembers_who_has_watched(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch");
    make_moves(fixture, 1);
    fixture_wait(fixture, 31 * DAY);
    assert_int_equal(table_in(fixture)->status, TABLE_ARCHIVED);
    assert_int_equal(shown_to(fixture, "zoe"), 0);
    fixture = fixture_restart(fixture, MINUTE);
    fixture_open_place(fixture, "one", "#a");
    fixture_type(fixture, "alice", "#a", "resume 1");
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", "join");
    fixture_private(fixture, "zoe", "You have watched this table");
    assert_int_equal(table_in(fixture)->status, TABLE_PLAYING);
    fixture_close(fixture);
}

/* -- Typing ------------------------------------------------------------------------------------ */

static void a_table_is_named(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "#a", "watch #1 10 moves");
    fixture_private(fixture, "zoe", "a round + 10 moves.");
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", "watch 1 deal");
    fixture_private(fixture, "zoe", "a round + until new cards are dealt.");
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#b", "watch 1");
    fixture_private(fixture, "zoe", "There is no such table where you can see it.");
    fixture_type(fixture, "zoe", "#b", "watch");
    fixture_type(fixture, "zoe", "", "watch");
    fixture_private(fixture, "zoe", "Which table? In private, name its channel: watch #channel");
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "", "watch stop");
    fixture_public(fixture, "#a", "No longer watching: zoe.");
}

static void wrong_words_are_refused(void **state)
{
    static const char *const wrong[] = {"watch 1 2",   "watch 1 0 moves",     "watch 1 1s",
                                        "watch 1 2 3", "watch stop stop 1 2", "watch 1 2000 moves"};
    struct fixture *fixture = *state;
    start(fixture);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, "zoe", "#a", wrong[i]);
        fixture_private(fixture, "zoe", "Expected: watch,");
        assert_int_equal(fixture_count_public(fixture, "#a", ""), 0);
    }
    fixture_type(fixture, "zoe", "#a", "abort");
    fixture_type(fixture, "zoe", "#c", "watch");
    fixture_private(fixture, "zoe", "There is no table here");
    fixture_type(fixture, "yara", "#b", "new njet");
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#b", "watch");
    fixture_private(fixture, "zoe", "The game has not begun");
}

static void it_is_understood_in_other_languages(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    fixture_type(fixture, "zoe", "", "lang de");
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", "zuschauen 10 züge");
    fixture_private(fixture, "zoe", "so weit zurück: eine Runde + 10 Züge.");
    fixture_clear(fixture);
    fixture_type(fixture, "zoe", "#a", "zuschauen geben");
    fixture_private(fixture, "zoe", "eine Runde + bis neu gegeben wird.");
    fixture_type(fixture, "alice", "#a", "regarder interdire");
    fixture_private(fixture, "zoe", "alice will es nicht.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_turn_is_shown_a_round_later_with_all_hands),
        WITH_HOST(it_begins_in_the_middle),
        WITH_HOST(somebody_may_want_to_be_further_behind),
        WITH_HOST(nobody_comes_nearer),
        WITH_HOST(turns_that_come_fast_are_shown_together),
        WITH_HOST(at_the_end_everything_is_shown),
        WITH_HOST(an_aborted_game_is_shown_too),
        WITH_HOST(a_deal_is_shown_when_the_next_one_is_dealt),
        IN_FOLDER(minutes_count_from_the_moves_on_disk),
        WITH_HOST(nothing_is_older_than_the_watching),
        WITH_HOST(the_clock_can_be_set),
        IN_FOLDER(a_restart_shows_nothing_twice),
        WITH_HOST(what_is_taken_back_is_shown_once),
        cmocka_unit_test(what_came_later_changes_no_byte),
        WITH_HOST(no_other_command_gives_more),
        WITH_HOST(completion_gives_nothing_more),
        WITH_HOST(settings_never_shorten_the_delay_of_a_game),
        IN_FOLDER(the_delay_of_the_start_survives_a_restart),
        WITH_HOST(players_are_told_who_watches),
        WITH_HOST(a_board_lists_them),
        WITH_HOST(one_player_can_forbid_it),
        IN_FOLDER(it_stays_forbidden_after_a_restart),
        WITH_HOST(a_setting_forbids_it),
        WITH_HOST(who_plays_does_not_watch),
        WITH_HOST(who_is_not_wanted_does_not_watch),
        WITH_HOST(a_new_identity_has_watched_too),
        WITH_HOST(who_leaves_watches_no_longer),
        WITH_HOST(who_is_forgotten_watches_no_longer),
        WITH_HOST(not_more_than_a_few_watch),
        IN_FOLDER(an_archived_table_remembers_who_has_watched),
        WITH_HOST(a_table_is_named),
        WITH_HOST(wrong_words_are_refused),
        WITH_HOST(it_is_understood_in_other_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
