#include "bot/record/state_check.h"

#include <string.h>

/* Enough to get past the setup and through some moves of every game. */
enum { LAYOUT_STEPS = 24 };

struct state_check state_check_for(const uint8_t key[RNG_KEY_BYTES])
{
    static const char purpose[] = "belfry check";
    struct state_check check;
    crypto_generichash(check.key, sizeof check.key, (const uint8_t *)purpose, sizeof purpose - 1,
                       key, RNG_KEY_BYTES);
    return check;
}

void state_check_print(const struct state_check *check, const struct game *game,
                       const struct game_state *state, char written[STATE_CHECK_TEXT])
{
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const uint8_t *)state, game->state_size, check->key);
    sodium_bin2hex(written, STATE_CHECK_TEXT, hash, sizeof hash);
}

/* One step of the short game: the first legal move of the first seat that may act. False when it is
 * over. */
static bool step(const struct game *game, struct game_state *state)
{
    game_move moves[GAME_LEGAL_MAX];
    const struct game_rules *rules = game->rules;
    game_settle_chance(game, state, NULL);
    if (rules->phase(state) != GAME_MOVES)
        return false;
    uint8_t seat = (uint8_t)__builtin_ctz(rules->actors(state));
    rules->legal(state, seat, moves);
    return rules->apply(state, seat, moves[0], NULL) == 0;
}

void state_check_print_layout(const struct game *game, uint8_t players, const uint8_t *options,
                              char written[STATE_CHECK_TEXT])
{
    static const uint8_t key[RNG_KEY_BYTES];
    static const struct state_check no_secret;
    union game_state_block state;
    struct rng rng = rng_from_key(key);
    game->rules->begin(GAME_STATE(&state), players, options, &rng);
    for (unsigned i = 0; i < LAYOUT_STEPS && step(game, GAME_STATE(&state)); i++)
        continue;
    state_check_print(&no_secret, game, GAME_STATE(&state), written);
}

const char *layout_marks_find(struct layout_marks *marks, const struct game *game, uint8_t players,
                              const uint8_t *options)
{
    for (size_t i = 0; i < LAYOUT_MARKS_MAX; i++) {
        const struct layout_mark *mark = &marks->marks[i];
        if (mark->game == game && mark->players == players &&
            memcmp(mark->options, options, sizeof mark->options) == 0)
            return mark->written;
    }
    struct layout_mark *mark = &marks->marks[marks->next];
    marks->next = (marks->next + 1) % LAYOUT_MARKS_MAX;
    mark->game = game;
    mark->players = players;
    memcpy(mark->options, options, sizeof mark->options);
    state_check_print_layout(game, players, options, mark->written);
    return mark->written;
}
