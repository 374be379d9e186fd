/* Information-set Monte Carlo tree search, the same for every game.
 *
 * This is single-observer ISMCTS after P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set
 * Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2),
 * 2012. One tree serves all determinizations. Each iteration
 *
 *     samples a determinization, in which everything the seat can't know is drawn at random, in
 *     proportion to how well it explains what the others did (games/advice.h, explain);
 *     selects moves down the tree, among those that are legal in this determinization;
 *     expands the tree by one node;
 *     plays out (a playout up to the game's horizon);
 *     backpropagates the values to every node on the path.
 *
 * A move's statistics count how often it was available, not how often its parent was visited.
 * Differences from the paper:
 *
 *   - A node keeps the value to the seat that moved there (max^n). So any number of players and
 *     partners who score together need no code of their own.
 *   - Selection uses PUCT instead of UCT: the mean value plus an exploration bonus in proportion to
 *     a prior (C. D. Rosin, "Multi-armed bandits with episode context", 2011). The prior is the
 *     move's weight by the game's advice (games/advice.h). PUCT needs no logarithm, only operations
 *     whose result IEEE 754 fixes to the last bit.
 *   - Progressive widening: of a long list only the heaviest moves are candidates, and more of them
 *     with more visits.
 *   - Where a game's weights are a model of the other seats (games/advice.h, models_others), these
 *     seats' moves are drawn by them, in the tree as in a playout.
 *   - Moves that other seats make in secret (a hidden discard) are drawn at random, and the tree
 *     does not branch on them.
 *
 * The tree's statistics never prove anything. What is certain is found before the search, and
 * where nothing is hidden, by trying everything in between.
 *
 * The budget is time, or iterations where somebody asks for them, and memory: one array of nodes.
 * The fuller it is, the more visits a node needs before it gets children; the search goes on in the
 * tree that it has.
 */
#ifndef BELFRY_BOT_PLAYERS_SEARCH_H
#define BELFRY_BOT_PLAYERS_SEARCH_H

#include "bot/players/certainty.h"
#include "bot/players/determinization.h"
#include "bot/players/forcing.h"
#include "bot/players/player.h"
#include "bot/players/solver.h"
#include "bot/players/worlds.h"

enum {
    SEARCH_NODES = 1 << 18,
    SEARCH_DEPTH = 128,
    SEARCH_BETWEEN_LOOKS = 16, /* iterations from one look at the time to the next */
    SEARCH_RATED_LEAST = 16    /* iterations that a rating begins with every move */
};

/* A move in a position of the tree. */
struct search_node {
    game_move move;
    uint8_t seat;     /* whose move it is */
    uint32_t child;   /* the first one, by seat and move; 0: none */
    uint32_t sibling; /* the next one; 0: none */
    uint32_t visits;
    uint32_t available;     /* iterations in which the move was legal */
    double value_sum;       /* to the seat that moved, summed over the visits */
    double square_sum;      /* of these values */
    double child_value_sum; /* of the child to the seat that moved there, summed over its visits */
    uint32_t child_visits;  /* visits that went on to a child */
};

struct search {
    struct determinization world;
    struct worlds worlds;
    struct certainty certainty;
    struct forcing forcing;
    struct solver solver;
    uint8_t seat;
    uint32_t used, room; /* nodes; [0] is the root */
    unsigned depth;
    uint32_t path[SEARCH_DEPTH + 1];
    bool is_first_given; /* in a rating: the next iteration begins with `first` */
    game_move first;
    double wins[GAME_LEGAL_MAX]; /* of a rating: to the seat, by the index in certainty.moves */
    struct search_node nodes[SEARCH_NODES];
};

/* The best move where that is known (bot/players/solver.h), else the surest: what counts is the
 * value that a move brings for sure (bot/players/certainty.h, forcing.h), or where that is more,
 * the lower confidence bound of its value in the tree. So a move that was tried often is preferred
 * only as far as its value is known better. `search->world` is open; `question` says how long to
 * search. */
game_move search_choose(struct search *search, const struct player_question *question);

/* As player_rate. The first iterations take the legal moves in turn, SEARCH_RATED_LEAST times each
 * or half of all; the rest are those of any search. */
size_t search_rate(struct search *search, const struct player_question *question,
                   struct player_prospect *prospects);

/* To go on after a rating: draws a deal that fits the view, and makes one iteration from a deal
 * with a legal move of the seat first. Then the world is where that iteration has ended; of a
 * solved position, where the best play of both ends. Where that takes too long to find, the
 * position is one that is not solved from then on. */
void search_deal(struct search *search, union game_state_block *deal);
/* Whether the position is solved: then nothing is hidden, and all deals are one. */
bool search_is_solved(const struct search *search);
void search_follow(struct search *search, const union game_state_block *deal, game_move first);

/* What a player searches with. */
struct search *player_search(struct player *player);

#endif
