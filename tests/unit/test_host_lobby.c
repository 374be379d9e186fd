/* The lobby and the ladder of refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "bot/commands/command.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static void a_table_opens_fills_and_starts(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde touches=3");
    fixture_public(fixture, "#a", "A table of En Garde is open, for 2 players: alice.");
    fixture_public(fixture, "#a", "touches=3");
    fixture_type(fixture, "alice", "#a", "start");
    fixture_private(fixture, "alice", "2 people are needed");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_public(fixture, "#a", "bruno sits down: 2 players, full.");
    fixture_type(fixture, "carol", "#a", "join");
    fixture_private(fixture, "carol", "The table is full.");
    fixture_type(fixture, "alice", "#a", "start");
    fixture_public(fixture, "#a", "Round 1 begins.");
    fixture_private(fixture, "alice", "Your hand: ");
    fixture_private(fixture, "bruno", "Your hand: ");
    assert_int_equal(fixture_count_public(fixture, "#a", "Your hand"), 0);
}

static void one_table_a_channel_and_many_channels(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "bruno", "#a", "new en-garde");
    fixture_private(fixture, "bruno", "There is a table here already");
    fixture_type(fixture, "bruno", "#b", "new en-garde");
    fixture_public(fixture, "#b", "A table of En Garde is open");
    fixture_type_on(fixture, "two", "alice", "#a", "new en-garde");
    assert_int_equal(fixture_count_public(fixture, "#a", "A table of En Garde is open"), 2);
    assert_ptr_not_equal(session_at(&fixture->host.sessions, "one", "#a"),
                         session_at(&fixture->host.sessions, "two", "#a"));
}

static void options_are_checked_one_by_one(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new");
    fixture_private(fixture, "alice", "Which game? There are: en-garde");
    fixture_type(fixture, "alice", "#a", "new chess");
    fixture_private(fixture, "alice", "There is no game chess.");
    fixture_type(fixture, "alice", "#a", "new en-garde speed=9");
    fixture_private(fixture, "alice",
                    "There is no option speed here. Expected OPTION=VALUE with: "
                    "rules, touches, level, ");
    fixture_type(fixture, "alice", "#a", "new en-garde touches=10");
    fixture_private(fixture, "alice", "“10” is no value of touches. Expected: 1, 2, 3");
    fixture_type(fixture, "alice", "#a", "new en-garde rules");
    fixture_private(fixture, "alice",
                    "rules needs a value: rules=VALUE. Expected: basic, standard");
    fixture_type(fixture, "alice", "#a", "new en-garde level");
    fixture_private(fixture, "alice", "level needs a value: level=VALUE. Expected: random, easy");
    assert_null(session_at(&fixture->host.sessions, "one", "#a"));
    fixture_type(fixture, "alice", "#a", "new EN-GARDE Rules=BASIC");
    fixture_public(fixture, "#a", "rules=basic, touches=5");
    fixture_type(fixture, "alice", "#a", "options touches=2");
    fixture_public(fixture, "#a", "En Garde: rules=basic, touches=2.");
    fixture_type(fixture, "bruno", "#a", "options touches=1");
    fixture_private(fixture, "bruno", "Only who opened the table");
}

/* A network that is slow leaves out who sat before, and what is about the game is told. */
static void lines_about_the_lobby_are_marked(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    assert_false(fixture_last(fixture, OUTBOUND_EVENT, "one", "#a", NULL)->lobby);
    fixture_type(fixture, "bruno", "#a", "join");
    assert_true(fixture_last(fixture, OUTBOUND_EVENT, "one", "#a", NULL)->lobby);
    fixture_type(fixture, "bruno", "#a", "leave");
    assert_true(fixture_last(fixture, OUTBOUND_EVENT, "one", "#a", NULL)->lobby);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    assert_true(fixture_last(fixture, OUTBOUND_EVENT, "one", "#a", NULL)->lobby);
    fixture_move(fixture, session_at(&fixture->host.sessions, "one", "#a"));
    assert_false(fixture_last(fixture, OUTBOUND_EVENT, "one", "#a", NULL)->lobby);
}

static void every_rung_of_the_ladder_answers_differently(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *name, *place, *typed, *answer;
    } before[] = {
        {"alice", "", "frobnicate", "I do not know that; help lists what I can do."},
        {"alice", "", "hlep", "I do not know “hlep”. Did you mean help?"},
        {"alice", "", "Jion", "Did you mean join?"},
        {"alice", "", "help tabel", "Did you mean table?"},
        {"alice", "", "?", "new GAME opens a table"},
        {"alice", "#z", "new zigen kriegen", "Did you mean ziegen kriegen?"},
        {"alice", "#z", "new pilars of the earth", "Did you mean pillars?"},
        {"alice", "#z", "new the pilars of the earth", "Did you mean the pillars of the earth?"},
        {"alice", "#z", "new en-gadre", "There is no game “en-gadre”. Did you mean en-garde?"},
        {"alice", "#z", "new en gard", "There is no game “en gard”. Did you mean en garde?"},
        {"alice", "#z", "new en gard touches=3", "Did you mean en garde?"},
        {"alice", "#z", "new campanile intermezo", "Did you mean campanile intermezzo?"},
        {"alice", "#z", "new campanile towers", "There is no option towers here."},
        {"alice", "", "new en-garde", "new works in a channel only."},
        {"alice", "#a", "join", "There is no table here; new GAME opens one."},
        {"alice", "", "hand", "You sit at no table."},
        {"alice", "#a", "again", "There was no table here yet"},
    };
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, before[i].name, before[i].place, before[i].typed);
        fixture_private(fixture, before[i].name, before[i].answer);
        assert_int_equal(fixture->said_count, 1);
    }
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "hand");
    fixture_private(fixture, "alice", "The game has not begun");
    fixture_type(fixture, "carol", "#a", "start");
    fixture_private(fixture, "carol", "You have no seat at this table.");
    fixture_type(fixture, "alice", "#a", "join");
    fixture_private(fixture, "alice", "You sit at this table already.");
}

static void a_word_of_another_bot_gets_no_answer(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "weather Paris");
    fixture_type(fixture, "alice", "#a", "");
    fixture_type(fixture, "alice", "#a", "   ");
    assert_int_equal(fixture->said_count, 0);
}

static void leaving_frees_the_seat_and_the_last_one_closes_the_table(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "leave");
    fixture_public(fixture, "#a", "alice gets up (1 of 2).");
    fixture_type(fixture, "alice", "#a", "leave");
    fixture_private(fixture, "alice", "You have no seat at this table.");
    fixture_type(fixture, "bruno", "#a", "leave");
    fixture_public(fixture, "#a", "nobody is left: the table is closed.");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_private(fixture, "bruno", "There is no table here");
}

static void seats_of_the_bot_come_and_go_and_play(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde touches=1");
    fixture_type(fixture, "alice", "#a", "bots remove");
    fixture_private(fixture, "alice", "No seat here is played by the bot.");
    fixture_type(fixture, "alice", "#a", "bots add clever");
    fixture_private(fixture, "alice", "There are these levels: random, easy, normal, hard.");
    fixture_type(fixture, "alice", "#a", "bots maybe");
    fixture_private(fixture, "alice", "Expected: bots add, or bots remove.");
    fixture_type(fixture, "alice", "#a", "bots add random");
    fixture_public(fixture, "#a", "Bot 1 sits down: 2 players, full.");
    fixture_type(fixture, "alice", "#a", "bots remove");
    fixture_public(fixture, "#a", "Bot 1 gets up (1 of 2).");
    fixture_type(fixture, "alice", "#a", "bots add easy");
    fixture_type(fixture, "alice", "#a", "start");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    for (int i = 0; i < 500 && fixture_move(fixture, table); i++)
        assert_true(table->game->rules->actors(table->state) == SEAT_BIT(0));
    fixture_public(fixture, "#a", "wins the bout!");
}

static void a_word_that_only_resembles_one_moves_no_bot(void **state)
{
    static const char *const words[] = {"ads", "rename", "remov", "removed", "resume"};
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "alice", "#a", "bots add random");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "#a", line_of("bots %s", words[i]));
        fixture_private(fixture, "alice", "Expected: bots add, or bots remove.");
        assert_int_equal(table->seat_count, 2);
    }
}

static void abort_is_for_the_opener_an_admin_or_everybody(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "carol", "#a", "abort");
    fixture_private(fixture, "carol", "You have no seat at this table.");
    fixture_type(fixture, "bruno", "#a", "abort");
    fixture_public(fixture, "#a", "bruno would like to end this table");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_public(fixture, "#a", "The table is closed before its end.");
    fixture_start(fixture, "#b", "");
    char logged[4096] = "";
    FILE *log = fmemopen(logged, sizeof logged, "w");
    log_to(log, LOG_LEVEL_INFO);
    fixture_type_as(fixture, "one", "root", RANK_ADMIN, "#b", "abort");
    log_to(NULL, LOG_LEVEL_INFO);
    fclose(log);
    fixture_public(fixture, "#b", "The table is closed before its end.");
    assert_non_null(strstr(logged, "event=admin.aborted network=one person=account:root table="));
}

static const char *name_on_turn(struct fixture *fixture, const char *place)
{
    const struct table *table = session_at(&fixture->host.sessions, "one", place);
    return table->seats[seat_on_turn(table)].name;
}

/* People move on, the deal stays as its seed has it; and so it is after a restart. */
static void who_begins_can_be_named(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    for (size_t i = 0; i < 3; i++) {
        static const char *const names[] = {"alice", "bruno", "carol"};
        fixture_clear(fixture);
        char place[16];
        struct text text = TEXT_IN(place);
        text_add_format(&text, "#%zu", i);
        fixture_type(fixture, "alice", place, line_of("new goats first=%s", names[i]));
        fixture_type(fixture, "bruno", place, "join");
        fixture_type(fixture, "carol", place, "join WORD");
        fixture_type(fixture, "alice", place, "start");
        assert_string_equal(name_on_turn(fixture, place), names[i]);
    }
    fixture_type(fixture, "alice", "#c", "new goats first=Bot 2 rounds=series");
    fixture_type(fixture, "alice", "#c", "bots add");
    fixture_type(fixture, "alice", "#c", "bots add");
    fixture_type(fixture, "alice", "#c", "start");
    assert_string_equal(name_on_turn(fixture, "#c"), "Bot 2");
    fixture_type(fixture, "alice", "#b", "new en-garde first=dora");
    fixture_type(fixture, "bruno", "#b", "join");
    fixture_type(fixture, "alice", "#b", "start");
    fixture_private(fixture, "alice", "Nobody at the table is called");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#1");
    assert_string_equal(name_on_turn(fixture, "#1"), "bruno");
    fixture_close(fixture);
}

static enum table_status status_in(const struct fixture *fixture, const char *place)
{
    return session_at(&fixture->host.sessions, "one", place)->status;
}

/* Who opened the table begins, or a host; the others when all want it. */
static void the_opener_or_everybody_begins(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "carol", "#a", "join");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "start");
    fixture_public(fixture, "#a",
                   "bruno would like to begin. The game starts when whoever opened "
                   "the table types start, or 2 more people do.");
    fixture_type(fixture, "carol", "#a", "start");
    fixture_public(fixture, "#a",
                   "carol would like to begin. The game starts when whoever opened "
                   "the table types start, or one more person does.");
    assert_int_equal(status_in(fixture, "#a"), TABLE_LOBBY);
    fixture_type(fixture, "alice", "#a", "leave");
    fixture_type(fixture, "bruno", "#a", "start");
    assert_int_equal(status_in(fixture, "#a"), TABLE_PLAYING);
    fixture_type(fixture, "alice", "#b", "new en-garde");
    fixture_type_as(fixture, "one", "hugo", RANK_HOST, "#b", "join");
    fixture_type_as(fixture, "one", "hugo", RANK_HOST, "#b", "start");
    assert_int_equal(status_in(fixture, "#b"), TABLE_PLAYING);
    fixture_type(fixture, "alice", "#c", "new castellers");
    fixture_type(fixture, "dora", "#c", "join");
    fixture_type(fixture, "dora", "#c", "start");
    fixture_type(fixture, "alice", "#c", "start");
    assert_int_equal(status_in(fixture, "#c"), TABLE_PLAYING);
}

/* Somebody who sits down later is asked too. */
static void who_joins_has_to_agree_to_begin(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "carol", "#a", "join");
    fixture_type(fixture, "bruno", "#a", "start");
    fixture_type(fixture, "dora", "#a", "join");
    fixture_type(fixture, "alice", "#a", "leave");
    fixture_type(fixture, "carol", "#a", "start");
    assert_int_equal(status_in(fixture, "#a"), TABLE_LOBBY);
    fixture_type(fixture, "dora", "#a", "start");
    assert_int_equal(status_in(fixture, "#a"), TABLE_PLAYING);
}

static void again_seats_the_same_people(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "touches=2 rules=standard");
    fixture_type(fixture, "bruno", "#a", "again");
    fixture_private(fixture, "bruno", "There is a table here already");
    fixture_type(fixture, "alice", "#a", "abort");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "again");
    fixture_public(fixture, "#a", "bruno, alice");
    fixture_public(fixture, "#a", "rules=standard, touches=2");
    fixture_type(fixture, "bruno", "#a", "start");
    table = session_at(&fixture->host.sessions, "one", "#a");
    assert_int_equal(table->status, TABLE_PLAYING);
}

static void help_names_every_command(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "help all");
    const char *help = fixture_private(fixture, "alice", "playing: ");
    for (size_t i = 0; i < command_count; i++) {
        const char *name = command_table[i].name;
        assert_non_null(strstr(help, name));
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "", line_of("help %s", name));
        const char *one = fixture_private(fixture, "alice", name);
        assert_null(strstr(one, "command."));
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "", "help all");
        help = fixture_private(fixture, "alice", "playing: ");
    }
    fixture_type(fixture, "alice", "", "help dance");
    fixture_private(fixture, "alice", "There is no such command");
}

static void rules_and_games_of_every_game_are_told(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "games");
    const char *games = fixture_private(fixture, "alice", "en-garde: En Garde (2)");
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        assert_non_null(strstr(games, (*game)->id));
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        for (const char *const *topic = (*game)->topics; *topic != NULL; topic++) {
            fixture_clear(fixture);
            fixture_type(fixture, "alice", "", line_of("rules %s %s", (*game)->id, *topic));
            const char *told = fixture_private(fixture, "alice", "");
            assert_true(strlen(told) > 40);
            assert_null(strstr(told, ".rules."));
        }
    }
    fixture_type(fixture, "alice", "", "rules");
    fixture_private(fixture, "alice", "Expected: rules GAME");
    fixture_type(fixture, "alice", "", "rules en-garde weather");
    fixture_private(fixture, "alice", "Topics of en-garde: summary, moves");
}

static void votes_stay_with_those_who_gave_them(void **state)
{
    struct fixture *fixture = *state;
    const struct sessions *sessions = &fixture->host.sessions;
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "carol", "#a", "join");
    fixture_type(fixture, "bruno", "#a", "abort");
    fixture_type(fixture, "alice", "#a", "leave");
    fixture_type(fixture, "bruno", "#a", "abort");
    assert_true(table_is_live(session_at(sessions, "one", "#a")));
    fixture_type(fixture, "carol", "#a", "abort");
    assert_false(table_is_live(session_at(sessions, "one", "#a")));
}

static void a_word_that_is_none_seats_nobody(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_type(fixture, "bruno", "#a", "join two words");
    assert_int_equal(session_at(&fixture->host.sessions, "one", "#a")->seat_count, 1);
}

/* What is chosen in the lobby is on disk at once. */
static void choices_of_the_lobby_outlive_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    fixture_type(fixture, "alice", "#a", "new en-garde touches=3");
    fixture_type(fixture, "alice", "#a", "options touches=2 level=hard");
    fixture = fixture_restart(fixture, 0);
    fixture_open_place(fixture, "one", "#a");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "options");
    fixture_public(fixture, "#a", "touches=2, level=hard");
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_table_opens_fills_and_starts),
        WITH_HOST(one_table_a_channel_and_many_channels),
        WITH_HOST(options_are_checked_one_by_one),
        IN_FOLDER(choices_of_the_lobby_outlive_a_restart),
        WITH_HOST(lines_about_the_lobby_are_marked),
        WITH_HOST(every_rung_of_the_ladder_answers_differently),
        WITH_HOST(a_word_of_another_bot_gets_no_answer),
        WITH_HOST(leaving_frees_the_seat_and_the_last_one_closes_the_table),
        WITH_HOST(seats_of_the_bot_come_and_go_and_play),
        WITH_HOST(a_word_that_only_resembles_one_moves_no_bot),
        WITH_HOST(abort_is_for_the_opener_an_admin_or_everybody),
        WITH_HOST(votes_stay_with_those_who_gave_them),
        WITH_HOST(a_word_that_is_none_seats_nobody),
        IN_FOLDER(who_begins_can_be_named),
        WITH_HOST(the_opener_or_everybody_begins),
        WITH_HOST(who_joins_has_to_agree_to_begin),
        WITH_HOST(again_seats_the_same_people),
        WITH_HOST(help_names_every_command),
        WITH_HOST(rules_and_games_of_every_game_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
