#include "bot/program/simulation.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/base/memory.h"
#include "bot/players/random_player.h"
#include "bot/record/json_record.h"
#include "bot/record/transcript.h"

enum { OUTCOME_BYTES = 8192 };

/* One game of a simulation; its blocks are reused for the next game. */
struct run {
    const struct simulation *simulation;
    const struct game_rules *rules;
    struct random_player random;
    struct player *player; /* NULL: all seats play at random */
    struct rng thinking;   /* for the player */
    uint64_t index;        /* of the game */
    struct rng rng;
    uint32_t n;     /* numbered lines of the transcript */
    uint64_t moves; /* move lines */
    struct text line;
    struct state_check check;
    char layout[STATE_CHECK_TEXT];
    union game_state_block state;
    union game_chance_block outcome;
    game_move legal[GAME_LEGAL_MAX];
};

struct rng simulation_rng(const struct simulation *simulation, uint64_t index)
{
    if (simulation->games == 1)
        return rng_from_key(simulation->seed);
    return rng_for_index(simulation->seed, index);
}

static uint8_t first_of(seat_set seats)
{
    return (uint8_t)__builtin_ctz(seats);
}

/* -- The transcript ---------------------------------------------------------------------------- */

static void flush_line(struct run *run)
{
    fwrite(run->line.bytes, 1, run->line.length, run->simulation->transcript);
    text_clear(&run->line);
}

enum { FURTHER_BYTES = 128 };

/* The further keys of a line: the check of the state after it; in the header also the layout. */
static const char *further_keys(const struct run *run, bool header, char further[FURTHER_BYTES])
{
    char check[STATE_CHECK_TEXT];
    struct text text = text_in(further, FURTHER_BYTES);
    state_check_print(&run->check, run->simulation->game,
                      (const struct game_state *)(const void *)run->state.bytes, check);
    text_add_char(&text, '{');
    if (header)
        text_add_format(&text, "\"layout\":\"%s\",", run->layout);
    text_add_format(&text, "\"check\":\"%s\"}", check);
    return further;
}

static void write_outcome(struct run *run, bool setup)
{
    const struct simulation *simulation = run->simulation;
    char json_buffer[OUTCOME_BYTES], options_buffer[TRANSCRIPT_OPTIONS_MAX];
    char further[FURTHER_BYTES];
    struct text json = TEXT_IN(json_buffer), options = TEXT_IN(options_buffer);
    further_keys(run, setup, further);
    json_record_print(&json, simulation->game, GAME_CHANCE(&run->outcome), simulation->players,
                      setup);
    if (setup) {
        transcript_print_options(&options, simulation->game, simulation->options);
        transcript_print_header(&run->line, simulation->game, options.bytes, simulation->players,
                                run->rng.key, json.bytes, further);
    } else {
        transcript_print_chance(&run->line, ++run->n, json.bytes, further);
    }
    flush_line(run);
}

static void write_move(struct run *run, uint8_t seat, game_move move, size_t legal_count)
{
    char buffer[GAME_MOVE_TEXT_MAX], further[FURTHER_BYTES];
    struct text text = TEXT_IN(buffer);
    further_keys(run, false, further);
    run->simulation->game->text->print(move, &text);
    if (run->simulation->legal)
        transcript_print_move_of(&run->line, ++run->n, seat, buffer, run->simulation->game,
                                 run->legal, legal_count, further);
    else
        transcript_print_move(&run->line, ++run->n, seat, buffer, further);
    flush_line(run);
}

static void write_end(struct run *run, const struct game_result *result)
{
    transcript_print_end(&run->line, false, run->simulation->players, result);
    flush_line(run);
}

/* -- Games ------------------------------------------------------------------------------------- */

static void deal(struct run *run, bool setup)
{
    struct game_state *state = GAME_STATE(&run->state);
    run->rules->draw(state, GAME_CHANCE(&run->outcome));
    run->rules->deal(state, GAME_CHANCE(&run->outcome), NULL);
    if (run->simulation->transcript != NULL)
        write_outcome(run, setup);
}

/* The entry of the list of bots that plays the seat. */
static unsigned entry_at(const struct run *run, unsigned seat)
{
    unsigned players = run->simulation->players;
    unsigned shift = run->simulation->rotate ? (unsigned)(run->index % players) : 0;
    return (seat + players - shift) % players;
}

static uint64_t milliseconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static bool is_late(void *context)
{
    const uint64_t *deadline = context;
    return milliseconds_now() >= *deadline;
}

static game_move think(struct run *run, uint8_t seat, unsigned entry)
{
    const struct simulation *simulation = run->simulation;
    enum player_level level = simulation->levels[entry];
    struct player_budget budget = player_level_budget(level, simulation->game);
    uint64_t deadline = 0;
    union game_view_block view;
    run->rules->view(GAME_STATE(&run->state), seat, GAME_VIEW(&view));
    struct player_question question = {.game = simulation->game,
                                       .view = GAME_VIEW(&view),
                                       .players = simulation->players,
                                       .seat = seat,
                                       .level = level,
                                       .iterations = budget.iterations};
    struct rng own = rng_fork(&run->thinking);
    memcpy(question.key, own.key, sizeof question.key);
    if (simulation->iterations > 0) {
        question.iterations = simulation->iterations;
    } else if (budget.iterations == UINT32_MAX) {
        deadline = milliseconds_now() + budget.milliseconds;
        question.expired = is_late;
        question.context = &deadline;
    }
    if (simulation->choose != NULL)
        return simulation->choose(simulation->context, entry, &question);
    return player_choose(run->player, &question);
}

static void move(struct run *run)
{
    struct game_state *state = GAME_STATE(&run->state);
    uint8_t seat = first_of(run->rules->actors(state));
    unsigned entry = entry_at(run, seat);
    size_t count = run->rules->legal(state, seat, run->legal);
    game_move chosen = run->simulation->levels[entry] == PLAYER_RANDOM
                           ? random_player_choose(&run->random, run->legal, count)
                           : think(run, seat, entry);
    run->rules->apply(state, seat, chosen, NULL);
    if (run->simulation->transcript != NULL)
        write_move(run, seat, chosen, count);
    run->moves++;
}

static void add_wins(const struct run *run, const struct game_result *result,
                     struct simulation_sums *sums)
{
    unsigned winners = (unsigned)__builtin_popcount(result->winners);
    for (uint8_t seat = 0; seat < run->simulation->players; seat++)
        if (result->winners & SEAT_BIT(seat))
            sums->wins[entry_at(run, seat)] += 1.0 / winners;
}

static void play(struct run *run, uint64_t index, struct simulation_sums *sums)
{
    const struct simulation *simulation = run->simulation;
    struct game_state *state = GAME_STATE(&run->state);
    run->rng = simulation_rng(simulation, index);
    run->check = state_check_for(run->rng.key);
    run->random = random_player_for(&run->rng);
    /* No game and no random player uses this index. */
    run->thinking = rng_for_index(run->rng.key, UINT64_MAX - 1);
    run->index = index;
    run->n = 0;
    run->rules->begin(state, simulation->players, simulation->options, &run->rng);
    bool setup = true;
    for (enum game_phase phase; (phase = run->rules->phase(state)) != GAME_OVER;) {
        if (phase == GAME_MOVES) {
            move(run);
        } else {
            deal(run, setup);
            setup = false;
        }
    }
    struct game_result result;
    run->rules->result(state, &result);
    add_wins(run, &result, sums);
    if (simulation->transcript != NULL)
        write_end(run, &result);
}

static bool needs_player(const struct simulation *simulation)
{
    if (simulation->choose != NULL)
        return false;
    for (unsigned entry = 0; entry < simulation->players; entry++)
        if (simulation->levels[entry] != PLAYER_RANDOM)
            return true;
    return false;
}

bool simulation_run(const struct simulation *simulation, struct simulation_sums *sums)
{
    bool written = simulation->transcript != NULL;
    struct run *run = memory_new(sizeof *run);
    char *line = written ? memory_new(TRANSCRIPT_LINE_MAX) : NULL;
    run->simulation = simulation;
    run->player = needs_player(simulation) ? memory_new(player_size()) : NULL;
    run->rules = simulation->game->rules;
    if (written) {
        run->line = text_in(line, TRANSCRIPT_LINE_MAX);
        state_check_print_layout(simulation->game, simulation->players, simulation->options,
                                 run->layout);
    }
    *sums = (struct simulation_sums){0};
    for (uint64_t index = 0; index < simulation->games; index++) {
        play(run, index, sums);
        if (written && ferror(simulation->transcript))
            break;
        if (simulation->progress != NULL)
            simulation->progress(simulation, index + 1);
    }
    sums->moves = run->moves;
    free(run->player);
    free(line);
    free(run);
    return !written || (fflush(simulation->transcript) == 0 && !ferror(simulation->transcript));
}
