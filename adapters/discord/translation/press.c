#include "adapters/discord/translation/press.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "bqm"; /* by enum discord_press_kind */

bool discord_press_print(const struct discord_press *press, char id[DISCORD_CUSTOM_ID_BYTES])
{
    struct text text = text_in(id, DISCORD_CUSTOM_ID_BYTES);
    text_add_format(&text, "%c:%" PRIu64 ":%" PRIu32, letters[press->kind], press->table,
                    press->line);
    if (press->kind != PRESS_MENU)
        text_add_format(&text, ":%s", press->command);
    return !text.truncated;
}

/* A number up to `most`, then `end`; moves *rest behind that. */
static bool read_number(const char **rest, uint64_t most, char end, uint64_t *number)
{
    char *stop;
    if (**rest < '0' || **rest > '9')
        return false;
    errno = 0;
    *number = strtoull(*rest, &stop, 10);
    if (errno != 0 || *number > most || *stop != end)
        return false;
    *rest = stop + (end != '\0');
    return true;
}

bool discord_press_read(const char *id, struct discord_press *press)
{
    const char *letter = id[0] != '\0' ? strchr(letters, id[0]) : NULL;
    if (letter == NULL || id[1] != ':')
        return false;
    *press = (struct discord_press){.kind = (enum discord_press_kind)(letter - letters)};
    bool menu = press->kind == PRESS_MENU;
    const char *rest = id + 2;
    uint64_t line;
    if (!read_number(&rest, UINT64_MAX, ':', &press->table) ||
        !read_number(&rest, UINT32_MAX, menu ? '\0' : ':', &line))
        return false;
    press->line = (uint32_t)line;
    struct text command = TEXT_IN(press->command);
    if (!menu)
        text_add(&command, rest);
    return !command.truncated && (menu || command.length > 0);
}
