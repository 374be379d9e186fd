/* People who want to be told in private when there is a table to join. In the store each place has
 * a scope of its own, with the number of people that each identity waits for. */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"

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

static bool is_full(struct sessions *sessions, const char *scope)
{
    char error[STORE_ERROR_MAX];
    size_t count = 0;
    if (!store_read_values(sessions->store, scope, &count, count_wish, error, sizeof error))
        log_error("store.unreadable", "reason", error);
    return count >= SESSION_NOTIFY_MAX;
}

session_refusal session_notify(struct sessions *sessions, const char *network, const char *place,
                               const char *identity, unsigned people)
{
    char parent[PLACE_MAX], scope[STORE_WORD_MAX], number[24];
    scope_of(network, networks_channel(sessions->networks, network, place, parent), scope);
    if (people > 0 && session_notified_at(sessions, network, place, identity) == 0 &&
        is_full(sessions, scope))
        return "refusal.notify-many";
    store_value_set(sessions->store, scope, identity,
                    people > 0 ? log_number(number, people) : NULL);
    return NULL;
}

unsigned session_notified_at(struct sessions *sessions, const char *network, const char *place,
                             const char *identity)
{
    char parent[PLACE_MAX], scope[STORE_WORD_MAX], value[24];
    scope_of(network, networks_channel(sessions->networks, network, place, parent), scope);
    store_value_get(sessions->store, scope, identity, value, sizeof value);
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

void session_read_notified(struct sessions *sessions, const char *network, const char *identity,
                           void *context,
                           bool (*wish)(void *context, const char *place, unsigned people))
{
    char beginning[STORE_WORD_MAX], error[STORE_ERROR_MAX];
    scope_of(network, "", beginning);
    struct wishes wishes = {strlen(beginning), context, wish};
    if (!store_read_scopes(sessions->store, beginning, identity, &wishes, hand_out_wish, error,
                           sizeof error))
        log_error("store.unreadable", "reason", error);
}

void session_forget_notified(struct sessions *sessions, const char *network, const char *identity)
{
    char beginning[STORE_WORD_MAX];
    store_scopes_forget(sessions->store, scope_of(network, "", beginning), identity);
}

/* -- Notifying --------------------------------------------------------------------------------- */

/* The people whose wish has come true; copied, because the store can't be used while it is being
 * read. */
struct waiting {
    unsigned before, people;
    size_t count;
    char identities[SESSION_NOTIFY_MAX][IDENTITY_MAX];
};

static bool take_waiting(void *context, const char *identity, const char *value)
{
    struct waiting *waiting = context;
    unsigned wanted = people_of(value);
    if (wanted <= waiting->before || wanted > waiting->people)
        return true;
    struct text copy = text_in(waiting->identities[waiting->count], IDENTITY_MAX);
    text_add(&copy, identity);
    return ++waiting->count < SESSION_NOTIFY_MAX;
}

static bool is_typing(const struct sessions *sessions, const char *network, const char *identity)
{
    const struct inbound *typed = sessions->outbox->asked;
    return typed != NULL && strcmp(typed->network, network) == 0 &&
           strcmp(typed->person.identity, identity) == 0;
}

/* Whether the person was told about the table's place a short while ago; if not, they count as told
 * from now on. */
static bool is_told(struct sessions *sessions, const struct table *table, const char *network,
                    const char *identity)
{
    char buffer[sizeof SCOPE + PLACE_MAX + 2 * NETWORK_NAME_MAX + IDENTITY_MAX];
    struct text key = TEXT_IN(buffer);
    int64_t now = clock_now(sessions->clock);
    text_add_format(&key, SCOPE " %s %s %s %s", table->places->network, table->places->place,
                    network, identity);
    if (cooldown_holds(sessions->cooldowns, key.bytes, 0, SESSION_NOTIFY_PAUSE, now))
        return true;
    cooldown_begin(sessions->cooldowns, key.bytes, 0, now);
    return false;
}

static bool is_to_be_told(struct sessions *sessions, const struct table *table,
                          const struct setting_scope *reader)
{
    return table_seat_of(table, reader->network, reader->identity) < 0 &&
           !is_typing(sessions, reader->network, reader->identity) &&
           setting_quiet_until(sessions->settings, reader, clock_now(sessions->clock) / SECOND) ==
               0 &&
           !is_told(sessions, table, reader->network, reader->identity);
}

static void tell_one(struct sessions *sessions, const struct table *table,
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
    outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                    .network = place->network,
                                                    .place = "",
                                                    .identity = reader->identity,
                                                    .text = text.bytes});
}

static void tell_at(struct sessions *sessions, const struct table *table,
                    const struct table_place *place, struct waiting *waiting)
{
    char parent[PLACE_MAX], scope[STORE_WORD_MAX], error[STORE_ERROR_MAX];
    const char *channel =
        networks_channel(sessions->networks, place->network, place->place, parent);
    waiting->count = 0;
    if (!store_read_values(sessions->store, scope_of(place->network, channel, scope), waiting,
                           take_waiting, error, sizeof error))
        log_error("store.unreadable", "reason", error);
    for (size_t i = 0; i < waiting->count; i++) {
        const struct setting_scope reader =
            setting_for_person(place->network, channel, waiting->identities[i]);
        if (is_to_be_told(sessions, table, &reader))
            tell_one(sessions, table, place, waiting->people, &reader);
    }
}

void session_tell_notified(struct sessions *sessions, const struct table *table, unsigned before)
{
    struct waiting waiting = {.before = before,
                              .people = (unsigned)__builtin_popcount(table_people(table))};
    if (table->status != TABLE_LOBBY || table->seat_count >= table->game->players_max)
        return;
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        if (place->open)
            tell_at(sessions, table, place, &waiting);
}
