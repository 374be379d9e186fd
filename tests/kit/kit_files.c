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

/* A file of the project has to hold `content`; `what` says what to add. */
static void need_content(const struct needs *needs, const char *path, const char *content,
                         const char *what)
{
    char buffer[PATH_BYTES];
    struct text whole = TEXT_IN(buffer);
    text_add_format(&whole, "%s/%s", needs->root, path);
    if (strstr(read_file(whole.bytes), content) == NULL)
        text_add_format(needs->missing, "%s: %s\n", path, what);
}

static void need_row_in_readme(const struct needs *needs)
{
    char link[PATH_BYTES];
    snprintf(link, sizeof link, "(games/%s/RULES.md)", needs->folder);
    need_content(needs, "README.md", link,
                 "add a row to its table of games, with a link to the game's RULES.md");
}

/* What strangers need to check the game's shuffles. */
static void need_deals(const struct needs *needs)
{
    char page[PATH_BYTES], entry[PATH_BYTES];
    snprintf(page, sizeof page, "games/%s/RULES.md", needs->folder);
    snprintf(entry, sizeof entry, "\"%s\":", needs->game->id);
    need_content(needs, page, "\n## The deal, made again\n",
                 "end it with the section \"The deal, made again\", as in games/goats/RULES.md");
    need_content(needs, "tests/kit/check_shuffle.py", entry,
                 "add a class that deals from that section alone, and name it in GAMES");
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

static void need_messages_of_lesson(const struct needs *needs)
{
    unsigned step = 0;
    const struct game *game = needs->game;
    for (const struct game_lesson_move *line = game->lesson != NULL ? game->lesson->moves : NULL;
         line != NULL && line->move != NULL; line++)
        if (line->asked)
            need_message_of(needs, "said by `tutorial`", "%s.tutorial.%u", game->id, ++step);
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
    need_messages_of_lesson(needs);
    text_add_format(&pattern, "%s/games/%s/*.c", needs->root, needs->folder);
    if (glob(pattern.bytes, 0, NULL, &sources) == 0)
        for (size_t i = 0; i < sources.gl_pathc; i++)
            need_messages_of_source(needs, sources.gl_pathv[i]);
    globfree(&sources);
}

/* -- Golden files ------------------------------------------------------------------------------ */

/* A text that tests/golden/test_golden_TEST writes. */
static void need_golden_text(const struct needs *needs, const char *file, const char *test)
{
    char what[PATH_BYTES];
    snprintf(what, sizeof what,
             "let BELFRY_GOLDEN_WRITE=1 build/dev/tests/golden/test_golden_%s write it, and read "
             "it line by line",
             test);
    need_file(needs, needs->missing, what, "tests/golden/%s/%s", needs->game->id, file);
}

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
    need_golden_text(needs, "pictures.txt", "art");
    need_golden_text(needs, "painted.txt", "painted");
    need_golden_text(needs, "said.txt", "said");
    need_golden_text(needs, "narration.txt", "narration");
    need_golden_text(needs, "typed.txt", "typed");
    need_golden_text(needs, "search.txt", "search");
    if (needs->game->text->scoring != NULL)
        need_golden_text(needs, "scorings.txt", "scoring");
    if (needs->game->advice != NULL)
        need_golden_text(needs, "advice.txt", "advice");
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
    need_deals(&needs);
    need_row_in_readme(&needs);
    need_messages(&needs);
    need_golden_files(&needs);
    need_file(&needs, missing, "test the rules there that random games seldom reach",
              "tests/unit/test_%s.c", needs.folder);
    need_translations(&needs);
}
