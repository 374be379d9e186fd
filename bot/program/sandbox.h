/* What the process can still do once it has read its configuration and opened its store, so that a
 * hole in a parser of a network's bytes opens nothing else on the machine.
 *
 * Files (Landlock, where the kernel has it): the store's, the backups' and the downloads' folder
 * may be written; the folders of the configuration, of its secrets and of its certificates, and
 * what the system's libraries read, may be read; nothing else exists for it. With a store on a
 * server all files may be read, because the server's client keeps its password and certificates
 * where its user wants them.
 *
 * Calls (seccomp): what the bot never asks of the kernel, such as to start a program or to look
 * into another process, kills it. A call that is in neither list is answered as if the kernel did
 * not know it, so that a newer C library does without; in a build with fault points it kills too,
 * so that the tests tell it.
 *
 * Both hold until the process ends, for all threads that are started later.
 */
#ifndef BELFRY_BOT_PROGRAM_SANDBOX_H
#define BELFRY_BOT_PROGRAM_SANDBOX_H

#include <stdbool.h>

#include "bot/configuration/config.h"

struct sandbox {
    const char *config_file; /* NULL: none */
    const char *data;        /* folder, which exists, or address of the store */
    const struct config *config;
};

/* What is in force. Where files are limited, a configuration that is read later can't lead to
 * folders that this one does not name. */
struct sandbox_limits {
    bool files, calls;
};

/* Call it before the first thread is started. Writes one line to the log that says what is in force
 * and, where something is not, why. */
struct sandbox_limits sandbox_enter(const struct sandbox *sandbox);

#endif
