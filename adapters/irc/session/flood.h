/* The limit of commands a person: so many in a window of time, then one warning and silence. Pure.
 */
#ifndef BELFRY_ADAPTERS_IRC_SESSION_FLOOD_H
#define BELFRY_ADAPTERS_IRC_SESSION_FLOOD_H

#include <stddef.h>
#include <stdint.h>

enum { IRC_FLOOD_COMMANDS_MAX = 32, IRC_FLOOD_PEOPLE_MAX = 4096 };

struct irc_flood_limits {
    int64_t commands; /* 0: no limit; at most IRC_FLOOD_COMMANDS_MAX */
    int64_t window;   /* ms */
    int64_t silence;  /* ms */
};

enum irc_flood_result {
    IRC_FLOOD_PASS,
    IRC_FLOOD_WARN,  /* the first one too many */
    IRC_FLOOD_SILENT /* not heard */
};

struct irc_flood {
    struct irc_flood_person *people; /* owned */
};

/* Counts one command. `identity` as in struct person; somebody without an account is counted by
 * user@host, so that a new nick does not begin anew. With more than IRC_FLOOD_PEOPLE_MAX people at
 * once new ones pass uncounted. */
enum irc_flood_result irc_flood_count(struct irc_flood *flood, const char *identity,
                                      const struct irc_flood_limits *limits, int64_t now);
/* Takes back the person's last counted command. */
void irc_flood_forgive(struct irc_flood *flood, const char *identity);
void irc_flood_clear(struct irc_flood *flood);

#endif
