/* What is to be said after this turn of the loop, once the store has committed.
 *
 * Nothing goes from a command to a network directly: it waits here until everything that it speaks
 * of is on disk. When the commit fails all of it is dropped.
 */
#ifndef BELFRY_BOT_CORE_OUTBOX_H
#define BELFRY_BOT_CORE_OUTBOX_H

#include "bot/adapter.h"

struct outbox {
    struct outbox_message *first, **last;
    /* What is being worked off, NULL between messages: the caller's. */
    const struct inbound *asked;
};

void outbox_open(struct outbox *outbox);
/* Copies the message with its strings. One to the person or to the place of what is being worked
 * off carries its request. */
void outbox_put(struct outbox *outbox, const struct outbound *message);
/* Hands every message to `say` in order and empties the outbox; messages added meanwhile too. */
void outbox_flush(struct outbox *outbox, void (*say)(void *context, const struct outbound *message),
                  void *context);
void outbox_drop(struct outbox *outbox);

#endif
