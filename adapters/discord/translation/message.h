/* Bodies of Discord's messages: content, buttons and menus, whom it may ring. Pure.
 *
 * Messages are of the older kind, a content and rows of buttons, not "Components V2": the largest
 * table that a game draws takes half of the 2000 characters, such a message can still become
 * anything else when it is edited, a deferred answer may turn into one, and it lies far below the
 * 10,158 bytes at which the newer kind fails with an error of Discord's own.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_TRANSLATION_MESSAGE_H
#define BELFRY_ADAPTERS_DISCORD_TRANSLATION_MESSAGE_H

#include <jansson.h>

#include "adapters/discord/translation/content.h"
#include "adapters/discord/translation/press.h"

/* What can be pressed under a message. */
struct discord_choices {
    const struct outbound_choice *choices;
    size_t count;
    uint64_t table;
    uint32_t line;
    const char *menu_hint; /* what an unopened menu says; "" for none */
};

struct discord_message {
    const char *content;
    uint32_t flags;           /* DISCORD_FLAG_… */
    const char *const *rings; /* ids of users that the content mentions and that it may ring */
    size_t ring_count;
    const struct discord_choices *choices; /* NULL: none, and an edit takes away what there was */
};

/* A new reference. Nothing that people wrote can ring anybody: only `rings` may. */
json_t *discord_message_body(const struct discord_message *message);
/* Rows of at most five buttons, at most five; many moves become a menu. A choice that Discord could
 * not carry is left out. A new reference, an empty array for no choices. */
json_t *discord_message_components(const struct discord_choices *choices);

/* Appends " <@ID>" for each. */
void discord_message_add_rings(struct text *content, const char *const *ids, size_t count);

#endif
