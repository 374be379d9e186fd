/* A check of the state after each line of a transcript, so that a game which is played again
 * differently is noticed at the line where it parts, not many moves later.
 *
 * The check is SipHash-2-4 (libsodium's crypto_shorthash) over the bytes of the state, keyed with
 * the table's own key: without the key, which is revealed with the seed when the game is over, it
 * tells nothing of the state.
 *
 * States are compared byte by byte only between programs that lay them out and play alike. The
 * layout mark says whether two do: a hash over the state after a short game that every program
 * plays for itself. Where the marks differ, checks are passed over.
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

/* `key` drives the table's generator (bot/record/shuffle.h). */
struct state_check state_check_for(const uint8_t key[RNG_KEY_BYTES]);
/* In hex digits, lower case. */
void state_check_print(const struct state_check *check, const struct game *game,
                       const struct game_state *state, char written[STATE_CHECK_TEXT]);
void state_check_print_layout(const struct game *game, uint8_t players, const uint8_t *options,
                              char written[STATE_CHECK_TEXT]);

/* The marks that were wanted last, for whoever wants them for one table after the other. Begins as
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

/* The same as state_check_print_layout writes; valid until the next call. */
const char *layout_marks_find(struct layout_marks *marks, const struct game *game, uint8_t players,
                              const uint8_t *options);

#endif
