/* Tables that the bot opens for people who looked for one. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/configuration/game_options.h"
#include "bot/core/home.h"
#include "bot/core/render.h"
#include "bot/tables/seeking.h"
#include "bot/tables/session_private.h"

/* What a turn may take at a slow table. */
#define SLOW_TURN "1d"

/* -- Ends of seeks ----------------------------------------------------------------------------- */

void session_end_seek(struct sessions *sessions, const struct seek *seek)
{
    char buffer[STORE_WORD_MAX];
    struct text event = TEXT_IN(buffer);
    text_add_format(&event, "seek %s", seek->id);
    if (store_is_shared(sessions->store)) /* of two processes one ends it */
        store_event_add(sessions->store, event.bytes);
    seek_withdraw(sessions->settings, seek);
}

/* Who sits down at a live table does not look for another one. */
static void end_seeks_of(struct sessions *sessions, const struct seek *person)
{
    struct seek seek;
    bool live = !seek_is_slow(person);
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        if (seek_find(sessions->settings, *game, person->network, person->identity, &seek) &&
            (*game == person->game || (live && !seek_is_slow(&seek))))
            session_end_seek(sessions, &seek);
}

/* -- Telling ----------------------------------------------------------------------------------- */

static bool hears(const struct table *table, const struct seat *person)
{
    const struct table_place *place = table->places;
    while (place != NULL && (!place->open || strcmp(place->network, person->network) != 0))
        place = place->next;
    return place != NULL;
}

/* After a restart the bot may not be in a private conversation yet, but can write to the person. */
static void say_to_unreached(struct sessions *sessions, const struct table *table,
                             const struct word_argument *arguments, size_t count)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        char buffer[RENDER_LINE_BYTES];
        struct text text = TEXT_IN(buffer);
        const struct setting_scope reader = session_seat_reader(table, seat);
        const struct words words = style_words(sessions->styles, &reader);
        if (hears(table, &table->seats[seat]))
            continue;
        words.say(&words, &text, "seek.found", arguments, count);
        session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
    }
}

/* `waits`: somebody has to start it. */
static void say_found(struct sessions *sessions, const struct table *table, bool waits)
{
    char name_buffer[64], people_buffer[512], commitment[SHUFFLE_COMMITMENT_TEXT];
    struct text name = TEXT_IN(name_buffer), people = TEXT_IN(people_buffer);
    text_add_format(&name, "%s.name", table->game->id);
    table_list_seats(table, table_people(table), &people);
    const struct word_argument arguments[] = {SAY_MESSAGE(name.bytes), SAY_TEXT(people.bytes),
                                              SAY_NUMBER(waits),
                                              SAY_TEXT(session_sealed(table, commitment))};
    session_announce(sessions, table, "seek.found", arguments, 4);
    say_to_unreached(sessions, table, arguments, 4);
}

/* Where nobody is seen nobody comes into sight again, and a private conversation stays closed until
 * its person writes: there the table's own line would come too late. */
static void note_untold(struct sessions *sessions, const struct table *table,
                        const struct company *company)
{
    for (unsigned i = 0; i < company->count; i++)
        if (company->people[i].in_private &&
            !networks_sees_people(sessions->networks, company->people[i].network))
            session_note_untold_seat(sessions, table, i, SESSION_UNTOLD_FOUND);
}

static void say_back(struct sessions *sessions, const struct table *table, unsigned seat)
{
    char buffer[RENDER_LINE_BYTES], name_buffer[64], people_buffer[512];
    struct text text = TEXT_IN(buffer), name = TEXT_IN(name_buffer),
                people = TEXT_IN(people_buffer);
    const struct setting_scope reader = session_seat_reader(table, seat);
    const struct words words = style_words(sessions->styles, &reader);
    text_add_format(&name, "%s.name", table->game->id);
    table_list_seats(table, table_people(table), &people);
    words_say(&words, &text, "seek.back", SAY_MESSAGE(name.bytes), SAY_TEXT(people.bytes));
    session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, NULL);
}

/* Returns whether they have still to be told. */
static bool tell_untold(struct sessions *sessions, const struct table *table, unsigned seat,
                        const char *network)
{
    const struct seat *owner = &table->seats[seat];
    if (!owner->found_untold || owner->identity == NULL)
        return false;
    if (strcmp(owner->network, network) != 0)
        return true;
    say_back(sessions, table, seat);
    session_seat_is_told(sessions, table, seat, SESSION_UNTOLD_FOUND);
    return false;
}

void session_tell_untold_found(struct sessions *sessions, const char *network)
{
    struct table *table = sessions->found_untold ? sessions->by_id : NULL;
    sessions->found_untold = false;
    for (; table != NULL; table = table->hh.next)
        for (unsigned seat = 0; seat < table->seat_count; seat++) {
            table->seats[seat].found_untold = tell_untold(sessions, table, seat, network);
            sessions->found_untold |= table->seats[seat].found_untold;
        }
}

/* Whether this process may speak in the place now. */
static bool is_reached(const struct sessions *sessions, const struct table_place *place)
{
    const struct networks *networks = sessions->networks;
    return networks_find(networks, place->network, place->place) != NULL &&
           (home_identity(place->place) != NULL ||
            networks_has_place(networks, place->network, place->place));
}

void session_tell_found(struct sessions *sessions, struct table *table)
{
    struct game_events events = {.picture = true, .new_cards = table_people(table)};
    for (struct table_place *place = table->places; place != NULL; place = place->next)
        place->open = is_reached(sessions, place);
    say_found(sessions, table, table->status == TABLE_LOBBY && !session_awaits_beacon(table));
    if (table->state != NULL)
        session_tell(sessions, table, &events);
    session_show_boards_of(sessions, table);
}

/* -- Opening ----------------------------------------------------------------------------------- */

static void show_where_asked(struct sessions *sessions, struct table *table,
                             const struct company *company)
{
    for (unsigned i = 0; i < company->count; i++) {
        const char *network = company->people[i].network, *place = company->places[i];
        if (table_is_at(table, network, place))
            continue;
        struct table_place *shown = session_attach(sessions, table, network, place);
        shown->open = is_reached(sessions, shown);
    }
}

/* Options are those of the place of whoever has waited longest. */
static struct table *make_table(struct sessions *sessions, const struct company *company)
{
    const struct seek *first = &company->people[0];
    const struct game *game = first->game;
    const struct setting_scope scope = setting_in_place(first->network, first->place);
    struct table *table = table_new(game);
    table->found = true;
    table->opened = clock_now(sessions->clock) / SECOND;
    table->opener_network = memory_copy("");
    table->opener_identity = memory_copy("");
    randombytes_buf(table->seed, sizeof table->seed);
    show_where_asked(sessions, table, company);
    game_options_default(game, table->options);
    game_options_choose(setting_text(sessions->settings, SETTING_GAME_OPTIONS, &scope), game,
                        table->options);
    return table;
}

static void set_pace(struct sessions *sessions, const struct table *table, const char *pace)
{
    const struct setting_scope scope = table_setting_scope(table);
    const char *time = strcmp(pace, SEEK_SLOW) == 0 ? SLOW_TURN : pace;
    if (strcmp(pace, SEEK_LIVE) != 0)
        setting_set(sessions->settings, SETTING_TURN_TIME, SETTING_AT_TABLE, &scope, time, NULL);
}

void session_open_found(struct sessions *sessions, const struct company *company)
{
    struct table *table = make_table(sessions, company);
    session_save_new(sessions, table);
    set_pace(sessions, table, company->people[0].pace);
    session_take_settings(sessions, table);
    session_index_table(sessions, table);
    for (unsigned i = 0; i < company->count; i++) {
        const struct seek *seek = &company->people[i];
        const struct person person = {seek->identity, seek->name, RANK_PLAYER};
        session_take_seat(sessions, table, seek->network, &person);
        end_seeks_of(sessions, seek);
    }
    session_want_thread(sessions, table);
    session_save(sessions, table);
    log_info("table.found", "table", LOG_NUMBER(table->id), "game", table->game->id, "people",
             LOG_NUMBER(company->count));
    bool may_start = session_may_start(sessions, table) == NULL;
    say_found(sessions, table, !may_start);
    note_untold(sessions, table, company);
    if (may_start)
        session_start(sessions, table);
    else
        session_tell_sealed(sessions, table);
}
