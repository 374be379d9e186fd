/* Part of the build: writes the rules of games as a table in C.
 *
 *     pages_compile OUTPUT FILE...
 *
 * The files are …/FOLDER/RULES.md (English) and …/FOLDER/RULES.LANGUAGE.md.
 */
#include <string.h>

#include "bot/words/compile/embed.h"

static void write_language(FILE *out, const char *path)
{
    const char *name = embed_after_slash(path, path + strlen(path)) + strlen("RULES.");
    fprintf(out, "%.*s", strcmp(name, "md") == 0 ? 2 : (int)strcspn(name, "."),
            strcmp(name, "md") == 0 ? "en" : name);
}

static bool write_pages(FILE *out, char **paths, int count)
{
    fprintf(out, "#include \"bot/words/rules_page.h\"\n");
    for (int i = 0; i < count; i++)
        if (!embed_bytes(out, paths[i], "page", i))
            return false;
    fprintf(out, "const struct rules_page rules_pages[] = {\n");
    for (int i = 0; i < count; i++) {
        fprintf(out, "{\"");
        embed_folder(out, paths[i]);
        fprintf(out, "\", \"");
        write_language(out, paths[i]);
        fprintf(out, "\", page_%d},\n", i);
    }
    fprintf(out, "{0}};\n");
    return true;
}

int main(int count, char **arguments)
{
    FILE *out = count > 2 ? fopen(arguments[1], "wb") : NULL;
    if (!out)
        return 1;
    bool written = write_pages(out, arguments + 2, count - 2);
    return fclose(out) == 0 && written ? 0 : 1;
}
