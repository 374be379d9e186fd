/* Part of the build: checks the files of the message catalog and writes them as a table in C.
 *
 *     catalog_compile OUTPUT FILE...
 *
 * The files are …/locale/LANGUAGE.json and …/locale/LANGUAGE/PART.json. What a language lacks is
 * said in English: standard output tells how many messages those are, and OUTPUT.missing which
 * ones.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/words/catalog_message.h"
#include "bot/words/catalog_read.h"

enum { FILE_BYTES = 1024 * 1024, LANGUAGE_BYTES = 16 };

static void find_language(const char *path, char language[LANGUAGE_BYTES])
{
    static const char folder[] = "/locale/";
    const char *name = strstr(path, folder);
    name = name ? name + sizeof folder - 1 : path;
    snprintf(language, LANGUAGE_BYTES, "%.*s", (int)strcspn(name, "./"), name);
}

static bool read_file(struct catalog_texts *texts, const char *path)
{
    static char json[FILE_BYTES];
    char language[LANGUAGE_BYTES], error[256];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    const struct catalog_source source = {
        .language = language, .json = json, .length = fread(json, 1, sizeof json, file)};
    fclose(file);
    find_language(path, language);
    bool read = catalog_read(texts, &source, error, sizeof error);
    if (!read)
        fprintf(stderr, "%s: %s\n", path, error);
    return read;
}

/* Reports the first wrong pattern. */
static bool check(const struct catalog_texts *texts)
{
    char error[128];
    struct catalog_usage usage;
    for (size_t i = 0; i < texts->count; i++)
        for (size_t language = 0; language < CATALOG_LANGUAGE_COUNT; language++) {
            const char *pattern = texts->list[i].patterns[language];
            if (!pattern || catalog_message_check(pattern, &usage, error, sizeof error))
                continue;
            fprintf(stderr, "catalog %s: %s: %s\n", catalog_languages[language], texts->list[i].key,
                    error);
            return false;
        }
    return true;
}

static void write_string(FILE *out, const char *bytes)
{
    if (!bytes) {
        fputs("NULL", out);
        return;
    }
    fputc('"', out);
    for (; *bytes; bytes++) {
        unsigned char byte = (unsigned char)*bytes;
        if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\' || byte == '?')
            fprintf(out, "\\%03o", byte);
        else
            fputc(byte, out);
    }
    fputc('"', out);
}

static void write_table(FILE *out, const struct catalog_texts *texts)
{
    fputs("#include \"bot/words/catalog.h\"\n\nstatic const struct catalog_text texts[] = {\n",
          out);
    for (size_t i = 0; i < texts->count; i++) {
        fputs("    {", out);
        write_string(out, texts->list[i].key);
        for (size_t language = 0; language < CATALOG_LANGUAGE_COUNT; language++) {
            fputs(language == 0 ? ",\n     {" : ",\n      ", out);
            write_string(out, texts->list[i].patterns[language]);
        }
        fputs("}},\n", out);
    }
    fprintf(out, "};\n\nconst struct catalog_texts catalog_built_in = {texts, %zu};\n",
            texts->count);
}

static bool write_file(const char *path, const struct catalog_texts *texts)
{
    FILE *out = fopen(path, "w");
    bool written = out != NULL;
    if (written)
        write_table(out, texts);
    written = written && !ferror(out);
    if (out && fclose(out) != 0)
        written = false;
    if (!written)
        perror(path);
    return written;
}

/* -- What is missing --------------------------------------------------------------------------- */

/* How many messages a language lacks; their keys are written to `list`. */
static size_t count_missing(const struct catalog_texts *texts, size_t language, FILE *list)
{
    size_t count = 0;
    for (size_t i = 0; i < texts->count; i++) {
        if (texts->list[i].patterns[language])
            continue;
        count++;
        fprintf(list, "%s %s\n", catalog_languages[language], texts->list[i].key);
    }
    return count;
}

/* Says how many messages each language lacks and writes which ones beside the table. */
static bool tell_missing(const struct catalog_texts *texts, const char *output)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s.missing", output);
    FILE *list = length < (int)sizeof path ? fopen(path, "w") : NULL;
    bool written = list != NULL;
    for (size_t language = 0; written && language < CATALOG_LANGUAGE_COUNT; language++) {
        size_t count = count_missing(texts, language, list);
        if (count > 0)
            printf("catalog %s: %zu of %zu messages are missing and said in English: %s\n",
                   catalog_languages[language], count, texts->count, path);
    }
    if (list && fclose(list) != 0)
        written = false;
    if (!written)
        perror(path);
    return written;
}

int main(int argc, char **argv)
{
    struct catalog_texts texts = {NULL, 0};
    bool good = argc > 2;
    if (!good)
        fprintf(stderr, "usage: %s OUTPUT FILE...\n", argv[0]);
    for (int i = 2; i < argc && good; i++)
        good = read_file(&texts, argv[i]);
    good = good && check(&texts) && write_file(argv[1], &texts) && tell_missing(&texts, argv[1]);
    catalog_texts_free(&texts);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
