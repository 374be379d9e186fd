/* The cards: what they score and convert, and how cards and moves are numbered. */
#include "games/pillars/pillars.h"

#include <string.h>

const card_set pillars_twins =
    CARD_BIT(PILLARS_SAND + 1) | CARD_BIT(PILLARS_STONE + 1) | CARD_BIT(PILLARS_WOOD + 1);

const uint8_t pillars_advantages[PILLARS_ADVANTAGES] = {
    PILLARS_PAINTER, PILLARS_POTTER, PILLARS_FOUNDER, PILLARS_BRICKMAKER, PILLARS_ASSISTANT};

#define ADVANTAGE_CARDS                                                                            \
    (CARD_BIT(PILLARS_PAINTER) | CARD_BIT(PILLARS_POTTER) | CARD_BIT(PILLARS_FOUNDER) |            \
     CARD_BIT(PILLARS_BRICKMAKER) | CARD_BIT(PILLARS_ASSISTANT))

/* A card's value in a trick, and the points for the player who wins it. */
struct worth {
    uint8_t value;
    int8_t points;
};

enum { HIGHEST = 11 };

/* [reconstructed], except for the King, Aliena and her points, and the value of materials. */
static const struct worth worths[PILLARS_NAMED] = {
#define NAMED(card) [(card) - PILLARS_ALFRED]
    NAMED(PILLARS_ALFRED) = {1, -2},    NAMED(PILLARS_ALIENA) = {9, 1},
    NAMED(PILLARS_ASSISTANT) = {5, 0},  NAMED(PILLARS_BRICKMAKER) = {5, 0},
    NAMED(PILLARS_ELLEN) = {3, 2},      NAMED(PILLARS_FOUNDER) = {5, 0},
    NAMED(PILLARS_KING) = {HIGHEST, 3}, NAMED(PILLARS_PAINTER) = {5, 0},
    NAMED(PILLARS_PHILIP) = {7, 0},     NAMED(PILLARS_POTTER) = {5, 0},
    NAMED(PILLARS_REGAN) = {3, -1},     NAMED(PILLARS_TOM) = {5, 0},
    NAMED(PILLARS_WALERAN) = {7, -3},   NAMED(PILLARS_WILLIAM) = {5, -2},
};

const char *const pillars_card_words[PILLARS_NAMED] = {
    NAMED(PILLARS_ALFRED) = "alfred",       NAMED(PILLARS_ALIENA) = "aliena",
    NAMED(PILLARS_ASSISTANT) = "assistant", NAMED(PILLARS_BRICKMAKER) = "brickmaker",
    NAMED(PILLARS_ELLEN) = "ellen",         NAMED(PILLARS_FOUNDER) = "founder",
    NAMED(PILLARS_KING) = "king",           NAMED(PILLARS_PAINTER) = "painter",
    NAMED(PILLARS_PHILIP) = "philip",       NAMED(PILLARS_POTTER) = "potter",
    NAMED(PILLARS_REGAN) = "regan",         NAMED(PILLARS_SAND) = "sand",
    NAMED(PILLARS_STONE) = "stone",         NAMED(PILLARS_TOM) = "tom",
    NAMED(PILLARS_WALERAN) = "waleran",     NAMED(PILLARS_WILLIAM) = "william",
    NAMED(PILLARS_WOOD) = "wood",
#undef NAMED
};

const char *const pillars_material_words[PILLARS_MATERIALS] = {"metal", "sand", "stone", "wood"};

const char *const pillars_converter_words[PILLARS_CONVERTERS] = {
    "assistant", "brickmaker", "builder", "carpenter", "founder",
    "mason",     "mixer",      "potter",  "toolmaker"};

static const uint8_t craft_values[PILLARS_CRAFTS] = {
    [PILLARS_BUILDER] = 10,  [PILLARS_TOOLMAKER] = 2, [PILLARS_MASON] = 4,
    [PILLARS_CARPENTER] = 6, [PILLARS_MIXER] = 8,
};

bool pillars_is_advantage(uint8_t card)
{
    return card < PILLARS_CARDS && card_set_has(ADVANTAGE_CARDS, card);
}

card_set pillars_deck(uint8_t players)
{
    card_set craftsmen = CARD_BIT(players * PILLARS_CRAFTS) - 1;
    card_set neutral =
        (CARD_BIT(PILLARS_CARDS) - CARD_BIT(PILLARS_ALFRED)) & ~(card_set)ADVANTAGE_CARDS;
    if (players < 4)
        neutral &= ~CARD_BIT(PILLARS_ELLEN);
    return craftsmen | neutral;
}

uint8_t pillars_value(uint8_t card)
{
    return pillars_is_craftsman(card) ? craft_values[card % PILLARS_CRAFTS]
                                      : worths[card - PILLARS_ALFRED].value;
}

int pillars_points(uint8_t card)
{
    return pillars_is_craftsman(card) ? 0 : worths[card - PILLARS_ALFRED].points;
}

bool pillars_brings(uint8_t card, uint8_t *material)
{
    switch (card_kind(card, pillars_twins)) {
    case PILLARS_PHILIP:
        *material = PILLARS_METAL;
        return true;
    case PILLARS_SAND:
        *material = PILLARS_SAND_MATERIAL;
        return true;
    case PILLARS_STONE:
        *material = PILLARS_STONE_MATERIAL;
        return true;
    case PILLARS_WOOD:
        *material = PILLARS_WOOD_MATERIAL;
        return true;
    default:
        return false;
    }
}

/* -- Cards as they are written ----------------------------------------------------------------- */

void pillars_print_card(uint8_t card, struct text *out)
{
    if (pillars_is_craftsman(card))
        text_add_format(out, "%u:%u", pillars_craftsman_seat(card) + 1u, pillars_value(card));
    else
        text_add(out, pillars_card_words[card_kind(card, pillars_twins) - PILLARS_ALFRED]);
}

bool pillars_parse_card(const char *bytes, size_t length, uint8_t *card)
{
    for (*card = 0; *card < PILLARS_CARDS; ++*card) {
        char buffer[16];
        struct text text = TEXT_IN(buffer);
        pillars_print_card(*card, &text);
        if (text.length == length && memcmp(buffer, bytes, length) == 0)
            return true;
    }
    return false;
}

/* Craftsmen come first, by seat and rising value; then the others by falling value. */
static unsigned written_order(uint8_t card)
{
    return pillars_is_craftsman(card) ? pillars_craftsman_seat(card) * 16u + pillars_value(card)
                                      : 16u * PILLARS_SEATS_MAX + HIGHEST - pillars_value(card);
}

unsigned pillars_sort_cards(card_set set, uint8_t cards[PILLARS_CARDS])
{
    unsigned count = 0;
    while (set != 0) {
        uint8_t card = card_set_next(&set);
        unsigned place = count++;
        for (; place > 0 && written_order(cards[place - 1]) > written_order(card); place--)
            cards[place] = cards[place - 1];
        cards[place] = card;
    }
    return count;
}

void pillars_print_cards(card_set set, struct text *out)
{
    uint8_t cards[PILLARS_CARDS];
    unsigned count = pillars_sort_cards(set, cards);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text_add(out, " ");
        pillars_print_card(cards[i], out);
    }
}

/* -- Conversions ------------------------------------------------------------------------------- */

/* Points for metal, sand, stone, wood. The points of builder and carpenter are known; those of
 * mason, mixer and toolmaker are inferred from them. */
const uint8_t pillars_yields[PILLARS_CONVERTERS][PILLARS_MATERIALS] = {
    [PILLARS_WITH_ASSISTANT] = {1, 1, 1, 1}, [PILLARS_WITH_BRICKMAKER] = {0, 0, 0, 0},
    [PILLARS_WITH_BUILDER] = {4, 1, 3, 2},   [PILLARS_WITH_CARPENTER] = {0, 0, 0, 3},
    [PILLARS_WITH_FOUNDER] = {5, 0, 0, 0},   [PILLARS_WITH_MASON] = {0, 0, 4, 0},
    [PILLARS_WITH_MIXER] = {0, 2, 0, 0},     [PILLARS_WITH_POTTER] = {0, 3, 0, 0},
    [PILLARS_WITH_TOOLMAKER] = {5, 0, 0, 0},
};

uint8_t pillars_takes(uint8_t converter)
{
    if (converter == PILLARS_WITH_BRICKMAKER)
        return 1u << PILLARS_SAND_MATERIAL;
    uint8_t materials = 0;
    for (unsigned material = 0; material < PILLARS_MATERIALS; material++)
        if (pillars_yields[converter][material] > 0)
            materials |= (uint8_t)(1u << material);
    return materials;
}

bool pillars_has_converter(uint8_t converter, uint8_t seat, card_set won, card_set advantages)
{
    /* The advantage card, or a seat's craftsman, which is a card of the first seat here. */
    static const uint8_t cards[PILLARS_CONVERTERS] = {
        [PILLARS_WITH_ASSISTANT] = PILLARS_ASSISTANT,
        [PILLARS_WITH_BRICKMAKER] = PILLARS_BRICKMAKER,
        [PILLARS_WITH_BUILDER] = PILLARS_BUILDER,
        [PILLARS_WITH_CARPENTER] = PILLARS_CARPENTER,
        [PILLARS_WITH_FOUNDER] = PILLARS_FOUNDER,
        [PILLARS_WITH_MASON] = PILLARS_MASON,
        [PILLARS_WITH_MIXER] = PILLARS_MIXER,
        [PILLARS_WITH_POTTER] = PILLARS_POTTER,
        [PILLARS_WITH_TOOLMAKER] = PILLARS_TOOLMAKER,
    };
    uint8_t card = cards[converter];
    return card < PILLARS_CRAFTS ? card_set_has(won, pillars_craftsman(seat, card))
                                 : card_set_has(advantages, card);
}

uint16_t pillars_converters(uint8_t seat, card_set won, card_set advantages)
{
    unsigned converters = 0;
    for (uint8_t converter = 0; converter < PILLARS_CONVERTERS; converter++)
        if (pillars_has_converter(converter, seat, won, advantages))
            converters |= 1u << converter;
    return (uint16_t)converters;
}

/* -- Moves as numbers: the word, a card or converter, a material ------------------------------- */

game_move pillars_move_pack(struct pillars_move move)
{
    return (game_move)move.action << 8 | (game_move)move.what << 2 | move.material;
}

bool pillars_move_unpack(game_move packed, struct pillars_move *move)
{
    *move = (struct pillars_move){.action = (uint8_t)(packed >> 8 & 255),
                                  .what = (uint8_t)(packed >> 2 & 63),
                                  .material = (uint8_t)(packed & 3)};
    if (packed >> 16 != 0)
        return false;
    switch (move->action) {
    case PILLARS_CONVERT:
        return move->what < PILLARS_CONVERTERS;
    case PILLARS_DONE:
        return move->what == 0 && move->material == 0;
    case PILLARS_DROP:
        return move->what == 0;
    case PILLARS_PLAY:
        return move->what < PILLARS_CARDS && !card_set_has(pillars_twins, move->what) &&
               move->material == 0;
    case PILLARS_TOM_GIVES:
        return move->what == 0 && move->material != PILLARS_METAL;
    default:
        return false;
    }
}
