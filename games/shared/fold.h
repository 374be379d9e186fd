/* Words as people type them: in any case, without accents, and with umlauts as they like (`zurück`,
 * `zuruck`, `zurueck`).
 */
#ifndef BELFRY_GAMES_SHARED_FOLD_H
#define BELFRY_GAMES_SHARED_FOLD_H

#include <stdbool.h>
#include <stddef.h>

enum {
    FOLD_BYTES = 128
}; /* of a folded word; words of half as many bytes or more are not folded */

enum fold {
    FOLD_BARE,  /* ü is u */
    FOLD_SPELT, /* ü is ue */
    FOLDS
};

/* Folds case, removes accents, and makes several blanks one. False if the word is empty or too
 * long. */
bool fold_word(const char *bytes, size_t length, enum fold fold, char folded[FOLD_BYTES]);
/* Whether two words are the same however umlauts are written; false for words that are too long. */
bool fold_same(const char *one, size_t one_length, const char *other, size_t other_length);

#endif
