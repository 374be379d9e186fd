/* The kits report what a new game lacks, and a redeal that does not end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/advice.h"
#include "tests/kit/kit.h"

/* -- What a game lacks ------------------------------------------------------------------------- */

static char missing_buffer[16 * 1024], later_buffer[4096];

static void list_missing(const struct game *game, const char *root, struct text *missing,
                         struct text *later)
{
    *missing = text_in(missing_buffer, sizeof missing_buffer);
    *later = text_in(later_buffer, sizeof later_buffer);
    kit_list_missing(game, root, missing, later);
}

static void assert_names(const struct text *list, const char *expected)
{
    if (strstr(list->bytes, expected) == NULL)
        fail_msg("`%s` is not in:\n%s", expected, list->bytes);
}

static const char *const topics[] = {"summary", NULL};
static void some_scoring(const struct game_view *view, const struct telling *telling,
                         struct canvas *canvas)
{
    (void)view;
    (void)telling;
    (void)canvas;
}

static const struct game_text silent_text, scoring_text = {.scoring = some_scoring};
static const struct game_advice some_advice;
static const struct game bare_game = {.id = "bare-game", .topics = topics, .text = &silent_text};

static void a_bare_game_lacks_everything(void **state)
{
    struct text missing, later;
    (void)state;
    list_missing(&bare_game, ".", &missing, &later);
    assert_names(&missing, "games/bare_game/RULES.md is missing: ");
    assert_names(&missing, "README.md: add a row");
    assert_names(&missing, "config/locale/en/bare-game.json is missing: ");
    assert_names(&missing, "add the message \"bare-game.name\"");
    assert_names(&missing, "add the message \"bare-game.rules.summary\"");
    assert_names(&missing, "add the message \"bare-game.tutorial.goal\"");
    assert_names(&missing, "tests/golden/bare-game/*.jsonl is missing: ");
    assert_names(&missing, "tests/golden/bare-game/pictures.txt is missing: ");
    assert_names(&missing, "tests/golden/bare-game/painted.txt is missing: ");
    assert_names(&missing, "tests/golden/bare-game/said.txt is missing: ");
    assert_names(&missing, "tests/golden/bare-game/narration.txt is missing: ");
    assert_names(&missing, "tests/golden/bare-game/typed.txt is missing: ");
    assert_names(&missing, "tests/golden/bare-game/search.txt is missing: ");
    assert_names(&missing, "games/bare_game/RULES.md: end it with the section");
    assert_names(&missing, "tests/kit/check_shuffle.py: add a class");
    assert_names(&missing, "tests/unit/test_bare_game.c is missing: ");
    assert_names(&later, "games/bare_game/RULES.fr.md is missing");
    assert_names(&later, "config/locale/it/bare-game.json is missing");
    assert_null(strstr(missing.bytes, "/fr/"));
    assert_null(strstr(missing.bytes, "scorings.txt"));
    assert_null(strstr(missing.bytes, "advice.txt"));
}

static void a_game_with_scorings_and_advice_lacks_their_texts(void **state)
{
    struct game game = bare_game;
    struct text missing, later;
    (void)state;
    game.text = &scoring_text;
    game.advice = &some_advice;
    list_missing(&game, ".", &missing, &later);
    assert_names(&missing, "tests/golden/bare-game/scorings.txt is missing: ");
    assert_names(&missing, "tests/golden/bare-game/advice.txt is missing: ");
}

static void a_whole_game_lacks_nothing(void **state)
{
    struct text missing, later;
    (void)state;
    list_missing(game_find("goats"), ".", &missing, &later);
    assert_string_equal(missing.bytes, "");
}

/* Writes `text` into a file of a folder that is there. */
static void write_file(const char *root, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *stream = fopen(path, "we");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

static void messages_are_found_in_the_sources(void **state)
{
    char root[] = "/tmp/belfry-kit-XXXXXX", command[256];
    struct text missing, later;
    (void)state;
    assert_non_null(mkdtemp(root));
    snprintf(command, sizeof command, "mkdir -p %s/games/bare_game", root);
    assert_int_equal(system(command), 0);
    write_file(root, "games/bare_game/text.c",
               "say(\"bare-game.event.won\"); say(\"move.advance\"); say(\"move.nonesuch\");\n"
               "text_add(out, \"move.%s\"); text_add(out, \"other.key\");");
    list_missing(&bare_game, root, &missing, &later);
    assert_names(&missing, "\"bare-game.event.won\" (games/bare_game/text.c)");
    assert_names(&missing, "\"move.nonesuch\"");
    assert_null(strstr(missing.bytes, "move.advance"));
    assert_null(strstr(missing.bytes, "move.%s"));
    assert_null(strstr(missing.bytes, "other.key"));
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
}

/* -- A redeal that does not end
 * -------------------------------------------------------------------- */

static void endless_redeal(const struct game_view *view, struct rng *rng, struct game_state *state)
{
    volatile bool never = false;
    (void)view;
    (void)rng;
    while (!never)
        memset(state, 0, 1);
}

/* In a process of its own, which the kit ends. */
static void redeal_endlessly(void)
{
    struct game_rules rules = *game_find("en-garde")->rules;
    struct game game = *game_find("en-garde");
    struct kit_setting setting = {.game = &game, .players = 2};
    struct kit_table table;
    rules.redeal = endless_redeal;
    game.rules = &rules;
    kit_table_open(&table, &setting, 0);
    game_settle_chance(&game, table.state, NULL);
    struct rng rng = table.rng;
    kit_redeal(&table, kit_view(&table, table.state, 0), &rng, kit_state_copy(&table, table.state));
    _Exit(0);
}

static void an_endless_redeal_is_reported(void **state)
{
    int ends[2], status;
    char said[1024] = "";
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        redeal_endlessly();
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0;)
        length += (size_t)got;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    if (strstr(said, "redeal does not end") == NULL || strstr(said, "en-garde") == NULL)
        fail_msg("said: %s", said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bare_game_lacks_everything),
        cmocka_unit_test(a_game_with_scorings_and_advice_lacks_their_texts),
        cmocka_unit_test(a_whole_game_lacks_nothing),
        cmocka_unit_test(messages_are_found_in_the_sources),
        cmocka_unit_test(an_endless_redeal_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
