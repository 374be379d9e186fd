#include "games/campanile/campanile.h"

#include <string.h>

_Static_assert(sizeof(struct campanile_state) <= 264, "10,000 live tables: growth is a decision");
_Static_assert(sizeof(struct campanile_view) <= GAME_VIEW_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct campanile_chance) <= GAME_CHANCE_MAX, "fits the host's blocks");

const struct tower_flag campanile_flags[TOWERS] = {
    {2, {8, 4}}, {2, {6, 3}}, {2, {4, 2}}, {2, {2, 1}}, {0}};

/* -- Moves as numbers: bets by value and tower, builds by tower and storeys, pass ------------- */

enum {
    FIRST_BET = 0,
    FIRST_BUILD = FIRST_BET + TOWER_TOKEN_VALUES * TOWERS,
    PASS = FIRST_BUILD + TOWERS * TOWER_STOREYS_MAX
};

game_move campanile_move_pack(struct campanile_move move)
{
    switch (move.action) {
    case CAMPANILE_BET:
        return (game_move)(FIRST_BET + (move.number - 1) * TOWERS + move.tower);
    case CAMPANILE_BUILD:
        return (game_move)(FIRST_BUILD + move.tower * TOWER_STOREYS_MAX + move.number - 1);
    default:
        return PASS;
    }
}

bool campanile_move_unpack(game_move packed, struct campanile_move *move)
{
    *move = (struct campanile_move){.action = CAMPANILE_PASS};
    if (packed < FIRST_BUILD)
        *move = (struct campanile_move){CAMPANILE_BET, (uint8_t)(packed % TOWERS),
                                        (uint8_t)(packed / TOWERS + 1)};
    else if (packed < PASS)
        *move = (struct campanile_move){CAMPANILE_BUILD,
                                        (uint8_t)((packed - FIRST_BUILD) / TOWER_STOREYS_MAX),
                                        (uint8_t)((packed - FIRST_BUILD) % TOWER_STOREYS_MAX + 1)};
    return packed <= PASS;
}

/* -- What the number of players decides (rule 1) ---------------------------------------------- */

struct supply {
    uint8_t per_tower, pile, removed;
};

static struct supply supply_of(uint8_t players)
{
    static const struct supply supplies[CAMPANILE_SEATS + 1] = {
        [2] = {9, 13, 0}, [3] = {11, 15, 1}, [4] = {13, 17, 2}, [5] = {14, 18, 1}};
    return supplies[players];
}

/* -- What is legal ---------------------------------------------------------------------------- */

static bool is_shown(const struct campanile_board *board, uint8_t tower)
{
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++)
        if (board->face_up[pile] == tower)
            return true;
    return board->built_counts && tower == board->built;
}

/* Rule 5. */
static game_refusal check_bet(const struct campanile_board *board,
                              const struct campanile_move *move)
{
    if (board->step != CAMPANILE_BET_STEP)
        return CAMPANILE_BUILD_FIRST;
    if (board->exact && move->number != board->storeys)
        return CAMPANILE_TOKEN_NOT_EXACT;
    if (move->number < board->storeys)
        return CAMPANILE_TOKEN_TOO_SMALL;
    if (board->tokens[board->mover][move->number - 1] == 0)
        return CAMPANILE_NO_SUCH_TOKEN;
    return is_shown(board, move->tower) ? CAMPANILE_ACCEPTED : CAMPANILE_NOT_FACE_UP;
}

static game_refusal check(const struct campanile_board *board, const uint8_t *hand,
                          const struct campanile_move *move)
{
    if (move->action == CAMPANILE_BET)
        return check_bet(board, move);
    if (move->action == CAMPANILE_PASS)
        return board->step == CAMPANILE_BET_STEP ? CAMPANILE_ACCEPTED : CAMPANILE_BUILD_FIRST;
    if (board->step != CAMPANILE_BUILD_STEP)
        return CAMPANILE_ALREADY_BUILT;
    return hand[move->tower] > 0 ? CAMPANILE_ACCEPTED : CAMPANILE_NO_SUCH_CARD;
}

static size_t add_bets(const struct campanile_board *board, game_move *moves)
{
    size_t count = 0;
    uint8_t most = board->exact ? board->storeys : TOWER_TOKEN_VALUES;
    for (uint8_t value = board->storeys; value <= most; value++) {
        for (unsigned tower = 0; tower < TOWERS; tower++) {
            struct campanile_move move = {CAMPANILE_BET, (uint8_t)tower, value};
            if (check_bet(board, &move) == CAMPANILE_ACCEPTED)
                moves[count++] = campanile_move_pack(move);
        }
    }
    return count;
}

size_t campanile_legal(const struct campanile_board *board, const uint8_t *hand, game_move *moves)
{
    size_t count = 0;
    if (board->step == CAMPANILE_BET_STEP) {
        count = add_bets(board, moves);
        moves[count++] = PASS;
        return count;
    }
    for (game_move packed = FIRST_BUILD; packed < PASS; packed++) {
        struct campanile_move move;
        campanile_move_unpack(packed, &move);
        if (hand[move.tower] > 0)
            moves[count++] = packed;
    }
    return count;
}

/* -- Scoring ---------------------------------------------------------------------------------- */

seat_set campanile_score(const struct campanile_board *board, uint8_t points[CAMPANILE_SEATS])
{
    uint8_t ranked[TOWERS];
    towers_rank(board->heights, TOWERS, ranked);
    memset(points, 0, CAMPANILE_SEATS);
    for (unsigned rank = 0; rank < TOWERS; rank++) {
        uint8_t won[GAME_SEATS_MAX];
        towers_award(&board->bets[ranked[rank]], &campanile_flags[rank], won);
        for (unsigned seat = 0; seat < CAMPANILE_SEATS; seat++)
            points[seat] = (uint8_t)(points[seat] + won[seat]);
    }
    int32_t ranks[CAMPANILE_SEATS];
    for (unsigned seat = 0; seat < CAMPANILE_SEATS; seat++)
        ranks[seat] = points[seat];
    return game_best_seats(ranks, board->players);
}

void campanile_fill_won(const struct campanile_board *board, struct game_event *event)
{
    uint8_t points[CAMPANILE_SEATS];
    event->details[CAMPANILE_SEATS] = campanile_score(board, points);
    for (unsigned seat = 0; seat < CAMPANILE_SEATS; seat++)
        event->details[seat] = points[seat];
}

/* Rules 8 to 11. */
static void end_game(struct campanile_board *board, uint8_t pile, struct game_events *events)
{
    struct game_event unread;
    board->step = CAMPANILE_END;
    if (events == NULL)
        return;
    events->scoring = true;
    struct game_event *event = game_event_add(events, &unread, CAMPANILE_USED_UP, board->mover);
    event->decisive = true;
    event->details[0] = pile;
    uint8_t ranked[TOWERS];
    towers_rank(board->heights, TOWERS, ranked);
    event = game_event_add(events, &unread, CAMPANILE_RANKED, GAME_SPECTATOR);
    for (unsigned rank = 0; rank < TOWERS; rank++)
        event->details[rank] = ranked[rank];
    event = game_event_add(events, &unread, CAMPANILE_WON, GAME_SPECTATOR);
    event->decisive = true;
    campanile_fill_won(board, event);
}

/* -- A turn ----------------------------------------------------------------------------------- */

/* Turns up the next card of a pile, which has one. */
static void turn_up(struct campanile_state *state, unsigned pile)
{
    struct campanile_board *board = &state->board;
    uint8_t *card = &state->piles[pile][supply_of(board->players).pile - board->pile_left[pile]];
    board->face_up[pile] = *card;
    *card = 0;
}

/* Rule 7, and the end of the turn. */
static void draw_card(struct campanile_state *state, struct game_events *events)
{
    struct campanile_board *board = &state->board;
    struct game_event unread;
    uint8_t pile = (uint8_t)(board->storeys - 1);
    uint8_t card = board->face_up[pile];
    state->hands[board->mover][card]++;
    board->known[board->mover][card]++;
    if (events != NULL)
        events->new_cards |= SEAT_BIT(board->mover);
    board->pile_left[pile]--;
    if (board->pile_left[pile] == 0) {
        board->face_up[pile] = TOWER_NONE;
        end_game(board, pile, events);
        return;
    }
    turn_up(state, pile);
    struct game_event *event = game_event_add(events, &unread, CAMPANILE_TURNED_UP, board->mover);
    event->details[0] = pile;
    event->details[1] = board->face_up[pile];
    event->details[2] = board->pile_left[pile];
    board->mover = (uint8_t)((board->mover + 1) % board->players);
    board->turn++;
    board->step = CAMPANILE_BUILD_STEP;
    board->built = board->storeys = 0;
}

static void remember(struct campanile_board *board, const struct campanile_move *move)
{
    if (move->action == CAMPANILE_BUILD) {
        board->last_seat = board->mover;
        board->last_count = 0;
        memset(board->last, 0, sizeof board->last);
    }
    board->last[board->last_count++] = (uint8_t)campanile_move_pack(*move);
}

static void make_build(struct campanile_state *state, const struct campanile_move *move,
                       struct game_events *events)
{
    struct campanile_board *board = &state->board;
    struct game_event unread;
    state->hands[board->mover][move->tower]--;
    tower_forget_card(board->known[board->mover], move->tower);
    board->played[move->tower]++;
    board->heights[move->tower] = (uint8_t)(board->heights[move->tower] + move->number);
    board->built = move->tower;
    board->storeys = move->number;
    board->step = CAMPANILE_BET_STEP;
    struct game_event *event = game_event_add(events, &unread, CAMPANILE_BUILT, board->mover);
    event->details[0] = move->tower;
    event->details[1] = move->number;
    event->details[2] = board->heights[move->tower];
    game_move bets[TOWER_TOKEN_VALUES * TOWERS];
    if (add_bets(board, bets) == 0)
        draw_card(state, events);
}

static void make_bet(struct campanile_board *board, const struct campanile_move *move,
                     struct game_events *events)
{
    struct game_event unread;
    board->tokens[board->mover][move->number - 1]--;
    majority_add(&board->bets[move->tower], board->mover, move->number);
    struct game_event *event = game_event_add(events, &unread, CAMPANILE_BET_MADE, board->mover);
    event->details[0] = move->number;
    event->details[1] = move->tower;
    event->details[2] = board->bets[move->tower].sums[board->mover];
}

/* -- The interface of games/game.h ------------------------------------------------------------ */

static void begin(struct game_state *opaque, uint8_t players, const uint8_t *options,
                  const struct rng *rng)
{
    struct campanile_state *state = OWN(campanile, opaque);
    memset(state, 0, sizeof *state);
    state->rng = *rng;
    state->board.players = players;
    state->board.exact = options[0];
    state->board.built_counts = options[1];
    state->board.step = CAMPANILE_DEAL;
    state->board.last_seat = GAME_SPECTATOR;
    memset(state->board.face_up, TOWER_NONE, sizeof state->board.face_up);
    for (unsigned seat = 0; seat < players; seat++)
        memcpy(state->board.tokens[seat], tower_tokens, sizeof tower_tokens);
}

static enum game_phase phase(const struct game_state *state)
{
    return game_phase_of(OWN(campanile, state)->board.step, CAMPANILE_DEAL, CAMPANILE_END);
}

/* Draws the first player below the number of players. Then shuffles A A … B B … E (as many of each
 * as rule 1 says) and gives three cards to seat 1, seat 2 and so on, then the cards of pile 1, pile
 * 2 and pile 3, each with its top first. The remaining cards are removed. */
static void draw(struct game_state *opaque, struct game_chance *opaque_outcome)
{
    struct campanile_state *state = OWN(campanile, opaque);
    struct campanile_chance *outcome = OWN(campanile, opaque_outcome);
    const uint8_t players = state->board.players;
    const struct supply supply = supply_of(players);
    memset(outcome, 0, sizeof *outcome);
    outcome->first = (uint8_t)rng_below(&state->rng, players);
    uint8_t cards[CAMPANILE_CARDS];
    unsigned count = (unsigned)supply.per_tower * TOWERS;
    for (unsigned i = 0; i < count; i++)
        cards[i] = (uint8_t)(i / supply.per_tower);
    rng_shuffle(&state->rng, cards, count);
    const uint8_t *next = cards;
    for (unsigned seat = 0; seat < players; seat++, next += CAMPANILE_HAND) {
        outcome->hand_counts[seat] = CAMPANILE_HAND;
        memcpy(outcome->hands[seat], next, CAMPANILE_HAND);
    }
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++, next += supply.pile) {
        outcome->pile_counts[pile] = supply.pile;
        memcpy(outcome->piles[pile], next, supply.pile);
    }
    outcome->removed_count = supply.removed;
    memcpy(outcome->removed, next, supply.removed);
}

static bool record(struct game_chance *opaque, struct record *record, uint8_t players, bool setup)
{
    (void)setup;
    struct campanile_chance *outcome = OWN(campanile, opaque);
    return record_seat(record, "first", &outcome->first) &&
           record_rows(record, "hands", outcome->hands[0], outcome->hand_counts, CAMPANILE_HAND,
                       players, &tower_record_token) &&
           record_rows(record, "piles", outcome->piles[0], outcome->pile_counts, CAMPANILE_PILE_MAX,
                       CAMPANILE_PILES, &tower_record_token) &&
           record_cards(record, "removed", outcome->removed, &outcome->removed_count,
                        CAMPANILE_REMOVED_MAX, &tower_record_token);
}

/* Whether all cards of rule 1 are there, with the right number in every place. */
static bool is_possible(const struct campanile_chance *outcome, uint8_t players)
{
    const struct supply supply = supply_of(players);
    uint8_t counts[TOWERS] = {0};
    if (outcome->first >= players || outcome->removed_count != supply.removed ||
        !tower_count_cards(outcome->removed, supply.removed, counts))
        return false;
    for (unsigned seat = 0; seat < players; seat++)
        if (outcome->hand_counts[seat] != CAMPANILE_HAND ||
            !tower_count_cards(outcome->hands[seat], CAMPANILE_HAND, counts))
            return false;
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++)
        if (outcome->pile_counts[pile] != supply.pile ||
            !tower_count_cards(outcome->piles[pile], supply.pile, counts))
            return false;
    for (unsigned tower = 0; tower < TOWERS; tower++)
        if (counts[tower] != supply.per_tower)
            return false;
    return true;
}

static game_refusal deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                         struct game_events *events)
{
    struct campanile_state *state = OWN(campanile, opaque);
    const struct campanile_chance *outcome = OWN(campanile, opaque_outcome);
    struct campanile_board *board = &state->board;
    if (board->step != CAMPANILE_DEAL || !is_possible(outcome, board->players))
        return CAMPANILE_IMPOSSIBLE_DEAL;
    for (unsigned seat = 0; seat < board->players; seat++) {
        tower_count_cards(outcome->hands[seat], CAMPANILE_HAND, state->hands[seat]);
        if (events != NULL)
            events->new_cards |= SEAT_BIT(seat);
    }
    memcpy(state->removed, outcome->removed, outcome->removed_count);
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++) {
        memcpy(state->piles[pile], outcome->piles[pile], outcome->pile_counts[pile]);
        board->pile_left[pile] = outcome->pile_counts[pile];
        turn_up(state, pile);
    }
    board->mover = outcome->first;
    board->turn = 1;
    board->step = CAMPANILE_BUILD_STEP;
    struct game_event unread;
    game_event_add(events, &unread, CAMPANILE_DEALT, board->mover);
    return CAMPANILE_ACCEPTED;
}

static seat_set actors(const struct game_state *state)
{
    const struct campanile_state *own = OWN(campanile, state);
    return phase(state) == GAME_MOVES ? SEAT_BIT(own->board.mover) : 0;
}

static size_t legal(const struct game_state *opaque, uint8_t seat, game_move *moves)
{
    const struct campanile_state *state = OWN(campanile, opaque);
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return 0;
    return campanile_legal(&state->board, state->hands[seat], moves);
}

static game_refusal apply(struct game_state *opaque, uint8_t seat, game_move packed,
                          struct game_events *events)
{
    struct campanile_state *state = OWN(campanile, opaque);
    struct campanile_move move;
    if (!campanile_move_unpack(packed, &move))
        return CAMPANILE_NOT_A_MOVE;
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return CAMPANILE_NOT_YOUR_TURN;
    game_refusal refusal = check(&state->board, state->hands[seat], &move);
    if (refusal != CAMPANILE_ACCEPTED)
        return refusal;
    remember(&state->board, &move);
    if (move.action == CAMPANILE_BUILD) {
        make_build(state, &move, events);
        return CAMPANILE_ACCEPTED;
    }
    struct game_event unread;
    if (move.action == CAMPANILE_BET)
        make_bet(&state->board, &move, events);
    else
        game_event_add(events, &unread, CAMPANILE_PASSED, seat);
    draw_card(state, events);
    return CAMPANILE_ACCEPTED;
}

static void result(const struct game_state *opaque, struct game_result *result)
{
    const struct campanile_board *board = &OWN(campanile, opaque)->board;
    uint8_t points[CAMPANILE_SEATS];
    memset(result, 0, sizeof *result);
    seat_set best = campanile_score(board, points);
    for (unsigned seat = 0; seat < board->players; seat++)
        result->scores[seat] = points[seat];
    if (board->step == CAMPANILE_END)
        result->winners = best;
}

static void view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view)
{
    const struct campanile_state *state = OWN(campanile, opaque);
    struct campanile_view *view = OWN(campanile, opaque_view);
    memset(view, 0, sizeof *view);
    view->board = state->board;
    view->viewer = viewer;
    if (viewer < state->board.players)
        memcpy(view->hand, state->hands[viewer], sizeof view->hand);
}

/* -- What a viewer cannot know ---------------------------------------------------------------- */

static unsigned hand_size(const struct campanile_board *board, unsigned seat)
{
    bool built = board->step == CAMPANILE_BET_STEP && seat == board->mover;
    return built ? CAMPANILE_HAND - 1 : CAMPANILE_HAND;
}

static void redeal(const struct game_view *opaque_view, struct rng *rng, struct game_state *opaque)
{
    const struct campanile_view *view = OWN(campanile, opaque_view);
    const struct campanile_board *board = &view->board;
    const struct supply supply = supply_of(board->players);
    struct campanile_state *state = OWN(campanile, opaque);
    memset(state, 0, sizeof *state);
    state->rng = rng_fork(rng);
    state->board = *board;
    if (board->step == CAMPANILE_DEAL)
        return;
    const struct tower_knowledge knowledge = {.players = board->players,
                                              .viewer = view->viewer,
                                              .per_tower = supply.per_tower,
                                              .face_up_count = CAMPANILE_PILES,
                                              .face_up = board->face_up,
                                              .played = board->played,
                                              .hand = view->hand,
                                              .shown = board->known};
    uint8_t cards[CAMPANILE_CARDS];
    rng_shuffle(rng, cards, tower_unseen_cards(&knowledge, cards));
    const uint8_t *next = cards;
    for (unsigned seat = 0; seat < board->players; seat++)
        next = tower_fill_hand(&knowledge, seat, hand_size(board, seat), next, state->hands[seat]);
    for (unsigned pile = 0; pile < CAMPANILE_PILES; pile++) {
        unsigned face_down = board->pile_left[pile] > 0 ? board->pile_left[pile] - 1u : 0;
        memcpy(state->piles[pile] + supply.pile - face_down, next, face_down);
        next += face_down;
    }
    memcpy(state->removed, next, supply.removed);
}

const struct game_rules campanile_rules = {
    .begin = begin,
    .phase = phase,
    .draw = draw,
    .record = record,
    .deal = deal,
    .actors = actors,
    .legal = legal,
    .apply = apply,
    .result = result,
    .view = view,
    .redeal = redeal,
};

/* -- Tables ----------------------------------------------------------------------------------- */

static const char *const token_rules[] = {"at-least", "exact"};
static const char *const bet_rules[] = {"visible", "visible-or-built"};

static const struct game_option options[] = {
    {"tokens", token_rules, 2, 0},
    {"bet", bet_rules, 2, 0},
};

static const struct game_refusal_reason refusals[CAMPANILE_REFUSALS] = {
    [CAMPANILE_NOT_A_MOVE] = {"campanile.refusal.not-a-move", 3, "turn"},
    [CAMPANILE_NOT_YOUR_TURN] = {"campanile.refusal.not-your-turn", 3, "turn"},
    [CAMPANILE_NO_SUCH_CARD] = {"campanile.refusal.no-such-card", 3, "turn"},
    [CAMPANILE_BUILD_FIRST] = {"campanile.refusal.build-first", 3, "turn"},
    [CAMPANILE_ALREADY_BUILT] = {"campanile.refusal.already-built", 4, "turn"},
    [CAMPANILE_NO_SUCH_TOKEN] = {"campanile.refusal.no-such-token", 5, "bets"},
    [CAMPANILE_NOT_FACE_UP] = {"campanile.refusal.not-face-up", 5, "bets"},
    [CAMPANILE_TOKEN_TOO_SMALL] = {"campanile.refusal.token-too-small", 5, "bets"},
    [CAMPANILE_TOKEN_NOT_EXACT] = {"campanile.refusal.token-not-exact", 5, "bets"},
    [CAMPANILE_IMPOSSIBLE_DEAL] = {"campanile.refusal.impossible-deal", 1, "summary"},
};

static const char *const topics[] = {"summary", "turn", "bets", "end", "options", NULL};

const struct game campanile_game = {
    .id = "campanile",
    .version = 1,
    .players_min = 2,
    .players_max = CAMPANILE_SEATS,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .refusals = refusals,
    .refusal_count = CAMPANILE_REFUSALS,
    .event_count = CAMPANILE_EVENTS,
    .topics = topics,
    .state_size = sizeof(struct campanile_state),
    .view_size = sizeof(struct campanile_view),
    .chance_size = sizeof(struct campanile_chance),
    .rules = &campanile_rules,
    .text = &campanile_text,
    .advice = &campanile_advice,
    .lesson = &campanile_lesson,
};
