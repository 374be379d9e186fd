/* Prints the tables of keys for people, in the form of a file. */
#include <string.h>

#include "bot/configuration/config_private.h"
#include "bot/configuration/setting_table.h"

enum { COLUMN_MAX = 100 };

static const char intro[] =
    "# The configuration of Belfry. `belfry config check FILE` reports every mistake in it.\n"
    "#\n"
    "# A line such as `#key: value` shows the default of a key. Values that begin with # or ! "
    "need\n"
    "# quotes. Durations have a unit: 500ms, 2s, 5min, 1h, 3d. Relative paths start at this "
    "file's\n"
    "# folder.\n"
    "#\n"
    "# A password has one of three forms: `password: TEXT`, `password-file: PATH` (only the bot "
    "may\n"
    "# read it) or `password-env: VARIABLE`.\n"
    "\n";

static const char defaults_intro[] =
    "\n"
    "# The settings of servers and channels where nobody has changed them with `config set`.\n"
    "# SETTINGS.md explains each of them. A network may have its own `defaults:`, which may also\n"
    "# contain `language`.\n"
    "defaults:\n";

/* Writes words as comment lines. */
static void write_comment(FILE *stream, const char *indent, const char *words)
{
    size_t column = 0;
    while (*words) {
        size_t length = strcspn(words, " ");
        if (column > 0 && column + 1 + length > COLUMN_MAX) {
            fputc('\n', stream);
            column = 0;
        }
        column += column == 0 ? (size_t)fprintf(stream, "%s#", indent) : 0;
        column += (size_t)fprintf(stream, " %.*s", (int)length, words);
        words += length;
        words += strspn(words, " ");
    }
    fputc('\n', stream);
}

static void write_items(FILE *stream, const char *items)
{
    const char *separator = "";
    fputc('[', stream);
    while (*items) {
        size_t length = strcspn(items, " ");
        fprintf(stream, "%s\"%.*s\"", separator, (int)length, items);
        separator = ", ";
        items += length;
        items += strspn(items, " ");
    }
    fputs("]\n", stream);
}

/* Writes `title`, the help of a key and what its value may be. */
static void write_help(FILE *stream, const char *indent, const char *title,
                       const struct config_key *key)
{
    char buffer[COMPLAINT_MAX];
    struct text words = TEXT_IN(buffer);
    text_add(&words, title);
    text_add(&words, key->help);
    char bounds_buffer[COMPLAINT_MAX];
    struct text bounds = TEXT_IN(bounds_buffer);
    if (key->choices)
        config_value_expect(key, &bounds);
    else
        config_value_bounds(key, &bounds);
    if (!key->default_value) {
        text_separate(&bounds, "; ");
        text_add(&bounds, "required");
    }
    if (key->restart) {
        text_separate(&bounds, "; ");
        text_add(&bounds, "a change needs a restart");
    }
    if (bounds.length > 0)
        text_add_format(&words, " (%s)", bounds.bytes);
    write_comment(stream, indent, words.bytes);
}

/* A default is commented out; an example is not. */
static void write_value(FILE *stream, const char *indent, const struct config_key *key)
{
    const char *value = key->example ? key->example : key->default_value;
    bool is_default = !key->example && key->default_value;
    value = value ? value : "";
    fprintf(stream, "%s%s%s: ", indent, is_default ? "#" : "", key->name);
    if (key->type == CONFIG_LIST)
        write_items(stream, value);
    else if (key->type == CONFIG_TEXT || key->type == CONFIG_PATH || key->type == CONFIG_SOCKET ||
             key->type == CONFIG_SECRET)
        fprintf(stream, "\"%s\"\n", value);
    else
        fprintf(stream, "%s\n", value);
    if (key->type == CONFIG_SECRET)
        fprintf(stream, "%s#%s-file: PATH\n%s#%s-env: VARIABLE\n", indent, key->name, indent,
                key->name);
}

static void write_keys(FILE *stream, const char *indent, const struct config_section *section)
{
    for (size_t i = 0; i < section->key_count; i++) {
        const struct config_key *key = &section->keys[i];
        if (key->group)
            fprintf(stream, "\n%s# --- %s\n\n", indent, key->group);
        if (key->help)
            write_help(stream, indent, "", key);
        write_value(stream, indent, key);
    }
}

static void write_networks(FILE *stream, const struct adapter_class *const *classes)
{
    struct config_network_table table;
    config_network_table_init(&table, classes);
    fputs("\nnetworks:\n", stream);
    write_help(stream, "  ", "name: ", &table.keys[0]);
    write_help(stream, "  ", "type: ", &table.keys[1]);
    for (size_t i = 0; classes[i]; i++) {
        const struct config_section *section = classes[i]->settings;
        fprintf(stream, "\n  - name: %s\n    type: %s\n",
                section->example ? section->example : classes[i]->type, classes[i]->type);
        write_keys(stream, "    ", section);
    }
}

void config_write_reference(FILE *stream, const struct adapter_class *const *classes)
{
    struct setting_section defaults;
    setting_section_init(&defaults, false);
    fputs(intro, stream);
    write_keys(stream, "", &config_top_section);
    fputs(defaults_intro, stream);
    write_keys(stream, "  ", &defaults.section);
    fputs("\nlog:\n", stream);
    write_keys(stream, "  ", &config_log_section);
    fputs("\nmonitor:\n", stream);
    write_keys(stream, "  ", &config_monitor_section);
    fputs("\nbeacon:\n", stream);
    write_keys(stream, "  ", &config_beacon_section);
    fputs("\nbackup:\n", stream);
    write_keys(stream, "  ", &config_backup_section);
    fputs("\nretention:\n", stream);
    write_keys(stream, "  ", &config_retention_section);
    write_networks(stream, classes);
}
