/* KEY=VALUE after `new` and `options`: options of the game, and settings of the table. */
#include <string.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/inbound.h"
#include "bot/core/style.h"

static void list_values(const struct words *words, const struct game_option *option,
                        struct text *out)
{
    for (int value = 0; value < option->value_count; value++) {
        if (value > 0)
            text_add(out, ", ");
        fixed_word_say(words, option->values[value], out);
    }
}

/* Whether a table can have the setting; only some games know which moves are forced. */
static bool table_has(const struct game *game, enum setting setting)
{
    return setting < SETTING_COUNT && setting_may_be_set(setting, SETTING_AT_TABLE) &&
           (setting != SETTING_FORCED || game->rules->forced != NULL);
}

static void list_options(const struct words *words, const struct game *game, struct text *out)
{
    for (int option = 0; option < game->option_count; option++) {
        text_separate(out, ", ");
        fixed_word_say(words, game->options[option].name, out);
    }
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        if (table_has(game, setting)) {
            text_separate(out, ", ");
            fixed_word_say(words, setting_table[setting].name, out);
        }
    }
}

/* Reads one `key=value`; false after an answer that says what was expected. */
static bool read_game_option(struct call *call, const struct game *game, const char *key,
                             const char *value, struct table_choice *choice)
{
    char buffer[512], name_buffer[64];
    struct text expected = TEXT_IN(buffer), name = TEXT_IN(name_buffer);
    const struct words words = call_words(call);
    int option = game_option_find(game, key);
    if (option < 0) {
        list_options(&words, game, &expected);
        answer(call, "refusal.option", SAY_TEXT(key), SAY_TEXT(expected.bytes),
               SAY_NUMBER(expected.length > 0));
        return false;
    }
    list_values(&words, &game->options[option], &expected);
    fixed_word_say(&words, game->options[option].name, &name);
    if (value == NULL) {
        answer(call, "refusal.option-bare", SAY_TEXT(name.bytes), SAY_TEXT(expected.bytes));
        return false;
    }
    int chosen = game_option_value(&game->options[option], value);
    if (chosen < 0) {
        answer(call, "refusal.option-value", SAY_TEXT(value), SAY_TEXT(name.bytes),
               SAY_TEXT(expected.bytes));
        return false;
    }
    choice->options[option] = (uint8_t)chosen;
    return true;
}

static bool read_setting(struct call *call, enum setting setting, const char *written,
                         struct table_choice *choice)
{
    struct setting_value value;
    struct text chosen = TEXT_IN(choice->settings[setting]);
    if (written != NULL && setting_read(setting, written, &value)) {
        text_clear(&chosen);
        setting_value_print(setting, &value, &chosen);
        return true;
    }
    command_refuse_value(call, setting, written);
    return false;
}

/* Takes the next `key=value` from the line. A name may have spaces: a value goes on up to the next
 * word with a `=`. */
static bool take_pair(const char **rest, struct text *pair)
{
    const char *next = *rest, *word;
    text_clear(pair);
    for (size_t length; (length = command_next_word(&next, &word)) > 0; *rest = next) {
        bool begins_value = strchr(pair->bytes, '=') != NULL;
        if (pair->length > 0 && (!begins_value || memchr(word, '=', length) != NULL))
            break;
        text_separate(pair, " ");
        text_add_bytes(pair, word, length);
    }
    return pair->length > 0;
}

bool command_read_options(struct call *call, const struct game *game, const char *rest,
                          struct table_choice *choice)
{
    char key[128];
    struct text pair = TEXT_IN(key);
    while (take_pair(&rest, &pair)) {
        char *value = strchr(key, '=');
        if (value != NULL)
            *value++ = '\0';
        enum setting setting = setting_find(key);
        if (!(table_has(game, setting) ? read_setting(call, setting, value, choice)
                                       : read_game_option(call, game, key, value, choice)))
            return false;
    }
    return true;
}

/* Lists the table's own settings, and in any case whether it plays forced moves. */
static void list_settings(struct settings *settings, const struct words *words,
                          const struct table *table, struct text *out)
{
    const struct setting_scope scope = table_setting_scope(table);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        bool always = setting == SETTING_FORCED && table->game->rules->forced != NULL;
        if (!always && setting_own_text(settings, setting, SETTING_AT_TABLE, &scope) == NULL)
            continue;
        text_separate(out, ", ");
        fixed_words_say_pair(words, setting_table[setting].name,
                             setting_text(settings, setting, &scope), out);
    }
}

void command_announce_table(struct call *call, const struct table *table, const char *key)
{
    char name_buffer[64], options_buffer[512];
    struct text name = TEXT_IN(name_buffer), options = TEXT_IN(options_buffer);
    const struct game *game = table->game;
    const struct words words = style_place_words(call->commands->styles, call->inbound->network,
                                                 inbound_where(call->inbound));
    text_add_format(&name, "%s.name", game->id);
    for (int i = 0; i < game->option_count; i++) {
        text_separate(&options, ", ");
        fixed_words_say_pair(&words, game->options[i].name,
                             game->options[i].values[table->options[i]], &options);
    }
    list_settings(call->commands->settings, &words, table, &options);
    const char *names[GAME_SEATS_MAX];
    table_names(table, names);
    char people_buffer[512];
    struct text people = TEXT_IN(people_buffer);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        text_separate(&people, ", ");
        text_add(&people, names[seat]);
    }
    char players_buffer[16];
    struct text players = TEXT_IN(players_buffer);
    game_players_print(game, &players);
    session_event(call->commands->sessions, table, key, SAY_MESSAGE(name.bytes),
                  SAY_TEXT(people.bytes), SAY_TEXT(players.bytes), SAY_TEXT(options.bytes),
                  SAY_NUMBER(options.length > 0));
}

/* Shows the options when there are no arguments; otherwise the opener changes them before the
 * start. */
void command_options(struct call *call)
{
    if (call->arguments[0] != '\0') {
        struct table_choice choice = session_choice(call->commands->sessions, call->table);
        if (!table_is_opener(call->table, call->inbound->network, call->inbound->person.identity)) {
            answer_plain(call, "refusal.opener-only");
            return;
        }
        if (!command_read_options(call, call->table->game, call->arguments, &choice))
            return;
        session_refusal refusal = session_choose(call->commands->sessions, call->table, &choice);
        if (refusal != NULL) {
            command_refuse(call, refusal);
            return;
        }
    }
    command_announce_table(call, call->table, "event.options");
}
