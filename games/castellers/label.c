/* Moves as buttons say them: pawns and players in words, instead of their codes. */
#include "games/castellers/castellers.h"
#include "games/shared/names.h"

enum { LABEL_NAME_COLUMNS = 20, ON_GROUND = CASTELLERS_CODES };

static void say_pawn(const struct telling *telling, uint8_t pawn, struct text *out)
{
    static const char *const signs[CASTELLERS_COLOURS] = {"🔵", "🟢", "🌸", "🔴", "⚪"};
    static const char *const messages[CASTELLERS_COLOURS] = {
        "castellers.label.blue", "castellers.label.green", "castellers.label.pink",
        "castellers.label.red", "castellers.label.white"};
    unsigned colour = castellers_colour(pawn);
    if (!telling_is_ascii(telling))
        text_add_format(out, "%s ", signs[colour]);
    words_say(telling->words, out, messages[colour], SAY_NUMBER(castellers_value(pawn)));
}

/* A pawn that goes to a castle. */
static void say_building(const struct castellers_move *move, const struct telling *telling,
                         struct text *out)
{
    char pawn_buffer[64], target_buffer[64];
    struct text pawn = TEXT_IN(pawn_buffer), target = TEXT_IN(target_buffer);
    say_pawn(telling, move->pawn, &pawn);
    if (move->target != ON_GROUND)
        say_pawn(telling, move->target, &target);
    words_say(telling->words, out,
              move->target != ON_GROUND ? "castellers.label.raise-on"
              : move->number == 0       ? "castellers.label.raise-new"
                                        : "castellers.label.raise",
              SAY_TEXT(pawn.bytes), SAY_NUMBER(move->number), SAY_TEXT(target.bytes));
}

void castellers_label(game_move packed, const struct telling *telling, struct text *out)
{
    char pawn_buffer[64], name_buffer[128];
    struct text pawn = TEXT_IN(pawn_buffer), name = TEXT_IN(name_buffer);
    struct castellers_move move;
    if (!castellers_move_unpack(packed, &move))
        return;
    switch (move.word) {
    case CASTELLERS_FALLING:
    case CASTELLERS_GIVING:
        say_pawn(telling, move.pawn, &pawn);
        words_say(telling->words, out,
                  move.word == CASTELLERS_FALLING ? "castellers.label.fall"
                                                  : "castellers.label.give",
                  SAY_TEXT(pawn.bytes), SAY_NUMBER(move.number));
        break;
    case CASTELLERS_RAISING:
        say_building(&move, telling, out);
        break;
    case CASTELLERS_SWAPPING:
        say_pawn(telling, move.pawn, &pawn);
        names_fit(telling, move.seat, LABEL_NAME_COLUMNS, &name);
        words_say(telling->words, out, "castellers.label.swap", SAY_TEXT(pawn.bytes),
                  SAY_TEXT(name.bytes));
        break;
    case CASTELLERS_PLACING:
        if (move.target != ON_GROUND) {
            say_pawn(telling, move.target, &pawn);
            words_say(telling->words, out, "castellers.label.place-on", SAY_TEXT(pawn.bytes),
                      SAY_NUMBER(move.number));
        }
        break;
    default:
        break;
    }
}
