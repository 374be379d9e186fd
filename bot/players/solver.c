#include "bot/players/solver.h"

#include <string.h>

#include "bot/players/steps.h"

enum {
    MOVES_MAX = 64, /* in one position */
    /* Steps for a choice when playing on: some, and so many for each that it took to solve. */
    FOLLOWED_LEAST = 1 << 16,
    FOLLOWED_PART = 4
};

/* What matters: a value outside of it is only a bound. */
struct window {
    double least, most;
};

/* Values are from 0 to 1, and more than 1 where the seat wins (bot/players/certainty.h). */
static const double lowest = -1, highest = 3;
static const struct window is_it_won = {0.99, 1}, how_far = {-1, 1}, everything = {-1, 3};

static bool is_given_up(const struct solver *solver)
{
    return solver->steps == 0;
}

/* -- The table ------------------------------------------------------------------------------- */

/* The entry of the world's position, or one to be overwritten. */
static struct solver_entry *find_entry(struct solver *solver, uint64_t mark)
{
    struct solver_entry *entry = &solver->table[mark % SOLVER_ENTRIES];
    if (entry->mark != mark)
        *entry = (struct solver_entry){.mark = mark, .least = lowest, .most = highest};
    return entry;
}

/* -- The order of moves ---------------------------------------------------------------------- */

struct choices {
    uint8_t mover;
    size_t count;
    game_move moves[MOVES_MAX]; /* the most promising first */
};

static bool can_branch(const struct determinization *world)
{
    const struct game_text *text = world->game->text;
    bool is_secret = text->is_private != NULL && text->is_private(world->moves[0]);
    bool is_one = __builtin_popcount(world->rules->actors(
                      (const struct game_state *)(const void *)world->state.bytes)) == 1;
    return world->count <= MOVES_MAX && !is_secret && is_one;
}

/* The move that was best here before, then those that were good in positions like it, then by
 * weight. */
static uint32_t promise_of(const struct solver *solver, size_t index, unsigned depth,
                           game_move before)
{
    const struct determinization *world = solver->world;
    game_move move = world->moves[index];
    if (move == before)
        return ADVICE_WEIGHT_MAX + SOLVER_KILLERS + 1;
    for (unsigned i = 0; i < SOLVER_KILLERS; i++)
        if (move == solver->killers[depth][i])
            return ADVICE_WEIGHT_MAX + SOLVER_KILLERS - i;
    return world->weights[index];
}

static void sort_choices(struct solver *solver, struct choices *choices, unsigned depth,
                         game_move before)
{
    struct determinization *world = solver->world;
    uint32_t promises[MOVES_MAX];
    determinization_weigh(world, choices->mover);
    for (choices->count = 0; choices->count < world->count; choices->count++) {
        uint32_t promise = promise_of(solver, choices->count, depth, before);
        size_t place = choices->count;
        for (; place > 0 && promises[place - 1] < promise; place--) {
            promises[place] = promises[place - 1];
            choices->moves[place] = choices->moves[place - 1];
        }
        promises[place] = promise;
        choices->moves[place] = world->moves[choices->count];
    }
}

static void keep_killer(struct solver *solver, unsigned depth, game_move move)
{
    game_move *killers = solver->killers[depth];
    if (killers[0] == move)
        return;
    memmove(&killers[1], &killers[0], (SOLVER_KILLERS - 1) * sizeof *killers);
    killers[0] = move;
}

/* -- Minimax ----------------------------------------------------------------------------------- */

static double value_here(struct solver *solver, struct window window, unsigned depth);

static double value_after(struct solver *solver, uint8_t mover, game_move move,
                          struct window window, unsigned depth)
{
    if (!is_given_up(solver))
        solver->steps = steps_count(solver->steps, solver->clock);
    if (is_given_up(solver))
        return lowest;
    determinization_apply(solver->world, mover, move);
    return value_here(solver, window, depth + 1);
}

/* Narrows the window to values that are better for the mover; returns whether this one was. */
static bool narrows(struct window *window, bool is_own, double value)
{
    if (is_own ? value <= window->least : value >= window->most)
        return false;
    *(is_own ? &window->least : &window->most) = value;
    return true;
}

/* The value of the choices; outside of the window a bound. `*best` is left alone where all that is
 * known is that no choice comes into the window. */
static double value_of_best(struct solver *solver, const struct choices *choices,
                            struct window window, unsigned depth, game_move *best)
{
    struct determinization *world = solver->world;
    const union game_state_block before = world->state;
    bool is_own = choices->mover == solver->seat;
    double found = is_own ? lowest : highest;
    for (size_t i = 0; i < choices->count && window.least < window.most; i++) {
        world->state = before;
        double value = value_after(solver, choices->mover, choices->moves[i], window, depth);
        if (is_given_up(solver))
            return lowest;
        if (is_own ? value > found : value < found)
            found = value;
        if (narrows(&window, is_own, value))
            *best = choices->moves[i];
    }
    if (window.least >= window.most)
        keep_killer(solver, depth, *best);
    return found;
}

static double value_of_choices(struct solver *solver, uint8_t mover, struct window window,
                               unsigned depth)
{
    uint64_t mark = determinization_mark(solver->world);
    struct solver_entry known = *find_entry(solver, mark);
    struct choices choices = {.mover = mover};
    window.least = known.least > window.least ? known.least : window.least;
    window.most = known.most < window.most ? known.most : window.most;
    if (window.least >= window.most)
        return known.least >= window.most ? known.least : known.most;
    sort_choices(solver, &choices, depth, known.best);
    double value = value_of_best(solver, &choices, window, depth, &known.best);
    if (is_given_up(solver))
        return lowest;
    if (value > window.least)
        known.least = value;
    if (value < window.most)
        known.most = value;
    *find_entry(solver, mark) = known;
    return value;
}

static double value_here(struct solver *solver, struct window window, unsigned depth)
{
    struct determinization *world = solver->world;
    if (!determinization_in_play(world))
        return determinization_value_at_end(world, solver->seat);
    uint8_t mover = determinization_mover(world);
    determinization_list(world, mover);
    if (depth == SOLVER_DEPTH || !can_branch(world)) {
        solver->steps = 0;
        return lowest;
    }
    if (world->count == 1)
        return value_after(solver, mover, world->moves[0], window, depth);
    return value_of_choices(solver, mover, window, depth);
}

void solver_open(struct solver *solver, struct worlds *worlds,
                 const struct player_question *question)
{
    solver->worlds = worlds;
    solver->world = worlds->world;
    solver->clock = question;
    solver->seat = question->seat;
    solver->steps_taken = 0;
    solver->is_open = question->players == 2 && !worlds_know(worlds, 1);
    solver->is_without_win = false;
    solver->is_solved = false;
    if (!solver->is_open)
        return;
    memset(solver->killers, 0, sizeof solver->killers);
    memset(solver->table, 0, sizeof solver->table);
}

/* Returns whether that is known now: the value and the best move, or bounds on the window's side.
 */
static bool look_through(struct solver *solver, struct window window)
{
    worlds_enter(solver->worlds, 0);
    solver->value = value_here(solver, window, 0);
    if (is_given_up(solver))
        return false;
    worlds_enter(solver->worlds, 0);
    solver->best = find_entry(solver, determinization_mark(solver->world))->best;
    return true;
}

static bool solve_on(struct solver *solver)
{
    if (!solver->is_without_win) {
        if (!look_through(solver, is_it_won))
            return false;
        if (solver->value > is_it_won.least)
            return true;
        solver->is_without_win = true;
    }
    return look_through(solver, how_far);
}

bool solver_solve(struct solver *solver, uint32_t steps)
{
    if (!solver->is_open || solver->is_solved)
        return solver->is_solved;
    solver->steps = steps;
    solver->is_solved = solve_on(solver);
    solver->steps_taken += steps - solver->steps;
    return solver->is_solved;
}

/* -- Playing on -------------------------------------------------------------------------------- */

/* Whether the best move of the world's position is found. */
static bool find_best(struct solver *solver, game_move *best)
{
    struct determinization *world = solver->world;
    const union game_state_block before = world->state;
    solver->steps = FOLLOWED_LEAST + FOLLOWED_PART * solver->steps_taken;
    value_here(solver, everything, 0);
    world->state = before;
    *best = find_entry(solver, determinization_mark(world))->best;
    return !is_given_up(solver);
}

bool solver_play_on(struct solver *solver)
{
    struct determinization *world = solver->world;
    solver->clock = NULL;
    while (determinization_in_play(world)) {
        uint8_t mover = determinization_mover(world);
        determinization_list(world, mover);
        game_move move = world->moves[0];
        if (world->count > 1 && !find_best(solver, &move))
            return false;
        determinization_apply(world, mover, move);
    }
    return true;
}
