/* A shard of the gateway with a transport, a gate and a clock of the test. The kit keeps what the
 * shard does as lines:
 *
 *     connect URL | send TEXT | close CODE | enter | identified | leave
 *     ready SESSION | resumed | event NAME | failed REASON | crowded REASON
 */
#ifndef BELFRY_TESTS_GATEWAY_KIT_H
#define BELFRY_TESTS_GATEWAY_KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/discord/gateway/shard.h"

enum { GATEWAY_KIT_LINES = 512, GATEWAY_KIT_LINE_BYTES = 512 };

struct gateway_kit {
    struct gateway_settings settings;
    struct gateway_port port;
    struct gateway_shard *shard;
    int64_t now, due;
    uint32_t random; /* the random number that the shard gets; 0 at first */
    bool gate_shut;  /* the gate tells the shard to wait for `gate_wait` */
    int64_t gate_wait;
    bool turn_passed; /* the shard may not identify any more */
    char lines[GATEWAY_KIT_LINES][GATEWAY_KIT_LINE_BYTES];
    size_t first, count; /* lines after GATEWAY_KIT_LINES are lost */
};

/* The shard is not connected yet; gateway_kit_wait(kit, 0) lets it begin. */
void gateway_kit_init(struct gateway_kit *kit);
void gateway_kit_free(struct gateway_kit *kit);
/* Returns the next line; "" when there is none. */
const char *gateway_kit_line(struct gateway_kit *kit);
void gateway_kit_forget(struct gateway_kit *kit);

/* Lets time pass; everything due happens at its time. */
void gateway_kit_wait(struct gateway_kit *kit, int64_t ms);
void gateway_kit_opened(struct gateway_kit *kit);
void gateway_kit_closed(struct gateway_kit *kit, uint16_t code);
/* Receives a text frame in one piece. */
void gateway_kit_receive(struct gateway_kit *kit, const char *text);
void gateway_kit_piece(struct gateway_kit *kit, const char *bytes, size_t length, bool binary,
                       bool last);
/* Goes from the connection to READY of session "s1", with heartbeats every 40 s, the first after 20
 * s; then forgets the lines. */
void gateway_kit_ready(struct gateway_kit *kit);

#endif
