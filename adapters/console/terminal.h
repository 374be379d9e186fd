/* The terminal on standard output: what is written there, wrapped to its columns and coloured. */
#ifndef BELFRY_ADAPTERS_CONSOLE_TERMINAL_H
#define BELFRY_ADAPTERS_CONSOLE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/adapter.h"

/* Writes all of it, also where standard output doesn't block; gives up when nobody reads it. */
void terminal_write(const char *bytes, size_t length);

/* Returns false when standard output is no terminal, or one that does not know its size. */
bool terminal_size(struct network_screen *screen);
/* Returns its columns now; 0: no terminal, so lines are not wrapped. */
unsigned terminal_columns(void);

/* Returns the columns of a text with paint in it (games/shared/paint.h). */
unsigned terminal_width(const char *text, size_t length);

/* Appends lines. Sentences are broken between words where the terminal ends; what is drawn
 * (DRAWN_MARK) stays as it is. */
void terminal_add_wrapped(struct text *out, const char *lines);

/* Appends a text with its paint as colours. */
void terminal_add_coloured(struct text *out, const char *text);

#endif
