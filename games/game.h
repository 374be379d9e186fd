/* What a game is. With this header and games/en_garde/ you can write the next game; ADDING.md lists
 * the steps.
 *
 * A game is one `const struct game`: tables (number of players, options, reasons for a refusal),
 * the functions of its rules and the functions of its text. Games are pure: no I/O, no clock, no
 * allocation, no globals that change. Everything random comes from the generator inside the state
 * (games/shared/rng.h).
 *
 * The host drives a game like this:
 *
 *     begin                          an empty game: players, options, generator
 *     loop: phase
 *       GAME_CHANCE                  draw an outcome (or read one from a record), then deal it
 *       GAME_MOVES                   for a seat of `actors`: legal, then apply
 *       GAME_OVER                    result
 *
 * The first outcome is the setup; every later one is a chance line of the transcript.
 *
 * THE STATE is one block of plain data without pointers. `begin` zeroes it first. It is copied by
 * assignment and compared by memcmp, so equal positions are equal bytes. It begins with its
 * generator. Only rules functions, the store and the transcript see it.
 *
 * A VIEW is what one viewer may know, as another block of plain data. It is built from nothing; it
 * is never a copy of the state with parts blanked out. It holds everything that the viewer has been
 * shown and that still matters, even where the texts don't repeat it. From the view alone, `redeal`
 * builds a full state that the viewer can't tell from the true one. Text functions take a view.
 * View and state are different types, so a leak does not compile.
 *
 * SEATS count from 0 in C and from 1 in everything written (text, notation, records).
 *
 * MOVES are numbers that mean the same in every position. A game numbers them in the byte order of
 * their canonical texts: then a legal list in rising order is the sorted list that the transcript
 * needs.
 *
 * FORCED STEPS. `apply` makes every step that the rules force. So the host never asks for a move
 * where the game's page says that none is needed.
 */
#ifndef BELFRY_GAMES_GAME_H
#define BELFRY_GAMES_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/canvas.h"
#include "games/shared/record.h"
#include "games/shared/rng.h"
#include "games/shared/text.h"
#include "games/words.h"

enum {
    GAME_SEATS_MAX = 6,
    GAME_SPECTATOR = 255, /* a viewer without a seat */
    GAME_OPTIONS_MAX = 4,
    GAME_LEGAL_MAX = 2048, /* moves in a legal list */
    GAME_STATE_MAX = 1024, /* bytes; _Static_assert the size of each game's structures */
    GAME_VIEW_MAX = 1024,
    GAME_CHANCE_MAX = 256,
    GAME_MOVE_TEXT_MAX = 64,  /* bytes of a canonical text with its terminator */
    GAME_MOVE_SAID_MAX = 192, /* the same in another language */
    GAME_CHOICE_BYTES = 2048, /* a list of moves */
    GAME_EVENTS_MAX = 24,
    GAME_CONTESTS_MAX = 16,
    GAME_EVENT_DETAILS = 8
};

typedef uint32_t game_move;
typedef uint8_t seat_set; /* bit s: seat s */

#define SEAT_BIT(seat) ((seat_set)(1u << (seat)))

/* The game's own blocks. Game `x` defines struct x_state, struct x_view and struct x_chance. */
struct game_state;
struct game_view;
struct game_chance;
struct game_advice;

/* The structure of game `x` behind a block, const where the block is: OWN(x, state) is a
 * struct x_state *. A view never turns into a state. */
#define OWN(x, block)                                                                              \
    _Generic((block),                                                                              \
        struct game_state *: (struct x##_state *)(block),                                          \
        struct game_view *: (struct x##_view *)(block),                                            \
        struct game_chance *: (struct x##_chance *)(block),                                        \
        const struct game_state *: (const struct x##_state *)(block),                              \
        const struct game_view *: (const struct x##_view *)(block),                                \
        const struct game_chance *: (const struct x##_chance *)(block))

/* Storage for any game's block, for callers that hold it by value. */
union game_state_block {
    max_align_t align;
    unsigned char bytes[GAME_STATE_MAX];
};
union game_view_block {
    max_align_t align;
    unsigned char bytes[GAME_VIEW_MAX];
};
union game_chance_block {
    max_align_t align;
    unsigned char bytes[GAME_CHANCE_MAX];
};
#define GAME_STATE(block)  ((struct game_state *)(void *)(block)->bytes)
#define GAME_VIEW(block)   ((struct game_view *)(void *)(block)->bytes)
#define GAME_CHANCE(block) ((struct game_chance *)(void *)(block)->bytes)

enum game_phase { GAME_CHANCE, GAME_MOVES, GAME_OVER };

struct game_option {
    const char *name;
    const char *const *values; /* as they are typed */
    uint8_t value_count;
    uint8_t default_index; /* of values */
};

/* Why something is refused: an index into the game's table; 0 means accepted. */
typedef uint8_t game_refusal;

struct game_refusal_reason {
    const char *message; /* catalog key; without arguments, and only the person gets it */
    uint8_t rule;        /* the number of the rule, on the game's page */
    const char *topic;   /* of `topics`: the paragraph that explains the rule */
};

/* A public fact that follows from a move. Each game defines its own kinds and details. */
struct game_event {
    uint8_t kind;
    uint8_t seat;
    bool decisive; /* decides something (a trick, a touch, a round), so it may have its own line */
    int16_t details[GAME_EVENT_DETAILS];
};

/* What `apply` or `deal` caused. The caller zeroes it, and games only add. Events hold public facts
 * only; what one seat may know is in that seat's view. */
struct game_events {
    uint8_t count;
    bool picture;       /* a deal: the game's table is another one and should be shown */
    bool scoring;       /* a scoring was made: its table should be shown */
    seat_set new_cards; /* seats that got cards */
    struct game_event list[GAME_EVENTS_MAX];
};

struct game_result {
    int32_t scores[GAME_SEATS_MAX];
    seat_set winners; /* empty until the game is over */
};

/* A contest of teams within a game, such as a round of Njet! */
struct game_contest {
    uint8_t number; /* of those that have ended, from 1; 0: none has */
    /* By seat: its team, and the place of its team, of which 0 is the best. */
    uint8_t teams[GAME_SEATS_MAX];
    uint8_t places[GAME_SEATS_MAX];
};

/* The rules. `state` is never NULL; `seat` is below the number of players. */
struct game_rules {
    /* Makes an empty game that waits for its setup. `options` holds one value index per option. */
    void (*begin)(struct game_state *state, uint8_t players, const uint8_t *options,
                  const struct rng *rng);
    enum game_phase (*phase)(const struct game_state *state);
    /* Draws the outcome that is due from the state's generator. Called only in GAME_CHANCE. */
    void (*draw)(struct game_state *state, struct game_chance *outcome);
    /* Writes or reads the fields of an outcome, in the order of the game's page
     * (games/shared/record.h). `setup` is true for the first outcome. */
    bool (*record)(struct game_chance *outcome, struct record *record, uint8_t players, bool setup);
    /* Carries out an outcome; refuses one that the rules could not have dealt. */
    game_refusal (*deal)(struct game_state *state, const struct game_chance *outcome,
                         struct game_events *events);
    /* The seats that may act now; empty except in GAME_MOVES. */
    seat_set (*actors)(const struct game_state *state);
    /* Writes the seat's legal moves in rising order without duplicates; returns how many. A seat
     * that may act has at least one, another seat none. `moves` has room for GAME_LEGAL_MAX. */
    size_t (*legal)(const struct game_state *state, uint8_t seat, game_move *moves);
    /* Makes a move and every forced step after it, or refuses it and changes nothing. `move` may be
     * any number. `events` may be NULL. */
    game_refusal (*apply)(struct game_state *state, uint8_t seat, game_move move,
                          struct game_events *events);
    /* The points as they stand, also for an aborted game (see its page), and the winners once the
     * game is over. */
    void (*result)(const struct game_state *state, struct game_result *result);
    /* Writes the last contest of teams that has ended, of at most GAME_CONTESTS_MAX in a game.
     * Players are rated by these contests instead of by who wins in the end. NULL: everybody plays
     * for themselves. */
    void (*contest)(const struct game_state *state, struct game_contest *contest);
    /* Writes what `viewer` (a seat or GAME_SPECTATOR) may know. */
    void (*view)(const struct game_state *state, uint8_t viewer, struct game_view *view);
    /* Writes a full state that fits everything in `view`, with everything else drawn from `rng`:
     * view(redeal(v)) equals v byte by byte. It must end for every view, and soon, since a search
     * redeals thousands of times a second. If some deals do not fit the view, either shuffle again,
     * where most deals fit (en_garde), or repair the deal (njet). */
    void (*redeal)(const struct game_view *view, struct rng *rng, struct game_state *state);
    /* The default move for a seat whose time is up, chosen from its view. NULL: the first legal
     * move of `pass`, `done` and `parry`, else the first of the legal list. */
    game_move (*fallback)(const struct game_view *view);
    /* Whether everybody knows that `seat` has only one move (the last card of a hand), decided
     * from the spectator's view. The host may then make it at once, which reveals nothing. NULL:
     * never. */
    bool (*forced)(const struct game_view *spectator, uint8_t seat);
    /* Whether the legal moves of `seat` follow from public facts, so that everybody may see them;
     * decided from the spectator's view. NULL: never. */
    bool (*open)(const struct game_view *spectator, uint8_t seat);
};

enum picture_size {
    PICTURE_WIDE,
    PICTURE_NARROW,
    PICTURE_SHORT,
    PICTURE_LINE,
    PICTURE_LARGE,
    PICTURE_SIZES
};
enum alphabet { ALPHABET_ASCII, ALPHABET_UNICODE };

/* How something is told: language, names, size and alphabet. */
struct telling {
    const struct words *words;
    const char *const *names; /* one per seat, of any length, without harmful characters */
    enum picture_size size;
    enum alphabet alphabet;
    bool table_follows; /* events: the picture comes with them, so they leave out what it shows */
};

static inline bool telling_is_ascii(const struct telling *telling)
{
    return telling->alphabet == ALPHABET_ASCII;
}

/* What stands between the parts of a title. */
static inline const char *telling_separator(const struct telling *telling)
{
    return telling_is_ascii(telling) ? " - " : " · ";
}

/* The text. All functions take a view, never the state, and say everything with `words`. */
struct game_text {
    /* The first words of the canonical texts of all moves; ends with NULL. */
    const char *const *words;
    /* The suits of a game with tricks, as words of moves; ends with NULL. NULL: it has none. */
    const char *const *suits;
    /* The suit that the trick on the table was led in; -1: nothing is led. NULL without suits. */
    int (*led)(const struct game_view *view);
    /* Adds the canonical text of a move, as on the game's page; nothing for a number that is not a
     * move. */
    void (*print)(game_move move, struct text *out);
    /* Says a move for a button, in words where its canonical text has codes; nothing for a move
     * whose text is clear. NULL: all are. */
    void (*label)(game_move move, const struct telling *telling, struct text *out);
    /* Parses one typed move (without commas) as the viewer of `view` means it. The move need not be
     * legal. On false, `expected` gets one short sentence that says what was expected. */
    bool (*parse)(const struct game_view *view, const struct words *words, const char *typed,
                  game_move *move, struct text *expected);
    /* Tells one event as a sentence; `view` is the spectator's view after the event. */
    void (*tell)(const struct game_view *view, const struct telling *telling,
                 const struct game_event *event, struct text *out);
    /* Says who must do what now, in a short sentence; nothing when the game is over. */
    void (*situation)(const struct game_view *view, const struct telling *telling,
                      struct text *out);
    /* Draws the table as text art of telling->size (games/shared/frame.h). The caller opens the
     * canvas. */
    void (*picture)(const struct game_view *view, const struct telling *telling,
                    struct canvas *canvas);
    /* Says in one line what only the viewer may see: their cards, as they are typed. */
    void (*hand)(const struct game_view *view, const struct telling *telling, struct text *out);
    /* Tells the facts of the picture in full sentences, for people who use a screen reader. */
    void (*describe)(const struct game_view *view, const struct telling *telling, struct text *out);
    /* Draws the last scoring as a table that explains every point. NULL: the game has no
     * scoring. */
    void (*scoring)(const struct game_view *view, const struct telling *telling,
                    struct canvas *canvas);
    /* Moves name seats by their numbers; where people type a name, the host puts the number. */
    bool names_seats;
    /* Whether a move must be made in private and is never repeated in public. NULL: never. */
    bool (*is_private)(game_move move);
};

/* A word of moves and cards that an older version of the game wrote otherwise. */
struct game_renaming {
    const char *old, *now;
};

/* A first game, in which one seat is asked for its moves and told why (`tutorial`). */
struct game_lesson {
    uint8_t key;     /* the first byte of the generator's key, the others are 0: fixes the deal */
    uint8_t players; /* the learner has seat 0 */
    struct game_lesson_move {
        uint8_t seat;
        bool asked;       /* the learner makes it; message "<id>.tutorial.N" says why, N from 1 */
        const char *move; /* canonical text */
    } const *moves;       /* ends with a NULL text */
};

/* A line of a lesson: a move that the learner is asked for, and one that is made for a seat. */
#define LESSON_ASK(text)        {0, true, (text)}
#define LESSON_MOVE(seat, text) {(seat) - 1, false, (text)}
#define LESSON_END              {0, false, NULL}

struct game {
    const char *id; /* the game's catalog keys begin with it: "<id>.name", "<id>.rules.<topic>" */
    /* Of its rules and its state, from 1. It grows when a record of the version before, played
     * again, no longer gives the same states and outcomes. */
    uint16_t version;
    /* The oldest version whose records this one plays on, with the same states and outcomes; 0:
     * only its own. Tables of other versions are kept and not played on. */
    uint16_t version_least;
    uint8_t players_min, players_max;
    const struct game_option *options;
    uint8_t option_count;
    uint8_t options_added; /* the last so many are missing in older records: defaults */
    const struct game_refusal_reason *refusals; /* [0] is unused */
    uint8_t refusal_count;
    uint8_t event_count;       /* kinds of events count from 0 */
    const char *const *topics; /* of `rules`, NULL-terminated; the first is the summary */
    const struct game_renaming *renamings; /* ends with NULLs; NULL: none */
    uint16_t state_size, view_size, chance_size;
    const struct game_rules *rules;
    const struct game_text *text;
    const struct game_advice *advice; /* games/advice.h; NULL: none */
    const struct game_lesson *lesson; /* lesson.c; NULL: none */
    bool may_have_no_winner;          /* once it is over */
    bool perfect_information;         /* nothing is hidden: a redeal gives the true state */
};

/* -- What all games share ----------------------------------------------------------------- */

/* The phase of a game that has steps: chance at step `deal`, over at step `end`, else moves. */
static inline enum game_phase game_phase_of(uint8_t step, uint8_t deal, uint8_t end)
{
    return step == deal ? GAME_CHANCE : step == end ? GAME_OVER : GAME_MOVES;
}

/* The seats with the highest rank. */
seat_set game_best_seats(const int32_t *ranks, unsigned players);

/* Finds a game by its id; a beginning that only one id has is enough. NULL: there is no such
 * game. */
const struct game *game_find(const char *id);
/* Whether a record of that version is played on. */
bool game_plays_version(const struct game *game, unsigned version);
/* All games, NULL-terminated. */
extern const struct game *const game_registry[];

/* Draws and deals outcomes as long as one is due, for the setup and for later rounds. */
void game_settle_chance(const struct game *game, struct game_state *state,
                        struct game_events *events);
/* The index of an option with this name, or -1; the index of a value of an option, or -1. */
int game_option_find(const struct game *game, const char *name);
int game_option_value(const struct game_option *option, const char *value);
/* Adds the number of players: `2` or `2–5`. */
void game_players_print(const struct game *game, struct text *out);
void game_options_default(const struct game *game, uint8_t options[GAME_OPTIONS_MAX]);

/* The default move of a seat whose time is up. The seat may act. */
game_move game_default_move(const struct game *game, const struct game_state *state, uint8_t seat);
/* Adds a text of moves or cards from a record, with old words renamed. */
void game_add_renamed(const struct game *game, const char *text, struct text *out);
/* Reads a canonical text, exactly as this or an older version printed it, for records. */
bool game_move_read(const struct game *game, const struct game_state *state, uint8_t seat,
                    const char *text, game_move *move);

/* Says printed moves or cards in the language of `words`: each move word that has a message
 * (games/words.h) is translated. People can also type the result. */
void game_printed_say(const char *printed, const struct words *words, struct text *out);
/* Says one move like that. */
void game_move_say(const struct game *game, game_move move, const struct words *words,
                   struct text *out);
/* Says a list of moves in groups that differ only in the last word, with numbers in natural order:
 * `build A 1, 2, 3 · build C 1, 2, 3` (in ASCII with | between groups). */
void game_moves_say(const struct game *game, const game_move *moves, size_t count,
                    const struct words *words, enum alphabet alphabet, struct text *out);

/* Says a few moves as a choice: `bet 3 A, bet 3 C or pass`. */
void game_choice_say(const struct game *game, const game_move *moves, size_t count,
                     const struct words *words, struct text *out);

/* Adds an event, with zeros besides kind and seat, and returns it. With NULL events it returns
 * `unread`. */
struct game_event *game_event_add(struct game_events *events, struct game_event *unread,
                                  uint8_t kind, uint8_t seat);

#endif
