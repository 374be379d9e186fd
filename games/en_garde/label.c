/* Moves as buttons say them: how many cards of which value attack. */
#include "games/en_garde/en_garde.h"

void en_garde_label(game_move packed, const struct telling *telling, struct text *out)
{
    struct en_garde_move move;
    if (!en_garde_move_unpack(packed, &move) ||
        (move.action != EN_GARDE_ATTACK && move.action != EN_GARDE_ADVANCE_ATTACK))
        return;
    words_say(telling->words, out,
              move.action == EN_GARDE_ATTACK ? "en-garde.label.attack"
                                             : "en-garde.label.advance-attack",
              SAY_NUMBER(move.value), SAY_NUMBER(move.cards), SAY_NUMBER(move.step));
}
