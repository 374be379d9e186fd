/* One table in two places, tables that move to a thread, and places that go away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/core/settings.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static void command(struct fixture *fixture, const char *network, const char *name,
                    const char *place, const char *text)
{
    fixture_type_as(fixture, network, name, RANK_ADMIN, place, text);
}

static struct table *at(struct fixture *fixture, const char *network, const char *place)
{
    return session_at(&fixture->host.sessions, network, place);
}

/* Links one/#a and boards/#b. */
static void link_two(struct fixture *fixture)
{
    command(fixture, "boards", "boss", "#b", fixture_offer_link(fixture, "one", "root", "#a"));
    fixture_public(fixture, "#b", "This channel and one/#a share their tables from now on.");
    fixture_public(fixture, "#a", "This channel and boards/#B share their tables from now on.");
    fixture_clear(fixture);
}

/* Seats bruno in boards/#b and alice in one/#a at a running table. */
static void start_linked(struct fixture *fixture)
{
    link_two(fixture);
    fixture_type_on(fixture, "boards", "bruno", "#b", "new en-garde");
    fixture_type(fixture, "alice", "#a", "join");
    fixture_type_on(fixture, "boards", "bruno", "#b", "start");
}

/* Returns how many messages of a kind went to a place of a network, for everybody there. */
static size_t count_at(const struct fixture *fixture, enum outbound_kind kind, const char *network,
                       const char *place)
{
    size_t count = 0;
    for (size_t i = 0; i < fixture->said_count; i++) {
        const struct said *said = &fixture->said[i];
        count += said->kind == kind && said->identity[0] == '\0' &&
                 strcmp(said->network, network) == 0 && strcmp(said->place, place) == 0;
    }
    return count;
}

static void admins_of_both_agree_on_a_link(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "link boards/#b");
    fixture_private(fixture, "alice", "is for channel operators, hosts and admins");
    command(fixture, "one", "root", "#a", "link");
    fixture_private(fixture, "root", "This channel is linked with no other.");
    command(fixture, "one", "root", "#a", "link #a");
    fixture_private(fixture, "root", "That is this channel itself.");
    fixture_type_on(fixture, "boards", "bruno", "#b",
                    fixture_offer_link(fixture, "one", "root", "#a"));
    fixture_private(fixture, "bruno", "is for channel operators, hosts and admins");
    assert_int_equal(fixture_count_public(fixture, "#a", "share"), 0);
    fixture_clear(fixture);
    command(fixture, "boards", "boss", "#b", fixture_offer_link(fixture, "one", "root", "#a"));
    fixture_public(fixture, "#b", "This channel and one/#a share their tables from now on.");
    command(fixture, "boards", "boss", "#b", fixture_offer_link(fixture, "one", "root", "#a"));
    fixture_private(fixture, "boss", "These two share their tables already.");
    command(fixture, "boards", "boss", "#b", "link");
    fixture_private(fixture, "boss", "Linked with: one/#a.");
    command(fixture, "one", "root", "#a", "unlink boards/#b");
    fixture_public(fixture, "#b", "share their tables no longer");
    command(fixture, "one", "root", "#a", "unlink boards/#b");
    fixture_private(fixture, "root", "These two do not share their tables.");
}

/* A code links once, and not for ever; a newer one replaces it. */
static void a_code_links_once(void **state)
{
    struct fixture *fixture = *state;
    char code[32];
    snprintf(code, sizeof code, "%s", fixture_offer_link(fixture, "one", "root", "#a"));
    command(fixture, "one", "root", "#a", code);
    fixture_private(fixture, "root", "That is this channel itself.");
    command(fixture, "boards", "boss", "#b", code);
    fixture_private(fixture, "boss", "I know no place");
    snprintf(code, sizeof code, "%s", fixture_offer_link(fixture, "one", "root", "#a"));
    fixture_offer_link(fixture, "one", "root", "#a");
    command(fixture, "boards", "boss", "#b", code);
    fixture_private(fixture, "boss", "I know no place");
    snprintf(code, sizeof code, "%s", fixture_offer_link(fixture, "one", "root", "#a"));
    session_place(&fixture->host.sessions, "one", "#a")->code_at -= INT64_C(600001);
    command(fixture, "boards", "boss", "#b", code);
    fixture_private(fixture, "boss", "I know no place");
    assert_int_equal(fixture_count_public(fixture, "#b", "share"), 0);
}

/* What there is on another network, and what there is not, have the same answer. */
static void places_elsewhere_are_not_told_of(void **state)
{
    static const char *const typed[] = {"boards/#secret", "boards/#nothing", "boards #secret"};
    struct fixture *fixture = *state;
    fixture_type_on(fixture, "boards", "bruno", "#secret", "new en-garde");
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        fixture_clear(fixture);
        command(fixture, "boards", "root", "#a", line_of("link %s", typed[i]));
        const char *said = fixture_private(fixture, "root", "I know no place");
        assert_non_null(strstr(said, "here. Expected: a channel of this server"));
        assert_int_equal(fixture->said_count, 1);
        command(fixture, "boards", "root", "#a", line_of("unlink %s", typed[i]));
        fixture_private(fixture, "root", "These two do not share their tables.");
    }
}

/* On one network, an admin of that network speaks for both channels. */
static void one_admin_of_both_is_enough(void **state)
{
    struct fixture *fixture = *state;
    command(fixture, "one", "root", "#a", "link #b");
    fixture_public(fixture, "#a", "This channel and #b share");
    fixture_public(fixture, "#b", "This channel and #a share");
    fixture_type(fixture, "alice", "#b", "new en-garde");
    assert_ptr_equal(at(fixture, "one", "#a"), at(fixture, "one", "#b"));
}

struct player {
    const char *network, *place, *name;
};

/* Plays the table of one/#a to its end; each seat types on its own network. */
static void play_out(struct fixture *fixture, const struct player *players)
{
    struct table *table = at(fixture, "one", "#a");
    for (unsigned moves = 0; table->status == TABLE_PLAYING; moves++) {
        unsigned seat = seat_on_turn(table);
        const struct player *player = &players[seat];
        fixture_clear(fixture);
        fixture_type_on(fixture, player->network, player->name, player->place,
                        line_of("play %s", legal_move(table, seat, (size_t)rand())));
        assert_true(count_at(fixture, OUTBOUND_EVENT, "one", "#a") >= 1);
        assert_true(count_at(fixture, OUTBOUND_EVENT, "boards", "#b") >= 1);
        assert_int_equal(count_at(fixture, OUTBOUND_PICTURE, "boards", "#b"), 1);
        for (size_t i = 0; i < fixture->said_count; i++) {
            const struct said *said = &fixture->said[i];
            for (unsigned other = 0; said->kind == OUTBOUND_HAND && other < table->seat_count;
                 other++)
                if (strstr(said->identity, players[other].name) != NULL)
                    assert_string_equal(said->network, players[other].network);
        }
        assert_true(moves < 2000);
    }
}

static void whole_games_are_played_across_networks(void **state)
{
    static const struct player players[] = {
        {"one", "#a", "alice"}, {"boards", "#b", "bruno"}, {"boards", "#b", "carol"}};
    static const char *const games[] = {"new en-garde touches=2", "new goats"};
    struct fixture *fixture = *state;
    srand(23);
    link_two(fixture);
    for (size_t game = 0; game < 2; game++) {
        const struct player *opener = &players[game];
        fixture_type_on(fixture, opener->network, opener->name, opener->place, games[game]);
        for (size_t i = 0; i < game + 2; i++)
            fixture_type_on(fixture, players[i].network, players[i].name, players[i].place, "join");
        struct table *table = at(fixture, "one", "#a");
        assert_ptr_equal(table, at(fixture, "boards", "#b"));
        assert_int_equal(table->seat_count, game + 2);
        struct player seated[3];
        for (unsigned seat = 0; seat < table->seat_count; seat++)
            for (size_t i = 0; i < 3; i++)
                if (strcmp(table->seats[seat].name, players[i].name) == 0)
                    seated[seat] = players[i];
        fixture_type_on(fixture, opener->network, opener->name, opener->place, "start");
        play_out(fixture, seated);
        assert_true(
            said_offers(fixture_last(fixture, OUTBOUND_PICTURE, "boards", "#b", NULL), "again"));
    }
    fixture_type_on(fixture, "boards", "bruno", "#b", "again");
    assert_ptr_equal(at(fixture, "one", "#a"), at(fixture, "boards", "#b"));
    assert_int_equal(at(fixture, "one", "#a")->seat_count, 3);
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", "bruno", "#b", "abort");
    fixture_public(fixture, "#a", "The table is closed before its end.");
    fixture_public(fixture, "#b", "The table is closed before its end.");
}

static void people_of_one_name_are_told_apart(void **state)
{
    struct fixture *fixture = *state;
    link_two(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type_on(fixture, "boards", "Alice", "#b", "join");
    fixture_public(fixture, "#a", "Alice 2 sits down: 2 players, full.");
    const struct person renamed = {"account:Alice", "alice", RANK_PLAYER};
    fixture->host.listener.renamed(&fixture->host, "boards", "account:Alice", &renamed);
    assert_string_equal(at(fixture, "one", "#a")->seats[1].name, "alice 2");
}

static void a_link_shares_what_runs_and_an_end_of_it_keeps_the_players(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    link_two(fixture);
    struct table *table = at(fixture, "one", "#a");
    assert_ptr_equal(table, at(fixture, "boards", "#b"));
    command(fixture, "boards", "boss", "#b", "unlink one/#a");
    assert_null(at(fixture, "boards", "#b"));
    assert_ptr_equal(table, at(fixture, "one", "#a"));
    session_abort(&fixture->host.sessions, table, 0);
    fixture_end_turn(fixture);
    fixture_clear(fixture);
    link_two(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type_on(fixture, "boards", "bruno", "#b", "join");
    command(fixture, "boards", "boss", "#b", "unlink one/#a");
    assert_ptr_equal(at(fixture, "one", "#a"), at(fixture, "boards", "#b"));
}

static void links_and_their_tables_come_back_after_a_restart(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    start_linked(fixture);
    fixture = fixture_restart(fixture, 0);
    struct table *table = at(fixture, "one", "#a");
    assert_ptr_equal(table, at(fixture, "boards", "#b"));
    assert_string_equal(table->places->network, "boards");
    fixture_open_place(fixture, "one", "#a");
    fixture_public(fixture, "#a", "I am back. En Garde");
    assert_int_equal(fixture->said_count, 1);
    fixture_open_place(fixture, "boards", "#b");
    assert_int_equal(count_at(fixture, OUTBOUND_EVENT, "boards", "#b"), 1);
    assert_int_equal(count_at(fixture, OUTBOUND_PICTURE, "boards", "#b"), 1);
    assert_int_equal(count_at(fixture, OUTBOUND_EVENT, "one", "#a"), 1);
    session_abort(&fixture->host.sessions, table, 0);
    fixture_end_turn(fixture);
    fixture_type(fixture, "alice", "#a", "new goats");
    assert_ptr_equal(at(fixture, "one", "#a"), at(fixture, "boards", "#b"));
    fixture_close(fixture);
}

/* Nothing is lost when one of the two places closes; the other plays on. */
static void a_closed_place_hears_what_it_missed(void **state)
{
    struct fixture *fixture = *state;
    start_linked(fixture);
    struct table *table = at(fixture, "one", "#a");
    fixture->host.listener.place_closed(&fixture->host, "boards", "#b");
    fixture_clear(fixture);
    session_abort(&fixture->host.sessions, table, 0);
    fixture_end_turn(fixture);
    assert_int_equal(count_at(fixture, OUTBOUND_EVENT, "boards", "#b"), 0);
    assert_int_equal(count_at(fixture, OUTBOUND_EVENT, "one", "#a"), 1);
    fixture_clear(fixture);
    fixture_open_place(fixture, "boards", "#b");
    fixture_public(fixture, "#b", "I am back. En Garde was closed before its end.");
}

static size_t count_opened(struct fixture *fixture, const char *network, const char *place)
{
    fixture_clear(fixture);
    fixture_open_place(fixture, network, place);
    return fixture->said_count;
}

/* Each place is told once, whenever the bot comes back there. */
static void a_closed_place_hears_it_after_a_restart_too(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    link_two(fixture);
    fixture_type_on(fixture, "boards", "bruno", "#b", "new en-garde");
    fixture->host.listener.place_closed(&fixture->host, "boards", "#b");
    session_abort(&fixture->host.sessions, at(fixture, "one", "#a"), 0);
    fixture_end_turn(fixture);
    for (int restart = 0; restart < 2; restart++) {
        fixture = fixture_restart(fixture, 0);
        assert_int_equal(count_opened(fixture, "one", "#a"), 0);
        assert_int_equal(count_opened(fixture, "boards", "#b"), restart == 0);
    }
    fixture_close(fixture);
}

/* An end that was not announced before the next table is not announced later. */
static void the_next_table_is_the_news(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    link_two(fixture);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture->host.listener.place_closed(&fixture->host, "boards", "#b");
    session_abort(&fixture->host.sessions, at(fixture, "one", "#a"), 0);
    fixture_end_turn(fixture);
    fixture_type(fixture, "alice", "#a", "again");
    fixture = fixture_restart(fixture, 0);
    assert_int_equal(HASH_COUNT(fixture->host.sessions.by_id), 1);
    fixture_open_place(fixture, "boards", "#b");
    assert_int_equal(fixture_count_public(fixture, "#b", "was closed"), 0);
    session_abort(&fixture->host.sessions, at(fixture, "boards", "#b"), 0);
    fixture_end_turn(fixture);
    fixture = fixture_restart(fixture, 0);
    assert_int_equal(count_opened(fixture, "boards", "#b"), 0);
    fixture_close(fixture);
}

static void undelivered_cards_are_told_where_their_owner_is(void **state)
{
    struct fixture *fixture = *state;
    start_linked(fixture);
    fixture_clear(fixture);
    fixture->host.listener.undelivered(&fixture->host, "one", "account:alice",
                                       "irc.undelivered.message");
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "your cards do not reach you");
    assert_int_equal(fixture->said_count, 1);
}

/* -- Lost places ------------------------------------------------------------------------------- */

static void a_lost_place_is_explained_and_its_table_shown_elsewhere(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    fixture_move(fixture, table);
    uint32_t lines = table->lines;
    fixture_clear(fixture);
    fixture->host.listener.place_lost(&fixture->host, "one", "#a", "board.closed");
    fixture_end_turn(fixture);
    fixture_private(fixture, "alice", "Your table of En Garde rests: This table is closed.");
    fixture_private(fixture, "bruno", "Your table of En Garde rests");
    fixture_type(fixture, "alice", "", "moves");
    command(fixture, "one", "root", "#z", "link #a");
    fixture_public(fixture, "#z", "A table of En Garde is shown here too.");
    assert_ptr_equal(table, at(fixture, "one", "#z"));
    assert_int_equal(table->lines, lines);
    fixture_type(fixture, "alice", "#z", "hand");
    fixture_private(fixture, "alice", "Your hand");
}

static void a_place_is_linked_with_seven_others_at_most(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    struct table *table = at(fixture, "one", "#a");
    for (char other = 'b'; other <= 'h'; other++) {
        command(fixture, "one", "root", "#a", line_of("link #%c", other));
        assert_ptr_equal(at(fixture, "one", (char[]){'#', other, '\0'}), table);
    }
    fixture_clear(fixture);
    command(fixture, "one", "root", "#a", "link #i");
    fixture_private(fixture, "root", "One of the two is linked with seven channels already");
    command(fixture, "one", "root", "#j", "link #a");
    assert_int_equal(fixture_count_private(fixture, "root", "linked with seven"), 2);
    command(fixture, "one", "root", "#a", "link #h");
    fixture_private(fixture, "root", "These two share their tables already.");
    assert_null(at(fixture, "one", "#i"));
    assert_null(at(fixture, "one", "#j"));
    size_t places = 0;
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        places++;
    assert_int_equal(places, STORE_PLACES_MAX);
}

/* -- Threads ----------------------------------------------------------------------------------- */

static void choose_threads(struct fixture *fixture, const char *network)
{
    const struct setting_scope scope = setting_in_place(network, "#a");
    assert_true(setting_set(&fixture->host.settings, SETTING_THREADS, SETTING_AT_CHANNEL, &scope,
                            "on", NULL));
}

static void a_table_moves_to_its_thread(void **state)
{
    struct fixture *fixture = *state;
    choose_threads(fixture, "boards");
    fixture_type_on(fixture, "boards", "alice", "#a", "new en-garde");
    assert_string_equal(fixture->threaded, "#a");
    assert_int_equal(count_at(fixture, OUTBOUND_PICTURE, "boards", "#a"), 0);
    struct table *table = at(fixture, "boards", "#a");
    assert_int_equal(fixture->threaded_table, table->id);
    fixture->host.listener.thread_opened(&fixture->host, "boards", "#a", fixture->threaded_table,
                                         false, "#a-1");
    fixture_end_turn(fixture);
    fixture_public(fixture, "#a", "The table is in a thread of its own: #A-1");
    assert_null(at(fixture, "boards", "#a"));
    assert_ptr_equal(at(fixture, "boards", "#a-1"), table);
    assert_int_equal(count_at(fixture, OUTBOUND_PICTURE, "boards", "#a-1"), 1);
    fixture_type_on(fixture, "boards", "bruno", "#a-1", "join");
    fixture_public(fixture, "#a-1", "bruno sits down");
    fixture_type_on(fixture, "boards", "carol", "#a", "new en-garde");
    assert_ptr_not_equal(at(fixture, "boards", "#a"), table);
}

/* A table that waits for its thread does not keep the others of the turn from being shown. */
static void other_boards_of_the_turn_are_shown(void **state)
{
    struct fixture *fixture = *state;
    static const char *const places[] = {"#b", "#a", "#c"};
    choose_threads(fixture, "boards");
    for (size_t i = 0; i < 3; i++) {
        const struct inbound inbound = {.network = "boards",
                                        .person = {"account:alice", "alice", RANK_PLAYER},
                                        .place = places[i],
                                        .text = "new en-garde"};
        fixture->host.listener.received(&fixture->host, &inbound);
    }
    fixture_end_turn(fixture);
    assert_int_equal(count_at(fixture, OUTBOUND_PICTURE, "boards", "#a"), 0);
    assert_int_equal(count_at(fixture, OUTBOUND_PICTURE, "boards", "#b"), 1);
    assert_int_equal(count_at(fixture, OUTBOUND_PICTURE, "boards", "#c"), 1);
}

static void without_a_thread_it_stays(void **state)
{
    struct fixture *fixture = *state;
    choose_threads(fixture, "boards");
    choose_threads(fixture, "one");
    fixture_type_on(fixture, "boards", "alice", "#a", "new en-garde");
    struct table *table = at(fixture, "boards", "#a");
    fixture_clear(fixture);
    fixture->host.listener.thread_opened(&fixture->host, "boards", "#a", (uint64_t)table->id, false,
                                         NULL);
    fixture_end_turn(fixture);
    assert_ptr_equal(at(fixture, "boards", "#a"), table);
    assert_int_equal(count_at(fixture, OUTBOUND_PICTURE, "boards", "#a"), 1);
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_public(fixture, "#a", "A table of En Garde is open, for 2 players: alice.");
}

/* It rested where the bot was away, and goes on where the bot is. */
static void a_shared_table_wakes(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_type(fixture, "alice", "#a", "bots add random");
    fixture_type(fixture, "alice", "#a", "start");
    fixture_command(fixture, "config set channel level random");
    struct table *table = at(fixture, "one", "#a");
    session_vacate(&fixture->host.sessions, table, 0, false);
    fixture->host.listener.place_closed(&fixture->host, "one", "#a");
    fixture_end_turn(fixture);
    uint32_t lines = table->lines;
    struct table_place *open = session_place_made(&fixture->host.sessions, "boards", "#b");
    session_place_opened(&fixture->host.sessions, "boards", "#b");
    session_link(&fixture->host.sessions, open, table->places);
    while (session_play_bots(&fixture->host.sessions))
        fixture_end_turn(fixture);
    assert_true(table->lines > lines);
}

/* Who waits for a table in either place is told, each on their network; a closed place tells
 * nobody.
 */
static void who_waits_in_either_place_is_told(void **state)
{
    struct fixture *fixture = *state;
    link_two(fixture);
    fixture_type(fixture, "carol", "#a", "notify on");
    fixture_type_on(fixture, "boards", "dora", "#b", "notify on");
    fixture_type_on(fixture, "boards", "emil", "#b", "notify 2");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "new castellers");
    fixture_private(fixture, "carol", "Castellers in #a: alice has opened a table.");
    fixture_private(fixture, "dora", "Castellers in #B: alice has opened a table.");
    assert_int_equal(fixture_count_private(fixture, "emil", ""), 0);
    fixture_clear(fixture);
    fixture->host.listener.place_closed(&fixture->host, "boards", "#b");
    fixture_type(fixture, "bruno", "#a", "join");
    assert_int_equal(fixture_count_private(fixture, "emil", "2 people"), 0);
}

/* The prompt is told in every place of the table whose network has one person alone. */
static void prompts_reach_each_place_that_has_them(void **state)
{
    struct fixture *fixture = *state;
    start_linked(fixture);
    fixture_set_terminal(fixture, true);
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", "bruno", "#b", "lang en");
    assert_non_null(fixture_last(fixture, OUTBOUND_PROMPT, "one", "#a", NULL));
    assert_null(fixture_last(fixture, OUTBOUND_PROMPT, "boards", "#b", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(admins_of_both_agree_on_a_link),
        WITH_HOST(who_waits_in_either_place_is_told),
        WITH_HOST(prompts_reach_each_place_that_has_them),
        WITH_HOST(a_code_links_once),
        WITH_HOST(places_elsewhere_are_not_told_of),
        WITH_HOST(one_admin_of_both_is_enough),
        WITH_HOST(whole_games_are_played_across_networks),
        WITH_HOST(people_of_one_name_are_told_apart),
        WITH_HOST(a_link_shares_what_runs_and_an_end_of_it_keeps_the_players),
        IN_FOLDER(links_and_their_tables_come_back_after_a_restart),
        IN_FOLDER(a_closed_place_hears_it_after_a_restart_too),
        IN_FOLDER(the_next_table_is_the_news),
        WITH_HOST(a_shared_table_wakes),
        WITH_HOST(a_closed_place_hears_what_it_missed),
        WITH_HOST(undelivered_cards_are_told_where_their_owner_is),
        WITH_HOST(a_lost_place_is_explained_and_its_table_shown_elsewhere),
        WITH_HOST(a_table_moves_to_its_thread),
        WITH_HOST(other_boards_of_the_turn_are_shown),
        WITH_HOST(without_a_thread_it_stays),
        WITH_HOST(a_place_is_linked_with_seven_others_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
