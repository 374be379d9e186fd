/* The command table: one entry a command, for every network, for help, for completion.
 *
 * A line goes down a ladder of refusals, the cheapest first, each with an answer of its own:
 * unknown command, wrong place, not allowed, no table, wrong moment, not seated; then the command
 * runs, and for a move: not your turn, not understood, not legal.
 */
#ifndef BELFRY_BOT_COMMAND_H
#define BELFRY_BOT_COMMAND_H

#include "bot/host.h"

/* What a command asks for before it runs; RUNNING, LOBBY and SEAT count only beside NEEDS_TABLE.
 * And whether it prints so much that the same people do not get it again while it would be the same
 * (config.cooldown); such a command calls command_printed(). */
enum command_trait {
    NEEDS_PLACE = 1 << 0,     /* a channel, not a private message */
    NEEDS_TABLE = 1 << 1,     /* a live table: the channel's, or in private one's own */
    NEEDS_RUNNING = 1 << 2,   /* a game that has begun */
    NEEDS_LOBBY = 1 << 3,     /* a game that has not begun */
    NEEDS_SEAT = 1 << 4,      /* a seat at it */
    PRINTS_MUCH = 1 << 5,     /* to whoever asked */
    PRINTS_MUCH_HERE = 1 << 6 /* the table, where it was asked */
};

/* One typed command on its way. */
struct call {
    struct host *host;
    const struct inbound *inbound;
    const struct command *command;
    const char *arguments; /* without blanks around */
    struct table *table;   /* NULL when the command needs none and there is none */
    int seat;              /* of the person at the table, or -1 */
};

struct command {
    const char *name;
    const char *alias; /* "" for none */
    unsigned traits;   /* enum command_trait */
    enum person_rank rank;
    void (*run)(struct call *call);
};

/* Catalog keys of a command: "command.NAME.usage" (what stands behind its name) and
 * "command.NAME.help" (one sentence). */
extern const struct command command_table[];
extern const size_t command_count;

/* The command of a complete name or alias, in any case; NULL for none. */
const struct command *command_find(const char *name, size_t length);

/* Works off what somebody typed. */
void command_receive(struct host *host, const struct inbound *inbound);

/* The long answer is given now: the same people do not get it again for a while. */
void command_printed(const struct call *call);

/* The next word of `*rest` in place: returns its length, moves *rest behind it and its blanks. */
size_t command_next_word(const char **rest, const char **word);

/* command_lobby.c */
void command_new(struct call *call);
void command_join(struct call *call);
void command_leave(struct call *call);
void command_bots(struct call *call);
void command_options(struct call *call);
void command_start(struct call *call);
void command_abort(struct call *call);
void command_again(struct call *call);
void command_claim(struct call *call);

/* command_play.c */
void command_play(struct call *call);
void command_moves(struct call *call);
void command_why(struct call *call);
void command_hand(struct call *call);
void command_show(struct call *call);
void command_status(struct call *call);

/* command_help.c */
void command_help(struct call *call);
void command_games(struct call *call);
void command_rules(struct call *call);

#endif
