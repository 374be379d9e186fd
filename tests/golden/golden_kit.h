/* What the tests of golden texts share: the positions of a game one after the other, what is said
 * for the first time in them, and files that people read.
 *
 * BELFRY_GOLDEN_WRITE=1 makes a program write its files instead of comparing them: look at what it
 * changed.
 */
#ifndef BELFRY_TESTS_GOLDEN_KIT_H
#define BELFRY_TESTS_GOLDEN_KIT_H

#include "bot/words/catalog.h"
#include "tests/kit/kit.h"

enum { GOLDEN_BYTES = 256 * 1024, GOLDEN_SEEN_MAX = 256 * 1024 };

/* Names of any length and of more than ASCII. */
extern const char *const golden_names[GAME_SEATS_MAX];

/* Runs `test` once per game, which is *state. */
int golden_run(const char *group, CMUnitTestFunction test);

/* Compares `text` with tests/golden/GAME/NAME and tells the first line that differs, or writes it.
 */
void golden_compare(const struct game *game, const char *name, const struct text *text);

/* -- Positions --------------------------------------------------------------------------------- */

struct golden_position {
    const struct game *game;
    uint8_t players;
    const struct game_state *state;
    const struct game_view *spectator;
    const struct game_events *events; /* that led here */
    const char *source;               /* where it stands, for people */
    uint32_t n; /* lines of the transcript, or moves and outcomes, before it */
};

typedef void golden_visit(void *context, const struct golden_position *position);

/* The positions of one transcript. */
void golden_follow(const char *file, golden_visit *visit, void *context);
/* The positions of all golden transcripts of the game in the order of their names. */
void golden_follow_all(const struct game *game, golden_visit *visit, void *context);
/* Those of random games, `rounds` of each number of players and set of options. */
void golden_play(const struct game *game, unsigned rounds, golden_visit *visit, void *context);
/* The transcript with the most lines; of equal ones the first by name. Returns how many it has. */
uint32_t golden_find_longest(const struct game *game, struct text *file);

/* -- What is said for the first time ----------------------------------------------------------- */

/* Sentences are the same if they differ in names and numbers alone, as long as the numbers make no
 * difference to the wording. */
struct golden_cover {
    uint64_t seen[GOLDEN_SEEN_MAX]; /* 0: free */
    bool grew;                      /* something new since this was last made false */
};

struct golden_listener {
    struct golden_cover *cover;
    struct words inner;
    const char *language, *what; /* is told */
};

/* Words that only note in the cover what `inner` would say and is new for `what`. */
struct words golden_listen(const struct golden_listener *listener);
struct catalog *golden_catalog(void);

#endif
