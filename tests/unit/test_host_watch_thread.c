/* `watch thread`: a private thread for those who watch, which nobody at the table can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/duration.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

#define THREAD "#w"
#define SHOWN  "En Garde in #A, as it was "

static struct table *table_in(struct fixture *fixture)
{
    return session_at(&fixture->host.sessions, "boards", "#a");
}

static void types(struct fixture *fixture, const char *name, const char *place, const char *text)
{
    fixture_type_on(fixture, "boards", name, place, text);
}

/* Nobody who types can read threads that they are not in. */
static struct table *start(struct fixture *fixture)
{
    fixture->sight = SIGHT_OWN;
    struct table *table =
        fixture_start_game(fixture, "boards", "#a", "en-garde turn-time=1h absent=vote", 2);
    types(fixture, "bruno", "#a", "status");
    fixture_clear(fixture);
    return table;
}

/* The network has made the thread; "" when it can't. */
static void opens(struct fixture *fixture, const char *thread)
{
    assert_string_equal(fixture->threaded, "#a");
    assert_true(fixture->threaded_closed);
    if (thread[0] != '\0')
        fixture_open_place(fixture, "boards", thread);
    fixture->host.listener.thread_opened(&fixture->host, "boards", "#a", fixture->threaded_table,
                                         true, thread[0] != '\0' ? thread : NULL);
    fixture_end_turn(fixture);
}

static void watch(struct fixture *fixture, const char *name)
{
    types(fixture, name, "#a", "watch thread");
    fixture_private(fixture, name, "You watch En Garde in the thread for watchers");
}

static void moves(struct fixture *fixture, const char *name, const char *move)
{
    types(fixture, name, "#a", line_of("play %s", move));
    fixture_wait(fixture, 8 * SECOND);
}

static size_t count_members(const struct fixture *fixture, enum outbound_kind kind,
                            const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < fixture->said_count; i++)
        count += fixture->said[i].kind == kind && strcmp(fixture->said[i].place, THREAD) == 0 &&
                 strcmp(fixture->said[i].identity, line_of("account:%s", name)) == 0;
    return count;
}

/* -- Together ---------------------------------------------------------------------------------- */

static void a_thread_shows_the_game_behind_the_delay(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    watch(fixture, "zoe");
    fixture_public(fixture, "#a", "zoe watches in a thread of their own with all hands open");
    assert_int_equal(count_members(fixture, OUTBOUND_LET_IN, "zoe"), 0);
    opens(fixture, THREAD);
    assert_int_equal(count_members(fixture, OUTBOUND_LET_IN, "zoe"), 1);
    watch(fixture, "yara");
    assert_int_equal(count_members(fixture, OUTBOUND_LET_IN, "yara"), 1);
    moves(fixture, "alice", "advance 1");
    assert_int_equal(fixture_count_public(fixture, THREAD, SHOWN), 0);
    moves(fixture, "bruno", "advance 2");
    const char *dealt = fixture_public(fixture, THREAD, SHOWN "dealt:");
    assert_non_null(strstr(dealt, "\nalice: "));
    assert_non_null(strstr(dealt, "\nbruno: "));
    assert_int_equal(fixture_count_private(fixture, "zoe", SHOWN), 0);
    assert_int_equal(fixture_count_public(fixture, "#a", SHOWN), 0);
    fixture_clear(fixture);
    moves(fixture, "alice", "advance 2");
    fixture_public(fixture, THREAD, SHOWN "after line 1:");
    types(fixture, "zoe", "#a", "watch stop");
    assert_int_equal(count_members(fixture, OUTBOUND_SHUT_OUT, "zoe"), 1);
    assert_int_equal(count_members(fixture, OUTBOUND_SHUT_OUT, "yara"), 0);
}

/* A game that zoe watches in the thread. */
static void start_watched(struct fixture *fixture)
{
    start(fixture);
    watch(fixture, "zoe");
    opens(fixture, THREAD);
}

/* At the end everything is shown, and they stay to read it. */
static void the_end_is_shown(void **state)
{
    struct fixture *fixture = *state;
    start_watched(fixture);
    moves(fixture, "alice", "advance 1");
    fixture_clear(fixture);
    types(fixture, "alice", "#a", "abort");
    types(fixture, "bruno", "#a", "abort");
    fixture_public(fixture, THREAD, "En Garde in #A, which is over");
    assert_int_equal(count_members(fixture, OUTBOUND_SHUT_OUT, "zoe"), 0);
}

static void in_private_and_back(void **state)
{
    struct fixture *fixture = *state;
    start_watched(fixture);
    moves(fixture, "alice", "advance 1");
    moves(fixture, "bruno", "advance 2");
    fixture_clear(fixture);
    types(fixture, "zoe", "#a", "watch");
    assert_int_equal(count_members(fixture, OUTBOUND_SHUT_OUT, "zoe"), 1);
    assert_int_equal(fixture_count_private(fixture, "zoe", SHOWN), 0); /* the deal was shown */
    moves(fixture, "alice", "advance 2");
    fixture_private(fixture, "zoe", SHOWN "after line 1:");
    assert_int_equal(fixture_count_public(fixture, THREAD, SHOWN), 0); /* nobody reads it */
    watch(fixture, "zoe");
    moves(fixture, "bruno", "advance 4");
    fixture_public(fixture, THREAD, SHOWN "after line 2:");
}

static void one_player_forbids_it(void **state)
{
    struct fixture *fixture = *state;
    start_watched(fixture);
    moves(fixture, "alice", "advance 1");
    fixture_clear(fixture);
    types(fixture, "bruno", "#a", "watch forbid");
    assert_int_equal(count_members(fixture, OUTBOUND_SHUT_OUT, "zoe"), 1);
    fixture_private(fixture, "zoe", "You no longer watch En Garde in #A: bruno wants nobody");
    moves(fixture, "bruno", "advance 2");
    moves(fixture, "alice", "advance 2");
    assert_int_equal(fixture_count_public(fixture, THREAD, SHOWN), 0);
}

/* -- Who may read it --------------------------------------------------------------------------- */

static void nobody_at_the_table_reads_it(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = start(fixture);
    for (enum person_sight sight = SIGHT_UNKNOWN; sight <= SIGHT_ALL; sight++) {
        bool allowed = sight == SIGHT_OWN;
        table->seats[1].sight = sight;
        fixture_clear(fixture);
        types(fixture, "zoe", "#a", "watch thread");
        assert_int_equal(fixture_count_private(fixture, "zoe", "A thread for watchers can’t be:"),
                         !allowed);
        types(fixture, "zoe", "#a", "watch stop");
    }
}

/* They go on in private, and what the thread was shown is not shown again. */
static void somebody_at_the_table_becomes_a_moderator(void **state)
{
    struct fixture *fixture = *state;
    start_watched(fixture);
    moves(fixture, "alice", "advance 1");
    moves(fixture, "bruno", "advance 2");
    fixture_clear(fixture);
    types(fixture, "bruno", "", "hand"); /* in private nothing is told of that */
    assert_int_equal(count_members(fixture, OUTBOUND_SHUT_OUT, "zoe"), 0);
    fixture->sight = SIGHT_ALL;
    types(fixture, "bruno", "#a", "status");
    assert_int_equal(count_members(fixture, OUTBOUND_SHUT_OUT, "zoe"), 1);
    fixture_private(fixture, "zoe", "from now on I show it to you in private: somebody at the");
    fixture_clear(fixture);
    fixture->sight = SIGHT_OWN;
    moves(fixture, "alice", "advance 2");
    fixture_private(fixture, "zoe", SHOWN "after line 1:");
    assert_int_equal(fixture_count_public(fixture, THREAD, SHOWN), 0);
}

/* Also when there is no thread any more: what it was shown stands there. */
static void who_may_have_read_it_never_sits_down(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start_watched(fixture);
    types(fixture, "zoe", "#a", "watch stop");
    fixture_wait(fixture, 2 * HOUR);
    types(fixture, "bruno", "#a", "replace");
    fixture = fixture_restart(fixture, SECOND);
    fixture_open_place(fixture, "boards", "#a");
    fixture_clear(fixture);
    fixture->sight = SIGHT_ALL;
    types(fixture, "dora", "#a", "join");
    types(fixture, "dora", "#a", "claim abcdefgh");
    assert_int_equal(fixture_count_private(fixture, "dora", "a thread that you can read"), 2);
    fixture->sight = SIGHT_UNKNOWN;
    types(fixture, "emil", "#a", "join");
    fixture_private(fixture, "emil", "Whether you can read it I only see in the channel");
    assert_int_equal(table_in(fixture)->seats[0].identity != NULL, false);
    fixture->sight = SIGHT_OWN;
    types(fixture, "fanny", "#a", "join");
    assert_string_equal(table_in(fixture)->seats[0].identity, "account:fanny");
    fixture_close(fixture);
}

/* -- Where there is none ----------------------------------------------------------------------- */

static void a_network_without_threads(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_type(fixture, "zoe", "#a", "watch thread");
    fixture_private(fixture, "zoe", "I can make no thread for watchers here. watch shows the game");
    fixture_type(fixture, "zoe", "#a", "watch thread deal");
    fixture_private(fixture, "zoe", "In the thread everybody is as far behind");
    assert_null(session_at(&fixture->host.sessions, "one", "#a")->watch);
}

static void a_thread_that_can_not_be_made(void **state)
{
    struct fixture *fixture = *state;
    start(fixture);
    watch(fixture, "zoe");
    opens(fixture, "");
    fixture_private(fixture, "zoe", "from now on I show it to you in private: there is no thread");
    moves(fixture, "alice", "advance 1");
    moves(fixture, "bruno", "advance 2");
    fixture_private(fixture, "zoe", SHOWN "dealt:");
}

static void a_thread_that_is_deleted(void **state)
{
    struct fixture *fixture = *state;
    start_watched(fixture);
    moves(fixture, "alice", "advance 1");
    moves(fixture, "bruno", "advance 2");
    fixture_clear(fixture);
    fixture->host.listener.place_lost(&fixture->host, "boards", THREAD, "discord.lost.deleted");
    fixture_end_turn(fixture);
    fixture_private(fixture, "zoe", "from now on I show it to you in private: there is no thread");
    moves(fixture, "alice", "advance 2");
    fixture_private(fixture, "zoe", SHOWN "after line 1:");
}

/* -- The process dies -------------------------------------------------------------------------- */

static void a_restart_shows_nothing_twice(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start(fixture);
    watch(fixture, "zoe");
    fixture = fixture_restart(fixture, SECOND); /* before the thread was made */
    fixture_open_place(fixture, "boards", "#a");
    opens(fixture, THREAD);
    assert_int_equal(count_members(fixture, OUTBOUND_LET_IN, "zoe"), 1);
    moves(fixture, "alice", "advance 1");
    moves(fixture, "bruno", "advance 2");
    fixture_public(fixture, THREAD, SHOWN "dealt:");
    fixture = fixture_restart(fixture, SECOND);
    assert_string_equal(fixture->threaded, "");
    fixture_open_place(fixture, "boards", "#a");
    fixture_open_place(fixture, "boards", THREAD);
    fixture_wait(fixture, MINUTE);
    assert_string_equal(fixture->threaded, "");
    assert_int_equal(fixture_count_public(fixture, THREAD, SHOWN), 0);
    moves(fixture, "alice", "advance 2");
    fixture_public(fixture, THREAD, SHOWN "after line 1:");
    assert_int_equal(fixture_count_private(fixture, "zoe", SHOWN), 0);
    fixture_close(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_thread_shows_the_game_behind_the_delay),
        WITH_HOST(the_end_is_shown),
        WITH_HOST(in_private_and_back),
        WITH_HOST(one_player_forbids_it),
        WITH_HOST(nobody_at_the_table_reads_it),
        WITH_HOST(somebody_at_the_table_becomes_a_moderator),
        IN_FOLDER(who_may_have_read_it_never_sits_down),
        WITH_HOST(a_network_without_threads),
        WITH_HOST(a_thread_that_can_not_be_made),
        WITH_HOST(a_thread_that_is_deleted),
        IN_FOLDER(a_restart_shows_nothing_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
