/* The redeal. Each hidden hand and each hidden discard is a bin with room for a number of cards.
 * The bin of a hand refuses the cards that the seat has shown not to have. The bin of a discard
 * takes any card, since discards are made before the tricks.
 *
 * The true deal fits the bins, so there is always a full deal, and moving cards from bin to bin
 * finds one (an augmenting path). Then pairs of random cards swap their bins where both bins allow
 * it.
 */
#include "games/njet/njet.h"

#include <assert.h>
#include <string.h>

enum { BINS = 2 * NJET_SEATS_MAX, EXCHANGES = 2 };

struct dealing {
    card_set refused[BINS]; /* hands, then discards */
    uint8_t room[BINS];
    uint8_t count;
    uint8_t cards[NJET_CARDS];
    uint8_t bins[NJET_CARDS]; /* the bin of each card */
    uint8_t placed;           /* how many cards are in a bin: the first ones of `cards` */
};

static bool takes(const struct dealing *dealing, uint8_t bin, uint8_t card)
{
    return !card_set_has(dealing->refused[bin], card);
}

static void open_dealing(struct dealing *dealing, const struct njet_view *view)
{
    const struct njet_board *board = &view->board;
    memset(dealing, 0, sizeof *dealing);
    for (uint8_t seat = 0; seat < board->players && seat < NJET_SEATS_MAX; seat++) {
        if (seat == view->viewer)
            continue;
        dealing->refused[seat] = view->absent[seat];
        dealing->room[seat] = view->hand_sizes[seat];
        if (board->discarded & SEAT_BIT(seat))
            dealing->room[NJET_SEATS_MAX + seat] = njet_discard_count(board);
    }
    card_set unseen = njet_unseen(board->players, view->hand, view->discards, view->played);
    while (unseen != 0)
        dealing->cards[dealing->count++] = card_set_next(&unseen);
}

/* Moves cards to other bins until `bin` has room; `tried` holds the bins already visited. */
static bool make_room(struct dealing *dealing, uint8_t bin, unsigned *tried)
{
    *tried |= 1u << bin;
    if (dealing->room[bin] > 0)
        return true;
    for (uint8_t i = 0; i < dealing->placed; i++) {
        for (uint8_t other = 0; dealing->bins[i] == bin && other < BINS; other++) {
            if (*tried >> other & 1 || !takes(dealing, other, dealing->cards[i]) ||
                !make_room(dealing, other, tried))
                continue;
            dealing->bins[i] = other;
            dealing->room[other]--;
            dealing->room[bin]++;
            return true;
        }
    }
    return false;
}

static bool pick_bin(const struct dealing *dealing, struct rng_stream *stream, uint8_t card,
                     uint8_t *bin)
{
    uint32_t room = 0;
    for (uint8_t i = 0; i < BINS; i++)
        room += takes(dealing, i, card) ? dealing->room[i] : 0u;
    if (room == 0)
        return false;
    uint32_t place = rng_stream_below(stream, room);
    for (*bin = 0;; ++*bin) {
        uint32_t here = takes(dealing, *bin, card) ? dealing->room[*bin] : 0u;
        if (place < here)
            return true;
        place -= here;
    }
}

static void place_card(struct dealing *dealing, struct rng_stream *stream)
{
    uint8_t card = dealing->cards[dealing->placed], bin;
    if (!pick_bin(dealing, stream, card, &bin)) {
        unsigned tried = 0;
        for (bin = 0; bin < BINS; bin++)
            if (!(tried >> bin & 1) && takes(dealing, bin, card) && make_room(dealing, bin, &tried))
                break;
    }
    assert(bin < BINS);
    dealing->bins[dealing->placed++] = bin;
    dealing->room[bin]--;
}

static void exchange(struct dealing *dealing, unsigned one, unsigned other)
{
    uint8_t bin = dealing->bins[one];
    if (!takes(dealing, bin, dealing->cards[other]) ||
        !takes(dealing, dealing->bins[other], dealing->cards[one]))
        return;
    dealing->bins[one] = dealing->bins[other];
    dealing->bins[other] = bin;
}

static void deal_unseen(struct dealing *dealing, struct rng *rng)
{
    rng_shuffle(rng, dealing->cards, dealing->count);
    struct rng_stream stream = rng_stream_from(*rng);
    while (dealing->placed < dealing->count)
        place_card(dealing, &stream);
    for (unsigned i = 0; i < EXCHANGES * dealing->count; i++)
        exchange(dealing, i % dealing->count, rng_stream_below(&stream, dealing->count));
    *rng = stream.rng;
}

void njet_redeal(const struct game_view *opaque_view, struct rng *rng, struct game_state *opaque)
{
    const struct njet_view *view = OWN(njet, opaque_view);
    struct njet_state *state = OWN(njet, opaque);
    memset(state, 0, sizeof *state);
    state->board = view->board;
    state->played = view->played;
    memcpy(state->absent, view->absent, sizeof state->absent);
    if (njet_actors(&view->board) != 0) {
        struct dealing dealing;
        open_dealing(&dealing, view);
        deal_unseen(&dealing, rng);
        for (unsigned i = 0; i < dealing.count; i++) {
            uint8_t bin = dealing.bins[i], seat = bin % NJET_SEATS_MAX;
            card_set *set = bin < NJET_SEATS_MAX ? &state->hands[seat] : &state->discards[seat];
            *set = card_set_add(*set, dealing.cards[i], njet_twins);
        }
        if (view->viewer < view->board.players) {
            state->hands[view->viewer] = view->hand;
            state->discards[view->viewer] = view->discards;
        }
    }
    state->rng = rng_fork(rng);
}
