#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"
#include "bot/core/home.h"

/* Keys are made of two strings; neither may contain the separator. */
enum { KEY_MAX = NETWORK_NAME_MAX + IDENTITY_MAX + 2 };

static const char *make_key(char key[KEY_MAX], const char *network, const char *name)
{
    struct text text = text_in(key, KEY_MAX);
    text_add(&text, network);
    text_add_char(&text, ' ');
    text_add(&text, name);
    return key;
}

/* A person who sits somewhere, with their tables. */
struct sitter {
    char *key;
    struct table **tables;
    size_t count;
    UT_hash_handle hh;
};

struct table *session_by_id(const struct sessions *sessions, int64_t id)
{
    struct table *table;
    HASH_FIND(hh, sessions->by_id, &id, sizeof id, table);
    return table;
}

struct table_place *session_place(const struct sessions *sessions, const char *network,
                                  const char *place)
{
    char key[KEY_MAX];
    struct table_place *found;
    make_key(key, network, place);
    HASH_FIND_STR(sessions->by_place, key, found);
    return found;
}

bool session_leads(const struct sessions *sessions, const struct table *table)
{
    return !store_is_shared(sessions->store) || (table->places != NULL && table->places->open);
}

bool session_is_elsewhere(const struct sessions *sessions, const struct table_place *place)
{
    return store_is_shared(sessions->store) &&
           networks_find(sessions->networks, place->network, place->place) == NULL;
}

bool session_is_shown(const struct sessions *sessions, const struct table *table)
{
    const struct table_place *place = table->places;
    while (place != NULL && !place->open && !session_is_elsewhere(sessions, place))
        place = place->next;
    return place != NULL;
}

struct table *session_at(const struct sessions *sessions, const char *network, const char *place)
{
    struct table_place *found = session_place(sessions, network, place);
    return found != NULL ? found->table : NULL;
}

static struct sitter *find_sitter(const struct sessions *sessions, const char *network,
                                  const char *identity)
{
    char key[KEY_MAX];
    struct sitter *sitter;
    make_key(key, network, identity);
    HASH_FIND_STR(sessions->by_person, key, sitter);
    return sitter;
}

struct table *const *session_tables_of(const struct sessions *sessions, const char *network,
                                       const char *identity, size_t *count)
{
    const struct sitter *sitter = find_sitter(sessions, network, identity);
    *count = sitter != NULL ? sitter->count : 0;
    return sitter != NULL ? sitter->tables : NULL;
}

void session_index_seat(struct sessions *sessions, struct table *table, const struct seat *seat)
{
    if (seat->identity == NULL)
        return;
    struct sitter *sitter = find_sitter(sessions, seat->network, seat->identity);
    if (sitter == NULL) {
        char key[KEY_MAX];
        sitter = memory_new(sizeof *sitter);
        sitter->key = memory_copy(make_key(key, seat->network, seat->identity));
        HASH_ADD_KEYPTR(hh, sessions->by_person, sitter->key, strlen(sitter->key), sitter);
    }
    struct table **tables = memory_new((sitter->count + 1) * sizeof(struct table *));
    if (sitter->count > 0)
        memcpy(tables, sitter->tables, sitter->count * sizeof(struct table *));
    tables[sitter->count++] = table;
    free(sitter->tables);
    sitter->tables = tables;
}

void session_unindex_seat(struct sessions *sessions, struct table *table, const struct seat *seat)
{
    struct sitter *sitter =
        seat->identity != NULL ? find_sitter(sessions, seat->network, seat->identity) : NULL;
    if (sitter == NULL)
        return;
    for (size_t i = 0; i < sitter->count; i++) {
        if (sitter->tables[i] == table) {
            memmove(&sitter->tables[i], &sitter->tables[i + 1],
                    (sitter->count - i - 1) * sizeof(struct table *));
            sitter->count--;
            break;
        }
    }
    if (sitter->count == 0) {
        HASH_DEL(sessions->by_person, sitter);
        free(sitter->key);
        free(sitter->tables);
        free(sitter);
    }
}

void session_index_table(struct sessions *sessions, struct table *table)
{
    HASH_ADD(hh, sessions->by_id, id, sizeof table->id, table);
    for (unsigned seat = 0; table_is_live(table) && seat < table->seat_count; seat++)
        session_index_seat(sessions, table, &table->seats[seat]);
}

void session_retire(struct sessions *sessions, struct table *table, enum table_status status)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        session_unindex_seat(sessions, table, &table->seats[seat]);
    table->status = status;
    sessions->leagues_stirred = true; /* a league waits for its end, or for its place */
    session_stop_thinking(sessions, table);
}

void session_detach(struct table *table, struct table_place *place)
{
    struct table_place **link = &table->places;
    while (*link != NULL && *link != place)
        link = &(*link)->next;
    if (*link != NULL)
        *link = place->next;
    place->table = NULL;
    place->next = NULL;
    place->untold = false;
}

static void untouch(struct sessions *sessions, struct table *table)
{
    struct table **link = &sessions->touched;
    while (*link != NULL && *link != table)
        link = &(*link)->touched_next;
    if (*link != NULL)
        *link = table->touched_next;
}

static void leave_flight(struct table *table)
{
    struct table **link = table->flight != NULL ? &table->flight->tables : NULL;
    while (link != NULL && *link != table)
        link = &(*link)->flight_next;
    if (link != NULL)
        *link = table->flight_next;
    table->flight = NULL;
}

void session_forget(struct sessions *sessions, struct table *table)
{
    untouch(sessions, table);
    leave_flight(table);
    while (table->places != NULL)
        session_detach(table, table->places);
    if (table_is_live(table))
        session_retire(sessions, table, table->status);
    session_stop_thinking(sessions, table);
    if (table->bots_due)
        DL_DELETE2(sessions->bots_due, table, bots_prev, bots_next);
    deadlines_set(&sessions->deadlines, table, DEADLINE_NEVER);
    session_end_guest(sessions, table);
    HASH_DELETE(hh, sessions->by_id, table);
    table_free(table);
}

static struct table_place *place_new(struct sessions *sessions, const char *network,
                                     const char *place)
{
    char key[KEY_MAX];
    struct table_place *made = memory_new(sizeof *made);
    made->key = memory_copy(make_key(key, network, place));
    made->network = memory_copy(network);
    made->place = memory_copy(place);
    HASH_ADD_KEYPTR(hh, sessions->by_place, made->key, strlen(made->key), made);
    return made;
}

static void place_free(struct table_place *place)
{
    session_place_free_links(place);
    free(place->key);
    free(place->network);
    free(place->place);
    free(place);
}

void session_drop_place(struct sessions *sessions, struct table_place *place)
{
    if (place->table != NULL || place->open || place->links != NULL || place->asked != NULL ||
        place->code[0] != '\0' || place->refused != 0)
        return;
    HASH_DEL(sessions->by_place, place);
    place_free(place);
}

struct table_place *session_place_made(struct sessions *sessions, const char *network,
                                       const char *place)
{
    struct table_place *known = session_place(sessions, network, place);
    return known != NULL ? known : place_new(sessions, network, place);
}

void session_move_place(struct sessions *sessions, struct table *table, struct table_place *from,
                        const char *place)
{
    struct table_place **link = &table->places;
    while (*link != NULL && *link != from)
        link = &(*link)->next;
    struct table_place *last = session_attach(sessions, table, from->network, place);
    struct table_place **end = &table->places;
    while (*end != last)
        end = &(*end)->next;
    *end = last->next;
    last->open = true;
    last->next = *link;
    *link = last;
    session_detach(table, from);
}

/* Whether it is the private conversation of somebody who does not sit there any more. */
static bool is_left_home(const struct table *table, const struct table_place *place)
{
    const char *identity = home_identity(place->place);
    return identity != NULL && table_seat_of(table, place->network, identity) < 0;
}

void session_follow_home(struct sessions *sessions, struct table *table, unsigned seat)
{
    char home[HOME_BYTES];
    struct table_place *place = table->places;
    const struct seat *owner = &table->seats[seat];
    while (place != NULL && (!is_left_home(table, place) || owner->identity == NULL ||
                             strcmp(place->network, owner->network) != 0))
        place = place->next;
    if (place == NULL)
        return;
    home_of(owner->identity, home);
    const struct table *there = session_at(sessions, owner->network, home);
    if (there == NULL || !table_is_live(there))
        session_move_place(sessions, table, place, home);
}

void session_leave_homes(struct sessions *sessions, struct table *table)
{
    struct table_place *place = table->places, *next;
    for (; place != NULL && table->places->next != NULL; place = next) {
        const char *identity = home_identity(place->place);
        next = place->next;
        if (!is_left_home(table, place) ||
            session_former_seat(table, place->network, identity) >= 0)
            continue;
        session_detach(table, place);
        session_save(sessions, table);
    }
}

struct table_place *session_attach(struct sessions *sessions, struct table *table,
                                   const char *network, const char *place)
{
    struct table_place *shown = session_place_made(sessions, network, place);
    struct table *ended = shown->table;
    if (ended != NULL) {
        if (shown->untold) /* the end is no longer news there */
            session_end_is_told(sessions, ended, shown);
        session_detach(ended, shown);
        if (ended->places == NULL && !ended->touched && ended->flight == NULL)
            session_forget(sessions, ended);
    }
    if (table != NULL) {
        struct table_place **end = &table->places;
        while (*end != NULL)
            end = &(*end)->next;
        shown->table = table;
        *end = shown;
    }
    return shown;
}

void sessions_free(struct sessions *sessions)
{
    while (sessions->by_id != NULL)
        session_forget(sessions, sessions->by_id);
    session_free_refused(sessions);
    session_drop_told(&sessions->told);
    session_drop_told(&sessions->sending);
    store_inquiry_free(sessions->seekers_inquiry);
    free(sessions->player);
    deadlines_free(&sessions->deadlines);
    struct table_place *place = sessions->by_place;
    HASH_CLEAR(hh, sessions->by_place);
    while (place != NULL) {
        struct table_place *next_place = place->hh.next;
        place_free(place);
        place = next_place;
    }
}
