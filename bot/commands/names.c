#include <string.h>

#include "bot/commands/command_table.h"
#include "bot/words/catalog.h"

static bool is_called(const struct command *command, struct catalog *catalog, const char *language,
                      const char *name, size_t length)
{
    char key[COMMAND_KEY_BYTES], buffer[128];
    struct text called = TEXT_IN(buffer);
    const struct word_argument title = command_title(command, key);
    catalog_say(catalog, language, title.text, NULL, 0, &called);
    return catalog_same_word(called.bytes, called.length, name, length);
}

const struct command *command_find_spoken(struct catalog *catalog, const char *name, size_t length)
{
    const struct command *found = command_find(name, length);
    for (size_t i = 0; found == NULL && catalog_languages[i] != NULL; i++)
        for (size_t j = 0; found == NULL && j < command_count; j++)
            if (is_called(&command_table[j], catalog, catalog_languages[i], name, length))
                found = &command_table[j];
    return found;
}

struct word_argument command_title(const struct command *command, char key[COMMAND_KEY_BYTES])
{
    struct text text = text_in(key, COMMAND_KEY_BYTES);
    text_add_format(&text, "command.%s.name", command->name);
    return SAY_MESSAGE(key);
}
