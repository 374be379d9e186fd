/* One value as people write it, in the configuration file or in a command: text to member, with its
 * bounds. It knows no YAML. */
#ifndef BELFRY_BOT_CONFIGURATION_CONFIG_VALUE_H
#define BELFRY_BOT_CONFIGURATION_CONFIG_VALUE_H

#include "bot/configuration/config.h"
#include "games/shared/text.h"

/* Sets the member of `key` in `block` from a text as written; for CONFIG_LIST appends an item. A
 * secret's text is the secret itself. On false a complaint was appended. */
bool config_value_set(const struct config_key *key, const char *file, const char *bytes,
                      size_t length, void *block, struct text *complaint);
/* Sets the default. */
bool config_value_set_default(const struct config_key *key, const char *file, void *block,
                              struct text *complaint);
/* Checks the number of items of a list. On false a complaint was appended. */
bool config_value_count(const struct config_key *key, const void *block, struct text *complaint);
/* Appends `path`, which begins at the folder of `file` when it is relative. False: it is too long.
 */
bool config_path_resolve(const char *file, const char *path, size_t length, struct text *out);
/* Sets a secret from a file or an environment variable. On false a complaint was appended.
 * `*open_to_all` is set when everybody on the machine can read the file. */
bool config_secret_from_file(const struct config_key *key, const char *path, void *block,
                             bool *open_to_all, struct text *complaint);
bool config_secret_from_environment(const struct config_key *key, const char *variable, void *block,
                                    struct text *complaint);
/* Appends what a key expects, in words: "a number from 1 to 65535". */
void config_value_expect(const struct config_key *key, struct text *out);
/* Appends "from 1 to 65535", or nothing for a key without numeric bounds. */
void config_value_bounds(const struct config_key *key, struct text *out);
/* Appends milliseconds in the form of the file: "90s", "2d". */
void config_add_duration(struct text *out, int64_t milliseconds);
/* Appends foreign bytes made harmless for a terminal: at most 60 bytes, control characters as '?'.
 */
void config_add_foreign(struct text *out, const char *bytes, size_t length);

/* -- The nearest known word -------------------------------------------------------------------- */

enum { NEAREST_WORD_BYTES = 48 };

/* A search for the known word closest to a misspelt one. Start with nearest_to, call
 * nearest_consider for every known word, then read `word`: "" when none is close. */
struct nearest {
    const char *bytes;
    size_t length;
    size_t distance;
    char word[NEAREST_WORD_BYTES];
};

struct nearest nearest_to(const char *bytes, size_t length);
/* Considers `name` followed by `ending`. */
void nearest_consider(struct nearest *nearest, const char *name, const char *ending);

#endif
