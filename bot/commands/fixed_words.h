/* Fixed words behind the names of commands: `add`, `me`, topics of the rules, names of options and
 * settings, and their values.
 *
 * The tables have them in English. The message "word.WORD" is what people read and type instead in
 * their language; English is understood in every language. Numbers and the codes of languages are
 * the same everywhere; "language.CODE" is the name of a language, which can be typed for its code.
 */
#ifndef BELFRY_BOT_COMMANDS_FIXED_WORDS_H
#define BELFRY_BOT_COMMANDS_FIXED_WORDS_H

#include <stdbool.h>

#include "bot/commands/command_table.h"
#include "bot/configuration/setting_table.h"
#include "games/words.h"

/* Appends a fixed word in the language of `words`. */
void fixed_word_say(const struct words *words, const char *word, struct text *out);
/* Appends "KEY=VALUE". Only values of settings and options that are words are translated. */
void fixed_words_say_pair(const struct words *words, const char *key, const char *value,
                          struct text *out);
/* Appends the value of a setting or option, "none" for no value. */
void fixed_words_say_value(const struct words *words, const char *key, const char *value,
                           struct text *out);

/* Whether somebody typed the word, in any language. */
bool fixed_word_is(struct catalog *catalog, const char *word, const char *typed, size_t length);
/* Returns which word of a NULL-terminated list was typed, in any language; NULL: none. */
const char *fixed_word_find(struct catalog *catalog, const char *const *list, const char *typed,
                            size_t length);
/* Returns the name of the setting or of a game's option that was typed; NULL: none. */
const char *fixed_word_find_key(struct catalog *catalog, const char *typed, size_t length);

/* Appends a typed KEY=VALUE, or a word alone, with what is fixed in it in English. */
void fixed_words_read_pair(struct catalog *catalog, const char *typed, size_t length,
                           struct text *out);
/* Appends what was typed after a command's name, with its fixed words in English. What is no fixed
 * word stays as it is. */
void fixed_words_read(struct catalog *catalog, const struct command *command, const char *typed,
                      struct text *out);

#endif
