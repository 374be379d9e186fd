#include "bot/players/forcing.h"

#include <string.h>

#include "bot/players/steps.h"

enum {
    ITERATIONS_LEAST = 64, /* fewer steps can't prove anything */
    STEPS_PER_ITERATION = 64,
    STEPS_MAX = 1 << 18,
    POSITIONS_LEAST = 1024, /* at once; where the others could do more, nothing is forced */
    POSITIONS_A_WORLD = 128,
    WORLDS_SEEN = 8,
    MOVES_MAX = 64, /* of the seat or of another, in one position */
    /* Where everything is tried: in all of so many playouts the seat has so few choices left, in
     * so few worlds. */
    PLAYOUTS = 4,
    CHOICES_LAST = 6,
    WORLDS_LAST = 64
};

/* A win brings more than that over the value now, of the position that is asked about. */
static const double gain_least = 0.02;

static bool count_step(struct forcing *forcing)
{
    if (forcing->steps == 0)
        return false;
    forcing->steps = steps_count(forcing->steps, forcing->question);
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
    double value = determinization_value_at_end(forcing->world, forcing->question->seat);
    if (value <= forcing->bar)
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
    if (mover == forcing->question->seat && count > 1) {
        forcing->is_cut |= choices == 0;
        return choices > 0 && add_position(forcing, determinization_look(world, mover));
    }
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

/* -- In worlds that the seat sees -------------------------------------------------------------- */

/* Whether the seat could force a win from the world's position if it saw everything: if not,
 * nothing is forced, and that is found out fast. */
static bool sees_win(struct forcing *forcing, unsigned choices)
{
    struct determinization *world = forcing->world;
    uint8_t seat = forcing->question->seat;
    game_move moves[MOVES_MAX];
    if (!determinization_in_play(world))
        return is_win(forcing);
    uint8_t mover = determinization_mover(world);
    determinization_list(world, mover);
    size_t count = world->count;
    bool chooses = mover == seat && count > 1;
    forcing->is_cut |= chooses && choices == 0;
    if (count > MOVES_MAX || (chooses && choices == 0))
        return false;
    union game_state_block before = world->state;
    memcpy(moves, world->moves, count * sizeof *moves);
    for (size_t i = 0; i < count; i++) {
        world->state = before;
        if (!count_step(forcing))
            return false;
        determinization_apply(world, mover, moves[i]);
        if (sees_win(forcing, choices - chooses) == chooses)
            return chooses;
    }
    return !chooses;
}

static bool sees_win_after(struct forcing *forcing, size_t index, game_move move, unsigned choices)
{
    worlds_enter(forcing->worlds, index);
    determinization_apply(forcing->world, forcing->question->seat, move);
    return sees_win(forcing, choices);
}

/* -- In all worlds ----------------------------------------------------------------------------- */

static bool wins_in(struct forcing *forcing, size_t count, game_move move, unsigned choices)
{
    size_t all = FORCING_BYTES / forcing->stride;
    size_t room = POSITIONS_LEAST + count * POSITIONS_A_WORLD;
    forcing->room = room < all ? room : all;
    forcing->used = 0;
    forcing->least = 2;
    for (size_t i = 0; i < count; i++) {
        worlds_enter(forcing->worlds, i);
        add_position(forcing, 0);
    }
    return move_wins(forcing, 0, count, move, choices);
}

/* In a few worlds one by one, in a few at once, then in all: most moves fail in the first. */
static bool wins_in_all_worlds(struct forcing *forcing, game_move move, unsigned choices)
{
    for (size_t i = 0; i < WORLDS_SEEN && worlds_know(forcing->worlds, i); i++)
        if (!sees_win_after(forcing, i, move, choices))
            return false;
    for (size_t count = WORLDS_SEEN; count < FORCING_WORLDS && worlds_know(forcing->worlds, count);
         count *= 8)
        if (!wins_in(forcing, count, move, choices))
            return false;
    bool are_many = worlds_know(forcing->worlds, FORCING_WORLDS - 1);
    return wins_in(forcing, are_many ? FORCING_WORLDS : forcing->worlds->count, move, choices);
}

/* Whether the seat has few choices left in a playout from here. */
static bool ends_soon(struct determinization *world, uint8_t seat)
{
    unsigned choices = 0;
    while (choices <= CHOICES_LAST && determinization_in_play(world)) {
        uint8_t mover = determinization_mover(world);
        determinization_list(world, mover);
        choices += mover == seat && world->count > 1;
        if (world->count > 1)
            determinization_weigh(world, mover);
        determinization_apply(world, mover, world->moves[determinization_draw(world)]);
    }
    return choices <= CHOICES_LAST;
}

/* Whether it is worth trying everything: the play ends soon, and the worlds are few. */
static bool is_ending(struct forcing *forcing)
{
    struct determinization *world = forcing->world;
    struct rng_stream stream = world->stream;
    bool soon = true;
    for (unsigned i = 0; soon && i < PLAYOUTS; i++) {
        worlds_enter(forcing->worlds, 0);
        soon = ends_soon(world, forcing->question->seat);
    }
    world->stream = stream;
    return soon && !worlds_know(forcing->worlds, WORLDS_LAST);
}

/* Proves what it can with at most so many choices more; returns whether that raised the bar. */
static bool raise_bar(struct forcing *forcing, struct certainty *certainty, unsigned choices)
{
    double before = forcing->bar, best = before;
    for (size_t i = 0; i < certainty->count; i++) {
        if (!wins_in_all_worlds(forcing, certainty->moves[i], choices))
            continue;
        certainty->floors[i] = forcing->least;
        best = forcing->least > best ? forcing->least : best;
    }
    forcing->bar = best;
    return best > before;
}

static void try_choices(struct forcing *forcing, struct certainty *certainty, unsigned choices)
{
    do
        forcing->is_cut = false;
    while (raise_bar(forcing, certainty, choices) && forcing->bar <= 1);
}

static void open_forcing(struct forcing *forcing, struct worlds *worlds,
                         const struct player_question *question)
{
    double values[GAME_SEATS_MAX];
    uint32_t iterations = question->iterations;
    forcing->worlds = worlds;
    forcing->world = worlds->world;
    forcing->question = question;
    forcing->steps =
        iterations < STEPS_MAX / STEPS_PER_ITERATION ? iterations * STEPS_PER_ITERATION : STEPS_MAX;
    forcing->stride =
        (sizeof(struct forcing_position) + forcing->world->game->state_size + 15) / 16 * 16;
    worlds_enter(worlds, 0);
    determinization_evaluate(forcing->world, values);
    forcing->bar = values[question->seat] + gain_least;
}

void forcing_find(struct forcing *forcing, struct worlds *worlds,
                  const struct player_question *question, struct certainty *certainty)
{
    if (certainty->count > MOVES_MAX || question->iterations < ITERATIONS_LEAST)
        return;
    open_forcing(forcing, worlds, question);
    for (size_t i = 0; i < certainty->count; i++)
        if (certainty->floors[i] > forcing->bar)
            forcing->bar = certainty->floors[i];
    for (unsigned choices = 1; choices <= FORCING_CHOICES && forcing->bar <= 1; choices++)
        try_choices(forcing, certainty, choices);
    if (forcing->bar <= 1 && forcing->is_cut && is_ending(forcing))
        try_choices(forcing, certainty, FORCING_CHOICES_MAX);
}
