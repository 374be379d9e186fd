/* The store in a PostgreSQL server (15 or newer), for processes that share one.
 *
 * One connection carries everything as a pipeline: what a turn writes is one transaction, and
 * several turns and reads are under way at once. With a loop (store_attach) nothing here blocks;
 * before and after, as in the tools, each commit and each read waits for its answer.
 *
 * When the connection is lost, everything waits until there is another one. A turn whose answer was
 * lost is then either known to be saved or sent again.
 */
#ifndef BELFRY_BOT_STORE_POSTGRES_POSTGRES_H
#define BELFRY_BOT_STORE_POSTGRES_POSTGRES_H

#include "bot/store/store.h"

/* Whether it begins as the address of a server does: "postgresql://" or "postgres://". */
bool postgres_is_address(const char *data);
/* See store_open(). The address is libpq's; several hosts are tried in turn until one can be
 * written to. Waits for the server. */
struct store *postgres_open(const char *address, char *error, size_t error_size);
/* See store_try_server(). */
bool postgres_try(const char *address, char *error, size_t error_size);

#endif
