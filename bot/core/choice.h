/* Buttons: the choices of a message (bot/adapter.h), and a seat's moves among them.
 *
 * A list of moves that is too long for one message is offered word by word. A choice is then the
 * next word or a range of words, and pressing it types `moves` with what has been chosen so far.
 */
#ifndef BELFRY_BOT_CORE_CHOICE_H
#define BELFRY_BOT_CORE_CHOICE_H

#include "bot/adapter.h"
#include "games/game.h"

struct choices {
    size_t count;
    struct outbound_choice list[CHOICES_MAX];
};

enum choice_weight { CHOICE_LOOKS, CHOICE_MAIN, CHOICE_ASKS };

/* Adds a button that types `command`; its label is message `key`. Does nothing when there is no
 * room. */
void choices_add(struct choices *choices, const struct words *words, const char *key,
                 const char *command, enum choice_weight weight);

/* Legal moves as text, in the order in which people read them. */
struct move_texts {
    const struct game *game; /* NULL: moves of no game, which are said as they are written */
    size_t count;
    struct move_text {
        game_move move;
        char text[GAME_MOVE_TEXT_MAX];
    } list[GAME_LEGAL_MAX];
};

void move_texts_write(struct move_texts *texts, const struct game *game, const game_move *moves,
                      size_t count);
/* Keeps the moves whose words begin with the words of `typed`. Each typed word may be in upper or
 * lower case and in the language of `words`; it may be the beginning of a move's word, unless it is
 * another move's whole word. "3..9" keeps the moves whose next word lies in that range. */
void move_texts_keep(struct move_texts *texts, const struct words *words, const char *typed);
/* Keeps the moves that contain `part`, in upper or lower case. */
void move_texts_keep_holding(struct move_texts *texts, const char *part);

/* Adds the moves, or the next words to choose among them; at most `room` choices. */
void choices_add_moves(struct choices *choices, const struct telling *telling,
                       const struct move_texts *texts, size_t room);

#endif
