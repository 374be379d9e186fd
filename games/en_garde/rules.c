#include "games/en_garde/en_garde.h"

#include <string.h>

_Static_assert(sizeof(struct en_garde_state) <= 112, "10,000 live tables: growth is a decision");
_Static_assert(sizeof(struct en_garde_view) <= GAME_VIEW_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct en_garde_chance) <= GAME_CHANCE_MAX, "fits the host's blocks");

enum { NOBODY = GAME_SPECTATOR };

static uint8_t opponent_of(uint8_t seat)
{
    return (uint8_t)(1 - seat);
}

static void walk(struct en_garde_board *board, uint8_t seat, int forward)
{
    board->space[seat] = (uint8_t)(board->space[seat] + (seat == 0 ? forward : -forward));
}

/* -- Rounds --------------------------------------------------------------------------------- */

/* Rule 12. At the basic level (rule 13) the taker's cards don't matter. */
static bool hands_are_shown(const struct en_garde_board *board, enum en_garde_ending ending)
{
    return ending >= EN_GARDE_LAST_CARDS && board->level != EN_GARDE_BASIC &&
           en_garde_distance(board) <= EN_GARDE_VALUES;
}

static void end_round(struct en_garde_state *state, uint8_t winner, enum en_garde_ending ending,
                      struct game_events *events)
{
    struct en_garde_board *board = &state->board;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, EN_GARDE_ROUND, winner);
    unsigned distance = en_garde_distance(board);
    bool shown = hands_are_shown(board, ending);
    event->decisive = true;
    event->details[0] = (int16_t)ending;
    event->details[1] = (int16_t)distance;
    for (uint8_t seat = 0; seat < 2; seat++) {
        event->details[2 + seat] = shown ? state->hands[seat][distance] : 0;
        event->details[4 + seat] = (int16_t)en_garde_walked(board, seat);
    }
    board->ending = (uint8_t)ending;
    board->ending_winner = winner;
    board->attack = (struct en_garde_move){0};
    board->starter = opponent_of(board->starter);
    board->step = EN_GARDE_DEAL;
    if (winner != NOBODY)
        board->touches[winner]++;
    event = game_event_add(events, &unread, EN_GARDE_SCORE, NOBODY);
    event->details[0] = board->touches[0];
    event->details[1] = board->touches[1];
    if (winner != NOBODY && board->touches[winner] == board->touches_to_win) {
        board->step = EN_GARDE_END;
        game_event_add(events, &unread, EN_GARDE_WON, winner);
    }
}

static void end_by_distance_walked(struct en_garde_state *state, struct game_events *events)
{
    unsigned walked[2] = {en_garde_walked(&state->board, 0), en_garde_walked(&state->board, 1)};
    if (walked[0] == walked[1])
        end_round(state, NOBODY, EN_GARDE_DRAWN, events);
    else
        end_round(state, walked[0] > walked[1] ? 0 : 1, EN_GARDE_FARTHER, events);
}

/* Rules 11 to 13: `taker` took the last card of the pile. */
static void end_by_last_card(struct en_garde_state *state, uint8_t taker,
                             struct game_events *events)
{
    unsigned distance = en_garde_distance(&state->board);
    int cards[2] = {0, 0};
    if (distance <= EN_GARDE_VALUES)
        for (int seat = 0; seat < 2; seat++)
            cards[seat] = state->hands[seat][distance];
    if (state->board.level == EN_GARDE_BASIC) {
        cards[taker] = 0;
        cards[opponent_of(taker)] = cards[opponent_of(taker)] > 0;
    }
    if (cards[0] == cards[1])
        end_by_distance_walked(state, events);
    else
        end_round(state, cards[0] > cards[1] ? 0 : 1, EN_GARDE_LAST_CARDS, events);
}

static void begin_turn(struct en_garde_state *state, uint8_t seat, struct game_events *events)
{
    state->board.step = EN_GARDE_TURN;
    state->board.mover = seat;
    state->board.attack = (struct en_garde_move){0};
    if (!en_garde_can_move(&state->board, state->hands[seat]))
        end_round(state, opponent_of(seat), EN_GARDE_STUCK, events); /* rule 7 */
}

static unsigned hand_size(const uint8_t *hand)
{
    return (unsigned)(hand[1] + hand[2] + hand[3] + hand[4] + hand[5]);
}

/* Rule 6. */
static void fill_hand(struct en_garde_state *state, uint8_t seat, struct game_events *events)
{
    unsigned size = hand_size(state->hands[seat]);
    for (; size < EN_GARDE_HAND && state->board.pile_left > 0; size++) {
        uint8_t card = state->pile[EN_GARDE_PILE - state->board.pile_left--];
        state->hands[seat][card]++;
        if (events != NULL)
            events->new_cards |= SEAT_BIT(seat);
    }
}

static void play_cards(struct en_garde_state *state, uint8_t seat, unsigned value, unsigned cards)
{
    state->hands[seat][value] = (uint8_t)(state->hands[seat][value] - cards);
    state->played[value] = (uint8_t)(state->played[value] + cards);
}

/* The mover's hand is full again. The next turn begins, unless the pile is used up (rule 11). */
static void pass_turn(struct en_garde_state *state, uint8_t next, uint8_t taker,
                      struct game_events *events)
{
    if (state->board.pile_left == 0)
        end_by_last_card(state, taker, events);
    else
        begin_turn(state, next, events);
}

/* Rule 10. */
static void answer_direct_attack(struct en_garde_state *state, uint8_t attacker,
                                 struct game_events *events)
{
    uint8_t defender = opponent_of(attacker);
    const struct en_garde_move attack = state->board.attack;
    if (state->board.level == EN_GARDE_BASIC ||
        !en_garde_can_parry(&state->board, state->hands[defender])) {
        end_round(state, attacker, EN_GARDE_HIT, events);
        return;
    }
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, EN_GARDE_PARRIED, defender);
    event->details[0] = attack.value;
    event->details[1] = attack.cards;
    play_cards(state, defender, attack.value, attack.cards);
    state->board.attack = (struct en_garde_move){0};
    pass_turn(state, defender, attacker, events);
}

static void make_turn(struct en_garde_state *state, uint8_t seat, const struct en_garde_move *move,
                      struct game_events *events)
{
    if (move->step > 0) {
        play_cards(state, seat, move->step, 1);
        walk(&state->board, seat, move->action == EN_GARDE_RETREAT ? -move->step : move->step);
    }
    if (move->cards > 0) {
        play_cards(state, seat, move->value, move->cards);
        state->board.attack = *move;
    }
    fill_hand(state, seat, events);
    if (move->action == EN_GARDE_ATTACK) {
        answer_direct_attack(state, seat, events);
    } else if (move->action == EN_GARDE_ADVANCE_ATTACK) {
        state->board.step = EN_GARDE_ANSWER;
        state->board.mover = opponent_of(seat);
    } else {
        pass_turn(state, opponent_of(seat), seat, events);
    }
}

static void make_answer(struct en_garde_state *state, uint8_t seat,
                        const struct en_garde_move *move, struct game_events *events)
{
    const struct en_garde_move attack = state->board.attack;
    switch (move->action) {
    case EN_GARDE_PARRY: /* rule 8 */
        play_cards(state, seat, attack.value, attack.cards);
        state->board.attack = (struct en_garde_move){0};
        pass_turn(state, seat, opponent_of(seat), events);
        break;
    case EN_GARDE_RETREAT: /* rule 9 */
        play_cards(state, seat, move->step, 1);
        walk(&state->board, seat, -move->step);
        state->board.attack = (struct en_garde_move){0};
        fill_hand(state, seat, events);
        pass_turn(state, opponent_of(seat), seat, events);
        break;
    default:
        end_round(state, opponent_of(seat), EN_GARDE_HIT, events);
    }
}

/* -- The interface of games/game.h ----------------------------------------------------------- */

static void begin(struct game_state *opaque, uint8_t players, const uint8_t *options,
                  const struct rng *rng)
{
    (void)players;
    struct en_garde_state *state = OWN(en_garde, opaque);
    memset(state, 0, sizeof *state);
    state->rng = *rng;
    state->board.level = options[0];
    state->board.touches_to_win = (uint8_t)(options[1] + 1);
    state->board.step = EN_GARDE_DEAL;
    state->board.last_seat = NOBODY;
    state->board.ending_winner = NOBODY;
}

static enum game_phase phase(const struct game_state *state)
{
    return game_phase_of(OWN(en_garde, state)->board.step, EN_GARDE_DEAL, EN_GARDE_END);
}

/* The setup draws the first player below 2. Then every deal shuffles 1 1 1 1 1 2 2 … 5. The first
 * five cards go to seat 1, the next five to seat 2, the rest to the pile, its top first. */
static void draw(struct game_state *opaque, struct game_chance *opaque_outcome)
{
    struct en_garde_state *state = OWN(en_garde, opaque);
    struct en_garde_chance *outcome = OWN(en_garde, opaque_outcome);
    memset(outcome, 0, sizeof *outcome);
    if (state->board.round == 0)
        outcome->first = (uint8_t)rng_below(&state->rng, 2);
    uint8_t cards[EN_GARDE_CARDS];
    for (int i = 0; i < EN_GARDE_CARDS; i++)
        cards[i] = (uint8_t)(i / EN_GARDE_VALUES + 1);
    rng_shuffle(&state->rng, cards, EN_GARDE_CARDS);
    outcome->hand_counts[0] = outcome->hand_counts[1] = EN_GARDE_HAND;
    outcome->pile_count = EN_GARDE_PILE;
    memcpy(outcome->hands[0], cards, EN_GARDE_HAND);
    memcpy(outcome->hands[1], cards + EN_GARDE_HAND, EN_GARDE_HAND);
    memcpy(outcome->pile, cards + (size_t)2 * EN_GARDE_HAND, EN_GARDE_PILE);
}

static bool record(struct game_chance *opaque, struct record *record, uint8_t players, bool setup)
{
    struct en_garde_chance *outcome = OWN(en_garde, opaque);
    return (!setup || record_seat(record, "first", &outcome->first)) &&
           record_rows(record, "hands", outcome->hands[0], outcome->hand_counts, EN_GARDE_HAND,
                       players, &record_number_token) &&
           record_cards(record, "pile", outcome->pile, &outcome->pile_count, EN_GARDE_PILE,
                        &record_number_token);
}

static bool count_cards(const uint8_t *cards, unsigned count, uint8_t *counts)
{
    for (unsigned i = 0; i < count; i++) {
        if (!en_garde_is_card(cards[i]))
            return false;
        counts[cards[i]]++;
    }
    return true;
}

/* Whether the outcome has all 25 cards, five of each value, with five in each hand. */
static bool is_possible(const struct en_garde_chance *outcome)
{
    uint8_t counts[EN_GARDE_VALUES + 1] = {0};
    if (outcome->first > 1 || outcome->hand_counts[0] != EN_GARDE_HAND ||
        outcome->hand_counts[1] != EN_GARDE_HAND || outcome->pile_count != EN_GARDE_PILE ||
        !count_cards(outcome->hands[0], EN_GARDE_HAND, counts) ||
        !count_cards(outcome->hands[1], EN_GARDE_HAND, counts) ||
        !count_cards(outcome->pile, EN_GARDE_PILE, counts))
        return false;
    for (unsigned value = 1; value <= EN_GARDE_VALUES; value++)
        if (counts[value] != EN_GARDE_CARDS / EN_GARDE_VALUES)
            return false;
    return true;
}

static game_refusal deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                         struct game_events *events)
{
    struct en_garde_state *state = OWN(en_garde, opaque);
    const struct en_garde_chance *outcome = OWN(en_garde, opaque_outcome);
    if (state->board.step != EN_GARDE_DEAL || !is_possible(outcome))
        return EN_GARDE_IMPOSSIBLE_DEAL;
    if (state->board.round == 0)
        state->board.starter = outcome->first;
    memset(state->hands, 0, sizeof state->hands);
    memset(state->played, 0, sizeof state->played);
    for (int seat = 0; seat < 2; seat++)
        count_cards(outcome->hands[seat], EN_GARDE_HAND, state->hands[seat]);
    memcpy(state->pile, outcome->pile, EN_GARDE_PILE);
    state->board.space[0] = 1;
    state->board.space[1] = EN_GARDE_LAST_SPACE;
    state->board.pile_left = EN_GARDE_PILE;
    state->board.last = (struct en_garde_move){0};
    state->board.last_seat = NOBODY;
    state->board.round++;
    struct game_event unread;
    game_event_add(events, &unread, EN_GARDE_NEW_ROUND, state->board.starter)->details[0] =
        state->board.round;
    if (events != NULL)
        events->new_cards = SEAT_BIT(0) | SEAT_BIT(1);
    begin_turn(state, state->board.starter, events);
    return EN_GARDE_ACCEPTED;
}

static seat_set actors(const struct game_state *state)
{
    const struct en_garde_state *own = OWN(en_garde, state);
    return phase(state) == GAME_MOVES ? SEAT_BIT(own->board.mover) : 0;
}

static size_t legal(const struct game_state *opaque, uint8_t seat, game_move *moves)
{
    const struct en_garde_state *state = OWN(en_garde, opaque);
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return 0;
    return en_garde_legal(&state->board, state->hands[seat], moves);
}

static game_refusal apply(struct game_state *opaque, uint8_t seat, game_move packed,
                          struct game_events *events)
{
    struct en_garde_state *state = OWN(en_garde, opaque);
    struct en_garde_move move;
    if (!en_garde_move_unpack(packed, &move))
        return EN_GARDE_NOT_A_MOVE;
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return EN_GARDE_NOT_YOUR_TURN;
    game_refusal refusal = en_garde_check(&state->board, state->hands[seat], &move);
    if (refusal != EN_GARDE_ACCEPTED)
        return refusal;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, EN_GARDE_MADE, seat);
    event->details[0] = move.action;
    event->details[1] = move.step;
    event->details[2] = move.action == EN_GARDE_PARRY ? state->board.attack.value : move.value;
    event->details[3] = move.action == EN_GARDE_PARRY ? state->board.attack.cards : move.cards;
    state->board.last = move;
    state->board.last.value = (uint8_t)event->details[2];
    state->board.last.cards = (uint8_t)event->details[3];
    state->board.last_seat = seat;
    struct en_garde_board before = state->board;
    walk(&before, seat, move.action == EN_GARDE_RETREAT ? -move.step : move.step);
    event->details[4] = (int16_t)en_garde_distance(&before);
    if (state->board.step == EN_GARDE_ANSWER)
        make_answer(state, seat, &move, events);
    else
        make_turn(state, seat, &move, events);
    return EN_GARDE_ACCEPTED;
}

static void result(const struct game_state *opaque, struct game_result *result)
{
    const struct en_garde_board *board = &OWN(en_garde, opaque)->board;
    memset(result, 0, sizeof *result);
    for (uint8_t seat = 0; seat < 2; seat++) {
        result->scores[seat] = board->touches[seat];
        if (board->touches[seat] == board->touches_to_win)
            result->winners |= SEAT_BIT(seat);
    }
}

static void view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view)
{
    const struct en_garde_state *state = OWN(en_garde, opaque);
    struct en_garde_view *view = OWN(en_garde, opaque_view);
    memset(view, 0, sizeof *view);
    view->board = state->board;
    view->viewer = viewer;
    if (viewer < 2)
        memcpy(view->hand, state->hands[viewer], sizeof view->hand);
    for (int seat = 0; seat < 2; seat++)
        view->hand_sizes[seat] = (uint8_t)hand_size(state->hands[seat]);
    memcpy(view->played, state->played, sizeof view->played);
}

/* Writes the cards that the viewer has not seen; returns how many. */
static unsigned unseen_cards(const struct en_garde_view *view, uint8_t cards[EN_GARDE_CARDS])
{
    unsigned count = 0;
    for (uint8_t value = 1; value <= EN_GARDE_VALUES; value++) {
        int left = EN_GARDE_CARDS / EN_GARDE_VALUES - view->played[value] - view->hand[value];
        for (; left > 0; left--)
            cards[count++] = value;
    }
    return count;
}

static void deal_unseen(const struct en_garde_view *view, const uint8_t *cards,
                        struct en_garde_state *state)
{
    for (uint8_t seat = 0; seat < 2; seat++) {
        if (seat == view->viewer) {
            memcpy(state->hands[seat], view->hand, sizeof view->hand);
            continue;
        }
        memset(state->hands[seat], 0, sizeof state->hands[seat]);
        count_cards(cards, view->hand_sizes[seat], state->hands[seat]);
        cards += view->hand_sizes[seat];
    }
    memcpy(state->pile + EN_GARDE_PILE - view->board.pile_left, cards, view->board.pile_left);
}

/* The seat to act has a legal move, since otherwise rule 7 would have ended the round. Most deals
 * give it one, so the loop ends soon. */
static void redeal(const struct game_view *opaque_view, struct rng *rng, struct game_state *opaque)
{
    const struct en_garde_view *view = OWN(en_garde, opaque_view);
    struct en_garde_state *state = OWN(en_garde, opaque);
    memset(state, 0, sizeof *state);
    state->rng = rng_fork(rng);
    state->board = view->board;
    memcpy(state->played, view->played, sizeof state->played);
    if (view->board.round == 0)
        return;
    uint8_t cards[EN_GARDE_CARDS];
    unsigned count = unseen_cards(view, cards);
    game_move moves[64];
    do {
        rng_shuffle(rng, cards, count);
        deal_unseen(view, cards, state);
    } while (phase(opaque) == GAME_MOVES &&
             en_garde_legal(&state->board, state->hands[state->board.mover], moves) == 0);
}

const struct game_rules en_garde_rules = {
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

/* -- Tables ---------------------------------------------------------------------------------- */

static const char *const levels[] = {"basic", "standard", "full"};
static const char *const touches[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};

static const struct game_option options[] = {
    {"rules", levels, 3, EN_GARDE_FULL},
    {"touches", touches, 9, 4},
};

static const struct game_refusal_reason refusals[EN_GARDE_REFUSALS] = {
    [EN_GARDE_NOT_A_MOVE] = {"en-garde.refusal.not-a-move", 3, "moves"},
    [EN_GARDE_NOT_YOUR_TURN] = {"en-garde.refusal.not-your-turn", 3, "moves"},
    [EN_GARDE_NO_SUCH_CARD] = {"en-garde.refusal.no-such-card", 3, "moves"},
    [EN_GARDE_TOO_FAR] = {"en-garde.refusal.too-far", 3, "moves"},
    [EN_GARDE_OFF_THE_PISTE] = {"en-garde.refusal.off-the-piste", 3, "moves"},
    [EN_GARDE_WRONG_DISTANCE] = {"en-garde.refusal.wrong-distance", 4, "attack"},
    [EN_GARDE_NO_CARD_TO_ATTACK] = {"en-garde.refusal.no-such-card", 4, "attack"},
    [EN_GARDE_NOT_ENOUGH_CARDS] = {"en-garde.refusal.not-enough-cards", 4, "attack"},
    [EN_GARDE_ANSWER_FIRST] = {"en-garde.refusal.answer-first", 10, "attack"},
    [EN_GARDE_NOTHING_TO_ANSWER] = {"en-garde.refusal.nothing-to-answer", 8, "attack"},
    [EN_GARDE_CANNOT_PARRY] = {"en-garde.refusal.cannot-parry", 8, "attack"},
    [EN_GARDE_NO_CARD_TO_ANSWER] = {"en-garde.refusal.no-such-card", 9, "attack"},
    [EN_GARDE_NO_ROOM_TO_ANSWER] = {"en-garde.refusal.off-the-piste", 9, "attack"},
    [EN_GARDE_CAN_STILL_ANSWER] = {"en-garde.refusal.can-still-answer", 10, "attack"},
    [EN_GARDE_ONE_CARD_ONLY] = {"en-garde.refusal.one-card-only", 13, "levels"},
    [EN_GARDE_NOT_AT_THIS_LEVEL] = {"en-garde.refusal.not-at-this-level", 13, "levels"},
    [EN_GARDE_IMPOSSIBLE_DEAL] = {"en-garde.refusal.impossible-deal", 1, "summary"},
};

static const char *const topics[] = {"summary", "moves", "attack", "end", "levels", NULL};

const struct game en_garde_game = {
    .id = "en-garde",
    .version = 1,
    .players_min = 2,
    .players_max = 2,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .refusals = refusals,
    .refusal_count = EN_GARDE_REFUSALS,
    .event_count = EN_GARDE_EVENTS,
    .topics = topics,
    .state_size = sizeof(struct en_garde_state),
    .view_size = sizeof(struct en_garde_view),
    .chance_size = sizeof(struct en_garde_chance),
    .rules = &en_garde_rules,
    .text = &en_garde_text,
    .advice = &en_garde_advice,
    .lesson = &en_garde_lesson,
};
