#include "tests/unit/rest_kit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "bot/base/log.h"

enum { PATIENCE_MS = 30000, RECORD_AT = REST_KIT_REPLIES - 1 };

/* --- the server --- */

static void be_peer(int input, int output)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    execlp("python3", "python3", "tests/unit/rest_peer.py", (char *)NULL);
    _exit(127);
}

int rest_peer_start(void **state)
{
    static struct rest_peer the_peer;
    struct rest_peer *peer = &the_peer;
    int input[2], output[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe2(input, O_CLOEXEC), 0);
    assert_int_equal(pipe2(output, O_CLOEXEC), 0);
    peer->process = fork();
    if (peer->process == 0)
        be_peer(input[0], output[1]);
    assert_true(peer->process > 0);
    close(input[0]);
    close(output[1]);
    peer->input = input[1];
    FILE *said = fdopen(output[0], "r");
    assert_int_equal(fscanf(said, "%d %d %d %255s", &peer->plain_port, &peer->tls_port,
                            &peer->http2_port, peer->folder),
                     4);
    fclose(said);
    *state = peer;
    return 0;
}

int rest_peer_end(void **state)
{
    const struct rest_peer *peer = *state;
    close(peer->input);
    waitpid(peer->process, NULL, 0);
    return 0;
}

/* --- the client --- */

static void out_of_patience(uv_timer_t *timer)
{
    (void)timer;
    fail_msg("nothing happens any more");
}

static void on_stopped(void *context, const char *reason)
{
    struct rest_kit *kit = context;
    kit->stopped++;
    assert_non_null(strstr(reason, "token"));
}

int rest_kit_begin(void **state)
{
    static struct rest_kit the_kit;
    struct rest_kit *kit = &the_kit;
    log_to(stderr, LOG_LEVEL_ERROR);
    *kit = (struct rest_kit){.peer = *state, .settings = rest_settings_standard()};
    snprintf(kit->base, sizeof kit->base, "http://127.0.0.1:%d/api/v10", kit->peer->plain_port);
    kit->settings.base = kit->base;
    kit->settings.token = "the-secret-token";
    kit->settings.user_agent = "DiscordBot (https://example.org, 1.0)";
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

int rest_kit_begin_open(void **state)
{
    rest_kit_begin(state);
    rest_kit_open(*state);
    json_decref(rest_kit_record(*state));
    return 0;
}

void rest_kit_use_tls(struct rest_kit *kit, int port, const char *authority)
{
    snprintf(kit->base, sizeof kit->base, "https://localhost:%d/api/v10", port);
    snprintf(kit->authority_file, sizeof kit->authority_file, "%s/%s", kit->peer->folder,
             authority);
    kit->settings.authority_file = kit->authority_file;
}

void rest_kit_open(struct rest_kit *kit)
{
    const struct rest_listener listener = {kit, on_stopped};
    char error[256] = "";
    kit->rest = rest_open(&kit->loop, &kit->settings, &listener, error, sizeof error);
    if (kit->rest == NULL)
        fail_msg("%s", error);
}

/* --- requests --- */

/* Which reply it is stands in the pointer, and the kit in a static: tests have one at a time. */
static struct rest_kit *current;

static void on_done(void *context, const struct rest_answer *answer)
{
    struct rest_reply *reply = context;
    assert_int_equal(reply->order, 0);
    assert_int_equal(current->closed, 0);
    reply->order = ++current->told;
    reply->outcome = answer->outcome;
    reply->status = answer->status;
    reply->code = answer->code;
    reply->json = json_incref(answer->json);
    snprintf(reply->reason, sizeof reply->reason, "%s", answer->reason);
}

struct rest_call rest_kit_call(struct rest_kit *kit, int index, enum rest_route route,
                               const char *first, const char *second)
{
    current = kit;
    return (struct rest_call){.route = route,
                              .parameters = {first, second},
                              .priority = REST_NORMAL,
                              .done = on_done,
                              .context = &kit->replies[index]};
}

void rest_kit_post(struct rest_kit *kit, int index, const char *channel, const char *nonce)
{
    struct rest_call call = rest_kit_call(kit, index, REST_MESSAGE_CREATE, channel, NULL);
    json_t *body = json_pack("{s:i}", "content", index);
    call.body = body;
    call.nonce = nonce;
    rest_send(kit->rest, &call);
    json_decref(body);
}

void rest_kit_run_until(struct rest_kit *kit, int told)
{
    while (kit->told < told)
        uv_run(&kit->loop, UV_RUN_ONCE);
}

void rest_kit_expect(const struct rest_kit *kit, int index, enum rest_outcome outcome, int status,
                     int64_t code)
{
    const struct rest_reply *reply = &kit->replies[index];
    assert_true(reply->order > 0);
    assert_int_equal(reply->outcome, outcome);
    assert_int_equal(reply->status, status);
    assert_int_equal(reply->code, code);
    if (outcome == REST_DONE)
        assert_string_equal(reply->reason, "");
    else
        assert_true(*reply->reason);
}

static void forget(struct rest_reply *reply)
{
    json_decref(reply->json);
    memset(reply, 0, sizeof *reply);
}

json_t *rest_kit_record(struct rest_kit *kit)
{
    struct rest_reply *reply = &kit->replies[RECORD_AT];
    struct rest_call call = rest_kit_call(kit, RECORD_AT, REST_GATEWAY_GET, NULL, NULL);
    rest_send(kit->rest, &call);
    while (reply->order == 0)
        uv_run(&kit->loop, UV_RUN_ONCE);
    rest_kit_expect(kit, RECORD_AT, REST_DONE, 200, 0);
    json_t *record = json_incref(json_object_get(reply->json, "record"));
    forget(reply);
    kit->told--;
    return record;
}

size_t rest_kit_seen(struct rest_kit *kit)
{
    json_t *record = rest_kit_record(kit);
    size_t count = json_array_size(record);
    json_decref(record);
    return count;
}

static void on_closed(void *context)
{
    struct rest_kit *kit = context;
    kit->closed++;
}

void rest_kit_close(struct rest_kit *kit)
{
    kit->closing = true;
    rest_close(kit->rest, on_closed, kit);
}

int rest_kit_end(void **state)
{
    struct rest_kit *kit = *state;
    if (!kit->closing)
        rest_kit_close(kit);
    uv_run(&kit->loop, UV_RUN_DEFAULT);
    assert_int_equal(kit->closed, 1);
    uv_close((uv_handle_t *)&kit->patience, NULL);
    uv_run(&kit->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&kit->loop), 0);
    for (int i = 0; i < REST_KIT_REPLIES; i++)
        forget(&kit->replies[i]);
    return 0;
}
