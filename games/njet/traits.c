#include "games/njet/traits.h"

#include <string.h>

enum { HIGH_VALUE = 7, LEAST_LEFT = 2 };

/* -- Cards by their values --------------------------------------------------------------------- */

/* The cards with this value or more, which is not 1, in every colour. */
static card_set from_value(unsigned value)
{
    card_set from = 0;
    for (; value < NJET_CARDS_PER_COLOUR; value++)
        from |= njet_twins << (value - 1);
    return from;
}

unsigned njet_high_cards(card_set hand)
{
    return card_set_count(hand & from_value(HIGH_VALUE));
}

unsigned njet_strength_in(card_set hand, uint8_t colour)
{
    const card_set suit = hand & njet_suit(colour);
    return card_set_count(suit) + njet_high_cards(suit);
}

card_set njet_higher_than(uint8_t card)
{
    const uint8_t colour = njet_colour(card), value = njet_value(card);
    const card_set lowest = CARD_BIT(njet_card(colour, value) + (value != 1));
    return njet_suit(colour) & ~(lowest - 1);
}

/* -- The plan ---------------------------------------------------------------------------------- */

static card_set supers_of(const struct njet_board *board)
{
    const uint8_t super = njet_super(board);
    return super != NJET_NO_COLOUR ? njet_ones(super) : 0;
}

/* High cards, and as far as they are decided 1s of the super colour and trumps. */
static uint8_t strength_of(const struct njet_board *board, card_set hand)
{
    unsigned strength = 2 * njet_high_cards(hand);
    if (njet_row_is_decided(board, NJET_ROW_SUPER))
        strength += 4 * card_set_count(hand & supers_of(board));
    if (njet_row_is_decided(board, NJET_ROW_TRUMP))
        strength += card_set_count(hand & njet_suit(njet_trump(board)));
    return (uint8_t)traits_place((int)(strength / 2), 1, NJET_STRENGTHS);
}

static void count_cells(struct njet_plan *plan)
{
    for (uint8_t cell = 0; cell < NJET_CELLS; cell++)
        plan->left[njet_row_of(cell)] += plan->board->stones[cell] == NJET_FREE;
}

static void find_trumps(struct njet_plan *plan)
{
    plan->ranking = njet_ranking_of(plan->board);
    plan->supers = supers_of(plan->board);
    plan->trumps = njet_suit(plan->ranking.trump) & ~plan->supers;
}

static void look_at_trick(struct njet_plan *plan)
{
    const struct njet_board *board = plan->board;
    const struct trick *trick = &board->trick;
    plan->followers = (uint8_t)(board->players - trick->count - 1);
    for (uint8_t i = 0; i < trick->count; i++) {
        if (njet_value(trick->cards[i]) != 1)
            continue;
        if (plan->team >> trick_seat(trick, board->players, i) & 1)
            plan->ours++;
        else
            plan->theirs++;
    }
    for (uint8_t i = (uint8_t)(trick->count + 1); i < board->players; i++)
        plan->partner_follows |= plan->team >> trick_seat(trick, board->players, i) & 1;
    if (trick->count == 0)
        return;
    const uint8_t position = njet_trick_winner(board);
    plan->best = trick->cards[position];
    plan->taker = trick_seat(trick, board->players, position);
}

void njet_plan(const struct njet_state *state, uint8_t seat, struct njet_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->state = state;
    plan->board = &state->board;
    plan->seat = seat;
    plan->hand = state->hands[seat];
    switch (state->board.step) {
    case NJET_STONES:
        count_cells(plan);
        plan->strength = strength_of(plan->board, plan->hand);
        break;
    case NJET_CHOOSE_PARTNER:
        plan->strength = strength_of(plan->board, plan->hand);
        break;
    case NJET_DISCARDING:
        find_trumps(plan);
        break;
    default:
        find_trumps(plan);
        plan->unseen =
            njet_unseen(state->board.players, plan->hand, state->discards[seat], state->played);
        plan->team = njet_team_of(plan->board, seat);
        look_at_trick(plan);
    }
}

/* -- Stones ------------------------------------------------------------------------------------ */

static bool is_free(const struct njet_plan *plan, uint8_t row, uint8_t colour)
{
    for (uint8_t i = 0; i < njet_rows[row].count; i++) {
        const uint8_t cell = (uint8_t)(njet_rows[row].first + i);
        if (njet_cell_colour(cell) == colour)
            return plan->board->stones[cell] == NJET_FREE;
    }
    return false;
}

static void add_trump(const struct njet_plan *plan, uint8_t colour, unsigned left,
                      struct traits *traits)
{
    const card_set suit = plan->hand & njet_suit(colour);
    const unsigned own = njet_strength_in(plan->hand, colour);
    unsigned better = 0;
    for (uint8_t other = 0; other < NJET_COLOURS; other++)
        better += other != colour && is_free(plan, NJET_ROW_TRUMP, other) &&
                  njet_strength_in(plan->hand, other) > own;
    traits_add(traits,
               TRAIT_TRUMP_CARDS + left * 8 + traits_place((int)card_set_count(suit), 0, 8));
    traits_add(traits,
               TRAIT_TRUMP_HIGH + left * 4 + traits_place((int)njet_high_cards(suit), 0, 4));
    traits_add(traits, TRAIT_TRUMP_RANK + left * 4 + better);
    if (njet_row_is_decided(plan->board, NJET_ROW_SUPER) && njet_super(plan->board) == colour)
        traits_add(traits, TRAIT_TRUMP_SUPER + card_set_count(suit & njet_ones(colour)));
}

static void add_super(const struct njet_plan *plan, uint8_t colour, unsigned left,
                      struct traits *traits)
{
    unsigned all = 0, others = 0;
    for (uint8_t other = 0; other < NJET_COLOURS; other++) {
        const unsigned ones = card_set_count(plan->hand & njet_ones(other));
        all += ones;
        others += other != colour && is_free(plan, NJET_ROW_SUPER, other) ? ones : 0;
    }
    if (colour == NJET_NO_COLOUR)
        traits_add(traits, TRAIT_SUPER_NONE + left * 5 + traits_place((int)all, 0, 5));
    else
        traits_add(traits,
                   TRAIT_SUPER_ONES + left * 3 + card_set_count(plan->hand & njet_ones(colour)));
    traits_add(traits, TRAIT_SUPER_OTHERS + left * 5 + traits_place((int)others, 0, 5));
}

/* Cards that win nothing by themselves. */
static unsigned weak_cards(const struct njet_plan *plan)
{
    return card_set_count(plan->hand & ~from_value(HIGH_VALUE) & from_value(2));
}

/* How many seats clockwise. */
static unsigned distance(const struct njet_board *board, uint8_t from, uint8_t to)
{
    return to < from ? to + board->players - (unsigned)from : to - (unsigned)from;
}

static void add_stone(const struct njet_plan *plan, uint8_t cell, struct traits *traits)
{
    const uint8_t row = njet_row_of(cell), colour = njet_cell_colour(cell);
    const unsigned place = cell - njet_rows[row].first;
    const unsigned left = traits_place(plan->left[row], LEAST_LEFT, NJET_LEFT);
    traits_add(traits, TRAIT_STONE + row * NJET_LEFT + left);
    switch (row) {
    case NJET_ROW_TRUMP:
        add_trump(plan, colour, left, traits);
        break;
    case NJET_ROW_SUPER:
        add_super(plan, colour, left, traits);
        break;
    case NJET_ROW_POINTS:
        traits_add(traits,
                   TRAIT_POINTS + (place * NJET_LEFT + left) * NJET_STRENGTHS + plan->strength);
        break;
    case NJET_ROW_START:
        traits_add(traits, TRAIT_START + left * NJET_SEATS_MAX +
                               distance(plan->board, plan->seat, (uint8_t)place));
        break;
    default:
        traits_add(traits, TRAIT_DISCARD + (place * NJET_LEFT + left) * 4 +
                               traits_place((int)weak_cards(plan), 3, 4));
    }
}

/* -- The partner ------------------------------------------------------------------------------- */

/* The stones of a seat on cells from `first` to before `end`. */
static int stones_of(const struct njet_board *board, uint8_t seat, unsigned first, unsigned end)
{
    int stones = 0;
    for (unsigned cell = first; cell < end; cell++)
        stones += board->stones[cell] == NJET_STONE + seat;
    return stones;
}

static int stones_in(const struct njet_board *board, uint8_t seat, uint8_t row)
{
    const struct njet_row_cells *cells = &njet_rows[row];
    return stones_of(board, seat, cells->first, cells->first + cells->count);
}

static void add_partner(const struct njet_plan *plan, uint8_t partner, struct traits *traits)
{
    const struct njet_board *board = plan->board;
    const struct njet_row_cells *points = &njet_rows[NJET_ROW_POINTS];
    const unsigned chosen = njet_free_cell(board, NJET_ROW_POINTS);
    unsigned ahead = 0;
    for (uint8_t other = 0; other < board->players; other++)
        ahead += other != plan->seat && board->scores[other] > board->scores[partner];
    traits_add(traits, TRAIT_PARTNER_SEAT + distance(board, plan->seat, partner));
    traits_add(traits, TRAIT_PARTNER_TRUMPS +
                           traits_place(stones_in(board, partner, NJET_ROW_TRUMP), 0, 4));
    traits_add(traits, TRAIT_PARTNER_SUPERS +
                           traits_place(stones_in(board, partner, NJET_ROW_SUPER), 0, 5));
    traits_add(traits, TRAIT_PARTNER_FEWER +
                           traits_place(stones_of(board, partner, points->first, chosen), 0, 3));
    traits_add(traits, TRAIT_PARTNER_MORE + traits_place(stones_of(board, partner, chosen,
                                                                   points->first + points->count),
                                                         0, 3));
    traits_add(traits, TRAIT_PARTNER_BEHIND + ahead);
}

/* -- Cards ------------------------------------------------------------------------------------- */

static unsigned sort_of(const struct njet_plan *plan, uint8_t card)
{
    if (card_set_has(plan->supers, card))
        return 0;
    return njet_value(card) + (card_set_has(plan->trumps, card) ? 9u : 0u);
}

static unsigned left_of(card_set hand, card_set suit)
{
    return traits_place((int)card_set_count(hand & suit), 0, NJET_CARDS_LEFT);
}

static void add_discarded(const struct njet_plan *plan, uint8_t card, card_set rest,
                          struct traits *traits)
{
    const unsigned sort = card_set_has(plan->trumps, card) ? 0 : (rest & plan->trumps) != 0 ? 1 : 2;
    traits_add(traits, TRAIT_DISCARDS + sort_of(plan, card));
    traits_add(traits, TRAIT_DISCARDS_LEFT + sort * NJET_CARDS_LEFT +
                           left_of(rest, njet_suit(njet_colour(card)) & ~plan->supers));
}

static void add_discards(const struct njet_plan *plan, const struct njet_move *move,
                         struct traits *traits)
{
    card_set rest = card_set_remove(plan->hand, move->what, njet_twins);
    if (move->second != NJET_NO_CARD)
        rest = card_set_remove(rest, move->second, njet_twins);
    add_discarded(plan, move->what, rest, traits);
    if (move->second != NJET_NO_CARD)
        add_discarded(plan, move->second, rest, traits);
}

/* Who gets a trick. */
enum taker { MYSELF, PARTNER, OTHER };

/* How a card is played. */
enum way { LEADS_PLAIN, LEADS_TRUMP, FOLLOWS, TRUMPS, THROWS };

/* What there is to say about the trick with the card on it. */
struct prospect {
    uint8_t card, best;
    card_set suit, rest; /* the card's colour, the rest of the hand */
    enum taker taker;
    enum way way;
    unsigned followers;
};

static bool takes_trick(const struct njet_plan *plan, uint8_t card)
{
    const struct trick *trick = &plan->board->trick;
    return trick->count == 0 || njet_strength(plan->ranking, trick->cards[0], card) >=
                                    njet_strength(plan->ranking, trick->cards[0], plan->best);
}

static enum taker taker_of(const struct njet_plan *plan, uint8_t seat)
{
    if (seat == plan->seat)
        return MYSELF;
    return plan->team >> seat & 1 ? PARTNER : OTHER;
}

static enum way way_of(const struct njet_plan *plan, uint8_t card)
{
    const struct trick *trick = &plan->board->trick;
    const bool is_trump = card_set_has(plan->trumps | plan->supers, card);
    if (trick->count == 0)
        return is_trump ? LEADS_TRUMP : LEADS_PLAIN;
    if (njet_colour(card) == njet_colour(trick->cards[0]))
        return FOLLOWS;
    return is_trump ? TRUMPS : THROWS;
}

static struct prospect look(const struct njet_plan *plan, uint8_t card)
{
    struct prospect prospect = {.card = card, .best = plan->best};
    prospect.suit = njet_suit(njet_colour(card)) & ~plan->supers;
    prospect.rest = card_set_remove(plan->hand, card, njet_twins);
    prospect.way = way_of(plan, card);
    prospect.followers = plan->followers < NJET_FOLLOWERS ? plan->followers : NJET_FOLLOWERS - 1;
    if (takes_trick(plan, card)) {
        prospect.best = card;
        prospect.taker = MYSELF;
    } else {
        prospect.taker = taker_of(plan, plan->taker);
    }
    return prospect;
}

static void add_sort(const struct njet_plan *plan, const struct prospect *prospect,
                     struct traits *traits)
{
    const unsigned sort = sort_of(plan, prospect->card), size = card_set_count(plan->hand);
    const uint8_t count = plan->board->trick.count;
    const unsigned place = count < 2 ? count : plan->followers > 0 ? 2 : 3;
    const unsigned stage = size > 6 ? 0 : size > 3 ? 1 : 2;
    traits_add(traits, TRAIT_CARD + place * NJET_SORTS + sort);
    traits_add(traits, TRAIT_CARD_TAKEN + prospect->taker * NJET_SORTS + sort);
    traits_add(traits, TRAIT_CARD_STAGE + stage * NJET_SORTS + sort);
}

/* Whether the trick stays with its taker, if others follow. */
static void add_hold(const struct njet_plan *plan, const struct prospect *prospect,
                     struct traits *traits)
{
    const uint8_t best = prospect->best;
    const uint8_t led = plan->board->trick.count > 0 ? plan->board->trick.cards[0] : prospect->card;
    const bool is_super = card_set_has(plan->supers, best);
    const card_set beaters = (is_super ? 0 : njet_higher_than(best)) | plan->supers;
    const unsigned place = prospect->taker * NJET_FOLLOWERS + prospect->followers;
    traits_add(traits,
               TRAIT_HOLDS + place * NJET_BEATERS +
                   traits_place((int)card_set_count(plan->unseen & beaters), 0, NJET_BEATERS));
    if (is_super || card_set_has(plan->trumps, best))
        return;
    const int trumps = (int)card_set_count(plan->unseen & plan->trumps);
    const int same = (int)card_set_count(plan->unseen & njet_suit(njet_colour(led)));
    traits_add(traits, TRAIT_TRUMPED +
                           (prospect->taker * 3 + traits_place((same + 1) / 3, 0, 3)) * 4 +
                           traits_place((trumps + 1) / 2, 0, 4));
}

static void add_trick(const struct njet_plan *plan, const struct prospect *prospect,
                      struct traits *traits)
{
    enum { EMPTY = MYSELF }; /* the seat itself has not played yet */
    const bool follow = plan->followers > 0;
    const int ours = plan->ours + (njet_value(prospect->card) == 1);
    const unsigned before =
        plan->board->trick.count == 0 ? (unsigned)EMPTY : taker_of(plan, plan->taker);
    traits_add(traits, TRAIT_BOOTY + prospect->taker * 3 + traits_place(plan->theirs, 0, 3));
    traits_add(traits, TRAIT_RISK + prospect->taker * 3 + traits_place(ours, 0, 3));
    traits_add(traits, TRAIT_CHANGES + ((before * NJET_TAKERS + prospect->taker) * 2 + follow) * 2 +
                           plan->partner_follows);
    if (follow)
        add_hold(plan, prospect, traits);
}

static bool has_none(const struct njet_plan *plan, uint8_t seat, card_set suit)
{
    return (suit & ~plan->state->absent[seat]) == 0;
}

/* Who is known to have none of the led colour. */
static void add_led(const struct njet_plan *plan, const struct prospect *prospect,
                    struct traits *traits)
{
    unsigned others = 0;
    bool partner = false;
    for (uint8_t seat = 0; seat < plan->board->players; seat++) {
        if (seat == plan->seat || !has_none(plan, seat, prospect->suit))
            continue;
        if (plan->team >> seat & 1)
            partner = true;
        else
            others++;
    }
    traits_add(traits, TRAIT_LED_VOID + (traits_place((int)others, 0, 3) * 2 + partner) * 2 +
                           (prospect->way == LEADS_TRUMP));
}

/* What the card leaves in the hand, and what is unseen. */
static void add_rest(const struct njet_plan *plan, const struct prospect *prospect,
                     struct traits *traits)
{
    const unsigned way = prospect->way;
    const card_set lower = prospect->rest & prospect->suit & ~njet_higher_than(prospect->card);
    const bool is_master = (plan->unseen & prospect->suit & njet_higher_than(prospect->card)) == 0;
    traits_add(traits,
               TRAIT_LEFT + way * NJET_CARDS_LEFT + left_of(prospect->rest, prospect->suit));
    traits_add(traits,
               TRAIT_MASTER + (way * 2 + is_master) * 2 + ((plan->unseen & plan->trumps) != 0));
    traits_add(traits, TRAIT_OWN_TRUMPS + way * NJET_CARDS_LEFT +
                           left_of(plan->hand, plan->trumps | plan->supers));
    traits_add(traits, TRAIT_SUPERS_OUT + way * 3 +
                           traits_place((int)card_set_count(plan->unseen & plan->supers), 0, 3));
    traits_add(traits, TRAIT_LOWER + (prospect->taker * 2 + (plan->followers > 0)) * 4 +
                           traits_place((int)card_set_count(lower), 0, 4));
}

static void add_card(const struct njet_plan *plan, uint8_t card, struct traits *traits)
{
    const struct prospect prospect = look(plan, card);
    add_sort(plan, &prospect, traits);
    add_trick(plan, &prospect, traits);
    add_rest(plan, &prospect, traits);
    if (plan->board->trick.count == 0)
        add_led(plan, &prospect, traits);
}

/* -- All moves --------------------------------------------------------------------------------- */

void njet_find_traits(const struct njet_plan *plan, game_move packed, struct traits *traits)
{
    struct njet_move move;
    njet_move_unpack(packed, &move);
    traits->count = 0;
    switch (move.action) {
    case NJET_NJET:
        add_stone(plan, move.what, traits);
        break;
    case NJET_PARTNER:
        add_partner(plan, move.what, traits);
        break;
    case NJET_ALONE:
        traits_add(traits, TRAIT_ALONE + plan->strength);
        break;
    case NJET_DISCARD:
        add_discards(plan, &move, traits);
        break;
    default:
        add_card(plan, move.what, traits);
    }
}
