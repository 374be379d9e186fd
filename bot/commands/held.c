#include "bot/commands/held.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "bot/base/memory.h"
#include "bot/core/inbound.h"

struct store_inquiry *call_inquiry(struct call *call)
{
    if (call->inquiry == NULL)
        call->inquiry = store_inquire(call->commands->store);
    return call->inquiry;
}

bool call_fetch_own(struct call *call)
{
    const struct inbound *inbound = call->inbound;
    return session_fetch_of(call->commands->sessions, call_inquiry(call), inbound->network,
                            inbound->person.identity);
}

bool call_waits(const struct call *call)
{
    return call->inquiry != NULL && store_inquiry_waits(call->inquiry);
}

bool call_ask_coach(struct call *call, const struct coach_look *looks, size_t count)
{
    const struct coach *coach = call->commands->coach;
    call->task = coach->ask(coach, looks, count);
    if (call->task == NULL)
        answer_plain(call, "refusal.coach-busy");
    return call->task != NULL;
}

void call_await_coach(struct call *call)
{
    call->task = call->coached;
    call->coached = NULL;
}

static bool is_of_asker(const struct call *call, const struct held_command *held)
{
    return held->command == call->command &&
           strcmp(held->inbound->network, call->inbound->network) == 0 &&
           strcmp(held->inbound->person.identity, call->inbound->person.identity) == 0;
}

const struct coach_task *call_find_asked(const struct call *call)
{
    const struct held_command *held = call->commands->held;
    while (held != NULL && (held->task == NULL || !is_of_asker(call, held)))
        held = held->next;
    return held != NULL ? held->task : NULL;
}

bool call_is_in_flight(const struct call *call)
{
    const struct table *meant = call_table_meant(call);
    return meant != NULL && session_is_in_flight(meant);
}

bool call_reads_open_turn(const struct call *call)
{
    return (call->command->traits & READS_RECORD) && call->table != NULL && call->table->touched;
}

struct held_command *held_from(const struct call *call, enum held_for why)
{
    struct held_command *held = memory_new(sizeof *held);
    const struct table *table = call_table_meant(call);
    held->inbound = inbound_copy(call->inbound);
    held->why = why;
    held->table = table != NULL ? table->id : 0;
    held->moment = table != NULL ? table_moment(table) : 0;
    held->tries = call->tries;
    return held;
}

void call_hold(struct call *call, enum held_for why)
{
    struct held_command *held = held_from(call, why);
    struct coach_task **asked = call->task != NULL ? &call->task : &call->coached;
    held->task = *asked;
    *asked = NULL;
    held->command = call->command;
    if (why == HELD_FOR_STORE) {
        held->inquiry = call->inquiry;
        call->inquiry = NULL;
    }
    LL_APPEND(call->commands->held, held);
}

static bool is_ready(const struct commands *commands, const struct held_command *held)
{
    const struct table *table = session_by_id(commands->sessions, held->table);
    if (held->why == HELD_FOR_STORE)
        return !store_inquiry_waits(held->inquiry);
    if (held->why == HELD_FOR_COACH)
        return held->task->has_news;
    return table == NULL ||
           (!session_is_in_flight(table) && (held->why == HELD_FOR_TABLE || !table->touched));
}

struct store_inquiry *held_take_inquiry(const struct call *call, struct held_command *held)
{
    const struct table *table = call_table_meant(call);
    struct store_inquiry *inquiry = held->inquiry;
    held->inquiry = NULL;
    if (held->table == (table != NULL ? table->id : 0) &&
        held->moment == (table != NULL ? table_moment(table) : 0))
        return inquiry;
    store_inquiry_free(inquiry);
    return NULL;
}

struct coach_task *held_take_task(struct held_command *held)
{
    struct coach_task *task = held->task;
    held->task = NULL;
    return task;
}

void held_drop_task(struct coach_task *task)
{
    if (task != NULL)
        task->coach->drop(task);
}

static struct held_command *find_ready(const struct commands *commands)
{
    struct held_command *held = commands->held;
    while (held != NULL && !is_ready(commands, held))
        held = held->next;
    return held;
}

bool commands_owe(const struct commands *commands, const char *network, uint64_t request)
{
    const struct held_command *held = commands->held;
    while (held != NULL &&
           (held->why != HELD_FOR_COACH || strcmp(held->inbound->network, network) != 0 ||
            (request != 0 && held->inbound->request != request)))
        held = held->next;
    return held != NULL;
}

bool command_is_ready(const struct commands *commands)
{
    return find_ready(commands) != NULL;
}

struct held_command *command_take_held(struct commands *commands)
{
    struct held_command *held = find_ready(commands);
    if (held != NULL)
        LL_DELETE(commands->held, held);
    return held;
}

void command_free_held(struct held_command *held)
{
    store_inquiry_free(held->inquiry);
    held_drop_task(held->task);
    inbound_free(held->inbound);
    free(held);
}

void command_free_all_held(struct held_command **held)
{
    while (*held != NULL) {
        struct held_command *first = *held;
        *held = first->next;
        command_free_held(first);
    }
}

void command_judge_again(struct commands *commands, struct held_command *handled)
{
    enum { TRIES_MAX = 8 };
    struct held_command *again = NULL;
    while (handled != NULL) {
        struct held_command *held = handled;
        handled = held->next;
        held->next = NULL;
        if (++held->tries < TRIES_MAX) {
            LL_APPEND(again, held);
            continue;
        }
        commands->outbox->asked = held->inbound;
        command_unsaved(commands, commands->outbox, held->inbound);
        commands->outbox->asked = NULL;
        command_free_held(held);
    }
    LL_CONCAT(again, commands->held);
    commands->held = again;
}
