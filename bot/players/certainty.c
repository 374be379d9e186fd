#include "bot/players/certainty.h"

#include <string.h>

#include "bot/players/steps.h"

enum {
    STEPS_PER_ITERATION = 64,
    STEPS_LEAST = 1024,
    STEPS_MAX = 1 << 18,
    DEPTH_MAX = 12,
    ANSWERS_MAX = 32
};

static const double unknown = -1, most = 2;

struct proof {
    struct determinization *world;
    const struct player_question *question;
    uint8_t seat;
    uint32_t steps; /* left; none once the time is over */
};

static double floor_here(struct proof *proof, unsigned depth);

static double floor_after(struct proof *proof, uint8_t mover, game_move move, unsigned depth)
{
    if (proof->steps == 0)
        return unknown;
    proof->steps = steps_count(proof->steps, proof->question);
    determinization_apply(proof->world, mover, move);
    return floor_here(proof, depth + 1);
}

/* The least that the answers of another seat leave; the first that leaves nothing ends it. */
static double worst_answer(struct proof *proof, uint8_t mover, unsigned depth)
{
    struct determinization *world = proof->world;
    union game_state_block before = world->state;
    game_move answers[ANSWERS_MAX];
    size_t count = world->count;
    double worst = most;
    memcpy(answers, world->moves, count * sizeof *answers);
    for (size_t i = 0; i < count; i++) {
        world->state = before;
        double floor = floor_after(proof, mover, answers[i], depth);
        if (floor < worst)
            worst = floor;
        if (worst < 0)
            break;
    }
    return worst;
}

static double floor_here(struct proof *proof, unsigned depth)
{
    struct determinization *world = proof->world;
    if (!determinization_in_play(world))
        return determinization_value_at_end(world, proof->seat);
    uint8_t mover = determinization_mover(world);
    determinization_list(world, mover);
    size_t choices = mover == proof->seat ? 1 : ANSWERS_MAX;
    if (depth == DEPTH_MAX || world->count > choices)
        return unknown;
    return worst_answer(proof, mover, depth);
}

/* Lowers the floors to what one more world leaves, as far as the steps reach; returns whether a
 * move still has one. */
static bool try_world(struct certainty *certainty, struct proof *proof, const struct worlds *worlds,
                      size_t index)
{
    bool any = false;
    for (size_t i = 0; i < certainty->count; i++) {
        if (certainty->floors[i] < 0)
            continue;
        worlds_enter(worlds, index);
        double floor = floor_after(proof, proof->seat, certainty->moves[i], 0);
        if (proof->steps > 0 && floor < certainty->floors[i])
            certainty->floors[i] = floor;
        any = any || certainty->floors[i] >= 0;
    }
    return any;
}

static void open_floors(struct certainty *certainty, struct determinization *world, uint8_t seat)
{
    determinization_list(world, seat);
    certainty->count = world->count;
    memcpy(certainty->moves, world->moves, world->count * sizeof *world->moves);
    for (size_t i = 0; i < certainty->count; i++)
        certainty->floors[i] = most;
}

static void forget(struct certainty *certainty)
{
    for (size_t i = 0; i < certainty->count; i++)
        certainty->floors[i] = unknown;
}

static uint32_t steps_for(uint32_t iterations)
{
    return iterations < STEPS_MAX / STEPS_PER_ITERATION ? iterations * STEPS_PER_ITERATION
                                                        : STEPS_MAX;
}

void certainty_find(struct certainty *certainty, struct worlds *worlds,
                    const struct player_question *question)
{
    struct proof proof = {worlds->world, question, question->seat, steps_for(question->iterations)};
    worlds_know(worlds, 0);
    worlds_enter(worlds, 0);
    open_floors(certainty, worlds->world, question->seat);
    bool any = proof.steps >= STEPS_LEAST; /* fewer can't prove anything */
    size_t tried = 0;
    for (; any && proof.steps > 0 && worlds_know(worlds, tried); tried++)
        any = try_world(certainty, &proof, worlds, tried);
    bool is_whole = worlds->are_all && tried == worlds->count && proof.steps > 0;
    if (!is_whole && tried < CERTAINTY_WORLDS_LEAST)
        forget(certainty);
}
