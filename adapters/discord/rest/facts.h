/* What an answer of Discord says about limits, and about what was wrong. Pure: bytes in, plain data
 * out; nothing that a server sends is believed beyond its bounds.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_REST_FACTS_H
#define BELFRY_ADAPTERS_DISCORD_REST_FACTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/text.h"

enum {
    REST_BUCKET_MAX = 64,            /* bytes of a bucket's id, terminator included */
    REST_WAIT_MAX = 24 * 3600 * 1000 /* ms; longer waits are cut to it */
};

/* X-RateLimit-Scope of a 429. */
enum rest_scope { REST_SCOPE_NONE, REST_SCOPE_USER, REST_SCOPE_SHARED, REST_SCOPE_GLOBAL };

struct rest_facts {
    int status;   /* HTTP */
    bool foreign; /* the body is not JSON: something in between answered, not Discord */
    int64_t code; /* of the JSON body; 0 for none */
    char bucket[REST_BUCKET_MAX]; /* "" for none */
    int64_t remaining;            /* requests; -1: not said */
    /* ms, rounded up; -1: not said. X-RateLimit-Reset, the same as a date, is not read: the two
     * clocks may differ. */
    int64_t reset_after, retry_after;
    enum rest_scope scope;
};

void rest_facts_clear(struct rest_facts *facts);
/* One header line, with or without its line end; `length` without terminator. A status line begins
 * a new answer (after 100 Continue) and clears what was there. */
void rest_facts_header(struct rest_facts *facts, const char *line, size_t length);
/* Reads the whole body when the headers are complete. Returns its JSON, owned by the caller; NULL
 * when it is empty or foreign. */
json_t *rest_facts_body(struct rest_facts *facts, const char *bytes, size_t length);

/* "50035 Invalid Form Body, embeds.0.title: BASE_TYPE_REQUIRED": Discord's code and message, the
 * first field that it complains about and its code; never the field's value. `json` may be NULL. */
void rest_facts_reason(const struct rest_facts *facts, const json_t *json, struct text *out);

/* Cloudflare's answer in place of Discord's: it keeps us out altogether. */
bool rest_facts_blocked(const struct rest_facts *facts);

#endif
