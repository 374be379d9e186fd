/* Messages as Discord takes them: whom they ring, their buttons and menus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/translation/message.h"

static const uint8_t generation[ADAPTER_GENERATION_BYTES];
static const struct discord_seal seal = {generation, "6"};

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

/* Moves "play 0", "play 1", … */
static void fill_moves(struct outbound_choice *list, size_t count)
{
    char command[16];
    for (size_t i = 0; i < count; i++) {
        struct text text = TEXT_IN(command);
        text_add_format(&text, "play %zu", i);
        list[i] = move_of("move", command);
    }
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

/* The same holds for the moves of a menu. Its hint stands where nothing is chosen yet. */
static void a_menu_has_moves_with_words_once(void **state)
{
    enum { MOVES = 24 };
    struct outbound_choice list[MOVES + 1];
    (void)state;
    fill_moves(list, MOVES);
    list[MOVES] = choice_of("Rules", "rules", false);
    list[3] = list[2];
    list[4] = move_of("", "play x");
    list[5] = move_of("x", "");
    const struct discord_choices choices = {
        .choices = list, .count = MOVES + 1, .seal = seal, .menu_hint = "Which?"};
    json_t *rows = discord_message_components(&choices);
    assert_int_equal(json_array_size(rows), 2);
    const json_t *menu = json_array_get(json_object_get(json_array_get(rows, 0), "components"), 0);
    const json_t *options = json_object_get(menu, "options");
    assert_int_equal(json_array_size(options), MOVES - 3);
    assert_string_equal(json_string_value(json_object_get(json_array_get(options, 3), "value")),
                        "play 6");
    assert_string_equal(json_string_value(json_object_get(menu, "placeholder")), "Which?");
    json_decref(rows);
}

static void a_menu_needs_no_hint(void **state)
{
    (void)state;
    struct outbound_choice list[25];
    fill_moves(list, 24);
    list[24] = choice_of("Rules", "rules", false);
    static const char *const hints[] = {NULL, ""};
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        const struct discord_choices choices = {
            .choices = list, .count = 25, .seal = seal, .menu_hint = hints[i]};
        json_t *rows = discord_message_components(&choices);
        const json_t *menu =
            json_array_get(json_object_get(json_array_get(rows, 0), "components"), 0);
        assert_int_equal(json_array_size(json_object_get(menu, "options")), 24);
        assert_null(json_object_get(menu, "placeholder"));
        json_decref(rows);
    }
}

/* Discord takes a hundred mentions in a message; nobody is rung without one. */
static void only_a_hundred_are_rung(void **state)
{
    static const char *rings[101];
    char buffer[1024];
    struct text content = TEXT_IN(buffer);
    (void)state;
    for (size_t i = 0; i < 101; i++)
        rings[i] = "42";
    discord_message_add_rings(&content, rings, 101);
    assert_int_equal(content.length, 100 * strlen(" <@42>"));
    const struct discord_message message = {.content = "", .rings = rings, .ring_count = 101};
    json_t *body = discord_message_body(&message);
    assert_int_equal(
        json_array_size(json_object_get(json_object_get(body, "allowed_mentions"), "users")), 100);
    json_decref(body);
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
    fill_moves(list, MOVES);
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
        cmocka_unit_test(only_who_is_called_is_rung),
        cmocka_unit_test(moves_are_a_menu_when_the_buttons_do_not_fit),
        cmocka_unit_test(choices_without_words_are_left_out),
        cmocka_unit_test(ids_of_buttons_are_exact),
        cmocka_unit_test(a_choice_that_is_repeated_is_left_out),
        cmocka_unit_test(a_menu_has_moves_with_words_once),
        cmocka_unit_test(a_menu_needs_no_hint),
        cmocka_unit_test(only_a_hundred_are_rung),
        cmocka_unit_test(buttons_stand_in_rows_of_five),
        cmocka_unit_test(many_moves_are_a_menu_and_the_rest_buttons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
