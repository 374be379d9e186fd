/* Tables that nobody touches are put away: they stay in the store with everything that was played,
 * and their places are free. Somebody who sits there, or a host, brings one back. */
#include "bot/tables/session_private.h"

#include "bot/base/log.h"
#include "bot/tables/time_left.h"

void session_archive(struct host *host, struct table *table)
{
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    const struct setting_scope scope = setting_at_table(table);
    int64_t rest = setting_number(host, SETTING_ARCHIVE, &scope);
    session_retire(&host->sessions, table, TABLE_ARCHIVED);
    session_save(host, table);
    session_watch_bots(&host->sessions, table);
    log_info("table.archived", "table", LOG_NUMBER(table->id));
    text_add_format(&name, "%s.name", table->game->id);
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        char time_buffer[64], number[24];
        struct text time = TEXT_IN(time_buffer);
        struct words words = host_words(host, place->network, place->place);
        time_left_say(&words, rest, &time);
        const struct word_argument arguments[] = {SAY_MESSAGE(name.bytes), SAY_TEXT(time.bytes),
                                                  SAY_TEXT(log_number(number, table->id))};
        session_announce_at(host, table, place, "event.archived", arguments, 3);
    }
}

session_refusal session_resume(struct host *host, int64_t id, const char *network,
                               const char *place, const struct person *person)
{
    const struct table *shown = session_at(&host->sessions, network, place);
    if (shown != NULL && table_is_live(shown))
        return "refusal.table-exists";
    struct table *table = session_bring_back(host, id);
    if (table == NULL)
        return "refusal.resume-damaged";
    if (!table_is_at(table, network, place))
        session_attach(&host->sessions, table, network, place)->open = true;
    session_save(host, table);
    log_info("table.resumed", "table", LOG_NUMBER(id), "network", network, "place", place);
    char name_buffer[64];
    struct text name = TEXT_IN(name_buffer);
    text_add_format(&name, "%s.name", table->game->id);
    session_event(host, table, "event.resumed", SAY_TEXT(person->name), SAY_MESSAGE(name.bytes),
                  SAY_NUMBER(table->status == TABLE_LOBBY));
    if (table->status == TABLE_PLAYING) {
        struct game_events events = {.picture = true, .new_cards = table_people(table)};
        session_tell(host, table, &events);
        session_watch_bots(&host->sessions, table);
    }
    return NULL;
}
