/* Things to press: the choices of a message (bot/adapter.h), and a seat's moves among them.
 *
 * A list of moves that is too long for one message is offered word by word: a choice is then the
 * next word, or a range of words, and pressing it types `moves` with what has been chosen so far.
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

/* Adds one that types `command`; its label is message `key`. Left out when there is no room. */
void choices_add(struct choices *choices, const struct words *words, const char *key,
                 const char *command, enum choice_weight weight);

/* Legal moves as they are written, in the order in which people read them. */
struct move_texts {
    size_t count;
    struct move_text {
        game_move move;
        char text[GAME_MOVE_TEXT_MAX];
    } list[GAME_LEGAL_MAX];
};

void move_texts_write(struct move_texts *texts, const struct game *game, const game_move *moves,
                      size_t count);
/* Keeps those whose words begin with the words of `typed`, each in any case, in the language of
 * `words`, or as a beginning of its own unless it is another's whole word. "3..9" keeps the moves
 * whose next word lies between both. */
void move_texts_keep(struct move_texts *texts, const struct words *words, const char *typed);
/* Keeps those that hold `part`, in any case. */
void move_texts_keep_holding(struct move_texts *texts, const char *part);

/* Adds the moves, or what to choose next among them; at most `room` choices. */
void choices_add_moves(struct choices *choices, const struct words *words,
                       const struct move_texts *texts, size_t room);

#endif
