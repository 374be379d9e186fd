/* What the command table says about arguments: usage lines, and that the catalog knows them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/commands/command_table.h"
#include "bot/words/catalog.h"
#include "games/shared/canvas.h"

enum { DESCRIPTION_MAX = 100 }; /* Discord's limit; columns are limited as strictly as characters */

struct fixture {
    struct catalog *catalog;
    struct words words;
};

static int open_catalog(void **state)
{
    static struct fixture fixture;
    char error[256] = "";
    fixture.catalog = catalog_open(error, sizeof error);
    assert_string_equal(error, "");
    fixture.words = catalog_words(fixture.catalog, "en");
    *state = &fixture;
    return 0;
}

static int close_catalog(void **state)
{
    catalog_free(((struct fixture *)*state)->catalog);
    return 0;
}

static void assert_usage(void **state, const char *name, const char *expected)
{
    const struct fixture *fixture = *state;
    char buffer[256];
    struct text usage = TEXT_IN(buffer);
    command_usage(&fixture->words, command_find(name, strlen(name)), &usage);
    assert_string_equal(usage.bytes, expected);
}

static void usage_comes_from_the_arguments(void **state)
{
    assert_usage(state, "games", "");
    assert_usage(state, "new", "GAME [OPTION=VALUE …]");
    assert_usage(state, "p", "MOVE");
    assert_usage(state, "bots", "add|remove [random|easy|normal|hard]");
    assert_usage(state, "claim", "[CHANNEL] [CODE]");
    assert_usage(state, "table", "[wide|narrow|short|line|sentences] [ascii]");
}

static void assert_said(const struct fixture *fixture, const char *key)
{
    char buffer[512];
    struct text text = TEXT_IN(buffer);
    words_say_plain(&fixture->words, &text, key);
    assert_string_not_equal(text.bytes, key);
    assert_in_range(display_width(text.bytes), 1, DESCRIPTION_MAX);
}

/* In English a command is called by its name. */
static void assert_said_as(const struct fixture *fixture, const char *key, const char *expected)
{
    char buffer[512];
    struct text text = TEXT_IN(buffer);
    words_say_plain(&fixture->words, &text, key);
    assert_string_equal(text.bytes, expected);
}

static void assert_argument_said(const struct fixture *fixture, const struct command *command,
                                 const struct command_argument *argument)
{
    char buffer[128];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "command.%s.%s", command->name, argument->name);
    assert_said(fixture, key.bytes);
    text_clear(&key);
    text_add_format(&key, "argument.%s", argument->name);
    assert_said(fixture, key.bytes);
    const char *word;
    for (size_t i = 0; (word = command_argument_word(argument, i)) != NULL; i++) {
        text_clear(&key);
        command_argument_word_key(argument, word, &key);
        assert_said(fixture, key.bytes);
    }
}

static void assert_commands_described(const struct fixture *fixture)
{
    for (size_t i = 0; i < command_count; i++) {
        char buffer[128];
        struct text key = TEXT_IN(buffer);
        text_add_format(&key, "command.%s.help", command_table[i].name);
        assert_said(fixture, key.bytes);
        const struct command_argument *argument = command_table[i].arguments;
        for (; argument != NULL && argument->name != NULL; argument++)
            assert_argument_said(fixture, &command_table[i], argument);
    }
}

static void every_command_is_described(void **state)
{
    struct fixture fixture = *(struct fixture *)*state;
    for (size_t i = 0; catalog_languages[i] != NULL; i++) {
        fixture.words = catalog_words(fixture.catalog, catalog_languages[i]);
        assert_commands_described(&fixture);
    }
}

static void english_names_are_the_names(void **state)
{
    for (size_t i = 0; i < command_count; i++) {
        char key[COMMAND_KEY_BYTES];
        command_title(&command_table[i], key);
        assert_said_as(*state, key, command_table[i].name);
    }
}

/* A name may belong to one command in one language and to the same command in another. */
static void names_find_their_commands_in_every_language(void **state)
{
    const struct fixture *fixture = *state;
    for (size_t i = 0; catalog_languages[i] != NULL; i++) {
        for (size_t j = 0; j < command_count; j++) {
            char key[COMMAND_KEY_BYTES], buffer[128];
            struct text name = TEXT_IN(buffer);
            const struct word_argument title = command_title(&command_table[j], key);
            catalog_say(fixture->catalog, catalog_languages[i], title.text, NULL, 0, &name);
            assert_ptr_equal(command_find_spoken(fixture->catalog, name.bytes, name.length),
                             &command_table[j]);
        }
    }
    assert_null(command_find_spoken(fixture->catalog, "rejoin", strlen("rejoin")));
    const struct command *rules = command_find("rules", strlen("rules"));
    assert_ptr_equal(command_find_spoken(fixture->catalog, "REGLES", strlen("REGLES")), rules);
}

static void text_to_the_end_of_the_line_comes_last(void **state)
{
    (void)state;
    for (size_t i = 0; i < command_count; i++) {
        const struct command_argument *argument = command_table[i].arguments;
        for (; argument != NULL && argument->name != NULL; argument++)
            if (argument->kind == ARGUMENT_TEXT || argument->kind == ARGUMENT_PAIRS)
                assert_null(argument[1].name);
    }
}

/* The README names every command. */
static void the_readme_knows_them_all(void **state)
{
    (void)state;
    static char readme[64 * 1024];
    FILE *file = fopen("README.md", "r");
    assert_non_null(file);
    readme[fread(readme, 1, sizeof readme - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < command_count; i++) {
        char buffer[64];
        struct text name = TEXT_IN(buffer);
        text_add_format(&name, "`%s`", command_table[i].name);
        if (strstr(readme, name.bytes) == NULL)
            fail_msg("README.md lacks %s", name.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usage_comes_from_the_arguments),
        cmocka_unit_test(every_command_is_described),
        cmocka_unit_test(english_names_are_the_names),
        cmocka_unit_test(names_find_their_commands_in_every_language),
        cmocka_unit_test(text_to_the_end_of_the_line_comes_last),
        cmocka_unit_test(the_readme_knows_them_all),
    };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
