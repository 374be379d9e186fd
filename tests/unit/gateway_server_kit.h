/* Runs tests/unit/gateway_server.py. Link with GATEWAY_PYTHON and GATEWAY_SERVER. */
#ifndef BELFRY_TESTS_GATEWAY_SERVER_KIT_H
#define BELFRY_TESTS_GATEWAY_SERVER_KIT_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct gateway_server {
    pid_t pid;
    FILE *output;
    uint16_t port;
    char line[4096];
};

/* `family` is '4' or '6'; `certificate` names one of certificates.h; NULL: without TLS. */
void gateway_server_start(struct gateway_server *server, char family, const char *certificate);
void gateway_server_stop(struct gateway_server *server);
/* Waits for the next line that the server writes and returns it. */
const char *gateway_server_line(struct gateway_server *server);
/* Returns a URL at the server; valid for the next few calls. */
const char *gateway_server_url(const struct gateway_server *server, const char *scheme,
                               const char *host, const char *path);

#endif
