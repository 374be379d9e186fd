/* The step of the build that turns the files of the catalog into a table in C. BELFRY_PROGRAM is
 * that step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/words/catalog.h"
#include "tests/unit/program_kit.h"
#include "tests/unit/store_fixture.h"

static void write_file(const char *folder, const char *name, const char *content)
{
    char path[PATH_MAX_OF_TEST];
    FILE *file = fopen(path_of(path, folder, name), "we");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int in_locale(void **state)
{
    char path[PATH_MAX_OF_TEST];
    in_folder(state);
    return mkdir(path_of(path, *state, "/locale"), 0700) ||
           mkdir(path_of(path, *state, "/locale/en"), 0700);
}

static void files_become_one_table(void **state)
{
    char path[PATH_MAX_OF_TEST], table[1024];
    write_file(*state, "/locale/en.json", "{\"b\": \"Say \\\"{0}\\\"? ~\\\\ é\\u001f!\"}");
    write_file(*state, "/locale/en/part.json", "{\"a\": \"one\", \"c\": \"three\"}");
    write_file(*state, "/locale/fr.json", "{\"a\": \"un\"}");
    const struct outcome *outcome =
        program_run_in(*state, "out.c ./locale/en.json ./locale/en/part.json $PWD/locale/fr.json");
    assert_int_equal(outcome->status, 0);
    assert_string_equal(outcome->error, "");
    FILE *file = fopen(path_of(path, *state, "/out.c"), "re");
    assert_non_null(file);
    table[fread(table, 1, sizeof table - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(table, "#include \"bot/words/catalog.h\"\n"
                               "\n"
                               "static const struct catalog_text texts[] = {\n"
                               "    {\"a\",\n"
                               "     {\"one\",\n"
                               "      \"un\",\n"
                               "      NULL,\n"
                               "      NULL,\n"
                               "      NULL}},\n"
                               "    {\"b\",\n"
                               "     {\"Say \\042{0}\\042\\077 ~\\134 \\303\\251\\037!\",\n"
                               "      NULL,\n"
                               "      NULL,\n"
                               "      NULL,\n"
                               "      NULL}},\n"
                               "    {\"c\",\n"
                               "     {\"three\",\n"
                               "      NULL,\n"
                               "      NULL,\n"
                               "      NULL,\n"
                               "      NULL}},\n"
                               "};\n"
                               "\n"
                               "const struct catalog_texts catalog_built_in = {texts, 3};\n");
}

static void what_is_missing_is_told(void **state)
{
    char path[PATH_MAX_OF_TEST], list[64];
    write_file(*state, "/locale/en.json", "{\"a\": \"one\", \"b\": \"two\", \"c\": \"three\"}");
    write_file(*state, "/locale/fr.json", "{\"b\": \"deux\"}");
    for (size_t i = 2; catalog_languages[i] != NULL; i++) {
        char name[32];
        snprintf(name, sizeof name, "/locale/%s.json", catalog_languages[i]);
        write_file(*state, name, "{\"a\": \"1\", \"b\": \"2\", \"c\": \"3\"}");
    }
    const struct outcome *outcome = program_run_in(*state, "out.c ./locale/*.json");
    assert_int_equal(outcome->status, 0);
    assert_string_equal(outcome->out, "catalog fr: 2 of 3 messages are missing and said in "
                                      "English: out.c.missing\n");
    FILE *file = fopen(path_of(path, *state, "/out.c.missing"), "re");
    assert_non_null(file);
    list[fread(list, 1, sizeof list - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(list, "fr a\nfr c\n");
}

static void what_is_wrong_is_told(void **state)
{
    static const struct {
        const char *files, *error;
    } cases[] = {
        {"out.c", "usage: "},
        {"out.c ./locale/it.json", "./locale/it.json: No such file or directory\n"},
        {"out.c ./locale/it.json ./locale/en.json",
         "./locale/it.json: No such file or directory\n"},
        {"out.c ./locale/en.json ./locale/nl.json",
         "./locale/nl.json: catalog: unexpected language nl\n"},
        {"out.c ./locale/en.json ./locale/en/twice.json",
         "./locale/en/twice.json: catalog en: a stands twice\n"},
        {"out.c ./locale/en.json ./locale/fr.json", "catalog fr: a: expected }"},
        {"no/out.c ./locale/en.json", "no/out.c: No such file or directory\n"},
        {"/dev/full ./locale/en.json", "/dev/full: No space left on device\n"},
    };
    char path[PATH_MAX_OF_TEST];
    write_file(*state, "/locale/en.json", "{\"a\": \"one\"}");
    write_file(*state, "/locale/en/twice.json", "{\"a\": \"one\"}");
    write_file(*state, "/locale/nl.json", "{\"a\": \"een\"}");
    write_file(*state, "/locale/fr.json", "{\"a\": \"{0\"}");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct outcome *outcome = program_run_in(*state, cases[i].files);
        assert_int_equal(outcome->status, 1);
        assert_int_equal(lines_of(outcome->error), 1);
        if (strstr(outcome->error, cases[i].error) != outcome->error)
            fail_msg("%s: %s", cases[i].files, outcome->error);
        assert_int_not_equal(access(path_of(path, *state, "/out.c"), F_OK), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_become_one_table, in_locale, out_of_folder),
        cmocka_unit_test_setup_teardown(what_is_missing_is_told, in_locale, out_of_folder),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_told, in_locale, out_of_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
