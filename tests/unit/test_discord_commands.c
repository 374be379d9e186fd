/* The commands as Discord gets them, and what differs from those that it has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/translation/commands.h"
#include "adapters/discord/translation/content.h"
#include "bot/commands/command_table.h"
#include "bot/words/catalog.h"

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
        cmocka_unit_test(commands_keep_discords_limits),
        cmocka_unit_test(ranks_are_discords_permissions),
        cmocka_unit_test(names_in_other_languages_are_discords),
        cmocka_unit_test(spanish_is_spoken_on_both_sides_of_the_ocean),
        cmocka_unit_test(one_language_may_differ),
        cmocka_unit_test(options_are_as_the_table_says),
        cmocka_unit_test(differences_are_what_we_want_and_discord_has_not),
        cmocka_unit_test(options_are_compared_one_by_one),
    };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
