/* Explanations: the tutorial of every game, the paragraph behind a refusal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "bot/words/rules_page.h"
#include "tests/unit/host_fixture.h"

static bool is_topic(const struct game *game, const char *topic)
{
    for (const char *const *known = game->topics; *known != NULL; known++)
        if (strcmp(*known, topic) == 0)
            return true;
    return false;
}

static void every_refusal_has_its_paragraph(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        for (unsigned i = 1; i < (*game)->refusal_count; i++)
            assert_true(is_topic(*game, (*game)->refusals[i].topic));
}

/* -- Tutorials --------------------------------------------------------------------------------- */

enum { STEPS_MAX = 12, STEP_BYTES = 2500 }; /* five minutes, and a message that a screen can hold */

static const char *answer_of(struct fixture *fixture)
{
    const struct said *said = fixture_last(fixture, OUTBOUND_ANSWER, "one", NULL, "alice");
    assert_non_null(said);
    return said->text;
}

/* What the last line asks for, "Type: advance 4"; NULL: this is the end. */
static const char *asked_of(struct fixture *fixture, unsigned step, const char *title)
{
    const char *said = answer_of(fixture), *line = strrchr(said, '\n');
    if (line == NULL || strstr(said, line_of("(%u/", step)) == NULL || strstr(line, title) != NULL)
        return NULL;
    return line_of("%s", strstr(line, ": ") + 2);
}

static unsigned play_tutorial(struct fixture *fixture, const struct game *game)
{
    unsigned step = 0;
    const char *asked;
    fixture_type(fixture, "alice", "", line_of("tutorial %s", game->id));
    while ((asked = asked_of(fixture, step + 1, "tutorial")) != NULL) {
        const char *said = answer_of(fixture);
        assert_null(strstr(said, ".tutorial."));
        assert_true(strlen(said) < STEP_BYTES);
        step++;
        assert_true(step <= STEPS_MAX);
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "", asked);
        assert_int_equal(fixture->said_count, 1);
    }
    return step;
}

static void every_tutorial_is_played_by_what_it_asks_for(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; catalog_languages[i] != NULL; i++) {
        fixture_type(fixture, "alice", "", line_of("lang %s", catalog_languages[i]));
        for (const struct game *const *game = game_registry; *game != NULL; game++) {
            unsigned steps = play_tutorial(fixture, *game);
            if (steps < 4 || strstr(answer_of(fixture), (*game)->id) == NULL)
                fail_msg("%s in %s: %u steps, then: %s", (*game)->id, catalog_languages[i], steps,
                         answer_of(fixture));
            assert_null(strstr(answer_of(fixture), ".tutorial."));
        }
    }
    assert_false(store_is_dirty(fixture->store));
}

static void a_tutorial_refuses_what_it_does_not_ask_for(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "tutorial en-garde");
    fixture_private(fixture, "alice", "(1/6, En Garde) On your turn");
    fixture_type(fixture, "alice", "", "advance 1");
    fixture_private(fixture, "alice", "here try this: advance 4. Nobody can touch");
    fixture_type(fixture, "alice", "", "play advance 3");
    fixture_private(
        fixture, "alice",
        "You hold no card of that value. (rule 3) Here try this: advance 4. Nobody can touch");
    fixture_type(fixture, "alice", "", "dance 3");
    fixture_private(fixture, "alice",
                    "I do not understand “dance 3”. Expected: advance CARD, retreat CARD or attack "
                    "CARD xNUMBER, for example: advance 3. Here try this: advance 4. Nobody can "
                    "touch");
    fixture_type(fixture, "alice", "", "hlep");
    fixture_private(fixture, "alice", "help");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "moves");
    fixture_private(fixture, "alice", "You can play: advance 1, 2, 4, 5");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "hand");
    fixture_private(fixture, "alice", "(1/6, ");
    fixture_type(fixture, "alice", "", "play advance 4");
    fixture_private(fixture, "alice", "(2/6, ");
}

static const char *prompt_of(struct fixture *fixture)
{
    return fixture_last(fixture, OUTBOUND_PROMPT, "one", "#a", NULL)->text;
}

static void at_a_terminal_the_prompt_says_the_step(void **state)
{
    struct fixture *fixture = *state;
    fixture_set_terminal(fixture, true);
    fixture_type(fixture, "alice", "#a", "tutorial en-garde");
    assert_string_equal(prompt_of(fixture), "En Garde, step 1 of 6");
    fixture_type(fixture, "alice", "#a", "advance 1");
    fixture_type(fixture, "alice", "#a", "advance 4");
    assert_string_equal(prompt_of(fixture), "En Garde, step 2 of 6");
    fixture_type(fixture, "alice", "#a", "lang fr");
    assert_string_equal(prompt_of(fixture), "En Garde, étape 2 sur 6");
    fixture_type(fixture, "alice", "#a", "lang en");
    fixture_type(fixture, "alice", "#a", "leave");
    assert_string_equal(prompt_of(fixture), "");
    fixture_start(fixture, "#a", "");
    const char *asked = line_of("%s", prompt_of(fixture));
    fixture_type(fixture, "alice", "#a", "tutorial en-garde 6 parry");
    fixture_type(fixture, "alice", "#a", "tutorial goats");
    assert_string_equal(prompt_of(fixture), "Ziegen Kriegen, step 1 of 6");
    fixture_type(fixture, "alice", "#a", "leave");
    assert_string_equal(prompt_of(fixture), asked);
}

static void a_tutorial_is_left_resumed_and_repeated(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "tutorial en-garde");
    fixture_private(fixture, "alice", "(1/6, "); /* asked in a channel, answered in private */
    fixture_type(fixture, "alice", "", "adv 4");
    fixture_private(fixture, "alice", "(2/6, ");
    fixture_type(fixture, "alice", "", "rules en-garde"); /* other commands work in between */
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "tutorial");
    fixture_private(fixture, "alice", "(2/6, ");
    fixture_type(fixture, "alice", "", "leave");
    fixture_private(fixture, "alice", "tutorial en-garde 2 goes on from here.");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "advance 5");
    assert_int_equal(fixture_count_private(fixture, "alice", "(3/6, "), 0);
    fixture_type(fixture, "alice", "", "tutorial en-garde 2 advance 5"); /* as a button types it */
    fixture_private(fixture, "alice", "(3/6, ");
    fixture_type(fixture, "alice", "", "tutorial en-garde");
    fixture_private(fixture, "alice", "(1/6, ");
    fixture_type(fixture, "bruno", "", "advance 4"); /* not theirs */
    assert_int_equal(fixture_count_private(fixture, "bruno", "/6, "), 0);
}

static void a_tutorial_leaves_tables_alone(void **state)
{
    struct fixture *fixture = *state;
    struct table *table = fixture_start(fixture, "#a", "");
    uint32_t before = table_moment(table);
    fixture_type(fixture, "alice", "", "tutorial en-garde");
    fixture_type(fixture, "alice", "", "advance 4");
    fixture_private(fixture, "alice", "(2/6, ");
    assert_int_equal(table_moment(table), before);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "hand"); /* in the channel it is about the table */
    assert_int_equal(fixture_count_private(fixture, "alice", "/6, "), 0);
}

static void help_fits_the_moment(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "help");
    assert_null(strstr(fixture_private(fixture, "alice", "games: "), "new GAME [")); /* channels */
    fixture_type(fixture, "alice", "#a", "help");
    fixture_private(fixture, "alice", "new GAME [OPTION=VALUE …]: Opens a table");
    fixture_type(fixture, "alice", "#a", "new en-garde");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "help");
    fixture_private(fixture, "bruno", "join [WORD]: Takes a seat");
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "alice", "#a", "start");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "help");
    fixture_private(fixture, "alice", "play MOVE: Makes a move");
    fixture_type(fixture, "carol", "#a", "help");
    assert_null(strstr(fixture_private(fixture, "carol", "status"), "play MOVE"));
}

static void help_lists_groups(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "help tutto");
    fixture_private(fixture, "alice", "hosting: options [OPTION=VALUE …] · link ");
    fixture_type(fixture, "alice", "", "help apprendre");
    fixture_private(fixture, "alice", "rules [GAME] [TOPIC]: Explains a game, or");
    fixture_type(fixture, "alice", "", "lang it");
    fixture_type(fixture, "alice", "", "aiuto");
    fixture_private(fixture, "alice", "partita, imparare, ");
}

static void a_tutorial_of_the_table_needs_no_name(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "tutorial");
    fixture_private(fixture, "alice", "Which game?");
    fixture_start(fixture, "#a", "");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "tutorial");
    fixture_private(fixture, "alice", "Two fencers");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "tutorial 2");
    fixture_private(fixture, "alice", "(2/6, ");
    fixture_type(fixture, "alice", "#a", "tutorial en-garde 7");
    fixture_private(fixture, "alice", "The tutorial has the steps 1 to 6.");
    fixture_type(fixture, "alice", "#a", "tutorial chess");
    fixture_private(fixture, "alice", "There is no game chess.");
}

static void help_for_a_move_leads_to_the_moves(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "help advance");
    fixture_private(fixture, "alice", "advance is a word of moves: moves lists yours");
    fixture_type(fixture, "alice", "#a", "help somebody");
    fixture_private(fixture, "alice", "There is no such command");
}

/* Returns the last private answer to the person. */
static const char *answer_to(struct fixture *fixture, const char *name)
{
    const struct said *said = fixture_last(fixture, OUTBOUND_HELP, "one", "", name);
    assert_non_null(said);
    return said->text;
}

static unsigned lines_in(const char *text)
{
    unsigned lines = 1;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

/* Where a long answer comes in pages, each person turns their own. */
static void a_long_answer_is_continued_when_asked_for(void **state)
{
    enum { PAGE = 3 };
    struct fixture *fixture = *state;
    struct adapter *adapter = networks_find(&fixture->host.networks, "one", NULL);
    const struct adapter_class *whole = adapter->class;
    fixture_type(fixture, "alice", "#a", "help all");
    unsigned total = lines_in(answer_to(fixture, "alice"));
    struct adapter_class paged = *whole;
    paged.page_lines = PAGE;
    adapter->class = &paged;
    fixture_type(fixture, "alice", "#a", "help all");
    assert_int_equal(lines_in(answer_to(fixture, "alice")), PAGE);
    assert_non_null(strstr(answer_to(fixture, "alice"), " (help more: "));
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "help more");
    fixture_private(fixture, "bruno", "There is nothing more to say.");
    unsigned pages = 1;
    do {
        fixture_clear(fixture);
        fixture_type(fixture, "alice", "#a", "help more");
        pages++;
    } while (strstr(answer_to(fixture, "alice"), " (help more: ") != NULL);
    assert_true(pages * PAGE >= total);
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "#a", "help more");
    fixture_private(fixture, "alice", "There is nothing more to say.");
    adapter->class = whole;
}

/* The refusals name the rules by these numbers, which the pages of the contract have. */
static const struct {
    const char *game;
    unsigned rules;
} numbered[] = {{"en-garde", 14},   {"campanile", 11}, {"campanile-intermezzo", 11},
                {"patrician", 10},  {"goats", 11},     {"njet", 13},
                {"castellers", 16}, {"pillars", 15}};

static void every_rule_can_be_looked_up_in_every_language(void **state)
{
    struct fixture *fixture = *state;
    for (size_t language = 0; catalog_languages[language] != NULL; language++) {
        fixture_type(fixture, "alice", "", line_of("lang %s", catalog_languages[language]));
        for (size_t i = 0; i < sizeof numbered / sizeof numbered[0]; i++) {
            const struct game *game = game_find(numbered[i].game);
            for (size_t refusal = 0; refusal < game->refusal_count; refusal++)
                assert_true(game->refusals[refusal].rule <= numbered[i].rules);
            for (unsigned rule = 1; rule <= numbered[i].rules + 1; rule++) {
                fixture_clear(fixture);
                fixture_type(fixture, "alice", "", line_of("rules %s %u", game->id, rule));
                const struct said *said = fixture_last(fixture, OUTBOUND_HELP, "one", "", "alice");
                assert_int_equal(said != NULL, rule <= numbered[i].rules);
                assert_true(said == NULL || strlen(said->text) > 100);
            }
        }
    }
}

static void assert_same_chapters(const struct rules_page *page, const struct rules_page *english)
{
    char buffer[16384];
    assert_int_equal(rules_page_chapters(page), rules_page_chapters(english));
    for (unsigned chapter = 0; chapter < rules_page_chapters(page); chapter++) {
        struct text text = TEXT_IN(buffer);
        rules_page_title(page, chapter, &text);
        assert_true(text.length > 0);
        text_clear(&text);
        rules_page_print(page, chapter, &text);
        assert_true(text.length > 50);
        assert_null(strpbrk(buffer, "`|"));
        assert_null(strstr(buffer, "**"));
        assert_null(strstr(buffer, "<!--"));
    }
}

static void pages_have_the_same_chapters_in_every_language(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        for (size_t i = 0; catalog_languages[i] != NULL; i++)
            assert_same_chapters(rules_page_find((*game)->id, catalog_languages[i]),
                                 rules_page_find((*game)->id, "en"));
}

/* What stands between backquotes stays as it is; emphasis and addresses go. */
static void a_page_is_told_without_its_marks(void **state)
{
    (void)state;
    char buffer[32768];
    struct text text = TEXT_IN(buffer);
    const struct rules_page *page = rules_page_find("campanile", "en");
    for (unsigned chapter = 0; chapter < rules_page_chapters(page); chapter++)
        rules_page_print(page, chapter, &text);
    assert_non_null(strstr(buffer, "; the table marks them with *. The most points win;"));
    assert_non_null(strstr(buffer, "\nXenia bets 1 on A, later Yves 3"));
    assert_non_null(strstr(buffer, "new campanile tokens=exact: a token must be worth"));
    assert_non_null(strstr(buffer, " shuffle. shuffle.h says how "));
    assert_false(text.truncated);
}

static void rules_lead_to_the_whole_page(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "", "rules campanile-intermezzo");
    fixture_private(fixture, "alice",
                    "with turn, marks, scoring, options; a title of the page: The table");
    fixture_type(fixture, "alice", "", "rules campanile-intermezzo SCORING");
    fixture_private(fixture, "alice", "SCORING, at Intermezzo");
    fixture_type(fixture, "alice", "", "rules campanile-intermezzo 9");
    fixture_private(fixture, "alice", "\n1 · 4/2 · 4/2 · 6/3 · 6/4/2\n2 · ");
    fixture_clear(fixture);
    fixture_type(fixture, "alice", "", "rules goats a SERIES");
    fixture_private(fixture, "alice", "A series\nnew goats rounds=series plays");
    fixture_type(fixture, "alice", "", "lang fr");
    fixture_type(fixture, "alice", "", "règles goats qui gagne");
    fixture_private(fixture, "alice", "Qui gagne\nAprès huit plis");
    fixture_type(fixture, "alice", "", "règles njet tout");
    fixture_private(fixture, "alice", "Les sources divergent");
}

static const char *exclamation_in_channels(const struct adapter *adapter, const char *place)
{
    (void)adapter;
    return place[0] != '\0' ? "!" : "";
}

static bool bruno_sees(const struct adapter *adapter, const char *place, const char *identity)
{
    (void)adapter;
    return strcmp(place, "#a") == 0 && strcmp(identity, "account:bruno") == 0;
}

static void hints_work_where_they_are_read(void **state)
{
    struct fixture *fixture = *state;
    struct adapter *adapter = networks_find(&fixture->host.networks, "one", NULL);
    const struct adapter_class *plain = adapter->class;
    struct adapter_class prefixed = *plain;
    prefixed.prefix = exclamation_in_channels;
    prefixed.page_lines = 4;
    adapter->class = &prefixed;
    fixture_type(fixture, "alice", "#a", "hand");
    fixture_private(fixture, "alice", "There is no table here; !new GAME opens one.");
    fixture_type(fixture, "alice", "#a", "new goats");
    fixture_public(fixture, "#a", "Type !join to sit down, !start to begin.");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "help");
    fixture_private(fixture, "bruno", "!join [WORD] · !options");
    fixture_type(fixture, "bruno", "", "halp");
    fixture_private(fixture, "bruno", "Did you mean help?");
    fixture_type(fixture, "bruno", "#a", "help halp");
    fixture_private(fixture, "bruno", "Did you mean !help?");
    adapter->class = plain;
}

static void abort_is_named_to_those_who_may(void **state)
{
    struct fixture *fixture = *state;
    fixture_type(fixture, "alice", "#a", "new goats");
    fixture_type(fixture, "alice", "#a", "new njet");
    fixture_private(fixture, "alice", "status shows it, abort ends it.");
    fixture_type(fixture, "bruno", "#a", "new njet");
    fixture_private(fixture, "bruno", "status shows it.");
    fixture_clear(fixture);
    fixture_type(fixture, "bruno", "#a", "join");
    fixture_type(fixture, "bruno", "#a", "new njet");
    fixture_private(fixture, "bruno", "abort asks the others to end it.");
}

static void who_is_in_a_channel_sees_its_table_in_private(void **state)
{
    struct fixture *fixture = *state;
    struct adapter *adapter = networks_find(&fixture->host.networks, "one", NULL);
    const struct adapter_class *plain = adapter->class;
    struct adapter_class seeing = *plain;
    seeing.sees = bruno_sees;
    adapter->class = &seeing;
    fixture_type(fixture, "alice", "#a", "new goats");
    fixture_type(fixture, "bruno", "", "status");
    fixture_private(fixture, "bruno", "name it first, as in #channel table");
    fixture_type(fixture, "bruno", "", "#a status");
    fixture_private(fixture, "bruno", "Ziegen Kriegen");
    fixture_type(fixture, "carol", "", "#a status");
    assert_null(fixture_last(fixture, OUTBOUND_HELP, "one", "", "carol"));
    adapter->class = plain;
}

static const char *slash_everywhere(const struct adapter *adapter, const char *place)
{
    (void)adapter;
    (void)place;
    return "/";
}

/* Where commands are chosen from a list, help offers the games that are played there. */
static void help_offers_the_games_that_are_allowed(void **state)
{
    struct fixture *fixture = *state;
    struct adapter *adapter = networks_find(&fixture->host.networks, "boards", NULL);
    const struct adapter_class *typed = adapter->class;
    struct adapter_class slashed = *typed;
    slashed.prefix = slash_everywhere;
    adapter->class = &slashed;
    fixture_type_as(fixture, "boards", "olga", RANK_ADMIN, "#a",
                    "config set channel games njet pillars");
    fixture_clear(fixture);
    fixture_type_on(fixture, "boards", "alice", "#a", "help");
    const struct said *said = fixture_last(fixture, OUTBOUND_ANSWER, "boards", NULL, "alice");
    assert_non_null(said);
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        bool allowed = strcmp((*game)->id, "njet") == 0 || strcmp((*game)->id, "pillars") == 0;
        assert_int_equal(said_offers(said, line_of("new %s", (*game)->id)), allowed);
    }
    adapter->class = typed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refusal_has_its_paragraph),
        WITH_HOST(every_tutorial_is_played_by_what_it_asks_for),
        WITH_HOST(a_tutorial_refuses_what_it_does_not_ask_for),
        WITH_HOST(at_a_terminal_the_prompt_says_the_step),
        WITH_HOST(a_tutorial_is_left_resumed_and_repeated),
        WITH_HOST(a_tutorial_leaves_tables_alone),
        WITH_HOST(help_fits_the_moment),
        WITH_HOST(help_lists_groups),
        WITH_HOST(a_tutorial_of_the_table_needs_no_name),
        WITH_HOST(help_for_a_move_leads_to_the_moves),
        WITH_HOST(every_rule_can_be_looked_up_in_every_language),
        cmocka_unit_test(pages_have_the_same_chapters_in_every_language),
        cmocka_unit_test(a_page_is_told_without_its_marks),
        WITH_HOST(rules_lead_to_the_whole_page),
        WITH_HOST(hints_work_where_they_are_read),
        WITH_HOST(abort_is_named_to_those_who_may),
        WITH_HOST(who_is_in_a_channel_sees_its_table_in_private),
        WITH_HOST(a_long_answer_is_continued_when_asked_for),
        WITH_HOST(help_offers_the_games_that_are_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
