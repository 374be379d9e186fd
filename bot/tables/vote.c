/* What people decide together by typing the same command, and what happens to absent people.
 *
 * Only people who are there decide. Nobody waits for people whose time is up, who have left the
 * place or for whom the bot stands in. A vote lasts until the position that it is about has passed.
 */
#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"

/* -- Votes ------------------------------------------------------------------------------------- */

static bool is_about_somebody(enum matter matter)
{
    return matter == MATTER_KICK || matter == MATTER_REPLACE || matter == MATTER_UNDO;
}

seat_set session_voters(const struct table *table, enum matter matter)
{
    const struct vote *vote = &table->votes[matter];
    seat_set voters = table_people_present(table) | vote->agreed;
    if (is_about_somebody(matter))
        voters &= (seat_set)~SEAT_BIT(vote->seat);
    return voters;
}

void session_agree(struct sessions *sessions, struct table *table, enum matter matter,
                   unsigned seat, unsigned about)
{
    struct vote *vote = &table->votes[matter];
    if (vote->agreed == 0 || vote->seat != about)
        *vote = (struct vote){.seat = (uint8_t)about};
    vote->agreed |= SEAT_BIT(seat);
    session_touch(sessions, table);
}

bool session_is_agreed(const struct table *table, enum matter matter)
{
    seat_set voters = session_voters(table, matter);
    return (table->votes[matter].agreed & voters) == voters;
}

void session_drop_votes(struct table *table, unsigned seat)
{
    table->votes[MATTER_ABORT] = table->votes[MATTER_UNDO] = (struct vote){0};
    for (enum matter matter = MATTER_KICK; matter <= MATTER_REPLACE; matter++)
        if (table->votes[matter].seat == seat)
            table->votes[matter] = (struct vote){0};
}

/* -- The absent -------------------------------------------------------------------------------- */

bool session_is_missing(const struct table *table, unsigned seat)
{
    seat_set missing = table_people(table) & (seat_set)~table_people_present(table);
    return (missing & SEAT_BIT(seat)) != 0;
}

void session_empty_seat(struct sessions *sessions, struct table *table, unsigned seat, bool keeps)
{
    const struct setting_scope scope = table_setting_scope(table);
    enum player_level level =
        (enum player_level)setting_number(sessions->settings, SETTING_LEVEL, &scope);
    char *name = memory_copy(table->seats[seat].name);
    session_drop_plans(sessions, table, SEAT_BIT(seat), "plan.why.seat");
    session_unindex_seat(sessions, table, &table->seats[seat]);
    table_seat_vacate(table, seat, level, keeps);
    session_drop_votes(table, seat);
    session_save(sessions, table);
    session_event(sessions, table, keeps ? "event.replaced" : "event.kicked", SAY_TEXT(name),
                  SAY_TEXT(table->seats[seat].name));
    log_info("seat.vacated", "table", LOG_NUMBER(table->id), "seat", LOG_NUMBER(seat + 1), "kept",
             keeps ? "yes" : "no");
    free(name);
    session_leave_homes(sessions, table);
    session_watch_bots(sessions, table);
}

void session_vacate(struct sessions *sessions, struct table *table, unsigned seat, bool keeps)
{
    session_note_left(sessions, table, seat, keeps);
    session_empty_seat(sessions, table, seat, keeps);
}

static bool is_former(const struct seat *seat, const char *network, const char *identity)
{
    return seat->former != NULL && strcmp(seat->former->identity, identity) == 0 &&
           strcmp(seat->former->network, network) == 0;
}

int session_free_seat(const struct table *table, const char *network, const char *identity)
{
    int found = -1;
    for (int seat = table->seat_count - 1; seat >= 0; seat--)
        if (table->seats[seat].former != NULL)
            found = seat;
    int own = session_former_seat(table, network, identity);
    return own >= 0 ? own : found;
}

int session_former_seat(const struct table *table, const char *network, const char *identity)
{
    for (int seat = 0; seat < table->seat_count; seat++)
        if (is_former(&table->seats[seat], network, identity))
            return seat;
    return -1;
}
