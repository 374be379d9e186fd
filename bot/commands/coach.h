/* The interface to the coach (bot/players/coach.h) at work, while the loop goes on.
 *
 * A command asks with copies of views and is held (held.h) until there is news. Then it begins
 * again, and is judged by what is true then.
 */
#ifndef BELFRY_BOT_COMMANDS_COACH_H
#define BELFRY_BOT_COMMANDS_COACH_H

#include "bot/players/coach.h"

/* What one command asks. The coach makes it and writes to it, only on the loop. */
struct coach_task {
    const struct coach *coach;
    size_t count, judged; /* looks, and how many of them, in order, have a verdict */
    struct coach_look *looks;
    struct coach_verdict *verdicts;
    bool has_news; /* all are judged, or it takes long; whoever reads that sets it to false */
};

struct coach {
    void *context;
    /* Copies the looks, at least one, and begins. NULL: too many tasks wait. */
    struct coach_task *(*ask)(const struct coach *coach, const struct coach_look *looks,
                              size_t count);
    /* Frees the task, at any time. */
    void (*drop)(struct coach_task *task);
};

#endif
