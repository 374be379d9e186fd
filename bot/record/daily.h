/* The deal of the day: one deal for everybody who plays the game on that day.
 *
 *     day    = a number: day 1 is 2026-01-01 from 00:00 to 24:00 UTC
 *     seed   = HMAC-SHA-256 (RFC 2104) with the bytes of the series key as key, over
 *              "belfry daily ", the day in decimal, a blank, the game's id, a line feed
 *     game   = if none is named, number (day modulo the number of games) of the registry
 *     seats  = 3, or the next number that the game allows; the person has the first
 *
 * From the seed on it is a table like any other (bot/record/shuffle.h): its SHA-256 is the
 * commitment, and without words it is the generator's key. Bots with the same series key have the
 * same deals. Nobody learns the seed of another day from one that was told.
 *
 * The seats of the bot draw from
 *
 *     key    = HMAC-SHA-256 with the seed as key, over "belfry daily bot ", the number of lines of
 *              the transcript in decimal, a blank, the seat's number from 1, a line feed
 *
 * and search for a number of iterations, not for a time: who plays the same gets the same answers
 * on every machine.
 *
 * A day's deals are closed an hour after the day: until then a game that was begun in time counts,
 * and nobody is told the seed.
 */
#ifndef BELFRY_BOT_RECORD_DAILY_H
#define BELFRY_BOT_RECORD_DAILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/game.h"
#include "games/shared/rng.h"

enum {
    DAILY_SERIES_MAX = 256, /* bytes of a series key, terminator included */
    DAILY_ACCOUNT_BYTES = 33,
    DAILY_ITERATIONS = 200
};

/* One deal of one day. */
struct daily_deal {
    uint32_t day;
    const struct game *game;
    uint8_t seed[RNG_KEY_BYTES];
};

/* Returns the day of a time in milliseconds since 1970; 0: before the first. */
uint32_t daily_day(int64_t now);
/* Whether the deals of the day are still to be kept secret. */
bool daily_is_open(uint32_t day, int64_t now);
const struct game *daily_game(uint32_t day);
uint8_t daily_seats(const struct game *game);
struct daily_deal daily_deal_of(const char *series, uint32_t day, const struct game *game);
/* Writes the key of a seat of the bot for its move after so many lines; `seat` counts from 0. */
void daily_bot_key(const uint8_t seed[RNG_KEY_BYTES], uint32_t lines, unsigned seat,
                   uint8_t key[RNG_KEY_BYTES]);
/* Writes what stands for an account at this deal without naming it, as hex digits. */
void daily_account(const uint8_t seed[RNG_KEY_BYTES], const char *network, const char *identity,
                   char account[DAILY_ACCOUNT_BYTES]);

#endif
