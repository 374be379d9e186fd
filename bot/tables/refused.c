/* Live tables of the store that can't be played on. Their records stay as they are, their places
 * are told in one line, and no other table takes those places. */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <utlist.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/render.h"

struct refused_table *session_refuse_table(struct sessions *sessions, int64_t id, uint32_t line,
                                           const char *reason)
{
    struct refused_table *refused = memory_new(sizeof *refused);
    struct text kept = TEXT_IN(refused->reason);
    refused->id = id;
    refused->line = line;
    text_add(&kept, reason);
    LL_APPEND(sessions->refused, refused);
    return refused;
}

/* The message for its places. */
static const char *message_of(const struct sessions *sessions, int64_t id)
{
    const struct refused_table *refused = sessions->refused;
    while (refused != NULL && refused->id != id)
        refused = refused->next;
    return refused != NULL && refused->is_of_other_version ? "event.table-version"
                                                           : "event.table-refused";
}

static void tell(struct sessions *sessions, const struct table_place *place)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = style_place_words(sessions->styles, place->network, place->place);
    words_say(&words, &text, message_of(sessions, place->refused), SAY_NUMBER(place->refused));
    outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_EVENT,
                                                    .network = place->network,
                                                    .place = place->place,
                                                    .text = text.bytes});
}

void session_reserve_place(struct sessions *sessions, int64_t id, const struct stored_place *stored)
{
    struct table_place *place = session_place_made(sessions, stored->network, stored->place);
    if (place->refused == id)
        return;
    place->refused = id;
    log_warning("table.reserves", "table", LOG_NUMBER(id), "network", place->network, "place",
                place->place);
    if (place->open)
        tell(sessions, place);
}

void session_tell_refused(struct sessions *sessions, const struct table_place *place)
{
    if (place->refused != 0)
        tell(sessions, place);
}

int64_t session_refused_at(const struct sessions *sessions, const char *network, const char *place)
{
    const struct table_place *found = session_place(sessions, network, place);
    return found != NULL ? found->refused : 0;
}

void session_free_refused(struct sessions *sessions)
{
    while (sessions->refused != NULL) {
        struct refused_table *first = sessions->refused;
        LL_DELETE(sessions->refused, first);
        free(first);
    }
}

unsigned session_refused_count(const struct sessions *sessions)
{
    const struct refused_table *refused;
    unsigned count = 0;
    LL_FOREACH (sessions->refused, refused)
        count++;
    return count;
}
