/* A table: one game being played or about to be, the people at it, and the places where it is
 * shown.
 *
 * Plain bookkeeping without network, store or texts. Strings are owned by the table. People sit as
 * network + identity (bot/adapter.h), never as a name alone.
 */
#ifndef BELFRY_BOT_TABLES_TABLE_H
#define BELFRY_BOT_TABLES_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"
#include "bot/base/hash.h"
#include "bot/core/settings.h"
#include "bot/players/player.h"
#include "bot/record/state_check.h"
#include "bot/store/store.h"
#include "games/game.h"

enum {
    TABLE_CLAIM_BYTES = 32,
    TABLE_RECENT_MAX = 8 /* moves that are remembered for whoever missed them */
};

struct made_move {
    uint32_t n; /* moment */
    uint8_t seat;
    game_move move;
};

struct seat {
    char *network;
    char *identity; /* NULL: the bot plays this seat */
    char *name;     /* as shown: harmless for display */
    char *word;     /* goes into the shuffle (bot/record/shuffle.h); NULL for none */
    uint8_t claim[TABLE_CLAIM_BYTES]; /* hash of the claim code */
    bool has_claim;
    enum player_level level; /* of the bot's seat; of a person's, who stands in for him */
    bool stood_in;           /* somebody does so until the person is back */
    struct former *former;   /* whose the bot's seat was and can be again; NULL: nobody's */
    bool absent;             /* the person is not there now */
    bool undelivered;        /* the channel knows that his cards do not reach him */
    game_refusal refused;    /* why his last try was refused; 0: nothing to explain */
};

/* Somebody who was replaced: the seat is his again, or somebody else's, as soon as one asks. */
struct former {
    char *network, *identity, *name;
};

/* What people decide together by typing the same command. */
enum matter { MATTER_ABORT, MATTER_UNDO, MATTER_PAUSE, MATTER_KICK, MATTER_REPLACE, MATTER_COUNT };

struct vote {
    seat_set agreed; /* empty: nobody asks */
    uint8_t seat;    /* whom it is about, where it is about somebody */
};

/* Since when a person has been asked for his move, in milliseconds since 1970. */
struct turn {
    int64_t asked;     /* 0: he is not asked */
    uint32_t since;    /* asked_since then; another one is another turn */
    int64_t deadline;  /* when his time is up; 0: never */
    int64_t reminded;  /* when, the last time */
    uint8_t reminders; /* how many he has had */
    bool over;         /* his time was up, and what is set for that has been done */
};

struct table_clock {
    struct turn turns[GAME_SEATS_MAX];
    int64_t turn_time; /* by which the deadlines were set */
    int64_t paused;    /* since when it stands still; 0: it goes */
    int64_t touched;   /* when somebody was last heard at the table */
};

/* Checks of the state in the table's record (bot/record/state_check.h). */
struct table_checks {
    struct state_check key;
    char layout[STATE_CHECK_TEXT]; /* of the program that began the game; "": it made no checks */
    char setup[STATE_CHECK_TEXT];  /* of the state after the setup */
    bool compared;                 /* this program lays out states in the same way */
};

/* A thread of its own, under its first place: asked of the adapter after the commit. */
enum table_thread { THREAD_NONE, THREAD_WANTED, THREAD_ASKED };

struct table {
    int64_t id; /* in the store */
    enum table_status status;
    const struct game *game;
    uint8_t options[GAME_OPTIONS_MAX];
    bool plays_forced; /* as the settings say: moves that everybody knows to be forced are made */
    uint8_t seed[STORE_SEED_BYTES];
    int64_t opened; /* seconds since 1970 */
    char *opener_network, *opener_identity;
    uint8_t seat_count;
    struct vote votes[MATTER_COUNT];
    struct table_clock clock;
    char *stored_waiting; /* session_waiting.c: as the store has it; NULL: nothing */
    int64_t due;          /* when it wants attention */
    size_t due_index;     /* in the deadlines, from 1; 0: it is not there */
    struct seat seats[GAME_SEATS_MAX];
    struct table_place *places; /* list through `next` */
    struct table_checks checks;
    char *setup;    /* JSON of the setup, NULL in the lobby */
    uint32_t lines; /* of the transcript, the header not counted */
    /* Moments count the lines and go on counting where lines were taken back, so that a moment
     * never comes twice: moment = lines + taken_back. The other numbers of lines here are moments.
     */
    uint32_t taken_back;
    uint32_t rewound;                          /* the moment of the last time that this was done */
    struct made_move recent[TABLE_RECENT_MAX]; /* the last moves, the newest first */
    uint8_t recent_count;
    /* The moment from which on a seat has been asked for the move that it may make now; TABLE_NEVER
     * for a seat that may not act. */
    uint32_t asked_since[GAME_SEATS_MAX];
    seat_set called; /* people who were told that it is their turn */
    enum table_thread thread;
    bool unsaved; /* the store has never committed it */
    bool touched; /* changed since the last commit; then in the list of those */
    struct table *touched_next;
    bool bots_due; /* a seat of the bot may act; then in the list of those */
    struct table *bots_prev, *bots_next;
    struct game_state *state; /* NULL in the lobby */
    UT_hash_handle hh;        /* by id */
};

#define TABLE_NEVER UINT32_MAX

/* How far a finished table has been shown step by step. */
struct table_replay {
    int64_t table; /* 0: none */
    uint32_t line;
};

/* A channel that shows a table. */
struct table_place {
    char *key; /* place_key() */
    char *network;
    char *place;
    struct table *table; /* live, or the last one that ended here, for `again` */
    bool open;           /* the bot is there and may speak */
    bool untold;         /* the table is over, and nobody here has been told yet */
    uint64_t request;    /* to be answered by the next board; 0: none */
    struct table_replay replay;
    struct place_link *links; /* places that show its tables too */
    char *asked;      /* key of the place that it would like to be linked with; NULL: none */
    int64_t asked_at; /* clock_steady() */
    struct table_place *next; /* of the same table */
    UT_hash_handle hh;        /* by key */
};

struct place_link {
    struct table_place *other;
    struct place_link *next;
};

struct table *table_new(const struct game *game);
void table_free(struct table *table);

bool table_is_live(const struct table *table);
/* The bot is in at least one of its places; otherwise the table rests. */
bool table_is_shown(const struct table *table);
/* The seat of a person, or -1. */
int table_seat_of(const struct table *table, const char *network, const char *identity);
/* Adds a seat and returns it, NULL when the table is full. A NULL identity is a seat for the bot.
 */
struct seat *table_seat_add(struct table *table, const char *network, const char *identity,
                            const char *name);
void table_seat_remove(struct table *table, unsigned seat);
/* Two people change seats, before the start. */
void table_seats_swap(struct table *table, unsigned one, unsigned other);
/* NULL: none. */
void seat_set_word(struct seat *seat, const char *word);
/* Names are told apart: a second "alice" is "alice 2". */
void table_seat_rename(struct table *table, unsigned seat, const char *name);
void table_seat_give(struct table *table, unsigned seat, const char *network, const char *identity,
                     const char *name);
/* The bot plays the seat from now on. `keeps`: until whose it was, or somebody else, takes it. */
void table_seat_vacate(struct table *table, unsigned seat, enum player_level level, bool keeps);
void table_seat_forget_former(struct table *table, unsigned seat);
/* Seats that people hold. */
seat_set table_people(const struct table *table);
/* Those of them who are there: not away, not out of time, nobody stands in. */
seat_set table_people_present(const struct table *table);
/* People who may act now, those not for whom somebody stands in. */
seat_set table_people_asked(const struct table *table);
bool table_is_opener(const struct table *table, const char *network, const char *identity);
/* Replaces the state by an empty game of the table's options, seed and words that waits for its
 * setup. */
void table_begin(struct table *table);
/* The same into `state`, which has room for any. */
void table_begin_state(const struct table *table, struct game_state *state);
/* The setup has been dealt: from here on states are checked, if the record's layout is this
 * program's. A table without a record begins one. */
void table_begin_checks(struct table *table, struct layout_marks *marks);
/* Line `n` of the transcript was made by a seat, or by chance: GAME_SPECTATOR. The setup is line 0.
 */
void table_note_line(struct table *table, uint32_t n, unsigned seat, game_move move);
/* Where the table stands, as a number that only rises. */
uint32_t table_moment(const struct table *table);
/* The last line is taken back; the state is already the one before it. */
void table_note_rewound(struct table *table);
/* A move that was offered to the seat at `moment` still answers what it is asked. */
bool table_asks_since(const struct table *table, unsigned seat, uint32_t moment);
/* The place that somebody of a network knows the table by: one of the network, else the first. */
const struct table_place *table_place_on(const struct table *table, const char *network);
/* For what is set for the table in its first place. */
struct setting_scope table_setting_scope(const struct table *table);
bool table_is_at(const struct table *table, const char *network, const char *place);
/* Names of the seats for texts; valid while the table is. `names` has room for GAME_SEATS_MAX. */
void table_names(const struct table *table, const char **names);

#endif
