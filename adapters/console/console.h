/* The console network: one person at this terminal.
 *
 * libedit does line editing and history when standard input is a terminal. Lines of a pipe or file
 * are handled one by one, each after everything that follows from the one before. Output is
 * collected while more is to come, so a table is shown once, in its last state.
 */
#ifndef BELFRY_ADAPTERS_CONSOLE_CONSOLE_H
#define BELFRY_ADAPTERS_CONSOLE_CONSOLE_H

#include "bot/adapter.h"

/* Key of its one place, and the person's identity. */
#define CONSOLE_PLACE    "table"
#define CONSOLE_IDENTITY "console:you"

enum console_colour { CONSOLE_COLOUR_AUTO, CONSOLE_COLOUR_ON, CONSOLE_COLOUR_OFF };

struct console_settings {
    char person[NAME_MAX_BYTES]; /* the person's name; "": the login name */
    int colour;                  /* enum console_colour; auto: on a terminal without NO_COLOR */
};

extern const struct adapter_class console_class;

/* Asks a question at the terminal and appends the line that is typed, before the network is opened.
 * Returns false at the end of the input. */
bool console_ask(const char *question, struct text *answer);

/* Appends the person's name: as configured, else the login name, else a word of the configured
 * language. */
void console_person_name(const struct console_settings *settings,
                         const struct adapter_listener *listener, struct text *name);

#endif
