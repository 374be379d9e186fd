/* Information-set Monte Carlo tree search, for every game alike.
 *
 * Single-observer ISMCTS after P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte
 * Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012:
 * each iteration makes up what the seat cannot know, walks down one tree that all these worlds
 * share, along moves that are legal in this one, adds one node, plays out, and adds what came of it
 * to every node on its way. A move counts how often it was possible, not how often its parent was
 * visited. What differs:
 *
 *   - Each node keeps the worth to the seat that moved there (max^n), so two players, many, and
 *     partners who score together need nothing of their own.
 *   - A move is chosen by its mean plus a bonus that grows with its weight at first sight
 *     (games/advice.h), as in C. D. Rosin, "Multi-armed bandits with episode context", 2011. It
 *     needs no logarithm: only operations whose result IEEE 754 fixes to the last bit.
 *   - Long lists of moves are widened step by step: the most promising first, more of them the more
 *     often a node is visited.
 *   - Moves that others make in secret (a hidden discard) are part of what is not known: they are
 *     drawn, and the tree does not branch on them.
 *
 * Memory is one array of nodes; when it is full the search goes on in the tree that it has.
 */
#ifndef BELFRY_BOT_PLAYERS_SEARCH_H
#define BELFRY_BOT_PLAYERS_SEARCH_H

#include "bot/players/imagined.h"
#include "bot/players/player.h"

enum { SEARCH_NODES = 1 << 16, SEARCH_DEPTH = 128 };

/* A move in a position of the tree. */
struct search_node {
    game_move move;
    uint8_t seat;      /* whose move it is */
    uint32_t child;    /* the first one, by seat and move; 0: none */
    uint32_t sibling;  /* the next one; 0: none */
    uint32_t visits;   /* iterations that came here */
    uint32_t possible; /* iterations that could have come here */
    double worth;      /* sum over the visits, to the seat that moved */
    double outlook;    /* sum over the visits that went on, to the seat that moved next */
    uint32_t outlooks; /* how many those were */
};

struct search {
    struct imagined imagined;
    uint8_t seat;
    uint32_t used; /* nodes; [0] is the root */
    unsigned depth;
    uint32_t path[SEARCH_DEPTH + 1];
    struct search_node nodes[SEARCH_NODES];
};

/* `search->imagined` is open; `question` says how long. The most visited move. */
game_move search_choose(struct search *search, const struct player_question *question);

#endif
