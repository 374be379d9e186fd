/* A table: one game that is being played or prepared, the people at it, and the places where it is
 * shown.
 *
 * Plain bookkeeping without network, store or texts. The table owns its strings. People are
 * identified by network + identity (bot/adapter.h), never by a name alone.
 */
#ifndef BELFRY_BOT_TABLES_TABLE_H
#define BELFRY_BOT_TABLES_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/adapter.h"
#include "bot/base/hash.h"
#include "bot/core/settings.h"
#include "bot/players/player.h"
#include "bot/record/shuffle.h"
#include "bot/record/state_check.h"
#include "bot/store/store.h"
#include "bot/tables/watch.h"
#include "games/game.h"

enum {
    TABLE_CLAIM_BYTES = 32,
    TABLE_CODE_LETTERS = 8,
    TABLE_RECENT_MAX = 8 /* moves that are remembered for people who missed them */
};

struct made_move {
    uint32_t n; /* moment */
    uint8_t seat;
    game_move move;
};

/* When the person of a seat was last here. The numbers count lines of the transcript, and never
 * exceed them. */
struct visit {
    int64_t heard;      /* milliseconds since 1970; 0: not known, as after a restart */
    uint32_t moved;     /* after their last own move */
    uint32_t seen;      /* when they last did or asked anything */
    uint32_t caught_up; /* what came later is new to them */
    bool noted;         /* read from the store; if not, they were last here at their own move */
    bool missed;        /* they came back to something new and were not offered to hear it yet */
};

struct seat {
    char *network;
    char *identity;                   /* NULL: the bot plays this seat */
    char *name;                       /* as shown: safe to display */
    char *word;                       /* goes into the shuffle (bot/record/shuffle.h), or NULL */
    char seal[SHUFFLE_SEAL_TEXT];     /* of the word, which may not be shown yet; "": none */
    uint8_t claim[TABLE_CLAIM_BYTES]; /* hash of the claim code */
    bool has_claim;
    enum player_level level; /* of the bot; at a person's seat, of the bot that stands in */
    bool stood_in;           /* the bot stands in until the person is back */
    struct former *former;   /* the person whose seat it was and can be again, or NULL */
    bool absent;             /* the person is not there at the moment */
    bool in_split;           /* because of a netsplit */
    bool doubted;            /* whoever has the identity must prove to be the person by the code */
    enum person_sight sight; /* as they were last heard at the table */
    bool unwatched;          /* while the person sits there nobody watches the table */
    bool plans_untold;       /* plans were dropped, and the person has not been told */
    bool found_untold;       /* neither of the table that they looked for */
    bool undelivered;        /* the channel was told that their cards do not reach them */
    game_refusal refused;    /* why their last try was refused; 0: nothing to explain */
    uint32_t program_turn;   /* the number of the move that its program was asked for; 0: none */
    struct visit visit;
};

/* A person whom the bot replaced. The seat is theirs again as soon as they ask, unless somebody
 * else takes it first. */
struct former {
    char *network, *identity, *name;
};

/* What people decide together by typing the same command. */
enum matter {
    MATTER_ABORT,
    MATTER_UNDO,
    MATTER_PAUSE,
    MATTER_KICK,
    MATTER_REPLACE,
    MATTER_WORDS, /* to take back all words for the shuffle */
    MATTER_START, /* to begin without the person who opened the table */
    MATTER_COUNT
};

struct vote {
    seat_set agreed; /* empty: nobody asks */
    uint8_t seat;    /* the seat the vote is about, for matters about somebody */
};

/* How long a person has been asked for a move. Times are milliseconds since 1970. */
struct turn {
    int64_t asked;     /* when the turn began; 0: they are not asked */
    uint32_t since;    /* asked_since at that time; when it differs, a new turn has begun */
    int64_t deadline;  /* when their time is up; 0: never */
    int64_t reminded;  /* when they were last reminded */
    uint8_t reminders; /* how often they were reminded */
    bool over;         /* their time is up, and the action set for that was taken */
};

struct table_clock {
    struct turn turns[GAME_SEATS_MAX];
    int64_t turn_time; /* the time for a turn that the deadlines were set with */
    int64_t paused;    /* when the clock was stopped; 0: it runs */
    int64_t touched;   /* when somebody was last heard at the table */
    int64_t plan_due;  /* when plans (plan.h) are judged; 0: none wait to be */
    int64_t show_by;   /* until when sealed words have to be shown; 0: they are not asked for */
};

/* Checks of the state in the table's record (bot/record/state_check.h). */
struct table_checks {
    struct state_check key;
    char layout[STATE_CHECK_TEXT]; /* layout of the program that began the game; "": it made no
                                      checks */
    char setup[STATE_CHECK_TEXT];  /* check of the state after the setup */
    uint16_t version;              /* of the game that began it (games/game.h) */
    bool compared;                 /* this program lays out states in the same way */
};

/* A thread of the table's own under its first place; the adapter is asked for it after the commit,
 * and after a restart again. */
enum table_thread { THREAD_NONE, THREAD_WANTED, THREAD_ASKED };

/* A table whose turn failed is read again. Until then nothing of it is saved or told. */
enum table_restoring {
    RESTORING_NOT,
    RESTORING_ASKED, /* the store will answer */
    RESTORING_FAILED /* the store is asked again when the table is due */
};

/* What the places of a table know: how it was when it was last saved or read. */
struct table_known {
    int64_t version;
    uint32_t unseen;
    enum table_status status;
    uint32_t lines, taken_back;
    uint8_t seat_count;
    uint32_t watch_changes;
};

struct session_turn;
struct table_daily;
struct plan;

struct table {
    int64_t id;      /* in the store */
    int64_t version; /* there, when nothing of it is in flight (store_table_guard()) */
    enum table_status status;
    const struct game *game;
    uint8_t options[GAME_OPTIONS_MAX];
    bool plays_forced; /* setting: moves that everybody knows to be forced are made by the bot */
    uint8_t seed[STORE_SEED_BYTES];
    struct table_daily *daily; /* with the deal of the day (daily.h), or NULL */
    bool found;                /* opened for people who looked for a table (seeking.h) */
    int64_t opened;            /* seconds since 1970 */
    char *opener_network, *opener_identity;
    uint8_t seat_count;
    struct vote votes[MATTER_COUNT];
    struct table_clock clock;
    struct plan *plans;   /* list */
    uint32_t unseen;      /* changes that nobody but one person may notice */
    char *stored_waiting; /* waiting.c: the store's value; NULL: none */
    struct watch *watch;  /* NULL: nobody watches or has watched */
    int64_t due;          /* when the table has something to do next */
    size_t due_index;     /* position in the deadlines, from 1; 0: not there */
    struct seat seats[GAME_SEATS_MAX];
    struct table_place *places; /* list through `next` */
    struct table_checks checks;
    /* The round that `start` waits for; from then on nothing can be changed (beacon.h). */
    struct shuffle_beacon beacon;
    int64_t beacon_at;    /* when the beacon is asked next; 0: not decided yet */
    uint8_t beacon_tries; /* in vain */
    seat_set aborted_by;  /* who ended the table before its end, as far as they sat there */
    /* For whom the game does not count: they took hints, took moves back against bots, or left
     * other games. */
    seat_set unranked;
    struct game_contest contests[GAME_CONTESTS_MAX]; /* of teams, that have ended */
    uint8_t contest_count;
    char *setup;    /* JSON of the setup, NULL in the lobby */
    uint32_t lines; /* of the transcript, without the header */
    /* Moments count lines, and go on counting when lines are taken back, so that no moment comes
     * twice: moment = lines + taken_back. The other line numbers in this structure are moments. */
    uint32_t taken_back;
    uint32_t rewound;                          /* the moment when lines were last taken back */
    struct made_move recent[TABLE_RECENT_MAX]; /* the last moves, newest first */
    uint8_t recent_count;
    /* For each seat, the moment since when it has been asked for the move that it may make now;
     * TABLE_NEVER for a seat that may not act. */
    uint32_t asked_since[GAME_SEATS_MAX];
    seat_set called; /* people who were told that it is their turn */
    seat_set told;   /* seats that could act when a move was told last */
    bool fresh;      /* nobody was asked since a deal */
    enum table_thread thread;
    bool unsaved; /* never committed to the store yet */
    bool touched; /* changed since the last commit, and in the list of such tables */
    bool shows;   /* and somebody else than one person may notice */
    struct table *touched_next;
    /* The turn in flight that changed it, whose list it is in; NULL: none. */
    struct session_turn *flight;
    struct table *flight_next;
    enum table_restoring restoring;
    struct table_known known;
    int64_t guest_until; /* clock_steady() until when it is kept as a guest; 0: it is held */
    struct table *guests_prev, *guests_next;
    bool bots_held; /* a seat of the bot acts as soon as that turn has ended */
    bool bots_due;  /* a seat of the bot may act; then in the list of those */
    struct table *bots_prev, *bots_next;
    struct game_state *state; /* NULL in the lobby */
    UT_hash_handle hh;        /* by id */
};

#define TABLE_NEVER UINT32_MAX

/* How far a finished table has been shown, step by step. */
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
    int64_t refused;     /* a table in the store that can't be played on (refused.c); 0: none */
    bool untold;         /* the table is over, and this place has not been told yet */
    uint64_t request;    /* the next board answers it; 0: none */
    struct table_replay replay;
    struct place_link *links;          /* places that show this place's tables too */
    char *asked;                       /* key of the place it asks to be linked with, or NULL */
    int64_t asked_at;                  /* clock_steady(NULL) */
    char code[TABLE_CODE_LETTERS + 1]; /* links it, once; "": none */
    int64_t code_at;                   /* clock_steady(NULL) */
    struct table_place *next;          /* of the same table */
    UT_hash_handle hh;                 /* by key */
};

struct place_link {
    struct table_place *other;
    struct place_link *next;
};

/* Draws a code that proves something once: letters and digits that are not mistaken for each other
 * (40 bits). */
void table_draw_code(char code[TABLE_CODE_LETTERS + 1]);

struct table *table_new(const struct game *game);
void table_free(struct table *table);

bool table_is_live(const struct table *table);
/* Whether the bot is in at least one of the table's places; otherwise the table rests. */
bool table_is_shown(const struct table *table);
/* Returns the seat of a person, or -1. */
int table_seat_of(const struct table *table, const char *network, const char *identity);
/* The same for a seat whose person must first prove that it is theirs, which nobody has. */
int table_doubted_seat_of(const struct table *table, const char *network, const char *identity);
/* Adds a seat and returns it, or NULL when the table is full. A NULL identity makes it a seat of
 * the bot. */
struct seat *table_seat_add(struct table *table, const char *network, const char *identity,
                            const char *name);
void table_seat_remove(struct table *table, unsigned seat);
/* Lets two people change seats; only before the start. */
void table_seats_swap(struct table *table, unsigned one, unsigned other);
/* Moves everybody on by so many seats. The words for the shuffle stay where they are: the deal was
 * made with them. */
void table_seats_rotate(struct table *table, unsigned by);
/* `word` may be NULL: none. */
void seat_set_word(struct seat *seat, const char *word);
/* Whether somebody gave a word for the shuffle, or sealed one. */
bool table_has_words(const struct table *table);
bool table_has_seals(const struct table *table);
/* Return the people who have not sealed a word, and those who have not shown one. */
seat_set table_people_unsealed(const struct table *table);
seat_set table_people_wordless(const struct table *table);
/* Appends the names of these seats. */
void table_list_seats(const struct table *table, seat_set seats, struct text *out);
/* Renames a seat. Equal names are made different: a second "alice" becomes "alice 2". */
void table_seat_rename(struct table *table, unsigned seat, const char *name);
void table_seat_give(struct table *table, unsigned seat, const char *network, const char *identity,
                     const char *name);
/* From now on the bot plays the seat. `keeps`: until its person, or somebody else, takes it. The
 * seat still knows whether the person is absent and doubted, for it is theirs again if this is not
 * saved. */
void table_seat_vacate(struct table *table, unsigned seat, enum player_level level, bool keeps);
void table_seat_forget_former(struct table *table, unsigned seat);
/* Returns the seats that people hold. */
seat_set table_people(const struct table *table);
/* Returns those of them whose people are there: not away, not out of time, no stand-in. */
seat_set table_people_present(const struct table *table);
/* Returns the people who may act now, without those for whom the bot stands in. */
seat_set table_people_asked(const struct table *table);
bool table_is_opener(const struct table *table, const char *network, const char *identity);
/* Replaces the state with an empty game of the table's options, seed and words, ready for its
 * setup. */
void table_begin(struct table *table);
/* Does the same in `state`, which has room for any game's state. */
void table_begin_state(const struct table *table, struct game_state *state);
/* Called when the setup has been dealt: from here on states are checked, if the record's layout is
 * this program's. A table without a record begins one. */
void table_begin_checks(struct table *table, struct layout_marks *marks);
/* Notes that line `n` of the transcript was made by a seat, or by chance (GAME_SPECTATOR). The
 * setup is line 0. */
void table_note_line(struct table *table, uint32_t n, unsigned seat, game_move move);
/* Returns the table's current moment; it only ever rises. */
uint32_t table_moment(const struct table *table);
/* Notes that the last `count` lines, all moves, were taken back; the state is already the one
 * before them. */
void table_note_rewound(struct table *table, uint32_t count);
/* Notes that its places know how it is now. */
void table_note_known(struct table *table);
/* Notes that the person of the seat knows everything up to the last line: they moved, or were told.
 */
void table_note_moved(struct table *table, unsigned seat);
void table_note_caught_up(struct table *table, unsigned seat);
/* Returns once in a visit whether the person came back to something new. */
bool table_take_missed(struct table *table, unsigned seat);
/* Whether a move that was offered to the seat at `moment` still answers the question it is asked
 * now. */
bool table_asks_since(const struct table *table, unsigned seat, uint32_t moment);
/* Returns the place by which a person of a network knows the table: their private conversation,
 * else a place on that network, else the first. */
const struct table_place *table_place_of(const struct table *table, const char *network,
                                         const char *identity);
/* Returns the key of that place if it is on the network; NULL: the table has none there. */
const char *table_home(const struct table *table, const char *network, const char *identity);
/* Returns the scope for settings that apply to the table in its first place. */
struct setting_scope table_setting_scope(const struct table *table);
bool table_is_at(const struct table *table, const char *network, const char *place);
/* Lists the names of the seats for texts; valid as long as the table. `names` has room for
 * GAME_SEATS_MAX. */
void table_names(const struct table *table, const char **names);

#endif
