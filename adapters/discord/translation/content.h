/* Texts of the host as Discord shows them: plain lines with everything taken away that Discord
 * would read as markup, tables in code blocks that nothing breaks out of, in pieces that fit. Pure.
 */
#ifndef BELFRY_ADAPTERS_DISCORD_TRANSLATION_CONTENT_H
#define BELFRY_ADAPTERS_DISCORD_TRANSLATION_CONTENT_H

#include "adapters/discord/limits.h"
#include "games/shared/text.h"

/* Bytes of what fits into one message, terminator included: no UTF-16 unit is longer in UTF-8 than
 * three bytes. */
enum { DISCORD_CONTENT_BYTES = 3 * DISCORD_CONTENT_UNITS + 1 };

/* UTF-16 units, as JavaScript counts characters. */
size_t discord_content_units(const char *text);

/* Appends text with what Discord takes for markup made harmless. */
void discord_content_add_plain(struct text *out, const char *text, size_t length);
/* Appends a table in a code block, with colours if it has paints. */
void discord_content_add_block(struct text *out, const char *text, size_t length);

/* Takes as many lines from `*rest` as, written by the functions above, take at most `units` more,
 * and appends them; a line that is too long for any message is cut in two. False when nothing is
 * left. */
bool discord_content_take(const char **rest, bool table, size_t units, struct text *out);

/* The first text that fits of: the table as it is, without its colours, without its last lines. */
void discord_content_add_picture(struct text *out, const char *picture, size_t units);

/* The first `units` of a label. */
void discord_content_add_label(struct text *out, const char *label, size_t units);

#endif
