/* The place of a private conversation, where a table of one person alone is shown, or one that was
 * found for them (bot/tables/seeking.h), which has other places, too.
 *
 * Some networks have such places of their own (inbound.home). On the others the place is "=" and
 * the identity of the person: what is said there goes to that person in private, and the words,
 * style and settings are theirs. It is open as soon as the person has written in private; for a
 * table that was found, as soon as they are seen.
 */
#ifndef BELFRY_BOT_CORE_HOME_H
#define BELFRY_BOT_CORE_HOME_H

#include "bot/adapter.h"

enum { HOME_BYTES = IDENTITY_MAX + 1 };

/* What people type instead of the name of that place. */
#define HOME_NAME "deal"

/* Writes the key of the person's place. */
void home_of(const char *identity, char place[HOME_BYTES]);
/* Returns the identity of the person whose place it is, which points into `place`; NULL: it is
 * another kind of place. */
const char *home_identity(const char *place);

#endif
