/* The clocks of all tables: how long people have for a move, when they are reminded, what happens
 * when their time is up, and when a table is archived.
 *
 * A turn begins when a seat is asked for a new move. Its deadline is a calendar time and is stored
 * (waiting.c), so it survives restarts. A deadline that falls into the quiet hours of the table's
 * place moves to after them. A table rests where the bot is away: nobody runs out of time there.
 * When the bot is back, everybody who is asked has at least the grace time left; people whose time
 * had passed meanwhile are told so. A turn without a deadline tries the others' patience: after
 * that they may decide without the person. All of this follows from what everybody sees (who is
 * asked, and since when), so the time of a message tells nothing about a hand.
 */
#include "bot/tables/session_private.h"

#include <string.h>

#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/core/render.h"
#include "bot/tables/time_left.h"

enum {
    GRACE_PART = 8,           /* of the time for a turn */
    SHOW_GRACE = 10 * MINUTE, /* the same after the bot was away */
    REMINDERS_UNTIMED = 2, /* in a turn without a deadline: one to the person, one to everybody */
    RINGS_AT_ONCE = 32     /* then the networks get their turn */
};

/* What the settings say about a table's time. */
struct pace {
    int64_t turn_time, patience, reminders, archive;
};

static struct pace pace_of(struct sessions *sessions, const struct table *table)
{
    const struct setting_scope scope = table_setting_scope(table);
    if (table->daily != NULL) /* nobody waits for them */
        return (struct pace){.archive =
                                 setting_number(sessions->settings, SETTING_ARCHIVE, &scope)};
    return (struct pace){.turn_time = setting_number(sessions->settings, SETTING_TURN_TIME, &scope),
                         .patience = setting_number(sessions->settings, SETTING_PATIENCE, &scope),
                         .reminders = setting_number(sessions->settings, SETTING_REMINDERS, &scope),
                         .archive = setting_number(sessions->settings, SETTING_ARCHIVE, &scope)};
}

/* Returns the least time that somebody has left after they could not move for a while. */
static int64_t grace_of(int64_t turn_time)
{
    return earlier_of(turn_time, later_of(MINUTE, turn_time / GRACE_PART));
}

/* Returns `time`, or the end of the quiet hours that it falls into. */
static int64_t not_in_quiet(struct sessions *sessions, const struct setting_scope *scope,
                            int64_t time)
{
    int64_t end = setting_quiet_until(sessions->settings, scope, time / SECOND);
    return end != 0 ? end * SECOND : time;
}

static int64_t deadline_at(struct sessions *sessions, const struct table *table, int64_t time,
                           int64_t turn_time)
{
    const struct setting_scope scope = table_setting_scope(table);
    int64_t awake = not_in_quiet(sessions, &scope, time);
    return awake == time ? time : awake + grace_of(turn_time);
}

/* Whether the person could move: the bot is where they play. */
static bool is_reached(const struct sessions *sessions, const struct table *table, unsigned seat)
{
    bool any = false;
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        if (strcmp(place->network, table->seats[seat].network) != 0)
            continue;
        if (place->open || session_is_elsewhere(sessions, place))
            return true;
        any = true;
    }
    return !any && table_is_shown(table);
}

/* -- Turns ------------------------------------------------------------------------------------- */

static void begin_turn(struct sessions *sessions, struct table *table, unsigned seat,
                       const struct pace *pace)
{
    int64_t now = clock_now(sessions->clock);
    table->clock.turns[seat] = (struct turn){
        .asked = now,
        .since = table->asked_since[seat],
        .deadline = pace->turn_time != 0
                        ? deadline_at(sessions, table, now + pace->turn_time, pace->turn_time)
                        : 0};
}

/* The time for a turn has changed: people who are asked already have at least the grace time left.
 */
static void change_pace(struct sessions *sessions, struct table *table, const struct pace *pace)
{
    int64_t least = clock_now(sessions->clock) + grace_of(pace->turn_time);
    table->clock.turn_time = pace->turn_time;
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        struct turn *turn = &table->clock.turns[seat];
        if (turn->asked == 0)
            continue;
        turn->over = false;
        turn->deadline =
            pace->turn_time != 0
                ? deadline_at(sessions, table, later_of(turn->asked + pace->turn_time, least),
                              pace->turn_time)
                : 0;
    }
}

static void follow_turns(struct sessions *sessions, struct table *table, const struct pace *pace)
{
    seat_set asked = table_people_asked(table);
    if (table->clock.turn_time != pace->turn_time)
        change_pace(sessions, table, pace);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        struct turn *turn = &table->clock.turns[seat];
        if (!(asked & SEAT_BIT(seat)))
            *turn = (struct turn){0};
        else if (turn->asked == 0 || turn->since != table->asked_since[seat])
            begin_turn(sessions, table, seat, pace);
    }
}

/* -- What comes next --------------------------------------------------------------------------- */

/* The first reminder goes to the person alone, later ones to everybody. */
static struct setting_scope who_is_reminded(const struct table *table, unsigned seat)
{
    return table->clock.turns[seat].reminders == 0 ? session_seat_reader(table, seat)
                                                   : table_setting_scope(table);
}

static int64_t next_reminder(struct sessions *sessions, const struct table *table, unsigned seat,
                             const struct pace *pace)
{
    const struct turn *turn = &table->clock.turns[seat];
    if (pace->reminders == 0 || turn->over ||
        (pace->turn_time == 0 && turn->reminders >= REMINDERS_UNTIMED))
        return DEADLINE_NEVER;
    int64_t first =
        pace->turn_time != 0 ? earlier_of(pace->reminders, pace->turn_time / 2) : pace->reminders;
    int64_t due = turn->reminders == 0 ? turn->asked + first : turn->reminded + pace->reminders;
    const struct setting_scope scope = who_is_reminded(table, seat);
    return not_in_quiet(sessions, &scope, later_of(due, clock_now(sessions->clock)));
}

static bool runs(const struct sessions *sessions, const struct table *table, unsigned seat)
{
    return table->clock.turns[seat].asked != 0 && table->clock.paused == 0 &&
           is_reached(sessions, table, seat);
}

/* Returns when the others may decide without the person who is asked without a deadline. */
static int64_t end_of_patience(struct sessions *sessions, const struct table *table, unsigned seat,
                               const struct pace *pace)
{
    const struct turn *turn = &table->clock.turns[seat];
    const struct setting_scope scope = table_setting_scope(table);
    if (turn->over || pace->turn_time != 0 || pace->patience == 0)
        return DEADLINE_NEVER;
    return not_in_quiet(sessions, &scope,
                        later_of(turn->asked + pace->patience, clock_now(sessions->clock)));
}

static int64_t next_of_seat(struct sessions *sessions, const struct table *table, unsigned seat,
                            const struct pace *pace)
{
    const struct turn *turn = &table->clock.turns[seat];
    if (!runs(sessions, table, seat))
        return DEADLINE_NEVER;
    int64_t deadline = turn->over || turn->deadline == 0 ? DEADLINE_NEVER : turn->deadline;
    return earlier_of(earlier_of(deadline, end_of_patience(sessions, table, seat, pace)),
                      next_reminder(sessions, table, seat, pace));
}

/* Sealed words are shown when all have sealed theirs. */
static void follow_words(struct sessions *sessions, struct table *table)
{
    bool showing = table->status == TABLE_LOBBY && table_has_seals(table) &&
                   table_people_unsealed(table) == 0 && table_people_wordless(table) != 0;
    if (!showing)
        table->clock.show_by = 0;
    else if (table->clock.show_by == 0)
        table->clock.show_by = clock_now(sessions->clock) + SESSION_SHOW_TIME;
}

static int64_t next_of_table(struct sessions *sessions, struct table *table,
                             const struct pace *pace)
{
    int64_t next = pace->archive != 0 ? table->clock.touched + pace->archive : DEADLINE_NEVER;
    next = earlier_of(next, session_plans_due(sessions, table));
    next = earlier_of(next, session_watch_due(table));
    if (!session_leads(sessions, table))
        return next;
    if (table->clock.show_by != 0 && table_is_shown(table))
        next = earlier_of(next, table->clock.show_by);
    next = earlier_of(next, session_beacon_due(sessions, table));
    for (unsigned seat = 0; seat < table->seat_count; seat++)
        next = earlier_of(next, next_of_seat(sessions, table, seat, pace));
    return next;
}

void session_wind(struct sessions *sessions, struct table *table)
{
    if (table->restoring != RESTORING_NOT)
        return; /* it has its own deadline */
    if (!table_is_live(table)) {
        deadlines_set(&sessions->deadlines, table, DEADLINE_NEVER);
        return;
    }
    const struct pace pace = pace_of(sessions, table);
    if (table->clock.touched == 0)
        table->clock.touched = clock_now(sessions->clock);
    follow_turns(sessions, table, &pace);
    follow_words(sessions, table);
    session_follow_beacon(sessions, table);
    deadlines_set(&sessions->deadlines, table, next_of_table(sessions, table, &pace));
}

void session_wind_touched(struct sessions *sessions)
{
    for (struct table *table = sessions->touched; table != NULL; table = table->touched_next) {
        session_wind(sessions, table);
        session_watch_save(sessions, table);
        session_waiting_save(sessions, table);
    }
}

/* -- Telling ----------------------------------------------------------------------------------- */

void session_say_time(struct sessions *sessions, const struct table *table, unsigned seat,
                      const struct words *words, struct text *out)
{
    const struct table_clock *clock = &table->clock;
    const struct turn *turn = &clock->turns[seat];
    if (turn->asked == 0 || turn->deadline == 0)
        return;
    int64_t now =
        clock->paused != 0 ? later_of(clock->paused, turn->asked) : clock_now(sessions->clock);
    if (turn->over)
        words_say_plain(words, out, "clock.over");
    else
        time_left_say(words, turn->deadline - now, out);
}

/* Announces a message about a seat. Its argument 1 is the time left there, "" when there is no
 * deadline. */
static void tell(struct sessions *sessions, const struct table *table, unsigned seat,
                 const char *key)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        char buffer[64];
        struct text left = TEXT_IN(buffer);
        struct words words = style_place_words(sessions->styles, place->network, place->place);
        session_say_time(sessions, table, seat, &words, &left);
        const struct word_argument arguments[] = {
            SAY_TEXT(table->seats[seat].name), SAY_TEXT(left.bytes), SAY_NUMBER(left.length > 0)};
        session_announce_at(sessions, table, place, key, arguments, 3);
    }
}

/* Reminds the person in private, with buttons for their moves. The text says what everybody sees,
 * and nothing about their cards. */
static void remind_person(struct sessions *sessions, const struct table *table, unsigned seat)
{
    char left_buffer[64], situation_buffer[256], game_buffer[64], place_name[PLACE_MAX] = "";
    char buffer[RENDER_LINE_BYTES];
    struct text left = TEXT_IN(left_buffer), situation = TEXT_IN(situation_buffer);
    struct text game = TEXT_IN(game_buffer), text = TEXT_IN(buffer);
    struct voice voice;
    struct choices choices;
    union game_view_block view;
    const struct setting_scope reader = session_seat_reader(table, seat);
    const struct telling *telling = session_voice(sessions, table, &reader, &voice);
    const struct seat *owner = &table->seats[seat];
    const struct table_place *place = table_place_of(table, owner->network, owner->identity);
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    table->game->text->situation(GAME_VIEW(&view), telling, &situation);
    session_say_time(sessions, table, seat, telling->words, &left);
    text_add_format(&game, "%s.name", table->game->id);
    networks_place_name(sessions->networks, place->network, place->place, owner->network,
                        place_name);
    words_say(telling->words, &text, "clock.remind", SAY_MESSAGE(game.bytes), SAY_TEXT(place_name),
              SAY_TEXT(situation.bytes), SAY_TEXT(left.bytes), SAY_NUMBER(left.length > 0));
    session_move_choices(sessions, table, seat, "", &choices);
    session_say_to(sessions, table, seat, OUTBOUND_ANSWER, text.bytes, &choices);
}

static void remind(struct sessions *sessions, struct table *table, unsigned seat)
{
    struct turn *turn = &table->clock.turns[seat];
    if (turn->reminders == 0)
        remind_person(sessions, table, seat);
    else
        tell(sessions, table, seat, "event.remind");
    turn->reminded = clock_now(sessions->clock);
    turn->reminders += turn->reminders < UINT8_MAX;
    session_touch(sessions, table);
}

/* -- Time is up -------------------------------------------------------------------------------- */

static void time_is_up(struct sessions *sessions, struct table *table, unsigned seat)
{
    const struct setting_scope scope = table_setting_scope(table);
    enum setting_absent what =
        (enum setting_absent)setting_number(sessions->settings, SETTING_ABSENT, &scope);
    table->clock.turns[seat].over = true;
    log_info("turn.over", "table", LOG_NUMBER(table->id), "seat", LOG_NUMBER(seat + 1));
    session_touch(sessions, table);
    switch (what) {
    case ABSENT_DEFAULT_MOVE:
        tell(sessions, table, seat, "event.time-up-move");
        session_play_default(sessions, table, seat);
        break;
    case ABSENT_STAND_IN:
        tell(sessions, table, seat, "event.time-up-stand-in");
        session_stand_in(
            sessions, table, seat,
            (enum player_level)setting_number(sessions->settings, SETTING_LEVEL, &scope));
        break;
    case ABSENT_VOTE:
        tell(sessions, table, seat, "event.time-up-vote");
        break;
    default:
        break;
    }
}

static void patience_is_over(struct sessions *sessions, struct table *table, unsigned seat)
{
    table->clock.turns[seat].over = true;
    log_info("turn.patience-over", "table", LOG_NUMBER(table->id), "seat", LOG_NUMBER(seat + 1));
    session_touch(sessions, table);
    tell(sessions, table, seat, "event.patience-over");
}

/* The deadline is checked again, since quiet hours may have been set after it. */
static bool is_put_off(struct sessions *sessions, struct table *table, unsigned seat)
{
    struct turn *turn = &table->clock.turns[seat];
    int64_t now = clock_now(sessions->clock);
    int64_t awake = deadline_at(sessions, table, now, table->clock.turn_time);
    if (awake == now)
        return false;
    turn->deadline = awake;
    return true;
}

/* Does one thing per call, because what follows from it may change who is asked. */
static void ring_seat(struct sessions *sessions, struct table *table, unsigned seat)
{
    const struct turn *turn = &table->clock.turns[seat];
    const struct pace pace = pace_of(sessions, table);
    int64_t now = clock_now(sessions->clock);
    if (!runs(sessions, table, seat))
        return;
    if (!turn->over && turn->deadline != 0 && turn->deadline <= now) {
        if (!is_put_off(sessions, table, seat))
            time_is_up(sessions, table, seat);
    } else if (end_of_patience(sessions, table, seat, &pace) <= now) {
        patience_is_over(sessions, table, seat);
    } else if (next_reminder(sessions, table, seat, &pace) <= now) {
        remind(sessions, table, seat);
    }
}

static void ring(struct sessions *sessions, struct table *table)
{
    int64_t archive = pace_of(sessions, table).archive;
    int64_t now = clock_now(sessions->clock), show_by = table->clock.show_by;
    if (archive != 0 && table->clock.touched + archive <= now) {
        session_archive(sessions, table);
    } else if (table->clock.plan_due != 0 && table->clock.plan_due <= now) {
        session_play_plans(sessions, table);
    } else if (session_watch_due(table) <= now) {
        session_follow_watched(sessions, table);
    } else if (!session_leads(sessions, table)) {
        /* It was lost since the table was wound. */
    } else if (show_by != 0 && show_by <= now && table_is_shown(table)) {
        session_end_unshown(sessions, table);
    } else if (session_beacon_due(sessions, table) <= now) {
        session_ask_beacon(sessions, table);
    } else {
        for (unsigned seat = 0; seat < table->seat_count && table_is_live(table); seat++)
            ring_seat(sessions, table, seat);
    }
    session_wind(sessions, table);
}

void session_ring(struct sessions *sessions)
{
    for (int rings = 0; rings < RINGS_AT_ONCE; rings++) {
        struct table *first = deadlines_first(&sessions->deadlines);
        if (first == NULL || first->due > clock_now(sessions->clock))
            return;
        if (first->restoring != RESTORING_NOT)
            session_restore(sessions, first);
        else
            ring(sessions, first);
    }
}

/* -- People and the bot come back -------------------------------------------------------------- */

enum { VISIT_PAUSE = 30 * MINUTE }; /* who is silent for so long comes back */

/* What somebody sees during a visit does not count as told until they come again. */
static void note_visit(const struct table *table, struct visit *visit, int64_t now)
{
    if (now - visit->heard >= VISIT_PAUSE) {
        visit->caught_up = visit->seen;
        visit->missed = visit->caught_up < table->lines;
    }
    visit->heard = now;
    visit->seen = table->lines;
}

void session_heard(struct sessions *sessions, struct table *table, unsigned seat, bool in_private)
{
    struct seat *heard = &table->seats[seat];
    if (in_private)
        heard->undelivered = false;
    table->clock.touched = clock_now(sessions->clock);
    note_visit(table, &heard->visit, table->clock.touched);
    session_waiting_save(sessions, table);
    if (!heard->stood_in)
        return;
    heard->stood_in = false;
    session_event(sessions, table, "event.present", SAY_TEXT(heard->name));
    session_watch_bots(sessions, table);
    session_touch(sessions, table);
}

/* The others' patience does not end while the bot is away. */
static void grant_patience(struct sessions *sessions, const struct table *table, struct turn *turn)
{
    int64_t patience = pace_of(sessions, table).patience, now = clock_now(sessions->clock);
    if (turn->asked != 0 && turn->deadline == 0 && patience != 0 && turn->asked + patience <= now)
        turn->asked = now + grace_of(patience) - patience;
}

/* People who are asked there could not move while the bot was away. */
void session_clock_opened(struct sessions *sessions, struct table *table, const char *network)
{
    struct table_clock *clock = &table->clock;
    int64_t now = clock_now(sessions->clock), least = now + grace_of(clock->turn_time);
    if (clock->show_by != 0) {
        clock->show_by = later_of(clock->show_by, now + SHOW_GRACE);
        session_touch(sessions, table);
    }
    session_wind(sessions, table);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        struct turn *turn = &clock->turns[seat];
        if (table->seats[seat].identity != NULL && strcmp(table->seats[seat].network, network) == 0)
            grant_patience(sessions, table, turn);
        if (turn->deadline == 0 || turn->over || clock->paused != 0 || turn->deadline >= least ||
            strcmp(table->seats[seat].network, network) != 0)
            continue;
        bool passed = turn->deadline <= now;
        turn->deadline = deadline_at(sessions, table, least, clock->turn_time);
        session_touch(sessions, table);
        if (passed)
            tell(sessions, table, seat, "event.grace");
    }
    session_wind(sessions, table);
}

/* -- Stopping the clock ------------------------------------------------------------------------ */

void session_pause(struct sessions *sessions, struct table *table)
{
    table->clock.paused = clock_now(sessions->clock);
    table->votes[MATTER_PAUSE] = (struct vote){0};
    session_event(sessions, table, "event.paused", SAY_NUMBER(0));
    session_touch(sessions, table);
}

void session_unpause(struct sessions *sessions, struct table *table)
{
    struct table_clock *clock = &table->clock;
    int64_t now = clock_now(sessions->clock), least = grace_of(clock->turn_time);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        struct turn *turn = &clock->turns[seat];
        if (turn->asked != 0 && turn->deadline == 0)
            turn->asked += now - later_of(clock->paused, turn->asked);
        if (turn->asked == 0 || turn->deadline == 0 || turn->over)
            continue;
        int64_t left = turn->deadline - later_of(clock->paused, turn->asked);
        turn->deadline =
            deadline_at(sessions, table, now + later_of(left, least), clock->turn_time);
    }
    clock->paused = 0;
    session_event(sessions, table, "event.unpaused", SAY_NUMBER(0));
    session_touch(sessions, table);
}
