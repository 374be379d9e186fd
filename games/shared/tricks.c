#include "games/shared/tricks.h"

uint8_t card_kind(uint8_t card, card_set twins)
{
    return card_set_has(twins, card) ? (uint8_t)(card - 1) : card;
}

card_set card_set_add(card_set set, uint8_t card, card_set twins)
{
    card_set kind = CARD_BIT(card_kind(card, twins));
    return set & kind ? set | kind << 1 : set | kind;
}

card_set card_set_remove(card_set set, uint8_t card, card_set twins)
{
    card_set kind = CARD_BIT(card_kind(card, twins));
    card_set twin = kind << 1 & twins & set;
    return set & ~(twin ? twin : kind);
}

card_set card_set_without(card_set set, card_set others, card_set twins)
{
    while (others != 0)
        set = card_set_remove(set, card_set_next(&others), twins);
    return set;
}

void trick_add(struct trick *trick, uint8_t card)
{
    trick->cards[trick->count++] = card;
}

uint8_t trick_seat(const struct trick *trick, uint8_t players, uint8_t position)
{
    return (uint8_t)((trick->leader + position) % players);
}

uint8_t trick_mover(const struct trick *trick, uint8_t players)
{
    return trick_seat(trick, players, trick->count);
}

bool trick_position(const struct trick *trick, uint8_t players, uint8_t seat, uint8_t *position)
{
    *position = (uint8_t)((seat + players - trick->leader) % players);
    return *position < trick->count;
}

uint8_t trick_strongest(const struct trick *trick, trick_strength *strength, const void *rule)
{
    uint8_t best = 0;
    unsigned most = strength(rule, trick, trick->cards[0]);
    for (uint8_t position = 1; position < trick->count; position++) {
        unsigned now = strength(rule, trick, trick->cards[position]);
        if (now >= most) {
            most = now;
            best = position;
        }
    }
    return best;
}
