#include "bot/words/compile/embed.h"

#include <string.h>

const char *embed_after_slash(const char *path, const char *end)
{
    while (end > path && end[-1] != '/')
        end--;
    return end;
}

void embed_folder(FILE *out, const char *path)
{
    const char *name = embed_after_slash(path, path + strlen(path));
    const char *folder = embed_after_slash(path, name - 1);
    for (const char *at = folder; at < name - 1; at++)
        fputc(*at == '_' ? '-' : *at, out);
}

bool embed_bytes(FILE *out, const char *path, const char *name, int index)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    fprintf(out, "static const char %s_%d[] = {", name, index);
    for (int byte, count = 0; (byte = fgetc(file)) != EOF; count++)
        fprintf(out, "%s%d,", count % 24 == 0 ? "\n" : "", byte > 127 ? byte - 256 : byte);
    fprintf(out, "0};\n");
    return fclose(file) == 0;
}
