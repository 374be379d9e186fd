/* Everything that a store keeps, as lines: what a step of a dialogue changed there. */
#ifndef BELFRY_TESTS_HOST_FACTS_H
#define BELFRY_TESTS_HOST_FACTS_H

#include "bot/store/store.h"

enum { HOST_FACTS_MAX = 1024 };

struct host_facts {
    char *lines[HOST_FACTS_MAX]; /* in byte order */
    size_t count;
};

/* Reads the values of all scopes, all tables with their lines, and the results, ratings and
 * recorded changes of `people`, NULL-terminated identities of `networks`. */
void host_facts_read(struct host_facts *facts, struct store *store, const char *const *networks,
                     const char *const *people);
/* Appends what went ("- …") and what came ("+ …"). */
void host_facts_compare(const struct host_facts *before, const struct host_facts *after,
                        struct text *out);
void host_facts_free(struct host_facts *facts);

#endif
