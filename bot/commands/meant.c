/* Which table is meant: the one whose button was pressed, the one of the place, or in private the
 * one that is named first or where the person sits. */
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"

static bool is_word(const char *name, const char *word, size_t length)
{
    return length > 0 && strlen(name) == length && strncasecmp(name, word, length) == 0;
}

/* Finds the table of a place that is named, where the person could look at it as well. */
static struct table *find_seen(const struct call *call, const char *word, size_t length)
{
    const struct networks *networks = call->commands->networks;
    const struct inbound *inbound = call->inbound;
    char buffer[PLACE_MAX], place[PLACE_MAX];
    struct text typed = TEXT_IN(buffer);
    text_add_bytes(&typed, word, length);
    bool sees = networks_find_place(networks, inbound->network, "", typed.bytes, place) &&
                networks_sees(networks, inbound->network, place, inbound->person.identity);
    return sees ? session_at(call->commands->sessions, inbound->network, place) : NULL;
}

/* In private: the table whose place is named first, else the only one where the person sits. */
static void find_own_table(struct call *call, const char **typed)
{
    const struct inbound *inbound = call->inbound;
    size_t count;
    struct table *const *tables = session_tables_of(call->commands->sessions, inbound->network,
                                                    inbound->person.identity, &count);
    const char *rest = *typed, *word;
    size_t length = command_next_word(&rest, &word);
    for (size_t i = 0; i < count; i++) {
        for (const struct table_place *at = tables[i]->places; at != NULL; at = at->next) {
            char name[PLACE_MAX];
            networks_place_name(call->commands->networks, at->network, at->place, inbound->network,
                                name);
            if (is_word(at->place, word, length) || is_word(name, word, length)) {
                call->table = tables[i];
                *typed = rest;
                return;
            }
        }
    }
    call->table = find_seen(call, word, length);
    if (call->table != NULL)
        *typed = rest;
    else if (count == 1)
        call->table = tables[0];
}

/* The table of a pressed button. In a place that no longer shows it, only its people can press. */
static struct table *find_pressed(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    struct sessions *sessions = call->commands->sessions;
    struct table *table = session_by_id(sessions, (int64_t)inbound->table);
    bool is_shown = inbound->place[0] == '\0' ||
                    session_at(sessions, inbound->network, inbound->place) == table;
    bool is_seated =
        table != NULL && table_seat_of(table, inbound->network, inbound->person.identity) >= 0;
    return is_shown || is_seated ? table : NULL;
}

/* The deal of the day is nobody else's business. */
static bool is_secret(const struct call *call, const struct table *table)
{
    const char *network = call->inbound->network, *identity = call->inbound->person.identity;
    return table->daily != NULL && table_seat_of(table, network, identity) < 0 &&
           table_doubted_seat_of(table, network, identity) < 0;
}

void command_find_table(struct call *call, const char **typed)
{
    const struct inbound *inbound = call->inbound;
    if (inbound->table != 0)
        call->table = find_pressed(call);
    else if (inbound->place[0] == '\0')
        find_own_table(call, typed);
    else
        call->table = session_at(call->commands->sessions, inbound->network, inbound->place);
    if (call->table != NULL && (!table_is_live(call->table) || is_secret(call, call->table)))
        call->table = NULL;
    call->seat = call->table != NULL
                     ? table_seat_of(call->table, inbound->network, inbound->person.identity)
                     : -1;
}

const struct table *call_table_meant(const struct call *call)
{
    const struct inbound *inbound = call->inbound;
    if (call->table != NULL || inbound->place[0] == '\0')
        return call->table;
    return session_at(call->commands->sessions, inbound->network, inbound->place);
}
