#include "adapters/net/monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

#include "bot/base/log.h"
#include "bot/base/memory.h"

enum {
    REQUEST_BYTES = 4096,
    HEADERS_BYTES = 512,
    BACKLOG = 128,
    /* How long a client may take for a request and for an answer, and be silent between them. */
    REQUEST_MS = 5 * 1000,
    ANSWER_MS = 10 * 1000,
    SILENCE_MS = 60 * 1000
};

/* The descriptors that the monitor leaves to networks and the store. */
enum { DESCRIPTORS_KEPT = 32 };

/* Written once and sent as one piece. */
struct answer {
    uv_write_t request;
    struct visit *visit;
    bool last; /* the connection closes after it */
    char bytes[];
};

/* A client's connection. */
struct visit {
    struct monitor *monitor;
    uv_tcp_t socket;
    uv_timer_t deadline;
    unsigned handles; /* that are not closed yet */
    bool answering;
    uint64_t turn; /* counts on when a client came and when it was answered */
    size_t length;
    char request[REQUEST_BYTES];
};

struct monitor {
    uv_loop_t *loop;
    uv_tcp_t listener;
    const struct monitor_page *pages;
    void *context;
    struct visit *visits[MONITOR_VISITS_MAX]; /* open ones; NULL: a free place */
    uint64_t turns;
    unsigned users; /* the listener and the visits, closing ones too */
    size_t descriptors_max;
};

static const char plain[] = "text/plain; charset=utf-8";

/* -- The end ----------------------------------------------------------------------------------- */

static void leave(struct monitor *monitor)
{
    if (--monitor->users == 0)
        free(monitor);
}

static void on_listener_closed(uv_handle_t *handle)
{
    leave(handle->data);
}

static void on_visit_closed(uv_handle_t *handle)
{
    struct visit *visit = handle->data;
    if (--visit->handles > 0)
        return;
    leave(visit->monitor);
    free(visit);
}

static void hang_up(struct visit *visit)
{
    struct visit **places = visit->monitor->visits;
    if (uv_is_closing((uv_handle_t *)&visit->socket))
        return;
    for (size_t i = 0; i < MONITOR_VISITS_MAX; i++)
        if (places[i] == visit)
            places[i] = NULL;
    uv_close((uv_handle_t *)&visit->socket, on_visit_closed);
    uv_close((uv_handle_t *)&visit->deadline, on_visit_closed);
}

static void on_deadline(uv_timer_t *timer)
{
    hang_up(timer->data);
}

static void wait_at_most(struct visit *visit, uint64_t milliseconds)
{
    uv_timer_start(&visit->deadline, on_deadline, milliseconds, 0);
}

/* -- Answers ----------------------------------------------------------------------------------- */

static const char *status_name(unsigned status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 500:
        return "Internal Server Error";
    default:
        return "Service Unavailable";
    }
}

static void take_requests(struct visit *visit);

static void on_answered(uv_write_t *request, int status)
{
    struct answer *answer = request->data;
    struct visit *visit = answer->visit;
    visit->answering = false;
    visit->turn = visit->monitor->turns++;
    if (status != 0 || answer->last)
        hang_up(visit);
    else if (!uv_is_closing((uv_handle_t *)&visit->socket))
        take_requests(visit);
    free(answer);
}

/* What is asked for. */
struct question {
    bool valid;
    bool head;  /* without the page itself */
    bool other; /* neither GET nor HEAD */
    bool last;  /* the client hangs up after it, or says more than we read */
    const char *path;
    size_t path_length;
};

static const struct monitor_page *find_page(const struct monitor *monitor,
                                            const struct question *question)
{
    for (const struct monitor_page *page = monitor->pages; page->path != NULL; page++)
        if (strlen(page->path) == question->path_length &&
            memcmp(page->path, question->path, question->path_length) == 0)
            return page;
    return NULL;
}

static void list_pages(const struct monitor *monitor, struct text *out)
{
    text_add(out, "there is no such page; there is:");
    for (const struct monitor_page *page = monitor->pages; page->path != NULL; page++)
        text_add_format(out, " %s", page->path);
    text_add(out, "\n");
}

/* Writes the page and returns its status. */
static unsigned write_page(const struct monitor *monitor, const struct question *question,
                           struct text *out, const char **type)
{
    const struct monitor_page *page = question->valid ? find_page(monitor, question) : NULL;
    unsigned status = 404;
    *type = plain;
    if (!question->valid) {
        status = 400;
        text_add(out, "this is no request\n");
    } else if (question->other) {
        status = 405;
        text_add(out, "only GET and HEAD\n");
    } else if (page == NULL) {
        list_pages(monitor, out);
    } else {
        *type = page->type;
        status = page->write(monitor->context, out);
    }
    if (!out->truncated)
        return status;
    *type = plain;
    text_clear(out);
    text_add(out, "the page is too long\n");
    return 500;
}

static void write_headers(struct text *out, unsigned status, const char *type, size_t length,
                          bool last)
{
    text_add_format(out,
                    "HTTP/1.1 %u %s\r\ncontent-type: %s\r\ncontent-length: %zu\r\n"
                    "cache-control: no-store\r\n",
                    status, status_name(status), type, length);
    if (status == 405)
        text_add(out, "allow: GET, HEAD\r\n");
    if (last)
        text_add(out, "connection: close\r\n");
    text_add(out, "\r\n");
}

static void answer_question(struct visit *visit, const struct question *question)
{
    char headers_buffer[HEADERS_BYTES];
    struct text headers = TEXT_IN(headers_buffer);
    struct answer *answer = memory_new(sizeof *answer + HEADERS_BYTES + MONITOR_PAGE_BYTES);
    struct text page = text_in(answer->bytes + HEADERS_BYTES, MONITOR_PAGE_BYTES);
    const char *type;
    unsigned status = write_page(visit->monitor, question, &page, &type);
    answer->visit = visit;
    answer->request.data = answer;
    answer->last = status != 200 || question->last;
    write_headers(&headers, status, type, page.length, answer->last);
    /* Both as one piece, the headers right before the page. */
    char *begin = answer->bytes + HEADERS_BYTES - headers.length;
    memcpy(begin, headers.bytes, headers.length);
    uv_buf_t buffer =
        uv_buf_init(begin, (unsigned)(headers.length + (question->head ? 0 : page.length)));
    visit->answering = true;
    uv_read_stop((uv_stream_t *)&visit->socket);
    wait_at_most(visit, ANSWER_MS);
    if (uv_write(&answer->request, (uv_stream_t *)&visit->socket, &buffer, 1, on_answered) != 0) {
        free(answer);
        hang_up(visit);
    }
}

/* -- Requests ---------------------------------------------------------------------------------- */

static bool begins(const char *line, const char *with)
{
    return strncasecmp(line, with, strlen(with)) == 0;
}

/* `line` without its end: "GET /health HTTP/1.1". */
static void read_first_line(struct question *question, const char *line)
{
    size_t method = strcspn(line, " ");
    const char *path = line + method + (line[method] == ' ');
    size_t length = strcspn(path, " ");
    const char *version = path + length + (path[length] == ' ');
    question->valid = method > 0 && *path == '/' && begins(version, "HTTP/1.");
    question->head = begins(line, "HEAD ");
    question->other = !question->head && !begins(line, "GET ");
    question->last = strcmp(version, "HTTP/1.1") != 0;
    question->path = path;
    question->path_length = strcspn(path, " ?");
}

static void read_header(struct question *question, const char *line)
{
    if (begins(line, "upgrade:"))
        question->valid = false;
    if (begins(line, "connection:") && strcasestr(line, "close") != NULL)
        question->last = true;
    if (begins(line, "content-length:") || begins(line, "transfer-encoding:"))
        question->last = true;
}

/* `request`: a line, headers, and the empty line that ends them, which is not part of it. */
static struct question read_question(char *request)
{
    struct question question = {0};
    char *line = request;
    for (char *end; (end = strstr(line, "\r\n")) != NULL; line = end + 2) {
        *end = '\0';
        if (line == request)
            read_first_line(&question, line);
        else
            read_header(&question, line);
    }
    return question;
}

/* Answers what has come, unless it is not whole yet. */
static bool answer_next(struct visit *visit)
{
    static const char end[] = "\r\n\r\n";
    char request[REQUEST_BYTES + 1];
    const char *found = memmem(visit->request, visit->length, end, sizeof end - 1);
    if (found == NULL && visit->length < REQUEST_BYTES)
        return false;
    if (found == NULL || memchr(visit->request, '\0', visit->length) != NULL) {
        hang_up(visit);
        return true;
    }
    size_t length = (size_t)(found - visit->request) + sizeof end - 1;
    memcpy(request, visit->request, length - 2);
    request[length - 2] = '\0';
    visit->length -= length;
    memmove(visit->request, visit->request + length, visit->length);
    const struct question question = read_question(request);
    answer_question(visit, &question);
    return true;
}

static void on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    struct visit *visit = handle->data;
    (void)wanted;
    *buffer =
        uv_buf_init(visit->request + visit->length, (unsigned)(REQUEST_BYTES - visit->length));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct visit *visit = stream->data;
    (void)buffer;
    if (count < 0) {
        hang_up(visit);
        return;
    }
    /* Further bytes of a request bring no further time. */
    if (visit->length == 0 && count > 0)
        wait_at_most(visit, REQUEST_MS);
    visit->length += (size_t)count;
    answer_next(visit);
}

/* After an answer. */
static void take_requests(struct visit *visit)
{
    wait_at_most(visit, visit->length > 0 ? REQUEST_MS : SILENCE_MS);
    if (!answer_next(visit) && uv_read_start((uv_stream_t *)&visit->socket, on_room, on_read) != 0)
        hang_up(visit);
}

/* -- Visits ------------------------------------------------------------------------------------ */

static struct visit *visit_new(struct monitor *monitor)
{
    struct visit *visit = memory_new(sizeof *visit);
    visit->monitor = monitor;
    visit->turn = monitor->turns++;
    visit->handles = 2;
    uv_tcp_init(monitor->loop, &visit->socket);
    uv_timer_init(monitor->loop, &visit->deadline);
    visit->socket.data = visit->deadline.data = visit;
    monitor->users++;
    return visit;
}

/* Descriptors are given out from the smallest: a large one says that nearly all are in use. */
static bool leaves_descriptors(const struct visit *visit)
{
    uv_os_fd_t descriptor;
    if (uv_fileno((const uv_handle_t *)&visit->socket, &descriptor) == 0 &&
        (size_t)descriptor + DESCRIPTORS_KEPT < visit->monitor->descriptors_max)
        return true;
    log_warning("monitor.refused", "reason", "the descriptors that are left are for networks");
    return false;
}

/* Returns a free place. When there is none, the visit that has asked nothing for the longest time
 * goes; NULL: all are being answered. */
static struct visit **find_place(struct monitor *monitor)
{
    struct visit **place = NULL;
    for (size_t i = 0; i < MONITOR_VISITS_MAX; i++) {
        struct visit **other = &monitor->visits[i];
        if (*other == NULL)
            return other;
        if (!(*other)->answering && (place == NULL || (*other)->turn < (*place)->turn))
            place = other;
    }
    log_warning("monitor.crowded", "connections", LOG_NUMBER(MONITOR_VISITS_MAX));
    if (place != NULL)
        hang_up(*place);
    return place;
}

static void on_visitor(uv_stream_t *listener, int status)
{
    struct monitor *monitor = listener->data;
    if (status < 0) {
        log_warning("monitor.refused", "reason", uv_strerror(status));
        return;
    }
    struct visit *visit = visit_new(monitor);
    struct visit **place =
        uv_accept(listener, (uv_stream_t *)&visit->socket) == 0 && leaves_descriptors(visit)
            ? find_place(monitor)
            : NULL;
    if (place != NULL)
        *place = visit;
    wait_at_most(visit, REQUEST_MS);
    if (place == NULL || uv_read_start((uv_stream_t *)&visit->socket, on_room, on_read) != 0)
        hang_up(visit);
}

/* -- Life -------------------------------------------------------------------------------------- */

static int listen_at(struct monitor *monitor, const struct monitor_address *address)
{
    struct sockaddr_storage where = {0};
    int status = address->six
                     ? uv_ip6_addr(address->host, address->port, (struct sockaddr_in6 *)&where)
                     : uv_ip4_addr(address->host, address->port, (struct sockaddr_in *)&where);
    if (status == 0)
        status = uv_tcp_bind(&monitor->listener, (const struct sockaddr *)&where, 0);
    return status != 0 ? status : uv_listen((uv_stream_t *)&monitor->listener, BACKLOG, on_visitor);
}

static size_t most_descriptors(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY
               ? (size_t)limit.rlim_cur
               : SIZE_MAX;
}

struct monitor *monitor_open(uv_loop_t *loop, const struct monitor_address *address,
                             const struct monitor_page *pages, void *context, char *error,
                             size_t error_size)
{
    struct monitor *monitor = memory_new(sizeof *monitor);
    monitor->loop = loop;
    monitor->pages = pages;
    monitor->context = context;
    monitor->users = 1;
    monitor->descriptors_max = most_descriptors();
    uv_tcp_init(loop, &monitor->listener);
    monitor->listener.data = monitor;
    if (listen_at(monitor, address) == 0)
        return monitor;
    snprintf(error, error_size, "nothing can listen at %s port %u: is it in use?", address->host,
             address->port);
    uv_close((uv_handle_t *)&monitor->listener, on_listener_closed);
    return NULL;
}

void monitor_close(struct monitor *monitor)
{
    if (monitor == NULL)
        return;
    for (size_t i = 0; i < MONITOR_VISITS_MAX; i++)
        if (monitor->visits[i] != NULL)
            hang_up(monitor->visits[i]);
    uv_close((uv_handle_t *)&monitor->listener, on_listener_closed);
}
