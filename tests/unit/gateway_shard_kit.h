/* Shared by the tests of a shard: what Discord and the shard say most often, and the lines that
 * must follow one another. */
#ifndef BELFRY_TESTS_UNIT_GATEWAY_SHARD_KIT_H
#define BELFRY_TESTS_UNIT_GATEWAY_SHARD_KIT_H

#include "tests/wire/gateway_kit.h"

#define HELLO     "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}"
#define READY     "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"s1\"}}"
#define RESUMED   "{\"op\":0,\"t\":\"RESUMED\",\"s\":9,\"d\":{}}"
#define ACK       "{\"op\":11}"
#define RECONNECT "{\"op\":7,\"d\":null}"
#define IDENTIFY                                                                                   \
    "send {\"op\":2,\"d\":{\"token\":\"TOKEN\",\"intents\":1,\"large_threshold\":50,"              \
    "\"shard\":[0,1],\"properties\":{\"os\":\"linux\",\"browser\":\"belfry\","                     \
    "\"device\":\"belfry\"}}}"

/* A test whose *state is a kit; the shard has not started yet. */
#define WITH_SHARD(test) cmocka_unit_test_setup_teardown(test, shard_begun, shard_ended)
int shard_begun(void **state);
int shard_ended(void **state);
/* Replaces the kit's shard with a new one. */
void begin_anew(struct gateway_kit *kit);

/* Checks that the next line of the kit is this one. */
void expect(struct gateway_kit *kit, const char *line);
void expect_nothing(struct gateway_kit *kit);
/* Checks that the last connection was lost for this reason, as the log says. */
void expect_lost(const char *reason);
/* Expects a resume of session "s1" after event number `sequence`. */
void expect_resume(struct gateway_kit *kit, int sequence);

/* Loses the connection with `code`, and lets the pause pass. */
void lose(struct gateway_kit *kit, uint16_t code);
/* Tries to resume and gets as far as Hello. */
void resume_as_far_as_hello(struct gateway_kit *kit);

#endif
