/* What the tests of a shard share: what Discord and the shard say most often, and the lines that
 * must come one after the other.
 */
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

/* A test with a kit for its *state; the shard has not set out yet. */
#define WITH_SHARD(test) cmocka_unit_test_setup_teardown(test, shard_begun, shard_ended)
int shard_begun(void **state);
int shard_ended(void **state);
/* Another shard in the place of the kit's. */
void begin_anew(struct gateway_kit *kit);

/* The next line of the kit must be this one. */
void expect(struct gateway_kit *kit, const char *line);
void expect_nothing(struct gateway_kit *kit);
/* The last connection was lost for this reason, as the log says. */
void expect_lost(const char *reason);
/* Resume of session "s1" after event number `sequence`. */
void expect_resume(struct gateway_kit *kit, int sequence);

/* The connection is lost with `code`; the pause goes by. */
void lose(struct gateway_kit *kit, uint16_t code);
/* A try to resume that stands as far as Hello. */
void resume_as_far_as_hello(struct gateway_kit *kit);

#endif
