#include "bot/commands/settings_reference.h"

#include "bot/commands/fixed_words.h"
#include "bot/commands/permission.h"
#include "bot/configuration/config_value.h"

static const char intro[] =
    "# Settings\n\n"
    "`belfry config reference` writes this page from the table of settings; do not edit it.\n\n"
    "The nearest place that sets a value decides, in this order: the person, the table, the "
    "channel,\n"
    "the server (a Discord guild; elsewhere the whole network), `defaults:` of the network,\n"
    "`defaults:` of the configuration file, the built-in default.\n\n"
    "`config set [server|channel|table] SETTING VALUE` sets a value, `config reset` removes it, "
    "and\n"
    "`config log` lists who changed what. People set their own values with `lang` and `style`. "
    "Tables\n"
    "get values of their own with `new`, `options` and `league new`.\n\n"
    "| setting | value | default | set for | by | in `defaults:` | what it does |\n"
    "|---|---|---|---|---|---|---|\n";

static void add_choices(const struct words *words, const char *const *choices, struct text *out)
{
    for (size_t i = 0; choices[i] != NULL; i++) {
        if (i > 0)
            text_add(out, ", ");
        fixed_word_say(words, choices[i], out);
    }
}

static void add_duration(const struct words *words, const struct setting_row *row, struct text *out)
{
    char buffer[32];
    struct text most = TEXT_IN(buffer);
    config_add_duration(&most, row->most);
    words_say(words, out, "setting.expected.duration", SAY_TEXT(most.bytes));
}

void setting_expected_print(const struct words *words, enum setting setting, struct text *out)
{
    const struct setting_row *row = &setting_table[setting];
    char buffer[64];
    struct text key = TEXT_IN(buffer);
    text_add_format(&key, "setting.%s.expected", row->name);
    switch (row->type) {
    case CONFIG_CHOICE:
        add_choices(words, row->choices, out);
        break;
    case CONFIG_SWITCH:
        add_choices(words, (const char *const[]){"on", "off", NULL}, out);
        break;
    case CONFIG_NUMBER:
        words_say(words, out, "setting.expected.number", SAY_NUMBER(row->least),
                  SAY_NUMBER(row->most));
        break;
    case CONFIG_DURATION:
        add_duration(words, row, out);
        break;
    default:
        words_say_plain(words, out, key.bytes);
    }
}

static void add_places(const struct setting_row *row, struct text *out)
{
    static const char *const names[] = {[SETTING_AT_SERVER] = "server",
                                        [SETTING_AT_CHANNEL] = "channel",
                                        [SETTING_AT_TABLE] = "table",
                                        [SETTING_AT_PERSON] = "person"};
    for (enum setting_where where = 0; where < SETTING_WHERE_COUNT; where++) {
        if (row->scopes & SETTING_BIT(where)) {
            text_separate(out, ", ");
            text_add(out, names[where]);
        }
    }
}

static const char *changed_by(enum setting setting)
{
    if (setting_table[setting].scopes == SETTING_BIT(SETTING_AT_TABLE))
        return "who opened it";
    if (!setting_may_be_set(setting, SETTING_AT_CHANNEL))
        return setting_may_be_set(setting, SETTING_AT_SERVER) ? "admins" : "the person";
    return permission_to_set(setting, SETTING_AT_CHANNEL) >= RANK_ADMIN
               ? "admins"
               : "hosts; for a server: admins";
}

static const char *in_file(enum setting setting)
{
    if (!setting_table[setting].not_in_defaults)
        return "yes";
    return setting == SETTING_LANGUAGE || setting == SETTING_PREFIX ? "own key" : "no";
}

void settings_write_reference(FILE *stream, const struct words *words)
{
    fputs(intro, stream);
    for (enum setting setting = 0; setting < SETTING_COUNT; setting++) {
        const struct setting_row *row = &setting_table[setting];
        char key_buffer[64], value_buffer[512], places_buffer[64], help_buffer[512];
        struct text key = TEXT_IN(key_buffer), value = TEXT_IN(value_buffer);
        struct text places = TEXT_IN(places_buffer), help = TEXT_IN(help_buffer);
        text_add_format(&key, "setting.%s.help", row->name);
        setting_expected_print(words, setting, &value);
        add_places(row, &places);
        words_say_plain(words, &help, key.bytes);
        fprintf(stream, "| `%s` | %s | %s | %s | %s | %s | %s |\n", row->name, value.bytes,
                row->default_value[0] != '\0' ? row->default_value : "none", places.bytes,
                changed_by(setting), in_file(setting), help.bytes);
    }
}
