/* A check of the state after each line of a transcript: a replay that diverges is noticed at the
 * line where it diverges, not many moves later.
 *
 * The check is SipHash-2-4 (libsodium's crypto_shorthash) over the bytes of the state, keyed with
 * the table's own key. Without that key, which is revealed with the seed when the game is over, a
 * check reveals nothing about the state.
 *
 * Only programs that lay out states and play alike can compare checks. The layout mark tells
 * whether two programs do: it is a hash of the state after a short game that every program plays by
 * itself. Where the marks differ, checks are ignored.
 */
#ifndef BELFRY_BOT_RECORD_STATE_CHECK_H
#define BELFRY_BOT_RECORD_STATE_CHECK_H

#include <stdint.h>

#include <sodium.h>

#include "games/game.h"

enum { STATE_CHECK_TEXT = 2 * crypto_shorthash_BYTES + 1 };

struct state_check {
    uint8_t key[crypto_shorthash_KEYBYTES];
};

/* `key` is the key of the table's generator (bot/record/shuffle.h). */
struct state_check state_check_for(const uint8_t key[RNG_KEY_BYTES]);
/* Writes hex digits in lower case. */
void state_check_print(const struct state_check *check, const struct game *game,
                       const struct game_state *state, char written[STATE_CHECK_TEXT]);
void state_check_print_layout(const struct game *game, uint8_t players, const uint8_t *options,
                              char written[STATE_CHECK_TEXT]);

/* A cache of layout marks, for callers that need them for one table after the other. Starts as
 * zeros. */
enum { LAYOUT_MARKS_MAX = 32 };
struct layout_marks {
    struct layout_mark {
        const struct game *game;
        uint8_t players, options[GAME_OPTIONS_MAX];
        char written[STATE_CHECK_TEXT];
    } marks[LAYOUT_MARKS_MAX];
    size_t next;
};

/* The text that state_check_print_layout writes; valid until the next call. */
const char *layout_marks_find(struct layout_marks *marks, const struct game *game, uint8_t players,
                              const uint8_t *options);

#endif
