#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"

static void end_without_memory(void)
{
    log_error("memory.exhausted");
    exit(EXIT_FAILURE);
}

void *memory_new(size_t size)
{
    void *block = calloc(1, size);
    if (block == NULL)
        end_without_memory();
    return block;
}

char *memory_copy(const char *string)
{
    if (string == NULL)
        return NULL;
    char *copy = strdup(string);
    if (copy == NULL)
        end_without_memory();
    return copy;
}
