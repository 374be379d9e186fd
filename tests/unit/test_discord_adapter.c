/* The Discord adapter on a loop, with requests and a gateway of another process: it logs in, does
 * what the session wants at its time, tells of failure, and leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adapters/discord/discord.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "tests/unit/discord_peer_kit.h"
#include "tests/unit/settings_kit.h"

enum { PATIENCE_MS = 20000, EVENTS_BYTES = 4096 };

struct network {
    struct discord_peer *peer;
    uv_loop_t loop;
    struct discord_settings settings, other; /* the second is for a reload */
    struct adapter *adapter;
    char events[EVENTS_BYTES]; /* what the host hears */
    struct text events_text;
    char budget[64];        /* what is remembered of the gateway */
    char memory[8][2][256]; /* and of everything else: key, value */
    uint64_t request;
    bool mute; /* the memory does not answer */
    void (*recalled)(void *asker, const char *value);
    void *asker;
    bool leaving, closed;
};

/* -- The host ---------------------------------------------------------------------------------- */

static void opened(void *context, const char *network, const char *place)
{
    text_add_format(&((struct network *)context)->events_text, "opened %s %s;", network, place);
}

static void lost(void *context, const char *network, const char *place, const char *why)
{
    text_add_format(&((struct network *)context)->events_text, "lost %s %s %s;", network, place,
                    why);
}

static void failed(void *context, const char *network, const char *reason)
{
    text_add_format(&((struct network *)context)->events_text, "failed %s %s;", network, reason);
}

static void received(void *context, const struct inbound *inbound)
{
    struct network *network = context;
    network->request = inbound->request;
    text_add_format(&network->events_text, "received %s %s;", inbound->network, inbound->text);
}

static void thread_opened(void *context, const char *network, const char *place, uint64_t table,
                          bool closed, const char *thread)
{
    assert_false(closed);
    text_add_format(&((struct network *)context)->events_text, "thread %s %s %u %s;", network,
                    place, (unsigned)table, thread != NULL ? thread : "none");
}

static void keep(void *context, const char *name, unsigned part, const char *key, const char *value)
{
    assert_int_equal(part, 0);
    struct network *network = context;
    assert_string_equal(name, "test");
    if (strcmp(key, "gateway.identifies") == 0)
        snprintf(network->budget, sizeof network->budget, "%s", value);
    for (size_t i = 0; i < sizeof network->memory / sizeof network->memory[0]; i++) {
        char(*kept)[256] = network->memory[i];
        if (kept[0][0] != '\0' && strcmp(kept[0], key) != 0)
            continue;
        snprintf(kept[0], sizeof kept[0], "%s", key);
        snprintf(kept[1], sizeof kept[1], "%s", value != NULL ? value : "");
        return;
    }
}

/* "" for nothing. */
static const char *memory_of(const struct network *network, const char *key)
{
    for (size_t i = 0; i < sizeof network->memory / sizeof network->memory[0]; i++)
        if (strcmp(network->memory[i][0], key) == 0)
            return network->memory[i][1];
    return "";
}

static void recall(void *context, const char *name, const char *key,
                   void (*recalled)(void *asker, const char *value), void *asker)
{
    struct network *network = context;
    assert_string_equal(name, "test");
    if (network->mute) {
        network->recalled = recalled;
        network->asker = asker;
        return;
    }
    const char *value =
        strcmp(key, "gateway.identifies") == 0 ? network->budget : memory_of(network, key);
    recalled(asker, value[0] != '\0' ? value : NULL);
}

static void phrase(void *context, const char *locale, const char *key, struct text *out)
{
    (void)context;
    (void)locale;
    text_add(out, key);
}

static void await_event(struct network *network, const char *event)
{
    for (int waited = 0; waited < PATIENCE_MS && strstr(network->events, event) == NULL; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
    assert_string_equal(network->events, event);
    text_clear(&network->events_text);
}

/* -- The adapter ------------------------------------------------------------------------------- */

static struct adapter *try_to_open(struct network *network, char *error, size_t size)
{
    const struct adapter_listener listener = {.context = network,
                                              .received = received,
                                              .place_opened = opened,
                                              .place_lost = lost,
                                              .thread_opened = thread_opened,
                                              .failed = failed,
                                              .remember = keep,
                                              .recall = recall,
                                              .phrase = phrase};
    return discord_adapter_class.open(&network->loop, "test", &network->settings, &listener, error,
                                      size);
}

static void open_network(struct network *network)
{
    char error[256] = "";
    network->adapter = try_to_open(network, error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(network->adapter);
    assert_string_equal(network->adapter->network, "test");
    assert_ptr_equal(network->adapter->class, &discord_adapter_class);
}

static void note_closed(void *context)
{
    ((struct network *)context)->closed = true;
}

static void leave(struct network *network)
{
    network->leaving = true;
    discord_adapter_class.close(network->adapter, "Good-bye.", note_closed, network);
    assert_false(network->closed);
}

static void set(struct discord_settings *settings, const char *key, const char *value)
{
    assert_true(settings_kit_set(&discord_settings_section, settings, key, value));
}

static int set_up(void **state)
{
    struct network *network = memory_new(sizeof *network);
    network->peer = *state;
    discord_peer_settings(network->peer, &network->settings);
    discord_peer_settings(network->peer, &network->other);
    network->events_text = TEXT_IN(network->events);
    uv_loop_init(&network->loop);
    *state = network;
    return 0;
}

static int tear_down(void **state)
{
    struct network *network = *state;
    if (network->adapter != NULL && !network->leaving)
        leave(network);
    uv_run(&network->loop, UV_RUN_DEFAULT);
    assert_int_equal(network->closed, network->adapter != NULL);
    assert_int_equal(uv_loop_close(&network->loop), 0);
    discord_peer_forget(network->peer);
    free(network);
    return 0;
}

static const char *await(struct network *network, const char *beginning)
{
    return discord_peer_await(network->peer, &network->loop, beginning);
}

static void assert_unseen(struct network *network, const char *line)
{
    discord_peer_take(network->peer);
    assert_null(strstr(network->peer->seen + network->peer->read, line));
}

static void run_for(struct network *network, int ms)
{
    for (int waited = 0; waited < ms; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
}

/* -- Discord ----------------------------------------------------------------------------------- */

/* The answer about the gateway: its address and more keys, of which the last is the limit's. */
static void answer_info(struct network *network, const char *path, const char *more)
{
    discord_peer_do(network->peer,
                    "answer GET /gateway/bot 200 {\"url\":\"ws://127.0.0.1:%u%s\"%s}",
                    network->peer->gateway_port, path, more);
}

#define LIMIT(numbers) ",\"session_start_limit\":{" numbers "}"
#define USUAL                                                                                      \
    ",\"shards\":1" LIMIT(                                                                         \
        "\"total\":1000,\"remaining\":999,\"reset_after\":3600000,\"max_concurrency\":1")

#define SAY_READY                                                                                  \
    "say {\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"s1\","                          \
    "\"resume_gateway_url\":\"ws://127.0.0.1:%u/resumed\",\"user\":{\"id\":\"1\","                 \
    "\"username\":\"belfry\"},\"application\":{\"id\":\"77\"},\"guilds\":[{\"id\":\"5\"}]}}"
#define SAY_GUILD                                                                                  \
    "say {\"op\":0,\"t\":\"GUILD_CREATE\",\"s\":2,\"d\":{\"id\":\"5\",\"channels\":["              \
    "{\"id\":\"6\",\"type\":0,\"name\":\"chess\"}]}}"

static void log_in(struct network *network)
{
    answer_info(network, "", USUAL);
    open_network(network);
    await(network, "text {\"op\":2,");
    discord_peer_do(network->peer, SAY_READY, network->peer->gateway_port);
    discord_peer_do(network->peer, SAY_GUILD);
    await_event(network, "opened test 5/6;");
}

/* A command of somebody in 5/6, whose id is of this moment. */
static void somebody_types(struct network *network, const char *word)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    long long ms = (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    long long id = (ms - 1420070400000) << 22;
    discord_peer_do(network->peer,
                    "say {\"op\":0,\"t\":\"INTERACTION_CREATE\",\"s\":3,\"d\":{\"id\":\"%lld\","
                    "\"token\":\"tok\",\"application_id\":\"77\",\"guild_id\":\"5\","
                    "\"channel_id\":\"6\",\"app_permissions\":\"3072\",\"channel\":{\"id\":\"6\","
                    "\"type\":0},\"member\":{\"permissions\":\"0\",\"user\":{\"id\":\"8\","
                    "\"username\":\"alice\"}},\"type\":2,\"data\":{\"name\":\"%s\"}}}",
                    id, word);
}

static void say_event(struct network *network, const char *text)
{
    discord_adapter_class.say(network->adapter, &(struct outbound){.kind = OUTBOUND_EVENT,
                                                                   .network = "test",
                                                                   .place = "5/6",
                                                                   .text = text});
}

static struct adapter_counters count(const struct network *network)
{
    struct adapter_counters counters = {0};
    discord_adapter_class.counters(network->adapter, &counters);
    return counters;
}

/* -- Tests: the gateway ------------------------------------------------------------------------ */

#define AGENT "DiscordBot (https://discord.com, "

static void it_logs_in(void **state)
{
    struct network *network = *state;
    answer_info(network, "/here", USUAL);
    open_network(network);
    assert_false(count(network).connected);
    assert_memory_equal(await(network, "request GET /gateway/bot Bot SECRET | "), AGENT,
                        strlen(AGENT));
    assert_memory_equal(await(network, "open /here?v=10&encoding=json&compress=zlib-stream "),
                        AGENT, strlen(AGENT));
    const char *identify = await(network, "text ");
    assert_non_null(strstr(identify, "\"op\":2,"));
    assert_non_null(strstr(identify, "\"token\":\"SECRET\""));
    assert_non_null(strstr(identify, "\"intents\":4097,")); /* servers, direct messages */
    assert_non_null(strstr(identify, "\"shard\":[0,1]"));
    assert_memory_equal(network->budget, "2 ", 2); /* one was used before */
    assert_false(count(network).connected);
    discord_peer_do(network->peer, SAY_READY, network->peer->gateway_port);
    discord_peer_do(network->peer, SAY_GUILD);
    await_event(network, "opened test 5/6;");
    assert_true(count(network).connected);
    assert_string_equal(discord_adapter_class.own_name(network->adapter), "belfry");
    await(network, "request PUT /applications/77/commands Bot SECRET | ");
    leave(network);
    await(network, "closed 4900");
}

/* Ends the adapter and opens it again. */
static void restart(struct network *network)
{
    leave(network);
    uv_run(&network->loop, UV_RUN_DEFAULT);
    assert_true(network->closed);
    network->leaving = network->closed = false;
    open_network(network);
}

/* It is told nothing twice and needs no second identify. */
static void it_resumes_after_a_restart(void **state)
{
    struct network *network = *state;
    log_in(network);
    somebody_types(network, "help");
    await_event(network, "received test help;");
    /* In the same turn as what the event caused. */
    assert_string_equal(memory_of(network, "servers"), "1 77 belfry\n5");
    assert_non_null(strstr(memory_of(network, "gateway.session 0"), " s1 3 ws://127.0.0.1:"));
    restart(network);
    await(network, "closed 4900");
    await(network, "open /resumed?");
    await(network, "text {\"op\":6,\"d\":{\"token\":\"SECRET\",\"session_id\":\"s1\",\"seq\":3}}");
    assert_string_equal(network->events, "");
    discord_peer_do(network->peer, "say {\"op\":0,\"t\":\"RESUMED\",\"s\":4,\"d\":{}}");
    await_event(network, "opened test 5/6;");
    assert_true(count(network).connected);
    assert_string_equal(discord_adapter_class.own_name(network->adapter), "belfry");
    assert_memory_equal(network->budget, "2 ", 2); /* as before */
}

static void what_came_meanwhile_is_told_after_the_places(void **state)
{
    struct network *network = *state;
    log_in(network);
    restart(network);
    await(network, "text {\"op\":6,");
    somebody_types(network, "help");
    await_event(network, "opened test 5/6;received test help;");
}

static void it_identifies_when_its_session_is_over(void **state)
{
    struct network *network = *state;
    set(&network->settings, "invalid-session-wait", "10ms");
    log_in(network);
    restart(network);
    await(network, "text {\"op\":6,");
    discord_peer_do(network->peer, "say {\"op\":9,\"d\":false}");
    await(network, "text {\"op\":2,");
    discord_peer_do(network->peer, SAY_READY, network->peer->gateway_port);
    assert_string_equal(network->events, "");
    discord_peer_do(network->peer, SAY_GUILD);
    await_event(network, "opened test 5/6;");
}

/* A session is resumed only with what is known of its servers. */
static void it_identifies_when_its_servers_are_not_known(void **state)
{
    struct network *network = *state;
    log_in(network);
    leave(network);
    uv_run(&network->loop, UV_RUN_DEFAULT);
    keep(network, "test", 0, "servers", NULL);
    network->leaving = network->closed = false;
    open_network(network);
    await(network, "text {\"op\":2,");
}

/* The session goes on after a new connection. */
static void it_resumes(void **state)
{
    struct network *network = *state;
    log_in(network);
    discord_peer_do(network->peer, "say {\"op\":7,\"d\":null}");
    await(network, "open /resumed?");
    await(network, "text {\"op\":6,\"d\":{\"token\":\"SECRET\",\"session_id\":\"s1\",\"seq\":2}}");
    assert_false(count(network).connected);
    discord_peer_do(network->peer, "say {\"op\":0,\"t\":\"RESUMED\",\"s\":3,\"d\":{}}");
    somebody_types(network, "help");
    await_event(network, "received test help;");
    assert_true(count(network).connected);
}

static void its_own_address_needs_none_of_discords(void **state)
{
    struct network *network = *state;
    char address[64];
    snprintf(address, sizeof address, "ws://127.0.0.1:%u/own", network->peer->gateway_port);
    set(&network->settings, "gateway", address);
    set(&network->settings, "compress", "off");
    set(&network->settings, "typed-commands", "off");
    set(&network->settings, "agent", "DiscordBot (https://example.org, 7)");
    discord_peer_do(network->peer, "answer GET /gateway/bot 200 {\"shards\":1" LIMIT(
                                       "\"total\":1000,\"remaining\":9") "}");
    open_network(network);
    await(network, "open /own?v=10&encoding=json DiscordBot (https://example.org, 7)");
    assert_non_null(strstr(await(network, "text "), "\"intents\":1,"));
}

static void messages_of_channels_are_wanted_only_when_asked_for(void **state)
{
    struct network *network = *state;
    set(&network->settings, "typed-commands", "off");
    set(&network->settings, "channel-messages", "on");
    answer_info(network, "", USUAL);
    open_network(network);
    assert_non_null(strstr(await(network, "text "), "\"intents\":513,"));
    leave(network);
    while (!network->closed)
        uv_run(&network->loop, UV_RUN_ONCE);
    network->closed = network->leaving = false;
    set(&network->settings, "typed-commands", "on");
    open_network(network);
    assert_non_null(strstr(await(network, "text "), "\"intents\":4609,"));
}

/* Without an address, and without an answer, it asks again. */
static void it_asks_again(void **state)
{
    struct network *network = *state;
    discord_peer_do(network->peer, "answer GET /gateway/bot 200 {\"shards\":1}");
    open_network(network);
    for (int i = 0; i < 3; i++)
        await(network, "request GET /gateway/bot ");
    discord_peer_do(network->peer, "answer GET /gateway/bot 404 {\"url\":\"ws://127.0.0.1:1\"}");
    for (int i = 0; i < 3; i++)
        await(network, "request GET /gateway/bot ");
    assert_unseen(network, "open ");
    answer_info(network, "/at-last", USUAL);
    await(network, "open /at-last");
}

static void shards_come_one_after_the_other(void **state)
{
    struct network *network = *state;
    answer_info(network, "", ",\"shards\":2" LIMIT("\"total\":1000,\"remaining\":1000"));
    open_network(network);
    assert_non_null(strstr(await(network, "text "), "\"shard\":[0,2]"));
    assert_non_null(strstr(await(network, "text "), "\"shard\":[1,2]"));
}

static void shards_that_may_come_at_once_do(void **state)
{
    struct network *network = *state;
    set(&network->settings, "identify-gap", "1h");
    answer_info(network, "",
                ",\"shards\":2" LIMIT("\"total\":1000,\"remaining\":999,\"max_concurrency\":2"));
    open_network(network);
    await(network, "text ");
    await(network, "text ");
}

static void the_gap_between_shards_is_kept(void **state)
{
    struct network *network = *state;
    set(&network->settings, "identify-gap", "1h");
    set(&network->settings, "shards", "5");
    answer_info(network, "", USUAL);
    open_network(network);
    assert_non_null(strstr(await(network, "text "), "\"shard\":[0,5]"));
    discord_peer_do(network->peer, SAY_READY, network->peer->gateway_port);
    run_for(network, 50);
    assert_unseen(network, "text ");
}

/* A number of shards that nobody can mean is none. */
static void nonsense_in_numbers_is_left(void **state)
{
    struct network *network = *state;
    answer_info(network, "", ",\"shards\":1000000" LIMIT("\"total\":1000,\"remaining\":999"));
    open_network(network);
    assert_non_null(strstr(await(network, "text "), "\"shard\":[0,1]"));
}

static void a_used_up_budget_is_waited_for(void **state)
{
    struct network *network = *state;
    answer_info(network, "",
                ",\"shards\":1" LIMIT("\"total\":1000,\"remaining\":0,\"reset_after\":60"));
    open_network(network);
    await(network, "request GET /gateway/bot ");
    await(network, "request GET /gateway/bot ");
    answer_info(network, "",
                ",\"shards\":1" LIMIT("\"total\":1000,\"remaining\":0,\"reset_after\":3600000"));
    await(network, "request GET /gateway/bot ");
    run_for(network, 200);
    assert_unseen(network, "request ");
    assert_unseen(network, "open ");
}

static void it_does_not_wait_for_ever(void **state)
{
    struct network *network = *state;
    set(&network->settings, "ready-timeout", "30ms");
    answer_info(network, "", USUAL);
    open_network(network);
    await(network, "text {\"op\":2,"); /* no READY */
    await(network, "closed ");
    await(network, "text {\"op\":2,");
}

static void an_operator_is_told_once(void **state)
{
    struct network *network = *state;
    log_in(network);
    discord_peer_do(network->peer, "close 4004");
    for (int waited = 0; waited < PATIENCE_MS && network->events[0] == '\0'; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
    assert_memory_equal(network->events, "failed test ", strlen("failed test "));
    text_clear(&network->events_text);
    assert_false(count(network).connected);
    discord_peer_do(network->peer, "answer POST /channels/6/messages 401 {\"code\":0}");
    say_event(network, "Hello.");
    await(network, "request POST /channels/6/messages ");
    run_for(network, 50);
    assert_string_equal(network->events, "");
}

static void a_wrong_token_ends_everything(void **state)
{
    struct network *network = *state;
    discord_peer_do(network->peer, "answer GET /gateway/bot 401 {\"code\":0}");
    open_network(network);
    for (int waited = 0; waited < PATIENCE_MS && network->events[0] == '\0'; waited++) {
        uv_run(&network->loop, UV_RUN_NOWAIT);
        usleep(1000);
    }
    assert_memory_equal(network->events, "failed test ", strlen("failed test "));
    assert_non_null(strstr(network->events, "token"));
    await(network, "request GET /gateway/bot ");
    assert_false(count(network).connected);
}

/* -- Tests: what is said ----------------------------------------------------------------------- */

static void it_says_what_it_is_given(void **state)
{
    struct network *network = *state;
    log_in(network);
    say_event(network, "First.");
    run_for(network, 0);
    assert_unseen(network, "POST /channels"); /* not in the middle of a turn */
    assert_non_null(strstr(await(network, "request POST /channels/6/messages Bot SECRET | "),
                           "\"content\":\"First.\""));
    discord_peer_do(network->peer,
                    "answer POST /channels/6/messages 400 {\"code\":50035,\"message\":\"No\"}");
    say_event(network, "Second.");
    await(network, "request POST /channels/6/messages ");
    while (count(network).dropped == 0)
        uv_run(&network->loop, UV_RUN_ONCE);
    struct adapter_counters counters = count(network);
    assert_int_equal(counters.dropped, 1);
    assert_true(counters.sent >= 2);
    assert_int_equal(counters.tries, counters.sent + counters.dropped + counters.waiting);
    assert_int_equal(counters.repeated, 0);
    assert_int_equal(counters.failed, 0);
    for (int i = 0; i < LIMIT_COUNT; i++)
        assert_int_equal(counters.limited[i], 0);
}

/* The person who asked sees that the bot is thinking, at the time that is set. */
static void a_late_answer_is_announced(void **state)
{
    struct network *network = *state;
    set(&network->settings, "answer-within", "100ms");
    log_in(network);
    somebody_types(network, "help");
    await_event(network, "received test help;");
    assert_unseen(network, "/callback");
    const char *body = strstr(await(network, "request POST /interactions/"), "/tok/callback");
    assert_non_null(body);
    assert_non_null(strstr(body, "{\"type\":5,"));
    discord_adapter_class.say(network->adapter, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                                   .network = "test",
                                                                   .place = "5/6",
                                                                   .identity = "user:8",
                                                                   .request = network->request,
                                                                   .text = "Here it is."});
    body = await(network, "request PATCH /webhooks/77/tok/messages/@original ");
    assert_non_null(strstr(body, "Here it is."));
}

static void refusals_are_counted_by_their_kind(void **state)
{
    struct network *network = *state;
    log_in(network);
    discord_peer_do(network->peer, "answer POST /channels/6/messages 429 "
                                   "{\"message\":\"slow\",\"retry_after\":0.02,\"global\":true}");
    say_event(network, "One.");
    for (int i = 0; i < 2; i++)
        await(network, "request POST /channels/6/messages ");
    struct adapter_counters counters = count(network);
    assert_in_range(counters.limited[LIMIT_GLOBAL], 1, 2);
    assert_int_equal(counters.limited[LIMIT_USER], 0);
    assert_int_equal(counters.limited[LIMIT_SHARED], 0);
    assert_int_equal(counters.limited[LIMIT_BLOCKED], 0);
    assert_true(counters.repeated >= 1);
    assert_true(counters.waiting >= 1);
    discord_peer_do(network->peer, "answer POST /channels/6/messages 429 "
                                   "{\"message\":\"slow\",\"retry_after\":0.02}");
    while (count(network).limited[LIMIT_USER] == 0)
        uv_run(&network->loop, UV_RUN_ONCE);
}

/* What was refused is tried again when permissions have changed. */
static void new_permissions_are_believed(void **state)
{
    struct network *network = *state;
    log_in(network);
    discord_peer_do(network->peer,
                    "answer POST /channels/6/messages 403 {\"code\":50013,\"message\":\"No\"}");
    say_event(network, "One.");
    await(network, "request POST /channels/6/messages ");
    await_event(network, "lost test 5/6 discord.lost.permission;");
    assert_false(discord_adapter_class.has_place(network->adapter, "5/6"));
    discord_peer_do(network->peer, "answer POST /channels/6/messages 200 {\"id\":\"90\"}");
    discord_peer_do(network->peer, "say {\"op\":0,\"t\":\"CHANNEL_UPDATE\",\"s\":4,\"d\":{"
                                   "\"id\":\"6\",\"guild_id\":\"5\",\"type\":0,"
                                   "\"name\":\"cards\"}}");
    await_event(network, "opened test 5/6;");
    say_event(network, "Two.");
    assert_non_null(strstr(await(network, "request POST /channels/6/messages "), "Two."));
}

static void places_have_names(void **state)
{
    struct network *network = *state;
    char place[PLACE_MAX];
    log_in(network);
    assert_true(discord_adapter_class.has_place(network->adapter, "5/6"));
    assert_false(discord_adapter_class.has_place(network->adapter, "5/7"));
    assert_true(discord_adapter_class.find_place(network->adapter, "5/6", "#chess", place));
    assert_string_equal(place, "5/6");
    assert_false(discord_adapter_class.find_place(network->adapter, "5/6", "#cards", place));
    discord_adapter_class.place_name(network->adapter, "5/6", place);
    assert_string_equal(place, "#chess");
    assert_int_equal(discord_adapter_class.server("5/6"), 1);
    assert_int_equal(discord_adapter_class.server("512/6"), 3);
    assert_false(discord_adapter_class.parent(network->adapter, "5/6", place));
    discord_peer_do(network->peer, "answer POST /channels/6/threads 201 "
                                   "{\"id\":\"9\",\"type\":11,\"name\":\"x\",\"parent_id\":\"6\"}");
    discord_adapter_class.open_thread(network->adapter, "5/6", 12, false, "A table");
    assert_non_null(strstr(await(network, "request POST /channels/6/threads "), "\"A table\""));
    await_event(network, "opened test 5/9;thread test 5/6 12 5/9;");
    assert_true(discord_adapter_class.parent(network->adapter, "5/9", place));
    assert_string_equal(place, "5/6");
}

static void a_reload_applies_at_once(void **state)
{
    struct network *network = *state;
    char unchanged[128];
    log_in(network);
    assert_false(discord_adapter_class.shows_colours(network->adapter, "5/6", false));
    assert_true(discord_adapter_class.shows_colours(network->adapter, "5/6", true));
    set(&network->other, "colours", "on");
    set(&network->other, "answer-within", "100ms");
    set(&network->other, "compress", "off");
    set(&network->other, "shards", "3");
    discord_adapter_class.reload(network->adapter, &network->other, unchanged, sizeof unchanged);
    assert_string_equal(unchanged, "compress shards");
    assert_true(discord_adapter_class.shows_colours(network->adapter, "5/6", false));
    somebody_types(network, "help");
    await_event(network, "received test help;");
    /* Long before the two seconds of before. */
    uint64_t began = uv_now(&network->loop);
    await(network, "request POST /interactions/");
    assert_in_range(uv_now(&network->loop) - began, 0, 1500);
}

/* -- Tests: beginnings and ends ---------------------------------------------------------------- */

static void what_can_not_work_is_told(void **state)
{
    struct network *network = *state;
    char error[256] = "";
    set(&network->settings, "agent", "Mozilla");
    assert_null(try_to_open(network, error, sizeof error));
    assert_non_null(strstr(error, "DiscordBot"));
    uv_run(&network->loop, UV_RUN_DEFAULT);
    set(&network->settings, "agent", "");
    /* A file, but without certificates. */
    set(&network->settings, "authority-file", "README.md");
    assert_null(try_to_open(network, error, sizeof error));
    assert_string_equal(error, "there are no certificates in README.md");
}

/* What the host says last still reaches the person who asked. */
static void the_last_answer_is_sent(void **state)
{
    struct network *network = *state;
    log_in(network);
    somebody_types(network, "stop");
    await_event(network, "received test stop;");
    discord_adapter_class.say(network->adapter, &(struct outbound){.kind = OUTBOUND_ANSWER,
                                                                   .network = "test",
                                                                   .place = "5/6",
                                                                   .identity = "user:8",
                                                                   .request = network->request,
                                                                   .text = "Good night."});
    leave(network);
    assert_non_null(strstr(await(network, "request POST /interactions/"), "Good night."));
}

static void it_leaves_while_it_asks(void **state)
{
    struct network *network = *state;
    discord_peer_do(network->peer, "answer GET /gateway/bot 0 {}");
    open_network(network);
    await(network, "request GET /gateway/bot ");
    leave(network);
}

static void it_leaves_before_the_memory_answers(void **state)
{
    struct network *network = *state;
    network->mute = true;
    open_network(network);
    while (network->recalled == NULL)
        uv_run(&network->loop, UV_RUN_ONCE);
    leave(network);
    uv_run(&network->loop, UV_RUN_DEFAULT);
    network->recalled(network->asker, "1 1"); /* nobody is there to hear it */
    discord_peer_take(network->peer);
    assert_unseen(network, "request ");
}

static void it_leaves_before_it_came(void **state)
{
    struct network *network = *state;
    open_network(network);
    leave(network);
}

#define ON_LOOP(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    log_to(NULL, LOG_LEVEL_INFO);
    const struct CMUnitTest tests[] = {
        ON_LOOP(it_logs_in),
        ON_LOOP(it_resumes),
        ON_LOOP(it_resumes_after_a_restart),
        ON_LOOP(what_came_meanwhile_is_told_after_the_places),
        ON_LOOP(it_identifies_when_its_session_is_over),
        ON_LOOP(it_identifies_when_its_servers_are_not_known),
        ON_LOOP(its_own_address_needs_none_of_discords),
        ON_LOOP(messages_of_channels_are_wanted_only_when_asked_for),
        ON_LOOP(it_asks_again),
        ON_LOOP(shards_come_one_after_the_other),
        ON_LOOP(shards_that_may_come_at_once_do),
        ON_LOOP(the_gap_between_shards_is_kept),
        ON_LOOP(nonsense_in_numbers_is_left),
        ON_LOOP(a_used_up_budget_is_waited_for),
        ON_LOOP(it_does_not_wait_for_ever),
        ON_LOOP(an_operator_is_told_once),
        ON_LOOP(a_wrong_token_ends_everything),
        ON_LOOP(it_says_what_it_is_given),
        ON_LOOP(a_late_answer_is_announced),
        ON_LOOP(refusals_are_counted_by_their_kind),
        ON_LOOP(new_permissions_are_believed),
        ON_LOOP(places_have_names),
        ON_LOOP(a_reload_applies_at_once),
        ON_LOOP(what_can_not_work_is_told),
        ON_LOOP(the_last_answer_is_sent),
        ON_LOOP(it_leaves_while_it_asks),
        ON_LOOP(it_leaves_before_the_memory_answers),
        ON_LOOP(it_leaves_before_it_came),
    };
    return cmocka_run_group_tests(tests, discord_peer_start, discord_peer_stop);
}
