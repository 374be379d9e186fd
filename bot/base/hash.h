/* uthash on the host's memory: without memory the process ends (bot/base/memory.h).
 *
 * The list of a table runs through its elements, and the table hangs on the first of them; clang's
 * analyzer loses track of that where elements are deleted one by one, and is told so there. */
#ifndef BELFRY_BOT_BASE_HASH_H
#define BELFRY_BOT_BASE_HASH_H

#include "bot/base/memory.h"

#define uthash_malloc(size) memory_new(size)
/* The standard one falls through its cases in a way that clang warns of. */
#define HASH_FUNCTION(key, length, value) HASH_SAX(key, length, value)
#include <uthash.h>

#endif
