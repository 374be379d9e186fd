#include "bot/players/forcing.h"

#include <string.h>

enum {
    ITERATIONS_LEAST = 64, /* fewer steps can't prove anything */
    STEPS_PER_ITERATION = 64,
    STEPS_MAX = 1 << 18,
    STEPS_BETWEEN_LOOKS = 256, /* at the time */
    POSITIONS_A_WORLD = 128,   /* at once; where the others could do more, nothing is forced */
    MOVES_MAX = 64             /* of the seat or of another, in one position */
};

/* A win brings more than that over the value now. */
static const double gain_least = 0.02;

static bool count_step(struct forcing *forcing)
{
    const struct player_question *question = forcing->question;
    if (forcing->steps == 0)
        return false;
    forcing->steps--;
    if (forcing->steps % STEPS_BETWEEN_LOOKS == 0 && question->expired != NULL &&
        question->expired(question->context))
        forcing->steps = 0;
    return true;
}

static struct forcing_position *position_at(struct forcing *forcing, size_t index)
{
    return (void *)(forcing->positions.bytes + index * forcing->stride);
}

static uint64_t look_at(const struct forcing *forcing, size_t index)
{
    return ((const struct forcing_position *)(const void *)(forcing->positions.bytes +
                                                            index * forcing->stride))
        ->look;
}

static void enter(struct forcing *forcing, size_t index)
{
    memcpy(forcing->world->state.bytes, position_at(forcing, index)->state,
           forcing->world->game->state_size);
}

static bool add_position(struct forcing *forcing, uint64_t look)
{
    if (forcing->used == forcing->room)
        return false;
    struct forcing_position *position = position_at(forcing, forcing->used++);
    position->look = look;
    memcpy(position->state, forcing->world->state.bytes, forcing->world->game->state_size);
    return true;
}

static bool is_win(struct forcing *forcing)
{
    uint8_t seat = forcing->question->seat;
    double values[GAME_SEATS_MAX];
    bool won = determinization_is_won(forcing->world, seat);
    determinization_evaluate(forcing->world, values);
    double value = values[seat] + won;
    if (!won && value <= forcing->now + gain_least)
        return false;
    if (value < forcing->least)
        forcing->least = value;
    return true;
}

/* Lets the others answer in every way. False: a line does not win, or is too long. Positions where
 * the seat chooses again, if it may, are added. */
static bool answer(struct forcing *forcing, unsigned choices)
{
    struct determinization *world = forcing->world;
    game_move answers[MOVES_MAX];
    if (!determinization_in_play(world))
        return is_win(forcing);
    uint8_t mover = determinization_mover(world);
    determinization_list(world, mover);
    size_t count = world->count;
    if (mover == forcing->question->seat && count > 1)
        return choices > 0 && add_position(forcing, determinization_look(world, mover));
    if (count > MOVES_MAX)
        return false;
    union game_state_block before = world->state;
    memcpy(answers, world->moves, count * sizeof *answers);
    for (size_t i = 0; i < count; i++) {
        world->state = before;
        if (!count_step(forcing))
            return false;
        determinization_apply(world, mover, answers[i]);
        if (!answer(forcing, choices))
            return false;
    }
    return true;
}

static bool every_part_wins(struct forcing *forcing, size_t first, unsigned choices);

/* Whether the move wins in `count` positions that look alike. */
static bool move_wins(struct forcing *forcing, size_t first, size_t count, game_move move,
                      unsigned choices)
{
    struct determinization *world = forcing->world;
    size_t used = forcing->used;
    bool wins = true;
    for (size_t i = first; wins && i < first + count; i++) {
        enter(forcing, i);
        determinization_apply(world, forcing->question->seat, move);
        wins = count_step(forcing) && answer(forcing, choices);
    }
    wins = wins && (forcing->used == used || every_part_wins(forcing, used, choices - 1));
    forcing->used = used;
    return wins;
}

static bool any_move_wins(struct forcing *forcing, size_t first, size_t count, unsigned choices)
{
    struct determinization *world = forcing->world;
    game_move moves[MOVES_MAX];
    enter(forcing, first);
    determinization_list(world, forcing->question->seat);
    size_t legal = world->count;
    if (legal > MOVES_MAX)
        return false;
    memcpy(moves, world->moves, legal * sizeof *moves);
    for (size_t i = 0; i < legal; i++)
        if (move_wins(forcing, first, count, moves[i], choices))
            return true;
    return false;
}

/* Copies the positions that look like number `like`, the first of them, to the end; returns how
 * many, 0 if there is no room. */
static size_t copy_part(struct forcing *forcing, size_t like, size_t end)
{
    size_t count = 0;
    for (size_t i = like; i < end; i++) {
        if (look_at(forcing, i) != look_at(forcing, like))
            continue;
        enter(forcing, i);
        if (!add_position(forcing, look_at(forcing, i)))
            return 0;
        count++;
    }
    return count;
}

static bool is_first_of_its_look(const struct forcing *forcing, size_t first, size_t index)
{
    for (size_t i = first; i < index; i++)
        if (look_at(forcing, i) == look_at(forcing, index))
            return false;
    return true;
}

static bool every_part_wins(struct forcing *forcing, size_t first, unsigned choices)
{
    size_t end = forcing->used;
    bool wins = true;
    for (size_t i = first; wins && i < end; i++) {
        if (!is_first_of_its_look(forcing, first, i))
            continue;
        size_t count = copy_part(forcing, i, end);
        wins = count > 0 && any_move_wins(forcing, end, count, choices);
        forcing->used = end;
    }
    return wins;
}

/* Draws worlds until there are so many. They lie before all other positions. */
static void draw_worlds(struct forcing *forcing, size_t count)
{
    forcing->room = FORCING_WORLDS;
    for (forcing->used = forcing->drawn; forcing->used < count;) {
        determinization_sample(forcing->world);
        add_position(forcing, 0);
    }
    forcing->drawn = forcing->used;
}

static bool wins_in(struct forcing *forcing, size_t worlds, game_move move, unsigned choices)
{
    size_t all = FORCING_BYTES / forcing->stride;
    size_t room = FORCING_WORLDS + worlds * POSITIONS_A_WORLD;
    if (forcing->drawn < worlds)
        draw_worlds(forcing, worlds);
    forcing->room = room < all ? room : all;
    forcing->used = FORCING_WORLDS;
    forcing->least = 2;
    return move_wins(forcing, 0, worlds, move, choices);
}

/* In one world, then in a few, then in all: most moves fail in the first. */
static bool wins_in_all_worlds(struct forcing *forcing, game_move move, unsigned choices)
{
    for (size_t worlds = 1; worlds < FORCING_WORLDS; worlds *= 8)
        if (!wins_in(forcing, worlds, move, choices))
            return false;
    return wins_in(forcing, FORCING_WORLDS, move, choices);
}

/* Draws the first world. */
static void begin(struct forcing *forcing)
{
    double values[GAME_SEATS_MAX];
    forcing->stride =
        (sizeof(struct forcing_position) + forcing->world->game->state_size + 15) / 16 * 16;
    forcing->drawn = 0;
    draw_worlds(forcing, 1);
    determinization_evaluate(forcing->world, values);
    forcing->now = values[forcing->question->seat];
}

static bool has_win(const struct forcing *forcing, const double *floors, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (floors[i] > forcing->now + gain_least)
            return true;
    return false;
}

void forcing_find(struct forcing *forcing, struct determinization *world,
                  const struct player_question *question, unsigned choices, const game_move *moves,
                  double *floors, size_t count)
{
    struct rng rng = world->rng;
    uint32_t iterations = question->iterations;
    if (count > MOVES_MAX || iterations < ITERATIONS_LEAST)
        return;
    world->rng = rng_for_index(question->key, 3);
    forcing->world = world;
    forcing->question = question;
    forcing->steps =
        iterations < STEPS_MAX / STEPS_PER_ITERATION ? iterations * STEPS_PER_ITERATION : STEPS_MAX;
    begin(forcing);
    bool any = has_win(forcing, floors, count);
    for (unsigned later = 1; !any && later <= choices; later++)
        for (size_t i = 0; i < count; i++)
            if (wins_in_all_worlds(forcing, moves[i], later)) {
                floors[i] = forcing->least;
                any = true;
            }
    world->rng = rng;
}
