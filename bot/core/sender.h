/* The planner of outgoing lines of one connection: what goes next, and when.
 *
 * Networks ration lines, so a bot that says everything in order says it too late. The planner holds
 * whole wire lines in four priorities, spreads them fairly between their targets, lets a newer
 * picture of a table take the place of an unsent older one, and when a target has too much waiting
 * it says less instead of later.
 *
 * It is pure: no socket, no timer; time is a parameter in milliseconds of any monotonic clock (a
 * step backwards counts as no time). It knows nothing of the wire format but that a line has no
 * line end.
 *
 * The order, exactly:
 * - SENDER_URGENT goes at once, in the order of putting, whatever the pace says. It is paid for
 * where there is credit, but never puts anybody into debt.
 * - The others go by priority; inside a priority the target goes first that was served longest ago,
 *   one group (the lines of one sender_put) after the other.
 * - Inside a target a group that has begun is finished before anything else of that target, also
 *   before a higher priority; the rest of it then goes at that higher priority.
 */
#ifndef BELFRY_BOT_CORE_SENDER_H
#define BELFRY_BOT_CORE_SENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SENDER_LINE_MAX = 510,      /* bytes of a line without its CRLF: RFC 1459's 512 */
    SENDER_TARGET_MAX = 128,    /* bytes of a target's name, terminator included */
    SENDER_TARGET_LINES = 20,   /* waiting lines of one target */
    SENDER_URGENT_LINES = 64,   /* waiting urgent lines */
    SENDER_WAITING_LINES = 1000 /* waiting lines of all targets */
};

/* A token bucket: `burst` lines at once, then a line every `refill_ms`. A line costs one token, or
 * one for each `bytes_per_token` of its bytes (CRLF included) when that is more; it may go as soon
 * as there is one whole token, and what it costs beyond stands as debt. */
struct sender_pace {
    int64_t burst;           /* tokens, at least 1 */
    int64_t refill_ms;       /* for one token; at least 1 unless unlimited */
    int64_t bytes_per_token; /* 0: bytes cost nothing */
    bool unlimited;          /* no waiting at all */
};

enum sender_priority {
    SENDER_URGENT,  /* keeps the connection: PONG, registration, QUIT */
    SENDER_ANSWER,  /* to the person who just typed; hands */
    SENDER_EVENT,   /* what happened, to a channel */
    SENDER_PICTURE, /* tables and long help */
    SENDER_PRIORITIES
};

enum sender_result {
    SENDER_QUEUED,
    SENDER_REPLACED, /* queued in the place of an older group */
    SENDER_DROPPED,  /* the limits leave no room; nothing of it is queued */
    SENDER_INVALID   /* no lines, an empty or too long line, a line end inside, too long a target */
};

/* Lines since sender_new, and what waits now. */
struct sender_counts {
    uint64_t sent;
    uint64_t replaced; /* never sent, because something newer took their place */
    uint64_t dropped; /* never sent, because of a limit or of sender_drop_target and sender_clear */
    size_t waiting;
};

struct sender;

/* The bucket begins full; lines of the registration put as urgent empty it. */
struct sender *sender_new(const struct sender_pace *pace, int64_t now);
void sender_free(struct sender *sender);

/* Queues `count` lines (copied), which stay together and in order. `target` says to whom they go,
 * folded as the network compares names; "" for nobody in particular. It groups lines for the round
 * robin and for SENDER_TARGET_LINES.
 *
 * `replaces`, unless 0: groups of the same target and key of which no line has gone are replaced;
 * the new group stands where the first of them of its priority stood.
 *
 * When a target would have more than SENDER_TARGET_LINES waiting, its unbegun groups of this
 * priority and below are dropped, the least important and then the oldest first, until the new one
 * fits; if even that is not enough, the new one is dropped instead (what it replaces goes all the
 * same: it is out of date). So pictures give way to one-line events, never the other way about, and
 * the newest state is what remains. Urgent lines have a limit of their own, and `replaces` does not
 * hold for them. */
enum sender_result sender_put(struct sender *sender, enum sender_priority priority,
                              const char *target, uint64_t replaces, const char *const *lines,
                              size_t count);

/* Takes the next line that may go now; it belongs to the sender and lives until the next call of
 * sender_next. NULL when there is none: `*wait_ms` (may be NULL) is then how long until one may go,
 * or -1 when nothing waits. After a line `*wait_ms` is 0: ask again. */
const char *sender_next(struct sender *sender, int64_t now, int64_t *wait_ms);

/* Takes the line off what waits for the target, if it is exactly what the target gets next: it went
 * along with another target's line and costs nothing. */
bool sender_take_same(struct sender *sender, const char *target, const char *line);

/* Forgets everything that waits for a target (we left the channel) but urgent lines. */
void sender_drop_target(struct sender *sender, const char *target);
/* Forgets everything, urgent lines too (the connection is lost). */
void sender_clear(struct sender *sender);
/* Tokens and debt so far are kept, as far as the new burst allows. */
void sender_set_pace(struct sender *sender, const struct sender_pace *pace, int64_t now);

struct sender_counts sender_counts(const struct sender *sender);
/* Waiting lines of one target, urgent ones left out: on a long queue say less. */
size_t sender_waiting(const struct sender *sender, const char *target);

#endif
