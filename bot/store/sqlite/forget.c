/* Removing a person from everything that is over. */
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/store/sqlite/sqlite_private.h"

/* A header that was read, with its strings, to be written again without a person. */
struct kept_table {
    struct stored_table table;
    struct stored_seat seats[GAME_SEATS_MAX];
    struct stored_place places[STORE_PLACES_MAX];
};

struct person {
    const char *network, *identity, *name; /* the name that replaces theirs */
};

static bool is_person(const struct person *person, const char *network, const char *identity)
{
    return strcmp(identity, person->identity) == 0 && strcmp(network, person->network) == 0;
}

/* -- Copies ------------------------------------------------------------------------------------ */

static const uint8_t *copy_claim(const uint8_t *claim)
{
    uint8_t *copy = claim != NULL ? memory_new(STORE_CLAIM_BYTES) : NULL;
    if (copy != NULL)
        memcpy(copy, claim, STORE_CLAIM_BYTES);
    return copy;
}

static bool keep_table(void *context, const struct stored_table *table)
{
    struct kept_table *kept = context;
    kept->table = *table;
    kept->table.owner = memory_copy(table->owner);
    kept->table.game = memory_copy(table->game);
    kept->table.options = memory_copy(table->options);
    kept->table.setup = memory_copy(table->setup);
    kept->table.further = memory_copy(table->further);
    kept->table.opener_network = memory_copy(table->opener_network);
    kept->table.opener_identity = memory_copy(table->opener_identity);
    for (size_t i = 0; i < table->seat_count; i++)
        kept->seats[i] = (struct stored_seat){.network = memory_copy(table->seats[i].network),
                                              .identity = memory_copy(table->seats[i].identity),
                                              .name = memory_copy(table->seats[i].name),
                                              .level = memory_copy(table->seats[i].level),
                                              .claim = copy_claim(table->seats[i].claim)};
    for (size_t i = 0; i < table->place_count; i++)
        kept->places[i] = (struct stored_place){memory_copy(table->places[i].network),
                                                memory_copy(table->places[i].place)};
    kept->table.seats = kept->seats;
    kept->table.places = kept->places;
    return false;
}

static void replace(const char **string, const char *text)
{
    free((char *)*string);
    *string = memory_copy(text);
}

static void drop(struct kept_table *kept)
{
    const char *const strings[] = {kept->table.owner,          kept->table.game,
                                   kept->table.options,        kept->table.setup,
                                   kept->table.further,        kept->table.opener_network,
                                   kept->table.opener_identity};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        free((char *)strings[i]);
    for (size_t i = 0; i < kept->table.seat_count; i++) {
        free((char *)kept->seats[i].network);
        free((char *)kept->seats[i].identity);
        free((char *)kept->seats[i].name);
        free((char *)kept->seats[i].level);
        free((uint8_t *)kept->seats[i].claim);
    }
    for (size_t i = 0; i < kept->table.place_count; i++) {
        free((char *)kept->places[i].network);
        free((char *)kept->places[i].place);
    }
}

/* -- Tables ------------------------------------------------------------------------------------ */

/* Removes the person from their seats and as the opener. */
static void take_out(struct kept_table *kept, const struct person *person)
{
    for (size_t i = 0; i < kept->table.seat_count; i++) {
        struct stored_seat *seat = &kept->seats[i];
        if (!is_person(person, seat->network, seat->identity))
            continue;
        replace(&seat->network, "");
        replace(&seat->identity, "");
        replace(&seat->name, person->name);
        free((uint8_t *)seat->claim);
        seat->claim = NULL;
    }
    if (is_person(person, kept->table.opener_network, kept->table.opener_identity)) {
        replace(&kept->table.opener_network, "");
        replace(&kept->table.opener_identity, "");
    }
}

static bool is_over(const struct kept_table *kept)
{
    return kept->table.status != TABLE_LOBBY && kept->table.status != TABLE_PLAYING;
}

static bool forget_at(struct store_inquiry *inquiry, int64_t table, const struct person *person)
{
    struct kept_table kept = {.table = {.id = 0}};
    const struct store_reader reader = {.context = &kept, .table = keep_table};
    bool read = sqlite_read_table(inquiry, table, &reader);
    if (read && kept.table.id != 0 && is_over(&kept)) {
        take_out(&kept, person);
        sqlite_table_update(inquiry->store, &kept.table);
    }
    drop(&kept);
    return read;
}

/* Ids are collected first, because the store can't be written while it is read. */
struct ids {
    int64_t *list;
    size_t count, room;
};

static bool add_id(void *context, int64_t table)
{
    struct ids *ids = context;
    if (ids->count == ids->room) {
        size_t room = ids->room > 0 ? 2 * ids->room : 64;
        int64_t *list = memory_new(room * sizeof *list);
        if (ids->count > 0)
            memcpy(list, ids->list, ids->count * sizeof *list);
        free(ids->list);
        ids->list = list;
        ids->room = room;
    }
    ids->list[ids->count++] = table;
    return true;
}

/* -- Everything -------------------------------------------------------------------------------- */

static void forget_in(struct sqlite *store, enum statement statement, const struct person *person)
{
    if (!sqlite_begin(store))
        return;
    struct sqlite_binding binding = sqlite_binding_of(store, statement);
    sqlite_bind_string(&binding, person->network);
    sqlite_bind_string(&binding, person->identity);
    sqlite_write(store, &binding, 0, 0);
}

void sqlite_person_forget(struct store *base, const char *network, const char *identity,
                          const char *name)
{
    struct sqlite *store = sqlite_of(base);
    struct store_inquiry inquiry = {.store = base};
    const struct person person = {network, identity, name};
    struct ids ids = {.count = 0};
    bool read = sqlite_read_tables_of(&inquiry, network, identity, &ids, add_id);
    for (size_t i = 0; i < ids.count && read; i++)
        read = forget_at(&inquiry, ids.list[i], &person);
    free(ids.list);
    if (!read) {
        sqlite_fail_for(store, 0, 0, inquiry.error);
        return;
    }
    forget_in(store, STATEMENT_RESULTS_FORGET, &person);
    forget_in(store, STATEMENT_RATINGS_FORGET, &person);
    forget_in(store, STATEMENT_CHANGES_FORGET, &person);
}
