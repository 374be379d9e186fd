#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapters/irc/irc.h"
#include "adapters/irc/protocol/sts.h"
#include "adapters/irc/reconnect.h"
#include "adapters/irc/session/session.h"
#include "adapters/irc/settings.h"
#include "adapters/net/talk/recall.h"
#include "adapters/net/transport.h"
#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/sender.h"
#include "games/shared/text.h"

#ifdef BELFRY_VERSION
#define VERSION_ANSWER "belfry " BELFRY_VERSION
#else
#define VERSION_ANSWER "belfry"
#endif

enum {
    PORTION_BYTES = 8192, /* of lines, written at once */
    CONGESTED_MS = 20     /* at most, until a connection that took nothing more is tried again */
};

struct irc_adapter {
    struct adapter base; /* the first member: the host holds its address */
    uv_loop_t *loop;
    const struct irc_settings *settings; /* the host's */
    struct adapter_listener listener;
    struct irc_session *session;
    struct transport *transport; /* NULL between connections */
    bool connected;
    bool dropping;              /* transport_close was called */
    uint16_t tls_port;          /* where the server wants us by STS; 0: as configured */
    struct irc_sts policy;      /* as it is stored */
    struct talk_recall *recall; /* of the policy */
    bool recalled;              /* the policy is known */
    uint16_t port;              /* of this connection */
    bool secure;                /* this connection is by TLS */
    uv_timer_t work;            /* when the session has something to do or a line may go */
    uv_timer_t reconnect;
    unsigned failures;
    unsigned bans;     /* in a row */
    int64_t congested; /* how often in a row the connection took nothing more */
    int timers;        /* not closed yet */
    bool closing;
    void (*closed)(void *context);
    void *closed_context;
};

static struct irc_adapter *adapter_of(struct adapter *base)
{
    return (struct irc_adapter *)base;
}

static int64_t now_of(const struct irc_adapter *adapter)
{
    return (int64_t)uv_now(adapter->loop);
}

static void drop(struct irc_adapter *adapter, bool flush)
{
    if (!adapter->transport || adapter->dropping)
        return;
    adapter->dropping = true;
    transport_close(adapter->transport, flush);
}

/* Collects lines that may go now. A private line goes alone: before it is taken, whatever was
 * collected must have left. Returns whether to ask again; if not, `*wait` is how long the next line
 * must wait, -1 for none. */
static bool collect(struct irc_adapter *adapter, struct text *portion, int64_t *wait)
{
    bool private = false;
    while (!private && portion->length + SENDER_LINE_MAX + sizeof "\r\n" <= portion->size) {
        private = irc_session_next_is_private(adapter->session);
        if (private && portion->length > 0)
            return true;
        const char *line = irc_session_next_line(adapter->session, now_of(adapter), wait);
        if (!line)
            return false;
        text_add(portion, line);
        text_add(portion, "\r\n");
    }
    return true;
}

/* Writes one portion: a whole table then takes one segment and one TLS record. Returns as collect()
 * does. */
static bool write_portion(struct irc_adapter *adapter, int64_t *wait)
{
    char bytes[PORTION_BYTES];
    struct text portion = TEXT_IN(bytes);
    bool more = collect(adapter, &portion, wait);
    if (portion.length == 0 || transport_write(adapter->transport, portion.bytes, portion.length))
        return more;
    log_warning("irc.write_failed", "network", adapter->base.network);
    drop(adapter, false);
    *wait = -1;
    return false;
}

/* Writes the lines that may go now. Nothing is taken from the session while the connection is
 * congested: there it is still addressed to a person, and a newer table replaces an older one.
 * Returns how long the next line must wait, -1 for none. */
static int64_t write_lines(struct irc_adapter *adapter)
{
    enum { SILENT_MS = 250 };
    const struct adapter_listener *listener = &adapter->listener;
    int64_t wait = -1;
    if (listener->may_speak && !listener->may_speak(listener->context, adapter->base.network, 0))
        return SILENT_MS;
    do {
        /* Most often the system passes it on at once; then nothing may overtake what waits here. */
        if (transport_waiting(adapter->transport) > 0)
            return adapter->congested < CONGESTED_MS ? adapter->congested++ : CONGESTED_MS;
        adapter->congested = 0;
    } while (write_portion(adapter, &wait));
    return wait;
}

static void on_work(uv_timer_t *timer);

/* Does what is due and sets the timer for what comes next. */
static void work(struct irc_adapter *adapter)
{
    if (!adapter->transport || !adapter->connected || adapter->dropping)
        return;
    int64_t now = now_of(adapter);
    int64_t deadline = irc_session_tick(adapter->session, now);
    int64_t wait = write_lines(adapter);
    if (irc_session_verdict(adapter->session).course != IRC_COURSE_STAY) {
        drop(adapter, true);
        return;
    }
    int64_t next = deadline > now ? deadline - now : 0;
    if (wait >= 0 && wait < next)
        next = wait;
    if (!adapter->dropping && next < INT64_C(1) << 40)
        uv_timer_start(&adapter->work, on_work, (uint64_t)next, 0);
}

static void on_work(uv_timer_t *timer)
{
    work(timer->data);
}

/* The caller may be in the middle of a turn, so lines are sent in the next turn of the loop. */
static void work_soon(struct irc_adapter *adapter)
{
    if (!adapter->closing && adapter->connected)
        uv_timer_start(&adapter->work, on_work, 0, 0);
}

/* The end */

static void on_timer_closed(uv_handle_t *handle)
{
    struct irc_adapter *adapter = handle->data;
    if (--adapter->timers > 0)
        return;
    void (*closed)(void *context) = adapter->closed;
    void *context = adapter->closed_context;
    irc_session_free(adapter->session);
    free(adapter);
    closed(context);
}

static void finish(struct irc_adapter *adapter)
{
    uv_close((uv_handle_t *)&adapter->work, on_timer_closed);
    uv_close((uv_handle_t *)&adapter->reconnect, on_timer_closed);
}

/* Connecting */

static int64_t wall_now(void)
{
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    return (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000;
}

static void on_connected(void *context, const char *address)
{
    struct irc_adapter *adapter = context;
    uint8_t seed[IRC_SEED_BYTES];
    randombytes_buf(seed, sizeof seed);
    log_info("irc.connected", "network", adapter->base.network, "address", address);
    irc_session_connected(adapter->session, adapter->secure, now_of(adapter), wall_now(), seed);
    adapter->connected = true;
    work(adapter);
}

/* STS */

static void store_policy(struct irc_adapter *adapter, const struct irc_sts *policy)
{
    char key_buffer[IRC_STS_KEY_MAX], value_buffer[IRC_STS_TEXT_MAX];
    struct text key = TEXT_IN(key_buffer), value = TEXT_IN(value_buffer);
    irc_sts_key(adapter->settings->host, &key);
    irc_sts_print(policy, &value);
    if (adapter->policy.port != policy->port)
        log_info("irc.sts", "network", adapter->base.network, "tls_only",
                 policy->port != 0 ? "yes" : "no");
    adapter->policy = *policy;
    adapter->listener.remember(adapter->listener.context, adapter->base.network, 0, key_buffer,
                               policy->port != 0 ? value_buffer : NULL);
}

/* Keeps what the server says, unless nobody checked that it is the server. `ending`: the time runs
 * from the end of the connection. */
static void keep_policy(struct irc_adapter *adapter, bool ending)
{
    struct irc_sts heard = {.port = adapter->port};
    if (!irc_session_sts(adapter->session, &heard.lasting) ||
        adapter->settings->verify == TLS_VERIFY_OFF)
        return;
    if (heard.lasting == 0) {
        adapter->tls_port = 0;
        if (adapter->policy.port != 0)
            store_policy(adapter, &(struct irc_sts){0});
        return;
    }
    heard.until = wall_now() + heard.lasting;
    if (ending || irc_sts_is_news(&adapter->policy, &heard))
        store_policy(adapter, &heard);
}

static void on_received(void *context, const char *bytes, size_t length)
{
    struct irc_adapter *adapter = context;
    irc_session_bytes(adapter->session, bytes, length, now_of(adapter));
    keep_policy(adapter, false);
    work(adapter);
}

static void on_reconnect(uv_timer_t *timer);

static void connect_after(struct irc_adapter *adapter, int64_t delay)
{
    uv_timer_start(&adapter->reconnect, on_reconnect, (uint64_t)delay, 0);
}

static void connect_again(struct irc_adapter *adapter, enum irc_reconnect_reason why)
{
    adapter->failures++;
    adapter->bans += why == IRC_RECONNECT_BARRED;
    unsigned times = why == IRC_RECONNECT_BARRED ? adapter->bans : adapter->failures;
    int64_t delay = irc_reconnect_delay(times, why, randombytes_random());
    delay = delay * adapter->settings->reconnect_after / IRC_RECONNECT_FIRST_MS;
    log_info("irc.reconnect", "network", adapter->base.network, "in_ms", LOG_NUMBER(delay));
    connect_after(adapter, delay);
}

/* Decides what follows when a connection or an attempt has ended. */
static void go_on(struct irc_adapter *adapter, struct irc_verdict verdict)
{
    switch (verdict.course) {
    case IRC_COURSE_STOP:
        log_error("irc.stopped", "network", adapter->base.network, "reason", verdict.reason);
        adapter->listener.failed(adapter->listener.context, adapter->base.network, verdict.reason);
        break;
    case IRC_COURSE_UPGRADE:
        adapter->tls_port = verdict.port;
        connect_after(adapter, 0);
        break;
    case IRC_COURSE_BARRED:
        log_error("irc.barred", "network", adapter->base.network, "reason", verdict.reason);
        connect_again(adapter, IRC_RECONNECT_BARRED);
        break;
    case IRC_COURSE_THROTTLED:
        connect_again(adapter, IRC_RECONNECT_THROTTLED);
        break;
    default:
        connect_again(adapter, IRC_RECONNECT_ORDINARY);
    }
}

static void on_closed(void *context, const char *reason, bool established)
{
    struct irc_adapter *adapter = context;
    struct irc_verdict verdict = {.course = IRC_COURSE_RECONNECT};
    int64_t since;
    if (adapter->connected) {
        verdict = irc_session_verdict(adapter->session);
        if (irc_session_ready(adapter->session, &since))
            adapter->failures = irc_reconnect_failures(adapter->failures, now_of(adapter) - since);
        if (adapter->failures == 0)
            adapter->bans = 0;
    }
    log_line(adapter->closing ? LOG_LEVEL_INFO : LOG_LEVEL_WARNING,
             established ? "irc.disconnected" : "irc.connect_failed", "network",
             adapter->base.network, "reason", *verdict.reason ? verdict.reason : reason,
             (const char *)NULL);
    adapter->transport = NULL;
    adapter->connected = adapter->dropping = false;
    uv_timer_stop(&adapter->work);
    keep_policy(adapter, true);
    irc_session_disconnected(adapter->session, now_of(adapter));
    if (adapter->closing)
        finish(adapter);
    else
        go_on(adapter, verdict);
}

/* Decides on the port, and on TLS. */
static void choose_port(struct irc_adapter *adapter)
{
    const struct irc_settings *settings = adapter->settings;
    uint16_t strict =
        adapter->tls_port ? adapter->tls_port : irc_sts_port(&adapter->policy, wall_now());
    bool moved = strict != 0 && !settings->tls;
    adapter->port = moved ? strict : (uint16_t)settings->port;
    adapter->secure = moved || settings->tls;
}

static void connect_now(struct irc_adapter *adapter)
{
    const struct irc_settings *settings = adapter->settings;
    choose_port(adapter);
    const struct transport_target target = {
        .host = settings->host,
        .port = adapter->port,
        .encrypted = adapter->secure,
        .terms = {.verify = (enum tls_verify)settings->verify,
                  .authority_file = settings->authority_file,
                  .pin = settings->pin,
                  .certificate_file = settings->certificate_file,
                  .key_file = settings->key_file},
        .bind_address = settings->bind_address,
        .connect_timeout = settings->connect_timeout,
    };
    const struct transport_listener listener = {.context = adapter,
                                                .connected = on_connected,
                                                .received = on_received,
                                                .closed = on_closed};
    char error[ERROR_BYTES] = "";
    log_info("irc.connecting", "network", adapter->base.network, "host", target.host, "port",
             LOG_NUMBER(target.port), "tls", target.encrypted ? "yes" : "no");
    adapter->transport = transport_connect(adapter->loop, &target, &listener, error, sizeof error);
    if (adapter->transport)
        return;
    log_error("irc.connect_failed", "network", adapter->base.network, "reason", error);
    connect_again(adapter, IRC_RECONNECT_ORDINARY);
}

static void on_policy(void *owner, const char *value)
{
    struct irc_adapter *adapter = owner;
    adapter->recalled = true;
    if (value && !irc_sts_parse(value, &adapter->policy))
        log_warning("irc.sts_unreadable", "network", adapter->base.network, "value", value);
    connect_now(adapter);
}

/* Before the first connection we must know whether it may go unencrypted. */
static void on_reconnect(uv_timer_t *timer)
{
    struct irc_adapter *adapter = timer->data;
    char buffer[IRC_STS_KEY_MAX];
    struct text key = TEXT_IN(buffer);
    if (adapter->recalled) {
        connect_now(adapter);
        return;
    }
    irc_sts_key(adapter->settings->host, &key);
    talk_recall_ask(&adapter->recall, &adapter->listener, adapter->base.network, buffer, on_policy,
                    adapter);
}

/* The class */

static struct adapter *open_adapter(uv_loop_t *loop, const char *network, const void *settings,
                                    const struct adapter_listener *listener, char *error,
                                    size_t error_size)
{
    if (sodium_init() < 0) {
        snprintf(error, error_size, "no random numbers for network %s", network);
        return NULL;
    }
    struct irc_adapter *adapter = memory_new(sizeof *adapter);
    struct text name = TEXT_IN(adapter->base.network);
    text_add(&name, network);
    adapter->base.class = &irc_adapter_class;
    adapter->loop = loop;
    adapter->settings = settings;
    adapter->listener = *listener;
    adapter->session = irc_session_new(network, settings, listener, VERSION_ANSWER);
    if (adapter->settings->admin_masks.count > 0)
        log_warning("irc.admin_masks", "network", network, "reason",
                    "a mask is weaker than an account: whoever gets the host is an admin");
    uv_timer_init(loop, &adapter->work);
    uv_timer_init(loop, &adapter->reconnect);
    adapter->work.data = adapter->reconnect.data = adapter;
    adapter->timers = 2;
    connect_after(adapter, 0);
    return &adapter->base;
}

static void say(struct adapter *base, const struct outbound *outbound)
{
    struct irc_adapter *adapter = adapter_of(base);
    irc_session_say(adapter->session, outbound, now_of(adapter));
    work_soon(adapter);
}

static bool shows_colours(const struct adapter *base, const char *place, bool asked)
{
    return irc_session_shows_colours(((const struct irc_adapter *)base)->session, place, asked);
}

static const char *prefix(const struct adapter *base, const char *place)
{
    return irc_session_prefix(((const struct irc_adapter *)base)->session, place);
}

static void join(struct adapter *base, const char *place)
{
    struct irc_adapter *adapter = adapter_of(base);
    irc_session_join(adapter->session, place);
    work_soon(adapter);
}

static bool find_place(const struct adapter *base, const char *here, const char *typed,
                       char place[PLACE_MAX])
{
    (void)here;
    return irc_session_find_place(((const struct irc_adapter *)base)->session, typed, place);
}

static bool find_person(const struct adapter *base, const char *here, const char *typed,
                        char who[IDENTITY_MAX], char name[NAME_MAX_BYTES])
{
    (void)here;
    return irc_session_find_person(((const struct irc_adapter *)base)->session, typed, who, name);
}

static bool fits(const struct adapter *base, const char *pattern, const char *identity)
{
    return irc_session_fits(((const struct irc_adapter *)base)->session, pattern, identity);
}

static bool has_place(const struct adapter *base, const char *place)
{
    return irc_session_has_place(((const struct irc_adapter *)base)->session, place);
}

static bool sees(const struct adapter *base, const char *place, const char *identity)
{
    return irc_session_sees(((const struct irc_adapter *)base)->session, place, identity);
}

static bool means(const struct adapter *base, const char *written, const char *identity)
{
    return irc_session_means(((const struct irc_adapter *)base)->session, written, identity);
}

static const char *own_name(const struct adapter *base)
{
    return irc_session_nick(((const struct irc_adapter *)base)->session);
}

static void forgive(struct adapter *base, const char *identity)
{
    irc_session_forgive(adapter_of(base)->session, identity);
}

static void count(const struct adapter *base, struct adapter_counters *counters)
{
    irc_session_count(((const struct irc_adapter *)base)->session, counters);
}

static void reload(struct adapter *base, const void *settings, char *unchanged,
                   size_t unchanged_size)
{
    struct irc_adapter *adapter = adapter_of(base);
    config_list_restarts(&irc_settings_section, adapter->settings, settings, unchanged,
                         unchanged_size);
    adapter->settings = settings;
    irc_session_reload(adapter->session, settings, now_of(adapter));
    work_soon(adapter);
}

static void close_adapter(struct adapter *base, const char *farewell, void (*closed)(void *context),
                          void *context)
{
    struct irc_adapter *adapter = adapter_of(base);
    adapter->closing = true;
    adapter->closed = closed;
    adapter->closed_context = context;
    uv_timer_stop(&adapter->work);
    uv_timer_stop(&adapter->reconnect);
    talk_recall_drop(&adapter->recall);
    if (!adapter->transport) {
        finish(adapter);
        return;
    }
    if (adapter->connected && !adapter->dropping) {
        int64_t wait;
        irc_session_quit(adapter->session, farewell, now_of(adapter));
        write_portion(adapter, &wait); /* nothing but the farewell is left */
    }
    drop(adapter, true);
}

const struct adapter_class irc_adapter_class = {
    .type = "irc",
    .page_lines = 4, /* about eight seconds at the default pace */
    .settings = &irc_settings_section,
    .open = open_adapter,
    .say = say,
    .shows_colours = shows_colours,
    .prefix = prefix,
    .join = join,
    .find_place = find_place,
    .means = means,
    .find_person = find_person,
    .fits = fits,
    .has_place = has_place,
    .sees = sees,
    .own_name = own_name,
    .forgive = forgive,
    .counters = count,
    .reload = reload,
    .close = close_adapter,
};
