#include "adapters/net/monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/net/lws_context.h"
#include "bot/base/memory.h"

enum { HEADERS_BYTES = 1024, KEEPALIVE_SECONDS = 60 };

struct monitor {
    struct lws_service *service;
    struct lws_vhost *host;
    struct lws_protocols protocols[2];
    const struct monitor_page *pages;
    void *context;
    bool closing; /* freed when the virtual host is destroyed */
};

/* What libwebsockets keeps for a connection: the page that is being sent. */
struct visit {
    char *bytes; /* LWS_PRE bytes of head room, then the page; NULL: nothing is being sent */
    size_t length;
    bool last; /* the connection closes after it */
};

static const char plain[] = "text/plain; charset=utf-8";

/* -- Answers -------------------------------------------------------------------------------------
 */

struct answer {
    unsigned status;
    const char *type;
    struct text page;
    bool head;  /* HEAD: without the page itself */
    bool other; /* neither GET nor HEAD */
};

static bool add_headers(struct lws *wsi, const struct answer *answer, bool last)
{
    unsigned char bytes[LWS_PRE + HEADERS_BYTES];
    unsigned char *start = bytes + LWS_PRE, *at = start, *end = bytes + sizeof bytes - 1;
    static const unsigned char allowed[] = "GET, HEAD", closing[] = "close", fresh[] = "no-store";
    if (lws_add_http_common_headers(wsi, answer->status, answer->type, answer->page.length, &at,
                                    end) ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CACHE_CONTROL, fresh, sizeof fresh - 1,
                                     &at, end) ||
        (answer->other && lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_ALLOW, allowed,
                                                       sizeof allowed - 1, &at, end)) ||
        (last && lws_add_http_header_by_token(wsi, WSI_TOKEN_CONNECTION, closing,
                                              sizeof closing - 1, &at, end)))
        return false;
    return lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

static int finish(struct lws *wsi, struct visit *visit)
{
    free(visit->bytes);
    visit->bytes = NULL;
    return visit->last || lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int send_answer(struct lws *wsi, struct visit *visit, const struct answer *answer)
{
    visit->length = answer->page.length;
    visit->last = answer->status != HTTP_STATUS_OK;
    if (!add_headers(wsi, answer, visit->last))
        return -1;
    if (answer->head)
        return finish(wsi, visit);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_page(struct lws *wsi, struct visit *visit)
{
    if (visit->bytes == NULL)
        return 0;
    int written = lws_write(wsi, (unsigned char *)visit->bytes + LWS_PRE, visit->length,
                            LWS_WRITE_HTTP_FINAL);
    return written < (int)visit->length ? -1 : finish(wsi, visit);
}

/* -- Requests ------------------------------------------------------------------------------------
 */

static const struct monitor_page *find_page(const struct monitor *monitor, const char *path,
                                            size_t length)
{
    for (const struct monitor_page *page = monitor->pages; page->path != NULL; page++)
        if (strlen(page->path) == length && memcmp(page->path, path, length) == 0)
            return page;
    return NULL;
}

static void write_answer(const struct monitor *monitor, const struct monitor_page *page,
                         struct answer *answer)
{
    if (answer->other) {
        answer->status = HTTP_STATUS_METHOD_NOT_ALLOWED;
        text_add(&answer->page, "only GET and HEAD\n");
    } else if (page == NULL) {
        answer->status = HTTP_STATUS_NOT_FOUND;
        text_add(&answer->page, "there is no such page; there is:");
        for (page = monitor->pages; page->path != NULL; page++)
            text_add_format(&answer->page, " %s", page->path);
        text_add(&answer->page, "\n");
    } else {
        answer->type = page->type;
        answer->status = page->write(monitor->context, &answer->page);
    }
    if (answer->page.truncated) {
        answer->type = plain;
        answer->status = HTTP_STATUS_INTERNAL_SERVER_ERROR;
        text_clear(&answer->page);
        text_add(&answer->page, "the page is too long\n");
    }
}

static int on_request(struct lws *wsi, struct visit *visit, const char *path, size_t length)
{
    const struct monitor *monitor = lws_get_protocol(wsi)->user;
    struct answer answer = {.type = plain,
                            .head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0};
    answer.other = !answer.head && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0;
    free(visit->bytes);
    visit->bytes = memory_new(LWS_PRE + MONITOR_PAGE_BYTES);
    answer.page = text_in(visit->bytes + LWS_PRE, MONITOR_PAGE_BYTES);
    write_answer(monitor, find_page(monitor, path, length), &answer);
    return send_answer(wsi, visit, &answer);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct visit *visit = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return on_request(wsi, visit, in, length);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return send_page(wsi, visit);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return -1;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (visit != NULL) {
            free(visit->bytes);
            visit->bytes = NULL;
        }
        return 0;
    default:
        return 0;
    }
}

/* -- Life ----------------------------------------------------------------------------------------
 */

static void on_host_gone(struct lws_vhost *host, void *context)
{
    struct monitor *monitor = context;
    (void)host;
    if (monitor->closing)
        free(monitor);
}

static bool listen_at(struct monitor *monitor, const struct monitor_address *address)
{
    struct lws_context_creation_info info = {0};
    info.port = address->port;
    info.iface = address->host;
    info.vhost_name = "monitor";
    info.protocols = monitor->protocols;
    info.keepalive_timeout = KEEPALIVE_SECONDS;
    info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    info.finalize = on_host_gone;
    info.finalize_arg = monitor;
    if (!address->six)
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    monitor->host = lws_create_vhost(lws_service_context(monitor->service), &info);
    return monitor->host != NULL;
}

struct monitor *monitor_open(uv_loop_t *loop, const struct monitor_address *address,
                             const struct monitor_page *pages, void *context, char *error,
                             size_t error_size)
{
    struct monitor *monitor = memory_new(sizeof *monitor);
    monitor->pages = pages;
    monitor->context = context;
    monitor->protocols[0] = (struct lws_protocols){.name = "monitor",
                                                   .callback = on_event,
                                                   .per_session_data_size = sizeof(struct visit),
                                                   .user = monitor};
    monitor->service = lws_service_take(loop, error, error_size);
    if (monitor->service == NULL) {
        free(monitor);
        return NULL;
    }
    if (!listen_at(monitor, address)) {
        snprintf(error, error_size, "nothing can listen at %s port %u: is it in use?",
                 address->host, address->port);
        lws_service_give_back(monitor->service);
        free(monitor);
        return NULL;
    }
    return monitor;
}

void monitor_close(struct monitor *monitor)
{
    if (monitor == NULL)
        return;
    struct lws_service *service = monitor->service;
    monitor->closing = true;
    lws_vhost_destroy(monitor->host);
    lws_service_give_back(service);
}
