/* Fixed words of commands in every language: each can be said, read again, and meant by one only.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "tests/unit/host_fixture.h"

/* -- Every word of the tables ------------------------------------------------------------------ */

enum { LIST_MAX = 80 };

/* Words among which one is typed. */
struct list {
    const char *words[LIST_MAX + 1];
    size_t count;
};

static void add(struct list *list, const char *word)
{
    assert_true(list->count < LIST_MAX);
    list->words[list->count++] = word;
}

static void assert_clear_in(const struct fixture *fixture, const char *language,
                            const struct list *list)
{
    const struct words words = catalog_words(fixture->catalog, language);
    for (size_t i = 0; i < list->count; i++) {
        char buffer[64];
        struct text said = TEXT_IN(buffer);
        fixed_word_say(&words, list->words[i], &said);
        assert_null(strpbrk(said.bytes, " \t.="));
        const char *found = fixed_word_find(fixture->catalog, list->words, said.bytes, said.length);
        if (found == NULL || strcmp(found, list->words[i]) != 0)
            fail_msg("%s: %s is read as %s", list->words[i], said.bytes, found);
        if (strcmp(language, "en") == 0)
            assert_string_equal(said.bytes, list->words[i]);
    }
}

/* Whatever the list, a word is never read as another one. */
static void assert_clear(const struct fixture *fixture, const struct list *list)
{
    for (size_t i = 0; catalog_languages[i] != NULL; i++)
        assert_clear_in(fixture, catalog_languages[i], list);
}

static void words_of_commands_are_clear(void **state)
{
    for (size_t i = 0; i < command_count; i++) {
        struct list list = {.count = 0};
        const struct command_argument *argument = command_table[i].arguments;
        for (; argument != NULL && argument->name != NULL; argument++)
            for (size_t j = 0; argument->kind == ARGUMENT_CHOICE && argument->words[j] != NULL; j++)
                add(&list, argument->words[j]);
        assert_clear(*state, &list);
    }
}

static void names_of_settings_and_options_are_clear(void **state)
{
    struct list list = {.count = 0};
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++)
        add(&list, setting_table[setting].name);
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        for (unsigned i = 0; i < (*game)->option_count; i++)
            add(&list, (*game)->options[i].name);
    assert_clear(*state, &list);
}

static void values_are_clear(void **state)
{
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        struct list list = {.count = 0};
        const struct setting_row *row = &setting_table[setting];
        for (size_t i = 0; row->choices != NULL && row->choices[i] != NULL; i++)
            add(&list, row->choices[i]);
        add(&list, "reset");
        add(&list, "none");
        assert_clear(*state, &list);
    }
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        for (unsigned i = 0; i < (*game)->option_count; i++) {
            struct list list = {.count = 0};
            for (unsigned j = 0; j < (*game)->options[i].value_count; j++)
                add(&list, (*game)->options[i].values[j]);
            assert_clear(*state, &list);
        }
}

static void topics_are_clear(void **state)
{
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        struct list list = {.count = 0};
        for (size_t i = 0; (*game)->topics[i] != NULL; i++)
            add(&list, (*game)->topics[i]);
        add(&list, "all");
        assert_clear(*state, &list);
    }
}

/* -- Reading a line ---------------------------------------------------------------------------- */

static void a_line_is_read_in_any_language(void **state)
{
    static const struct {
        const char *command, *typed, *read;
    } cases[] = {
        {"bots", "ajouter difficile", "add hard"},
        {"bots", "Remove", "remove"},
        {"forget", "moi", "me"},
        {"ban", "anna kanal 3d am tisch", "anna channel 3d am tisch"},
        {"ban", "kanal 3d", "kanal 3d"},
        {"notify", "aus", "off"},
        {"notify", "3", "3"},
        {"lang", "allemand", "de"},
        {"lang", "German", "de"},
        {"lang", "zurücksetzen", "reset"},
        {"table", "étroit ascii", "narrow ascii"},
        {"style", "taille=etroit voix=non", "size=narrow voice=off"},
        {"style", "rétablir", "reset"},
        {"style", "groesse=schmal alphabet=ASCII", "size=narrow alphabet=ascii"},
        {"lang", "zuruecksetzen", "reset"},
        {"new", "en-garde regole=base stoccate=3 primo=Anna",
         "en-garde rules=basic touches=3 first=Anna"},
        {"new", "goats sin-bazas=primero", "goats no-trick=first"},
        {"config", "setzen kanal größe breit", "set channel size wide"},
        {"config", "régler langue italien", "set language it"},
        {"config", "imposta giochi tutto", "set games all"},
        {"config", "fijar opciones-de-juegos en-garde tocados=3",
         "set game-options en-garde touches=3"},
        {"config", "set host-roles Rien du tout", "set host-roles Rien du tout"},
        {"config", "set host-roles rien", "set host-roles none"},
        {"report", "moi  aussi", "moi  aussi"},
        {"stats", "moi", "moi"},
    };
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[256];
        struct text read = TEXT_IN(buffer);
        const char *name = cases[i].command;
        fixed_words_read(fixture->catalog, command_find(name, strlen(name)), cases[i].typed, &read);
        assert_string_equal(read.bytes, cases[i].read);
    }
}

/* -- What people read -------------------------------------------------------------------------- */

static void answers_speak_as_people_type(void **state)
{
    static const struct {
        const char *typed, *answer;
    } cases[] = {
        {"aide oublier", "oublier moi"},
        {"aide bots", "bots ajouter|retirer [hasard|facile|normal|difficile]"},
        {"aide config", "config liste|voir|régler|rétablir|journal [serveur|salon|table]"},
        {"style taille=étroit", "taille=étroit, alphabet=unicode"},
        {"style taille=rond", "auto, grand, ample, étroit, court"},
        {"règles en-garde", "coups, attaque, fin, niveaux"},
        {"règles en-garde attaque", "ATTAQUE"},
        {"config régler salon tours", "pas de réglage"},
        {"config voir taille", "auto, grand, ample"},
        {"config régler salon taille", "config régler salon taille VALEUR"},
        {"config régler salon niveau difficile", "niveau vaut maintenant difficile pour ce salon."},
        {"ouvrir en-garde regles=rien", "base, standard, complet."},
        {"oublier moi", "tape oublier moi encore une fois"},
    };
    struct fixture *fixture = *state;
    fixture_type_as(fixture, "one", "alice", RANK_ADMIN, "#a", "lang français");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture_clear(fixture);
        fixture_type_as(fixture, "one", "alice", RANK_ADMIN, "#a", cases[i].typed);
        fixture_private(fixture, "alice", cases[i].answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_HOST(words_of_commands_are_clear),
        WITH_HOST(names_of_settings_and_options_are_clear),
        WITH_HOST(values_are_clear),
        WITH_HOST(topics_are_clear),
        WITH_HOST(a_line_is_read_in_any_language),
        WITH_HOST(answers_speak_as_people_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
