#include "adapters/discord/rest/facts.h"

#include <string.h>
#include <strings.h>

enum {
    STATUS_FORBIDDEN = 403,
    STATUS_TOO_MANY = 429,
    CODE_CLOUDFLARE = 40333,
    MESSAGE_BYTES = 128, /* of Discord's, shown to the operator */
    PATH_BYTES = 160,
    DEPTH_MAX = 12 /* of the fields that an error names */
};

void rest_facts_clear(struct rest_facts *facts)
{
    *facts = (struct rest_facts){.remaining = -1, .reset_after = -1, .retry_after = -1};
}

/* --- numbers --- */

/* A decimal number of seconds as ms, rounded up; -1 when it is none. Not strtod: that one follows
 * the locale. */
static int64_t milliseconds(const char *text)
{
    const int64_t most = REST_WAIT_MAX;
    int64_t total = 0, unit = 100;
    bool rest = false;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++)
        if (total < most)
            total = total * 10 + (*at - '0') * 1000;
    if (at == text)
        return -1;
    if (*at == '.') {
        for (at++; *at >= '0' && *at <= '9'; at++, unit /= 10) {
            total += (*at - '0') * unit;
            rest |= unit == 0 && *at != '0';
        }
    }
    if (*at != '\0')
        return -1;
    total += rest;
    return total < most ? total : most;
}

static int64_t milliseconds_of_json(const json_t *seconds)
{
    double value = json_number_value(seconds) * 1000;
    if (!json_is_number(seconds) || !(value >= 0))
        return -1;
    if (value >= REST_WAIT_MAX)
        return REST_WAIT_MAX;
    int64_t whole = (int64_t)value;
    return whole + (value > (double)whole);
}

static int64_t count_of(const char *text)
{
    const int64_t most = 1000000;
    int64_t count = 0;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] != '\0')
        return -1;
    for (size_t i = 0; i < digits && count < most; i++)
        count = count * 10 + (text[i] - '0');
    return count;
}

/* --- headers --- */

static enum rest_scope scope_of(const char *value)
{
    if (strcmp(value, "global") == 0)
        return REST_SCOPE_GLOBAL;
    if (strcmp(value, "shared") == 0)
        return REST_SCOPE_SHARED;
    return strcmp(value, "user") == 0 ? REST_SCOPE_USER : REST_SCOPE_NONE;
}

static void take(struct rest_facts *facts, const char *name, const char *value)
{
    if (strcasecmp(name, "x-ratelimit-bucket") == 0) {
        /* A key of ours: a longer one, or an odd one, is none. */
        size_t length = strspn(value, "0123456789abcdefghijklmnopqrstuvwxyz"
                                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ:_-");
        bool fits = length < sizeof facts->bucket && value[length] == '\0';
        memcpy(facts->bucket, fits ? value : "", fits ? length + 1 : 1);
    } else if (strcasecmp(name, "x-ratelimit-remaining") == 0) {
        facts->remaining = count_of(value);
    } else if (strcasecmp(name, "x-ratelimit-reset-after") == 0) {
        facts->reset_after = milliseconds(value);
    } else if (strcasecmp(name, "retry-after") == 0) {
        facts->retry_after = milliseconds(value);
    } else if (strcasecmp(name, "x-ratelimit-scope") == 0) {
        facts->scope = scope_of(value);
    } else if (strcasecmp(name, "x-ratelimit-global") == 0 && strcasecmp(value, "true") == 0 &&
               facts->scope == REST_SCOPE_NONE) {
        facts->scope = REST_SCOPE_GLOBAL;
    }
}

/* "HTTP/1.1 200 OK", "HTTP/2 200" */
static void take_status(struct rest_facts *facts, const char *line)
{
    const char *space = strchr(line, ' ');
    char digits[4] = "";
    rest_facts_clear(facts);
    for (size_t i = 0; space && i < 3 && space[i + 1] >= '0' && space[i + 1] <= '9'; i++)
        digits[i] = space[i + 1];
    facts->status = (int)count_of(digits);
    if (facts->status < 0)
        facts->status = 0;
}

void rest_facts_header(struct rest_facts *facts, const char *line, size_t length)
{
    /* None of ours is longer. */
    char copy[256];
    while (length > 0 && strchr("\r\n \t", line[length - 1]))
        length--;
    if (length >= sizeof copy || memchr(line, '\0', length))
        return;
    memcpy(copy, line, length);
    copy[length] = '\0';
    if (strncmp(copy, "HTTP/", 5) == 0) {
        take_status(facts, copy);
        return;
    }
    char *colon = strchr(copy, ':');
    if (colon == NULL)
        return;
    *colon = '\0';
    take(facts, copy, colon + 1 + strspn(colon + 1, " \t"));
}

/* --- the body --- */

static void take_limited(struct rest_facts *facts, const json_t *json)
{
    int64_t wait = milliseconds_of_json(json_object_get(json, "retry_after"));
    /* More exact than the header, which has whole seconds. */
    if (wait >= 0)
        facts->retry_after = wait;
    if (facts->scope == REST_SCOPE_NONE && json_is_true(json_object_get(json, "global")))
        facts->scope = REST_SCOPE_GLOBAL;
}

json_t *rest_facts_body(struct rest_facts *facts, const char *bytes, size_t length)
{
    if (length == 0) {
        facts->foreign = facts->status == STATUS_TOO_MANY;
        return NULL;
    }
    json_t *json = json_loadb(bytes, length, 0, NULL);
    facts->foreign = json == NULL;
    facts->code = json_integer_value(json_object_get(json, "code"));
    if (facts->status == STATUS_TOO_MANY)
        take_limited(facts, json);
    return json;
}

bool rest_facts_blocked(const struct rest_facts *facts)
{
    if (facts->code == CODE_CLOUDFLARE && facts->status >= 400)
        return true;
    return facts->foreign &&
           (facts->status == STATUS_TOO_MANY || facts->status == STATUS_FORBIDDEN);
}

/* --- the reason --- */

static void add_cut(struct text *out, const char *string, size_t most)
{
    size_t length = strlen(string);
    text_add_printable(out, string, length < most ? length : most);
}

/* Goes down along first members to the first "_errors"; true with its code in `*code`. */
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

void rest_facts_reason(const struct rest_facts *facts, const json_t *json, struct text *out)
{
    char buffer[PATH_BYTES];
    struct text path = TEXT_IN(buffer);
    const char *code = NULL;
    const char *message = json_string_value(json_object_get(json, "message"));
    if (facts->code > 0)
        text_add_number(out, facts->code);
    else
        text_add_format(out, "HTTP %d", facts->status);
    if (message) {
        text_add_char(out, ' ');
        add_cut(out, message, MESSAGE_BYTES);
    }
    if (!find_field(json_object_get(json, "errors"), &path, &code))
        return;
    text_add(out, ", ");
    text_add(out, path.length > 0 ? path.bytes : "body");
    text_add(out, ": ");
    add_cut(out, code ? code : "refused", MESSAGE_BYTES);
}
