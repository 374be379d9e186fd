/* The requests that wait, and which of them goes next. Pure: time comes in, nothing is sent here.
 *
 * Requests of one route and key stand in one lane. One of them is out at a time: the most urgent
 * first, among equals in the order in which they were made. Between lanes the more urgent request
 * goes first, then the one that has waited longer. request_limits says when a request may go.
 *
 * The caller owns the items; the queue holds an item from request_queue_add until it hands it out.
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
    /* The queue's own. */
    uint64_t number;
    struct request_lane *lane;
    struct request_bucket *bucket; /* while it is out: for request_limits_end */
    struct request_item *prev, *next;
};

struct request_queue;

struct request_queue *request_queue_new(const struct request_service *service,
                                        struct request_limits *limits, size_t items_max,
                                        size_t bytes_max);
/* Nothing may wait or be out. */
void request_queue_free(struct request_queue *queue);

/* False when it is full. */
bool request_queue_add(struct request_queue *queue, struct request_item *item, const char *key);
/* The item that goes now (request_limits_begin has been called), or NULL. Then `*again` is when to
 * ask again: REQUEST_NOT_YET if only after an answer or a new item. An item past its deadline does
 * not go. */
struct request_item *request_queue_next(struct request_queue *queue, int64_t now, int64_t *again);
/* An item that was out waits again, until its `not_before`. */
void request_queue_repeat(struct request_queue *queue, struct request_item *item);
/* An item that was out is done with. */
void request_queue_done(struct request_queue *queue, struct request_item *item);

/* Takes out one item whose deadline has passed. NULL when there is none left. */
struct request_item *request_queue_expired(struct request_queue *queue, int64_t now);
/* Takes out one item of this priority or a less urgent one. NULL when there is none left. */
struct request_item *request_queue_drop(struct request_queue *queue, int priority);

/* The key that the item was added with, as long as the queue knows the item. */
const char *request_item_key(const struct request_item *item);
size_t request_queue_length(const struct request_queue *queue);

#endif
