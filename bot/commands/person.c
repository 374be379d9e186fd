/* `lang` and `style`: what people choose for what only they are shown. */
#include <string.h>
#include <strings.h>

#include "bot/commands/command.h"
#include "bot/commands/fixed_words.h"
#include "bot/core/style.h"

enum { WORD_BYTES = 64 };

/* Whether the value returns to the default. */
static bool is_reset(const char *value)
{
    return value[0] == '\0' || strcasecmp(value, "reset") == 0;
}

void command_lang(struct call *call)
{
    const struct setting_scope asker = call_asker(call);
    const char *typed = call->arguments;
    if (strcasecmp(typed, "reset") == 0) {
        setting_set(call->commands->settings, SETTING_LANGUAGE, SETTING_AT_PERSON, &asker, NULL,
                    NULL);
    } else if (typed[0] != '\0') {
        const char *code = catalog_language_find(typed);
        if (code == NULL) {
            command_refuse_value(call, SETTING_LANGUAGE, typed);
            return;
        }
        setting_set(call->commands->settings, SETTING_LANGUAGE, SETTING_AT_PERSON, &asker, code,
                    NULL);
    }
    answer_plain(call, "host.language.set");
    if (call->table != NULL && call->table->status == TABLE_PLAYING)
        session_prompt(call->commands->sessions, call->table);
    command_prompt_lesson(call);
}

/* `lang` is a command of its own. */
static bool is_style(enum setting setting)
{
    return setting < SETTING_COUNT && setting != SETTING_LANGUAGE &&
           setting_may_be_set(setting, SETTING_AT_PERSON);
}

static void list_styles(const struct call *call, bool with_values, struct text *out)
{
    const struct setting_scope asker = call_asker(call);
    const struct words words = call_words(call);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        if (!is_style(setting))
            continue;
        const char *value = setting_text(call->commands->settings, setting, &asker);
        text_separate(out, ", ");
        if (with_values)
            fixed_words_say_pair(&words, setting_table[setting].name, value, out);
        else
            fixed_word_say(&words, setting_table[setting].name, out);
    }
}

/* Reads one KEY=VALUE of a style; false after an answer. */
static bool read_pair(struct call *call, char word[WORD_BYTES], enum setting *setting,
                      const char **value)
{
    char buffer[256];
    struct text names = TEXT_IN(buffer);
    struct setting_value read;
    char *equals = strchr(word, '=');
    if (equals != NULL)
        *equals = '\0';
    *setting = setting_find(word);
    *value = equals != NULL ? equals + 1 : "";
    if (!is_style(*setting)) {
        list_styles(call, false, &names);
        answer(call, "refusal.style", SAY_TEXT(word), SAY_TEXT(names.bytes));
        return false;
    }
    if (equals != NULL && (is_reset(*value) || setting_read(*setting, *value, &read)))
        return true;
    command_refuse_value(call, *setting, equals != NULL ? *value : NULL);
    return false;
}

/* All pairs are read before the first is set, so that a mistake changes nothing. */
static bool work_off(struct call *call, bool set)
{
    const struct setting_scope asker = call_asker(call);
    const char *rest = call->arguments, *typed;
    for (size_t length; (length = command_next_word(&rest, &typed)) > 0;) {
        char word[WORD_BYTES];
        struct text copy = TEXT_IN(word);
        enum setting setting;
        const char *value;
        text_add_bytes(&copy, typed, length);
        if (!read_pair(call, word, &setting, &value))
            return false;
        if (set)
            setting_set(call->commands->settings, setting, SETTING_AT_PERSON, &asker,
                        is_reset(value) ? NULL : value, NULL);
    }
    return true;
}

static void reset_styles(struct call *call)
{
    const struct setting_scope asker = call_asker(call);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++)
        if (is_style(setting))
            setting_set(call->commands->settings, setting, SETTING_AT_PERSON, &asker, NULL, NULL);
}

void command_style(struct call *call)
{
    char buffer[256];
    struct text styles = TEXT_IN(buffer);
    if (strcasecmp(call->arguments, "reset") == 0)
        reset_styles(call);
    else if (!work_off(call, false) || !work_off(call, true))
        return;
    list_styles(call, true, &styles);
    answer(call, "answer.style", SAY_TEXT(styles.bytes));
}
