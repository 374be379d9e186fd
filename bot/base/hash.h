/* uthash with the host's allocation: the process ends when memory runs out (bot/base/memory.h).
 *
 * The elements of a table form a list, and the table hangs on the first of them. clang's analyzer
 * loses track of that where elements are deleted one by one; such places tell it what holds.
 */
#ifndef BELFRY_BOT_BASE_HASH_H
#define BELFRY_BOT_BASE_HASH_H

#include "bot/base/memory.h"

#define uthash_malloc(size) memory_new(size)
/* The default function has fall-throughs that clang warns of. */
#define HASH_FUNCTION(key, length, value) HASH_SAX(key, length, value)
#include <uthash.h>

#endif
