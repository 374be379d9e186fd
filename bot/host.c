#include "bot/host.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/command.h"
#include "bot/fault.h"
#include "bot/log.h"
#include "bot/memory.h"
#include "bot/style.h"

enum { ERROR_BYTES = 512, ANSWER_BYTES = 8192 };

/* -- Adapters ---------------------------------------------------------------------------------- */

struct adapter *host_adapter(struct host *host, const char *network)
{
    for (size_t i = 0; i < host->adapter_count; i++)
        if (host->adapters[i] != NULL && strcmp(host->adapters[i]->network, network) == 0)
            return host->adapters[i];
    return NULL;
}

size_t host_server_length(struct host *host, const char *network, const char *place)
{
    const struct adapter *adapter = host_adapter(host, network);
    if (adapter == NULL || adapter->class->server == NULL || place == NULL)
        return 0;
    return adapter->class->server(place);
}

void host_server_name(struct host *host, const char *network, const char *place, struct text *name)
{
    size_t length = host_server_length(host, network, place);
    text_add(name, network);
    if (length > 0) {
        text_add_char(name, ' ');
        text_add_bytes(name, place, length);
    }
}

struct words host_words(struct host *host, const char *network, const char *place)
{
    const struct setting_scope scope = setting_in_place(network, place);
    return style_words(host, &scope);
}

bool host_keeps_boards(struct host *host, const char *network)
{
    const struct adapter *adapter = host_adapter(host, network);
    return adapter != NULL && adapter->class->boards;
}

const char *host_channel(struct host *host, const char *network, const char *place,
                         char parent[PLACE_MAX])
{
    const struct adapter *adapter = host_adapter(host, network);
    bool in_thread = adapter != NULL && adapter->class->parent != NULL &&
                     adapter->class->parent(adapter, place, parent);
    return in_thread ? parent : place;
}

void host_place_name(struct host *host, const char *network, const char *place, const char *reader,
                     char name[PLACE_MAX])
{
    const struct adapter *adapter = host_adapter(host, network);
    struct text text = text_in(name, PLACE_MAX);
    if (strcmp(network, reader) != 0)
        text_add_format(&text, "%s/", network);
    if (adapter != NULL && adapter->class->place_name != NULL) {
        char shown[PLACE_MAX];
        adapter->class->place_name(adapter, place, shown);
        text_add(&text, shown);
    } else {
        text_add(&text, place);
    }
}

/* -- Answers ----------------------------------------------------------------------------------- */

static bool answers(const struct inbound *asked, const struct outbound *message)
{
    if (asked == NULL || strcmp(asked->network, message->network) != 0)
        return false;
    if (message->identity != NULL)
        return strcmp(asked->person.identity, message->identity) == 0;
    return asked->place[0] != '\0' && strcmp(asked->place, message->place) == 0;
}

void host_put(struct host *host, const struct outbound *message)
{
    struct outbound put = *message;
    if (answers(host->current, message))
        put.request = host->current->request;
    outbox_add(&host->outbox, &put);
}

struct setting_scope host_asker(const struct host *host)
{
    const struct inbound *asked = host->current;
    if (asked == NULL)
        return setting_in_place("", "");
    return setting_for_person(asked->network, asked->place, asked->person.identity);
}

struct words host_asker_words(struct host *host)
{
    const struct setting_scope asker = host_asker(host);
    return style_words(host, &asker);
}

struct setting_scope host_audience(const struct host *host)
{
    const struct inbound *asked = host->current;
    bool in_public = asked != NULL && asked->place[0] != '\0';
    return in_public ? setting_in_place(asked->network, asked->place) : host_asker(host);
}

static void add_answer(struct host *host, struct outbox *outbox, enum outbound_kind kind,
                       const char *text)
{
    const struct inbound *asked = host->current;
    if (asked == NULL)
        return;
    outbox_add(outbox, &(struct outbound){.kind = kind,
                                          .network = asked->network,
                                          .place = asked->place,
                                          .identity = asked->person.identity,
                                          .text = text,
                                          .request = asked->request});
}

void host_answer_text(struct host *host, enum outbound_kind kind, const char *text)
{
    add_answer(host, &host->outbox, kind, text);
}

/* Who is being answered, as the pager knows him. */
static const char *asker_key(const struct host *host, struct text *key)
{
    text_add_format(key, "%s %s", host->current->network, host->current->person.identity);
    return key->bytes;
}

void host_answer_long(struct host *host, const char *text)
{
    char key_buffer[NETWORK_NAME_MAX + IDENTITY_MAX], buffer[ANSWER_BYTES];
    struct text key = TEXT_IN(key_buffer), page = TEXT_IN(buffer);
    if (host->current == NULL)
        return;
    const struct adapter *adapter = host_adapter(host, host->current->network);
    unsigned lines = adapter != NULL ? adapter->class->page_lines : 0;
    if (lines == 0) {
        host_answer_text(host, OUTBOUND_HELP, text);
        return;
    }
    unsigned left = pager_turn(&text, lines, &page);
    if (left > 0) {
        struct words words = host_asker_words(host);
        text_add_char(&page, ' ');
        words_say(&words, &page, "answer.more-lines", SAY_NUMBER(left));
    }
    host_answer_text(host, OUTBOUND_HELP, page.bytes);
    pager_keep(&host->pager, asker_key(host, &key), text);
}

bool host_answer_more(struct host *host)
{
    char key_buffer[NETWORK_NAME_MAX + IDENTITY_MAX];
    struct text key = TEXT_IN(key_buffer);
    const char *rest = pager_rest_of(&host->pager, asker_key(host, &key));
    if (rest == NULL)
        return false;
    host_answer_long(host, rest);
    return true;
}

void host_answer(struct host *host, const char *key, const struct word_argument *arguments,
                 size_t count)
{
    char buffer[ANSWER_BYTES];
    struct text text = TEXT_IN(buffer);
    struct words words = host_asker_words(host);
    words.say(&words, &text, key, arguments, count);
    host_answer_text(host, OUTBOUND_ANSWER, text.bytes);
}

void host_answer_here(struct host *host, enum outbound_kind kind, const struct table *table,
                      const char *text)
{
    const struct inbound *asked = host->current;
    if (asked == NULL)
        return;
    if (asked->place[0] == '\0') {
        host_answer_text(host, OUTBOUND_HELP, text);
        return;
    }
    host_put(host, &(struct outbound){.kind = kind,
                                      .network = asked->network,
                                      .place = asked->place,
                                      .text = text,
                                      .table = (uint64_t)table->id,
                                      .line = table_moment(table)});
}

void host_answer_choices(struct host *host, const struct table *table, const char *text,
                         const struct choices *choices)
{
    const struct inbound *asked = host->current;
    if (asked == NULL)
        return;
    host_put(host, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                      .network = asked->network,
                                      .place = asked->place,
                                      .identity = asked->person.identity,
                                      .text = text,
                                      .table = table != NULL ? (uint64_t)table->id : 0,
                                      .line = table != NULL ? table_moment(table) : 0,
                                      .choices = choices->list,
                                      .choice_count = choices->count});
}

void host_say_here(struct host *host, const char *key, const struct word_argument *arguments,
                   size_t count)
{
    char buffer[ANSWER_BYTES];
    struct text text = TEXT_IN(buffer);
    const struct setting_scope audience = host_audience(host);
    struct words words = style_words(host, &audience);
    words.say(&words, &text, key, arguments, count);
    host_answer_here(host, OUTBOUND_EVENT, &(const struct table){.id = 0}, text.bytes);
}

/* -- The end of a turn: disk first, then the networks -------------------------------------------
 */

static void say(void *context, const struct outbound *message)
{
    struct host *host = context;
    struct adapter *adapter = host_adapter(host, message->network);
    struct outbound said = *message;
    if (said.identity != NULL) {
        const struct setting_scope reader =
            setting_for_person(said.network, said.place, said.identity);
        said.quiet = setting_is_on(host, SETTING_NOTICE, &reader);
    }
    fault_point("host.before-message");
    host->counters.said++;
    if (adapter != NULL)
        adapter->class->say(adapter, &said);
    fault_point("host.after-message");
}

static void work(uv_idle_t *handle)
{
    session_play_bots(handle->data);
}

/* -- The clock ------------------------------------------------------------------------------------
 */

int64_t host_now(const struct host *host)
{
    enum { MILLISECONDS = 1000, MICROSECONDS = 1000 };
    uv_timeval64_t now;
    if (host->simulated_now != NULL)
        return *host->simulated_now;
    uv_gettimeofday(&now);
    return now.tv_sec * MILLISECONDS + now.tv_usec / MICROSECONDS;
}

static void alarmed(void *context)
{
    session_ring(context);
}

static void set_alarm(struct host *host)
{
    const struct table *first = deadlines_first(&host->sessions.deadlines);
    bool wanted = first != NULL && !host->stopping;
    alarm_set(&host->alarm, wanted ? first->due : ALARM_NEVER, host_now(host));
}

static void count_commit(struct host *host, uint64_t began, bool saved)
{
    struct counters *counters = &host->counters;
    uint64_t now = uv_hrtime();
    host->unsaved_turn = !saved;
    counters->commits += saved;
    counters->commits_failed += !saved;
    histogram_observe(&counters->commit, now - began);
    if (saved && counters->turn_began != 0)
        histogram_observe(&counters->committed, now - counters->turn_began);
}

static void count_turn(struct counters *counters)
{
    if (counters->turn_began == 0)
        return;
    histogram_observe(&counters->handed_on, uv_hrtime() - counters->turn_began);
    counters->turn_began = 0;
}

/* False: nothing of this turn is on disk, and the tables stand where they stood before it. */
static bool save(struct host *host)
{
    char error[ERROR_BYTES] = "";
    if (!store_is_dirty(host->store))
        return true;
    uint64_t began = uv_hrtime();
    bool saved = store_commit(host->store, error, sizeof error);
    count_commit(host, began, saved);
    if (!saved) {
        log_error("store.not-saved", "reason", error);
        settings_forget_cache(&host->settings);
    }
    session_settle(host, saved);
    return saved;
}

void host_end_turn(struct host *host)
{
    session_wind_touched(host);
    session_show_boards(host);
    if (save(host)) {
        outbox_flush(&host->outbox, say, host);
        count_turn(&host->counters);
        outbox_drop(&host->unsaved);
        session_ends_told(host);
        save(host);
    } else {
        outbox_drop(&host->outbox);
        outbox_flush(&host->unsaved, say, host);
        host->counters.turn_began = 0;
    }
    if (host->sessions.bots_due != NULL && !host->stopping)
        uv_idle_start(&host->working, work);
    else
        uv_idle_stop(&host->working);
    set_alarm(host);
}

static void before_wait(uv_prepare_t *handle)
{
    host_end_turn(handle->data);
}

static void after_wait(uv_check_t *handle)
{
    host_end_turn(handle->data);
}

/* -- What adapters tell -------------------------------------------------------------------------
 */

static void answer_unsaved(struct host *host)
{
    char buffer[512];
    struct text text = TEXT_IN(buffer);
    struct words words = host_asker_words(host);
    words_say_plain(&words, &text, "refusal.not-saved");
    add_answer(host, &host->unsaved, OUTBOUND_ANSWER, text.bytes);
}

static void received(void *context, const struct inbound *inbound)
{
    struct host *host = context;
    if (host->stopping)
        return;
    fault_point("host.received");
    host->counters.received++;
    if (host->counters.turn_began == 0)
        host->counters.turn_began = uv_hrtime();
    host->current = inbound;
    command_receive(host, inbound);
    session_board_answers(host, inbound);
    if (store_is_dirty(host->store))
        answer_unsaved(host);
    host->current = NULL;
}

static size_t complete(void *context, const struct inbound *inbound,
                       struct outbound_choice choices[CHOICES_MAX])
{
    struct host *host = context;
    return host->stopping ? 0 : command_complete(host, inbound, choices);
}

static void flooding(void *context, const struct inbound *inbound)
{
    struct host *host = context;
    host->current = inbound;
    host_reply_plain(host, "refusal.flooding");
    host->current = NULL;
}

static void renamed(void *context, const char *network, const char *old_identity,
                    const struct person *now)
{
    session_renamed(context, network, old_identity, now);
}

static void left(void *context, const char *network, const char *place, const char *identity,
                 enum leave_reason reason)
{
    session_left(context, network, place, identity, reason);
}

static void joined(void *context, const char *network, const char *place,
                   const struct person *person, bool quietly)
{
    session_joined(context, network, place, person, quietly);
}

static void place_opened(void *context, const char *network, const char *place)
{
    session_place_opened(context, network, place);
}

static void place_closed(void *context, const char *network, const char *place)
{
    session_place_closed(context, network, place);
}

static void place_lost(void *context, const char *network, const char *place, const char *why)
{
    session_place_lost(context, network, place, why);
}

static void thread_opened(void *context, const char *network, const char *place, uint64_t table,
                          const char *thread)
{
    session_thread_opened(context, network, place, table, thread);
}

enum { SCOPE_BYTES = 64 };

/* A scope of the store that belongs to a network: "invited", the places to which people invited the
 * bot; "adapter", what its adapter remembers. */
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

static void remember(void *context, const char *network, const char *key, const char *value)
{
    struct host *host = context;
    char scope[SCOPE_BYTES];
    store_value_set(host->store, network_scope("adapter", network, scope), key, value);
}

static bool recall(void *context, const char *network, const char *key, char *value,
                   size_t value_size)
{
    struct host *host = context;
    char scope[SCOPE_BYTES];
    return store_value_get(host->store, network_scope("adapter", network, scope), key, value,
                           value_size);
}

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    struct host *host = context;
    const char *language = catalog_language_find(locale);
    struct words words =
        catalog_words(host->catalog, language != NULL ? language : host->config->language);
    words_say_plain(&words, out, key);
}

static const char *prefix(void *context, const char *network, const char *place)
{
    struct host *host = context;
    const struct setting_scope scope = setting_in_place(network, place);
    return setting_source(host, SETTING_PREFIX, &scope) < SETTING_FROM_FILE
               ? setting_text(host, SETTING_PREFIX, &scope)
               : NULL;
}

static void undelivered(void *context, const char *network, const char *identity, const char *how)
{
    session_undelivered(context, network, identity, how);
}

static bool all_failed(const struct host *host)
{
    for (size_t i = 0; i < host->adapter_count; i++)
        if (host->adapters[i] != NULL && !host->failed[i])
            return false;
    return true;
}

static void failed(void *context, const char *network, const char *reason)
{
    struct host *host = context;
    log_error("network.failed", "network", network, "reason", reason);
    for (size_t i = 0; i < host->adapter_count; i++)
        if (host->adapters[i] != NULL && strcmp(host->adapters[i]->network, network) == 0)
            host->failed[i] = true;
    if (all_failed(host)) {
        host->failure = "no network is left";
        host_stop(host);
    }
}

static void quit(void *context)
{
    host_stop(context);
}

/* -- Start, reload, stop -------------------------------------------------------------------------
 */

void host_open(struct host *host, uv_loop_t *loop, struct catalog *catalog, struct store *store,
               struct config *config)
{
    *host = (struct host){.loop = loop,
                          .catalog = catalog,
                          .store = store,
                          .config = config,
                          .farewell = "farewell",
                          .started = time(NULL)};
    host->listener = (struct adapter_listener){.context = host,
                                               .received = received,
                                               .complete = complete,
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
                                               .prefix = prefix,
                                               .phrase = phrase,
                                               .undelivered = undelivered,
                                               .failed = failed,
                                               .quit = quit};
    outbox_open(&host->outbox);
    outbox_open(&host->unsaved);
    thinkers_open(&host->sessions.thinkers, loop, session_thought, host);
    uv_prepare_init(loop, &host->before_wait);
    uv_check_init(loop, &host->after_wait);
    uv_idle_init(loop, &host->working);
    alarm_open(&host->alarm, loop, alarmed, host);
    host->before_wait.data = host->after_wait.data = host->working.data = host;
    uv_prepare_start(&host->before_wait, before_wait);
    uv_check_start(&host->after_wait, after_wait);
}

static bool join_place(void *context, const char *place, const char *value)
{
    struct adapter *adapter = context;
    (void)value;
    adapter->class->join(adapter, place);
    return true;
}

static void join_invited(struct host *host, struct adapter *adapter)
{
    char scope[SCOPE_BYTES], error[ERROR_BYTES] = "";
    if (adapter->class->join != NULL &&
        !store_read_values(host->store, network_scope("invited", adapter->network, scope), adapter,
                           join_place, error, sizeof error))
        log_error("store.unreadable", "reason", error);
}

bool host_start_networks(struct host *host)
{
    const struct config *config = host->config;
    host->adapters = memory_new((config->network_count + 1) * sizeof(struct adapter *));
    host->failed = memory_new(config->network_count + 1);
    for (size_t i = 0; i < config->network_count; i++) {
        const struct config_network *network = &config->networks[i];
        char error[ERROR_BYTES] = "";
        struct adapter *adapter = network->class->open(host->loop, network->name, network->settings,
                                                       &host->listener, error, sizeof error);
        if (adapter == NULL) {
            log_error("network.failed", "network", network->name, "reason", error);
            continue;
        }
        host->adapters[host->adapter_count++] = adapter;
        join_invited(host, adapter);
    }
    session_settings_changed(host);
    return host->adapter_count > 0;
}

static const struct config_network *find_network(const struct config *config, const char *name)
{
    for (size_t i = 0; i < config->network_count; i++)
        if (strcmp(config->networks[i].name, name) == 0)
            return &config->networks[i];
    return NULL;
}

void host_reload(struct host *host, struct config *config)
{
    for (size_t i = 0; i < host->adapter_count; i++) {
        struct adapter *adapter = host->adapters[i];
        const struct config_network *network =
            adapter != NULL ? find_network(config, adapter->network) : NULL;
        char unchanged[ERROR_BYTES] = "";
        if (adapter == NULL)
            continue;
        if (network == NULL || network->class != adapter->class) {
            log_warning("config.needs-restart", "network", adapter->network, "keys", "networks");
            continue;
        }
        adapter->class->reload(adapter, network->settings, unchanged, sizeof unchanged);
        log_info("config.reloaded", "network", adapter->network, "needs_restart",
                 unchanged[0] != '\0' ? unchanged : NULL);
    }
    for (size_t i = 0; i < config->network_count; i++)
        if (host_adapter(host, config->networks[i].name) == NULL)
            log_warning("config.needs-restart", "network", config->networks[i].name, "keys",
                        "networks");
    host->config = config;
    session_settings_changed(host);
}

static void close_handles(struct host *host)
{
    uv_close((uv_handle_t *)&host->before_wait, NULL);
    uv_close((uv_handle_t *)&host->after_wait, NULL);
    uv_close((uv_handle_t *)&host->working, NULL);
    alarm_close(&host->alarm);
}

static void adapter_closed(void *context)
{
    struct host *host = context;
    if (--host->closing == 0)
        close_handles(host);
}

void host_stop(struct host *host)
{
    if (host->stopping)
        return;
    host->stopping = true;
    if (host->stopped != NULL)
        host->stopped(host->stopped_context);
    thinkers_close(&host->sessions.thinkers);
    host_end_turn(host);
    host->closing = 1;
    for (size_t i = 0; i < host->adapter_count; i++) {
        struct adapter *adapter = host->adapters[i];
        if (adapter == NULL)
            continue;
        char buffer[256];
        struct text farewell = TEXT_IN(buffer);
        struct words words = host_words(host, adapter->network, "");
        words_say_plain(&words, &farewell, host->farewell);
        host->adapters[i] = NULL;
        host->closing++;
        adapter->class->close(adapter, farewell.bytes, adapter_closed, host);
    }
    adapter_closed(host);
}

void host_close(struct host *host)
{
    outbox_drop(&host->outbox);
    outbox_drop(&host->unsaved);
    sessions_free(&host->sessions);
    settings_forget_cache(&host->settings);
    cooldowns_clear(&host->cooldowns);
    pager_clear(&host->pager);
    free(host->adapters);
    free(host->failed);
}
