/* Plays every game from its opening to its result in every language but English, with commands and
 * moves typed in that language. Nothing that is said is in English or the key of a message. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/commands/command_table.h"
#include "tests/unit/catalog_check.h"
#include "tests/unit/host_fixture.h"

static const char *const languages[] = {"fr", "it", "de", "es", NULL};

static const char onlooker[] = "zoe";

enum { MOVES_MAX = 20000, LINE_BYTES = 512 };

static const struct {
    const char *game, *options;
} short_games[] = {{"en-garde", "touches=2"}, {"njet", "rounds=2"}, {"pillars", "max-rounds=5"}};

/* -- What is said ------------------------------------------------------------------------------ */

/* Words that no other language of the catalog has. */
static const char *const english[] = {" the ", "The ", "You ",  " you ", "your ", " of ",
                                      " and ", " is ", " are ", "wins",  "plays", "Expected"};

/* Finds `goats.event.won`: a full stop between letters. */
static bool holds_a_key(const char *text)
{
    for (const char *dot = strchr(text, '.'); dot != NULL; dot = strchr(dot + 1, '.'))
        if (dot > text && isalpha((unsigned char)dot[-1]) && isalpha((unsigned char)dot[1]))
            return true;
    return false;
}

static void pass_over(void *context, const char *language, const char *key, const char *complaint)
{
    (void)context;
    (void)language;
    (void)key;
    (void)complaint;
}

/* What a language lacks is said in English; test_catalog decides whether it may lack anything. */
static bool says_everything(const struct fixture *fixture)
{
    return catalog_check_complete(catalog_built_in, fixture->config.language, pass_over, NULL) == 0;
}

static void check_said(struct fixture *fixture)
{
    bool complete = says_everything(fixture);
    for (size_t i = 0; i < fixture->said_count; i++) {
        const char *text = fixture->said[i].text;
        if (holds_a_key(text))
            fail_msg("holds a key: %s", text);
        for (size_t j = 0; complete && j < sizeof english / sizeof english[0]; j++)
            if (strstr(text, english[j]) != NULL)
                fail_msg("“%s” is English: %s", english[j], text);
    }
    fixture_clear(fixture);
}

/* -- What is typed ----------------------------------------------------------------------------- */

static void type(struct fixture *fixture, const char *name, const char *place, const char *line)
{
    enum person_rank rank = strcmp(name, onlooker) == 0 ? RANK_ADMIN : RANK_PLAYER;
    fixture_type_as(fixture, "one", name, rank, place, line);
}

/* `rejoindre …` for "join …". */
static void type_command(struct fixture *fixture, const char *name, const char *place,
                         const char *command, const char *rest)
{
    char key[COMMAND_KEY_BYTES], line[LINE_BYTES];
    struct text text = TEXT_IN(line);
    const struct word_argument title = command_title(command_find(command, strlen(command)), key);
    catalog_say(fixture->catalog, fixture->config.language, title.text, NULL, 0, &text);
    text_add_format(&text, " %s", rest);
    type(fixture, name, place, line);
}

static void type_all_commands(struct fixture *fixture, const struct game *game)
{
    for (size_t i = 0; i < command_count; i++) {
        type_command(fixture, onlooker, "#a", command_table[i].name, "");
        type_command(fixture, onlooker, "#a", "help", command_table[i].name);
        check_said(fixture);
    }
    for (const char *const *topic = game->topics; *topic != NULL; topic++)
        type_command(fixture, onlooker, "#a", "rules", line_of("%s %s", game->id, *topic));
    for (unsigned step = 1; step <= 5; step++)
        type_command(fixture, onlooker, "", "tutorial", line_of("%s %u", game->id, step));
    check_said(fixture);
}

static void look_around(struct fixture *fixture, const char *name)
{
    static const char *const looks[] = {"hand", "moves", "status", "table", "options", "bots"};
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
        type_command(fixture, name, "", looks[i], "");
    type_command(fixture, name, "", "table", "sentences");
    type_command(fixture, name, "", "play", "xyzzy");
    type_command(fixture, name, "", "why", "");
    check_said(fixture);
}

/* -- A game ------------------------------------------------------------------------------------ */

static struct table *open_table(struct fixture *fixture, const struct game *game)
{
    char line[LINE_BYTES];
    struct text text = TEXT_IN(line);
    text_add(&text, game->id);
    for (size_t i = 0; i < sizeof short_games / sizeof short_games[0]; i++)
        if (strcmp(short_games[i].game, game->id) == 0)
            text_add_format(&text, " %s", short_games[i].options);
    type_command(fixture, people[0], "#a", "new", line);
    for (unsigned seat = 1; seat < game->players_min && seat < GAME_SEATS_MAX; seat++)
        type_command(fixture, people[seat], "#a", "join", "");
    struct table *table = session_at(&fixture->host.sessions, "one", "#a");
    assert_non_null(table);
    fixture_set_seed(fixture, table, 4);
    type_command(fixture, people[0], "#a", "start", "");
    assert_int_equal(table->status, TABLE_PLAYING);
    check_said(fixture);
    return table;
}

/* Types every other move in the language, the rest in canonical words. */
static void type_move(struct fixture *fixture, const struct table *table, unsigned number)
{
    const struct game *game = table->game;
    unsigned seat = seat_on_turn(table);
    game_move moves[GAME_LEGAL_MAX];
    size_t count = game->rules->legal(table->state, (uint8_t)seat, moves);
    game_move move = moves[(size_t)rand() % count];
    const struct words words = catalog_words(fixture->catalog, fixture->config.language);
    char line[GAME_MOVE_SAID_MAX];
    struct text text = TEXT_IN(line);
    uint32_t before = table->lines;
    if (number % 2 == 0)
        game_move_say(game, move, &words, &text);
    else
        game->text->print(move, &text);
    type_command(fixture, people[seat], "", "play", line);
    assert_int_not_equal(table->lines, before);
}

static void play_game(struct fixture *fixture, const struct game *game)
{
    type_all_commands(fixture, game);
    struct table *table = open_table(fixture, game);
    unsigned number = 0;
    for (; table->status == TABLE_PLAYING && number < MOVES_MAX; number++) {
        if (number % 16 == 0)
            look_around(fixture, people[number / 16 % game->players_min]);
        type_move(fixture, table, number);
        check_said(fixture);
    }
    assert_true(number < MOVES_MAX);
    type_all_commands(fixture, game);
}

static void play_in(const char *language, const struct game *game)
{
    char *logged = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&logged, &length);
    struct fixture *fixture = fixture_open("");
    struct text chosen = TEXT_IN(fixture->config.language);
    text_add(&chosen, language);
    log_to(stream, LOG_LEVEL_WARNING);
    play_game(fixture, game);
    log_to(NULL, LOG_LEVEL_INFO);
    fixture_close(fixture);
    fclose(stream);
    if (strstr(logged, "catalog.") != NULL)
        fail_msg("%s", logged);
    free(logged);
}

static void is_played_in_every_language(void **state)
{
    const struct game *game = *state;
    for (size_t i = 0; languages[i] != NULL; i++)
        if (!catalog_lacks_game(languages[i], game->id))
            play_in(languages[i], game);
}

/* On a phone the longest word of German and French moves reaches the rest of the row. */
static void words_and_what_follows_stand_apart(void **state)
{
    static const struct {
        const char *language, *shown;
    } cases[] = {{"de", "anwerben eine von"}, {"fr", "recruter un "}, {"es", "reclutar "}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture *fixture = fixture_open("");
        struct text chosen = TEXT_IN(fixture->config.language);
        text_add(&chosen, cases[i].language);
        struct table *table = fixture_start_game(fixture, "one", "#a", "castellers", 2);
        const char *name = table->seats[seat_on_turn(table)].name;
        fixture_type(fixture, name, "#a", "style size=narrow");
        fixture_clear(fixture);
        fixture_type(fixture, name, "#a", "hand");
        fixture_private(fixture, name, cases[i].shown);
        fixture_close(fixture);
    }
}

int main(void)
{
    struct CMUnitTest tests[64] = {cmocka_unit_test(words_and_what_follows_stand_apart)};
    size_t count = 1;
    for (const struct game *const *game = game_registry; *game != NULL && count < 64; game++)
        tests[count++] = (struct CMUnitTest){.name = (*game)->id,
                                             .test_func = is_played_in_every_language,
                                             .initial_state = (void *)(uintptr_t)*game};
    return _cmocka_run_group_tests("languages", tests, count, NULL, NULL);
}
