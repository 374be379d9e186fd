/* Reviews that people have read, kept for them alone: the page of a record shows them to whom they
 * belong (bot/core/record_page.h).
 *
 * They are values of the store, one a table and person. They go when the person is forgotten and
 * when the table's record is dropped.
 */
#ifndef BELFRY_BOT_TABLES_REVIEWS_H
#define BELFRY_BOT_TABLES_REVIEWS_H

#include "bot/core/record_review.h"
#include "bot/store/store.h"

/* A review that is too long for the store is not kept. */
void reviews_keep(struct store *store, int64_t table, const char *network, const char *identity,
                  const struct record_review *review);
/* Returns false when the person has none; else record_review_free() it. The result means nothing
 * while the inquiry waits. */
bool reviews_read(struct store_inquiry *inquiry, int64_t table, const char *network,
                  const char *identity, struct record_review *review);

/* Hands out all of a person's reviews, as JSON; the name is the scope, which ends with the table.
 */
void reviews_read_of(struct store_inquiry *inquiry, const char *network, const char *identity,
                     void *context, store_take_value *take);
void reviews_forget(struct store *store, const char *network, const char *identity);
/* Removes everybody's of a table; false while the inquiry waits, or when it fails. */
bool reviews_drop(struct store *store, struct store_inquiry *inquiry, int64_t table);

#endif
