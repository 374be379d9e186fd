/* What a game is. With this header and games/en_garde/ the next game can be written; ADDING.md
 * lists the steps.
 *
 * A game is one `const struct game`: tables (who may play, which options, why a move is refused),
 * the functions of its rules and the functions of its text. Games are pure: no I/O, no clock, no
 * allocation, no globals that change. Everything random comes from the generator inside the state
 * (games/shared/rng.h).
 *
 * The life of a game, as the host drives it:
 *
 *     begin                          an empty game: players, options, generator
 *     loop: phase
 *       GAME_CHANCE                  draw an outcome (or read one from a record), then deal it
 *       GAME_MOVES                   for a seat of `actors`: legal, then apply
 *       GAME_OVER                    result
 *
 * The first outcome is the setup; every later one is a chance line of the transcript.
 *
 * THE STATE is one block of plain data without pointers. `begin` zeroes it first; it is copied by
 * assignment and compared by memcmp, so equal positions are equal bytes. Only rules functions, the
 * store and the transcript see it.
 *
 * A VIEW is what one viewer may know, as another block of plain data: built from nothing, never a
 * copy of the state with parts blanked out. It holds everything that the viewer has been shown so
 * far and that still matters (also what the text functions don't repeat), so that `redeal` can
 * build from it alone a full state that the viewer can't tell from the true one. Text functions
 * take a view; state and view are different types, so a leak does not compile.
 *
 * SEATS count from 0 in C and from 1 in everything written (text, notation, records).
 *
 * MOVES are numbers that mean the same in every position. A game numbers them so that the order of
 * the numbers is the byte order of their canonical texts: a legal list in rising order is then the
 * sorted list that the transcript asks for.
 *
 * FORCED STEPS. `apply` makes every step that the rules let happen by itself, so the host never
 * asks for a move where the game's page says that none is asked for.
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
    GAME_LEGAL_MAX = 2048, /* moves in one list */
    GAME_STATE_MAX = 1024, /* bytes; _Static_assert the size of each game's structures */
    GAME_VIEW_MAX = 1024,
    GAME_CHANCE_MAX = 256,
    GAME_MOVE_TEXT_MAX = 64,  /* bytes of a canonical text, terminator included */
    GAME_MOVE_SAID_MAX = 192, /* bytes of the same in another language */
    GAME_EVENTS_MAX = 24,
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
             struct game_state * : (struct x##_state *)(block),                                    \
             struct game_view * : (struct x##_view *)(block),                                      \
             struct game_chance * : (struct x##_chance *)(block),                                  \
             const struct game_state * : (const struct x##_state *)(block),                        \
             const struct game_view * : (const struct x##_view *)(block),                          \
             const struct game_chance * : (const struct x##_chance *)(block))

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
    const char *const *values; /* as they are written */
    uint8_t value_count;
    uint8_t default_index; /* of values */
};

/* Why something is refused: an index into the game's table, 0 for "accepted". */
typedef uint8_t game_refusal;

struct game_refusal_reason {
    const char *message; /* catalog key; said without arguments, to the person alone */
    uint8_t rule;        /* number on the game's page that decided it */
    const char *topic;   /* of `topics`: the paragraph that explains it */
};

/* A public fact that follows from a move; `kind` and `details` are the game's own. */
struct game_event {
    uint8_t kind;
    uint8_t seat;
    bool decisive; /* something is decided (a trick, a touch, a round): it may have a line of its
                      own */
    int16_t details[GAME_EVENT_DETAILS];
};

/* What an apply or a deal brought about. The caller zeroes it; games only add. Events hold public
 * facts alone: what one seat may know stands in that seat's view. */
struct game_events {
    uint8_t count;
    bool picture;       /* a point at which the game wants its table shown */
    bool scoring;       /* a scoring was made: the game's scoring table is due */
    seat_set new_cards; /* seats whose hand got cards */
    struct game_event list[GAME_EVENTS_MAX];
};

struct game_result {
    int32_t scores[GAME_SEATS_MAX];
    seat_set winners; /* empty while the game is not over */
};

/* The rules. `state` is never NULL; `seat` is below the number of players. */
struct game_rules {
    /* An empty game that waits for its setup. `options` holds one value index per option. */
    void (*begin)(struct game_state *state, uint8_t players, const uint8_t *options,
                  const struct rng *rng);
    enum game_phase (*phase)(const struct game_state *state);
    /* Draws the outcome that is due from the state's generator. Only in GAME_CHANCE. */
    void (*draw)(struct game_state *state, struct game_chance *outcome);
    /* The fields of an outcome, in the page's order: writes or reads them (games/shared/record.h).
     * `setup` tells the first outcome from later ones. */
    bool (*record)(struct game_chance *outcome, struct record *record, uint8_t players, bool setup);
    /* Makes an outcome come true; refuses what the rules could not have dealt. */
    game_refusal (*deal)(struct game_state *state, const struct game_chance *outcome,
                         struct game_events *events);
    /* The seats that may act now; empty unless GAME_MOVES. */
    seat_set (*actors)(const struct game_state *state);
    /* Writes the seat's legal moves in rising order without doubles; returns how many. None for a
     * seat that may not act; at least one for a seat that may. `moves` has room for GAME_LEGAL_MAX.
     */
    size_t (*legal)(const struct game_state *state, uint8_t seat, game_move *moves);
    /* Makes a move and every forced step after it, or refuses and changes nothing. Any number may
     * be given as a move. `events` may be NULL. */
    game_refusal (*apply)(struct game_state *state, uint8_t seat, game_move move,
                          struct game_events *events);
    /* The points as they stand (of an aborted game too: see the page); winners once it is over. */
    void (*result)(const struct game_state *state, struct game_result *result);
    /* What `viewer` (a seat or GAME_SPECTATOR) may know. */
    void (*view)(const struct game_state *state, uint8_t viewer, struct game_view *view);
    /* Writes a full state that fits everything `view` holds, with everything else drawn from `rng`:
     * view(redeal(v)) equals v byte by byte. It must end for every view, and soon, since a search
     * redeals thousands of times a second. Where some deals don't fit the view, either shuffle
     * again while the chance to fit is high (en_garde), or repair the deal (njet). */
    void (*redeal)(const struct game_view *view, struct rng *rng, struct game_state *state);
    /* The move for a seat whose time is up, chosen from its view; NULL for the common default: the
     * first legal one of `pass`, `done`, `parry`, else the first of the legal list. */
    game_move (*fallback)(const struct game_view *view);
    /* Everybody can know that `seat` has just one move (the last card of a hand): decided from the
     * spectator's view, so that playing it at once tells nothing. NULL: no move is like that. */
    bool (*forced)(const struct game_view *spectator, uint8_t seat);
    /* What `seat` may do now follows from public facts alone, so that its legal moves may be shown
     * to everybody. Decided from the spectator's view. NULL: never. */
    bool (*open)(const struct game_view *spectator, uint8_t seat);
};

enum picture_size { PICTURE_WIDE, PICTURE_NARROW, PICTURE_SHORT, PICTURE_LINE };
enum alphabet { ALPHABET_ASCII, ALPHABET_UNICODE };

/* In whose words and shape something is told. */
struct telling {
    const struct words *words;
    const char *const *names; /* one a seat, harmless for display, any length */
    enum picture_size size;
    enum alphabet alphabet;
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

/* The text. Everything here sees a view, never the state; texts come from `words`. */
struct game_text {
    /* The canonical text of a move, as on the page; "" for a number that is no move. */
    void (*print)(game_move move, struct text *out);
    /* Reads one typed move (no commas) as the viewer of `view` means it. It needs not be legal. On
     * false, `expected` gets one short sentence that says what was expected. */
    bool (*parse)(const struct game_view *view, const struct words *words, const char *typed,
                  game_move *move, struct text *expected);
    /* One event as a sentence; `view` is the spectator's view after it. */
    void (*tell)(const struct game_view *view, const struct telling *telling,
                 const struct game_event *event, struct text *out);
    /* Who must do what now, as a short sentence; "" when the game is over. */
    void (*situation)(const struct game_view *view, const struct telling *telling,
                      struct text *out);
    /* The table as text art within telling->size: wide 60 x 16, narrow 36 x 16, short 60 x 8, one
     * line. The caller opens the canvas. */
    void (*picture)(const struct game_view *view, const struct telling *telling,
                    struct canvas *canvas);
    /* What the viewer alone may see: his cards, ready to be typed from, in one line. */
    void (*hand)(const struct game_view *view, const struct telling *telling, struct text *out);
    /* The same facts as the picture in full sentences, for people who listen. */
    void (*describe)(const struct game_view *view, const struct telling *telling, struct text *out);
    /* The last scoring as a table that explains every point; NULL for a game without one. */
    void (*scoring)(const struct game_view *view, const struct telling *telling,
                    struct canvas *canvas);
    /* A move that must be made in private and is never repeated in public; NULL: the game has none.
     */
    bool (*is_private)(game_move move);
};

struct game {
    const char *id; /* catalog keys of the game begin with it: "<id>.name", "<id>.rules.<topic>" */
    uint8_t players_min, players_max;
    const struct game_option *options;
    uint8_t option_count;
    const struct game_refusal_reason *refusals; /* [0] is unused */
    uint8_t refusal_count;
    uint8_t event_count;       /* kinds of events count from 0 */
    const char *const *topics; /* of `rules`, NULL-terminated; the first is the summary */
    uint16_t state_size, view_size, chance_size;
    const struct game_rules *rules;
    const struct game_text *text;
    const struct game_advice *advice; /* games/advice.h; NULL: none */
    bool may_have_no_winner;          /* once it is over */
    bool perfect_information;         /* nothing is hidden: a redeal gives the true state */
};

/* -- What all games share ----------------------------------------------------------------- */

/* The phase of a game that goes by steps: chance at step `deal`, over at step `end`, else moves. */
static inline enum game_phase game_phase_of(uint8_t step, uint8_t deal, uint8_t end)
{
    return step == deal ? GAME_CHANCE : step == end ? GAME_OVER : GAME_MOVES;
}

/* The seats whose rank is highest. */
seat_set game_best_seats(const int32_t *ranks, unsigned players);

/* NULL when there is no such game. A beginning that only one game has is enough. */
const struct game *game_find(const char *id);
/* All games, NULL-terminated. */
extern const struct game *const game_registry[];

/* Draws and deals while an outcome is due, starting games as well as later rounds. */
void game_settle_chance(const struct game *game, struct game_state *state,
                        struct game_events *events);
/* Index of the option named so, or -1; index of its value written so, or -1. */
int game_option_find(const struct game *game, const char *name);
int game_option_value(const struct game_option *option, const char *value);
/* "2" or "2–5": for how many players the game is. */
void game_players_print(const struct game *game, struct text *out);
void game_options_default(const struct game *game, uint8_t options[GAME_OPTIONS_MAX]);

/* The move for a seat whose time is up. The seat may act. */
game_move game_default_move(const struct game *game, const struct game_state *state, uint8_t seat);
/* The number of a canonical text (exactly as printed), for records. Looks at the whole text alone.
 */
bool game_move_read(const struct game *game, const struct game_state *state, uint8_t seat,
                    const char *text, game_move *move);

/* Moves or cards as they are printed, in the language of `words`: words that have a message of
 * their own (games/words.h) are said by it. People can type it so, too. */
void game_printed_say(const char *printed, const struct words *words, struct text *out);
/* One move so. */
void game_move_say(const struct game *game, game_move move, const struct words *words,
                   struct text *out);
/* A list of moves that can be read: those that differ in their last word alone stand together,
 * numbers in their natural order: "build A 1, 2, 3 · build C 1, 2, 3" (in ASCII with | between the
 * groups). */
void game_moves_say(const struct game *game, const game_move *moves, size_t count,
                    const struct words *words, enum alphabet alphabet, struct text *out);

/* Adds an event and returns it, zeroed but for kind and seat; NULL events are allowed and give a
 * place nobody reads. */
struct game_event *game_event_add(struct game_events *events, struct game_event *unread,
                                  uint8_t kind, uint8_t seat);

#endif
