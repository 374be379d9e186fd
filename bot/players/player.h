/* Players that the bot seats: they are asked for a move and answer with one.
 *
 * A player gets the view of his own seat and nothing else: no state, no table, no store, no clock
 * and no network can be reached from here, by type (a view is not a state) and by link (this
 * library links the rules alone; tests/unit/check_players.py checks its symbols). A view remembers
 * what its viewer has seen, so events need not be handed in. What a player draws at random comes
 * from the key in the question, never from a table's generator.
 *
 *     random   every legal move equally likely
 *     easy     the game's rule of thumb, or the move that looks best at once
 *     normal   a short search
 *     hard     a long one (bot/players/search.h)
 *
 * The same question with the same key and a budget in iterations has the same answer on every
 * machine, since only IEEE additions, multiplications, divisions and square roots are used.
 *
 * A `struct player` is working memory of fixed size for one question at a time; nothing is
 * allocated, and any number of threads may think, each with a player of its own.
 */
#ifndef BELFRY_BOT_PLAYERS_PLAYER_H
#define BELFRY_BOT_PLAYERS_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/game.h"

enum player_level { PLAYER_RANDOM, PLAYER_EASY, PLAYER_NORMAL, PLAYER_HARD, PLAYER_LEVELS };

/* "random", "easy", "normal", "hard", NULL; the index is enum player_level. */
extern const char *const player_level_names[];
/* The level so called; `smart` is another word for hard. False when there is none, and
 * `*level` stays as it was. */
bool player_level_find(const char *name, size_t length, enum player_level *level);
/* Needs time: may be asked on a worker thread alone. */
bool player_level_searches(enum player_level level);

/* What a search may spend on one move, whichever comes first. */
struct player_budget {
    uint32_t iterations;   /* 0: none, the best move at first sight */
    uint32_t milliseconds; /* for the caller's clock: see `expired` */
};

/* What a level spends in play: normal answers within 1 s, hard within 3 s on one core. */
struct player_budget player_level_budget(enum player_level level);

struct player_question {
    const struct game *game;
    const struct game_view *view; /* of `seat`, which may act */
    uint8_t players;
    uint8_t seat;
    enum player_level level;
    uint8_t key[RNG_KEY_BYTES]; /* for whatever the player draws */
    uint32_t iterations;        /* of a search, at most */
    /* Asked between iterations: true ends the search with the best move so far. NULL: never. */
    bool (*expired)(void *context);
    void *context;
};

struct player;

/* Bytes of a player's memory, about 3 MB: the caller's block, with any content. */
size_t player_size(void);
/* A legal move of the seat. */
game_move player_choose(struct player *player, const struct player_question *question);

#endif
