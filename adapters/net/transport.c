#include "adapters/net/transport.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/net/link.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

enum { HOST_MAX = 254 };

/* A look-up may outlive its transport. */
struct transport_lookup {
    uv_getaddrinfo_t request;
    struct transport *transport; /* NULL: the transport is gone */
};

struct transport_address {
    struct sockaddr_storage where;
    struct link *link; /* NULL before the try and after its failure */
    char text[INET6_ADDRSTRLEN];
};

struct transport {
    uv_loop_t *loop;
    struct transport_listener listener;
    struct link_listener link_listener;
    struct tls_policy *policy; /* NULL without TLS */
    bool unverified;
    char host[HOST_MAX];
    struct sockaddr_storage from;    /* ss_family 0: any */
    struct transport_lookup *lookup; /* while it runs */
    uv_timer_t deadline;             /* for connecting; later, for flushing */
    uv_timer_t head_start;
    int handles; /* timers and links that are not closed yet */
    struct transport_address addresses[TRANSPORT_ADDRESSES_MAX];
    size_t address_count;
    size_t tried;
    struct link *winner;
    bool flushing, closing;
    enum link_stage reason_stage;
    char reason[TLS_REASON_MAX];
};

/* --- the end --- */

static void tell_closed_if_all_closed(struct transport *transport)
{
    if (!transport->closing || transport->handles > 0)
        return;
    transport->listener.closed(transport->listener.context, transport->reason,
                               transport->winner != NULL);
    tls_policy_free(transport->policy);
    free(transport);
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct transport *transport = handle->data;

    transport->handles--;
    tell_closed_if_all_closed(transport);
}

static void finish(struct transport *transport, const char *reason)
{
    if (transport->closing)
        return;
    transport->closing = true;
    if (reason != transport->reason)
        snprintf(transport->reason, sizeof(transport->reason), "%s", reason);
    if (transport->lookup) {
        transport->lookup->transport = NULL;
        uv_cancel((uv_req_t *)&transport->lookup->request);
        transport->lookup = NULL;
    }
    for (size_t i = 0; i < transport->address_count; i++) {
        if (transport->addresses[i].link)
            link_close(transport->addresses[i].link, "");
    }
    uv_close((uv_handle_t *)&transport->deadline, on_timer_closed);
    uv_close((uv_handle_t *)&transport->head_start, on_timer_closed);
}

/* --- the race --- */

static struct transport_address *address_of(struct transport *transport, const struct link *link)
{
    struct transport_address *address = transport->addresses;

    while (address->link != link)
        address++;
    return address;
}

static void on_head_start_over(uv_timer_t *timer);

static void try_next_address(struct transport *transport)
{
    struct transport_address *address = &transport->addresses[transport->tried++];
    const struct sockaddr *from =
        transport->from.ss_family ? (const struct sockaddr *)&transport->from : NULL;

    /* The next address may start before the last one's head start is over. */
    uv_timer_stop(&transport->head_start);
    address->link = link_open(transport->loop, (const struct sockaddr *)&address->where, from,
                              transport->policy, &transport->link_listener);
    transport->handles++;
    log_debug("net.connecting", "host", transport->host, "address", address->text);
    if (transport->tried < transport->address_count)
        uv_timer_start(&transport->head_start, on_head_start_over, TRANSPORT_HEAD_START_MS, 0);
}

static void on_head_start_over(uv_timer_t *timer)
{
    try_next_address(timer->data);
}

static void on_link_ready(void *context, struct link *link)
{
    struct transport *transport = context;
    struct transport_address *address = address_of(transport, link);

    if (transport->closing || transport->winner)
        return; /* it is being closed */
    transport->winner = link;
    uv_timer_stop(&transport->deadline);
    uv_timer_stop(&transport->head_start);
    for (size_t i = 0; i < transport->tried; i++) {
        if (transport->addresses[i].link && transport->addresses[i].link != link)
            link_close(transport->addresses[i].link, "another address was faster");
    }
    if (transport->unverified)
        log_warning("net.unverified", "host", transport->host, "address", address->text, "reason",
                    "verification is off: anybody in between can read and change everything");
    transport->listener.connected(transport->listener.context, address->text);
}

static void on_link_received(void *context, struct link *link, const char *bytes, size_t length)
{
    struct transport *transport = context;

    if (!transport->closing && !transport->flushing && link == transport->winner)
        transport->listener.received(transport->listener.context, bytes, length);
}

/* The failure of the link that got farthest tells most. */
static void note_failure(struct transport *transport, enum link_stage stage, const char *reason)
{
    if (stage >= transport->reason_stage) {
        transport->reason_stage = stage;
        snprintf(transport->reason, sizeof(transport->reason), "%s", reason);
    }
}

static bool any_link(const struct transport *transport)
{
    for (size_t i = 0; i < transport->tried; i++) {
        if (transport->addresses[i].link)
            return true;
    }
    return false;
}

static void on_link_gone(void *context, struct link *link, enum link_stage stage,
                         const char *reason)
{
    struct transport *transport = context;
    struct transport_address *address = address_of(transport, link);

    address->link = NULL;
    transport->handles--;
    if (transport->closing) {
        tell_closed_if_all_closed(transport);
    } else if (link == transport->winner) {
        finish(transport, transport->flushing ? "closed by us" : reason);
    } else if (!transport->winner) {
        log_debug("net.connecting_failed", "host", transport->host, "address", address->text,
                  "reason", reason);
        note_failure(transport, stage, reason);
        if (transport->tried < transport->address_count)
            try_next_address(transport);
        else if (!any_link(transport))
            finish(transport, transport->reason);
    }
}

/* --- the look-up --- */

static void add_address(struct transport *transport, const struct addrinfo *info)
{
    struct transport_address *address = &transport->addresses[transport->address_count++];

    memcpy(&address->where, info->ai_addr, info->ai_addrlen);
    uv_ip_name(info->ai_addr, address->text, sizeof(address->text));
}

static const struct addrinfo *of_family(const struct addrinfo *info, int family)
{
    while (info && info->ai_family != family)
        info = info->ai_next;
    return info;
}

/* Alternates IPv6 and IPv4, beginning with IPv6, each in the resolver's order. */
static void take_addresses(struct transport *transport, const struct addrinfo *found)
{
    const struct addrinfo *six = of_family(found, AF_INET6);
    const struct addrinfo *four = of_family(found, AF_INET);

    while ((six || four) && transport->address_count < TRANSPORT_ADDRESSES_MAX) {
        bool take_six = six && (!four || transport->address_count % 2 == 0);

        add_address(transport, take_six ? six : four);
        if (take_six)
            six = of_family(six->ai_next, AF_INET6);
        else
            four = of_family(four->ai_next, AF_INET);
    }
}

static const char *lookup_reason(int status)
{
    return status == UV_EAI_NONAME || status == UV_EAI_NODATA ? "no such host"
                                                              : uv_strerror(status);
}

static void on_lookup_done(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
    struct transport_lookup *lookup = request->data;
    struct transport *transport = lookup->transport;

    free(lookup);
    if (transport) {
        transport->lookup = NULL;
        take_addresses(transport, found);
        if (transport->address_count > 0) {
            try_next_address(transport);
        } else {
            snprintf(transport->reason, sizeof(transport->reason), "%s: %s", transport->host,
                     lookup_reason(status ? status : UV_EAI_NODATA));
            finish(transport, transport->reason);
        }
    }
    uv_freeaddrinfo(found);
}

static bool lookup_start(struct transport *transport, uint16_t port, char *error, size_t error_size)
{
    const struct addrinfo hints = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct transport_lookup *lookup = memory_new(sizeof(*lookup));
    char service[8];
    int status;

    snprintf(service, sizeof(service), "%u", (unsigned)port);
    lookup->request.data = lookup;
    lookup->transport = transport;
    status = uv_getaddrinfo(transport->loop, &lookup->request, on_lookup_done, transport->host,
                            service, &hints);
    if (status != 0) {
        free(lookup);
        snprintf(error, error_size, "%s: %s", transport->host, uv_strerror(status));
        return false;
    }
    transport->lookup = lookup;
    return true;
}

/* --- from outside --- */

static void on_deadline(uv_timer_t *timer)
{
    struct transport *transport = timer->data;

    if (transport->flushing)
        finish(transport, "closed by us");
    else if (*transport->reason)
        finish(transport, transport->reason);
    else
        finish(transport, "timed out");
}

static bool take_target(struct transport *transport, const struct transport_target *target,
                        char *error, size_t error_size)
{
    size_t length = strlen(target->host);

    if (length == 0 || length >= sizeof(transport->host) || target->port == 0) {
        snprintf(error, error_size, "not a host name and a port");
        return false;
    }
    memcpy(transport->host, target->host, length + 1);
    if (*target->bind_address &&
        uv_ip4_addr(target->bind_address, 0, (struct sockaddr_in *)&transport->from) != 0 &&
        uv_ip6_addr(target->bind_address, 0, (struct sockaddr_in6 *)&transport->from) != 0) {
        snprintf(error, error_size, "not a numeric address: %s", target->bind_address);
        return false;
    }
    if (!target->encrypted)
        return true;
    transport->unverified = target->terms.verify == TLS_VERIFY_OFF;
    transport->policy = tls_policy_new(target->host, &target->terms, error, error_size);
    return transport->policy != NULL;
}

static void start_timers(struct transport *transport, int64_t connect_timeout)
{
    if (connect_timeout <= 0)
        connect_timeout = TRANSPORT_CONNECT_TIMEOUT_MS;
    uv_timer_init(transport->loop, &transport->deadline);
    uv_timer_init(transport->loop, &transport->head_start);
    transport->deadline.data = transport->head_start.data = transport;
    transport->handles = 2;
    uv_timer_start(&transport->deadline, on_deadline, (uint64_t)connect_timeout, 0);
}

struct transport *transport_connect(uv_loop_t *loop, const struct transport_target *target,
                                    const struct transport_listener *listener, char *error,
                                    size_t error_size)
{
    struct transport *transport = memory_new(sizeof(*transport));

    transport->loop = loop;
    transport->listener = *listener;
    transport->link_listener = (struct link_listener){.context = transport,
                                                      .ready = on_link_ready,
                                                      .received = on_link_received,
                                                      .gone = on_link_gone};
    if (!take_target(transport, target, error, error_size) ||
        !lookup_start(transport, target->port, error, error_size)) {
        tls_policy_free(transport->policy);
        free(transport);
        return NULL;
    }
    start_timers(transport, target->connect_timeout);
    return transport;
}

bool transport_write(struct transport *transport, const char *bytes, size_t length)
{
    if (!transport->winner || transport->flushing || transport->closing)
        return false;
    return link_write(transport->winner, bytes, length, TRANSPORT_OUT_MAX);
}

size_t transport_waiting(const struct transport *transport)
{
    return transport->winner && !transport->closing ? link_waiting(transport->winner) : 0;
}

void transport_close(struct transport *transport, bool flush)
{
    if (transport->closing || (flush && transport->flushing))
        return;
    if (!flush || !transport->winner) {
        finish(transport, "closed by us");
        return;
    }
    transport->flushing = true;
    uv_timer_start(&transport->deadline, on_deadline, TRANSPORT_FLUSH_MS, 0);
    link_finish(transport->winner);
}
