/* Addresses of the gateway. Pure. */
#ifndef BELFRY_ADAPTERS_DISCORD_GATEWAY_URL_H
#define BELFRY_ADAPTERS_DISCORD_GATEWAY_URL_H

#include <stdbool.h>
#include <stdint.h>

enum { GATEWAY_URL_MAX = 512 };

struct gateway_url {
    bool secure;                /* wss: with TLS */
    char host[256];             /* a name or an address, without the brackets of IPv6 */
    uint16_t port;              /* 443 or 80 if the URL names none */
    char path[GATEWAY_URL_MAX]; /* begins with '/'; with the query */
};

/* Reads "wss://host[:port][/path][?query]" or "ws://...". Adds to the query what every connection
 * asks for: version 10, JSON, and with `compress` zlib-stream. Returns false for other texts. */
bool gateway_url_parse(const char *text, bool compress, struct gateway_url *url);

#endif
