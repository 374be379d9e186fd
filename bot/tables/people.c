#include "bot/tables/session_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"
#include "bot/core/home.h"
#include "bot/core/render.h"
#include "bot/tables/leagues.h"
#include "bot/tables/seeking.h"

/* Calls `visit` for every seat of a person. The list is copied, because visiting may change it. */
typedef void visit_seat(struct sessions *sessions, struct table *table, unsigned seat,
                        void *context);

static void for_each_seat(struct sessions *sessions, const char *network, const char *identity,
                          visit_seat *visit, void *context)
{
    size_t count;
    struct table *const *tables = session_tables_of(sessions, network, identity, &count);
    if (count == 0)
        return;
    struct table **copy = memory_new(count * sizeof(struct table *));
    memcpy(copy, tables, count * sizeof(struct table *));
    for (size_t i = 0; i < count; i++) {
        int seat = table_seat_of(copy[i], network, identity);
        if (seat >= 0)
            visit(sessions, copy[i], (unsigned)seat, context);
    }
    free(copy);
}

/* -- Names and identities ---------------------------------------------------------------------- */

static void rename_seat(struct sessions *sessions, struct table *table, unsigned seat,
                        void *context)
{
    const struct person *now = context;
    struct seat *renamed = &table->seats[seat];
    bool taken = table_seat_of(table, renamed->network, now->identity) >= 0;
    if (strcmp(renamed->identity, now->identity) != 0 && !taken) {
        bool opener = table_is_opener(table, renamed->network, renamed->identity);
        session_unindex_seat(sessions, table, renamed);
        free(renamed->identity);
        renamed->identity = memory_copy(now->identity);
        session_index_seat(sessions, table, renamed);
        if (opener) {
            free(table->opener_identity);
            table->opener_identity = memory_copy(now->identity);
        }
    }
    table_seat_rename(table, seat, now->name);
    session_follow_home(sessions, table, seat);
    session_save(sessions, table);
}

static void welcome_back(struct sessions *sessions, struct table *table, unsigned seat,
                         const struct person *person, bool quietly);

/* Some networks tell who somebody is only after they have joined: the seat of that identity is
 * theirs. */
static void return_to_seat(struct sessions *sessions, struct table *table, unsigned seat,
                           void *context)
{
    if (table->seats[seat].absent)
        welcome_back(sessions, table, seat, context, false);
}

void session_renamed(struct sessions *sessions, const char *network, const char *old_identity,
                     const struct person *now)
{
    struct person person = *now;
    for_each_seat(sessions, network, old_identity, rename_seat, &person);
    session_watcher_renamed(sessions, network, old_identity, now);
    seek_rename(sessions->settings, network, old_identity, now);
    if (strcmp(old_identity, now->identity) != 0)
        for_each_seat(sessions, network, now->identity, return_to_seat, &person);
    if (strcmp(old_identity, now->identity) != 0)
        leagues_rename(sessions, network, old_identity, now);
}

/* -- Forgetting people ------------------------------------------------------------------------- */

static void forget_opener(struct sessions *sessions, struct table *table)
{
    free(table->opener_network);
    free(table->opener_identity);
    table->opener_network = memory_copy("");
    table->opener_identity = memory_copy("");
    if (table_is_live(table))
        session_save(sessions, table);
}

static void forget_former(struct sessions *sessions, struct table *table, unsigned seat)
{
    table_seat_forget_former(table, seat);
    if (table_is_live(table))
        session_touch(sessions, table);
}

void session_forget_person(struct sessions *sessions, const char *network, const char *identity,
                           const char *name)
{
    session_unwatch_all(sessions, network, identity);
    for (struct table *table = sessions->by_id; table != NULL; table = table->hh.next) {
        int former = session_former_seat(table, network, identity);
        int seat = table_is_live(table) ? -1 : table_seat_of(table, network, identity);
        if (former >= 0)
            forget_former(sessions, table, (unsigned)former);
        if (seat >= 0)
            table_seat_give(table, (unsigned)seat, "", NULL, name);
        if (table_is_opener(table, network, identity))
            forget_opener(sessions, table);
    }
    leagues_forget(sessions, network, identity, name);
}

/* -- Absence ----------------------------------------------------------------------------------- */

struct departure {
    const char *place; /* "" for the whole network */
    enum leave_reason reason;
};

static void mark_absent(struct sessions *sessions, struct table *table, unsigned seat,
                        void *context)
{
    const struct departure *departure = context;
    struct seat *left = &table->seats[seat];
    if (departure->reason == LEFT_PLACE && !table_is_at(table, left->network, departure->place))
        return;
    if (table->status == TABLE_LOBBY && !session_seats_are_closed(table) &&
        departure->reason != LEFT_IN_SPLIT) {
        session_leave(sessions, table, seat);
        return;
    }
    session_doubt_seat(sessions, table, seat);
    if (table->daily != NULL) /* nobody else is there to be told */
        return;
    if (!left->absent && departure->reason != LEFT_IN_SPLIT)
        session_event(sessions, table, "event.absent", SAY_TEXT(left->name));
    left->absent = true;
    left->in_split = departure->reason == LEFT_IN_SPLIT;
}

void session_left(struct sessions *sessions, const char *network, const char *place,
                  const char *identity, enum leave_reason reason)
{
    struct departure departure = {place, reason};
    for_each_seat(sessions, network, identity, mark_absent, &departure);
    if (reason != LEFT_IN_SPLIT)
        session_unwatch_at(sessions, network, place, identity);
    if (reason == LEFT_NETWORK)
        seeking_left(sessions, network, identity);
}

struct arrival {
    const char *place;
    const struct person *person;
    bool quietly;
};

static void welcome_back(struct sessions *sessions, struct table *table, unsigned seat,
                         const struct person *person, bool quietly)
{
    struct seat *back = &table->seats[seat];
    back->absent = false;
    back->stood_in = false;
    session_watch_bots(sessions, table);
    session_touch(sessions, table);
    if (strcmp(back->name, person->name) != 0) {
        table_seat_rename(table, seat, person->name);
        session_save(sessions, table);
    }
    if (!quietly)
        session_event(sessions, table, "event.present", SAY_TEXT(back->name));
    session_show_hand(sessions, table, seat);
}

static void mark_present(struct sessions *sessions, struct table *table, unsigned seat,
                         void *context)
{
    const struct arrival *arrival = context;
    const struct seat *back = &table->seats[seat];
    if (!table_is_at(table, back->network, arrival->place))
        return;
    if (back->absent)
        welcome_back(sessions, table, seat, arrival->person, arrival->quietly);
    session_program_back(sessions, table, seat);
}

void session_joined(struct sessions *sessions, const char *network, const char *place,
                    const struct person *person, bool quietly)
{
    struct arrival arrival = {place, person, quietly};
    char home[HOME_BYTES];
    for_each_seat(sessions, network, person->identity, mark_present, &arrival);
    home_of(person->identity, home);
    const struct table *table = session_at(sessions, network, home);
    if (table != NULL && table->found) /* who plays with others in private can be written to now */
        session_place_opened(sessions, network, home);
    seeking_look_again(sessions);
}

/* -- Undelivered cards ------------------------------------------------------------------------- */

static void tell_undelivered(struct sessions *sessions, struct table *table, unsigned seat,
                             void *context)
{
    const char *how = context;
    struct seat *owner = &table->seats[seat];
    if (owner->undelivered || table->status != TABLE_PLAYING)
        return;
    owner->undelivered = true;
    const char *own_name = networks_own_name(sessions->networks, owner->network);
    const struct word_argument arguments[] = {SAY_TEXT(owner->name), SAY_TEXT(own_name)};
    for (const struct table_place *place = table->places; place != NULL; place = place->next)
        if (strcmp(place->network, owner->network) == 0)
            session_announce_at(sessions, table, place, how, arguments, 2);
}

void session_undelivered(struct sessions *sessions, const char *network, const char *identity,
                         const char *how)
{
    char key[64];
    struct text text = TEXT_IN(key);
    text_add(&text, how);
    for_each_seat(sessions, network, identity, tell_undelivered, text.bytes);
    session_unwatch_all(sessions, network, identity); /* they would not see it */
}

void session_unanswered(struct sessions *sessions, const char *network, const char *place,
                        const char *name, const char *how)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = style_place_words(sessions->styles, network, place);
    const char *own_name = networks_own_name(sessions->networks, network);
    words_say(&words, &text, how, SAY_TEXT(name), SAY_TEXT(own_name));
    outbox_put(sessions->outbox,
               &(struct outbound){
                   .kind = OUTBOUND_EVENT, .network = network, .place = place, .text = text.bytes});
}

void session_missed(struct sessions *sessions, const char *network, const struct person *person)
{
    char buffer[RENDER_LINE_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope reader = setting_for_person(network, "", person->identity);
    struct words words = style_words(sessions->styles, &reader);
    words_say_plain(&words, &text, "answer.missed");
    outbox_put(sessions->outbox, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                    .network = network,
                                                    .place = "",
                                                    .identity = person->identity,
                                                    .text = text.bytes});
}

/* -- Places ------------------------------------------------------------------------------------ */

/* One line replaces everything that was not said. `back`: because the bot was away. */
static void tell_now(struct sessions *sessions, struct table *table,
                     const struct table_place *place, bool back)
{
    struct voice voice;
    const struct setting_scope reader = setting_in_place(place->network, place->place);
    const struct telling *telling = session_voice(sessions, table, &reader, &voice);
    char move_buffer[GAME_MOVE_SAID_MAX], situation_buffer[256], name_buffer[64];
    struct text move = TEXT_IN(move_buffer), game = TEXT_IN(name_buffer);
    struct text situation = TEXT_IN(situation_buffer);
    text_add_format(&game, "%s.name", table->game->id);
    if (table->status == TABLE_LOBBY) {
        const struct word_argument lobby[] = {SAY_MESSAGE(game.bytes),
                                              SAY_NUMBER(table->seat_count)};
        session_announce_at(sessions, table, place, back ? "event.back-lobby" : "event.state-lobby",
                            lobby, 2);
        return;
    }
    union game_view_block view;
    table->game->rules->view(table->state, GAME_SPECTATOR, GAME_VIEW(&view));
    table->game->text->situation(GAME_VIEW(&view), telling, &situation);
    const struct made_move *last = table->recent_count > 0 ? &table->recent[0] : NULL;
    bool hidden = last != NULL && table->game->text->is_private != NULL &&
                  table->game->text->is_private(last->move);
    bool shown = last != NULL && !hidden;
    if (shown)
        game_move_say(table->game, last->move, telling->words, &move);
    const struct word_argument arguments[] = {
        SAY_MESSAGE(game.bytes), SAY_NUMBER(table->lines), SAY_TEXT(situation.bytes),
        SAY_TEXT(shown ? voice.names[last->seat] : ""), SAY_TEXT(move.bytes)};
    const char *key = back ? (shown ? "event.back-move" : "event.back")
                           : (shown ? "event.state-move" : "event.state");
    session_announce_at(sessions, table, place, key, arguments, 5);
}

static void list_scores(const struct table *table, const char *const *names,
                        const struct game_result *result, struct text *out)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        text_separate(out, ", ");
        text_add_format(out, "%s %d", names[seat], (int)result->scores[seat]);
    }
}

static void list_winners(const struct table *table, const char *const *names,
                         const struct game_result *result, struct text *out)
{
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        if (result->winners & SEAT_BIT(seat)) {
            text_separate(out, ", ");
            text_add(out, names[seat]);
        }
    }
}

unsigned session_list_result(const struct table *table, struct text *scores, struct text *winners)
{
    const char *names[GAME_SEATS_MAX];
    struct game_result result = {0};
    table_names(table, names);
    if (table->state != NULL)
        table->game->rules->result(table->state, &result);
    list_scores(table, names, &result, scores);
    list_winners(table, names, &result, winners);
    return (unsigned)__builtin_popcount(result.winners);
}

/* The table ended, and that was not announced here: the process died before (`back`), or another
 * one ended it. */
static void tell_ended(struct sessions *sessions, struct table *table,
                       const struct table_place *place, bool back)
{
    char scores_buffer[512], winners_buffer[512], name_buffer[64];
    struct text scores = TEXT_IN(scores_buffer), winners = TEXT_IN(winners_buffer);
    struct text game = TEXT_IN(name_buffer);
    unsigned count = session_list_result(table, &scores, &winners);
    text_add_format(&game, "%s.name", table->game->id);
    const struct word_argument arguments[] = {SAY_MESSAGE(game.bytes), SAY_TEXT(scores.bytes),
                                              SAY_TEXT(winners.bytes), SAY_NUMBER(count)};
    bool aborted = table->status == TABLE_ABORTED;
    const char *key = aborted ? (back ? "event.back-aborted" : "event.state-aborted")
                              : (back ? "event.back-ended" : "event.state-ended");
    session_announce_at(sessions, table, place, key, arguments, 4);
    session_program_end_at(sessions, table, place);
    session_end_is_told(sessions, table, place);
}

enum { LINES_TOLD_MAX = 4 }; /* one by one; of more, only where they led */

/* Whether the lines that were added can be told as moves are. */
static bool is_told_by_moves(const struct table *table, const struct table_known *known)
{
    bool begins = known->status == TABLE_LOBBY && table->state != NULL;
    return table->state != NULL && table->taken_back == known->taken_back &&
           (begins || table->lines > known->lines) && table->lines - known->lines <= LINES_TOLD_MAX;
}

static bool differs(const struct table *table, const struct table_known *known)
{
    return table->status != known->status || table->lines != known->lines ||
           table->taken_back != known->taken_back || table->seat_count != known->seat_count;
}

/* Whether nobody but one person may notice what has changed (session_touch_unseen). */
static bool is_unseen(const struct table *table, const struct table_known *known)
{
    return !differs(table, known) &&
           table->version - known->version == (int64_t)table->unseen - known->unseen;
}

/* Says in a line how it is now. An end where the bot is not is left to the process that is there.
 */
static void tell_state(struct sessions *sessions, struct table *table)
{
    for (const struct table_place *place = table->places; place != NULL; place = place->next) {
        if (!table_is_live(table) && place->open)
            tell_ended(sessions, table, place, false);
        else if (table_is_live(table))
            tell_now(sessions, table, place, false);
    }
}

void session_tell_changed(struct sessions *sessions, struct table *table,
                          const struct table_known *known, const struct game_events *events)
{
    bool aborted = table->status == TABLE_ABORTED;
    if (events != NULL && is_unseen(table, known))
        return;
    session_program_forget(table);
    if (events != NULL && !aborted && is_told_by_moves(table, known)) {
        if (known->status == TABLE_LOBBY)
            session_program_game(sessions, table);
        session_program_moves(sessions, table, known->lines + known->taken_back);
        session_tell(sessions, table, events);
        if (!table_is_live(table)) {
            session_program_end(sessions, table);
            session_end_is_told_here(sessions, table);
        }
    } else if (events == NULL || differs(table, known)) {
        tell_state(sessions, table);
    }
    if (events != NULL && table->watch != NULL && table->watch->changes != known->watch_changes &&
        table_is_live(table))
        session_tell_watchers(sessions, table);
    session_show_boards_of(sessions, table);
    session_program_turns(sessions, table);
}

void session_place_opened(struct sessions *sessions, const char *network, const char *place)
{
    bool of_league = leagues_meet(sessions, network, place);
    struct table_place *opened = of_league ? session_place_made(sessions, network, place)
                                           : session_place(sessions, network, place);
    seeking_look_again(sessions);
    session_tell_untold_found(sessions, network);
    sessions->leagues_stirred = true; /* one may go on there */
    if (opened == NULL || opened->open)
        return;
    opened->open = true;
    if (of_league)
        leagues_tell_back(sessions, network, place);
    session_tell_refused(sessions, opened);
    if (opened->table != NULL && opened->untold)
        tell_ended(sessions, opened->table, opened, true);
    opened->untold = false;
    if (opened->table == NULL || !table_is_live(opened->table))
        return;
    tell_now(sessions, opened->table, opened, true);
    opened->table->called = table_people_asked(opened->table);
    if (opened->table->thread == THREAD_NONE)
        session_show_board(sessions, opened->table, opened, opened->table->called);
    session_watch_bots(sessions, opened->table);
    session_tell_untold_plans(sessions, opened->table, opened);
    session_ask_thread(sessions, opened->table);
    session_clock_opened(sessions, opened->table, network);
    session_watch_opened(sessions, opened->table, network);
}

void session_note_replay(struct table_place *place, int64_t table, uint32_t line)
{
    place->replay = (struct table_replay){table, line};
}

void session_place_closed(struct sessions *sessions, const char *network, const char *place)
{
    struct table_place *closed = session_place(sessions, network, place);
    if (closed == NULL)
        return;
    closed->open = false;
    if (closed->table == NULL)
        return;
    session_doubt_seats(sessions, closed->table, network);
    session_watch_bots(sessions, closed->table);
}

void session_network_closed(struct sessions *sessions, const char *network)
{
    struct table_place *place, *next;
    session_watch_again(sessions, network);
    HASH_ITER (hh, sessions->by_place, place, next)
        if (place->open && strcmp(place->network, network) == 0 &&
            networks_find(sessions->networks, network, place->place) == NULL)
            session_place_closed(sessions, network, place->place);
    for (struct table *table = sessions->by_id; sessions->shares && table != NULL;
         table = table->hh.next)
        if (table->guest_until == 0)
            session_note_guest(sessions, table);
}
