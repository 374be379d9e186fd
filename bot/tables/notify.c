/* People who want to be told in private when there is a table to join. In the store each place has
 * a scope of its own, with the number of people that each identity waits for. */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

#define SCOPE "notify"

/* Returns the scope of a channel; with "" the beginning that all scopes of the network share. */
static const char *scope_of(const char *network, const char *channel, char scope[STORE_WORD_MAX])
{
    struct text text = text_in(scope, STORE_WORD_MAX);
    text_add_format(&text, SCOPE " %s %s", network, channel);
    return scope;
}

static unsigned people_of(const char *value)
{
    long people = strtol(value, NULL, 10);
    return people > 0 && people <= SESSION_NOTIFY_PEOPLE ? (unsigned)people : 0;
}

/* -- Asking ------------------------------------------------------------------------------------ */

static bool count_wish(void *context, const char *identity, const char *value)
{
    size_t *count = context;
    (void)identity;
    (void)value;
    ++*count;
    return true;
}

static bool is_full(struct store_inquiry *inquiry, const char *scope)
{
    size_t count = 0;
    store_read_values(inquiry, scope, &count, count_wish);
    return count >= SESSION_NOTIFY_MAX;
}

session_refusal session_notify(struct sessions *sessions, struct store_inquiry *inquiry,
                               const char *network, const char *place, const char *identity,
                               unsigned people)
{
    char parent[PLACE_MAX], scope[STORE_WORD_MAX], number[24];
    scope_of(network, networks_channel(sessions->networks, network, place, parent), scope);
    bool full = people > 0 &&
                session_notified_at(sessions, inquiry, network, place, identity) == 0 &&
                is_full(inquiry, scope);
    if (store_inquiry_waits(inquiry))
        return NULL;
    if (full)
        return "refusal.notify-many";
    store_value_set(sessions->store, scope, identity,
                    people > 0 ? log_number(number, people) : NULL);
    return NULL;
}

unsigned session_notified_at(struct sessions *sessions, struct store_inquiry *inquiry,
                             const char *network, const char *place, const char *identity)
{
    char parent[PLACE_MAX], scope[STORE_WORD_MAX], value[24];
    scope_of(network, networks_channel(sessions->networks, network, place, parent), scope);
    store_read_value(inquiry, scope, identity, value, sizeof value);
    return people_of(value);
}

struct wishes {
    size_t beginning; /* bytes of a scope before its place */
    void *context;
    bool (*wish)(void *context, const char *place, unsigned people);
};

static bool hand_out_wish(void *context, const char *scope, const char *value)
{
    const struct wishes *wishes = context;
    return wishes->wish(wishes->context, scope + wishes->beginning, people_of(value));
}

void session_read_notified(struct store_inquiry *inquiry, const char *network, const char *identity,
                           void *context,
                           bool (*wish)(void *context, const char *place, unsigned people))
{
    char beginning[STORE_WORD_MAX];
    scope_of(network, "", beginning);
    struct wishes wishes = {strlen(beginning), context, wish};
    store_read_scopes(inquiry, beginning, identity, &wishes, hand_out_wish);
}

void session_forget_notified(struct sessions *sessions, const char *network, const char *identity)
{
    char beginning[STORE_WORD_MAX];
    store_scopes_forget(sessions->store, scope_of(network, "", beginning), identity);
}

/* -- Notifying --------------------------------------------------------------------------------- */

/* The people of a table have become more: who waited for that is told when the store has said who
 * they are. */
struct telling_wishes {
    struct sessions *sessions;
    int64_t table;
    unsigned before, people; /* at the table */
    char *network, *typing;  /* the person who typed what brought this about, or NULL */
    /* Of the place that is being read; copied, because the store can't be used meanwhile. */
    size_t count;
    char identities[SESSION_NOTIFY_MAX][IDENTITY_MAX];
};

static bool take_waiting(void *context, const char *identity, const char *value)
{
    struct telling_wishes *telling = context;
    unsigned wanted = people_of(value);
    if (wanted <= telling->before || wanted > telling->people)
        return true;
    struct text copy = text_in(telling->identities[telling->count], IDENTITY_MAX);
    text_add(&copy, identity);
    return ++telling->count < SESSION_NOTIFY_MAX;
}

static bool is_typing(const struct telling_wishes *telling, const char *network,
                      const char *identity)
{
    return telling->typing != NULL && strcmp(telling->network, network) == 0 &&
           strcmp(telling->typing, identity) == 0;
}

/* Whether the person was told about the table's place a short while ago; if not, they count as told
 * from now on. */
static bool is_told(struct sessions *sessions, const struct table *table, const char *network,
                    const char *identity)
{
    char buffer[sizeof SCOPE + PLACE_MAX + 2 * NETWORK_NAME_MAX + IDENTITY_MAX];
    struct text key = TEXT_IN(buffer);
    int64_t now = clock_steady(sessions->clock);
    text_add_format(&key, SCOPE " %s %s %s %s", table->places->network, table->places->place,
                    network, identity);
    if (cooldown_holds(sessions->cooldowns, key.bytes, 0, SESSION_NOTIFY_PAUSE, now))
        return true;
    cooldown_begin(sessions->cooldowns, key.bytes, 0, now);
    return false;
}

static bool is_to_be_told(const struct telling_wishes *telling, const struct table *table,
                          const struct setting_scope *reader)
{
    struct sessions *sessions = telling->sessions;
    return table_seat_of(table, reader->network, reader->identity) < 0 &&
           !is_typing(telling, reader->network, reader->identity) &&
           setting_quiet_until(sessions->settings, reader, clock_now(sessions->clock) / SECOND) ==
               0 &&
           !is_told(sessions, table, reader->network, reader->identity);
}

static void tell_one(struct sessions *sessions, struct table *table,
                     const struct table_place *place, unsigned people,
                     const struct setting_scope *reader)
{
    char buffer[1024], name[PLACE_MAX], game_buffer[64];
    struct text text = TEXT_IN(buffer), game = TEXT_IN(game_buffer);
    struct words words = style_words(sessions->styles, reader);
    text_add_format(&game, "%s.name", table->game->id);
    networks_place_name(sessions->networks, place->network, place->place, place->network, name);
    words_say(&words, &text, "notify.table", SAY_MESSAGE(game.bytes), SAY_TEXT(name),
              SAY_NUMBER(people), SAY_TEXT(table->seats[0].name));
    if (session_is_in_flight(table))
        session_touch(sessions, table); /* nobody hears of a table that is not on disk */
    outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                    .network = place->network,
                                                    .place = "",
                                                    .identity = reader->identity,
                                                    .home = place->place,
                                                    .text = text.bytes});
}

static void read_waiting(struct telling_wishes *telling, struct store_inquiry *inquiry,
                         const struct table_place *place)
{
    char parent[PLACE_MAX], scope[STORE_WORD_MAX];
    const char *channel =
        networks_channel(telling->sessions->networks, place->network, place->place, parent);
    telling->count = 0;
    store_read_values(inquiry, scope_of(place->network, channel, scope), telling, take_waiting);
}

static void tell_at(struct telling_wishes *telling, struct store_inquiry *inquiry,
                    struct table *table, const struct table_place *place)
{
    char parent[PLACE_MAX];
    struct sessions *sessions = telling->sessions;
    const char *channel =
        networks_channel(sessions->networks, place->network, place->place, parent);
    read_waiting(telling, inquiry, place);
    for (size_t i = 0; i < telling->count; i++) {
        const struct setting_scope reader =
            setting_for_person(place->network, channel, telling->identities[i]);
        if (is_to_be_told(telling, table, &reader))
            tell_one(sessions, table, place, telling->people, &reader);
    }
}

static void drop_telling(void *context)
{
    struct telling_wishes *telling = context;
    free(telling->network);
    free(telling->typing);
    free(telling);
}

static bool has_free_seat(const struct table *table)
{
    return session_may_change_seats(table) == NULL && table->seat_count < table->game->players_max;
}

static void tell_waiting(void *context, struct store_inquiry *inquiry)
{
    struct telling_wishes *telling = context;
    struct table *table = session_by_id(telling->sessions, telling->table);
    const struct table_place *places = table != NULL && has_free_seat(table) ? table->places : NULL;
    for (const struct table_place *place = places; place != NULL; place = place->next)
        if (place->open)
            read_waiting(telling, inquiry, place);
    if (store_inquiry_waits(inquiry))
        return;
    for (const struct table_place *place = places; place != NULL; place = place->next)
        if (place->open)
            tell_at(telling, inquiry, table, place);
}

void session_tell_notified(struct sessions *sessions, const struct table *table, unsigned before)
{
    if (!has_free_seat(table))
        return;
    const struct inbound *typed = sessions->outbox->asked;
    struct telling_wishes *telling = memory_new(sizeof *telling);
    telling->sessions = sessions;
    telling->table = table->id;
    telling->before = before;
    telling->people = (unsigned)__builtin_popcount(table_people(table));
    telling->network = memory_copy(typed != NULL ? typed->network : NULL);
    telling->typing = memory_copy(typed != NULL ? typed->person.identity : NULL);
    store_ask(sessions->store, tell_waiting, drop_telling, telling);
}
