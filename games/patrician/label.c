/* Moves as buttons say them: what a card is, instead of its code. */
#include "games/patrician/picture.h"

static const char *const signs[PATRICIAN_WHATS] = {
    [PATRICIAN_TWO] = "🏢", [PATRICIAN_B] = "🧔",    [PATRICIAN_B_STARRED] = "🧔",
    [PATRICIAN_BB] = "🧔",  [PATRICIAN_FREE] = "⭐", [PATRICIAN_H] = "🎩",
    [PATRICIAN_HH] = "🎩",  [PATRICIAN_L] = "👩",    [PATRICIAN_H_STARRED] = "🎩",
    [PATRICIAN_LL] = "👩",  [PATRICIAN_MOVE] = "🔀", [PATRICIAN_L_STARRED] = "👩"};

void patrician_label(game_move packed, const struct telling *telling, struct text *out)
{
    struct patrician_move move;
    if (!patrician_move_unpack(packed, &move) || move.action != PATRICIAN_PLAYING)
        return;
    enum patrician_what what = patrician_card_what(move.card);
    if (!telling_is_ascii(telling))
        text_add_format(out, "%s ", signs[what]);
    text_add_format(out, "%s, ", patrician_cities[patrician_card_city(move.card)].name);
    patrician_say_what(telling->words, what, false, out);
    if (patrician_is_starred(move.card))
        text_add_char(out, '*');
    text_add_format(out, " · %u", move.sites[0]);
    if (what == PATRICIAN_TWO)
        text_add_format(out, " + %u", move.sites[1]);
}
