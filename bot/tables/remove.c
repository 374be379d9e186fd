/* People are removed from a table: by a host, or because they are barred. */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/render.h"

/* The table stays with the people who stay: the first of them may end it as its opener could. */
static void pass_opener(struct table *table)
{
    seat_set people = table_people(table);
    const struct seat *heir = people != 0 ? &table->seats[__builtin_ctz(people)] : NULL;
    free(table->opener_network);
    free(table->opener_identity);
    table->opener_network = memory_copy(heir != NULL ? heir->network : "");
    table->opener_identity = memory_copy(heir != NULL ? heir->identity : "");
}

static void tell_person(struct sessions *sessions, const struct table *table, unsigned seat,
                        const char *by, const char *reason)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope reader = session_seat_reader(table, seat);
    struct words words = style_words(sessions->styles, &reader);
    session_add_place(sessions, table, seat, ": ", &text);
    words_say(&words, &text, "answer.removed", SAY_TEXT(by), SAY_NUMBER(reason[0] != '\0'),
              SAY_TEXT(reason));
    session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
}

session_refusal session_remove(struct sessions *sessions, struct table *table, unsigned seat,
                               const char *by, const char *reason)
{
    const struct seat *removed = &table->seats[seat];
    bool is_opener = table_is_opener(table, removed->network, removed->identity);
    if (table->status == TABLE_LOBBY && session_seats_are_closed(table))
        return "refusal.seats-closed";
    log_info("seat.removed", "table", LOG_NUMBER(table->id), "network", removed->network, "person",
             removed->identity);
    tell_person(sessions, table, seat, by, reason);
    session_event(sessions, table, "event.removed", SAY_TEXT(removed->name), SAY_TEXT(by),
                  SAY_NUMBER(reason[0] != '\0'), SAY_TEXT(reason));
    if (table->status == TABLE_LOBBY)
        session_leave(sessions, table, seat);
    else
        session_empty_seat(sessions, table, seat, false);
    if (is_opener && table_is_live(table)) {
        pass_opener(table);
        session_save(sessions, table);
    }
    return NULL;
}

/* -- Bans -------------------------------------------------------------------------------------- */

bool session_is_barred(struct sessions *sessions, const struct table *table,
                       const struct suspect *suspect, struct ban *ban)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        const struct setting_scope scope = {
            .network = place->network, .place = place->place, .table = table->id};
        if (ban_find(sessions->settings, &scope, suspect, ban))
            return true;
    }
    return false;
}

static void remove_barred(struct sessions *sessions, struct table *table)
{
    for (unsigned seat = table->seat_count; seat-- > 0 && table_is_live(table);) {
        const struct suspect suspect = {.network = table->seats[seat].network,
                                        .identity = table->seats[seat].identity};
        struct ban ban;
        if (suspect.identity != NULL && session_is_barred(sessions, table, &suspect, &ban))
            session_remove(sessions, table, seat, ban.by_name, ban.reason);
    }
    for (unsigned i = table->watch != NULL ? table->watch->count : 0; i-- > 0;) {
        const struct watcher *watcher = &table->watch->watchers[i];
        const struct suspect suspect = {.network = watcher->network, .identity = watcher->identity};
        struct ban ban;
        if (session_is_barred(sessions, table, &suspect, &ban))
            session_unwatch(sessions, table, watcher->network, watcher->identity);
    }
}

void session_remove_barred(struct sessions *sessions)
{
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next)
        if (table_is_live(table) && table->restoring == RESTORING_NOT &&
            !session_is_in_flight(table))
            remove_barred(sessions, table);
}
