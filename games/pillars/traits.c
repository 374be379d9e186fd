#include "games/pillars/traits.h"

#include <string.h>

/* -- What cards are worth to a seat ------------------------------------------------------------ */

int pillars_rounds_left(const struct pillars_board *board)
{
    int left = board->pile_left;
    bool capped = board->max_rounds > 0 && board->max_rounds - board->round < left;
    return capped ? board->max_rounds - board->round : left;
}

/* Painter and potter bring a point in each, the founder less, since metal is rare, the brickmaker
 * little; the assistant helps most at the end. With equal points the card itself counts. */
int pillars_worth_of_advantage(uint8_t card, int rounds)
{
    switch (card) {
    case PILLARS_PAINTER:
    case PILLARS_POTTER:
        return 1 + 2 * rounds;
    case PILLARS_ASSISTANT:
        return 4 + rounds;
    case PILLARS_FOUNDER:
        return 1 + rounds;
    default:
        return 1 + rounds / 2;
    }
}

const uint8_t pillars_kept_worths[PILLARS_MATERIALS] = {[PILLARS_METAL] = 6,
                                                        [PILLARS_SAND_MATERIAL] = 2,
                                                        [PILLARS_STONE_MATERIAL] = 5,
                                                        [PILLARS_WOOD_MATERIAL] = 4};

/* Craftsmen who take one material only. */
static const struct specialist {
    uint8_t craft, converter, material;
} specialists[] = {{PILLARS_TOOLMAKER, PILLARS_WITH_TOOLMAKER, PILLARS_METAL},
                   {PILLARS_MASON, PILLARS_WITH_MASON, PILLARS_STONE_MATERIAL},
                   {PILLARS_CARPENTER, PILLARS_WITH_CARPENTER, PILLARS_WOOD_MATERIAL},
                   {PILLARS_MIXER, PILLARS_WITH_MIXER, PILLARS_SAND_MATERIAL}};
enum { SPECIALISTS = sizeof specialists / sizeof *specialists };

static const card_set bringing[PILLARS_MATERIALS] = {
    [PILLARS_METAL] = CARD_BIT(PILLARS_PHILIP),
    [PILLARS_SAND_MATERIAL] = CARD_BIT(PILLARS_SAND) | CARD_BIT(PILLARS_SAND + 1),
    [PILLARS_STONE_MATERIAL] = CARD_BIT(PILLARS_STONE) | CARD_BIT(PILLARS_STONE + 1),
    [PILLARS_WOOD_MATERIAL] = CARD_BIT(PILLARS_WOOD) | CARD_BIT(PILLARS_WOOD + 1)};

/* Of each material, what the seat has beyond what its converters of this round take; below 0 where
 * they lack it. */
static void find_spare(const struct pillars_state *state, uint8_t seat,
                       int8_t spare[PILLARS_MATERIALS])
{
    const card_set won = state->taken[seat], advantages = state->board.advantages[seat];
    for (unsigned material = 0; material < PILLARS_MATERIALS; material++)
        spare[material] = (int8_t)(state->board.materials[seat][material] +
                                   (int)card_set_count(won & bringing[material]));
    for (unsigned i = 0; i < SPECIALISTS; i++)
        spare[specialists[i].material] -=
            card_set_has(won, pillars_craftsman(seat, specialists[i].craft));
    spare[PILLARS_METAL] -= card_set_has(advantages, PILLARS_FOUNDER);
    spare[PILLARS_SAND_MATERIAL] -= card_set_has(advantages, PILLARS_POTTER);
}

static int8_t price_of(uint8_t converter, uint8_t material)
{
    return (int8_t)(2 * pillars_yields[converter][material]);
}

/* A craftsman brings a point, and sells a spare material for more than it is worth if it is kept. A
 * material that a craftsman lacks is worth their price. */
static void find_worths(const struct pillars_state *state, uint8_t seat, struct pillars_plan *plan)
{
    enum { POINT = 2, LATER = 2, KEPT = 3 };
    int8_t spare[PILLARS_MATERIALS];
    int8_t *materials = plan->materials[seat], *craftsmen = plan->craftsmen[seat];
    find_spare(state, seat, spare);
    memcpy(materials, pillars_kept_worths, sizeof pillars_kept_worths);
    craftsmen[PILLARS_BUILDER] = POINT + LATER;
    for (unsigned i = 0; i < SPECIALISTS; i++) {
        const struct specialist *specialist = &specialists[i];
        const uint8_t material = specialist->material;
        const int8_t price = price_of(specialist->converter, material);
        const int8_t builders = price_of(PILLARS_WITH_BUILDER, material);
        const bool has_spare = spare[material] > 0;
        if (spare[material] < 0)
            materials[material] = price;
        craftsmen[specialist->craft] = (int8_t)(POINT + (has_spare ? price - KEPT : LATER));
        if (has_spare && craftsmen[PILLARS_BUILDER] < builders)
            craftsmen[PILLARS_BUILDER] = builders;
    }
}

static int worth_of(const struct pillars_plan *plan, uint8_t card, uint8_t seat)
{
    enum { TOM = 6 };
    uint8_t material;
    if (pillars_is_craftsman(card))
        return pillars_craftsman_seat(card) == seat ? plan->craftsmen[seat][card % PILLARS_CRAFTS]
                                                    : 0;
    if (pillars_brings(card, &material))
        return plan->materials[seat][material];
    if (card == PILLARS_TOM)
        return TOM;
    return card == plan->board->advantage ? plan->advantage : 2 * pillars_points(card);
}

/* -- The plan ---------------------------------------------------------------------------------- */

static card_set unseen_cards(const struct pillars_state *state, uint8_t seat)
{
    const struct pillars_board *board = &state->board;
    card_set seen = state->hands[seat] | state->kings_trick;
    for (uint8_t other = 0; other < board->players; other++)
        seen |= state->taken[other];
    for (unsigned i = 0; i < board->trick.count; i++)
        seen |= CARD_BIT(board->trick.cards[i]);
    return (pillars_deck(board->players) | CARD_BIT(board->advantage)) & ~seen;
}

#define CRAFT(craft)                                                                               \
    ((CARD_BIT(0) | CARD_BIT(PILLARS_CRAFTS) | CARD_BIT(2 * PILLARS_CRAFTS) |                      \
      CARD_BIT(3 * PILLARS_CRAFTS))                                                                \
     << (craft))

/* Of materials only the first card of each kind, since they beat next to nothing. */
static const card_set of_value[PILLARS_VALUES] = {
    [0] = CARD_BIT(PILLARS_SAND) | CARD_BIT(PILLARS_STONE) | CARD_BIT(PILLARS_WOOD),
    [1] = CARD_BIT(PILLARS_ALFRED),
    [2] = CRAFT(PILLARS_TOOLMAKER),
    [3] = CARD_BIT(PILLARS_ELLEN) | CARD_BIT(PILLARS_REGAN),
    [4] = CRAFT(PILLARS_MASON),
    [5] = CARD_BIT(PILLARS_TOM) | CARD_BIT(PILLARS_WILLIAM) | CARD_BIT(PILLARS_PAINTER) |
          CARD_BIT(PILLARS_POTTER) | CARD_BIT(PILLARS_FOUNDER) | CARD_BIT(PILLARS_BRICKMAKER) |
          CARD_BIT(PILLARS_ASSISTANT),
    [6] = CRAFT(PILLARS_CARPENTER),
    [7] = CARD_BIT(PILLARS_PHILIP) | CARD_BIT(PILLARS_WALERAN),
    [8] = CRAFT(PILLARS_MIXER),
    [9] = CARD_BIT(PILLARS_ALIENA),
    [10] = CRAFT(PILLARS_BUILDER),
    [11] = CARD_BIT(PILLARS_KING)};

#undef CRAFT

static void find_unseen(const struct pillars_state *state, uint8_t seat, struct pillars_plan *plan)
{
    const card_set unseen = unseen_cards(state, seat);
    card_set from = 0;
    for (unsigned value = PILLARS_VALUES; value-- > 0;) {
        from |= of_value[value] & unseen;
        plan->unseen_from[value] = from;
    }
}

/* Who gets the trick so far. */
static void find_taker(struct pillars_plan *plan)
{
    const struct trick *trick = &plan->board->trick;
    plan->value = 0;
    plan->taker = PILLARS_NOBODY;
    if (trick->count == 0)
        return;
    plan->value = pillars_value(trick->cards[pillars_deciding(trick)]);
    plan->taker = pillars_taker(plan->board);
}

static void sum_trick(struct pillars_plan *plan)
{
    const struct trick *trick = &plan->board->trick;
    memset(plan->pots, 0, sizeof plan->pots);
    plan->has_advantage = false;
    for (unsigned i = 0; i < trick->count; i++) {
        plan->has_advantage |= trick->cards[i] == plan->board->advantage;
        for (uint8_t seat = 0; seat < plan->board->players; seat++)
            plan->pots[seat] = (int16_t)(plan->pots[seat] + worth_of(plan, trick->cards[i], seat));
    }
}

void pillars_plan(const struct pillars_state *state, uint8_t seat, struct pillars_plan *plan)
{
    const struct pillars_board *board = &state->board;
    plan->board = board;
    plan->hand = state->hands[seat];
    plan->seat = seat;
    plan->followers = (uint8_t)(board->players - board->trick.count - 1);
    find_unseen(state, seat, plan);
    find_taker(plan);
    plan->advantage =
        (int8_t)pillars_worth_of_advantage(board->advantage, pillars_rounds_left(board) + 1);
    for (uint8_t other = 0; other < board->players; other++)
        find_worths(state, other, plan);
    sum_trick(plan);
}

/* -- The traits of a card ---------------------------------------------------------------------- */

/* Who gets a trick. */
enum taker { MYSELF, OTHER, NONE };

/* What there is to say about the trick with the card on it. */
struct prospect {
    uint8_t card, seat; /* the taker's */
    enum taker taker;
    unsigned value; /* of the card that decides */
    unsigned followers;
    unsigned situation; /* taker and followers */
    int pot, mine;      /* the trick's worth to the taker and to the seat */
};

/* Steps of a point, from -3. */
static unsigned pot_step(int pot)
{
    return traits_place((pot + 6) / 2, 0, PILLARS_POTS);
}

static enum taker taker_of(const struct pillars_plan *plan, uint8_t seat)
{
    return seat == plan->seat ? MYSELF : seat == PILLARS_NOBODY ? NONE : OTHER;
}

static struct prospect look(const struct pillars_plan *plan, uint8_t card)
{
    struct prospect prospect = {.card = card, .seat = plan->taker, .value = plan->value};
    const unsigned value = pillars_value(card);
    if (value >= prospect.value) {
        prospect.value = value;
        prospect.seat = card == PILLARS_KING         ? PILLARS_NOBODY
                        : pillars_is_craftsman(card) ? pillars_craftsman_seat(card)
                                                     : plan->seat;
    }
    prospect.taker = taker_of(plan, prospect.seat);
    prospect.followers =
        plan->followers < PILLARS_FOLLOWERS ? plan->followers : PILLARS_FOLLOWERS - 1;
    prospect.situation = prospect.taker * PILLARS_FOLLOWERS + prospect.followers;
    prospect.mine = plan->pots[plan->seat] + worth_of(plan, card, plan->seat);
    if (prospect.taker == NONE)
        prospect.pot = prospect.mine;
    else
        prospect.pot = plan->pots[prospect.seat] + worth_of(plan, card, prospect.seat);
    return prospect;
}

/* Unseen cards that would take the trick from its taker. */
static unsigned count_beaters(const struct pillars_plan *plan, const struct prospect *prospect)
{
    card_set beaters = plan->unseen_from[prospect->value];
    if (prospect->taker != NONE)
        beaters &= ~pillars_craftsmen(prospect->seat);
    unsigned count = card_set_count(beaters);
    return count < PILLARS_BEATERS ? count : PILLARS_BEATERS - 1;
}

/* Own craftsmen, others' craftsmen, then the other cards. */
static unsigned sort_of(const struct pillars_plan *plan, uint8_t card)
{
    enum { NEUTRAL = 2 * PILLARS_CRAFTS };
    static const uint8_t neutral[PILLARS_NAMED] = {
#define NAMED(card) [PILLARS_##card - PILLARS_ALFRED]
        NAMED(ALFRED) = 1, NAMED(ALIENA) = 2,   NAMED(ELLEN) = 3,    NAMED(KING) = 4,
        NAMED(PHILIP) = 5, NAMED(REGAN) = 6,    NAMED(SAND) = 7,     NAMED(STONE) = 8,
        NAMED(TOM) = 9,    NAMED(WALERAN) = 10, NAMED(WILLIAM) = 11, NAMED(WOOD) = 12,
#undef NAMED
    };
    if (pillars_is_craftsman(card))
        return card % PILLARS_CRAFTS +
               (pillars_craftsman_seat(card) == plan->seat ? 0u : PILLARS_CRAFTS);
    return NEUTRAL + neutral[card - PILLARS_ALFRED];
}

/* What the card is, and what the seat gives away with it. */
static void add_sort(const struct pillars_plan *plan, const struct prospect *prospect,
                     struct traits *traits)
{
    const unsigned sort = sort_of(plan, prospect->card), size = card_set_count(plan->hand);
    const unsigned place = plan->board->trick.count == 0 ? 0 : plan->followers > 0 ? 1 : 2;
    const unsigned stage = size > 6 ? 0 : size > 3 ? 1 : 2;
    const int worth = worth_of(plan, prospect->card, plan->seat);
    traits_add(traits, TRAIT_SORT + place * PILLARS_SORTS + sort);
    traits_add(traits, TRAIT_SORT_TAKEN + prospect->taker * PILLARS_SORTS + sort);
    traits_add(traits, TRAIT_SORT_STAGE + stage * PILLARS_SORTS + sort);
    traits_add(traits, TRAIT_SPENT + prospect->situation * PILLARS_CARD_WORTHS +
                           traits_place((worth + 6) / 2, 0, PILLARS_CARD_WORTHS));
}

/* Who gets the trick, and what it is worth. */
static void add_trick(const struct pillars_plan *plan, const struct prospect *prospect,
                      struct traits *traits)
{
    const unsigned followers = prospect->followers, pot = pot_step(prospect->pot);
    traits_add(traits, TRAIT_POT + prospect->situation * PILLARS_POTS + pot);
    if (prospect->taker != MYSELF)
        traits_add(traits, TRAIT_MISSED + followers * PILLARS_POTS + pot_step(prospect->mine));
    const bool has_card = prospect->card == plan->board->advantage;
    traits_add_if(traits, has_card || plan->has_advantage,
                  TRAIT_ADVANTAGE + prospect->situation * 2 + has_card);
    if (followers == 0)
        return;
    const unsigned beaters = count_beaters(plan, prospect);
    traits_add(traits, TRAIT_HOLDS + prospect->situation * PILLARS_BEATERS + beaters);
    traits_add_if(traits, prospect->taker == MYSELF,
                  TRAIT_HOLDS_POT + beaters * PILLARS_POTS + pot);
}

/* How the card changes who gets the trick, and what the King's trick makes of that (rule 8). */
static void add_change(const struct pillars_plan *plan, const struct prospect *prospect,
                       struct traits *traits)
{
    enum { EMPTY = PILLARS_TAKERS, ANOTHER = PILLARS_TAKERS, WAYS };
    const struct pillars_board *board = plan->board;
    const unsigned before = board->trick.count == 0 ? EMPTY : taker_of(plan, plan->taker);
    const bool passes_on =
        prospect->taker == OTHER && before == OTHER && plan->taker != prospect->seat;
    const unsigned after = passes_on ? ANOTHER : prospect->taker;
    const bool has_none = board->tricks[plan->seat] == 0;
    const bool is_aside = board->kings_player != PILLARS_NOBODY;
    traits_add(traits, TRAIT_CHANGES + ((prospect->followers > 0) * WAYS + before) * WAYS + after);
    traits_add(traits, TRAIT_KINGS_TRICK + (prospect->taker * 2 + has_none) * 2 + is_aside);
}

/* Another seat gets the trick. */
static void add_other(const struct pillars_plan *plan, const struct prospect *prospect,
                      struct traits *traits)
{
    enum { CLOSE = 4 };
    const struct pillars_board *board = plan->board;
    const int lead = board->scores[prospect->seat] - board->scores[plan->seat];
    const unsigned standing = lead < -CLOSE ? 0 : lead > CLOSE ? 2 : 1;
    const bool is_ahead = lead > 0, follows = prospect->followers > 0;
    const int worth = worth_of(plan, prospect->card, prospect->seat);
    const unsigned distance = (prospect->seat + board->players - plan->seat) % board->players;
    traits_add(traits, TRAIT_GIVEN + (follows * 2u + is_ahead) * PILLARS_CARD_WORTHS +
                           traits_place((worth + 2) / 2, 0, PILLARS_CARD_WORTHS));
    traits_add(traits, TRAIT_RIVAL + standing * PILLARS_RIVAL_POTS +
                           traits_place((prospect->pot + 6) / 4, 0, PILLARS_RIVAL_POTS));
    traits_add_if(traits, follows, TRAIT_OTHER_TO_PLAY + (distance <= plan->followers));
}

/* What the card could be kept for. */
static void add_rest(const struct pillars_plan *plan, const struct prospect *prospect,
                     struct traits *traits)
{
    static const card_set goods = CARD_BIT(PILLARS_PHILIP) | CARD_BIT(PILLARS_TOM) |
                                  CARD_BIT(PILLARS_STONE) | CARD_BIT(PILLARS_WOOD) |
                                  CARD_BIT(PILLARS_ELLEN);
    const unsigned value = pillars_value(prospect->card);
    const unsigned strength = value >= 9 ? 3 : value >= 7 ? 2 : value >= 4 ? 1 : 0;
    const card_set wanted =
        goods | pillars_craftsmen(plan->seat) | CARD_BIT(plan->board->advantage);
    const unsigned left = card_set_count(plan->hand & wanted & ~CARD_BIT(prospect->card));
    traits_add(traits, TRAIT_STRENGTH + value * PILLARS_TAKERS + prospect->taker);
    traits_add(traits, TRAIT_SAVED + strength * PILLARS_GOODS +
                           (left < PILLARS_GOODS ? left : PILLARS_GOODS - 1));
}

void pillars_find_traits(const struct pillars_plan *plan, uint8_t card, struct traits *traits)
{
    const struct prospect prospect = look(plan, card);
    traits->count = 0;
    add_sort(plan, &prospect, traits);
    add_trick(plan, &prospect, traits);
    add_change(plan, &prospect, traits);
    add_rest(plan, &prospect, traits);
    if (prospect.taker == OTHER)
        add_other(plan, &prospect, traits);
}
