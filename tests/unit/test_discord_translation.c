/* Discord's JSON and the host's structures, in both directions, without a session. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/translation/commands.h"
#include "adapters/discord/translation/interaction.h"
#include "adapters/discord/translation/message.h"
#include "adapters/net/talk/said.h"
#include "bot/commands/command_table.h"
#include "bot/words/catalog.h"
#include "games/shared/paint.h"

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

/* -- Content ----------------------------------------------------------------------------------- */

static void markup_of_people_is_harmless(void **state)
{
    (void)state;
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    const char *evil = "# *x* <@1> `c` [a](b)\n> - 1. ok\n1. no";
    discord_content_add_plain(&text, evil, strlen(evil));
    assert_string_equal(text.bytes,
                        "\\# \\*x\\* \\<@1\\> \\`c\\` \\[a\\](b)\n\\> - 1. ok\n1\\. no");
}

static char *repeat(const char *piece, size_t count)
{
    size_t size = strlen(piece) * count + 1;
    char *bytes = calloc(1, size);
    struct text text = text_in(bytes, size);
    for (size_t i = 0; i < count; i++)
        text_add(&text, piece);
    return bytes;
}

static void expect_plain(const char *raw, const char *expected)
{
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    discord_content_add_plain(&text, raw, strlen(raw));
    assert_string_equal(text.bytes, expected);
}

static void signs_count_where_they_stand(void **state)
{
    (void)state;
    expect_plain("+ a\n- b\n# c\n> d", "\\+ a\n\\- b\n\\# c\n\\> d");
    expect_plain("a + b - c # d", "a + b - c # d");
    expect_plain("12. a\n3.5", "12\\. a\n3\\.5");
    expect_plain("a1. b . c\n. d\n-1. e", "a1. b . c\n. d\n\\-1. e");
    expect_plain("0.\n9.", "0\\.\n9\\.");
    expect_plain("~~a~~ __b__ ||c|| \\", "\\~\\~a\\~\\~ \\_\\_b\\_\\_ \\|\\|c\\|\\| \\\\");
}

static void expect_label(const char *label, size_t units, const char *expected)
{
    char buffer[64];
    struct text text = TEXT_IN(buffer);
    discord_content_add_label(&text, label, units);
    assert_string_equal(text.bytes, expected);
    assert_true(discord_content_units(text.bytes) <= units);
}

/* Letters outside of the first plane count twice, as Discord counts them. */
static void labels_are_cut_by_units(void **state)
{
    (void)state;
    expect_label("ab\xF0\x9F\x83\x8F", 4, "ab\xF0\x9F\x83\x8F");
    expect_label("ab\xF0\x9F\x83\x8F", 3, "ab");
    expect_label("\xC3\xA9\xE2\x94\x80x", 2, "\xC3\xA9\xE2\x94\x80");
    expect_label("abc", 0, "");
}

/* Returns how many bytes of so many letters go into the first message. */
static size_t first_piece(size_t letters, bool table)
{
    char *text = repeat("a", letters), buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    const char *rest = text;
    assert_true(discord_content_take(&rest, table, DISCORD_CONTENT_UNITS, &content));
    size_t taken = (size_t)(rest - text);
    free(text);
    return taken;
}

static void whole_messages_are_filled(void **state)
{
    (void)state;
    assert_int_equal(first_piece(DISCORD_CONTENT_UNITS, false), DISCORD_CONTENT_UNITS);
    assert_int_equal(first_piece(DISCORD_CONTENT_UNITS + 1, false), DISCORD_CONTENT_UNITS / 3);
    size_t frame = sizeof "```ansi\n" + sizeof "\n```";
    assert_int_equal(first_piece(DISCORD_CONTENT_UNITS - frame, true),
                     DISCORD_CONTENT_UNITS - frame);
    assert_int_equal(first_piece(DISCORD_CONTENT_UNITS - frame + 1, true),
                     DISCORD_CONTENT_UNITS / 3);
    /* Without a whole message's room nothing is cut inside a line. */
    const char *rest = "aaaa\nb";
    char buffer[64];
    struct text content = TEXT_IN(buffer);
    assert_false(discord_content_take(&rest, false, 4, &content));
    assert_true(discord_content_take(&rest, false, 5, &content));
    assert_string_equal(content.bytes, "aaaa");
    assert_string_equal(rest, "b");
}

static void nothing_breaks_out_of_a_table(void **state)
{
    (void)state;
    char buffer[256];
    struct text text = TEXT_IN(buffer);
    discord_content_add_block(&text, "a```b", 5);
    assert_string_equal(text.bytes, "```\na'''b\n```");
}

static void paints_become_colours_in_blocks_alone(void **state)
{
    static const char *const codes[PAINT_COUNT] = {"",   "1",  "31", "34", "32", "35", "33", "36",
                                                   "30", "31", "32", "34", "33", "35", "30"};
    char marked_buffer[32], expected_buffer[64], buffer[64];
    (void)state;
    for (int paint = PAINT_NONE + 1; paint < PAINT_COUNT; paint++) {
        struct text marked = TEXT_IN(marked_buffer), expected = TEXT_IN(expected_buffer);
        struct text text = TEXT_IN(buffer);
        text_add_format(&marked, "%ca", DRAWN_MARK);
        paint_add(&marked, (enum paint)paint, "`x");
        text_add_format(&expected, "```ansi\na\033[%sm'x\033[0m\n```", codes[paint]);
        assert_true(talk_is_in_columns(marked.bytes));
        discord_content_add_block(&text, marked.bytes, marked.length);
        assert_string_equal(text.bytes, expected.bytes);
        text_clear(&text);
        discord_content_add_plain(&text, marked.bytes, marked.length);
        assert_string_equal(text.bytes, "a\\`x");
    }
}

static void assert_pieces(const char *piece, size_t count, bool table)
{
    char *long_text = repeat(piece, count), buffer[DISCORD_CONTENT_BYTES];
    const char *rest = long_text;
    struct text content = TEXT_IN(buffer);
    size_t taken = 0;
    for (const char *before = rest;
         discord_content_take(&rest, table, DISCORD_CONTENT_UNITS, &content); before = rest) {
        assert_in_range(discord_content_units(content.bytes), 1, DISCORD_CONTENT_UNITS);
        assert_false(content.truncated);
        taken += (size_t)(rest - before);
        text_clear(&content);
    }
    assert_int_equal(taken, strlen(long_text));
    free(long_text);
}

static void long_texts_are_cut_into_messages(void **state)
{
    (void)state;
    assert_pieces("a line of text\n", 1000, false);
    assert_pieces("* * *\n", 2000, false);                   /* every character is escaped */
    assert_pieces("\xE2\x94\x80\xE2\x94\x80\n", 3000, true); /* three bytes each */
    assert_pieces("\xF0\x9F\x83\x8F", 4000, false); /* one line, four bytes, two units each */
    assert_pieces("*", 9000, false);
}

static void a_picture_that_is_too_long_loses_colours_then_lines(void **state)
{
    (void)state;
    char buffer[DISCORD_CONTENT_BYTES];
    struct text content = TEXT_IN(buffer);
    char *coloured = repeat("\x0EJx\x0F", 100);
    size_t written = strlen("```ansi\n") + 100 * strlen("\033[31mx\033[0m") + strlen("\n```");
    discord_content_add_picture(&content, coloured, written + 2);
    assert_int_equal(discord_content_units(content.bytes), written);
    text_clear(&content);
    discord_content_add_picture(&content, coloured, written - 1);
    assert_string_equal(content.bytes + strspn(content.bytes, "`\nx"), "");
    assert_int_equal(discord_content_units(content.bytes), strlen("```\n\n```") + 100);
    free(coloured);
    char *tall = repeat("line\n", 500);
    text_clear(&content);
    discord_content_add_picture(&content, tall, 1000);
    assert_in_range(discord_content_units(content.bytes), 900, 1000);
    free(tall);
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

/* -- Commands ---------------------------------------------------------------------------------- */

static struct catalog *catalog;

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    (void)context;
    struct words words = catalog_words(catalog, locale);
    words_say_plain(&words, out, key);
}

static const struct discord_phrases phrases = {.phrase = phrase};

static const json_t *find(const json_t *commands, const char *name)
{
    const json_t *command;
    size_t index;
    json_array_foreach (commands, index, command)
        if (strcmp(json_string_value(json_object_get(command, "name")), name) == 0)
            return command;
    fail_msg("no command %s", name);
    return NULL;
}

static void assert_short(const json_t *object, const char *key, size_t most)
{
    const char *text = json_string_value(json_object_get(object, key));
    assert_non_null(text);
    assert_in_range(discord_content_units(text), 1, most);
}

static void assert_options_fit(const json_t *options)
{
    const json_t *option;
    size_t index;
    bool optional = false;
    assert_in_range(json_array_size(options), 0, 25);
    json_array_foreach (options, index, option) {
        assert_short(option, "name", 32);
        assert_short(option, "description", 100);
        bool required = json_is_true(json_object_get(option, "required"));
        assert_false(required && optional); /* required ones come first */
        optional |= !required;
        bool choices = json_object_get(option, "choices") != NULL;
        assert_false(choices && json_object_get(option, "autocomplete") != NULL);
        assert_in_range(json_array_size(json_object_get(option, "choices")), 0, 25);
    }
}

static void commands_keep_discords_limits(void **state)
{
    (void)state;
    json_t *commands = discord_commands_build(&phrases, false), *command;
    size_t index;
    assert_in_range(json_array_size(commands), 10, 100);
    json_array_foreach (commands, index, command) {
        assert_short(command, "name", 32);
        assert_short(command, "description", 100);
        assert_null(json_object_get(command, "id"));
        assert_options_fit(json_object_get(command, "options"));
        char *whole = json_dumps(command, JSON_COMPACT);
        assert_in_range(strlen(whole), 1, 8000);
        free(whole);
    }
    char *contexts = json_dumps(json_object_get(find(commands, "new"), "contexts"), JSON_COMPACT);
    assert_string_equal(contexts, "[0,1]");
    free(contexts);
    contexts =
        json_dumps(json_object_get(find(commands, "new"), "integration_types"), JSON_COMPACT);
    assert_string_equal(contexts, "[0,1]");
    free(contexts);
    contexts = json_dumps(json_object_get(find(commands, "config"), "contexts"), JSON_COMPACT);
    assert_string_equal(contexts, "[0]");
    free(contexts);
    contexts = json_dumps(json_object_get(find(commands, "rules"), "contexts"), JSON_COMPACT);
    assert_string_equal(contexts, "[0,1,2]");
    free(contexts);
    json_decref(commands);
}

/* Who sees a command at first: Discord's numbers for who may manage channels, or the server. */
static void ranks_are_discords_permissions(void **state)
{
    (void)state;
    json_t *commands = discord_commands_build(&phrases, false);
    for (size_t i = 0; i < command_count; i++) {
        const json_t *permissions =
            json_object_get(find(commands, command_table[i].name), "default_member_permissions");
        assert_non_null(permissions);
        if (command_table[i].rank == RANK_PLAYER)
            assert_true(json_is_null(permissions));
        else
            assert_string_equal(json_string_value(permissions),
                                command_table[i].rank == RANK_HOST ? "16" : "32");
    }
    assert_string_equal(
        json_string_value(json_object_get(find(commands, "link"), "default_member_permissions")),
        "16");
    json_decref(commands);
}

/* What commands are called in French and in Italian. */
struct two_names {
    const char *french, *italian;
};

static void phrase_names(void *context, const char *locale, const char *key, struct text *out)
{
    const struct two_names *names = context;
    if (strcmp(key, "command.new.name") == 0 && strcmp(locale, "fr") == 0)
        text_add(out, names->french);
    else if (strcmp(key, "command.new.name") == 0 && strcmp(locale, "it") == 0)
        text_add(out, names->italian);
    else
        phrase(NULL, "en", key, out);
}

/* Whether Discord gets the names of `new`; the two must be judged alike. */
static bool are_names(const char *french, const char *italian)
{
    struct two_names names = {french, italian};
    const struct discord_phrases own = {.context = &names, .phrase = phrase_names};
    json_t *commands = discord_commands_build(&own, false);
    const json_t *known = json_object_get(find(commands, "new"), "name_localizations");
    const char *has_french = json_string_value(json_object_get(known, "fr"));
    const char *has_italian = json_string_value(json_object_get(known, "it"));
    assert_int_equal(has_french != NULL, has_italian != NULL);
    if (has_french != NULL) {
        assert_string_equal(has_french, french);
        assert_string_equal(has_italian, italian);
    }
    json_decref(commands);
    return known != NULL;
}

/* Letters that have no upper case, digits, - and _; between 1 and 32 of them. */
static void names_in_other_languages_are_discords(void **state)
{
    (void)state;
    assert_true(are_names("à-jouer_2", "già"));
    assert_true(are_names("n", "12345678901234567890123456789012"));
    assert_false(are_names("", "123456789012345678901234567890123"));
    assert_false(are_names("nouvelle partie", "nuova!"));
    assert_false(are_names("Nouvelle", "nuovÀ"));
    assert_false(are_names("a.b", "\xC3("));
}

/* A text may differ in one language alone; the others keep the English one. */
static void one_language_may_differ(void **state)
{
    struct two_names names = {"nouveau", ""};
    const struct discord_phrases own = {.context = &names, .phrase = phrase_names};
    (void)state;
    char english[64];
    struct text text = TEXT_IN(english);
    phrase(NULL, "en", "command.new.name", &text);
    names.italian = english;
    json_t *commands = discord_commands_build(&own, false);
    const json_t *known = json_object_get(find(commands, "new"), "name_localizations");
    assert_int_equal(json_object_size(known), 1);
    assert_string_equal(json_string_value(json_object_get(known, "fr")), "nouveau");
    json_decref(commands);
}

static void phrase_of_spanish_and_german(void *context, const char *locale, const char *key,
                                         struct text *out)
{
    bool name = strcmp(key, "command.new.name") == 0;
    if (name && (strcmp(locale, "es") == 0 || strcmp(locale, "de") == 0))
        text_add(out, locale);
    else
        phrase(context, "en", key, out);
}

/* Discord knows two kinds of Spanish. */
static void spanish_is_spoken_on_both_sides_of_the_ocean(void **state)
{
    (void)state;
    const struct discord_phrases own = {.phrase = phrase_of_spanish_and_german};
    json_t *commands = discord_commands_build(&own, false);
    const json_t *known = json_object_get(find(commands, "new"), "name_localizations");
    assert_int_equal(json_object_size(known), 3);
    assert_string_equal(json_string_value(json_object_get(known, "de")), "de");
    assert_string_equal(json_string_value(json_object_get(known, "es-ES")), "es");
    assert_string_equal(json_string_value(json_object_get(known, "es-419")), "es");
    json_decref(commands);
}

static const json_t *option_of(const json_t *commands, const char *command, const char *name)
{
    const json_t *options = json_object_get(find(commands, command), "options");
    for (size_t i = 0; i < json_array_size(options); i++) {
        const json_t *option = json_array_get(options, i);
        if (strcmp(json_string_value(json_object_get(option, "name")), name) == 0)
            return option;
    }
    return NULL;
}

static json_int_t number_of(const json_t *option, const char *key)
{
    const json_t *number = json_object_get(option, key);
    return number != NULL ? json_integer_value(number) : -1;
}

static void assert_option(const json_t *option, const struct command_argument *argument)
{
    bool number = argument->kind == ARGUMENT_NUMBER;
    bool choices = argument->kind == ARGUMENT_CHOICE || argument->kind == ARGUMENT_GAME;
    assert_int_equal(number_of(option, "type"), number ? 4 : 3);
    assert_int_equal(number_of(option, "min_value"), number ? argument->least : -1);
    assert_int_equal(number_of(option, "max_value"), number ? argument->most : -1);
    assert_int_equal(number_of(option, "min_length"), number || choices ? -1 : 1);
    assert_int_equal(number_of(option, "max_length"), number || choices ? -1 : 1000);
    assert_int_equal(json_is_true(json_object_get(option, "required")), argument->required);
    assert_int_equal(json_is_true(json_object_get(option, "autocomplete")),
                     argument->completes && !choices);
    assert_int_equal(json_object_get(option, "choices") != NULL, choices);
    const json_t *list = json_object_get(option, "choices");
    for (size_t i = 0; choices && i < json_array_size(list); i++)
        assert_string_equal(json_string_value(json_object_get(json_array_get(list, i), "value")),
                            command_argument_word(argument, i));
}

/* Discord shows and checks exactly what the table of commands says. */
static void options_are_as_the_table_says(void **state)
{
    (void)state;
    json_t *commands = discord_commands_build(&phrases, false);
    size_t numbers = 0, choices = 0;
    for (size_t i = 0; i < command_count; i++)
        for (const struct command_argument *argument = command_table[i].arguments;
             argument != NULL && argument->name != NULL; argument++) {
            assert_option(option_of(commands, command_table[i].name, argument->name), argument);
            numbers += argument->kind == ARGUMENT_NUMBER;
            choices += argument->kind == ARGUMENT_CHOICE;
        }
    assert_true(numbers > 0 && choices > 0);
    json_decref(commands);
}

static void take_change(void *context, enum discord_commands_change change, const char *name)
{
    text_add_format(context, "%d %s;", change, name);
}

static void differences_are_what_we_want_and_discord_has_not(void **state)
{
    (void)state;
    json_t *wanted = discord_commands_build(&phrases, true), *has = json_deep_copy(wanted);
    char buffer[256], hash[DISCORD_COMMANDS_HASH_BYTES], other[DISCORD_COMMANDS_HASH_BYTES];
    struct text changes = TEXT_IN(buffer);
    json_t *first;
    size_t index;
    json_array_foreach (has, index, first) /* what Discord adds */
        json_object_update_new(first, json_pack("{s:s, s:s, s:b, s:n}", "id", "1", "version", "2",
                                                "nsfw", 0, "handler"));
    assert_int_equal(discord_commands_compare(wanted, has, take_change, &changes), 0);
    json_object_set_new((json_t *)find(has, "join"), "description", json_string("old"));
    json_object_set_new((json_t *)find(has, "hand"), "name", json_string("cards"));
    assert_int_equal(discord_commands_compare(wanted, has, take_change, &changes), 3);
    assert_string_equal(changes.bytes, "1 join;0 hand;2 cards;");
    discord_commands_hash(wanted, hash);
    discord_commands_hash(has, other);
    assert_int_equal(strlen(hash), DISCORD_COMMANDS_HASH_BYTES - 1);
    assert_string_not_equal(hash, other);
    json_decref(wanted);
    json_decref(has);
}

/* Of JSON with single quotes. */
static json_t *json_of(const char *written)
{
    char bytes[512];
    struct text text = TEXT_IN(bytes);
    for (; *written != '\0'; written++)
        text_add_char(&text, *written == '\'' ? '"' : *written);
    json_t *json = json_loads(bytes, 0, NULL);
    assert_non_null(json);
    return json;
}

/* A command differs by what it lacks and by what it has too many of, however deep. */
static void options_are_compared_one_by_one(void **state)
{
    static const char *const others[] = {
        "[{'name': 'a', 'options': [{'name': 'x', 'type': 3}]}]",
        "[{'name': 'a', 'options': []}]",
        "[{'name': 'a'}]",
        "[{'name': 'a', 'options': [{'name': 'x', 'type': 3}, {'name': 'z', 'type': 3}]}]",
        "[{'name': 'a', 'options': [{'name': 'y', 'type': 3}, {'name': 'x', 'type': 3}]}]",
        "[{'name': 'a', 'options': [{'name': 'x', 'type': 4}, {'name': 'y', 'type': 3}]}]",
        ("[{'name': 'a', 'options': [{'name': 'x', 'type': 3}, {'name': 'y', 'type': 3},"
         " {'name': 'z', 'type': 3}]}]"),
        "[{'name': 'a', 'options': {}}]",
        "[{'name': 'a', 'options': ['x', 'y']}]"};
    static const char same[] = "[{'name': 'a', 'nsfw': false, 'options': [{'name': 'x', 'type': 3,"
                               " 'required': false}, {'name': 'y', 'type': 3, 'choices': []}]}]";
    char buffer[64];
    struct text changes = TEXT_IN(buffer);
    (void)state;
    json_t *wanted = json_of("[{'name': 'a', 'options': [{'name': 'x', 'type': 3},"
                             " {'name': 'y', 'type': 3}]}]");
    json_t *has = json_of(same);
    assert_int_equal(discord_commands_compare(wanted, has, take_change, &changes), 0);
    json_decref(has);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        text_clear(&changes);
        has = json_of(others[i]);
        assert_int_equal(discord_commands_compare(wanted, has, take_change, &changes), 1);
        assert_string_equal(changes.bytes, "1 a;");
        json_decref(has);
    }
    json_decref(wanted);
}

static int open_catalog(void **state)
{
    char error[256] = "";
    (void)state;
    catalog = catalog_open(error, sizeof error);
    return catalog != NULL ? 0 : -1;
}

static int close_catalog(void **state)
{
    (void)state;
    catalog_free(catalog);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_named_in_two_ways),
        cmocka_unit_test(signs_count_where_they_stand),
        cmocka_unit_test(labels_are_cut_by_units),
        cmocka_unit_test(whole_messages_are_filled),
        cmocka_unit_test(moves_are_a_menu_when_the_buttons_do_not_fit),
        cmocka_unit_test(choices_without_words_are_left_out),
        cmocka_unit_test(ids_of_buttons_are_exact),
        cmocka_unit_test(a_completion_leaves_out_what_follows),
        cmocka_unit_test(permissions_make_ranks),
        cmocka_unit_test(people_have_the_name_that_others_see),
        cmocka_unit_test(roles_are_read_as_far_as_there_is_room),
        cmocka_unit_test(ids_are_numbers),
        cmocka_unit_test(threads_have_types_of_their_own),
        cmocka_unit_test(a_press_comes_back_as_it_was_printed),
        cmocka_unit_test(foreign_ids_are_refused),
        cmocka_unit_test(an_offer_of_another_channel_or_store_is_foreign),
        cmocka_unit_test(a_command_that_is_too_long_has_no_id),
        cmocka_unit_test(a_slash_command_is_a_line),
        cmocka_unit_test(a_direct_message_has_a_place_of_its_own),
        cmocka_unit_test(presses_and_menus_say_what_was_pressed),
        cmocka_unit_test(forms_are_read_with_labels_and_with_rows),
        cmocka_unit_test(a_completed_move_comes_back_with_its_table),
        cmocka_unit_test(what_people_type_has_no_seal),
        cmocka_unit_test(a_move_that_is_too_long_for_its_seal_is_not_offered),
        cmocka_unit_test(a_completion_ends_with_the_word_being_typed),
        cmocka_unit_test(values_of_every_type_are_words),
        cmocka_unit_test(a_completed_move_is_read_without_its_seal),
        cmocka_unit_test(what_can_not_be_answered_is_left_alone),
        cmocka_unit_test(markup_of_people_is_harmless),
        cmocka_unit_test(nothing_breaks_out_of_a_table),
        cmocka_unit_test(paints_become_colours_in_blocks_alone),
        cmocka_unit_test(long_texts_are_cut_into_messages),
        cmocka_unit_test(a_picture_that_is_too_long_loses_colours_then_lines),
        cmocka_unit_test(only_who_is_called_is_rung),
        cmocka_unit_test(buttons_stand_in_rows_of_five),
        cmocka_unit_test(many_moves_are_a_menu_and_the_rest_buttons),
        cmocka_unit_test(commands_keep_discords_limits),
        cmocka_unit_test(ranks_are_discords_permissions),
        cmocka_unit_test(spanish_is_spoken_on_both_sides_of_the_ocean),
        cmocka_unit_test(one_language_may_differ),
        cmocka_unit_test(options_are_as_the_table_says),
        cmocka_unit_test(names_in_other_languages_are_discords),
        cmocka_unit_test(differences_are_what_we_want_and_discord_has_not),
        cmocka_unit_test(options_are_compared_one_by_one),
    };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
