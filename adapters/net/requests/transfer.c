#include "adapters/net/requests/transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/net/requests/service.h"
#include "bot/base/memory.h"

enum { BODY_FIRST = 4096, IDLE_PROBE_S = 60 };

enum content { CONTENT_NONE, CONTENT_JSON, CONTENT_MULTIPART, CONTENTS };

struct request_wire {
    const struct request_service *service;
    char *base, *authority_file, *user_agent;
    long connect_timeout;
    struct curl_slist *headers[2][CONTENTS]; /* without and with the authorization */
    struct request_listener listener;
};

struct request_transfer {
    const struct request_wire *wire;
    unsigned route;
    CURL *easy;
    curl_mime *multipart;
    void *owner;
    const char *unread; /* of content that is read once */
    struct request_facts facts;
    char *body;
    size_t length, capacity;
    char error[CURL_ERROR_SIZE];
};

/* -- What all have in common -- */

static struct curl_slist *header_add(struct curl_slist *list, const char *line)
{
    struct curl_slist *longer = curl_slist_append(list, line);
    if (longer == NULL)
        memory_end();
    return longer;
}

static struct curl_slist *headers_new(const char *authorization, enum content content)
{
    char line[1024];
    /* Without "Expect: 100-continue", which would cost a round trip. */
    struct curl_slist *list = header_add(NULL, "Expect:");
    if (content == CONTENT_NONE)
        list = header_add(list, "Content-Type:");
    if (content == CONTENT_JSON)
        list = header_add(list, "Content-Type: application/json");
    if (*authorization) {
        snprintf(line, sizeof line, "Authorization: %s", authorization);
        list = header_add(list, line);
        explicit_bzero(line, sizeof line);
    }
    return list;
}

struct request_wire *request_wire_new(const struct request_service *service,
                                      const struct request_settings *settings,
                                      const struct request_listener *listener)
{
    struct request_wire *wire = memory_new(sizeof *wire);
    wire->service = service;
    wire->listener = *listener;
    wire->base = memory_copy(settings->base);
    wire->authority_file = memory_copy(settings->authority_file);
    wire->user_agent = memory_copy(settings->user_agent);
    wire->connect_timeout = (long)settings->connect_timeout;
    for (enum content content = CONTENT_NONE; content < CONTENTS; content++) {
        wire->headers[0][content] = headers_new("", content);
        wire->headers[1][content] = headers_new(settings->authorization, content);
    }
    return wire;
}

static void headers_free(struct curl_slist *list)
{
    for (struct curl_slist *each = list; each; each = each->next)
        explicit_bzero(each->data, strlen(each->data));
    curl_slist_free_all(list);
}

void request_wire_free(struct request_wire *wire)
{
    for (int content = 0; content < CONTENTS; content++) {
        headers_free(wire->headers[0][content]);
        headers_free(wire->headers[1][content]);
    }
    free(wire->base);
    free(wire->authority_file);
    free(wire->user_agent);
    free(wire);
}

/* -- What comes in -- */

static size_t on_header(char *bytes, size_t size, size_t count, void *context)
{
    struct request_transfer *transfer = context;
    request_facts_header(&transfer->facts, transfer->wire->service, bytes, size * count);
    return size * count;
}

static bool make_room(struct request_transfer *transfer, size_t more)
{
    size_t wanted = transfer->length + more;
    size_t capacity = transfer->capacity ? transfer->capacity : BODY_FIRST;
    if (wanted > REQUEST_BODY_MAX)
        return false;
    while (capacity < wanted)
        capacity *= 2;
    if (capacity == transfer->capacity)
        return true;
    char *body = realloc(transfer->body, capacity);
    if (body == NULL)
        return false;
    transfer->body = body;
    transfer->capacity = capacity;
    return true;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    struct request_transfer *transfer = context;
    size_t more = size * count;
    if (!make_room(transfer, more))
        return 0;
    memcpy(transfer->body + transfer->length, bytes, more);
    transfer->length += more;
    return more;
}

/* -- What goes out -- */

static void add_part(struct request_transfer *transfer, const char *name, const char *type,
                     const void *bytes, size_t size, const char *file_name)
{
    curl_mimepart *part = curl_mime_addpart(transfer->multipart);
    curl_mime_name(part, name);
    curl_mime_type(part, type);
    curl_mime_data(part, bytes, size);
    if (file_name)
        curl_mime_filename(part, file_name);
}

static void set_multipart(struct request_transfer *transfer, const struct request_content *content)
{
    const struct request_file *file = content->file;
    transfer->multipart = curl_mime_init(transfer->easy);
    if (content->json)
        add_part(transfer, transfer->wire->service->json_part, "application/json", content->json,
                 strlen(content->json), NULL);
    add_part(transfer, file->part, file->type, file->bytes, file->size, file->name);
    curl_easy_setopt(transfer->easy, CURLOPT_MIMEPOST, transfer->multipart);
}

static bool may_send(const struct request_transfer *transfer)
{
    const struct request_listener *listener = &transfer->wire->listener;
    return listener->may_send == NULL || listener->may_send(listener->context);
}

/* The connection is there. */
static int on_ready(void *context, char *address, char *own_address, int port, int own_port)
{
    (void)address;
    (void)own_address;
    (void)port;
    (void)own_port;
    return may_send(context) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

static size_t on_read(char *buffer, size_t size, size_t count, void *context)
{
    struct request_transfer *transfer = context;
    if (!may_send(transfer))
        return CURL_READFUNC_ABORT;
    size_t length = strnlen(transfer->unread, size * count);
    memcpy(buffer, transfer->unread, length);
    transfer->unread += length;
    return length;
}

static void set_body(struct request_transfer *transfer, const char *json, bool once)
{
    curl_easy_setopt(transfer->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(json));
    if (!once) {
        curl_easy_setopt(transfer->easy, CURLOPT_POSTFIELDS, json);
        return;
    }
    transfer->unread = json;
    curl_easy_setopt(transfer->easy, CURLOPT_POST, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_READFUNCTION, on_read);
    curl_easy_setopt(transfer->easy, CURLOPT_READDATA, transfer);
}

/* A request that is not a GET says "Content-Length: 0" when it has no body. */
static enum content set_content(struct request_transfer *transfer,
                                const struct request_content *content)
{
    const char *method = content->route->method;
    bool get = strcmp(method, "GET") == 0;
    if (content->file != NULL) {
        set_multipart(transfer, content);
    } else if (content->json || !get) {
        set_body(transfer, content->json ? content->json : "", content->once);
    }
    if (!get)
        curl_easy_setopt(transfer->easy, CURLOPT_CUSTOMREQUEST, method);
    if (content->file != NULL)
        return CONTENT_MULTIPART;
    return content->json ? CONTENT_JSON : CONTENT_NONE;
}

static void set_connection(const struct request_wire *wire, CURL *easy, int64_t timeout)
{
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    /* Waits for the connection that is being made, to use one of its streams. */
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (*wire->authority_file)
        curl_easy_setopt(easy, CURLOPT_CAINFO, wire->authority_file);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, (long)IDLE_PROBE_S);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, wire->connect_timeout);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)timeout);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, wire->user_agent);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
}

struct request_transfer *request_transfer_new(struct request_wire *wire,
                                              const struct request_content *content,
                                              int64_t timeout, void *owner)
{
    char url[REQUEST_PATH_MAX + 512];
    CURL *easy = curl_easy_init();
    if (easy == NULL)
        return NULL;
    struct request_transfer *transfer = memory_new(sizeof *transfer);
    transfer->wire = wire;
    transfer->route = (unsigned)(content->route - wire->service->routes);
    transfer->easy = easy;
    transfer->owner = owner;
    request_facts_clear(&transfer->facts);
    snprintf(url, sizeof url, "%s%s", wire->base, content->path);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    set_connection(wire, easy, timeout);
    enum content kind = set_content(transfer, content);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, wire->headers[!content->route->carries_token][kind]);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_ready);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
    return transfer;
}

void request_transfer_free(struct request_transfer *transfer)
{
    if (transfer == NULL)
        return;
    curl_easy_cleanup(transfer->easy);
    curl_mime_free(transfer->multipart);
    free(transfer->body);
    free(transfer);
}

CURL *request_transfer_easy(struct request_transfer *transfer)
{
    return transfer->easy;
}

void *request_transfer_owner(CURL *easy)
{
    struct request_transfer *transfer = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    return transfer->owner;
}

/* -- The result -- */

/* Whether the request was sent: libcurl notes the time right before it sends. */
static bool was_sent(CURL *easy, CURLcode code)
{
    curl_off_t sent_at = 0;
    if (code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY ||
        code == CURLE_COULDNT_CONNECT || code == CURLE_SSL_CONNECT_ERROR ||
        code == CURLE_PEER_FAILED_VERIFICATION)
        return false;
    curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &sent_at);
    return sent_at > 0;
}

/* Only what may not go out is aborted by a callback. */
static enum request_arrival arrival_without_answer(CURL *easy, CURLcode code)
{
    if (code == CURLE_ABORTED_BY_CALLBACK)
        return REQUEST_WITHHELD;
    return was_sent(easy, code) ? REQUEST_UNANSWERED : REQUEST_UNSENT;
}

void request_transfer_result(struct request_transfer *transfer, CURLcode code,
                             struct request_result *result)
{
    struct text reason = TEXT_IN(result->reason);
    result->facts = &transfer->facts;
    result->json = NULL;
    if (code != CURLE_OK) {
        result->arrival = arrival_without_answer(transfer->easy, code);
        const char *error = *transfer->error ? transfer->error : curl_easy_strerror(code);
        text_add_printable(&reason, error, strlen(error));
        return;
    }
    const struct request_service *service = transfer->wire->service;
    result->arrival = REQUEST_ANSWERED;
    result->json = request_facts_body(&transfer->facts, service, transfer->route, transfer->body,
                                      transfer->length);
    if (transfer->facts.status < 200 || transfer->facts.status >= 300)
        service->explain(&transfer->facts, result->json, &reason);
}
