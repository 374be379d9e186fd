/* A whole host without sockets: a real store, a real catalog, and three networks whose lines the
 * test types and reads; on the third, "boards", places keep boards, choices can be pressed, images
 * and files are shown, and there are no colours. A turn of the loop ends after each line typed, as
 * it does on the loop.
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
    bool quiet, guest, lobby, narration;
    struct choices choices;
    struct outbound_file file;          /* name NULL: none */
    const struct outbound_image *image; /* NULL: none */
    char calls[GAME_SEATS_MAX][IDENTITY_MAX];
    size_t call_count;
};

struct fixture {
    uv_loop_t loop;
    struct catalog *catalog;
    struct store *store;
    struct store *disk; /* the store, or the one behind it when it answers late */
    struct config config;
    struct host host;
    const char *folder;
    bool spoiled; /* set by a test where the disk is not what the host has in memory */
    struct said said[FIXTURE_MESSAGES_MAX]; /* since they were last cleared */
    size_t said_count;
    char joined[PLACE_MAX];   /* the last place that an adapter was told to go to */
    char threaded[PLACE_MAX]; /* the last place under which it was told to make a thread */
    uint64_t threaded_table;
    bool threaded_closed;
    enum person_sight sight; /* of everybody who types */
    uint64_t requests;       /* number of button presses so far */
    int64_t now;             /* of the host's clock, which only moves in fixture_wait() */
};

/* Opens a host over the store in `folder` ("" for one in memory, or the address of a server) with
 * the networks "one", "two" and "boards"; their places "#a" to "#z" are open. "boards" writes the
 * names of its places in capitals and knows them as #a; it makes threads. The clock shows
 * FIXTURE_NOON, noon on a Monday in UTC. */
#define FIXTURE_NOON INT64_C(1772452800000)
struct fixture *fixture_open(const char *folder);
/* Closes the fixture as the end of the process would; the store's directory stays. */
void fixture_close(struct fixture *fixture);
/* Ends the process and starts it again on the same directory after this many milliseconds. */
struct fixture *fixture_restart(struct fixture *fixture, int64_t later);

/* Makes the network "one" a terminal with one person alone, or a network as it was. */
void fixture_set_terminal(struct fixture *fixture, bool terminal);

/* The connection to the network "one" is lost for a while, or is there again. */
void fixture_set_connected(struct fixture *fixture, bool connected);

/* Makes the network "one" a network of programs. */
void fixture_set_programs(struct fixture *fixture);

/* Of the network "one" it serves the part with this number of two from now on, and no other
 * network. #b, #d, … belong to part 1, everything else to part 0, as private messages do. */
void fixture_serve_part(struct fixture *fixture, unsigned number);

/* A test whose *state is a host over a store in memory. */
#define WITH_HOST(test) cmocka_unit_test_setup_teardown(test, host_opened, host_closed)
int host_opened(void **state);
int host_closed(void **state);

/* Lets this many milliseconds pass, and everything that becomes due happen at its time. */
void fixture_wait(struct fixture *fixture, int64_t milliseconds);
/* Somebody sets the system's clock by so much, and no time passes. */
void fixture_set_clock(struct fixture *fixture, int64_t by);
/* Ends turns as the loop does before and after it looks at the networks. */
void fixture_look(struct fixture *fixture);
/* Ends the turn, and lets the store answer all that it is asked. */
void fixture_end_turn(struct fixture *fixture);
/* With a server: lets it answer all that it is asked. */
void fixture_settle(struct fixture *fixture);
/* The adapter reports that the bot is in a place. */
void fixture_open_place(struct fixture *fixture, const char *network, const char *place);

/* A person types. NAME has the identity "account:NAME" everywhere, and the `place` "" is private.
 * Players type on network "one" unless a function says otherwise. */
void fixture_type(struct fixture *fixture, const char *name, const char *place, const char *text);
void fixture_type_on(struct fixture *fixture, const char *network, const char *name,
                     const char *place, const char *text);
void fixture_type_as(struct fixture *fixture, const char *network, const char *name,
                     enum person_rank rank, const char *place, const char *text);
/* A person on network "one" without an account types; MASK is "nick!user@host". */
void fixture_type_unknown(struct fixture *fixture, const char *mask, const char *place,
                          const char *text);
/* A player on network "one" types, and the turn of the loop does not end. */
void fixture_type_in_turn(struct fixture *fixture, const char *name, const char *place,
                          const char *text);
/* Does the same with a line that its network names `event`. */
void fixture_type_event(struct fixture *fixture, const char *name, const char *place,
                        const char *text, const char *event);
/* olga, an admin, types in #a of network "one". */
void fixture_command(struct fixture *fixture, const char *text);
/* An admin asks for the code of a place; returns the line that links another place with it: "link
 * CODE". Forgets what was said before. */
const char *fixture_offer_link(struct fixture *fixture, const char *network, const char *name,
                               const char *place);
/* Formats a line to type; valid until the next call. */
__attribute__((format(printf, 1, 2))) const char *line_of(const char *format, ...);
/* Handles a message that an adapter could send, and what the bots do then. */
void fixture_receive(struct fixture *fixture, const struct inbound *inbound);
/* A person on "boards" presses the choice of `said` that types `command`. The test fails when there
 * is none. */
void fixture_press(struct fixture *fixture, const char *name, const char *place,
                   const struct said *said, const char *command);
void fixture_clear(struct fixture *fixture);
/* Lets the seats of searching levels decide, with a clock that makes their searches short and
 * without their pause, until no question is open. */
void fixture_think(struct fixture *fixture);
/* Lets the coach judge until nobody waits for it. */
void fixture_coach(struct fixture *fixture);

/* Returns the only message since the last clearing that is public in `place` (or private to NAME)
 * and contains `part`; fails the test when there is none. */
const char *fixture_public(struct fixture *fixture, const char *place, const char *part);
const char *fixture_private(struct fixture *fixture, const char *name, const char *part);
/* Returns the newest message of a kind to a place, or to NAME in private unless that is NULL. NULL:
 * there is none. */
const struct said *fixture_last(const struct fixture *fixture, enum outbound_kind kind,
                                const char *network, const char *place, const char *name);
bool said_offers(const struct said *said, const char *command);
/* Returns how many messages are public in `place`, or private to NAME, and contain `part`. */
size_t fixture_count_public(const struct fixture *fixture, const char *place, const char *part);
size_t fixture_count_private(const struct fixture *fixture, const char *name, const char *part);

/* The people who take the first seat, the second and so on at the tables below. */
extern const char *const people[GAME_SEATS_MAX];

/* Fills the seed of a table that has not begun with the byte. */
void fixture_set_seed(struct fixture *fixture, struct table *table, uint8_t byte);
/* Seats the first `count` people at a running table of a game, with the game's options and a fixed
 * seed. */
struct table *fixture_start_game(struct fixture *fixture, const char *network, const char *place,
                                 const char *game, size_t count);
/* Seats alice and bruno at a running table of En Garde on network "one"; alice begins with 1 1 2 2
 * 5 if `options` are the default ones. */
struct table *fixture_start(struct fixture *fixture, const char *place, const char *options);
/* Types a random legal move for a person who may act; false when the game is over. */
bool fixture_move(struct fixture *fixture, struct table *table);

/* Return the first seat that may act, and at a table of alice and bruno the one who may and the
 * other. */
unsigned seat_on_turn(const struct table *table);
const char *on_turn(const struct table *table);
const char *waiting(const struct table *table);
/* Returns the seat's legal move number `index`, starting over after the last; valid until the next
 * call. */
const char *legal_move(const struct table *table, unsigned seat, size_t index);

#endif
