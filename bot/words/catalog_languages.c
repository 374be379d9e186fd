#include <string.h>
#include <strings.h>

#include "bot/words/catalog.h"

const char *const catalog_languages[] = {"en", "fr", "it", "de", "es", NULL};

const char *catalog_language_find(const char *code)
{
    size_t length = strcspn(code, "-_");
    for (size_t i = 0; catalog_languages[i]; i++) {
        if (strlen(catalog_languages[i]) == length &&
            strncasecmp(catalog_languages[i], code, length) == 0)
            return catalog_languages[i];
    }
    return NULL;
}
