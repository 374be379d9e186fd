/* One value of the configuration: text to member of a block. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utf8proc.h>

#include "bot/base/duration.h"
#include "bot/configuration/config_private.h"

/* Maximum bytes of a path that is opened, and of foreign text in a complaint. */
enum { PATH_BYTES = 1024, FOREIGN_MAX = 60 };

static const struct unit {
    const char *name;
    int64_t milliseconds;
} units[] = {
    {"d", DAY}, {"h", HOUR}, {"min", MINUTE}, {"s", SECOND}, {"ms", 1},
};
enum { UNIT_COUNT = sizeof units / sizeof units[0] };

void config_add_foreign(struct text *out, const char *bytes, size_t length)
{
    char buffer[FOREIGN_MAX + 1];
    struct text shown = TEXT_IN(buffer);
    size_t at = 0;
    while (at < length && !shown.truncated) {
        utf8proc_int32_t character;
        utf8proc_ssize_t width = utf8proc_iterate((const utf8proc_uint8_t *)bytes + at,
                                                  (utf8proc_ssize_t)(length - at), &character);
        utf8proc_category_t category =
            width > 0 ? utf8proc_category(character) : UTF8PROC_CATEGORY_CN;
        if (width <= 0)
            width = 1;
        if (category == UTF8PROC_CATEGORY_CN || category >= UTF8PROC_CATEGORY_ZL)
            text_add_char(&shown, '?');
        else
            text_add_bytes(&shown, bytes + at, (size_t)width);
        at += (size_t)width;
    }
    text_add(out, buffer);
    if (shown.truncated)
        text_add(out, "…");
}

static void add_found(struct text *out, const char *bytes, size_t length)
{
    text_add(out, ", found `");
    config_add_foreign(out, bytes, length);
    text_add(out, "`");
}

void config_add_duration(struct text *out, int64_t milliseconds)
{
    for (size_t i = 0; i < UNIT_COUNT; i++) {
        if (milliseconds != 0 && milliseconds % units[i].milliseconds == 0) {
            text_add_number(out, milliseconds / units[i].milliseconds);
            text_add(out, units[i].name);
            return;
        }
    }
    text_add_number(out, milliseconds);
}

static bool is_bounded(const struct config_key *key)
{
    return key->least != 0 || key->most != 0;
}

/* The size of the member limits lengths even where the table doesn't. */
static int64_t longest(const struct config_key *key)
{
    int64_t room = (int64_t)key->size - 1;
    return key->most > 0 && key->most < room ? key->most : room;
}

static int64_t most_items(const struct config_key *key)
{
    return key->most > 0 && key->most < CONFIG_LIST_MAX ? key->most : CONFIG_LIST_MAX;
}

static void expect_choice(const struct config_key *key, struct text *out)
{
    text_add(out, "one of ");
    for (size_t i = 0; key->choices[i]; i++)
        text_add_format(out, "%s%s", i > 0 ? ", " : "", key->choices[i]);
}

static void expect_length(const char *what, const struct config_key *key, struct text *out)
{
    text_add_format(out, "%s of %" PRId64 " to %" PRId64 " bytes without control characters", what,
                    key->least, longest(key));
}

void config_value_bounds(const struct config_key *key, struct text *out)
{
    if (!is_bounded(key))
        return;
    if (key->type == CONFIG_NUMBER) {
        text_add_format(out, "from %" PRId64 " to %" PRId64, key->least, key->most);
    } else if (key->type == CONFIG_DURATION) {
        text_add(out, "from ");
        config_add_duration(out, key->least);
        text_add(out, " to ");
        config_add_duration(out, key->most);
    }
}

void config_value_expect(const struct config_key *key, struct text *out)
{
    switch (key->type) {
    case CONFIG_TEXT:
        if (key->choices)
            expect_choice(key, out);
        else
            expect_length("a text", key, out);
        break;
    case CONFIG_PATH:
    case CONFIG_SOCKET:
        expect_length("a path", key, out);
        break;
    case CONFIG_SECRET:
        expect_length("a secret", key, out);
        break;
    case CONFIG_NUMBER:
        text_add(out, is_bounded(key) ? "a whole number " : "a whole number");
        config_value_bounds(key, out);
        break;
    case CONFIG_DURATION:
        text_add(out, "a duration with its unit (ms, s, min, h, d)");
        text_add(out, is_bounded(key) ? " " : "");
        config_value_bounds(key, out);
        break;
    case CONFIG_SWITCH:
        text_add(out, "true or false");
        break;
    case CONFIG_CHOICE:
        expect_choice(key, out);
        break;
    case CONFIG_LIST:
        text_add_format(out, "a list of %" PRId64 " to %" PRId64 " texts of 1 to %d bytes",
                        key->least, most_items(key), CONFIG_ITEM_MAX - 1);
        break;
    }
}

static bool refuse(const struct config_key *key, const char *bytes, size_t length,
                   struct text *complaint)
{
    text_add(complaint, "expected ");
    config_value_expect(key, complaint);
    if (key->type != CONFIG_SECRET)
        add_found(complaint, bytes, length);
    return false;
}

static bool is_printable(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)bytes[i] < ' ' || bytes[i] == '\x7f')
            return false;
    }
    return true;
}

static bool copy_text(const struct config_key *key, const char *bytes, size_t length, char *member)
{
    if ((int64_t)length < key->least || (int64_t)length > longest(key) ||
        !is_printable(bytes, length))
        return false;
    memset(member, 0, key->size);
    memcpy(member, bytes, length);
    return true;
}

/* Reads digits with an optional sign; `*used` tells how many bytes that were. */
static bool parse_number(const char *bytes, size_t length, int64_t *number, size_t *used)
{
    bool negative = length > 0 && bytes[0] == '-';
    size_t at = negative ? 1 : 0;
    size_t first = at;
    int64_t value = 0;
    for (; at < length && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
        int digit = bytes[at] - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, digit, &value))
            return false;
    }
    if (at == first || (!negative && value == INT64_MIN))
        return false;
    *number = negative ? value : -value;
    *used = at;
    return true;
}

static bool is_inside(const struct config_key *key, int64_t number)
{
    return !is_bounded(key) || (number >= key->least && number <= key->most);
}

static bool set_number(const struct config_key *key, const char *bytes, size_t length,
                       int64_t *member)
{
    int64_t number;
    size_t used;
    if (!parse_number(bytes, length, &number, &used) || used != length || !is_inside(key, number))
        return false;
    *member = number;
    return true;
}

static bool set_duration(const struct config_key *key, const char *bytes, size_t length,
                         int64_t *member)
{
    int64_t number;
    size_t used;
    if (!parse_number(bytes, length, &number, &used) || number < 0)
        return false;
    size_t rest = length - used;
    int64_t unit = rest == 0 && number == 0 ? 1 : 0;
    for (size_t i = 0; i < UNIT_COUNT; i++) {
        if (strlen(units[i].name) == rest && memcmp(units[i].name, bytes + used, rest) == 0)
            unit = units[i].milliseconds;
    }
    if (unit == 0 || __builtin_mul_overflow(number, unit, &number) || !is_inside(key, number))
        return false;
    *member = number;
    return true;
}

static bool is_word(const char *bytes, size_t length, const char *word)
{
    return strlen(word) == length && strncasecmp(bytes, word, length) == 0;
}

static bool set_switch(const char *bytes, size_t length, bool *member)
{
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (is_word(bytes, length, words[i])) {
            *member = i % 2 == 1;
            return true;
        }
    }
    return false;
}

/* The index of the choice, or -1. */
static int find_choice(const char *const *choices, const char *bytes, size_t length)
{
    for (int i = 0; choices[i]; i++) {
        if (strlen(choices[i]) == length && memcmp(choices[i], bytes, length) == 0)
            return i;
    }
    return -1;
}

static bool set_choice(const struct config_key *key, const char *bytes, size_t length, int *member)
{
    int choice = find_choice(key->choices, bytes, length);
    if (choice < 0)
        return false;
    *member = choice;
    return true;
}

static bool add_item(const char *bytes, size_t length, struct config_list *list)
{
    if (length == 0 || length >= CONFIG_ITEM_MAX || list->count >= CONFIG_LIST_MAX ||
        !is_printable(bytes, length))
        return false;
    char *item = list->items[list->count++];
    memcpy(item, bytes, length);
    item[length] = '\0';
    return true;
}

bool config_path_resolve(const char *file, const char *path, size_t length, struct text *out)
{
    const char *slash = strrchr(file, '/');
    if (slash && length > 0 && path[0] != '/')
        text_add_bytes(out, file, (size_t)(slash - file) + 1);
    text_add_bytes(out, path, length);
    return !out->truncated;
}

/* The store may be on a server instead of in a folder. */
static bool is_address(const char *bytes, size_t length)
{
    return memmem(bytes, length, "://", strlen("://")) != NULL;
}

static bool set_path(const struct config_key *key, const char *file, const char *bytes,
                     size_t length, char *member)
{
    char buffer[PATH_BYTES];
    struct text path = TEXT_IN(buffer);
    if (is_address(bytes, length))
        return copy_text(key, bytes, length, member);
    if (!config_path_resolve(file, bytes, length, &path))
        return false;
    return copy_text(key, path.bytes, path.length, member);
}

bool config_value_set(const struct config_key *key, const char *file, const char *bytes,
                      size_t length, void *block, struct text *complaint)
{
    void *member = (char *)block + key->offset;
    bool good = false;
    switch (key->type) {
    case CONFIG_TEXT:
        good = (!key->choices || find_choice(key->choices, bytes, length) >= 0) &&
               copy_text(key, bytes, length, member);
        break;
    case CONFIG_PATH:
    case CONFIG_SOCKET:
        good = set_path(key, file, bytes, length, member);
        break;
    case CONFIG_SECRET:
        good = copy_text(key, bytes, length, member);
        break;
    case CONFIG_NUMBER:
        good = set_number(key, bytes, length, member);
        break;
    case CONFIG_DURATION:
        good = set_duration(key, bytes, length, member);
        break;
    case CONFIG_SWITCH:
        good = set_switch(bytes, length, member);
        break;
    case CONFIG_CHOICE:
        good = set_choice(key, bytes, length, member);
        break;
    case CONFIG_LIST:
        good = add_item(bytes, length, member);
        break;
    }
    return good || refuse(key, bytes, length, complaint);
}

bool config_value_set_default(const struct config_key *key, const char *file, void *block,
                              struct text *complaint)
{
    const char *default_value = key->default_value;
    /* An empty default means "none", whatever the bounds of a written value. */
    if (*default_value == '\0')
        return true;
    if (key->type != CONFIG_LIST)
        return config_value_set(key, file, default_value, strlen(default_value), block, complaint);
    while (*default_value) {
        size_t length = strcspn(default_value, " ");
        if (length > 0 && !config_value_set(key, file, default_value, length, block, complaint))
            return false;
        default_value += length + strspn(default_value + length, " ");
    }
    return true;
}

bool config_value_count(const struct config_key *key, const void *block, struct text *complaint)
{
    const struct config_list *list = (const void *)((const char *)block + key->offset);
    if ((int64_t)list->count >= key->least && (int64_t)list->count <= most_items(key))
        return true;
    text_add(complaint, "expected ");
    config_value_expect(key, complaint);
    text_add_format(complaint, ", found %zu", list->count);
    return false;
}

/* Reads at most `size` bytes of a file; returns their number, or -1 with errno set. */
static ssize_t read_all(int descriptor, char *bytes, size_t size)
{
    size_t length = 0;
    while (length < size) {
        ssize_t got = read(descriptor, bytes + length, size - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ssize_t)length;
}

static bool set_secret(const struct config_key *key, const char *bytes, size_t length, void *block,
                       struct text *complaint)
{
    while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r'))
        length--;
    if (length == 0) {
        text_add(complaint, "is empty");
        return false;
    }
    if (copy_text(key, bytes, length, (char *)block + key->offset))
        return true;
    text_add(complaint, "doesn't hold ");
    config_value_expect(key, complaint);
    return false;
}

static bool read_secret(const struct config_key *key, int descriptor, void *block,
                        bool *open_to_all, struct text *complaint)
{
    struct stat status;
    char bytes[CONFIG_SECRET_FILE_MAX];
    if (fstat(descriptor, &status) < 0 || !S_ISREG(status.st_mode)) {
        text_add(complaint, "is not a regular file");
        return false;
    }
    *open_to_all = (status.st_mode & S_IROTH) != 0;
    ssize_t length = read_all(descriptor, bytes, sizeof bytes);
    bool good = false;
    if (length < 0)
        text_add_format(complaint, "can't be read: %s", strerror(errno));
    else if ((size_t)length == sizeof bytes)
        text_add_format(complaint, "is larger than %zu bytes", sizeof bytes - 1);
    else
        good = set_secret(key, bytes, (size_t)length, block, complaint);
    sodium_memzero(bytes, sizeof bytes);
    return good;
}

bool config_secret_from_file(const struct config_key *key, const char *path, void *block,
                             bool *open_to_all, struct text *complaint)
{
    text_add(complaint, "the file `");
    config_add_foreign(complaint, path, strlen(path));
    text_add(complaint, "` ");
    /* Without O_NONBLOCK a named pipe would block the program. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        text_add_format(complaint, "can't be opened: %s", strerror(errno));
        return false;
    }
    bool good = read_secret(key, descriptor, block, open_to_all, complaint);
    close(descriptor);
    return good;
}

bool config_secret_from_environment(const struct config_key *key, const char *variable, void *block,
                                    struct text *complaint)
{
    const char *value = getenv(variable);
    text_add(complaint, "the environment variable `");
    config_add_foreign(complaint, variable, strlen(variable));
    text_add(complaint, "` ");
    if (!value) {
        text_add(complaint, "is not set");
        return false;
    }
    return set_secret(key, value, strlen(value), block, complaint);
}
