/* The opening draw, and the redeal of the order of the bag, which nobody knows. */
#include "games/castellers/castellers.h"

#include <string.h>

static unsigned sum_of(const uint8_t *pawns)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < CASTELLERS_OPENING; i++)
        sum += castellers_value(pawns[i]);
    return sum;
}

/* Rule 1: the seats with the lowest sum. */
static unsigned lowest_seats(const struct castellers_chance *outcome, unsigned players,
                             uint8_t seats[CASTELLERS_SEATS])
{
    unsigned lowest = 2 * CASTELLERS_VALUES, count = 0;
    for (unsigned seat = 0; seat < players; seat++) {
        unsigned sum = sum_of(outcome->reserves[seat]);
        if (sum < lowest) {
            lowest = sum;
            count = 0;
        }
        if (sum == lowest)
            seats[count++] = (uint8_t)seat;
    }
    return count;
}

/* Shuffles all pawns, listed in the byte order of their texts. The first two go to seat 1, the
 * next two to seat 2 and so on; the rest is the bag, in the order in which it will be drawn.
 * Then a number below the count of seats with the lowest sum draws who begins, even if there is
 * only one. */
void castellers_draw(struct game_state *opaque, struct game_chance *opaque_outcome)
{
    struct castellers_state *state = OWN(castellers, opaque);
    struct castellers_chance *outcome = OWN(castellers, opaque_outcome);
    memset(outcome, 0, sizeof *outcome);
    uint8_t pawns[CASTELLERS_PAWNS], lowest[CASTELLERS_SEATS];
    unsigned count = 0, players = state->board.players;
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++)
        for (unsigned copies = castellers_pawn_copies(pawn); copies > 0; copies--)
            pawns[count++] = (uint8_t)pawn;
    rng_shuffle(&state->rng, pawns, count);
    for (unsigned seat = 0; seat < CASTELLERS_SEATS && seat < players; seat++) {
        outcome->reserve_counts[seat] = CASTELLERS_OPENING;
        memcpy(outcome->reserves[seat], pawns + (size_t)seat * CASTELLERS_OPENING,
               CASTELLERS_OPENING);
    }
    unsigned drawn = players * CASTELLERS_OPENING;
    outcome->bag_count = (uint8_t)(count - drawn);
    memcpy(outcome->bag, pawns + drawn, outcome->bag_count);
    unsigned candidates = lowest_seats(outcome, players, lowest);
    outcome->first = lowest[rng_below(&state->rng, candidates)];
}

static bool parse_pawn(const char *bytes, size_t length, uint8_t *pawn)
{
    if (length != 2 || bytes[1] < '1' || bytes[1] > '0' + CASTELLERS_VALUES)
        return false;
    const char *letter = memchr(castellers_letters, bytes[0], CASTELLERS_COLOURS);
    if (letter == NULL)
        return false;
    *pawn = castellers_pawn((unsigned)(letter - castellers_letters), (unsigned)(bytes[1] - '0'));
    return true;
}

bool castellers_record(struct game_chance *opaque, struct record *record, uint8_t players,
                       bool setup)
{
    static const struct record_token token = {castellers_print_pawn, parse_pawn};
    (void)setup;
    struct castellers_chance *outcome = OWN(castellers, opaque);
    return record_seat(record, "first", &outcome->first) &&
           record_rows(record, "reserves", outcome->reserves[0], outcome->reserve_counts,
                       CASTELLERS_OPENING, players, &token) &&
           record_cards(record, "bag", outcome->bag, &outcome->bag_count, CASTELLERS_BAG, &token);
}

static bool use_pawns(const uint8_t *pawns, unsigned count, uint8_t left[CASTELLERS_CODES])
{
    for (unsigned i = 0; i < count; i++)
        if (pawns[i] >= CASTELLERS_CODES || left[pawns[i]]-- == 0)
            return false;
    return true;
}

/* Whether every pawn is there once, two in each reserve, and a seat with the lowest sum begins. */
static bool is_possible(const struct castellers_chance *outcome, unsigned players)
{
    uint8_t left[CASTELLERS_CODES], lowest[CASTELLERS_SEATS];
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++)
        left[pawn] = (uint8_t)castellers_pawn_copies(pawn);
    for (unsigned seat = 0; seat < players; seat++)
        if (outcome->reserve_counts[seat] != CASTELLERS_OPENING ||
            !use_pawns(outcome->reserves[seat], CASTELLERS_OPENING, left))
            return false;
    if (outcome->bag_count != CASTELLERS_PAWNS - players * CASTELLERS_OPENING ||
        !use_pawns(outcome->bag, outcome->bag_count, left))
        return false;
    unsigned candidates = lowest_seats(outcome, players, lowest);
    return memchr(lowest, outcome->first, candidates) != NULL;
}

game_refusal castellers_deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                             struct game_events *events)
{
    struct castellers_state *state = OWN(castellers, opaque);
    const struct castellers_chance *outcome = OWN(castellers, opaque_outcome);
    struct castellers_board *board = &state->board;
    if (board->step != CASTELLERS_DEAL || !is_possible(outcome, board->players))
        return CASTELLERS_IMPOSSIBLE_DEAL;
    for (unsigned seat = 0; seat < board->players; seat++)
        for (unsigned i = 0; i < CASTELLERS_OPENING; i++)
            board->reserves[seat][outcome->reserves[seat][i]]++;
    board->bag_left = outcome->bag_count;
    for (unsigned i = 0; i < outcome->bag_count; i++)
        state->bag[i] = outcome->bag[outcome->bag_count - 1 - i];
    board->mover = outcome->first;
    board->step = CASTELLERS_TURN;
    struct game_event unread;
    game_event_add(events, &unread, CASTELLERS_STARTED, board->mover);
    if (events != NULL)
        events->picture = true;
    return CASTELLERS_ACCEPTED;
}

static void count_castle(const struct castellers_castle *castle, uint8_t seen[CASTELLERS_CODES])
{
    for (unsigned column = 0; column < castle->width; column++) {
        unsigned height = castellers_column_height(&castle->columns[column]);
        for (unsigned level = 1; level <= height; level++)
            seen[castellers_pawn_at(castle, column, level)]++;
    }
}

/* Counts the pawns that everybody sees, by code. */
static void count_seen(const struct castellers_board *board, uint8_t seen[CASTELLERS_CODES])
{
    memset(seen, 0, CASTELLERS_CODES);
    for (unsigned seat = 0; seat < board->players; seat++)
        for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++)
            seen[pawn] = (uint8_t)(seen[pawn] + board->reserves[seat][pawn]);
    for (unsigned i = 0; i < board->castle_count; i++)
        count_castle(&board->castles[i], seen);
    if (board->step == CASTELLERS_GIVE || board->step == CASTELLERS_PLACE)
        seen[board->swapped]++;
}

unsigned castellers_whites_left(const struct castellers_board *board)
{
    uint8_t seen[CASTELLERS_CODES];
    unsigned left = 0;
    count_seen(board, seen);
    for (unsigned value = 1; value <= CASTELLERS_VALUES; value++) {
        uint8_t pawn = castellers_pawn(CASTELLERS_WHITE, value);
        left += castellers_pawn_copies(pawn) - seen[pawn];
    }
    return left;
}

/* The bag holds the pawns that are nowhere else. */
void castellers_redeal(const struct game_view *opaque_view, struct rng *rng,
                       struct game_state *opaque)
{
    const struct castellers_board *board = &OWN(castellers, opaque_view)->board;
    struct castellers_state *state = OWN(castellers, opaque);
    uint8_t seen[CASTELLERS_CODES];
    unsigned count = 0;
    memset(state, 0, sizeof *state);
    state->rng = rng_fork(rng);
    state->board = *board;
    if (board->step == CASTELLERS_DEAL)
        return;
    count_seen(board, seen);
    for (unsigned pawn = 0; pawn < CASTELLERS_CODES; pawn++)
        for (unsigned left = castellers_pawn_copies(pawn) - seen[pawn]; left > 0; left--)
            state->bag[count++] = (uint8_t)pawn;
    rng_shuffle(rng, state->bag, count);
}
