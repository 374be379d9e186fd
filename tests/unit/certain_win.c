#include "tests/unit/certain_win.h"

#include <stdlib.h>
#include <string.h>

#include "games/en_garde/en_garde.h"
#include "games/goats/goats.h"

enum {
    WORLDS_MAX = 1024,    /* deals that the seat can't tell apart, to be looked at at all */
    WORLDS_FIRST = 64,    /* drawn first; if no two are the same, there must be too many */
    WORLDS_TRIED = 8,     /* that a certain win must be one in, before all others are drawn */
    PATIENCE = 20,        /* deals drawn in vain for each one known: then no other is expected, */
    PATIENCE_LEAST = 200, /* if there were so many at least */
    ROOM = 8192,          /* for the deals of a proof */
    STEPS_MAX = 20000,    /* of the proofs of all moves of a position */
    DEPTH_MAX = 24
};

/* A deal, as a seat sees it. */
struct world {
    union game_state_block state;
    union game_view_block view;
};

struct certain_search {
    uint8_t key[RNG_KEY_BYTES];
    uint64_t game; /* number of the one that is played */
    struct rng rng;
    union game_state_block state;
    struct certain_win win;
    int32_t score; /* of the seat, before its move */
    size_t world_count;
    struct world worlds[WORLDS_MAX];
    /* Of the proofs. What lies beyond a view or a state of the game is always zero. */
    uint32_t steps; /* that may still be made */
    bool gave_up;   /* one became too long */
    size_t used;    /* of `room` */
    struct world room[ROOM];
};

/* -- The proof ------------------------------------------------------------------------------- */

static bool is_proven(struct certain_search *search, struct world *worlds, size_t count,
                      unsigned depth);

static uint8_t mover_of(const struct game_rules *rules, const struct game_state *state)
{
    return (uint8_t)__builtin_ctz(rules->actors(state));
}

static seat_set team_of(const struct game *game, const struct game_state *state, uint8_t seat)
{
    struct game_contest contest;
    seat_set team = SEAT_BIT(seat);
    if (game->rules->contest == NULL)
        return team;
    game->rules->contest(state, &contest);
    for (uint8_t other = 0; other < GAME_SEATS_MAX; other++)
        if (contest.teams[other] == contest.teams[seat])
            team |= SEAT_BIT(other);
    return team;
}

/* Alone, or where the game has teams, with the seat's team. */
static bool is_won(const struct certain_search *search, const struct game_state *state)
{
    const struct game *game = search->win.game;
    uint8_t seat = search->win.seat;
    struct game_result result;
    game->rules->result(state, &result);
    if (game == &en_garde_game)
        return result.scores[seat] > search->score;
    return result.winners & SEAT_BIT(seat) && (result.winners & ~team_of(game, state, seat)) == 0;
}

/* Adds the deal that comes of a move; returns false if the proof becomes too long. */
static bool add_after(struct certain_search *search, const struct world *before, uint8_t mover,
                      game_move move)
{
    const struct game *game = search->win.game;
    if (search->used == ROOM || search->steps == 0) {
        search->gave_up = true;
        return false;
    }
    search->steps--;
    struct world *after = &search->room[search->used++];
    memcpy(&after->state, &before->state, game->state_size);
    game->rules->apply(GAME_STATE(&after->state), mover, move, NULL);
    game->rules->view(GAME_STATE(&after->state), search->win.seat, GAME_VIEW(&after->view));
    return true;
}

/* The seat makes the same move in all of them. */
static bool is_proven_after(struct certain_search *search, const struct world *worlds, size_t count,
                            game_move move, unsigned depth)
{
    size_t before = search->used;
    bool proven = true;
    for (size_t i = 0; proven && i < count; i++)
        proven = add_after(search, &worlds[i], search->win.seat, move);
    proven = proven && is_proven(search, &search->room[before], search->used - before, depth + 1);
    search->used = before;
    return proven;
}

/* Another seat makes any move in any of them. */
static bool is_proven_against(struct certain_search *search, const struct world *worlds,
                              size_t count, uint8_t mover, unsigned depth)
{
    game_move legal[GAME_LEGAL_MAX];
    size_t before = search->used;
    bool proven = true;
    for (size_t i = 0; proven && i < count; i++) {
        size_t moves = search->win.game->rules->legal(GAME_STATE(&worlds[i].state), mover, legal);
        for (size_t m = 0; proven && m < moves; m++)
            proven = add_after(search, &worlds[i], mover, legal[m]);
    }
    proven = proven && is_proven(search, &search->room[before], search->used - before, depth + 1);
    search->used = before;
    return proven;
}

/* Of deals that look the same to the seat: so it is the same seat's turn in all of them. */
static bool is_set_proven(struct certain_search *search, const struct world *worlds, size_t count,
                          unsigned depth)
{
    const struct game_rules *rules = search->win.game->rules;
    if (rules->phase(GAME_STATE(&worlds[0].state)) != GAME_MOVES) {
        for (size_t i = 0; i < count; i++)
            if (!is_won(search, GAME_STATE(&worlds[i].state)))
                return false;
        return true;
    }
    uint8_t mover = mover_of(rules, GAME_STATE(&worlds[0].state));
    if (depth == DEPTH_MAX) {
        search->gave_up = true;
        return false;
    }
    if (mover != search->win.seat)
        return is_proven_against(search, worlds, count, mover, depth);
    game_move legal[GAME_LEGAL_MAX];
    size_t moves = rules->legal(GAME_STATE(&worlds[0].state), mover, legal);
    for (size_t i = 0; i < moves; i++)
        if (is_proven_after(search, worlds, count, legal[i], depth))
            return true;
    return false;
}

static int compare_views(const void *one, const void *other)
{
    const struct world *a = one, *b = other;
    return memcmp(a->view.bytes, b->view.bytes, sizeof a->view.bytes);
}

/* Every set of deals that look the same to the seat must be. */
static bool is_proven(struct certain_search *search, struct world *worlds, size_t count,
                      unsigned depth)
{
    qsort(worlds, count, sizeof *worlds, compare_views);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count; end++)
            if (compare_views(&worlds[begin], &worlds[end]) != 0)
                break;
        if (!is_set_proven(search, worlds + begin, end - begin, depth))
            return false;
    }
    return true;
}

/* -- The deals ------------------------------------------------------------------------------- */

/* Deals that differ only there play alike: in the generator, with which every state begins, and in
 * Goats' hill cards once none is turned up any more. */
static void forget_what_does_not_matter(const struct game *game, union game_state_block *state)
{
    memset(state->bytes, 0, sizeof(struct rng));
    if (game == &goats_game && OWN(goats, GAME_STATE(state))->board.hill.turned == GOATS_HILL_STEPS)
        memset(OWN(goats, GAME_STATE(state))->hills, 0, GOATS_HILL_CARDS);
}

static bool is_known(const struct certain_search *search, const union game_state_block *state)
{
    for (size_t i = 0; i < search->world_count; i++)
        if (memcmp(search->worlds[i].state.bytes, state->bytes, sizeof state->bytes) == 0)
            return true;
    return false;
}

/* Draws a deal; returns whether it is a new one. */
static bool draw_world(struct certain_search *search, const struct game_view *view)
{
    union game_state_block state = {0};
    search->win.game->rules->redeal(view, &search->rng, GAME_STATE(&state));
    forget_what_does_not_matter(search->win.game, &state);
    if (is_known(search, &state))
        return false;
    search->worlds[search->world_count++].state = state;
    return true;
}

/* Draws the first deals; returns whether one came twice, so that there may be few. */
static bool find_first_worlds(struct certain_search *search, const struct game_view *view)
{
    bool any_again = false;
    search->world_count = 0;
    for (unsigned i = 0; i < WORLDS_FIRST; i++)
        if (!draw_world(search, view))
            any_again = true;
    return any_again;
}

/* Draws deals until no new one comes; returns whether these are all. */
static bool find_all_worlds(struct certain_search *search, const struct game_view *view)
{
    for (size_t in_vain = 0; in_vain < PATIENCE * search->world_count || in_vain < PATIENCE_LEAST;
         in_vain++) {
        if (search->world_count == WORLDS_MAX)
            return false;
        if (draw_world(search, view))
            in_vain = 0;
    }
    return true;
}

/* Proves or refutes every move in the first deals; returns whether all were and some are certain.
 */
static bool prove_moves(struct certain_search *search, size_t worlds, size_t *certain)
{
    struct certain_win *win = &search->win;
    *certain = 0;
    search->steps = STEPS_MAX;
    search->gave_up = false;
    for (size_t i = 0; i < win->count; i++) {
        win->certain[i] = is_proven_after(search, search->worlds, worlds, win->moves[i], 0);
        if (search->gave_up && !win->certain[i])
            return false;
        *certain += win->certain[i];
    }
    return *certain > 0;
}

/* Whether one move wins for certain and another one doesn't. */
static bool is_certain_win(struct certain_search *search)
{
    const struct game_rules *rules = search->win.game->rules;
    struct certain_win *win = &search->win;
    struct game_result result;
    union game_view_block block = {0};
    struct game_view *view = GAME_VIEW(&block);
    size_t certain;
    win->seat = mover_of(rules, win->state);
    win->count = rules->legal(win->state, win->seat, win->moves);
    if (win->count == 1)
        return false;
    rules->view(win->state, win->seat, view);
    rules->result(win->state, &result);
    search->score = result.scores[win->seat];
    if (!find_first_worlds(search, view))
        return false;
    size_t tried = search->world_count < WORLDS_TRIED ? search->world_count : WORLDS_TRIED;
    return prove_moves(search, tried, &certain) && find_all_worlds(search, view) &&
           prove_moves(search, search->world_count, &certain) && certain < win->count;
}

/* -- Random games ---------------------------------------------------------------------------- */

/* A single round, where the game lets people choose how many: it ends sooner. */
static void choose_options(const struct game *game, uint8_t options[GAME_OPTIONS_MAX])
{
    int rounds = game_option_find(game, "rounds");
    int single = rounds >= 0 ? game_option_value(&game->options[rounds], "1") : -1;
    game_options_default(game, options);
    if (single >= 0)
        options[rounds] = (uint8_t)single;
}

static void begin_game(struct certain_search *search)
{
    uint8_t options[GAME_OPTIONS_MAX];
    const struct game *game = search->win.game;
    choose_options(game, options);
    search->rng = rng_for_index(search->key, search->game++);
    const struct rng own = rng_fork(&search->rng);
    game->rules->begin(GAME_STATE(&search->state), search->win.players, options, &own);
    game_settle_chance(game, GAME_STATE(&search->state), NULL);
}

static void make_random_move(struct certain_search *search)
{
    const struct game_rules *rules = search->win.game->rules;
    struct game_state *state = GAME_STATE(&search->state);
    game_move legal[GAME_LEGAL_MAX];
    uint8_t seat = mover_of(rules, state);
    size_t count = rules->legal(state, seat, legal);
    rules->apply(state, seat, legal[rng_below(&search->rng, (uint32_t)count)], NULL);
    game_settle_chance(search->win.game, state, NULL);
    if (rules->phase(state) == GAME_OVER)
        begin_game(search);
}

struct certain_search *certain_search_new(const struct game *game, uint8_t players,
                                          const uint8_t seed[RNG_KEY_BYTES])
{
    struct certain_search *search = calloc(1, sizeof *search);
    search->win =
        (struct certain_win){.game = game, .players = players, .state = GAME_STATE(&search->state)};
    memcpy(search->key, seed, RNG_KEY_BYTES);
    begin_game(search);
    return search;
}

void certain_search_free(struct certain_search *search)
{
    free(search);
}

const struct certain_win *certain_search_next(struct certain_search *search, uint32_t moves)
{
    for (; moves > 0; moves--) {
        make_random_move(search);
        if (is_certain_win(search))
            return &search->win;
    }
    return NULL;
}

bool certain_win_has(const struct certain_win *win, game_move move)
{
    for (size_t i = 0; i < win->count; i++)
        if (win->moves[i] == move)
            return win->certain[i];
    return false;
}
