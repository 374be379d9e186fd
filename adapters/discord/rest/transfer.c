#include "adapters/discord/rest/transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/memory.h"

enum { BODY_FIRST = 4096, IDLE_PROBE_S = 60 };

enum content { CONTENT_NONE, CONTENT_JSON, CONTENT_MULTIPART, CONTENTS };

struct rest_wire {
    char *base, *authority_file, *user_agent;
    long connect_timeout;
    struct curl_slist *headers[2][CONTENTS]; /* without and with the bot's token */
};

struct rest_transfer {
    CURL *easy;
    curl_mime *multipart;
    void *owner;
    const char *unread; /* of a content that is read once */
    struct rest_facts facts;
    char *body;
    size_t length, capacity;
    char error[CURL_ERROR_SIZE];
};

/* --- what all have in common --- */

static struct curl_slist *header_add(struct curl_slist *list, const char *line)
{
    struct curl_slist *longer = curl_slist_append(list, line);
    if (longer == NULL)
        abort();
    return longer;
}

static struct curl_slist *headers_new(const char *token, enum content content)
{
    char line[1024];
    /* Waiting for leave to send the body costs a round trip. */
    struct curl_slist *list = header_add(NULL, "Expect:");
    if (content == CONTENT_NONE)
        list = header_add(list, "Content-Type:");
    if (content == CONTENT_JSON)
        list = header_add(list, "Content-Type: application/json");
    if (token) {
        snprintf(line, sizeof line, "Authorization: Bot %s", token);
        list = header_add(list, line);
        explicit_bzero(line, sizeof line);
    }
    return list;
}

struct rest_wire *rest_wire_new(const struct rest_settings *settings)
{
    struct rest_wire *wire = memory_new(sizeof *wire);
    wire->base = memory_copy(settings->base);
    wire->authority_file = memory_copy(settings->authority_file);
    wire->user_agent = memory_copy(settings->user_agent);
    wire->connect_timeout = (long)settings->connect_timeout;
    for (enum content content = CONTENT_NONE; content < CONTENTS; content++) {
        wire->headers[0][content] = headers_new(NULL, content);
        wire->headers[1][content] = headers_new(settings->token, content);
    }
    return wire;
}

static void headers_free(struct curl_slist *list)
{
    for (struct curl_slist *each = list; each; each = each->next)
        explicit_bzero(each->data, strlen(each->data));
    curl_slist_free_all(list);
}

void rest_wire_free(struct rest_wire *wire)
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

/* --- what comes --- */

static size_t on_header(char *bytes, size_t size, size_t count, void *context)
{
    struct rest_transfer *transfer = context;
    rest_facts_header(&transfer->facts, bytes, size * count);
    return size * count;
}

static bool make_room(struct rest_transfer *transfer, size_t more)
{
    size_t wanted = transfer->length + more;
    size_t capacity = transfer->capacity ? transfer->capacity : BODY_FIRST;
    if (wanted > REST_BODY_MAX)
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
    struct rest_transfer *transfer = context;
    size_t more = size * count;
    if (!make_room(transfer, more))
        return 0;
    memcpy(transfer->body + transfer->length, bytes, more);
    transfer->length += more;
    return more;
}

/* --- what goes --- */

static void add_part(struct rest_transfer *transfer, const char *name, const char *type,
                     const void *bytes, size_t size, const char *file_name)
{
    curl_mimepart *part = curl_mime_addpart(transfer->multipart);
    curl_mime_name(part, name);
    curl_mime_type(part, type);
    curl_mime_data(part, bytes, size);
    if (file_name)
        curl_mime_filename(part, file_name);
}

static void set_multipart(struct rest_transfer *transfer, const struct rest_content *content)
{
    char name[32];
    transfer->multipart = curl_mime_init(transfer->easy);
    if (content->json)
        add_part(transfer, "payload_json", "application/json", content->json, strlen(content->json),
                 NULL);
    for (size_t i = 0; i < content->file_count; i++) {
        const struct rest_file *file = &content->files[i];
        snprintf(name, sizeof name, "files[%zu]", i);
        add_part(transfer, name, file->type, file->bytes, file->size, file->name);
    }
    curl_easy_setopt(transfer->easy, CURLOPT_MIMEPOST, transfer->multipart);
}

static size_t on_read(char *buffer, size_t size, size_t count, void *context)
{
    struct rest_transfer *transfer = context;
    size_t length = strnlen(transfer->unread, size * count);
    memcpy(buffer, transfer->unread, length);
    transfer->unread += length;
    return length;
}

static void set_body(struct rest_transfer *transfer, const char *json, bool once)
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

/* Without a body, too, what is no GET says "Content-Length: 0". */
static enum content set_content(struct rest_transfer *transfer, const struct rest_content *content)
{
    const char *method = rest_routes[content->route].method;
    bool get = strcmp(method, "GET") == 0;
    if (content->file_count > 0) {
        set_multipart(transfer, content);
    } else if (content->json || !get) {
        set_body(transfer, content->json ? content->json : "", content->once);
    }
    if (!get)
        curl_easy_setopt(transfer->easy, CURLOPT_CUSTOMREQUEST, method);
    if (content->file_count > 0)
        return CONTENT_MULTIPART;
    return content->json ? CONTENT_JSON : CONTENT_NONE;
}

static void set_connection(const struct rest_wire *wire, CURL *easy, int64_t timeout)
{
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    /* Rather a stream of the connection that is being made than one more connection. */
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

struct rest_transfer *rest_transfer_new(struct rest_wire *wire, const struct rest_content *content,
                                        int64_t timeout, void *owner)
{
    char url[REST_PATH_MAX + 512];
    CURL *easy = curl_easy_init();
    if (easy == NULL)
        return NULL;
    struct rest_transfer *transfer = memory_new(sizeof *transfer);
    transfer->easy = easy;
    transfer->owner = owner;
    rest_facts_clear(&transfer->facts);
    snprintf(url, sizeof url, "%s%s", wire->base, content->path);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    set_connection(wire, easy, timeout);
    enum content kind = set_content(transfer, content);
    bool interaction = rest_routes[content->route].interaction;
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, wire->headers[!interaction][kind]);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
    return transfer;
}

void rest_transfer_free(struct rest_transfer *transfer)
{
    if (transfer == NULL)
        return;
    curl_easy_cleanup(transfer->easy);
    curl_mime_free(transfer->multipart);
    free(transfer->body);
    free(transfer);
}

CURL *rest_transfer_easy(struct rest_transfer *transfer)
{
    return transfer->easy;
}

void *rest_transfer_owner(CURL *easy)
{
    struct rest_transfer *transfer = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
    return transfer->owner;
}

/* --- what came of it --- */

/* Whether the request left us: libcurl notes the time right before it sends. */
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

void rest_transfer_result(struct rest_transfer *transfer, CURLcode code, struct rest_result *result)
{
    struct text reason = TEXT_IN(result->reason);
    result->facts = &transfer->facts;
    result->json = NULL;
    result->connections = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &result->connections);
    if (code != CURLE_OK) {
        result->arrival = was_sent(transfer->easy, code) ? REST_UNANSWERED : REST_UNSENT;
        const char *error = *transfer->error ? transfer->error : curl_easy_strerror(code);
        text_add_printable(&reason, error, strlen(error));
        return;
    }
    result->arrival = REST_ANSWERED;
    result->json = rest_facts_body(&transfer->facts, transfer->body, transfer->length);
    if (transfer->facts.status < 200 || transfer->facts.status >= 300)
        rest_facts_reason(&transfer->facts, result->json, &reason);
}
