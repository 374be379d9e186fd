/* Fuzzes everything that reads answers of a REST server. Nothing crashes, no wait is endless, and
 * no reason contains anything that could break a line of the log.
 *
 * Answers are separated by "\n----\n". The first byte of each chooses the route, the second the
 * channel, the third how much time passes; the rest is headers, an empty line and the body.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/rest/rest.h"
#include "adapters/net/requests/policy.h"
#include "adapters/net/requests/queue.h"
#include "adapters/net/requests/refusals.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ITEMS = 16, LIMIT_INVALID = 8, LIFE = 100000, WAIT_MOST = REQUEST_WAIT_MAX + 11 * 60000 };

struct bench {
    struct request_limits *limits;
    struct request_refusals *refusals;
    struct request_queue *queue;
    struct request_settings settings;
    struct request_item items[ITEMS];
    bool used[ITEMS];
    int64_t now;
};

static void hold(bool condition)
{
    if (!condition)
        abort();
}

static json_t *read_answer(struct request_facts *facts, unsigned route, const char *bytes,
                           size_t size)
{
    size_t at = 0;
    request_facts_clear(facts);
    while (at < size && bytes[at] != '\n') {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end ? (size_t)(end - bytes) - at + 1 : size - at;
        request_facts_header(facts, &rest_service, bytes + at, length);
        at += length;
    }
    at += at < size;
    json_t *json = request_facts_body(facts, &rest_service, route, bytes + at, size - at);
    hold(facts->retry_after >= -1 && facts->retry_after <= REQUEST_WAIT_MAX);
    hold(facts->reset_after >= -1 && facts->reset_after <= REQUEST_WAIT_MAX);
    hold(facts->remaining >= -1);
    return json;
}

static void read_reason(const struct request_facts *facts, const json_t *json)
{
    char buffer[REQUEST_REASON_MAX];
    struct text reason = TEXT_IN(buffer);
    rest_service.explain(facts, json, &reason);
    hold(reason.length > 0);
    for (const char *at = buffer; *at; at++)
        hold((unsigned char)*at >= ' ' && *at != 0x7F);
}

static void add(struct bench *bench, uint8_t route, uint8_t channel)
{
    char key[8];
    int free_one = 0;
    while (free_one < ITEMS && bench->used[free_one])
        free_one++;
    if (free_one == ITEMS)
        return;
    struct request_item *item = &bench->items[free_one];
    *item = (struct request_item){.route = route % REST_ROUTES,
                                  .priority = channel % 3,
                                  .deadline = bench->now + LIFE,
                                  .bytes = 1};
    snprintf(key, sizeof key, "%d", channel % 4);
    bench->used[free_one] = request_queue_add(bench->queue, item, key);
}

static void answer(struct bench *bench, const struct request_facts *facts)
{
    int64_t again;
    struct request_item *item;
    while ((item = request_queue_expired(bench->queue, bench->now)))
        bench->used[item - bench->items] = false;
    item = request_queue_next(bench->queue, bench->now, &again);
    if (item == NULL) {
        /* Nothing is under way, so the queue must say when to ask again. */
        hold(request_queue_length(bench->queue) == 0 || again <= bench->now + LIFE);
        return;
    }
    const struct request_try try = {false, 1, REQUEST_ANSWERED};
    request_limits_end(bench->limits, item->bucket, facts, bench->now);
    request_refusals_learn(bench->refusals, item->route, request_item_key(item), facts, bench->now);
    struct request_verdict verdict = request_policy(&bench->settings, &try, facts, 0);
    hold(verdict.pause >= 0 && verdict.pause <= REQUEST_WAIT_MAX);
    hold(request_limits_gate(bench->limits, false, bench->now) <= bench->now + WAIT_MOST);
    item->not_before = bench->now + verdict.pause;
    if (verdict.repeat) {
        request_queue_repeat(bench->queue, item);
        return;
    }
    bench->used[item - bench->items] = false;
    request_queue_done(bench->queue, item);
}

static void take(struct bench *bench, const uint8_t *bytes, size_t size)
{
    struct request_facts facts;
    if (size < 3)
        return;
    bench->now += bytes[2] * 100;
    json_t *json = read_answer(&facts, bytes[0] % REST_ROUTES, (const char *)bytes + 3, size - 3);
    read_reason(&facts, json);
    add(bench, bytes[0], bytes[1]);
    answer(bench, &facts);
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char separator[] = "\n----\n";
    struct bench bench = {.settings = request_settings_default(), .now = 1000000};
    bench.limits = request_limits_new(&rest_service, 3, LIMIT_INVALID, LIFE / 2);
    bench.refusals = request_refusals_new(&rest_service, LIFE);
    bench.queue = request_queue_new(&rest_service, bench.limits, ITEMS, ITEMS);
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memmem(data + at, size - at, separator, sizeof separator - 1);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        take(&bench, data + at, length);
        at += length + sizeof separator - 1;
    }
    while (request_queue_drop(bench.queue, REQUEST_URGENT)) {
    }
    request_queue_free(bench.queue);
    request_refusals_free(bench.refusals);
    request_limits_free(bench.limits);
    return 0;
}
