/* The bot's own players: they are asked for a move and answer with one.
 *
 * A player gets the view of its seat and nothing else. It can't reach a state, a table, the store,
 * a clock or a network: by type, since a view is not a state, by link, since this library links the
 * rules alone, and by include (tests/check_rooms.py). A view holds everything that its viewer has
 * seen, so a player needs no events. Whatever a player draws at random comes from the key in the
 * question, never from a table's generator.
 *
 *     random   every legal move is equally likely
 *     easy     the move with the largest weight (games/advice.h), or with the best value at once
 *     normal   a short search (bot/players/search.h): a number of iterations
 *     hard     a search for as long as it may: time, on the machine that there is
 *
 * The same question with the same key and the same number of iterations has the same answer on
 * every machine: the search uses only IEEE additions, multiplications, divisions and square roots.
 * So random, easy and normal play the same everywhere. With a time limit, `hard` makes more or
 * fewer iterations. Even then the answer follows from the view, the key and how fast the machine
 * was, never from what is hidden, and the moment of the answer is not the search's: it was drawn
 * before the search began (bot/turn/thinkers.h).
 *
 * A `struct player` is working memory of fixed size for one question at a time. Nothing is
 * allocated. Any number of threads may search, each with a player of its own.
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
/* The level of that name; `smart` is another name for hard. On false, `*level` is unchanged. */
bool player_level_find(const char *name, size_t length, enum player_level *level);
/* Whether the level takes time, so that it must be asked on a worker thread. */
bool player_level_searches(enum player_level level);

/* What a search may spend on one move. */
struct player_budget {
    uint32_t iterations;   /* 0: no search, the greedy move; UINT32_MAX: time alone limits it */
    uint32_t milliseconds; /* kept by the caller (see `expired`); the most that a busy host gives */
};

/* The time of a level in play, in milliseconds. normal needs a small part of it, hard all. */
uint32_t player_level_milliseconds(enum player_level level);
/* The budget of a level in play. How many iterations normal makes depends on the game (see
 * games/advice.h). */
struct player_budget player_level_budget(enum player_level level, const struct game *game);

struct player_question {
    const struct game *game;
    const struct game_view *view; /* of `seat`, which may act */
    uint8_t players;
    uint8_t seat;
    enum player_level level;
    uint8_t key[RNG_KEY_BYTES]; /* of the player's random numbers */
    uint32_t iterations;        /* the most that a search may make */
    uint32_t nodes;             /* the most that its tree may have; 0: all there is room for */
    /* Asked between iterations; true ends the search with the best move so far. NULL: no limit. */
    bool (*expired)(void *context);
    void *context;
};

struct player;

/* The size of a player, about 20 MB. The caller provides the block; its content does not matter. */
size_t player_size(void);
/* Returns a legal move of the seat. */
game_move player_choose(struct player *player, const struct player_question *question);

/* What a search thinks of a legal move of the seat. */
struct player_prospect {
    game_move move;
    /* The part of the games that the seat wins after it, from 0 to 1; a win shared by m counts 1/m.
     * A game that goes on after the round that was looked through counts by the seat's lead. */
    double share;
    uint32_t visits; /* iterations that `share` is the mean of; 0: the time was over before */
    double bound;    /* what the choice goes by: the least value that the search vouches for */
};

/* Searches as hard does, whatever question->level says, and rates every legal move, best first: the
 * first is the one that the search would make. So the one rating answers what to play, and what a
 * move that was played gave away. `prospects` has room for GAME_LEGAL_MAX; returns how many. */
size_t player_rate(struct player *player, const struct player_question *question,
                   struct player_prospect *prospects);

#endif
