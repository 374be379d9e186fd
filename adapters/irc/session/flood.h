/* Limits how many commands one person may give in a window of time; beyond that they get one
 * warning and are ignored for a while. Pure.
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
    IRC_FLOOD_WARN,  /* the first one over the limit */
    IRC_FLOOD_SILENT /* to be ignored */
};

struct irc_flood {
    struct irc_flood_person *people; /* owned */
};

/* Counts one command. `identity` is that of struct person; people without an account are counted by
 * user@host, so a new nick does not help. While IRC_FLOOD_PEOPLE_MAX people are counted, further
 * people pass uncounted. */
enum irc_flood_result irc_flood_count(struct irc_flood *flood, const char *identity,
                                      const struct irc_flood_limits *limits, int64_t now);
/* Uncounts the person's last command. */
void irc_flood_forgive(struct irc_flood *flood, const char *identity);
void irc_flood_clear(struct irc_flood *flood);

#endif
