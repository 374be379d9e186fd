/* Steps: how far a proof may go on, in moves, and until the time of the question is over. */
#ifndef BELFRY_BOT_PLAYERS_STEPS_H
#define BELFRY_BOT_PLAYERS_STEPS_H

#include "bot/players/player.h"

/* Counts one of the steps that are left, at least one; returns how many are left then. Now and
 * then it looks at the question's time: none are once that is over. Without a question there is no
 * such limit. */
uint32_t steps_count(uint32_t left, const struct player_question *question);

#endif
