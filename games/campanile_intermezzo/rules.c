#include "games/campanile_intermezzo/campanile_intermezzo.h"

#include <string.h>

_Static_assert(sizeof(struct intermezzo_state) <= 448, "10,000 live tables: growth is a decision");
_Static_assert(sizeof(struct intermezzo_view) <= GAME_VIEW_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct intermezzo_chance) <= GAME_CHANCE_MAX, "fits the host's blocks");

/* -- Moves as numbers: build by tower and storeys, mark, pass, shift by both towers, take ------ */

enum {
    FIRST_BUILD = 0,
    FIRST_MARK = FIRST_BUILD + TOWERS * TOWER_STOREYS_MAX,
    PASS = FIRST_MARK + TOWERS,
    FIRST_SHIFT = PASS + 1,
    FIRST_TAKE = FIRST_SHIFT + TOWERS * TOWERS,
    MOVES = FIRST_TAKE + TOWERS
};

game_move intermezzo_move_pack(struct intermezzo_move move)
{
    switch (move.action) {
    case INTERMEZZO_BUILD:
        return (game_move)(FIRST_BUILD + move.tower * TOWER_STOREYS_MAX + move.number - 1);
    case INTERMEZZO_MARK:
        return (game_move)(FIRST_MARK + move.tower);
    case INTERMEZZO_SHIFT:
        return (game_move)(FIRST_SHIFT + move.from * TOWERS + move.tower);
    case INTERMEZZO_TAKE:
        return (game_move)(FIRST_TAKE + move.tower);
    default:
        return PASS;
    }
}

bool intermezzo_move_unpack(game_move packed, struct intermezzo_move *move)
{
    *move = (struct intermezzo_move){.action = INTERMEZZO_PASS};
    if (packed < FIRST_MARK)
        *move = (struct intermezzo_move){.action = INTERMEZZO_BUILD,
                                         .tower = (uint8_t)(packed / TOWER_STOREYS_MAX),
                                         .number = (uint8_t)(packed % TOWER_STOREYS_MAX + 1)};
    else if (packed < PASS)
        *move = (struct intermezzo_move){.action = INTERMEZZO_MARK,
                                         .tower = (uint8_t)(packed - FIRST_MARK)};
    else if (packed >= FIRST_TAKE)
        *move = (struct intermezzo_move){.action = INTERMEZZO_TAKE,
                                         .tower = (uint8_t)(packed - FIRST_TAKE)};
    else if (packed >= FIRST_SHIFT)
        *move = (struct intermezzo_move){.action = INTERMEZZO_SHIFT,
                                         .tower = (uint8_t)((packed - FIRST_SHIFT) % TOWERS),
                                         .from = (uint8_t)((packed - FIRST_SHIFT) / TOWERS)};
    return packed < MOVES;
}

/* -- What is legal ----------------------------------------------------------------------------- */

static bool is_displayed(const struct intermezzo_board *board, uint8_t tower)
{
    for (unsigned slot = 0; slot < INTERMEZZO_DISPLAY; slot++)
        if (board->display[slot] == tower)
            return true;
    return false;
}

/* Rule 4. */
static game_refusal check_mark(const struct intermezzo_board *board,
                               const struct intermezzo_move *move)
{
    if (board->left[board->mover][board->storeys - 1] == 0)
        return INTERMEZZO_NO_SUCH_MARKER;
    return is_displayed(board, move->tower) ? INTERMEZZO_ACCEPTED : INTERMEZZO_NOT_IN_DISPLAY;
}

/* Rule 7. */
static game_refusal check_shift(const struct intermezzo_board *board,
                                const struct intermezzo_move *move)
{
    if (!board->shift)
        return INTERMEZZO_NO_SHIFTS;
    if (board->storeys != 2)
        return INTERMEZZO_SHIFT_AFTER_TWO;
    if (board->twos[move->from][board->mover] == 0)
        return INTERMEZZO_NO_TWO_THERE;
    if (move->from == move->tower)
        return INTERMEZZO_SAME_TOWER;
    return is_displayed(board, move->tower) ? INTERMEZZO_ACCEPTED : INTERMEZZO_NOT_IN_DISPLAY;
}

static game_refusal check_at_mark_step(const struct intermezzo_board *board,
                                       const struct intermezzo_move *move)
{
    switch (move->action) {
    case INTERMEZZO_MARK:
        return check_mark(board, move);
    case INTERMEZZO_SHIFT:
        return check_shift(board, move);
    case INTERMEZZO_BUILD:
        return INTERMEZZO_ALREADY_BUILT;
    case INTERMEZZO_TAKE:
        return INTERMEZZO_MARK_FIRST;
    default:
        return INTERMEZZO_ACCEPTED;
    }
}

static game_refusal check(const struct intermezzo_board *board, const uint8_t *hand,
                          const struct intermezzo_move *move)
{
    if (board->step == INTERMEZZO_MARK_STEP)
        return check_at_mark_step(board, move);
    if (board->step == INTERMEZZO_TAKE_STEP) {
        if (move->action != INTERMEZZO_TAKE)
            return INTERMEZZO_TAKE_NOW;
        return is_displayed(board, move->tower) ? INTERMEZZO_ACCEPTED : INTERMEZZO_NOT_IN_DISPLAY;
    }
    if (move->action != INTERMEZZO_BUILD)
        return INTERMEZZO_BUILD_FIRST;
    return hand[move->tower] > 0 ? INTERMEZZO_ACCEPTED : INTERMEZZO_NO_SUCH_CARD;
}

/* Lists the legal moves of a range of moves. */
static size_t add_range(const struct intermezzo_board *board, const uint8_t *hand, game_move first,
                        game_move end, game_move *moves)
{
    size_t count = 0;
    for (game_move packed = first; packed < end; packed++) {
        struct intermezzo_move move;
        intermezzo_move_unpack(packed, &move);
        if (check(board, hand, &move) == INTERMEZZO_ACCEPTED)
            moves[count++] = packed;
    }
    return count;
}

size_t intermezzo_legal(const struct intermezzo_board *board, const uint8_t *hand, game_move *moves)
{
    if (board->step == INTERMEZZO_BUILD_STEP)
        return add_range(board, hand, FIRST_BUILD, FIRST_MARK, moves);
    if (board->step == INTERMEZZO_TAKE_STEP)
        return add_range(board, hand, FIRST_TAKE, MOVES, moves);
    return add_range(board, hand, FIRST_MARK, board->shift ? FIRST_TAKE : FIRST_SHIFT, moves);
}

/* -- A turn ----------------------------------------------------------------------------------- */

static uint8_t next_card(struct intermezzo_state *state)
{
    unsigned place = intermezzo_deck_size(state->board.players) - state->board.deck_left--;
    uint8_t card = state->deck[place];
    state->deck[place] = 0;
    return card;
}

static void begin_turn(struct intermezzo_board *board, uint8_t seat)
{
    board->mover = seat;
    board->turn++;
    board->storeys = 0;
    board->step = INTERMEZZO_BUILD_STEP;
}

/* Rule 8: the card that replaces the one taken, and what it causes. */
static void reveal(struct intermezzo_state *state, unsigned slot, struct game_events *events)
{
    struct intermezzo_board *board = &state->board;
    struct game_event unread;
    uint8_t card = next_card(state);
    if (card == INTERMEZZO_CARD) {
        intermezzo_score(board, false, events);
        card = next_card(state);
    }
    if (card == FINITO_CARD) {
        board->display[slot] = TOWER_NONE;
        board->step = INTERMEZZO_END;
        intermezzo_score(board, true, events);
        return;
    }
    board->display[slot] = card;
    struct game_event *event = game_event_add(events, &unread, INTERMEZZO_REVEALED, board->mover);
    event->details[0] = card;
    event->details[1] = board->deck_left;
    begin_turn(board, (uint8_t)((board->mover + 1) % board->players));
}

/* Rule 6. */
static void take(struct intermezzo_state *state, uint8_t tower, struct game_events *events)
{
    struct intermezzo_board *board = &state->board;
    struct game_event unread;
    unsigned slot = 0;
    while (board->display[slot] != tower)
        slot++;
    state->hands[board->mover][tower]++;
    board->known[board->mover][tower]++;
    game_event_add(events, &unread, INTERMEZZO_TAKEN, board->mover)->details[0] = tower;
    if (events != NULL)
        events->new_cards |= SEAT_BIT(board->mover);
    reveal(state, slot, events);
}

static void begin_take(struct intermezzo_state *state, struct game_events *events)
{
    const uint8_t *display = state->board.display;
    state->board.step = INTERMEZZO_TAKE_STEP;
    if (display[0] == display[1] && display[1] == display[2])
        take(state, display[0], events);
}

static void make_build(struct intermezzo_state *state, const struct intermezzo_move *move,
                       struct game_events *events)
{
    struct intermezzo_board *board = &state->board;
    struct game_event unread;
    state->hands[board->mover][move->tower]--;
    tower_forget_card(board->known[board->mover], move->tower);
    board->played[move->tower]++;
    board->heights[move->tower] = (uint8_t)(board->heights[move->tower] + move->number);
    board->storeys = move->number;
    board->step = INTERMEZZO_MARK_STEP;
    struct game_event *event = game_event_add(events, &unread, INTERMEZZO_BUILT, board->mover);
    event->details[0] = move->tower;
    event->details[1] = move->number;
    event->details[2] = board->heights[move->tower];
    game_move moves[MOVES];
    if (intermezzo_legal(board, state->hands[board->mover], moves) == 1) /* only pass is left */
        begin_take(state, events);
}

static void make_mark(struct intermezzo_board *board, uint8_t tower, struct game_events *events)
{
    struct game_event unread;
    uint8_t value = board->storeys;
    board->left[board->mover][value - 1]--;
    majority_add(&board->markers[tower], board->mover, value);
    if (value == 2)
        board->twos[tower][board->mover]++;
    struct game_event *event = game_event_add(events, &unread, INTERMEZZO_MARKED, board->mover);
    event->details[0] = value;
    event->details[1] = tower;
    event->details[2] = board->markers[tower].sums[board->mover];
}

static void make_shift(struct intermezzo_board *board, uint8_t from, uint8_t tower,
                       struct game_events *events)
{
    struct game_event unread;
    majority_remove(&board->markers[from], board->mover, 2);
    majority_add(&board->markers[tower], board->mover, 2);
    board->twos[from][board->mover]--;
    board->twos[tower][board->mover]++;
    struct game_event *event = game_event_add(events, &unread, INTERMEZZO_SHIFTED, board->mover);
    event->details[0] = from;
    event->details[1] = tower;
    event->details[2] = board->markers[tower].sums[board->mover];
}

static void remember(struct intermezzo_board *board, const struct intermezzo_move *move)
{
    if (move->action == INTERMEZZO_BUILD) {
        board->last_seat = board->mover;
        board->last_count = 0;
        memset(board->last, 0, sizeof board->last);
    }
    board->last[board->last_count++] = (uint8_t)intermezzo_move_pack(*move);
}

/* -- The interface of games/game.h ------------------------------------------------------------ */

static void begin(struct game_state *opaque, uint8_t players, const uint8_t *options,
                  const struct rng *rng)
{
    struct intermezzo_state *state = OWN(intermezzo, opaque);
    memset(state, 0, sizeof *state);
    state->rng = *rng;
    state->board.players = players;
    state->board.shift = options[0] != 0 && players == 2;
    state->board.about = options[1];
    state->board.step = INTERMEZZO_DEAL;
    state->board.last_seat = GAME_SPECTATOR;
    memset(state->board.display, TOWER_NONE, sizeof state->board.display);
    state->board.deck_left = (uint8_t)intermezzo_deck_size(players);
    for (unsigned seat = 0; seat < players; seat++)
        memcpy(state->board.left[seat], tower_tokens, sizeof tower_tokens);
}

static enum game_phase phase(const struct game_state *state)
{
    return game_phase_of(OWN(intermezzo, state)->board.step, INTERMEZZO_DEAL, INTERMEZZO_END);
}

static game_refusal deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                         struct game_events *events)
{
    struct intermezzo_state *state = OWN(intermezzo, opaque);
    const struct intermezzo_chance *outcome = OWN(intermezzo, opaque_outcome);
    struct intermezzo_board *board = &state->board;
    if (board->step != INTERMEZZO_DEAL || !intermezzo_is_possible(outcome, board))
        return INTERMEZZO_IMPOSSIBLE_DEAL;
    for (unsigned seat = 0; seat < board->players; seat++) {
        tower_count_cards(outcome->hands[seat], INTERMEZZO_HAND, state->hands[seat]);
        if (events != NULL)
            events->new_cards |= SEAT_BIT(seat);
    }
    memcpy(state->deck, outcome->deck, outcome->deck_count);
    for (unsigned slot = 0; slot < INTERMEZZO_DISPLAY; slot++)
        board->display[slot] = next_card(state);
    begin_turn(board, outcome->first);
    struct game_event unread;
    game_event_add(events, &unread, INTERMEZZO_DEALT, board->mover);
    return INTERMEZZO_ACCEPTED;
}

static seat_set actors(const struct game_state *state)
{
    const struct intermezzo_state *own = OWN(intermezzo, state);
    return phase(state) == GAME_MOVES ? SEAT_BIT(own->board.mover) : 0;
}

static size_t legal(const struct game_state *opaque, uint8_t seat, game_move *moves)
{
    const struct intermezzo_state *state = OWN(intermezzo, opaque);
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return 0;
    return intermezzo_legal(&state->board, state->hands[seat], moves);
}

static game_refusal apply(struct game_state *opaque, uint8_t seat, game_move packed,
                          struct game_events *events)
{
    struct intermezzo_state *state = OWN(intermezzo, opaque);
    struct intermezzo_move move;
    if (!intermezzo_move_unpack(packed, &move))
        return INTERMEZZO_NOT_A_MOVE;
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return INTERMEZZO_NOT_YOUR_TURN;
    game_refusal refusal = check(&state->board, state->hands[seat], &move);
    if (refusal != INTERMEZZO_ACCEPTED)
        return refusal;
    remember(&state->board, &move);
    if (move.action == INTERMEZZO_BUILD) {
        make_build(state, &move, events);
        return INTERMEZZO_ACCEPTED;
    }
    if (move.action == INTERMEZZO_TAKE) {
        take(state, move.tower, events);
        return INTERMEZZO_ACCEPTED;
    }
    struct game_event unread;
    if (move.action == INTERMEZZO_MARK)
        make_mark(&state->board, move.tower, events);
    else if (move.action == INTERMEZZO_SHIFT)
        make_shift(&state->board, move.from, move.tower, events);
    else
        game_event_add(events, &unread, INTERMEZZO_PASSED, seat);
    begin_take(state, events);
    return INTERMEZZO_ACCEPTED;
}

static void result(const struct game_state *opaque, struct game_result *result)
{
    const struct intermezzo_board *board = &OWN(intermezzo, opaque)->board;
    memset(result, 0, sizeof *result);
    for (unsigned seat = 0; seat < board->players; seat++)
        result->scores[seat] = (int32_t)intermezzo_points(board, seat);
    if (board->step == INTERMEZZO_END)
        result->winners = intermezzo_leaders(board);
}

static void view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view)
{
    const struct intermezzo_state *state = OWN(intermezzo, opaque);
    struct intermezzo_view *view = OWN(intermezzo, opaque_view);
    memset(view, 0, sizeof *view);
    view->board = state->board;
    view->viewer = viewer;
    if (viewer < state->board.players)
        memcpy(view->hand, state->hands[viewer], sizeof view->hand);
}

const struct game_rules intermezzo_rules = {
    .begin = begin,
    .phase = phase,
    .draw = intermezzo_draw,
    .record = intermezzo_record,
    .deal = deal,
    .actors = actors,
    .legal = legal,
    .apply = apply,
    .result = result,
    .view = view,
    .redeal = intermezzo_redeal,
};

/* -- Tables ----------------------------------------------------------------------------------- */

static const char *const switches[] = {"off", "on"};

static const char *const middles[] = {"exact", "about"};

static const struct game_option options[] = {{"shift", switches, 2, 0}, {"middle", middles, 2, 0}};

static const struct game_refusal_reason refusals[INTERMEZZO_REFUSALS] = {
    [INTERMEZZO_NOT_A_MOVE] = {"campanile-intermezzo.refusal.not-a-move", 3, "turn"},
    [INTERMEZZO_NOT_YOUR_TURN] = {"campanile-intermezzo.refusal.not-your-turn", 3, "turn"},
    [INTERMEZZO_NO_SUCH_CARD] = {"campanile-intermezzo.refusal.no-such-card", 3, "turn"},
    [INTERMEZZO_BUILD_FIRST] = {"campanile-intermezzo.refusal.build-first", 3, "turn"},
    [INTERMEZZO_ALREADY_BUILT] = {"campanile-intermezzo.refusal.already-built", 4, "turn"},
    [INTERMEZZO_MARK_FIRST] = {"campanile-intermezzo.refusal.mark-first", 4, "marks"},
    [INTERMEZZO_TAKE_NOW] = {"campanile-intermezzo.refusal.take-now", 6, "turn"},
    [INTERMEZZO_NO_SUCH_MARKER] = {"campanile-intermezzo.refusal.no-such-marker", 4, "marks"},
    [INTERMEZZO_NOT_IN_DISPLAY] = {"campanile-intermezzo.refusal.not-in-display", 4, "marks"},
    [INTERMEZZO_NO_SHIFTS] = {"campanile-intermezzo.refusal.no-shifts", 7, "options"},
    [INTERMEZZO_SHIFT_AFTER_TWO] = {"campanile-intermezzo.refusal.shift-after-two", 7, "options"},
    [INTERMEZZO_NO_TWO_THERE] = {"campanile-intermezzo.refusal.no-two-there", 7, "options"},
    [INTERMEZZO_SAME_TOWER] = {"campanile-intermezzo.refusal.same-tower", 7, "options"},
    [INTERMEZZO_IMPOSSIBLE_DEAL] = {"campanile-intermezzo.refusal.impossible-deal", 1, "summary"},
};

static const char *const topics[] = {"summary", "turn", "marks", "scoring", "options", NULL};

const struct game campanile_intermezzo_game = {
    .id = "campanile-intermezzo",
    .version = 1,
    .players_min = 2,
    .players_max = INTERMEZZO_SEATS,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_added = 1,
    .refusals = refusals,
    .refusal_count = INTERMEZZO_REFUSALS,
    .event_count = INTERMEZZO_EVENTS,
    .topics = topics,
    .state_size = sizeof(struct intermezzo_state),
    .view_size = sizeof(struct intermezzo_view),
    .chance_size = sizeof(struct intermezzo_chance),
    .rules = &intermezzo_rules,
    .text = &intermezzo_text,
    .advice = &intermezzo_advice,
    .lesson = &intermezzo_lesson,
};
