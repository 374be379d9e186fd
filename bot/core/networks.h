/* The networks of the process: what the other rooms ask about them and their places.
 *
 * It is the one place that calls an adapter's class (bot/adapter.h). Every question has an answer
 * for a network that is unknown or does not offer what is asked, so that nobody else has to know
 * what adapters may leave out; without any network the session manager still works.
 *
 * Networks are named as in the configuration; places and identities are keys of their network.
 */
#ifndef BELFRY_BOT_CORE_NETWORKS_H
#define BELFRY_BOT_CORE_NETWORKS_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/adapter.h"

struct networks {
    struct adapter **adapters; /* owned array; an entry is NULL once its network was closed */
    bool *failed;              /* beside each adapter: it will not come back */
    size_t count;
};

/* Room for `most` networks. One that is zero and never opened has none. */
void networks_open(struct networks *networks, size_t most);
/* Adds an adapter, which the caller has opened and closes. */
void networks_add(struct networks *networks, struct adapter *adapter);
/* Frees the arrays, not the adapters. */
void networks_clear(struct networks *networks);
/* NULL: there is no such network. */
struct adapter *networks_find(const struct networks *networks, const char *network);

/* -- A network ----------------------------------------------------------------------------------
 */

/* One person alone is in front of it. */
bool networks_is_solitary(const struct networks *networks, const char *network);
/* That person's identity; NULL where the network is not solitary. */
const char *networks_only_person(const struct networks *networks, const char *network);
/* Its places keep a board, and its people can press choices. */
bool networks_keeps_boards(const struct networks *networks, const char *network);
/* Private messages may carry a file. */
bool networks_takes_files(const struct networks *networks, const char *network);
/* So many lines of a long answer at once; 0: all of it. */
unsigned networks_page_lines(const struct networks *networks, const char *network);
/* What people call the bot there; "": nothing to call. */
const char *networks_own_name(const struct networks *networks, const char *network);
/* Gives a person one command of their limit back. */
void networks_forgive(const struct networks *networks, const char *network, const char *identity);
/* Says nothing on a network that is not there. */
void networks_say(const struct networks *networks, const struct outbound *message);
/* How it is and what it did; a network that counts nothing is connected. */
struct adapter_counters networks_counters(const struct networks *networks, size_t index);

/* -- Its places ---------------------------------------------------------------------------------
 */

/* The bot is in the place and may speak there, as far as the network can tell. */
bool networks_has_place(const struct networks *networks, const char *network, const char *place);
/* The place that somebody means who types `typed`; the bot need not be there. False: no place is
 * written like that. A network without names of its own takes every key as it is. */
bool networks_find_place(const struct networks *networks, const char *network, const char *typed,
                         char place[PLACE_MAX]);
/* A place as people of the network `reader` read its name: "#chess", "libera/#chess". */
void networks_place_name(const struct networks *networks, const char *network, const char *place,
                         const char *reader, char name[PLACE_MAX]);
/* The channel of a thread, in `parent`; any other place is `place` itself. */
const char *networks_channel(const struct networks *networks, const char *network,
                             const char *place, char parent[PLACE_MAX]);
/* Bytes of the place's key that name its server; 0: the network is the server. */
size_t networks_server_length(const struct networks *networks, const char *network,
                              const char *place);
/* Two places of the network are on the same server. */
bool networks_same_server(const struct networks *networks, const char *network, const char *one,
                          const char *other);
/* Appends the name under which the store keeps what belongs to a server: "NETWORK", and where a
 * network has several "NETWORK SERVER". */
void networks_server_name(const struct networks *networks, const char *network, const char *place,
                          struct text *name);
/* How colours are written there; `asked`: people want them. */
enum dialect networks_dialect(const struct networks *networks, const char *network,
                              const char *place, bool asked);
/* It has threads. */
bool networks_makes_threads(const struct networks *networks, const char *network);
/* Makes one; adapter_listener.thread_opened() follows. Only where networks_makes_threads(). */
void networks_open_thread(const struct networks *networks, const char *network, const char *place,
                          int64_t table, const char *title);

#endif
