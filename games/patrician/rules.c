#include "games/patrician/patrician.h"

#include <string.h>

_Static_assert(sizeof(struct patrician_state) <= 520, "10,000 live tables: growth is a decision");
_Static_assert(sizeof(struct patrician_view) <= GAME_VIEW_MAX, "fits the host's blocks");
_Static_assert(sizeof(struct patrician_chance) <= GAME_CHANCE_MAX, "fits the host's blocks");

enum { NOBODY = GAME_SPECTATOR };

/* -- Moves as numbers: word, city, what, sites, from the highest bits down --------------------- */

game_move patrician_move_pack(struct patrician_move move)
{
    game_move sites = move.sites[1] == 0 ? move.sites[0] : move.sites[0] * 4u + move.sites[1];
    game_move packed = (game_move)move.action << 12;
    if (move.action == PATRICIAN_PASSING)
        return packed;
    packed |= (game_move)patrician_rank[move.city] << 8;
    if (move.action == PATRICIAN_PLAYING)
        packed |= (game_move)patrician_card_what(move.card) << 4;
    return packed | (move.action == PATRICIAN_TAKING ? 0 : sites);
}

static bool is_site(unsigned site)
{
    return site == 1 || site == 2;
}

static bool unpack_play(game_move packed, struct patrician_move *move)
{
    unsigned what = packed >> 4 & 15;
    if (what >= PATRICIAN_WHATS)
        return false;
    move->card = patrician_card(move->city, (enum patrician_what)what);
    if (what == PATRICIAN_TWO) {
        move->sites[0] = packed >> 2 & 3;
        move->sites[1] = packed & 3;
    } else {
        move->sites[0] = packed & 15;
    }
    return patrician_card_copies(move->card) > 0 && is_site(move->sites[0]) &&
           (what != PATRICIAN_TWO || is_site(move->sites[1]));
}

bool patrician_move_unpack(game_move packed, struct patrician_move *move)
{
    unsigned rank = packed >> 8 & 15;
    *move = (struct patrician_move){.action = (uint8_t)(packed >> 12 & 3)};
    if (packed >> 14 != 0 || rank >= PATRICIAN_CITIES)
        return false;
    move->city = patrician_alphabet[rank];
    switch (move->action) {
    case PATRICIAN_MOVING:
        move->sites[0] = packed & 15;
        return (packed >> 4 & 15) == 0 && is_site(move->sites[0]);
    case PATRICIAN_PASSING:
        move->city = 0;
        return (packed & 0xFFF) == 0;
    case PATRICIAN_PLAYING:
        return unpack_play(packed, move);
    default:
        return (packed & 0xFF) == 0;
    }
}

/* -- What is legal ----------------------------------------------------------------------------- */

unsigned patrician_hand_size(const uint8_t hand[PATRICIAN_HAND])
{
    unsigned size = 0;
    while (size < PATRICIAN_HAND && hand[size] != PATRICIAN_NO_CARD)
        size++;
    return size;
}

static bool holds(const uint8_t hand[PATRICIAN_HAND], uint8_t card)
{
    for (unsigned i = 0; i < PATRICIAN_HAND; i++)
        if (hand[i] == card)
            return true;
    return false;
}

/* Rule 3, floor by floor. */
static bool may_build(const struct patrician_city *city, unsigned limit, const uint8_t *sites)
{
    unsigned heights[PATRICIAN_SITES] = {city->heights[0], city->heights[1]};
    for (unsigned i = 0; i < PATRICIAN_SITES && sites[i] != 0; i++) {
        unsigned site = sites[i] - 1u;
        bool last = heights[0] + heights[1] + 1 == limit;
        if (last && heights[1 - site] == 0)
            return false;
        heights[site]++;
    }
    return true;
}

static game_refusal check_play(const struct patrician_board *board, const uint8_t *hand,
                               const struct patrician_move *move)
{
    if (!holds(hand, move->card))
        return PATRICIAN_NO_SUCH_CARD;
    return may_build(&board->cities[move->city], patrician_cities[move->city].limit, move->sites)
               ? PATRICIAN_ACCEPTED
               : PATRICIAN_EMPTY_SITE_FIRST;
}

static bool has_floor(const struct patrician_city *city, uint8_t seat)
{
    for (unsigned site = 0; site < PATRICIAN_SITES; site++)
        if (memchr(city->floors[site], seat, city->heights[site]) != NULL)
            return true;
    return false;
}

/* Rule 5, except for the choice of the site. */
static game_refusal check_city_to_move(const struct patrician_board *board, unsigned city)
{
    if (city == patrician_card_city(board->turn.card))
        return PATRICIAN_JUST_BUILT_THERE;
    if (patrician_is_scored(&board->cities[city]))
        return PATRICIAN_ALREADY_SCORED;
    return has_floor(&board->cities[city], board->mover) ? PATRICIAN_ACCEPTED
                                                         : PATRICIAN_NO_OWN_FLOOR;
}

static game_refusal check_move(const struct patrician_board *board,
                               const struct patrician_move *move)
{
    if (move->city >= patrician_cities_in_play(board->players))
        return PATRICIAN_NOT_IN_PLAY;
    game_refusal refusal = check_city_to_move(board, move->city);
    if (refusal == PATRICIAN_ACCEPTED && board->cities[move->city].heights[move->sites[0] - 1] == 0)
        return PATRICIAN_NO_TOWER;
    return refusal;
}

static game_refusal check_take(const struct patrician_board *board,
                               const struct patrician_move *move)
{
    if (move->city >= patrician_cities_in_play(board->players))
        return PATRICIAN_NOT_IN_PLAY;
    return board->cities[move->city].open == PATRICIAN_NO_CARD ? PATRICIAN_NO_CARD_THERE
                                                               : PATRICIAN_ACCEPTED;
}

static game_refusal check(const struct patrician_board *board, const uint8_t *hand,
                          const struct patrician_move *move)
{
    switch (board->step) {
    case PATRICIAN_TO_PLAY:
        return move->action == PATRICIAN_PLAYING ? check_play(board, hand, move)
                                                 : PATRICIAN_PLAY_NOW;
    case PATRICIAN_TO_MOVE:
        if (move->action == PATRICIAN_PASSING)
            return PATRICIAN_ACCEPTED;
        return move->action == PATRICIAN_MOVING ? check_move(board, move) : PATRICIAN_MOVE_NOW;
    default:
        return move->action == PATRICIAN_TAKING ? check_take(board, move) : PATRICIAN_TAKE_NOW;
    }
}

static size_t list_play(const struct patrician_board *board, uint8_t card, game_move *moves)
{
    static const uint8_t single[2][PATRICIAN_SITES] = {{1, 0}, {2, 0}};
    static const uint8_t twice[4][PATRICIAN_SITES] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}};
    bool two = patrician_card_what(card) == PATRICIAN_TWO;
    unsigned city = patrician_card_city(card);
    size_t count = 0;
    for (unsigned i = 0; i < (two ? 4u : 2u); i++) {
        const uint8_t *sites = two ? twice[i] : single[i];
        if (may_build(&board->cities[city], patrician_cities[city].limit, sites))
            moves[count++] = patrician_move_pack((struct patrician_move){
                PATRICIAN_PLAYING, (uint8_t)city, card, {sites[0], sites[1]}});
    }
    return count;
}

static size_t list_plays(const struct patrician_board *board, const uint8_t *hand, game_move *moves)
{
    size_t count = 0;
    for (unsigned i = 0; i < PATRICIAN_HAND && hand[i] != PATRICIAN_NO_CARD; i++)
        if (i == 0 || hand[i] != hand[i - 1])
            count += list_play(board, hand[i], moves + count);
    return count;
}

static size_t list_moves(const struct patrician_board *board, game_move *moves)
{
    size_t count = 0;
    for (unsigned rank = 0; rank < PATRICIAN_CITIES; rank++) {
        uint8_t city = patrician_alphabet[rank];
        for (unsigned site = 1; site <= PATRICIAN_SITES; site++) {
            struct patrician_move move = {PATRICIAN_MOVING, city, 0, {(uint8_t)site, 0}};
            if (check_move(board, &move) == PATRICIAN_ACCEPTED)
                moves[count++] = patrician_move_pack(move);
        }
    }
    moves[count++] = patrician_move_pack((struct patrician_move){.action = PATRICIAN_PASSING});
    return count;
}

static size_t list_takes(const struct patrician_board *board, game_move *moves)
{
    size_t count = 0;
    for (unsigned rank = 0; rank < PATRICIAN_CITIES; rank++) {
        struct patrician_move move = {PATRICIAN_TAKING, patrician_alphabet[rank], 0, {0, 0}};
        if (check_take(board, &move) == PATRICIAN_ACCEPTED)
            moves[count++] = patrician_move_pack(move);
    }
    return count;
}

size_t patrician_legal(const struct patrician_board *board, const uint8_t hand[PATRICIAN_HAND],
                       game_move *moves)
{
    switch (board->step) {
    case PATRICIAN_TO_PLAY:
        return list_plays(board, hand, moves);
    case PATRICIAN_TO_MOVE:
        return list_moves(board, moves);
    default:
        return list_takes(board, moves);
    }
}

/* -- Hands ------------------------------------------------------------------------------------- */

uint32_t patrician_secret_bit(uint8_t card)
{
    unsigned noble = patrician_nobles(card, PATRICIAN_HAT)    ? PATRICIAN_HAT
                     : patrician_nobles(card, PATRICIAN_LADY) ? PATRICIAN_LADY
                                                              : PATRICIAN_BEARD;
    return patrician_is_starred(card)
               ? (uint32_t)1 << (card / PATRICIAN_WHATS * PATRICIAN_NOBLES + noble)
               : 0;
}

void patrician_hand_add(uint8_t hand[PATRICIAN_HAND], uint8_t card)
{
    unsigned at = patrician_hand_size(hand);
    for (; at > 0 && hand[at - 1] > card; at--)
        hand[at] = hand[at - 1];
    hand[at] = card;
}

static void hand_remove(uint8_t hand[PATRICIAN_HAND], uint8_t card)
{
    unsigned at = 0;
    while (hand[at] != card)
        at++;
    for (; at + 1 < PATRICIAN_HAND; at++)
        hand[at] = hand[at + 1];
    hand[PATRICIAN_HAND - 1] = PATRICIAN_NO_CARD;
}

/* -- A turn ------------------------------------------------------------------------------------ */

static void finish(struct patrician_state *state, struct game_events *events)
{
    struct game_result result;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PATRICIAN_FINISHED, NOBODY);
    patrician_standing(&state->board, &result);
    state->board.step = PATRICIAN_END;
    event->decisive = true;
    event->details[0] = result.winners;
    for (unsigned seat = 0; seat < state->board.players; seat++)
        event->details[1 + seat] = (int16_t)result.scores[seat];
    if (events != NULL)
        events->scoring = true;
}

/* Rule 8: all hands become empty in the same round. */
static void end_turn(struct patrician_state *state, struct game_events *events)
{
    struct patrician_board *board = &state->board;
    board->mover = (uint8_t)((board->mover + 1) % board->players);
    board->step = PATRICIAN_TO_PLAY;
    if (patrician_hand_size(state->hands[board->mover]) == 0)
        finish(state, events);
}

/* Rules 6 and 7. */
static void take(struct patrician_state *state, unsigned city, struct game_events *events)
{
    struct patrician_board *board = &state->board;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PATRICIAN_TOOK, board->mover);
    uint8_t card = board->cities[city].open;
    uint8_t turned_up = PATRICIAN_NO_CARD;
    patrician_hand_add(state->hands[board->mover], card);
    board->turn.taken = (uint8_t)city;
    board->turn.taken_card = card;
    if (board->deck_left > 0) {
        turned_up = state->deck[--board->deck_left];
        state->deck[board->deck_left] = 0;
    }
    board->cities[city].open = turned_up;
    event->details[0] = (int16_t)city;
    event->details[1] = card;
    event->details[2] = turned_up;
    event->details[3] = city == patrician_card_city(board->turn.card);
    if (events != NULL)
        events->new_cards |= SEAT_BIT(board->mover);
    end_turn(state, events);
}

/* Rule 6: the step is automatic when at most one card can be taken. */
static void begin_taking(struct patrician_state *state, struct game_events *events)
{
    struct patrician_board *board = &state->board;
    unsigned built = patrician_card_city(board->turn.card);
    bool free_choice = patrician_card_what(board->turn.card) == PATRICIAN_FREE;
    if (!free_choice && board->cities[built].open != PATRICIAN_NO_CARD) {
        take(state, built, events);
        return;
    }
    unsigned choices = 0, choice = 0;
    unsigned cities = patrician_cities_in_play(board->players);
    for (unsigned city = 0; city < cities; city++) {
        if (board->cities[city].open != PATRICIAN_NO_CARD) {
            choice = city;
            choices++;
        }
    }
    if (choices == 0)
        end_turn(state, events);
    else if (choices == 1)
        take(state, choice, events);
    else
        board->step = PATRICIAN_TO_TAKE;
}

static bool can_move_anything(const struct patrician_board *board)
{
    unsigned cities = patrician_cities_in_play(board->players);
    for (unsigned city = 0; city < cities; city++)
        if (check_city_to_move(board, city) == PATRICIAN_ACCEPTED)
            return true;
    return false;
}

/* Rule 4. */
static void score(struct patrician_board *board, unsigned index, struct game_events *events)
{
    struct patrician_city *city = &board->cities[index];
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PATRICIAN_SCORED, board->mover);
    unsigned higher = patrician_higher_site(city);
    event->decisive = true;
    event->details[0] = (int16_t)index;
    for (unsigned tile = 0; tile < 2; tile++) {
        unsigned site = tile == 0 ? higher : 1 - higher;
        struct patrician_majority majority =
            patrician_majority_in(city->floors[site], city->heights[site]);
        city->tiles[tile] = majority.winner;
        event->details[1 + 3 * tile] = majority.winner;
        event->details[2 + 3 * tile] = majority.floors;
        event->details[3 + 3 * tile] = majority.tied;
    }
}

static void build(struct patrician_board *board, const struct patrician_move *move)
{
    struct patrician_city *city = &board->cities[move->city];
    for (unsigned i = 0; i < PATRICIAN_SITES && move->sites[i] != 0; i++) {
        unsigned site = move->sites[i] - 1u;
        city->floors[site][city->heights[site]++] = board->mover;
        board->floors_left[board->mover]--;
    }
}

static void make_play(struct patrician_state *state, const struct patrician_move *move,
                      struct game_events *events)
{
    struct patrician_board *board = &state->board;
    uint8_t seat = board->mover;
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PATRICIAN_PLAYED, seat);
    hand_remove(state->hands[seat], move->card);
    state->secrets[seat] &= ~patrician_secret_bit(move->card);
    board->played[seat][board->played_counts[seat]++] = move->card;
    board->turn = (struct patrician_turn){.seat = seat,
                                          .card = move->card,
                                          .sites = {move->sites[0], move->sites[1]},
                                          .moved = PATRICIAN_NO_CITY,
                                          .taken = PATRICIAN_NO_CITY};
    build(board, move);
    const struct patrician_city *city = &board->cities[move->city];
    event->details[0] = move->card;
    event->details[1] = move->sites[0];
    event->details[2] = move->sites[1];
    event->details[3] = city->heights[0];
    event->details[4] = city->heights[1];
    if (patrician_floors(city) == patrician_cities[move->city].limit)
        score(board, move->city, events);
    if (patrician_card_what(move->card) == PATRICIAN_MOVE && can_move_anything(board))
        board->step = PATRICIAN_TO_MOVE;
    else
        begin_taking(state, events);
}

static void make_move(struct patrician_state *state, const struct patrician_move *move,
                      struct game_events *events)
{
    struct patrician_board *board = &state->board;
    struct patrician_city *city = &board->cities[move->city];
    unsigned from = move->sites[0] - 1u, to = 1 - from;
    uint8_t owner = city->floors[from][--city->heights[from]];
    city->floors[from][city->heights[from]] = 0;
    city->floors[to][city->heights[to]++] = owner;
    board->turn.moved = move->city;
    board->turn.moved_from = move->sites[0];
    struct game_event unread;
    struct game_event *event = game_event_add(events, &unread, PATRICIAN_MOVED, board->mover);
    event->details[0] = move->city;
    event->details[1] = move->sites[0];
    event->details[2] = owner;
    event->details[3] = city->heights[0];
    event->details[4] = city->heights[1];
    begin_taking(state, events);
}

/* -- The interface of games/game.h ------------------------------------------------------------- */

static void begin(struct game_state *opaque, uint8_t players, const uint8_t *options,
                  const struct rng *rng)
{
    static const uint8_t floors[PATRICIAN_SEATS + 1] = {[2] = 39, [3] = 29, [4] = 21, [5] = 21};
    (void)options;
    struct patrician_state *state = OWN(patrician, opaque);
    memset(state, 0, sizeof *state);
    state->rng = *rng;
    state->board.players = players;
    state->board.step = PATRICIAN_DEAL;
    state->board.turn.seat = NOBODY;
    memset(state->hands, PATRICIAN_NO_CARD, sizeof state->hands);
    for (unsigned seat = 0; seat < players; seat++)
        state->board.floors_left[seat] = floors[players];
    unsigned cities = patrician_cities_in_play(players);
    for (unsigned city = 0; city < cities; city++) {
        state->board.cities[city].tiles[0] = state->board.cities[city].tiles[1] = NOBODY;
        state->board.cities[city].open = PATRICIAN_NO_CARD;
    }
}

static enum game_phase phase(const struct game_state *state)
{
    return game_phase_of(OWN(patrician, state)->board.step, PATRICIAN_DEAL, PATRICIAN_END);
}

static seat_set actors(const struct game_state *state)
{
    const struct patrician_state *own = OWN(patrician, state);
    return phase(state) == GAME_MOVES ? SEAT_BIT(own->board.mover) : 0;
}

static size_t legal(const struct game_state *opaque, uint8_t seat, game_move *moves)
{
    const struct patrician_state *state = OWN(patrician, opaque);
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return 0;
    return patrician_legal(&state->board, state->hands[seat], moves);
}

static game_refusal apply(struct game_state *opaque, uint8_t seat, game_move packed,
                          struct game_events *events)
{
    struct patrician_state *state = OWN(patrician, opaque);
    struct patrician_move move;
    if (!patrician_move_unpack(packed, &move))
        return PATRICIAN_NOT_A_MOVE;
    if (!(actors(opaque) & SEAT_BIT(seat)))
        return PATRICIAN_NOT_YOUR_TURN;
    game_refusal refusal = check(&state->board, state->hands[seat], &move);
    if (refusal != PATRICIAN_ACCEPTED)
        return refusal;
    struct game_event unread;
    switch (move.action) {
    case PATRICIAN_PLAYING:
        make_play(state, &move, events);
        break;
    case PATRICIAN_MOVING:
        make_move(state, &move, events);
        break;
    case PATRICIAN_PASSING:
        game_event_add(events, &unread, PATRICIAN_PASSED, seat);
        begin_taking(state, events);
        break;
    default:
        take(state, move.city, events);
    }
    return PATRICIAN_ACCEPTED;
}

static void result(const struct game_state *opaque, struct game_result *result)
{
    patrician_standing(&OWN(patrician, opaque)->board, result);
    if (phase(opaque) != GAME_OVER)
        result->winners = 0;
}

static const struct game_rules patrician_rules = {
    .begin = begin,
    .phase = phase,
    .draw = patrician_draw,
    .record = patrician_record,
    .deal = patrician_deal,
    .actors = actors,
    .legal = legal,
    .apply = apply,
    .result = result,
    .view = patrician_view,
    .redeal = patrician_redeal,
};

/* -- Tables ------------------------------------------------------------------------------------ */

static const struct game_refusal_reason refusals[PATRICIAN_REFUSALS] = {
    [PATRICIAN_NOT_A_MOVE] = {"patrician.refusal.not-a-move", 2, "playing"},
    [PATRICIAN_NOT_YOUR_TURN] = {"patrician.refusal.not-your-turn", 2, "playing"},
    [PATRICIAN_NO_SUCH_CARD] = {"patrician.refusal.no-such-card", 2, "playing"},
    [PATRICIAN_EMPTY_SITE_FIRST] = {"patrician.refusal.empty-site-first", 3, "playing"},
    [PATRICIAN_PLAY_NOW] = {"patrician.refusal.play-now", 2, "playing"},
    [PATRICIAN_MOVE_NOW] = {"patrician.refusal.move-now", 5, "cards"},
    [PATRICIAN_TAKE_NOW] = {"patrician.refusal.take-now", 6, "playing"},
    [PATRICIAN_NOT_IN_PLAY] = {"patrician.refusal.not-in-play", 1, "playing"},
    [PATRICIAN_JUST_BUILT_THERE] = {"patrician.refusal.just-built-there", 5, "cards"},
    [PATRICIAN_ALREADY_SCORED] = {"patrician.refusal.already-scored", 5, "cards"},
    [PATRICIAN_NO_OWN_FLOOR] = {"patrician.refusal.no-own-floor", 5, "cards"},
    [PATRICIAN_NO_TOWER] = {"patrician.refusal.no-tower", 5, "cards"},
    [PATRICIAN_NO_CARD_THERE] = {"patrician.refusal.no-card-there", 6, "playing"},
    [PATRICIAN_IMPOSSIBLE_DEAL] = {"patrician.refusal.impossible-deal", 1, "summary"},
};

static const char *const topics[] = {"summary", "playing", "towers", "cards", "end", "data", NULL};

static const struct game_renaming renamings[] = {{"genova", "ferrara"}, {NULL, NULL}};

const struct game patrician_game = {
    .id = "patrician",
    .version = 2, /* Ferrara was called Genova, so the order of cards was another one */
    .version_least = 1,
    .players_min = 2,
    .players_max = PATRICIAN_SEATS,
    .refusals = refusals,
    .refusal_count = PATRICIAN_REFUSALS,
    .event_count = PATRICIAN_EVENTS,
    .topics = topics,
    .renamings = renamings,
    .state_size = sizeof(struct patrician_state),
    .view_size = sizeof(struct patrician_view),
    .chance_size = sizeof(struct patrician_chance),
    .rules = &patrician_rules,
    .text = &patrician_text,
    .advice = &patrician_advice,
    .lesson = &patrician_lesson,
};
