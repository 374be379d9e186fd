#include "bot/words/rules_page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* -- Pages and chapters ------------------------------------------------------------------------ */

const struct rules_page *rules_page_find(const char *game, const char *language)
{
    const struct rules_page *english = NULL;
    for (const struct rules_page *page = rules_pages; page->game != NULL; page++) {
        if (strcmp(page->game, game) != 0)
            continue;
        if (strcmp(page->language, language) == 0)
            return page;
        if (strcmp(page->language, "en") == 0)
            english = page;
    }
    return english;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line == '\n' ? line + 1 : line;
}

static bool is_title(const char *line)
{
    return strncmp(line, "## ", 3) == 0;
}

/* Returns the line with the title; NULL behind the last chapter. */
static const char *find_chapter(const struct rules_page *page, unsigned chapter)
{
    const char *line = page->text;
    for (unsigned at = 0; *line != '\0'; line = next_line(line)) {
        at += is_title(line);
        if (at == chapter)
            return line;
    }
    return NULL;
}

unsigned rules_page_chapters(const struct rules_page *page)
{
    unsigned count = 0;
    while (find_chapter(page, count) != NULL)
        count++;
    return count;
}

void rules_page_title(const struct rules_page *page, unsigned chapter, struct text *out)
{
    const char *line = find_chapter(page, chapter);
    if (line == NULL)
        return;
    line += strspn(line, "# ");
    const char *end = line;
    while (*end != '\0' && *end != '\n' && strncmp(end, " <!--", 5) != 0)
        end++;
    text_add_bytes(out, line, (size_t)(end - line));
}

/* Reads `3`, or `3-7` and moves `*at` behind it; false at the end of the comment. */
static bool read_range(const char **at, unsigned *first, unsigned *last)
{
    char *end;
    *at += strspn(*at, ", ");
    if (!isdigit((unsigned char)**at))
        return false;
    *first = *last = (unsigned)strtoul(*at, &end, 10);
    if (*end == '-' && isdigit((unsigned char)end[1]))
        *last = (unsigned)strtoul(end + 1, &end, 10);
    *at = end;
    return true;
}

bool rules_page_explains(const struct rules_page *page, unsigned chapter, unsigned rule)
{
    static const char mark[] = "<!-- rules ";
    const char *line = find_chapter(page, chapter);
    const char *at = line != NULL ? strstr(line, mark) : NULL;
    if (at == NULL || at > line + strcspn(line, "\n"))
        return false;
    at += sizeof mark - 1;
    for (unsigned first, last; read_range(&at, &first, &last);)
        if (first <= rule && rule <= last)
            return true;
    return false;
}

/* -- Plain text -------------------------------------------------------------------------------- */

/* Skips what follows the text of a link: `](…)`. */
static const char *behind_link(const char *at, const char *end)
{
    const char *close = memchr(at, ')', (size_t)(end - at));
    return close != NULL && at[1] == '(' ? close + 1 : at + 1;
}

/* Adds a piece of a line without emphasis, backquotes and addresses. */
static void add_plain(const char *at, const char *end, struct text *out)
{
    bool quoted = false;
    while (at < end) {
        quoted ^= *at == '`';
        if (*at == ']' && !quoted)
            at = behind_link(at, end);
        else if (*at == '`' || (strchr("*[", *at) != NULL && !quoted))
            at++;
        else
            text_add_char(out, *at++);
    }
}

/* Adds the cells of a row; a row of dashes is left out. */
static void add_row(const char *line, const char *end, struct text *out)
{
    if (strspn(line, "|- ") >= (size_t)(end - line))
        return;
    if (out->length > 0)
        text_add_char(out, '\n');
    for (bool first = true; line < end; first = false) {
        line += strspn(line, "| ");
        if (line >= end)
            return;
        const char *cell = memchr(line, '|', (size_t)(end - line));
        const char *stop = cell != NULL ? cell : end;
        while (stop > line && stop[-1] == ' ')
            stop--;
        text_add(out, first ? "" : " · ");
        add_plain(line, stop, out);
        line = cell != NULL ? cell : end;
    }
}

static bool begins_item(const char *line)
{
    size_t digits = strspn(line, "0123456789");
    return strncmp(line, "- ", 2) == 0 || (digits > 0 && strncmp(line + digits, ". ", 2) == 0);
}

void rules_page_print(const struct rules_page *page, unsigned chapter, struct text *out)
{
    const char *line = find_chapter(page, chapter);
    bool begins = true; /* of a paragraph */
    size_t start = out->length;
    for (line = line != NULL ? next_line(line) : ""; *line != '\0' && !is_title(line);
         line = next_line(line)) {
        const char *end = line + strcspn(line, "\n");
        if (*line == '|') {
            add_row(line, end, out);
        } else if (line < end) {
            const char *text = line + strspn(line, "> ");
            bool joined = !begins && !begins_item(text);
            if (out->length > start)
                text_add_char(out, joined ? ' ' : '\n');
            add_plain(text, end, out);
        }
        begins = line == end || *line == '|';
    }
}
