/* Settings: every one in every scope, its values, and what a restart keeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/configuration/quiet_hours.h"
#include "bot/tables/table.h"
#include "tests/unit/host_fixture.h"
#include "tests/unit/store_fixture.h"

/* For each setting: a value as people write it, as it is stored, and a wrong value. */
static const struct {
    const char *written, *kept, *wrong;
    int64_t number;
} samples[SETTING_COUNT] = {
    [SETTING_PREFIX] = {"?", "?", "bot", 0},
    [SETTING_LANGUAGE] = {"IT", "it", "klingon", 2},
    [SETTING_SIZE] = {"sentences", "sentences", "huge", SIZE_SENTENCES},
    [SETTING_BOARD] = {"Both", "both", "film", BOARD_BOTH},
    [SETTING_ALPHABET] = {"ascii", "ascii", "latin", LETTERS_ASCII},
    [SETTING_COLOUR] = {"Off", "off", "red", COLOUR_OFF},
    [SETTING_VOICE] = {"no", "off", "loud", 0},
    [SETTING_NOTICE] = {"yes", "on", "perhaps", 1},
    [SETTING_RANKED] = {"no", "off", "maybe", 0},
    [SETTING_EVERYWHERE] = {"yes", "on", "perhaps", 1},
    [SETTING_GAMES] = {"goats, njet", "goats, njet", "goats chess", 0},
    [SETTING_GAME_OPTIONS] = {"en-garde touches=3", "en-garde touches=3", "en-garde touches=99", 0},
    [SETTING_FORCED] = {"auto", "auto", "never", FORCED_AUTO},
    [SETTING_BOTS] = {"off", "off", "some", 0},
    [SETTING_LEVEL] = {"hard", "hard", "impossible", PLAYER_HARD},
    [SETTING_OPEN] = {"hosts", "hosts", "friends", PEOPLE_HOSTS},
    [SETTING_ABORT] = {"admins", "admins", "friends", ABORT_ADMINS},
    [SETTING_UNDO] = {"never", "never", "always", UNDO_NEVER},
    [SETTING_HINTS] = {"Always", "always", "sometimes", HINTS_ALWAYS},
    [SETTING_WORDS] = {"Sealed", "sealed", "closed", WORDS_SEALED},
    [SETTING_PROOF] = {"code", "code", "passport", PROOF_CODE},
    [SETTING_TURN_TIME] = {"48h", "2d", "61d", INT64_C(172800000)},
    [SETTING_PATIENCE] = {"14d", "14d", "366d", INT64_C(1209600000)},
    [SETTING_REMINDERS] = {"90min", "90min", "often", INT64_C(5400000)},
    [SETTING_ABSENT] = {"stand-in", "stand-in", "shoot", ABSENT_STAND_IN},
    [SETTING_SEASON] = {"Quarter", "quarter", "week", SEASON_QUARTER},
    [SETTING_LEAVING] = {"Wait", "wait", "shoot", LEAVING_WAIT},
    [SETTING_LEAVING_WAIT] = {"60min", "1h", "31d", INT64_C(3600000)},
    [SETTING_LEAVING_DECAY] = {"30d", "30d", "366d", INT64_C(2592000000)},
    [SETTING_ARCHIVE] = {"7d", "7d", "-1d", INT64_C(604800000)},
    [SETTING_QUIET_HOURS] = {"22:00-07:00", "22:00-07:00", "22-7", 0},
    [SETTING_TIME_ZONE] = {"Europe/Rome", "Europe/Rome", "Europe/Gotham", 0},
    [SETTING_THREADS] = {"on", "on", "2", 1},
    [SETTING_WATCH] = {"no", "off", "sometimes", 0},
    [SETTING_WATCH_DELAY] = {"12 moves", "12 moves", "0 moves", 0},
    [SETTING_FIRST] = {"Zoe", "Zoe", NULL, 0},
    [SETTING_BOARD_DISTANCE] = {"12", "12", "101", 12},
    [SETTING_LINKS] = {"nobody", "nobody", "everybody", LINKS_NOBODY},
    [SETTING_SEEK] = {"yes", "on", "everywhere", 1},
    [SETTING_SEEK_TIME] = {"120min", "2h", "31d", INT64_C(7200000)},
    [SETTING_SEEK_TIME_SLOW] = {"48h", "2d", "31d", INT64_C(172800000)},
    [SETTING_ANNOUNCEMENTS] = {"#lobby", "#lobby", "a b", 0},
    [SETTING_MEMBER_ROLES] = {"Regulars", "Regulars", NULL, 0},
    [SETTING_HOST_ROLES] = {"Referees, 123", "Referees, 123", NULL, 0},
    [SETTING_ADMIN_ROLES] = {"Chiefs", "Chiefs", NULL, 0},
};

static const struct setting_scope everything = {
    .network = "one", .place = "#a", .identity = "account:alice", .table = 7};

static void check_set(struct host *host, enum setting setting, enum setting_where where)
{
    static const enum setting_source sources[] = {[SETTING_AT_SERVER] = SETTING_FROM_SERVER,
                                                  [SETTING_AT_CHANNEL] = SETTING_FROM_CHANNEL,
                                                  [SETTING_AT_TABLE] = SETTING_FROM_TABLE,
                                                  [SETTING_AT_PERSON] = SETTING_FROM_PERSON};
    const char *kept = samples[setting].kept;
    assert_true(
        setting_set(&host->settings, setting, where, &everything, samples[setting].written, NULL));
    assert_string_equal(setting_text(&host->settings, setting, &everything), kept);
    assert_int_equal(setting_source(&host->settings, setting, &everything), sources[where]);
    if (setting_table[setting].type != CONFIG_TEXT)
        assert_int_equal(setting_number(&host->settings, setting, &everything),
                         samples[setting].number);
    if (samples[setting].wrong != NULL)
        assert_false(setting_set(&host->settings, setting, where, &everything,
                                 samples[setting].wrong, NULL));
    host_end_turn(host);
    struct store_inquiry *inquiry = store_inquire(host->store);
    assert_true(settings_load(&host->settings, inquiry));
    store_inquiry_free(inquiry);
    assert_string_equal(setting_text(&host->settings, setting, &everything), kept);
}

static void every_setting_is_set_and_taken_back_everywhere(void **state)
{
    struct host *host = &((struct fixture *)*state)->host;
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        const struct setting_row *row = &setting_table[setting];
        assert_int_equal(setting_find(row->name), setting);
        assert_string_equal(setting_text(&host->settings, setting, &everything),
                            row->default_value[0] != '\0' ? row->default_value : "");
        for (enum setting_where where = 0; where < SETTING_WHERE_COUNT; where++) {
            if (!setting_may_be_set(setting, where)) {
                assert_false(setting_set(&host->settings, setting, where, &everything,
                                         samples[setting].written, NULL));
                continue;
            }
            check_set(host, setting, where);
            assert_true(setting_set(&host->settings, setting, where, &everything, NULL, NULL));
            assert_string_equal(setting_text(&host->settings, setting, &everything),
                                row->default_value);
        }
    }
}

static void the_nearest_scope_decides(void **state)
{
    struct host *host = &((struct fixture *)*state)->host;
    const struct setting_scope elsewhere = setting_in_place("one", "#b");
    const struct setting_scope other_network = setting_in_place("two", "#a");
    static const struct {
        enum setting_where where;
        const char *value;
    } steps[] = {{SETTING_AT_SERVER, "1h"}, {SETTING_AT_CHANNEL, "2h"}, {SETTING_AT_TABLE, "3h"}};
    for (size_t i = 0; i < 3; i++) {
        assert_true(setting_set(&host->settings, SETTING_TURN_TIME, steps[i].where, &everything,
                                steps[i].value, NULL));
        assert_string_equal(setting_text(&host->settings, SETTING_TURN_TIME, &everything),
                            steps[i].value);
    }
    assert_string_equal(setting_text(&host->settings, SETTING_TURN_TIME, &elsewhere), "1h");
    assert_string_equal(setting_text(&host->settings, SETTING_TURN_TIME, &other_network), "0");
    assert_true(
        setting_set(&host->settings, SETTING_LANGUAGE, SETTING_AT_PERSON, &everything, "fr", NULL));
    assert_true(setting_set(&host->settings, SETTING_LANGUAGE, SETTING_AT_CHANNEL, &everything,
                            "it", NULL));
    assert_string_equal(setting_text(&host->settings, SETTING_LANGUAGE, &everything), "fr");
    const struct setting_scope everybody = setting_in_place("one", "#a");
    assert_string_equal(setting_text(&host->settings, SETTING_LANGUAGE, &everybody), "it");
    setting_forget(&host->settings, SETTING_AT_PERSON, &everything);
    assert_string_equal(setting_text(&host->settings, SETTING_LANGUAGE, &everything), "it");
}

static void the_configuration_file_comes_before_the_default(void **state)
{
    struct fixture *fixture = *state;
    struct host *host = &fixture->host;
    struct setting_defaults all = {.given = {[SETTING_UNDO] = true}}, one = all;
    all.values[SETTING_UNDO].choice = UNDO_NEVER;
    one.values[SETTING_UNDO].choice = UNDO_MAJORITY;
    fixture->config.defaults = &all;
    fixture->config.networks[0].defaults = &one;
    const struct setting_scope other_network = setting_in_place("two", "#a");
    assert_string_equal(setting_text(&host->settings, SETTING_UNDO, &everything), "majority");
    assert_int_equal(setting_source(&host->settings, SETTING_UNDO, &everything), SETTING_FROM_FILE);
    assert_string_equal(setting_text(&host->settings, SETTING_UNDO, &other_network), "never");
    setting_set(&host->settings, SETTING_UNDO, SETTING_AT_SERVER, &everything, "all", NULL);
    assert_string_equal(setting_text(&host->settings, SETTING_UNDO, &everything), "all");
    fixture->config.defaults = fixture->config.networks[0].defaults = NULL;
}

static void each_network_has_its_own_defaults(void **state)
{
    struct fixture *fixture = *state;
    struct host *host = &fixture->host;
    struct setting_defaults all = {.given = {[SETTING_UNDO] = true}}, one = all, two = all;
    const struct setting_scope scopes[] = {
        setting_in_place("one", "#a"), setting_in_place("two", "#a"),
        setting_in_place("boards", "#a"), setting_in_place("gone", "#a")};
    static const char *const values[] = {"majority", "all", "never", "never"};
    all.values[SETTING_UNDO].choice = UNDO_NEVER;
    one.values[SETTING_UNDO].choice = UNDO_MAJORITY;
    two.values[SETTING_UNDO].choice = UNDO_ALL;
    fixture->config.defaults = &all;
    fixture->config.networks[0].defaults = &one;
    fixture->config.networks[1].defaults = &two;
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(setting_text(&host->settings, SETTING_UNDO, &scopes[i]), values[i]);
    fixture->config.networks[0].defaults = fixture->config.networks[1].defaults = NULL;
    fixture->config.defaults = NULL;
}

static void language_and_prefix_come_from_the_file_only_if_they_stand_there(void **state)
{
    static const enum setting settings[] = {SETTING_LANGUAGE, SETTING_PREFIX};
    struct fixture *fixture = *state;
    struct host *host = &fixture->host;
    const struct setting_scope other_network = setting_in_place("two", "#a");
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(setting_source(&host->settings, settings[i], &everything),
                         SETTING_FROM_BUILT_IN);
    fixture->config.networks[0].prefix_given = true;
    assert_int_equal(setting_source(&host->settings, SETTING_PREFIX, &everything),
                     SETTING_FROM_FILE);
    assert_int_equal(setting_source(&host->settings, SETTING_PREFIX, &other_network),
                     SETTING_FROM_BUILT_IN);
    fixture->config.language_given = fixture->config.prefix_given = true;
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(setting_source(&host->settings, settings[i], &other_network),
                         SETTING_FROM_FILE);
}

static void a_restart_keeps_what_was_set(void **state)
{
    struct fixture *fixture = fixture_open(*state);
    setting_set(&fixture->host.settings, SETTING_TURN_TIME, SETTING_AT_CHANNEL, &everything, "2d",
                NULL);
    fixture_end_turn(fixture);
    fixture = fixture_restart(fixture, 0);
    assert_string_equal(setting_text(&fixture->host.settings, SETTING_TURN_TIME, &everything),
                        "2d");
    fixture_close(fixture);
}

/* -- The meaning of values --------------------------------------------------------------------- */

static void games_are_allowed_by_id(void **state)
{
    struct host *host = &((struct fixture *)*state)->host;
    assert_true(setting_allows_game(&host->settings, &everything, game_find("castellers")));
    setting_set(&host->settings, SETTING_GAMES, SETTING_AT_CHANNEL, &everything, "njet goats",
                NULL);
    assert_true(setting_allows_game(&host->settings, &everything, game_find("goats")));
    assert_false(setting_allows_game(&host->settings, &everything, game_find("castellers")));
}

static void quiet_hours_are_those_of_the_time_zone(void **state)
{
    struct host *host = &((struct fixture *)*state)->host;
    const int64_t noon = 1782648000; /* 2026-06-28 12:00 UTC, 14:00 in Rome */
    assert_int_equal(setting_quiet_until(&host->settings, &everything, noon), 0);
    assert_int_equal(quiet_hours_end("13:30-15:00", "UTC", noon), 0);
    assert_int_equal(quiet_hours_end("13:30-15:00", "Europe/Rome", noon), noon + 3600);
    assert_int_equal(quiet_hours_end("13:30-15:00", "+02:00", noon), noon + 3600);
    assert_int_equal(quiet_hours_end("22:00-07:00", "UTC", noon + 11 * 3600), noon + 19 * 3600);
    assert_int_equal(quiet_hours_end("22:00-07:00", "UTC", noon + 18 * 3600), noon + 19 * 3600);
    assert_int_equal(quiet_hours_end("22:00-07:00", "UTC", noon + 19 * 3600), 0);
    assert_int_equal(quiet_hours_end("12:00-13:00", "-5", noon), 0);
    assert_int_equal(quiet_hours_end("07:00-08:00", "-5", noon), noon + 3600);
}

static void quiet_hours_and_zones_are_checked(void **state)
{
    (void)state;
    static const char *const wrong_hours[] = {"22:00",     "24:00-07:00", "22:60-07:00",
                                              "1:00-2:00", "22:00-22:00", "22:00-07:00x"};
    static const char *const wrong_zones[] = {"", "Rome", "+2x", "+99:00", "GMT+"};
    for (size_t i = 0; i < sizeof wrong_hours / sizeof wrong_hours[0]; i++)
        assert_false(quiet_hours_are_valid(wrong_hours[i]));
    for (size_t i = 0; i < sizeof wrong_zones / sizeof wrong_zones[0]; i++)
        assert_false(time_zone_is_valid(wrong_zones[i]));
    assert_true(time_zone_is_valid("America/Argentina/Buenos_Aires"));
    assert_true(time_zone_is_valid("+05:45"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(every_setting_is_set_and_taken_back_everywhere),
        WITH_HOST(the_nearest_scope_decides),
        WITH_HOST(the_configuration_file_comes_before_the_default),
        WITH_HOST(each_network_has_its_own_defaults),
        WITH_HOST(language_and_prefix_come_from_the_file_only_if_they_stand_there),
        IN_FOLDER(a_restart_keeps_what_was_set),
        WITH_HOST(games_are_allowed_by_id),
        WITH_HOST(quiet_hours_are_those_of_the_time_zone),
        cmocka_unit_test(quiet_hours_and_zones_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
