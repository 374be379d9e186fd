/* A whole host without sockets: a real store, a real catalog, and three networks whose lines the
 * test types and reads; on the third, "boards", places keep boards, choices can be pressed and
 * there are no colours. A turn of the loop ends after each line typed, as it does on the loop.
 */
#ifndef BELFRY_TESTS_UNIT_HOST_FIXTURE_H
#define BELFRY_TESTS_UNIT_HOST_FIXTURE_H

#include "bot/turn/host.h"

enum { FIXTURE_MESSAGES_MAX = 4096 };

struct said {
    enum outbound_kind kind;
    char network[NETWORK_NAME_MAX];
    char place[PLACE_MAX];
    char identity[IDENTITY_MAX]; /* "" for a public message */
    char *text;
    uint64_t table, request;
    uint32_t line;
    struct choices choices;
    char calls[GAME_SEATS_MAX][IDENTITY_MAX];
    size_t call_count;
};

struct fixture {
    uv_loop_t loop;
    struct catalog *catalog;
    struct store *store;
    struct config config;
    struct host host;
    const char *folder;
    struct said said[FIXTURE_MESSAGES_MAX]; /* since the last clearing */
    size_t said_count;
    char joined[PLACE_MAX];   /* the last place that an adapter was told to go to */
    char threaded[PLACE_MAX]; /* the last place under which it was to make a thread */
    uint64_t threaded_table;
    uint64_t requests; /* of presses so far */
    int64_t now;       /* of the host's clock, which stands still but in fixture_wait() */
};

/* Opens a host over the store in `folder` ("" for one in memory) with the networks "one", "two" and
 * "boards"; their places "#a" to "#z" are open. "boards" writes its places in capitals and knows
 * them as #a; it makes threads. */
struct fixture *fixture_open(const char *folder);
/* The same when the clock shows `now`; fixture_open() begins at FIXTURE_NOON, a Monday in UTC. */
#define FIXTURE_NOON INT64_C(1772452800000)
struct fixture *fixture_open_at(const char *folder, int64_t now);
/* Closes it as the end of the process does; the store's folder stays. */
void fixture_close(struct fixture *fixture);
/* The process ends, and begins again on the same folder when so many milliseconds have passed. */
struct fixture *fixture_restart(struct fixture *fixture, int64_t later);

/* A test whose *state is a host over a store in memory. */
#define WITH_HOST(test) cmocka_unit_test_setup_teardown(test, host_opened, host_closed)
int host_opened(void **state);
int host_closed(void **state);

/* Lets so many milliseconds pass, with everything that is due meanwhile when it is due. */
void fixture_wait(struct fixture *fixture, int64_t milliseconds);
/* The bot is in a place, as its adapter tells the host. */
void fixture_open_place(struct fixture *fixture, const char *network, const char *place);

/* Somebody types; who is called NAME is "account:NAME" everywhere, and `place` "" is private. A
 * player types on network "one" unless it says otherwise. */
void fixture_type(struct fixture *fixture, const char *name, const char *place, const char *text);
void fixture_type_on(struct fixture *fixture, const char *network, const char *name,
                     const char *place, const char *text);
void fixture_type_as(struct fixture *fixture, const char *network, const char *name,
                     enum person_rank rank, const char *place, const char *text);
/* A player on network "one" types, and the turn of the loop goes on. */
void fixture_type_in_turn(struct fixture *fixture, const char *name, const char *place,
                          const char *text);
/* olga, an admin, types in #a of network "one". */
void fixture_command(struct fixture *fixture, const char *text);
/* Something to type, put together; valid until the next call. */
__attribute__((format(printf, 1, 2))) const char *line_of(const char *format, ...);
/* Works off what an adapter has put together, and what the bots do then. */
void fixture_receive(struct fixture *fixture, const struct inbound *inbound);
/* Somebody on "boards" presses the choice of `said` that types `command`. The test fails when there
 * is none. */
void fixture_press(struct fixture *fixture, const char *name, const char *place,
                   const struct said *said, const char *command);
void fixture_clear(struct fixture *fixture);
/* Lets the seats of searching levels decide, by a clock that makes their searches short, and
 * without their pause; until nobody has anything left to think about. */
void fixture_think(struct fixture *fixture);

/* The only message since the last clearing that is public in `place` (or private to NAME) and holds
 * `part`; fails the test when there is none. */
const char *fixture_public(struct fixture *fixture, const char *place, const char *part);
const char *fixture_private(struct fixture *fixture, const char *name, const char *part);
/* The newest message of a kind to a place, or to NAME in private unless that is NULL; NULL: none.
 */
const struct said *fixture_last(const struct fixture *fixture, enum outbound_kind kind,
                                const char *network, const char *place, const char *name);
bool said_offers(const struct said *said, const char *command);
/* How many messages are public in `place`, or private to NAME, and hold `part`. */
size_t fixture_count_public(const struct fixture *fixture, const char *place, const char *part);
size_t fixture_count_private(const struct fixture *fixture, const char *name, const char *part);

/* Who takes the first seat, the second and so on of the tables below. */
extern const char *const people[GAME_SEATS_MAX];

/* The first so many people at a running table of a game, with its options and a fixed seed. */
struct table *fixture_start_game(struct fixture *fixture, const char *network, const char *place,
                                 const char *game, size_t count);
/* alice and bruno at a running table of En Garde on network "one": alice begins with 1 1 2 2 5 if
 * `options` are the default ones. */
struct table *fixture_start(struct fixture *fixture, const char *place, const char *options);
/* Types a random legal move for whoever may act; false when the game is over. */
bool fixture_move(struct fixture *fixture, struct table *table);

/* The first seat that may act; at a table of alice and bruno, the one who may and the other. */
unsigned seat_on_turn(const struct table *table);
const char *on_turn(const struct table *table);
const char *waiting(const struct table *table);
/* The seat's legal move number `index`, counted round and round; valid until the next call. */
const char *legal_move(const struct table *table, unsigned seat, size_t index);

#endif
