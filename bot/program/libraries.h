/* Libraries that would crash, or fail in ways that nobody can explain, when memory runs out. */
#ifndef BELFRY_BOT_PROGRAM_LIBRARIES_H
#define BELFRY_BOT_PROGRAM_LIBRARIES_H

/* Makes ICU, jansson and libuv allocate by bot/base/memory.h; curl and libwebsockets do where they
 * are opened (adapters/net). SQLite copes without: the turn is undone. Called once, before any of
 * them is used. */
void libraries_use_memory(void);

#endif
