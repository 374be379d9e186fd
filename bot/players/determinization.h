/* A determinization: a full position that fits what a seat knows, with everything hidden drawn at
 * random, and moves played on from there. */
#ifndef BELFRY_BOT_PLAYERS_DETERMINIZATION_H
#define BELFRY_BOT_PLAYERS_DETERMINIZATION_H

#include "games/advice.h"

enum { DETERMINIZATION_STEPS = 2, DETERMINIZATION_FIRST_STEPS = 64 };

struct determinization {
    const struct game *game;
    const struct game_rules *rules;
    const struct game_advice *advice; /* NULL: none */
    const struct game_view *view;
    uint8_t players;
    struct rng rng;           /* draws what is hidden */
    struct rng_stream stream; /* chooses moves */
    union game_state_block state;
    bool believes;                   /* whether `believed` holds a position */
    union game_state_block believed; /* where the chain of determinization_believe is */
    /* The legal moves that were listed last, and their weights. */
    size_t count;
    game_move moves[GAME_LEGAL_MAX];
    uint16_t weights[GAME_LEGAL_MAX];
};

void determinization_open(struct determinization *world, const struct game *game,
                          const struct game_view *view, uint8_t players, const uint8_t *key);
/* Draws a new position that fits the view, from all of them alike. */
void determinization_sample(struct determinization *world);
/* Draws one in proportion to how well it explains to `viewer` what the others did. These draws are
 * a Markov chain (Metropolis): each proposes DETERMINIZATION_STEPS new positions, and stays where
 * they explain too badly. So a chain costs little where good explanations are rare, but the
 * same position may come several times in a row. More steps before the first position bring the
 * chain to where explanations are good. */
void determinization_believe(struct determinization *world, uint8_t viewer);
/* Whether somebody has to move. */
bool determinization_in_play(const struct determinization *world);
/* The lowest seat that may act. */
uint8_t determinization_mover(const struct determinization *world);
/* Lists the seat's legal moves. */
void determinization_list(struct determinization *world, uint8_t seat);
/* Weighs the listed moves by the game's advice, else all alike. */
void determinization_weigh(struct determinization *world, uint8_t seat);
/* Draws a listed move in proportion to its weight; returns its index. */
size_t determinization_draw(struct determinization *world);
void determinization_apply(struct determinization *world, uint8_t seat, game_move move);
/* Plays moves drawn by weight, up to the game's horizon, the next deal or the end. */
void determinization_playout(struct determinization *world);
/* The value of the position to each seat, from 0 to 1. */
void determinization_evaluate(const struct determinization *world, double values[GAME_SEATS_MAX]);
/* The points that each seat can expect as the game's advice estimates them, else its points as they
 * stand. An estimate may leave out what all seats have alike: only compare. */
void determinization_count_points(const struct determinization *world,
                                  double points[GAME_SEATS_MAX]);
/* A hash of what the seat sees of the position: equal where it can't tell positions apart. */
uint64_t determinization_look(const struct determinization *world, uint8_t seat);
/* A hash of the position: equal where positions play alike. The generator in the state, with which
 * the next deal is drawn, is left out. */
uint64_t determinization_mark(const struct determinization *world);
/* Whether the game is over and the seat has won it, alone or with its team of the last contest. */
bool determinization_is_won(const struct determinization *world, uint8_t seat);
/* What the end of a proof brings the seat: its value, and one more for a game that it has won. */
double determinization_value_at_end(const struct determinization *world, uint8_t seat);
/* The part of a win that each seat has, from 0 to 1; of a game that goes on, by its lead. */
void determinization_share_win(const struct determinization *world, double shares[GAME_SEATS_MAX]);
/* The seat's move of the largest weight by rules of thumb, or without weights the one of the best
 * value after one ply. Ties are broken at random. */
game_move determinization_greedy(struct determinization *world, uint8_t seat);

#endif
