/* What every back end asks of the content it keeps: that it fits the limits of store.h when it is
 * written, and that it has not changed since when it is read. Only bot/store and its tests include
 * this.
 */
#ifndef BELFRY_BOT_STORE_CONTENT_H
#define BELFRY_BOT_STORE_CONTENT_H

#include "bot/store/pack.h"
#include "bot/store/store.h"

/* Seconds since 1970: later than that no calendar goes, and computing overflows. */
#define STORE_TIME_MAX (INT64_C(1) << 40)

/* -- Limits (fit.c) ---------------------------------------------------------------------------- */

/* Whether it is there and fits STORE_WORD_MAX. */
bool store_word_fits(const char *word);
/* Return why it can't be written; NULL: it can. */
const char *store_misfit_of_table(const struct stored_table *table);
const char *store_misfit_of_line(const struct stored_line *line);
/* `value` may be NULL. */
const char *store_misfit_of_value(const char *scope, const char *key, const char *value);
const char *store_misfit_of_change(const struct stored_change *change);
const char *store_misfit_of_result_seat(const struct stored_result_seat *seat);

/* -- Checksums (check.c) ----------------------------------------------------------------------- */

/* Returns the checksum of the header with its seats and places, which are within the limits of
 * store.h. */
int32_t store_check_table(const struct stored_table *table);
/* Returns the one that headers had at first, with the same schema. A header that is written again
 * gets today's. */
int32_t store_check_table_first(const struct stored_table *table);
int32_t store_check_value(const char *scope, const char *name, const char *value);
int32_t store_check_line(const struct stored_line *line);
/* Of everything but the checksum. */
int32_t store_check_packed(const struct packed_lines *packed);

#endif
