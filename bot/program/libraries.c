#include "bot/program/libraries.h"

#include <jansson.h>
#include <stdlib.h>
#include <unicode/uclean.h>
#include <uv.h>

#include "bot/base/memory.h"

static void *icu_take(const void *context, size_t size)
{
    (void)context;
    return memory_take(size);
}

static void *icu_resize(const void *context, void *block, size_t size)
{
    (void)context;
    return memory_resize(block, size);
}

static void icu_free(const void *context, void *block)
{
    (void)context;
    free(block);
}

void libraries_use_memory(void)
{
    UErrorCode error = U_ZERO_ERROR;
    u_setMemoryFunctions(NULL, icu_take, icu_resize, icu_free, &error);
    json_set_alloc_funcs(memory_take, free);
    uv_replace_allocator(memory_take, memory_resize, memory_take_zeroed, free);
}
