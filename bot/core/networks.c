#include "bot/core/networks.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

void networks_open(struct networks *networks, size_t most)
{
    *networks = (struct networks){.adapters = memory_new((most + 1) * sizeof(struct adapter *)),
                                  .failed = memory_new((most + 1) * sizeof(bool))};
}

void networks_add(struct networks *networks, struct adapter *adapter)
{
    size_t i = 0;
    while (i < networks->count && networks->adapters[i] != NULL)
        i++;
    networks->adapters[i] = adapter;
    networks->failed[i] = false;
    networks->count += i == networks->count;
}

void networks_remove(struct networks *networks, const struct adapter *adapter)
{
    for (size_t i = 0; i < networks->count; i++)
        if (networks->adapters[i] == adapter)
            networks->adapters[i] = NULL;
}

void networks_clear(struct networks *networks)
{
    free(networks->adapters);
    free(networks->failed);
    *networks = (struct networks){.count = 0};
}

struct adapter *networks_find(const struct networks *networks, const char *network)
{
    for (size_t i = 0; i < networks->count; i++)
        if (networks->adapters[i] != NULL && strcmp(networks->adapters[i]->network, network) == 0)
            return networks->adapters[i];
    return NULL;
}

/* -- A network --------------------------------------------------------------------------------- */

/* Stands in for a network that was never opened, or that was closed. */
static const struct adapter_class *class_of(const struct networks *networks, const char *network)
{
    static const struct adapter_class nothing = {.type = ""};
    const struct adapter *adapter = networks_find(networks, network);
    return adapter != NULL ? adapter->class : &nothing;
}

bool networks_screen(const struct networks *networks, const char *network,
                     struct network_screen *screen)
{
    const struct adapter_class *class = class_of(networks, network);
    const struct adapter *adapter = networks_find(networks, network);
    return class->screen != NULL && adapter != NULL && class->screen(adapter, screen);
}

bool networks_is_solitary(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->solitary;
}

const char *networks_only_person(const struct networks *networks, const char *network)
{
    const struct adapter_class *class = class_of(networks, network);
    return class->solitary ? class->only_person : NULL;
}

bool networks_keeps_boards(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->boards;
}

bool networks_shows_images(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->images;
}

bool networks_takes_files(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->files;
}

bool networks_serves_programs(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->programs;
}

const char *networks_prefix(const struct networks *networks, const char *network, const char *place)
{
    const struct adapter_class *class = class_of(networks, network);
    return class->prefix != NULL
               ? class->prefix(networks_find(networks, network), place != NULL ? place : "")
               : "";
}

unsigned networks_page_lines(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->page_lines;
}

const char *networks_own_name(const struct networks *networks, const char *network)
{
    const struct adapter_class *class = class_of(networks, network);
    return class->own_name != NULL ? class->own_name(networks_find(networks, network)) : "";
}

void networks_forgive(const struct networks *networks, const char *network, const char *identity)
{
    const struct adapter_class *class = class_of(networks, network);
    if (class->forgive != NULL)
        class->forgive(networks_find(networks, network), identity);
}

void networks_say(const struct networks *networks, const struct outbound *message)
{
    struct adapter *adapter = networks_find(networks, message->network);
    if (adapter != NULL)
        adapter->class->say(adapter, message);
}

struct adapter_counters networks_counters(const struct networks *networks, size_t index)
{
    const struct adapter *adapter = networks->adapters[index];
    struct adapter_counters counters = {.connected = adapter != NULL};
    if (adapter != NULL && adapter->class->counters != NULL) {
        counters.connected = false;
        adapter->class->counters(adapter, &counters);
    }
    counters.connected = counters.connected && !networks->failed[index];
    return counters;
}

/* -- Its places -------------------------------------------------------------------------------- */

bool networks_has_place(const struct networks *networks, const char *network, const char *place)
{
    const struct adapter *adapter = networks_find(networks, network);
    return adapter != NULL &&
           (adapter->class->has_place == NULL || adapter->class->has_place(adapter, place));
}

bool networks_sees(const struct networks *networks, const char *network, const char *place,
                   const char *identity)
{
    const struct adapter_class *class = class_of(networks, network);
    return class->sees != NULL && class->sees(networks_find(networks, network), place, identity);
}

bool networks_means(const struct networks *networks, const char *network, const char *written,
                    const char *identity)
{
    const struct adapter_class *class = class_of(networks, network);
    return class->means != NULL ? class->means(networks_find(networks, network), written, identity)
                                : strcmp(written, identity) == 0;
}

bool networks_sees_people(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->sees != NULL;
}

bool networks_find_place(const struct networks *networks, const char *network, const char *here,
                         const char *typed, char place[PLACE_MAX])
{
    const struct adapter *adapter = networks_find(networks, network);
    struct text key = text_in(place, PLACE_MAX);
    if (adapter == NULL)
        return false;
    if (adapter->class->find_place != NULL)
        return adapter->class->find_place(adapter, here, typed, place);
    text_add(&key, typed);
    return !key.truncated;
}

bool networks_find_person(const struct networks *networks, const char *network, const char *here,
                          const char *typed, char who[IDENTITY_MAX], char name[NAME_MAX_BYTES])
{
    const struct adapter *adapter = networks_find(networks, network);
    struct text identity = text_in(who, IDENTITY_MAX), called = text_in(name, NAME_MAX_BYTES);
    if (adapter == NULL)
        return false;
    if (adapter->class->find_person != NULL)
        return adapter->class->find_person(adapter, here, typed, who, name);
    text_add(&identity, typed);
    text_add(&called, typed);
    return !identity.truncated && identity.length > 0;
}

bool networks_is_meant(const struct networks *networks, const char *network, const char *who,
                       const char *identity)
{
    const struct adapter_class *class = class_of(networks, network);
    return strcmp(who, identity) == 0 ||
           (class->fits != NULL && class->fits(networks_find(networks, network), who, identity));
}

void networks_place_name(const struct networks *networks, const char *network, const char *place,
                         const char *reader, char name[PLACE_MAX])
{
    const struct adapter *adapter = networks_find(networks, network);
    struct text text = text_in(name, PLACE_MAX);
    if (strcmp(network, reader) != 0)
        text_add_format(&text, "%s/", network);
    if (adapter != NULL && adapter->class->place_name != NULL) {
        char shown[PLACE_MAX];
        adapter->class->place_name(adapter, place, shown);
        text_add(&text, shown);
    } else {
        text_add(&text, place);
    }
}

const char *networks_channel(const struct networks *networks, const char *network,
                             const char *place, char parent[PLACE_MAX])
{
    const struct adapter *adapter = networks_find(networks, network);
    bool in_thread = adapter != NULL && adapter->class->parent != NULL &&
                     adapter->class->parent(adapter, place, parent);
    return in_thread ? parent : place;
}

/* Returns how many bytes of the place's key name its server; 0: the network is the server. */
static size_t server_length(const struct networks *networks, const char *network, const char *place)
{
    const struct adapter_class *class = class_of(networks, network);
    return class->server != NULL && place != NULL ? class->server(place) : 0;
}

bool networks_same_server(const struct networks *networks, const char *network, const char *one,
                          const char *other)
{
    const struct adapter_class *class = class_of(networks, network);
    size_t length = server_length(networks, network, one);
    if (class->server == NULL)
        return true;
    return length > 0 && server_length(networks, network, other) == length &&
           memcmp(one, other, length) == 0;
}

void networks_server_name(const struct networks *networks, const char *network, const char *place,
                          struct text *name)
{
    size_t length = server_length(networks, network, place);
    text_add(name, network);
    if (length > 0) {
        text_add_char(name, ' ');
        text_add_bytes(name, place, length);
    }
}

bool networks_shows_colours(const struct networks *networks, const char *network, const char *place,
                            bool asked)
{
    const struct adapter *adapter = networks_find(networks, network);
    return adapter != NULL && adapter->class->shows_colours != NULL &&
           adapter->class->shows_colours(adapter, place, asked);
}

bool networks_makes_threads(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->open_thread != NULL;
}

void networks_open_thread(const struct networks *networks, const char *network, const char *place,
                          int64_t table, const char *title)
{
    struct adapter *adapter = networks_find(networks, network);
    adapter->class->open_thread(adapter, place, (uint64_t)table, title);
}
