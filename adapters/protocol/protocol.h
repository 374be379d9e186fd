/* The network of programs: a Unix socket on which other people's players sit at tables, one JSON
 * object a line in both directions (config/PROTOCOL.md).
 *
 * Whoever may open the socket may play. A program names itself; the kernel proves whose process it
 * is, so that the seats of one user's programs are out of reach for another user's.
 */
#ifndef BELFRY_ADAPTERS_PROTOCOL_PROTOCOL_H
#define BELFRY_ADAPTERS_PROTOCOL_PROTOCOL_H

#include "adapters/protocol/socket.h"
#include "bot/adapter.h"
#include "bot/configuration/config.h"

/* Who may open the socket, as the mode of the file says. */
enum protocol_mode { PROTOCOL_OWNER, PROTOCOL_GROUP, PROTOCOL_EVERYBODY };

struct protocol_settings {
    char socket[PROTOCOL_SOCKET_BYTES];
    int mode; /* enum protocol_mode */
    struct config_list admins;
    int64_t clients; /* programs at once, at most */
    int64_t pace;    /* lines a second that one of them is heard */
};

extern const struct config_section protocol_settings_section;
extern const struct adapter_class protocol_adapter_class;

#endif
