#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/words/catalog.h"
#include "tests/kit/kit.h"

enum { PATH_BYTES = 512, SOURCE_BYTES = 128 * 1024 };

/* One game's needs. */
struct needs {
    const struct game *game;
    const char *root;
    char folder[64]; /* the id with _ for - */
    struct text *missing, *later;
};

static bool file_exists(const struct needs *needs, const char *path)
{
    char buffer[PATH_BYTES];
    struct text whole = TEXT_IN(buffer);
    text_add_format(&whole, "%s/%s", needs->root, path);
    return access(whole.bytes, R_OK) == 0;
}

__attribute__((format(printf, 4, 5))) static void
need_file(const struct needs *needs, struct text *list, const char *what, const char *format, ...)
{
    char path[PATH_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path, sizeof path, format, arguments);
    va_end(arguments);
    if (!file_exists(needs, path))
        text_add_format(list, "%s is missing: %s\n", path, what);
}

/* The text of a file, cut to SOURCE_BYTES; "" if there is no such file. */
static const char *read_file(const char *path)
{
    static char bytes[SOURCE_BYTES];
    FILE *stream = fopen(path, "re");
    size_t length = stream != NULL ? fread(bytes, 1, sizeof bytes - 1, stream) : 0;
    bytes[length] = '\0';
    if (stream != NULL)
        fclose(stream);
    return bytes;
}

static void need_row_in_readme(const struct needs *needs)
{
    char path_buffer[PATH_BYTES], link_buffer[PATH_BYTES];
    struct text path = TEXT_IN(path_buffer), link = TEXT_IN(link_buffer);
    text_add_format(&path, "%s/README.md", needs->root);
    text_add_format(&link, "(games/%s/RULES.md)", needs->folder);
    if (strstr(read_file(path.bytes), link.bytes) == NULL)
        text_add_format(needs->missing,
                        "README.md: add a row to its table of games, with a link to "
                        "games/%s/RULES.md\n",
                        needs->folder);
}

/* -- Messages ---------------------------------------------------------------------------------- */

static void need_message(const struct needs *needs, const char *key, const char *user)
{
    char buffer[160];
    struct text quoted = TEXT_IN(buffer);
    text_add_format(&quoted, "\"%s\"", key);
    if (!kit_catalog_has(key) && strstr(needs->missing->bytes, quoted.bytes) == NULL)
        text_add_format(needs->missing, "config/locale/en/%s.json: add the message %s (%s)\n",
                        needs->game->id, quoted.bytes, user);
}

__attribute__((format(printf, 3, 4))) static void
need_message_of(const struct needs *needs, const char *user, const char *format, ...)
{
    char key[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(key, sizeof key, format, arguments);
    va_end(arguments);
    need_message(needs, key, user);
}

/* Whether a string literal is the key of a message: `"GAME.…"` or `"move.…"`, without format
 * directives. */
static bool is_key(const struct needs *needs, const char *literal, size_t length)
{
    size_t id = strlen(needs->game->id);
    bool ours = strncmp(literal, needs->game->id, id) == 0 && literal[id] == '.';
    if (!ours && strncmp(literal, "move.", 5) != 0)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)literal[i]) && !isdigit((unsigned char)literal[i]) &&
            strchr(".-", literal[i]) == NULL)
            return false;
    return true;
}

static void need_messages_of_source(const struct needs *needs, const char *path)
{
    const char *name = path + strlen(needs->root) + 1;
    for (const char *quote = strchr(read_file(path), '"'); quote != NULL;) {
        size_t length = strcspn(quote + 1, "\"\n");
        if (is_key(needs, quote + 1, length))
            need_message_of(needs, name, "%.*s", (int)length, quote + 1);
        quote += 1 + length;
        quote = *quote == '\0' ? NULL : strchr(quote + 1, '"');
    }
}

static void need_messages(const struct needs *needs)
{
    static const char *const steps[] = {"goal", "table", "turn", "end"};
    const struct game *game = needs->game;
    char buffer[PATH_BYTES];
    struct text pattern = TEXT_IN(buffer);
    glob_t sources;
    need_file(needs, needs->missing,
              "write the game's messages there, config/locale/README.md says how",
              "config/locale/en/%s.json", game->id);
    need_message_of(needs, "the game's name", "%s.name", game->id);
    for (const char *const *topic = game->topics; *topic != NULL; topic++)
        need_message_of(needs, "said by `rules`", "%s.rules.%s", game->id, *topic);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        need_message_of(needs, "said by `tutorial`", "%s.tutorial.%s", game->id, steps[i]);
    text_add_format(&pattern, "%s/games/%s/*.c", needs->root, needs->folder);
    if (glob(pattern.bytes, 0, NULL, &sources) == 0)
        for (size_t i = 0; i < sources.gl_pathc; i++)
            need_messages_of_source(needs, sources.gl_pathv[i]);
    globfree(&sources);
}

/* -- Golden files ------------------------------------------------------------------------------ */

static void need_golden_files(const struct needs *needs)
{
    const char *id = needs->game->id;
    char buffer[PATH_BYTES];
    struct text pattern = TEXT_IN(buffer);
    glob_t transcripts;
    text_add_format(&pattern, "%s/tests/golden/%s/*.jsonl", needs->root, id);
    if (glob(pattern.bytes, 0, NULL, &transcripts) != 0)
        text_add_format(needs->missing,
                        "tests/golden/%s/*.jsonl is missing: write a game with `belfry simulate %s "
                        "--legal --transcript tests/golden/%s/NAME.jsonl` and check it against the "
                        "rules by hand\n",
                        id, id, id);
    globfree(&transcripts);
    need_file(needs, needs->missing,
              "let BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_art write it, and look "
              "at every picture",
              "tests/golden/%s/pictures.txt", id);
}

/* -- All of it --------------------------------------------------------------------------------- */

static void need_translations(const struct needs *needs)
{
    for (size_t i = 0; catalog_languages[i] != NULL; i++) {
        const char *language = catalog_languages[i];
        if (strcmp(language, "en") == 0)
            continue;
        need_file(needs, needs->later, "players read the English page", "games/%s/RULES.%s.md",
                  needs->folder, language);
        need_file(needs, needs->later, "messages are said in English", "config/locale/%s/%s.json",
                  language, needs->game->id);
    }
}

void kit_list_missing(const struct game *game, const char *root, struct text *missing,
                      struct text *later)
{
    struct needs needs = {.game = game, .root = root, .missing = missing, .later = later};
    snprintf(needs.folder, sizeof needs.folder, "%s", game->id);
    for (char *dash = needs.folder; (dash = strchr(dash, '-')) != NULL;)
        *dash = '_';
    need_file(&needs, missing, "write the rules for players there, as in games/goats/RULES.md",
              "games/%s/RULES.md", needs.folder);
    need_row_in_readme(&needs);
    need_messages(&needs);
    need_golden_files(&needs);
    need_translations(&needs);
}
