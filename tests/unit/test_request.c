/* Lines of programs: what is read, and what is complained about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/core/request.h"

struct answer {
    char move[16];
    int64_t turn;
    bool has_move, has_turn;
    struct request_problem problem;
};

static bool read_bytes(const char *line, size_t length, struct answer *answer)
{
    *answer = (struct answer){0};
    const struct request_key keys[] = {
        {"move", REQUEST_TEXT, answer->move, sizeof answer->move, &answer->has_move},
        {"turn", REQUEST_NUMBER, &answer->turn, sizeof answer->turn, &answer->has_turn},
    };
    return request_read(line, length, keys, 2, &answer->problem);
}

static bool read_line(const char *line, struct answer *answer)
{
    return read_bytes(line, strlen(line), answer);
}

static void refuses(const char *line, const char *code, const char *key)
{
    struct answer answer;
    assert_false(read_line(line, &answer));
    assert_string_equal(answer.problem.code, code);
    assert_string_equal(answer.problem.key, key);
}

static void test_reads_keys_in_any_order(void **state)
{
    struct answer answer;
    (void)state;
    assert_true(read_line("{\"turn\": 7, \"move\": \"play 5\"}\r", &answer));
    assert_string_equal(answer.move, "play 5");
    assert_int_equal(answer.turn, 7);
    assert_true(answer.has_move && answer.has_turn);
    assert_null(answer.problem.code);
}

static void test_keys_may_be_left_out(void **state)
{
    struct answer answer;
    (void)state;
    assert_true(read_line("{}", &answer));
    assert_false(answer.has_move || answer.has_turn);
    assert_true(read_line("{\"turn\":0}", &answer));
    assert_true(answer.has_turn);
}

static void test_complains_of_what_is_no_object(void **state)
{
    (void)state;
    refuses("", "not-json", "");
    refuses("play 5", "not-json", "");
    refuses("{\"move\":\"play 5\"", "not-json", "");
    refuses("{\"move\":\"a\"}{\"move\":\"b\"}", "not-json", "");
    refuses("{\"move\":\"a\",\"move\":\"b\"}", "not-json", "");
    refuses("[\"move\"]", "not-json", "");
    refuses("\"move\"", "not-json", "");
    refuses("7", "not-json", "");
    refuses("null", "not-json", "");
    refuses("{\"move\":\"\xff\"}", "not-json", "");
    refuses("{\"move\":\"\\ud800\"}", "not-json", "");
    refuses("{\"move\":\"a\\u0000b\"}", "not-json", "");
}

static void test_complains_of_keys(void **state)
{
    (void)state;
    refuses("{\"colour\":1}", "unknown-key", "colour");
    refuses("{\"Move\":\"a\"}", "unknown-key", "Move");
    refuses("{\"a\\nb\":1}", "unknown-key", "a b");
    refuses("{\"move\":5}", "bad-value", "move");
    refuses("{\"move\":null}", "bad-value", "move");
    refuses("{\"move\":\"0123456789abcdef\"}", "bad-value", "move");
    refuses("{\"turn\":\"7\"}", "bad-value", "turn");
    refuses("{\"turn\":-1}", "bad-value", "turn");
    refuses("{\"turn\":1.5}", "bad-value", "turn");
    refuses("{\"turn\":9007199254740992}", "bad-value", "turn");
}

static void test_values_are_harmless(void **state)
{
    struct answer answer;
    (void)state;
    assert_true(read_line("{\"move\":\"a\\u001b[1m\\nb\"}", &answer));
    assert_string_equal(answer.move, "a [1m b");
    assert_true(read_line("{\"turn\":9007199254740991}", &answer));
    assert_int_equal(answer.turn, INT64_C(9007199254740991));
}

static void test_reads_no_more_than_there_is(void **state)
{
    struct answer answer;
    const char line[] = {'{', '}', '{'};
    (void)state;
    assert_true(read_bytes(line, 2, &answer));
    const char zero[] = "{\"move\":\"a\0b\"}";
    assert_false(read_bytes(zero, sizeof zero - 1, &answer));
    assert_string_equal(answer.problem.code, "not-json");
}

static void test_lines_have_a_limit(void **state)
{
    struct answer answer;
    char *line = malloc(REQUEST_LINE_MAX + 1);
    (void)state;
    memset(line, ' ', REQUEST_LINE_MAX + 1);
    memcpy(line, "{}", 2);
    assert_true(read_bytes(line, REQUEST_LINE_MAX, &answer));
    assert_false(read_bytes(line, REQUEST_LINE_MAX + 1, &answer));
    assert_string_equal(answer.problem.code, "too-long");
    memset(line, '[', REQUEST_LINE_MAX);
    assert_false(read_bytes(line, REQUEST_LINE_MAX, &answer));
    assert_string_equal(answer.problem.code, "not-json");
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_keys_in_any_order),
        cmocka_unit_test(test_keys_may_be_left_out),
        cmocka_unit_test(test_complains_of_what_is_no_object),
        cmocka_unit_test(test_complains_of_keys),
        cmocka_unit_test(test_values_are_harmless),
        cmocka_unit_test(test_reads_no_more_than_there_is),
        cmocka_unit_test(test_lines_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
