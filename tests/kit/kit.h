/* What the tests of all games share: tables, names, words, and the checks of everything that a game
 * says.
 *
 * A table's blocks have exactly the sizes that the game declares, and they are filled with rubbish
 * first. So a sanitizer sees a write past their end, and a comparison sees bytes that were not set.
 *
 * The kits read three environment variables: BELFRY_KIT_GAMES (ids, separated by commas; the
 * arguments of the command line do the same), BELFRY_KIT_ROUNDS (games per setting) and
 * BELFRY_KIT_SEED (a number).
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

/* Calls `visit` for every number of players with every combination of option values. If there are
 * more than 12 combinations, it takes enough of them to use each value. */
typedef void kit_visit(const struct kit_setting *setting, void *context);
void kit_for_settings(const struct game *game, kit_visit *visit, void *context);

/* The value of BELFRY_KIT_ROUNDS, or `default_rounds`. */
unsigned kit_rounds(unsigned default_rounds);

/* Runs `test` for each wanted game, which is *state. */
int kit_run(const char *group, CMUnitTestFunction test, int argc, char **argv);

/* -- A table ------------------------------------------------------------------------------- */

struct kit_table {
    struct kit_setting setting;
    const struct game *game;
    struct rng rng;            /* as given to begin */
    struct rng_stream chooser; /* draws the test's own random choices */
    struct game_state *state;
    size_t generator; /* offset of the game's generator in the state */
    unsigned moves;   /* made so far */
};

/* Begins game number `number` of the setting. Its setup is still due. */
void kit_table_open(struct kit_table *table, const struct kit_setting *setting, uint64_t number);
void kit_table_close(struct kit_table *table);

/* A block of the given size, filled with rubbish. The caller frees it. */
void *kit_block(size_t size);
struct game_state *kit_state_copy(const struct kit_table *table, const struct game_state *state);
/* A new view in its own block. The caller frees it. */
struct game_view *kit_view(const struct kit_table *table, const struct game_state *state,
                           uint8_t viewer);
/* Whether two states are equal except for the generator. */
bool kit_states_alike(const struct kit_table *table, const struct game_state *one,
                      const struct game_state *other);
bool kit_views_equal(const struct kit_table *table, const struct game_view *one,
                     const struct game_view *other);
/* The viewer with this index. The viewers are the seats and, last, the spectator. */
uint8_t kit_viewer(const struct kit_table *table, unsigned index);

uint32_t kit_choose(struct kit_table *table, uint32_t bound);
/* A random seat that may act. */
uint8_t kit_choose_actor(struct kit_table *table);
/* Plays random moves from `state` to the end; checks only that the game goes on. */
void kit_play_out(struct kit_table *table, struct game_state *state);
/* The game's redeal. One that does not end fails the test after KIT_REDEAL_SECONDS. */
void kit_redeal(const struct kit_table *table, const struct game_view *view, struct rng *rng,
                struct game_state *state);
/* If more than `seconds` of processor time pass between the two calls, the program ends with
 * `complaint`. */
void kit_watch_begin(const struct kit_table *table, unsigned seconds, const char *complaint);
void kit_watch_end(void);
/* Writes `capacity` numbers that may be illegal moves: neighbours of legal moves, legal moves of
 * earlier positions, random numbers. `seen` remembers legal moves between calls. */
struct kit_seen {
    game_move moves[256];
    unsigned count;
};
size_t kit_doubtful_moves(struct kit_table *table, struct kit_seen *seen, const game_move *legal,
                          size_t legal_count, game_move *moves, size_t capacity);

/* For scripted tests. kit_make makes a move and checks that it is accepted. kit_refusal checks that
 * a move is refused without a change, and returns the reason. */
void kit_make(struct kit_table *table, uint8_t seat, const char *move);
game_refusal kit_refusal(struct kit_table *table, uint8_t seat, const char *move);
/* The legal moves of a seat in order, separated by commas. Valid until the next call. */
const char *kit_legal(const struct kit_table *table, uint8_t seat);
/* How the game parses `typed` with bare words: the canonical move, or else what was expected. Valid
 * until the next call. */
const char *kit_reading(const struct kit_table *table, uint8_t seat, const char *typed);

/* Reads the golden transcript of this name; `reader` then holds the last position. */
void kit_read_golden(const struct game *game, const char *name, struct transcript_reader *reader);

/* Fails the test, and prints the table's game, players, options, seed and number of moves. */
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

/* The words, names and shape in which a table is told. */
struct kit_voice {
    struct telling telling;
    bool real;        /* words of the catalog, else bare words */
    bool plain_names; /* the names are ASCII */
    bool short_names; /* no name needs to be cut */
    char label[96];   /* for failure messages */
};

/* A random voice. Catalog words are watched for messages that are missing or do not fit. Valid
 * until the next call. */
void kit_voice_any(struct kit_table *table, struct kit_voice *voice);
/* Plain names, Unicode; the other is English. */
void kit_voice_in(struct kit_table *table, struct kit_voice *voice, const char *language);
void kit_voice_plain(struct kit_table *table, struct kit_voice *voice);
/* Whether the catalog has the message in English. */
bool kit_catalog_has(const char *key);

/* -- What a game needs beside its code ------------------------------------------------------- */

/* Adds a line for each file or message that the game still needs, and says what to write there.
 * `missing` gets what a game can't ship without, `later` what other languages lack. `root` is the
 * project's root. */
void kit_list_missing(const struct game *game, const char *root, struct text *missing,
                      struct text *later);

/* -- What a game says -------------------------------------------------------------------------- */

/* Checks everything that the game shows of `view`: size, alphabet, characters. Adds it to `out`,
 * which must be the same for equal views. */
void kit_check_texts(struct kit_table *table, const struct game_view *view, uint8_t viewer,
                     const struct kit_voice *voice, struct text *out);
/* Checks only the pictures. A replay shows them even while an outcome is due. */
void kit_check_pictures(struct kit_table *table, const struct game_view *view,
                        const struct kit_voice *voice, struct text *out);
/* Checks the events of a move, told with the spectator's view. */
void kit_check_events(struct kit_table *table, const struct game_events *events,
                      const struct kit_voice *voice);

#endif
