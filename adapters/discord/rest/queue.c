#include "adapters/discord/rest/queue.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

#include "bot/base/hash.h"

enum { PRIORITIES = 3 };

struct rest_lane {
    enum rest_route route;
    struct rest_item *items; /* sorted by priority and number */
    bool out;                /* one of them is under way */
    bool listed;
    struct rest_lane *prev, *next; /* among those with items, in the order of their first item */
    UT_hash_handle hh;
    const char *major; /* in the key */
    char key[];        /* number of the route, a blank, the major parameters */
};

struct rest_queue {
    struct rest_limits *limits;
    size_t items_max, bytes_max;
    size_t length, bytes;
    uint64_t numbers;
    int64_t first_deadline; /* no item has an earlier one */
    struct rest_lane *lanes;
    struct rest_lane *waiting;
};

struct rest_queue *rest_queue_new(struct rest_limits *limits, size_t items_max, size_t bytes_max)
{
    struct rest_queue *queue = memory_new(sizeof *queue);
    queue->limits = limits;
    queue->items_max = items_max;
    queue->bytes_max = bytes_max;
    queue->first_deadline = INT64_MAX;
    return queue;
}

void rest_queue_free(struct rest_queue *queue)
{
    free(queue);
}

const char *rest_item_major(const struct rest_item *item)
{
    return item->lane->major;
}

size_t rest_queue_length(const struct rest_queue *queue)
{
    return queue->length;
}

/* --- lanes --- */

static struct rest_lane *find_or_add(struct rest_queue *queue, enum rest_route route,
                                     const char *major)
{
    char buffer[REST_PATH_MAX];
    struct text key = TEXT_IN(buffer);
    struct rest_lane *lane;
    text_add_format(&key, "%d %s", (int)route, major);
    HASH_FIND(hh, queue->lanes, key.bytes, key.length, lane);
    if (lane)
        return lane;
    lane = memory_new(sizeof *lane + key.length + 1);
    lane->route = route;
    memcpy(lane->key, key.bytes, key.length + 1);
    lane->major = strchr(lane->key, ' ') + 1;
    HASH_ADD(hh, queue->lanes, key, (unsigned)key.length, lane);
    return lane;
}

static void free_if_empty(struct rest_queue *queue, struct rest_lane *lane)
{
    if (lane->items || lane->out)
        return;
    HASH_DEL(queue->lanes, lane);
    free(lane);
}

static void list(struct rest_queue *queue, struct rest_lane *lane)
{
    if (lane->listed)
        return;
    lane->listed = true;
    DL_APPEND(queue->waiting, lane);
}

static void unlist_if_empty(struct rest_queue *queue, struct rest_lane *lane)
{
    if (lane->items || !lane->listed)
        return;
    lane->listed = false;
    DL_DELETE(queue->waiting, lane);
}

/* --- items --- */

static int compare(const struct rest_item *one, const struct rest_item *other)
{
    if (one->priority != other->priority)
        return one->priority < other->priority ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

static void insert(struct rest_queue *queue, struct rest_lane *lane, struct rest_item *item)
{
    item->lane = lane;
    DL_INSERT_INORDER(lane->items, item, compare);
    list(queue, lane);
    queue->length++;
    queue->bytes += item->bytes;
    if (item->deadline < queue->first_deadline)
        queue->first_deadline = item->deadline;
}

/* Its lane stays. */
static void take_out(struct rest_queue *queue, struct rest_item *item)
{
    DL_DELETE(item->lane->items, item);
    unlist_if_empty(queue, item->lane);
    queue->length--;
    queue->bytes -= item->bytes;
}

bool rest_queue_add(struct rest_queue *queue, struct rest_item *item, const char *major)
{
    if (queue->length >= queue->items_max || item->bytes > queue->bytes_max - queue->bytes)
        return false;
    item->number = ++queue->numbers;
    insert(queue, find_or_add(queue, item->route, major), item);
    return true;
}

static int64_t earlier(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

/* When its first item may go; `gates` by whether it is of an interaction. */
static int64_t ready(const struct rest_queue *queue, const struct rest_lane *lane,
                     const int64_t gates[2], int64_t now)
{
    int64_t when = gates[rest_routes[lane->route].interaction];
    /* The one whose deadline has passed has to come out first. */
    if (lane->out || lane->items->deadline <= now)
        return REST_NOT_YET;
    if (lane->items->not_before > when)
        when = lane->items->not_before;
    if (when > now)
        return when;
    return rest_limits_ready(queue->limits, lane->route, lane->major, now);
}

static struct rest_item *send_first(struct rest_queue *queue, struct rest_lane *lane, int64_t now)
{
    struct rest_item *item = lane->items;
    take_out(queue, item);
    lane->out = true;
    item->bucket = rest_limits_begin(queue->limits, lane->route, lane->major, now);
    return item;
}

struct rest_item *rest_queue_next(struct rest_queue *queue, int64_t now, int64_t *again)
{
    const int64_t gates[2] = {rest_limits_gate(queue->limits, false, now),
                              rest_limits_gate(queue->limits, true, now)};
    struct rest_lane *lane;
    *again = queue->length > 0 ? queue->first_deadline : REST_NOT_YET;
    for (int priority = 0; priority < PRIORITIES; priority++) {
        DL_FOREACH(queue->waiting, lane)
        {
            if (lane->items->priority != priority)
                continue;
            int64_t when = ready(queue, lane, gates, now);
            if (when <= now)
                return send_first(queue, lane, now);
            *again = earlier(*again, when);
        }
    }
    return NULL;
}

void rest_queue_done(struct rest_queue *queue, struct rest_item *item)
{
    struct rest_lane *lane = item->lane;
    lane->out = false;
    item->lane = NULL;
    item->bucket = NULL;
    free_if_empty(queue, lane);
}

void rest_queue_repeat(struct rest_queue *queue, struct rest_item *item)
{
    struct rest_lane *lane = item->lane;
    lane->out = false;
    item->bucket = NULL;
    insert(queue, lane, item);
}

/* --- out of turn --- */

static void withdraw(struct rest_queue *queue, struct rest_item *item)
{
    struct rest_lane *lane = item->lane;
    take_out(queue, item);
    item->lane = NULL;
    free_if_empty(queue, lane);
}

struct rest_item *rest_queue_expired(struct rest_queue *queue, int64_t now)
{
    struct rest_lane *lane;
    struct rest_item *item;
    int64_t first = INT64_MAX;
    if (queue->first_deadline > now)
        return NULL;
    DL_FOREACH(queue->waiting, lane)
    {
        DL_FOREACH(lane->items, item)
        {
            if (item->deadline <= now) {
                withdraw(queue, item);
                return item;
            }
            first = earlier(first, item->deadline);
        }
    }
    queue->first_deadline = first;
    return NULL;
}

struct rest_item *rest_queue_drop(struct rest_queue *queue, int priority)
{
    struct rest_lane *lane;
    struct rest_item *item;
    DL_FOREACH(queue->waiting, lane)
    {
        DL_FOREACH(lane->items, item)
        {
            if (item->priority >= priority) {
                withdraw(queue, item);
                return item;
            }
        }
    }
    return NULL;
}
