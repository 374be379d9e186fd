/* A host from its start to its end, on its own loop, with the networks "one" and "two" that note
 * what they are told. */
#ifndef BELFRY_TESTS_UNIT_LIFE_H
#define BELFRY_TESTS_UNIT_LIFE_H

#include <stdio.h>

#include "bot/turn/host.h"

enum { LIFE_NETWORKS = 4 };

struct life {
    uv_loop_t loop;
    struct catalog *catalog;
    struct store *store;
    struct config config;
    struct config_network networks[LIFE_NETWORKS];
    struct host host;
    int64_t now;
    char *said; /* everything, as lines; NULL: nothing yet */
    char *log;
    size_t said_length, log_length;
    FILE *said_stream, *log_stream;
    unsigned stops;
};

/* A network of another type. It can't be sent to places, and it is never deaf. */
extern const struct adapter_class life_other_class;

/* A host over a store in memory, and its end. */
int life_opened(void **state);
int life_closed(void **state);
/* The same over the store at this address. */
struct life *life_open(const char *address);
void life_close(struct life *life);

/* Fills `networks` with networks of these names. The settings are a word: "broken" does not start,
 * "other" is of the other type, and "port" needs a restart to change. */
void life_configure(struct config *config, struct config_network *networks,
                    const char *const *names, const char *settings, size_t count);
/* The bot is in #a on "one" then. */
void life_start_networks(struct life *life);
/* NAME, an admin, types: on "one", or on the network. */
void life_type(struct life *life, const char *name, const char *place, const char *text);
void life_type_on(struct life *life, const char *network, const char *name, const char *place,
                  const char *text);
/* The table in #a on "one". */
struct table *life_table(struct life *life);

void life_assert_logged(struct life *life, const char *part);
void life_assert_said(const struct life *life, const char *part);

#endif
