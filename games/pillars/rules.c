#include "games/pillars/pillars.h"

#include <string.h>

_Static_assert(sizeof(struct pillars_evaluation) == 96, "no padding");
_Static_assert(sizeof(struct pillars_board) == 184, "no padding");
_Static_assert(sizeof(struct pillars_state) == 304, "10,000 live tables: growth is a decision");
_Static_assert(sizeof(struct pillars_view) == 240, "no padding");
_Static_assert(sizeof(struct pillars_view) <= GAME_VIEW_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct pillars_chance) <= GAME_CHANCE_MAX, "fits the host's blocks");

/* -- Tricks ------------------------------------------------------------------------------------ */

static void begin_trick(struct pillars_board *board, uint8_t leader)
{
    board->trick = (struct trick){.leader = leader};
    board->mover = leader;
    board->trick_number++;
}

/* Rules 6 and 7. */
static void end_trick(struct pillars_state *state, struct game_events *events)
{
    struct pillars_board *board = &state->board;
    uint8_t deciding = pillars_deciding(&board->trick);
    uint8_t player = trick_seat(&board->trick, board->players, deciding);
    uint8_t taker = pillars_taker(board);
    bool kings = taker == PILLARS_NOBODY,
         last = board->trick_number == pillars_hand_size(board->players);
    card_set *to = kings ? &state->kings_trick : &state->taken[taker];
    for (unsigned i = 0; i < board->trick.count; i++)
        *to = card_set_add(*to, board->trick.cards[i], pillars_twins);
    struct game_event unread;
    struct game_event *event = game_event_add(
        events, &unread, kings ? PILLARS_SET_ASIDE : PILLARS_TAKEN, kings ? player : taker);
    event->decisive = true;
    if (kings) {
        event->details[0] = last;
        board->kings_player = player;
    } else {
        event->details[0] = board->trick.cards[deciding];
        event->details[1] = player;
        event->details[2] = last;
        board->tricks[taker]++;
    }
    board->taker = taker;
    if (!last) {
        begin_trick(board, kings ? player : taker);
        return;
    }
    board->trick = (struct trick){.leader = kings ? player : taker};
    pillars_begin_evaluation(state, events);
}

static void play_card(struct pillars_state *state, uint8_t seat, uint8_t card,
                      struct game_events *events)
{
    struct pillars_board *board = &state->board;
    struct game_event unread;
    game_event_add(events, &unread, PILLARS_PLAYED, seat)->details[0] = card;
    state->hands[seat] = card_set_remove(state->hands[seat], card, pillars_twins);
    trick_add(&board->trick, card);
    if (board->trick.count < board->players)
        board->mover = trick_mover(&board->trick, board->players);
    else
        end_trick(state, events);
}

/* -- The interface of games/game.h ----------------------------------------------------------- */

static const char *const round_caps[] = {"0",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12",
                                         "13", "14", "15", "16", "17", "18", "19", "20"};

enum { CAPS = sizeof round_caps / sizeof round_caps[0], FIRST_CAP = 5 };

static void begin(struct game_state *opaque, uint8_t players, const uint8_t *options,
                  const struct rng *rng)
{
    struct pillars_state *state = OWN(pillars, opaque);
    struct pillars_board *board = &state->board;
    memset(state, 0, sizeof *state);
    state->rng = *rng;
    board->players = players;
    board->max_rounds = options[0] == 0 ? 0 : (uint8_t)(options[0] - 1 + FIRST_CAP);
    board->step = PILLARS_DEAL;
    board->taker = board->kings_player = PILLARS_NOBODY;
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned material = PILLARS_METAL + 1; material < PILLARS_MATERIALS; material++)
            board->materials[seat][material] = 1; /* rule 1 */
}

static enum game_phase phase(const struct game_state *state)
{
    return game_phase_of(OWN(pillars, state)->board.step, PILLARS_DEAL, PILLARS_END);
}

/* The setup shuffles the advantage cards painter, potter, founder, brickmaker, assistant; the first
 * is the top of the pile. Then every deal shuffles the cards in play with the advantage card of the
 * round, listed in the byte order of their texts (`1:10`, `1:2` … `wood`). The first 9 (with 3
 * players 10) go to seat 1, the next to seat 2 and so on. */
static void draw(struct game_state *opaque, struct game_chance *opaque_outcome)
{
    struct pillars_state *state = OWN(pillars, opaque);
    struct pillars_chance *outcome = OWN(pillars, opaque_outcome);
    const struct pillars_board *board = &state->board;
    uint8_t advantage = state->pile[0], cards[PILLARS_CARDS], count = 0;
    memset(outcome, 0, sizeof *outcome);
    if (board->round == 0) {
        memcpy(outcome->pile, pillars_advantages, sizeof outcome->pile);
        outcome->pile_count = PILLARS_ADVANTAGES;
        rng_shuffle(&state->rng, outcome->pile, PILLARS_ADVANTAGES);
        advantage = outcome->pile[0];
    }
    for (card_set deck = pillars_deck(board->players) | CARD_BIT(advantage); deck != 0;)
        cards[count++] = card_set_next(&deck);
    rng_shuffle(&state->rng, cards, count);
    uint8_t size = pillars_hand_size(board->players);
    for (unsigned seat = 0; seat < board->players; seat++) {
        outcome->hand_counts[seat] = size;
        memcpy(outcome->hands[seat], cards + (size_t)seat * size, size);
    }
}

static bool parse_advantage(const char *bytes, size_t length, uint8_t *card)
{
    return pillars_parse_card(bytes, length, card) && pillars_is_advantage(*card);
}

static bool record(struct game_chance *opaque, struct record *record, uint8_t players, bool setup)
{
    static const struct record_token advantage_token = {pillars_print_card, parse_advantage};
    static const struct record_token card_token = {pillars_print_card, pillars_parse_card};
    struct pillars_chance *outcome = OWN(pillars, opaque);
    return (!setup || record_cards(record, "advantages", outcome->pile, &outcome->pile_count,
                                   PILLARS_ADVANTAGES, &advantage_token)) &&
           record_rows(record, "hands", outcome->hands[0], outcome->hand_counts, PILLARS_HAND_MAX,
                       players, &card_token);
}

static bool pile_is_possible(const struct pillars_chance *outcome)
{
    if (outcome->pile_count != PILLARS_ADVANTAGES)
        return false;
    for (unsigned i = 0; i < PILLARS_ADVANTAGES; i++)
        if (memchr(outcome->pile, pillars_advantages[i], PILLARS_ADVANTAGES) == NULL)
            return false;
    return true;
}

/* Whether hands of the right size together hold every card of `deck` once; adds them to `hands`. */
static bool hands_are_possible(const struct pillars_chance *outcome, uint8_t players, card_set deck,
                               card_set hands[PILLARS_SEATS_MAX])
{
    for (unsigned seat = 0; seat < players; seat++) {
        if (outcome->hand_counts[seat] != pillars_hand_size(players))
            return false;
        for (unsigned i = 0; i < outcome->hand_counts[seat]; i++) {
            uint8_t card = outcome->hands[seat][i];
            if (card >= PILLARS_CARDS || !card_set_has(deck, card_kind(card, pillars_twins)))
                return false;
            deck = card_set_remove(deck, card, pillars_twins);
            hands[seat] = card_set_add(hands[seat], card, pillars_twins);
        }
    }
    return true;
}

/* Rule 2: the top of the pile comes into play. */
static void take_advantage(struct pillars_state *state)
{
    struct pillars_board *board = &state->board;
    board->advantage = state->pile[0];
    memmove(state->pile, state->pile + 1, sizeof state->pile - 1);
    memmove(board->known, board->known + 1, sizeof board->known - 1);
    board->known[PILLARS_ADVANTAGES - 1] = 0;
    board->pile_left--;
}

/* Rule 3. */
static uint8_t holder_of_aliena(const struct pillars_state *state)
{
    uint8_t seat = 0;
    while (!card_set_has(state->hands[seat], PILLARS_ALIENA))
        seat++;
    return seat;
}

static game_refusal deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                         struct game_events *events)
{
    struct pillars_state *state = OWN(pillars, opaque);
    struct pillars_board *board = &state->board;
    const struct pillars_chance *outcome = OWN(pillars, opaque_outcome);
    card_set hands[PILLARS_SEATS_MAX] = {0};
    if (board->step != PILLARS_DEAL || (board->round == 0 && !pile_is_possible(outcome)))
        return PILLARS_IMPOSSIBLE_DEAL;
    uint8_t advantage = board->round == 0 ? outcome->pile[0] : state->pile[0];
    if (!hands_are_possible(outcome, board->players,
                            pillars_deck(board->players) | CARD_BIT(advantage), hands))
        return PILLARS_IMPOSSIBLE_DEAL;
    if (board->round == 0) {
        memcpy(state->pile, outcome->pile, sizeof outcome->pile);
        board->pile_left = PILLARS_ADVANTAGES;
    }
    memcpy(state->hands, hands, sizeof hands);
    take_advantage(state);
    memset(board->tricks, 0, sizeof board->tricks);
    board->taker = board->kings_player = PILLARS_NOBODY;
    board->trick_number = 0;
    board->round++;
    board->step = PILLARS_TRICKS;
    board->first = holder_of_aliena(state);
    begin_trick(board, board->first);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PILLARS_NEW_ROUND, board->first);
    event->details[0] = (int16_t)board->round;
    event->details[1] = board->advantage;
    if (events != NULL) {
        events->new_cards = (seat_set)(SEAT_BIT(board->players) - 1);
        events->picture = true;
    }
    return PILLARS_ACCEPTED;
}

static seat_set actors(const struct game_state *state)
{
    return pillars_actors(&OWN(pillars, state)->board);
}

static size_t legal(const struct game_state *opaque, uint8_t seat, game_move *moves)
{
    const struct pillars_state *state = OWN(pillars, opaque);
    return pillars_legal(&state->board, seat, state->hands[seat], moves);
}

static game_refusal apply(struct game_state *opaque, uint8_t seat, game_move packed,
                          struct game_events *events)
{
    struct pillars_state *state = OWN(pillars, opaque);
    struct pillars_move move;
    if (!pillars_move_unpack(packed, &move))
        return PILLARS_NOT_A_MOVE;
    game_refusal refusal = pillars_check(&state->board, seat, state->hands[seat], &move);
    if (refusal != PILLARS_ACCEPTED)
        return refusal;
    if (move.action == PILLARS_PLAY)
        play_card(state, seat, move.what, events);
    else
        pillars_evaluate(state, seat, &move, events);
    return PILLARS_ACCEPTED;
}

/* A round counts once its evaluation is finished. */
static void result(const struct game_state *opaque, struct game_result *result)
{
    const struct pillars_board *board = &OWN(pillars, opaque)->board;
    memset(result, 0, sizeof *result);
    for (uint8_t seat = 0; seat < board->players; seat++)
        result->scores[seat] = board->step == PILLARS_EVALUATION ? board->evaluation.before[seat]
                                                                 : board->scores[seat];
    if (board->step == PILLARS_END)
        result->winners = pillars_leaders(board);
}

/* -- What a viewer knows ----------------------------------------------------------------------- */

static void view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view)
{
    const struct pillars_state *state = OWN(pillars, opaque);
    struct pillars_view *view = OWN(pillars, opaque_view);
    memset(view, 0, sizeof *view);
    view->board = state->board;
    view->viewer = viewer;
    view->kings_trick = state->kings_trick;
    memcpy(view->taken, state->taken, sizeof view->taken);
    if (viewer < state->board.players)
        view->hand = state->hands[viewer];
    for (unsigned seat = 0; seat < state->board.players; seat++)
        view->hand_sizes[seat] = (uint8_t)card_set_count(state->hands[seat]);
}

/* The cards in play that the viewer has not seen. */
static card_set unseen_cards(const struct pillars_view *view)
{
    const struct pillars_board *board = &view->board;
    card_set unseen = pillars_deck(board->players) | CARD_BIT(board->advantage);
    unseen = card_set_without(unseen, view->hand, pillars_twins);
    unseen = card_set_without(unseen, view->kings_trick, pillars_twins);
    for (unsigned seat = 0; seat < board->players; seat++)
        unseen = card_set_without(unseen, view->taken[seat], pillars_twins);
    for (unsigned i = 0; i < board->trick.count; i++)
        unseen = card_set_remove(unseen, board->trick.cards[i], pillars_twins);
    return unseen;
}

/* The leader of the round was dealt Aliena and holds her until she is seen. Nothing else is known
 * of a hand: any other card may be played at any time, and Alfred only as the last card. */
static void redeal_hands(const struct pillars_view *view, struct rng *rng,
                         struct pillars_state *state)
{
    const struct pillars_board *board = &view->board;
    card_set unseen = unseen_cards(view);
    uint8_t cards[PILLARS_CARDS], count = 0;
    if (card_set_has(unseen, PILLARS_ALIENA))
        state->hands[board->first] = CARD_BIT(PILLARS_ALIENA);
    unseen &= ~CARD_BIT(PILLARS_ALIENA);
    while (unseen != 0)
        cards[count++] = card_set_next(&unseen);
    rng_shuffle(rng, cards, count);
    for (uint8_t seat = 0; seat < board->players; seat++) {
        if (seat == view->viewer) {
            state->hands[seat] = view->hand;
            continue;
        }
        while (card_set_count(state->hands[seat]) < view->hand_sizes[seat])
            state->hands[seat] = card_set_add(state->hands[seat], cards[--count], pillars_twins);
    }
}

/* Cards that went under the pile are known; the others are in random order. */
static void redeal_pile(const struct pillars_board *board, struct rng *rng, uint8_t *pile)
{
    card_set elsewhere = board->step == PILLARS_TRICKS ? CARD_BIT(board->advantage) : 0;
    uint8_t cards[PILLARS_ADVANTAGES], count = 0;
    for (unsigned seat = 0; seat < board->players; seat++)
        elsewhere |= board->advantages[seat];
    for (unsigned i = 0; i < board->pile_left; i++)
        if (board->known[i] != 0)
            elsewhere |= CARD_BIT(board->known[i]);
    for (unsigned i = 0; i < PILLARS_ADVANTAGES; i++)
        if (!card_set_has(elsewhere, pillars_advantages[i]))
            cards[count++] = pillars_advantages[i];
    rng_shuffle(rng, cards, count);
    for (unsigned i = 0; i < board->pile_left; i++)
        pile[i] = board->known[i] != 0 ? board->known[i] : cards[--count];
}

static void redeal(const struct game_view *opaque_view, struct rng *rng, struct game_state *opaque)
{
    const struct pillars_view *view = OWN(pillars, opaque_view);
    struct pillars_state *state = OWN(pillars, opaque);
    memset(state, 0, sizeof *state);
    state->board = view->board;
    state->kings_trick = view->kings_trick;
    memcpy(state->taken, view->taken, sizeof state->taken);
    if (view->board.step == PILLARS_TRICKS)
        redeal_hands(view, rng, state);
    redeal_pile(&view->board, rng, state->pile);
    state->rng = rng_fork(rng);
}

/* The last card of a hand is forced. */
static bool forced(const struct game_view *opaque, uint8_t seat)
{
    const struct pillars_view *view = OWN(pillars, opaque);
    return view->board.step == PILLARS_TRICKS && view->board.mover == seat &&
           view->hand_sizes[seat] == 1;
}

const struct game_rules pillars_rules = {
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
    .forced = forced,
};

/* -- Tables ---------------------------------------------------------------------------------- */

static const struct game_option options[] = {{"max-rounds", round_caps, CAPS, 0}};

static const struct game_refusal_reason refusals[PILLARS_REFUSALS] = {
    [PILLARS_NOT_A_MOVE] = {"pillars.refusal.not-a-move", 4, "tricks"},
    [PILLARS_NOT_YOUR_TURN] = {"pillars.refusal.not-your-turn", 4, "tricks"},
    [PILLARS_IS_READY] = {"pillars.refusal.is-ready", 13, "converting"},
    [PILLARS_NO_SUCH_CARD] = {"pillars.refusal.no-such-card", 4, "tricks"},
    [PILLARS_ALFRED_LAST] = {"pillars.refusal.alfred-last", 4, "tricks"},
    [PILLARS_NOT_WHILE_PLAYING] = {"pillars.refusal.not-while-playing", 4, "tricks"},
    [PILLARS_HAND_IS_EMPTY] = {"pillars.refusal.hand-is-empty", 11, "converting"},
    [PILLARS_TOM_FIRST] = {"pillars.refusal.tom-first", 9, "evaluation"},
    [PILLARS_TOM_IS_PAID] = {"pillars.refusal.tom-is-paid", 9, "evaluation"},
    [PILLARS_NO_SUCH_CONVERTER] = {"pillars.refusal.no-such-converter", 11, "converting"},
    [PILLARS_CONVERTER_USED] = {"pillars.refusal.converter-used", 11, "converting"},
    [PILLARS_WRONG_MATERIAL] = {"pillars.refusal.wrong-material", 11, "converting"},
    [PILLARS_NO_SUCH_MATERIAL] = {"pillars.refusal.no-such-material", 11, "converting"},
    [PILLARS_CONVERT_FIRST] = {"pillars.refusal.convert-first", 12, "converting"},
    [PILLARS_DROP_FIRST] = {"pillars.refusal.drop-first", 12, "converting"},
    [PILLARS_NOTHING_TO_DROP] = {"pillars.refusal.no-such-material", 12, "converting"},
    [PILLARS_IMPOSSIBLE_DEAL] = {"pillars.refusal.impossible-deal", 2, "summary"},
};

static const char *const topics[] = {"summary",    "cards", "tricks", "evaluation",
                                     "converting", "end",   "data",   NULL};

const struct game pillars_game = {
    .id = "pillars",
    .version = 1,
    .players_min = 3,
    .players_max = 4,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .refusals = refusals,
    .refusal_count = PILLARS_REFUSALS,
    .event_count = PILLARS_EVENTS,
    .topics = topics,
    .state_size = sizeof(struct pillars_state),
    .view_size = sizeof(struct pillars_view),
    .chance_size = sizeof(struct pillars_chance),
    .rules = &pillars_rules,
    .text = &pillars_text,
    .advice = &pillars_advice,
    .lesson = &pillars_lesson,
};
