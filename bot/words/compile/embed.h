/* Part of the build: files as constants in C. */
#ifndef BELFRY_BOT_WORDS_COMPILE_EMBED_H
#define BELFRY_BOT_WORDS_COMPILE_EMBED_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the start of the path's last part; with `end` of that before `end`. */
const char *embed_after_slash(const char *path, const char *end);
/* Writes the name of the file's folder with `-` for `_`: of a game's folder that is its id. */
void embed_folder(FILE *out, const char *path);
/* Writes the file as `static const char NAME_INDEX[]`, with a 0 at its end. */
bool embed_bytes(FILE *out, const char *path, const char *name, int index);

#endif
