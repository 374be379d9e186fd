/* The end of a turn: disk first, then the networks.
 *
 * What a turn changed and the messages that it caused wait together for the turn's own commit. The
 * store may answer at once or later; meanwhile the loop goes on, and turns that have nothing in
 * common may be in flight side by side. A turn that depends on one in flight, or is small, stays
 * open until that one has ended.
 */
#include <stdlib.h>
#include <utlist.h>

#include "bot/base/fault.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/commands/held.h"
#include "bot/core/inbound.h"
#include "bot/tables/leagues.h"
#include "bot/tables/seeking.h"
#include "bot/turn/host_private.h"

/* A sealed turn. */
struct host_turn {
    struct host *host;
    struct host_turn *next;        /* sealed before this one */
    struct outbox outbox, unsaved; /* the first is sent when it is saved, else the second */
    struct session_turn tables;
    struct setting_change *settings;
    struct held_command *handled; /* its commands, where they may have to be judged again */
    uint64_t began;               /* uv_hrtime() of the first command in it; 0: there was none */
    uint64_t sealed;              /* uv_hrtime() */
    bool written;                 /* there is something to commit */
};

/* -- Saying ------------------------------------------------------------------------------------ */

static void hand_on(struct host *host, const struct outbound *message)
{
    struct outbound said = *message;
    if (said.identity != NULL) {
        const struct setting_scope reader =
            setting_for_person(said.network, said.place, said.identity);
        said.quiet = setting_is_on(&host->settings, SETTING_NOTICE, &reader);
    }
    fault_point("host.before-message");
    host->counters.said++;
    networks_say(&host->networks, &said);
    fault_point("host.after-message");
}

/* A process that was stopped and woke must not say what the network's new holder says. */
static void say(void *context, const struct outbound *message)
{
    struct host *host = context;
    int part = networks_part(&host->networks, message);
    if (leases_holds(&host->leases, message->network, part))
        hand_on(host, message);
}

/* While the store does not answer, leases lapse, and still people hear that nothing is saved. */
static void say_unsaved(void *context, const struct outbound *message)
{
    struct host *host = context;
    int part = networks_part(&host->networks, message);
    if (leases_is_alone(&host->leases) || leases_holds(&host->leases, message->network, part))
        hand_on(host, message);
}

void host_say_waits(struct host *host, const struct inbound *inbound)
{
    struct outbox notice;
    outbox_open(&notice);
    notice.asked = host->outbox.asked = inbound; /* the latter tells the language */
    command_waits(&host->commands, &notice, inbound);
    host->outbox.asked = NULL;
    outbox_flush(&notice, say_unsaved, host);
}

static void visit_all(const struct held_command *held,
                      void (*visit)(void *context, const struct inbound *inbound), void *context)
{
    for (; held != NULL; held = held->next)
        if (held->why != HELD_FOR_COACH)
            visit(context, held->inbound);
}

void host_visit_waiting(struct host *host,
                        void (*visit)(void *context, const struct inbound *inbound), void *context)
{
    for (const struct host_turn *turn = host->turns; turn != NULL; turn = turn->next)
        visit_all(turn->handled, visit, context);
    visit_all(host->commands.handled, visit, context);
    visit_all(host->commands.held, visit, context);
}

static void count_commit(const struct host_turn *turn, enum store_end end)
{
    struct counters *counters = &turn->host->counters;
    bool saved = end == STORE_SAVED;
    uint64_t now = uv_hrtime();
    turn->host->unsaved_turn = end == STORE_UNDONE;
    counters->commits += saved;
    counters->commits_failed += end == STORE_UNDONE;
    histogram_observe(&counters->commit, now - turn->sealed);
    if (saved && turn->began != 0)
        histogram_observe(&counters->committed, now - turn->began);
}

/* -- Sealing ----------------------------------------------------------------------------------- */

static struct host_turn *seal(struct host *host)
{
    struct host_turn *turn = memory_new(sizeof *turn);
    *turn = (struct host_turn){.host = host,
                               .next = host->turns,
                               .settings = settings_seal(&host->settings),
                               .handled = host->commands.handled,
                               .began = host->counters.turn_began,
                               .sealed = uv_hrtime(),
                               .written = store_is_dirty(host->store)};
    outbox_open(&turn->outbox);
    outbox_open(&turn->unsaved);
    outbox_move(&host->outbox, &turn->outbox);
    outbox_move(&host->unsaved, &turn->unsaved);
    session_seal(&host->sessions, &turn->tables);
    host->commands.handled = NULL;
    host->counters.turn_began = 0;
    host->turns = turn;
    return turn;
}

static bool has_something(const struct host *host)
{
    return store_is_dirty(host->store) || host->sessions.touched != NULL ||
           !outbox_is_empty(&host->outbox) || host->counters.turn_began != 0;
}

/* Whether the open turn changed something that `turn` changed too. */
static bool depends_on(const struct host *host, const struct host_turn *turn)
{
    return session_depends_on(&host->sessions, &turn->tables) ||
           (host->settings.changes != NULL && turn->settings != NULL);
}

static bool depends_on_flight(const struct host *host)
{
    const struct host_turn *turn = host->turns;
    /* Turns leave the list before they are freed, which the analyzer does not see. */
    while (turn != NULL && !depends_on(host, turn)) /* NOLINT(clang-analyzer-unix.Malloc) */
        turn = turn->next;
    return turn != NULL;
}

/* -- Ending ------------------------------------------------------------------------------------ */

static void leave(struct host_turn *turn)
{
    struct host_turn **link = &turn->host->turns;
    while (*link != turn)
        link = &(*link)->next;
    *link = turn->next;
}

static void turn_free(struct host_turn *turn)
{
    outbox_drop(&turn->outbox);
    outbox_drop(&turn->unsaved);
    command_free_all_held(&turn->handled);
    free(turn);
}

/* What was not said, because another process may serve the network by now, that one says. */
static bool was_heard(void *context, const char *network, const char *place)
{
    const struct host *host = context;
    unsigned part = networks_part_of_place(&host->networks, network, place);
    return leases_holds(&host->leases, network, (int)part) &&
           leases_guard(&host->leases, network, part);
}

static void end_saved(struct host_turn *turn)
{
    struct host *host = turn->host;
    settings_keep(&host->settings, turn->settings);
    session_settle(&host->sessions, &turn->tables, true);
    outbox_flush(&turn->outbox, say, host);
    if (turn->began != 0)
        histogram_observe(&host->counters.handed_on, uv_hrtime() - turn->began);
    session_was_told(&host->sessions, &turn->tables);
}

static void undo(struct host_turn *turn)
{
    struct host *host = turn->host;
    settings_undo(&host->settings, turn->settings);
    cooldowns_clear(&host->cooldowns); /* the answers that started them are not sent */
    session_settle(&host->sessions, &turn->tables, false);
}

/* Takes out what came from networks that another process has taken over: it hears them now. */
static struct held_command *take_still_served(struct host_turn *turn)
{
    struct host *host = turn->host;
    struct held_command *served = NULL;
    while (turn->handled != NULL) {
        struct held_command *held = turn->handled;
        turn->handled = held->next;
        held->next = NULL;
        if (host_hears(host, held->inbound))
            LL_APPEND(served, held);
        else
            command_free_held(held);
    }
    return served;
}

/* Nobody hears of it: what people asked for is judged by what the other process has made of the
 * tables. */
static void end_overtaken(struct host_turn *turn)
{
    struct held_command *handled = take_still_served(turn);
    undo(turn);
    command_judge_again(&turn->host->commands, handled);
}

static void end_undone(struct host_turn *turn)
{
    undo(turn);
    outbox_flush(&turn->unsaved, say_unsaved, turn->host);
}

static void ended(struct host_turn *turn, enum store_end end)
{
    leave(turn);
    if (end == STORE_SAVED)
        end_saved(turn);
    else if (end == STORE_OVERTAKEN)
        end_overtaken(turn);
    else
        end_undone(turn);
    turn_free(turn);
}

/* The open turn goes with the one that it depends on. */
static void undo_open(struct host *host, enum store_end end)
{
    struct host_turn *turn = seal(host);
    store_undo(host->store);
    ended(turn, end);
}

static void committed(void *context, enum store_end end, const char *error)
{
    struct host_turn *turn = context;
    struct host *host = turn->host;
    count_commit(turn, end);
    host->looks_again = store_is_dirty(host->store);
    if (end == STORE_UNDONE)
        log_error("store.not-saved", "reason", error);
    else if (end == STORE_OVERTAKEN)
        log_info("store.overtaken", "reason", error);
    if (end != STORE_SAVED && depends_on(host, turn))
        undo_open(host, end);
    ended(turn, end);
}

/* -- The host's turns -------------------------------------------------------------------------- */

/* A server begins a turn of a process only when it has written the last one to the disk. So a small
 * turn that follows too soon saves no time, but one that is larger later saves the server's. While
 * the server is away nothing is gathered: what is only said would wait with it. */
static bool is_too_soon(const struct host *host)
{
    bool is_expected = host->turns != NULL || host->looks_again;
    return is_expected && !host->stopping && !outage_is_likely(&host->outage) &&
           store_is_dirty(host->store) &&
           !session_touches_many(&host->sessions, host->tables_enough);
}

/* Seals and commits the open turn. Returns false when it has to wait or is empty. */
static bool end_open(struct host *host)
{
    if (!has_something(host) || depends_on_flight(host) || is_too_soon(host))
        return false;
    struct host_turn *turn = seal(host);
    if (turn->written)
        store_commit(host->store, committed, turn);
    else
        ended(turn, STORE_SAVED);
    return true;
}

/* They have a turn of their own: when another process is first, nobody's command is judged again.
 * Returns whether that turn has begun. */
static bool seats_seekers(struct host *host)
{
    return !has_something(host) && host->settings.in_flight == 0 && !host->stopping &&
           session_seat_seekers(&host->sessions);
}

/* Leaves notes that what had to be told was. Returns whether there are any. */
static bool note_sent(struct host *host)
{
    const struct session_speech speech = {host, was_heard};
    session_note_sent(&host->sessions, &speech);
    return store_is_dirty(host->store);
}

void host_end_turn(struct host *host)
{
    host_follow_clock(host);
    note_sent(host);
    do {
        host_work_off_held(host);
        leagues_run(&host->sessions);
        session_wind_touched(&host->sessions);
        session_show_boards(&host->sessions);
        if (end_open(host) && note_sent(host) && !host->unsaved_turn)
            end_open(host);
    } while (command_is_ready(&host->commands) || seats_seekers(host));
    host_set_going(host);
}

void host_drop_turns(struct host *host)
{
    while (host->turns != NULL) {
        struct host_turn *turn = host->turns;
        host->turns = turn->next;
        settings_keep(&host->settings, turn->settings);
        turn_free(turn);
    }
}
