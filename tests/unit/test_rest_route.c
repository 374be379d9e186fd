/* Paths of Discord's routes, and the keys of their limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/rest/route.h"

static void path_is(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                    const char *query, const char *expected)
{
    char buffer[2048];
    struct text path = TEXT_IN(buffer);
    assert_int_equal(rest_route_path(route, parameters, query, &path), expected != NULL);
    assert_string_equal(path.bytes, expected ? expected : "");
}

static void key_is(enum rest_route route, const char *const parameters[REST_PARAMETERS_MAX],
                   const char *expected)
{
    char buffer[REQUEST_KEY_MAX];
    struct text key = TEXT_IN(buffer);
    rest_route_key(route, parameters, &key);
    assert_string_equal(key.bytes, expected);
}

#define PARAMETERS(...) ((const char *const[REST_PARAMETERS_MAX]){__VA_ARGS__})

static void fills_templates_in_order(void **state)
{
    (void)state;
    path_is(REST_GATEWAY_GET, PARAMETERS(NULL), NULL, "/gateway/bot");
    path_is(REST_MESSAGE_CREATE, PARAMETERS("12"), NULL, "/channels/12/messages");
    path_is(REST_THREAD_MEMBER_PUT, PARAMETERS("12", "34"), NULL, "/channels/12/thread-members/34");
    path_is(REST_MESSAGE_EDIT, PARAMETERS("12", "18446744073709551615"), NULL,
            "/channels/12/messages/18446744073709551615");
    path_is(REST_FOLLOWUP_EDIT, PARAMETERS("1", "to-k_n", "@original"), NULL,
            "/webhooks/1/to-k_n/messages/@original");
    path_is(REST_INTERACTION_ANSWER, PARAMETERS("5", "t"), "with_response=true",
            "/interactions/5/t/callback?with_response=true");
}

static void nothing_leads_to_another_path(void **state)
{
    (void)state;
    path_is(REST_MESSAGE_CREATE, PARAMETERS("1/../2"), NULL, NULL);
    path_is(REST_MESSAGE_CREATE, PARAMETERS(""), NULL, NULL);
    path_is(REST_MESSAGE_CREATE, PARAMETERS("@me"), NULL, NULL);
    path_is(REST_MESSAGE_CREATE, PARAMETERS("184467440737095516150"), NULL, NULL);
    path_is(REST_FOLLOWUP_CREATE, PARAMETERS("1", "a/b?c=d#e\xC3\xA9"), NULL,
            "/webhooks/1/a%2Fb%3Fc%3Dd%23e%C3%A9");
    path_is(REST_FOLLOWUP_CREATE, PARAMETERS("1", ".."), NULL, NULL);
    path_is(REST_FOLLOWUP_CREATE, PARAMETERS("1", ""), NULL, NULL);
    path_is(REST_GATEWAY_GET, PARAMETERS(NULL), "a=b c", NULL);
    path_is(REST_GATEWAY_GET, PARAMETERS(NULL), "a=b#", NULL);
}

static void wrong_number_of_parameters_is_refused(void **state)
{
    (void)state;
    path_is(REST_MESSAGE_EDIT, PARAMETERS("1"), NULL, NULL);
    path_is(REST_MESSAGE_CREATE, PARAMETERS("1", "2"), NULL, NULL);
    path_is(REST_GATEWAY_GET, PARAMETERS("1"), NULL, NULL);
    path_is(REST_ROUTES, PARAMETERS("1"), NULL, NULL);
}

static void too_long_a_token_or_query_is_refused(void **state)
{
    char token[514], query[REST_QUERY_MAX + 1];
    (void)state;
    memset(token, '%', sizeof token);
    token[513] = '\0';
    path_is(REST_FOLLOWUP_CREATE, PARAMETERS("1", token), NULL, NULL);
    memset(query, 'q', sizeof query);
    query[REST_QUERY_MAX] = '\0';
    path_is(REST_GATEWAY_GET, PARAMETERS(NULL), query, NULL);
}

static void keys_are_the_channel_or_the_id_with_its_token(void **state)
{
    (void)state;
    key_is(REST_MESSAGE_EDIT, PARAMETERS("12", "34"), "12");
    key_is(REST_THREAD_CREATE, PARAMETERS("12"), "12");
    key_is(REST_FOLLOWUP_EDIT, PARAMETERS("1", "t", "@original"), "1/t");
    key_is(REST_INTERACTION_ANSWER, PARAMETERS("1", "t"), "1/t");
    key_is(REST_COMMANDS_PUT, PARAMETERS("12"), "");
}

static void every_route_is_described(void **state)
{
    (void)state;
    for (int i = 0; i < REST_ROUTES; i++) {
        assert_non_null(rest_routes[i].method);
        assert_non_null(rest_routes[i].path);
        assert_int_equal(rest_routes[i].carries_token,
                         strstr(rest_routes[i].path, "{token}") != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_templates_in_order),
        cmocka_unit_test(nothing_leads_to_another_path),
        cmocka_unit_test(wrong_number_of_parameters_is_refused),
        cmocka_unit_test(too_long_a_token_or_query_is_refused),
        cmocka_unit_test(keys_are_the_channel_or_the_id_with_its_token),
        cmocka_unit_test(every_route_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
