/* The messages of this turn of the loop, sent once the store has committed.
 *
 * Commands never send to a network directly: a message waits here until everything that it speaks
 * of is on disk. When the commit fails, all of them are dropped.
 */
#ifndef BELFRY_BOT_CORE_OUTBOX_H
#define BELFRY_BOT_CORE_OUTBOX_H

#include "bot/adapter.h"

struct outbox {
    struct outbox_message *first, **last;
    /* The input being handled, owned by the caller; NULL between inputs. */
    const struct inbound *asked;
};

void outbox_open(struct outbox *outbox);
/* Copies the message with its strings. A message to the person or to the place of the input being
 * handled carries the input's request. */
void outbox_put(struct outbox *outbox, const struct outbound *message);
/* Hands every message to `say` in order, including messages added meanwhile, and empties the
 * outbox. */
void outbox_flush(struct outbox *outbox, void (*say)(void *context, const struct outbound *message),
                  void *context);
/* Moves every message behind those of `to`, which was opened. */
void outbox_move(struct outbox *outbox, struct outbox *to);
bool outbox_is_empty(const struct outbox *outbox);
/* Whether one of the messages is about the table. */
bool outbox_tells_of(const struct outbox *outbox, int64_t table);
void outbox_drop(struct outbox *outbox);

#endif
