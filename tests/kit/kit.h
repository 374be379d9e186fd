/* What the tests of all games share: tables to play at, names and words to be told in, and the
 * checks of everything that a game says.
 *
 * A table's blocks have exactly the sizes that the game declares and begin filled with rubbish, so
 * that a sanitizer sees a write behind them and a comparison sees what was left unset.
 *
 * The kits read three variables: BELFRY_KIT_GAMES (ids, separated by commas; arguments of the
 * command line do the same), BELFRY_KIT_ROUNDS (games per setting) and BELFRY_KIT_SEED (a number).
 */
#ifndef BELFRY_TESTS_KIT_H
#define BELFRY_TESTS_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/record/transcript.h"
#include "games/game.h"

enum {
    KIT_TEXT_MAX = 8192,   /* bytes of anything a game may say */
    KIT_MOVES_MAX = 20000, /* no game lasts longer */
    KIT_REDEAL_SECONDS = 2 /* of processor time; a redeal takes microseconds */
};

/* -- Settings ------------------------------------------------------------------------------- */

struct kit_setting {
    const struct game *game;
    uint8_t players;
    uint8_t options[GAME_OPTIONS_MAX];
};

/* Calls `visit` for every number of players with every combination of option values, or, where
 * there are more than 12 of these, with enough of them that each value occurs. */
typedef void kit_visit(const struct kit_setting *setting, void *context);
void kit_for_settings(const struct game *game, kit_visit *visit, void *context);

/* BELFRY_KIT_ROUNDS, else `default_rounds`. */
unsigned kit_rounds(unsigned default_rounds);

/* Runs `test` once per wanted game, which is *state. */
int kit_run(const char *group, CMUnitTestFunction test, int argc, char **argv);

/* -- A table ------------------------------------------------------------------------------- */

struct kit_table {
    struct kit_setting setting;
    const struct game *game;
    struct rng rng;            /* as given to begin */
    struct rng_stream chooser; /* whatever the test chooses at random; not the game's */
    struct game_state *state;
    size_t generator; /* where in the state the game's generator lies */
    unsigned moves;   /* made so far */
};

/* Begins a game number `number` of the setting; its setup is still due. */
void kit_table_open(struct kit_table *table, const struct kit_setting *setting, uint64_t number);
void kit_table_close(struct kit_table *table);

/* A block of the given size filled with rubbish; free it. */
void *kit_block(size_t size);
struct game_state *kit_state_copy(const struct kit_table *table, const struct game_state *state);
/* A fresh view in a block of its own; free it. */
struct game_view *kit_view(const struct kit_table *table, const struct game_state *state,
                           uint8_t viewer);
/* Equal but for the generator. */
bool kit_states_alike(const struct kit_table *table, const struct game_state *one,
                      const struct game_state *other);
bool kit_views_equal(const struct kit_table *table, const struct game_view *one,
                     const struct game_view *other);
/* Viewers are the seats and the spectator: viewer number `index`, from 0 to the number of players.
 */
uint8_t kit_viewer(const struct kit_table *table, unsigned index);

uint32_t kit_choose(struct kit_table *table, uint32_t bound);
/* One of the seats that may act. */
uint8_t kit_choose_actor(struct kit_table *table);
/* Plays random moves from `state` on, to the end, checking only that the game goes on. */
void kit_play_out(struct kit_table *table, struct game_state *state);
/* The game's redeal. One that does not end fails the test after KIT_REDEAL_SECONDS. */
void kit_redeal(const struct kit_table *table, const struct game_view *view, struct rng *rng,
                struct game_state *state);
/* Between the two, a call that does not return within `seconds` of processor time ends the program
 * with `complaint`. */
void kit_watch_begin(const struct kit_table *table, unsigned seconds, const char *complaint);
void kit_watch_end(void);
/* Numbers worth trying as moves, at most `capacity`: neighbours of legal ones, legal ones of
 * earlier positions, any. `seen` keeps legal moves from call to call. */
struct kit_seen {
    game_move moves[256];
    unsigned count;
};
size_t kit_doubtful_moves(struct kit_table *table, struct kit_seen *seen, const game_move *legal,
                          size_t legal_count, game_move *moves, size_t capacity);

/* For scripted tests: makes the move written so and checks that it is accepted, or returns why it
 * is refused after checking that nothing changed. */
void kit_make(struct kit_table *table, uint8_t seat, const char *move);
game_refusal kit_refusal(struct kit_table *table, uint8_t seat, const char *move);
/* The legal moves of a seat in their order, with commas between them; until the next call. */
const char *kit_legal(const struct kit_table *table, uint8_t seat);
/* What the game reads of `typed` with bare words: the move as it is written, else what was
 * expected; until the next call. */
const char *kit_reading(const struct kit_table *table, uint8_t seat, const char *typed);

/* Reads the golden transcript of that name to its end; the reader holds the last position. */
void kit_read_golden(const struct game *game, const char *name, struct transcript_reader *reader);

/* Fails with the table's game, players, options, number and move. */
__attribute__((noreturn, format(printf, 4, 5))) void
kit_fail(const struct kit_table *table, const char *file, int line, const char *format, ...);
#define KIT_CHECK(table, condition, ...)                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            kit_fail((table), __FILE__, __LINE__, __VA_ARGS__);                                    \
    } while (0)

/* -- Words and names ------------------------------------------------------------------------- */

/* Says a message as its key and arguments: `en-garde.picture.play(Alice)`. */
extern const struct words kit_bare_words;

/* In which words, names and shape a table is told. */
struct kit_voice {
    struct telling telling;
    bool real;        /* words of the catalog, else the bare ones */
    bool plain_names; /* the names are ASCII */
    bool short_names; /* no name needs to be cut */
    char label[96];   /* for messages of failure */
};

/* Catalog words watched for messages that are missing or do not fit. The voice lives until the next
 * call. */
void kit_voice_any(struct kit_table *table, struct kit_voice *voice);
/* English, plain names, unicode. */
void kit_voice_plain(struct kit_table *table, struct kit_voice *voice);
/* Whether the catalog has the message in English. */
bool kit_catalog_has(const char *key);

/* -- What a game needs beside its code ------------------------------------------------------- */

/* Adds a line for each file, message or transcript that the game still needs, and what to write
 * there: to `missing` what a game can't ship without, to `later` what other languages lack. `root`
 * is the project's root. */
void kit_list_missing(const struct game *game, const char *root, struct text *missing,
                      struct text *later);

/* -- What a game says -------------------------------------------------------------------------- */

/* Everything that the game shows of `view`, checked for size, alphabet and stray characters, and
 * written into `out`: one text that two equal views must share. */
void kit_check_texts(struct kit_table *table, const struct game_view *view, uint8_t viewer,
                     const struct kit_voice *voice, struct text *out);
/* The pictures alone: a replay shows them also while an outcome is due. */
void kit_check_pictures(struct kit_table *table, const struct game_view *view,
                        const struct kit_voice *voice, struct text *out);
/* The same for the events of a move, told with the spectator's view. */
void kit_check_events(struct kit_table *table, const struct game_events *events,
                      const struct kit_voice *voice);

#endif
