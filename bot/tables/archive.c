/* Archiving: a table that nobody touches stays in the store with everything that was played, and
 * its places become free. Somebody who sits there, or a host of the place, can bring it back. */
#include "bot/tables/session_private.h"

#include <stdlib.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/home.h"
#include "bot/tables/time_left.h"

void session_archive(struct sessions *sessions, struct table *table)
{
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    const struct setting_scope scope = table_setting_scope(table);
    int64_t rest = setting_number(sessions->settings, SETTING_ARCHIVE, &scope);
    session_drop_plans(sessions, table, table_people(table), "plan.why.archived");
    session_drop_watchers(sessions, table);
    session_retire(sessions, table, TABLE_ARCHIVED);
    session_save(sessions, table);
    session_watch_bots(sessions, table);
    log_info("table.archived", "table", LOG_NUMBER(table->id));
    text_add_format(&name, "%s.name", table->game->id);
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        char time_buffer[64], number[24];
        struct text time = TEXT_IN(time_buffer);
        struct words words = style_place_words(sessions->styles, place->network, place->place);
        time_left_say(&words, rest, &time);
        const struct word_argument arguments[] = {SAY_MESSAGE(name.bytes), SAY_TEXT(time.bytes),
                                                  SAY_TEXT(log_number(number, table->id))};
        session_announce_at(sessions, table, place, "event.archived", arguments, 3);
    }
    session_program_end(sessions, table);
}

/* The places of a table, copied: nothing else can be read while a table is. */
struct places_read {
    size_t count;
    char *words[STORE_PLACES_MAX][2]; /* network and place */
};

static bool copy_places(void *context, const struct stored_table *stored)
{
    struct places_read *read = context;
    for (size_t i = 0; i < stored->place_count; i++) {
        read->words[i][0] = memory_copy(stored->places[i].network);
        read->words[i][1] = memory_copy(stored->places[i].place);
    }
    read->count = stored->place_count;
    return false; /* the lines are not needed */
}

/* What other processes show in the table's places now. Returns false while the inquiry waits. */
static bool fetch_what_replaced(struct sessions *sessions, struct store_inquiry *inquiry,
                                int64_t id)
{
    struct places_read read = {.count = 0};
    const struct store_reader reader = {.context = &read, .table = copy_places};
    bool fetched = store_read_table(inquiry, id, &reader) || !store_inquiry_waits(inquiry);
    for (size_t i = 0; i < read.count; i++) {
        fetched =
            fetched && session_fetch_at(sessions, inquiry, read.words[i][0], read.words[i][1]);
        free(read.words[i][0]);
        free(read.words[i][1]);
    }
    return fetched;
}

session_refusal session_resume(struct sessions *sessions, struct store_inquiry *inquiry, int64_t id,
                               const char *network, const char *place, const struct person *person)
{
    const struct table *shown = session_at(sessions, network, place);
    if (shown != NULL && table_is_live(shown))
        return "refusal.table-exists";
    if (session_refused_at(sessions, network, place) != 0)
        return "refusal.table-refused";
    if (sessions->shares && !fetch_what_replaced(sessions, inquiry, id))
        return NULL;
    struct table *table = session_bring_back(sessions, inquiry, id);
    if (store_inquiry_waits(inquiry))
        return NULL;
    if (table == NULL)
        return "refusal.resume-damaged";
    bool is_here = table_is_at(table, network, place);
    if (table->daily != NULL && !is_here && home_identity(place) == NULL) {
        session_forget(sessions, table); /* it stays in the store */
        return "refusal.daily-elsewhere";
    }
    if (!is_here)
        session_attach(sessions, table, network, place)->open = true;
    session_save(sessions, table);
    log_info("table.resumed", "table", LOG_NUMBER(id), "network", network, "place", place);
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    text_add_format(&name, "%s.name", table->game->id);
    session_event(sessions, table, "event.resumed", SAY_TEXT(person->name), SAY_MESSAGE(name.bytes),
                  SAY_NUMBER(table->status == TABLE_LOBBY));
    if (table->status == TABLE_PLAYING) {
        struct game_events events = {.picture = true, .new_cards = table_people(table)};
        session_program_game(sessions, table);
        session_tell(sessions, table, &events);
        session_watch_bots(sessions, table);
    }
    return NULL;
}
