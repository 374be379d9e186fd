/* Commitments and keys against tests/kit/check_shuffle.py, which is written only from the text of
 * bot/record/shuffle.h; checks of states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "bot/record/seed.h"
#include "bot/record/shuffle.h"
#include "bot/record/state_check.h"
#include "games/shared/text.h"

#define SEED_ONE "0000000000000000000000000000000000000000000000000000000000000001"
#define SEED_ANY "68d46e4d18807997e5c724cf69eda7bea0adad02e9d49eee2a7189df3b456a2e"

static void ask(const char *question, char *answer, int size)
{
    char command[512];
    struct text text = TEXT_IN(command);
    text_add_format(&text, "python3 tests/kit/check_shuffle.py %s", question);
    FILE *stream = popen(command, "r");
    assert_non_null(stream);
    assert_non_null(fgets(answer, size, stream));
    assert_int_equal(pclose(stream), 0);
    answer[strcspn(answer, "\n")] = '\0';
}

static void a_commitment_is_the_hash_of_the_seed(void **state)
{
    (void)state;
    uint8_t seed[RNG_KEY_BYTES];
    char commitment[SHUFFLE_COMMITMENT_TEXT], answer[128];
    assert_true(seed_parse(SEED_ONE, seed));
    shuffle_commit(seed, commitment);
    assert_string_equal(commitment,
                        "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5");
    assert_true(seed_parse(SEED_ANY, seed));
    shuffle_commit(seed, commitment);
    ask("commitment " SEED_ANY, answer, sizeof answer);
    assert_string_equal(commitment, answer);
}

static void assert_key(const char *const words[], unsigned seats, const char *question)
{
    uint8_t seed[RNG_KEY_BYTES], key[RNG_KEY_BYTES];
    char written[SEED_TEXT_MAX], answer[128];
    assert_true(seed_parse(SEED_ANY, seed));
    shuffle_key(seed, words, seats, NULL, key);
    seed_print(key, written);
    ask(question, answer, sizeof answer);
    assert_string_equal(written, answer);
}

static void words_change_the_key_each_by_its_seat(void **state)
{
    (void)state;
    assert_key((const char *[]){"lucky", NULL, "château"}, 3, "key " SEED_ANY " lucky '' château");
    assert_key((const char *[]){NULL, "lucky"}, 2, "key " SEED_ANY " '' lucky");
    assert_key((const char *[]){"lucky", ""}, 2, "key " SEED_ANY " lucky ''");
}

static void a_beacon_changes_the_key(void **state)
{
    (void)state;
    const struct shuffle_beacon beacon = {.round = 17, .value = SEED_ANY};
    const struct shuffle_beacon unknown = {.round = 17};
    uint8_t seed[RNG_KEY_BYTES], keys[3][RNG_KEY_BYTES];
    const char *const words[] = {"lucky", NULL};
    assert_true(seed_parse(SEED_ONE, seed));
    shuffle_key(seed, words, 2, &beacon, keys[0]);
    shuffle_key(seed, words, 2, &unknown, keys[1]);
    shuffle_key(seed, words, 2, NULL, keys[2]);
    assert_memory_not_equal(keys[0], keys[1], RNG_KEY_BYTES);
    assert_memory_equal(keys[1], keys[2], RNG_KEY_BYTES);
    shuffle_key(seed, (const char *[]){NULL, NULL}, 2, &beacon, keys[1]);
    assert_memory_not_equal(keys[1], seed, RNG_KEY_BYTES);
}

static void without_words_the_seed_alone_decides(void **state)
{
    (void)state;
    assert_key((const char *[]){NULL, "", NULL}, 3, "key " SEED_ANY);
    uint8_t seed[RNG_KEY_BYTES], key[RNG_KEY_BYTES];
    assert_true(seed_parse(SEED_ANY, seed));
    shuffle_key(seed, (const char *[]){NULL, NULL}, 2, NULL, key);
    assert_memory_equal(seed, key, sizeof seed);
}

static void a_word_is_short_and_harmless(void **state)
{
    (void)state;
    assert_true(shuffle_is_word("x"));
    assert_true(shuffle_is_word("château"));
    assert_true(shuffle_is_word("12345678901234567890123456789012"));
    assert_false(shuffle_is_word("123456789012345678901234567890123"));
    assert_false(shuffle_is_word(""));
    assert_false(shuffle_is_word("two words"));
    assert_false(shuffle_is_word("a\"b"));
    assert_false(shuffle_is_word("a\nb"));
    assert_false(shuffle_is_word("\xE2\x80\xAE"
                                 "abc")); /* a direction mark */
    assert_false(shuffle_is_word("\xFF"));
}

/* -- Checks of states -------------------------------------------------------------------------- */

static void begin(const struct game *game, const uint8_t key[RNG_KEY_BYTES],
                  union game_state_block *state)
{
    uint8_t options[GAME_OPTIONS_MAX];
    struct rng rng = rng_from_key(key);
    game_options_default(game, options);
    game->rules->begin(GAME_STATE(state), game->players_min, options, &rng);
    game_settle_chance(game, GAME_STATE(state), NULL);
}

static void a_check_knows_every_byte_and_the_key(void **state)
{
    (void)state;
    const uint8_t keys[2][RNG_KEY_BYTES] = {{1}, {2}};
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        union game_state_block block;
        char checks[3][STATE_CHECK_TEXT];
        struct state_check one = state_check_for(keys[0]), other = state_check_for(keys[1]);
        begin(*game, keys[0], &block);
        state_check_print(&one, *game, GAME_STATE(&block), checks[0]);
        state_check_print(&other, *game, GAME_STATE(&block), checks[1]);
        assert_string_not_equal(checks[0], checks[1]);
        for (size_t i = 0; i < (*game)->state_size; i++) {
            block.bytes[i] ^= 1;
            state_check_print(&one, *game, GAME_STATE(&block), checks[2]);
            block.bytes[i] ^= 1;
            assert_string_not_equal(checks[0], checks[2]);
        }
    }
}

static void layouts_differ_by_game_and_players(void **state)
{
    (void)state;
    char layouts[64][STATE_CHECK_TEXT];
    size_t count = 0;
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        uint8_t options[GAME_OPTIONS_MAX];
        game_options_default(*game, options);
        for (uint8_t players = (*game)->players_min; players <= (*game)->players_max; players++) {
            state_check_print_layout(*game, players, options, layouts[count]);
            for (size_t i = 0; i < count; i++)
                assert_string_not_equal(layouts[i], layouts[count]);
            count++;
        }
    }
}

static unsigned moves_made;
static const struct game_rules *counted;

static game_refusal count_move(struct game_state *state, uint8_t seat, game_move move,
                               struct game_events *events)
{
    moves_made++;
    return counted->apply(state, seat, move, events);
}

/* A change of the rules may show in the middle of a game alone. */
static void a_layout_is_that_after_some_moves(void **state)
{
    (void)state;
    for (const struct game *const *known = game_registry; *known != NULL; known++) {
        struct game game = **known;
        struct game_rules rules = *game.rules;
        uint8_t options[GAME_OPTIONS_MAX];
        char layout[STATE_CHECK_TEXT];
        counted = game.rules;
        rules.apply = count_move;
        game.rules = &rules;
        moves_made = 0;
        game_options_default(*known, options);
        state_check_print_layout(&game, game.players_min, options, layout);
        assert_in_range(moves_made, 2, 24);
    }
}

/* More kinds of tables than are kept, twice. */
static void kept_layouts_are_the_computed_ones(void **state)
{
    (void)state;
    struct layout_marks marks = {0};
    char computed[STATE_CHECK_TEXT];
    const struct game *game = game_find("en-garde");
    for (unsigned i = 0; i < 2 * (LAYOUT_MARKS_MAX + 1); i++) {
        uint8_t options[GAME_OPTIONS_MAX];
        game_options_default(game, options);
        options[0] = (uint8_t)(i & 1);
        options[1] = (uint8_t)(i % (LAYOUT_MARKS_MAX + 1));
        state_check_print_layout(game, 2, options, computed);
        assert_string_equal(layout_marks_find(&marks, game, 2, options), computed);
        assert_string_equal(layout_marks_find(&marks, game, 2, options), computed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_commitment_is_the_hash_of_the_seed),
        cmocka_unit_test(words_change_the_key_each_by_its_seat),
        cmocka_unit_test(a_beacon_changes_the_key),
        cmocka_unit_test(without_words_the_seed_alone_decides),
        cmocka_unit_test(a_word_is_short_and_harmless),
        cmocka_unit_test(a_check_knows_every_byte_and_the_key),
        cmocka_unit_test(layouts_differ_by_game_and_players),
        cmocka_unit_test(a_layout_is_that_after_some_moves),
        cmocka_unit_test(kept_layouts_are_the_computed_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
