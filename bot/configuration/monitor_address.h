/* `monitor.address` of the configuration: where the bot tells how it is. */
#ifndef BELFRY_BOT_CONFIGURATION_MONITOR_ADDRESS_H
#define BELFRY_BOT_CONFIGURATION_MONITOR_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { MONITOR_HOST_BYTES = 46 /* INET6_ADDRSTRLEN */ };

struct monitor_address {
    char host[MONITOR_HOST_BYTES]; /* a number, without brackets */
    uint16_t port;
    bool six;      /* of IPv6 */
    bool loopback; /* only this machine reaches it */
};

/* Reads "127.0.0.1:8642" or "[::1]:8642". False for anything else: a name, a port of 0. */
bool monitor_address_parse(const char *written, struct monitor_address *address);

#endif
