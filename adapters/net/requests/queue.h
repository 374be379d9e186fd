/* The waiting requests, and which of them is sent next. Pure: the time is a parameter, and nothing
 * is sent here.
 *
 * Requests of one route and key form a lane. At most one of a lane is out at a time: the most
 * urgent first, then in the order in which they were made. Between lanes, the more urgent request
 * is first, then the one that has waited longer. request_limits decides when a request may be sent.
 *
 * The caller owns the items. The queue holds an item from request_queue_add until it hands it out.
 */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_QUEUE_H
#define BELFRY_ADAPTERS_NET_REQUESTS_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/net/requests/limits.h"

struct request_lane;

/* The part of a request that the queue knows. */
struct request_item {
    unsigned route;
    int priority; /* enum request_priority */
    int64_t not_before, deadline;
    size_t bytes; /* counted against the queue's limit */
    /* Private to the queue. */
    uint64_t number;
    struct request_lane *lane;
    struct request_bucket *bucket; /* while it is out: for request_limits_end */
    struct request_item *prev, *next;
};

struct request_queue;

struct request_queue *request_queue_new(const struct request_service *service,
                                        struct request_limits *limits, size_t items_max,
                                        size_t bytes_max);
/* No item may be waiting or out. */
void request_queue_free(struct request_queue *queue);

/* Returns false when the queue is full. */
bool request_queue_add(struct request_queue *queue, struct request_item *item, const char *key);
/* Returns the item to send now, for which request_limits_begin has been called. NULL: none; then
 * `*again` is when to ask again, REQUEST_NOT_YET if only after an answer or a new item. An item
 * past its deadline is never returned. */
struct request_item *request_queue_next(struct request_queue *queue, int64_t now, int64_t *again);
/* An item that was out waits again, at least until its `not_before`. */
void request_queue_repeat(struct request_queue *queue, struct request_item *item);
/* An item that was out is finished. */
void request_queue_done(struct request_queue *queue, struct request_item *item);

/* Takes out one item whose deadline has passed; returns NULL when there is none. */
struct request_item *request_queue_expired(struct request_queue *queue, int64_t now);
/* Takes out one item of this priority or a less urgent one; returns NULL when there is none. */
struct request_item *request_queue_drop(struct request_queue *queue, int priority);

/* Returns the key with which the item was added; valid while the queue holds the item or it is out.
 */
const char *request_item_key(const struct request_item *item);
size_t request_queue_length(const struct request_queue *queue);

#endif
