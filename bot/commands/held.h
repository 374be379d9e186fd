/* Commands that wait: for their table, for the store or for the coach. Each begins again when it
 * need not wait any longer, and is judged by what is true then. */
#ifndef BELFRY_BOT_COMMANDS_HELD_H
#define BELFRY_BOT_COMMANDS_HELD_H

#include "bot/commands/command.h"

/* What a command waits for. */
enum held_for {
    HELD_FOR_TABLE, /* which is in flight (bot/tables/session.h) */
    HELD_FOR_TURN,  /* the command reads the table's record, and the open turn writes to it */
    HELD_FOR_STORE, /* the command has asked it something */
    HELD_FOR_COACH  /* and so it has the coach */
};

struct held_command {
    struct held_command *next;
    struct inbound *inbound;
    enum held_for why;
    int64_t table;                 /* that is meant; 0: none */
    uint32_t moment;               /* of that table */
    struct store_inquiry *inquiry; /* NULL unless it waits for the store */
    const struct command *command; /* if it has asked the coach: which one */
    struct coach_task *task;       /* what it has asked; NULL: nothing */
    unsigned tries;                /* how often another process was first */
};

/* Whether a command from the network waits for the coach, or with `request` that very one. */
bool commands_owe(const struct commands *commands, const char *network, uint64_t request);
/* Takes the first held command that need not wait any longer; NULL: none. Pass it to
 * command_receive(), then command_free_held() it. */
struct held_command *command_take_held(struct commands *commands);
/* Whether there is one. */
bool command_is_ready(const struct commands *commands);
void command_free_held(struct held_command *held);
void command_free_all_held(struct held_command **held);
/* Takes commands that were handled in turns of which nothing is saved, because another process was
 * first: each is judged again, before those that are held, as soon as its table has been read. One
 * that has been tried too often is answered as if the store had failed. */
void command_judge_again(struct commands *commands, struct held_command *handled);

/* -- Only for command.c ------------------------------------------------------------------------ */

/* Whether the table that is meant is in flight (bot/tables/session.h). */
bool call_is_in_flight(const struct call *call);
/* Whether the command reads the table's record, to which the open turn writes. */
bool call_reads_open_turn(const struct call *call);
/* Holds the command, with what it has asked. */
void call_hold(struct call *call, enum held_for why);
/* A copy that asks nothing. */
struct held_command *held_from(const struct call *call, enum held_for why);
/* Takes out what the store has answered; NULL: nothing, or the table has gone on since. */
struct store_inquiry *held_take_inquiry(const struct call *call, struct held_command *held);
/* Takes out what the coach was asked; NULL: nothing. */
struct coach_task *held_take_task(struct held_command *held);
void held_drop_task(struct coach_task *task); /* which may be NULL */

#endif
