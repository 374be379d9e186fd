/* Hands and deck: drawing them, checking a deal, and redealing what a viewer can't know. */
#include "games/campanile_intermezzo/campanile_intermezzo.h"

#include <string.h>

/* -- What the number of players decides (setup) ------------------------------------------------ */

static unsigned cards_per_tower(unsigned players)
{
    return players == 2 ? 6 : 12;
}

/* The tower cards that are left after the deal. */
static unsigned towers_in_deck(unsigned players)
{
    return cards_per_tower(players) * TOWERS - INTERMEZZO_HAND * players;
}

unsigned intermezzo_deck_size(unsigned players)
{
    return towers_in_deck(players) + 2;
}

/* With the option middle=about Intermezzo lies up to so many places from the middle. */
enum { AWAY_MAX = 2, MIDDLE_PLACES = 2 * AWAY_MAX + 1 };

/* The place of Intermezzo in the deck, or in the middle of its places. */
static unsigned middle_place(unsigned players)
{
    return towers_in_deck(players) / 2;
}

static bool may_lie_at(const struct intermezzo_board *board, unsigned place)
{
    unsigned middle = middle_place(board->players), away = board->about ? AWAY_MAX : 0;
    return place + away >= middle && place <= middle + away;
}

unsigned intermezzo_takes_to_intermezzo(const struct intermezzo_board *board)
{
    unsigned next = intermezzo_deck_size(board->players) - board->deck_left;
    unsigned place = middle_place(board->players);
    if (board->about && board->scorings == 0 && next > place)
        return 1;
    return next <= place && board->scorings == 0 ? place - next + 1 : 0;
}

/* Puts Intermezzo and Finito in their places, and tower cards in the others. */
static void fill_deck(uint8_t *deck, unsigned size, unsigned intermezzo, unsigned finito,
                      const uint8_t *towers)
{
    for (unsigned place = 0; place < size; place++) {
        if (place == intermezzo)
            deck[place] = INTERMEZZO_CARD;
        else
            deck[place] = place == finito ? FINITO_CARD : *towers++;
    }
}

/* Draws the first player below the number of players. Then shuffles A A … B B … E (6 or 12 of each)
 * and gives three cards to seat 1, seat 2 and so on; the rest, in its order, are the deck's tower
 * cards. A number below 11 says how many of the last ten tower cards come before Finito. With
 * middle=about a last number below 5, less 2, is added to the place of Intermezzo. */
void intermezzo_draw(struct game_state *opaque, struct game_chance *opaque_outcome)
{
    struct intermezzo_state *state = OWN(intermezzo, opaque);
    struct intermezzo_chance *outcome = OWN(intermezzo, opaque_outcome);
    const uint8_t players = state->board.players;
    memset(outcome, 0, sizeof *outcome);
    outcome->first = (uint8_t)rng_below(&state->rng, players);
    uint8_t cards[INTERMEZZO_CARDS];
    unsigned count = cards_per_tower(players) * TOWERS, size = intermezzo_deck_size(players);
    for (unsigned i = 0; i < count; i++)
        cards[i] = (uint8_t)(i / cards_per_tower(players));
    rng_shuffle(&state->rng, cards, count);
    const uint8_t *next = cards;
    for (unsigned seat = 0; seat < players; seat++, next += INTERMEZZO_HAND) {
        outcome->hand_counts[seat] = INTERMEZZO_HAND;
        memcpy(outcome->hands[seat], next, INTERMEZZO_HAND);
    }
    unsigned finito =
        size - INTERMEZZO_FINITO_PLACES + rng_below(&state->rng, INTERMEZZO_FINITO_PLACES);
    outcome->deck_count = (uint8_t)size;
    unsigned intermezzo = middle_place(players);
    if (state->board.about)
        intermezzo += rng_below(&state->rng, MIDDLE_PLACES) - AWAY_MAX;
    fill_deck(outcome->deck, size, intermezzo, finito, next);
}

static void print_card(uint8_t code, struct text *out)
{
    if (code == INTERMEZZO_CARD)
        text_add(out, "Intermezzo");
    else if (code == FINITO_CARD)
        text_add(out, "Finito");
    else
        tower_record_token.print(code, out);
}

static bool parse_card(const char *bytes, size_t length, uint8_t *code)
{
    for (unsigned card = INTERMEZZO_CARD; card <= FINITO_CARD; card++) {
        char buffer[16];
        struct text name = TEXT_IN(buffer);
        print_card((uint8_t)card, &name);
        if (name.length == length && memcmp(name.bytes, bytes, length) == 0) {
            *code = (uint8_t)card;
            return true;
        }
    }
    return tower_record_token.parse(bytes, length, code);
}

bool intermezzo_record(struct game_chance *opaque, struct record *record, uint8_t players,
                       bool setup)
{
    static const struct record_token token = {.print = print_card, .parse = parse_card};
    (void)setup;
    struct intermezzo_chance *outcome = OWN(intermezzo, opaque);
    return record_seat(record, "first", &outcome->first) &&
           record_rows(record, "hands", outcome->hands[0], outcome->hand_counts, INTERMEZZO_HAND,
                       players, &tower_record_token) &&
           record_cards(record, "deck", outcome->deck, &outcome->deck_count, INTERMEZZO_DECK_MAX,
                        &token);
}

static bool is_possible_deck(const struct intermezzo_chance *outcome,
                             const struct intermezzo_board *board, uint8_t counts[TOWERS])
{
    unsigned size = intermezzo_deck_size(board->players), intermezzos = 0, finitos = 0;
    if (outcome->deck_count != size)
        return false;
    for (unsigned place = 0; place < size; place++) {
        if (outcome->deck[place] == INTERMEZZO_CARD && may_lie_at(board, place))
            intermezzos++;
        else if (outcome->deck[place] == FINITO_CARD && place + INTERMEZZO_FINITO_PLACES >= size)
            finitos++;
        else if (!tower_count_cards(&outcome->deck[place], 1, counts))
            return false;
    }
    return intermezzos == 1 && finitos == 1;
}

bool intermezzo_is_possible(const struct intermezzo_chance *outcome,
                            const struct intermezzo_board *board)
{
    uint8_t counts[TOWERS] = {0};
    const unsigned players = board->players;
    if (outcome->first >= players || !is_possible_deck(outcome, board, counts))
        return false;
    for (unsigned seat = 0; seat < players; seat++)
        if (outcome->hand_counts[seat] != INTERMEZZO_HAND ||
            !tower_count_cards(outcome->hands[seat], INTERMEZZO_HAND, counts))
            return false;
    for (unsigned tower = 0; tower < TOWERS; tower++)
        if (counts[tower] != cards_per_tower(players))
            return false;
    return true;
}

/* -- What a viewer cannot know ---------------------------------------------------------------- */

static unsigned hand_size(const struct intermezzo_board *board, unsigned seat)
{
    bool built = board->step == INTERMEZZO_MARK_STEP || board->step == INTERMEZZO_TAKE_STEP;
    return built && seat == board->mover ? INTERMEZZO_HAND - 1 : INTERMEZZO_HAND;
}

/* Draws a place for Finito, among those of the last eleven cards that have not come up. */
static unsigned choose_finito(const struct intermezzo_board *board, struct rng *rng)
{
    unsigned places =
        board->deck_left < INTERMEZZO_FINITO_PLACES ? board->deck_left : INTERMEZZO_FINITO_PLACES;
    return board->deck_left - places + rng_below(rng, places);
}

/* Draws a place for Intermezzo, among those where it may lie that have not come up; as an index
 * into what is left of the deck, whose size means that it is not there. */
static unsigned choose_intermezzo(const struct intermezzo_board *board, struct rng *rng)
{
    unsigned used = intermezzo_deck_size(board->players) - board->deck_left;
    unsigned middle = middle_place(board->players);
    if (board->scorings > 0 || (!board->about && middle < used))
        return board->deck_left;
    if (!board->about)
        return middle - used;
    unsigned first = middle - AWAY_MAX > used ? middle - AWAY_MAX : used;
    return first + rng_below(rng, middle + AWAY_MAX + 1 - first) - used;
}

void intermezzo_redeal(const struct game_view *opaque_view, struct rng *rng,
                       struct game_state *opaque)
{
    const struct intermezzo_view *view = OWN(intermezzo, opaque_view);
    const struct intermezzo_board *board = &view->board;
    struct intermezzo_state *state = OWN(intermezzo, opaque);
    memset(state, 0, sizeof *state);
    state->rng = rng_fork(rng);
    state->board = *board;
    if (board->step == INTERMEZZO_DEAL)
        return;
    const struct tower_knowledge knowledge = {.players = board->players,
                                              .viewer = view->viewer,
                                              .per_tower = (uint8_t)cards_per_tower(board->players),
                                              .face_up_count = INTERMEZZO_DISPLAY,
                                              .face_up = board->display,
                                              .played = board->played,
                                              .hand = view->hand,
                                              .shown = board->known};
    uint8_t cards[INTERMEZZO_CARDS];
    rng_shuffle(rng, cards, tower_unseen_cards(&knowledge, cards));
    const uint8_t *next = cards;
    for (unsigned seat = 0; seat < board->players; seat++)
        next = tower_fill_hand(&knowledge, seat, hand_size(board, seat), next, state->hands[seat]);
    unsigned size = intermezzo_deck_size(board->players), used = size - board->deck_left;
    unsigned intermezzo = choose_intermezzo(board, rng);
    unsigned finito = board->step == INTERMEZZO_END ? size : choose_finito(board, rng);
    fill_deck(state->deck + used, board->deck_left, intermezzo, finito, next);
}
