#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/postgres/postgres_private.h"

/* The address comes after what it may replace. An answer that takes longer than the time-outs
 * counts as a lost connection. */
static const char *const keywords[] = {"application_name",
                                       "connect_timeout",
                                       "keepalives_idle",
                                       "keepalives_interval",
                                       "keepalives_count",
                                       "tcp_user_timeout",
                                       "options",
                                       "target_session_attrs",
                                       "dbname",
                                       "client_encoding",
                                       NULL};

static const char session_options[] =
    "-c statement_timeout=8000 -c idle_in_transaction_session_timeout=3000"
    " -c client_min_messages=warning -c plan_cache_mode=force_generic_plan";

static PGconn *connect_with(const char *address,
                            PGconn *(*connect)(const char *const *, const char *const *, int))
{
    const char *const values[] = {"belfry",        "3",          "5",     "2",    "3", "4000",
                                  session_options, "read-write", address, "UTF8", NULL};
    return connect(keywords, values, 1);
}

PGconn *pg_connect_once(const char *address)
{
    return connect_with(address, PQconnectdbParams);
}

void pg_hear_notice(void *context, const PGresult *notice)
{
    struct postgres *store = context;
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    struct text words = TEXT_IN(store->last_words);
    if (severity != NULL && strcmp(severity, "FATAL") == 0)
        pg_add_reason(&words, notice, store->connection);
}

/* -- The socket -------------------------------------------------------------------------------- */

static void free_handle(uv_handle_t *handle)
{
    free(handle);
}

static void unwatch(struct postgres *store)
{
    if (store->poll != NULL)
        uv_close((uv_handle_t *)store->poll, free_handle);
    store->poll = NULL;
}

static void hear_of_socket(uv_poll_t *poll, int status, int events);

static void watch_for(struct postgres *store, int events)
{
    if (store->loop == NULL)
        return;
    if (store->poll == NULL) {
        store->poll = memory_new(sizeof *store->poll);
        store->poll->data = store;
        uv_poll_init(store->loop, store->poll, PQsocket(store->connection));
        store->watched = 0;
    }
    if (store->watched != events) /* three system calls */
        uv_poll_start(store->poll, events, hear_of_socket);
    store->watched = events;
}

/* What came before the end of the connection is not looked at yet. Answers among it are not missed:
 * which turns were saved is asked anyway. */
static void lose_with_last_words(struct postgres *store)
{
    char buffer[STORE_ERROR_MAX];
    struct text reason = TEXT_IN(buffer);
    PGresult *result;
    pg_add_reason(&reason, NULL, store->connection);
    PQconsumeInput(store->connection);
    while (PQisBusy(store->connection) == 0 && (result = PQgetResult(store->connection)) != NULL) {
        pg_hear_notice(store, result);
        PQclear(result);
    }
    PQisBusy(store->connection); /* reads what is no answer */
    pg_lose(store, buffer);
}

/* Sends what the socket takes now. */
void pg_watch(struct postgres *store)
{
    if (store->connection == NULL || store->state == PG_CONNECTING)
        return;
    int left = PQflush(store->connection);
    if (left < 0)
        lose_with_last_words(store);
    else
        watch_for(store, left > 0 ? UV_READABLE | UV_WRITABLE : UV_READABLE);
}

/* -- Connecting -------------------------------------------------------------------------------- */

static void set_up(struct postgres *store)
{
    store->state = PG_SETTING_UP;
    if (PQsetnonblocking(store->connection, 1) != 0 || PQenterPipelineMode(store->connection) != 1)
        pg_lose(store, PQerrorMessage(store->connection));
    else
        pg_send_setup(store);
    pg_watch(store);
}

/* libpq may replace the socket by another with the same number, so the loop watches it anew after
 * each step. */
static void step_connecting(struct postgres *store)
{
    unwatch(store);
    switch (PQconnectPoll(store->connection)) {
    case PGRES_POLLING_READING:
        store->awaited = POLLIN;
        watch_for(store, UV_READABLE);
        break;
    case PGRES_POLLING_WRITING:
        store->awaited = POLLOUT;
        watch_for(store, UV_WRITABLE);
        break;
    case PGRES_POLLING_OK:
        set_up(store);
        break;
    default:
        pg_lose(store, PQerrorMessage(store->connection));
        break;
    }
}

static void try_again(uv_timer_t *timer);

static void wind(struct postgres *store, uint64_t milliseconds)
{
    if (store->timer != NULL)
        uv_timer_start(store->timer, try_again, milliseconds, 0);
}

static void begin(struct postgres *store)
{
    enum { TRY_MS = 15 * 1000 }; /* for all hosts */
    store->connection = connect_with(store->address, PQconnectStartParams);
    if (store->connection == NULL)
        memory_end();
    store->last_words[0] = '\0';
    PQsetNoticeReceiver(store->connection, pg_hear_notice, store);
    store->state = PG_CONNECTING;
    store->awaited = POLLOUT;
    wind(store, TRY_MS);
    if (PQstatus(store->connection) == CONNECTION_BAD)
        pg_lose(store, PQerrorMessage(store->connection));
    else
        watch_for(store, UV_WRITABLE);
}

static void try_again(uv_timer_t *timer)
{
    struct postgres *store = timer->data;
    if (store->connection == NULL)
        begin(store);
    else if (store->state != PG_READY)
        pg_lose(store, "the database does not answer");
}

/* How long to wait before the next try. */
static uint64_t pause_of(const struct postgres *store)
{
    enum { FIRST_MS = 20, MOST_MS = 2000 };
    uint64_t pause = (uint64_t)FIRST_MS << (store->failed_tries < 7 ? store->failed_tries : 7);
    return pause < MOST_MS ? pause : MOST_MS;
}

void pg_lose(struct postgres *store, const char *reason)
{
    if (store->connection == NULL)
        return; /* the reason that is kept stays */
    if (store->last_words[0] != '\0')
        reason = store->last_words;
    struct text kept = TEXT_IN(store->lost_reason);
    text_add_printable(&kept, reason, strcspn(reason, "\n"));
    if (store->failed_tries == 0)
        log_error("store.connection_lost", "reason", store->lost_reason);
    unwatch(store);
    PQfinish(store->connection);
    store->connection = NULL;
    store->state = PG_LOST;
    pg_take_back_sent(store);
    wind(store, pause_of(store));
    store->failed_tries++;
}

void pg_become_ready(struct postgres *store)
{
    if (store->failed_tries > 0)
        log_info("store.connection_back", "tries", LOG_NUMBER(store->failed_tries));
    store->state = PG_READY;
    store->failed_tries = 0;
    if (store->timer != NULL)
        uv_timer_stop(store->timer);
    pg_send_waiting(store);
}

/* -- What comes -------------------------------------------------------------------------------- */

static void hear(struct postgres *store)
{
    if (store->state == PG_CONNECTING) {
        step_connecting(store);
        return;
    }
    if (PQconsumeInput(store->connection) != 1) {
        lose_with_last_words(store);
        return;
    }
    pg_take_answers(store);
    pg_send_waiting(store);
}

/* The loop does not know what is wrong with the socket; libpq does, perhaps after it has read what
 * came before. */
static void hear_the_last(struct postgres *store, const char *otherwise)
{
    enum { READS_MAX = 64 };
    const PGconn *connection = store->connection;
    for (int i = 0; i < READS_MAX && store->connection == connection && connection != NULL; i++)
        hear(store);
    if (store->connection == connection)
        pg_lose(store, otherwise);
}

static void hear_of_socket(uv_poll_t *poll, int status, int events)
{
    (void)events;
    struct postgres *store = poll->data;
    /* While connecting, libpq sees itself that a host refuses, and tries the next one. */
    if (status < 0 && store->state != PG_CONNECTING)
        hear_the_last(store, uv_strerror(status));
    else
        hear(store);
}

/* -- Without a loop ---------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wait_for_socket(struct postgres *store, short events, int64_t until)
{
    struct pollfd socket = {.fd = PQsocket(store->connection), .events = events};
    int64_t left = until - now_ms();
    poll(&socket, 1, left > 0 ? (int)left : 0);
}

static void step_waiting(struct postgres *store, int64_t until)
{
    if (store->connection == NULL) {
        poll(NULL, 0, (int)pause_of(store));
        begin(store);
    } else if (store->state == PG_CONNECTING) {
        wait_for_socket(store, store->awaited, until);
        step_connecting(store);
    } else {
        int left = PQflush(store->connection);
        wait_for_socket(store, left > 0 ? POLLIN | POLLOUT : POLLIN, until);
        hear(store);
    }
}

bool pg_wait(struct postgres *store, bool (*done)(void *context), void *context)
{
    int64_t until = now_ms() + PG_GIVE_UP_MS;
    while (!done(context) && now_ms() < until)
        step_waiting(store, until);
    return done(context);
}

static bool is_ready(void *context)
{
    const struct postgres *store = context;
    return store->state == PG_READY || (store->connection == NULL && store->failed_tries > 1);
}

bool pg_connect(struct postgres *store, struct text *error)
{
    if (pg_wait(store, is_ready, store) && store->state == PG_READY)
        return true;
    text_add(error,
             store->lost_reason[0] != '\0' ? store->lost_reason : "the database does not answer");
    return false;
}

/* -- The loop ---------------------------------------------------------------------------------- */

void pg_attach(struct store *base, struct uv_loop_s *loop)
{
    struct postgres *store = postgres_of(base);
    store->loop = loop;
    store->timer = memory_new(sizeof *store->timer);
    store->timer->data = store;
    uv_timer_init(loop, store->timer);
    if (store->connection == NULL)
        wind(store, 0);
    pg_ask_for_ids(store); /* before the first table is opened */
    pg_send_waiting(store);
}

void pg_detach(struct store *base)
{
    struct postgres *store = postgres_of(base);
    unwatch(store);
    if (store->timer != NULL)
        uv_close((uv_handle_t *)store->timer, free_handle);
    store->timer = NULL;
    store->loop = NULL;
}
