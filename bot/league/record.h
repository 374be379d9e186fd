/* A league as text, JSON on one line, as the store keeps it. */
#ifndef BELFRY_BOT_LEAGUE_RECORD_H
#define BELFRY_BOT_LEAGUE_RECORD_H

#include <stddef.h>

#include "bot/league/league.h"

/* Returns the text; the caller frees it. */
char *league_print(const struct league *league);
/* Reads what league_print() returned; false: it is no league, or one of another program's version
 * that this one can't hold. */
bool league_read(const char *text, struct league *league);

#endif
