#include "adapters/net/requests/requests.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <utlist.h>

#include "adapters/net/curl_loop.h"
#include "adapters/net/requests/limits.h"
#include "adapters/net/requests/policy.h"
#include "adapters/net/requests/queue.h"
#include "adapters/net/requests/refusals.h"
#include "adapters/net/requests/request.h"
#include "adapters/net/requests/transfer.h"
#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

enum {
    CONNECTIONS_MAX = 16,
    BASE_MAX = 512,
    AUTHORIZATION_MAX = 900,
    STATUS_TOO_MANY = 429,
    SILENT_MS = 250 /* after which is asked again whether anything may be sent */
};

struct requests {
    const struct request_service *service;
    struct request_settings settings; /* only `network` of its strings is kept, as a copy */
    char *network;
    struct request_listener listener;
    struct request_wire *wire;
    struct request_limits *limits;
    struct request_refusals *refusals;
    struct request_queue *queue;
    struct curl_loop *curl_loop;
    uv_timer_t wake, flush;
    struct request *out;   /* under way */
    struct request *ended; /* wait for the loop to call `done` */
    struct request_counters counters;
    bool stopped; /* unauthorized */
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

static bool carries_token(const struct requests *requests, const struct request *request)
{
    return requests->service->routes[request->item.route].carries_token;
}

/* -- The end of a request -- */

/* Frees the request. */
static void finish(struct requests *requests, struct request *request,
                   const struct request_answer *answer)
{
    requests->counters.outcomes[answer->outcome]++;
    if (request->done)
        request->done(request->context, answer);
    request_free(request);
}

static void finish_as(struct requests *requests, struct request *request,
                      enum request_outcome outcome, const char *reason)
{
    finish(requests, request,
           &(struct request_answer){
               .outcome = outcome, .reason = reason, .perhaps = request->perhaps});
}

static void log_trouble(const struct requests *requests, enum log_level level, const char *event,
                        const struct request *request, const char *reason)
{
    const struct request_route *route = &requests->service->routes[request->item.route];
    char buffer[128];
    struct text name = TEXT_IN(buffer);
    text_add_format(&name, "%s %s", route->method, route->path);
    bool secret = route->carries_token || request->item.lane == NULL;
    log_line(level, event, "network", requests->network, "route", buffer, "of",
             secret ? NULL : request_item_key(&request->item), "reason", reason,
             (const char *)NULL);
}

/* -- Sending -- */

static void on_wake(uv_timer_t *timer);

static void wake_at(struct requests *requests, int64_t when, int64_t now)
{
    if (when == REQUEST_NOT_YET)
        uv_timer_stop(&requests->wake);
    else
        uv_timer_start(&requests->wake, on_wake, when > now ? (uint64_t)(when - now) : 0, 0);
}

static void end_later(struct requests *requests, struct request *request,
                      enum request_outcome outcome, const char *reason)
{
    request->outcome = outcome;
    request->reason = reason;
    DL_APPEND(requests->ended, request);
}

static void start(struct requests *requests, struct request *request, int64_t now)
{
    int64_t timeout = request->item.deadline - now;
    if (timeout > requests->settings.request_timeout)
        timeout = requests->settings.request_timeout;
    request->transfer =
        request_transfer_new(requests->wire, &request->content, timeout > 0 ? timeout : 1, request);
    if (request->transfer == NULL ||
        !curl_loop_add(requests->curl_loop, request_transfer_easy(request->transfer))) {
        request_limits_end(requests->limits, request->item.bucket, NULL, now);
        request_queue_done(requests->queue, &request->item);
        end_later(requests, request, REQUEST_FAILED, "libcurl refused the request");
        return;
    }
    request->tries++;
    requests->counters.sent++;
    requests->counters.repeated += request->sent++ > 0;
    requests->counters.in_flight++;
    DL_APPEND(requests->out, request);
}

static bool may_send(const struct requests *requests)
{
    const struct request_listener *listener = &requests->listener;
    return listener->may_send == NULL || listener->may_send(listener->context);
}

/* Starts the requests that may be sent now; returns when the next one may be. */
static int64_t start_waiting(struct requests *requests, int64_t now)
{
    int64_t again = REQUEST_NOT_YET;
    struct request_item *item;
    while ((int64_t)requests->counters.in_flight < requests->settings.in_flight &&
           (item = request_queue_next(requests->queue, now, &again)))
        start(requests, (struct request *)item, now);
    return again;
}

/* Starts what may be sent now and sets the timer for the rest. Calls no `done`. */
static void send_waiting(struct requests *requests)
{
    int64_t now = now_of(), again = REQUEST_NOT_YET;
    if (request_queue_length(requests->queue) == 0 || may_send(requests))
        again = start_waiting(requests, now);
    else
        again = now + SILENT_MS;
    requests->counters.waiting = request_queue_length(requests->queue);
    wake_at(requests, requests->ended ? now : again, now);
}

/* -- An answer -- */

static void count_answer(struct requests *requests, const struct request_result *result)
{
    struct request_counters *counters = &requests->counters;
    const struct request_facts *facts = result->facts;
    if (result->arrival != REQUEST_ANSWERED)
        counters->failures += result->arrival != REQUEST_WITHHELD;
    else if (facts->meaning == REQUEST_MEANS_BLOCKED)
        counters->blocked++;
    else if (facts->status == STATUS_TOO_MANY && facts->scope == REQUEST_SCOPE_GLOBAL)
        counters->limited_global++;
    else if (facts->status == STATUS_TOO_MANY && facts->scope == REQUEST_SCOPE_SHARED)
        counters->limited_shared++;
    else if (facts->status == STATUS_TOO_MANY)
        counters->limited_user++;
}

/* Logs the beginning and the end, not every request. */
static void note_reachability(struct requests *requests, const struct request_result *result)
{
    bool unreachable = result->arrival == REQUEST_UNSENT;
    if (result->arrival == REQUEST_WITHHELD)
        return;
    if (unreachable && !requests->unreachable)
        log_warning("requests.unreachable", "network", requests->network, "reason", result->reason);
    if (!unreachable && requests->unreachable)
        log_info("requests.reachable", "network", requests->network);
    requests->unreachable = unreachable;
}

static void stop_for_good(struct requests *requests)
{
    const char *reason = requests->service->when_stopped;
    struct request_item *item;
    if (requests->stopped)
        return;
    requests->stopped = true;
    log_error("requests.stopped", "network", requests->network, "reason", reason);
    while ((item = request_queue_drop(requests->queue, REQUEST_URGENT)))
        finish_as(requests, (struct request *)item, REQUEST_STOPPED, reason);
    requests->listener.stopped(requests->listener.context, reason);
}

/* Learns what an answer says about other requests. */
static void learn(struct requests *requests, struct request *request,
                  const struct request_result *result, int64_t now)
{
    const struct request_facts *facts = result->arrival == REQUEST_ANSWERED ? result->facts : NULL;
    bool was_silent = request_limits_silence(requests->limits, now) > now;
    count_answer(requests, result);
    note_reachability(requests, result);
    request_limits_end(requests->limits, request->item.bucket, facts, now);
    if (facts && request_refusals_learn(requests->refusals, request->item.route,
                                        request_item_key(&request->item), facts, now))
        log_trouble(requests, LOG_LEVEL_WARNING, "requests.remembered", request, result->reason);
    int64_t silent_until = request_limits_silence(requests->limits, now);
    if (!was_silent && silent_until > now)
        log_error("requests.silence", "network", requests->network, "reason",
                  result->facts->meaning == REQUEST_MEANS_BLOCKED
                      ? requests->service->when_blocked
                      : "too many requests were invalid",
                  "ms", LOG_NUMBER(silent_until - now));
}

/* Lets the request wait again. Returns false when that would not help; then `*outcome` is how it
 * ends. */
static bool repeat(struct requests *requests, struct request *request,
                   const struct request_verdict *verdict, enum request_outcome *outcome,
                   int64_t now)
{
    *outcome = REQUEST_STOPPED;
    if (requests->stopped || (requests->closing && request->item.priority != REQUEST_URGENT))
        return false;
    *outcome = REQUEST_LATE;
    if (verdict->pause >= request->item.deadline - now)
        return false;
    if (!verdict->counts)
        request->tries--;
    request->item.not_before = now + verdict->pause;
    request_queue_repeat(requests->queue, &request->item);
    return true;
}

static void log_result(const struct requests *requests, const struct request *request,
                       const struct request_result *result, bool again)
{
    if (result->reason[0] == '\0')
        return;
    if (result->arrival == REQUEST_UNSENT || result->arrival == REQUEST_WITHHELD)
        log_trouble(requests, LOG_LEVEL_DEBUG, "requests.unsent", request, result->reason);
    else if (again)
        log_trouble(requests, LOG_LEVEL_INFO, "requests.repeated", request, result->reason);
    else
        log_trouble(requests, LOG_LEVEL_WARNING, "requests.refused", request, result->reason);
}

/* Whether the service may have handled the request although it did not say so. */
static bool is_uncertain(const struct request_result *result)
{
    return result->arrival == REQUEST_UNANSWERED ||
           (result->arrival == REQUEST_ANSWERED && result->facts->meaning == REQUEST_MEANS_FAILED);
}

/* Decides about the request after a try; returns true when it waits again. */
static bool settle(struct requests *requests, struct request *request,
                   const struct request_result *result, struct request_answer *answer)
{
    int64_t now = now_of();
    bool answered = result->arrival == REQUEST_ANSWERED;
    const struct request_try try = {request->harmless, request->tries, result->arrival};
    learn(requests, request, result, now);
    request->perhaps |= is_uncertain(result);
    struct request_verdict verdict =
        request_policy(&requests->settings, &try, result->facts, randombytes_random());
    if (result->arrival == REQUEST_UNSENT && !carries_token(requests, request))
        request_limits_pause(requests->limits, now + verdict.pause);
    log_result(requests, request, result, verdict.repeat);
    enum request_outcome outcome = verdict.outcome;
    if (verdict.repeat && repeat(requests, request, &verdict, &outcome, now))
        return true;
    if (!answered && outcome == REQUEST_FAILED && now >= request->item.deadline)
        outcome = REQUEST_LATE;
    *answer = (struct request_answer){.outcome = outcome,
                                      .status = answered ? result->facts->status : 0,
                                      .code = answered ? result->facts->code : 0,
                                      .json = result->json,
                                      .reason = result->reason,
                                      .perhaps = request->perhaps && outcome != REQUEST_DONE};
    /* The first try did it, and its answer got lost. */
    if (outcome == REQUEST_DONE && result->facts->meaning == REQUEST_MEANS_DONE_BEFORE)
        *answer = (struct request_answer){.outcome = REQUEST_DONE, .status = 204, .reason = ""};
    return false;
}

static void close_if_all_ended(struct requests *requests);

static void on_transfer_done(void *context, CURL *easy, CURLcode code)
{
    struct requests *requests = context;
    struct request *request = request_transfer_owner(easy);
    struct request_transfer *transfer = request->transfer;
    struct request_result result;
    struct request_answer answer;
    request_transfer_result(transfer, code, &result);
    DL_DELETE(requests->out, request);
    requests->counters.in_flight--;
    request->transfer = NULL;
    if (!settle(requests, request, &result, &answer)) {
        request_queue_done(requests->queue, &request->item);
        bool stop = answer.outcome == REQUEST_STOPPED &&
                    result.facts->meaning == REQUEST_MEANS_UNAUTHORIZED;
        finish(requests, request, &answer);
        if (stop)
            stop_for_good(requests);
    }
    json_decref(result.json);
    request_transfer_free(transfer);
    send_waiting(requests);
    close_if_all_ended(requests);
}

/* -- The loop -- */

static void finish_ended(struct requests *requests)
{
    struct request *request;
    while ((request = requests->ended)) {
        DL_DELETE(requests->ended, request);
        finish_as(requests, request, request->outcome, request->reason);
    }
}

static void drop_waiting(struct requests *requests, enum request_priority priority)
{
    struct request_item *item;
    while ((item = request_queue_drop(requests->queue, (int)priority)))
        finish_as(requests, (struct request *)item, REQUEST_STOPPED, "the bot is ending");
}

static void on_wake(uv_timer_t *timer)
{
    struct requests *requests = timer->data;
    struct request_item *item;
    if (requests->closing)
        drop_waiting(requests, may_send(requests) ? REQUEST_NORMAL : REQUEST_URGENT);
    while ((item = request_queue_expired(requests->queue, now_of())))
        finish_as(requests, (struct request *)item, REQUEST_LATE, "it waited too long");
    finish_ended(requests);
    send_waiting(requests);
    close_if_all_ended(requests);
}

/* -- Calls -- */

static void enqueue(struct requests *requests, struct request *request, const char *key)
{
    if (requests->stopped || requests->closing)
        end_later(requests, request, REQUEST_STOPPED, "requests have ended");
    else if (request_refusals_has(requests->refusals, request->item.route, key, now_of()))
        end_later(requests, request, REQUEST_FORBIDDEN, "the same was refused before");
    else if (!request_queue_add(requests->queue, &request->item, key))
        end_later(requests, request, REQUEST_FULL, "too many requests are waiting");
}

void requests_send(struct requests *requests, const struct request_call *call)
{
    bool well_formed;
    struct request *request =
        request_new(requests->service, call, requests->settings.patience, now_of(), &well_formed);
    if (well_formed) {
        enqueue(requests, request, call->key);
    } else {
        log_error("requests.malformed", "network", requests->network, "route",
                  LOG_NUMBER(call->route));
        end_later(requests, request, REQUEST_MALFORMED, "the request is malformed");
    }
    send_waiting(requests);
}

void requests_permissions_changed(struct requests *requests, const char *key)
{
    request_refusals_forget(requests->refusals, key);
}

const struct request_counters *requests_counters(const struct requests *requests)
{
    return &requests->counters;
}

/* -- The end -- */

static void free_if_closed(struct requests *requests)
{
    if (--requests->handles > 0)
        return;
    void (*closed)(void *) = requests->closed;
    void *context = requests->closed_context;
    request_queue_free(requests->queue);
    request_limits_free(requests->limits);
    request_refusals_free(requests->refusals);
    request_wire_free(requests->wire);
    free(requests->network);
    free(requests);
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

static void close_if_all_ended(struct requests *requests)
{
    if (!requests->closing || requests->finished || requests->out || requests->ended ||
        request_queue_length(requests->queue) > 0)
        return;
    requests->finished = true;
    requests->handles = 3;
    curl_loop_close(requests->curl_loop, on_curl_closed, requests);
    uv_close((uv_handle_t *)&requests->wake, on_handle_closed);
    uv_close((uv_handle_t *)&requests->flush, on_handle_closed);
}

static void on_flush_over(uv_timer_t *timer)
{
    struct requests *requests = timer->data;
    struct request *request;
    while ((request = requests->out)) {
        DL_DELETE(requests->out, request);
        requests->counters.in_flight--;
        curl_loop_remove(requests->curl_loop, request_transfer_easy(request->transfer));
        request_limits_end(requests->limits, request->item.bucket, NULL, now_of());
        request_queue_done(requests->queue, &request->item);
        finish_as(requests, request, REQUEST_STOPPED, "the bot is ending");
    }
    drop_waiting(requests, REQUEST_URGENT);
    finish_ended(requests);
    close_if_all_ended(requests);
}

void requests_close(struct requests *requests, void (*closed)(void *context), void *context)
{
    requests->closing = true;
    requests->closed = closed;
    requests->closed_context = context;
    uv_timer_start(&requests->flush, on_flush_over, (uint64_t)requests->settings.flush, 0);
    uv_timer_start(&requests->wake, on_wake, 0, 0);
}

/* -- The beginning -- */

struct request_settings request_settings_default(void)
{
    return (struct request_settings){
        .network = "",
        .base = "",
        .authorization = "",
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

/* Whether it is printable ASCII; `blanks`: blanks are allowed too. */
static bool is_visible(const char *text, bool blanks)
{
    for (; *text; text++)
        if (*text < ' ' || (*text == ' ' && !blanks) || *text > '~')
            return false;
    return true;
}

static const char *complaint_about(const struct request_settings *settings)
{
    size_t base = strlen(settings->base);
    if ((strncmp(settings->base, "https://", 8) != 0 &&
         strncmp(settings->base, "http://", 7) != 0) ||
        base >= BASE_MAX || settings->base[base - 1] == '/' || !is_visible(settings->base, false))
        return "the base of requests is no URL, or ends in a slash";
    if (strlen(settings->authorization) > AUTHORIZATION_MAX ||
        !is_visible(settings->authorization, true))
        return "this is no authorization";
    if (strpbrk(settings->user_agent, "\r\n"))
        return "the user agent must be one line";
    if (*settings->authority_file && access(settings->authority_file, R_OK) != 0)
        return "the file of certificate authorities can't be read";
    if (settings->requests_per_second < 1 ||
        settings->requests_per_second > REQUEST_PER_SECOND_MAX || settings->in_flight < 1 ||
        settings->queue < 1)
        return "a limit of requests is out of bounds";
    return NULL;
}

static void keep_settings(struct requests *requests, const struct request_settings *settings)
{
    requests->settings = *settings;
    requests->settings.base = requests->settings.authorization = NULL;
    requests->settings.authority_file = requests->settings.user_agent = NULL;
    requests->settings.network = requests->network = memory_copy(settings->network);
}

static void timers_init(struct requests *requests, uv_loop_t *loop)
{
    uv_timer_init(loop, &requests->wake);
    uv_timer_init(loop, &requests->flush);
    requests->wake.data = requests->flush.data = requests;
}

struct requests *requests_open(uv_loop_t *loop, const struct request_service *service,
                               const struct request_settings *settings,
                               const struct request_listener *listener, char *error,
                               size_t error_size)
{
    const char *complaint = complaint_about(settings);
    if (complaint) {
        snprintf(error, error_size, "%s", complaint);
        return NULL;
    }
    struct requests *requests = memory_new(sizeof *requests);
    requests->curl_loop = curl_loop_new(loop, CONNECTIONS_MAX, on_transfer_done, requests);
    if (requests->curl_loop == NULL) {
        snprintf(error, error_size, "libcurl can't be started");
        free(requests);
        return NULL;
    }
    keep_settings(requests, settings);
    requests->service = service;
    requests->listener = *listener;
    requests->wire = request_wire_new(service, settings, listener);
    requests->limits = request_limits_new(service, settings->requests_per_second,
                                          settings->invalid_most, settings->blocked);
    requests->refusals = request_refusals_new(service, settings->forbidden);
    requests->queue = request_queue_new(service, requests->limits, (size_t)settings->queue,
                                        (size_t)settings->queue_bytes);
    timers_init(requests, loop);
    return requests;
}
