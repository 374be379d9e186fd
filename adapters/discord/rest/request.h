/* One request in the client's memory: a copy of what was asked, from rest_send until `done`.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_REQUEST_H
#define BELFRY_ADAPTERS_DISCORD_REST_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/discord/rest/queue.h"
#include "adapters/discord/rest/rest.h"
#include "adapters/discord/rest/transfer.h"

/* Of body and files together: Discord's limit of a request. */
enum { REST_REQUEST_BYTES_MAX = 25 * 1024 * 1024 };

struct rest_request {
    struct rest_item item; /* first: the queue's items are requests */
    struct rest_content content;
    char *path, *json;
    struct rest_file files[REST_FILES_MAX];
    bool guarded;
    int64_t tries, sent; /* those that count; all */
    rest_done *done;
    void *context;
    struct rest_transfer *transfer;   /* while it is out */
    enum rest_outcome outcome;        /* of one that was refused before it waited */
    const char *reason;               /* the same; a literal */
    struct rest_request *prev, *next; /* in a list of the client */
};

/* Never NULL. `patience` in ms is for calls without a deadline. When the call is malformed
 * (`*well_formed` is false) only `done`, `context` and the route may be used. */
struct rest_request *rest_request_new(const struct rest_call *call, int64_t patience, int64_t now,
                                      bool *well_formed);
/* Frees its transfer, too. */
void rest_request_free(struct rest_request *request);

#endif
