/* The evaluation: what the tricks score, the steps of each seat, and the end of the round. */
#include "games/pillars/pillars.h"

#include <string.h>

/* -- The end of a round and of the game (rules 14, 15) ----------------------------------------- */

seat_set pillars_leaders(const struct pillars_board *board)
{
    int32_t ranks[PILLARS_SEATS_MAX];
    /* Advantage cards are fewer than 8 and decide only between equal points. */
    for (uint8_t seat = 0; seat < board->players; seat++)
        ranks[seat] = board->scores[seat] * 8 + (int)card_set_count(board->advantages[seat]);
    return game_best_seats(ranks, board->players);
}

static void end_game(struct pillars_board *board, struct game_events *events)
{
    board->step = PILLARS_END;
    seat_set winners = pillars_leaders(board);
    unsigned equal = 0;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PILLARS_WON, 0);
    event->decisive = true;
    event->details[0] = winners;
    event->details[1] = board->scores[__builtin_ctz(winners)];
    for (uint8_t seat = 0; seat < board->players; seat++)
        equal += board->scores[seat] == event->details[1];
    event->details[2] = equal > (unsigned)__builtin_popcount(winners);
}

static void end_round(struct pillars_board *board, struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PILLARS_ROUND, PILLARS_NOBODY);
    event->decisive = true;
    memcpy(event->details, board->scores, sizeof board->scores);
    if (events != NULL)
        events->scoring = true;
    if (board->evaluation.last)
        end_game(board, events);
    else
        board->step = PILLARS_DEAL;
}

/* -- A seat's steps (rules 9 to 13) ---------------------------------------------------------- */

static bool can_convert(const struct pillars_board *board, uint8_t seat)
{
    for (uint8_t converter = 0; converter < PILLARS_CONVERTERS; converter++)
        if (pillars_convertible(board, seat, converter) != 0)
            return true;
    return false;
}

/* Rule 12. A drop without a choice is automatic. */
static uint8_t drop_step(struct pillars_board *board, uint8_t seat, struct game_events *events)
{
    unsigned stock = pillars_stock(board, seat);
    if (board->evaluation.last || stock <= PILLARS_KEEP)
        return PILLARS_READY;
    for (uint8_t material = 0; material < PILLARS_MATERIALS; material++) {
        if (board->materials[seat][material] != stock)
            continue;
        board->materials[seat][material] = PILLARS_KEEP;
        struct game_event unread;
        struct game_event *event = game_event_add(events, &unread, PILLARS_DROPPED, seat);
        event->details[0] = material;
        event->details[1] = (int16_t)(stock - PILLARS_KEEP);
        event->details[2] = true;
        return PILLARS_READY;
    }
    return PILLARS_DROPS;
}

/* Advances the seat until it has a decision to make or is ready. */
static void advance(struct pillars_board *board, uint8_t seat, struct game_events *events)
{
    uint8_t *step = &board->evaluation.steps[seat];
    if (*step == PILLARS_CONVERTS && !can_convert(board, seat))
        *step = PILLARS_DROPS;
    if (*step == PILLARS_DROPS)
        *step = drop_step(board, seat, events);
}

static void end_round_if_all_are_ready(struct pillars_board *board, struct game_events *events)
{
    if (pillars_actors(board) == 0)
        end_round(board, events);
}

/* -- Moves ------------------------------------------------------------------------------------- */

static void convert(struct pillars_board *board, uint8_t seat, const struct pillars_move *move,
                    struct game_events *events)
{
    struct pillars_evaluation *evaluation = &board->evaluation;
    uint8_t points = pillars_yields[move->what][move->material];
    board->materials[seat][move->material]--;
    if (move->what == PILLARS_WITH_BRICKMAKER)
        board->materials[seat][PILLARS_STONE_MATERIAL]++;
    evaluation->used[seat] |= (uint16_t)(1u << move->what);
    evaluation->earned[seat][move->what] = (uint8_t)(evaluation->earned[seat][move->what] + points);
    board->scores[seat] = (int16_t)(board->scores[seat] + points);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PILLARS_CONVERTED, seat);
    event->details[0] = move->what;
    event->details[1] = move->material;
    event->details[2] = points;
    event->details[3] = board->scores[seat];
}

static void take_from_tom(struct pillars_board *board, uint8_t seat, uint8_t material,
                          struct game_events *events)
{
    struct game_event unread;
    game_event_add(events, &unread, PILLARS_TOM_GAVE, seat)->details[0] = material;
    board->materials[seat][material]++;
    board->evaluation.steps[seat] = PILLARS_CONVERTS;
}

static void drop(struct pillars_board *board, uint8_t seat, uint8_t material,
                 struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PILLARS_DROPPED, seat);
    event->details[0] = material;
    event->details[1] = 1;
    board->materials[seat][material]--;
}

void pillars_evaluate(struct pillars_state *state, uint8_t seat, const struct pillars_move *move,
                      struct game_events *events)
{
    struct pillars_board *board = &state->board;
    struct game_event unread;
    switch (move->action) {
    case PILLARS_CONVERT:
        convert(board, seat, move, events);
        break;
    case PILLARS_DROP:
        drop(board, seat, move->material, events);
        break;
    case PILLARS_TOM_GIVES:
        take_from_tom(board, seat, move->material, events);
        break;
    default:
        game_event_add(events, &unread, PILLARS_STOPPED, seat);
        board->evaluation.steps[seat] = PILLARS_DROPS;
    }
    advance(board, seat, events);
    end_round_if_all_are_ready(board, events);
}

/* -- What the tricks score (rules 8 to 10) --------------------------------------------------- */

/* Rule 8. */
static uint8_t kings_seat(const struct pillars_board *board)
{
    uint8_t found = PILLARS_NOBODY, count = 0;
    for (uint8_t seat = 0; seat < board->players; seat++) {
        if (board->tricks[seat] == 0) {
            found = seat;
            count++;
        }
    }
    return count == 1 ? found : PILLARS_NOBODY;
}

static void give_tricks(struct pillars_state *state, struct game_events *events)
{
    struct pillars_board *board = &state->board;
    struct pillars_evaluation *evaluation = &board->evaluation;
    uint8_t kings = kings_seat(board);
    struct game_event unread;
    game_event_add(events, &unread, PILLARS_KINGS_TRICK, kings)->decisive = true;
    evaluation->kings_seat = kings;
    memcpy(evaluation->cards, state->taken, sizeof evaluation->cards);
    while (kings != PILLARS_NOBODY && state->kings_trick != 0) {
        uint8_t card = card_set_next(&state->kings_trick);
        evaluation->cards[kings] = card_set_add(evaluation->cards[kings], card, pillars_twins);
    }
    memset(state->taken, 0, sizeof state->taken);
    state->kings_trick = 0;
}

/* Rules 10 and 14. */
static void give_advantage(struct pillars_state *state, struct game_events *events)
{
    struct pillars_board *board = &state->board;
    struct pillars_evaluation *evaluation = &board->evaluation;
    uint8_t winner = PILLARS_NOBODY;
    for (uint8_t seat = 0; seat < board->players; seat++)
        if (card_set_has(evaluation->cards[seat], board->advantage))
            winner = seat;
    if (winner != PILLARS_NOBODY) {
        board->advantages[winner] |= CARD_BIT(board->advantage);
    } else {
        state->pile[board->pile_left] = board->advantage;
        board->known[board->pile_left++] = board->advantage;
    }
    evaluation->advantage = board->advantage;
    evaluation->advantage_seat = winner;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PILLARS_ADVANTAGE, winner);
    event->decisive = true;
    event->details[0] = board->advantage;
}

/* Rules 9 and 10: counts the points and materials of the seat's cards, and the painter's point. */
static int count_seat(struct pillars_board *board, uint8_t seat)
{
    struct pillars_evaluation *evaluation = &board->evaluation;
    int points = (int)card_set_count(evaluation->cards[seat] & pillars_craftsmen(seat));
    for (card_set cards = evaluation->cards[seat]; cards != 0;) {
        uint8_t card = card_set_next(&cards), material;
        points += pillars_points(card);
        if (pillars_brings(card, &material))
            board->materials[seat][material]++;
    }
    if (card_set_has(board->advantages[seat], PILLARS_PAINTER)) {
        evaluation->painter_seat = seat;
        points++;
    }
    bool tom = card_set_has(evaluation->cards[seat], PILLARS_TOM);
    evaluation->steps[seat] = tom ? PILLARS_CHOOSES : PILLARS_CONVERTS;
    evaluation->before[seat] = board->scores[seat];
    board->scores[seat] = (int16_t)(board->scores[seat] + points);
    return points;
}

/* Rule 15. If nobody won the advantage card, it is back in the pile. */
static bool is_last_round(const struct pillars_board *board)
{
    return board->pile_left == 0 || (board->max_rounds > 0 && board->round >= board->max_rounds);
}

void pillars_begin_evaluation(struct pillars_state *state, struct game_events *events)
{
    struct pillars_board *board = &state->board;
    struct game_event unread;
    board->step = PILLARS_EVALUATION;
    board->evaluation = (struct pillars_evaluation){.painter_seat = PILLARS_NOBODY};
    board->evaluation.round = board->round;
    give_tricks(state, events);
    give_advantage(state, events);
    board->evaluation.last = is_last_round(board);
    struct game_event *counted = game_event_add(events, &unread, PILLARS_COUNTED, 0);
    counted->decisive = true;
    for (uint8_t seat = 0; seat < PILLARS_SEATS_MAX; seat++) {
        if (seat < board->players)
            counted->details[seat] = (int16_t)count_seat(board, seat);
        else
            board->evaluation.steps[seat] = PILLARS_READY;
    }
    for (uint8_t seat = 0; seat < board->players; seat++)
        advance(board, seat, events);
    end_round_if_all_are_ready(board, events);
}
