/* config/belfry.example.yaml: a file that the reader takes, with every key of the tables in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/console/console.h"
#include "adapters/discord/discord.h"
#include "adapters/discord/settings.h"
#include "adapters/irc/irc.h"
#include "adapters/irc/settings.h"
#include "bot/configuration/config_private.h"
#include "bot/configuration/setting_table.h"

static const struct adapter_class *const real_classes[] = {&console_class, &irc_adapter_class,
                                                           &discord_adapter_class, NULL};

static void print_complaint(void *context, const char *file, int line, const char *key,
                            const char *complaint)
{
    (void)context;
    print_error("%s:%d: %s: %s\n", file, line, key, complaint);
}

/* The line of the example that sets `key`, perhaps commented out; what stands behind the colon. */
static const char *find_in_example(const char *example, const char *key, bool *commented)
{
    size_t length = strlen(key);
    for (const char *line = example; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *word = line + strspn(line, " ");
        *commented = *word == '#';
        word += *word == '#';
        if (strncmp(word, key, length) == 0 && word[length] == ':')
            return word + length + 1;
    }
    return NULL;
}

/* Whether the rest of a line is the default of the key, with or without quotes. */
static bool is_default(const struct config_key *key, const char *value)
{
    char line[256];
    struct text text = TEXT_IN(line);
    const char *before = key->type == CONFIG_LIST ? "[" : *++value == '"' ? "\"" : "";
    const char *after = key->type == CONFIG_LIST ? "]" : before;
    value += key->type == CONFIG_LIST;
    text_add_format(&text, "%s%s%s\n", before, key->default_value ? key->default_value : "?",
                    after);
    return strncmp(value, line, text.length) == 0;
}

/* A line that is commented out shows the default, any other line an example. */
static size_t count_undocumented(const char *example, const struct config_section *section)
{
    size_t mistakes = 0;
    for (size_t i = 0; i < section->key_count; i++) {
        const struct config_key *key = &section->keys[i];
        bool commented = false;
        const char *value = find_in_example(example, key->name, &commented);
        if (!value || (commented && !is_default(key, value))) {
            print_error("`%s` is not documented with its default `%s`\n", key->name,
                        key->default_value ? key->default_value : "(none)");
            mistakes++;
        }
    }
    return mistakes;
}

/* Makes the lines that show defaults count: "#key: value", but not the other forms of a secret. */
static void uncomment(char *example)
{
    for (char *line = example; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char *mark = line + strspn(line, " ");
        size_t length = strspn(mark + 1, "abcdefghijklmnopqrstuvwxyz-");
        bool is_key = *mark == '#' && length > 0 && mark[1 + length] == ':';
        bool is_form = length > 5 && (strncmp(mark + length - 4, "-file:", 6) == 0 ||
                                      strncmp(mark + length - 3, "-env:", 5) == 0);
        bool is_secret = is_form && strncmp(mark + 1, "authority", 9) != 0 &&
                         strncmp(mark + 1, "certificate", 11) != 0 &&
                         strncmp(mark + 1, "key", 3) != 0;
        /* The indentation stays: the key moves onto the mark. */
        if (is_key && !is_secret) {
            size_t rest = strcspn(mark + 1, "\n");
            memmove(mark, mark + 1, rest);
            mark[rest] = ' ';
        }
    }
}

static char *load_example(void)
{
    char *example = calloc(1, CONFIG_FILE_MAX);
    FILE *stream = fopen(BELFRY_SOURCE_DIR "/config/belfry.example.yaml", "r");
    assert_non_null(stream);
    assert_true(fread(example, 1, CONFIG_FILE_MAX - 1, stream) > 0);
    fclose(stream);
    return example;
}

static void read_example(const char *example, struct config *config)
{
    assert_true(config_read_text("belfry.example.yaml", example, strlen(example), real_classes,
                                 config, print_complaint, NULL));
    assert_int_equal(config->network_count, 3);
}

static void example_is_valid_with_and_without_its_defaults(void **state)
{
    (void)state;
    char *example = load_example();
    struct config left_out;
    struct config written;
    read_example(example, &left_out);
    uncomment(example);
    assert_non_null(strstr(example, "\n    port: 6697"));
    read_example(example, &written);
    assert_memory_equal(left_out.networks[1].settings, written.networks[1].settings,
                        sizeof(struct irc_settings));
    assert_memory_equal(left_out.networks[2].settings, written.networks[2].settings,
                        sizeof(struct discord_settings));
    config_free(&left_out);
    config_free(&written);
    free(example);
}

static void example_documents_every_key(void **state)
{
    (void)state;
    char *example = load_example();
    assert_int_equal(count_undocumented(example, &config_top_section), 0);
    const char *log = strstr(example, "\nlog:\n");
    assert_non_null(log);
    assert_int_equal(count_undocumented(log, &config_log_section), 0);
    struct setting_section defaults;
    setting_section_init(&defaults, false);
    const char *settings = strstr(example, "\ndefaults:\n");
    assert_non_null(settings);
    assert_int_equal(count_undocumented(settings, &defaults.section), 0);
    const char *monitor = strstr(example, "\nmonitor:\n");
    assert_non_null(monitor);
    assert_int_equal(count_undocumented(monitor, &config_monitor_section), 0);
    const char *backup = strstr(example, "\nbackup:\n");
    assert_non_null(backup);
    assert_int_equal(count_undocumented(backup, &config_backup_section), 0);
    const char *console = strstr(example, "type: console\n");
    assert_non_null(console);
    assert_int_equal(count_undocumented(console, console_class.settings), 0);
    const char *discord = strstr(example, "type: discord\n");
    assert_non_null(discord);
    assert_int_equal(count_undocumented(discord, &discord_settings_section), 0);
    const char *irc = strstr(example, "type: irc\n");
    assert_non_null(irc);
    assert_int_equal(count_undocumented(irc, &irc_settings_section), 0);
    free(example);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_is_valid_with_and_without_its_defaults),
        cmocka_unit_test(example_documents_every_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
