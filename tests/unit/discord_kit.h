/* A Discord session for tests: a courier that keeps what is sent, a host that keeps what it hears,
 * and a clock that tests set.
 *
 * What the host hears is written as:
 *     received PLACE IDENTITY NAME RANK [unseen] [table TABLE LINE] [in LOCALE] [roles ID,…]: TEXT
 *                                                                            PLACE is - in private
 *     opened PLACE | closed PLACE | lost PLACE WHY
 *     undelivered IDENTITY WHY
 *     unanswered PLACE NAME WHY
 *     thread PLACE TABLE THREAD
 */
#ifndef BELFRY_TESTS_UNIT_DISCORD_KIT_H
#define BELFRY_TESTS_UNIT_DISCORD_KIT_H

#include "adapters/discord/limits.h"
#include "adapters/discord/session/session.h"

/* The keys of an interaction: a command without options, a press on message 50. */
#define COMMAND(name) "\"type\":2,\"data\":{\"name\":\"" name "\"}"
#define PRESS(id, flags)                                                                           \
    "\"type\":3,\"message\":{\"id\":\"50\",\"flags\":" flags "},\"data\":{\"custom_id\":\"" id "\"}"

/* A message made at the kit's time, as Discord returns it. */
#define MESSAGE_ID "1174109840998400000"
#define MESSAGE    "{\"id\":\"" MESSAGE_ID "\"}"

enum { DISCORD_KIT_SENT_MAX = 256, DISCORD_KIT_HEARD_MAX = 256, DISCORD_KIT_MEMORY_MAX = 64 };

/* A request that waits for its answer or has been answered. */
struct kit_sent {
    enum rest_route route;
    char parameters[REST_PARAMETERS_MAX][DISCORD_ID_BYTES];
    char query[64];
    char nonce[REST_NONCE_MAX + 1];
    json_t *body;
    char *file; /* its name, its type and what it holds; NULL: none */
    bool harmless;
    enum request_priority priority;
    int64_t deadline; /* 0: none of its own */
    bool answered;
    request_done *done;
    void *context;
};

/* A question to the host's memory. */
struct kit_asked {
    char *key;
    void (*recalled)(void *asker, const char *value);
    void *asker;
};

struct discord_kit {
    struct discord_settings *settings;
    struct discord_session *session;
    int64_t now;
    bool awake; /* a tick was asked for */
    struct kit_sent sent[DISCORD_KIT_SENT_MAX];
    size_t sent_count, sent_next;
    char *heard[DISCORD_KIT_HEARD_MAX];
    size_t heard_count, heard_next;
    char *memory[DISCORD_KIT_MEMORY_MAX][2]; /* key and value */
    bool late;                               /* the memory answers by discord_kit_recall alone */
    struct kit_asked asked[DISCORD_KIT_MEMORY_MAX];
    size_t asked_count;
    uint64_t request;               /* request of the last command */
    uint64_t owed;                  /* the request that the host works on; 0: none */
    char cleared[DISCORD_ID_BYTES]; /* channel whose 403 the courier was told to forget */
};

/* A test whose *state is a kit: a bot with user id 1 and application 77 in guild 5 with the
 * channels 6 and 7 and the thread 9. What the host heard about these is forgotten. */
#define WITH_DISCORD(test)                                                                         \
    cmocka_unit_test_setup_teardown(test, discord_kit_open, discord_kit_close)
int discord_kit_open(void **state);
int discord_kit_close(void **state);
/* Begins a new session, whose host remembers what it remembered. */
void discord_kit_restart(struct discord_kit *kit);
/* Begins one that no event has reached yet. */
void discord_kit_restart_before_events(struct discord_kit *kit);
/* Answers the questions to the memory. */
void discord_kit_recall(struct discord_kit *kit);

/* READY of a shard. Where commands are registered by hand, nobody answers the question for their
 * ids, and it is not among what was sent. */
void discord_kit_ready(struct discord_kit *kit, const json_t *data);
/* A setting as written in the configuration. */
void discord_kit_set(struct discord_kit *kit, const char *key, const char *value);

void discord_kit_event(struct discord_kit *kit, const char *event, const char *json);
/* An id that Discord made at this time. */
void discord_kit_id(int64_t time, char id[DISCORD_ID_BYTES]);
/* Receives an interaction of user 8 (alice) in 5/6 with more keys: "type":2,"data":{…}. */
void discord_kit_interact(struct discord_kit *kit, const char *keys);
/* Receives an interaction anywhere by anybody; `keys` are all except id, token and application. */
void discord_kit_interact_as(struct discord_kit *kit, const char *keys);
/* Sends a message of the host; `message` need not name a network. */
void discord_kit_say(struct discord_kit *kit, const struct outbound *message);
/* Runs the loop's next turn; returns when the session wants another one. */
int64_t discord_kit_tick(struct discord_kit *kit);
void discord_kit_wait(struct discord_kit *kit, int64_t milliseconds);
/* Returns the next request that was not returned yet; fails the test when it is of another route or
 * when there is none. */
struct kit_sent *discord_kit_sent(struct discord_kit *kit, enum rest_route route);
void discord_kit_assert_silent(struct discord_kit *kit);
/* Answers the request; `json` may be NULL. Then does everything that is due. */
void discord_kit_done(struct discord_kit *kit, struct kit_sent *sent, const char *json);
/* Fails the request. With code 0 there was no answer at all. */
void discord_kit_fail(struct discord_kit *kit, struct kit_sent *sent, enum request_outcome outcome,
                      int64_t code);
/* Checks what the host heard next. */
void discord_kit_assert_heard(struct discord_kit *kit, const char *expected);
void discord_kit_forget(struct discord_kit *kit);
/* Returns a string, or a number as text, at a path of keys and indices: "data.content". "" for
 * none. */
const char *discord_kit_field(const struct kit_sent *sent, const char *path);
void assert_field(const struct kit_sent *sent, const char *path, const char *expected);
void assert_holds(const struct kit_sent *sent, const char *path, const char *part);

/* The host tells user 8 something in private, as an answer to the last command. */
void say_private(struct discord_kit *kit, enum outbound_kind kind, const char *text);
/* The host sends an event, or the picture of table 3, to 5/6; `called` may be NULL. */
void say_event(struct discord_kit *kit, uint64_t request, const char *text);
void say_picture(struct discord_kit *kit, uint64_t request, uint32_t line, const char *text,
                 const char *called);
/* Opens table 3 in 5/6; its board is message MESSAGE_ID. */
void show_table(struct discord_kit *kit);

#endif
