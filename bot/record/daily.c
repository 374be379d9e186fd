#include "bot/record/daily.h"

#include <sodium.h>
#include <string.h>

#include "bot/base/duration.h"
#include "games/shared/text.h"

enum { MESSAGE_BYTES = 512, SEATS_WANTED = 3 };

/* 2025-12-31, in days since 1970. */
static const int64_t day_zero = 20453;

_Static_assert(crypto_auth_hmacsha256_BYTES == RNG_KEY_BYTES, "a seed is one HMAC");

static void authenticate(const void *key, size_t key_length, const struct text *message,
                         uint8_t hash[RNG_KEY_BYTES])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, key_length);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)message->bytes, message->length);
    crypto_auth_hmacsha256_final(&state, hash);
}

uint32_t daily_day(int64_t now)
{
    int64_t day = now / DAY - day_zero;
    return day > 0 && day < UINT16_MAX ? (uint32_t)day : 0;
}

bool daily_is_open(uint32_t day, int64_t now)
{
    return now < (day_zero + day + 1) * DAY + HOUR;
}

const struct game *daily_game(uint32_t day)
{
    uint32_t games = 1; /* at least */
    while (game_registry[games] != NULL)
        games++;
    return game_registry[day % games];
}

uint8_t daily_seats(const struct game *game)
{
    uint8_t least = game->players_min > SEATS_WANTED ? game->players_min : SEATS_WANTED;
    return least < game->players_max ? least : game->players_max;
}

struct daily_deal daily_deal_of(const char *series, uint32_t day, const struct game *game)
{
    char buffer[MESSAGE_BYTES];
    struct text message = TEXT_IN(buffer);
    struct daily_deal deal = {.day = day, .game = game};
    text_add_format(&message, "belfry daily %u %s\n", day, game->id);
    authenticate(series, strlen(series), &message, deal.seed);
    return deal;
}

void daily_bot_key(const uint8_t seed[RNG_KEY_BYTES], uint32_t lines, unsigned seat,
                   uint8_t key[RNG_KEY_BYTES])
{
    char buffer[MESSAGE_BYTES];
    struct text message = TEXT_IN(buffer);
    text_add_format(&message, "belfry daily bot %u %u\n", lines, seat + 1);
    authenticate(seed, RNG_KEY_BYTES, &message, key);
}

void daily_account(const uint8_t seed[RNG_KEY_BYTES], const char *network, const char *identity,
                   char account[DAILY_ACCOUNT_BYTES])
{
    char buffer[MESSAGE_BYTES];
    struct text message = TEXT_IN(buffer);
    uint8_t hash[RNG_KEY_BYTES];
    text_add_format(&message, "belfry daily account %s %s\n", network, identity);
    authenticate(seed, RNG_KEY_BYTES, &message, hash);
    sodium_bin2hex(account, DAILY_ACCOUNT_BYTES, hash, DAILY_ACCOUNT_BYTES / 2);
}
