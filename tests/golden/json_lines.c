#include "tests/golden/json_lines.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 96, STEP = 2 };

static void add_blanks(size_t count, struct text *out)
{
    for (; count > 0; count--)
        text_add_char(out, ' ');
}

static void add_text(const char *string, size_t indent, struct text *out)
{
    text_add(out, "|\n");
    while (*string != '\0') {
        size_t length = strcspn(string, "\n");
        add_blanks(indent, out);
        text_add(out, "| ");
        text_add_bytes(out, string, length);
        text_add_char(out, '\n');
        string += length + (string[length] == '\n');
    }
}

/* False when it takes more than one line. */
static bool add_short(const json_t *value, size_t indent, struct text *out)
{
    char *line = json_dumps(value, JSON_ENCODE_ANY);
    bool fits =
        line != NULL && strstr(line, "\\n") == NULL &&
        (indent + strlen(line) <= WIDTH || (!json_is_object(value) && !json_is_array(value)));
    if (fits)
        text_add_format(out, "%s\n", line);
    free(line);
    return fits;
}

static void add_members(const json_t *object, size_t indent, struct text *out)
{
    const char *key;
    json_t *member;
    text_add(out, "{\n");
    json_object_foreach ((json_t *)object, key, member) {
        add_blanks(indent + STEP, out);
        text_add_format(out, "\"%s\": ", key);
        json_lines_add(member, indent + STEP, out);
    }
    add_blanks(indent, out);
    text_add(out, "}\n");
}

static void add_items(const json_t *array, size_t indent, struct text *out)
{
    size_t index;
    const json_t *item;
    text_add(out, "[\n");
    json_array_foreach (array, index, item) {
        add_blanks(indent + STEP, out);
        json_lines_add(item, indent + STEP, out);
    }
    add_blanks(indent, out);
    text_add(out, "]\n");
}

void json_lines_add(const json_t *value, size_t indent, struct text *out)
{
    if (add_short(value, indent, out))
        return;
    if (json_is_string(value))
        add_text(json_string_value(value), indent + STEP, out);
    else if (json_is_object(value))
        add_members(value, indent, out);
    else
        add_items(value, indent, out);
}
