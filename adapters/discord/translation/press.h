/* What a button, a menu or a form is for, kept in its custom_id: Discord hands it back when it is
 * pressed, be it years later. Pure.
 *
 *     b:TABLE:LINE:COMMAND   a button that does COMMAND
 *     q:TABLE:LINE:COMMAND   a button that first asks for a text; the form that asks has the same
 *     m:TABLE:LINE           a menu; the chosen value is the command
 *
 * TABLE and LINE say for which table it was made and where that stood (struct inbound).
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
    char command[CHOICE_COMMAND_BYTES]; /* "" for a menu */
};

/* False when it does not fit into a custom_id. */
bool discord_press_print(const struct discord_press *press, char id[DISCORD_CUSTOM_ID_BYTES]);
/* False for what discord_press_print never wrote. */
bool discord_press_read(const char *id, struct discord_press *press);

#endif
