/* A request in memory: a copy of the call, from requests_send until `done`. */
#ifndef BELFRY_ADAPTERS_NET_REQUESTS_REQUEST_H
#define BELFRY_ADAPTERS_NET_REQUESTS_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/net/requests/queue.h"
#include "adapters/net/requests/requests.h"
#include "adapters/net/requests/transfer.h"

struct request {
    struct request_item item; /* first member: the queue's items are requests */
    struct request_content content;
    char *path, *json;
    struct request_file file;
    bool harmless;
    int64_t tries, sent; /* those that count; all */
    bool perhaps;        /* the service may have handled one of them */
    request_done *done;
    void *context;
    struct request_transfer *transfer; /* while it is out */
    enum request_outcome outcome;      /* of one that was refused before it waited */
    const char *reason;                /* the same; a literal */
    struct request *prev, *next;       /* in one of the client's lists */
};

/* Never returns NULL. `patience`, in ms, is for calls without a deadline. When the call is
 * malformed (`*well_formed` is false), only `done`, `context` and the route may be used. */
struct request *request_new(const struct request_service *service, const struct request_call *call,
                            int64_t patience, int64_t now, bool *well_formed);
/* Frees its transfer too. */
void request_free(struct request *request);

#endif
