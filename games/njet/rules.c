#include "games/njet/njet.h"

#include <string.h>

_Static_assert(sizeof(struct njet_state) <= 216, "10,000 live tables: growth is a decision");
_Static_assert(sizeof(struct njet_view) <= GAME_VIEW_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct njet_chance) <= GAME_CHANCE_MAX, "fits the host's blocks");

enum { NOBODY = GAME_SPECTATOR, STONES = 15, STONES_OF_THREE = 14 };

static uint8_t seat_after(const struct njet_board *board, uint8_t seat)
{
    return (uint8_t)((seat + 1) % board->players);
}

/* -- The end of a round ------------------------------------------------------------------------ */

seat_set njet_leaders(const struct njet_board *board)
{
    int32_t ranks[NJET_SEATS_MAX];
    for (uint8_t seat = 0; seat < board->players; seat++)
        ranks[seat] = board->scores[seat];
    return game_best_seats(ranks, board->players);
}

/* Rule 13. */
static void end_game(struct njet_state *state, struct game_events *events)
{
    struct njet_board *board = &state->board;
    seat_set winners = njet_leaders(board);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, NJET_WON, 0);
    board->step = NJET_END;
    event->decisive = true;
    event->details[0] = winners;
    event->details[1] = (int16_t)board->scores[__builtin_ctz(winners)];
}

/* Rule 12. */
static uint8_t factor_of(const struct njet_scoring *scoring, seat_set team)
{
    return scoring->alone == team ? 2 : 1;
}

static unsigned score_of_each(const struct njet_scoring *scoring, seat_set team)
{
    return njet_team_sum(scoring, team) * factor_of(scoring, team);
}

static void score_team(struct njet_board *board, seat_set team, struct game_events *events)
{
    const struct njet_scoring *scoring = &board->scoring;
    unsigned each = score_of_each(scoring, team);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, NJET_COUNTED, 0);
    event->decisive = true;
    event->details[0] = team;
    event->details[3] = scoring->points;
    event->details[4] = factor_of(scoring, team);
    event->details[5] = (int16_t)each;
    for (uint8_t seat = 0; seat < board->players; seat++) {
        if (!(team & SEAT_BIT(seat)))
            continue;
        event->details[1] = (int16_t)(event->details[1] + scoring->tricks[seat]);
        event->details[2] = (int16_t)(event->details[2] + scoring->booty[seat]);
        board->scores[seat] = (uint16_t)(board->scores[seat] + each);
    }
}

static void contest(const struct game_state *opaque, struct game_contest *contest)
{
    const struct njet_board *board = &OWN(njet, opaque)->board;
    const struct njet_scoring *scoring = &board->scoring;
    seat_set others = (seat_set)(njet_everybody(board) & ~scoring->team);
    unsigned team = score_of_each(scoring, scoring->team);
    unsigned rivals = score_of_each(scoring, others);
    memset(contest, 0, sizeof *contest);
    contest->number = scoring->round;
    for (uint8_t seat = 0; seat < board->players; seat++) {
        bool is_rival = (others & SEAT_BIT(seat)) != 0;
        contest->teams[seat] = is_rival;
        contest->places[seat] = is_rival ? rivals < team : team < rivals;
    }
}

/* What was hidden in this round no longer matters. */
static void forget_round(struct njet_state *state)
{
    memset(state->discards, 0, sizeof state->discards);
    memset(state->absent, 0, sizeof state->absent);
    state->played = 0;
    state->board.discarded = 0;
}

static void end_round(struct njet_state *state, struct game_events *events)
{
    struct njet_board *board = &state->board;
    struct njet_scoring *scoring = &board->scoring;
    scoring->round = board->round;
    scoring->points = njet_points(board);
    scoring->team = board->team;
    scoring->alone = njet_alone(board->players, board->team);
    memcpy(scoring->tricks, board->tricks, sizeof scoring->tricks);
    memcpy(scoring->booty, board->booty, sizeof scoring->booty);
    score_team(board, board->team, events);
    score_team(board, (seat_set)(njet_everybody(board) & ~board->team), events);
    forget_round(state);
    if (events != NULL)
        events->scoring = true;
    if (board->round == board->rounds) {
        end_game(state, events);
        return;
    }
    board->step = NJET_DEAL;
    board->dealer = seat_after(board, board->dealer);
}

/* -- Tricks ------------------------------------------------------------------------------------ */

static void begin_trick(struct njet_board *board, uint8_t leader)
{
    board->trick = (struct trick){.leader = leader};
    board->mover = leader;
}

static void begin_tricks(struct njet_board *board)
{
    board->step = NJET_TRICKS;
    board->trick_number = 1;
    begin_trick(board, njet_start_seat(board));
}

/* Rule 11: counts the 1s of the other team. */
static uint8_t booty_in_trick(const struct njet_board *board, uint8_t taker)
{
    seat_set team = njet_team_of(board, taker);
    uint8_t booty = 0;
    for (uint8_t i = 0; i < board->trick.count; i++) {
        uint8_t seat = trick_seat(&board->trick, board->players, i);
        if (njet_value(board->trick.cards[i]) == 1 && !(team & SEAT_BIT(seat)))
            booty++;
    }
    return booty;
}

static void take_trick(struct njet_state *state, struct game_events *events)
{
    struct njet_board *board = &state->board;
    uint8_t position = njet_trick_winner(board);
    uint8_t taker = trick_seat(&board->trick, board->players, position);
    uint8_t booty = booty_in_trick(board, taker);
    bool last = board->trick_number == njet_trick_count(board);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, NJET_TAKEN, taker);
    event->decisive = true;
    event->details[0] = board->trick.cards[position];
    event->details[1] = booty;
    event->details[2] = last;
    event->details[3] = position + 1 == board->players;
    board->tricks[taker]++;
    board->booty[taker] = (uint8_t)(board->booty[taker] + booty);
    board->taker = taker;
    begin_trick(board, taker);
    if (last)
        end_round(state, events);
    else
        board->trick_number++;
}

static void play_card(struct njet_state *state, uint8_t seat, uint8_t card,
                      struct game_events *events)
{
    struct njet_board *board = &state->board;
    struct game_event unread;
    game_event_add(events, &unread, NJET_PLAYED, seat)->details[0] = card;
    state->absent[seat] |= njet_shown_absent(board, card);
    state->hands[seat] = card_set_remove(state->hands[seat], card, njet_twins);
    state->played = card_set_add(state->played, card, njet_twins);
    trick_add(&board->trick, card);
    if (board->trick.count < board->players)
        board->mover = trick_mover(&board->trick, board->players);
    else
        take_trick(state, events);
}

/* -- Before the tricks ------------------------------------------------------------------------- */

static void tell_conditions(const struct njet_board *board, struct game_events *events)
{
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, NJET_CONDITIONS, board->mover);
    event->decisive = true;
    event->details[0] = njet_discard_count(board);
    event->details[1] = njet_free_cell(board, NJET_ROW_TRUMP);
    event->details[2] = njet_free_cell(board, NJET_ROW_SUPER);
    event->details[3] = njet_points(board);
}

static void put_stone(struct njet_state *state, uint8_t seat, uint8_t cell,
                      struct game_events *events)
{
    struct njet_board *board = &state->board;
    uint8_t row = njet_row_of(cell);
    board->stones[cell] = (uint8_t)(NJET_STONE + seat);
    board->stones_left--;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, NJET_SAID_NO, seat);
    event->details[0] = cell;
    event->details[1] = njet_row_is_decided(board, row) ? njet_free_cell(board, row) : -1;
    board->mover = seat_after(board, seat);
    if (board->stones_left > 0)
        return;
    board->step = NJET_CHOOSE_PARTNER;
    board->mover = njet_start_seat(board);
    tell_conditions(board, events);
}

static void make_teams(struct njet_state *state, uint8_t seat, seat_set partner,
                       struct game_events *events)
{
    struct njet_board *board = &state->board;
    board->team = (seat_set)(SEAT_BIT(seat) | partner);
    struct game_event unread;
    game_event_add(events, &unread, NJET_TEAMS, seat)->details[0] = board->team;
    if (njet_discard_count(board) == 0) {
        begin_tricks(board);
        return;
    }
    board->step = NJET_DISCARDING;
    board->mover = 0;
}

static void lay_aside(struct njet_state *state, uint8_t seat, uint8_t card)
{
    state->hands[seat] = card_set_remove(state->hands[seat], card, njet_twins);
    state->discards[seat] = card_set_add(state->discards[seat], card, njet_twins);
}

static void discard(struct njet_state *state, uint8_t seat, const struct njet_move *move,
                    struct game_events *events)
{
    struct njet_board *board = &state->board;
    uint8_t count = njet_discard_count(board);
    lay_aside(state, seat, move->what);
    if (count > 1)
        lay_aside(state, seat, move->second);
    board->discarded |= SEAT_BIT(seat);
    seat_set left = njet_actors(board);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, NJET_DISCARDED, seat);
    event->details[0] = count;
    event->details[1] = (int16_t)__builtin_popcount(left);
    if (left != 0) {
        board->mover = (uint8_t)__builtin_ctz(left);
        return;
    }
    begin_tricks(board);
    game_event_add(events, &unread, NJET_TRICKS_BEGIN, board->mover);
}

/* -- The interface of games/game.h ----------------------------------------------------------- */

static void begin(struct game_state *opaque, uint8_t players, const uint8_t *options,
                  const struct rng *rng)
{
    struct njet_state *state = OWN(njet, opaque);
    memset(state, 0, sizeof *state);
    state->rng = *rng;
    state->board.players = players;
    state->board.rounds = options[0] > 0 ? options[0] : players == 3 ? 9 : 8;
    state->board.must_trump = options[1];
    state->board.step = NJET_DEAL;
    state->board.taker = NOBODY;
}

static enum game_phase phase(const struct game_state *state)
{
    return game_phase_of(OWN(njet, state)->board.step, NJET_DEAL, NJET_END);
}

/* The setup draws the first dealer below the number of players. Then every deal shuffles the cards
 * b1 b1 b2 … b9 g1 g1 g2 … k1 k1 k2 … r1 r1 r2 … r9 (with 3 players without the 2s). The first ten
 * (with 3 players twelve) go to seat 1, the next to seat 2 and so on. */
static void draw(struct game_state *opaque, struct game_chance *opaque_outcome)
{
    struct njet_state *state = OWN(njet, opaque);
    struct njet_chance *outcome = OWN(njet, opaque_outcome);
    uint8_t players = state->board.players;
    memset(outcome, 0, sizeof *outcome);
    if (state->board.round == 0)
        outcome->dealer = (uint8_t)rng_below(&state->rng, players);
    uint8_t cards[NJET_CARDS];
    unsigned count = 0;
    for (card_set deck = njet_deck(players); deck != 0;)
        cards[count++] = card_kind(card_set_next(&deck), njet_twins);
    rng_shuffle(&state->rng, cards, count);
    for (unsigned seat = 0; seat < players; seat++) {
        outcome->hand_counts[seat] = (uint8_t)(count / players);
        memcpy(outcome->hands[seat], cards + seat * (count / players), count / players);
    }
}

static bool record(struct game_chance *opaque, struct record *record, uint8_t players, bool setup)
{
    static const struct record_token card_token = {njet_print_card, njet_parse_card};
    struct njet_chance *outcome = OWN(njet, opaque);
    return (!setup || record_seat(record, "dealer", &outcome->dealer)) &&
           record_rows(record, "hands", outcome->hands[0], outcome->hand_counts, NJET_HAND_MAX,
                       players, &card_token);
}

/* Whether equal hands hold the whole deck; adds them to `hands`. */
static bool is_possible(const struct njet_chance *outcome, uint8_t players, card_set *hands)
{
    card_set rest = njet_deck(players);
    unsigned size = card_set_count(rest) / players;
    for (unsigned seat = 0; seat < players; seat++) {
        if (outcome->hand_counts[seat] != size)
            return false;
        for (unsigned i = 0; i < size; i++) {
            uint8_t card = outcome->hands[seat][i];
            if (card >= NJET_CARDS || !card_set_has(rest, card_kind(card, njet_twins)))
                return false;
            rest = card_set_remove(rest, card, njet_twins);
            hands[seat] = card_set_add(hands[seat], card, njet_twins);
        }
    }
    return true;
}

static void clear_board(struct njet_board *board)
{
    memset(board->stones, NJET_FREE, sizeof board->stones);
    board->stones_left = STONES;
    if (board->players == 3) {
        board->stones[njet_rows[NJET_ROW_START].first + 3] = NJET_COVERED;
        board->stones_left = STONES_OF_THREE;
    }
    board->team = 0;
    board->trick_number = 0;
    board->taker = NOBODY;
    board->trick = (struct trick){0};
    memset(board->tricks, 0, sizeof board->tricks);
    memset(board->booty, 0, sizeof board->booty);
}

static game_refusal deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                         struct game_events *events)
{
    struct njet_state *state = OWN(njet, opaque);
    struct njet_board *board = &state->board;
    const struct njet_chance *outcome = OWN(njet, opaque_outcome);
    card_set hands[NJET_SEATS_MAX] = {0};
    if (board->step != NJET_DEAL || (board->round == 0 && outcome->dealer >= board->players) ||
        !is_possible(outcome, board->players, hands))
        return NJET_IMPOSSIBLE_DEAL;
    if (board->round == 0)
        board->dealer = outcome->dealer;
    memcpy(state->hands, hands, sizeof hands);
    clear_board(board);
    board->round++;
    board->step = NJET_STONES;
    board->mover = seat_after(board, board->dealer);
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, NJET_NEW_ROUND, board->dealer);
    event->details[0] = board->round;
    event->details[1] = board->rounds;
    event->details[2] = board->mover;
    if (events != NULL) {
        events->new_cards = njet_everybody(board);
        events->picture = true;
    }
    return NJET_ACCEPTED;
}

static seat_set actors(const struct game_state *state)
{
    return njet_actors(&OWN(njet, state)->board);
}

static size_t legal(const struct game_state *opaque, uint8_t seat, game_move *moves)
{
    const struct njet_state *state = OWN(njet, opaque);
    return njet_legal(&state->board, seat, state->hands[seat], moves);
}

static game_refusal apply(struct game_state *opaque, uint8_t seat, game_move packed,
                          struct game_events *events)
{
    struct njet_state *state = OWN(njet, opaque);
    struct njet_move move;
    if (!njet_move_unpack(packed, &move))
        return NJET_NOT_A_MOVE;
    game_refusal refusal = njet_check(&state->board, seat, state->hands[seat], &move);
    if (refusal != NJET_ACCEPTED)
        return refusal;
    switch (move.action) {
    case NJET_NJET:
        put_stone(state, seat, move.what, events);
        break;
    case NJET_ALONE:
        make_teams(state, seat, 0, events);
        break;
    case NJET_PARTNER:
        make_teams(state, seat, SEAT_BIT(move.what), events);
        break;
    case NJET_DISCARD:
        discard(state, seat, &move, events);
        break;
    default:
        play_card(state, seat, move.what, events);
    }
    return NJET_ACCEPTED;
}

static void result(const struct game_state *opaque, struct game_result *result)
{
    const struct njet_board *board = &OWN(njet, opaque)->board;
    memset(result, 0, sizeof *result);
    for (uint8_t seat = 0; seat < board->players; seat++)
        result->scores[seat] = board->scores[seat];
    if (board->step == NJET_END)
        result->winners = njet_leaders(board);
}

static void view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view)
{
    const struct njet_state *state = OWN(njet, opaque);
    struct njet_view *view = OWN(njet, opaque_view);
    memset(view, 0, sizeof *view);
    view->board = state->board;
    view->viewer = viewer;
    view->played = state->played;
    memcpy(view->absent, state->absent, sizeof view->absent);
    if (viewer < state->board.players) {
        view->hand = state->hands[viewer];
        view->discards = state->discards[viewer];
    }
    for (unsigned seat = 0; seat < state->board.players; seat++)
        view->hand_sizes[seat] = (uint8_t)card_set_count(state->hands[seat]);
}

/* The last card of a hand is forced. */
static bool forced(const struct game_view *opaque, uint8_t seat)
{
    const struct njet_view *view = OWN(njet, opaque);
    return view->board.step == NJET_TRICKS && view->board.mover == seat &&
           view->hand_sizes[seat] == 1;
}

/* Everybody sees where stones may be placed, and whom the start player may choose. */
static bool open(const struct game_view *opaque, uint8_t seat)
{
    const struct njet_view *view = OWN(njet, opaque);
    (void)seat;
    return view->board.step == NJET_STONES || view->board.step == NJET_CHOOSE_PARTNER;
}

const struct game_rules njet_rules = {
    .begin = begin,
    .phase = phase,
    .draw = draw,
    .record = record,
    .deal = deal,
    .actors = actors,
    .legal = legal,
    .apply = apply,
    .result = result,
    .contest = contest,
    .view = view,
    .redeal = njet_redeal,
    .forced = forced,
    .open = open,
};

/* -- Tables ---------------------------------------------------------------------------------- */

static const char *const rounds[] = {"full", "1", "2", "3",  "4",  "5", "6",
                                     "7",    "8", "9", "10", "11", "12"};
static const char *const off_on[] = {"off", "on"};

static const struct game_option options[] = {
    {"rounds", rounds, 13, 0},
    {"must-trump", off_on, 2, 0},
};

static const struct game_refusal_reason refusals[NJET_REFUSALS] = {
    [NJET_NOT_A_MOVE] = {"njet.refusal.not-a-move", 2, "njet"},
    [NJET_NOT_YOUR_TURN] = {"njet.refusal.not-your-turn", 2, "njet"},
    [NJET_NOT_NOW] = {"njet.refusal.not-now", 2, "njet"},
    [NJET_CELL_IS_COVERED] = {"njet.refusal.cell-is-covered", 2, "njet"},
    [NJET_LAST_OF_ITS_ROW] = {"njet.refusal.last-of-its-row", 2, "njet"},
    [NJET_NOT_YOURSELF] = {"njet.refusal.not-yourself", 3, "njet"},
    [NJET_NO_SUCH_SEAT] = {"njet.refusal.no-such-seat", 3, "njet"},
    [NJET_NOT_ALONE] = {"njet.refusal.not-alone", 3, "njet"},
    [NJET_WRONG_NUMBER] = {"njet.refusal.wrong-number", 4, "njet"},
    [NJET_HAS_DISCARDED] = {"njet.refusal.has-discarded", 4, "njet"},
    [NJET_NO_SUCH_DISCARD] = {"njet.refusal.no-such-card", 4, "njet"},
    [NJET_NO_SUCH_CARD] = {"njet.refusal.no-such-card", 5, "tricks"},
    [NJET_MUST_FOLLOW] = {"njet.refusal.must-follow", 8, "tricks"},
    [NJET_MUST_TRUMP] = {"njet.refusal.must-trump", 9, "tricks"},
    [NJET_IMPOSSIBLE_DEAL] = {"njet.refusal.impossible-deal", 1, "summary"},
};

static const char *const topics[] = {"summary", "njet", "tricks", "ones", "scoring", NULL};

const struct game njet_game = {
    .id = "njet",
    .version = 1,
    .players_min = 3,
    .players_max = 4,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .refusals = refusals,
    .refusal_count = NJET_REFUSALS,
    .event_count = NJET_EVENTS,
    .topics = topics,
    .state_size = sizeof(struct njet_state),
    .view_size = sizeof(struct njet_view),
    .chance_size = sizeof(struct njet_chance),
    .rules = &njet_rules,
    .text = &njet_text,
    .advice = &njet_advice,
    .lesson = &njet_lesson,
};
