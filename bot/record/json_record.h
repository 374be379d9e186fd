/* Random outcomes (setup and chance lines) as JSON: reads and writes games/shared/record.h with
 * jansson. */
#ifndef BELFRY_BOT_RECORD_JSON_RECORD_H
#define BELFRY_BOT_RECORD_JSON_RECORD_H

#include <jansson.h>

#include "games/game.h"

/* Appends the outcome as compact JSON. The game's rules page defines the keys and their order. */
void json_record_print(struct text *out, const struct game *game, struct game_chance *outcome,
                       uint8_t players, bool setup);
/* Appends a string with its quotes and escapes. */
void json_record_add_string(struct text *out, const char *string);
/* Reads an object that must have exactly the keys of the rules page. On false, `problem` names the
 * key and what was expected there. The game's `deal` decides whether the rules allow the outcome.
 */
bool json_record_read(const struct game *game, const json_t *object, uint8_t players, bool setup,
                      struct game_chance *outcome, struct text *problem);

#endif
