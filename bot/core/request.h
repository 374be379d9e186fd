/* Reads one line of a program: a JSON object with a few known keys (config/PROTOCOL.md). */
#ifndef BELFRY_BOT_CORE_REQUEST_H
#define BELFRY_BOT_CORE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/shared/text.h"

enum {
    REQUEST_LINE_MAX = 4096, /* bytes of a line without its end */
    REQUEST_KEY_MAX = 32     /* bytes of a key that a complaint repeats, with its terminator */
};

enum request_type { REQUEST_TEXT, REQUEST_NUMBER };

/* A key that may be in a line. */
struct request_key {
    const char *name;
    enum request_type type;
    /* Where the value goes: of a text, `size` bytes without control characters; of a number, an
     * int64_t from 0 to 2^53 - 1. Keys that are not in the line leave theirs as it is. */
    void *value;
    size_t size;
    bool *given; /* set to true when the line has the key; NULL: nobody asks */
};

/* Why a line was not understood. The code is also the end of the message "protocol.CODE". */
struct request_problem {
    const char *code;          /* NULL: there is none */
    char key[REQUEST_KEY_MAX]; /* the key that it is about; "": none */
};

bool request_read(const char *line, size_t length, const struct request_key *keys, size_t count,
                  struct request_problem *problem);

#endif
