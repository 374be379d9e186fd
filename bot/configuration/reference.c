/* The tables of keys printed for people, in the form of a file. */
#include <string.h>

#include "bot/configuration/config_private.h"

enum { COLUMN_MAX = 100 };

/* Words in comment lines. */
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

static void write_help(FILE *stream, const char *indent, const struct config_key *key)
{
    char buffer[COMPLAINT_MAX];
    struct text words = TEXT_IN(buffer);
    text_add(&words, key->help ? key->help : "");
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

static void write_key(FILE *stream, const char *indent, const struct config_key *key)
{
    write_help(stream, indent, key);
    const char *default_value = key->default_value ? key->default_value : "";
    fprintf(stream, "%s%s%s: ", indent, key->default_value ? "#" : "", key->name);
    if (key->type == CONFIG_LIST)
        write_items(stream, default_value);
    else if (key->type == CONFIG_TEXT || key->type == CONFIG_PATH || key->type == CONFIG_SECRET)
        fprintf(stream, "\"%s\"\n", default_value);
    else
        fprintf(stream, "%s\n", default_value);
    if (key->type == CONFIG_SECRET)
        fprintf(stream, "%s#%s-file: PATH\n%s#%s-env: VARIABLE\n", indent, key->name, indent,
                key->name);
}

static void write_keys(FILE *stream, const char *indent, const struct config_section *section)
{
    for (size_t i = 0; i < section->key_count; i++)
        write_key(stream, indent, &section->keys[i]);
}

static void write_network(FILE *stream, const struct adapter_class *class)
{
    fprintf(stream, "\n  - name: %s\n    type: %s\n", class->type, class->type);
    write_keys(stream, "    ", class->settings);
}

void config_write_reference(FILE *stream, const struct adapter_class *const *classes)
{
    struct config_network_table table;
    config_network_table_init(&table, classes);
    write_keys(stream, "", &config_top_section);
    fputs("\nlog:\n", stream);
    write_keys(stream, "  ", &config_log_section);
    fputs("\nmonitor:\n", stream);
    write_keys(stream, "  ", &config_monitor_section);
    fputs("\nbackup:\n", stream);
    write_keys(stream, "  ", &config_backup_section);
    fputs("\nnetworks:\n", stream);
    for (size_t i = 0; i < table.section.key_count; i++) {
        write_comment(stream, "  ", table.keys[i].name);
        write_comment(stream, "  ", table.keys[i].help);
    }
    for (size_t i = 0; classes[i]; i++)
        write_network(stream, classes[i]);
}
