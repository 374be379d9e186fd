/* The books of a host: whether what it has in memory fits together, and is what a restart would
 * find. Fixtures check that after each turn, so that a test of a command also notices what the
 * command left behind. A check that fails fails the test. */
#ifndef BELFRY_TESTS_UNIT_HOST_BOOKS_H
#define BELFRY_TESTS_UNIT_HOST_BOOKS_H

#include "bot/turn/host.h"

/* No turn is open or in flight. Places, people, links and deadlines name the tables that name them;
 * letting the settings apply once more changes nothing. */
void host_books_balance(struct host *host);
/* What `disk`, the host's store or the one behind it, keeps of live tables and links is what the
 * host has in memory. Turns of the loop that wait to be saved put that off. */
void host_books_match_disk(struct host *host, struct store *disk);

#endif
