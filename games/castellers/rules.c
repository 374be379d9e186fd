#include "games/castellers/castellers.h"

#include <string.h>

_Static_assert(sizeof(struct castellers_state) <= 960, "10,000 live tables: growth is a decision");
_Static_assert(sizeof(struct castellers_state) <= GAME_STATE_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct castellers_view) <= GAME_VIEW_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct castellers_chance) <= GAME_CHANCE_MAX, "fits the host's blocks");

/* -- Turns ------------------------------------------------------------------------------------- */

static void finish(struct castellers_board *board, struct game_events *events)
{
    struct game_result result;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, CASTELLERS_FINISHED, GAME_SPECTATOR);
    castellers_standing(board, &result);
    event->decisive = true;
    event->details[0] = result.winners;
    for (unsigned seat = 0; seat < board->players; seat++)
        event->details[1 + seat] = (int16_t)result.scores[seat];
    event->details[1 + CASTELLERS_SEATS] = !castellers_is_over(board);
    board->step = CASTELLERS_END;
    if (events != NULL)
        events->scoring = true;
}

static void next_turn(struct castellers_board *board)
{
    board->mover = (uint8_t)((board->mover + 1) % board->players);
    board->actions = 0;
    board->step = CASTELLERS_TURN;
}

static bool can_act(const struct castellers_board *board)
{
    if (board->bag_left > 0)
        return true;
    game_move moves[GAME_LEGAL_MAX];
    return castellers_legal(board, moves) > 1;
}

/* Rules 5 and 12. */
static void finish_action(struct castellers_board *board, struct game_events *events)
{
    board->actions++;
    board->idle_turns = 0;
    board->step = CASTELLERS_TURN;
    if (castellers_is_over(board))
        finish(board, events);
    else if (board->actions == CASTELLERS_ACTIONS || !can_act(board))
        next_turn(board);
}

static void pass(struct castellers_board *board, struct game_events *events)
{
    struct game_event unread;
    game_event_add(events, &unread, CASTELLERS_PASSED, board->mover)->details[0] = board->actions;
    board->last = (struct castellers_last){.kind = CASTELLERS_PASSED, .seat = board->mover};
    if (board->actions == 0)
        board->idle_turns++;
    if (board->idle_turns == 2 * board->players) /* rule 13 */
        finish(board, events);
    else
        next_turn(board);
}

/* -- Actions ----------------------------------------------------------------------------------- */

/* A castle that counts from now on decides something; one that counted already grows. */
static void build(struct castellers_board *board, const struct castellers_move *move, uint8_t kind,
                  struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, kind, board->mover);
    const struct castellers_castle *grown = castellers_find(board, board->mover, move->number);
    bool counted = grown != NULL && castellers_is_valid(grown);
    unsigned index = castellers_put(board, board->mover, move->pawn, move->number, move->target);
    const struct castellers_castle *castle = &board->castles[index];
    event->decisive = castellers_is_valid(castle) && !counted;
    event->details[0] = move->pawn;
    event->details[1] = castle->number;
    event->details[2] = move->target;
    event->details[3] = move->number == 0;
    event->details[4] = (int16_t)castellers_castle_pawns(castle);
    event->details[5] = castellers_is_valid(castle);
    board->last = (struct castellers_last){.kind = kind,
                                           .seat = board->mover,
                                           .pawn = move->pawn,
                                           .number = castle->number,
                                           .levels = (uint8_t)castellers_levels(castle),
                                           .begun = move->number == 0};
    finish_action(board, events);
}

static void fall(struct castellers_board *board, const struct castellers_move *move,
                 struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, CASTELLERS_FELL, board->mover);
    castellers_drop(board, board->mover, move->number, move->pawn);
    board->reserves[board->mover][move->pawn]++;
    const struct castellers_castle *castle = castellers_find(board, board->mover, move->number);
    event->details[0] = move->pawn;
    event->details[1] = move->number;
    event->details[2] = castle == NULL ? 0 : (int16_t)castellers_castle_pawns(castle);
    board->last = (struct castellers_last){
        .kind = CASTELLERS_FELL, .seat = board->mover, .pawn = move->pawn, .number = move->number};
    finish_action(board, events);
}

/* Rules 2 and 9. */
static void recruit(struct castellers_state *state, struct game_events *events)
{
    struct castellers_board *board = &state->board;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, CASTELLERS_RECRUITED, board->mover);
    uint8_t pawn = state->bag[--board->bag_left];
    state->bag[board->bag_left] = 0;
    board->reserves[board->mover][pawn]++;
    event->details[0] = pawn;
    event->details[1] = board->bag_left;
    board->last =
        (struct castellers_last){.kind = CASTELLERS_RECRUITED, .seat = board->mover, .pawn = pawn};
    game_move falls[CASTELLERS_PAWNS];
    struct castellers_move move;
    board->step = CASTELLERS_FALL;
    size_t count = castellers_colour(pawn) == CASTELLERS_WHITE ? castellers_legal(board, falls) : 0;
    if (count == 1) {
        castellers_move_unpack(falls[0], &move);
        fall(board, &move, events);
    } else if (count == 0) {
        finish_action(board, events);
    }
}

/* Only the pawn is left to place, so the rest of the swap is forgotten. */
static void place(struct castellers_board *board, struct castellers_move move,
                  struct game_events *events)
{
    move.pawn = board->swapped;
    board->swapped = board->swapped_from = board->given = 0;
    build(board, &move, CASTELLERS_PLACED, events);
}

static void begin_placing(struct castellers_board *board, struct game_events *events)
{
    game_move places[CASTELLERS_PAWNS + CASTELLERS_BASES + 1];
    struct castellers_move move;
    board->step = CASTELLERS_PLACE;
    if (castellers_legal(board, places) == 1) {
        castellers_move_unpack(places[0], &move);
        place(board, move, events);
    }
}

static void give(struct castellers_board *board, uint8_t pawn, struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, CASTELLERS_GAVE, board->mover);
    board->reserves[board->mover][pawn]--;
    board->reserves[board->swapped_from][pawn]++;
    board->given = (uint8_t)(board->given + castellers_value(pawn));
    event->details[0] = pawn;
    event->details[1] = board->swapped_from;
    event->details[2] = board->given;
    event->details[3] = (int16_t)castellers_value(board->swapped);
    board->last = (struct castellers_last){
        .kind = CASTELLERS_GAVE, .seat = board->mover, .pawn = pawn, .other = board->swapped_from};
}

/* Makes the forced gifts, and ends the giving when nothing is left to give. */
static void go_on_giving(struct castellers_board *board, struct game_events *events)
{
    game_move gifts[CASTELLERS_CODES + 1];
    struct castellers_move move;
    board->step = CASTELLERS_GIVE;
    while (castellers_legal(board, gifts) == 1) {
        castellers_move_unpack(gifts[0], &move);
        if (move.word == CASTELLERS_DONE_GIVING) {
            begin_placing(board, events);
            return;
        }
        give(board, move.pawn, events);
    }
}

static void swap(struct castellers_board *board, const struct castellers_move *move,
                 struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, CASTELLERS_SWAPPED, board->mover);
    board->reserves[move->seat][move->pawn]--;
    board->swapped = move->pawn;
    board->swapped_from = move->seat;
    event->details[0] = move->pawn;
    event->details[1] = move->seat;
    board->last = (struct castellers_last){
        .kind = CASTELLERS_SWAPPED, .seat = board->mover, .pawn = move->pawn, .other = move->seat};
    go_on_giving(board, events);
}

static void make(struct castellers_state *state, const struct castellers_move *move,
                 struct game_events *events)
{
    struct castellers_board *board = &state->board;
    struct game_event unread;
    switch (move->word) {
    case CASTELLERS_DONE_GIVING:
        game_event_add(events, &unread, CASTELLERS_DONE, board->mover)->details[0] = board->given;
        board->last = (struct castellers_last){.kind = CASTELLERS_DONE, .seat = board->mover};
        begin_placing(board, events);
        break;
    case CASTELLERS_FALLING:
        fall(board, move, events);
        break;
    case CASTELLERS_GIVING:
        give(board, move->pawn, events);
        go_on_giving(board, events);
        break;
    case CASTELLERS_PASSING:
        pass(board, events);
        break;
    case CASTELLERS_PLACING:
        place(board, *move, events);
        break;
    case CASTELLERS_RAISING:
        board->reserves[board->mover][move->pawn]--;
        build(board, move, CASTELLERS_RAISED, events);
        break;
    case CASTELLERS_RECRUITING:
        recruit(state, events);
        break;
    default:
        swap(board, move, events);
    }
}

/* -- The interface of games/game.h ------------------------------------------------------------- */

static void begin(struct game_state *opaque, uint8_t players, const uint8_t *options,
                  const struct rng *rng)
{
    (void)options;
    struct castellers_state *state = OWN(castellers, opaque);
    memset(state, 0, sizeof *state);
    state->rng = *rng;
    state->board.players = players;
    state->board.step = CASTELLERS_DEAL;
}

static enum game_phase phase(const struct game_state *state)
{
    return game_phase_of(OWN(castellers, state)->board.step, CASTELLERS_DEAL, CASTELLERS_END);
}

static seat_set actors(const struct game_state *state)
{
    const struct castellers_state *own = OWN(castellers, state);
    return phase(state) == GAME_MOVES ? SEAT_BIT(own->board.mover) : 0;
}

static size_t legal(const struct game_state *opaque, uint8_t seat, game_move *moves)
{
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return 0;
    return castellers_legal(&OWN(castellers, opaque)->board, moves);
}

static game_refusal apply(struct game_state *opaque, uint8_t seat, game_move packed,
                          struct game_events *events)
{
    struct castellers_state *state = OWN(castellers, opaque);
    struct castellers_move move;
    if (!castellers_move_unpack(packed, &move))
        return CASTELLERS_NOT_A_MOVE;
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return CASTELLERS_NOT_YOUR_TURN;
    game_refusal refusal = castellers_check(&state->board, &move);
    if (refusal == CASTELLERS_ACCEPTED)
        make(state, &move, events);
    return refusal;
}

static void result(const struct game_state *opaque, struct game_result *result)
{
    castellers_standing(&OWN(castellers, opaque)->board, result);
    if (phase(opaque) != GAME_OVER)
        result->winners = 0;
}

static void view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view)
{
    struct castellers_view *view = OWN(castellers, opaque_view);
    memset(view, 0, sizeof *view);
    view->board = OWN(castellers, opaque)->board;
    view->viewer = viewer;
}

/* Reserves and castles are public; only the bag is hidden. */
static bool open(const struct game_view *spectator, uint8_t seat)
{
    (void)spectator;
    (void)seat;
    return true;
}

const struct game_rules castellers_rules = {
    .begin = begin,
    .phase = phase,
    .draw = castellers_draw,
    .record = castellers_record,
    .deal = castellers_deal,
    .actors = actors,
    .legal = legal,
    .apply = apply,
    .result = result,
    .view = view,
    .redeal = castellers_redeal,
    .open = open,
};

/* -- Tables ------------------------------------------------------------------------------------ */

static const struct game_refusal_reason refusals[CASTELLERS_REFUSALS] = {
    [CASTELLERS_NOT_A_MOVE] = {"castellers.refusal.not-a-move", 2, "actions"},
    [CASTELLERS_NOT_YOUR_TURN] = {"castellers.refusal.not-your-turn", 2, "actions"},
    [CASTELLERS_BAG_EMPTY] = {"castellers.refusal.bag-empty", 2, "actions"},
    [CASTELLERS_NOT_IN_RESERVE] = {"castellers.refusal.not-in-reserve", 3, "building"},
    [CASTELLERS_NO_BASE] = {"castellers.refusal.no-base", 3, "building"},
    [CASTELLERS_NO_SUCH_CASTLE] = {"castellers.refusal.no-such-castle", 3, "building"},
    [CASTELLERS_WRONG_COLOUR] = {"castellers.refusal.wrong-colour", 6, "building"},
    [CASTELLERS_LEVEL_TWO_BEGUN] = {"castellers.refusal.level-two-begun", 7, "building"},
    [CASTELLERS_NO_SUCH_TOP] = {"castellers.refusal.no-such-top", 8, "building"},
    [CASTELLERS_TOO_SMALL] = {"castellers.refusal.too-small", 8, "building"},
    [CASTELLERS_LOWER_LEVEL_FIRST] = {"castellers.refusal.lower-level-first", 8, "building"},
    [CASTELLERS_NOT_THEIRS] = {"castellers.refusal.not-theirs", 4, "swap"},
    [CASTELLERS_RESERVE_TOO_SMALL] = {"castellers.refusal.reserve-too-small", 4, "swap"},
    [CASTELLERS_NOWHERE_TO_PLACE] = {"castellers.refusal.nowhere-to-place", 4, "swap"},
    [CASTELLERS_NOT_THERE_TO_GIVE] = {"castellers.refusal.not-in-reserve", 4, "swap"},
    [CASTELLERS_GIVE_MORE] = {"castellers.refusal.give-more", 4, "swap"},
    [CASTELLERS_FALL_FIRST] = {"castellers.refusal.fall-first", 9, "falling"},
    [CASTELLERS_GIVE_FIRST] = {"castellers.refusal.give-first", 4, "swap"},
    [CASTELLERS_PLACE_FIRST] = {"castellers.refusal.place-first", 4, "swap"},
    [CASTELLERS_NOT_NOW] = {"castellers.refusal.not-now", 5, "actions"},
    [CASTELLERS_NOT_THE_HIGHEST] = {"castellers.refusal.not-the-highest", 9, "falling"},
    [CASTELLERS_IMPOSSIBLE_DEAL] = {"castellers.refusal.impossible-deal", 1, "summary"},
};

static const char *const topics[] = {"summary", "actions", "building", "swap",
                                     "falling", "end",     "data",     NULL};

const struct game castellers_game = {
    .id = "castellers",
    .version = 1,
    .players_min = 2,
    .players_max = CASTELLERS_SEATS,
    .refusals = refusals,
    .refusal_count = CASTELLERS_REFUSALS,
    .event_count = CASTELLERS_EVENTS,
    .topics = topics,
    .state_size = sizeof(struct castellers_state),
    .view_size = sizeof(struct castellers_view),
    .chance_size = sizeof(struct castellers_chance),
    .rules = &castellers_rules,
    .text = &castellers_text,
    .advice = &castellers_advice,
    .lesson = &castellers_lesson,
};
