/* Moves as buttons say them: cards and players in words, instead of their codes. */
#include "games/njet/drawing.h"

enum { LABEL_NAME_COLUMNS = 20 };

static void say_card(const struct telling *telling, uint8_t card, struct text *out)
{
    static const char *const signs[] = {
        [NJET_BLUE] = "🟦", [NJET_GREEN] = "🟩", [NJET_BLACK] = "⬛", [NJET_RED] = "🟥"};
    if (!telling_is_ascii(telling))
        text_add_format(out, "%s ", signs[njet_colour(card)]);
    njet_say_card(telling, card, out);
}

static void say_word(const struct telling *telling, const char *message, struct text *out)
{
    words_say_plain(telling->words, out, message);
    text_add_char(out, ' ');
}

void njet_label(game_move packed, const struct telling *telling, struct text *out)
{
    struct njet_move move;
    if (!njet_move_unpack(packed, &move))
        return;
    switch (move.action) {
    case NJET_NJET:
        say_word(telling, "move.njet", out);
        say_word(telling, njet_row_message(njet_row_of(move.what)), out);
        njet_say_cell(telling, move.what, LABEL_NAME_COLUMNS, out);
        break;
    case NJET_PARTNER:
        say_word(telling, "move.partner", out);
        names_fit(telling, move.what, LABEL_NAME_COLUMNS, out);
        break;
    case NJET_DISCARD:
        say_word(telling, "move.discard", out);
        say_card(telling, move.what, out);
        if (move.second == NJET_NO_CARD)
            break;
        text_add(out, " + ");
        say_card(telling, move.second, out);
        break;
    case NJET_PLAY:
        say_card(telling, move.what, out);
        break;
    default:
        break;
    }
}
