/* Cards, cells, moves and what is legal: everything that depends only on the board and one hand. */
#include "games/njet/njet.h"

_Static_assert(sizeof(struct njet_board) == 68, "no padding");

#define EACH_COLOUR(bits)                                                                          \
    ((bits) | (bits) << NJET_CARDS_PER_COLOUR | (bits) << (2 * NJET_CARDS_PER_COLOUR) |            \
     (bits) << (3 * NJET_CARDS_PER_COLOUR))

const card_set njet_twins = EACH_COLOUR(CARD_BIT(1));

/* -- Cards ------------------------------------------------------------------------------------- */

static const uint8_t written_colours[NJET_COLOURS] = {NJET_RED, NJET_BLACK, NJET_BLUE, NJET_GREEN};

uint8_t njet_written_order(uint8_t card)
{
    static const uint8_t orders[NJET_COLOURS] = {
        [NJET_RED] = 0, [NJET_BLACK] = 1, [NJET_BLUE] = 2, [NJET_GREEN] = 3};
    return (uint8_t)(orders[njet_colour(card)] * NJET_CARDS_PER_COLOUR +
                     card % NJET_CARDS_PER_COLOUR);
}

unsigned njet_sort_cards(card_set set, uint8_t cards[NJET_CARDS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < NJET_COLOURS; i++) {
        card_set suit = set & njet_suit(written_colours[i]);
        while (suit != 0)
            cards[count++] = card_set_next(&suit);
    }
    return count;
}

card_set njet_deck(uint8_t players)
{
    card_set all = CARD_BIT(NJET_CARDS) - 1;
    return players == 3 ? all & ~EACH_COLOUR(CARD_BIT(2)) : all;
}

card_set njet_unseen(uint8_t players, card_set hand, card_set discards, card_set played)
{
    card_set unseen = card_set_without(njet_deck(players), hand, njet_twins);
    unseen = card_set_without(unseen, discards, njet_twins);
    return card_set_without(unseen, played, njet_twins);
}

/* -- The board --------------------------------------------------------------------------------- */

const struct njet_row_cells njet_rows[NJET_ROWS] = {[NJET_ROW_DISCARD] = {0, 3},
                                                    [NJET_ROW_POINTS] = {3, 4},
                                                    [NJET_ROW_START] = {7, 4},
                                                    [NJET_ROW_SUPER] = {11, 5},
                                                    [NJET_ROW_TRUMP] = {16, 4}};

uint8_t njet_row_of(uint8_t cell)
{
    uint8_t row = NJET_ROWS - 1;
    while (cell < njet_rows[row].first)
        row--;
    return row;
}

uint8_t njet_cell_colour(uint8_t cell)
{
    static const uint8_t super_colours[] = {NJET_BLACK, NJET_BLUE, NJET_GREEN, NJET_NO_COLOUR,
                                            NJET_RED};
    static const uint8_t trump_colours[] = {NJET_BLACK, NJET_BLUE, NJET_GREEN, NJET_RED};
    uint8_t row = njet_row_of(cell);
    uint8_t place = (uint8_t)(cell - njet_rows[row].first);
    return row == NJET_ROW_SUPER ? super_colours[place] : trump_colours[place];
}

static uint32_t row_bits(uint8_t row)
{
    return ((1u << njet_rows[row].count) - 1) << njet_rows[row].first;
}

uint32_t njet_free_cells(const struct njet_board *board)
{
    uint32_t free = 0;
    for (unsigned cell = 0; cell < NJET_CELLS; cell++)
        if (board->stones[cell] == NJET_FREE)
            free |= 1u << cell;
    return free;
}

uint8_t njet_free_cell(const struct njet_board *board, uint8_t row)
{
    uint8_t cell = njet_rows[row].first;
    while (board->stones[cell] != NJET_FREE)
        cell++;
    return cell;
}

bool njet_row_is_decided(const struct njet_board *board, uint8_t row)
{
    return __builtin_popcount(njet_free_cells(board) & row_bits(row)) == 1;
}

static uint8_t free_place(const struct njet_board *board, uint8_t row)
{
    return (uint8_t)(njet_free_cell(board, row) - njet_rows[row].first);
}

uint8_t njet_start_seat(const struct njet_board *board)
{
    return free_place(board, NJET_ROW_START);
}

uint8_t njet_discard_count(const struct njet_board *board)
{
    return free_place(board, NJET_ROW_DISCARD);
}

uint8_t njet_points(const struct njet_board *board)
{
    return (uint8_t)(1 + free_place(board, NJET_ROW_POINTS));
}

uint8_t njet_trump(const struct njet_board *board)
{
    return njet_cell_colour(njet_free_cell(board, NJET_ROW_TRUMP));
}

uint8_t njet_super(const struct njet_board *board)
{
    return njet_cell_colour(njet_free_cell(board, NJET_ROW_SUPER));
}

uint8_t njet_trick_count(const struct njet_board *board)
{
    return (uint8_t)((board->players == 3 ? 12 : 10) - njet_discard_count(board));
}

seat_set njet_everybody(const struct njet_board *board)
{
    return (seat_set)(SEAT_BIT(board->players) - 1);
}

seat_set njet_team_of(const struct njet_board *board, uint8_t seat)
{
    return board->team & SEAT_BIT(seat) ? board->team
                                        : (seat_set)(njet_everybody(board) & ~board->team);
}

seat_set njet_alone(uint8_t players, seat_set team)
{
    if (players != 3 || team == 0)
        return 0;
    return __builtin_popcount(team) == 1 ? team : (seat_set)(7 & ~team);
}

unsigned njet_team_sum(const struct njet_scoring *scoring, seat_set team)
{
    unsigned sum = 0;
    for (unsigned seat = 0; seat < NJET_SEATS_MAX; seat++)
        if (team & SEAT_BIT(seat))
            sum += scoring->tricks[seat] + scoring->booty[seat];
    return sum * scoring->points;
}

/* -- Tricks ------------------------------------------------------------------------------------ */

struct njet_ranking njet_ranking_of(const struct njet_board *board)
{
    return (struct njet_ranking){njet_trump(board), njet_super(board)};
}

unsigned njet_strength(struct njet_ranking ranking, uint8_t led, uint8_t card)
{
    unsigned value = njet_value(card);
    if (value == 1 && njet_colour(card) == ranking.super)
        return 30;
    if (njet_colour(card) == ranking.trump)
        return 10 + value;
    return njet_colour(card) == njet_colour(led) ? value : 0;
}

static unsigned strength(const void *rule, const struct trick *trick, uint8_t card)
{
    const struct njet_ranking *ranking = rule;
    return njet_strength(*ranking, trick->cards[0], card);
}

uint8_t njet_trick_winner(const struct njet_board *board)
{
    struct njet_ranking ranking = njet_ranking_of(board);
    return trick_strongest(&board->trick, strength, &ranking);
}

static card_set trumps(const struct njet_board *board)
{
    struct njet_ranking ranking = njet_ranking_of(board);
    card_set set = njet_suit(ranking.trump);
    if (ranking.super != NJET_NO_COLOUR)
        set |= (card_set)3 << (ranking.super * NJET_CARDS_PER_COLOUR);
    return set;
}

card_set njet_playable(const struct njet_board *board, card_set hand)
{
    if (board->trick.count == 0)
        return hand;
    card_set following = hand & njet_suit(njet_colour(board->trick.cards[0]));
    if (following != 0)
        return following;
    card_set trumping = board->must_trump ? hand & trumps(board) : 0;
    return trumping != 0 ? trumping : hand;
}

card_set njet_shown_absent(const struct njet_board *board, uint8_t card)
{
    if (board->trick.count == 0)
        return 0;
    uint8_t led = njet_colour(board->trick.cards[0]);
    if (njet_colour(card) == led)
        return 0;
    card_set trumping = board->must_trump ? trumps(board) : 0;
    return njet_suit(led) | (card_set_has(trumping, card) ? 0 : trumping);
}

/* -- Moves as numbers: the word, then a cell, seat or card, then the second card --------------- */

game_move njet_move_pack(struct njet_move move)
{
    game_move second = move.second == NJET_NO_CARD ? 0 : move.second + 1u;
    return (game_move)move.action << 12 | (game_move)move.what << 6 | second;
}

static bool is_card(uint8_t card)
{
    return card < NJET_CARDS && !card_set_has(njet_twins, card);
}

static bool are_discards(const struct njet_move *move)
{
    if (!is_card(move->what))
        return false;
    if (move->second == NJET_NO_CARD)
        return true;
    if (move->what == move->second)
        return njet_value(move->what) == 1;
    return is_card(move->second) &&
           njet_written_order(move->what) < njet_written_order(move->second);
}

bool njet_move_unpack(game_move packed, struct njet_move *move)
{
    unsigned second = packed & 63;
    *move = (struct njet_move){.action = (uint8_t)(packed >> 12 & 15),
                               .what = packed >> 6 & 63,
                               .second = (uint8_t)(second == 0 ? NJET_NO_CARD : second - 1)};
    if (packed >> 16 != 0 || (second != 0 && move->action != NJET_DISCARD))
        return false;
    switch (move->action) {
    case NJET_ALONE:
        return move->what == 0;
    case NJET_DISCARD:
        return are_discards(move);
    case NJET_NJET:
        return move->what < NJET_CELLS;
    case NJET_PARTNER:
        return move->what < NJET_SEATS_MAX;
    case NJET_PLAY:
        return is_card(move->what);
    default:
        return false;
    }
}

/* -- What is legal ----------------------------------------------------------------------------- */

static game_refusal check_stone(const struct njet_board *board, uint8_t cell)
{
    if (board->stones[cell] != NJET_FREE)
        return NJET_CELL_IS_COVERED;
    return njet_row_is_decided(board, njet_row_of(cell)) ? NJET_LAST_OF_ITS_ROW : NJET_ACCEPTED;
}

static game_refusal check_partner(const struct njet_board *board, uint8_t seat,
                                  const struct njet_move *move)
{
    if (move->action == NJET_ALONE)
        return board->players == 3 ? NJET_ACCEPTED : NJET_NOT_ALONE;
    if (move->what >= board->players)
        return NJET_NO_SUCH_SEAT;
    return move->what == seat ? NJET_NOT_YOURSELF : NJET_ACCEPTED;
}

static game_refusal check_discard(const struct njet_board *board, card_set hand,
                                  const struct njet_move *move)
{
    unsigned cards = move->second == NJET_NO_CARD ? 1 : 2;
    if (cards != njet_discard_count(board))
        return NJET_WRONG_NUMBER;
    if (!card_set_has(hand, move->what))
        return NJET_NO_SUCH_DISCARD;
    card_set rest = card_set_remove(hand, move->what, njet_twins);
    return cards == 1 || card_set_has(rest, move->second) ? NJET_ACCEPTED : NJET_NO_SUCH_DISCARD;
}

static game_refusal check_play(const struct njet_board *board, card_set hand, uint8_t card)
{
    if (!card_set_has(hand, card))
        return NJET_NO_SUCH_CARD;
    if (card_set_has(njet_playable(board, hand), card))
        return NJET_ACCEPTED;
    uint8_t led = njet_colour(board->trick.cards[0]);
    return hand & njet_suit(led) ? NJET_MUST_FOLLOW : NJET_MUST_TRUMP;
}

game_refusal njet_check(const struct njet_board *board, uint8_t seat, card_set hand,
                        const struct njet_move *move)
{
    static const uint8_t steps[] = {[NJET_ALONE] = NJET_CHOOSE_PARTNER,
                                    [NJET_DISCARD] = NJET_DISCARDING,
                                    [NJET_NJET] = NJET_STONES,
                                    [NJET_PARTNER] = NJET_CHOOSE_PARTNER,
                                    [NJET_PLAY] = NJET_TRICKS};
    if (board->step == NJET_DISCARDING && board->discarded & SEAT_BIT(seat))
        return NJET_HAS_DISCARDED;
    if (!(njet_actors(board) & SEAT_BIT(seat)))
        return NJET_NOT_YOUR_TURN;
    if (steps[move->action] != board->step)
        return NJET_NOT_NOW;
    switch (board->step) {
    case NJET_STONES:
        return check_stone(board, move->what);
    case NJET_CHOOSE_PARTNER:
        return check_partner(board, seat, move);
    case NJET_DISCARDING:
        return check_discard(board, hand, move);
    default:
        return check_play(board, hand, move->what);
    }
}

seat_set njet_actors(const struct njet_board *board)
{
    switch (board->step) {
    case NJET_DEAL:
    case NJET_END:
        return 0;
    case NJET_DISCARDING:
        return (seat_set)(njet_everybody(board) & ~board->discarded);
    default:
        return SEAT_BIT(board->mover);
    }
}

static game_move make_move(uint8_t action, unsigned what)
{
    return njet_move_pack((struct njet_move){action, (uint8_t)what, NJET_NO_CARD});
}

static size_t legal_stones(const struct njet_board *board, game_move *moves)
{
    uint32_t free = njet_free_cells(board);
    size_t count = 0;
    for (uint8_t row = 0; row < NJET_ROWS; row++) {
        uint32_t cells = free & row_bits(row);
        if (__builtin_popcount(cells) == 1)
            continue;
        for (; cells != 0; cells &= cells - 1)
            moves[count++] = make_move(NJET_NJET, (unsigned)__builtin_ctz(cells));
    }
    return count;
}

static size_t legal_partners(const struct njet_board *board, uint8_t seat, game_move *moves)
{
    size_t count = 0;
    if (board->players == 3)
        moves[count++] = make_move(NJET_ALONE, 0);
    for (uint8_t partner = 0; partner < board->players; partner++)
        if (partner != seat)
            moves[count++] = make_move(NJET_PARTNER, partner);
    return count;
}

static size_t legal_pairs(card_set hand, uint8_t first, game_move *moves)
{
    card_set seconds = card_set_remove(hand, first, njet_twins) & ~njet_twins;
    size_t count = 0;
    while (seconds != 0) {
        struct njet_move move = {NJET_DISCARD, first, card_set_next(&seconds)};
        if (are_discards(&move))
            moves[count++] = njet_move_pack(move);
    }
    return count;
}

static size_t legal_discards(const struct njet_board *board, card_set hand, game_move *moves)
{
    bool pairs = njet_discard_count(board) == 2;
    card_set firsts = hand & ~njet_twins;
    size_t count = 0;
    while (firsts != 0) {
        uint8_t card = card_set_next(&firsts);
        if (pairs)
            count += legal_pairs(hand, card, moves + count);
        else
            moves[count++] = make_move(NJET_DISCARD, card);
    }
    return count;
}

size_t njet_legal(const struct njet_board *board, uint8_t seat, card_set hand, game_move *moves)
{
    if (!(njet_actors(board) & SEAT_BIT(seat)))
        return 0;
    if (board->step == NJET_STONES)
        return legal_stones(board, moves);
    if (board->step == NJET_CHOOSE_PARTNER)
        return legal_partners(board, seat, moves);
    if (board->step == NJET_DISCARDING)
        return legal_discards(board, hand, moves);
    card_set cards = njet_playable(board, hand) & ~njet_twins;
    size_t count = 0;
    while (cards != 0)
        moves[count++] = make_move(NJET_PLAY, card_set_next(&cards));
    return count;
}
