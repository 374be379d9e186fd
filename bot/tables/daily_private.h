/* Shared by daily.c and daily_results.c; nobody else includes this. */
#ifndef BELFRY_BOT_TABLES_DAILY_PRIVATE_H
#define BELFRY_BOT_TABLES_DAILY_PRIVATE_H

#include "bot/tables/daily.h"

void daily_write_result(struct store *store, uint32_t day, const struct game *game,
                        const char *network, const char *identity,
                        const struct daily_result *result);
/* As daily_standing_of() and daily_streak() for somebody who has just finished, whether or not the
 * store tells that already. */
struct daily_standing daily_standing_with(struct store_inquiry *inquiry, uint32_t day,
                                          const struct game *game, const char *network,
                                          const char *identity, const struct daily_result *own);
unsigned daily_streak_with(struct store_inquiry *inquiry, uint32_t day, const char *network,
                           const char *identity);

#endif
