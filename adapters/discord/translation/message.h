/* Bodies of Discord's messages: content, buttons, menus, and whom a message may ring. Pure.
 *
 * Messages have a content and rows of buttons; they are not the newer "Components V2". The largest
 * table of a game takes half of the 2000 characters. An edit can turn such a message into any
 * other, and a deferred answer can become one. They stay far below the 10,158 bytes at which the
 * newer kind fails inside Discord.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_TRANSLATION_MESSAGE_H
#define BELFRY_ADAPTERS_DISCORD_TRANSLATION_MESSAGE_H

#include <jansson.h>

#include "adapters/discord/translation/content.h"
#include "adapters/discord/translation/press.h"

/* Buttons or a menu under a message. */
struct discord_choices {
    const struct outbound_choice *choices;
    size_t count;
    struct discord_seal seal;
    uint64_t table;
    uint32_t line;
    const char *menu_hint; /* the text of a closed menu; "" for none */
};

struct discord_message {
    const char *content;
    uint32_t flags;           /* DISCORD_FLAG_… */
    const char *const *rings; /* ids of users whom the content mentions and may ring */
    size_t ring_count;
    const struct discord_choices *choices; /* NULL: none; an edit removes those there were */
};

/* A new reference. Only `rings` can ring anybody, no text that people wrote. */
json_t *discord_message_body(const struct discord_message *message);
/* At most five rows of at most five buttons: moves first, right under the text, in rows of their
 * own. If they don't all fit, a menu has the moves. A choice that Discord can't
 * carry is left out. A new reference; an empty array if there are no choices. */
json_t *discord_message_components(const struct discord_choices *choices);

/* Appends " <@ID>" for each. */
void discord_message_add_rings(struct text *content, const char *const *ids, size_t count);

#endif
