/* Seeds as people write them: 1 to 64 hex digits, padded with zeros on the left. */
#ifndef BELFRY_BOT_RECORD_SEED_H
#define BELFRY_BOT_RECORD_SEED_H

#include <stdbool.h>
#include <stdint.h>

#include "games/shared/rng.h"

enum { SEED_TEXT_MAX = 2 * RNG_KEY_BYTES + 1 };

bool seed_parse(const char *written, uint8_t seed[RNG_KEY_BYTES]);
/* Writes all 64 digits, in lower case. */
void seed_print(const uint8_t seed[RNG_KEY_BYTES], char written[SEED_TEXT_MAX]);
/* Draws a seed from the operating system. */
void seed_draw(uint8_t seed[RNG_KEY_BYTES]);

#endif
