#include "adapters/net/talk/recall.h"

#include <stdlib.h>

#include "bot/base/memory.h"

struct talk_recall {
    struct talk_recall **slot; /* in the owner; NULL: dropped */
    void (*recalled)(void *owner, const char *value);
    void *owner;
};

static void answered(void *asker, const char *value)
{
    const struct talk_recall recall = *(struct talk_recall *)asker;
    free(asker);
    if (recall.slot == NULL)
        return;
    *recall.slot = NULL;
    recall.recalled(recall.owner, value);
}

void talk_recall_ask(struct talk_recall **recall, const struct adapter_listener *listener,
                     const char *network, const char *key,
                     void (*recalled)(void *owner, const char *value), void *owner)
{
    struct talk_recall *asker = memory_new(sizeof *asker);
    *asker = (struct talk_recall){.slot = recall, .recalled = recalled, .owner = owner};
    *recall = asker;
    listener->recall(listener->context, network, key, answered, asker);
}

void talk_recall_drop(struct talk_recall **recall)
{
    if (*recall != NULL)
        (*recall)->slot = NULL;
    *recall = NULL;
}
