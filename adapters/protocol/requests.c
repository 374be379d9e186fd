/* What programs ask for. */
#include <string.h>
#include <utlist.h>

#include "adapters/protocol/adapter_private.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

enum {
    OPEN_PLACES_MAX = 1024, /* of the network */
    PLACE_LETTERS_MAX = 63
};

/* -- Places ------------------------------------------------------------------------------------ */

bool protocol_is_place(const char *typed)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    size_t length = typed[0] == '#' ? strspn(typed + 1, letters) : 0;
    return length > 0 && length <= PLACE_LETTERS_MAX && typed[1 + length] == '\0';
}

bool protocol_has_place(const struct protocol_adapter *adapter, const char *name)
{
    const struct open_place *place = adapter->places;
    while (place != NULL && strcmp(place->name, name) != 0)
        place = place->next;
    return place != NULL;
}

/* The bot stays in every place that somebody has entered. */
static bool open_place(struct protocol_adapter *adapter, const char *name)
{
    if (protocol_has_place(adapter, name))
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

/* Whose process it is. Where only the bot's own user may open the socket, all are theirs. */
static bool find_user(const struct protocol_adapter *adapter, const struct program *program,
                      uid_t *user)
{
    uv_os_fd_t descriptor;
    return (uv_fileno((const uv_handle_t *)&program->client.pipe, &descriptor) == 0 &&
            protocol_socket_user(descriptor, user)) ||
           adapter->settings->mode == PROTOCOL_OWNER;
}

static void take_name(struct protocol_adapter *adapter, struct program *program,
                      const struct request *request, uid_t user)
{
    const struct adapter_listener *listener = &adapter->listener;
    struct text name = TEXT_IN(program->name), identity = TEXT_IN(program->identity);
    text_add(&name, request->name);
    text_add_format(&identity, "program:%lu:%s", (unsigned long)user, request->name);
    log_debug("protocol.named", "network", adapter->base.network, "name", program->name);
    protocol_confirm(adapter, program, request, "welcome", program->name);
    const struct person person = person_of(adapter, program);
    listener->joined(listener->context, adapter->base.network, "", &person, false);
}

static void answer_name(struct protocol_adapter *adapter, struct program *program,
                        const struct request *request)
{
    uid_t user = (uid_t)-1;
    bool good =
        request->name[0] != '\0' && request->name[0] != '#' && strchr(request->name, ' ') == NULL;
    if (program->name[0] != '\0')
        protocol_complain(adapter, program, request, "one-name", "name");
    else if (!good)
        protocol_complain(adapter, program, request, "no-name", "name");
    else if (protocol_find_named(adapter, request->name) != NULL)
        protocol_complain(adapter, program, request, "taken", "name");
    else if (!find_user(adapter, program, &user))
        protocol_complain(adapter, program, request, "no-user", "name");
    else
        take_name(adapter, program, request, user);
}

static void enter(struct protocol_adapter *adapter, struct program *program,
                  const struct request *request)
{
    const struct adapter_listener *listener = &adapter->listener;
    if (!protocol_is_place(request->enter)) {
        protocol_complain(adapter, program, request, "no-place", "enter");
        return;
    }
    bool is_there = program_is_in(program, request->enter);
    if (!is_there && (program->place_count == PLACES_MAX || !open_place(adapter, request->enter))) {
        protocol_complain(adapter, program, request, "too-many-places", "enter");
        return;
    }
    protocol_confirm(adapter, program, request, "entered", request->enter);
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
        protocol_complain(adapter, program, request, "not-there", "leave");
        return;
    }
    program->place_count--;
    memmove(program->places[at], program->places[at + 1],
            (program->place_count - at) * sizeof program->places[0]);
    protocol_confirm(adapter, program, request, "left", request->leave);
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
                                    .request = protocol_request_number(program, request)};
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
        .request = protocol_request_number(program, request),
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
    if (request->has_place && !program_is_in(program, request->place))
        protocol_complain(adapter, program, request, "not-there", "place");
    else if (request->command[strspn(request->command, " ")] == '\0')
        protocol_complain(adapter, program, request, "no-request", "command");
    else
        command(adapter, program, request);
}

static void answer_move(struct protocol_adapter *adapter, struct program *program,
                        const struct request *request)
{
    if (!is_move(request))
        protocol_complain(adapter, program, request, "no-move", "move");
    else if (request->has_turn &&
             (request->turn == 0 || request->turn > UINT32_MAX || request->table == 0))
        protocol_complain(adapter, program, request, "other-turn", "turn");
    else if (!request->has_turn && program->table == 0)
        protocol_complain(adapter, program, request, "no-turn", "move");
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
        protocol_complain(adapter, program, request, disorder, "");
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

void protocol_take_line(struct protocol_adapter *adapter, struct program *program, const char *line,
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
        protocol_complain(adapter, program, NULL, problem.code, problem.key);
    else if (request.has_id && request.id > UINT32_MAX)
        protocol_complain(adapter, program, NULL, "bad-value", "id");
    else
        answer(adapter, program, &request);
}
