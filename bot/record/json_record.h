/* Random outcomes (setup and chance lines) as JSON: games/shared/record.h over jansson, both ways.
 */
#ifndef BELFRY_BOT_RECORD_JSON_RECORD_H
#define BELFRY_BOT_RECORD_JSON_RECORD_H

#include <jansson.h>

#include "games/game.h"

/* Appends the outcome as compact JSON, with the page's keys in the page's order. */
void json_record_print(struct text *out, const struct game *game, struct game_chance *outcome,
                       uint8_t players, bool setup);
/* A string with its quotes and escapes. */
void json_record_add_string(struct text *out, const char *string);
/* Reads an object that must have exactly the page's keys. On false `problem` says which key, and
 * what was expected there. Whether the rules could have dealt it is for the game's `deal` to say.
 */
bool json_record_read(const struct game *game, const json_t *object, uint8_t players, bool setup,
                      struct game_chance *outcome, struct text *problem);

#endif
