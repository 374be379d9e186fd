#include "adapters/discord/rest/rest.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <utlist.h>

#include "adapters/discord/rest/limits.h"
#include "adapters/discord/rest/policy.h"
#include "adapters/discord/rest/queue.h"
#include "adapters/discord/rest/refusals.h"
#include "adapters/discord/rest/request.h"
#include "adapters/discord/rest/transfer.h"
#include "adapters/net/curl_loop.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

enum { CONNECTIONS_MAX = 16, BASE_MAX = 512, TOKEN_MAX = 512 };

struct rest {
    struct rest_settings settings; /* its strings are not kept */
    struct rest_listener listener;
    struct rest_wire *wire;
    struct rest_limits *limits;
    struct rest_refusals *refusals;
    struct rest_queue *queue;
    struct curl_loop *curl_loop;
    uv_timer_t wake, flush;
    struct rest_request *out;   /* under way */
    struct rest_request *ended; /* to be told from the loop */
    struct rest_counters counters;
    bool stopped; /* 401 */
    bool unreachable;
    bool closing, finished;
    int handles;
    void (*closed)(void *context);
    void *closed_context;
};

static int64_t now_of(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

/* --- the end of a request --- */

/* The request is gone when it returns. */
static void tell(struct rest *rest, struct rest_request *request, const struct rest_answer *answer)
{
    rest->counters.outcomes[answer->outcome]++;
    if (request->done)
        request->done(request->context, answer);
    rest_request_free(request);
}

static void tell_outcome(struct rest *rest, struct rest_request *request, enum rest_outcome outcome,
                         const char *reason)
{
    tell(rest, request, &(struct rest_answer){.outcome = outcome, .reason = reason});
}

static void log_trouble(enum log_level level, const char *event, const struct rest_request *request,
                        const char *reason)
{
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    rest_route_name(request->item.route, &name);
    bool secret = rest_routes[request->item.route].interaction || request->item.lane == NULL;
    log_line(level, event, "route", buffer, "of", secret ? NULL : rest_item_major(&request->item),
             "reason", reason, (const char *)NULL);
}

/* --- sending --- */

static void on_wake(uv_timer_t *timer);

static void wake_at(struct rest *rest, int64_t when, int64_t now)
{
    if (when == REST_NOT_YET)
        uv_timer_stop(&rest->wake);
    else
        uv_timer_start(&rest->wake, on_wake, when > now ? (uint64_t)(when - now) : 0, 0);
}

static void end_later(struct rest *rest, struct rest_request *request, enum rest_outcome outcome,
                      const char *reason)
{
    request->outcome = outcome;
    request->reason = reason;
    DL_APPEND(rest->ended, request);
}

static void start(struct rest *rest, struct rest_request *request, int64_t now)
{
    int64_t timeout = request->item.deadline - now;
    if (timeout > rest->settings.request_timeout)
        timeout = rest->settings.request_timeout;
    request->transfer =
        rest_transfer_new(rest->wire, &request->content, timeout > 0 ? timeout : 1, request);
    if (request->transfer == NULL ||
        !curl_loop_add(rest->curl_loop, rest_transfer_easy(request->transfer))) {
        rest_limits_end(rest->limits, request->item.bucket, NULL, now);
        rest_queue_done(rest->queue, &request->item);
        end_later(rest, request, REST_FAILED, "libcurl refused the request");
        return;
    }
    request->tries++;
    rest->counters.sent++;
    rest->counters.repeated += request->sent++ > 0;
    rest->counters.in_flight++;
    DL_APPEND(rest->out, request);
}

/* Starts what may go and sees to it that the loop comes back in time. Tells nobody. */
static void send_waiting(struct rest *rest)
{
    int64_t now = now_of(), again = REST_NOT_YET;
    struct rest_item *item;
    while ((int64_t)rest->counters.in_flight < rest->settings.in_flight &&
           (item = rest_queue_next(rest->queue, now, &again)))
        start(rest, (struct rest_request *)item, now);
    rest->counters.waiting = rest_queue_length(rest->queue);
    wake_at(rest, rest->ended ? now : again, now);
}

/* --- an answer --- */

static void count_answer(struct rest *rest, const struct rest_result *result)
{
    struct rest_counters *counters = &rest->counters;
    const struct rest_facts *facts = result->facts;
    counters->connections += (uint64_t)result->connections;
    if (result->arrival != REST_ANSWERED) {
        counters->failures++;
        return;
    }
    int digit = facts->status / 100;
    counters->answers[digit >= 1 && digit <= 5 ? digit : 0]++;
    if (rest_facts_blocked(facts))
        counters->blocked++;
    else if (facts->status == 429 && facts->scope == REST_SCOPE_GLOBAL)
        counters->limited_global++;
    else if (facts->status == 429 && facts->scope == REST_SCOPE_SHARED)
        counters->limited_shared++;
    else if (facts->status == 429)
        counters->limited_user++;
}

/* Said once when it begins and once when it is over, not for every request. */
static void note_reachability(struct rest *rest, const struct rest_result *result)
{
    bool unreachable = result->arrival == REST_UNSENT;
    if (unreachable && !rest->unreachable)
        log_warning("discord.rest.unreachable", "reason", result->reason);
    if (!unreachable && rest->unreachable)
        log_info("discord.rest.reachable");
    rest->unreachable = unreachable;
}

static void stop_for_good(struct rest *rest)
{
    static const char reason[] = "Discord refused the bot's token (401): check the token in the "
                                 "configuration, then start again";
    struct rest_item *item;
    if (rest->stopped)
        return;
    rest->stopped = true;
    log_error("discord.rest.stopped", "reason", reason);
    while ((item = rest_queue_drop(rest->queue, REST_URGENT)))
        tell_outcome(rest, (struct rest_request *)item, REST_STOPPED, reason);
    rest->listener.stopped(rest->listener.context, reason);
}

/* What is learned from an answer beyond its request. */
static void learn(struct rest *rest, struct rest_request *request, const struct rest_result *result,
                  int64_t now)
{
    const struct rest_facts *facts = result->arrival == REST_ANSWERED ? result->facts : NULL;
    bool was_blocked = rest_limits_gate(rest->limits, true, now) > now;
    count_answer(rest, result);
    note_reachability(rest, result);
    rest_limits_end(rest->limits, request->item.bucket, facts, now);
    if (facts && rest_refusals_learn(rest->refusals, request->item.route,
                                     rest_item_major(&request->item), facts, now))
        log_trouble(LOG_LEVEL_WARNING, "discord.rest.remembered", request, result->reason);
    if (!was_blocked && rest_limits_gate(rest->limits, true, now) > now)
        log_error("discord.rest.silence", "reason",
                  rest_facts_blocked(result->facts) ? "Cloudflare keeps us out"
                                                    : "too many requests were invalid",
                  "ms", LOG_NUMBER(rest_limits_gate(rest->limits, true, now) - now));
}

/* Makes it wait again; false, with what it ends as instead, when that is of no use. */
static bool repeat(struct rest *rest, struct rest_request *request,
                   const struct rest_verdict *verdict, enum rest_outcome *outcome, int64_t now)
{
    *outcome = REST_STOPPED;
    if (rest->stopped || (rest->closing && request->item.priority != REST_URGENT))
        return false;
    *outcome = REST_LATE;
    if (verdict->pause >= request->item.deadline - now)
        return false;
    if (!verdict->counts)
        request->tries--;
    request->item.not_before = now + verdict->pause;
    rest_queue_repeat(rest->queue, &request->item);
    return true;
}

static void log_result(const struct rest_request *request, const struct rest_result *result,
                       bool again)
{
    if (result->reason[0] == '\0')
        return;
    if (result->arrival == REST_UNSENT)
        log_trouble(LOG_LEVEL_DEBUG, "discord.rest.unsent", request, result->reason);
    else if (again)
        log_trouble(LOG_LEVEL_INFO, "discord.rest.repeated", request, result->reason);
    else
        log_trouble(LOG_LEVEL_WARNING, "discord.rest.refused", request, result->reason);
}

/* Decides; true when the request waits again. */
static bool settle(struct rest *rest, struct rest_request *request,
                   const struct rest_result *result, struct rest_answer *answer)
{
    int64_t now = now_of();
    bool answered = result->arrival == REST_ANSWERED;
    const struct rest_try try = {request->item.route, request->guarded, request->tries,
                                 result->arrival};
    learn(rest, request, result, now);
    struct rest_verdict verdict =
        rest_policy(&rest->settings, &try, result->facts, randombytes_random());
    if (result->arrival == REST_UNSENT && !rest_routes[try.route].interaction)
        rest_limits_pause(rest->limits, now + verdict.pause);
    log_result(request, result, verdict.repeat);
    enum rest_outcome outcome = verdict.outcome;
    if (verdict.repeat && repeat(rest, request, &verdict, &outcome, now))
        return true;
    if (!answered && outcome == REST_FAILED && now >= request->item.deadline)
        outcome = REST_LATE;
    *answer = (struct rest_answer){.outcome = outcome,
                                   .status = answered ? result->facts->status : 0,
                                   .code = answered ? result->facts->code : 0,
                                   .json = result->json,
                                   .reason = result->reason};
    /* The second try's "already acknowledged": the first one's answer is lost. */
    if (outcome == REST_DONE && answer->code != 0)
        *answer = (struct rest_answer){.outcome = REST_DONE, .status = 204, .reason = ""};
    return false;
}

static void finish_if_all_told(struct rest *rest);

static void on_transfer_done(void *context, CURL *easy, CURLcode code)
{
    struct rest *rest = context;
    struct rest_request *request = rest_transfer_owner(easy);
    struct rest_transfer *transfer = request->transfer;
    struct rest_result result;
    struct rest_answer answer;
    rest_transfer_result(transfer, code, &result);
    DL_DELETE(rest->out, request);
    rest->counters.in_flight--;
    request->transfer = NULL;
    if (!settle(rest, request, &result, &answer)) {
        rest_queue_done(rest->queue, &request->item);
        bool stop = answer.outcome == REST_STOPPED && answer.status == 401;
        tell(rest, request, &answer);
        if (stop)
            stop_for_good(rest);
    }
    json_decref(result.json);
    rest_transfer_free(transfer);
    send_waiting(rest);
    finish_if_all_told(rest);
}

/* --- the loop --- */

static void tell_ended(struct rest *rest)
{
    struct rest_request *request;
    while ((request = rest->ended)) {
        DL_DELETE(rest->ended, request);
        tell_outcome(rest, request, request->outcome, request->reason);
    }
}

static void drop_waiting(struct rest *rest, enum rest_priority priority)
{
    struct rest_item *item;
    while ((item = rest_queue_drop(rest->queue, (int)priority)))
        tell_outcome(rest, (struct rest_request *)item, REST_STOPPED, "the bot is ending");
}

static void on_wake(uv_timer_t *timer)
{
    struct rest *rest = timer->data;
    struct rest_item *item;
    if (rest->closing)
        drop_waiting(rest, REST_NORMAL);
    while ((item = rest_queue_expired(rest->queue, now_of())))
        tell_outcome(rest, (struct rest_request *)item, REST_LATE, "it waited too long");
    tell_ended(rest);
    send_waiting(rest);
    finish_if_all_told(rest);
}

/* --- asking --- */

static void enqueue(struct rest *rest, struct rest_request *request, const char *major)
{
    int64_t now = now_of();
    int64_t code = rest_refusals_code(rest->refusals, request->item.route, major, now);
    if (rest->stopped || rest->closing)
        end_later(rest, request, REST_STOPPED, "requests have ended");
    else if (code != 0)
        end_later(rest, request, REST_FORBIDDEN, "Discord refused the same before");
    else if (!rest_queue_add(rest->queue, &request->item, major))
        end_later(rest, request, REST_FULL, "too many requests are waiting");
}

void rest_send(struct rest *rest, const struct rest_call *call)
{
    char buffer[REST_PATH_MAX];
    struct text major = TEXT_IN(buffer);
    bool well_formed;
    struct rest_request *request =
        rest_request_new(call, rest->settings.patience, now_of(), &well_formed);
    if (well_formed) {
        rest_route_major(call->route, call->parameters, &major);
        enqueue(rest, request, buffer);
    } else {
        log_error("discord.rest.malformed", "route", LOG_NUMBER(call->route));
        end_later(rest, request, REST_MALFORMED, "the request is malformed");
    }
    send_waiting(rest);
}

void rest_permissions_changed(struct rest *rest, const char *channel)
{
    rest_refusals_forget(rest->refusals, channel);
}

const struct rest_counters *rest_counters(const struct rest *rest)
{
    return &rest->counters;
}

/* --- the end --- */

static void free_if_closed(struct rest *rest)
{
    if (--rest->handles > 0)
        return;
    void (*closed)(void *) = rest->closed;
    void *context = rest->closed_context;
    rest_queue_free(rest->queue);
    rest_limits_free(rest->limits);
    rest_refusals_free(rest->refusals);
    rest_wire_free(rest->wire);
    free(rest);
    closed(context);
}

static void on_handle_closed(uv_handle_t *handle)
{
    free_if_closed(handle->data);
}

static void on_curl_closed(void *context)
{
    free_if_closed(context);
}

static void finish_if_all_told(struct rest *rest)
{
    if (!rest->closing || rest->finished || rest->out || rest->ended ||
        rest_queue_length(rest->queue) > 0)
        return;
    rest->finished = true;
    rest->handles = 3;
    curl_loop_close(rest->curl_loop, on_curl_closed, rest);
    uv_close((uv_handle_t *)&rest->wake, on_handle_closed);
    uv_close((uv_handle_t *)&rest->flush, on_handle_closed);
}

static void on_flush_over(uv_timer_t *timer)
{
    struct rest *rest = timer->data;
    struct rest_request *request;
    while ((request = rest->out)) {
        DL_DELETE(rest->out, request);
        rest->counters.in_flight--;
        curl_loop_remove(rest->curl_loop, rest_transfer_easy(request->transfer));
        rest_limits_end(rest->limits, request->item.bucket, NULL, now_of());
        rest_queue_done(rest->queue, &request->item);
        tell_outcome(rest, request, REST_STOPPED, "the bot is ending");
    }
    drop_waiting(rest, REST_URGENT);
    tell_ended(rest);
    finish_if_all_told(rest);
}

void rest_close(struct rest *rest, void (*closed)(void *context), void *context)
{
    rest->closing = true;
    rest->closed = closed;
    rest->closed_context = context;
    uv_timer_start(&rest->flush, on_flush_over, (uint64_t)rest->settings.flush, 0);
    uv_timer_start(&rest->wake, on_wake, 0, 0);
}

/* --- the beginning --- */

struct rest_settings rest_settings_standard(void)
{
    enum { SECOND = 1000, MINUTE = 60 * SECOND };
    return (struct rest_settings){
        .base = "https://discord.com/api/v10",
        .token = "",
        .authority_file = "",
        .user_agent = "",
        .connect_timeout = 10 * SECOND,
        .request_timeout = 20 * SECOND,
        .patience = 10 * MINUTE,
        .retry_first = SECOND / 2,
        .retry_most = 30 * SECOND,
        .tries = 5,
        .blocked = 5 * MINUTE,
        .forbidden = 15 * MINUTE,
        .flush = 2 * SECOND,
        .requests_per_second = 50,
        .invalid_most = 2000,
        .in_flight = 64,
        .queue = 4096,
        .queue_bytes = 32 * 1024 * 1024,
    };
}

static bool is_visible(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~')
            return false;
    return true;
}

static const char *complaint_about(const struct rest_settings *settings)
{
    size_t base = strlen(settings->base);
    if ((strncmp(settings->base, "https://", 8) != 0 &&
         strncmp(settings->base, "http://", 7) != 0) ||
        base >= BASE_MAX || settings->base[base - 1] == '/' || !is_visible(settings->base))
        return "the REST base is no URL, or ends in a slash";
    if (*settings->token == '\0' || strlen(settings->token) > TOKEN_MAX ||
        !is_visible(settings->token))
        return "this is no bot token";
    if (strncmp(settings->user_agent, "DiscordBot (", 12) != 0 ||
        strpbrk(settings->user_agent, "\r\n"))
        return "the user agent must begin with \"DiscordBot (\"";
    if (*settings->authority_file && access(settings->authority_file, R_OK) != 0)
        return "the file of certificate authorities can't be read";
    if (settings->requests_per_second < 1 || settings->requests_per_second > REST_PER_SECOND_MAX ||
        settings->in_flight < 1 || settings->queue < 1)
        return "a limit of requests is out of bounds";
    return NULL;
}

static void timers_init(struct rest *rest, uv_loop_t *loop)
{
    uv_timer_init(loop, &rest->wake);
    uv_timer_init(loop, &rest->flush);
    rest->wake.data = rest->flush.data = rest;
}

struct rest *rest_open(uv_loop_t *loop, const struct rest_settings *settings,
                       const struct rest_listener *listener, char *error, size_t error_size)
{
    const char *complaint = complaint_about(settings);
    if (complaint) {
        snprintf(error, error_size, "%s", complaint);
        return NULL;
    }
    struct rest *rest = memory_new(sizeof *rest);
    rest->curl_loop = curl_loop_new(loop, CONNECTIONS_MAX, on_transfer_done, rest);
    if (rest->curl_loop == NULL) {
        snprintf(error, error_size, "libcurl can't be started");
        free(rest);
        return NULL;
    }
    rest->settings = *settings;
    rest->settings.base = rest->settings.token = NULL;
    rest->settings.authority_file = rest->settings.user_agent = NULL;
    rest->listener = *listener;
    rest->wire = rest_wire_new(settings);
    rest->limits =
        rest_limits_new(settings->requests_per_second, settings->invalid_most, settings->blocked);
    rest->refusals = rest_refusals_new(settings->forbidden);
    rest->queue =
        rest_queue_new(rest->limits, (size_t)settings->queue, (size_t)settings->queue_bytes);
    timers_init(rest, loop);
    return rest;
}
