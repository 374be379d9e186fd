#include "bot/commands/fixed_words.h"

#include <ctype.h>
#include <string.h>

#include "bot/commands/command.h"
#include "bot/words/catalog.h"

static const char *const switch_values[] = {"on", "off", NULL};
static const char *const no_value[] = {"none", NULL};
static const char *const all_games[] = {"all", NULL};
static const char *const watch_delays[] = {"round", "deal", NULL};
static const char *const returns[] = {"reset", NULL};

/* -- Saying ------------------------------------------------------------------------------------ */

/* Whether the word is not the same in every language. */
static bool is_translated(const char *word)
{
    return isalpha((unsigned char)word[0]) && catalog_language_find(word) == NULL;
}

void fixed_word_say(const struct words *words, const char *word, struct text *out)
{
    char buffer[64];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "word.%s", word);
    if (is_translated(word))
        words_say_plain(words, out, key.bytes);
    else
        text_add(out, word);
}

/* -- What keys and values there are ------------------------------------------------------------ */

static const struct game_option *find_option(const char *name)
{
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        int option = game_option_find(*game, name);
        if (option >= 0)
            return &(*game)->options[option];
    }
    return NULL;
}

/* Returns the words that a setting can be set to; NULL: whatever people type. */
static const char *const *setting_words(enum setting setting)
{
    const struct setting_row *row = &setting_table[setting];
    if (row->type == CONFIG_SWITCH)
        return switch_values;
    if (row->type == CONFIG_CHOICE)
        return row->choices;
    if (setting == SETTING_GAMES)
        return all_games;
    if (setting == SETTING_WATCH_DELAY)
        return watch_delays;
    return row->type == CONFIG_TEXT && row->least == 0 ? no_value : NULL;
}

static bool holds(const char *const *list, const char *word)
{
    while (list != NULL && *list != NULL && strcmp(*list, word) != 0)
        list++;
    return list != NULL && *list != NULL;
}

/* Games may have options of the same name with other values. */
static bool is_option_value(const char *key, const char *value)
{
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        int option = game_option_find(*game, key);
        if (option >= 0 && game_option_value(&(*game)->options[option], value) >= 0)
            return true;
    }
    return false;
}

void fixed_words_say_value(const struct words *words, const char *key, const char *value,
                           struct text *out)
{
    enum setting setting = setting_find(key);
    const char *word = value[0] != '\0' ? value : "none";
    bool fixed = value[0] == '\0' || (setting < SETTING_COUNT ? holds(setting_words(setting), value)
                                                              : is_option_value(key, value));
    if (fixed)
        fixed_word_say(words, word, out);
    else
        text_add(out, value);
}

void fixed_words_say_pair(const struct words *words, const char *key, const char *value,
                          struct text *out)
{
    fixed_word_say(words, key, out);
    text_add_char(out, '=');
    fixed_words_say_value(words, key, value, out);
}

/* -- Reading ----------------------------------------------------------------------------------- */

bool fixed_word_is(struct catalog *catalog, const char *word, const char *typed, size_t length)
{
    char buffer[64];
    struct text key = TEXT_IN(buffer);
    bool translated = is_translated(word);
    if (catalog_same_word(word, strlen(word), typed, length))
        return true;
    text_add_format(&key, "%s.%s", translated ? "word" : "language", word);
    return isalpha((unsigned char)word[0]) && catalog_is_spoken(catalog, key.bytes, typed, length);
}

const char *fixed_word_find(struct catalog *catalog, const char *const *list, const char *typed,
                            size_t length)
{
    while (list != NULL && *list != NULL && !fixed_word_is(catalog, *list, typed, length))
        list++;
    return list != NULL ? *list : NULL;
}

const char *fixed_word_find_key(struct catalog *catalog, const char *typed, size_t length)
{
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++)
        if (fixed_word_is(catalog, setting_table[setting].name, typed, length))
            return setting_table[setting].name;
    for (const struct game *const *game = game_registry; *game != NULL; game++)
        for (unsigned i = 0; i < (*game)->option_count; i++)
            if (fixed_word_is(catalog, (*game)->options[i].name, typed, length))
                return (*game)->options[i].name;
    return NULL;
}

static const char *find_option_value(struct catalog *catalog, const char *key, const char *typed,
                                     size_t length)
{
    for (const struct game *const *game = game_registry; *game != NULL; game++) {
        int option = game_option_find(*game, key);
        for (unsigned i = 0; option >= 0 && i < (*game)->options[option].value_count; i++)
            if (fixed_word_is(catalog, (*game)->options[option].values[i], typed, length))
                return (*game)->options[option].values[i];
    }
    return NULL;
}

static const char *find_value(struct catalog *catalog, const char *key, const char *typed,
                              size_t length)
{
    enum setting setting = setting_find(key);
    const char *value = fixed_word_find(catalog, returns, typed, length);
    if (value == NULL && setting < SETTING_COUNT)
        value = fixed_word_find(catalog, setting_words(setting), typed, length);
    if (value == NULL && find_option(key) != NULL)
        value = find_option_value(catalog, key, typed, length);
    return value;
}

/* What is known of a line while its words are read one by one. */
struct reading {
    struct catalog *catalog;
    const struct command *command;
    const char *setting; /* that was named; what follows is its value. NULL: none so far */
    unsigned words;      /* read so far */
};

static void add_word(const char *known, const char *typed, size_t length, struct text *out)
{
    if (known != NULL)
        text_add(out, known);
    else
        text_add_bytes(out, typed, length);
}

void fixed_words_read_pair(struct catalog *catalog, const char *typed, size_t length,
                           struct text *out)
{
    const char *equals = memchr(typed, '=', length);
    size_t key_length = equals != NULL ? (size_t)(equals - typed) : length;
    const char *key = fixed_word_find_key(catalog, typed, key_length);
    if (equals == NULL && key == NULL)
        key = fixed_word_find(catalog, returns, typed, length);
    add_word(key, typed, key_length, out);
    if (equals == NULL)
        return;
    size_t value_length = length - key_length - 1;
    text_add_char(out, '=');
    add_word(key != NULL ? find_value(catalog, key, equals + 1, value_length) : NULL, equals + 1,
             value_length, out);
}

static bool takes(const struct command *command, const char *name, enum argument_kind kind)
{
    const struct command_argument *argument = command->arguments;
    for (; argument != NULL && argument->name != NULL; argument++)
        if (argument->kind == kind && (name == NULL || strcmp(argument->name, name) == 0))
            return true;
    return false;
}

/* Where free text follows, such as a reason, a choice stands behind what must stand before it and
 * in front of the text; otherwise anywhere. */
static bool may_stand_here(const struct reading *reading, const struct command_argument *choice)
{
    const struct command_argument *argument = reading->command->arguments;
    unsigned least = 0;
    if (!takes(reading->command, NULL, ARGUMENT_TEXT))
        return true;
    for (; argument < choice; argument++)
        least += argument->required;
    return reading->words >= least && reading->words <= choice - reading->command->arguments;
}

static const char *find_choice(const struct reading *reading, const char *typed, size_t length)
{
    const char *found = NULL;
    const struct command_argument *argument = reading->command->arguments;
    for (; found == NULL && argument != NULL && argument->name != NULL; argument++)
        if (argument->kind == ARGUMENT_CHOICE && may_stand_here(reading, argument))
            found = fixed_word_find(reading->catalog, argument->words, typed, length);
    return found;
}

static void read_word(struct reading *reading, const char *typed, size_t length, struct text *out)
{
    const char *found = find_choice(reading, typed, length);
    if (found == NULL && takes(reading->command, "setting", ARGUMENT_WORD)) {
        reading->setting = fixed_word_find_key(reading->catalog, typed, length);
        found = reading->setting;
    }
    if (found == NULL && takes(reading->command, NULL, ARGUMENT_PAIRS))
        fixed_words_read_pair(reading->catalog, typed, length, out);
    else
        add_word(found, typed, length, out);
    reading->words++;
}

/* Options of games are listed as they are typed with `new`. */
static void read_value(const struct reading *reading, const char *typed, struct text *out)
{
    size_t length = strlen(typed);
    const char *value = find_value(reading->catalog, reading->setting, typed, length), *word;
    if (value != NULL || setting_find(reading->setting) != SETTING_GAME_OPTIONS) {
        add_word(value, typed, length, out);
        return;
    }
    while ((length = command_next_word(&typed, &word)) > 0) {
        fixed_words_read_pair(reading->catalog, word, length, out);
        text_add_bytes(out, word + length, strspn(word + length, " \t"));
    }
}

void fixed_words_read(struct catalog *catalog, const struct command *command, const char *typed,
                      struct text *out)
{
    struct reading reading = {.catalog = catalog, .command = command};
    const char *rest = typed, *word;
    if (!takes(command, NULL, ARGUMENT_CHOICE) && !takes(command, NULL, ARGUMENT_PAIRS)) {
        text_add(out, typed);
        return;
    }
    for (size_t length;
         reading.setting == NULL && (length = command_next_word(&rest, &word)) > 0;) {
        size_t blanks = strspn(word + length, " \t");
        read_word(&reading, word, length, out);
        text_add_bytes(out, word + length, blanks);
    }
    if (reading.setting != NULL)
        read_value(&reading, rest, out);
}
