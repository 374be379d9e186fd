#include "adapters/net/requests/queue.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#include "bot/base/duration.h"
#include "bot/base/hash.h"

enum { PRIORITIES = 3 };

struct request_lane {
    unsigned route;
    struct request_item *items; /* sorted by priority and number */
    bool out;                   /* one of them is under way */
    bool listed;
    struct request_lane *prev,
        *next; /* of the lanes with items, in the order of their first items */
    UT_hash_handle hh;
    const char *key; /* the part of `name` after the blank */
    char name[];     /* number of the route, a blank, the key */
};

struct request_queue {
    const struct request_service *service;
    struct request_limits *limits;
    size_t items_max, bytes_max;
    size_t length, bytes;
    uint64_t numbers;
    int64_t first_deadline; /* no item has an earlier one */
    struct request_lane *lanes;
    struct request_lane *waiting;
};

struct request_queue *request_queue_new(const struct request_service *service,
                                        struct request_limits *limits, size_t items_max,
                                        size_t bytes_max)
{
    struct request_queue *queue = memory_new(sizeof *queue);
    queue->service = service;
    queue->limits = limits;
    queue->items_max = items_max;
    queue->bytes_max = bytes_max;
    queue->first_deadline = INT64_MAX;
    return queue;
}

void request_queue_free(struct request_queue *queue)
{
    free(queue);
}

const char *request_item_key(const struct request_item *item)
{
    return item->lane->key;
}

size_t request_queue_length(const struct request_queue *queue)
{
    return queue->length;
}

/* -- Lanes -- */

static struct request_lane *find_or_add(struct request_queue *queue, unsigned route,
                                        const char *key)
{
    char buffer[REQUEST_KEY_MAX + REQUEST_BUCKET_MAX];
    struct text name = TEXT_IN(buffer);
    struct request_lane *lane;
    text_add_format(&name, "%u %s", route, key);
    HASH_FIND(hh, queue->lanes, name.bytes, name.length, lane);
    if (lane)
        return lane;
    lane = memory_new(sizeof *lane + name.length + 1);
    lane->route = route;
    memcpy(lane->name, name.bytes, name.length + 1);
    lane->key = strchr(lane->name, ' ') + 1;
    HASH_ADD(hh, queue->lanes, name, (unsigned)name.length, lane);
    return lane;
}

static void free_if_empty(struct request_queue *queue, struct request_lane *lane)
{
    if (lane->items || lane->out)
        return;
    HASH_DEL(queue->lanes, lane);
    free(lane);
}

static void list(struct request_queue *queue, struct request_lane *lane)
{
    if (lane->listed)
        return;
    lane->listed = true;
    DL_APPEND(queue->waiting, lane);
}

static void unlist_if_empty(struct request_queue *queue, struct request_lane *lane)
{
    if (lane->items || !lane->listed)
        return;
    lane->listed = false;
    DL_DELETE(queue->waiting, lane);
}

/* -- Items -- */

static int compare(const struct request_item *one, const struct request_item *other)
{
    if (one->priority != other->priority)
        return one->priority < other->priority ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

static void insert(struct request_queue *queue, struct request_lane *lane,
                   struct request_item *item)
{
    item->lane = lane;
    DL_INSERT_INORDER(lane->items, item, compare);
    list(queue, lane);
    queue->length++;
    queue->bytes += item->bytes;
    if (item->deadline < queue->first_deadline)
        queue->first_deadline = item->deadline;
}

/* Keeps the lane. */
static void take_out(struct request_queue *queue, struct request_item *item)
{
    DL_DELETE(item->lane->items, item);
    unlist_if_empty(queue, item->lane);
    queue->length--;
    queue->bytes -= item->bytes;
}

bool request_queue_add(struct request_queue *queue, struct request_item *item, const char *key)
{
    if (queue->length >= queue->items_max || item->bytes > queue->bytes_max - queue->bytes)
        return false;
    item->number = ++queue->numbers;
    insert(queue, find_or_add(queue, item->route, key), item);
    return true;
}

/* Returns when the lane's first item may be sent. `gates` is indexed by whether the route has a
 * token. */
static int64_t ready(const struct request_queue *queue, const struct request_lane *lane,
                     const int64_t gates[2], int64_t now)
{
    int64_t when = gates[queue->service->routes[lane->route].carries_token];
    /* An item past its deadline must be taken out first. */
    if (lane->out || lane->items->deadline <= now)
        return REQUEST_NOT_YET;
    if (lane->items->not_before > when)
        when = lane->items->not_before;
    if (when > now)
        return when;
    return request_limits_ready(queue->limits, lane->route, lane->key, now);
}

static struct request_item *send_first(struct request_queue *queue, struct request_lane *lane,
                                       int64_t now)
{
    struct request_item *item = lane->items;
    take_out(queue, item);
    lane->out = true;
    item->bucket = request_limits_begin(queue->limits, lane->route, lane->key, now);
    return item;
}

struct request_item *request_queue_next(struct request_queue *queue, int64_t now, int64_t *again)
{
    const int64_t gates[2] = {request_limits_gate(queue->limits, false, now),
                              request_limits_gate(queue->limits, true, now)};
    struct request_lane *lane;
    *again = queue->length > 0 ? queue->first_deadline : REQUEST_NOT_YET;
    for (int priority = 0; priority < PRIORITIES; priority++) {
        DL_FOREACH (queue->waiting, lane) {
            if (lane->items->priority != priority)
                continue;
            int64_t when = ready(queue, lane, gates, now);
            if (when <= now)
                return send_first(queue, lane, now);
            *again = earlier_of(*again, when);
        }
    }
    return NULL;
}

void request_queue_done(struct request_queue *queue, struct request_item *item)
{
    struct request_lane *lane = item->lane;
    lane->out = false;
    item->lane = NULL;
    item->bucket = NULL;
    free_if_empty(queue, lane);
}

void request_queue_repeat(struct request_queue *queue, struct request_item *item)
{
    struct request_lane *lane = item->lane;
    lane->out = false;
    item->bucket = NULL;
    insert(queue, lane, item);
}

/* -- Out of turn -- */

static void withdraw(struct request_queue *queue, struct request_item *item)
{
    struct request_lane *lane = item->lane;
    take_out(queue, item);
    item->lane = NULL;
    free_if_empty(queue, lane);
}

struct request_item *request_queue_expired(struct request_queue *queue, int64_t now)
{
    struct request_lane *lane;
    struct request_item *item;
    int64_t first = INT64_MAX;
    if (queue->first_deadline > now)
        return NULL;
    DL_FOREACH (queue->waiting, lane) {
        DL_FOREACH (lane->items, item) {
            if (item->deadline <= now) {
                withdraw(queue, item);
                return item;
            }
            first = earlier_of(first, item->deadline);
        }
    }
    queue->first_deadline = first;
    return NULL;
}

struct request_item *request_queue_drop(struct request_queue *queue, int priority)
{
    struct request_lane *lane;
    struct request_item *item;
    DL_FOREACH (queue->waiting, lane) {
        DL_FOREACH (lane->items, item) {
            if (item->priority >= priority) {
                withdraw(queue, item);
                return item;
            }
        }
    }
    return NULL;
}
