/* What the files of this adapter share: its programs and places, what is written to programs
 * (messages.c), and what is done with a line of theirs (requests.c). */
#ifndef BELFRY_ADAPTERS_PROTOCOL_ADAPTER_PRIVATE_H
#define BELFRY_ADAPTERS_PROTOCOL_ADAPTER_PRIVATE_H

#include "adapters/protocol/client.h"
#include "adapters/protocol/protocol.h"

enum { PLACES_MAX = 32 /* of one program */ };

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
    struct protocol_socket socket;
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

/* What a program wrote, as far as it was read. */
struct request {
    char name[NAME_MAX_BYTES], enter[PLACE_MAX], leave[PLACE_MAX], place[PLACE_MAX];
    char command[INBOUND_TEXT_MAX], move[INBOUND_TEXT_MAX];
    int64_t table, turn, id;
    bool has_name, has_enter, has_leave, has_place, has_command, has_move, has_table, has_turn,
        has_id;
};

bool program_is_in(const struct program *program, const char *place);
struct program *protocol_find_named(const struct protocol_adapter *adapter, const char *name);

/* -- messages.c -------------------------------------------------------------------------------- */

void protocol_greet(struct protocol_adapter *adapter, struct program *program);
/* Says what is wrong with a line of the program; `code` is also the end of the message
 * "protocol.CODE". request NULL: it could not be read; key "": the complaint is about none. */
void protocol_complain(struct protocol_adapter *adapter, struct program *program,
                       const struct request *request, const char *code, const char *key);
/* Writes an object with this member, and the id of the request; NULL: it answers none. */
void protocol_confirm(struct protocol_adapter *adapter, struct program *program,
                      const struct request *request, const char *key, const char *value);
/* Says it to all programs that it is for. */
void protocol_say(struct protocol_adapter *adapter, const struct outbound *outbound);
/* Returns the number of the connection and the id of its line, as the host passes them back; 0:
 * the line has none. */
uint64_t protocol_request_number(const struct program *program, const struct request *request);

/* -- requests.c -------------------------------------------------------------------------------- */

/* Whether it can be the name of a place. */
bool protocol_is_place(const char *typed);
bool protocol_has_place(const struct protocol_adapter *adapter, const char *name);
/* Does what a line asks for, or answers why not. */
void protocol_take_line(struct protocol_adapter *adapter, struct program *program, const char *line,
                        size_t length);

#endif
