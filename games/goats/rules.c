#include "games/goats/goats.h"

#include <string.h>

_Static_assert(sizeof(struct goats_board) == 74, "no padding");
_Static_assert(sizeof(struct goats_state) <= 192, "10,000 live tables: growth is a decision");
_Static_assert(sizeof(struct goats_view) <= GAME_VIEW_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct goats_chance) <= GAME_CHANCE_MAX, "fits the host's blocks");

enum { NOBODY = GAME_SPECTATOR };

#define ALL_CARDS ((CARD_BIT(GOATS_CARDS) - 1) << 1)

/* -- The box -------------------------------------------------------------------------------- */

/* [reconstructed] */
#define HILL(smaller, larger) ((smaller) << 4 | (larger))
const uint8_t goats_hill_cards[GOATS_HILL_CARDS] = {HILL(1, 6), HILL(1, 7), HILL(1, 8), HILL(2, 5),
                                                    HILL(2, 7), HILL(2, 8), HILL(3, 5), HILL(3, 6),
                                                    HILL(3, 8), HILL(4, 5), HILL(4, 6), HILL(4, 7)};

/* [reconstructed], except for the cards that end in 0. */
uint8_t goats_heads(uint8_t card)
{
    if (card % 10 == 0)
        return 5;
    if (card % 10 == 5)
        return 3;
    return card % 2 == 0 ? 2 : 1;
}

/* -- Moves as numbers: the word, then the digits as letters, so that 12 stands before 5 -------- */

enum { HILL_WORD, PLAY_WORD };

game_move goats_move_pack(struct goats_move move)
{
    game_move word = move.hill ? HILL_WORD : PLAY_WORD;
    game_move digits = move.number < 10
                           ? (game_move)move.number << 4
                           : (game_move)(move.number / 10) << 4 | (move.number % 10 + 1u);
    return word << 8 | digits;
}

bool goats_move_unpack(game_move packed, struct goats_move *move)
{
    unsigned first = packed >> 4 & 15, second = packed & 15;
    unsigned number = second == 0 ? first : first * 10 + second - 1;
    unsigned word = packed >> 8;
    *move = (struct goats_move){.hill = word == HILL_WORD, .number = (uint8_t)number};
    if (first < 1 || first > 9 || second > 10)
        return false;
    if (word == HILL_WORD)
        return number <= GOATS_HILL_NUMBER_MAX;
    return word == PLAY_WORD && number <= GOATS_CARDS;
}

/* -- Hill and tricks --------------------------------------------------------------------------- */

unsigned goats_hill_sum(const struct goats_hill *hill)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < hill->built; i++)
        sum += hill->numbers[i];
    return sum;
}

static unsigned high_strength(const void *rule, const struct trick *trick, uint8_t card)
{
    (void)rule;
    (void)trick;
    return card;
}

static unsigned low_strength(const void *rule, const struct trick *trick, uint8_t card)
{
    (void)rule;
    (void)trick;
    return GOATS_CARDS - card;
}

uint8_t goats_trick_highest(const struct trick *trick)
{
    return trick_strongest(trick, high_strength, NULL);
}

uint8_t goats_trick_lowest(const struct trick *trick)
{
    return trick_strongest(trick, low_strength, NULL);
}

/* -- What is legal ----------------------------------------------------------------------------- */

static game_refusal check(const struct goats_board *board, card_set hand, struct goats_move move)
{
    if (board->step == GOATS_PLAY) {
        if (move.hill)
            return GOATS_NO_HILL_NOW;
        return card_set_has(hand, move.number) ? GOATS_ACCEPTED : GOATS_NO_SUCH_CARD;
    }
    if (!move.hill)
        return GOATS_HILL_FIRST;
    uint8_t hill = board->hill.cards[board->hill.built];
    return move.number == goats_hill_smaller(hill) || move.number == goats_hill_larger(hill)
               ? GOATS_ACCEPTED
               : GOATS_NOT_ON_THE_HILL_CARD;
}

static size_t legal_cards(card_set hand, game_move *moves)
{
    size_t count = 0;
    while (hand != 0) {
        game_move move = goats_move_pack((struct goats_move){false, card_set_next(&hand)});
        size_t place = count++;
        for (; place > 0 && moves[place - 1] > move; place--)
            moves[place] = moves[place - 1];
        moves[place] = move;
    }
    return count;
}

/* Writes the legal moves of the acting seat in rising order, at most GOATS_HAND; `hand` is its
 * hand. */
static size_t legal_moves(const struct goats_board *board, card_set hand, game_move *moves)
{
    if (board->step == GOATS_PLAY)
        return legal_cards(hand, moves);
    uint8_t hill = board->hill.cards[board->hill.built];
    moves[0] = goats_move_pack((struct goats_move){true, goats_hill_smaller(hill)});
    moves[1] = goats_move_pack((struct goats_move){true, goats_hill_larger(hill)});
    return 2;
}

/* -- The end of a round ------------------------------------------------------------------------ */

static uint8_t rounds_of(const struct goats_board *board)
{
    return board->series ? board->players : 1;
}

/* Rules 8 and 10. */
static uint8_t points_of(const struct goats_board *board, uint8_t seat, uint8_t heads)
{
    if (!board->series)
        return heads;
    if (board->tricks[seat] == 0 && board->no_trick_first)
        return board->hill.numbers[0];
    if (board->tricks[seat] == 0)
        return goats_hill_larger(board->hill.cards[GOATS_HILL_STEPS - 1]);
    return heads <= goats_hill_sum(&board->hill) ? heads : 0;
}

seat_set goats_leaders(const struct goats_board *board)
{
    enum { OVER = -1 };
    unsigned limit = goats_hill_sum(&board->scoring.hill);
    int32_t ranks[GAME_SEATS_MAX];
    bool all_over = true;
    for (uint8_t seat = 0; seat < board->players; seat++) {
        bool over = !board->series && board->scores[seat] > limit;
        ranks[seat] = over ? OVER : board->scores[seat];
        all_over = all_over && over;
    }
    return all_over ? 0 : game_best_seats(ranks, board->players);
}

static void end_game(struct goats_state *state, struct game_events *events)
{
    struct goats_board *board = &state->board;
    board->step = GOATS_END;
    seat_set winners = goats_leaders(board);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, GOATS_WON, 0);
    event->decisive = true;
    event->details[0] = winners;
    for (uint8_t seat = 0; seat < board->players; seat++)
        if (winners & SEAT_BIT(seat))
            event->details[1] = (int16_t)board->scores[seat];
}

/* Rule 6. */
static void end_round(struct goats_state *state, struct game_events *events)
{
    struct goats_board *board = &state->board;
    struct goats_scoring *scoring = &board->scoring;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, GOATS_COUNTED, 0);
    event->decisive = true;
    event->details[0] = (int16_t)goats_hill_sum(&board->hill);
    scoring->round = board->round;
    scoring->hill = board->hill;
    memcpy(scoring->tricks, board->tricks, sizeof scoring->tricks);
    memcpy(scoring->heads, state->heads, sizeof scoring->heads);
    for (uint8_t seat = 0; seat < board->players; seat++) {
        event->details[1 + seat] = state->heads[seat];
        scoring->points[seat] = points_of(board, seat, state->heads[seat]);
        board->scores[seat] = (uint16_t)(board->scores[seat] + scoring->points[seat]);
    }
    if (events != NULL)
        events->scoring = true;
    if (board->round == rounds_of(board)) {
        end_game(state, events);
        return;
    }
    board->step = GOATS_DEAL;
    board->first = (uint8_t)(board->first + 1); /* rule 9 */
    if (board->first == board->players)
        board->first = 0;
}

/* -- Tricks ------------------------------------------------------------------------------------ */

static void begin_trick(struct goats_board *board, uint8_t leader)
{
    board->trick = (struct trick){.leader = leader};
    board->step = GOATS_PLAY;
    board->mover = leader;
}

/* Rule 4. */
static void take_trick(struct goats_state *state, struct game_events *events)
{
    struct goats_board *board = &state->board;
    uint8_t highest = goats_trick_highest(&board->trick);
    uint8_t taker = trick_seat(&board->trick, board->players, highest);
    uint8_t heads = 0;
    for (unsigned i = 0; i < board->trick.count; i++)
        heads = (uint8_t)(heads + goats_heads(board->trick.cards[i]));
    bool last = board->trick_number == GOATS_TRICKS;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, GOATS_TAKEN, taker);
    event->decisive = true;
    event->details[0] = board->trick.cards[highest];
    event->details[1] = heads;
    event->details[2] = last;
    state->heads[taker] = (uint8_t)(state->heads[taker] + heads);
    board->tricks[taker]++;
    board->taker = taker;
    begin_trick(board, taker);
    if (last)
        end_round(state, events);
    else
        board->trick_number++;
}

/* Rule 3. */
static void turn_hill_card(struct goats_state *state, struct game_events *events)
{
    struct goats_board *board = &state->board;
    uint8_t hill = state->hills[board->hill.turned];
    board->hill.cards[board->hill.turned++] = hill;
    board->step = GOATS_HILL;
    board->mover = trick_seat(&board->trick, board->players, goats_trick_lowest(&board->trick));
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, GOATS_TURNED, board->mover);
    event->details[0] = goats_hill_smaller(hill);
    event->details[1] = goats_hill_larger(hill);
}

static void play_card(struct goats_state *state, uint8_t seat, uint8_t card,
                      struct game_events *events)
{
    struct goats_board *board = &state->board;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, GOATS_PLAYED, seat);
    event->details[0] = card;
    event->details[1] = goats_heads(card);
    state->hands[seat] &= ~CARD_BIT(card);
    state->played |= CARD_BIT(card);
    trick_add(&board->trick, card);
    if (board->trick.count < board->players)
        board->mover = trick_mover(&board->trick, board->players);
    else if (board->trick_number <= GOATS_HILL_STEPS)
        turn_hill_card(state, events);
    else
        take_trick(state, events);
}

static void build_hill(struct goats_state *state, uint8_t seat, uint8_t number,
                       struct game_events *events)
{
    struct goats_hill *hill = &state->board.hill;
    hill->numbers[hill->built++] = number;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, GOATS_BUILT, seat);
    event->details[0] = number;
    event->details[1] = (int16_t)goats_hill_sum(hill);
    event->details[2] = hill->built;
    take_trick(state, events);
}

/* -- The interface of games/game.h ----------------------------------------------------------- */

static void begin(struct game_state *opaque, uint8_t players, const uint8_t *options,
                  const struct rng *rng)
{
    struct goats_state *state = OWN(goats, opaque);
    memset(state, 0, sizeof *state);
    state->rng = *rng;
    state->board.players = players;
    state->board.series = options[0];
    state->board.no_trick_first = options[1];
    state->board.step = GOATS_DEAL;
    state->board.taker = NOBODY;
}

static enum game_phase phase(const struct game_state *state)
{
    return game_phase_of(OWN(goats, state)->board.step, GOATS_DEAL, GOATS_END);
}

/* The setup draws the first player below the number of players. Then every deal shuffles the cards
 * 1 2 … 50 and gives the first eight to seat 1, the next eight to seat 2 and so on. Last it
 * shuffles the hill cards 1/6 1/7 1/8 2/5 2/7 2/8 3/5 3/6 3/8 4/5 4/6 4/7; the first is the top. */
static void draw(struct game_state *opaque, struct game_chance *opaque_outcome)
{
    struct goats_state *state = OWN(goats, opaque);
    struct goats_chance *outcome = OWN(goats, opaque_outcome);
    memset(outcome, 0, sizeof *outcome);
    if (state->board.round == 0)
        outcome->first = (uint8_t)rng_below(&state->rng, state->board.players);
    uint8_t cards[GOATS_CARDS];
    for (unsigned i = 0; i < GOATS_CARDS; i++)
        cards[i] = (uint8_t)(i + 1);
    rng_shuffle(&state->rng, cards, GOATS_CARDS);
    for (unsigned seat = 0; seat < state->board.players; seat++) {
        outcome->hand_counts[seat] = GOATS_HAND;
        memcpy(outcome->hands[seat], cards + (size_t)seat * GOATS_HAND, GOATS_HAND);
    }
    outcome->hill_count = GOATS_HILL_CARDS;
    memcpy(outcome->hills, goats_hill_cards, GOATS_HILL_CARDS);
    rng_shuffle(&state->rng, outcome->hills, GOATS_HILL_CARDS);
}

static void hill_print(uint8_t code, struct text *out)
{
    text_add_format(out, "%u/%u", goats_hill_smaller(code), goats_hill_larger(code));
}

static bool hill_parse(const char *bytes, size_t length, uint8_t *code)
{
    for (unsigned i = 0; i < GOATS_HILL_CARDS; i++) {
        uint8_t hill = goats_hill_cards[i];
        if (length == 3 && bytes[0] == '0' + goats_hill_smaller(hill) && bytes[1] == '/' &&
            bytes[2] == '0' + goats_hill_larger(hill)) {
            *code = hill;
            return true;
        }
    }
    return false;
}

static bool record(struct game_chance *opaque, struct record *record, uint8_t players, bool setup)
{
    static const struct record_token hill_token = {hill_print, hill_parse};
    struct goats_chance *outcome = OWN(goats, opaque);
    return (!setup || record_seat(record, "first", &outcome->first)) &&
           record_rows(record, "hands", outcome->hands[0], outcome->hand_counts, GOATS_HAND,
                       players, &record_number_token) &&
           record_cards(record, "hills", outcome->hills, &outcome->hill_count, GOATS_HILL_CARDS,
                        &hill_token);
}

/* Whether the hill cards are the twelve different ones. */
static bool hills_are_possible(const struct goats_chance *outcome)
{
    if (outcome->hill_count != GOATS_HILL_CARDS)
        return false;
    for (unsigned i = 0; i < GOATS_HILL_CARDS; i++)
        if (memchr(outcome->hills, goats_hill_cards[i], GOATS_HILL_CARDS) == NULL)
            return false;
    return true;
}

/* Whether each hand has eight different cards; adds them to `hands`. */
static bool hands_are_possible(const struct goats_chance *outcome, uint8_t players, card_set *hands)
{
    card_set all = 0;
    for (unsigned seat = 0; seat < players; seat++) {
        if (outcome->hand_counts[seat] != GOATS_HAND)
            return false;
        for (unsigned i = 0; i < GOATS_HAND; i++) {
            uint8_t card = outcome->hands[seat][i];
            if (card > GOATS_CARDS || !card_set_has(ALL_CARDS & ~all, card))
                return false;
            all |= CARD_BIT(card);
            hands[seat] |= CARD_BIT(card);
        }
    }
    return true;
}

static game_refusal deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                         struct game_events *events)
{
    struct goats_state *state = OWN(goats, opaque);
    struct goats_board *board = &state->board;
    const struct goats_chance *outcome = OWN(goats, opaque_outcome);
    card_set hands[GAME_SEATS_MAX] = {0};
    if (board->step != GOATS_DEAL || (board->round == 0 && outcome->first >= board->players) ||
        !hands_are_possible(outcome, board->players, hands) || !hills_are_possible(outcome))
        return GOATS_IMPOSSIBLE_DEAL;
    if (board->round == 0)
        board->first = outcome->first;
    memcpy(state->hands, hands, sizeof hands);
    memcpy(state->hills, outcome->hills, sizeof state->hills);
    state->played = 0;
    memset(state->heads, 0, sizeof state->heads);
    memset(board->tricks, 0, sizeof board->tricks);
    board->hill = (struct goats_hill){0};
    board->taker = NOBODY;
    board->trick_number = 1;
    board->round++;
    begin_trick(board, board->first);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, GOATS_NEW_ROUND, board->first);
    event->details[0] = board->round;
    event->details[1] = rounds_of(board);
    if (events != NULL) {
        events->new_cards = (seat_set)(SEAT_BIT(board->players) - 1);
        events->picture = true;
    }
    return GOATS_ACCEPTED;
}

static seat_set actors(const struct game_state *state)
{
    const struct goats_state *own = OWN(goats, state);
    return phase(state) == GAME_MOVES ? SEAT_BIT(own->board.mover) : 0;
}

static size_t legal(const struct game_state *opaque, uint8_t seat, game_move *moves)
{
    const struct goats_state *state = OWN(goats, opaque);
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return 0;
    return legal_moves(&state->board, state->hands[seat], moves);
}

static game_refusal apply(struct game_state *opaque, uint8_t seat, game_move packed,
                          struct game_events *events)
{
    struct goats_state *state = OWN(goats, opaque);
    struct goats_move move;
    if (!goats_move_unpack(packed, &move))
        return GOATS_NOT_A_MOVE;
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return GOATS_NOT_YOUR_TURN;
    game_refusal refusal = check(&state->board, state->hands[seat], move);
    if (refusal != GOATS_ACCEPTED)
        return refusal;
    if (move.hill)
        build_hill(state, seat, move.number, events);
    else
        play_card(state, seat, move.number, events);
    return GOATS_ACCEPTED;
}

/* An unfinished single round scores the heads taken so far. An unfinished round of a series scores
 * nothing. */
static void result(const struct game_state *opaque, struct game_result *result)
{
    const struct goats_state *state = OWN(goats, opaque);
    const struct goats_board *board = &state->board;
    memset(result, 0, sizeof *result);
    for (uint8_t seat = 0; seat < board->players; seat++)
        result->scores[seat] = board->series ? board->scores[seat] : state->heads[seat];
    if (board->step == GOATS_END)
        result->winners = goats_leaders(board);
}

static void view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view)
{
    const struct goats_state *state = OWN(goats, opaque);
    struct goats_view *view = OWN(goats, opaque_view);
    memset(view, 0, sizeof *view);
    view->board = state->board;
    view->viewer = viewer;
    view->played = state->played;
    memcpy(view->heads, state->heads, sizeof view->heads);
    if (viewer < state->board.players)
        view->hand = state->hands[viewer];
    for (unsigned seat = 0; seat < state->board.players; seat++)
        view->hand_sizes[seat] = (uint8_t)card_set_count(state->hands[seat]);
}

/* The hill cards that are turned up lie on top; the others lie below in random order, as long as
 * that matters. */
static void redeal_hills(const struct goats_hill *hill, struct rng *rng,
                         uint8_t hills[GOATS_HILL_CARDS])
{
    uint8_t count = hill->turned;
    memcpy(hills, hill->cards, hill->turned);
    for (unsigned i = 0; i < GOATS_HILL_CARDS; i++)
        if (memchr(hill->cards, goats_hill_cards[i], hill->turned) == NULL)
            hills[count++] = goats_hill_cards[i];
    if (hill->turned < GOATS_HILL_STEPS)
        rng_shuffle(rng, hills + hill->turned, (size_t)(GOATS_HILL_CARDS - hill->turned));
}

/* Any card may be played at any time, so the played cards tell nothing about the hands. */
static void redeal(const struct game_view *opaque_view, struct rng *rng, struct game_state *opaque)
{
    const struct goats_view *view = OWN(goats, opaque_view);
    struct goats_state *state = OWN(goats, opaque);
    memset(state, 0, sizeof *state);
    state->board = view->board;
    state->played = view->played;
    memcpy(state->heads, view->heads, sizeof state->heads);
    uint8_t cards[GOATS_CARDS], count = 0;
    card_set unseen = ALL_CARDS & ~view->played & ~view->hand;
    while (unseen != 0)
        cards[count++] = card_set_next(&unseen);
    rng_shuffle(rng, cards, count);
    for (uint8_t seat = 0; seat < view->board.players; seat++) {
        if (seat == view->viewer) {
            state->hands[seat] = view->hand;
            continue;
        }
        for (unsigned i = 0; i < view->hand_sizes[seat]; i++)
            state->hands[seat] |= CARD_BIT(cards[--count]);
    }
    redeal_hills(&view->board.hill, rng, state->hills);
    state->rng = rng_fork(rng);
}

/* The last card of a hand is forced. */
static bool forced(const struct game_view *opaque, uint8_t seat)
{
    const struct goats_view *view = OWN(goats, opaque);
    return view->board.step == GOATS_PLAY && view->board.mover == seat &&
           view->hand_sizes[seat] == 1;
}

const struct game_rules goats_rules = {
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

static const char *const rounds[] = {"single", "series"};

static const char *const no_trick[] = {"last", "first"};

static const struct game_option options[] = {{"rounds", rounds, 2, 0},
                                             {"no-trick", no_trick, 2, 0}};

static const struct game_refusal_reason refusals[GOATS_REFUSALS] = {
    [GOATS_NOT_A_MOVE] = {"goats.refusal.not-a-move", 2, "tricks"},
    [GOATS_NOT_YOUR_TURN] = {"goats.refusal.not-your-turn", 2, "tricks"},
    [GOATS_NO_SUCH_CARD] = {"goats.refusal.no-such-card", 2, "tricks"},
    [GOATS_HILL_FIRST] = {"goats.refusal.hill-first", 3, "hill"},
    [GOATS_NO_HILL_NOW] = {"goats.refusal.no-hill-now", 3, "hill"},
    [GOATS_NOT_ON_THE_HILL_CARD] = {"goats.refusal.not-on-the-hill-card", 3, "hill"},
    [GOATS_IMPOSSIBLE_DEAL] = {"goats.refusal.impossible-deal", 1, "summary"},
};

static const char *const topics[] = {"summary", "tricks", "hill", "winning",
                                     "series",  "data",   NULL};

const struct game goats_game = {
    .id = "goats",
    .version = 1,
    .players_min = 3,
    .players_max = 6,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_added = 1,
    .refusals = refusals,
    .refusal_count = GOATS_REFUSALS,
    .event_count = GOATS_EVENTS,
    .topics = topics,
    .state_size = sizeof(struct goats_state),
    .view_size = sizeof(struct goats_view),
    .chance_size = sizeof(struct goats_chance),
    .rules = &goats_rules,
    .text = &goats_text,
    .advice = &goats_advice,
    .may_have_no_winner = true, /* rule 8 */
    .lesson = &goats_lesson,
};
