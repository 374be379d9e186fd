/* Presses, interactions and messages: Discord's JSON and the host's structures, in both directions,
 * without a session. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/translation/interaction.h"
#include "adapters/discord/translation/message.h"

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

/* -- Messages ---------------------------------------------------------------------------------- */

static struct outbound_choice choice_of(const char *label, const char *command, bool main)
{
    struct outbound_choice choice = {.main = main};
    struct text shown = TEXT_IN(choice.label), typed = TEXT_IN(choice.command);
    text_add(&shown, label);
    text_add(&typed, command);
    return choice;
}

static struct outbound_choice move_of(const char *label, const char *command)
{
    struct outbound_choice choice = choice_of(label, command, true);
    choice.move = true;
    return choice;
}

static void only_who_is_called_is_rung(void **state)
{
    (void)state;
    static const char *const rings[] = {"42", "43"};
    const struct discord_message message = {
        .content = "@everyone", .rings = rings, .ring_count = 2};
    json_t *body = discord_message_body(&message);
    char *mentions = json_dumps(json_object_get(body, "allowed_mentions"), JSON_COMPACT);
    assert_string_equal(mentions, "{\"parse\":[],\"users\":[\"42\",\"43\"]}");
    free(mentions);
    json_decref(body);
}

static json_int_t type_of_first(size_t moves, size_t others)
{
    struct outbound_choice list[CHOICES_MAX];
    char command[16];
    for (size_t i = 0; i < moves; i++) {
        struct text text = TEXT_IN(command);
        text_add_format(&text, "play %zu", i);
        list[i] = move_of("x", command);
    }
    for (size_t i = 0; i < others; i++) {
        struct text text = TEXT_IN(command);
        text_add_format(&text, "rules %zu", i);
        list[moves + i] = choice_of("y", command, true);
    }
    const struct discord_choices choices = {.choices = list, .count = moves + others, .seal = seal};
    json_t *rows = discord_message_components(&choices);
    const json_t *first = json_array_get(json_object_get(json_array_get(rows, 0), "components"), 0);
    json_int_t type = json_integer_value(json_object_get(first, "type"));
    if (type == 2)
        assert_int_equal(json_integer_value(json_object_get(first, "style")), 1);
    else
        assert_int_equal(json_array_size(json_object_get(first, "options")), moves);
    json_decref(rows);
    return type;
}

static void moves_are_a_menu_when_the_buttons_do_not_fit(void **state)
{
    (void)state;
    assert_int_equal(type_of_first(1, 0), 2);
    assert_int_equal(type_of_first(20, 5), 2);
    assert_int_equal(type_of_first(21, 0), 2);
    assert_int_equal(type_of_first(21, 1), 3);
    assert_int_equal(type_of_first(16, 6), 3);
    assert_int_equal(type_of_first(CHOICES_MAX - 1, 1), 3);
}

/* What has no label or no command is left out, and takes no room. */
static void choices_without_words_are_left_out(void **state)
{
    (void)state;
    const struct outbound_choice list[] = {choice_of("", "rules", false), choice_of("x", "", false),
                                           choice_of("y", "hand", false)};
    const struct discord_choices choices = {.choices = list, .count = 3, .seal = seal};
    json_t *rows = discord_message_components(&choices);
    assert_int_equal(json_array_size(rows), 1);
    const json_t *components = json_object_get(json_array_get(rows, 0), "components");
    assert_int_equal(json_array_size(components), 1);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(components, 0), "style")),
                     2);
    json_decref(rows);
}

/* Numbers of an id have bounds, and an id of another shape is none. */
static void ids_of_buttons_are_exact(void **state)
{
    char id[DISCORD_CUSTOM_ID_BYTES];
    struct discord_press press = {.kind = PRESS_BUTTON, .table = UINT64_MAX, .line = UINT32_MAX};
    struct discord_press read;
    struct text command = TEXT_IN(press.command);
    (void)state;
    text_add(&command, "hand");
    assert_true(discord_press_print(&press, &seal, id));
    assert_true(discord_press_read(id, &seal, &read));
    assert_true(read.table == UINT64_MAX && read.line == UINT32_MAX);
    assert_string_equal(read.command, "hand");
    /* The line ends with ...4294967295:hand; one more is too much. */
    char *line = strstr(id, "4294967295");
    line[9] = '6';
    assert_false(discord_press_read(id, &seal, &read));
    line[9] = 'x';
    assert_false(discord_press_read(id, &seal, &read));
    press.kind = PRESS_MENU;
    press.table = 1;
    press.line = 0;
    assert_true(discord_press_print(&press, &seal, id));
    assert_true(discord_press_read(id, &seal, &read));
    assert_int_equal(read.kind, PRESS_MENU);
    assert_string_equal(read.command, "");
    id[strlen(id) - 1] = '\0';
    assert_false(discord_press_read(id, &seal, &read)); /* no line */
    assert_false(discord_press_read("", &seal, &read));
    assert_false(discord_press_read("b:", &seal, &read));
    assert_false(discord_press_read("x:ZAzPvIC-:3:14:hand", &seal, &read));
    assert_false(discord_press_read("b;ZAzPvIC-:3:14:hand", &seal, &read));
    assert_false(discord_press_read("b:ZAzPvIC-;3:14:hand", &seal, &read));
    assert_false(discord_press_read("b:ZAzPvIC-:3:14:", &seal, &read));
    assert_true(discord_press_read("b:ZAzPvIC-:3:14:h", &seal, &read));
}

/* Discord refuses a message in which two choices have the same id. */
static void a_choice_that_is_repeated_is_left_out(void **state)
{
    (void)state;
    const struct outbound_choice list[] = {choice_of("a", "hand", false),
                                           choice_of("b", "rules", false),
                                           choice_of("c", "rules", false)};
    const struct discord_choices choices = {.choices = list, .count = 3, .seal = seal};
    json_t *rows = discord_message_components(&choices);
    assert_int_equal(json_array_size(json_object_get(json_array_get(rows, 0), "components")), 2);
    json_decref(rows);
}

static void buttons_stand_in_rows_of_five(void **state)
{
    (void)state;
    struct outbound_choice list[CHOICES_MAX];
    char command[16];
    for (size_t i = 0; i < CHOICES_MAX; i++) {
        struct text text = TEXT_IN(command);
        text_add_format(&text, "hand %zu", i % 24); /* the last one repeats the first */
        list[i] = choice_of("x", command, false);
    }
    const struct discord_choices choices = {.choices = list, .count = CHOICES_MAX, .seal = seal};
    json_t *rows = discord_message_components(&choices);
    assert_int_equal(json_array_size(rows), 5);
    assert_int_equal(json_array_size(json_object_get(json_array_get(rows, 4), "components")), 4);
    json_decref(rows);
}

static void many_moves_are_a_menu_and_the_rest_buttons(void **state)
{
    (void)state;
    enum { MOVES = 21 };
    struct outbound_choice list[MOVES + 2];
    char command[16];
    for (size_t i = 0; i < MOVES; i++) {
        struct text text = TEXT_IN(command);
        text_add_format(&text, "play %zu", i);
        list[i] = move_of("move", command);
    }
    list[MOVES] = choice_of("Rules", "rules goats", false);
    list[MOVES + 1] = choice_of("Type a move", "play", true);
    list[MOVES + 1].asks = true;
    const struct discord_choices choices = {
        .choices = list, .count = MOVES + 2, .seal = seal, .table = 3, .line = 4};
    json_t *rows = discord_message_components(&choices);
    assert_int_equal(json_array_size(rows), 2);
    const json_t *menu = json_array_get(json_object_get(json_array_get(rows, 0), "components"), 0);
    assert_string_equal(json_string_value(json_object_get(menu, "custom_id")), "m:ZAzPvIC-:3:4");
    assert_int_equal(json_array_size(json_object_get(menu, "options")), MOVES);
    const json_t *typing =
        json_array_get(json_object_get(json_array_get(rows, 1), "components"), 1);
    assert_string_equal(json_string_value(json_object_get(typing, "custom_id")),
                        "q:ZAzPvIC-:3:4:play");
    json_decref(rows);
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
        cmocka_unit_test(what_can_not_be_answered_is_left_alone),
        cmocka_unit_test(only_who_is_called_is_rung),
        cmocka_unit_test(moves_are_a_menu_when_the_buttons_do_not_fit),
        cmocka_unit_test(choices_without_words_are_left_out),
        cmocka_unit_test(ids_of_buttons_are_exact),
        cmocka_unit_test(a_choice_that_is_repeated_is_left_out),
        cmocka_unit_test(buttons_stand_in_rows_of_five),
        cmocka_unit_test(many_moves_are_a_menu_and_the_rest_buttons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
