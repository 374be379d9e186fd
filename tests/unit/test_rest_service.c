/* How Discord's answers are read: limits, meaning, reasons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/rest/rest.h"

static struct request_facts facts_of(const char *lines)
{
    struct request_facts facts;
    request_facts_clear(&facts);
    while (*lines) {
        size_t length = strcspn(lines, "\n") + 1;
        request_facts_header(&facts, &rest_service, lines, length);
        lines += length;
    }
    return facts;
}

static void read_answer(struct request_facts *facts, enum rest_route route, const char *body)
{
    json_decref(request_facts_body(facts, &rest_service, route, body, strlen(body)));
}

static void read_body(struct request_facts *facts, const char *body)
{
    read_answer(facts, REST_MESSAGE_CREATE, body);
}

static void reads_headers_of_http1_and_2(void **state)
{
    (void)state;
    struct request_facts facts = facts_of("HTTP/1.1 200 OK\r\n"
                                          "X-RateLimit-Limit: 5\r\n"
                                          "X-RateLimit-Remaining: 4\r\n"
                                          "X-RateLimit-Reset: 1470173023.123\r\n"
                                          "X-RateLimit-Reset-After: 1.5\r\n"
                                          "X-RateLimit-Bucket: abcd1234\r\n"
                                          "\r\n");
    assert_int_equal(facts.status, 200);
    assert_int_equal(facts.remaining, 4);
    assert_int_equal(facts.reset_after, 1500);
    assert_string_equal(facts.bucket, "abcd1234");
    facts = facts_of("HTTP/2 429 \r\nx-ratelimit-scope: shared\r\nretry-after: 65\r\n\r\n");
    assert_int_equal(facts.status, 429);
    assert_int_equal(facts.scope, REQUEST_SCOPE_SHARED);
    assert_int_equal(facts.retry_after, 65000);
    assert_int_equal(facts.remaining, -1);
}

static void fractions_are_rounded_up(void **state)
{
    (void)state;
    assert_int_equal(facts_of("retry-after: 0.0001\n").retry_after, 1);
    assert_int_equal(facts_of("retry-after: 0.001\n").retry_after, 1);
    assert_int_equal(facts_of("retry-after: 1.2345\n").retry_after, 1235);
    assert_int_equal(facts_of("retry-after: 0\n").retry_after, 0);
    assert_int_equal(facts_of("retry-after: 3.\n").retry_after, 3000);
}

static void what_is_no_number_is_not_said(void **state)
{
    (void)state;
    assert_int_equal(facts_of("retry-after: Wed, 21 Oct 2026 07:28:00 GMT\n").retry_after, -1);
    assert_int_equal(facts_of("retry-after: -5\n").retry_after, -1);
    assert_int_equal(facts_of("retry-after: nan\n").retry_after, -1);
    assert_int_equal(facts_of("retry-after: 1,5\n").retry_after, -1);
    assert_int_equal(facts_of("retry-after:\n").retry_after, -1);
    assert_int_equal(facts_of("x-ratelimit-remaining: many\n").remaining, -1);
    assert_int_equal(facts_of("x-ratelimit-scope: all\n").scope, REQUEST_SCOPE_NONE);
    assert_string_equal(facts_of("x-ratelimit-bucket: a b\n").bucket, "");
    assert_int_equal(facts_of("HTTP/1.1 banana\n").status, 0);
    assert_int_equal(facts_of("HTTP/1.1\n").status, 0);
}

static void the_largest_numbers_are_cut(void **state)
{
    (void)state;
    assert_int_equal(facts_of("retry-after: 99999999999999999999999\n").retry_after,
                     REQUEST_WAIT_MAX);
    assert_in_range(facts_of("x-ratelimit-remaining: 99999999999999999999\n").remaining, 1000000,
                    99999999);
    assert_string_equal(facts_of("x-ratelimit-bucket: 0123456789012345678901234567890123456789"
                                 "012345678901234567890123\n")
                            .bucket,
                        "");
}

static void meanings_change_at_the_hundreds(void **state)
{
    static const struct {
        int status;
        enum request_meaning meaning;
    } answers[] = {
        {0, REQUEST_MEANS_REFUSED},   {199, REQUEST_MEANS_REFUSED}, {200, REQUEST_MEANS_DONE},
        {299, REQUEST_MEANS_DONE},    {300, REQUEST_MEANS_REFUSED}, {429, REQUEST_MEANS_LIMITED},
        {499, REQUEST_MEANS_REFUSED}, {500, REQUEST_MEANS_FAILED},  {599, REQUEST_MEANS_FAILED}};
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct request_facts facts;
        request_facts_clear(&facts);
        facts.status = answers[i].status;
        assert_int_equal(request_facts_meaning(&facts), answers[i].meaning);
    }
}

static void status_lines_are_read(void **state)
{
    static const struct {
        const char *line;
        int status;
    } lines[] = {{"HTTP/2 200", 200},  {"HTTP/1.1 999 X", 999}, {"HTTP/1.1 2007", 200},
                 {"HTTP/1.1 20x", 20}, {"HTTP/1.1", 0},         {"HTTP/1.1 ", 0},
                 {"HTTP/1.1 :00", 0},  {"HTTP/1.1 /00", 0},     {"HTTP/1.1 090\r\n", 90}};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct request_facts facts = {.status = 7};
        request_facts_header(&facts, &rest_service, lines[i].line, strlen(lines[i].line));
        assert_int_equal(facts.status, lines[i].status);
    }
}

/* An id of a bucket: as long as there is room, of letters, digits and three signs. */
static void buckets_have_ids(void **state)
{
    static const char *const good[] = {"abcdef0123456789", "A:Z_z-9"};
    static const char *const bad[] = {"a b", "a\xC3\xA9", "a/b", "{"};
    char id[REQUEST_BUCKET_MAX + 1];
    struct request_facts facts;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        request_facts_bucket(&facts, good[i]);
        assert_string_equal(facts.bucket, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        request_facts_bucket(&facts, bad[i]);
        assert_string_equal(facts.bucket, "");
    }
    memset(id, 'a', sizeof id);
    id[sizeof facts.bucket] = '\0';
    request_facts_bucket(&facts, id);
    assert_string_equal(facts.bucket, "");
    id[sizeof facts.bucket - 1] = '\0';
    request_facts_bucket(&facts, id);
    assert_string_equal(facts.bucket, id);
}

static void a_new_status_line_begins_a_new_answer(void **state)
{
    (void)state;
    struct request_facts facts = facts_of("HTTP/1.1 100 Continue\r\nretry-after: 3\r\n\r\n"
                                          "HTTP/1.1 204 No Content\r\n\r\n");
    assert_int_equal(facts.status, 204);
    assert_int_equal(facts.retry_after, -1);
}

static void the_body_of_a_429_is_more_exact(void **state)
{
    (void)state;
    struct request_facts facts = facts_of("HTTP/1.1 429 x\nretry-after: 2\n");
    read_body(&facts, "{\"message\":\"You are being rate limited.\",\"retry_after\":1.3371,"
                      "\"global\":true}");
    assert_int_equal(facts.retry_after, 1338);
    assert_int_equal(facts.scope, REQUEST_SCOPE_GLOBAL);
    assert_int_equal(facts.meaning, REQUEST_MEANS_LIMITED);
    facts = facts_of("HTTP/1.1 429 x\nretry-after: 2\nx-ratelimit-scope: user\n");
    read_body(&facts, "{\"retry_after\":-1,\"global\":true}");
    assert_int_equal(facts.retry_after, 2000);
    assert_int_equal(facts.scope, REQUEST_SCOPE_USER);
    facts = facts_of("HTTP/1.1 429 x\nx-ratelimit-global: true\n");
    read_body(&facts, "{\"retry_after\":1e300}");
    assert_int_equal(facts.retry_after, REQUEST_WAIT_MAX);
    assert_int_equal(facts.scope, REQUEST_SCOPE_GLOBAL);
}

static enum request_meaning meaning(enum rest_route route, const char *status, const char *body)
{
    struct request_facts facts = facts_of(status);
    read_answer(&facts, route, body);
    return facts.meaning;
}

static bool blocked(const char *status, const char *body)
{
    return meaning(REST_MESSAGE_CREATE, status, body) == REQUEST_MEANS_BLOCKED;
}

static void knows_what_is_not_discords_answer(void **state)
{
    (void)state;
    assert_true(blocked("HTTP/1.1 429 x\n", "<html>error code: 1015</html>"));
    assert_true(blocked("HTTP/1.1 429 x\n", ""));
    assert_true(blocked("HTTP/1.1 403 x\n", "<html>blocked</html>"));
    assert_true(blocked("HTTP/1.1 403 x\n", "{\"code\":40333,\"message\":\"internal\"}"));
    assert_false(blocked("HTTP/1.1 403 x\n", "{\"code\":50013}"));
    assert_false(blocked("HTTP/1.1 502 x\n", "<html>bad gateway</html>"));
    assert_false(blocked("HTTP/1.1 200 x\n", "<html></html>"));
}

static void an_answer_means_what_its_code_says(void **state)
{
    (void)state;
    static const struct {
        enum rest_route route;
        const char *status, *body;
        enum request_meaning meaning;
    } cases[] = {
        {REST_MESSAGE_CREATE, "HTTP/1.1 200 x\n", "{}", REQUEST_MEANS_DONE},
        {REST_MESSAGE_EDIT, "HTTP/1.1 204 x\n", "", REQUEST_MEANS_DONE},
        {REST_MESSAGE_EDIT, "HTTP/1.1 400 x\n", "{\"code\":50035}", REQUEST_MEANS_REFUSED},
        {REST_MESSAGE_EDIT, "HTTP/1.1 404 x\n", "{\"code\":10008}", REQUEST_MEANS_REFUSED},
        {REST_MESSAGE_EDIT, "HTTP/1.1 301 x\n", "", REQUEST_MEANS_REFUSED},
        {REST_MESSAGE_EDIT, "", "", REQUEST_MEANS_REFUSED},
        {REST_MESSAGE_EDIT, "HTTP/1.1 429 x\n", "{\"retry_after\":1}", REQUEST_MEANS_LIMITED},
        {REST_MESSAGE_EDIT, "HTTP/1.1 429 x\n", "{\"code\":30046}", REQUEST_MEANS_REFUSED},
        {REST_MESSAGE_EDIT, "HTTP/1.1 503 x\n", "", REQUEST_MEANS_FAILED},
        {REST_MESSAGE_EDIT, "HTTP/1.1 401 x\n", "{}", REQUEST_MEANS_UNAUTHORIZED},
        {REST_FOLLOWUP_EDIT, "HTTP/1.1 401 x\n", "{}", REQUEST_MEANS_REFUSED},
        /* Missing permissions; other codes of 403 are about a person or a message. */
        {REST_MESSAGE_EDIT, "HTTP/1.1 403 x\n", "{\"code\":50013}", REQUEST_MEANS_FORBIDDEN},
        {REST_MESSAGE_EDIT, "HTTP/1.1 403 x\n", "{\"code\":50001}", REQUEST_MEANS_FORBIDDEN},
        {REST_MESSAGE_EDIT, "HTTP/1.1 403 x\n", "{\"code\":50007}", REQUEST_MEANS_REFUSED},
        {REST_MESSAGE_EDIT, "HTTP/1.1 403 x\n", "{\"code\":50278}", REQUEST_MEANS_REFUSED},
        {REST_MESSAGE_EDIT, "HTTP/1.1 403 x\n", "{\"code\":50005}", REQUEST_MEANS_REFUSED},
        {REST_GUILD_COMMANDS_PUT, "HTTP/1.1 403 x\n", "{\"code\":50001}", REQUEST_MEANS_REFUSED},
        {REST_FOLLOWUP_CREATE, "HTTP/1.1 404 x\n", "{\"code\":10015}", REQUEST_MEANS_DEAD},
        {REST_FOLLOWUP_CREATE, "HTTP/1.1 401 x\n", "{\"code\":50027}", REQUEST_MEANS_DEAD},
        {REST_FOLLOWUP_EDIT, "HTTP/1.1 404 x\n", "{\"code\":10008}", REQUEST_MEANS_REFUSED},
        {REST_INTERACTION_ANSWER, "HTTP/1.1 400 x\n", "{\"code\":40060}",
         REQUEST_MEANS_DONE_BEFORE},
        {REST_INTERACTION_ANSWER, "HTTP/1.1 404 x\n", "{\"code\":10062}", REQUEST_MEANS_REFUSED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(meaning(cases[i].route, cases[i].status, cases[i].body), cases[i].meaning);
}

static bool invalid(const char *status)
{
    struct request_facts facts = facts_of(status);
    read_body(&facts, "{}");
    return facts.invalid;
}

static void a_shared_429_is_not_our_fault(void **state)
{
    (void)state;
    assert_true(invalid("HTTP/1.1 401 x\n"));
    assert_true(invalid("HTTP/1.1 403 x\n"));
    assert_true(invalid("HTTP/1.1 429 x\n"));
    assert_true(invalid("HTTP/1.1 429 x\nx-ratelimit-scope: global\n"));
    assert_false(invalid("HTTP/1.1 429 x\nx-ratelimit-scope: shared\n"));
    assert_false(invalid("HTTP/1.1 404 x\n"));
}

static void reason_is(const char *status, const char *body, const char *expected)
{
    char buffer[384];
    struct text reason = TEXT_IN(buffer);
    struct request_facts facts = facts_of(status);
    json_t *json =
        request_facts_body(&facts, &rest_service, REST_MESSAGE_CREATE, body, strlen(body));
    rest_service.explain(&facts, json, &reason);
    assert_string_equal(buffer, expected);
    json_decref(json);
}

static void a_reason_names_the_field_and_never_its_value(void **state)
{
    (void)state;
    reason_is("HTTP/1.1 403 x\n", "{\"code\":50013,\"message\":\"Missing Permissions\"}",
              "50013 Missing Permissions");
    reason_is("HTTP/1.1 400 x\n",
              "{\"code\":50035,\"message\":\"Invalid Form Body\",\"errors\":{\"embeds\":{\"0\":{"
              "\"title\":{\"_errors\":[{\"code\":\"BASE_TYPE_CHOICES\",\"message\":"
              "\"Value \\\"my secret hand\\\" is wrong\"}]}}}}}",
              "50035 Invalid Form Body, embeds.0.title: BASE_TYPE_CHOICES");
    reason_is("HTTP/1.1 400 x\n",
              "{\"code\":50035,\"message\":\"Invalid Form Body\","
              "\"errors\":{\"_errors\":[{\"code\":\"APPLICATION_COMMAND_TOO_LARGE\"}]}}",
              "50035 Invalid Form Body, body: APPLICATION_COMMAND_TOO_LARGE");
    reason_is("HTTP/1.1 400 x\n", "{\"code\":50035,\"errors\":{\"a\":{\"_errors\":[3]}}}",
              "50035, a: refused");
    reason_is("HTTP/1.1 400 x\n", "{\"code\":50035,\"errors\":[1,2]}", "50035");
    reason_is("HTTP/1.1 502 x\n", "<html>my secret hand</html>", "HTTP 502");
    reason_is("HTTP/1.1 404 x\n", "{\"message\":\"404: Not\\nFound\",\"code\":0}",
              "HTTP 404 404: Not Found");
}

static void endless_nesting_ends(void **state)
{
    char body[4096] = "{\"code\":1,\"errors\":", expected[64] = "1";
    (void)state;
    for (int i = 0; i < 400; i++)
        strncat(body, "{\"a\":", sizeof body - strlen(body) - 1);
    strncat(body, "1", sizeof body - strlen(body) - 1);
    for (int i = 0; i < 401; i++)
        strncat(body, "}", sizeof body - strlen(body) - 1);
    reason_is("HTTP/1.1 400 x\n", body, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meanings_change_at_the_hundreds),
        cmocka_unit_test(status_lines_are_read),
        cmocka_unit_test(buckets_have_ids),
        cmocka_unit_test(reads_headers_of_http1_and_2),
        cmocka_unit_test(fractions_are_rounded_up),
        cmocka_unit_test(what_is_no_number_is_not_said),
        cmocka_unit_test(the_largest_numbers_are_cut),
        cmocka_unit_test(a_new_status_line_begins_a_new_answer),
        cmocka_unit_test(the_body_of_a_429_is_more_exact),
        cmocka_unit_test(knows_what_is_not_discords_answer),
        cmocka_unit_test(an_answer_means_what_its_code_says),
        cmocka_unit_test(a_shared_429_is_not_our_fault),
        cmocka_unit_test(a_reason_names_the_field_and_never_its_value),
        cmocka_unit_test(endless_nesting_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
