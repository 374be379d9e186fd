/* The planner of outgoing lines of one connection: what is sent next, and when.
 *
 * Networks limit the rate of lines, so a bot that sends everything in order answers too late. The
 * planner holds whole wire lines in five priorities and spreads them fairly between their targets.
 * A newer picture of a table replaces an unsent older one, and a target with too much waiting gets
 * fewer messages instead of late ones.
 *
 * It is pure: no socket, no timer; time is a parameter in milliseconds of any monotonic clock (a
 * step backwards counts as no time). It knows nothing of the wire format except that a line
 * contains no line end.
 *
 * The exact order:
 * - SENDER_URGENT goes at once, in the order of sender_put, regardless of the pace. It uses up
 *   credit where there is some, but never causes debt.
 * - The others go by priority as long as each priority has had no more than its share of the pace;
 *   one that has had more lets those go first that have not. So whoever asks without end takes
 *   their own share and no more: events keep half of the pace, answers a quarter, pictures a sixth,
 *   and people without a seat a twelfth. What somebody does not need goes to the others by the same
 *   shares.
 * - The last quarter of a burst is kept for events: other lines wait for it to fill up, unless an
 *   event waits too.
 * - Inside a priority, the target that was served longest ago goes first, one group (the lines of
 *   one sender_put) after the other.
 * - Inside a target, the more important goes first; but a group that has begun is finished before
 *   anything else of that target, and if something more important waits behind it, the rest of it
 *   goes at that higher priority.
 */
#ifndef BELFRY_BOT_CORE_SENDER_H
#define BELFRY_BOT_CORE_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SENDER_LINE_MAX = 2046,     /* bytes of a line without its CRLF */
    SENDER_TARGET_MAX = 128,    /* bytes of a target's name, including the terminator */
    SENDER_TARGET_LINES = 20,   /* lines that may wait for one target */
    SENDER_URGENT_LINES = 8192, /* urgent lines that may wait: servers may ping much at once */
    SENDER_WAITING_LINES = 1000 /* lines that may wait for all targets */
};

/* A token bucket: `burst` lines at once, then one line every `refill_ms`. A line costs one token,
 * or one for each `bytes_per_token` of its bytes (CRLF included) when that is more. It may go as
 * soon as there is one whole token; the rest of its cost becomes debt. */
struct sender_pace {
    int64_t burst;           /* tokens, at least 1 */
    int64_t refill_ms;       /* for one token; at least 1 unless unlimited */
    int64_t bytes_per_token; /* 0: bytes cost nothing */
    bool unlimited;          /* no waiting at all */
};

enum sender_priority {
    SENDER_URGENT,  /* what keeps the connection: PONG, registration, QUIT */
    SENDER_ANSWER,  /* to somebody with a seat who just typed; hands */
    SENDER_EVENT,   /* what happened, to a channel */
    SENDER_PICTURE, /* tables and long help */
    SENDER_GUEST,   /* answers to people without a seat */
    SENDER_PRIORITIES
};

enum sender_result {
    SENDER_QUEUED,
    SENDER_REPLACED, /* queued instead of an older group */
    SENDER_DROPPED,  /* the limits leave no room; none of it is queued */
    SENDER_INVALID /* no lines, an empty or too long line, a line with a line end, or a target that
                      is too long */
};

/* Lines since sender_new, and lines that wait now. */
struct sender_counts {
    uint64_t sent;
    uint64_t replaced; /* never sent, because newer lines replaced them */
    uint64_t dropped;  /* never sent, because of a limit, sender_drop_target or sender_clear */
    size_t waiting;
};

struct sender;

/* Creates a sender with a full bucket; the urgent lines of the registration empty it. */
struct sender *sender_new(const struct sender_pace *pace, int64_t now);
void sender_free(struct sender *sender);

/* Queues `count` lines (copied), which stay together and in order. `target` is the recipient,
 * folded as the network compares names; "" for nobody in particular. It groups lines for the round
 * robin and for SENDER_TARGET_LINES.
 *
 * `replaces`, unless 0: replaces groups of the same target and key that have not begun. The new
 * group takes the position of the first of them that has its priority; an event goes to the end.
 *
 * When a target would have more than SENDER_TARGET_LINES waiting, its groups of this priority and
 * below that have not begun are dropped until the new one fits: the least important first, and
 * among these the oldest. If even that is not enough, the new one is dropped instead; what it
 * replaces is dropped all the same, because it is out of date. So pictures give way to one-line
 * events, never the other way round, and the newest state remains. Urgent lines have a limit of
 * their own, and `replaces` does not apply to them.
 */
enum sender_result sender_put(struct sender *sender, enum sender_priority priority,
                              const char *target, uint64_t replaces, const char *const *lines,
                              size_t count);

/* Sentences that may share a line. */
struct sender_joint {
    uint64_t key; /* only lines of the same key join; not 0 */
    size_t lead;  /* bytes at the beginning of each line that stand there once ("PRIVMSG #c :") */
    size_t most;  /* bytes of a joined line */
};

/* Queues a line. If the newest line of its target and priority still waits, has the same key and
 * leaves room, the line is added to it after a blank: what has to wait for the pace takes fewer
 * lines, and the last of them goes sooner. */
enum sender_result sender_put_joined(struct sender *sender, enum sender_priority priority,
                                     const char *target, const struct sender_joint *joint,
                                     const char *line);

/* Returns how long it would take until these lines had left if they were put now and nothing else
 * came, in milliseconds: all that waits goes first, at a token a line. */
int64_t sender_delay(const struct sender *sender, int64_t now, const char *const *lines,
                     size_t count);

/* Takes the next line that may be sent now; it belongs to the sender and lives until the next call
 * of sender_next. Returns NULL when there is none: then `*wait_ms` (may be NULL) is how long until
 * one may be sent, or -1 when nothing waits. After a line `*wait_ms` is 0: ask again. */
const char *sender_next(struct sender *sender, int64_t now, int64_t *wait_ms);

/* Shows the line that sender_next takes next, now or when it may be sent. NULL: nothing waits. */
const char *sender_peek(const struct sender *sender);

/* Removes the line from what waits for the target if it is exactly what the target gets next: it
 * was sent along with another target's line and costs nothing. */
bool sender_take_same(struct sender *sender, const char *target, const char *line);

/* Forgets everything that waits for a target, except urgent lines (the bot left the channel), and
 * returns how many lines that were. */
size_t sender_drop_target(struct sender *sender, const char *target);
/* Forgets everything, including urgent lines (the connection is lost). */
void sender_clear(struct sender *sender);
/* Changes the pace. Tokens and debt are kept as far as the new burst allows. */
void sender_set_pace(struct sender *sender, const struct sender_pace *pace, int64_t now);

struct sender_counts sender_counts(const struct sender *sender);
/* Returns how many lines wait for one target, without urgent ones: when the queue is long, callers
 * should say less. */
size_t sender_waiting(const struct sender *sender, const char *target);

#endif
