/* Requests that wait, and which of them goes next. Pure: time comes in, nothing is sent here.
 *
 * Requests of one route and the same major parameters stand in one lane: one of them is out at a
 * time, the most urgent first, among equals in the order of asking. Between lanes the more urgent
 * goes first, and then the one that waits longer. When a request may go is for rest_limits to say.
 *
 * An item is owned by the caller; the queue holds it from rest_queue_add until it hands it out.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_QUEUE_H
#define BELFRY_ADAPTERS_DISCORD_REST_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/discord/rest/limits.h"

struct rest_lane;

/* The part of a request that the queue knows. */
struct rest_item {
    enum rest_route route;
    int priority; /* enum rest_priority */
    int64_t not_before, deadline;
    size_t bytes; /* counted against the queue's limit */
    /* The queue's own. */
    uint64_t number;
    struct rest_lane *lane;
    struct rest_bucket *bucket; /* while it is out: for rest_limits_end */
    struct rest_item *prev, *next;
};

struct rest_queue;

struct rest_queue *rest_queue_new(struct rest_limits *limits, size_t items_max, size_t bytes_max);
/* Nothing may wait or be out. */
void rest_queue_free(struct rest_queue *queue);

/* False when it is full. */
bool rest_queue_add(struct rest_queue *queue, struct rest_item *item, const char *major);
/* The item that goes now (rest_limits_begin is done), or NULL and in `*again` when to ask again:
 * REST_NOT_YET if only after an answer or a new item. What is past its deadline does not go. */
struct rest_item *rest_queue_next(struct rest_queue *queue, int64_t now, int64_t *again);
/* An item that was out waits again, until its `not_before`. */
void rest_queue_repeat(struct rest_queue *queue, struct rest_item *item);
/* An item that was out is done with. */
void rest_queue_done(struct rest_queue *queue, struct rest_item *item);

/* Takes out an item whose deadline has passed, or NULL. Ask until there is none. */
struct rest_item *rest_queue_expired(struct rest_queue *queue, int64_t now);
/* Takes out any item of this priority or a less urgent one, or NULL. */
struct rest_item *rest_queue_drop(struct rest_queue *queue, int priority);

/* The major parameters that it was added with; while the queue knows it. */
const char *rest_item_major(const struct rest_item *item);
size_t rest_queue_length(const struct rest_queue *queue);

#endif
