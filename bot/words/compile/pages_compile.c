/* Part of the build: writes the rules of games as a table in C.
 *
 *     pages_compile OUTPUT FILE...
 *
 * The files are …/FOLDER/RULES.md (English) and …/FOLDER/RULES.LANGUAGE.md.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *after_slash(const char *path, const char *end)
{
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

/* The game's id is the folder's name with `-` for `_`. */
static void write_id(FILE *out, const char *path)
{
    const char *name = after_slash(path, path + strlen(path));
    const char *folder = after_slash(path, name - 1);
    for (const char *at = folder; at < name - 1; at++)
        fputc(*at == '_' ? '-' : *at, out);
}

static void write_language(FILE *out, const char *path)
{
    const char *name = after_slash(path, path + strlen(path)) + strlen("RULES.");
    fprintf(out, "%.*s", strcmp(name, "md") == 0 ? 2 : (int)strcspn(name, "."),
            strcmp(name, "md") == 0 ? "en" : name);
}

static bool write_bytes(FILE *out, const char *path, int index)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    fprintf(out, "static const char page_%d[] = {", index);
    for (int byte, count = 0; (byte = fgetc(file)) != EOF; count++)
        fprintf(out, "%s%d,", count % 24 == 0 ? "\n" : "", byte > 127 ? byte - 256 : byte);
    fprintf(out, "0};\n");
    return fclose(file) == 0;
}

static bool write_pages(FILE *out, char **paths, int count)
{
    fprintf(out, "#include \"bot/words/rules_page.h\"\n");
    for (int i = 0; i < count; i++)
        if (!write_bytes(out, paths[i], i))
            return false;
    fprintf(out, "const struct rules_page rules_pages[] = {\n");
    for (int i = 0; i < count; i++) {
        fprintf(out, "{\"");
        write_id(out, paths[i]);
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
