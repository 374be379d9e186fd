/* A question to the host's memory (adapter_listener.recall) that its owner may drop: the answer may
 * come when the owner does not exist any more.
 */
#ifndef BELFRY_ADAPTERS_NET_TALK_RECALL_H
#define BELFRY_ADAPTERS_NET_TALK_RECALL_H

#include "bot/adapter.h"

struct talk_recall;

/* Asks. `*recall`, a member of the owner, is set until the answer comes, which may be before this
 * function returns. The value is NULL if nothing is remembered. */
void talk_recall_ask(struct talk_recall **recall, const struct adapter_listener *listener,
                     const char *network, const char *key,
                     void (*recalled)(void *owner, const char *value), void *owner);
/* The owner must not hear the answer any more. Does nothing if nothing was asked. */
void talk_recall_drop(struct talk_recall **recall);

#endif
