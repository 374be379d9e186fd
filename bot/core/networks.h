/* The networks of the process: what the other rooms ask about them and their places.
 *
 * Only this module calls an adapter's class (bot/adapter.h). Every question has an answer for a
 * network that is unknown or does not offer what is asked. So nobody else has to know what adapters
 * may leave out, and the session manager works even without any network.
 *
 * Networks are named as in the configuration; places and identities are keys of their network.
 */
#ifndef BELFRY_BOT_CORE_NETWORKS_H
#define BELFRY_BOT_CORE_NETWORKS_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/adapter.h"

struct networks {
    struct adapter **adapters; /* owned array; the entry of a closed network is NULL */
    bool *failed;              /* parallel to the adapters: the network will not come back */
    size_t count, room;
};

/* Adds an adapter, which the caller opens and closes, to a structure that was zero at first. */
void networks_add(struct networks *networks, struct adapter *adapter);
/* Takes an adapter out, which the caller closes. */
void networks_remove(struct networks *networks, const struct adapter *adapter);
/* Frees the arrays, not the adapters. */
void networks_clear(struct networks *networks);
/* Returns the adapter of the part that a place belongs to ("": private messages); with a place of
 * NULL, of any part. NULL when this process has no such adapter. */
struct adapter *networks_find(const struct networks *networks, const char *network,
                              const char *place);
/* Whether an adapter of this class for the part would serve the place; "": people of the network
 * wherever they are, which only an adapter for all of it does. */
bool networks_would_serve(const struct adapter_class *class, struct network_part part,
                          const char *place);
/* Returns the part of the network that a message goes to, or NETWORKS_ANY_PART. */
enum { NETWORKS_ANY_PART = -1 };
int networks_part(const struct networks *networks, const struct outbound *message);
/* The same for a place. */
unsigned networks_part_of_place(const struct networks *networks, const char *network,
                                const char *place);
/* Whether processes may share the network by parts. */
bool networks_has_parts(const struct networks *networks, const char *network);

/* -- A network --------------------------------------------------------------------------------- */

/* Whether it is a network with one person alone, such as a terminal. */
/* Returns false where people do not look at a terminal. */
bool networks_screen(const struct networks *networks, const char *network,
                     struct network_screen *screen);
bool networks_is_solitary(const struct networks *networks, const char *network);
/* Returns that person's identity, or NULL where the network is not solitary. */
const char *networks_only_person(const struct networks *networks, const char *network);
/* Whether this process serves the place's part of the network and is connected to it now. */
bool networks_is_connected(const struct networks *networks, const char *network, const char *place);
/* Whether messages may wait there, and how many do now. */
bool networks_queues(const struct networks *networks, const char *network, const char *place);
uint64_t networks_waiting(const struct networks *networks, const char *network, const char *place);
/* Whether its places keep a board and its people can press buttons. */
bool networks_keeps_boards(const struct networks *networks, const char *network);
/* Whether private messages may carry a file. */
bool networks_shows_images(const struct networks *networks, const char *network);
bool networks_takes_files(const struct networks *networks, const char *network);
/* Whether its people are programs, which get facts. */
bool networks_serves_programs(const struct networks *networks, const char *network);
/* Returns how many lines of a long answer are sent at once; 0: all of them. */
unsigned networks_page_lines(const struct networks *networks, const char *network);
/* Returns what people call the bot there; "": nothing to call. */
const char *networks_own_name(const struct networks *networks, const char *network);
/* Whether an identity that somebody wrote down is this one, as the network compares names. */
bool networks_means(const struct networks *networks, const char *network, const char *written,
                    const char *identity);
/* Gives a person back one command of their limit. */
void networks_forgive(const struct networks *networks, const char *network, const char *identity);
/* Sends a message; does nothing when this process has no adapter for it. */
void networks_say(const struct networks *networks, const struct outbound *message);
/* Returns the network's state and counters; a network that counts nothing is connected. */
struct adapter_counters networks_counters(const struct networks *networks, size_t index);

/* -- Its places -------------------------------------------------------------------------------- */

/* Whether the bot is in the place and may speak there, as far as the network can tell. */
bool networks_has_place(const struct networks *networks, const char *network, const char *place);
/* Whether the person is in the place now and may see what is said there, as far as is known. */
bool networks_sees(const struct networks *networks, const char *network, const char *place,
                   const char *identity);
/* Whether that is known anywhere on the network. */
bool networks_sees_people(const struct networks *networks, const char *network);
/* Finds the place on the server of `here` that a person there means who types `typed`; the bot need
 * not be there. Returns false when no place is written like that. A network without names of its
 * own takes every key as it is. */
bool networks_find_place(const struct networks *networks, const char *network, const char *here,
                         const char *typed, char place[PLACE_MAX]);
/* Finds whom somebody means who types `typed` in the place `here`; see adapter_class.find_person. A
 * network without names of its own takes every identity as it is. */
bool networks_find_person(const struct networks *networks, const char *network, const char *here,
                          const char *typed, char who[IDENTITY_MAX], char name[NAME_MAX_BYTES]);
/* Whether that is the person with the identity, or a pattern that they fit. */
bool networks_is_meant(const struct networks *networks, const char *network, const char *who,
                       const char *identity);
/* Writes a place's name as people of the network `reader` read it: "#chess", "libera/#chess". */
void networks_place_name(const struct networks *networks, const char *network, const char *place,
                         const char *reader, char name[PLACE_MAX]);
/* Returns the channel of a thread, written to `parent`; for any other place, `place` itself. */
const char *networks_channel(const struct networks *networks, const char *network,
                             const char *place, char parent[PLACE_MAX]);
/* Whether two places of the network are on the same server. */
bool networks_same_server(const struct networks *networks, const char *network, const char *one,
                          const char *other);
/* Appends the name under which the store keeps what belongs to a server: "NETWORK", or "NETWORK
 * SERVER" where a network has several. */
void networks_server_name(const struct networks *networks, const char *network, const char *place,
                          struct text *name);
/* Whether texts go there with their paints marked; `asked`: people want colours. */
bool networks_shows_colours(const struct networks *networks, const char *network, const char *place,
                            bool asked);
/* Returns what is typed before the name of a command there; "" for nothing. */
const char *networks_prefix(const struct networks *networks, const char *network,
                            const char *place);
/* Whether the network has threads. */
bool networks_makes_threads(const struct networks *networks, const char *network);
/* Makes a thread, for all or with `closed` for those who are let in; thread_opened() of the
 * listener follows. Only where networks_makes_threads(). */
void networks_open_thread(const struct networks *networks, const char *network, const char *place,
                          int64_t table, bool closed, const char *title);

#endif
