/* One value as people write it, in the configuration file or in a command: text to member, with its
 * bounds. Knows no YAML.
 */
#ifndef BELFRY_BOT_CONFIGURATION_CONFIG_VALUE_H
#define BELFRY_BOT_CONFIGURATION_CONFIG_VALUE_H

#include "bot/configuration/config.h"
#include "games/shared/text.h"

/* Sets the member of `key` in `block` to a text as written. CONFIG_LIST: appends an item. A secret
 * is the text itself. False with the complaint appended. */
bool config_value_set(const struct config_key *key, const char *file, const char *bytes,
                      size_t length, void *block, struct text *complaint);
/* The default. */
bool config_value_set_default(const struct config_key *key, const char *file, void *block,
                              struct text *complaint);
/* Whether a list has as many items as it must. */
bool config_value_count(const struct config_key *key, const void *block, struct text *complaint);
/* A secret from the file or the environment variable that the configuration names. */
bool config_secret_from_file(const struct config_key *key, const char *file, const char *path,
                             void *block, struct text *complaint);
bool config_secret_from_environment(const struct config_key *key, const char *variable, void *block,
                                    struct text *complaint);
/* Appends the bounds of a key in words ("a number from 1 to 65535"). */
void config_value_expect(const struct config_key *key, struct text *out);
/* Appends "from 1 to 65535", nothing for a key whose value is no number. */
void config_value_bounds(const struct config_key *key, struct text *out);
/* Appends milliseconds as they are written: "90s", "2d". */
void config_add_duration(struct text *out, int64_t milliseconds);
/* Appends foreign bytes so that they can't disturb a terminal: at most 60 bytes, controls as '?'.
 */
void config_add_foreign(struct text *out, const char *bytes, size_t length);

/* -- The nearest known word -------------------------------------------------------------------- */

enum { NEAREST_WORD_BYTES = 48 };

/* Who may have been meant by `bytes`: start with nearest_to, consider every known word, then read
 * `word`, "" when none is near. */
struct nearest {
    const char *bytes;
    size_t length;
    size_t distance;
    char word[NEAREST_WORD_BYTES];
};

struct nearest nearest_to(const char *bytes, size_t length);
/* The word `name` with `ending` behind it. */
void nearest_consider(struct nearest *nearest, const char *name, const char *ending);

#endif
