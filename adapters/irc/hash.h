/* uthash, set up so that lack of memory is an answer and not the end of the process: a function
 * that adds has `bool added = true;` and finds it false when the element could not be added.
 *
 * The list of a table runs through its elements, and the table hangs on the first of them; clang's
 * analyzer loses track of that where elements are deleted one by one, and is told so there. */
#ifndef BELFRY_ADAPTERS_IRC_HASH_H
#define BELFRY_ADAPTERS_IRC_HASH_H

#define HASH_NONFATAL_OOM            1
#define uthash_nonfatal_oom(element) (added = false)
/* The standard one falls through its cases in a way that clang warns of. */
#define HASH_FUNCTION(key, length, value) HASH_SAX(key, length, value)
#include <uthash.h>

#endif
