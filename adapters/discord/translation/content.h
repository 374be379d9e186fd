/* Texts of the host as Discord shows them, in pieces that fit into messages: plain lines without
 * markup, and tables in code blocks that no text can end. Pure.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_TRANSLATION_CONTENT_H
#define BELFRY_ADAPTERS_DISCORD_TRANSLATION_CONTENT_H

#include "adapters/discord/limits.h"
#include "games/shared/text.h"

/* Bytes of one message's content, terminator included: a UTF-16 unit takes at most three bytes in
 * UTF-8. */
enum { DISCORD_CONTENT_BYTES = 3 * DISCORD_CONTENT_UNITS + 1 };

/* UTF-16 units, as JavaScript counts characters. */
size_t discord_content_units(const char *text);

/* Appends text and escapes what Discord would read as markup. */
void discord_content_add_plain(struct text *out, const char *text, size_t length);
/* Appends a table in a code block, with colours if it has paints. */
void discord_content_add_block(struct text *out, const char *text, size_t length);

/* Takes lines from `*rest`, as many as the functions above write with at most `units`, and appends
 * them. A line too long for any message is cut in two. Returns false when it took nothing. */
bool discord_content_take(const char **rest, bool table, size_t units, struct text *out);

/* Appends the table; without its colours if it would not fit; and without its last lines if it
 * still would not. */
void discord_content_add_picture(struct text *out, const char *picture, size_t units);

/* Appends the first `units` of a label. */
void discord_content_add_label(struct text *out, const char *label, size_t units);

#endif
