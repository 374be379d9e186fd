/* Places and answers of a network whose messages can be edited.
 *
 * A place's table is shown by one message, the board. What the host says in a turn is kept until
 * talk_place_flush; then the board is posted or edited once, with the newest picture, its choices
 * and the last events. While a request for the board is under way, newer pictures wait, and only
 * the newest one is sent. The board is posted anew when it is old or has scrolled away; the old
 * message then loses its buttons. An edit calls nobody, so who has to be called gets a line below
 * the board, which replaces the last such line. Events of a table that the board does not show are
 * posted together as one message; what is in columns is posted by itself, behind what came before
 * it.
 *
 * The host remembers which messages are the board and the line. Until it has answered, the place
 * keeps what it hears.
 *
 * The network decides how a text looks, how long it may be and how people are called; this part
 * decides what is said, where and when. Everything in a call lives as long as the call.
 */
#ifndef BELFRY_ADAPTERS_NET_TALK_TALK_H
#define BELFRY_ADAPTERS_NET_TALK_TALK_H

#include "adapters/net/talk/said.h"

struct talk_place;

enum { TALK_MESSAGE_BYTES = 64, TALK_TEXT_BYTES = 6 * 1024 };

/* The people whom a message calls. */
struct talk_calls {
    const char *identities[CHOICES_MAX];
    size_t count;
};

/* Something that everybody may read. */
struct talk_text {
    const char *text;
    bool columns; /* see struct talk_said */
    bool line;    /* it tells whose turn it is: talk_place_lined must follow when it was posted */
    const struct talk_calls *calls;
};

/* A table as its place shows it. */
struct talk_view {
    const char *above; /* what has just happened; "" for none */
    const struct talk_said *picture;
    const char *below; /* the last events; "" for none */
    const struct talk_calls *calls;
};

/* A network's policy and operations. `owner` is what talk_place_new was given. */
struct talk_network {
    const char *name;
    const struct adapter_listener *listener;
    void *context;
    uint64_t superseded; /* counts the pictures that were replaced before they were shown */

    /* When a message was posted, in ms of the network's clock; 0 for no message. */
    int64_t (*posted_at)(const char *message);
    /* Whether the table is shown by a new message instead of an edit, for so many messages came
     * below the old one, or it is so old. */
    bool (*is_outdated)(void *context, int64_t posted_at, int64_t messages_below);
    /* Whether somebody has to be called, since they have done nothing for a while. */
    bool (*must_call)(void *context, const char *identity);
    /* Whether a text fits above a table. */
    bool (*fits_above)(const char *text);
    /* Posts a text. */
    void (*post)(void *owner, const struct talk_text *text);
    /* Shows the table in a new message, or in `message` if that is not NULL. talk_place_shown must
     * follow, from the loop. */
    void (*show)(void *owner, const char *message, const struct talk_view *view);
    /* Takes the buttons off a message that does not show the table any more. */
    void (*retire)(void *owner, const char *message);
    /* Deletes a line that has been replaced. */
    void (*remove)(void *owner, const char *message);
    /* talk_place_flush is wanted, from the loop. */
    void (*touch)(void *owner);
};

/* -- Places -- */

/* `network` must outlive the place; `key` is the host's name for it. */
struct talk_place *talk_place_new(struct talk_network *network, void *owner, const char *key);
void talk_place_free(struct talk_place *place);

/* Takes over an event or a picture. */
void talk_place_hear(struct talk_place *place, struct talk_said *said);
/* The turn is over: posts and shows what there is. */
void talk_place_flush(struct talk_place *place);
/* Whether that takes new messages. */
bool talk_place_would_post(const struct talk_place *place);
/* Nothing can be posted here: drops the events that wait. */
void talk_place_drop(struct talk_place *place);

/* What became of a request to show the table. */
enum talk_shown {
    TALK_SHOWN,   /* `message` is the board */
    TALK_GONE,    /* the message can't be edited any more: the table is posted anew */
    TALK_UNHEARD, /* there was no answer: the table is shown again */
    TALK_REFUSED  /* it waits for the next picture */
};
void talk_place_shown(struct talk_place *place, enum talk_shown how, const char *message);
/* The line that tells whose turn it is was posted as `message`. */
void talk_place_lined(struct talk_place *place, const char *message);
/* The message that shows the table; "": none. */
const char *talk_place_message(const struct talk_place *place);

/* Whether a message that showed the table is not the board any more. */
bool talk_place_has_replaced(const struct talk_place *place, uint64_t table, const char *message);

/* Somebody posted a message, or deleted one. */
void talk_place_posted(struct talk_place *place, const char *message);
void talk_place_deleted(struct talk_place *place, const char *message);

/* -- Answers -- */

/* How one request is answered. `asked` is what talk_answer was given. */
struct talk_answerer {
    /* The first message can only be private: a person for whom there is nothing private reads there
     * what everybody reads. Otherwise what is public goes first. */
    bool private_first;
    bool may_show; /* the table may be part of the answer */
    /* A button was pressed: what the board tells by itself is not posted as well. */
    bool pressed;
    bool on_board; /* a button of the board: the answer can edit it */
    /* To the person alone: something private, or what happened. May take said->file over. */
    void (*tell)(void *asked, struct talk_said *said);
    /* To everybody. */
    void (*post)(void *asked, const struct talk_text *text);
    /* The table in a new message, to everybody; talk_place_shown must follow. */
    void (*show)(void *asked, const struct talk_view *view);
    /* The table in the board whose button was pressed; talk_place_shown must follow. */
    void (*update)(void *asked, const struct talk_view *view);
    /* There is nothing else to say. */
    void (*done)(void *asked);
};

/* Answers with everything in `said` and frees it. The table is part of the answer where a new
 * message is wanted anyway, which costs no request of its own. `place` is where it was asked; NULL:
 * in private, or nothing is public. */
void talk_answer(const struct talk_network *network, const struct talk_answerer *answerer,
                 void *asked, struct talk_place *place, struct talk_said **said);

#endif
