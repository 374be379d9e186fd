/* Leagues against tests/kit/check_league.py, which is written only from the headers of bot/league:
 * whole random leagues of every form are paired and counted by both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/league/pairing.h"
#include "bot/league/record.h"
#include "bot/league/scores.h"
#include "games/shared/rng.h"
#include "games/shared/text.h"
#include "tests/unit/store_fixture.h"

enum { LEAGUES = 60, PEOPLE_MAX = 12, LINE_BYTES = 4096 };

/* The questions for the script, and what the bot answers. */
struct books {
    FILE *pair, *standings, *paired, *stood;
};

static FILE *opened(const char *folder, const char *name)
{
    char path[PATH_MAX_OF_TEST];
    FILE *file = fopen(path_of(path, folder, name), "w");
    assert_non_null(file);
    return file;
}

static void write_league(const struct league *league, FILE *file)
{
    char *text = league_print(league);
    fprintf(file, "%s\n", text);
    free(text);
}

static void write_round(struct league *league, FILE *file)
{
    struct league_match *match;
    for (unsigned i = 1; (match = league_match(league, league->round, i)) != NULL; i++) {
        fprintf(file, "%s", i > 1 ? " " : "");
        for (unsigned seat = 0; seat < match->count; seat++)
            fprintf(file, "%s%u", seat > 0 ? "-" : "", match->entrants[seat]);
    }
    fprintf(file, "\n");
}

static void write_standings(const struct league *league, FILE *file)
{
    struct league_standing standings[LEAGUE_ENTRANTS_MAX];
    unsigned count = league_standings(league, standings);
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%s%u:%u:%d:%d:%d", i > 0 ? " " : "", standings[i].entrant,
                standings[i].place, (int)standings[i].points, (int)standings[i].buchholz,
                (int)standings[i].direct);
    fprintf(file, "\n");
}

/* A league that the bot has stored and read again at every point. */
static void read_again(struct league *league)
{
    char *text = league_print(league);
    struct league *read = malloc(sizeof *read);
    assert_non_null(read);
    assert_true(league_read(text, read));
    char *again = league_print(read);
    assert_string_equal(text, again);
    *league = *read;
    free(again);
    free(read);
    free(text);
}

static void play_round(struct league *league, struct rng *rng)
{
    struct league_match *match;
    for (unsigned i = 1; (match = league_match(league, league->round, i)) != NULL; i++) {
        int32_t scores[GAME_SEATS_MAX];
        for (unsigned seat = 0; seat < match->count; seat++)
            scores[seat] = (int32_t)rng_below(rng, 4);
        if (!match->done)
            league_finish(league, match, scores, (seat_set)rng_below(rng, 4));
    }
}

static void play_league(struct league *league, struct rng *rng, const struct books *books)
{
    for (;;) {
        read_again(league);
        write_standings(league, books->stood);
        write_league(league, books->standings);
        struct league before = *league;
        if (!league_pair(league))
            return;
        write_league(&before, books->pair);
        write_round(league, books->paired);
        play_round(league, rng);
        if (rng_below(rng, 4) == 0 && league->entrant_count > 4)
            league_leave(league, rng_below(rng, league->entrant_count));
    }
}

static void fill(struct league *league, unsigned number, struct rng *rng)
{
    *league = (struct league){.form = (enum league_form)(number % 4),
                              .scoring = (enum league_scoring)(number / 4 % 2),
                              .seats = (uint8_t)(2 + number % 3),
                              .place_count = 1};
    unsigned people = league_fewest(league) + rng_below(rng, PEOPLE_MAX - 4);
    if (league->form == LEAGUE_SWISS)
        league->rounds = (uint8_t)rng_below(rng, PEOPLE_MAX);
    for (unsigned i = 0; i < people; i++) {
        char identity[16];
        struct text text = TEXT_IN(identity);
        text_add_format(&text, "account:%u", i);
        assert_true(league_enter(league, "net", &(struct person){identity, identity, RANK_PLAYER}));
    }
    league->phase = LEAGUE_PLAYING;
}

static void assert_agrees(const char *folder, const char *what, const char *asked,
                          const char *answered)
{
    char command[3 * PATH_MAX_OF_TEST], question[PATH_MAX_OF_TEST], answer[PATH_MAX_OF_TEST];
    char expected[LINE_BYTES], line[LINE_BYTES];
    struct text text = TEXT_IN(command);
    text_add_format(&text, "python3 tests/kit/check_league.py %s %s", what,
                    path_of(question, folder, asked));
    FILE *script = popen(text.bytes, "r");
    if (script == NULL) {
        fail();
        return;
    }
    FILE *file = fopen(path_of(answer, folder, answered), "r");
    if (file == NULL) {
        pclose(script);
        fail();
        return;
    }
    unsigned lines = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        assert_non_null(fgets(expected, sizeof expected, script));
        assert_string_equal(line, expected);
        lines++;
    }
    assert_null(fgets(expected, sizeof expected, script));
    assert_int_equal(pclose(script), 0);
    fclose(file);
    assert_true(lines > LEAGUES);
}

static void test_the_script_agrees(void **state)
{
    const char *folder = *state;
    struct rng rng = rng_from_key((const uint8_t[RNG_KEY_BYTES]){7});
    struct league *league = malloc(sizeof *league);
    struct books books = {opened(folder, "pair"), opened(folder, "standings"),
                          opened(folder, "paired"), opened(folder, "stood")};
    assert_non_null(league);
    for (unsigned i = 0; i < LEAGUES; i++) {
        fill(league, i, &rng);
        play_league(league, &rng, &books);
    }
    free(league);
    fclose(books.pair);
    fclose(books.standings);
    fclose(books.paired);
    fclose(books.stood);
    assert_agrees(folder, "pair", "pair", "paired");
    assert_agrees(folder, "standings", "standings", "stood");
}

int main(void)
{
    const struct CMUnitTest tests[] = {IN_FOLDER(test_the_script_agrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
