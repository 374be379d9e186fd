#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/memory.h"
#include "bot/program/simulation.h"
#include "bot/record/seed.h"
#include "bot/record/transcript.h"

/* Runs games with a transcript, which the caller frees. */
static char *play(struct simulation simulation, struct simulation_sums *sums)
{
    char *bytes = NULL;
    size_t size = 0;
    simulation.transcript = open_memstream(&bytes, &size);
    assert_non_null(simulation.transcript);
    assert_true(simulation_run(&simulation, sums));
    fclose(simulation.transcript);
    /* The stream knew the address of `bytes`, so a compiler may take its content for local. */
    char *transcript = memory_copy(bytes);
    free(bytes);
    return transcript;
}

static struct simulation simulation_of(const struct game *game, uint64_t games)
{
    struct simulation simulation = {
        .game = game, .players = game->players_min, .games = games, .seed = {1, 2, 3}};
    game_options_default(game, simulation.options);
    return simulation;
}

static void replay(char *bytes, unsigned games, uint64_t moves)
{
    char buffer[1024];
    struct text error = TEXT_IN(buffer);
    struct transcript_reader reader;
    FILE *stream = fmemopen(bytes, strlen(bytes), "r");
    assert_non_null(stream);
    if (!transcript_read_stream(stream, "transcript", &reader, NULL, NULL, &error))
        fail_msg("%s", buffer);
    fclose(stream);
    assert_true(reader.ended);
    assert_int_equal(reader.games, games);
    assert_true(reader.lines >= moves);
}

static void test_transcripts_replay(void **state)
{
    (void)state;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        struct simulation_sums sums;
        struct simulation simulation = simulation_of(*game, 3);
        simulation.players = (*game)->players_max;
        simulation.legal = true;
        char *bytes = play(simulation, &sums);
        replay(bytes, 3, sums.moves);
        assert_non_null(strstr(bytes, "\"layout\":\""));
        assert_null(strstr(bytes, "\"layout\":\"\""));
        free(bytes);
    }
}

static void test_the_same_twice(void **state)
{
    (void)state;
    struct simulation_sums sums;
    struct simulation simulation = simulation_of(game_registry[0], 2);
    char *one = play(simulation, &sums), *two = play(simulation, &sums);
    assert_string_equal(one, two);
    simulation.seed[0] = 2;
    char *other = play(simulation, &sums);
    assert_string_not_equal(one, other);
    free(one);
    free(two);
    free(other);
}

/* Game k of a series equals the single game with the seed in its header. */
static void test_a_game_of_a_series_alone(void **state)
{
    (void)state;
    struct simulation_sums sums;
    struct simulation simulation = simulation_of(game_registry[0], 2);
    char *series = play(simulation, &sums);
    char *second = strstr(series + 1, "{\"belfry\"");
    assert_non_null(second);
    char *seed = strstr(second, "\"seed\":\"") + strlen("\"seed\":\"");
    char written[SEED_TEXT_MAX];
    snprintf(written, sizeof written, "%.64s", seed);
    simulation.games = 1;
    assert_true(seed_parse(written, simulation.seed));
    char *alone = play(simulation, &sums);
    assert_string_equal(alone, second);
    free(series);
    free(alone);
}

static void test_wins_are_shares_of_games(void **state)
{
    (void)state;
    struct simulation_sums sums, rotated;
    struct simulation simulation = simulation_of(game_registry[0], 100);
    assert_true(simulation_run(&simulation, &sums));
    simulation.rotate = true;
    assert_true(simulation_run(&simulation, &rotated));
    assert_true(sums.wins[0] + sums.wins[1] > 99.99 && sums.wins[0] + sums.wins[1] < 100.01);
    assert_true(rotated.wins[0] + rotated.wins[1] > 99.99);
    assert_true(rotated.wins[0] != sums.wins[0]);
    assert_int_equal(sums.moves, rotated.moves);
}

/* Each entry of the list plays at its own level, wherever it sits. */
static void test_searching_bots(void **state)
{
    (void)state;
    struct simulation_sums sums;
    struct simulation simulation = simulation_of(game_find("campanile"), 10);
    simulation.rotate = true;
    simulation.levels[1] = PLAYER_HARD;
    simulation.iterations = 20;
    char *one = play(simulation, &sums);
    assert_true(sums.wins[1] > 7);
    char *two = play(simulation, &sums);
    assert_string_equal(one, two);
    simulation.levels[0] = PLAYER_EASY;
    char *other = play(simulation, &sums);
    assert_string_not_equal(one, other);
    free(one);
    free(two);
    free(other);
}

/* The number of games that ended because everybody passed twice: after so many lines with nothing
 * but passes. */
static unsigned count_given_up(const char *transcript, unsigned players)
{
    unsigned given_up = 0, passes = 0;
    for (const char *line = transcript; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        bool is_end = strncmp(line, "{\"end\"", 6) == 0;
        given_up += is_end && passes >= 2 * players;
        bool passed = memmem(line, length, "\"move\":\"pass\"", 13) != NULL;
        passes = passed ? passes + 1 : 0;
        line += length + (line[length] == '\n');
    }
    return given_up;
}

/* Whoever chooses is asked for every move, with the entry of the list of bots that it is for. */
static game_move choose_the_first(void *context, unsigned entry,
                                  const struct player_question *question)
{
    unsigned *asked = context;
    union game_state_block state;
    game_move legal[GAME_LEGAL_MAX];
    struct rng rng = rng_from_key(question->key);
    asked[entry]++;
    question->game->rules->redeal(question->view, &rng, GAME_STATE(&state));
    question->game->rules->legal(GAME_STATE(&state), question->seat, legal);
    return legal[0];
}

static void test_a_choice_of_ones_own(void **state)
{
    (void)state;
    unsigned asked[GAME_SEATS_MAX] = {0};
    struct simulation_sums sums;
    struct simulation simulation = simulation_of(game_find("goats"), 3);
    simulation.levels[0] = simulation.levels[2] = PLAYER_HARD;
    simulation.levels[1] = PLAYER_RANDOM;
    simulation.rotate = true;
    simulation.choose = choose_the_first;
    simulation.context = asked;
    assert_true(simulation_run(&simulation, &sums));
    assert_true(asked[0] > 0 && asked[2] > 0);
    assert_int_equal(asked[1], 0);
    assert_true(asked[0] + asked[2] < sums.moves);
}

static game_move expect_a_clock_for_hard(void *context, unsigned entry,
                                         const struct player_question *question)
{
    assert_true((question->expired != NULL) == (question->level == PLAYER_HARD));
    return choose_the_first(context, entry, question);
}

/* Every other level plays the same on every machine. */
static void test_hard_alone_asks_the_clock(void **state)
{
    (void)state;
    unsigned asked[GAME_SEATS_MAX] = {0};
    struct simulation_sums sums;
    struct simulation simulation = simulation_of(game_find("goats"), 1);
    simulation.levels[0] = PLAYER_HARD;
    simulation.levels[1] = PLAYER_NORMAL;
    simulation.levels[2] = PLAYER_EASY;
    simulation.choose = expect_a_clock_for_hard;
    simulation.context = asked;
    assert_true(simulation_run(&simulation, &sums));
    assert_true(asked[0] > 0 && asked[1] > 0 && asked[2] > 0);
}

/* Even seats that do not search finish castles, most of them enough to end the game. */
static void test_easy_castellers_finish_castles(void **state)
{
    (void)state;
    struct simulation_sums sums;
    struct simulation simulation = simulation_of(game_find("castellers"), 40);
    for (unsigned seat = 0; seat < GAME_SEATS_MAX; seat++)
        simulation.levels[seat] = PLAYER_EASY;
    for (simulation.players = 2; simulation.players <= 4; simulation.players++) {
        char *bytes = play(simulation, &sums);
        assert_true(count_given_up(bytes, simulation.players) < 16);
        free(bytes);
    }
}

static uint64_t games_told;

static void tell_progress(const struct simulation *simulation, uint64_t games_done)
{
    assert_int_equal(games_done, games_told + 1);
    assert_true(games_done <= simulation->games);
    games_told = games_done;
}

static void test_each_game_is_told(void **state)
{
    (void)state;
    struct simulation_sums sums;
    struct simulation simulation = simulation_of(game_registry[0], 3);
    simulation.progress = tell_progress;
    games_told = 0;
    free(play(simulation, &sums));
    assert_int_equal(games_told, 3);
}

static void test_a_full_disk_is_told(void **state)
{
    (void)state;
    struct simulation_sums sums;
    struct simulation simulation = simulation_of(game_registry[0], 5);
    simulation.transcript = fopen("/dev/full", "we");
    assert_non_null(simulation.transcript);
    simulation.progress = tell_progress;
    games_told = 0;
    assert_false(simulation_run(&simulation, &sums));
    assert_int_equal(games_told, 0); /* no more games are played */
    fclose(simulation.transcript);
}

static void test_seeds(void **state)
{
    (void)state;
    uint8_t seed[RNG_KEY_BYTES];
    char written[SEED_TEXT_MAX];
    assert_true(seed_parse("aB", seed));
    seed_print(seed, written);
    assert_string_equal(written,
                        "00000000000000000000000000000000000000000000000000000000000000ab");
    assert_true(seed_parse("f", seed));
    assert_int_equal(seed[31], 15);
    assert_true(seed_parse(written, seed));
    assert_false(seed_parse("", seed));
    assert_false(seed_parse("g", seed));
    assert_false(seed_parse("0x1", seed));
    assert_false(seed_parse(" 1", seed));
    assert_false(
        seed_parse("00000000000000000000000000000000000000000000000000000000000000000", seed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transcripts_replay),
        cmocka_unit_test(test_the_same_twice),
        cmocka_unit_test(test_a_game_of_a_series_alone),
        cmocka_unit_test(test_wins_are_shares_of_games),
        cmocka_unit_test(test_searching_bots),
        cmocka_unit_test(test_a_choice_of_ones_own),
        cmocka_unit_test(test_hard_alone_asks_the_clock),
        cmocka_unit_test(test_easy_castellers_finish_castles),
        cmocka_unit_test(test_each_game_is_told),
        cmocka_unit_test(test_a_full_disk_is_told),
        cmocka_unit_test(test_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
