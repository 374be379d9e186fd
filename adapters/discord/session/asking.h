/* An interaction while it is answered: what is on its way to Discord. Only for answers.c. */
#ifndef BELFRY_ADAPTERS_DISCORD_SESSION_ASKING_H
#define BELFRY_ADAPTERS_DISCORD_SESSION_ASKING_H

#include "adapters/discord/session/session_private.h"

/* Types of answers. */
enum { ANSWER_MESSAGE = 4, ANSWER_LATER = 5, ANSWER_UPDATE_LATER = 6, ANSWER_UPDATE = 7 };

enum parcel_kind {
    PARCEL_PRIVATE, /* for the person alone */
    PARCEL_PUBLIC,  /* for everybody: posted to the channel if the token fails */
    PARCEL_LINE,    /* the same; it tells whose turn it is */
    PARCEL_BOARD,   /* the place's table in a new message */
    PARCEL_UPDATE,  /* the table in the message whose button was pressed */
    PARCEL_NOTHING  /* only says that the press on the board has arrived */
};

/* A message on its way to be an answer. */
struct parcel {
    enum parcel_kind kind;
    json_t *body;           /* NULL for PARCEL_NOTHING */
    struct talk_file *file; /* NULL: none */
    struct talk_said *said; /* what it says, for one person; NULL: not worth another way */
    struct parcel *next;
};

enum asking_state {
    ASKING_OPEN,
    ASKING_DEFERRED,     /* "thinking…" waits to be edited */
    ASKING_ACKNOWLEDGED, /* a press on the board that has arrived */
    ASKING_ANSWERED      /* what comes later is a follow-up */
};

/* An interaction that waits for its answer. */
struct discord_asking {
    struct discord_session *session;
    uint64_t request;
    struct discord_interaction what; /* its text is not used any more */
    int64_t asked_at;
    enum asking_state state;
    bool dead;                       /* its token has stopped working */
    bool deferring;                  /* "Thinking…" is on its way */
    bool sending;                    /* the first parcel is on its way */
    struct discord_place *speaks_in; /* where it wants to be read by everybody; or NULL */
    bool awaits;                     /* the host will say more, as of when it said something last */
    struct talk_said *said;          /* list */
    struct parcel *parcels;          /* list: sent one after the other */
    UT_hash_handle hh;
};

/* Removes it from the session. */
void discord_asking_free(struct discord_asking *asking);
/* NULL: the bot is in no such place. */
struct discord_place *discord_asking_place(const struct discord_asking *asking);
/* The person pressed a button of a message that only they see: the answer replaces it. */
bool discord_asking_updates(const struct discord_asking *asking);
/* Takes the message. */
json_t *discord_answer_body(int type, json_t *message);
/* Sends the parcels one after the other. What is for everybody waits until what was said before it
 * in the place has arrived: answers in any case, posts not longer than until an answer is due.
 * Frees the asking when it is over. */
void discord_asking_send(struct discord_asking *asking);
/* "Thinking…" was sent; the context is the asking. */
void discord_asking_deferred(void *context, const struct request_answer *answer);

/* Notes whether the host works on what was asked and will say more. */
void discord_asking_look_ahead(struct discord_asking *asking);
/* When an answer is due. */
int64_t discord_asking_due(const struct discord_asking *asking);
/* Whether what the host will say later can still be a follow-up. */
bool discord_asking_goes_on(const struct discord_asking *asking);
bool discord_asking_is_over(const struct discord_asking *asking);

#endif
