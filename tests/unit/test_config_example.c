/* config/belfry.example.yaml is what `belfry config example` writes, and the reader accepts it. */
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
#include "adapters/protocol/protocol.h"
#include "bot/configuration/config.h"

static const struct adapter_class *const real_classes[] = {
    &console_class, &irc_adapter_class, &discord_adapter_class, &protocol_adapter_class, NULL};

static void print_complaint(void *context, const char *file, int line, const char *key,
                            const char *complaint)
{
    (void)context;
    print_error("%s:%d: %s: %s\n", file, line, key, complaint);
}

/* Makes the commented defaults count: "#key: value", but not the other forms of a secret. */
static void uncomment(char *example)
{
    for (char *line = example; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char *mark = line + strspn(line, " ");
        size_t length = strspn(mark + 1, "abcdefghijklmnopqrstuvwxyz-"), rest = strcspn(mark, "\n");
        const char *value = mark + 1 + length;
        bool is_form =
            strncmp(value, ": PATH\n", 7) == 0 || strncmp(value, ": VARIABLE\n", 11) == 0;
        if (*mark != '#' || length == 0 || *value != ':' || is_form)
            continue;
        /* The indentation stays: the key moves onto the mark. */
        memmove(mark, mark + 1, rest - 1);
        mark[rest - 1] = ' ';
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
    assert_int_equal(config->network_count, 4);
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

static void example_is_what_the_program_writes(void **state)
{
    (void)state;
    char *example = load_example(), *written = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&written, &length);
    config_write_reference(stream, real_classes);
    fclose(stream);
    assert_string_equal(example, written);
    free(written);
    free(example);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_is_valid_with_and_without_its_defaults),
        cmocka_unit_test(example_is_what_the_program_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
