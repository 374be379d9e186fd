#include "bot/core/inbound.h"

#include <stdlib.h>

#include "bot/base/memory.h"

struct inbound *inbound_copy(const struct inbound *inbound)
{
    struct inbound *copy = memory_new(sizeof *copy);
    *copy = *inbound;
    copy->network = memory_copy(inbound->network);
    copy->person.identity = memory_copy(inbound->person.identity);
    copy->person.name = memory_copy(inbound->person.name);
    copy->place = memory_copy(inbound->place);
    copy->home = memory_copy(inbound->home);
    copy->text = memory_copy(inbound->text);
    copy->event = memory_copy(inbound->event);
    copy->locale = memory_copy(inbound->locale);
    copy->roles = memory_copy(inbound->roles);
    return copy;
}

void inbound_free(struct inbound *inbound)
{
    if (inbound == NULL)
        return;
    free((char *)inbound->network);
    free((char *)inbound->person.identity);
    free((char *)inbound->person.name);
    free((char *)inbound->place);
    free((char *)inbound->home);
    free((char *)inbound->text);
    free((char *)inbound->event);
    free((char *)inbound->locale);
    free((char *)inbound->roles);
    free(inbound);
}

const char *inbound_where(const struct inbound *inbound)
{
    if (inbound->place[0] != '\0' || inbound->home == NULL)
        return inbound->place;
    return inbound->home;
}
