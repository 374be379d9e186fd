/* The deal, what each viewer knows of it, and the redeal of the rest. */
#include "games/patrician/patrician.h"

#include <string.h>

/* Writes the starred cards in play, or the others, in rising order; returns how many. */
static unsigned cards_in_play(unsigned players, bool starred, uint8_t *cards)
{
    unsigned count = 0;
    for (unsigned card = 0; card < PATRICIAN_CODES; card++) {
        if (patrician_card_city((uint8_t)card) >= patrician_cities_in_play(players) ||
            patrician_is_starred((uint8_t)card) != starred)
            continue;
        for (unsigned copies = patrician_card_copies((uint8_t)card); copies > 0; copies--)
            cards[count++] = (uint8_t)card;
    }
    return count;
}

/* Draws the first player below the number of players. Then shuffles the starred cards, listed in
 * the byte order of their texts; the first three go to seat 1, the next three to seat 2 and so on.
 * Then shuffles the remaining starred cards, in their order, followed by all other cards in the
 * byte order of their texts. The first of these lie at the cities, in the order of the page; the
 * rest is the deck, its top first. */
void patrician_draw(struct game_state *opaque, struct game_chance *opaque_outcome)
{
    struct patrician_state *state = OWN(patrician, opaque);
    struct patrician_chance *outcome = OWN(patrician, opaque_outcome);
    memset(outcome, 0, sizeof *outcome);
    unsigned players = state->board.players, cities = patrician_cities_in_play(players);
    uint8_t cards[PATRICIAN_CARDS];
    outcome->first = (uint8_t)rng_below(&state->rng, players);
    unsigned starred = cards_in_play(players, true, cards);
    rng_shuffle(&state->rng, cards, starred);
    for (unsigned seat = 0; seat < players; seat++) {
        outcome->hand_counts[seat] = PATRICIAN_HAND;
        memcpy(outcome->hands[seat], cards + (size_t)seat * PATRICIAN_HAND, PATRICIAN_HAND);
    }
    unsigned dealt = players * PATRICIAN_HAND;
    unsigned count = starred + cards_in_play(players, false, cards + starred);
    rng_shuffle(&state->rng, cards + dealt, count - dealt);
    memcpy(outcome->open, cards + dealt, cities);
    outcome->deck_count = (uint8_t)(count - dealt - cities);
    memcpy(outcome->deck, cards + dealt + cities, outcome->deck_count);
}

static bool parse_card(const char *bytes, size_t length, uint8_t *card)
{
    for (unsigned code = 0; code < PATRICIAN_CODES; code++) {
        char buffer[GAME_MOVE_TEXT_MAX];
        struct text text = TEXT_IN(buffer);
        patrician_print_card((uint8_t)code, &text);
        if (patrician_card_copies((uint8_t)code) > 0 && text.length == length &&
            memcmp(buffer, bytes, length) == 0) {
            *card = (uint8_t)code;
            return true;
        }
    }
    return false;
}

bool patrician_record(struct game_chance *opaque, struct record *record, uint8_t players,
                      bool setup)
{
    static const struct record_token token = {patrician_print_card, parse_card};
    (void)setup;
    struct patrician_chance *outcome = OWN(patrician, opaque);
    const char *labels[PATRICIAN_CITIES];
    for (unsigned city = 0; city < PATRICIAN_CITIES; city++)
        labels[city] = patrician_cities[city].code;
    return record_seat(record, "first", &outcome->first) &&
           record_rows(record, "hands", outcome->hands[0], outcome->hand_counts, PATRICIAN_HAND,
                       players, &token) &&
           record_map(record, "open", labels, outcome->open, patrician_cities_in_play(players),
                      &token) &&
           record_cards(record, "deck", outcome->deck, &outcome->deck_count, PATRICIAN_DECK_MAX,
                        &token);
}

/* Removes `cards` from `left`; false if one of them is not there. */
static bool use_cards(const uint8_t *cards, unsigned count, uint8_t left[PATRICIAN_CODES])
{
    for (unsigned i = 0; i < count; i++)
        if (cards[i] >= PATRICIAN_CODES || left[cards[i]]-- == 0)
            return false;
    return true;
}

/* Whether every card in play is there once, with three starred cards in each hand and one card at
 * each city (rule 1). */
static bool is_possible(const struct patrician_chance *outcome, unsigned players)
{
    uint8_t left[PATRICIAN_CODES] = {0}, cards[PATRICIAN_CARDS];
    unsigned cities = patrician_cities_in_play(players);
    unsigned count = cards_in_play(players, true, cards);
    count += cards_in_play(players, false, cards + count);
    for (unsigned i = 0; i < count; i++)
        left[cards[i]]++;
    if (outcome->first >= players || outcome->deck_count > PATRICIAN_DECK_MAX ||
        players * PATRICIAN_HAND + cities + outcome->deck_count != count)
        return false;
    for (unsigned seat = 0; seat < players; seat++) {
        if (outcome->hand_counts[seat] != PATRICIAN_HAND ||
            !use_cards(outcome->hands[seat], PATRICIAN_HAND, left))
            return false;
        for (unsigned i = 0; i < PATRICIAN_HAND; i++)
            if (!patrician_is_starred(outcome->hands[seat][i]))
                return false;
    }
    return use_cards(outcome->open, cities, left) &&
           use_cards(outcome->deck, outcome->deck_count, left);
}

game_refusal patrician_deal(struct game_state *opaque, const struct game_chance *opaque_outcome,
                            struct game_events *events)
{
    struct patrician_state *state = OWN(patrician, opaque);
    const struct patrician_chance *outcome = OWN(patrician, opaque_outcome);
    struct patrician_board *board = &state->board;
    if (board->step != PATRICIAN_DEAL || !is_possible(outcome, board->players))
        return PATRICIAN_IMPOSSIBLE_DEAL;
    for (unsigned seat = 0; seat < board->players; seat++) {
        for (unsigned i = 0; i < PATRICIAN_HAND; i++) {
            patrician_hand_add(state->hands[seat], outcome->hands[seat][i]);
            state->secrets[seat] |= patrician_secret_bit(outcome->hands[seat][i]);
        }
    }
    for (unsigned city = 0; city < patrician_cities_in_play(board->players); city++)
        board->cities[city].open = outcome->open[city];
    for (unsigned i = 0; i < outcome->deck_count; i++)
        state->deck[i] = outcome->deck[outcome->deck_count - 1 - i];
    board->deck_left = outcome->deck_count;
    board->mover = outcome->first;
    board->step = PATRICIAN_TO_PLAY;
    if (events != NULL) {
        events->new_cards = (seat_set)(SEAT_BIT(board->players) - 1);
        events->picture = true;
    }
    return PATRICIAN_ACCEPTED;
}

/* Writes what the others know of a hand: the cards that were taken openly. */
static void show_hand(const struct patrician_state *state, unsigned seat,
                      uint8_t shown[PATRICIAN_HAND])
{
    const uint8_t *hand = state->hands[seat];
    unsigned size = patrician_hand_size(hand), known = 0;
    for (unsigned i = 0; i < size; i++)
        if (!(state->secrets[seat] & patrician_secret_bit(hand[i])))
            shown[known++] = hand[i];
    for (; known < size; known++)
        shown[known] = PATRICIAN_UNSEEN_CARD;
}

void patrician_view(const struct game_state *opaque, uint8_t viewer, struct game_view *opaque_view)
{
    const struct patrician_state *state = OWN(patrician, opaque);
    struct patrician_view *view = OWN(patrician, opaque_view);
    memset(view, 0, sizeof *view);
    view->board = state->board;
    view->viewer = viewer;
    memset(view->hands, PATRICIAN_NO_CARD, sizeof view->hands);
    for (unsigned seat = 0; seat < state->board.players; seat++) {
        if (seat == viewer)
            memcpy(view->hands[seat], state->hands[seat], PATRICIAN_HAND);
        else
            show_hand(state, seat, view->hands[seat]);
    }
    if (viewer < state->board.players)
        view->secrets = state->secrets[viewer];
}

/* Writes the starred cards, or the others, that the viewer has not seen, in rising order; returns
 * how many. */
static unsigned unseen_cards(const struct patrician_view *view, bool starred, uint8_t *cards)
{
    const struct patrician_board *board = &view->board;
    uint8_t seen[256] = {0}, all[PATRICIAN_CARDS];
    for (unsigned seat = 0; seat < board->players; seat++) {
        for (unsigned i = 0; i < PATRICIAN_HAND; i++)
            seen[view->hands[seat][i]]++;
        for (unsigned i = 0; i < board->played_counts[seat]; i++)
            seen[board->played[seat][i]]++;
    }
    for (unsigned city = 0; city < patrician_cities_in_play(board->players); city++)
        seen[board->cities[city].open]++;
    unsigned count = 0, all_count = cards_in_play(board->players, starred, all);
    for (unsigned i = 0; i < all_count; i++) {
        if (seen[all[i]] > 0)
            seen[all[i]]--;
        else
            cards[count++] = all[i];
    }
    return count;
}

/* The hidden cards of hands are starred (rule 1), and every distribution is equally likely. */
void patrician_redeal(const struct game_view *opaque_view, struct rng *rng,
                      struct game_state *opaque)
{
    const struct patrician_view *view = OWN(patrician, opaque_view);
    struct patrician_state *state = OWN(patrician, opaque);
    memset(state, 0, sizeof *state);
    state->rng = rng_fork(rng);
    state->board = view->board;
    memset(state->hands, PATRICIAN_NO_CARD, sizeof state->hands);
    if (view->board.step == PATRICIAN_DEAL)
        return;
    uint8_t cards[PATRICIAN_CARDS];
    unsigned starred = unseen_cards(view, true, cards), used = 0;
    rng_shuffle(rng, cards, starred);
    for (unsigned seat = 0; seat < view->board.players; seat++) {
        for (unsigned i = 0; i < patrician_hand_size(view->hands[seat]); i++) {
            uint8_t card = view->hands[seat][i];
            if (card == PATRICIAN_UNSEEN_CARD) {
                card = cards[used++];
                state->secrets[seat] |= patrician_secret_bit(card);
            }
            patrician_hand_add(state->hands[seat], card);
        }
    }
    if (view->viewer < view->board.players)
        state->secrets[view->viewer] = view->secrets;
    unsigned count = starred + unseen_cards(view, false, cards + starred);
    rng_shuffle(rng, cards + used, count - used);
    memcpy(state->deck, cards + used, count - used);
}
