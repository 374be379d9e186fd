/* config, lang and style: who may change what, what is said about it, and what the change does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/commands/permission.h"
#include "bot/core/style.h"
#include "games/shared/paint.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

static void type(struct fixture *fixture, enum person_rank rank, const char *text)
{
    fixture_clear(fixture);
    fixture_type_as(fixture, "one", "alice", rank, "#a", text);
}

static void assert_value(struct fixture *fixture, enum setting setting, const char *expected)
{
    const struct setting_scope scope = setting_in_place("one", "#a");
    assert_string_equal(setting_text(&fixture->host.settings, setting, &scope), expected);
}

/* -- Commands ---------------------------------------------------------------------------------- */

static void a_setting_is_shown_set_and_taken_back(void **state)
{
    struct fixture *fixture = *state;
    type(fixture, RANK_HOST, "config get turn-time");
    fixture_private(fixture, "alice", "turn-time: 0 (by default). How long a turn may take");
    type(fixture, RANK_HOST, "config set Turn-Time 48h");
    fixture_private(fixture, "alice", "turn-time is 2d now for this channel.");
    assert_value(fixture, SETTING_TURN_TIME, "2d");
    type(fixture, RANK_ADMIN, "config set server turn-time 3d");
    fixture_private(fixture, "alice", "for this server");
    assert_value(fixture, SETTING_TURN_TIME, "2d");
    type(fixture, RANK_HOST, "config list");
    fixture_private(fixture, "alice", "Set for this channel: turn-time=2d");
    type(fixture, RANK_HOST, "config reset turn-time");
    fixture_private(fixture, "alice", "it is 3d now, as set for this server");
    type(fixture, RANK_ADMIN, "config reset server turn-time");
    assert_value(fixture, SETTING_TURN_TIME, "0");
}

static void mistakes_say_what_was_expected_and_change_nothing(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *typed, *answer;
    } cases[] = {
        {"config set turn-tme 2d", "There is no setting “turn-tme”. Did you mean turn-time?"},
        {"config set zzz 1", "There is no setting “zzz”. config list shows them all."},
        {"config set turn-time tomorrow", "“tomorrow” is no value of turn-time. Expected: a time"},
        {"config set size", "size is auto now. Expected: auto, large, wide, narrow, short, line, "
                            "sentences. Type config set channel size VALUE."},
        {"config set channel host-roles x",
         "host-roles cannot be set there, only for: this server"},
        {"config set table turn-time 1d", "There is no table here"},
        {"config set", "Expected: config list"},
        {"config", "Expected: config list"},
        {"config get", "Expected: config list"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        type(fixture, RANK_ADMIN, cases[i].typed);
        fixture_private(fixture, "alice", cases[i].answer);
    }
    type(fixture, RANK_HOST, "config log");
    fixture_private(fixture, "alice", "Nothing was changed here yet.");
}

static void every_change_is_on_record(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    type(fixture, RANK_HOST, "config set language it");
    type(fixture, RANK_HOST, "config set language it");
    type(fixture, RANK_ADMIN, "config set server undo never");
    fixture = fixture_restart(fixture, 0);
    type(fixture, RANK_HOST, "config reset language");
    type(fixture, RANK_HOST, "config log");
    const char *log = fixture_private(fixture, "alice", "language it → – (this channel)");
    assert_non_null(strstr(log, "undo – → never (this server)"));
    assert_non_null(strstr(log, " alice: language – → it (this channel)"));
    assert_ptr_equal(strstr(strstr(log, "– → it") + 1, "– → it"), NULL);
    type(fixture, RANK_HOST, "config log undo");
    assert_null(strstr(fixture_private(fixture, "alice", "undo"), "language"));
    fixture_type_as(fixture, "one", "alice", RANK_HOST, "#b", "config log channel");
    fixture_private(fixture, "alice", "Nothing was changed here yet.");
    store_person_forget(fixture->store, "one", "account:alice", "…");
    fixture_end_turn(fixture);
    type(fixture, RANK_HOST, "config log");
    assert_null(strstr(fixture_private(fixture, "alice", "undo"), "alice"));
    fixture_close(fixture);
}

static void a_change_that_is_not_saved_is_none(void **state)
{
    struct fixture *fixture = *state;
    const struct setting_scope scope = setting_in_place("one", "#a");
    assert_true(setting_set(&fixture->host.settings, SETTING_UNDO, SETTING_AT_CHANNEL, &scope,
                            "never", NULL));
    store_line_add(fixture->store, &(struct stored_line){.table = 99, .n = 7, .move = "x"});
    fixture_end_turn(fixture);
    assert_value(fixture, SETTING_UNDO, "all");
}

/* -- Who may ----------------------------------------------------------------------------------- */

static void ranks_decide_who_may(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *typed;
        enum person_rank least;
    } cases[] = {{"config list", RANK_HOST},
                 {"config log", RANK_HOST},
                 {"config set undo never", RANK_HOST},
                 {"config reset undo", RANK_HOST},
                 {"config set server undo never", RANK_ADMIN},
                 {"config set links hosts", RANK_ADMIN},
                 {"config set host-roles Referees", RANK_ADMIN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (enum person_rank rank = RANK_PLAYER; rank <= RANK_ADMIN; rank++) {
            type(fixture, rank, cases[i].typed);
            bool refused = fixture_count_private(fixture, "alice", "Only an admin") > 0 ||
                           fixture_count_private(fixture, "alice", "is for channel operators") > 0;
            assert_int_equal(refused, rank < cases[i].least);
        }
    }
}

static void roles_and_owners_raise_the_rank(void **state)
{
    struct fixture *fixture = *state;
    struct inbound inbound = {.network = "one",
                              .person = {.identity = "account:alice", .name = "alice"},
                              .place = "#a",
                              .text = "",
                              .roles = "123\nReferees"};
    struct host *host = &fixture->host;
    const struct setting_scope scope = setting_in_place("one", "#a");
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_PLAYER);
    setting_set(&host->settings, SETTING_MEMBER_ROLES, SETTING_AT_SERVER, &scope, "123", NULL);
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_MEMBER);
    setting_set(&host->settings, SETTING_HOST_ROLES, SETTING_AT_SERVER, &scope, "Others, @referees",
                NULL);
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_HOST);
    setting_set(&host->settings, SETTING_ADMIN_ROLES, SETTING_AT_SERVER, &scope, "<@&123>", NULL);
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_ADMIN);
    setting_set(&host->settings, SETTING_ADMIN_ROLES, SETTING_AT_SERVER, &scope, "12, 1234", NULL);
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_HOST);
    fixture->config.owners.count = 1;
    memcpy(fixture->config.owners.items[0], "one account:alice", sizeof "one account:alice");
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_OWNER);
    inbound.network = "two";
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_PLAYER);
}

static bool means_in_any_case(const struct adapter *adapter, const char *written,
                              const char *identity)
{
    (void)adapter;
    return strcasecmp(written, identity) == 0;
}

static void owners_are_compared_as_their_network_compares(void **state)
{
    struct fixture *fixture = *state;
    const struct inbound inbound = {.network = "one",
                                    .person = {.identity = "account:alice", .name = "alice"},
                                    .place = "#a",
                                    .text = ""};
    struct host *host = &fixture->host;
    struct adapter_class folding = *host->networks.adapters[0]->class;
    folding.means = means_in_any_case;
    fixture->config.owners.count = 1;
    memcpy(fixture->config.owners.items[0], "one account:Alice", sizeof "one account:Alice");
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_PLAYER);
    const struct adapter_class *exact = host->networks.adapters[0]->class;
    host->networks.adapters[0]->class = &folding;
    assert_int_equal(permission_rank(&host->settings, &inbound), RANK_OWNER);
    host->networks.adapters[0]->class = exact;
}

/* -- Consequences ------------------------------------------------------------------------------ */

static void assert_language(struct fixture *fixture, const struct setting_scope *scope,
                            const char *expected)
{
    char buffer[128];
    struct text text = TEXT_IN(buffer);
    struct words words = style_words(&fixture->host.styles, scope);
    words_say_plain(&words, &text, "host.language.set");
    assert_string_equal(text.bytes, expected);
}

static void places_and_people_have_their_language(void **state)
{
    struct fixture *fixture = *state;
    const char *english = "I’ll speak English with you.", *french = "Je te parlerai français.";
    const struct setting_scope here = setting_in_place("one", "#a"),
                               there = setting_in_place("one", "#b"),
                               alice = setting_for_person("one", "#a", "account:alice"),
                               bruno = setting_for_person("one", "#a", "account:bruno");
    type(fixture, RANK_HOST, "config set language fr");
    fixture_type(fixture, "bruno", "#a", "lang en");
    assert_language(fixture, &here, french);
    assert_language(fixture, &there, english);
    assert_language(fixture, &alice, french);
    assert_language(fixture, &bruno, english);
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "", "lang FR-ch");
    fixture_private(fixture, "bruno", french);
    fixture_type(fixture, "bruno", "#b", "lang klingon");
    fixture_private(fixture, "bruno",
                    "« klingon » n’est pas une valeur de langue. Attendu : en, fr, it, de, es.");
    fixture_type(fixture, "bruno", "#b", "lang reset");
    fixture_private(fixture, "bruno", english);
}

static void people_choose_their_style(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "style size=sentences alphabet=ascii");
    fixture_private(fixture, "alice", "size=sentences, alphabet=ascii");
    fixture_type(fixture, "alice", "#a", "style size=wide colour=blue");
    fixture_private(fixture, "alice", "“blue” is no value of colour. Expected: auto, on, off.");
    fixture_type(fixture, "alice", "#a", "style size");
    fixture_private(fixture, "alice",
                    "size needs a value: size=VALUE. Expected: auto, large, wide");
    fixture_type(fixture, "alice", "#a", "style prefix=?");
    fixture_private(fixture, "alice", "There is no style “prefix”. Expected: size, alphabet");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "table");
    fixture_type(fixture, "bruno", "", "table");
    assert_string_not_equal(fixture_private(fixture, "alice", ""),
                            fixture_private(fixture, "bruno", ""));
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "style size=reset");
    fixture_private(fixture, "alice", "size=auto, alphabet=ascii");
    fixture_type(fixture, "alice", "", "style reset");
    fixture_private(fixture, "alice", "size=auto, alphabet=unicode");
}

static bool is_painted(const char *text)
{
    return paint_present(text, strlen(text));
}

static void paints_are_marked_where_colours_are_shown(void **state)
{
    struct fixture *fixture = *state;
    fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "table");
    assert_false(is_painted(fixture_public(fixture, "#a", "En Garde")));
    fixture_type_as(fixture, "one", "olga", RANK_ADMIN, "#a", "config set colour on");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "table");
    const char *painted = fixture_public(fixture, "#a", "En Garde");
    assert_true(is_painted(painted));
    struct painted piece;
    for (const char *end = painted + strlen(painted); paint_next(&painted, end, &piece);)
        for (size_t i = 0; i < piece.length; i++)
            assert_true(piece.bytes[i] == '\n' || (unsigned char)piece.bytes[i] >= ' ');
}

static void no_mark_reaches_a_network_without_colours(void **state)
{
    struct fixture *fixture = *state;
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a", "config set colour on");
    fixture_type_on(fixture, "boards", "alice", "#a", "style colour=on");
    fixture_start_game(fixture, "boards", "#a", "en-garde", 2);
    const struct said *board = fixture_last(fixture, OUTBOUND_PICTURE, "boards", "#a", NULL);
    assert_non_null(board);
    assert_false(is_painted(board->text));
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", "alice", "", "table");
    assert_false(is_painted(fixture_private(fixture, "alice", "En Garde")));
}

static void settings_decide_who_opens_what(void **state)
{
    struct fixture *fixture = *state;
    type(fixture, RANK_ADMIN, "config set games goats en-garde");
    type(fixture, RANK_PLAYER, "new njet");
    fixture_private(fixture, "alice", "That game is not played here");
    type(fixture, RANK_PLAYER, "games");
    assert_null(strstr(fixture_private(fixture, "alice", "goats"), "njet"));
    type(fixture, RANK_ADMIN, "config set open hosts");
    type(fixture, RANK_PLAYER, "new goats");
    fixture_private(fixture, "alice", "Tables are opened here by hosts and admins only.");
    type(fixture, RANK_MEMBER, "new goats");
    fixture_private(fixture, "alice", "Tables are opened here by hosts and admins only.");
    type(fixture, RANK_ADMIN, "config set open members");
    type(fixture, RANK_PLAYER, "new goats");
    fixture_private(fixture, "alice", "Tables are opened here by members, hosts and admins only.");
    type(fixture, RANK_MEMBER, "new goats");
    fixture_public(fixture, "#a", "is open");
    type(fixture, RANK_MEMBER, "abort");
    type(fixture, RANK_ADMIN, "config set game-options en-garde touches=3; goats");
    type(fixture, RANK_HOST, "new en-garde turn-time=1d");
    fixture_public(fixture, "#a", "touches=3, turn-time=1d");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    const struct setting_scope scope = table_setting_scope(table);
    assert_string_equal(setting_text(&fixture->host.settings, SETTING_TURN_TIME, &scope), "1d");
    type(fixture, RANK_ADMIN, "config set bots off");
    type(fixture, RANK_PLAYER, "bots add");
    fixture_private(fixture, "alice", "Seats for the bot are not allowed here.");
    type(fixture, RANK_ADMIN, "config set abort admins");
    type(fixture, RANK_PLAYER, "abort");
    assert_int_equal(table->status, TABLE_ABORTED); /* the only person agrees */
}

static void forced_moves_follow_the_channel(void **state)
{
    struct fixture *fixture = *state;
    type(fixture, RANK_PLAYER, "new goats");
    const struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_false(table->plays_forced);
    type(fixture, RANK_HOST, "config set forced auto");
    assert_true(table->plays_forced);
    type(fixture, RANK_PLAYER, "options forced=ask");
    fixture_public(fixture, "#a", "forced=ask");
    assert_false(table->plays_forced);
}

static void tables_and_results_are_announced(void **state)
{
    struct fixture *fixture = *state;
    type(fixture, RANK_ADMIN, "config set server announcements #b");
    struct table *table = fixture_start(fixture, "#a", "touches=1");
    fixture_public(fixture, "#b", "alice has opened a table of En Garde in #a.");
    fixture_clear(fixture);
    while (fixture_move(fixture, table))
        fixture_clear(fixture);
    fixture_public(fixture, "#b", "En Garde in #a is over: ");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#b", "new en-garde");
    assert_int_equal(fixture_count_public(fixture, "#b", "has opened"), 0);
}

static void the_prefix_is_that_of_the_place(void **state)
{
    struct fixture *fixture = *state;
    const struct adapter_listener *listener = &fixture->host.listener;
    assert_null(listener->prefix(listener->context, "one", "#a"));
    type(fixture, RANK_HOST, "config set prefix ?");
    assert_string_equal(listener->prefix(listener->context, "one", "#a"), "?");
    assert_null(listener->prefix(listener->context, "one", "#b"));
    type(fixture, RANK_ADMIN, "config set server prefix $");
    assert_string_equal(listener->prefix(listener->context, "one", "#b"), "$");
}

/* A channel's setting applies in its threads until they have one of their own. */
static void threads_inherit_from_their_channel(void **state)
{
    struct fixture *fixture = *state;
    const struct setting_scope channel = setting_in_place("boards", "#a");
    const struct setting_scope thread = setting_in_place("boards", "#a-1");
    const struct setting_scope other = setting_in_place("boards", "#b-1");
    setting_set(&fixture->host.settings, SETTING_LANGUAGE, SETTING_AT_CHANNEL, &channel, "it",
                NULL);
    assert_string_equal(setting_text(&fixture->host.settings, SETTING_LANGUAGE, &thread), "it");
    assert_string_equal(setting_text(&fixture->host.settings, SETTING_LANGUAGE, &other), "en");
    setting_set(&fixture->host.settings, SETTING_LANGUAGE, SETTING_AT_CHANNEL, &thread, "fr", NULL);
    assert_string_equal(setting_text(&fixture->host.settings, SETTING_LANGUAGE, &thread), "fr");
    assert_string_equal(setting_text(&fixture->host.settings, SETTING_LANGUAGE, &channel), "it");
}

static void a_long_value_is_asked_for(void **state)
{
    struct fixture *fixture = *state;
    type(fixture, RANK_ADMIN, "config set channel game-options");
    const char *said = fixture_private(fixture, "alice", "game-options is none now.");
    assert_non_null(strstr(said, "Type config set channel game-options VALUE."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(a_setting_is_shown_set_and_taken_back),
        WITH_HOST(mistakes_say_what_was_expected_and_change_nothing),
        IN_FOLDER(every_change_is_on_record),
        WITH_HOST(a_change_that_is_not_saved_is_none),
        WITH_HOST(ranks_decide_who_may),
        WITH_HOST(roles_and_owners_raise_the_rank),
        WITH_HOST(owners_are_compared_as_their_network_compares),
        WITH_HOST(places_and_people_have_their_language),
        WITH_HOST(people_choose_their_style),
        WITH_HOST(paints_are_marked_where_colours_are_shown),
        WITH_HOST(no_mark_reaches_a_network_without_colours),
        WITH_HOST(settings_decide_who_opens_what),
        WITH_HOST(forced_moves_follow_the_channel),
        WITH_HOST(tables_and_results_are_announced),
        WITH_HOST(the_prefix_is_that_of_the_place),
        WITH_HOST(threads_inherit_from_their_channel),
        WITH_HOST(a_long_value_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
