#include "bot/core/networks.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/core/home.h"

static void make_room(struct networks *networks)
{
    if (networks->count < networks->room)
        return;
    networks->room = 2 * networks->room + 4;
    networks->adapters =
        memory_resize(networks->adapters, networks->room * sizeof(struct adapter *));
    networks->failed = memory_resize(networks->failed, networks->room * sizeof(bool));
}

void networks_add(struct networks *networks, struct adapter *adapter)
{
    size_t i = 0;
    while (i < networks->count && networks->adapters[i] != NULL)
        i++;
    struct text label = TEXT_IN(adapter->label);
    text_add(&label, adapter->network);
    if (adapter->part.count > 0)
        text_add_format(&label, " %u", adapter->part.number);
    make_room(networks);
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

static bool serves(const struct adapter *adapter, const char *place)
{
    return place == NULL || adapter->part.count == 0 ||
           adapter->class->part(place, adapter->part.count) == adapter->part.number;
}

bool networks_would_serve(const struct adapter_class *class, struct network_part part,
                          const char *place)
{
    return part.count == 0 || (place[0] != '\0' && class->part(place, part.count) == part.number);
}

struct adapter *networks_find(const struct networks *networks, const char *network,
                              const char *place)
{
    for (size_t i = 0; i < networks->count; i++) {
        struct adapter *adapter = networks->adapters[i];
        if (adapter != NULL && strcmp(adapter->network, network) == 0 && serves(adapter, place))
            return adapter;
    }
    return NULL;
}

unsigned networks_part_of_place(const struct networks *networks, const char *network,
                                const char *place)
{
    const struct adapter *any = networks_find(networks, network, NULL);
    bool has_parts = any != NULL && any->part.count > 0;
    return has_parts ? any->class->part(place, any->part.count) : 0;
}

/* What the message is about decides, and for private ones where it was asked or is about. */
static const char *part_place(const struct outbound *message)
{
    return message->identity == NULL ? message->place : message->home;
}

int networks_part(const struct networks *networks, const struct outbound *message)
{
    const char *place = part_place(message);
    return place == NULL ? NETWORKS_ANY_PART
                         : (int)networks_part_of_place(networks, message->network, place);
}

bool networks_has_parts(const struct networks *networks, const char *network)
{
    const struct adapter *any = networks_find(networks, network, NULL);
    return any != NULL && any->part.count > 0;
}

/* -- A network --------------------------------------------------------------------------------- */

/* Stands in for a network that was never opened, or that was closed. */
static const struct adapter_class *class_of(const struct networks *networks, const char *network)
{
    static const struct adapter_class nothing = {.type = ""};
    const struct adapter *adapter = networks_find(networks, network, NULL);
    return adapter != NULL ? adapter->class : &nothing;
}

bool networks_screen(const struct networks *networks, const char *network,
                     struct network_screen *screen)
{
    const struct adapter_class *class = class_of(networks, network);
    const struct adapter *adapter = networks_find(networks, network, NULL);
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
               ? class->prefix(networks_find(networks, network, NULL), place != NULL ? place : "")
               : "";
}

unsigned networks_page_lines(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->page_lines;
}

const char *networks_own_name(const struct networks *networks, const char *network)
{
    const struct adapter_class *class = class_of(networks, network);
    return class->own_name != NULL ? class->own_name(networks_find(networks, network, NULL)) : "";
}

void networks_forgive(const struct networks *networks, const char *network, const char *identity)
{
    const struct adapter_class *class = class_of(networks, network);
    if (class->forgive != NULL)
        class->forgive(networks_find(networks, network, NULL), identity);
}

void networks_say(const struct networks *networks, const struct outbound *message)
{
    struct adapter *adapter = networks_find(networks, message->network, part_place(message));
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

/* Always connected, and nothing waits, where nothing is counted. */
static struct adapter_counters counters_of(const struct adapter *adapter)
{
    struct adapter_counters counters = {.connected = adapter != NULL};
    if (adapter != NULL && adapter->class->counters != NULL) {
        counters.connected = false;
        adapter->class->counters(adapter, &counters);
    }
    return counters;
}

bool networks_is_connected(const struct networks *networks, const char *network, const char *place)
{
    return counters_of(networks_find(networks, network, place)).connected;
}

bool networks_queues(const struct networks *networks, const char *network, const char *place)
{
    const struct adapter *adapter = networks_find(networks, network, place);
    return adapter != NULL && adapter->class->counters != NULL;
}

uint64_t networks_waiting(const struct networks *networks, const char *network, const char *place)
{
    return counters_of(networks_find(networks, network, place)).waiting;
}

bool networks_has_place(const struct networks *networks, const char *network, const char *place)
{
    const struct adapter *adapter = networks_find(networks, network, place);
    return adapter != NULL &&
           (adapter->class->has_place == NULL || adapter->class->has_place(adapter, place));
}

bool networks_sees(const struct networks *networks, const char *network, const char *place,
                   const char *identity)
{
    const struct adapter *adapter = networks_find(networks, network, place);
    return adapter != NULL && adapter->class->sees != NULL &&
           adapter->class->sees(adapter, place, identity);
}

bool networks_means(const struct networks *networks, const char *network, const char *written,
                    const char *identity)
{
    const struct adapter_class *class = class_of(networks, network);
    return class->means != NULL
               ? class->means(networks_find(networks, network, NULL), written, identity)
               : strcmp(written, identity) == 0;
}

bool networks_sees_people(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->sees != NULL;
}

bool networks_find_place(const struct networks *networks, const char *network, const char *here,
                         const char *typed, char place[PLACE_MAX])
{
    const struct adapter *adapter = networks_find(networks, network, here);
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
    const struct adapter *adapter = networks_find(networks, network, NULL);
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
           (class->fits != NULL &&
            class->fits(networks_find(networks, network, NULL), who, identity));
}

void networks_place_name(const struct networks *networks, const char *network, const char *place,
                         const char *reader, char name[PLACE_MAX])
{
    const struct adapter *adapter = networks_find(networks, network, place);
    struct text text = text_in(name, PLACE_MAX);
    if (strcmp(network, reader) != 0)
        text_add_format(&text, "%s/", network);
    if (home_identity(place) != NULL) {
        text_add(&text, HOME_NAME);
    } else if (adapter != NULL && adapter->class->place_name != NULL) {
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
    const struct adapter *adapter = networks_find(networks, network, place);
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
    const struct adapter *adapter = networks_find(networks, network, NULL);
    return adapter != NULL && adapter->class->shows_colours != NULL &&
           adapter->class->shows_colours(adapter, place, asked);
}

bool networks_makes_threads(const struct networks *networks, const char *network)
{
    return class_of(networks, network)->open_thread != NULL;
}

void networks_open_thread(const struct networks *networks, const char *network, const char *place,
                          int64_t table, bool closed, const char *title)
{
    struct adapter *adapter = networks_find(networks, network, place);
    if (adapter != NULL)
        adapter->class->open_thread(adapter, place, (uint64_t)table, closed, title);
}
