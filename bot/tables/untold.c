/* What must be told although the process may die between the commit and the message.
 *
 * A value in the store, written with the turn that brings it about, says that it is not told yet.
 * It is removed when the network has sent what the turn says: a little later, because what is
 * handed to a network waits there. Where it still stands when the bot is back, a line in other
 * words tells it.
 */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

enum {
    SENT_AFTER = SECOND,       /* at the earliest, where messages wait to be sent */
    SURELY_AFTER = 30 * SECOND /* something else may wait there all the time */
};

/* By key, because a new table may take the place of an ended one in the same turn. */
struct told {
    const char *scope;
    char *key, *network, *place;
    int64_t at; /* when it was handed to the network */
    struct told *next;
};

void session_note_untold(struct sessions *sessions, const char *scope, const char *key)
{
    store_value_set(sessions->store, scope, key, "1");
}

void session_is_told(struct sessions *sessions, const char *scope, const char *key,
                     const char *network, const char *place)
{
    struct told *told = memory_new(sizeof *told);
    *told = (struct told){.scope = scope,
                          .key = memory_copy(key),
                          .network = memory_copy(network),
                          .place = memory_copy(place),
                          .next = sessions->told};
    sessions->told = told;
}

static void drop_first(struct told **list)
{
    struct told *told = *list;
    *list = told->next;
    free(told->key);
    free(told->network);
    free(told->place);
    free(told);
}

void session_drop_told(struct told **list)
{
    while (*list != NULL)
        drop_first(list);
}

void session_was_told(struct sessions *sessions, struct session_turn *turn)
{
    while (turn->told != NULL) {
        struct told *told = turn->told;
        turn->told = told->next;
        told->at = clock_now(sessions->clock);
        told->next = sessions->sending;
        sessions->sending = told;
    }
}

/* Returns when it may be sent; 0: it is. */
static int64_t sent_at(const struct sessions *sessions, struct told *told)
{
    int64_t now = clock_now(sessions->clock);
    told->at = earlier_of(told->at, now); /* the clock may have been set back */
    int64_t least = told->at + SENT_AFTER;
    bool waits = networks_waiting(sessions->networks, told->network, told->place) > 0;
    if (!networks_queues(sessions->networks, told->network, told->place) ||
        told->at + SURELY_AFTER <= now || (least <= now && !waits))
        return 0;
    return later_of(least, now + SENT_AFTER);
}

void session_note_sent(struct sessions *sessions, const struct session_speech *speech)
{
    struct told **link = &sessions->sending;
    sessions->sending_due = DEADLINE_NEVER;
    while (*link != NULL) {
        struct told *told = *link;
        int64_t due = sent_at(sessions, told);
        sessions->sending_due =
            due > 0 ? earlier_of(sessions->sending_due, due) : sessions->sending_due;
        if (due > 0) {
            link = &told->next;
            continue;
        }
        if (speech->was_heard(speech->context, told->network, told->place))
            store_value_set(sessions->store, told->scope, told->key, NULL);
        drop_first(link);
    }
}

/* -- Ends of tables ---------------------------------------------------------------------------- */

static const char *end_key(const struct table *table, const struct table_place *place,
                           char key[STORE_WORD_MAX])
{
    struct text text = text_in(key, STORE_WORD_MAX);
    text_add_format(&text, "%lld %s", (long long)table->id, place->key);
    return key;
}

void session_end_is_told(struct sessions *sessions, const struct table *table,
                         const struct table_place *place)
{
    char key[STORE_WORD_MAX];
    session_is_told(sessions, SESSION_UNTOLD_ENDS, end_key(table, place, key), place->network,
                    place->place);
}

void session_end_is_told_here(struct sessions *sessions, const struct table *table)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        if (place->open)
            session_end_is_told(sessions, table, place);
}

void session_end_untold(struct sessions *sessions, struct table *table)
{
    char key[STORE_WORD_MAX];
    for (struct table_place *place = table->places; place != NULL; place = place->next) {
        session_note_untold(sessions, SESSION_UNTOLD_ENDS, end_key(table, place, key));
        place->untold = !place->open;
    }
    session_end_is_told_here(sessions, table);
}

/* -- To the person of a seat ------------------------------------------------------------------- */

static const char *seat_key(const struct table *table, unsigned seat, char key[STORE_WORD_MAX])
{
    struct text text = text_in(key, STORE_WORD_MAX);
    text_add_format(&text, "%lld %u", (long long)table->id, seat);
    return key;
}

void session_seat_is_told(struct sessions *sessions, const struct table *table, unsigned seat,
                          const char *scope)
{
    const struct seat *owner = &table->seats[seat];
    const struct table_place *place = table_place_of(table, owner->network, owner->identity);
    char key[STORE_WORD_MAX];
    if (place != NULL)
        session_is_told(sessions, scope, seat_key(table, seat, key), owner->network, place->place);
}

void session_note_untold_seat(struct sessions *sessions, const struct table *table, unsigned seat,
                              const char *scope)
{
    char key[STORE_WORD_MAX];
    if (!table_is_live(table)) /* then nobody waits for it any more */
        return;
    session_note_untold(sessions, scope, seat_key(table, seat, key));
    session_seat_is_told(sessions, table, seat, scope);
}

/* -- After a restart --------------------------------------------------------------------------- */

static bool collect_untold(void *context, const char *key, const char *value)
{
    struct untold *untold = context;
    struct text whom = TEXT_IN(untold->list[untold->count].whom);
    char *rest = NULL;
    (void)value;
    untold->list[untold->count++].table = strtoll(key, &rest, 10);
    text_add(&whom, rest + strspn(rest, " "));
    return untold->count < sizeof untold->list / sizeof untold->list[0];
}

struct untold *session_read_untold(struct store_inquiry *inquiry, const char *scope)
{
    struct untold *untold = memory_new(sizeof *untold);
    if (store_read_values(inquiry, scope, untold, collect_untold))
        return untold;
    free(untold);
    return NULL;
}

static struct seat *untold_seat(const struct sessions *sessions, const struct untold *untold,
                                size_t index)
{
    struct table *table = session_by_id(sessions, untold->list[index].table);
    unsigned long seat = strtoul(untold->list[index].whom, NULL, 10);
    bool known = table != NULL && table_is_live(table) && seat < table->seat_count;
    return known ? &table->seats[seat] : NULL;
}

bool session_read_untold_seats(struct store_inquiry *inquiry, struct untold_seats *seats)
{
    seats->plans = session_read_untold(inquiry, SESSION_UNTOLD_PLANS);
    seats->found = session_read_untold(inquiry, SESSION_UNTOLD_FOUND);
    return seats->plans != NULL && seats->found != NULL;
}

void session_note_untold_seats(struct sessions *sessions, const struct untold_seats *seats)
{
    for (size_t i = 0; i < seats->plans->count; i++) {
        struct seat *seat = untold_seat(sessions, seats->plans, i);
        if (seat != NULL)
            seat->plans_untold = true;
    }
    for (size_t i = 0; i < seats->found->count; i++) {
        struct seat *seat = untold_seat(sessions, seats->found, i);
        if (seat != NULL)
            seat->found_untold = sessions->found_untold = true;
    }
}

void session_drop_untold_seats(struct untold_seats *seats)
{
    free(seats->plans);
    free(seats->found);
}
