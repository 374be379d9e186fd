#include "bot/tables/deals.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/memory.h"
#include "bot/tables/session_private.h"
#include "bot/tables/table_record.h"

/* Tables are read last opened first; those before the one in question count. */
struct counting {
    struct deals *deals;
    int64_t id;    /* of the table in question, until it was found; 0 from then on */
    int64_t since; /* seconds since 1970 */
    int64_t aborted[DEALS_LISTED_MAX];
    unsigned listed;
};

static bool count_ended(void *context, const struct stored_ended *ended)
{
    struct counting *counting = context;
    if (counting->id != 0) {
        if (ended->id == counting->id) {
            counting->since = ended->opened - DAY / SECOND;
            counting->id = 0;
        }
        return true;
    }
    if (ended->opened < counting->since)
        return false;
    counting->deals->tables++;
    if (ended->status != TABLE_ABORTED)
        return true;
    counting->deals->aborted++;
    if (counting->listed < DEALS_LISTED_MAX)
        counting->aborted[counting->listed++] = ended->id;
    return true;
}

static void count_person(struct deals *deals, const char *name)
{
    unsigned i = 0;
    while (i < deals->people_count && strcmp(deals->people[i].name, name) != 0)
        i++;
    if (i == DEALS_LISTED_MAX)
        return;
    if (i == deals->people_count) {
        struct text copy = TEXT_IN(deals->people[i].name);
        text_add(&copy, name);
        deals->people_count++;
    }
    deals->people[i].count++;
}

static bool count_people(void *context, const struct stored_table *table)
{
    seat_set seats = session_record_aborted(table->further);
    for (size_t seat = 0; seat < table->seat_count; seat++)
        if (seats & SEAT_BIT(seat))
            count_person(context, table->seats[seat].name);
    return false; /* the lines are not needed */
}

void deals_count(struct store_inquiry *inquiry, const char *network, const char *place, int64_t id,
                 int64_t now, struct deals *deals)
{
    struct counting counting = {.deals = deals, .id = id, .since = now - DAY / SECOND};
    const struct store_reader reader = {.context = deals, .table = count_people};
    *deals = (struct deals){.tables = 0};
    store_read_ended(inquiry, network, place, &counting, count_ended);
    for (unsigned i = 0; i < counting.listed; i++)
        store_read_table(inquiry, counting.aborted[i], &reader);
}

void deals_list_people(const struct deals *deals, struct text *out)
{
    for (unsigned i = 0; i < deals->people_count; i++) {
        text_separate(out, ", ");
        text_add_format(out, "%s %u", deals->people[i].name, deals->people[i].count);
    }
}

/* A table whose places are told when the store has answered. */
struct telling_deals {
    struct sessions *sessions;
    int64_t table;
    char *network, *place;
};

static void drop_telling(void *context)
{
    struct telling_deals *telling = context;
    free(telling->network);
    free(telling->place);
    free(telling);
}

static void tell(void *context, struct store_inquiry *inquiry)
{
    const struct telling_deals *telling = context;
    struct sessions *sessions = telling->sessions;
    struct table *table = session_by_id(sessions, telling->table);
    char buffer[DEALS_TEXT_BYTES];
    struct text people = TEXT_IN(buffer);
    struct deals deals;
    if (table == NULL)
        return;
    deals_count(inquiry, telling->network, telling->place, 0, table->opened, &deals);
    if (store_inquiry_waits(inquiry) || deals.aborted == 0)
        return;
    deals_list_people(&deals, &people);
    if (session_is_in_flight(table))
        session_touch(sessions, table); /* nobody hears of a table that is not on disk */
    session_event(sessions, table, "deals.count", SAY_NUMBER(deals.tables + 1),
                  SAY_NUMBER(deals.aborted), SAY_TEXT(people.bytes),
                  SAY_NUMBER(deals.people_count));
}

void deals_tell(struct sessions *sessions, const struct table *table, const char *network,
                const char *place)
{
    struct telling_deals *telling = memory_new(sizeof *telling);
    *telling = (struct telling_deals){.sessions = sessions,
                                      .table = table->id,
                                      .network = memory_copy(network),
                                      .place = memory_copy(place)};
    store_ask(sessions->store, tell, drop_telling, telling);
}
