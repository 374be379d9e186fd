#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <utlist.h>

#include "adapters/protocol/client.h"
#include "adapters/protocol/protocol.h"
#include "adapters/protocol/socket.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/core/members.h"
#include "games/shared/paint.h"

#ifndef BELFRY_VERSION
#define BELFRY_VERSION "?"
#endif

enum {
    PLACES_MAX = 32,        /* of one program */
    OPEN_PLACES_MAX = 1024, /* of the network */
    PLACE_LETTERS_MAX = 63,
    BACKLOG = 64,
    HEAD_BYTES = 256,
    CLOSE_MS = 1500,
    PAUSE_MS = 10 /* until somebody who is too fast is heard again */
};

/* A program. */
struct program {
    struct client client;      /* first: a pointer to it is one to the program */
    uint32_t number;           /* of the connection, from 1 */
    char name[NAME_MAX_BYTES]; /* "": it has not named itself */
    char identity[IDENTITY_MAX];
    char places[PLACES_MAX][PLACE_MAX];
    size_t place_count;
    uint64_t table; /* that asked it for a move last, at `line`; 0: none did */
    uint32_t line;
    struct program *prev, *next;
};

struct open_place {
    char name[PLACE_MAX];
    struct open_place *next;
};

struct protocol_adapter {
    struct adapter base; /* first: the host holds its address */
    const struct protocol_settings *settings;
    struct adapter_listener listener;
    char path[PROTOCOL_SOCKET_BYTES];
    int descriptor; /* of the socket; the server's */
    uv_pipe_t server;
    uv_idle_t work;   /* active while there are lines */
    uv_timer_t pause; /* until somebody may be heard again; at the end, until all are cut off */
    struct program *programs;
    size_t program_count;
    uint32_t numbers; /* given so far */
    struct open_place *places;
    size_t place_count;
    uint64_t sent, dropped;
    unsigned handles; /* of its own, still open */
    bool closing;
    void (*closed)(void *context);
    void *closed_context;
};

static struct protocol_adapter *adapter_of(const struct adapter *base)
{
    return (struct protocol_adapter *)(uintptr_t)base;
}

/* -- Writing ----------------------------------------------------------------------------------- */

static void write_line(struct protocol_adapter *adapter, struct program *program, struct text *line)
{
    text_add_char(line, '\n');
    if (!line->truncated && client_send(&program->client, line->bytes, line->length))
        adapter->sent++;
    else
        adapter->dropped++;
}

/* Opens an object; an answer to a line with an id has it too. */
static void begin_object(struct text *out, uint64_t id, bool has_id)
{
    text_add_char(out, '{');
    if (has_id)
        members_add_number(out, "id", (long long)id);
}

/* What a program wrote, as far as it was read. */
struct request {
    char name[NAME_MAX_BYTES], enter[PLACE_MAX], leave[PLACE_MAX], place[PLACE_MAX];
    char command[INBOUND_TEXT_MAX], move[INBOUND_TEXT_MAX];
    int64_t table, turn, id;
    bool has_name, has_enter, has_leave, has_place, has_command, has_move, has_table, has_turn,
        has_id;
};

static void complain(struct protocol_adapter *adapter, struct program *program,
                     const struct request *request, const char *code, const char *key)
{
    char buffer[1024], message_buffer[64], error_buffer[512];
    struct text line = TEXT_IN(buffer), message = TEXT_IN(message_buffer);
    struct text error = TEXT_IN(error_buffer);
    text_add_format(&message, "protocol.%s", code);
    adapter->listener.phrase(adapter->listener.context, "", message.bytes, &error);
    begin_object(&line, request != NULL ? (uint64_t)request->id : 0,
                 request != NULL && request->has_id);
    members_add_string(&line, "error", error.bytes);
    members_add_string(&line, "code", code);
    if (key[0] != '\0')
        members_add_string(&line, "key", key);
    text_add_char(&line, '}');
    write_line(adapter, program, &line);
}

static void confirm(struct protocol_adapter *adapter, struct program *program,
                    const struct request *request, const char *key, const char *value)
{
    char buffer[1024];
    struct text line = TEXT_IN(buffer);
    begin_object(&line, (uint64_t)request->id, request->has_id);
    members_add_string(&line, key, value);
    text_add_char(&line, '}');
    write_line(adapter, program, &line);
}

static bool is_in(const struct program *program, const char *place)
{
    for (size_t i = 0; i < program->place_count; i++)
        if (strcmp(program->places[i], place) == 0)
            return true;
    return false;
}

/* What everybody who gets a message gets alike, without the opening brace. */
static void write_rest(const struct outbound *outbound, struct text *out)
{
    static const char *const kinds[] = {
        [OUTBOUND_ANSWER] = "answer",   [OUTBOUND_HAND] = "hand", [OUTBOUND_EVENT] = "event",
        [OUTBOUND_PICTURE] = "picture", [OUTBOUND_HELP] = "help", [OUTBOUND_PROMPT] = "prompt"};
    bool private = outbound->identity != NULL;
    members_add_string(out, "to", private ? "you" : outbound->place);
    if (private && outbound->place[0] != '\0')
        members_add_string(out, "place", outbound->place);
    if (outbound->table != 0)
        members_add_number(out, "table", (long long)outbound->table);
    if (outbound->kind == OUTBOUND_FACTS) {
        members_separate(out);
        text_add(out, outbound->text + 1);
        return;
    }
    size_t size = strlen(outbound->text) + 1;
    char *bytes = memory_new(size);
    struct text plain = text_in(bytes, size);
    paint_strip(outbound->text, size - 1, &plain);
    members_add_string(out, "kind", kinds[outbound->kind]);
    members_add_string(out, "text", plain.bytes);
    text_add_char(out, '}');
    free(bytes);
}

/* The number of the connection and the id of its line, as the host passes them back. */
static uint64_t request_number(const struct program *program, const struct request *request)
{
    return request->has_id ? (uint64_t)program->number << 32 | (uint64_t)request->id : 0;
}

static void say_to(struct protocol_adapter *adapter, struct program *program,
                   const struct outbound *outbound, const struct text *rest, struct text *line)
{
    text_clear(line);
    begin_object(line, outbound->request & UINT32_MAX, outbound->request >> 32 == program->number);
    members_separate(line);
    text_add(line, rest->bytes);
    write_line(adapter, program, line);
    if (outbound->kind == OUTBOUND_FACTS && outbound->identity != NULL) {
        program->table = outbound->table;
        program->line = outbound->line;
    }
}

static bool is_for(const struct program *program, const struct outbound *outbound)
{
    return program->name[0] != '\0' &&
           (outbound->identity != NULL ? strcmp(program->identity, outbound->identity) == 0
                                       : is_in(program, outbound->place));
}

static void say(struct adapter *base, const struct outbound *outbound)
{
    struct protocol_adapter *adapter = adapter_of(base);
    size_t size = 6 * strlen(outbound->text) + 4 * HEAD_BYTES; /* every byte may be escaped */
    char *rest_bytes = memory_new(size), *line_bytes = memory_new(size + HEAD_BYTES);
    struct text rest = text_in(rest_bytes, size), line = text_in(line_bytes, size + HEAD_BYTES);
    struct program *program;
    write_rest(outbound, &rest);
    DL_FOREACH (adapter->programs, program) {
        if (is_for(program, outbound))
            say_to(adapter, program, outbound, &rest, &line);
    }
    free(rest_bytes);
    free(line_bytes);
}

/* -- Places ------------------------------------------------------------------------------------ */

static bool is_place(const char *typed)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    size_t length = typed[0] == '#' ? strspn(typed + 1, letters) : 0;
    return length > 0 && length <= PLACE_LETTERS_MAX && typed[1 + length] == '\0';
}

static const struct open_place *find_open(const struct protocol_adapter *adapter, const char *name)
{
    const struct open_place *place = adapter->places;
    while (place != NULL && strcmp(place->name, name) != 0)
        place = place->next;
    return place;
}

/* The bot stays in every place that somebody has entered. */
static bool open_place(struct protocol_adapter *adapter, const char *name)
{
    if (find_open(adapter, name) != NULL)
        return true;
    if (adapter->place_count == OPEN_PLACES_MAX)
        return false;
    struct open_place *place = memory_new(sizeof *place);
    struct text text = TEXT_IN(place->name);
    text_add(&text, name);
    LL_PREPEND(adapter->places, place);
    adapter->place_count++;
    adapter->listener.place_opened(adapter->listener.context, adapter->base.network, name);
    return true;
}

/* -- What programs ask ------------------------------------------------------------------------- */

static struct person person_of(const struct protocol_adapter *adapter,
                               const struct program *program)
{
    const struct config_list *admins = &adapter->settings->admins;
    struct person person = {program->identity, program->name, RANK_PLAYER};
    for (size_t i = 0; i < admins->count; i++)
        if (strcmp(admins->items[i], program->name) == 0)
            person.rank = RANK_ADMIN;
    return person;
}

static struct program *find_named(const struct protocol_adapter *adapter, const char *name)
{
    struct program *program = adapter->programs;
    while (program != NULL && strcmp(program->name, name) != 0)
        program = program->next;
    return program;
}

static void take_name(struct protocol_adapter *adapter, struct program *program,
                      const struct request *request)
{
    uv_os_fd_t descriptor;
    uid_t user = (uid_t)-1;
    struct text name = TEXT_IN(program->name), identity = TEXT_IN(program->identity);
    if (uv_fileno((uv_handle_t *)&program->client.pipe, &descriptor) == 0)
        protocol_socket_user(descriptor, &user);
    text_add(&name, request->name);
    text_add_format(&identity, "program:%lu:%s", (unsigned long)user, request->name);
    log_debug("protocol.named", "network", adapter->base.network, "name", program->name);
    confirm(adapter, program, request, "welcome", program->name);
}

static void answer_name(struct protocol_adapter *adapter, struct program *program,
                        const struct request *request)
{
    bool good =
        request->name[0] != '\0' && request->name[0] != '#' && strchr(request->name, ' ') == NULL;
    if (program->name[0] != '\0')
        complain(adapter, program, request, "one-name", "name");
    else if (!good)
        complain(adapter, program, request, "no-name", "name");
    else if (find_named(adapter, request->name) != NULL)
        complain(adapter, program, request, "taken", "name");
    else
        take_name(adapter, program, request);
}

static void enter(struct protocol_adapter *adapter, struct program *program,
                  const struct request *request)
{
    const struct adapter_listener *listener = &adapter->listener;
    if (!is_place(request->enter)) {
        complain(adapter, program, request, "no-place", "enter");
        return;
    }
    bool is_there = is_in(program, request->enter);
    if (!is_there && (program->place_count == PLACES_MAX || !open_place(adapter, request->enter))) {
        complain(adapter, program, request, "too-many-places", "enter");
        return;
    }
    confirm(adapter, program, request, "entered", request->enter);
    if (is_there)
        return;
    struct text place = TEXT_IN(program->places[program->place_count]);
    const struct person person = person_of(adapter, program);
    program->place_count++;
    text_add(&place, request->enter);
    listener->joined(listener->context, adapter->base.network, request->enter, &person, false);
}

static void leave(struct protocol_adapter *adapter, struct program *program,
                  const struct request *request)
{
    const struct adapter_listener *listener = &adapter->listener;
    size_t at = 0;
    while (at < program->place_count && strcmp(program->places[at], request->leave) != 0)
        at++;
    if (at == program->place_count) {
        complain(adapter, program, request, "not-there", "leave");
        return;
    }
    program->place_count--;
    memmove(program->places[at], program->places[at + 1],
            (program->place_count - at) * sizeof program->places[0]);
    confirm(adapter, program, request, "left", request->leave);
    listener->left(listener->context, adapter->base.network, request->leave, program->identity,
                   LEFT_PLACE);
}

static void command(struct protocol_adapter *adapter, const struct program *program,
                    const struct request *request)
{
    const struct inbound inbound = {.network = adapter->base.network,
                                    .person = person_of(adapter, program),
                                    .place = request->place,
                                    .text = request->command,
                                    .addressed = true,
                                    .unseen = true,
                                    .request = request_number(program, request)};
    adapter->listener.received(adapter->listener.context, &inbound);
}

/* A move for the turn that it names, or else for the last one that was asked for. */
static void move(struct protocol_adapter *adapter, const struct program *program,
                 const struct request *request)
{
    char buffer[INBOUND_TEXT_MAX];
    struct text text = TEXT_IN(buffer);
    const struct inbound inbound = {
        .network = adapter->base.network,
        .person = person_of(adapter, program),
        .place = "",
        .text = buffer,
        .addressed = true,
        .unseen = true,
        .request = request_number(program, request),
        .table = request->has_table ? (uint64_t)request->table : program->table,
        .line = request->has_turn ? (uint32_t)(request->turn - 1) : program->line};
    text_add_format(&text, "play %s", request->move);
    adapter->listener.received(adapter->listener.context, &inbound);
}

static bool is_move(const struct request *request)
{
    return request->move[strspn(request->move, " ")] != '\0' &&
           strpbrk(request->move, ",;") == NULL &&
           strlen(request->move) < INBOUND_TEXT_MAX - sizeof "play ";
}

static void answer_command(struct protocol_adapter *adapter, struct program *program,
                           const struct request *request)
{
    if (request->has_place && !is_in(program, request->place))
        complain(adapter, program, request, "not-there", "place");
    else if (request->command[strspn(request->command, " ")] == '\0')
        complain(adapter, program, request, "no-request", "command");
    else
        command(adapter, program, request);
}

static void answer_move(struct protocol_adapter *adapter, struct program *program,
                        const struct request *request)
{
    if (!is_move(request))
        complain(adapter, program, request, "no-move", "move");
    else if (request->has_turn &&
             (request->turn == 0 || request->turn > UINT32_MAX || request->table == 0))
        complain(adapter, program, request, "other-turn", "turn");
    else if (!request->has_turn && program->table == 0)
        complain(adapter, program, request, "no-turn", "move");
    else
        move(adapter, program, request);
}

/* Keys that do not belong together, or none at all. */
static const char *find_disorder(const struct program *program, const struct request *request)
{
    int count = request->has_name + request->has_enter + request->has_leave + request->has_command +
                request->has_move;
    if (count > 1 || (request->has_place && !request->has_command) ||
        request->has_table != request->has_turn || (request->has_turn && !request->has_move))
        return "one-request";
    if (program->name[0] == '\0' && !request->has_name)
        return "no-name";
    return count == 0 ? "no-request" : NULL;
}

static void answer(struct protocol_adapter *adapter, struct program *program,
                   const struct request *request)
{
    const char *disorder = find_disorder(program, request);
    if (disorder != NULL)
        complain(adapter, program, request, disorder, "");
    else if (request->has_name)
        answer_name(adapter, program, request);
    else if (request->has_enter)
        enter(adapter, program, request);
    else if (request->has_leave)
        leave(adapter, program, request);
    else if (request->has_command)
        answer_command(adapter, program, request);
    else
        answer_move(adapter, program, request);
}

static void take_line(struct protocol_adapter *adapter, struct program *program, const char *line,
                      size_t length)
{
    struct request request = {0};
    struct request_problem problem;
    const struct request_key keys[] = {
        {"name", REQUEST_TEXT, request.name, sizeof request.name, &request.has_name},
        {"enter", REQUEST_TEXT, request.enter, sizeof request.enter, &request.has_enter},
        {"leave", REQUEST_TEXT, request.leave, sizeof request.leave, &request.has_leave},
        {"command", REQUEST_TEXT, request.command, sizeof request.command, &request.has_command},
        {"place", REQUEST_TEXT, request.place, sizeof request.place, &request.has_place},
        {"move", REQUEST_TEXT, request.move, sizeof request.move, &request.has_move},
        {"table", REQUEST_NUMBER, &request.table, sizeof request.table, &request.has_table},
        {"turn", REQUEST_NUMBER, &request.turn, sizeof request.turn, &request.has_turn},
        {"id", REQUEST_NUMBER, &request.id, sizeof request.id, &request.has_id},
    };
    if (!request_read(line, length, keys, sizeof keys / sizeof keys[0], &problem))
        complain(adapter, program, NULL, problem.code, problem.key);
    else if (request.has_id && request.id > UINT32_MAX)
        complain(adapter, program, NULL, "bad-value", "id");
    else
        answer(adapter, program, &request);
}

/* -- Work -------------------------------------------------------------------------------------- */

static void hear(struct protocol_adapter *adapter, struct program *program)
{
    char line[REQUEST_LINE_MAX];
    size_t length;
    enum client_line taken = client_take(&program->client, line, &length);
    if (taken == CLIENT_LINE)
        take_line(adapter, program, line, length);
    else if (taken == CLIENT_TOO_LONG)
        complain(adapter, program, NULL, "too-long", "");
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

static void greet(struct protocol_adapter *adapter, struct program *program)
{
    char buffer[HEAD_BYTES];
    struct text line = TEXT_IN(buffer);
    text_add_char(&line, '{');
    members_add_number(&line, "belfry", 1);
    members_add_string(&line, "version", BELFRY_VERSION);
    members_add_string(&line, "network", adapter->base.network);
    text_add_char(&line, '}');
    write_line(adapter, program, &line);
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
        greet(adapter, program);
    } else {
        complain(adapter, program, NULL, "crowded", "");
        client_finish(&program->client);
    }
}

static void forget(uv_handle_t *handle)
{
    free(handle->data);
}

static int listen_at(uv_loop_t *loop, struct protocol_adapter *adapter, int descriptor)
{
    uv_pipe_init(loop, &adapter->server, 0);
    adapter->server.data = adapter;
    int status = uv_pipe_open(&adapter->server, descriptor);
    return status != 0 ? status : uv_listen((uv_stream_t *)&adapter->server, BACKLOG, connected);
}

static int make_socket(const struct protocol_adapter *adapter, struct text *error)
{
    static const mode_t owner = S_IRUSR | S_IWUSR, group = S_IRGRP | S_IWGRP,
                        others = S_IROTH | S_IWOTH;
    static const mode_t modes[] = {[PROTOCOL_OWNER] = owner,
                                   [PROTOCOL_GROUP] = owner | group,
                                   [PROTOCOL_EVERYBODY] = owner | group | others};
    return protocol_socket_make(adapter->path, modes[adapter->settings->mode], error);
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
    struct text name = TEXT_IN(adapter->base.network), path = TEXT_IN(adapter->path);
    adapter->base.class = &protocol_adapter_class;
    adapter->settings = settings;
    adapter->listener = *listener;
    text_add(&name, network);
    text_add(&path, adapter->settings->socket);
    adapter->descriptor = make_socket(adapter, &error);
    if (adapter->descriptor < 0) {
        free(adapter);
        return NULL;
    }
    int status = listen_at(loop, adapter, adapter->descriptor);
    if (status != 0) {
        text_add_format(&error, "%s: %s", adapter->path, uv_strerror(status));
        uv_close((uv_handle_t *)&adapter->server, forget);
        return NULL;
    }
    start_handles(loop, adapter);
    log_info("protocol.listening", "network", network, "socket", adapter->path);
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
    char buffer[2048];
    struct text bye = TEXT_IN(buffer);
    struct program *program;
    adapter->closing = true;
    adapter->closed = closed;
    adapter->closed_context = context;
    protocol_socket_remove(adapter->path, adapter->descriptor);
    text_add_char(&bye, '{');
    members_add_string(&bye, "bye", farewell);
    text_add(&bye, "}");
    DL_FOREACH (adapter->programs, program) {
        struct text line = bye;
        write_line(adapter, program, &line);
        client_finish(&program->client);
    }
    uv_close((uv_handle_t *)&adapter->server, handle_closed);
    uv_close((uv_handle_t *)&adapter->work, handle_closed);
    uv_timer_start(&adapter->pause, cut_off, CLOSE_MS, 0);
    end_when_alone(adapter);
}

/* -- The class --------------------------------------------------------------------------------- */

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
    if (!is_place(typed))
        return false;
    text_add(&key, typed);
    return true;
}

static bool find_person(const struct adapter *base, const char *here, const char *typed,
                        char who[IDENTITY_MAX], char name[NAME_MAX_BYTES])
{
    const struct program *program = find_named(adapter_of(base), typed);
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
    return find_open(adapter_of(base), place) != NULL;
}

static bool sees(const struct adapter *base, const char *place, const char *identity)
{
    const struct program *program;
    DL_FOREACH (adapter_of(base)->programs, program)
        if (strcmp(program->identity, identity) == 0 && is_in(program, place))
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
