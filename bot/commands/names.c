#include <string.h>

#include "bot/commands/command_table.h"
#include "bot/words/catalog.h"

const struct command *command_find_spoken(struct catalog *catalog, const char *name, size_t length)
{
    const struct command *found = command_find(name, length);
    for (size_t i = 0; found == NULL && i < command_count; i++) {
        char key[COMMAND_KEY_BYTES];
        const struct word_argument title = command_title(&command_table[i], key);
        if (catalog_is_spoken(catalog, title.text, name, length))
            found = &command_table[i];
    }
    return found;
}

struct word_argument command_title(const struct command *command, char key[COMMAND_KEY_BYTES])
{
    struct text text = text_in(key, COMMAND_KEY_BYTES);
    text_add_format(&text, "command.%s.name", command->name);
    return SAY_MESSAGE(key);
}
