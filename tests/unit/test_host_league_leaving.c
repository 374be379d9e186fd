/* People who leave running games of leagues: they are out of the league for a while. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "bot/tables/leagues.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define ROLL "leagues one"

/* -- A league ---------------------------------------------------------------------------------- */

/* Alice plays carol in #a, and bruno plays dora in #b. */
static void begin(struct fixture *fixture, const char *options)
{
    fixture_command(fixture, "config set leaving out-of-league");
    fixture_command(fixture,
                    line_of("league new Cup en-garde touches=1 rounds=2 places=#b %s", options));
    for (unsigned i = 0; i < 4; i++)
        fixture_type(fixture, people[i], "#a", "league enter cup");
    fixture_command(fixture, "league start cup");
    fixture_clear(fixture);
}

static struct fixture *restarted(struct fixture *fixture)
{
    fixture = fixture_restart(fixture, SECOND);
    fixture_open_place(fixture, "one", "#a");
    fixture_open_place(fixture, "one", "#b");
    fixture_open_place(fixture, "one", "#z");
    fixture_end_turn(fixture);
    fixture_clear(fixture);
    return fixture;
}

static struct table *table_in(const struct fixture *fixture, const char *place)
{
    return session_at(&fixture->host.sessions, "one", place);
}

static struct league_entrant entrant_of(const struct fixture *fixture, const char *who)
{
    struct league *league = leagues_open(&fixture->host.sessions, ROLL, "cup");
    assert_non_null(league);
    unsigned entrant = league_find(league, "one", line_of("account:%s", who));
    assert_int_not_equal(entrant, LEAGUE_NOBODY);
    const struct league_entrant found = league->entrants[entrant];
    leagues_close(league);
    return found;
}

static bool is_out(const struct fixture *fixture, const char *who)
{
    const struct league_entrant entrant = entrant_of(fixture, who);
    assert_int_equal(entrant.left, entrant.out);
    return entrant.out;
}

static unsigned round_of(const struct fixture *fixture)
{
    struct league *league = leagues_open(&fixture->host.sessions, ROLL, "cup");
    unsigned round = league->phase == LEAGUE_OVER ? league->round + 1u : league->round;
    leagues_close(league);
    return round;
}

static void bruno_goes(struct fixture *fixture)
{
    fixture->host.listener.left(&fixture->host, "one", "#b", "account:bruno", LEFT_PLACE);
    fixture_end_turn(fixture);
}

static void bruno_leaves(struct fixture *fixture, const char *command)
{
    bruno_goes(fixture);
    fixture_clear(fixture);
    fixture_type(fixture, "dora", "#b", line_of("%s bruno", command));
}

static void correct(struct fixture *fixture, unsigned round)
{
    fixture_command(fixture, line_of("league correct cup %u 1 1:0", round));
    fixture_command(fixture, line_of("league correct cup %u 2 0:1", round));
}

static bool is_paired(const struct fixture *fixture, const char *who, unsigned round)
{
    struct league *league = leagues_open(&fixture->host.sessions, ROLL, "cup");
    unsigned entrant = league_find(league, "one", line_of("account:%s", who));
    bool paired = false;
    for (unsigned i = 0; i < league->match_count; i++)
        for (unsigned seat = 0; seat < league->matches[i].count; seat++)
            paired |=
                league->matches[i].round == round && league->matches[i].entrants[seat] == entrant;
    leagues_close(league);
    return paired;
}

/* -- Out --------------------------------------------------------------------------------------- */

/* What was played counts on; everything is on the disk with the leaving. */
static void who_leaves_is_out(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    begin(fixture, "");
    fixture = restarted(fixture);
    bruno_leaves(fixture, "replace");
    fixture_private(fixture, "bruno",
                    "You left a running game in #b. For 10 min you can’t sit down at a table or "
                    "open one on this server; each further time it is twice as long. You are out "
                    "of league Cup; when that time is over, league enter Cup takes you back. claim "
                    "there gives you your seat back and ends this.");
    assert_int_equal(fixture_count_private(fixture, "bruno", "You left"), 1);
    fixture_public(fixture, "#a", "bruno leaves league Cup.");
    fixture = restarted(fixture);
    assert_true(is_out(fixture, "bruno"));
    assert_false(is_out(fixture, "dora"));
    fixture_command(fixture, "config log");
    fixture_private(fixture, "olga", "left – → bruno: out-of-league Cup, wait 10min (this server)");
    correct(fixture, 1);
    fixture = restarted(fixture);
    assert_int_equal(round_of(fixture), 2);
    assert_true(is_paired(fixture, "bruno", 1));
    assert_false(is_paired(fixture, "bruno", 2));
    assert_true(is_paired(fixture, "dora", 2));
    fixture_close(fixture);
}

static void other_values_leave_the_league_alone(void **state)
{
    static const char *const values[] = {"nothing", "wait", "unranked"};
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct fixture *fixture = fixture_open("");
        begin(fixture, "");
        fixture_command(fixture, line_of("config set leaving %s", values[i]));
        bruno_leaves(fixture, "kick");
        assert_false(is_out(fixture, "bruno"));
        assert_int_equal(fixture_count_public(fixture, "#a", "bruno leaves"), 0);
        assert_int_equal(fixture_count_private(fixture, "bruno", "out of league"), 0);
        fixture_close(fixture);
    }
}

static void elsewhere_it_is_waiting(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "");
    fixture_start(fixture, "#z", "");
    fixture->host.listener.left(&fixture->host, "one", "#z", "account:bruno", LEFT_PLACE);
    fixture_type(fixture, "alice", "#z", "kick bruno");
    fixture_private(fixture, "bruno", "For 10 min you can’t sit down");
    assert_int_equal(fixture_count_private(fixture, "bruno", "out of league"), 0);
    assert_false(is_out(fixture, "bruno"));
    fixture_command(fixture, "config log");
    fixture_private(fixture, "olga", "left – → bruno: wait 10min (this server)");
    fixture_command(fixture, "bans");
    fixture_private(fixture, "olga", "left a running game, waits for 10 min more");
}

static void a_host_takes_nobody_out(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "");
    bruno_goes(fixture);
    fixture_type_as(fixture, "one", "hugo", RANK_HOST, "#b", "kick bruno");
    assert_int_equal(fixture_count_private(fixture, "bruno", "You left"), 0);
    assert_false(is_out(fixture, "bruno"));
}

/* Nothing that could not be saved follows or is told. */
static void a_disk_that_fails_takes_nobody_out(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "");
    bruno_goes(fixture);
    fixture_clear(fixture);
    store_line_add(fixture->host.store, &(struct stored_line){.table = 1, .n = 7, .move = "x"});
    fixture_type(fixture, "dora", "#b", "kick bruno");
    assert_int_equal(fixture_count_private(fixture, "bruno", "You left"), 0);
    assert_int_equal(fixture_count_public(fixture, "#a", "bruno leaves"), 0);
    assert_false(is_out(fixture, "bruno"));
}

/* -- Back -------------------------------------------------------------------------------------- */

static void claim_takes_back(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    begin(fixture, "");
    bruno_leaves(fixture, "replace");
    fixture = restarted(fixture);
    fixture_type(fixture, "bruno", "#b", "claim");
    fixture_public(fixture, "#a", "bruno is back in league Cup.");
    fixture_private(fixture, "bruno", "You have your seat back");
    fixture = restarted(fixture);
    assert_false(is_out(fixture, "bruno"));
    assert_true(table_seat_of(table_in(fixture, "#b"), "one", "account:bruno") >= 0);
    correct(fixture, 1);
    assert_true(is_paired(fixture, "bruno", 2));
    fixture_close(fixture);
}

static void a_pardon_takes_back(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    begin(fixture, "");
    bruno_leaves(fixture, "kick");
    fixture = restarted(fixture);
    fixture_command(fixture, "unban bruno");
    fixture_public(fixture, "#a", "bruno is back in league Cup.");
    fixture_private(fixture, "bruno", "olga has pardoned you");
    fixture = restarted(fixture);
    assert_false(is_out(fixture, "bruno"));
    correct(fixture, 1);
    assert_true(is_paired(fixture, "bruno", 2));
    fixture_close(fixture);
}

static void entering_takes_back_after_the_waiting(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    begin(fixture, "");
    bruno_leaves(fixture, "kick");
    fixture = restarted(fixture);
    fixture_type(fixture, "bruno", "#z", "league enter cup");
    fixture_private(fixture, "bruno", "you can’t sit down on this server for 9 min 59 s more");
    assert_true(is_out(fixture, "bruno"));
    fixture_wait(fixture, 10 * MINUTE);
    fixture_type(fixture, "bruno", "#z", "league enter cup");
    fixture_public(fixture, "#z", "bruno is back in league Cup.");
    fixture = restarted(fixture);
    assert_false(is_out(fixture, "bruno"));
    fixture_type(fixture, "bruno", "#z", "league enter cup");
    fixture_private(fixture, "bruno", "You are in league Cup already.");
    fixture_close(fixture);
}

/* Who has left by themselves does not come back, whatever is pardoned. */
static void league_leave_is_for_good(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "");
    fixture_start(fixture, "#z", "");
    fixture->host.listener.left(&fixture->host, "one", "#z", "account:bruno", LEFT_PLACE);
    fixture_type(fixture, "alice", "#z", "kick bruno");
    fixture_type(fixture, "bruno", "#z", "league leave cup");
    fixture_command(fixture, "unban bruno");
    assert_true(entrant_of(fixture, "bruno").left);
    fixture_type(fixture, "bruno", "#z", "league enter cup");
    fixture_private(fixture, "bruno", "You are in league Cup already.");
    assert_int_equal(fixture_count_public(fixture, "#a", "is back"), 0);
}

static void nobody_comes_back_when_it_is_over(void **state)
{
    struct fixture *fixture = *state;
    begin(fixture, "");
    bruno_leaves(fixture, "kick");
    fixture_command(fixture, "league end cup");
    fixture_command(fixture, "unban bruno");
    fixture_private(fixture, "bruno", "olga has pardoned you");
    assert_int_equal(fixture_count_public(fixture, "#a", "is back"), 0);
    assert_true(is_out(fixture, "bruno"));
}

static void they_read_it_in_their_language(void **state)
{
    static const struct {
        const char *language, *told;
    } cases[] = {
        {"fr", "Tu es hors de la ligue Cup"},
        {"it", "Sei fuori dalla lega Cup; passato quel tempo, lega entra Cup ti riporta dentro."},
        {"de", "Aus der Liga Cup bist du heraus; nach dieser Zeit bringt dich liga anmelden Cup"},
        {"es", "Quedas fuera de la liga Cup; pasado ese tiempo, torneo inscribir Cup te devuelve"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        begin(fixture, "");
        fixture_type(fixture, "bruno", "", line_of("lang %s", cases[i].language));
        bruno_leaves(fixture, "kick");
        fixture_private(fixture, "bruno", cases[i].told);
        fixture_public(fixture, "#a", "bruno leaves league Cup.");
        fixture_close(fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(who_leaves_is_out),
        cmocka_unit_test(other_values_leave_the_league_alone),
        WITH_HOST(elsewhere_it_is_waiting),
        WITH_HOST(a_host_takes_nobody_out),
        WITH_HOST(a_disk_that_fails_takes_nobody_out),
        IN_FOLDER(claim_takes_back),
        IN_FOLDER(a_pardon_takes_back),
        IN_FOLDER(entering_takes_back_after_the_waiting),
        WITH_HOST(league_leave_is_for_good),
        WITH_HOST(nobody_comes_back_when_it_is_over),
        cmocka_unit_test(they_read_it_in_their_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
