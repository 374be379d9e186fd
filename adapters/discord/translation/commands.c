#include "adapters/discord/translation/commands.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "adapters/discord/translation/content.h"
#include "bot/base/log.h"
#include "bot/commands/command_table.h"

enum {
    TYPE_CHAT_INPUT = 1,
    OPTION_STRING = 3,
    OPTION_INTEGER = 4,
    DESCRIPTION_UNITS = 100,
    NAME_UNITS = 32,
    CHOICE_UNITS = 100,
    CHOICES_OF_OPTION = 25,
    TEXT_LENGTH = 1000, /* of one option; all options together fit into INBOUND_TEXT_MAX */
    PHRASE_BYTES = 512
};

/* The catalog's languages as Discord names them. Other languages get English. */
static const struct {
    const char *language, *locale;
} locales[] = {{"en", "en-US"}, {"en", "en-GB"}, {"fr", "fr"},    {"it", "it"},
               {"de", "de"},    {"es", "es-ES"}, {"es", "es-419"}};

/* -- Words ------------------------------------------------------------------------------------- */

static void say(const struct discord_phrases *phrases, const char *language, const char *key,
                struct text *out)
{
    text_clear(out);
    phrases->phrase(phrases->context, language, key, out);
}

/* Discord's rule for names: letters, but no upper case ones, digits, - and _. */
static bool is_name(const char *name)
{
    utf8proc_int32_t point;
    size_t units = discord_content_units(name);
    for (utf8proc_ssize_t length; *name != '\0'; name += length) {
        length = utf8proc_iterate((const utf8proc_uint8_t *)name, -1, &point);
        if (length <= 0)
            return false;
        utf8proc_category_t category = utf8proc_category(point);
        bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
        bool digit = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
        if (!(letter || digit || point == '-' || point == '_') || utf8proc_tolower(point) != point)
            return false;
    }
    return units >= 1 && units <= NAME_UNITS;
}

/* Whether a field can hold a text. */
typedef bool is_fit(const char *text);

static bool is_description(const char *text)
{
    return text[0] != '\0' && discord_content_units(text) <= DESCRIPTION_UNITS;
}

/* Adds `field`_localizations with the languages whose text differs from English. */
static void add_localizations(json_t *object, const struct discord_phrases *phrases,
                              const char *field, const char *key, is_fit *fits)
{
    char english_buffer[PHRASE_BYTES], buffer[PHRASE_BYTES], name[64];
    struct text english = TEXT_IN(english_buffer), local = TEXT_IN(buffer), title = TEXT_IN(name);
    json_t *known = json_object();
    say(phrases, "en", key, &english);
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        say(phrases, locales[i].language, key, &local);
        bool own = strcmp(local.bytes, english.bytes) != 0;
        if (own && !fits(local.bytes))
            log_warning("discord.translation_unfit", "key", key, "locale", locales[i].locale);
        else if (own)
            json_object_set_new(known, locales[i].locale, json_string(local.bytes));
    }
    text_add_format(&title, "%s_localizations", field);
    if (json_object_size(known) > 0)
        json_object_set(object, title.bytes, known);
    json_decref(known);
}

/* A field in English and its localizations. */
static void add_words(json_t *object, const struct discord_phrases *phrases, const char *field,
                      const char *key, is_fit *fits)
{
    char buffer[PHRASE_BYTES];
    struct text text = TEXT_IN(buffer);
    say(phrases, "en", key, &text);
    json_object_set_new(object, field, json_string(text.bytes));
    add_localizations(object, phrases, field, key, fits);
}

/* -- Options ----------------------------------------------------------------------------------- */

static json_t *new_choices(const struct discord_phrases *phrases,
                           const struct command_argument *argument)
{
    const char *word;
    json_t *choices = json_array();
    for (size_t i = 0; i < CHOICES_OF_OPTION && (word = command_argument_word(argument, i)) != NULL;
         i++) {
        char buffer[128];
        struct text key = TEXT_IN(buffer);
        json_t *choice = json_object();
        command_argument_word_key(argument, word, &key);
        add_words(choice, phrases, "name", key.bytes, is_description);
        json_object_set_new(choice, "value", json_string(word));
        json_array_append_new(choices, choice);
    }
    return choices;
}

static bool has_choices(const struct command_argument *argument)
{
    return argument->kind == ARGUMENT_CHOICE || argument->kind == ARGUMENT_GAME;
}

static void add_bounds(json_t *option, const struct command_argument *argument)
{
    if (argument->kind == ARGUMENT_NUMBER) {
        json_object_set_new(option, "min_value", json_integer(argument->least));
        json_object_set_new(option, "max_value", json_integer(argument->most));
    } else if (!has_choices(argument)) {
        json_object_set_new(option, "min_length", json_integer(1));
        json_object_set_new(option, "max_length", json_integer(TEXT_LENGTH));
    }
}

static json_t *new_option(const struct discord_phrases *phrases, const struct command *command,
                          const struct command_argument *argument)
{
    char name_buffer[128], key_buffer[128];
    struct text name = TEXT_IN(name_buffer), key = TEXT_IN(key_buffer);
    json_t *option = json_pack("{s:i, s:s, s:b}", "type",
                               argument->kind == ARGUMENT_NUMBER ? OPTION_INTEGER : OPTION_STRING,
                               "name", argument->name, "required", argument->required);
    text_add_format(&name, "argument.%s", argument->name);
    add_localizations(option, phrases, "name", name.bytes, is_name);
    text_add_format(&key, "command.%s.%s", command->name, argument->name);
    add_words(option, phrases, "description", key.bytes, is_description);
    add_bounds(option, argument);
    if (has_choices(argument))
        json_object_set_new(option, "choices", new_choices(phrases, argument));
    else if (argument->completes)
        json_object_set_new(option, "autocomplete", json_true());
    return option;
}

/* Discord wants the required options first; reading restores the order. */
static json_t *new_options(const struct discord_phrases *phrases, const struct command *command)
{
    json_t *options = json_array();
    for (int required = 1; required >= 0; required--) {
        const struct command_argument *argument = command->arguments;
        for (; argument != NULL && argument->name != NULL; argument++)
            if (argument->required == (required == 1))
                json_array_append_new(options, new_option(phrases, command, argument));
    }
    return options;
}

/* -- Commands ---------------------------------------------------------------------------------- */

/* Who sees a command by default; a server's admins can change it. NULL: everybody. */
static json_t *new_permissions(enum person_rank rank)
{
    char digits[24];
    struct text text = TEXT_IN(digits);
    if (rank == RANK_PLAYER)
        return json_null();
    text_add_number(&text, (long long)(rank == RANK_ADMIN ? DISCORD_MAY_MANAGE_GUILD
                                                          : DISCORD_MAY_MANAGE_CHANNEL));
    return json_string(text.bytes);
}

/* Where it can be given: 0 guilds, 1 direct messages with the bot, 2 other private places. Where
 * the bot is not present, only commands without requirements work. Who has installed the
 * application for themselves (1) has what works in direct messages. */
static void add_contexts(json_t *object, const struct command *command)
{
    bool free = (command->traits & (NEEDS_PLACE | NEEDS_TABLE)) == 0;
    json_t *contexts = json_pack("[i]", 0), *installations = json_pack("[i]", 0);
    if (!(command->traits & NEEDS_PLACE) || (command->traits & WORKS_AT_HOME)) {
        json_array_append_new(contexts, json_integer(1));
        json_array_append_new(installations, json_integer(1));
    }
    if (free)
        json_array_append_new(contexts, json_integer(2));
    json_object_set_new(object, "contexts", contexts);
    json_object_set_new(object, "integration_types", installations);
}

static json_t *new_command(const struct discord_phrases *phrases, const struct command *command,
                           bool of_guild)
{
    char name_buffer[128], help_buffer[128];
    struct text name = TEXT_IN(name_buffer), help = TEXT_IN(help_buffer);
    json_t *object = json_pack("{s:i, s:s}", "type", TYPE_CHAT_INPUT, "name", command->name);
    text_add_format(&name, "command.%s.name", command->name);
    add_localizations(object, phrases, "name", name.bytes, is_name);
    text_add_format(&help, "command.%s.help", command->name);
    add_words(object, phrases, "description", help.bytes, is_description);
    json_object_set_new(object, "options", new_options(phrases, command));
    json_object_set_new(object, "default_member_permissions", new_permissions(command->rank));
    if (!of_guild)
        add_contexts(object, command);
    return object;
}

json_t *discord_commands_build(const struct discord_phrases *phrases, bool of_guild)
{
    json_t *commands = json_array();
    for (size_t i = 0; i < command_count; i++)
        json_array_append_new(commands, new_command(phrases, &command_table[i], of_guild));
    return commands;
}

/* -- Differences ------------------------------------------------------------------------------- */

void discord_commands_hash(const json_t *commands, char hash[DISCORD_COMMANDS_HASH_BYTES])
{
    unsigned char digest[(DISCORD_COMMANDS_HASH_BYTES - 1) / 2];
    char *bytes = json_dumps(commands, JSON_COMPACT | JSON_SORT_KEYS);
    hash[0] = '\0';
    if (bytes != NULL) {
        crypto_generichash(digest, sizeof digest, (const unsigned char *)bytes, strlen(bytes), NULL,
                           0);
        sodium_bin2hex(hash, DISCORD_COMMANDS_HASH_BYTES, digest, sizeof digest);
    }
    free(bytes);
}

static bool is_default(const json_t *value)
{
    return value == NULL || json_is_null(value) || json_is_false(value) ||
           (json_is_array(value) && json_array_size(value) == 0) ||
           (json_is_object(value) && json_object_size(value) == 0);
}

/* Whether Discord has all that we want; further keys make no difference. */
static bool is_same(const json_t *wanted, const json_t *has);

static bool has_same_keys(const json_t *wanted, const json_t *has)
{
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)wanted, key, value)
        if (!is_same(value, json_object_get(has, key)))
            return false;
    return true;
}

/* Lists and objects are nested two levels deep: options, choices. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as what we built ourselves */
static bool is_same(const json_t *wanted, const json_t *has)
{
    if (is_default(wanted) && is_default(has))
        return true;
    if (json_is_object(wanted))
        return json_is_object(has) && has_same_keys(wanted, has);
    if (!json_is_array(wanted))
        return json_equal(wanted, has);
    if (json_array_size(wanted) != json_array_size(has))
        return false;
    for (size_t i = 0; i < json_array_size(wanted); i++)
        if (!is_same(json_array_get(wanted, i), json_array_get(has, i)))
            return false;
    return true;
}

static const char *name_of(const json_t *command)
{
    const char *name = json_string_value(json_object_get(command, "name"));
    return name != NULL ? name : "";
}

static json_int_t type_of(const json_t *command)
{
    const json_t *type = json_object_get(command, "type");
    return json_is_integer(type) ? json_integer_value(type) : TYPE_CHAT_INPUT;
}

static const json_t *find(const json_t *commands, const json_t *like)
{
    for (size_t i = 0; i < json_array_size(commands); i++) {
        const json_t *command = json_array_get(commands, i);
        if (strcmp(name_of(command), name_of(like)) == 0 && type_of(command) == type_of(like))
            return command;
    }
    return NULL;
}

size_t discord_commands_compare(const json_t *wanted, const json_t *has,
                                void (*tell)(void *context, enum discord_commands_change change,
                                             const char *name),
                                void *context)
{
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const json_t *command = json_array_get(wanted, i);
        const json_t *known = find(has, command);
        if (known != NULL && is_same(command, known))
            continue;
        tell(context, known != NULL ? COMMANDS_CHANGED : COMMANDS_ADDED, name_of(command));
        count++;
    }
    for (size_t i = 0; i < json_array_size(has); i++) {
        const json_t *command = json_array_get(has, i);
        if (find(wanted, command) != NULL)
            continue;
        tell(context, COMMANDS_REMOVED, name_of(command));
        count++;
    }
    return count;
}
