/* The generator against answers computed by tests/kit/check_rng.py, which is written only from the
 * text of games/shared/rng.h. Tests run from the project's root. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "games/shared/rng.h"
#include "games/shared/text.h"

#define SEED_ONE "0000000000000000000000000000000000000000000000000000000000000001"
#define SEED_ANY "00112233445566778899aabbccddeeff0123456789abcdef0011223344556677"

static struct rng rng_at(const char *seed, uint64_t operation)
{
    uint8_t key[RNG_KEY_BYTES];
    assert_int_equal(sodium_hex2bin(key, sizeof key, seed, strlen(seed), NULL, NULL, NULL), 0);
    struct rng rng = rng_from_key(key);
    rng.operations = operation;
    return rng;
}

static void print_shuffle(const char *seed, uint64_t operation, unsigned count, struct text *out)
{
    uint8_t items[256];
    struct rng rng = rng_at(seed, operation);
    for (unsigned i = 0; i < count; i++)
        items[i] = (uint8_t)i;
    rng_shuffle(&rng, items, count);
    assert_int_equal(rng.operations, operation + 1);
    for (unsigned i = 0; i < count; i++) {
        text_separate(out, " ");
        text_add_number(out, items[i]);
    }
}

static void print_key(const struct rng *rng, struct text *out)
{
    char hex[2 * RNG_KEY_BYTES + 1];
    text_add(out, sodium_bin2hex(hex, sizeof hex, rng->key, RNG_KEY_BYTES));
    assert_int_equal(rng->operations, 0);
}

/* -- Answers written down ---------------------------------------------------------------------- */

static void assert_shuffles(const char *seed, uint64_t operation, unsigned count,
                            const char *expected)
{
    char buffer[1024];
    struct text text = TEXT_IN(buffer);
    print_shuffle(seed, operation, count, &text);
    assert_string_equal(buffer, expected);
}

static void test_known_shuffles(void **state)
{
    (void)state;
    assert_shuffles(SEED_ONE, 0, 25,
                    "0 15 12 22 9 17 1 11 14 20 5 4 16 13 6 21 7 3 24 2 19 10 18 23 8");
    assert_shuffles(SEED_ONE, 1, 25,
                    "18 24 14 13 23 9 8 21 0 4 2 7 16 5 17 15 22 3 1 19 6 12 10 11 20");
    assert_shuffles(SEED_ANY, 4294967296, 10, "0 7 1 2 8 5 4 3 6 9");
}

static void test_known_numbers(void **state)
{
    (void)state;
    struct rng rng = rng_at(SEED_ANY, 0);
    assert_int_equal(rng_below(&rng, 3000000000u), 2385991008u);
    assert_int_equal(rng_below(&rng, 3000000000u), 742725619u);
    assert_int_equal(rng_below(&rng, 3000000000u), 759267185u);
    assert_int_equal(rng_below(&rng, 3000000000u), 496322250u);
    assert_int_equal(rng.operations, 4);
    assert_int_equal(rng_below(&rng, 1), 0);
    assert_int_equal(rng.operations, 5);
    rng = rng_at(SEED_ONE, 0);
    assert_int_equal(rng_below(&rng, 2), 1);
}

static void test_known_keys_of_a_series(void **state)
{
    (void)state;
    char buffer[2][80];
    struct text first = TEXT_IN(buffer[0]), later = TEXT_IN(buffer[1]);
    struct rng one = rng_at(SEED_ONE, 0), any = rng_at(SEED_ANY, 0);
    struct rng first_game = rng_for_index(one.key, 0),
               later_game = rng_for_index(any.key, 4294967298);
    print_key(&first_game, &first);
    print_key(&later_game, &later);
    assert_string_equal(buffer[0],
                        "68d46e4d18807997e5c724cf69eda7bea0adad02e9d49eee2a7189df3b456a2e");
    assert_string_equal(buffer[1],
                        "2ef484c6279b8616a9ac1c7f7a79b562329c1f070ea389a949c5ead77922d72a");
}

/* -- Answers computed now ---------------------------------------------------------------------- */

static void ask(const char *question, char *answer, size_t size)
{
    char command[256];
    struct text text = TEXT_IN(command);
    text_add_format(&text, "python3 tests/kit/check_rng.py %s", question);
    FILE *stream = popen(command, "r");
    assert_non_null(stream);
    assert_non_null(fgets(answer, (int)size, stream));
    assert_int_equal(pclose(stream), 0);
    answer[strcspn(answer, "\n")] = '\0';
}

static void test_the_script_knows_chacha20(void **state)
{
    (void)state;
    char answer[64];
    ask("self-test", answer, sizeof answer);
    assert_string_equal(answer, "ok");
}

/* 255 items need more numbers than are generated at once. */
static void test_shuffles_as_documented(void **state)
{
    (void)state;
    static const unsigned counts[] = {0, 1, 2, 3, 16, 17, 64, 65, 66, 130, 255};
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char question[128], answer[2048], buffer[2048];
        struct text asked = TEXT_IN(question), text = TEXT_IN(buffer);
        text_add_format(&asked, "shuffle " SEED_ANY " %u %u", 1000 + i, counts[i]);
        print_shuffle(SEED_ANY, 1000 + i, counts[i], &text);
        ask(question, answer, sizeof answer);
        assert_string_equal(buffer, answer);
    }
}

static void test_numbers_as_documented(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {1, 2, 3, 2147483649u, 3221225473u, 4294967295u};
    for (unsigned i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        char question[128], answer[64], buffer[64];
        struct text asked = TEXT_IN(question), text = TEXT_IN(buffer);
        struct rng rng = rng_at(SEED_ONE, 77 + i);
        text_add_format(&asked, "below " SEED_ONE " %u %u", 77 + i, bounds[i]);
        text_add_number(&text, rng_below(&rng, bounds[i]));
        ask(question, answer, sizeof answer);
        assert_string_equal(buffer, answer);
    }
}

/* -- Streams ----------------------------------------------------------------------------------- */

static void test_a_stream_is_even_and_stays_below(void **state)
{
    (void)state;
    enum { DRAWS = 60000, BOUND = 6 };
    unsigned counts[BOUND] = {0};
    struct rng_stream stream = rng_stream_from(rng_at(SEED_ONE, 0));
    for (unsigned i = 0; i < DRAWS; i++) {
        uint32_t number = rng_stream_below(&stream, BOUND);
        assert_in_range(number, 0, BOUND - 1);
        counts[number]++;
    }
    /* Six standard deviations. */
    for (unsigned i = 0; i < BOUND; i++)
        assert_in_range(counts[i], DRAWS / BOUND - 550, DRAWS / BOUND + 550);
}

static void test_a_stream_repeats(void **state)
{
    (void)state;
    struct rng_stream one = rng_stream_from(rng_at(SEED_ANY, 5));
    struct rng_stream two = rng_stream_from(rng_at(SEED_ANY, 5));
    struct rng_stream other = rng_stream_from(rng_at(SEED_ANY, 6));
    unsigned different = 0;
    for (unsigned i = 0; i < 200; i++) {
        uint32_t number = rng_stream_below(&one, 1000000);
        assert_int_equal(number, rng_stream_below(&two, 1000000));
        different += number != rng_stream_below(&other, 1000000);
    }
    assert_true(different > 190);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_shuffles),
        cmocka_unit_test(test_known_numbers),
        cmocka_unit_test(test_known_keys_of_a_series),
        cmocka_unit_test(test_the_script_knows_chacha20),
        cmocka_unit_test(test_shuffles_as_documented),
        cmocka_unit_test(test_numbers_as_documented),
        cmocka_unit_test(test_a_stream_is_even_and_stays_below),
        cmocka_unit_test(test_a_stream_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
