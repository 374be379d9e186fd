/* Places and answers on a made-up network, which writes down what it is told to do:
 *     post TEXT | post [TEXT] | line TEXT             [] in columns
 *     retire MESSAGE | remove MESSAGE
 *     update MESSAGE: …                               in an answer, as show
 *     show MESSAGE: ABOVE|PICTURE|BELOW               - for a new message
 *     tell TEXT | done                                in an answer; "answer " goes before post,
 * show People who are called stand behind it: " @alice". Messages are numbers, posted at that ms.
 */
#ifndef BELFRY_TESTS_UNIT_TALK_FIXTURE_H
#define BELFRY_TESTS_UNIT_TALK_FIXTURE_H

#include "adapters/net/talk/talk.h"

struct talk_fixture {
    struct talk_network network;
    struct adapter_listener listener;
    struct talk_place *place;
    struct text told;
    char buffer[4096];
    int64_t now;
    const char *here; /* a person who need not be called */
    bool touched;
    size_t choices; /* of the last picture */
    uint32_t line;  /* of the last picture */
    char *memory;   /* of the place; NULL: none */
    bool late;      /* the memory answers by recall_now alone */
    void (*recalled)(void *asker, const char *value);
    void *asker;
};

extern struct talk_fixture it;

/* Set-up and tear-down of a test. */
int talk_fixture_begin(void **state);
int talk_fixture_end(void **state);

/* Parts of the network that answers use too; the owner's name stands before what they write. */
void add_calls(const struct talk_calls *calls);
void post(void *owner, const struct talk_text *text);
void show(void *owner, const char *message, const struct talk_view *view);

/* The place's memory answers. */
void recall_now(void);

void open_place(void);
/* The table is shown by message 10. */
void show_board(void);

/* Of table 7, calling one person or nobody (NULL). NULL without a text. */
struct talk_said *said(enum outbound_kind kind, const char *text, const char *called);
/* The place hears it, and wants to be flushed. */
void hear(enum outbound_kind kind, const char *text);
/* Flushes the place and compares what the network was told since the last call. */
void expect(const char *told);

#endif
