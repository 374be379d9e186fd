/* Plans: conditional moves of one person, for games that take days.
 *
 * A plan is a chain of steps. Each has a condition over what its owner sees, a move, and perhaps a
 * move for when the condition fails. The first step is judged when its owner is asked for a move
 * and the condition can be decided; the next one begins when its move has been made. The plans of a
 * seat are judged in their order, and the first that has a legal move makes it; others that were
 * about the same moves of the others are dropped then.
 *
 * Nobody but the owner can tell that there is a plan. A planned move stands in the record like a
 * typed one, and comes after a pause that is drawn as those of the bot's seats are. Conditions see
 * only moves that are shown to everybody and the view of the owner. Plans are stored with what the
 * table waits for (waiting.c), so the turn that makes a planned move also removes it.
 */
#ifndef BELFRY_BOT_TABLES_PLAN_H
#define BELFRY_BOT_TABLES_PLAN_H

#include "games/game.h"

enum {
    PLAN_STEPS_MAX = 6,
    PLANS_PER_SEAT = 4,
    PLAN_PATTERN_BYTES = 64,
    PLAN_SAID_BYTES = 2048,    /* a plan in words */
    PLANS_STORED_BYTES = 36864 /* all plans of a table */
};

enum plan_when {
    PLAN_NEXT,   /* the owner is asked for the next move */
    PLAN_TURN,   /* the same in a new turn: somebody else was asked in between */
    PLAN_PLAYER, /* a player has moved, and made a move that fits the pattern */
    PLAN_ANY,    /* the others have moved, and one of their moves fits */
    PLAN_NOBODY, /* the others have moved, and none of their moves fits */
    PLAN_LED,    /* the trick was led in a suit */
    PLAN_WHENS
};

/* What the owner has seen of the condition of the first step. */
enum plan_seen {
    PLAN_LATER, /* the owner is asked already: only what follows their move counts */
    PLAN_WAITS, /* nothing yet that it depends on */
    PLAN_HOLDS,
    PLAN_FAILS
};

struct plan_step {
    enum plan_when when;
    uint8_t who;                        /* PLAN_PLAYER: the seat */
    char pattern[PLAN_PATTERN_BYTES];   /* of canonical texts, with `*`; PLAN_LED: a suit's word */
    char move[GAME_MOVE_TEXT_MAX];      /* canonical */
    char otherwise[GAME_MOVE_TEXT_MAX]; /* the same; "": none */
};

struct plan {
    struct plan *next; /* of the same table; those of a seat in their order */
    uint8_t seat;
    enum plan_seen seen;
    uint8_t count;
    struct plan_step steps[PLAN_STEPS_MAX]; /* the first is the next one to be judged */
};

_Static_assert(GAME_SEATS_MAX *PLANS_PER_SEAT *(PLAN_STEPS_MAX * (sizeof(struct plan_step) + 32) +
                                                16) <= PLANS_STORED_BYTES,
               "a step is stored as its texts in quotes with their brackets");

/* The words of conditions: "turn", "any" and so on; "" for a condition without one. */
extern const char *const plan_words[PLAN_WHENS];

/* Whether a text fits a pattern, in any case: `*` stands for any characters, also none;
 * at the end also with the blank before it. */
bool plan_fits(const char *pattern, const char *text);
/* Appends the plan as its owner can type it. */
void plan_say(const struct plan *plan, const struct telling *telling, struct text *out);

/* Let what one line of the record showed count for a plan: a move of `mover`, which everybody saw
 * as `shown` (NULL: it is hidden). `asked`: the owner may act now. */
void plan_see(struct plan *plan, unsigned mover, const char *shown, bool asked);
/* Whether the plan waits for nothing but its owner's being asked. */
bool plan_is_due(const struct plan *plan);
/* Returns the canonical text of the move that the plan makes now, in its owner's view; NULL: its
 * condition failed, and there is no move for that. */
const char *plan_choice(const struct plan *plan, const struct game *game,
                        const struct game_view *view);
/* Removes the first step; returns false when none is left. */
bool plan_advance(struct plan *plan);

#endif
