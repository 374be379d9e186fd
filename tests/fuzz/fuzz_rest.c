/* Answers of a REST server, one after the other, through everything that reads them: no crash, no
 * wait without an end, nothing in the reason that could break a line of the log.
 *
 * Answers are separated by "\n----\n"; the first byte of each chooses the route, the second the
 * channel, the third how much time passes, the rest is headers, an empty line and the body.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/discord/rest/policy.h"
#include "adapters/discord/rest/queue.h"
#include "adapters/discord/rest/refusals.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ITEMS = 16, LIMIT_INVALID = 8, LIFE = 100000, WAIT_MOST = REST_WAIT_MAX + 11 * 60000 };

struct bench {
    struct rest_limits *limits;
    struct rest_refusals *refusals;
    struct rest_queue *queue;
    struct rest_settings settings;
    struct rest_item items[ITEMS];
    bool used[ITEMS];
    int64_t now;
};

static void hold(bool condition)
{
    if (!condition)
        abort();
}

static json_t *read_answer(struct rest_facts *facts, const char *bytes, size_t size)
{
    size_t at = 0;
    rest_facts_clear(facts);
    while (at < size && bytes[at] != '\n') {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end ? (size_t)(end - bytes) - at + 1 : size - at;
        rest_facts_header(facts, bytes + at, length);
        at += length;
    }
    at += at < size;
    json_t *json = rest_facts_body(facts, bytes + at, size - at);
    hold(facts->retry_after >= -1 && facts->retry_after <= REST_WAIT_MAX);
    hold(facts->reset_after >= -1 && facts->reset_after <= REST_WAIT_MAX);
    hold(facts->remaining >= -1);
    return json;
}

static void read_reason(const struct rest_facts *facts, const json_t *json)
{
    char buffer[REST_REASON_MAX];
    struct text reason = TEXT_IN(buffer);
    rest_facts_reason(facts, json, &reason);
    hold(reason.length > 0);
    for (const char *at = buffer; *at; at++)
        hold((unsigned char)*at >= ' ' && *at != 0x7F);
}

static void add(struct bench *bench, uint8_t route, uint8_t channel)
{
    char major[8];
    int free_one = 0;
    while (free_one < ITEMS && bench->used[free_one])
        free_one++;
    if (free_one == ITEMS)
        return;
    struct rest_item *item = &bench->items[free_one];
    *item = (struct rest_item){.route = route % REST_ROUTES,
                               .priority = channel % 3,
                               .deadline = bench->now + LIFE,
                               .bytes = 1};
    snprintf(major, sizeof major, "%d", channel % 4);
    bench->used[free_one] = rest_queue_add(bench->queue, item, major);
}

static void answer(struct bench *bench, const struct rest_facts *facts)
{
    int64_t again;
    struct rest_item *item;
    while ((item = rest_queue_expired(bench->queue, bench->now)))
        bench->used[item - bench->items] = false;
    item = rest_queue_next(bench->queue, bench->now, &again);
    if (item == NULL) {
        /* Nothing is out, so it must say when. */
        hold(rest_queue_length(bench->queue) == 0 || again <= bench->now + LIFE);
        return;
    }
    const struct rest_try try = {item->route, false, 1, REST_ANSWERED};
    rest_limits_end(bench->limits, item->bucket, facts, bench->now);
    rest_refusals_learn(bench->refusals, item->route, rest_item_major(item), facts, bench->now);
    struct rest_verdict verdict = rest_policy(&bench->settings, &try, facts, 0);
    hold(verdict.pause >= 0 && verdict.pause <= REST_WAIT_MAX);
    hold(rest_limits_gate(bench->limits, false, bench->now) <= bench->now + WAIT_MOST);
    item->not_before = bench->now + verdict.pause;
    if (verdict.repeat) {
        rest_queue_repeat(bench->queue, item);
        return;
    }
    bench->used[item - bench->items] = false;
    rest_queue_done(bench->queue, item);
}

static void take(struct bench *bench, const uint8_t *bytes, size_t size)
{
    struct rest_facts facts;
    if (size < 3)
        return;
    bench->now += bytes[2] * 100;
    json_t *json = read_answer(&facts, (const char *)bytes + 3, size - 3);
    read_reason(&facts, json);
    add(bench, bytes[0], bytes[1]);
    answer(bench, &facts);
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char separator[] = "\n----\n";
    struct bench bench = {.settings = rest_settings_standard(), .now = 1000000};
    bench.limits = rest_limits_new(3, LIMIT_INVALID, LIFE / 2);
    bench.refusals = rest_refusals_new(LIFE);
    bench.queue = rest_queue_new(bench.limits, ITEMS, ITEMS);
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memmem(data + at, size - at, separator, sizeof separator - 1);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        take(&bench, data + at, length);
        at += length + sizeof separator - 1;
    }
    while (rest_queue_drop(bench.queue, REST_URGENT)) {
    }
    rest_queue_free(bench.queue);
    rest_refusals_free(bench.refusals);
    rest_limits_free(bench.limits);
    return 0;
}
