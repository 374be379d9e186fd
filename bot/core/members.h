/* Writes the members of a JSON object into a text, one after the other. The caller writes the
 * braces.
 */
#ifndef BELFRY_BOT_CORE_MEMBERS_H
#define BELFRY_BOT_CORE_MEMBERS_H

#include "games/shared/text.h"

/* Appends a comma, unless what follows is the first of an object or a list. */
void members_separate(struct text *out);
/* Appends `"key":`; the value follows. */
void members_add_key(struct text *out, const char *key);
void members_add_string(struct text *out, const char *key, const char *value);
void members_add_number(struct text *out, const char *key, long long value);

#endif
