/* What the tests of the REST client share: a client, a server in a process of its own
 * (rest_peer.py) and what became of the requests.
 */
#ifndef BELFRY_TESTS_REST_KIT_H
#define BELFRY_TESTS_REST_KIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <uv.h>

#include "adapters/discord/rest/rest.h"

enum { REST_KIT_REPLIES = 64 };

/* The server, for all tests of a program. */
struct rest_peer {
    pid_t process;
    int input; /* it ends when this is closed */
    int plain_port, tls_port, http2_port;
    char folder[256]; /* of its certificates */
};

/* Of a group of tests. */
int rest_peer_start(void **state);
int rest_peer_end(void **state);

struct rest_reply {
    int order; /* from 1: which one was told first; 0: not told yet */
    enum rest_outcome outcome;
    int status;
    int64_t code;
    json_t *json;
    char reason[REST_REASON_MAX];
};

struct rest_kit {
    uv_loop_t loop;
    uv_timer_t patience;
    const struct rest_peer *peer;
    char base[128], authority_file[300];
    struct rest_settings settings;
    struct rest *rest;
    struct rest_reply replies[REST_KIT_REPLIES];
    int told, stopped, closed;
    bool closing;
};

/* A test whose *state is an open kit with the peer's plain port. */
#define WITH_REST(test) cmocka_unit_test_setup_teardown(test, rest_kit_begin_open, rest_kit_end)
/* A test that opens it by rest_kit_open() when it has changed the settings. */
#define WITH_REST_TO_OPEN(test) cmocka_unit_test_setup_teardown(test, rest_kit_begin, rest_kit_end)
int rest_kit_begin(void **state);
int rest_kit_begin_open(void **state);
/* Closes, unless that is done, runs dry and frees. */
int rest_kit_end(void **state);

void rest_kit_use_tls(struct rest_kit *kit, int port, const char *authority);
void rest_kit_open(struct rest_kit *kit);

/* A call whose reply is replies[index]. */
struct rest_call rest_kit_call(struct rest_kit *kit, int index, enum rest_route route,
                               const char *first, const char *second);
void rest_kit_post(struct rest_kit *kit, int index, const char *channel, const char *nonce);
/* Runs until so many are told in all. A test fails when nothing happens for long. */
void rest_kit_run_until(struct rest_kit *kit, int told);
void rest_kit_expect(const struct rest_kit *kit, int index, enum rest_outcome outcome, int status,
                     int64_t code);
/* What the server has seen since it was last asked: an array; json_decref it. */
json_t *rest_kit_record(struct rest_kit *kit);
/* How many requests it has seen since then. */
size_t rest_kit_seen(struct rest_kit *kit);
/* Closes now; rest_kit_end runs to the end. */
void rest_kit_close(struct rest_kit *kit);

#endif
