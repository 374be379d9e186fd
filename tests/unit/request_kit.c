#include "tests/unit/request_kit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "bot/base/log.h"

enum { PATIENCE_MS = 30000, RECORD_AT = REQUEST_KIT_REPLIES - 1 };

/* -- A small network --------------------------------------------------------------------------- */

static const struct request_route routes[KIT_ROUTES] = {
    [KIT_INDEX_GET] = {"GET", "index", .repeatable = true},
    [KIT_THING_GET] = {"GET", "things/{thing}", .repeatable = true},
    [KIT_THING_POST] = {"POST", "things/{thing}", .repeatable = false},
    [KIT_THING_PUT] = {"PUT", "things/{thing}", .repeatable = true},
    [KIT_REPLY_POST] = {"POST", "replies/{token}", .carries_token = true},
    [KIT_REPLY_PUT] = {"PUT", "replies/{token}", .repeatable = true, .carries_token = true},
};

static void read_header(struct request_facts *facts, const char *name, const char *value)
{
    if (strcasecmp(name, "quota-name") == 0)
        request_facts_bucket(facts, value);
    else if (strcasecmp(name, "quota-left") == 0)
        facts->remaining = request_facts_count(value);
    else if (strcasecmp(name, "quota-reset") == 0)
        facts->reset_after = request_facts_seconds(value);
    else if (strcasecmp(name, "retry-after") == 0)
        facts->retry_after = request_facts_seconds(value);
}

static void read_body(struct request_facts *facts, const json_t *body)
{
    static const char *const codes[] = {
        "", "LIMITED", "NOT_HERE", "NOT_ALLOWED", "WRONG_TOKEN", "OLD_REPLY", "AGAIN"};
    const char *word = json_string_value(json_object_get(body, "errcode"));
    for (size_t i = 1; word != NULL && i < sizeof codes / sizeof *codes; i++)
        if (strcmp(word, codes[i]) == 0)
            facts->code = (int64_t)i;
    int64_t wait = request_facts_wait(json_object_get(body, "retry_after_ms"), 1);
    if (wait >= 0)
        facts->retry_after = wait;
    if (json_is_true(json_object_get(body, "everywhere")))
        facts->scope = REQUEST_SCOPE_GLOBAL;
}

static void judge(struct request_facts *facts, unsigned route)
{
    (void)route;
    facts->invalid = facts->status == 403;
    facts->meaning = request_facts_meaning(facts);
    if (facts->foreign && facts->status == 403)
        facts->meaning = REQUEST_MEANS_BLOCKED;
    else if (facts->code == KIT_NOT_ALLOWED)
        facts->meaning = REQUEST_MEANS_FORBIDDEN;
    else if (facts->code == KIT_WRONG_TOKEN)
        facts->meaning = REQUEST_MEANS_UNAUTHORIZED;
    else if (facts->code == KIT_OLD_REPLY)
        facts->meaning = REQUEST_MEANS_DEAD;
    else if (facts->code == KIT_AGAIN)
        facts->meaning = REQUEST_MEANS_DONE_BEFORE;
}

static void explain(const struct request_facts *facts, const json_t *body, struct text *out)
{
    const char *word = json_string_value(json_object_get(body, "errcode"));
    text_add_format(out, "%d %s", facts->status, word != NULL ? word : "");
}

const struct request_service kit_service = {
    .routes = routes,
    .route_count = KIT_ROUTES,
    .json_part = "json",
    .bytes_max = 1000000,
    .token_lifetime = 1000000,
    .when_stopped = "the token is wrong",
    .when_blocked = "a proxy keeps us out",
    .read_header = read_header,
    .read_body = read_body,
    .judge = judge,
    .explain = explain,
};

/* -- The server -------------------------------------------------------------------------------- */

int request_peer_start(void **state)
{
    static struct request_peer the_peer;
    struct request_peer *peer = &the_peer;
    peer_process_start(&peer->process, "python3", "tests/unit/request_peer.py");
    FILE *said = fdopen(peer->process.output, "r");
    assert_int_equal(fscanf(said, "%d %d %d %255s", &peer->plain_port, &peer->tls_port,
                            &peer->http2_port, peer->folder),
                     4);
    fclose(said);
    *state = peer;
    return 0;
}

int request_peer_end(void **state)
{
    const struct request_peer *peer = *state;
    close(peer->process.input);
    waitpid(peer->process.id, NULL, 0);
    return 0;
}

/* -- The client -------------------------------------------------------------------------------- */

static void out_of_patience(uv_timer_t *timer)
{
    (void)timer;
    fail_msg("nothing happens any more");
}

static void on_stopped(void *context, const char *reason)
{
    struct request_kit *kit = context;
    kit->stopped++;
    assert_non_null(strstr(reason, "token"));
}

static bool may_send(void *context)
{
    struct request_kit *kit = context;
    if (kit->speaks > 0) {
        kit->speaks--;
        return true;
    }
    kit->silent -= kit->silent > 0;
    return kit->silent == 0;
}

int request_kit_begin(void **state)
{
    static struct request_kit the_kit;
    struct request_kit *kit = &the_kit;
    log_to(stderr, LOG_LEVEL_ERROR);
    *kit = (struct request_kit){
        .peer = *state, .service = &kit_service, .settings = request_settings_default()};
    snprintf(kit->base, sizeof kit->base, "http://127.0.0.1:%d/api/v10", kit->peer->plain_port);
    kit->settings.network = "kit";
    kit->settings.base = kit->base;
    kit->settings.authorization = "Key the-secret-token";
    kit->settings.user_agent = "Kit (https://example.org, 1.0)";
    kit->settings.retry_first = 10;
    kit->settings.retry_most = 40;
    kit->settings.blocked = 100;
    assert_int_equal(uv_loop_init(&kit->loop), 0);
    uv_timer_init(&kit->loop, &kit->patience);
    uv_timer_start(&kit->patience, out_of_patience, PATIENCE_MS, 0);
    uv_unref((uv_handle_t *)&kit->patience);
    *state = kit;
    return 0;
}

int request_kit_begin_open(void **state)
{
    request_kit_begin(state);
    request_kit_open(*state);
    json_decref(request_kit_record(*state));
    return 0;
}

void request_kit_use_tls(struct request_kit *kit, int port, const char *authority)
{
    snprintf(kit->base, sizeof kit->base, "https://localhost:%d/api/v10", port);
    snprintf(kit->authority_file, sizeof kit->authority_file, "%s/%s", kit->peer->folder,
             authority);
    kit->settings.authority_file = kit->authority_file;
}

void request_kit_open(struct request_kit *kit)
{
    const struct request_listener listener = {kit, on_stopped, may_send};
    char error[256] = "";
    kit->requests =
        requests_open(&kit->loop, kit->service, &kit->settings, &listener, error, sizeof error);
    if (kit->requests == NULL)
        fail_msg("%s", error);
}

/* -- Requests ---------------------------------------------------------------------------------- */

/* The context is the reply; the kit is a static, because tests have only one at a time. */
static struct request_kit *current;

static void on_done(void *context, const struct request_answer *answer)
{
    struct request_reply *reply = context;
    assert_int_equal(reply->order, 0);
    assert_int_equal(current->closed, 0);
    reply->order = ++current->told;
    reply->outcome = answer->outcome;
    reply->perhaps = answer->perhaps;
    reply->status = answer->status;
    reply->code = answer->code;
    reply->json = json_incref(answer->json);
    snprintf(reply->reason, sizeof reply->reason, "%s", answer->reason);
}

request_done *request_kit_done(struct request_kit *kit)
{
    current = kit;
    return on_done;
}

struct request_call request_kit_call(struct request_kit *kit, int index, unsigned route,
                                     const char *thing, char path[64])
{
    snprintf(path, 64, "/%s/%s", routes[route].carries_token ? "replies" : "things", thing);
    return (struct request_call){.route = route,
                                 .path = path,
                                 .key = thing,
                                 .priority = REQUEST_NORMAL,
                                 .done = request_kit_done(kit),
                                 .context = &kit->replies[index]};
}

void request_kit_ask(struct request_kit *kit, int index, unsigned route, const char *thing)
{
    char path[64];
    const struct request_call call = request_kit_call(kit, index, route, thing, path);
    requests_send(kit->requests, &call);
}

void request_kit_run_until(struct request_kit *kit, int told)
{
    while (kit->told < told)
        uv_run(&kit->loop, UV_RUN_ONCE);
}

void request_kit_expect(const struct request_kit *kit, int index, enum request_outcome outcome,
                        int status, int64_t code)
{
    const struct request_reply *reply = &kit->replies[index];
    assert_true(reply->order > 0);
    assert_int_equal(reply->outcome, outcome);
    assert_int_equal(reply->status, status);
    assert_int_equal(reply->code, code);
    if (outcome == REQUEST_DONE)
        assert_string_equal(reply->reason, "");
    else
        assert_true(*reply->reason);
}

static void forget(struct request_reply *reply)
{
    json_decref(reply->json);
    memset(reply, 0, sizeof *reply);
}

json_t *request_kit_record(struct request_kit *kit)
{
    struct request_reply *reply = &kit->replies[RECORD_AT];
    /* Route 0 is a GET without a key, in this network and in Discord's. */
    requests_send(kit->requests, &(struct request_call){.path = "/gateway/bot",
                                                        .key = "",
                                                        .done = request_kit_done(kit),
                                                        .context = reply});
    while (reply->order == 0)
        uv_run(&kit->loop, UV_RUN_ONCE);
    request_kit_expect(kit, RECORD_AT, REQUEST_DONE, 200, 0);
    json_t *record = json_incref(json_object_get(reply->json, "record"));
    forget(reply);
    kit->told--;
    return record;
}

size_t request_kit_seen(struct request_kit *kit)
{
    json_t *record = request_kit_record(kit);
    size_t count = json_array_size(record);
    json_decref(record);
    return count;
}

static void on_closed(void *context)
{
    struct request_kit *kit = context;
    kit->closed++;
}

void request_kit_close(struct request_kit *kit)
{
    kit->closing = true;
    requests_close(kit->requests, on_closed, kit);
}

int request_kit_end(void **state)
{
    struct request_kit *kit = *state;
    if (!kit->closing)
        request_kit_close(kit);
    uv_run(&kit->loop, UV_RUN_DEFAULT);
    assert_int_equal(kit->closed, 1);
    uv_close((uv_handle_t *)&kit->patience, NULL);
    uv_run(&kit->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&kit->loop), 0);
    for (int i = 0; i < REQUEST_KIT_REPLIES; i++)
        forget(&kit->replies[i]);
    return 0;
}
