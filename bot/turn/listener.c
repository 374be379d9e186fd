/* What adapters report: handled here, or passed on to the sessions. */
#include "bot/turn/host_private.h"

#include <stdlib.h>
#include <string.h>

#include "bot/base/error.h"
#include "bot/base/fault.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/commands/held.h"
#include "bot/core/home.h"
#include "bot/core/inbound.h"

/* `held`: see command_receive(). */
static void work_off(struct host *host, const struct inbound *inbound, struct held_command *held)
{
    host->outbox.asked = host->unsaved.asked = inbound;
    bool is_offered = held == NULL && host->offered != NULL;
    if (!is_offered || !host->offered(host->offered_context, inbound))
        command_receive(&host->commands, inbound, held);
    session_board_answers(&host->sessions, inbound);
    if (store_is_dirty(host->store))
        command_unsaved(&host->commands, &host->unsaved, inbound);
    host->outbox.asked = host->unsaved.asked = NULL;
}

/* While the store does not answer, a process that is the only one goes on telling people so. */
static bool may_speak(void *context, const char *network, unsigned part)
{
    const struct host *host = context;
    return leases_is_alone(&host->leases) || leases_holds(&host->leases, network, (int)part);
}

static unsigned part_of(const struct host *host, const struct inbound *inbound)
{
    return networks_part_of_place(&host->networks, inbound->network, inbound->place);
}

bool host_hears(struct host *host, const struct inbound *inbound)
{
    return may_speak(host, inbound->network, part_of(host, inbound));
}

static void hear(struct host *host, const struct inbound *inbound)
{
    if (host->stopping)
        return;
    if (!host_hears(host, inbound)) {
        outage_keep(&host->outage, inbound);
        return;
    }
    fault_point("host.received");
    host->counters.received++;
    if (host->counters.turn_began == 0)
        host->counters.turn_began = uv_hrtime();
    work_off(host, inbound, NULL);
}

static void received(void *context, const struct inbound *inbound)
{
    struct host *host = context;
    if (!leases_gives(&host->leases, inbound->network, part_of(host, inbound)))
        hear(host, inbound);
}

void host_work_off_held(struct host *host)
{
    for (struct inbound *kept; (kept = outage_take(&host->outage)) != NULL; inbound_free(kept))
        hear(host, kept);
    for (struct held_command *held; (held = command_take_held(&host->commands)) != NULL;) {
        work_off(host, held->inbound, held);
        command_free_held(held);
    }
}

static size_t complete(void *context, const struct inbound *inbound,
                       struct outbound_choice choices[CHOICES_MAX])
{
    struct host *host = context;
    return host->stopping ? 0 : command_complete(&host->commands, inbound, choices);
}

static bool owes(void *context, const char *network, uint64_t request)
{
    const struct host *host = context;
    return commands_owe(&host->commands, network, request);
}

static void flooding(void *context, const struct inbound *inbound)
{
    struct host *host = context;
    host->outbox.asked = inbound;
    command_flooding(&host->commands, inbound);
    host->outbox.asked = NULL;
}

static void renamed(void *context, const char *network, const char *old_identity,
                    const struct person *now)
{
    struct host *host = context;
    session_renamed(&host->sessions, network, old_identity, now);
}

static void left(void *context, const char *network, const char *place, const char *identity,
                 enum leave_reason reason)
{
    struct host *host = context;
    session_left(&host->sessions, network, place, identity, reason);
}

static void joined(void *context, const char *network, const char *place,
                   const struct person *person, bool quietly)
{
    struct host *host = context;
    char home[HOME_BYTES];
    if (place[0] == '\0') {
        home_of(person->identity, home);
        session_place_opened(&host->sessions, network, home);
        place = home;
    }
    session_joined(&host->sessions, network, place, person, quietly);
}

static void place_opened(void *context, const char *network, const char *place)
{
    struct host *host = context;
    session_place_opened(&host->sessions, network, place);
}

static void place_closed(void *context, const char *network, const char *place)
{
    struct host *host = context;
    session_place_closed(&host->sessions, network, place);
}

static void place_lost(void *context, const char *network, const char *place, const char *why)
{
    struct host *host = context;
    session_place_lost(&host->sessions, network, place, why);
}

static void thread_opened(void *context, const char *network, const char *place, uint64_t table,
                          bool closed, const char *thread)
{
    struct host *host = context;
    if (closed)
        session_watch_thread_opened(&host->sessions, network, (int64_t)table, thread);
    else
        session_thread_opened(&host->sessions, network, place, table, thread);
}

enum { SCOPE_BYTES = 64 };

/* Returns the name of a network's scope in the store: "invited" holds the places to which people
 * invited the bot, "adapter" what its adapter remembers. */
static const char *network_scope(const char *what, const char *network, char scope[SCOPE_BYTES])
{
    struct text text = text_in(scope, SCOPE_BYTES);
    text_add_format(&text, "%s %s", what, network);
    return scope;
}

static void place_invited(void *context, const char *network, const char *place, bool invited)
{
    struct host *host = context;
    char scope[SCOPE_BYTES];
    store_value_set(host->store, network_scope("invited", network, scope), place,
                    invited ? "1" : NULL);
}

/* An adapter is to go where it was invited. */
struct invitation {
    struct host *host;
    char network[NETWORK_NAME_MAX];
};

static bool join_place(void *context, const char *place, const char *value)
{
    struct adapter *adapter = context;
    (void)value;
    adapter->class->join(adapter, place);
    return true;
}

static void join_invited(void *context, struct store_inquiry *inquiry)
{
    const struct invitation *invitation = context;
    char scope[SCOPE_BYTES];
    struct adapter *adapter = networks_find(&invitation->host->networks, invitation->network, NULL);
    if (adapter != NULL)
        store_read_values(inquiry, network_scope("invited", invitation->network, scope), adapter,
                          join_place);
}

void host_join_invited(struct host *host, const char *network)
{
    const struct adapter *adapter = networks_find(&host->networks, network, NULL);
    if (adapter->class->join == NULL)
        return;
    struct invitation *invitation = memory_new(sizeof *invitation);
    struct text name = TEXT_IN(invitation->network);
    text_add(&name, network);
    invitation->host = host;
    store_ask(host->store, join_invited, free, invitation);
}

static void remember(void *context, const char *network, unsigned part, const char *key,
                     const char *value)
{
    struct host *host = context;
    char scope[SCOPE_BYTES];
    if (leases_guard(&host->leases, network, part))
        store_value_set(host->store, network_scope("adapter", network, scope), key, value);
}

static void divide(void *context, const char *network, unsigned part, unsigned before,
                   unsigned parts)
{
    struct host *host = context;
    leases_agree(&host->leases, network, part, before, parts);
}

/* Something that an adapter wants to be reminded of. */
struct reminder {
    char scope[SCOPE_BYTES];
    char *key;
    void (*recalled)(void *asker, const char *value);
    void *asker;
    bool answered;
};

static void remind(void *context, struct store_inquiry *inquiry)
{
    struct reminder *reminder = context;
    char value[STORE_RECORD_MAX];
    bool found = store_read_value(inquiry, reminder->scope, reminder->key, value, sizeof value);
    reminder->answered = !store_inquiry_waits(inquiry);
    if (reminder->answered)
        reminder->recalled(reminder->asker, found ? value : NULL);
}

/* Each asker hears once, also when the store is closed before it has answered. */
static void drop_reminder(void *context)
{
    struct reminder *reminder = context;
    if (!reminder->answered)
        reminder->recalled(reminder->asker, NULL);
    free(reminder->key);
    free(reminder);
}

static void recall(void *context, const char *network, const char *key,
                   void (*recalled)(void *asker, const char *value), void *asker)
{
    struct host *host = context;
    struct reminder *reminder = memory_new(sizeof *reminder);
    network_scope("adapter", network, reminder->scope);
    reminder->key = memory_copy(key);
    reminder->recalled = recalled;
    reminder->asker = asker;
    store_ask(host->store, remind, drop_reminder, reminder);
}

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    struct host *host = context;
    const char *language = catalog_language_find(locale);
    struct words words =
        catalog_words(host->styles.catalog, language != NULL ? language : host->config->language);
    words_say_plain(&words, out, key);
}

static const char *prefix(void *context, const char *network, const char *place)
{
    struct host *host = context;
    const struct setting_scope scope = setting_in_place(network, place);
    return setting_source(&host->settings, SETTING_PREFIX, &scope) < SETTING_FROM_FILE
               ? setting_text(&host->settings, SETTING_PREFIX, &scope)
               : NULL;
}

static void undelivered(void *context, const char *network, const char *identity, const char *how)
{
    struct host *host = context;
    session_undelivered(&host->sessions, network, identity, how);
}

static void unanswered(void *context, const char *network, const char *place, const char *name,
                       const char *how)
{
    struct host *host = context;
    session_unanswered(&host->sessions, network, place, name, how);
}

static void missed(void *context, const char *network, const struct person *person)
{
    struct host *host = context;
    session_missed(&host->sessions, network, person);
}

/* Networks that other processes serve have not failed. */
static bool all_failed(const struct host *host)
{
    if (leases_held(&host->leases) < host->leases.count)
        return false;
    for (size_t i = 0; i < host->networks.count; i++)
        if (host->networks.adapters[i] != NULL && !host->networks.failed[i])
            return false;
    return true;
}

static void failed(void *context, const char *network, const char *reason)
{
    struct host *host = context;
    log_error("network.failed", "network", network, "reason", reason);
    for (size_t i = 0; i < host->networks.count; i++)
        if (host->networks.adapters[i] != NULL &&
            strcmp(host->networks.adapters[i]->network, network) == 0)
            host->networks.failed[i] = true;
    if (all_failed(host) && !host->stays) {
        host->refused = true;
        host->failure = "no network is left";
        host_stop(host);
    }
}

static void quit(void *context)
{
    host_stop(context);
}

struct adapter_listener host_listener(struct host *host)
{
    bool is_shared = store_is_shared(host->store);
    return (struct adapter_listener){.context = host,
                                     .may_speak = may_speak,
                                     .received = received,
                                     .complete = complete,
                                     .owes = owes,
                                     .flooding = flooding,
                                     .renamed = renamed,
                                     .left = left,
                                     .joined = joined,
                                     .place_opened = place_opened,
                                     .place_closed = place_closed,
                                     .place_lost = place_lost,
                                     .thread_opened = thread_opened,
                                     .place_invited = place_invited,
                                     .remember = remember,
                                     .recall = recall,
                                     .divide = is_shared ? divide : NULL,
                                     .ask_permit = is_shared ? host_ask_permit : NULL,
                                     .end_permit = is_shared ? host_end_permit : NULL,
                                     .prefix = prefix,
                                     .phrase = phrase,
                                     .undelivered = undelivered,
                                     .unanswered = unanswered,
                                     .missed = missed,
                                     .failed = failed,
                                     .quit = quit};
}
