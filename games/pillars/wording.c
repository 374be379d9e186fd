/* Cards and materials in words. */
#include "games/pillars/drawing.h"

const uint8_t pillars_materials_shown[PILLARS_MATERIALS] = {
    PILLARS_STONE_MATERIAL, PILLARS_WOOD_MATERIAL, PILLARS_SAND_MATERIAL, PILLARS_METAL};

const char *pillars_card_message(uint8_t card)
{
    static const char *const messages[PILLARS_NAMED] = {
#define NAMED(card) [PILLARS_##card - PILLARS_ALFRED]
        NAMED(ALFRED) = "pillars.card.alfred",
        NAMED(ALIENA) = "pillars.card.aliena",
        NAMED(ASSISTANT) = "pillars.card.assistant",
        NAMED(BRICKMAKER) = "pillars.card.brickmaker",
        NAMED(ELLEN) = "pillars.card.ellen",
        NAMED(FOUNDER) = "pillars.card.founder",
        NAMED(KING) = "pillars.card.king",
        NAMED(PAINTER) = "pillars.card.painter",
        NAMED(PHILIP) = "pillars.card.philip",
        NAMED(POTTER) = "pillars.card.potter",
        NAMED(REGAN) = "pillars.card.regan",
        NAMED(SAND) = "move.sand",
        NAMED(STONE) = "move.stone",
        NAMED(TOM) = "pillars.card.tom",
        NAMED(WALERAN) = "pillars.card.waleran",
        NAMED(WILLIAM) = "pillars.card.william",
        NAMED(WOOD) = "move.wood",
#undef NAMED
    };
    return messages[card_kind(card, pillars_twins) - PILLARS_ALFRED];
}

const char *pillars_short_message(uint8_t card)
{
    static const char *const messages[PILLARS_NAMED] = {
#define NAMED(card) [PILLARS_##card - PILLARS_ALFRED]
        NAMED(ALFRED) = "pillars.shown.alfred",
        NAMED(ALIENA) = "pillars.shown.aliena",
        NAMED(ASSISTANT) = "move.assistant",
        NAMED(BRICKMAKER) = "move.brickmaker",
        NAMED(ELLEN) = "pillars.shown.ellen",
        NAMED(FOUNDER) = "move.founder",
        NAMED(KING) = "pillars.shown.king",
        NAMED(PAINTER) = "move.painter",
        NAMED(PHILIP) = "pillars.shown.philip",
        NAMED(POTTER) = "move.potter",
        NAMED(REGAN) = "pillars.shown.regan",
        NAMED(SAND) = "move.sand",
        NAMED(STONE) = "move.stone",
        NAMED(TOM) = "pillars.shown.tom",
        NAMED(WALERAN) = "pillars.shown.waleran",
        NAMED(WILLIAM) = "pillars.shown.william",
        NAMED(WOOD) = "move.wood",
#undef NAMED
    };
    return messages[card_kind(card, pillars_twins) - PILLARS_ALFRED];
}

const char *pillars_converter_message(uint8_t converter)
{
    static const char *const messages[PILLARS_CONVERTERS] = {
        [PILLARS_WITH_ASSISTANT] = "move.assistant", [PILLARS_WITH_BRICKMAKER] = "move.brickmaker",
        [PILLARS_WITH_BUILDER] = "move.builder",     [PILLARS_WITH_CARPENTER] = "move.carpenter",
        [PILLARS_WITH_FOUNDER] = "move.founder",     [PILLARS_WITH_MASON] = "move.mason",
        [PILLARS_WITH_MIXER] = "move.mixer",         [PILLARS_WITH_POTTER] = "move.potter",
        [PILLARS_WITH_TOOLMAKER] = "move.toolmaker"};
    return messages[converter];
}

const char *pillars_material_message(uint8_t material)
{
    static const char *const messages[PILLARS_MATERIALS] = {"move.metal", "move.sand", "move.stone",
                                                            "move.wood"};
    return messages[material];
}

const char *pillars_craft_message(uint8_t card)
{
    static const char *const messages[PILLARS_CRAFTS] = {
        [PILLARS_BUILDER] = "move.builder", [PILLARS_TOOLMAKER] = "move.toolmaker",
        [PILLARS_MASON] = "move.mason",     [PILLARS_CARPENTER] = "move.carpenter",
        [PILLARS_MIXER] = "move.mixer",
    };
    return messages[card % PILLARS_CRAFTS];
}

void pillars_say_card(const struct telling *telling, uint8_t card, uint8_t player, struct text *out)
{
    const struct words *words = telling->words;
    if (pillars_is_craftsman(card)) {
        uint8_t seat = pillars_craftsman_seat(card);
        words_say(words, out, seat == player ? "pillars.card.own" : "pillars.card.craftsman",
                  SAY_TEXT(telling->names[seat]), SAY_MESSAGE(pillars_craft_message(card)),
                  SAY_NUMBER(pillars_value(card)));
    } else if (card == PILLARS_KING) {
        words_say_plain(words, out, pillars_card_message(card));
    } else {
        words_say(words, out, "pillars.card.valued", SAY_MESSAGE(pillars_card_message(card)),
                  SAY_NUMBER(pillars_value(card)));
    }
}

void pillars_say_materials(const struct telling *telling, const struct pillars_board *board,
                           uint8_t seat, struct text *out)
{
    size_t before = out->length;
    for (unsigned i = 0; i < PILLARS_MATERIALS; i++) {
        uint8_t material = pillars_materials_shown[i];
        if (board->materials[seat][material] == 0)
            continue;
        text_add(out, out->length > before ? ", " : "");
        words_say(telling->words, out, "pillars.material.counted",
                  SAY_NUMBER(board->materials[seat][material]),
                  SAY_MESSAGE(pillars_material_message(material)));
    }
    if (out->length == before)
        words_say_plain(telling->words, out, "pillars.material.none");
}
