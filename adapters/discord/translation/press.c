#include "adapters/discord/translation/press.h"

#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_BYTES = 6, SEAL_CHARACTERS = 8 };

static const char letters[] = "bqm"; /* by enum discord_press_kind */

static void print_seal(const struct discord_seal *seal, uint64_t table,
                       char printed[SEAL_CHARACTERS + 1])
{
    _Static_assert(ADAPTER_GENERATION_BYTES == crypto_shorthash_KEYBYTES, "the key of the hash");
    unsigned char hash[crypto_shorthash_BYTES];
    char buffer[DISCORD_ID_BYTES + 32];
    struct text sealed = TEXT_IN(buffer);
    text_add_format(&sealed, "%s %" PRIu64, seal->channel, table);
    crypto_shorthash(hash, (const unsigned char *)sealed.bytes, sealed.length, seal->generation);
    sodium_bin2base64(printed, SEAL_CHARACTERS + 1, hash, HASH_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool discord_press_print(const struct discord_press *press, const struct discord_seal *seal,
                         char id[DISCORD_CUSTOM_ID_BYTES])
{
    struct text text = text_in(id, DISCORD_CUSTOM_ID_BYTES);
    char printed[SEAL_CHARACTERS + 1];
    print_seal(seal, press->table, printed);
    text_add_format(&text, "%c:%s:%" PRIu64 ":%" PRIu32, letters[press->kind], printed,
                    press->table, press->line);
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

static bool is_sealed(const char *read, const struct discord_seal *seal, uint64_t table)
{
    char printed[SEAL_CHARACTERS + 1];
    print_seal(seal, table, printed);
    return strncmp(read, printed, SEAL_CHARACTERS) == 0;
}

bool discord_press_read(const char *id, const struct discord_seal *seal,
                        struct discord_press *press)
{
    enum { TABLE_FROM = SEAL_CHARACTERS + 3 };
    const char *letter = id[0] != '\0' ? strchr(letters, id[0]) : NULL;
    if (letter == NULL || id[1] != ':' || strlen(id) < TABLE_FROM || id[TABLE_FROM - 1] != ':')
        return false;
    *press = (struct discord_press){.kind = (enum discord_press_kind)(letter - letters)};
    bool menu = press->kind == PRESS_MENU;
    const char *rest = id + TABLE_FROM;
    uint64_t line;
    if (!read_number(&rest, UINT64_MAX, ':', &press->table) ||
        !read_number(&rest, UINT32_MAX, menu ? '\0' : ':', &line) ||
        !is_sealed(id + 2, seal, press->table))
        return false;
    press->line = (uint32_t)line;
    struct text command = TEXT_IN(press->command);
    if (!menu)
        text_add(&command, rest);
    return !command.truncated && (menu || command.length > 0);
}

/* -- Completions ------------------------------------------------------------------------------- */

bool discord_value_print(const struct discord_press *press, const struct discord_seal *seal,
                         char value[DISCORD_VALUE_BYTES])
{
    struct text text = text_in(value, DISCORD_VALUE_BYTES);
    char printed[SEAL_CHARACTERS + 1];
    print_seal(seal, press->table, printed);
    text_add_format(&text, "%s [%s:%" PRIu64 ":%" PRIu32 "]", press->command, printed, press->table,
                    press->line);
    return !text.truncated;
}

/* "SEAL:TABLE:LINE]" to the end. */
static bool read_value_seal(const char *read, struct discord_press *press)
{
    uint64_t line;
    if (strcspn(read, ":]") != SEAL_CHARACTERS || read[SEAL_CHARACTERS] != ':')
        return false;
    const char *rest = read + SEAL_CHARACTERS + 1;
    if (!read_number(&rest, UINT64_MAX, ':', &press->table) ||
        !read_number(&rest, UINT32_MAX, ']', &line) || *rest != '\0')
        return false;
    press->line = (uint32_t)line;
    return true;
}

enum discord_value discord_value_read(const char *value, const struct discord_seal *seal,
                                      struct discord_press *press)
{
    const char *bracket = strrchr(value, '[');
    *press = (struct discord_press){.kind = PRESS_BUTTON};
    if (bracket == NULL || bracket - value < 2 || bracket[-1] != ' ' ||
        !read_value_seal(bracket + 1, press))
        return VALUE_TYPED;
    struct text command = TEXT_IN(press->command);
    text_add_bytes(&command, value, (size_t)(bracket - 1 - value));
    return is_sealed(bracket + 1, seal, press->table) && !command.truncated ? VALUE_SEALED
                                                                            : VALUE_FOREIGN;
}
