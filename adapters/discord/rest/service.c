/* What Discord's answers say about limits and errors. */
#include <string.h>
#include <strings.h>

#include "adapters/discord/rest/rest.h"
#include "bot/base/duration.h"

enum {
    STATUS_UNAUTHORIZED = 401,
    STATUS_FORBIDDEN = 403,
    STATUS_NOT_FOUND = 404,
    STATUS_TOO_MANY = 429,
    UNKNOWN_WEBHOOK = 10015,
    EDITS_RATIONED = 30046, /* of an old message; waiting hardly helps */
    ALREADY_ACKNOWLEDGED = 40060,
    CLOUDFLARE = 40333,
    MISSING_ACCESS = 50001,
    MISSING_PERMISSIONS = 50013,
    INVALID_WEBHOOK_TOKEN = 50027,
    MESSAGE_BYTES = 128, /* of Discord's, shown to the operator */
    PATH_BYTES = 160,
    DEPTH_MAX = 12 /* of the fields that an error names */
};

/* -- Headers and body -- */

static enum request_scope scope_of(const char *value)
{
    if (strcmp(value, "global") == 0)
        return REQUEST_SCOPE_GLOBAL;
    if (strcmp(value, "shared") == 0)
        return REQUEST_SCOPE_SHARED;
    return strcmp(value, "user") == 0 ? REQUEST_SCOPE_USER : REQUEST_SCOPE_NONE;
}

/* X-RateLimit-Reset is not read: it is a date, and the two clocks may differ. */
static void read_header(struct request_facts *facts, const char *name, const char *value)
{
    if (strcasecmp(name, "x-ratelimit-bucket") == 0)
        request_facts_bucket(facts, value);
    else if (strcasecmp(name, "x-ratelimit-remaining") == 0)
        facts->remaining = request_facts_count(value);
    else if (strcasecmp(name, "x-ratelimit-reset-after") == 0)
        facts->reset_after = request_facts_seconds(value);
    else if (strcasecmp(name, "retry-after") == 0)
        facts->retry_after = request_facts_seconds(value);
    else if (strcasecmp(name, "x-ratelimit-scope") == 0)
        facts->scope = scope_of(value);
    else if (strcasecmp(name, "x-ratelimit-global") == 0 && strcasecmp(value, "true") == 0 &&
             facts->scope == REQUEST_SCOPE_NONE)
        facts->scope = REQUEST_SCOPE_GLOBAL;
}

static void read_body(struct request_facts *facts, const json_t *body)
{
    facts->code = json_integer_value(json_object_get(body, "code"));
    if (facts->status != STATUS_TOO_MANY)
        return;
    int64_t wait = request_facts_wait(json_object_get(body, "retry_after"), 1000);
    if (wait >= 0)
        facts->retry_after = wait; /* more exact than the header's whole seconds */
    if (facts->scope == REQUEST_SCOPE_NONE && json_is_true(json_object_get(body, "global")))
        facts->scope = REQUEST_SCOPE_GLOBAL;
}

/* -- Meaning -- */

/* Cloudflare answers instead of Discord: it blocks us. */
static bool is_blocked(const struct request_facts *facts)
{
    if (facts->code == CLOUDFLARE && facts->status >= 400)
        return true;
    return facts->foreign &&
           (facts->status == STATUS_TOO_MANY || facts->status == STATUS_FORBIDDEN);
}

/* An interaction's token is not the bot's: an error about it says nothing about the bot. */
static enum request_meaning meaning_with_token(const struct request_facts *facts, unsigned route)
{
    if ((facts->status == STATUS_NOT_FOUND && facts->code == UNKNOWN_WEBHOOK) ||
        (facts->status == STATUS_UNAUTHORIZED && facts->code == INVALID_WEBHOOK_TOKEN))
        return REQUEST_MEANS_DEAD;
    if (route == REST_INTERACTION_ANSWER && facts->code == ALREADY_ACKNOWLEDGED)
        return REQUEST_MEANS_DONE_BEFORE;
    return request_facts_meaning(facts);
}

/* Only a missing permission concerns the route; other codes of 403 concern one message or person.
 */
static bool is_forbidden(const struct request_facts *facts, unsigned route)
{
    return strncmp(rest_routes[route].path, "channels/", 9) == 0 &&
           facts->status == STATUS_FORBIDDEN &&
           (facts->code == MISSING_ACCESS || facts->code == MISSING_PERMISSIONS);
}

static enum request_meaning meaning_of(const struct request_facts *facts, unsigned route)
{
    if (facts->status == STATUS_TOO_MANY && facts->code == EDITS_RATIONED)
        return REQUEST_MEANS_REFUSED;
    if (is_blocked(facts))
        return REQUEST_MEANS_BLOCKED;
    if (rest_routes[route].carries_token)
        return meaning_with_token(facts, route);
    if (facts->status == STATUS_UNAUTHORIZED)
        return REQUEST_MEANS_UNAUTHORIZED;
    return is_forbidden(facts, route) ? REQUEST_MEANS_FORBIDDEN : request_facts_meaning(facts);
}

static void judge(struct request_facts *facts, unsigned route)
{
    facts->meaning = meaning_of(facts, route);
    facts->invalid = facts->status == STATUS_UNAUTHORIZED || facts->status == STATUS_FORBIDDEN ||
                     (facts->status == STATUS_TOO_MANY && facts->scope != REQUEST_SCOPE_SHARED);
}

/* -- The reason -- */

static void add_cut(struct text *out, const char *string, size_t most)
{
    size_t length = strlen(string);
    text_add_printable(out, string, length < most ? length : most);
}

/* Follows the first members down to the first "_errors". Returns true if there is one, with its
 * code in `*code`. */
static bool find_field(const json_t *errors, struct text *path, const char **code)
{
    for (int depth = 0; depth < DEPTH_MAX; depth++) {
        const json_t *found = json_array_get(json_object_get(errors, "_errors"), 0);
        if (found) {
            *code = json_string_value(json_object_get(found, "code"));
            return true;
        }
        /* jansson's iterator is not const, but changes nothing. */
        void *first = json_object_iter((json_t *)errors);
        if (first == NULL)
            return false;
        text_separate(path, ".");
        add_cut(path, json_object_iter_key(first), PATH_BYTES);
        errors = json_object_iter_value(first);
    }
    return false;
}

/* Discord's code and message, the first refused field and its code, but never the field's value:
 * "50035 Invalid Form Body, embeds.0.title: BASE_TYPE_REQUIRED". */
static void explain(const struct request_facts *facts, const json_t *body, struct text *out)
{
    char buffer[PATH_BYTES];
    struct text path = TEXT_IN(buffer);
    const char *code = NULL;
    const char *message = json_string_value(json_object_get(body, "message"));
    if (facts->code > 0)
        text_add_number(out, facts->code);
    else
        text_add_format(out, "HTTP %d", facts->status);
    if (message) {
        text_add_char(out, ' ');
        add_cut(out, message, MESSAGE_BYTES);
    }
    if (!find_field(json_object_get(body, "errors"), &path, &code))
        return;
    text_add(out, ", ");
    text_add(out, path.length > 0 ? path.bytes : "body");
    text_add(out, ": ");
    add_cut(out, code ? code : "refused", MESSAGE_BYTES);
}

const struct request_service rest_service = {
    .routes = rest_routes,
    .route_count = REST_ROUTES,
    .json_part = "payload_json",
    .bytes_max = 25 * 1024 * 1024,
    .token_lifetime = 15 * MINUTE,
    .when_stopped = "Discord refused the bot's token (401): check the token in the configuration, "
                    "then start again",
    .when_blocked = "Cloudflare keeps us out",
    .read_header = read_header,
    .read_body = read_body,
    .judge = judge,
    .explain = explain,
};
