/* `monitor.address` of the configuration: where the bot answers requests about its state. */
#ifndef BELFRY_BOT_CONFIGURATION_MONITOR_ADDRESS_H
#define BELFRY_BOT_CONFIGURATION_MONITOR_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

enum { MONITOR_HOST_BYTES = 46 /* INET6_ADDRSTRLEN */ };

struct monitor_address {
    char host[MONITOR_HOST_BYTES]; /* an IP address without brackets */
    uint16_t port;
    bool six;      /* IPv6 */
    bool loopback; /* reachable from this machine only */
};

/* Reads "127.0.0.1:8642" or "[::1]:8642". False for anything else, such as a name or port 0. */
bool monitor_address_parse(const char *written, struct monitor_address *address);

#endif
