/* The purpose of a button, menu, form or completion, kept in its custom_id or its value. Discord
 * returns it when somebody presses the button, perhaps years later. Pure.
 *
 *     b:SEAL:TABLE:LINE:COMMAND   a button that gives COMMAND
 *     q:SEAL:TABLE:LINE:COMMAND   a button that first asks for a text; its form has the same
 *                                 custom_id
 *     m:SEAL:TABLE:LINE           a menu; the chosen value is the command
 *
 * A completed move is sealed in the same way, behind what people would type: the value of the
 * option is "advance 2 [SEAL:TABLE:LINE]". Discord shows its name alone, and sends the value. What
 * somebody types has no seal.
 *
 * TABLE is the table that it was made for, LINE the last line of its transcript then (struct
 * inbound). The numbers of tables begin anew in another store and go on differently after a backup
 * was put back. So SEAL is a hash of the store's generation, the channel of the message and TABLE:
 * what was offered elsewhere, or from another store, is foreign.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_TRANSLATION_PRESS_H
#define BELFRY_ADAPTERS_DISCORD_TRANSLATION_PRESS_H

#include "adapters/discord/limits.h"
#include "bot/adapter.h"

enum discord_press_kind { PRESS_BUTTON, PRESS_QUESTION, PRESS_MENU };

struct discord_press {
    enum discord_press_kind kind;
    uint64_t table;
    uint32_t line;
    char command[CHOICE_COMMAND_BYTES]; /* "" for a menu; of a completion: its argument */
};

struct discord_seal {
    const uint8_t *generation; /* ADAPTER_GENERATION_BYTES, see struct adapter_listener */
    const char *channel;
};

/* Returns false if it does not fit into a custom_id. */
bool discord_press_print(const struct discord_press *press, const struct discord_seal *seal,
                         char id[DISCORD_CUSTOM_ID_BYTES]);
/* Returns false for what discord_press_print never writes with this seal. */
bool discord_press_read(const char *id, const struct discord_seal *seal,
                        struct discord_press *press);

/* The same for the value of a completion, which has no kind. */
bool discord_value_print(const struct discord_press *press, const struct discord_seal *seal,
                         char value[DISCORD_VALUE_BYTES]);
enum discord_value { VALUE_TYPED, VALUE_SEALED, VALUE_FOREIGN };
/* Fills `press` when it returns VALUE_SEALED. A foreign value has another seal. */
enum discord_value discord_value_read(const char *value, const struct discord_seal *seal,
                                      struct discord_press *press);

#endif
