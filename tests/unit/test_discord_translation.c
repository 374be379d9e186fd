/* Presses, completions and interactions as Discord tells of them, without a session. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/translation/interaction.h"

/* -- Presses ----------------------------------------------------------------------------------- */

static const uint8_t generation[ADAPTER_GENERATION_BYTES];
static const struct discord_seal seal = {generation, "6"};

static void a_press_comes_back_as_it_was_printed(void **state)
{
    (void)state;
    const struct discord_press pressed = {
        .kind = PRESS_BUTTON, .table = 17, .line = 4000000000u, .command = "play build yellow"};
    struct discord_press read;
    char id[DISCORD_CUSTOM_ID_BYTES];
    assert_true(discord_press_print(&pressed, &seal, id));
    assert_string_equal(id, "b:-l3ugqxr:17:4000000000:play build yellow");
    assert_true(discord_press_read(id, &seal, &read));
    assert_int_equal(read.table, 17);
    assert_int_equal(read.line, 4000000000u);
    assert_string_equal(read.command, "play build yellow");
}

static void foreign_ids_are_refused(void **state)
{
    (void)state;
    static const char *const foreign[] = {"",
                                          "b",
                                          "b:",
                                          "b:1",
                                          "b:1:2:play", /* without a seal, from an older bot */
                                          "b:ry235iYM",
                                          "b:ry235iYM:",
                                          "b:ry235iYM:1",
                                          "b:ry235iYM:1:2",
                                          "b:ry235iYM:1:2:",
                                          "x:ry235iYM:1:2",
                                          "m:ry235iYM:1:2:3",
                                          "b:ry235iYM:-1:2:",
                                          "b:ry235iYM:1:99999999999:play",
                                          "b:ry235iYM:99999999999999999999:1:play",
                                          "m:ry235iYM:1:",
                                          "m:ry235iYM:2:2",
                                          "m:ry235iYM1:2",
                                          "hello",
                                          "b:ry235iYM: 1:2:play"};
    struct discord_press press;
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        assert_false(discord_press_read(foreign[i], &seal, &press));
    assert_true(discord_press_read("m:ry235iYM:1:2", &seal, &press));
}

/* The same table elsewhere, and the table of that number in another store, are other tables. */
static void an_offer_of_another_channel_or_store_is_foreign(void **state)
{
    (void)state;
    const struct discord_press pressed = {
        .kind = PRESS_BUTTON, .table = 17, .line = 4, .command = "join"};
    const uint8_t other[ADAPTER_GENERATION_BYTES] = {1};
    const struct discord_seal elsewhere = {generation, "7"}, later = {other, "6"};
    struct discord_press read;
    char id[DISCORD_CUSTOM_ID_BYTES];
    assert_true(discord_press_print(&pressed, &seal, id));
    assert_true(discord_press_read(id, &seal, &read));
    assert_false(discord_press_read(id, &elsewhere, &read));
    assert_false(discord_press_read(id, &later, &read));
}

static void a_command_that_is_too_long_has_no_id(void **state)
{
    (void)state;
    struct discord_press press = {.kind = PRESS_BUTTON, .table = UINT64_MAX, .line = UINT32_MAX};
    char id[DISCORD_CUSTOM_ID_BYTES];
    memset(press.command, 'x', sizeof press.command - 1);
    assert_false(discord_press_print(&press, &seal, id));
}

/* -- Completions ------------------------------------------------------------------------------- */

static void a_completed_move_comes_back_with_its_table(void **state)
{
    (void)state;
    const struct discord_press offered = {
        .table = 17, .line = 4000000000u, .command = "build [yellow]"};
    const uint8_t other[ADAPTER_GENERATION_BYTES] = {1};
    const struct discord_seal elsewhere = {generation, "7"}, later = {other, "6"};
    struct discord_press read;
    char value[DISCORD_VALUE_BYTES];
    assert_true(discord_value_print(&offered, &seal, value));
    assert_string_equal(value, "build [yellow] [-l3ugqxr:17:4000000000]");
    assert_int_equal(discord_value_read(value, &seal, &read), VALUE_SEALED);
    assert_int_equal(read.table, 17);
    assert_int_equal(read.line, 4000000000u);
    assert_string_equal(read.command, "build [yellow]");
    assert_int_equal(discord_value_read(value, &elsewhere, &read), VALUE_FOREIGN);
    assert_int_equal(discord_value_read(value, &later, &read), VALUE_FOREIGN);
    assert_int_equal(discord_value_read("build [-l3ugqxr:18:4]", &seal, &read), VALUE_FOREIGN);
}

static void what_people_type_has_no_seal(void **state)
{
    (void)state;
    static const char *const typed[] = {"",
                                        "advance 2",
                                        "[",
                                        " [",
                                        "x []",
                                        "x [yellow]",
                                        "[-l3ugqxr:17:4]",
                                        " [-l3ugqxr:17:4]",
                                        "x[-l3ugqxr:17:4]",
                                        "x [-l3ugqxr:17:4",
                                        "x [-l3ugqxr:17:4] ",
                                        "x [-l3ugqxr:17]",
                                        "x [-l3ugqxr]",
                                        "x [-l3ugqxrx:17:4]",
                                        "x [-l3ugqx:17:4]",
                                        "x [-l3ugqxr:-1:4]",
                                        "x [-l3ugqxr:17:99999999999]"};
    struct discord_press press;
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++)
        assert_int_equal(discord_value_read(typed[i], &seal, &press), VALUE_TYPED);
}

static void a_move_that_is_too_long_for_its_seal_is_not_offered(void **state)
{
    (void)state;
    struct discord_press press = {.table = UINT64_MAX, .line = UINT32_MAX};
    char value[DISCORD_VALUE_BYTES];
    memset(press.command, 'x', sizeof press.command - 1);
    assert_false(discord_value_print(&press, &seal, value));
}

/* -- Interactions ------------------------------------------------------------------------------ */

#define HEAD                                                                                       \
    "\"id\":\"900000000000000001\",\"token\":\"tok\",\"application_id\":\"77\",\"locale\":\"fr\","
#define GUILD                                                                                      \
    HEAD "\"guild_id\":\"5\",\"channel_id\":\"6\",\"app_permissions\":\"3072\","                   \
         "\"member\":{\"nick\":\"Al\\u0007\\u202eice\",\"permissions\":\"32\","                    \
         "\"user\":{\"id\":\"8\",\"username\":\"alice\"}},"

static struct discord_interaction read_json(const char *json)
{
    struct discord_interaction interaction;
    json_t *data = json_loads(json, 0, NULL);
    assert_non_null(data);
    assert_true(discord_interaction_read(data, generation, &interaction));
    json_decref(data);
    return interaction;
}

static void a_slash_command_is_a_line(void **state)
{
    (void)state;
    struct discord_interaction what =
        read_json("{" GUILD "\"type\":2,\"data\":{\"name\":\"new\",\"options\":["
                  "{\"name\":\"options\",\"type\":3,\"value\":\"touches=5\"},"
                  "{\"name\":\"game\",\"type\":3,\"value\":\"en-garde\"}]}}");
    assert_int_equal(what.type, INTERACTION_COMMAND);
    assert_string_equal(what.text, "new en-garde touches=5"); /* in the table's order */
    assert_string_equal(what.place, "5/6");
    assert_string_equal(what.identity, "user:8");
    assert_string_equal(what.name, "Al ice");
    assert_string_equal(what.locale, "fr");
    assert_int_equal(what.rank, RANK_ADMIN);
    assert_int_equal(what.permissions, 3072);
    assert_false(what.direct);
}

static void a_direct_message_has_a_place_of_its_own(void **state)
{
    (void)state;
    struct discord_interaction what =
        read_json("{" HEAD "\"type\":2,\"context\":1,\"channel_id\":\"6\",\"user\":{\"id\":\"8\","
                  "\"global_name\":\"Alice\",\"username\":\"a\"},\"data\":{\"name\":\"hand\"}}");
    assert_string_equal(what.place, "6/6");
    assert_string_equal(what.name, "Alice");
    assert_true(what.direct);
    assert_int_equal(what.rank, RANK_PLAYER);
    what =
        read_json("{" HEAD "\"type\":2,\"context\":2,\"channel_id\":\"6\",\"user\":{\"id\":\"8\"},"
                  "\"data\":{\"name\":\"hand\"}}");
    assert_false(what.direct); /* a group without the bot */
    assert_string_equal(what.place, "");
    assert_string_equal(what.name, "8");
}

/* The channel may be named by its object alone, and a place needs both ids. */
static void places_are_named_in_two_ways(void **state)
{
    (void)state;
    struct discord_interaction what =
        read_json("{" HEAD "\"type\":2,\"guild_id\":\"5\",\"channel\":{\"id\":\"66\",\"type\":0},"
                  "\"member\":{\"user\":{\"id\":\"8\"}},\"data\":{\"name\":\"new\"}}");
    assert_string_equal(what.channel, "66");
    assert_string_equal(what.place, "5/66");
    assert_false(what.direct);
    what = read_json("{" HEAD "\"type\":2,\"guild_id\":\"5\",\"member\":{\"user\":{\"id\":\"8\"}},"
                     "\"data\":{\"name\":\"new\"}}");
    assert_string_equal(what.place, "");
    what = read_json("{" HEAD "\"type\":2,\"channel_id\":\"6\",\"user\":{\"id\":\"8\"},"
                     "\"data\":{\"name\":\"new\"}}");
    assert_string_equal(what.place, "6/6");
    assert_true(what.direct); /* without a context */
}

static void presses_and_menus_say_what_was_pressed(void **state)
{
    (void)state;
    struct discord_interaction what =
        read_json("{" GUILD "\"type\":3,\"message\":{\"flags\":64},\"data\":{\"component_type\":2,"
                  "\"custom_id\":\"b:ZAzPvIC-:3:14:play advance 2\"}}");
    assert_int_equal(what.type, INTERACTION_PRESS);
    assert_string_equal(what.text, "play advance 2");
    assert_int_equal(what.table, 3);
    assert_int_equal(what.line, 14);
    assert_true(what.on_private);
    what =
        read_json("{" GUILD "\"type\":3,\"message\":{\"flags\":0},\"data\":{\"component_type\":3,"
                  "\"custom_id\":\"m:ZAzPvIC-:3:14\",\"values\":[\"play parry\"]}}");
    assert_string_equal(what.text, "play parry");
    assert_false(what.on_private);
    what = read_json("{" GUILD "\"type\":3,\"data\":{\"custom_id\":\"q:ZAzPvIC-:3:14:play\"}}");
    assert_int_equal(what.type, INTERACTION_QUESTION);
    what = read_json("{" GUILD "\"type\":3,\"data\":{\"custom_id\":\"old-button\"}}");
    assert_int_equal(what.type, INTERACTION_UNKNOWN);
}

static void forms_are_read_with_labels_and_with_rows(void **state)
{
    (void)state;
    struct discord_interaction what = read_json(
        "{" GUILD "\"type\":5,\"data\":{\"custom_id\":\"q:ZAzPvIC-:3:14:play\",\"components\":["
        "{\"type\":18,\"component\":{\"type\":4,\"custom_id\":\"text\",\"value\":\"pass\"}}]}}");
    assert_int_equal(what.type, INTERACTION_FORM);
    assert_string_equal(what.text, "play pass");
    what = read_json("{" GUILD
                     "\"type\":5,\"data\":{\"custom_id\":\"q:ZAzPvIC-:3:14:play\",\"components\":["
                     "{\"type\":1,\"components\":[{\"type\":4,\"value\":\"a\\nb\"}]}]}}");
    assert_string_equal(what.text, "play a b");
}

static void a_completion_ends_with_the_word_being_typed(void **state)
{
    (void)state;
    struct discord_interaction what =
        read_json("{" GUILD "\"type\":4,\"data\":{\"name\":\"new\",\"options\":["
                  "{\"name\":\"game\",\"type\":3,\"value\":\"goats\"},"
                  "{\"name\":\"options\",\"type\":3,\"value\":\"li\",\"focused\":true}]}}");
    assert_int_equal(what.type, INTERACTION_COMPLETION);
    assert_string_equal(what.text, "new goats li");
    assert_string_equal(what.text + what.completed_from, "li");
}

static void values_of_every_type_are_words(void **state)
{
    (void)state;
    static const char *const values[][2] = {
        {"true", "new true"}, {"false", "new false"}, {"-12", "new -12"}, {"\"go\"", "new go"}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char json[512];
        snprintf(json, sizeof json,
                 "{" GUILD "\"type\":2,\"data\":{\"name\":\"new\",\"options\":["
                 "{\"name\":\"game\",\"value\":%s}]}}",
                 values[i][0]);
        struct discord_interaction what = read_json(json);
        assert_string_equal(what.text, values[i][1]);
    }
}

static void a_completed_move_is_read_without_its_seal(void **state)
{
    (void)state;
    struct discord_interaction what =
        read_json("{" GUILD "\"type\":2,\"data\":{\"name\":\"play\",\"options\":["
                  "{\"name\":\"move\",\"type\":3,\"value\":\"advance 2 [ZAzPvIC-:3:14]\"}]}}");
    assert_int_equal(what.type, INTERACTION_COMMAND);
    assert_string_equal(what.text, "play advance 2");
    assert_int_equal(what.table, 3);
    assert_int_equal(what.line, 14);
    what = read_json("{" GUILD "\"type\":2,\"data\":{\"name\":\"play\",\"options\":["
                     "{\"name\":\"move\",\"type\":3,\"value\":\"advance 2\"}]}}");
    assert_string_equal(what.text, "play advance 2");
    assert_int_equal(what.table, 0);
    what = read_json("{" GUILD "\"type\":2,\"data\":{\"name\":\"play\",\"options\":["
                     "{\"name\":\"move\",\"type\":3,\"value\":\"advance 2 [ZAzPvIC-:4:14]\"}]}}");
    assert_int_equal(what.type, INTERACTION_UNKNOWN);
    what = read_json(
        "{" GUILD "\"type\":4,\"data\":{\"name\":\"play\",\"options\":["
        "{\"name\":\"move\",\"value\":\"advance 2 [ZAzPvIC-:4:14]\",\"focused\":true}]}}");
    assert_int_equal(what.type, INTERACTION_COMPLETION);
    assert_null(what.command);
}

static void a_completion_leaves_out_what_follows(void **state)
{
    (void)state;
    struct discord_interaction what =
        read_json("{" GUILD "\"type\":4,\"data\":{\"name\":\"new\",\"options\":["
                  "{\"name\":\"options\",\"type\":3,\"value\":\"touches=5\"},"
                  "{\"name\":\"game\",\"type\":3,\"value\":\"go\",\"focused\":true}]}}");
    assert_string_equal(what.text, "new go");
    assert_string_equal(what.text + what.completed_from, "go");
    /* In a command nothing is being typed any more. */
    what = read_json("{" GUILD "\"type\":2,\"data\":{\"name\":\"new\",\"options\":["
                     "{\"name\":\"options\",\"type\":3,\"value\":\"touches=5\"},"
                     "{\"name\":\"game\",\"type\":3,\"value\":\"go\",\"focused\":true}]}}");
    assert_string_equal(what.text, "new go touches=5");
}

static struct discord_interaction read_member(const char *keys)
{
    char json[1024];
    snprintf(json, sizeof json,
             "{\"id\":\"5\",\"token\":\"t\",\"application_id\":\"7\",\"type\":2,\"guild_id\":"
             "\"5\",\"channel_id\":\"6\",\"member\":{%s},\"data\":{\"name\":\"new\"}}",
             keys);
    return read_json(json);
}

/* By the numbers of Discord's documentation. */
static void permissions_make_ranks(void **state)
{
    static const struct {
        const char *permissions;
        enum person_rank rank;
    } members[] = {{"8", RANK_ADMIN},     {"32", RANK_ADMIN},     {"16", RANK_HOST},
                   {"8192", RANK_HOST},   {"8240", RANK_ADMIN},   {"0", RANK_PLAYER},
                   {"7", RANK_PLAYER},    {"1", RANK_PLAYER},     {"64", RANK_PLAYER},
                   {"2048", RANK_PLAYER}, {"16384", RANK_PLAYER}, {"x", RANK_PLAYER}};
    (void)state;
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        char keys[128];
        snprintf(keys, sizeof keys, "\"user\":{\"id\":\"8\"},\"permissions\":\"%s\"",
                 members[i].permissions);
        assert_int_equal(read_member(keys).rank, members[i].rank);
    }
}

static void people_have_the_name_that_others_see(void **state)
{
    (void)state;
    assert_string_equal(read_member("\"nick\":\"Nick\",\"user\":{\"id\":\"8\",\"global_name\":"
                                    "\"G\",\"username\":\"u\"}")
                            .name,
                        "Nick");
    assert_string_equal(read_member("\"nick\":\"  \",\"user\":{\"id\":\"8\",\"global_name\":"
                                    "\"G\",\"username\":\"u\"}")
                            .name,
                        "G");
    assert_string_equal(read_member("\"user\":{\"id\":\"8\",\"username\":\"u\"}").name, "u");
}

/* Ids longer than any, and more than there is room for, are left out; the others stay. */
static void roles_are_read_as_far_as_there_is_room(void **state)
{
    (void)state;
    assert_string_equal(read_member("\"user\":{\"id\":\"8\"},\"roles\":[\"11\",7,\"\","
                                    "\"12345678901234567890123456\",\"12\"]")
                            .roles,
                        "11\n12");
    assert_string_equal(read_member("\"user\":{\"id\":\"8\"},\"roles\":[]").roles, "");
}

static void ids_are_numbers(void **state)
{
    static const struct {
        const char *id;
        uint64_t number;
    } ids[] = {{"1", 1},
               {"18446744073709551615", UINT64_MAX},
               {"18446744073709551616", 0},
               {"", 0},
               {"-1", 0},
               {" 1", 0},
               {"1 ", 0},
               {"0", 0},
               {"9", 9},
               {":", 0},
               {"/", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        assert_int_equal(discord_snowflake_number(ids[i].id), ids[i].number);
    assert_int_equal(discord_snowflake_time("175928847299117063"), INT64_C(1462015105796));
    assert_int_equal(discord_snowflake_time("1"), INT64_C(1420070400000));
    assert_int_equal(discord_snowflake_time("x"), 0);
}

static void threads_have_types_of_their_own(void **state)
{
    (void)state;
    for (int type = 0; type < 17; type++) {
        char keys[512];
        snprintf(keys, sizeof keys,
                 "{" GUILD "\"type\":2,\"channel\":{\"type\":%d},\"data\":{\"name\":\"new\"}}",
                 type);
        assert_int_equal(read_json(keys).in_thread, type >= 10 && type <= 12);
    }
}

/* A menu's value and a form's field may be missing, and a text may be longer than any command. */
static void presses_without_words_are_unknown(void **state)
{
    char json[4096], filler[2100];
    (void)state;
    assert_int_equal(
        read_json("{" GUILD "\"type\":3,\"data\":{\"custom_id\":\"m:ZAzPvIC-:3:14\"}}").type,
        INTERACTION_UNKNOWN);
    assert_int_equal(read_json("{" GUILD "\"type\":3,\"data\":{\"custom_id\":\"m:ZAzPvIC-:3:14\","
                               "\"values\":[\"\"]}}")
                         .type,
                     INTERACTION_UNKNOWN);
    assert_int_equal(
        read_json("{" GUILD "\"type\":5,\"data\":{\"custom_id\":\"b:ZAzPvIC-:3:14:play\"}}").type,
        INTERACTION_UNKNOWN);
    for (int more = 0; more < 2; more++) { /* "play " and 2042 letters fit */
        memset(filler, 'x', sizeof filler);
        filler[INBOUND_TEXT_MAX - 1 - (int)strlen("play ") + more] = '\0';
        snprintf(json, sizeof json,
                 "{" GUILD "\"type\":5,\"data\":{\"custom_id\":\"q:ZAzPvIC-:3:14:play\","
                 "\"components\":[{\"component\":{\"value\":\"%s\"}}]}}",
                 filler);
        assert_int_equal(read_json(json).type, more ? INTERACTION_UNKNOWN : INTERACTION_FORM);
        snprintf(json, sizeof json,
                 "{" GUILD "\"type\":2,\"data\":{\"name\":\"play\",\"options\":["
                 "{\"name\":\"move\",\"value\":\"%s\"}]}}",
                 filler);
        assert_int_equal(read_json(json).type, more ? INTERACTION_UNKNOWN : INTERACTION_COMMAND);
    }
}

static void what_can_not_be_answered_is_left_alone(void **state)
{
    (void)state;
    static const char *const junk[] = {
        "{}",
        "[]",
        "{" GUILD "\"type\":1}",
        "{" GUILD "\"type\":\"2\"}",
        "{\"id\":5,\"token\":\"t\",\"application_id\":\"7\",\"type\":2,\"user\":{\"id\":\"8\"}}",
        "{\"id\":\"5\",\"application_id\":\"7\",\"type\":2,\"user\":{\"id\":\"8\"}}",
        "{\"id\":\"5\",\"token\":\"t\",\"application_id\":\"7\",\"type\":2,\"user\":{}}",
        ("{\"id\":\"5/6\",\"token\":\"t\",\"application_id\":\"7\",\"type\":2,"
         "\"user\":{\"id\":\"8\"}}"),
    };
    struct discord_interaction interaction;
    for (size_t i = 0; i < sizeof junk / sizeof junk[0]; i++) {
        json_t *data = json_loads(junk[i], 0, NULL);
        assert_false(discord_interaction_read(data, generation, &interaction));
        json_decref(data);
    }
    assert_int_equal(read_json("{" GUILD "\"type\":99,\"data\":[]}").type, INTERACTION_UNKNOWN);
    assert_string_equal(read_json("{" GUILD "\"type\":2,\"data\":{\"name\":\"dance\"}}").text,
                        "dance");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_comes_back_as_it_was_printed),
        cmocka_unit_test(foreign_ids_are_refused),
        cmocka_unit_test(an_offer_of_another_channel_or_store_is_foreign),
        cmocka_unit_test(a_command_that_is_too_long_has_no_id),
        cmocka_unit_test(a_completed_move_comes_back_with_its_table),
        cmocka_unit_test(what_people_type_has_no_seal),
        cmocka_unit_test(a_move_that_is_too_long_for_its_seal_is_not_offered),
        cmocka_unit_test(a_slash_command_is_a_line),
        cmocka_unit_test(a_direct_message_has_a_place_of_its_own),
        cmocka_unit_test(places_are_named_in_two_ways),
        cmocka_unit_test(presses_and_menus_say_what_was_pressed),
        cmocka_unit_test(forms_are_read_with_labels_and_with_rows),
        cmocka_unit_test(a_completion_ends_with_the_word_being_typed),
        cmocka_unit_test(values_of_every_type_are_words),
        cmocka_unit_test(a_completed_move_is_read_without_its_seal),
        cmocka_unit_test(a_completion_leaves_out_what_follows),
        cmocka_unit_test(permissions_make_ranks),
        cmocka_unit_test(people_have_the_name_that_others_see),
        cmocka_unit_test(roles_are_read_as_far_as_there_is_room),
        cmocka_unit_test(ids_are_numbers),
        cmocka_unit_test(threads_have_types_of_their_own),
        cmocka_unit_test(presses_without_words_are_unknown),
        cmocka_unit_test(what_can_not_be_answered_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
