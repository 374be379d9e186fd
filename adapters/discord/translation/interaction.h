/* INTERACTION_CREATE: what somebody did with a slash command, a button, a menu or a form, as JSON
 * from the gateway. Pure; any JSON can be read safely.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_TRANSLATION_INTERACTION_H
#define BELFRY_ADAPTERS_DISCORD_TRANSLATION_INTERACTION_H

#include <jansson.h>

#include "adapters/discord/translation/press.h"
#include "bot/commands/command_table.h"

enum discord_interaction_type {
    INTERACTION_COMMAND,
    INTERACTION_PRESS,      /* a button or a menu */
    INTERACTION_QUESTION,   /* a button that needs a text first: answered with a form */
    INTERACTION_COMPLETION, /* of a command that is being typed */
    INTERACTION_FORM,
    INTERACTION_UNKNOWN /* can be answered, but its meaning is unknown */
};

struct discord_interaction {
    enum discord_interaction_type type;
    char id[DISCORD_ID_BYTES];
    char token[DISCORD_TOKEN_BYTES];
    char application[DISCORD_ID_BYTES];
    char guild[DISCORD_ID_BYTES]; /* "" outside of guilds */
    char channel[DISCORD_ID_BYTES];
    char place[PLACE_MAX]; /* "GUILD/CHANNEL", "CHANNEL/CHANNEL" for `direct`; else "" */
    char last_message[DISCORD_ID_BYTES]; /* in the channel; "" when unknown */
    char user[DISCORD_ID_BYTES];
    char identity[IDENTITY_MAX]; /* "user:ID" */
    char name[NAME_MAX_BYTES];   /* harmless: no controls, no line ends */
    char locale[16];             /* "fr", "en-US"; "" when unknown */
    enum person_rank rank;
    enum person_sight sight;
    char roles[1024];     /* their ids, one per line; those that don't fit are left out */
    uint64_t permissions; /* of the bot, in that channel */
    bool in_thread;
    bool direct;                   /* a direct message with the bot */
    const struct command *command; /* of the text's first word; NULL: unknown */
    char text[INBOUND_TEXT_MAX];   /* as it would be typed */
    size_t completed_from;         /* of a completion: where the typed argument begins in `text` */
    const char *completed;         /* the name of that argument; NULL: none is typed */
    uint64_t table; /* whose button was pressed, or whose completion was chosen; 0: typed */
    uint32_t line;
    char message[DISCORD_ID_BYTES]; /* on which something was pressed; "" for none */
    bool on_private;                /* on a message that only this person sees */
};

/* Returns false if it can't be answered. A press or a completed word that was not offered there, or
 * by another generation of the store (press.h), is INTERACTION_UNKNOWN. */
bool discord_interaction_read(const json_t *data, const uint8_t *generation,
                              struct discord_interaction *interaction);

/* Reads identity and name of a user or member object, for messages too. Returns false without an
 * id.
 */
bool discord_interaction_read_user(const json_t *user, const json_t *member,
                                   struct discord_interaction *interaction);

/* When an id was made, in ms since 1970; 0: it is no id. */
int64_t discord_snowflake_time(const char *id);
/* The number of an id; 0: it is none. */
uint64_t discord_snowflake_number(const char *id);
/* Returns the shard of so many that hears of the server whose id a text begins with; private
 * messages, which have none, come to the first. */
unsigned discord_shard_of(const char *server, unsigned count);

#endif
