#include "tests/golden/dialogue.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/golden/golden_file.h"

enum { OUT_BYTES = 64 * 1024, PATH_BYTES = 512, FILES_MAX = 64 };

static void add_indented(const char *lines, struct text *out)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        text_add(out, "    ");
        text_add_bytes(out, lines, length);
        text_add_char(out, '\n');
        lines += length + (lines[length] == '\n');
    }
}

static void make_step(char *step, dialogue_step *make, void *context, struct text *out)
{
    static char buffer[OUT_BYTES];
    struct text followed = TEXT_IN(buffer);
    make(context, step, &followed);
    if (followed.truncated)
        fail_msg("too much followed on: %s", step);
    add_indented(followed.bytes, out);
}

void dialogue_run(const char *file, dialogue_step *step, void *context)
{
    static char written[GOLDEN_FILE_BYTES], out_buffer[GOLDEN_FILE_BYTES];
    struct text out = TEXT_IN(out_buffer);
    golden_file_read(file, written, sizeof written);
    assert_string_not_equal(written, "");
    char *rest = written;
    for (char *line; (line = strsep(&rest, "\n")) != NULL && (rest != NULL || *line != '\0');) {
        if (strncmp(line, "    ", 4) == 0)
            continue;
        text_add(&out, line);
        text_add_char(&out, '\n');
        if (*line != '\0' && *line != '#')
            make_step(line, step, context, &out);
    }
    golden_file_compare(file, &out);
}

static int is_dialogue(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');
    return ending != NULL && strcmp(ending, ".txt") == 0;
}

int dialogue_run_all(const char *folder, void (*test)(void **state))
{
    static char paths[FILES_MAX][PATH_BYTES];
    struct CMUnitTest tests[FILES_MAX];
    struct dirent **entries = NULL;
    char folder_buffer[PATH_BYTES];
    struct text whole = TEXT_IN(folder_buffer);
    text_add_format(&whole, "tests/golden/%s", folder);
    int count = scandir(whole.bytes, &entries, is_dialogue, alphasort);
    size_t test_count = 0;
    for (int i = 0; i < count && test_count < FILES_MAX; i++) {
        struct text path = TEXT_IN(paths[test_count]);
        text_add_format(&path, "%s/%s", whole.bytes, entries[i]->d_name);
        tests[test_count] =
            (struct CMUnitTest){.name = path.bytes, .test_func = test, .initial_state = path.bytes};
        test_count++;
        free(entries[i]);
    }
    free(entries);
    if (test_count == 0) {
        fprintf(stderr, "%s holds no dialogue\n", whole.bytes);
        return 1;
    }
    return _cmocka_run_group_tests(folder, tests, test_count, NULL, NULL);
}

char *dialogue_word(char **rest)
{
    char *start = *rest + strspn(*rest, " ");
    size_t length = strcspn(start, " ");
    *rest = start + length;
    if (**rest != '\0')
        *(*rest)++ = '\0';
    return start;
}

int64_t dialogue_time(const char *written)
{
    static const struct {
        const char *unit;
        int64_t milliseconds;
    } units[] = {{"ms", 1}, {"s", 1000}, {"min", 60000}, {"h", 3600000}, {"d", 86400000}};
    char *unit;
    int64_t number = strtoll(written, &unit, 10);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].unit, unit) == 0)
            return number * units[i].milliseconds;
    fail_msg("no time: %s", written);
    return 0;
}
