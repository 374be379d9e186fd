/* The network of programs on the loop: who comes and goes, whose turn it is to be heard, and the
 * class. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <utlist.h>

#include "adapters/protocol/adapter_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

enum {
    BACKLOG = 64,
    CLOSE_MS = 1500,
    PAUSE_MS = 10 /* until somebody who is too fast is heard again */
};

static struct protocol_adapter *adapter_of(const struct adapter *base)
{
    return (struct protocol_adapter *)(uintptr_t)base;
}

struct program *protocol_find_named(const struct protocol_adapter *adapter, const char *name)
{
    struct program *program = adapter->programs;
    while (program != NULL && strcmp(program->name, name) != 0)
        program = program->next;
    return program;
}

/* -- Work -------------------------------------------------------------------------------------- */

static void hear(struct protocol_adapter *adapter, struct program *program)
{
    char line[REQUEST_LINE_MAX];
    size_t length;
    enum client_line taken = client_take(&program->client, line, &length);
    if (taken == CLIENT_LINE)
        protocol_take_line(adapter, program, line, length);
    else if (taken == CLIENT_TOO_LONG)
        protocol_complain(adapter, program, NULL, "too-long", "");
}

static bool is_ending(const struct protocol_adapter *adapter)
{
    const struct program *program = adapter->programs;
    while (program != NULL && !program->client.closing)
        program = program->next;
    return program != NULL;
}

/* What waits after one line of everybody who may be heard. */
enum waiting { WAITING_NONE, WAITING_FOR_PACE, WAITING_NOW };

static enum waiting hear_once(struct protocol_adapter *adapter, struct program *program,
                              bool ending)
{
    struct client *client = &program->client;
    if (client->closing)
        return WAITING_NONE;
    if (!client_has_line(client)) {
        if (client->ended)
            client_close(client);
        return WAITING_NONE;
    }
    /* A name may still be that of a program that ends just now. */
    if (ending && program->name[0] == '\0')
        return WAITING_NOW;
    if (!client_may(client, adapter->settings->pace, uv_hrtime()))
        return WAITING_FOR_PACE;
    hear(adapter, program);
    return client_has_line(client) || client->ended ? WAITING_NOW : WAITING_NONE;
}

static void work(uv_idle_t *handle);

static void work_soon(struct protocol_adapter *adapter)
{
    if (!adapter->closing)
        uv_idle_start(&adapter->work, work);
}

static void pause_over(uv_timer_t *handle)
{
    work_soon(handle->data);
}

/* One line of everybody, so that nobody holds up the others. */
static void work(uv_idle_t *handle)
{
    struct protocol_adapter *adapter = handle->data;
    enum waiting most = WAITING_NONE;
    bool ending = is_ending(adapter);
    struct program *program;
    DL_FOREACH (adapter->programs, program) {
        enum waiting waiting =
            adapter->closing ? WAITING_NONE : hear_once(adapter, program, ending);
        if (waiting > most)
            most = waiting;
    }
    if (most != WAITING_NOW)
        uv_idle_stop(handle);
    if (most == WAITING_FOR_PACE && !adapter->closing)
        uv_timer_start(&adapter->pause, pause_over, PAUSE_MS, 0);
}

static void heard(void *context)
{
    work_soon(context);
}

/* -- Coming and going -------------------------------------------------------------------------- */

static void release(struct protocol_adapter *adapter)
{
    if (adapter->handles > 0)
        return;
    void (*closed)(void *) = adapter->closed;
    void *context = adapter->closed_context;
    struct open_place *place, *next;
    LL_FOREACH_SAFE (adapter->places, place, next)
        free(place);
    free(adapter);
    closed(context);
}

static void handle_closed(uv_handle_t *handle)
{
    struct protocol_adapter *adapter = handle->data;
    adapter->handles--;
    release(adapter);
}

/* The timer, which cuts off those who do not read, goes with the last program. */
static void end_when_alone(struct protocol_adapter *adapter)
{
    if (adapter->programs == NULL && !uv_is_closing((uv_handle_t *)&adapter->pause))
        uv_close((uv_handle_t *)&adapter->pause, handle_closed);
}

static void gone(void *context, struct client *client)
{
    struct protocol_adapter *adapter = context;
    struct program *program = (struct program *)client;
    const struct adapter_listener *listener = &adapter->listener;
    DL_DELETE(adapter->programs, program);
    adapter->program_count--;
    if (program->name[0] != '\0' && !adapter->closing)
        listener->left(listener->context, adapter->base.network, "", program->identity,
                       LEFT_NETWORK);
    free(program);
    if (adapter->closing)
        end_when_alone(adapter);
}

static void connected(uv_stream_t *server, int status)
{
    struct protocol_adapter *adapter = server->data;
    if (status < 0) {
        log_warning("protocol.not-accepted", "network", adapter->base.network, "reason",
                    uv_strerror(status));
        return;
    }
    const struct client_listener listener = {adapter, heard, gone};
    struct program *program = memory_new(sizeof *program);
    program->number = ++adapter->numbers;
    DL_APPEND(adapter->programs, program);
    adapter->program_count++;
    if (!client_open(&program->client, server, &listener))
        return;
    if (adapter->program_count <= (size_t)adapter->settings->clients) {
        protocol_greet(adapter, program);
    } else {
        protocol_complain(adapter, program, NULL, "crowded", "");
        client_finish(&program->client);
    }
}

static void forget(uv_handle_t *handle)
{
    free(handle->data);
}

static int listen_at(uv_loop_t *loop, struct protocol_adapter *adapter)
{
    uv_pipe_init(loop, &adapter->server, 0);
    adapter->server.data = adapter;
    int status = uv_pipe_open(&adapter->server, adapter->socket.descriptor);
    return status != 0 ? status : uv_listen((uv_stream_t *)&adapter->server, BACKLOG, connected);
}

/* In a store that is shared, the lease says whose the path is: a process that still listens there
 * has lost it. */
static bool make_socket(struct protocol_adapter *adapter, struct text *error)
{
    static const mode_t owner = S_IRUSR | S_IWUSR, group = S_IRGRP | S_IWGRP,
                        others = S_IROTH | S_IWOTH;
    static const mode_t modes[] = {[PROTOCOL_OWNER] = owner,
                                   [PROTOCOL_GROUP] = owner | group,
                                   [PROTOCOL_EVERYBODY] = owner | group | others};
    return protocol_socket_make(&adapter->socket, adapter->settings->socket,
                                modes[adapter->settings->mode], adapter->listener.shared, error);
}

static void start_handles(uv_loop_t *loop, struct protocol_adapter *adapter)
{
    uv_idle_init(loop, &adapter->work);
    uv_timer_init(loop, &adapter->pause);
    adapter->work.data = adapter->pause.data = adapter;
    adapter->handles = 3;
}

static struct adapter *open_adapter(uv_loop_t *loop, const char *network, const void *settings,
                                    const struct adapter_listener *listener, char *error_buffer,
                                    size_t error_size)
{
    struct text error = text_in(error_buffer, error_size);
    struct protocol_adapter *adapter = memory_new(sizeof *adapter);
    struct text name = TEXT_IN(adapter->base.network);
    adapter->base.class = &protocol_adapter_class;
    adapter->settings = settings;
    adapter->listener = *listener;
    text_add(&name, network);
    if (!make_socket(adapter, &error)) {
        free(adapter);
        return NULL;
    }
    int status = listen_at(loop, adapter);
    if (status != 0) {
        text_add_format(&error, "%s: %s", adapter->socket.path, uv_strerror(status));
        protocol_socket_remove(&adapter->socket);
        uv_close((uv_handle_t *)&adapter->server, forget);
        return NULL;
    }
    start_handles(loop, adapter);
    log_info("protocol.listening", "network", network, "socket", adapter->socket.path);
    return &adapter->base;
}

/* Nobody is waited for any longer. */
static void cut_off(uv_timer_t *handle)
{
    struct protocol_adapter *adapter = handle->data;
    struct program *program;
    DL_FOREACH (adapter->programs, program)
        client_close(&program->client);
}

static void close_adapter(struct adapter *base, const char *farewell, void (*closed)(void *context),
                          void *context)
{
    struct protocol_adapter *adapter = adapter_of(base);
    struct program *program;
    adapter->closing = true;
    adapter->closed = closed;
    adapter->closed_context = context;
    protocol_socket_remove(&adapter->socket);
    DL_FOREACH (adapter->programs, program) {
        if (farewell[0] != '\0')
            protocol_confirm(adapter, program, NULL, "bye", farewell);
        client_finish(&program->client);
    }
    uv_close((uv_handle_t *)&adapter->server, handle_closed);
    uv_close((uv_handle_t *)&adapter->work, handle_closed);
    uv_timer_start(&adapter->pause, cut_off, CLOSE_MS, 0);
    end_when_alone(adapter);
}

/* -- The class --------------------------------------------------------------------------------- */

static void say(struct adapter *base, const struct outbound *outbound)
{
    protocol_say(adapter_of(base), outbound);
}

static void reload(struct adapter *base, const void *settings, char *unchanged,
                   size_t unchanged_size)
{
    struct protocol_adapter *adapter = adapter_of(base);
    config_list_restarts(&protocol_settings_section, adapter->settings, settings, unchanged,
                         unchanged_size);
    adapter->settings = settings;
}

static void counters(const struct adapter *base, struct adapter_counters *counters)
{
    const struct protocol_adapter *adapter = adapter_of(base);
    const struct program *program;
    counters->connected = !adapter->closing;
    counters->sent = adapter->sent;
    counters->dropped = adapter->dropped;
    DL_FOREACH (adapter->programs, program)
        counters->waiting += program->client.waiting;
}

static bool find_place(const struct adapter *base, const char *here, const char *typed,
                       char place[PLACE_MAX])
{
    struct text key = text_in(place, PLACE_MAX);
    (void)base;
    (void)here;
    if (!protocol_is_place(typed))
        return false;
    text_add(&key, typed);
    return true;
}

static bool find_person(const struct adapter *base, const char *here, const char *typed,
                        char who[IDENTITY_MAX], char name[NAME_MAX_BYTES])
{
    const struct program *program = protocol_find_named(adapter_of(base), typed);
    struct text identity = text_in(who, IDENTITY_MAX), called = text_in(name, NAME_MAX_BYTES);
    (void)here;
    if (program == NULL)
        return false;
    text_add(&identity, program->identity);
    text_add(&called, program->name);
    return true;
}

static bool has_place(const struct adapter *base, const char *place)
{
    return protocol_has_place(adapter_of(base), place);
}

static bool sees(const struct adapter *base, const char *place, const char *identity)
{
    const struct program *program;
    DL_FOREACH (adapter_of(base)->programs, program)
        if (strcmp(program->identity, identity) == 0 && program_is_in(program, place))
            return true;
    return false;
}

const struct adapter_class protocol_adapter_class = {
    .type = "protocol",
    .programs = true,
    .settings = &protocol_settings_section,
    .open = open_adapter,
    .say = say,
    .find_place = find_place,
    .find_person = find_person,
    .has_place = has_place,
    .sees = sees,
    .counters = counters,
    .reload = reload,
    .close = close_adapter,
};
