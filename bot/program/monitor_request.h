/* Asks a bot that runs, at its `monitor.address`. */
#ifndef BELFRY_BOT_PROGRAM_MONITOR_REQUEST_H
#define BELFRY_BOT_PROGRAM_MONITOR_REQUEST_H

#include "games/shared/text.h"

enum { MONITOR_OK = 200 };

/* Requests `path` ("/health"). Returns the HTTP status with the page in `answer`, or 0 with the
 * reason why none came. */
long monitor_request(const char *address, const char *path, struct text *answer);

#endif
