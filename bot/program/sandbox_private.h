/* Shared by the files of the sandbox; nothing else includes this. */
#ifndef BELFRY_BOT_PROGRAM_SANDBOX_PRIVATE_H
#define BELFRY_BOT_PROGRAM_SANDBOX_PRIVATE_H

#include "bot/program/sandbox.h"

/* Each returns NULL, or why it is not in force. */
const char *sandbox_limit_files(const struct sandbox *sandbox);
const char *sandbox_limit_calls(void);

#endif
