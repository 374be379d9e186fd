/* config/SETTINGS.md matches the table of settings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/commands/settings_reference.h"
#include "bot/words/catalog.h"

static char *read_whole(const char *path)
{
    enum { MOST = 256 * 1024 };
    FILE *stream = fopen(path, "r");
    char *bytes = calloc(1, MOST);
    assert_non_null(stream);
    assert_true(fread(bytes, 1, MOST - 1, stream) > 0);
    fclose(stream);
    return bytes;
}

static void the_reference_is_current(void **state)
{
    (void)state;
    char error[256] = "", *written = NULL;
    size_t length;
    struct catalog *catalog = catalog_open(error, sizeof error);
    assert_non_null(catalog);
    struct words words = catalog_words(catalog, "en");
    FILE *stream = open_memstream(&written, &length);
    settings_write_reference(stream, &words);
    fclose(stream);
    char *kept = read_whole(BELFRY_SOURCE_DIR "/config/SETTINGS.md");
    assert_string_equal(kept, written); /* belfry config reference > config/SETTINGS.md */
    assert_null(strstr(written, "setting."));
    free(kept);
    free(written);
    catalog_free(catalog);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_reference_is_current)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
