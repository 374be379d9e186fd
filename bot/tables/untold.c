/* What must be told although the process may die between the commit and the message.
 *
 * A value in the store, written with the turn that brings it about, says that it is not told yet.
 * It is removed when everything that the turn says was handed to the networks. Where it still
 * stands when the bot is back, a line in other words tells it, at most once too.
 */
#include "bot/tables/session_private.h"

#include <stdlib.h>

#include "bot/base/memory.h"

/* By key, because a new table may take the place of an ended one in the same turn. */
struct told {
    const char *scope;
    char *key, *network, *place;
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

static void drop_first(struct session_turn *turn)
{
    struct told *told = turn->told;
    turn->told = told->next;
    free(told->key);
    free(told->network);
    free(told->place);
    free(told);
}

void session_drop_told(struct session_turn *turn)
{
    while (turn->told != NULL)
        drop_first(turn);
}

void session_was_told(struct sessions *sessions, struct session_turn *turn,
                      const struct session_speech *speech)
{
    for (; turn->told != NULL; drop_first(turn))
        if (speech->was_heard(speech->context, turn->told->network, turn->told->place))
            store_value_set(sessions->store, turn->told->scope, turn->told->key, NULL);
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

/* -- Dropped plans ----------------------------------------------------------------------------- */

static const char *plans_key(const struct table *table, unsigned seat, char key[STORE_WORD_MAX])
{
    struct text text = text_in(key, STORE_WORD_MAX);
    text_add_format(&text, "%lld %u", (long long)table->id, seat);
    return key;
}

void session_plans_are_told(struct sessions *sessions, const struct table *table, unsigned seat)
{
    const struct seat *owner = &table->seats[seat];
    const struct table_place *place = table_place_of(table, owner->network, owner->identity);
    char key[STORE_WORD_MAX];
    if (place != NULL)
        session_is_told(sessions, SESSION_UNTOLD_PLANS, plans_key(table, seat, key), owner->network,
                        place->place);
}

void session_note_untold_plans(struct sessions *sessions, const struct table *table, unsigned seat)
{
    char key[STORE_WORD_MAX];
    if (!table_is_live(table)) /* then nobody waits for them any more */
        return;
    session_note_untold(sessions, SESSION_UNTOLD_PLANS, plans_key(table, seat, key));
    session_plans_are_told(sessions, table, seat);
}
