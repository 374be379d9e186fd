/* What `belfry play` offers, by number: the games that were put away, and new ones. */
#ifndef BELFRY_BOT_PROGRAM_GAME_MENU_H
#define BELFRY_BOT_PROGRAM_GAME_MENU_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/store/store.h"
#include "games/game.h"

enum { GAME_MENU_SAVED_MAX = 10, GAME_MENU_MAX = 32 };

struct game_offer {
    const struct game *game;
    int64_t table;  /* that was put away; 0: a new game */
    int64_t opened; /* seconds since 1970 */
    unsigned moves;
};

/* The saved games come first, the last opened one before the others. */
struct game_menu {
    struct game_offer offers[GAME_MENU_MAX];
    unsigned count, saved;
};

/* Fills the menu with what was put away in the place and with new games; of one game alone if
 * `only` is not NULL. Returns false when the store can't be read, and while the inquiry waits. */
bool game_menu_read(struct game_menu *menu, struct store_inquiry *inquiry, const char *network,
                    const char *place, const struct game *only);
/* Appends the menu, a line an offer. */
void game_menu_say(const struct game_menu *menu, const struct words *words, struct text *out);
/* Returns the first offer of the game, or NULL. */
const struct game_offer *game_menu_find(const struct game_menu *menu, const struct game *game);

#endif
