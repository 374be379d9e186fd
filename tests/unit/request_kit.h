/* Shared by the tests of requests: a client, a server in a process of its own (request_peer.py),
 * the results of the requests, and a small network that is not Discord. */
#ifndef BELFRY_TESTS_UNIT_REQUEST_KIT_H
#define BELFRY_TESTS_UNIT_REQUEST_KIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <uv.h>

#include "adapters/net/requests/requests.h"
#include "tests/unit/peer_process.h"

/* -- A small network --------------------------------------------------------------------------- */

/* Its error codes are words, its waits are milliseconds in the body, and it names its buckets in a
 * header of its own. */
enum {
    KIT_INDEX_GET,
    KIT_THING_GET,
    KIT_THING_POST,
    KIT_THING_PUT,
    KIT_REPLY_POST, /* carries a token */
    KIT_REPLY_PUT,
    KIT_ROUTES
};

/* Its codes as numbers. */
enum { KIT_LIMITED = 1, KIT_NOT_HERE, KIT_NOT_ALLOWED, KIT_WRONG_TOKEN, KIT_OLD_REPLY, KIT_AGAIN };

extern const struct request_service kit_service;

/* -- The server -------------------------------------------------------------------------------- */

/* For all tests of a program. */
struct request_peer {
    struct peer_process process; /* it ends when its input is closed */
    int plain_port, tls_port, http2_port;
    char folder[256]; /* with its certificates */
};

/* Set-up and tear-down of a group of tests. */
int request_peer_start(void **state);
int request_peer_end(void **state);

/* -- The client -------------------------------------------------------------------------------- */

enum { REQUEST_KIT_REPLIES = 64 };

struct request_reply {
    int order; /* from 1: the order in which replies came; 0: not yet */
    enum request_outcome outcome;
    int status;
    int64_t code;
    json_t *json;
    char reason[REQUEST_REASON_MAX];
    bool perhaps;
};

struct request_kit {
    uv_loop_t loop;
    uv_timer_t patience;
    const struct request_peer *peer;
    char base[128], authority_file[300];
    const struct request_service *service; /* kit_service, unless the test says otherwise */
    struct request_settings settings;
    struct requests *requests;
    struct request_reply replies[REQUEST_KIT_REPLIES];
    int told, stopped, closed;
    bool closing;
    int silent; /* how often the client may still ask in vain whether it may send */
    int speaks; /* how often it may still send before that */
};

/* A test whose *state is an open kit with the peer's plain port. */
#define WITH_REQUESTS(test)                                                                        \
    cmocka_unit_test_setup_teardown(test, request_kit_begin_open, request_kit_end)
/* A test that changes the settings and then opens the kit with request_kit_open(). */
#define WITH_REQUESTS_TO_OPEN(test)                                                                \
    cmocka_unit_test_setup_teardown(test, request_kit_begin, request_kit_end)
int request_kit_begin(void **state);
int request_kit_begin_open(void **state);
/* Closes the client unless the test did, runs until the loop is empty, and frees. */
int request_kit_end(void **state);

void request_kit_use_tls(struct request_kit *kit, int port, const char *authority);
void request_kit_open(struct request_kit *kit);

/* The `done` and `context` of a call whose reply is replies[index]. */
request_done *request_kit_done(struct request_kit *kit);
/* Makes a call of the small network about `thing`; its reply is stored in replies[index]. */
void request_kit_ask(struct request_kit *kit, int index, unsigned route, const char *thing);
/* Does the same for a call that the test changes: fills `call`; `path` must live until it is sent.
 */
struct request_call request_kit_call(struct request_kit *kit, int index, unsigned route,
                                     const char *thing, char path[64]);

/* Runs until `told` replies have come in total. The test fails when nothing happens for long. */
void request_kit_run_until(struct request_kit *kit, int told);
void request_kit_expect(const struct request_kit *kit, int index, enum request_outcome outcome,
                        int status, int64_t code);
/* Returns what the server has seen since it was last asked, an array; the caller calls
 * json_decref(). */
json_t *request_kit_record(struct request_kit *kit);
/* Returns how many requests it has seen since then. */
size_t request_kit_seen(struct request_kit *kit);
/* Closes the client now; request_kit_end() runs to the end. */
void request_kit_close(struct request_kit *kit);

#endif
