/* Moves as buttons say them: what a card is, instead of its code. */
#include "games/patrician/patrician.h"

static const char *const signs[PATRICIAN_WHATS] = {
    [PATRICIAN_TWO] = "🏢", [PATRICIAN_B] = "🧔",    [PATRICIAN_B_STARRED] = "🧔",
    [PATRICIAN_BB] = "🧔",  [PATRICIAN_FREE] = "⭐", [PATRICIAN_H] = "🎩",
    [PATRICIAN_HH] = "🎩",  [PATRICIAN_L] = "👩",    [PATRICIAN_H_STARRED] = "🎩",
    [PATRICIAN_LL] = "👩",  [PATRICIAN_MOVE] = "🔀", [PATRICIAN_L_STARRED] = "👩"};

static const char *const keys[PATRICIAN_WHATS] = {
    [PATRICIAN_TWO] = "patrician.label.two",         [PATRICIAN_B] = "patrician.label.beard",
    [PATRICIAN_B_STARRED] = "patrician.label.beard", [PATRICIAN_BB] = "patrician.label.beards",
    [PATRICIAN_FREE] = "patrician.label.free",       [PATRICIAN_H] = "patrician.label.hat",
    [PATRICIAN_H_STARRED] = "patrician.label.hat",   [PATRICIAN_HH] = "patrician.label.hats",
    [PATRICIAN_L] = "patrician.label.lady",          [PATRICIAN_L_STARRED] = "patrician.label.lady",
    [PATRICIAN_LL] = "patrician.label.ladies",       [PATRICIAN_MOVE] = "patrician.label.move"};

void patrician_label(game_move packed, const struct words *words, struct text *out)
{
    struct patrician_move move;
    if (!patrician_move_unpack(packed, &move) || move.action != PATRICIAN_PLAYING)
        return;
    enum patrician_what what = patrician_card_what(move.card);
    text_add_format(out, "%s %s, ", signs[what],
                    patrician_cities[patrician_card_city(move.card)].name);
    words_say_plain(words, out, keys[what]);
    if (patrician_is_starred(move.card))
        text_add_char(out, '*');
    text_add_format(out, " · %u", move.sites[0]);
    if (what == PATRICIAN_TWO)
        text_add_format(out, " + %u", move.sites[1]);
}
