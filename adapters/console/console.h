/* The console network: one person in front of this terminal.
 *
 * Line editing and history by libedit when standard input is a terminal; lines of a pipe or a file
 * are worked off one by one, each after everything that follows from the one before it. Output is
 * collected while there is more to come, so a table is shown once, in its last state.
 */
#ifndef BELFRY_ADAPTERS_CONSOLE_CONSOLE_H
#define BELFRY_ADAPTERS_CONSOLE_CONSOLE_H

#include "bot/adapter.h"

/* Key of its one place, and the person's identity. */
#define CONSOLE_PLACE    "table"
#define CONSOLE_IDENTITY "console:you"

enum console_colour { CONSOLE_COLOUR_AUTO, CONSOLE_COLOUR_ON, CONSOLE_COLOUR_OFF };

struct console_settings {
    char person[NAME_MAX_BYTES]; /* what the person is called; "": the login name */
    int colour;                  /* enum console_colour; auto: on a terminal without NO_COLOR */
};

extern const struct adapter_class console_class;

/* Appends the name that the person goes by: as configured, the login name, or a word of the
 * configured language. */
void console_person_name(const struct console_settings *settings,
                         const struct adapter_listener *listener, struct text *name);

#endif
