#include "adapters/net/requests/facts.h"

#include <string.h>

#include "adapters/net/requests/service.h"
#include "bot/base/duration.h"

enum { STATUS_TOO_MANY = 429 };

void request_facts_clear(struct request_facts *facts)
{
    *facts = (struct request_facts){.remaining = -1, .reset_after = -1, .retry_after = -1};
}

/* -- Numbers -- */

/* strtod would depend on the locale. */
int64_t request_facts_seconds(const char *text)
{
    const int64_t most = REQUEST_WAIT_MAX;
    int64_t total = 0, unit = SECOND / 10;
    bool rest = false;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++)
        if (total < most)
            total = total * 10 + (*at - '0') * SECOND;
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

int64_t request_facts_wait(const json_t *number, int unit)
{
    double value = json_number_value(number) * unit;
    if (!json_is_number(number) || !(value >= 0))
        return -1;
    if (value >= REQUEST_WAIT_MAX)
        return REQUEST_WAIT_MAX;
    int64_t whole = (int64_t)value;
    return whole + (value > (double)whole);
}

int64_t request_facts_count(const char *text)
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

void request_facts_bucket(struct request_facts *facts, const char *id)
{
    size_t length = strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ:_-");
    bool fits = length < sizeof facts->bucket && id[length] == '\0';
    memcpy(facts->bucket, fits ? id : "", fits ? length + 1 : 1);
}

/* -- Headers -- */

/* "HTTP/1.1 200 OK", "HTTP/2 200" */
static void read_status(struct request_facts *facts, const char *line)
{
    const char *space = strchr(line, ' ');
    char digits[4] = "";
    request_facts_clear(facts);
    for (size_t i = 0; space && i < 3 && space[i + 1] >= '0' && space[i + 1] <= '9'; i++)
        digits[i] = space[i + 1];
    facts->status = (int)request_facts_count(digits);
    if (facts->status < 0)
        facts->status = 0;
}

void request_facts_header(struct request_facts *facts, const struct request_service *service,
                          const char *line, size_t length)
{
    char copy[256]; /* no header about limits is longer */
    while (length > 0 && strchr("\r\n \t", line[length - 1]))
        length--;
    if (length >= sizeof copy || memchr(line, '\0', length))
        return;
    memcpy(copy, line, length);
    copy[length] = '\0';
    if (strncmp(copy, "HTTP/", 5) == 0) {
        read_status(facts, copy);
        return;
    }
    char *colon = strchr(copy, ':');
    if (colon == NULL)
        return;
    *colon = '\0';
    service->read_header(facts, copy, colon + 1 + strspn(colon + 1, " \t"));
}

/* -- The body -- */

json_t *request_facts_body(struct request_facts *facts, const struct request_service *service,
                           unsigned route, const char *bytes, size_t length)
{
    json_t *json = length > 0 ? json_loadb(bytes, length, 0, NULL) : NULL;
    /* Many successes have no body, but the body of a 429 says more. */
    facts->foreign = json == NULL && (length > 0 || facts->status == STATUS_TOO_MANY);
    service->read_body(facts, json);
    service->judge(facts, route);
    return json;
}

enum request_meaning request_facts_meaning(const struct request_facts *facts)
{
    if (facts->status >= 200 && facts->status < 300)
        return REQUEST_MEANS_DONE;
    if (facts->status == STATUS_TOO_MANY)
        return REQUEST_MEANS_LIMITED;
    return facts->status >= 500 ? REQUEST_MEANS_FAILED : REQUEST_MEANS_REFUSED;
}
