/* What is written to programs. */
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "adapters/protocol/adapter_private.h"
#include "bot/base/memory.h"
#include "bot/core/members.h"
#include "games/shared/paint.h"

#ifndef BELFRY_VERSION
#define BELFRY_VERSION "?"
#endif

enum { HEAD_BYTES = 256 };

static void write_line(struct protocol_adapter *adapter, struct program *program, struct text *line)
{
    text_add_char(line, '\n');
    if (!line->truncated && client_send(&program->client, line->bytes, line->length))
        adapter->sent++;
    else
        adapter->dropped++;
}

/* Opens an object; an answer to a line with an id has it too. */
static void begin_object(struct text *out, bool has_id, uint64_t id)
{
    text_add_char(out, '{');
    if (has_id)
        members_add_number(out, "id", (long long)id);
}

static void begin_answer(struct text *out, const struct request *request)
{
    bool has_id = request != NULL && request->has_id;
    begin_object(out, has_id, has_id ? (uint64_t)request->id : 0);
}

void protocol_complain(struct protocol_adapter *adapter, struct program *program,
                       const struct request *request, const char *code, const char *key)
{
    char buffer[1024], message_buffer[64], error_buffer[512];
    struct text line = TEXT_IN(buffer), message = TEXT_IN(message_buffer);
    struct text error = TEXT_IN(error_buffer);
    text_add_format(&message, "protocol.%s", code);
    adapter->listener.phrase(adapter->listener.context, "", message.bytes, &error);
    begin_answer(&line, request);
    members_add_string(&line, "error", error.bytes);
    members_add_string(&line, "code", code);
    if (key[0] != '\0')
        members_add_string(&line, "key", key);
    text_add_char(&line, '}');
    write_line(adapter, program, &line);
}

void protocol_confirm(struct protocol_adapter *adapter, struct program *program,
                      const struct request *request, const char *key, const char *value)
{
    char buffer[1024];
    struct text line = TEXT_IN(buffer);
    begin_answer(&line, request);
    members_add_string(&line, key, value);
    text_add_char(&line, '}');
    write_line(adapter, program, &line);
}

bool program_is_in(const struct program *program, const char *place)
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

uint64_t protocol_request_number(const struct program *program, const struct request *request)
{
    return request->has_id ? (uint64_t)program->number << 32 | (uint64_t)request->id : 0;
}

static void say_to(struct protocol_adapter *adapter, struct program *program,
                   const struct outbound *outbound, const struct text *rest, struct text *line)
{
    text_clear(line);
    begin_object(line, outbound->request >> 32 == program->number, outbound->request & UINT32_MAX);
    members_separate(line);
    text_add(line, rest->bytes);
    write_line(adapter, program, line);
    if (outbound->kind == OUTBOUND_FACTS && outbound->call_count > 0) { /* it is their turn */
        program->table = outbound->table;
        program->line = outbound->line;
    }
}

static bool is_for(const struct program *program, const struct outbound *outbound)
{
    return program->name[0] != '\0' &&
           (outbound->identity != NULL ? strcmp(program->identity, outbound->identity) == 0
                                       : program_is_in(program, outbound->place));
}

void protocol_say(struct protocol_adapter *adapter, const struct outbound *outbound)
{
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

void protocol_greet(struct protocol_adapter *adapter, struct program *program)
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
