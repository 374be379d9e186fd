/* Copies all of a store into another one, which may be of the other kind: from a folder to a server
 * and back.
 */
#ifndef BELFRY_BOT_STORE_TRANSFER_H
#define BELFRY_BOT_STORE_TRANSFER_H

#include "bot/store/store.h"

enum transfer_stage { TRANSFER_COPYING, TRANSFER_COMPARING };

struct transfer_watch {
    void *context;
    /* Called from time to time, and at the end of each stage. */
    void (*progress)(void *context, enum transfer_stage stage, int64_t done, int64_t total);
};

/* Copies every row of `from`, as it stands, into `to`, which must be empty, and then reads both and
 * compares them row by row. No bot may use either of them. Returns the number of rows; -1, with one
 * line in `error`, on failure: then `to` is empty, unless the comparison failed. */
int64_t store_transfer(struct store *from, struct store *to, const struct transfer_watch *watch,
                       char *error, size_t error_size);

#endif
