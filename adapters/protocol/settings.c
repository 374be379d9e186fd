#include "adapters/protocol/protocol.h"

#include "bot/configuration/key_table.h"

static const char *const modes[] = {
    [PROTOCOL_OWNER] = "0600", [PROTOCOL_GROUP] = "0660", [PROTOCOL_EVERYBODY] = "0666", NULL};

#define CONFIG_BLOCK struct protocol_settings

static const struct config_key keys[] = {
    SOCKET("socket", socket, 1, PROTOCOL_SOCKET_BYTES - 1, NULL, .example = "programs.socket",
           .restart = true,
           .help = "The Unix socket that the bot makes for players that are programs "
                   "(config/PROTOCOL.md). Its folder has to exist. Whoever may open it may play."),
    CHOICE("mode", mode, modes, "0600", .restart = true,
           .help = "Who may open the socket, as its file's mode: processes of the bot's own user, "
                   "of its group too, or all."),
    LIST("admins", admins, CONFIG_LIST_MAX,
         .help = "Names whose programs may do what admins may. Any program that may open the "
                 "socket can take such a name."),
    NUMBER("clients", clients, 1, 1000, "100",
           .help = "How many programs may be connected at once."),
    NUMBER("pace", pace, 1, 100000, "500",
           .help = "How many lines a second the bot reads from one program; what it writes beyond "
                   "that waits in the socket."),
};

const struct config_section protocol_settings_section = {
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .block_size = sizeof(struct protocol_settings),
    .example = "programs",
};
